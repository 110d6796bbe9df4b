// When a question is asked again, and how progress is written to a file and read from one.
// No DOM and no storage here: everything comes in and goes out as values.
//
// Progress is {id: {box, due, seen}}: the box counts how often in a row an answer was known, `due`
// and `seen` are times in milliseconds.

export const FORMAT = 'residual-connections/self-test';
export const VERSION = 1;
export const DAYS = [0, 1, 3, 7, 16, 35]; // until a question in each box is due
const DAY = 24 * 60 * 60 * 1000;
const ID = /^[a-z][a-z0-9-]{0,99}$/;

export class NotOurs extends Error {}
export class FromNewer extends Error {}

export function graded(card, knew, now) {
  const box = knew ? Math.min((card?.box ?? 0) + 1, DAYS.length - 1) : 0;
  return { box, due: now + DAYS[box] * DAY, seen: now };
}

export const isDue = (card, now) => card !== undefined && card.due <= now;
export const isKnown = card => card !== undefined && card.box > 0;

// Due ones first, then new ones, then the rest, each as they stand on the page.
export function inOrder(ids, cards, now) {
  const rank = id => (isDue(cards[id], now) ? 0 : cards[id] ? 2 : 1);
  return [...ids].sort((a, b) => rank(a) - rank(b));
}

export function drawn(ids, count, random = Math.random) {
  const rest = [...ids];
  for (let i = rest.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [rest[i], rest[j]] = [rest[j], rest[i]];
  }
  return rest.slice(0, count);
}

export function merged(one, other) {
  const all = { ...one };
  for (const [id, card] of Object.entries(other))
    if (!all[id] || all[id].seen < card.seen) all[id] = card;
  return all;
}

export const written = (cards, space) => JSON.stringify({ format: FORMAT, version: VERSION, cards }, null, space);

// The progress in a text; NotOurs or FromNewer if it cannot be read.
export function read(text) {
  let data;
  try { data = JSON.parse(text); } catch { throw new NotOurs('not JSON'); }
  if (!isPlain(data) || data.format !== FORMAT) throw new NotOurs('another format');
  if (Number.isInteger(data.version) && data.version > VERSION) throw new FromNewer('a newer version');
  if (data.version !== VERSION || !isPlain(data.cards)) throw new NotOurs('no version of ours');
  const cards = {};
  for (const [id, card] of Object.entries(data.cards)) {
    if (!ID.test(id) || !isCard(card)) throw new NotOurs(`not a record: ${id}`);
    cards[id] = { box: card.box, due: card.due, seen: card.seen };
  }
  return cards;
}

// A round that was begun, {ids, at, knew, again}, or nothing if it cannot be gone on with: it is over,
// or asks what is not among the ids that are `known`.
export function resumed(text, known) {
  let round;
  try { round = JSON.parse(text); } catch { return null; }
  if (!isPlain(round)) return null;
  const { ids, at, knew, again } = round;
  const ours = [ids, knew, again].every(list => Array.isArray(list) && list.every(id => known.includes(id)));
  return ours && Number.isInteger(at) && at >= 0 && at < ids.length ? { ids, at, knew, again } : null;
}

const isPlain = value => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTime = value => Number.isFinite(value) && value >= 0 && value < 8.64e15;

function isCard(card) {
  const boxes = Number.isInteger(card?.box) && card.box >= 0 && card.box < DAYS.length;
  return isPlain(card) && boxes && isTime(card.due) && isTime(card.seen);
}
