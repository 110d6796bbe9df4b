// The search's worker, started when the reader turns to the search: beside the index that Material
// fetches then, not behind it. The build puts it in place of `new Worker`: see publish/scripts.py.
{
  const QUERY = 2; // a message's type

  // Readers paste programs and formulas: what the index takes for its operators (x += f(x), 2^n) is
  // no operator to them, and some of it would find nothing.
  // Where writing changes between Chinese and Latin, a word ends: 1×1卷积 is 1×1 and 卷积.
  const plainWords = text => text
    .replace(/[+*^~:"'′`]|(?<=^|\s)-/g, ' ')
    .replace(/(?<=\p{Script=Han})(?=[\p{Script=Latin}\p{N}])|(?<=[\p{Script=Latin}\p{N}])(?=\p{Script=Han})/gu, ' ');

  // Every word is looked for as the beginning of words. So a plural finds the singular without its
  // -s, and -ize finds -ise without both; but a letter or a figure by itself is a name, and no
  // beginning (`^1` says so).
  const beginnings = text => text
    .replace(/\b([a-z]{4,}[^suiy\W])s\b/gi, '$1')
    .replace(/\b([a-z]{4,}i)z(?:e[drs]?|ing|ations?)\b/gi, '$1')
    .replace(/(?<![\w-])[a-z\d](?![\w-])/gi, '$&^1');

  // The words that make a question of it stand in every question, and would outweigh what it is about.
  const ASKING = /(?:为什么|为何)(?:是|要|会)?|怎么样|怎么|怎样|如何|什么是|是什么|什么|哪些|[吗呢](?=\s*[？?]?\s*$)/g;
  const subject = text => (text.replace(ASKING, ' ').trim() ? text.replace(ASKING, ' ') : text);

  window.lateWorker = url => {
    const late = new EventTarget();
    let worker = null;
    const started = () => {
      if (!worker) {
        worker = new Worker(url);
        worker.addEventListener('message', ({ data }) => late.dispatchEvent(new MessageEvent('message', { data })));
      }
      return worker;
    };
    // Material listens to keys alone; what is pasted, dictated or chosen with the mouse comes without.
    for (const type of ['input', 'compositionend']) {
      addEventListener(type, ({ target, isComposing }) => {
        if (target.dataset?.mdComponent === 'search-query' && !isComposing)
          target.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }));
      });
    }
    // Who leaves the search by Escape is back where he was before.
    let before = null;
    addEventListener('focusin', ({ target, relatedTarget }) => {
      if (target.dataset.mdComponent !== 'search-query') return;
      started();
      if (!relatedTarget?.closest('[data-md-component=search]')) before = relatedTarget;
    });
    addEventListener('keydown', ({ key, target }) => {
      if (key === 'Escape' && target.closest?.('[data-md-component=search]'))
        requestAnimationFrame(() => { if (before?.isConnected) before.focus({ preventScroll: true }); });
    });
    late.postMessage = message => {
      if (message.type === QUERY) message.data = beginnings(subject(plainWords(message.data)));
      started().postMessage(message);
    };
    return late;
  };
}
