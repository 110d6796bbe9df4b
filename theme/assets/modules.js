// Loads what only some pages need: an element with `data-module-src` names its module, whose `start`
// is given the element and a signal that tells when the reader leaves the page.
{
  let leaving = new AbortController();

  async function load(place, signal) {
    try {
      const { start } = await import(new URL(place.dataset.moduleSrc, location));
      if (!signal.aborted) start(place, signal);
    } catch (error) {
      console.warn(error); // the page is complete without
    }
  }

  function arrive() {
    leaving.abort();
    leaving = new AbortController();
    if (location.protocol === 'file:') return; // no module can be fetched from a disk
    for (const place of document.querySelectorAll('[data-module-src]')) load(place, leaving.signal);
  }

  if (window.document$) window.document$.subscribe(arrive);
  else arrive();
}
