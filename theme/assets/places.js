// Links to a place on a page, above all from a number to its line of code.
//
// Within a page they are left to the browser. Material would fetch the page once more at the first
// one, and close its folds; go back at a second click on the same; and scroll elsewhere if the page
// had been scrolled just before. Loaded before Material, to hear of popstate first.
{
  const root = document.documentElement;
  let page = location.pathname; // the page that Material knows of
  let expected = null; // where the last click leads

  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link || event.defaultPrevented) return;
    const here = link.hash && new URL(link.hash, location).href === link.href;
    if (here) link.target = '_self'; // which Material does not follow
    else if (link.target === '_self') link.removeAttribute('target');
    if (!here) root.classList.remove('whole'); // the next page may begin at its top
    expected = link.href;
  }, { capture: true });

  addEventListener('popstate', event => {
    if (location.pathname !== page) { // another page: Material fetches it
      root.classList.add('whole');
      return;
    }
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

  // --- Blocks that nobody has seen yet --------------------------------------------------------

  // What the reader is looking at stays where it is, whatever happens above: the first of `blocks`
  // below the header.
  let lost = 0; // of a pixel: windows scroll by whole ones
  window.holdStill = (blocks, change) => {
    const edge = parseFloat(getComputedStyle(root).scrollPaddingTop) || 0;
    const held = [...blocks].find(block => block.getBoundingClientRect().bottom > edge);
    const before = held?.getBoundingClientRect().top;
    root.style.overflowAnchor = 'none'; // or the browser would do so as well
    change();
    if (held && scrollY) {
      const from = scrollY;
      const wanted = held.getBoundingClientRect().top - before + lost;
      scrollBy({ top: wanted, behavior: 'instant' });
      lost = (wanted - (scrollY - from)) % 1;
    }
    requestAnimationFrame(() => { root.style.overflowAnchor = ''; });
  };

  // Their heights are guesses (unseen.css), and a place is remembered in pixels. So who comes back to
  // a page gets it `whole`, as he left it: above, and in main.html. And who jumps ahead leaves guesses
  // behind: as soon as he has come to rest and there is time, they are laid out.
  const BLOCKS = ':is(.chain, .sheet, .limits) > :not(.limits)';
  const JUMP = 2; // windows; what is nearer was laid out before it came into sight
  const ENOUGH = 8; // ms that must be left for one block more
  let last = 0;
  let jumped = false;

  function notice() {
    jumped ||= scrollY - last > JUMP * innerHeight;
    last = scrollY;
  }

  function layOut(blocks) {
    window.requestIdleCallback?.(deadline => {
      const time = () => deadline.timeRemaining() > ENOUGH;
      if (time()) window.holdStill(blocks, () => {
        while (blocks.length && time()) {
          const block = blocks.shift();
          block.style.contentVisibility = 'visible';
          block.getBoundingClientRect();
        }
      });
      if (blocks[0]?.isConnected) layOut(blocks);
    });
  }

  function rest() {
    // To hold still is the browser's work where nothing is left to guess.
    if (jumped && !root.classList.contains('whole')) layOut([...document.querySelectorAll(BLOCKS)]);
    jumped = false;
  }

  addEventListener('scroll', notice, { passive: true });
  addEventListener('scrollend', rest);
  addEventListener('load', () => { notice(); rest(); }); // a link from elsewhere
}
