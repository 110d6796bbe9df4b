// The page as slides, in place: whatever is not on the slide in hand is hidden, so that demos, marks
// and folds are the page's own. On paper it is the page again (slides.css is for screens alone).
// Loaded when the reader asks for it, by the link beneath the answer or by an address with ?slides;
// the hash says which slide.

import { split } from './split.js';

const WORDS = {
  zh: {
    where: '第 {n} 张，共 {count} 张：{title}', kind: '幻灯片', bar: '放映',
    back: '上一张', on: '下一张', full: '全屏', close: '退出',
  },
  en: {
    where: '{n} of {count}: {title}', kind: 'slide', bar: 'Slides',
    back: 'Previous slide', on: 'Next slide', full: 'Full screen', close: 'Close',
  },
};
const NO_BLOCK = 'script, style, template, nav, .reading, .self-test, .back, .twin, [hidden]';
const JOINS = '.caption, .output, .proof, .also';
const INVITES = /[:：]\s*$/; // a paragraph that ends so belongs to what follows
const SCALES = [1, 0.9, 0.8, 0.7]; // how far a slide may shrink before it scrolls
const NARROW = '(max-width: 44em)';
const SWIPE = 60; // px
const TYPING = 'input, textarea, select';
const PRESSED = `${TYPING}, button, summary, a, label`; // what the space bar presses or types
const LASTING = '[id]:not([id^="__"])'; // ids that Markdown counts up are others tomorrow
const SCROLLS = '[tabindex="0"]';

export async function start(link, signal) {
  const root = document.documentElement;
  if (root.classList.contains('slides')) return;
  await Promise.all([sheet(), document.fonts.ready]);
  if (!signal.aborted) new Slides(link, signal).open();
}

// The style sheet, once.
let loading = null;
function sheet() {
  loading ??= new Promise((done, failed) => {
    const href = new URL('slides.css', import.meta.url).href;
    const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    style.onload = done;
    style.onerror = () => { loading = null; style.remove(); failed(new Error('no style sheet for slides')); };
    document.body.append(style); // after the page's own
  });
  return loading;
}

class Slides {
  constructor(link, signal) {
    this.link = link;
    this.stage = link.closest('.chain, .sheet');
    this.words = WORDS[document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'];
    this.gone = new AbortController();
    signal.addEventListener('abort', () => this.away(), { signal: this.gone.signal });
    this.blocks = blocksOf(this.stage);
    this.at = 0;
  }

  open() {
    const { signal } = this.gone;
    const target = this.target();
    if (!asked()) history.pushState(history.state, '', address(true, location.hash));
    document.documentElement.classList.add('slides', 'whole'); // every height is needed: see places.js
    this.stage.classList.add('slides__stage');
    this.stage.tabIndex = -1;
    this.stage.setAttribute('role', 'group');
    this.stage.setAttribute('aria-roledescription', this.words.kind);
    document.body.append(this.bar = this.makeBar());
    this.divide(target ?? this.blocks[0]);
    addEventListener('resize', () => asked() && this.divide(this.shown()[0]), { signal });
    for (const type of ['hashchange', 'addresschange']) addEventListener(type, () => this.follow(), { signal });
    document.addEventListener('keydown', event => this.key(event), { signal });
    let from = null;
    this.stage.addEventListener('touchstart', event => { from = swipeable(event); }, { signal, passive: true });
    this.stage.addEventListener('touchend', event => this.swipe(from, event), { signal, passive: true });
  }

  // Leave: the page stands where the slide was.
  close() {
    const [first] = this.shown();
    history.replaceState(history.state, '', address(false, location.hash));
    this.away();
    first.scrollIntoView();
    this.link.focus({ preventScroll: true });
  }

  away() {
    if (document.fullscreenElement) document.exitFullscreen();
    this.gone.abort();
    this.bar.remove();
    for (const block of this.blocks) block.classList.remove('slides__on');
    for (const name of ['tabindex', 'role', 'aria-roledescription', 'aria-label']) this.stage.removeAttribute(name);
    this.stage.classList.remove('slides__stage');
    document.documentElement.classList.remove('slides');
  }

  // --- Which slide --------------------------------------------------------------------------

  // Divide the page anew, with all blocks in sight, and show the slide that has `block`.
  divide(block) {
    for (const each of this.blocks) each.classList.add('slides__on');
    this.scale(1);
    const style = getComputedStyle(this.stage);
    const room = this.stage.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    this.slides = split(this.blocks.map(measure), room);
    this.show(this.slideOf(block));
  }

  show(n) {
    this.at = Math.max(0, Math.min(n, this.slides.length - 1));
    const shown = new Set(this.shown());
    for (const block of this.blocks) block.classList.toggle('slides__on', shown.has(block));
    this.stage.scrollTop = 0;
    this.fit();
    this.say();
    const target = this.target(); // a demo's state, or a place within the slide, is kept
    if (!target || this.slideOf(target) !== this.at) history.replaceState(history.state, '', address(true, this.hash()));
    this.stage.focus({ preventScroll: true });
  }

  shown() {
    const { heads, blocks } = this.slides[this.at];
    return [...heads, ...blocks].map(index => this.blocks[index]);
  }

  slideOf(element) {
    const has = indices => indices.some(index => this.blocks[index].contains(element));
    const found = this.slides.findIndex(({ blocks, heads }) => has(blocks) || has(heads));
    return Math.max(found, 0);
  }

  // What the address names: an id, or a demo by its state. What cannot be decoded names nothing.
  target() {
    let hash = '';
    try { hash = decodeURIComponent(location.hash.slice(1)); } catch { /* as said */ }
    if (!hash) return undefined;
    const demos = [...this.stage.querySelectorAll('[data-demo]')];
    return document.getElementById(hash) ?? demos.find(demo => hash.startsWith(`${demo.dataset.demo}.`));
  }

  // An id that leads to the slide in hand and to no other.
  hash() {
    const { heads, blocks } = this.slides[this.at];
    const head = heads.find(index => this.slides.findIndex(slide => slide.heads.includes(index)) === this.at);
    if (head !== undefined) return `#${this.blocks[head].id}`;
    const ids = blocks.map(index => this.blocks[index]).map(block => block.id || block.querySelector(LASTING)?.id);
    const id = ids.find(Boolean) ?? this.blocks[heads.at(-1)]?.id;
    return id ? `#${id}` : '';
  }

  // The address has changed: out of the slides, or to another one.
  follow() {
    if (!asked()) return this.away();
    const target = this.target();
    if (target && this.slideOf(target) !== this.at) this.show(this.slideOf(target));
  }

  // --- How it looks and what is said ------------------------------------------------------------

  scale(scale) {
    document.documentElement.style.setProperty('--slides-scale', scale);
  }

  fit() {
    for (const scale of matchMedia(NARROW).matches ? [1] : SCALES) {
      this.scale(scale);
      if (this.stage.scrollHeight <= this.stage.clientHeight) return;
    }
  }

  say() {
    const title = this.title();
    const values = { n: this.at + 1, count: this.slides.length, title };
    this.stage.setAttribute('aria-label', this.words.where.replace(/\{(\w+)\}/g, (_, name) => values[name]));
    this.bar.querySelector('.slides__where').textContent = title;
    this.bar.querySelector('.slides__count').textContent = `${values.n} / ${values.count}`;
    this.bar.style.setProperty('--done', values.n / values.count);
    this.bar.querySelector('[data-do=back]').disabled = this.at === 0;
    this.bar.querySelector('[data-do=on]').disabled = this.at === this.slides.length - 1;
  }

  // The page's title and the section's.
  title() {
    const first = Math.min(...this.slides[this.at].heads, ...this.slides[this.at].blocks);
    const chapter = this.blocks.slice(0, first + 1).filter(block => block.matches('h2')).at(-1);
    return [this.blocks.find(block => block.matches('h1')), chapter].filter(Boolean).map(text).join(' · ');
  }

  makeBar() {
    const bar = Object.assign(document.createElement('div'), { className: 'slides__bar' });
    bar.setAttribute('role', 'toolbar');
    bar.setAttribute('aria-label', this.words.bar);
    const where = Object.assign(document.createElement('span'), { className: 'slides__where' });
    const count = Object.assign(document.createElement('span'), { className: 'slides__count' });
    const full = document.fullscreenEnabled ? [this.button('full', '')] : [];
    bar.append(where, this.button('back', '←'), count, this.button('on', '→'), ...full, this.button('close', '×'));
    return bar;
  }

  button(what, sign) {
    const label = this.words[what];
    const button = Object.assign(document.createElement('button'), { type: 'button', textContent: sign, title: label });
    button.setAttribute('aria-label', label);
    button.dataset.do = what;
    button.onclick = () => this.do(what);
    return button;
  }

  do(what) {
    if (what === 'back') this.show(this.at - 1);
    else if (what === 'on') this.show(this.at + 1);
    else if (what === 'close') this.close();
    else if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  }

  // --- Keys and fingers -----------------------------------------------------------------------

  key(event) {
    const { key, target, shiftKey } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Escape') {
      if (target.matches?.(TYPING)) target.blur();
      else if (!document.querySelector('.pop:not([hidden])')) this.close();
      return;
    }
    const turn = this.turnOf(key, shiftKey, target);
    if (turn === undefined) return;
    event.preventDefault();
    turn();
  }

  // What a key does here. In a field, a slider or a box that scrolls, arrows are the field's.
  turnOf(key, shiftKey, target) {
    if (key === 'PageDown') return () => this.step(1);
    if (key === 'PageUp') return () => this.step(-1);
    if (target.closest?.(key === ' ' ? PRESSED : `${TYPING}, ${SCROLLS}`)) return undefined;
    return {
      ArrowRight: () => this.show(this.at + 1),
      ArrowLeft: () => this.show(this.at - 1),
      ArrowDown: () => this.step(1),
      ArrowUp: () => this.step(-1),
      ' ': () => this.step(shiftKey ? -1 : 1),
      Home: () => this.show(0),
      End: () => this.show(this.slides.length - 1),
    }[key];
  }

  // Through a slide that is longer than the window, then on.
  step(direction) {
    const { scrollTop, scrollHeight, clientHeight } = this.stage;
    const left = direction > 0 ? scrollHeight - clientHeight - scrollTop : scrollTop;
    if (left > 1) this.stage.scrollTop += direction * 0.85 * clientHeight;
    else this.show(this.at + direction);
  }

  swipe(from, event) {
    if (!from || event.touches.length) return;
    const { clientX, clientY } = event.changedTouches[0];
    const [x, y] = [clientX - from.clientX, clientY - from.clientY];
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) this.show(this.at - Math.sign(x));
  }
}

// Where a swipe begins: not on what a finger moves itself.
function swipeable({ touches, target }) {
  const moves = target.closest(`${TYPING}, ${SCROLLS}, [data-handle]`);
  return touches.length === 1 && !moves ? touches[0] : null;
}

// The blocks of the page in order; those of a section that is drawn as failing stand in a box.
function blocksOf(stage) {
  return [...stage.children].flatMap(child => {
    if (child.matches(NO_BLOCK)) return [];
    return child.matches('.limits') ? blocksOf(child) : [child];
  });
}

function measure(block, index, blocks) {
  const { top, bottom } = block.getBoundingClientRect();
  const before = blocks[index - 1];
  const joins = block.matches(JOINS) || (before?.matches('p') && INVITES.test(before.textContent));
  const kind = block.matches('h1, h2, h3, h4') ? 'heading' : block.matches('figure') ? 'own' : 'text';
  return { kind, joins: Boolean(joins) && kind !== 'own', top, bottom };
}

const text = heading => heading.firstChild.textContent.trim();

const asked = () => new URLSearchParams(location.search).has('slides');

function address(shown, hash) {
  const query = new URLSearchParams(location.search);
  query.delete('slides');
  const rest = query.toString();
  const parts = [shown && 'slides', rest].filter(Boolean).join('&');
  return location.pathname + (parts && `?${parts}`) + hash;
}
