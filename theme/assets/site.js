// The language switch, which half of the 404 page to show, and what can be scrolled by keyboard.
// Each is done again after Material's instant navigation, which exchanges the page without loading.
{
  // The root of this language. Read now: later the address may be another page's.
  const config = JSON.parse(document.getElementById('__config').textContent);
  const root = new URL(config.base.replace(/\/?$/, '/'), location);

  // --- The language switch ------------------------------------------------------------------

  function leadSwitch() {
    const link = document.querySelector('[data-language-switch]');
    if (!link || !location.pathname.startsWith(root.pathname)) return;
    if (document.querySelector('[data-not-found]')) return; // no such page in either language
    const page = location.pathname.slice(root.pathname.length);
    const other = new URL(link.dataset.languageSwitch, root);
    link.href = new URL(page, other).href + location.hash;
  }

  // --- The 404 page -------------------------------------------------------------------------

  function chooseNotFound() {
    const english = new URL('en/', root).pathname;
    const lang = `${location.pathname}/`.startsWith(english) ? 'en' : 'zh';
    for (const part of document.querySelectorAll('[data-not-found]'))
      part.hidden = part.dataset.notFound !== lang;
  }

  // --- What scrolls by itself ---------------------------------------------------------------

  // Formulas, tables and code take the focus if they are wider than their box, so that the arrow keys can
  // move them. Material does so for code, but not where there is no mouse.
  const SCROLLERS = '.formula__body, .highlight code, .output pre, .output code, .table-wrap';
  const widths = new ResizeObserver(changes => {
    for (const { target } of changes) {
      const scrolls = target.scrollWidth > target.clientWidth && getComputedStyle(target).overflowX !== 'visible';
      const attributes = { tabindex: '0' };
      if (target.dataset.label) Object.assign(attributes, { role: 'group', 'aria-label': target.dataset.label });
      for (const [name, value] of Object.entries(attributes))
        if (scrolls) target.setAttribute(name, value);
        else target.removeAttribute(name);
    }
  });

  // --- On every page ------------------------------------------------------------------------

  function arrive() {
    leadSwitch();
    chooseNotFound();
    widths.disconnect();
    for (const body of document.querySelectorAll(SCROLLERS)) widths.observe(body);
  }

  addEventListener('hashchange', leadSwitch);
  addEventListener('addresschange', leadSwitch); // a demo's: replacing the address tells nobody
  window.location$?.subscribe(() => queueMicrotask(leadSwitch));
  if (window.document$) window.document$.subscribe(arrive);
  else arrive();
}
