// The language switch, which half of the 404 page to show, what can be scrolled by keyboard, and
// whether both languages are read side by side.
// Each is done again after Material's instant navigation, which exchanges the page without loading.
{
  // The root of this language. Read now: later the address may be another page's.
  const config = JSON.parse(document.getElementById('__config').textContent);
  const root = new URL(config.base.replace(/\/?$/, '/'), location);

  // --- The language switch ------------------------------------------------------------------

  // Where the reader is: what the address names, if that is in sight, a place or a demo's state; else
  // the first heading, figure or formula in the upper third of the window, or the last one above. Both
  // languages name them alike.
  const PLACES = 'article :is(h2, h3, figure, .formula)[id]';
  function placeNow() {
    const named = document.querySelectorAll(location.hash.includes('=') ? '[data-demo]' : ':target');
    const inSight = ({ top, bottom }) => bottom > 0 && top < innerHeight;
    if (!scrollY || [...named].some(one => inSight(one.getBoundingClientRect()))) return location.hash;
    const places = [...document.querySelectorAll(PLACES)].filter(place => place.checkVisibility());
    const above = places.filter(place => place.getBoundingClientRect().top < innerHeight / 3);
    const edge = document.querySelector('.md-header')?.getBoundingClientRect().bottom ?? 0;
    const place = above.find(place => place.getBoundingClientRect().bottom > edge) ?? above.at(-1);
    return place ? `#${place.id}` : '';
  }

  function leadSwitch(hash = location.hash) {
    const link = document.querySelector('[data-language-switch]');
    if (!link || !location.pathname.startsWith(root.pathname)) return;
    if (document.querySelector('[data-not-found]')) return; // no such page in either language
    const page = location.pathname.slice(root.pathname.length);
    const other = new URL(link.dataset.languageSwitch, root);
    link.href = new URL(page, other).href + hash;
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

  // --- Parallel reading ---------------------------------------------------------------------

  // Remembered for both languages and all pages, if the browser lets us; otherwise until a reload.
  const PARALLEL = `${__md_scope.pathname}.parallel`;
  let parallel = false;
  try { parallel = localStorage.getItem(PARALLEL) === 'on'; } catch { /* storage is refused */ }

  function remember(on) {
    parallel = on;
    try { localStorage.setItem(PARALLEL, on ? 'on' : 'off'); } catch { /* storage is refused */ }
  }

  let attempts = 0; // browsers remember that a module could not be fetched

  // The place that the reader comes back to. It was left among twins, without which the page is
  // shorter: a browser by itself would stop too early.
  let place = null;
  addEventListener('popstate', event => { place = event.state?.y ?? null; });
  addEventListener('pagehide', () => {
    if (!parallel) return;
    try { sessionStorage.setItem(PARALLEL, JSON.stringify([location.href, scrollY])); } catch { /* the same */ }
  });
  if (performance.getEntriesByType('navigation')[0]?.type === 'reload') {
    try {
      const [page, top] = JSON.parse(sessionStorage.getItem(PARALLEL) ?? '[]');
      if (page === location.href) place = top;
    } catch { /* the same */ }
  }

  async function readParallel(button, top = null) {
    const note = button.parentElement.querySelector('.reading__note');
    const { twin, lang, src } = button.dataset;
    button.setAttribute('aria-busy', 'true');
    if (parallel) note.textContent = note.dataset.waiting;
    try {
      const { show, hide } = await import(new URL(src, location) + (attempts ? `?${attempts}` : ''));
      const missing = parallel ? await show(new URL(twin, location), lang, top) : hide();
      note.textContent = missing ? note.dataset.partly : '';
      button.setAttribute('aria-checked', String(parallel));
    } catch {
      attempts += 1;
      note.textContent = note.dataset.failed;
    }
    button.removeAttribute('aria-busy');
  }

  function offerParallel() {
    const button = document.querySelector('.reading__switch');
    if (!button || location.protocol === 'file:') return; // no page can be fetched from a disk
    button.hidden = false;
    button.onclick = () => {
      if (button.ariaBusy) return;
      remember(button.getAttribute('aria-checked') !== 'true');
      readParallel(button);
    };
    if (parallel) readParallel(button, place);
    place = null;
  }

  // --- On every page ------------------------------------------------------------------------

  function arrive() {
    leadSwitch();
    chooseNotFound();
    offerParallel();
    widths.disconnect();
    for (const body of document.querySelectorAll(SCROLLERS)) widths.observe(body);
  }

  addEventListener('hashchange', () => leadSwitch());
  addEventListener('addresschange', () => leadSwitch()); // a demo's: replacing the address tells nobody
  window.location$?.subscribe(() => queueMicrotask(leadSwitch));
  addEventListener('click', ({ target }) => {
    if (target.closest?.('[data-language-switch]')) leadSwitch(placeNow());
  }, { capture: true });
  if (window.document$) window.document$.subscribe(arrive);
  else arrive();
}
