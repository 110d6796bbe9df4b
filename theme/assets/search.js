// The search's worker, started when the reader turns to the search: beside the index that Material
// fetches then, not behind it. The build puts it in place of `new Worker`: see publish/scripts.py.
{
  const QUERY = 2; // a message's type

  // Readers paste programs and formulas: what the index takes for its operators (x += f(x), 2^n) is
  // no operator to them, and some of it would find nothing.
  const plainWords = text => text.replace(/[+*^~:"'′`]|(?<=^|\s)-/g, ' ');

  // Every word is looked for as the beginning of words. So a plural finds the singular without its
  // -s, and -ize finds -ise without both; but a letter by itself is a name, and no
  // beginning (`^1` says so).
  const beginnings = text => text
    .replace(/\b([a-z]{4,}[^suiy\W])s\b/gi, '$1')
    .replace(/\b([a-z]{4,}i)z(?:e[drs]?|ing|ations?)\b/gi, '$1')
    .replace(/(?<![\w-])[a-z](?![\w-])/gi, '$&^1');

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
    addEventListener('focusin', ({ target }) => {
      if (target.dataset.mdComponent === 'search-query') started();
    });
    late.postMessage = message => {
      if (message.type === QUERY) message.data = beginnings(plainWords(message.data));
      started().postMessage(message);
    };
    return late;
  };
}
