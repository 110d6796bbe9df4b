// How to write a demo
//
// 1. NAME.model.js: its mathematics, pure functions of numbers. No DOM, no words. A snippet
//    snippets/demo_NAME.py computes the same cases; add them to CASES in tests/demos.py.
// 2. NAME.js: `export default define({ name, prefix, params, presets, labels, view, say })`
//      name     the address of its own page, demos/NAME; its element is <NAME-demo>
//      prefix   two letters, before its parameters in the address: #gm.n=20&gm.a=-0.5
//      params   what a reader can set (params.js): { n: number({…}), order: choice([…]) }
//      presets  { key: { n: 50, a: -0.5 } }; buttons with data-preset="key" set them (parts.js)
//      labels   { zh: {…}, en: {…} }, written as `const LABELS = {…};` so that verification reads them.
//               Needs `title` and one entry for each parameter. No digits: fill places, `{count}`.
//      nameOf   optional: (parameter, words) -> its name, where labels have no entry of that name
//      choices  optional: (parameter, words) -> { value: its name }, for parameters that are choices
//      valueOf  optional: (parameter, state) -> what holds where it is not set (params.js, optional)
//      view     (state, words, context) -> the whole picture as a tree (tree.js). Pure: it is drawn in
//               Node for the still of the built page, and in the browser again and again.
//               A number that is computed stands in num(text, claim) and names its value in a snippet;
//               ticks of an axis stand in h('g', { class: 'demo__axis' }).
//      say      (state, words) -> the sentence that a screen reader hears once values have settled
//      text     optional: (state) -> what a button with data-act="text" copies
//      play     optional: (state, seconds) -> state, the next moment of a motion, or null at its end;
//               the first moment has no length. A button with data-play starts and stops it
//               (parts.js, player); `context.playing` says whether it runs. Reduced motion never
//               starts it.
//      moves    the parameter that play changes: set by hand, it stops the motion
//    The framework reads from the tree's attributes what moves it, and listens on the element alone:
//      <input type=range|text name=PARAM>, <input data-param=PARAM type=radio|checkbox>,
//      [data-preset], [data-handle] (draw.js, handle), [data-set="PARAM=value"],
//      [data-step=PARAM][data-by=±1], [data-play]. The arrow keys step a text field.
// 3. Its page docs/*/demos/NAME.md with <NAME-demo standalone></NAME-demo>, and <NAME-demo></NAME-demo>
//    on the page that it belongs to. Add it to DEMOS in render/demos.py.
//
// Classes are written out (`f-branch`, not `f-${role}`) unless they stand in some still: the build drops
// rules whose names it finds nowhere.
//
// The address is written, and the sentence said, once values have rested for a moment.

import { initial, mentions, readAddress, writeAddress } from './params.js';
import { fill } from './parts.js';
import { h, patch } from './tree.js';

export const LABELS = {
  zh: {
    reset: '还原',
    link: '复制链接',
    embed: '复制嵌入代码',
    page: '单独打开',
    copied: '已复制。',
    notCopied: '浏览器不让复制，请从地址栏复制。',
    play: '播放',
    pause: '暂停',
    earlier: '上一步',
    later: '下一步',
    range: '{name}超出范围，已改为 {value}。',
    rounded: '{name}只取到这一位，已改为 {value}。',
    unknown: '{name}没有这一项，仍为{value}。',
    more: '还有 {count} 处也改了。',
    unreadable: '{name}不是能用的数，仍为 {value}。',
    wasReset: '已还原。',
  },
  en: {
    reset: 'Reset',
    link: 'Copy link',
    embed: 'Copy embed code',
    page: 'Open alone',
    copied: 'Copied.',
    notCopied: 'The browser does not allow it: copy the address from its bar.',
    play: 'Play',
    pause: 'Pause',
    earlier: 'Previous',
    later: 'Next',
    range: '{name} was out of range: now {value}.',
    rounded: '{name} has no finer steps: now {value}.',
    unknown: '{name} has no such choice: still {value}.',
    more: 'Corrected as well: {count} more.',
    unreadable: '{name} was no usable number: still {value}.',
    wasReset: 'Reset.',
  },
};

const REST = 400; // ms without a change after which the address is written and the result said
const NAMED = 4; // corrections that are spelled out
const EMBED_HEIGHT = 820; // px
const NARROW = '(max-width: 44em)'; // as in demos.css

// The whole content of a demo's element. `context`: lang, scope (its prefix here), page (address of
// its own page), standalone, playing, notice (what had to be corrected),
// said, seen (which drawing the window shows; both if undefined).
export function body(demo, state, context) {
  const words = demo.labels[context.lang];
  const common = LABELS[context.lang];
  return h(`${demo.name}-demo`, {},
    demo.view(state, words, { ...context, common }),
    h('p', { class: 'demo__notice', role: 'status' }, context.notice),
    h('p', { class: 'demo__said', 'aria-live': 'polite' }, context.said),
    h('div', { class: 'demo__bar' },
      h('button', { type: 'button', class: 'demo__button', 'data-act': 'reset' }, common.reset),
      h('button', { type: 'button', class: 'demo__button', 'data-act': 'link' }, common.link),
      context.standalone
        ? h('button', { type: 'button', class: 'demo__button', 'data-act': 'embed' }, common.embed)
        : h('a', { class: 'demo__button', href: context.page + (context.hash ?? '') }, common.page)),
    context.standalone && h('code', { class: 'demo__embed' }, embedCode(words.title, context.page + (context.hash ?? ''))),
  ).children;
}

function embedCode(title, address) {
  return `<iframe src="${address.replaceAll('"', '%22')}" title="${title}" width="100%" height="${EMBED_HEIGHT}" loading="lazy"></iframe>`;
}

export function still(demo, context) {
  return body(demo, initial(demo.params), { scope: demo.prefix, playing: false, notice: '', said: '', ...context });
}

export function define(demo) {
  const name = `${demo.name}-demo`;
  // In Node there are no elements; a module that is loaded twice defines one.
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, elementOf(demo));
  return demo;
}

// --- the element ----------------------------------------------------------------------------------

const taken = new Set(); // prefixes in use: a second demo of a kind gets gm2

function freePrefix(prefix) {
  let free = prefix;
  for (let count = 2; taken.has(free); count++) free = prefix + count;
  taken.add(free);
  return free;
}

const elementOf = demo => class extends HTMLElement {
  static params = demo.params;

  state = initial(demo.params);
  notice = '';
  said = '';
  playing = false;

  connectedCallback() {
    this.lang_ = (this.closest('[lang]')?.lang ?? '').startsWith('zh') ? 'zh' : 'en';
    this.scope = freePrefix(demo.prefix);
    this.path = location.pathname;
    this.gone = new AbortController();
    const { signal } = this.gone;
    for (const type of ['input', 'change', 'click', 'keydown', 'pointerdown', 'focusout'])
      this.addEventListener(type, event => this[`on_${type}`](event), { signal });
    addEventListener('hashchange', ({ newURL }) => this.readAddress(new URL(newURL).hash), { signal });
    this.narrow = matchMedia(NARROW);
    this.narrow.addEventListener('change', () => this.render(), { signal });
    // Paper may be of another width than the window.
    addEventListener('beforeprint', () => this.render({ seen: undefined }), { signal });
    this.readAddress();
    if (this.childElementCount) this.render();
    else this.fetchStill();
  }

  disconnectedCallback() {
    this.gone.abort();
    taken.delete(this.scope);
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.frame = this.timer = undefined;
    this.playing = false;
  }

  // Put on a page by a script: formulas are set by the build, so its own page has what is needed.
  async fetchStill() {
    const page = new URL(`../../${this.lang_ === 'zh' ? '' : 'en/'}demos/${demo.name}/`, import.meta.url);
    const answer = await fetch(page, { signal: this.gone.signal }).catch(() => null);
    if (!answer?.ok || !this.isConnected) return;
    const text = await answer.text();
    const found = new DOMParser().parseFromString(text, 'text/html').querySelector(this.localName);
    if (!found || this.childElementCount) return;
    this.dataset.page = page.href;
    this.replaceChildren(...found.childNodes);
    this.render();
  }

  // --- state --------------------------------------------------------------------------------------

  // The hash as it came: by now a demo may have written another.
  readAddress(hash = location.hash) {
    if (!mentions(hash, this.scope)) return;
    const { state, notes } = readAddress(hash, this.scope, demo.params);
    this.set(state, notes);
  }

  set(changes, notes = []) {
    Object.assign(this.state, changes);
    this.notice = this.corrections(notes);
    this.began = location.hash;
    this.soon();
    this.rest();
  }

  // What had to be changed: the first few by name.
  corrections(notes) {
    const named = notes.slice(0, NAMED).map(note => this.correction(note));
    if (notes.length > NAMED) named.push(fill(LABELS[this.lang_].more, { count: notes.length - NAMED }));
    return named.join(' ');
  }

  correction({ name, note, value }) {
    const words = demo.labels[this.lang_];
    const chosen = note === 'unknown' && demo.choices?.(name, words)?.[value];
    const shown = chosen || String(value ?? this.valueOf(name)).replace('-', '−');
    return fill(LABELS[this.lang_][note], { name: demo.nameOf ? demo.nameOf(name, words) : words[name], value: shown });
  }

  valueOf(name) {
    return this.state[name] ?? demo.valueOf(name, this.state);
  }

  // Take `text` for the parameter `name` as it was typed or chosen.
  take(name, text) {
    const param = demo.params[name];
    if (!param) return;
    if (name === demo.moves) this.play(false);
    const { value, note } = param.read(text, this.state[name]);
    this.set({ [name]: value }, note ? [{ name, note, value }] : []);
  }

  soon() {
    this.frame ??= requestAnimationFrame(time => {
      this.frame = undefined;
      if (this.playing) this.advance(time);
      this.render();
    });
  }

  render(context = {}) {
    if (!this.childElementCount) return;
    patch(this, body(demo, this.state, { ...this.context(), ...context }));
  }

  context() {
    const { lang_: lang, scope, notice, said, playing, address: hash } = this;
    const standalone = this.hasAttribute('standalone');
    const page = standalone ? location.origin + location.pathname : (this.dataset.page ?? '');
    const seen = this.narrow.matches ? 'tall' : 'wide';
    return { lang, scope, notice, said, playing, hash, standalone, page, seen };
  }

  // Once nothing has changed for a moment: the address, and what is said.
  rest() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.said = [demo.say(this.state, demo.labels[this.lang_])].flat().join('');
      this.writeAddress(this.began);
      this.soon();
    }, REST);
  }

  // `began`: where the reader was when he began what has come to rest.
  writeAddress(began = location.hash) {
    // What its own page is called with: the plain prefix, whatever it is here.
    this.address = writeAddress('', demo.prefix, demo.params, this.state);
    // A reader who follows a link has the next address already, before he has the page.
    if (location.pathname !== this.path) return;
    // A reader who has gone to a place on the page in the meantime stays there.
    const { hash: here } = location;
    if (here && here !== began && ![...taken].some(prefix => mentions(here, prefix))) return;
    const others = [...taken].filter(prefix => prefix !== this.scope);
    const hash = writeAddress(location.hash, this.scope, demo.params, this.state, others);
    const plainHash = !mentions(location.hash, this.scope);
    if (!hash && plainHash) return; // as it came, and perhaps at some place on the page
    history.replaceState(history.state, '', location.pathname + location.search + hash);
    dispatchEvent(new Event('addresschange')); // the language switch takes the state along
  }

  // --- motion -------------------------------------------------------------------------------------

  play(on) {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.playing = on && !still && Boolean(demo.play);
    this.before = undefined;
    this.began = location.hash;
    this.soon();
    if (!this.playing) this.rest();
  }

  advance(time) {
    const seconds = Math.min(0.1, (time - (this.before ?? time)) / 1000);
    this.before = time;
    const next = demo.play(this.state, seconds);
    if (next) Object.assign(this.state, next);
    else this.playing = false;
    if (this.playing) this.soon();
    else this.rest();
  }

  // --- what the reader does -----------------------------------------------------------------------

  on_input({ target }) {
    if (target.type === 'range') this.take(target.name, target.value);
    else if (target.type === 'text') target.dataset.typing = 'yes';
  }

  on_change({ target }) {
    if (target.dataset.param) this.take(target.dataset.param, target.type === 'checkbox' ? String(Number(target.checked)) : target.value);
    else if (target.type === 'text') {
      delete target.dataset.typing;
      this.take(target.name, target.value);
    }
  }

  on_focusout({ target }) {
    if (!target.dataset?.typing) return;
    delete target.dataset.typing;
    this.soon();
  }

  on_click({ target }) {
    const button = target.closest('[data-act], [data-preset], [data-set], [data-step], [data-play]');
    if (!button) return;
    const { act, preset, set, step, by, play } = button.dataset;
    if (preset && Object.hasOwn(demo.presets, preset)) this.set(demo.presets[preset]);
    if (set) this.take(...set.split('='));
    if (step) this.step(step, Number(by));
    if (play !== undefined) this.play(!this.playing);
    if (act) this[act]();
  }

  // Move a parameter by a number of its steps, as far as it goes.
  step(name, by) {
    const { step, min, max } = demo.params[name];
    const wanted = Number((this.state[name] + by * step).toFixed(6));
    this.take(name, String(Math.min(max, Math.max(min, wanted))));
  }

  reset() {
    this.play(false);
    this.set(initial(demo.params));
    this.notice = LABELS[this.lang_].wasReset;
  }

  link() {
    this.writeAddress();
    this.copy(new URL(this.context().page + this.address, location).href);
  }

  embed() {
    this.writeAddress();
    this.copy(embedCode(demo.labels[this.lang_].title, this.context().page + this.address));
  }

  text() {
    this.copy(demo.text(this.state));
  }

  async copy(text) {
    const words = LABELS[this.lang_];
    const done = navigator.clipboard?.writeText(text).then(() => true, () => false);
    this.notice = (await done) ? words.copied : words.notCopied;
    if (this.isConnected) this.soon();
  }

  on_keydown(event) {
    const { target, key, shiftKey } = event;
    // A part of a drawing that answers as a button does.
    if ((key === 'Enter' || key === ' ') && target.matches('svg [data-set]')) {
      event.preventDefault();
      target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      return;
    }
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[key];
    if (target.type === 'text' && steps && demo.params[target.name]?.step) {
      event.preventDefault();
      delete target.dataset.typing;
      this.step(target.name, steps);
    }
    if (target.type === 'text' && key === 'Escape') {
      delete target.dataset.typing;
      this.soon();
    }
    const name = target.dataset?.handle;
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    const { step, min, max } = demo.params[name];
    const low = Number(target.dataset.low);
    const high = Number(target.dataset.high);
    const by = shiftKey ? 10 * step : step;
    const now = Number(target.getAttribute('aria-valuenow'));
    const shift = this.valueOf(name) - now; // a handle may show the parameter moved by a constant
    const wanted = {
      ArrowRight: now + by, ArrowUp: now + by, ArrowLeft: now - by, ArrowDown: now - by,
      PageUp: now + 10 * step, PageDown: now - 10 * step, Home: low, End: high,
    }[key];
    if (wanted === undefined) return;
    event.preventDefault();
    this.take(name, String(Math.min(max, Math.max(min, wanted + shift))));
  }

  on_pointerdown(event) {
    const { target, pointerId, button } = event;
    if (target.type === 'range') this.heldBack(target);
    if (!target.dataset?.handle || button !== 0) return;
    event.preventDefault();
    target.focus({ preventScroll: true });
    target.setPointerCapture?.(pointerId);
    const ended = new AbortController();
    const signal = AbortSignal.any ? AbortSignal.any([ended.signal, this.gone.signal]) : ended.signal;
    const drag = this.dragged(target, event);
    target.addEventListener('pointermove', move => drag(move), { signal });
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'])
      target.addEventListener(type, () => ended.abort(), { signal });
  }

  // A finger that scrolls the page moves the slider it sets out from before the browser can tell: when
  // it does (and cancels the pointer), the slider goes back.
  heldBack(slider) {
    const before = this.valueOf(slider.name);
    const ended = new AbortController();
    const { signal } = ended;
    slider.addEventListener('pointercancel', () => this.set({ [slider.name]: before }), { signal });
    for (const type of ['pointerup', 'pointercancel']) slider.addEventListener(type, () => ended.abort(), { signal });
  }

  // Moves the handle's parameter with the pointer, from where it was taken hold of.
  dragged(target, start) {
    const name = target.dataset.handle;
    const before = this.valueOf(name);
    const along = this.axisOf(target); // as it is now: the drawing may change its scale under way
    const origin = along(start);
    const { step } = demo.params[name];
    return event => {
      const value = before + along(event) - origin;
      this.take(name, String(Number((Math.round(value / step) * step).toFixed(6))));
      this.notice = '';
    };
  }

  // Where the pointer is on the handle's axis, as a value of its parameter.
  axisOf(target) {
    const { axis, from, to, low, high } = { ...target.dataset };
    return ({ clientX, clientY }) => {
      const matrix = target.getScreenCTM().inverse();
      const point = new DOMPoint(clientX, clientY).matrixTransform(matrix);
      return Number(low) + ((point[axis] - from) / (to - from)) * (high - low);
    };
  }
};
