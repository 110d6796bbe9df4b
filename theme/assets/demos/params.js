// What a reader can set, and how it stands in the address: #gm.n=20&gm.a=-0.5
//
// Whatever is typed, there or in a field, becomes an allowed value; what had to be changed is said.

import { parseNumber } from './numbers.js';

// Each kind offers read(text, current) -> {value, note} with `note` one of undefined, 'unreadable',
// 'unknown', 'range', 'rounded', and write(value) -> text.

export function number({ min, max, initial, step = 1, decimals = 0 }) {
  const fit = wanted => {
    const inside = Math.min(max, Math.max(min, wanted));
    const value = Number(inside.toFixed(decimals)) + 0; // no −0
    const note = inside !== wanted ? 'range' : value !== wanted ? 'rounded' : undefined;
    return { value, note };
  };
  return {
    min, max, initial, step, fit,
    read(text, current) {
      const wanted = parseNumber(text);
      return Number.isNaN(wanted) ? { value: current, note: 'unreadable' } : fit(wanted);
    },
    write: String,
  };
}

// One that need not be set: null until it is, and again when nothing is typed.
export function optional(param) {
  return {
    ...param,
    initial: null,
    read: (text, current) => (text.trim() === '' ? { value: null } : param.read(text, current)),
  };
}

export function choice(values) {
  return {
    values,
    initial: values[0],
    read: (text, current) =>
      values.includes(text) ? { value: text } : { value: current, note: 'unknown' },
    write: String,
  };
}

export function initial(params) {
  return Object.fromEntries(Object.entries(params).map(([name, param]) => [name, param.initial]));
}

// --- the address ----------------------------------------------------------------------------------

const entries = hash => [...new URLSearchParams(hash.replace(/^#/, ''))];

export function mentions(hash, prefix) {
  return entries(hash).some(([key]) => key.startsWith(`${prefix}.`));
}

// The state that an address asks for, and notes on what in it was not as it should be.
export function readAddress(hash, prefix, params) {
  const asked = new Map(entries(hash).reverse()); // the first of several wins
  const state = initial(params);
  const notes = [];
  for (const [name, param] of Object.entries(params)) {
    const text = asked.get(`${prefix}.${name}`);
    if (text === undefined) continue;
    const { value, note } = param.read(text, param.initial);
    state[name] = value;
    if (note) notes.push({ name, note, value });
  }
  return { state, notes };
}

// The hash with this demo's state in it; `others` are the prefixes of other demos on the page, whose
// entries stay. A place on the page (#limits) cannot stand beside them and goes.
export function writeAddress(hash, prefix, params, state, others = []) {
  const kept = entries(hash).filter(([key]) => others.includes(key.split('.')[0]) && key.includes('.'));
  for (const [name, param] of Object.entries(params))
    if (state[name] !== param.initial) kept.push([`${prefix}.${name}`, param.write(state[name])]);
  const text = new URLSearchParams(kept).toString();
  return text ? `#${text}` : '';
}
