// Demo D: the worked example with numbers of one's own, forward and back.

import { define } from './demo.js';
import { drawings, inlineMath, math, num, plus } from './draw.js';
import { minus, positional } from './numbers.js';
import { number } from './params.js';
import { fill, presets, reading, results, stepper } from './parts.js';
import { formula, h } from './tree.js';
import { block, program, remark } from './worked-example.model.js';

const LABELS = {
  zh: {
    title: '算一个块',
    x: '输入 x',
    w: '权重 W',
    t: '目标 t',
    component: '{of}，第 {index} 个分量',
    entry: '{of}，第 {row} 行第 {column} 列',
    less: '减小',
    more: '增大',
    forward: '前向',
    backward: '反向',
    altForward: '前向：两个分量各沿一条蓝线直达加号，橙线经过分支的矩阵，在加号处会合成墨色的输出。线有多粗，数就有多大。',
    altBackward: '反向：输出处的梯度沿原路回去，一份走捷径，一份经过转置的矩阵，在输入处相加。线有多粗，数就有多大。',
    hollow: '线的粗细是数的大小，空心的是负数。',
    steps: '每一步的算式',
    stepNames: {
      branch: '分支', y: '相加', loss: '损失', gradY: '输出处的梯度', viaBranch: '经分支回来的一份',
      gradX: '两份相加', gradW: '权重的梯度',
    },
    viaShortcut: '经捷径',
    viaBranch: '经分支',
    loss: '损失',
    output: '输出',
    gradient: '输入处的梯度',
    copy: '复制为 PyTorch',
    code: 'PyTorch 程序',
    remarks: {
      hit: '输出正好是目标：损失是零，也就没有梯度可传。',
      cancelled: '两份恰好抵消：梯度到了输出，却一点也到不了输入。捷径没有托底。',
      shortcutOnly: '分支什么也没交回，回到输入的就是捷径那份，原样。',
      smaller: '有的分量上两份符号相反：合起来比捷径单独交回的还小。',
      same: '有的分量上两份符号相反：合起来恰好和捷径单独交回的一样大。',
      opposed: '有的分量上两份符号相反；合起来仍比捷径单独交回的大。',
      together: '没有哪个分量上两份符号相反：分支让回到输入的梯度更大了。',
    },
    presets: { example: '算例', zero: '分支为零', cancel: '恰好抵消', turn: '旋转' },
    said: '输出 {y}，损失 {loss}。输入处的梯度 {gradX}，其中经捷径 {gradY}，经分支 {viaBranch}。{remark}',
  },
  en: {
    title: 'Compute a block',
    x: 'Input x',
    w: 'Weights W',
    t: 'Target t',
    component: '{of}, component {index}',
    entry: '{of}, row {row}, column {column}',
    less: 'Less',
    more: 'More',
    forward: 'Forward',
    backward: 'Backward',
    altForward: 'Forward: each component takes a blue line straight to its plus sign, orange lines pass the branch’s matrix, and both meet in the output, in ink. A line is as wide as its number is large.',
    altBackward: 'Backward: the gradient at the output goes back the same ways, one share along the shortcut, one through the transposed matrix, and they add at the input. A line is as wide as its number is large.',
    hollow: 'The width of a line is the size of its number; hollow lines are negative.',
    steps: 'Every step written out',
    stepNames: {
      branch: 'Branch', y: 'Sum', loss: 'Loss', gradY: 'Gradient at the output',
      viaBranch: 'The share that returns through the branch', gradX: 'Both shares', gradW: 'Gradient at the weights',
    },
    viaShortcut: 'via the shortcut',
    viaBranch: 'via the branch',
    loss: 'Loss',
    output: 'Output',
    gradient: 'Gradient at the input',
    copy: 'Copy as PyTorch',
    code: 'PyTorch program',
    remarks: {
      hit: 'The output is the target: the loss is zero, and there is no gradient to return.',
      cancelled: 'The two shares cancel: a gradient reaches the output, and none of it the input. The shortcut is no floor.',
      shortcutOnly: 'The branch returns nothing; what arrives is the shortcut’s share, untouched.',
      smaller: 'In some component the shares have opposite signs: together they are smaller than the shortcut’s alone.',
      same: 'In some component the shares have opposite signs: together they are exactly as large as the shortcut’s alone.',
      opposed: 'In some component the shares have opposite signs; together they are still larger than the shortcut’s alone.',
      together: 'In no component do the shares have opposite signs: the branch has made the gradient at the input larger.',
    },
    presets: { example: 'The example', zero: 'Branch zero', cancel: 'Cancelled', turn: 'A rotation' },
    said: 'Output {y}, loss {loss}. Gradient at the input {gradX}, of which via the shortcut {gradY}, via the branch {viaBranch}. {remark}',
  },
};

const SNIPPET = 'demo_worked_example';
const NAMES = { x: ['x1', 'x2'], w: ['w11', 'w12', 'w21', 'w22'], t: ['t1', 't2'] };
const named = lists => Object.fromEntries(Object.entries(NAMES).flatMap(([key, names]) => names.map((name, i) => [name, lists[key][i]])));
const START = { x: [1, 2], w: [0.1, 0.2, -0.1, 0.3], t: [1, 1] };

const params = Object.fromEntries(
  Object.entries(named(START)).map(([name, value]) => [name, number({ min: -5, max: 5, initial: value, step: 0.1, decimals: 2 })]),
);

const PRESETS = {
  example: named(START),
  zero: named({ ...START, w: [0, 0, 0, 0] }),
  cancel: named({ ...START, w: [-1, 0, 0, -1] }),
  turn: named({ ...START, w: [0, -1, 1, 0] }),
};

const of = (state, key) => NAMES[key].map(name => state[name]);
const compute = state => block(of(state, 'x'), of(state, 'w'), of(state, 't'));

function nameOf(name, words) {
  const [key, first, second] = name;
  if (second) return fill(words.entry, { of: words[key], row: first, column: second });
  return fill(words.component, { of: words[key], index: first });
}

// --- numbers --------------------------------------------------------------------------------------

const DIGITS = 6;
const text = value => minus(positional(value, DIGITS));
const factor = value => (value < 0 ? `(${text(value)})` : text(value)); // behind an operator
const vector = values => `[${values.map(text).join(', ')}]`;
// What stands between what is written and what was computed: ≈ if any of these had to be rounded.
const sign = values => (values.every(value => Number(positional(value, DIGITS)) === value) ? '=' : '≈');

// --- drawing --------------------------------------------------------------------------------------

// Written out, as the build looks for them.
const FLOWS = {
  identity: 'demo__flow demo__flow--identity',
  branch: 'demo__flow demo__flow--branch',
  sum: 'demo__flow demo__flow--sum',
  gradient: 'demo__flow demo__flow--gradient',
};
const WIDEST = 22; // px
const THINNEST = 1.5;
const round = pixels => Math.round(pixels * 100) / 100;

// A line as wide as its value is large: hollow if negative, dotted if there is nothing. In a group, so
// that what follows keeps its elements when the sign changes.
function ribbon(role, value, unit, d) {
  if (value === 0) return h('g', {}, h('path', { class: 'demo__guide', d }));
  const width = Math.max(value < 0 ? 4.5 : THINNEST, Math.abs(value) * unit);
  return h('g', {},
    h('path', { class: FLOWS[role], d, 'stroke-width': round(width) }),
    value < 0 && h('path', { class: 'demo__flow demo__flow--hollow', d, 'stroke-width': round(width - 3) }));
}

// An arrowhead as wide as its line, and a bit.
function tip(role, value, unit, x, y, left) {
  const half = Math.abs(value) * unit / 2 + 4;
  const back = left ? 12 : -12;
  const filled = value < 0 ? 'f-thing-sum' : 'f-head-sum';
  return h('path', { class: role === 'sum' ? filled : 'f-head-gradient', d: `M${x} ${y}l${back} ${round(-half)}v${round(2 * half)}z` });
}

// One way through the block, from left to right, or mirrored. `values` has start, through, end: two
// numbers each; `shape` where fork, box and plus sign are.
function way(shape, top, flow, unit) {
  const { width, fork, box, join } = shape;
  const { roles, values, mirrored } = flow;
  const x = at => (mirrored ? width - at : at);
  const lanes = [top + 38, top + 176];
  const middle = top + 110;
  const doors = [middle - 17, middle + 17];
  const [left, right] = box;
  const out = lanes.map((lane, i) => [
    ribbon(roles.branch, values.start[i], unit,
      `M${x(fork)} ${lane}C${x(fork + 34)} ${lane} ${x(left - 34)} ${doors[i]} ${x(left)} ${doors[i]}`),
    ribbon(roles.branch, values.through[i], unit,
      `M${x(right)} ${doors[i]}C${x(right + 40)} ${doors[i]} ${x(join)} ${doors[i]} ${x(join)} ${lane}`),
  ]);
  const straight = lanes.map((lane, i) => [
    ribbon(roles.identity, values.start[i], unit, `M${x(0)} ${lane}H${x(join)}`),
    ribbon(roles.sum, values.end[i], unit, `M${x(join)} ${lane}H${x(width - 12)}`),
    tip(roles.sum, values.end[i], unit, x(width), lane, mirrored),
  ]);
  const start = mirrored ? 'end' : undefined;
  const end = mirrored ? undefined : 'end';
  const beside = i => (i === 0 ? lanes[0] - 20 : lanes[1] + 32);
  const said = (at, i, name, value, claim, anchor, role) =>
    math(x(at), beside(i), [`${name} ${sign([value])} `, num(text(value), claim)], { role, anchor, className: 't-small' });
  return [
    out, straight,
    h('rect', { class: roles.box, x: Math.min(x(left), x(right)), y: middle - 40, width: right - left, height: 80, rx: 2 }),
    math((x(left) + x(right)) / 2, middle - 46, flow.symbol, { role: roles.text, anchor: 'mid' }),
    flow.weights.map((value, i) =>
      math((x(left) + x(right)) / 2 + (i % 2 ? 1 : -1) * shape.column, middle + (i < 2 ? -11 : 23), [num(text(value), flow.claims.weights[i])], { role: roles.text, anchor: 'mid', className: 't-small' })),
    lanes.map((lane, i) => [
      plus(x(join), lane, 10, roles.node),
      math(x(shape.label), doors[i] + (i ? shape.beside + 10 : -shape.beside), [num(text(values.through[i]), `${flow.claims.through}[${i}]`)], { role: roles.text, anchor: start, className: 't-small' }),
      said(0, i, flow.names.start[i], values.start[i], `${flow.claims.start}[${i}]`, start, roles.startText),
      said(width, i, flow.names.end[i], values.end[i], `${flow.claims.end}[${i}]`, end, roles.endText),
    ]),
  ];
}

const FORWARD = { identity: 'identity', branch: 'branch', sum: 'sum', node: 'sum', box: 'f-box-branch', text: 'branch', startText: 'identity', endText: 'sum' };
const BACK = { identity: 'gradient', branch: 'gradient', sum: 'gradient', node: 'gradient', box: 'f-box-gradient', text: 'gradient', startText: 'gradient', endText: 'gradient' };
const WIDE = { width: 652, fork: 110, box: [266, 386], join: 520, column: 28, label: 400, beside: 14 };
const TALL = { width: 316, fork: 26, box: [112, 204], join: 248, column: 22, label: 261, beside: 2 };

function picture(state, words, found, context) {
  const [w11, w12, w21, w22] = of(state, 'w');
  const all = [...of(state, 'x'), ...found.branch, ...found.y, ...found.gradY, ...found.viaBranch, ...found.gradX];
  const unit = WIDEST / Math.max(1, ...all.map(Math.abs));
  const forward = {
    roles: FORWARD, symbol: 'W', weights: [w11, w12, w21, w22],
    values: { start: of(state, 'x'), through: found.branch, end: found.y },
    names: { start: ['x_{1}', 'x_{2}'], end: ['y_{1}', 'y_{2}'] },
    claims: { start: `${SNIPPET}.x`, through: `${SNIPPET}.branch`, end: `${SNIPPET}.y`, weights: [0, 1, 2, 3].map(i => `${SNIPPET}.weight[${i}]`) },
  };
  const back = {
    roles: BACK, symbol: 'W^{⊤}', weights: [w11, w21, w12, w22], mirrored: true,
    values: { start: found.gradY, through: found.viaBranch, end: found.gradX },
    names: { start: ['∂L/∂y_{1}', '∂L/∂y_{2}'], end: ['∂L/∂x_{1}', '∂L/∂x_{2}'] },
    claims: { start: `${SNIPPET}.grad_y`, through: `${SNIPPET}.via_branch`, end: `${SNIPPET}.grad_x`, weights: [0, 2, 1, 3].map(i => `${SNIPPET}.weight[${i}]`) },
  };
  const drawn = shape => () => ({ width: shape.width, height: 456, parts: [
    h('g', { role: 'img', 'aria-label': words.altForward }, way(shape, 0, forward, unit)),
    h('g', { role: 'img', 'aria-label': words.altBackward }, way(shape, 236, back, unit)),
  ] });
  return drawings(`${words.forward} · ${words.backward}`, context, drawn(WIDE), drawn(TALL));
}

// --- steps ----------------------------------------------------------------------------------------

const column = (one, other) => String.raw`\begin{bmatrix} ${one} \\ ${other} \end{bmatrix}`;
const slot = name => String.raw`\slot{${name}}`;
const slots2 = name => column(slot(`${name}1`), slot(`${name}2`));
const same = String.raw`\mathrel{\slot{is}}`;

// The slots for the two components of each vector, with the values that they claim.
function pairs(entries) {
  return Object.fromEntries(Object.entries(entries).flatMap(([name, [values, claim, write = text]]) =>
    values.map((value, i) => [`${name}${i + 1}`, [write(value), `${SNIPPET}.${claim}[${i}]`]])));
}

function step(key, words, tex, values, slots, claim) {
  return h('li', {},
    h('span', { class: 'demo__note' }, words.stepNames[key]),
    formula(tex, { is: sign(values), ...slots }, { 'aria-hidden': 'true' }),
    h('span', { class: 'demo__said', claim: `${SNIPPET}.${claim}` }, values.length > 1 ? vector(values) : text(values[0])));
}

function steps(state, words, found) {
  const x = of(state, 'x');
  const t = of(state, 't');
  const weight = of(state, 'w');
  const w = (write, ...indices) => Object.fromEntries(indices.map(i => [`${write === text ? 'w' : 'v'}${i + 1}`, [write(weight[i]), `${SNIPPET}.weight[${i}]`]]));
  const g = found.gradY;
  const factors = pairs({ x: [x, 'x', factor], g: [g, 'grad_y', factor] });
  return h('div', { class: 'demo__steps', tabindex: 0, role: 'group', 'aria-label': words.steps }, h('ol', {},
    step('branch', words,
      String.raw`\br{F(x)} = \br{W x} = ${column(String.raw`${slot('w1')}\times${slot('x1')} + ${slot('v2')}\times${slot('x2')}`, String.raw`${slot('w3')}\times${slot('x1')} + ${slot('v4')}\times${slot('x2')}`)} ${same} \br{${slots2('f')}}`,
      found.branch, { ...w(text, 0, 2), ...w(factor, 1, 3), ...factors, ...pairs({ f: [found.branch, 'branch'] }) }, 'branch'),
    step('y', words,
      String.raw`\sm{y} = \id{x} + \br{F(x)} = \id{${slots2('x')}} + \br{${slots2('f')}} ${same} \sm{${slots2('y')}}`,
      found.y, pairs({ x: [x, 'x'], f: [found.branch, 'branch'], y: [found.y, 'y'] }), 'y'),
    step('gradY', words,
      String.raw`\gr{\nabla_y L} = \sm{y} - t = \sm{${slots2('y')}} - ${slots2('t')} ${same} \gr{${slots2('g')}}`,
      g, pairs({ y: [found.y, 'y'], t: [t, 'target'], g: [g, 'grad_y'] }), 'grad_y'),
    step('loss', words,
      String.raw`L = \tfrac12 \lVert \sm{y} - t \rVert^2 = \tfrac12 \bigl(${slot('g1')}^2 + ${slot('g2')}^2\bigr) ${same} ${slot('loss')}`,
      [found.loss], { ...factors, loss: [text(found.loss), `${SNIPPET}.loss`] }, 'loss'),
    step('viaBranch', words,
      String.raw`\br{W^\top} \gr{\nabla_y L} = ${column(String.raw`${slot('w1')}\times${slot('g1')} + ${slot('v3')}\times${slot('g2')}`, String.raw`${slot('w2')}\times${slot('g1')} + ${slot('v4')}\times${slot('g2')}`)} ${same} \br{${slots2('b')}}`,
      found.viaBranch, { ...w(text, 0, 1), ...w(factor, 2, 3), ...factors, ...pairs({ b: [found.viaBranch, 'via_branch'] }) }, 'via_branch'),
    step('gradX', words,
      String.raw`\gr{\nabla_x L} = \underbrace{\id{${slots2('g')}}}_{\text{${words.viaShortcut}}} + \underbrace{\br{${slots2('b')}}}_{\text{${words.viaBranch}}} ${same} \gr{${slots2('r')}}`,
      found.gradX, { is: sign([...found.viaBranch, ...found.gradX]), ...pairs({ g: [g, 'grad_y'], b: [found.viaBranch, 'via_branch'], r: [found.gradX, 'grad_x'] }) }, 'grad_x'),
    step('gradW', words,
      String.raw`\gr{\nabla_W L} = \gr{\nabla_y L}\, \id{x}^\top ${same} \gr{\begin{bmatrix} ${slot('m1')} & ${slot('m2')} \\ ${slot('m3')} & ${slot('m4')} \end{bmatrix}}`,
      found.gradW, pairs({ m: [found.gradW, 'grad_w'] }), 'grad_w')));
}

// --- all of it ------------------------------------------------------------------------------------

function group(key, state, words, symbol, role) {
  return h('fieldset', { class: key === 'w' ? 'demo__entries' : 'demo__vector' },
    h('legend', {}, words[key].replace(/ ?[A-Za-z]$/, ''), ' ', inlineMath([symbol], { role })),
    NAMES[key].map(name => stepper(name, params[name], state[name], nameOf(name, words), words)));
}

function view(state, words, context) {
  const found = compute(state);
  const code = program(of(state, 'x'), of(state, 'w'), of(state, 't'));
  const value = (symbol, values, claim, role) =>
    inlineMath([`${symbol} ${sign(values)} `, num(values.length > 1 ? vector(values) : text(values[0]), `${SNIPPET}.${claim}`)], { role });
  return [
    h('div', { class: 'demo__controls' },
      h('div', { class: 'demo__groups' },
        group('x', state, words, 'x', 'identity'), group('t', state, words, 't'), group('w', state, words, 'W', 'branch')),
      presets(PRESETS, state, words.presets)),
    h('div', { class: 'demo__flows' },
      picture(state, words, found, context),
      h('p', { class: 'demo__note' }, words.hollow)),
    results(reading([
      { name: words.output, value: value('y', found.y, 'y', 'sum') },
      { name: words.loss, value: value('L', [found.loss], 'loss') },
      { name: words.gradient, value: value('∇_{x}L', found.gradX, 'grad_x', 'gradient') },
    ]), words.remarks[remark(found)]),
    steps(state, words, found),
    h('details', { class: 'demo__code' },
      h('summary', {}, words.code),
      h('button', { type: 'button', class: 'demo__button', 'data-act': 'text' }, words.copy),
      h('pre', { tabindex: 0, role: 'group', 'aria-label': words.code }, code)),
  ];
}

function say(state, words) {
  const found = compute(state);
  return fill(words.said, {
    y: vector(found.y), loss: text(found.loss), gradX: vector(found.gradX), gradY: vector(found.gradY),
    viaBranch: vector(found.viaBranch), remark: words.remarks[remark(found)],
  });
}

export default define({
  name: 'worked-example', prefix: 'we', params, presets: PRESETS, labels: LABELS, nameOf, view, say,
  text: state => program(of(state, 'x'), of(state, 'w'), of(state, 't')),
});
