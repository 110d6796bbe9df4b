// One small Transformer layer: forward, every gradient, and the Jacobian of every step.
// snippets/demo_norm_position.py computes the same.
//
// A state is a list of tokens, a token a list of numbers. An operation takes a state and gives
// { value, back }, where back turns a gradient at its output into the gradient at its input.

import { lehmer, matrix } from './lehmer.js';

const WIDTH = 4;
const HIDDEN = 8;
const EPSILON = 1e-5;

const INPUT = [[0.5, 1, 1.5, 3], [1, -1, 0.5, -0.5], [-0.5, 2, -1, 0.5]];
const ARRIVING = [[0.5, -1, 1, 0.5], [1, 0.5, -0.5, -1], [-0.5, 1, 0.5, 1]]; // the gradient at Y

export const BRANCHES = { encoder: ['self', 'ffn'], decoder: ['masked', 'cross', 'ffn'] };

// --- lists of numbers -----------------------------------------------------------------------------

const sum = values => values.reduce((total, value) => total + value, 0);
const dot = (one, other) => sum(one.map((value, i) => value * other[i]));
const transposed = rows => rows[0].map((_, column) => rows.map(row => row[column]));
const each = (change, ...states) => states[0].map((row, i) => row.map((_, j) => change(...states.map(state => state[i][j]))));
const times = (state, weights) => state.map(token => weights.map(row => dot(row, token))); // W x, token by token

export const added = (one, other) => each((a, b) => a + b, one, other);
export const scaled = (state, factor) => each(value => value * factor, state);
export const norm = state => Math.sqrt(sum(state.flat().map(value => value * value)));

// --- operations -----------------------------------------------------------------------------------

const chain = (...operations) => state => {
  const done = [];
  let value = state;
  for (const operation of operations) {
    done.unshift(operation(value));
    ({ value } = done[0]);
  }
  return { value, back: gradient => done.reduce((arrived, { back }) => back(arrived), gradient) };
};

const linear = weights => state => ({
  value: times(state, weights),
  back: gradient => times(gradient, transposed(weights)),
});

const relu = state => ({
  value: each(value => Math.max(0, value), state),
  back: gradient => each((g, value) => (value > 0 ? g : 0), gradient, state),
});

function normed(token) {
  const mean = sum(token) / WIDTH;
  const centred = token.map(value => value - mean);
  const deviation = Math.sqrt(dot(centred, centred) / WIDTH + EPSILON);
  return { value: centred.map(value => value / deviation), deviation };
}

function layerNorm(state) {
  const tokens = state.map(normed);
  const back = gradient => gradient.map((g, i) => {
    const { value, deviation } = tokens[i];
    const mean = sum(g) / WIDTH;
    const along = dot(g, value) / WIDTH;
    return g.map((entry, j) => (entry - mean - value[j] * along) / deviation);
  });
  return { value: tokens.map(token => token.value), back };
}

function softmax(scores) {
  const largest = Math.max(...scores);
  const powers = scores.map(score => Math.exp(score - largest));
  const total = sum(powers);
  return powers.map(power => power / total);
}

// Tokens ask, and those of `memory` answer; without one the tokens themselves do. Masked, they ask
// only those before them and themselves.
const attention = ({ query, key, value, out }, { memory, masked = false } = {}) => state => {
  const source = memory ?? state;
  const [asked, keys, values] = [times(state, query), times(source, key), times(source, value)];
  const root = Math.sqrt(WIDTH);
  const shares = asked.map((q, i) => softmax(keys.map((k, j) => (masked && j > i ? -Infinity : dot(q, k) / root))));
  const back = gradient => {
    const toMixed = times(gradient, transposed(out));
    const toShares = times(toMixed, values);
    const toScores = shares.map((row, i) => row.map((share, j) => (share * (toShares[i][j] - dot(row, toShares[i]))) / root));
    const toState = times(times(toScores, transposed(keys)), transposed(query));
    if (memory) return toState;
    const toKeys = times(times(transposed(toScores), transposed(asked)), transposed(key));
    const toValues = times(times(transposed(shares), transposed(toMixed)), transposed(value));
    return added(toState, added(toKeys, toValues));
  };
  return { value: times(times(shares, transposed(values)), out), back };
};

// --- the weights ----------------------------------------------------------------------------------

const next = lehmer(151203385);
const square = () => matrix(next, WIDTH, WIDTH);
const fourOf = () => ({ query: square(), key: square(), value: square(), out: square() });
const OWN = fourOf(); // of self-attention
const OTHER = fourOf(); // of attention to the encoder's output
const UP = matrix(next, HIDDEN, WIDTH);
const DOWN = matrix(next, WIDTH, HIDDEN);
const MEMORY = matrix(next, INPUT.length, WIDTH).map(token => normed(token).value); // the encoder's output

const OPERATIONS = {
  self: attention(OWN),
  masked: attention(OWN, { masked: true }),
  cross: attention(OTHER, { memory: MEMORY }),
  ffn: chain(linear(UP), relu, linear(DOWN)),
};

const strengthened = (operation, k) => chain(operation, state => ({ value: scaled(state, k), back: gradient => scaled(gradient, k) }));

// --- the layer ------------------------------------------------------------------------------------

// Row and column are entries of the state in reading order: what output `row` has of input `column`.
// A function, since few are looked at.
function jacobian({ back }) {
  let known;
  const rowOf = (_, row) => {
    const unit = INPUT.map((token, i) => token.map((_, j) => (i * WIDTH + j === row ? 1 : 0)));
    return back(unit).flat();
  };
  return () => (known ??= Array.from({ length: INPUT.length * WIDTH }, rowOf));
}

// A block's three steps in the order of the computation. Each has what comes `out` of it going
// forward, and `jacobian`, from the block's input for what stands outermost. Then it awaits the
// gradient: `back` gives what reaches the input of every step, in the same order.
function preBlock(branch, state) {
  const norm = layerNorm(state);
  const inner = branch(norm.value);
  const both = { back: gradient => added(gradient, norm.back(inner.back(gradient))) };
  return {
    steps: [
      { kind: 'norm', out: norm.value, jacobian: jacobian(norm) },
      { kind: 'branch', out: inner.value, jacobian: jacobian(inner) },
      { kind: 'add', out: added(state, inner.value), jacobian: jacobian(both) },
    ],
    back: gradient => [both.back(gradient), inner.back(gradient), gradient],
    shortcut: gradient => gradient,
  };
}

function postBlock(branch, state) {
  const inner = branch(state);
  const total = added(state, inner.value);
  const norm = layerNorm(total);
  const both = { back: gradient => added(gradient, inner.back(gradient)) };
  return {
    steps: [
      { kind: 'branch', out: inner.value, jacobian: jacobian(inner) },
      { kind: 'add', out: total, jacobian: jacobian(both) },
      { kind: 'norm', out: norm.value, jacobian: jacobian({ back: gradient => both.back(norm.back(gradient)) }) },
    ],
    back: gradient => [both.back(norm.back(gradient)), norm.back(gradient), norm.back(gradient)],
    shortcut: norm.back,
  };
}

// The layer of that order ('pre', 'post') and kind (BRANCHES), its input times `c`, the last weights
// of its branches times `k`. `states` are X, U, (V,) Y; `gradients` those at the same places;
// `shortcut` is what of the gradient comes to X by shortcuts alone.
export function layer(order, kind, c, k) {
  const states = [scaled(INPUT, c)];
  const blocks = BRANCHES[kind].map(name => {
    const block = (order === 'pre' ? preBlock : postBlock)(strengthened(OPERATIONS[name], k), states.at(-1));
    states.push(block.steps.at(-1).out);
    return { name, ...block };
  });
  const gradients = [ARRIVING];
  let shortcut = ARRIVING;
  for (const block of [...blocks].reverse()) {
    const arrived = block.back(gradients[0]);
    block.steps.forEach((step, i) => (step.back = arrived[i]));
    gradients.unshift(arrived[0]);
    shortcut = block.shortcut(shortcut);
  }
  return { states, gradients, shortcut, blocks };
}

// How its sizes compare: output to input, and of the gradient what reaches X, in all and by
// shortcuts alone, to what came in at Y.
export function ratios({ states, gradients, shortcut }) {
  const came = norm(ARRIVING);
  return { grown: norm(states.at(-1)) / norm(states[0]), all: norm(gradients[0]) / came, shortcut: norm(shortcut) / came };
}

// What is worth saying of an input's factor and the branches'. In Pre-LN branches add as much to a
// large input as to a small one, so it is their ratio that counts. In Post-LN strong branches make the
// sum large again, and with it what the second norm divides by.
export function remark(order, c, k) {
  if (k === 0) return `${order}Zero`;
  if (order === 'pre') return c >= 10 * k ? 'preLarge' : 5 * c <= k ? 'preSmall' : 'pre';
  return c >= 3 ? 'postLarge' : c <= 0.3 && k <= 1 ? 'postSmall' : 'post';
}

// All that a layer computes as plain lists, for tests: of every step what comes out, the gradient that
// reaches its input and its Jacobian; and the shortcuts' share.
export function tensors(...setting) {
  const { blocks, shortcut } = layer(...setting);
  const steps = blocks.flatMap(block => block.steps);
  return [steps.map(step => step.out), steps.map(step => step.back), steps.map(step => step.jacobian()), [shortcut]];
}
