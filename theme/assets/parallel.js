// Parallel reading: beneath each block of the page its twin in the other language. site.js loads
// this when a reader asks for it.
//
// The twin page is fetched and parsed, never run: what is taken from it are nodes without scripts,
// handlers and ids, and nothing that fetches. Blocks are paired by the heading they stand under and by
// their order there, which verification keeps the same in both languages.

// What holds text; code, figures and formulas on lines of their own are the same in both languages.
const UNITS = 'h1, h2, h3, h4, h5, h6, p, li, dt, dd, summary, th, td';
const BLOCKS = 'p, ul, ol, dl, table, details, blockquote, figure, div';
const LEFT_OUT = '.highlight, .output, .formula, .figure, nav, .reading, .twin, .pop, [data-generated]';
// What a twin does without: what would run, fetch, repeat itself or be pressed.
const UNWANTED = 'script, style, link, meta, base, template, iframe, object, embed, img, picture, video, audio, '
  + 'form, input, button, svg :not(path, line), .headerlink';
const UNWANTED_ATTRIBUTES = /^(id|for|name|on.*|xlink:.*|src.*|.*action|aria-(labelledby|describedby|controls))$/;
const BESIDE = /^(H[1-6]|P)$/; // its twin stands beneath it, that of others within them

const contentOf = page => page.querySelector('.chain, .sheet');
const clean = text => text.replace(/\s+/g, ' ').trim();

// The nodes of a unit itself; blocks within it are units of their own, or left out.
function own(unit) {
  return [...unit.childNodes].filter(node => node.nodeType !== 1 || !node.matches(`${BLOCKS}, ${UNWANTED}`));
}

const textOf = unit => clean(own(unit).map(node => node.textContent).join(''));

// Demos are custom elements, which write their own text.
function inDemo(unit) {
  for (let e = unit; e; e = e.parentElement) if (e.localName.includes('-')) return true;
  return false;
}

// Units by the id of the heading that they stand under; the heading is the first of them.
function sections(content) {
  const found = new Map([['', []]]);
  let section = '';
  for (const unit of content.querySelectorAll(UNITS)) {
    if (unit.closest(LEFT_OUT) || inDemo(unit) || !textOf(unit)) continue;
    if (unit.id && /^H/.test(unit.tagName)) found.set(section = unit.id, []);
    found.get(section).push(unit);
  }
  return found;
}

// Pairs of a unit and its twin, and the ids of sections that differ, which have none.
export function pair(content, twinContent) {
  const pairs = [];
  const unpaired = [];
  const twins = sections(twinContent);
  for (const [id, units] of sections(content)) {
    const others = twins.get(id) ?? [];
    const same = units.length === others.length && units.every((u, i) => u.tagName === others[i].tagName);
    if (same) units.forEach((unit, index) => pairs.push([unit, others[index]]));
    else unpaired.push(id);
  }
  return { pairs, unpaired };
}

// Places on the page are the same in both languages; other links lead to the twin's neighbours.
function leadAway(link, base) {
  const href = link.getAttribute('href');
  if (href.startsWith('#')) return;
  const url = new URL(href, base);
  if (link.localName === 'a' && /^(https?|mailto):$/.test(url.protocol)) link.setAttribute('href', url.href);
  else link.removeAttribute('href');
}

// The twin's nodes as they may stand on this page. Cleaned in their own document, which nobody shows:
// in this one an image would load and a handler be set as soon as they arrive.
function taken(twin, base) {
  const box = twin.ownerDocument.createElement('div');
  box.append(...own(twin).map(node => node.cloneNode(true)));
  for (const unwanted of box.querySelectorAll(UNWANTED)) unwanted.remove();
  for (const term of box.querySelectorAll('a.term')) term.replaceWith(...term.childNodes); // the block's own are enough
  for (const element of box.querySelectorAll('*'))
    for (const { name } of [...element.attributes])
      if (UNWANTED_ATTRIBUTES.test(name)) element.removeAttribute(name);
  for (const link of box.querySelectorAll('[href]')) leadAway(link, base);
  return document.importNode(box, true).childNodes;
}

function insert([unit, twin], base, lang) {
  if (textOf(unit) === textOf(twin)) return; // a number, a name
  const beside = BESIDE.test(unit.tagName);
  const made = document.createElement(beside ? 'p' : 'span');
  made.className = 'twin';
  made.lang = lang;
  made.append(...taken(twin, base));
  if (beside) unit.after(made);
  else own(unit).at(-1).after(made);
}

// Show the twins of the page that `url` is the twin of; how many sections have none. `top` is the
// place among twins that the reader comes back to, if there is one.
export async function show(url, lang, top) {
  const content = contentOf(document);
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
  const page = window.ofThisVersion(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  const twinContent = contentOf(page);
  if (!twinContent) throw new Error(`no text at ${url}`);
  if (!content.isConnected) return 0; // the reader has gone on
  const { pairs, unpaired } = pair(content, twinContent);
  window.holdStill(content.querySelectorAll(UNITS), () => {
    remove();
    for (const entry of pairs) insert(entry, answer.url, lang);
  });
  if (top !== null) scrollTo({ top, behavior: 'instant' });
  return unpaired.length;
}

function remove() {
  for (const twin of document.querySelectorAll('.twin')) twin.remove();
}

export function hide() {
  window.holdStill(contentOf(document).querySelectorAll(UNITS), remove);
}
