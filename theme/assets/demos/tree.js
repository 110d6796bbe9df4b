// A demo's picture as a tree of plain objects, from which both come: the still in the built page
// (toHtml, in Node) and what moves in the browser (patch). So the first drawing in the browser finds
// every element in its place, and nothing shifts.

const SVG = 'http://www.w3.org/2000/svg';
const XHTML = 'http://www.w3.org/1999/xhtml';
const VOID = new Set(['input', 'br']);
// A line's end as well: the still stands on one line of Markdown.
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' };
// These follow the reader, so they are set as properties and not as attributes.
const PROPERTIES = { input: ['value', 'checked'] };

// An element. Its attribute `claim` names the value of the ledger that its text must equal in the still;
// in the browser it has none.
export function h(tag, attributes = {}, ...children) {
  return { tag, attributes, children: joined(children, []) };
}

// Stands for an element that is to stay as it is.
export const KEEP = { keep: true };

// A formula that the build sets with KaTeX. `\slot{name}` in the TeX is a place that changes;
// `slots` says what stands there, as a string or as [string, claim].
export function formula(tex, slots = {}, attributes = {}) {
  return { tag: 'span', attributes: { class: 'demo__formula', ...attributes }, tex, slots };
}

// Children, with those of lists within, as the parser of HTML would have them: no empty text, no two
// texts in a row.
function joined(children, found) {
  for (const child of children) {
    if (Array.isArray(child)) joined(child, found);
    else if (child === null || child === undefined || child === false || child === '') continue;
    else if (typeof child === 'object') found.push(child);
    else if (typeof found.at(-1) === 'string') found.push(found.pop() + child);
    else found.push(String(child));
  }
  return found;
}

// What `make` gives, made again only when `key` is another: of a part that was kept, drawing leaves
// the whole subtree alone. (So no part with an input in it: readers change those.)
export function keeper() {
  const parts = new Map();
  return (name, key, make) => {
    if (parts.get(name)?.key !== key) parts.set(name, { key, node: make() });
    return parts.get(name).node;
  };
}

// --- in Node --------------------------------------------------------------------------------------

const escaped = text => String(text).replace(/[&<>"\n]/g, sign => ESCAPES[sign]);

export function toHtml(node) {
  if (typeof node === 'string') return escaped(node);
  const { claim, ...attributes } = node.attributes;
  const written = Object.entries({ ...attributes, 'data-value': claim })
    .filter(([, value]) => value !== false && value !== null && value !== undefined)
    .map(([name, value]) => (value === true ? ` ${name}=""` : ` ${name}="${escaped(value)}"`))
    .join('');
  const open = `<${node.tag}${written}>`;
  if (VOID.has(node.tag)) return open;
  const inside = node.tex
    ? `<span class="tex">${escaped(filled(node))}</span>`
    : node.children.map(toHtml).join('');
  return `${open}${inside}</${node.tag}>`;
}

const filled = ({ tex, slots }) =>
  tex.replace(/\\slot\{(\w+)\}/g, (_, name) => {
    const [text, claim] = [slots[name]].flat();
    // A group of its own, or KaTeX puts the space around it inside, where new text would remove it.
    return `{\\slot{slot=${name}${claim ? `,value=${claim}` : ''}}{${text}}}`;
  });

// --- in the browser -------------------------------------------------------------------------------

// What each element shows: the node that it was drawn from. What differs from that is changed, and what
// others have done to the element (opened it, given it an id) is left alone.
const drawn = new WeakMap();
const NOTHING = { attributes: {}, children: [] };

// Make the children of `parent` those of the tree, changing only what differs from `last`.
export function patch(parent, children, last = []) {
  const nodes = parent.childNodes;
  children.forEach((child, index) => {
    if (typeof child === 'string' && child === last[index]) return;
    fit(parent, nodes[index], child);
  });
  while (nodes.length > children.length) parent.lastChild.remove();
}

function fit(parent, old, node) {
  if (node === KEEP) return;
  if (typeof node === 'string') {
    if (old?.nodeType !== 3) put(parent, old, document.createTextNode(node));
    else if (old.nodeValue !== node) old.nodeValue = node;
    return;
  }
  let element = old;
  if (old?.localName !== node.tag) {
    const svg = node.tag === 'svg' || parent.namespaceURI === SVG;
    element = document.createElementNS(svg ? SVG : XHTML, node.tag);
    put(parent, old, element);
  }
  const last = drawn.get(element);
  if (last === node) return;
  if (!last) adopt(element, node);
  drawn.set(element, node);
  fitAttributes(element, node.attributes, (last ?? NOTHING).attributes);
  if (node.tex) fitSlots(element, node.slots, last?.slots);
  else patch(element, node.children, (last ?? NOTHING).children);
}

// An element of the still has the still's claim, and may have what another state than the one that is
// asked for has not. (In HTML readers and others set attributes too; nobody does so to a drawing's.)
function adopt(element, { attributes }) {
  delete element.dataset.value;
  if (element.namespaceURI !== SVG) return;
  for (const name of element.getAttributeNames()) if (!(name in attributes)) element.removeAttribute(name);
}

const put = (parent, old, made) => (old ? old.replaceWith(made) : parent.append(made));

function fitAttributes(element, attributes, last) {
  const properties = PROPERTIES[element.localName];
  for (const name in attributes) {
    const value = attributes[name];
    if (properties?.includes(name)) fitProperty(element, name, value);
    else if (value !== last[name] && name !== 'claim') fitAttribute(element, name, value === true ? '' : value);
  }
  for (const name in last) if (!(name in attributes)) element.removeAttribute(name);
}

function fitAttribute(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

// What is being typed stays as it is until it is done.
function fitProperty(element, name, value) {
  if (element[name] === value) return;
  const typing = element.type === 'text' && element === document.activeElement && element.dataset.typing;
  if (!typing) element[name] = value;
}

// The build has set the formula; only its places change: [element, its name].
const places = new WeakMap();

function fitSlots(element, slots, last) {
  if (!last) {
    const found = [...element.querySelectorAll('[data-slot]')];
    places.set(element, found.map(place => [place, place.dataset.slot]));
    for (const place of found) delete place.dataset.value; // the still's claim
  }
  for (const [place, name] of places.get(element)) {
    const text = textOf(slots[name]);
    if (!last || text !== textOf(last[name])) fitText(place, text);
  }
}

const textOf = slot => (Array.isArray(slot) ? slot[0] : slot);

function fitText(place, text) {
  if (place.textContent === text) return;
  const only = place.firstChild;
  if (only?.nodeType === 3 && !only.nextSibling) only.nodeValue = text;
  else place.textContent = text;
}
