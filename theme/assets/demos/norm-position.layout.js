// Demo C: where things stand and move.
//
// The wide and the upright drawing are one, of points [along, aside]: along the trunk, and away from
// it on the branch's side. `place` turns them into the drawing's coordinates.

import { between, bezier } from './ways.js';

export const BOX = { norm: 40, branch: 60, high: 30 };
export const CARD = { width: 66, height: 36 };
// Where things stand, as shares of a block's length.
const AT = { pre: { norm: 0.24, branch: 0.53, plus: 0.78 }, post: { branch: 0.36, plus: 0.64, norm: 0.85 } };

// A block's places and ways, `start` along the trunk. `branch` has a way for every step in which
// something moves on it.
function shape(order, start, length, rise) {
  const at = Object.fromEntries(Object.entries(AT[order]).map(([name, share]) => [name, start + share * length]));
  const end = start + length;
  const turn = at.plus - 20;
  const out = bezier([[start, 0], [start + 16, 0], [start + 4, rise], [start + 24, rise]]);
  const home = bezier([[turn, rise], [at.plus, rise], [at.plus, rise - 14], [at.plus, 18]]);
  const gap = (at.norm + at.branch) / 2;
  const branch = order === 'pre'
    ? [[...out, [gap, rise]], [[gap, rise], [turn, rise]], [...home, [at.plus, 0]]]
    : [[...out, [turn, rise]], [...home, [at.plus, 0]]];
  return { start, end, at, branch, trunk: [[start, 0], [at.plus, 0]], after: [[at.plus, 0], [end, 0]], whole: [...out, ...home] };
}

export const waysOf = (order, index, { start, length, rise }) => shape(order, start + index * length, length, rise);

// What moves in a block's step when a share of it is done: { way, share, where }, `where` being one of
// branch, trunk and after. Pre-LN joins in the middle of its last step, Post-LN at the end of its second.
export function moving(order, ways, row, share) {
  const joined = order === 'pre' ? 2.5 : 2;
  const done = row + share;
  if (done >= joined) return [{ where: 'after', way: ways.after, share: (done - joined) / (3 - joined) }];
  const along = order === 'pre' && row === 2 ? 2 * share : share;
  return [
    { where: 'trunk', way: ways.trunk, share: done / joined },
    { where: 'branch', way: ways.branch[row], share: along },
  ];
}

// How many of a block's three steps back are done.
export const returned = ({ back, row, share }, index) => (back ? between(0, 3 * index + 2 - row + share, 3) : 0);

const TRUNK = { wide: 118, tall: 188 };

export function wide(blocks) {
  const [start, length] = [30, 588 / blocks];
  const y = TRUNK.wide;
  const station = (index, last) => {
    const at = start + index * length;
    const [x, edge, anchor] = index === 0 ? [CARD.width / 2, 0, ''] : index === last ? [652 - CARD.width / 2, 652, 'end'] : [at, at, 'mid'];
    return {
      anchor, name: index === 0 ? [at - 10, y + 6] : index === last ? [at + 14, y + 6] : [at, y + 34],
      nameAnchor: index === 0 ? 'end' : index === last ? '' : 'mid',
      state: [x, y + 62], stateSize: [edge, y + 98], gradient: [x, y + 128], gradientSize: [edge, y + 164],
    };
  };
  return { name: 'wide', place: ([along, aside]) => [along, y - aside], start, length, rise: 60, across: true, station };
}

export function tall(order) {
  const [start, length, x] = [48, 150, TRUNK.tall];
  const station = (index, last) => {
    const y = start + index * length;
    const centre = CARD.width / 2;
    return {
      anchor: '', name: index === 0 ? [x, y - 14] : index === last ? [x, y + 34] : [x + (order === 'post' ? 26 : 10), y - 4],
      nameAnchor: index === 0 || index === last ? 'mid' : '',
      state: [centre, y - 20], stateSize: [CARD.width + 4, y - 15], gradient: [centre, y + 22], gradientSize: [CARD.width + 4, y + 27],
    };
  };
  return { name: 'tall', place: ([along, aside]) => [x + aside, along], start, length, rise: 68, across: false, station };
}
