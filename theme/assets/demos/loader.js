// Loads a demo's module when its element comes near the window: until then a page pays for nothing.
// The still is in the page already, so nothing moves when it comes to life.
{
  // The build packs this script with others, so modules are not looked for beside it.
  const script = document.currentScript.src;
  const root = script.slice(0, script.lastIndexOf('/assets/') + 1);

  const near = new IntersectionObserver(entries => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) load(target);
  }, { rootMargin: '25%' });

  function load(element) {
    near.unobserve(element);
    const address = `${root}assets/demos/${element.localName.replace(/-demo$/, '')}.js`;
    if (location.protocol !== 'file:') import(address);
    else document.head.append(Object.assign(document.createElement('script'), { src: address })); // see publish/offline.py
  }

  function arrive() {
    near.disconnect(); // from the page that was left
    const demos = [...document.querySelectorAll('[data-demo]')];
    for (const element of demos) near.observe(element);
    // An address with a demo's state leads to it, as one with an id leads to a place.
    demos.find(element => location.hash.slice(1).startsWith(`${element.dataset.demo}.`))?.scrollIntoView();
  }

  if (window.document$) window.document$.subscribe(arrive);
  else arrive();
}
