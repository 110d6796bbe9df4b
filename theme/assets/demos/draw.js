// Drawing: the strokes of figures/kit.py. A role is a width, a dash, a box or a ⊕ as well as a hue.

import { h, KEEP } from './tree.js';

const DROP = 4; // px from the baseline to an index
const RISE = 6; // to an exponent
const TOKEN = /_\{[^}]*\}|\^\{[^}]*\}|[A-Z]{2,}|[A-Za-zα-ω]|[^A-Za-zα-ω_^]+/gu;

const round = x => Math.round(x * 10) / 10;

export function path(role, ...points) {
  return h('path', { class: `f-${role}`, d: points.map(p => (typeof p === 'number' ? round(p) : p)).join(' ') });
}

export const line = (role, x1, y1, x2, y2) => path(role, 'M', x1, y1, 'L', x2, y2);

// Through all points; a null lifts the pen.
export function curve(role, points) {
  let pen = 'M';
  let d = '';
  for (const point of points) {
    if (point) d += `${pen}${round(point[0])} ${round(point[1])}`;
    pen = point ? 'L' : 'M';
  }
  return h('path', { class: `f-${role}`, d });
}

// An arrowhead with its tip at x, y; 0 degrees points right, 90 down.
export function head(role, x, y, degrees) {
  const transform = `translate(${round(x)} ${round(y)}) rotate(${degrees})`;
  return h('path', { class: `f-head-${role}`, d: 'M-1.5 0L-12 -4.75L-12 4.75Z', transform });
}

export function plus(x, y, radius = 9, role = 'sum') {
  const arm = radius * 0.55;
  return h('g', { transform: `translate(${round(x)} ${round(y)})` },
    h('circle', { class: `f-node-${role}`, r: radius }),
    h('path', { class: `f-plus-${role}`, d: `M${-arm} 0H${arm}M0 ${-arm}V${arm}` }));
}

export function square(x, y, half = 5) {
  return h('rect', { class: 'f-box-branch', x: round(x - half), y: round(y - half), width: 2 * half, height: 2 * half });
}

export function label(x, y, text, { role, anchor, halo, className = '' } = {}) {
  return h('text', { class: classes('t-label', role && `t-${role}`, anchor, halo && 'f-halo', className), x: round(x), y: round(y) }, text);
}

// A formula: letters italic, `_{…}` lowered, `^{…}` raised. `parts` is a string, or several and what
// num() and tinted() make.
export function math(x, y, parts, { role, anchor, halo, className = '' } = {}) {
  return h('text', { class: classes('t-math', role && `t-${role}`, anchor, halo && 'f-halo', className), x: round(x), y: round(y) }, spans(parts));
}

// A number that was computed, in a formula; `raised` if it is an exponent. `claim` names the value of
// the ledger that it must equal in the still.
export function num(text, claim, { raised } = {}) {
  return { number: raised ? `^{${text}}` : text, claim };
}

// Part of a formula in the colour of a role.
export const tinted = (role, text) => ({ role, text });

const classes = (...names) => names.filter(Boolean).join(' ');

function pieces(text) {
  return (text.match(TOKEN) ?? []).map(token => {
    const level = { _: DROP, '^': -RISE }[token[0]] ?? 0;
    const body = level ? token.slice(2, -1) : token;
    return { body, level, italic: /^[A-Za-zα-ω]$/u.test(body) };
  });
}

// Every part with `set` applied to its pieces; a number is an element of its own.
function setParts(parts, tag, set) {
  return [parts].flat().map(part => {
    if (typeof part === 'string') return pieces(part).map(set);
    if (part.role) return h(tag, { class: tag === 'span' ? `r-${part.role}` : `t-${part.role}` }, pieces(part.text).map(set));
    return h(tag, { class: 'demo__number', claim: part.claim }, pieces(part.number).map(set));
  });
}

function spans(parts) {
  let shift = 0;
  return setParts(parts, 'tspan', ({ body, level, italic }) => {
    const attributes = {};
    if (level || italic) attributes.class = classes(level && 'small', italic && 'i');
    if (level !== shift) attributes.dy = level - shift;
    shift = level;
    return Object.keys(attributes).length ? h('tspan', attributes, body) : body;
  });
}

// The same in running text.
export function inlineMath(parts, { role } = {}) {
  const inner = setParts(parts, 'span', ({ body, level, italic }) => {
    const text = italic ? h('i', {}, body) : body;
    return level ? h(level > 0 ? 'sub' : 'sup', {}, text) : text;
  });
  const said = [parts].flat().map(part => part.number ?? part.text ?? part).join('');
  return h('span', { class: classes('demo__math', role && `r-${role}`), role: 'math', 'aria-label': spoken(said) }, inner);
}

// A formula as one says it to a screen reader.
export const spoken = text => text.replace(/[_^]\{([^}]*)\}/g, (all, body) => (all[0] === '^' ? `^${body}` : body));

// Both drawings of a demo: CSS shows the upright one in narrow windows, as with figures. `wide` and
// `tall` are functions that give { width, height, parts }; the one that is not seen is left alone.
export function drawings(alt, { seen }, wide, tall) {
  return h('div', { class: 'demo__drawings' },
    seen === 'tall' ? KEEP : drawing('figure__wide', alt, wide()),
    seen === 'wide' ? KEEP : drawing('figure__tall', alt, tall()));
}

// Without a label of its own the drawing is left to the handles and words within it.
function drawing(name, alt, { width, height, parts }) {
  const attributes = { class: name, viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': alt };
  return h('svg', attributes, parts);
}

// What can be dragged, and moved by keys: it sets the parameter `name`. Along `axis` (x or y),
// the drawing's coordinates from and to are the parameter's values low and high.
export function handle({ name, axis, from, to, low, high, x, y, radius = 16, said, now, min, max, text }) {
  return h('circle', {
    class: `demo__handle demo__handle--${axis}`, cx: round(x), cy: round(y), r: radius,
    role: 'slider', tabindex: 0, 'aria-label': said,
    'aria-valuemin': min, 'aria-valuemax': max, 'aria-valuenow': now, 'aria-valuetext': text,
    'data-handle': name, 'data-axis': axis,
    'data-from': from, 'data-to': to, 'data-low': low, 'data-high': high,
  });
}

// Round values between low and high, at most `most` of them.
export function ticks(low, high, most) {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(size => size >= rough * (1 - 1e-9));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
