// A climb through gates with a cable car beside each: forward signals and gradients of a chain whose
// shortcuts can be cut one by one, of single numbers or of a random network's vectors.
// snippets/demo_depth_journey.py computes the same.

import { lehmer, matrix } from './lehmer.js';

export const MOST = 12; // gates
const WIDTH = 32; // of the random network

const next = lehmer(160305027);
const WEIGHTS = Array.from({ length: MOST }, () => matrix(next, WIDTH, WIDTH));
const [PACKED, CAME] = matrix(next, 2, WIDTH); // what starts in the valley, and at the summit

const sum = values => values.reduce((total, value) => total + value, 0);
const size = vector => Math.sqrt(sum(vector.map(value => value * value)));

// What a gate is before its factor: x itself, or √2 W ReLU(x), which keeps a vector's size on average.
// `back` turns a gradient at its output into the gradient at its input.
const NUMBER = { start: [1], came: [1], gate: (_, x) => ({ value: x, back: gradient => gradient }) };
const NETWORK = {
  start: PACKED,
  came: CAME,
  gate(layer, x) {
    const weights = WEIGHTS[layer];
    return {
      value: weights.map(row => Math.SQRT2 * sum(row.map((weight, j) => weight * Math.max(0, x[j])))),
      back: gradient => x.map((entry, j) => (entry > 0 ? Math.SQRT2 * sum(weights.map((row, i) => row[j] * gradient[i])) : 0)),
    };
  },
};

// `slopes` are the factors of the gates, `cables` says where a cable car runs. Of every station: its
// state and gradient; of every stage: what the gate adds going up (`changes`) and down (`returns`).
export function journey(mode, slopes, cables) {
  const { start, came, gate } = mode === 'net' ? NETWORK : NUMBER;
  const states = [start];
  const gates = slopes.map((slope, layer) => {
    const { value, back } = gate(layer, states[layer]);
    const change = value.map(entry => slope * entry);
    states.push(change.map((entry, i) => (cables[layer] ? states[layer][i] : 0) + entry));
    return { change, back: gradient => back(gradient).map(entry => slope * entry) };
  });
  const gradients = [came];
  const returns = [];
  for (let layer = slopes.length - 1; layer >= 0; layer--) {
    const returned = gates[layer].back(gradients[0]);
    returns.unshift(returned);
    gradients.unshift(returned.map((entry, i) => (cables[layer] ? gradients[0][i] : 0) + entry));
  }
  // A number stands for itself; a vector for its size, relative to the one that started.
  const measure = (vectors, first) => vectors.map(vector => (mode === 'net' ? size(vector) / size(first) : vector[0]));
  return {
    states, gradients,
    forward: measure(states, start), changes: measure(gates.map(({ change }) => change), start),
    backward: measure(gradients, came), returns: measure(returns, came),
  };
}

// How many routes lead to the summit: two for every stage that has its cable car.
export const routes = cables => 2 ** cables.filter(Boolean).length;

// The cosine of the angle between what was packed and what arrived: 1 for the same direction, null if
// nothing arrived.
export function likeness({ states }) {
  const [first, last] = [states[0], states.at(-1)];
  const both = size(first) * size(last);
  return both === 0 ? null : sum(first.map((value, i) => value * last[i])) / both;
}

// What is worth saying, and of which gate.
export function remark(mode, slopes, cables) {
  const cut = cables.filter(runs => !runs).length;
  const blocked = slopes.findIndex((slope, layer) => !cables[layer] && slope === 0);
  const dead = slopes.findIndex((slope, layer) => cables[layer] && slope === -1);
  if (blocked >= 0) return { key: 'blocked', gate: blocked };
  if (mode === 'number' && dead >= 0) return { key: 'dead', gate: dead };
  if (cut === cables.length) return { key: mode === 'net' ? 'plainNet' : 'plain' };
  if (cut) return { key: mode === 'net' ? 'cutNet' : 'cut' };
  if (mode === 'net') return { key: 'wholeNet' };
  return { key: slopes.some(slope => slope < 0) ? 'taken' : 'whole' };
}

// What of a journey can be told in numbers.
export function measured(...setting) {
  const found = journey(...setting);
  return [found.forward, found.backward, likeness(found)];
}
