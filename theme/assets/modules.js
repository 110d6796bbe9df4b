// Loads what only some pages need: an element with `data-module-src` names its module, whose `start`
// is given the element and a signal that tells when the reader leaves the page.
{
  let leaving = new AbortController();

  async function load(place, signal) {
    try {
      const { start } = await import(new URL(place.dataset.moduleSrc, location));
      if (!signal.aborted) start(place, signal);
    } catch (error) {
      console.warn(error);
      place.remove(); // the page is complete without
    }
  }

  function arrive() {
    leaving.abort();
    leaving = new AbortController();
    for (const place of document.querySelectorAll('[data-module-src]'))
      if (location.protocol === 'file:') place.remove(); // no module can be fetched from a disk
      else load(place, leaving.signal);
  }

  if (window.document$) window.document$.subscribe(arrive);
  else arrive();
}
