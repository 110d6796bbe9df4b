// Links to a place on a page, above all from a number to its line of code.
//
// Within a page they are left to the browser. Material would fetch the page once more at the first
// one, and close its folds; go back at a second click on the same; and scroll elsewhere if the page
// had been scrolled just before. Loaded before Material, to hear of popstate first.
{
  let page = location.pathname; // the page that Material knows of
  let expected = null; // where the last click leads

  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link || event.defaultPrevented) return;
    const here = link.hash && new URL(link.hash, location).href === link.href;
    if (here) link.target = '_self'; // which Material does not follow
    else if (link.target === '_self') link.removeAttribute('target');
    expected = link.href;
  }, { capture: true });

  addEventListener('popstate', event => {
    if (location.pathname !== page) return; // another page: Material fetches it
    event.stopImmediatePropagation();
    dispatchEvent(new Event('addresschange')); // for those who did not hear of popstate
    if (history.scrollRestoration === 'auto') return;
    if (history.state) scrollTo(0, history.state.y);
    else place()?.scrollIntoView();
  });

  // Where the address leads on this page; what cannot be decoded leads nowhere.
  function place() {
    try { return document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return null; }
  }

  // After instant navigation the place is scrolled to and becomes the `:target`.
  function arrive() {
    if (expected === location.href && location.hash) location.replace(location.hash);
    expected = null;
    toLineStart();
  }

  // A browser may move code sideways to show more of a long line; its beginning is what matters.
  function toLineStart() {
    const line = document.querySelector('.line:target');
    for (const box of [line?.closest('code'), line?.closest('pre')]) if (box) box.scrollLeft = 0;
  }

  addEventListener('hashchange', toLineStart);

  addEventListener('DOMContentLoaded', () => {
    window.location$?.subscribe(url => { page = url.pathname; });
    window.document$?.subscribe(arrive);
  });
}
