// What all demos are made of beside their drawings: controls, results, sentences.

import { inlineMath } from './draw.js';
import { minus } from './numbers.js';
import { h } from './tree.js';

// A labelled slider with a field to type in. `symbol` is the letter that formulas use.
export function slider(name, param, value, words, symbol) {
  const { min, max, step } = param;
  return h('div', { class: 'demo__slider' },
    h('label', {},
      h('span', {}, words, ' ', inlineMath([symbol])),
      field(name, param, value, words)),
    h('input', {
      type: 'range', name, min, max, step, value: String(value), 'aria-label': words,
      'aria-valuetext': minus(value),
    }));
}

// A field to type a number in; it takes 1e2, −0.5 with any minus, and a comma for the point.
export function field(name, param, value, said) {
  return h('input', {
    type: 'text', name, value: minus(value), inputmode: 'text', autocomplete: 'off', spellcheck: 'false',
    'aria-label': said, size: 5,
  });
}

// A field between two buttons that move its value by one step. `words` has `less` and `more`.
export function stepper(name, param, value, said, words) {
  const button = (by, sign, word) => h('button', {
    type: 'button', class: 'demo__button', 'data-step': name, 'data-by': by, 'aria-label': `${word}: ${said}`,
  }, sign);
  return h('span', { class: 'demo__stepper' },
    button(-1, '−', words.less), field(name, param, value, said), button(1, '+', words.more));
}

// Buttons that set several parameters at once; `words` names each.
export function presets(all, state, words) {
  const chosen = wanted => Object.entries(wanted).every(([name, value]) => state[name] === value);
  return h('div', { class: 'demo__presets' },
    Object.entries(all).map(([key, wanted]) =>
      h('button', { type: 'button', class: 'demo__button', 'data-preset': key, 'aria-pressed': String(chosen(wanted)) }, words[key])));
}

// A group of radio buttons, of which one is chosen. `words` names each value.
export function options(name, param, value, said, words, scope) {
  return h('fieldset', { class: 'demo__options' },
    h('legend', {}, said),
    param.values.map(each => h('label', {},
      h('input', { type: 'radio', name: `${scope}.${name}`, value: each, checked: each === value, 'data-param': name }),
      h('span', {}, words[each]))));
}

// What moves a demo through its `last` steps: the parameter `name` says how many are done. `said` is
// where it stands, in words.
export function player(name, now, last, said, { playing, common }, words) {
  const to = step => ({ 'data-set': `${name}=${step}`, type: 'button', class: 'demo__button' });
  return h('div', { class: 'demo__player' },
    h('button', { type: 'button', class: 'demo__button demo__play', 'data-play': true }, playing ? common.pause : common.play),
    h('button', { ...to(Math.max(0, Math.ceil(now) - 1)), 'aria-disabled': String(now <= 0) }, common.earlier),
    h('button', { ...to(Math.min(last, Math.floor(now) + 1)), 'aria-disabled': String(now >= last) }, common.later),
    h('input', {
      type: 'range', name, min: 0, max: last, step: 1, value: String(Math.round(now)),
      'aria-label': words, 'aria-valuetext': said,
    }));
}

// Results side by side: what it is, the value, and what that means.
export function reading(entries) {
  return h('dl', { class: 'demo__reading' },
    entries.map(({ name, value, also, note }) => h('div', {},
      h('dt', {}, name), h('dd', {}, value), also && h('dd', { class: 'demo__also' }, also),
      note && h('dd', { class: 'demo__note' }, note))));
}

// Results, and a sentence on what is worth noticing.
export function results(entries, remark) {
  return h('div', { class: 'demo__results' }, entries, h('p', { class: 'demo__remark' }, remark));
}

// A sentence with its `{places}` filled: text if all is text, otherwise a list of nodes.
export function fill(sentence, values) {
  const found = sentence.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? (values[part] ?? '') : part));
  return found.some(part => typeof part === 'object') ? found.flat() : found.join('');
}
