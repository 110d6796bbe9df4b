// The self-test: one question at a time out of those on the page, with the progress kept.
// render/self_test.py has written all controls and all words; they are shown here.

import { Progress } from './progress.js';
import { Round } from './round.js';
import { FromNewer, drawn, inOrder, isDue, isKnown, read, written } from './schedule.js';

export function start(place, signal) {
  new SelfTest(place, signal).begin();
}

// A question on the page: its heading and all that follows up to the next heading.
class Question {
  constructor(asked) {
    const { question, level, kind, topics } = asked.dataset;
    Object.assign(this, { id: question, level, kind, topics: topics.split(' '), asked });
    this.heading = asked.previousElementSibling;
    this.parts = [this.heading];
    for (let part = asked; part && !part.matches('h2, h3, .page-end'); part = part.nextElementSibling)
      this.parts.push(part);
    this.answer = this.parts.find(part => part.matches('details'));
    this.state = asked.appendChild(document.createElement('span'));
    this.state.className = 'asked__state';
  }

  show(shown) {
    for (const part of this.parts) part.classList.toggle('is-away', !shown);
  }
}

class SelfTest {
  constructor(place, signal) {
    Object.assign(this, { place, signal });
    this.questions = [...document.querySelectorAll('.asked[data-question]')].map(asked => new Question(asked));
    this.byId = new Map(this.questions.map(question => [question.id, question]));
    this.topics = [...document.querySelectorAll('h2')].filter(h2 => this.questions.some(q => before(h2, q)));
    this.bar = place.querySelector('.self-test__bar');
    this.summary = place.querySelector('.self-test__summary');
    this.dialog = place.querySelector('dialog');
    this.form = place.querySelector('form');
    this.file = place.querySelector('input[type=file]');
    this.run = null; // {ids, at, knew, again} while a test runs
    this.round = new Round(`${__md_scope.pathname}.self-test-round`);
    this.progress = new Progress(`${__md_scope.pathname}.self-test`, name => this.tell(name));
  }

  begin() {
    const { signal } = this;
    this.place.addEventListener('click', event => this.click(event), { signal });
    document.addEventListener('keydown', event => this.key(event), { signal });
    this.form.addEventListener('change', () => this.list(), { signal });
    this.form.addEventListener('submit', event => event.preventDefault(), { signal });
    this.file.addEventListener('change', () => this.load(), { signal });
    addEventListener('storage', () => { this.progress.take(); this.list(); }, { signal });
    addEventListener('hashchange', () => this.uncover(), { signal });
    signal.addEventListener('abort', () => document.body.classList.remove('is-tested'));
    this.place.hidden = false;
    this.list();
    this.resume();
    this.uncover();
  }

  // --- Words --------------------------------------------------------------------------------

  say(name, values = {}) {
    const key = `say${name.replace(/(^|_)(\w)/g, (_, __, letter) => letter.toUpperCase())}`;
    return this.place.dataset[key].replace(/\{(\w+)\}/g, (_, value) => values[value]);
  }

  tell(name, values) {
    this.place.querySelector('.self-test__message').textContent = this.say(name, values);
  }

  // --- The list -----------------------------------------------------------------------------

  chosen() {
    const data = new FormData(this.form);
    const fits = (name, found) => data.getAll(name).length === 0 || data.getAll(name).some(value => found.includes(value));
    return this.questions.filter(q => fits('level', [q.level]) && fits('topic', q.topics) && fits('kind', [q.kind]));
  }

  // Show what the filters let through, and how far one has come.
  list() {
    const chosen = this.chosen();
    const now = Date.now();
    const due = chosen.filter(q => isDue(this.progress.cards[q.id], now));
    if (!this.run) for (const question of this.questions) question.show(chosen.includes(question));
    this.showTopics();
    const count = chosen.length === 1 ? this.say('one') : this.say(chosen.length ? 'many' : 'none', { n: chosen.length });
    this.place.querySelector('.self-test__count').textContent =
      due.length ? `${count} ${this.say('due', { n: due.length })}` : count;
    for (const [name, able] of [['start', chosen.length], ['random', chosen.length], ['due', due.length]])
      this.button(name).disabled = !able;
    this.tally(now);
  }

  // A topic's heading stands where one of its questions does.
  showTopics() {
    for (const h2 of this.topics) {
      const own = this.questions.filter(q => before(h2, q));
      h2.classList.toggle('is-away', this.run !== null || own.every(q => q.heading.classList.contains('is-away')));
    }
    document.body.classList.toggle('is-tested', this.run !== null);
    // What leads elsewhere must not end the test.
    for (const link of document.querySelectorAll('details .proof a')) link.target = this.run ? '_blank' : '';
  }

  tally(now) {
    const { cards } = this.progress;
    const seen = this.questions.filter(q => cards[q.id]);
    const known = seen.filter(q => isKnown(cards[q.id]));
    this.place.querySelector('.self-test__tally').textContent = this.say('tally', {
      knew: known.length, again: seen.length - known.length, fresh: this.questions.length - seen.length,
    });
    for (const { id, state } of this.questions) state.textContent = cards[id] ? ` · ${this.standing(cards[id], now)}` : '';
  }

  standing(card) {
    if (!isKnown(card)) return this.say('again_due');
    const date = new Intl.DateTimeFormat(this.place.lang, { month: 'long', day: 'numeric' }).format(card.due);
    return this.say('next_due', { date });
  }

  addressed() {
    try { return document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return null; }
  }

  // What an address leads to, a question or a topic, is shown, whatever the filters say.
  uncover() {
    const target = this.addressed();
    if (!target?.closest('.is-away')) return;
    this.stop();
    this.form.reset();
    this.list();
    target.scrollIntoView();
  }

  // --- A test -------------------------------------------------------------------------------

  test(ids) {
    if (!ids.length) return;
    this.run = { ids, at: 0, knew: [], again: [] };
    this.ask();
  }

  // The round that a reload broke off, unless the address leads elsewhere.
  resume() {
    this.run = this.round.read([...this.byId.keys()]);
    if (!this.run) return;
    const target = this.addressed();
    if (!target || this.current.parts.some(part => part.contains(target))) {
      this.ask();
      return;
    }
    this.run = null;
    this.round.clear();
  }

  // What the address names is hidden now; after a reload it would end the round.
  forgetPlace() {
    if (!location.hash) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    dispatchEvent(new Event('addresschange'));
  }

  get current() {
    return this.run && this.byId.get(this.run.ids[this.run.at]);
  }

  ask() {
    const { current, run } = this;
    this.round.write(run);
    this.forgetPlace();
    this.summary.hidden = true;
    for (const question of this.questions) question.show(question === current);
    this.showTopics();
    current.answer.open = false; // opened in the list before
    this.bar.hidden = false;
    this.offer(false);
    this.bar.querySelector('.self-test__position').textContent = this.say('position', { i: run.at + 1, n: run.ids.length });
    focus(current.heading);
  }

  // Before the answer is shown one can show it, after that say whether one knew it.
  offer(answered) {
    this.button('reveal').hidden = answered;
    this.button('again').hidden = this.button('knew').hidden = !answered;
  }

  reveal() {
    this.current.answer.open = true;
    this.offer(true);
    focus(this.current.answer.querySelector('summary'), this.current.heading);
  }

  grade(knew) {
    const { id, answer } = this.current;
    answer.open = false;
    this.run[knew ? 'knew' : 'again'].push(id);
    this.progress.grade(id, knew);
    this.run.at += 1;
    this.tally();
    if (this.run.at < this.run.ids.length) this.ask();
    else this.finish();
  }

  finish() {
    const { knew, again } = this.run;
    this.stop();
    this.summary.hidden = false;
    this.summary.querySelector('p').textContent = this.say('done', { knew: knew.length, again: again.length });
    this.summary.querySelector('ul').replaceChildren(...again.map(id => this.entry(this.byId.get(id))));
    this.button('weak').hidden = again.length === 0;
    this.again = again;
    focus(this.summary);
  }

  entry({ id, heading }) {
    const link = document.createElement('a');
    link.href = `#${id}`;
    link.textContent = heading.firstChild.textContent;
    const item = document.createElement('li');
    item.append(link);
    return item;
  }

  stop() {
    if (!this.run) return;
    const { current } = this;
    this.run = null;
    this.round.clear();
    this.bar.hidden = true;
    this.list();
    if (current) current.heading.scrollIntoView();
  }

  // --- Files --------------------------------------------------------------------------------

  save() {
    const { cards } = this.progress;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([written(cards, 1)], { type: 'application/json' }));
    link.download = `residual-self-test-${new Date().toISOString().slice(0, 10)}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
    this.tell('exported', { n: Object.keys(cards).length });
  }

  async load() {
    const [file] = this.file.files;
    if (!file) return;
    try {
      const cards = read(await file.text());
      this.tell('imported', { n: Object.keys(cards).length });
      this.progress.add(cards);
      this.list();
    } catch (error) {
      this.tell(error instanceof FromNewer ? 'from_newer' : 'not_ours');
    }
    this.file.value = '';
  }

  // --- What the reader does -----------------------------------------------------------------

  button(name) {
    return this.place.querySelector(`[data-do=${name}]`);
  }

  click(event) {
    const button = event.target.closest('button[data-do]');
    const act = button && this.actions[button.dataset.do];
    if (act) act();
  }

  actions = {
    start: () => this.test(inOrder(this.chosen().map(q => q.id), this.progress.cards, Date.now())),
    random: () => this.test(drawn(this.chosen().map(q => q.id), Number(this.place.dataset.random))),
    due: () => this.test(this.chosen().map(q => q.id).filter(id => isDue(this.progress.cards[id], Date.now()))),
    weak: () => this.test(this.again),
    close: () => { this.summary.hidden = true; focus(this.place.querySelector('h2')); },
    reveal: () => this.reveal(),
    again: () => this.grade(false),
    knew: () => this.grade(true),
    stop: () => this.stop(),
    export: () => this.save(),
    load: () => this.file.click(),
    clear: () => this.dialog.showModal(),
    cancel: () => this.dialog.close(),
    really: () => {
      this.dialog.close();
      this.progress.clear();
      this.list();
      this.tell('cleared');
    },
  };

  key(event) {
    if (!this.run || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest('input:not([type=checkbox]), textarea, select, dialog[open]')) return;
    const answered = this.button('reveal').hidden;
    const names = answered ? { 1: 'again', 2: 'knew' } : { ' ': 'reveal' };
    const name = event.key === 'Escape' ? 'stop' : names[event.key];
    // Space presses a focused button, opens a focused fold or follows nothing: leave that alone.
    if (!name || (event.key === ' ' && event.target.closest('button, a, summary'))) return;
    event.preventDefault();
    event.stopPropagation();
    this.actions[name]();
  }
}

const before = (h2, question) => {
  for (let part = question.heading.previousElementSibling; part; part = part.previousElementSibling)
    if (part.matches('h2')) return part === h2;
  return false;
};

function focus(element, scrollTo = element) {
  if (!element.matches('a, button, summary')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  scrollTo.scrollIntoView({ block: 'start' });
}
