// Loads what only some pages need: an element with `data-module-src` names its module, whose `start`
// is given the element and a signal that tells when the reader leaves the page. One with
// `data-asked="NAME"` is a link that waits until it is followed, or the address asks for it: ?NAME.
{
  let leaving = new AbortController();

  async function load(place, signal) {
    try {
      const { start } = await import(new URL(place.dataset.moduleSrc, location));
      if (!signal.aborted) await start(place, signal);
    } catch (error) {
      console.warn(error);
      place.remove(); // the page is complete without
    }
  }

  function arrive() {
    leaving.abort();
    leaving = new AbortController();
    const { signal } = leaving;
    const query = new URLSearchParams(location.search);
    for (const place of document.querySelectorAll('[data-module-src]')) {
      const { asked } = place.dataset;
      if (location.protocol === 'file:') place.remove(); // no module can be fetched from a disk
      else if (!asked || query.has(asked)) load(place, signal);
      if (!asked) continue;
      place.addEventListener('click', event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return; // a tab of its own
        event.preventDefault();
        event.stopPropagation(); // Material would go there
        load(place, signal);
      }, { signal });
    }
  }

  if (window.document$) window.document$.subscribe(arrive);
  else arrive();
}
