// Keeps what was read for readers without a network, and sees to it that no page is shown with the
// scripts of another version of the site. The build gives every page its version, but not for
// `make serve`: without one, nothing is kept. Loaded before Material, which asks `ofThisVersion`.
{
  const WORKER = new URL('../worker.js', document.currentScript.src);
  const SWITCH = `${__md_scope.pathname}.keep`;
  const versionOf = page => page.querySelector('meta[name=version]')?.content;
  const version = versionOf(document);

  // Instant navigation exchanges the page and keeps the scripts, so a page of another version is
  // loaded as a whole instead; and so is one that could not be fetched.
  window.ofThisVersion = page => {
    if (versionOf(page) !== version) throw new Error('a page of another version');
    return page;
  };
  window.loadWhole = url => {
    history.replaceState(history.state, '', '?'); // or a #place would not load anything
    location.replace(url);
  };
  window.withVersion = address => version ? `${address}?${version}` : address;

  // --- Telling the worker what this page is made of -----------------------------------------

  let off = false;
  function isOff() {
    try { return localStorage.getItem(SWITCH) === 'off'; } catch { return off; }
  }

  async function keep() {
    const { active } = await navigator.serviceWorker.ready;
    const tell = addresses => { if (!isOff()) active.postMessage({ version, addresses }); };
    const names = list => list.map(entry => entry.name);
    tell([...names(performance.getEntriesByType('resource')), location.href]);
    new PerformanceObserver(list => tell(names(list.getEntries()))).observe({ type: 'resource' });
    // What the reader may ask of this page, or of those that instant navigation brings.
    const onDemand = () => [...document.querySelectorAll('template[data-src]')]
      .map(({ dataset }) => new URL(dataset.src, location).href);
    if (window.document$) window.document$.subscribe(() => tell(onDemand()));
  }

  // Without a worker, in a private window or from a disk, for instance, there is nothing to say.
  async function start() {
    if (isOff()) return;
    try {
      await navigator.serviceWorker.register(WORKER);
      await keep();
    } catch { /* the site is as it was */ }
  }

  // --- The reader's switch, on the page About ------------------------------------------------

  async function leave() {
    const registration = await navigator.serviceWorker.getRegistration(WORKER);
    if (!registration?.active) return;
    const { port1, port2 } = new MessageChannel();
    const done = new Promise(resolve => { port1.onmessage = resolve; });
    registration.active.postMessage({ leave: true }, [port2]);
    await done;
  }

  async function turn() {
    off = !isOff();
    try { localStorage.setItem(SWITCH, off ? 'off' : 'on'); } catch { /* until the page is left */ }
    await (off ? leave() : start());
  }

  function offerSwitch() {
    const button = document.querySelector('.keep > .switch');
    if (!button || !version || !navigator.serviceWorker) return;
    const say = () => {
      button.setAttribute('aria-checked', String(!isOff()));
      button.removeAttribute('aria-busy');
    };
    button.hidden = false;
    button.onclick = () => {
      if (button.ariaBusy) return;
      button.setAttribute('aria-busy', 'true');
      turn().then(say, say);
    };
    say();
  }

  // Late: whoever came to read one page shall not wait for this. Not in a frame of another page.
  addEventListener('DOMContentLoaded', () => {
    if (window.document$) window.document$.subscribe(offerSwitch);
    else offerSwitch();
  });
  if (version && navigator.serviceWorker && window.top === window)
    addEventListener('load', () => (window.requestIdleCallback ?? setTimeout)(start));
}
