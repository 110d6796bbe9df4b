// Demo A: the same F(x) as a plain layer's output, and added to x.

import { define } from './demo.js';
import { drawings, handle, inlineMath, label, line, math, num, plus } from './draw.js';
import { minus, shown } from './numbers.js';
import { number } from './params.js';
import { field, fill, presets, reading, results } from './parts.js';
import { compare, remark } from './residual.model.js';
import { h, keeper } from './tree.js';

const LABELS = {
  zh: {
    title: '输入与残差',
    x: '输入 x',
    f: '分支 F(x)',
    h: '目标 H(x)',
    component: '{of}，第 {index} 个分量',
    alt: '每个分量一组横线：蓝色从零到输入，橙色从那里接着走分支给的一段，墨色是两者的和；最下面一条是普通层，只有分支。竖线是目标。',
    plainLane: '普通',
    block: '残差块',
    plain: '普通层',
    misses: '离目标 {distance}',
    hits: '正中目标',
    remarks: {
      noInput: '输入是零，捷径送来的也是零：两者的输出一样。',
      identity: '分支什么也不加：残差块把输入原样送出，这就是恒等映射；同样的分支，普通层送出的是零。',
      identityFar: '分支什么也不加，残差块送出的是输入。可是这个目标离零更近，捷径反而碍事。',
      lost: '分支恰好是输入的相反数：加起来什么也不剩。捷径把输入送到加号，不保证它留下来。',
      exact: '分支恰好是目标减去输入，残差块正中目标；普通层得把整个目标造出来。',
      even: '两者离目标一样远。',
      blockCloser: '残差块离目标更近：比起整个目标，这个分支更接近差额。',
      plainCloser: '普通层离目标更近：比起差额，这个分支更接近整个目标。',
    },
    presets: { example: '小改动', identity: '分支为零', lost: '全部抵消', opposite: '目标相反' },
    said: '残差块输出 {block}，{blockMisses}。普通层输出 {plain}，{plainMisses}。{remark}',
  },
  en: {
    title: 'Input and residual',
    x: 'Input x',
    f: 'Branch F(x)',
    h: 'Target H(x)',
    component: '{of}, component {index}',
    alt: 'For each component, lines side by side: blue from zero to the input, orange from there on what the branch gives, ink their sum; the lowest is the plain layer, the branch alone. The upright line is the target.',
    plainLane: 'plain',
    block: 'Residual block',
    plain: 'Plain layer',
    misses: '{distance} from the target',
    hits: 'On the target',
    remarks: {
      noInput: 'The input is zero, so the shortcut brings nothing: both outputs are the same.',
      identity: 'The branch adds nothing: the block hands on its input, which is the identity mapping; a plain layer with this branch hands on zero.',
      identityFar: 'The branch adds nothing, so the block hands on its input. But this target is closer to zero: here the shortcut is in the way.',
      lost: 'The branch is exactly minus the input: nothing is left of the sum. The shortcut brings the input to the plus sign; it does not make it stay.',
      exact: 'The branch is exactly target minus input, and the block hits the target; a plain layer would have to build all of it.',
      even: 'Both are equally far from the target.',
      blockCloser: 'The residual block is closer to the target: this branch is nearer to the difference than to the whole target.',
      plainCloser: 'The plain layer is closer to the target: this branch is nearer to the whole target than to the difference.',
    },
    presets: { example: 'A small change', identity: 'Branch zero', lost: 'All cancelled', opposite: 'Opposite target' },
    said: 'The residual block gives {block}, {blockMisses}. The plain layer gives {plain}, {plainMisses}. {remark}',
  },
};

const SNIPPET = 'demo_residual';
const LETTERS = ['x', 'f', 'h'];
const INDICES = [1, 2, 3];
const START = { x: [2, 5, 3], f: [0.5, -0.2, 0.1], h: [2.5, 4.8, 3.1] };
const LIMIT = 5; // of what can be set; a sum reaches twice as far
const NEAR = 6; // how far the drawing reaches unless a sum is larger

const named = (letter, values) => Object.fromEntries(values.map((value, i) => [`${letter}${i + 1}`, value]));
const all = lists => Object.assign({}, ...LETTERS.map(letter => named(letter, lists[letter])));

const params = Object.fromEntries(
  Object.entries(all(START)).map(([name, value]) => [name, number({ min: -LIMIT, max: LIMIT, initial: value, step: 0.1, decimals: 2 })]),
);

const PRESETS = {
  example: all(START),
  identity: all({ ...START, f: [0, 0, 0] }),
  lost: all({ ...START, f: [-2, -5, -3] }),
  opposite: all({ ...START, f: [0, 0, 0], h: [-2, -5, -3] }),
};

const lists = state => LETTERS.map(letter => INDICES.map(index => state[letter + index]));
const nameOf = (name, words) => fill(words.component, { of: words[name[0]], index: name[1] });
const vector = values => `[${values.map(value => shown(value)).join(', ')}]`;

// --- drawing --------------------------------------------------------------------------------------

const LANE = 24; // px, so that every knob is wide enough for a finger
const ROW = 5 * LANE + 12;

// `x` maps a value to the drawing; `end` is where numbers end.
function row(index, state, words, values, { x, left, right, end }) {
  const i = index - 1;
  const [input, branch, wanted] = ['x', 'f', 'h'].map(letter => state[letter + index]);
  const y = lane => 14 + i * ROW + lane * LANE;
  const sum = values.block[i];
  const knob = (letter, lane, from, role) => {
    const name = letter + index;
    return [
      h('circle', { class: `demo__knob f-thing-${role}`, cx: x(from + state[name]), cy: y(lane), r: 6 }),
      handle({
        name, axis: 'x', from: x(-LIMIT), to: x(LIMIT), low: -LIMIT, high: LIMIT, min: -LIMIT, max: LIMIT,
        x: x(from + state[name]), y: y(lane), radius: LANE / 2, said: nameOf(name, words),
        now: state[name], text: minus(state[name]),
      }),
    ];
  };
  const number = (lane, text, role, claim) =>
    math(end, y(lane) + 6, [...(lane === 2 && branch >= 0 ? ['+ '] : []), num(text, claim)], { role, anchor: 'end' });
  return [
    h('path', { class: 'demo__target', d: `M${x(wanted)} ${y(0)}V${y(4) + 8}` }),
    math(left, y(1) + 6, `x_{${index}}`, { role: 'identity' }),
    math(left, y(2) + 6, `F_{${index}}`, { role: 'branch' }),
    math(left, y(3) + 6, `y_{${index}}`, { role: 'sum' }),
    label(left, y(4) + 5, words.plainLane, { role: 'branch' }),
    line('identity', x(0), y(1), x(input), y(1)),
    h('path', { class: 'demo__guide', d: `M${x(input)} ${y(1)}V${y(2)}M${x(sum)} ${y(2)}V${y(3)}` }),
    line('branch', x(input), y(2), x(sum), y(2)),
    line('sum', x(0), y(3), x(sum), y(3)),
    plus(x(sum), y(3), 8),
    line('branch', x(0), y(4), x(branch), y(4)),
    knob('h', 0, 0, 'plain'), knob('x', 1, 0, 'identity'), knob('f', 2, input, 'branch'), knob('f', 4, 0, 'branch'),
    math(end, y(0) + 6, ['H', `_{${index}}`, ' = ', num(shown(wanted), `${SNIPPET}.wanted[${i}]`)], { anchor: 'end', className: 't-small' }),
    number(1, shown(input), 'identity', `${SNIPPET}.x[${i}]`),
    number(2, shown(branch), 'branch', `${SNIPPET}.f[${i}]`),
    h('path', { class: 'demo__stroke', d: `M${end - 52} ${y(2) + 12}H${end}` }),
    number(3, shown(sum), 'sum', `${SNIPPET}.block[${i}]`),
    number(4, shown(branch), 'branch', `${SNIPPET}.plain[${i}]`),
  ];
}

const kept = keeper();

function picture(state, words, values, { left, right, end }) {
  const reach = Math.max(...values.block.map(Math.abs)) > NEAR ? 2 * LIMIT : NEAR;
  const x = value => left + 44 + ((value + reach) / (2 * reach)) * (right - left - 44);
  const bottom = 14 + 3 * ROW - 16;
  const shape = { x, left, right, end };
  return [
    h('path', { class: 'f-quiet', d: `M${x(0)} 0V${bottom}` }),
    h('g', { class: 'demo__axis' },
      [-10, -5, 0, 5, 10].filter(value => Math.abs(value) <= reach).map(value => [
        h('path', { class: 'f-quiet', d: `M${x(value)} ${bottom}v6` }),
        label(x(value), bottom + 22, minus(value), { anchor: 'mid' }),
      ])),
    line('quiet', x(-reach), bottom, x(reach), bottom),
    INDICES.map(index => kept(`${words.title} ${end} ${index}`, [reach, ...LETTERS.map(letter => state[letter + index])].join(' '),
      () => h('g', {}, row(index, state, words, values, shape)))),
  ];
}

// --- words ----------------------------------------------------------------------------------------

// What is said of how far the block and the plain layer are from the target: in more digits than usual if
// it takes them to see which is closer. `write` puts a number, with its claim, into the sentence.
function missed(words, { blockMisses, plainMisses }, write) {
  const alike = blockMisses !== plainMisses && shown(blockMisses) === shown(plainMisses);
  const one = (distance, claim) =>
    distance === 0 ? words.hits : fill(words.misses, { distance: write(shown(distance, alike ? 8 : 4), claim) });
  return [one(blockMisses, `${SNIPPET}.block_misses`), one(plainMisses, `${SNIPPET}.plain_misses`)];
}

function fields(letter, state, words, symbol, role) {
  return h('fieldset', { class: 'demo__fields' },
    h('legend', {}, inlineMath([symbol], { role }), ' ', h('span', {}, words[letter].replace(/ ?[A-Za-z(]+\)?$/, ''))),
    INDICES.map(index => {
      const name = letter + index;
      return field(name, params[name], state[name], nameOf(name, words));
    }));
}

function view(state, words, context) {
  const [x, f, wanted] = lists(state);
  const values = compare(x, f, wanted);
  const [blockMisses, plainMisses] = missed(words, values, (text, claim) => inlineMath([num(text, claim)]));
  return [
    h('div', { class: 'demo__controls' },
      h('div', { class: 'demo__table' },
        fields('x', state, words, 'x', 'identity'), fields('f', state, words, 'F(x)', 'branch'), fields('h', state, words, 'H(x)')),
      presets(PRESETS, state, words.presets)),
    drawings(words.alt, context,
      () => ({ width: 652, height: 428, parts: picture(state, words, values, { left: 0, right: 556, end: 652 }) }),
      () => ({ width: 316, height: 428, parts: picture(state, words, values, { left: 0, right: 246, end: 316 }) })),
    results(reading([
      {
        name: words.block,
        value: inlineMath(['x + F(x) = ', num(vector(values.block), `${SNIPPET}.block`)], { role: 'sum' }),
        note: blockMisses,
      },
      {
        name: words.plain,
        value: inlineMath(['F(x) = ', num(vector(values.plain), `${SNIPPET}.plain`)], { role: 'branch' }),
        note: plainMisses,
      },
    ]), words.remarks[remark(x, f, wanted)]),
  ];
}

function say(state, words) {
  const [x, f, wanted] = lists(state);
  const values = compare(x, f, wanted);
  const [blockMisses, plainMisses] = missed(words, values, text => text);
  return fill(words.said, {
    block: vector(values.block), blockMisses, plain: vector(values.plain), plainMisses,
    remark: words.remarks[remark(x, f, wanted)],
  });
}

export default define({ name: 'residual', prefix: 're', params, presets: PRESETS, labels: LABELS, nameOf, view, say });
