// What a page says only when it is asked: the entries of its marks, and texts to copy. The build has
// moved them into a file (publish/on_demand.py), which is fetched when the reader turns to one.
{
  const ASKS = '[data-claim], [data-claims], [data-checks], [data-term], [data-copies]';
  const FAILED = document.documentElement.lang.startsWith('zh')
    ? '没有取到程序，网络可能断了。再按一次重试。'
    : 'The program could not be fetched; the network may be down. Press again to retry.';
  let coming = null; // the file that is on its way, as a promise
  let from = ''; // its address

  async function fetchFor(template) {
    const answer = await fetch(from);
    if (!answer.ok) throw new Error(answer.statusText);
    const { ledger, texts } = await answer.json();
    if (!template.isConnected) return; // the reader has left the page
    template.content.append(JSON.stringify(ledger));
    for (const button of document.querySelectorAll('[data-copies]')) {
      button.dataset.clipboardText = texts[button.dataset.copies];
      button.removeAttribute('data-copies');
    }
    template.removeAttribute('data-src');
  }

  // Resolves when all of it is in the page. What has failed is tried again.
  window.onDemand = () => {
    const template = document.querySelector('template[data-src]');
    if (!template) return Promise.resolve();
    const address = new URL(template.dataset.src, location).href;
    if (address !== from) {
      from = address;
      coming = fetchFor(template).finally(() => { from = ''; });
    }
    return coming;
  };

  // Before it is asked for by name: a pointer comes closer before it presses.
  for (const sign of ['pointerover', 'pointerdown', 'focusin'])
    document.addEventListener(sign, ({ target }) => {
      if (target instanceof Element && target.closest(ASKS)) window.onDemand().catch(() => {});
    }, { passive: true });

  // Material copies what stands in the button; if it was pressed too soon, it is pressed again.
  addEventListener('click', event => {
    const button = event.target instanceof Element ? event.target.closest('[data-copies]') : null;
    if (!button) return;
    event.stopPropagation();
    window.onDemand().then(() => button.click(), () => window.alert$?.next(FAILED));
  }, { capture: true });
}
