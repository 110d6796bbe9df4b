// Demo E: a climb with a cable car beside each gate; what arrives at the summit, and what of the
// gradient in the valley, when shortcuts are cut and gates set.

import { define } from './demo.js';
import { curve, drawings, handle, inlineMath, label, line, math, num, plus, spoken, ticks } from './draw.js';
import { tall, wide } from './depth-journey.layout.js';
import { journey, likeness, MOST, remark, routes } from './depth-journey.model.js';
import { equals, general, minus, shown } from './numbers.js';
import { choice, number, optional } from './params.js';
import { fill, options, player, presets, reading, results, slider } from './parts.js';
import { h, keeper } from './tree.js';
import { beside, between, walked } from './ways.js';

const LABELS = {
  zh: {
    title: '深度之旅',
    mode: '行李',
    modes: { number: '一个数', net: '随机网络' },
    n: '关口数',
    a: '所有关口的倍数',
    t: '走到第几段',
    gate: '关口 F{index} 的倍数',
    cable: '关口 F{index} 旁的缆车',
    runs: '接着',
    isCut: '剪断',
    alt: '一座山，每一段路上有一道关口，旁边有一部缆车。行李在站台相加后继续上山；绿色虚线是梯度下山。点缆车可以剪断或接上，拖动橙色圆点改变关口的倍数。',
    forward: '上山',
    backward: '下山',
    gates: '各关口的倍数',
    summit: '到达山顶',
    valley: '梯度回到山脚',
    open: '路线',
    through: '有一条全程坐缆车，什么也不乘',
    blockedWay: '没有一条能全程坐缆车',
    same: '和上山相同：同样的因子，倒着乘',
    likeness: '与出发时的夹角余弦：{value}',
    packed: '出发的 {count} 个分量',
    arrived: '到达的 {count} 个分量',
    fates: { zero: '恰好是零', gone: '几乎什么也没剩', less: '大小不及出发时', equal: '大小不变', more: '大小超过出发时', burst: '爆炸了' },
    stages: { start: '还没出发', up: '上山，第 {index} 段', down: '下山，第 {index} 段' },
    remarks: {
      blocked: '缆车剪断了，关口 {gate} 又什么也不给：路到此为止，两个方向都是零。',
      dead: '关口 {gate} 给出的恰好是行李的相反数：缆车送到的那份被抵消，上山到此为止，下山也到此为止。',
      plain: '一部缆车也没有，只剩各关口的倍数连乘。',
      plainNet: '没有缆车，行李每过一道关口就被随机矩阵换掉一次：装好的东西，没有一件原样到山顶。',
      cut: '每剪断一部缆车，路线就少一半，剩下的全都得过那道关口。',
      cutNet: '缆车断了的地方，行李整个被关口换掉，原来的那份到不了山顶。',
      taken: '倍数为负的地方，关口给出的和缆车送到的符号相反：相加不会比原来大，多半更小。捷径不托底。',
      whole: '每部缆车都在：有一份行李原样到顶，其余是各道关口的改动，一层层加上去。',
      wholeNet: '随机矩阵指向别的方向，倍数就算是负的，也抵消不了缆车送到的那份；倍数一大，行李反而越走越大。',
    },
    presets: { whole: '缆车都在', plain: '全部剪断', one: '剪断一部', dead: '一道抵消' },
    said: '关口 {n} 道，缆车 {cables} 部。{stage}。到达山顶 {forward}，梯度回到山脚 {backward}。{remark}',
  },
  en: {
    title: 'Depth journey',
    mode: 'Luggage',
    modes: { number: 'One number', net: 'Random network' },
    n: 'Gates',
    a: 'Factor of all gates',
    t: 'Stages done',
    gate: 'Factor of gate F{index}',
    cable: 'Cable car beside gate F{index}',
    runs: 'running',
    isCut: 'cut',
    alt: 'A mountain with a gate on every stage of its path and a cable car beside each. Luggage is added at the stations and climbs on; dashed green is the gradient on its way down. Tap a cable to cut or mend it; drag the orange knobs to change a gate’s factor.',
    forward: 'up',
    backward: 'down',
    gates: 'factors of the gates',
    summit: 'At the summit',
    valley: 'Gradient in the valley',
    open: 'Routes',
    through: 'One takes cable cars alone, and meets no factor',
    blockedWay: 'None takes cable cars alone',
    same: 'As on the way up: the same factors, from the other end',
    likeness: 'Cosine with what was packed: {value}',
    packed: '{count} components, packed',
    arrived: '{count} components, arrived',
    fates: { zero: 'Exactly zero', gone: 'Next to nothing is left', less: 'Smaller in size than at the start', equal: 'The same size as at the start', more: 'Larger in size than at the start', burst: 'Exploded' },
    stages: { start: 'Not yet started', up: 'Up, stage {index}', down: 'Down, stage {index}' },
    remarks: {
      blocked: 'The cable is cut and gate {gate} gives nothing: here the way ends, in both directions, with zero.',
      dead: 'Gate {gate} gives exactly minus the luggage and cancels what the cable car brings: nothing gets past it, neither up nor down.',
      plain: 'Without any cable car only the product of the gates’ factors is left.',
      plainNet: 'Without cable cars each gate replaces the luggage by a random mixture of it: nothing of what was packed arrives as it was.',
      cut: 'Every cable that is cut halves the number of routes, and all that are left pass its gate.',
      cutNet: 'Where the cable is cut, the gate replaces all of the luggage: what was packed does not get past it.',
      taken: 'Where a factor is negative, gate and cable car bring opposite signs: the sum is never larger than before, mostly smaller. The shortcut is no floor.',
      whole: 'All cable cars run: one share of the luggage reaches the summit as it was; the rest is what the gates added, stage after stage.',
      wholeNet: 'Random matrices point elsewhere: even negative factors do not cancel what the cable cars bring, and large ones, of either sign, make the luggage grow.',
    },
    presets: { whole: 'All cables', plain: 'All cut', one: 'One cut', dead: 'One cancels' },
    said: 'Gates: {n}, cable cars: {cables}. {stage}. At the summit {forward}, of the gradient in the valley {backward}. {remark}',
  },
};

const END = 2 * MOST; // stages of the longest journey, up and down; a shorter one stays at its end
const LAYERS = Array.from({ length: MOST }, (_, layer) => layer);

const factor = { min: -2, max: 2, step: 0.1, decimals: 2 };
const perGate = (letter, make) => Object.fromEntries(LAYERS.map(layer => [letter + layer, make(layer)]));

const params = {
  mode: choice(['number', 'net']),
  n: number({ min: 1, max: MOST, initial: 8 }),
  a: number({ ...factor, initial: 0.5 }),
  ...perGate('g', () => optional(number(factor))), // a gate's own factor, if it has one
  ...perGate('c', () => choice(['1', '0'])), // whether its cable car runs
  t: number({ min: 0, max: END, initial: END, decimals: 3 }),
};

const whole = { n: 8, a: 0.5, ...perGate('g', () => null), ...perGate('c', () => '1') };
const PRESETS = {
  whole,
  plain: { ...whole, ...perGate('c', () => '0') },
  one: { ...whole, c3: '0' },
  dead: { ...whole, g4: -1 },
};

const valueOf = (name, state) => state[name] ?? state.a;
const nameOf = (name, words) => words[name] ?? fill(words[name[0] === 'g' ? 'gate' : 'cable'], { index: name.slice(1) });

const choices = (name, words) => (name === 'mode' ? words.modes : { 1: words.runs, 0: words.isCut });

const SNIPPET = 'demo_depth_journey';
const SECONDS = 1.1; // a stage

// --- where it stands --------------------------------------------------------------------------------

// The stage under way, or the last one done: going `down` or not, in which layer, and how far.
function stageOf({ n, t }) {
  const now = Math.min(t, 2 * n);
  const step = Math.ceil(now);
  const down = step > n;
  return { now, down, layer: down ? 2 * n - step : step - 1, share: now === step ? 1 : now % 1, ended: now === 2 * n };
}

function play(state, seconds) {
  const { now, ended } = stageOf(state);
  if (seconds === 0) return { t: ended ? 0 : now };
  if (ended) return null;
  const t = now + seconds / SECONDS;
  return { t: t < 2 * state.n ? Number(t.toFixed(3)) : END };
}

const slopesOf = state => LAYERS.slice(0, state.n).map(layer => valueOf(`g${layer}`, state));
const cablesOf = state => LAYERS.slice(0, state.n).map(layer => state[`c${layer}`] === '1');

let known = { key: '' };

function computed(state) {
  const [slopes, cables] = [slopesOf(state), cablesOf(state)];
  const key = [state.mode, slopes, cables].join(';');
  if (known.key !== key) known = { key, slopes, cables, ...journey(state.mode, slopes, cables) };
  return known;
}

// Below this a number that is not zero is drawn as almost nothing.
const power = value => (value === 0 ? -Infinity : Math.log10(Math.abs(value)));

// --- things -----------------------------------------------------------------------------------------

// A suitcase around x, y: as large as its value's logarithm, on its head if that is negative. Zero is
// an empty place.
function luggage(role, x, y, value) {
  if (value === 0) return h('circle', { class: 'demo__nothing', cx: x.toFixed(1), cy: y.toFixed(1), r: 5 });
  const half = between(2, 7.5 + 2.5 * power(value), 16);
  const up = value < 0 ? -1 : 1;
  const [left, top] = [x - half * 1.15, y - half * 0.8].map(part => part.toFixed(1));
  const grip = `M${(x - half * 0.4).toFixed(1)} ${(y - up * half * 0.8).toFixed(1)}v${(-up * half * 0.4).toFixed(1)}h${(half * 0.8).toFixed(1)}v${(up * half * 0.4).toFixed(1)}`;
  return [
    h('path', { class: `${LUGGAGE[role]} demo__grip`, d: grip }),
    h('rect', { class: LUGGAGE[role], x: left, y: top, width: (half * 2.3).toFixed(1), height: (half * 1.6).toFixed(1), rx: 2 }),
  ];
}

// Written out: the build drops rules whose names it finds nowhere.
const LUGGAGE = {
  identity: 'demo__case demo__case--identity', branch: 'demo__case demo__case--branch',
  sum: 'demo__case demo__case--sum', gradient: 'demo__case demo__case--gradient',
};

const d = (...parts) => parts.map(part => (typeof part === 'number' ? Math.round(part * 10) / 10 : part)).join(' ');

function gate([x, y], size) {
  const half = 13 * size;
  const high = 26 * size;
  return [
    h('path', { class: 'f-thing-branch', d: d('M', x - 21 * size, y - high, 'q', 21 * size, -6 * size, 42 * size, 0, 'v', 3, 'h', -42 * size, 'z') }),
    h('path', { class: 'f-mark-branch', d: d('M', x - half, y, 'v', 3 - high, 'M', x + half, y, 'v', 3 - high) }),
  ];
}

// The cable with its cabin, if that is not under way, or its two ends hanging down; tapped, it is cut or mended.
function cable([[a, c], [e, f]], layer, runs, rests, words, { size, node, across }) {
  const at = share => [a + share * (e - a), c + share * (f - c)];
  const [x, y] = at(across ? 0.78 : 0.55);
  const wide = 8 * size;
  const drawn = runs
    ? [
      h('path', { class: 'f-identity', d: d('M', a, c, 'L', e, f) }),
      rests && h('path', { class: 'f-mark-identity', d: d('M', x, y, 'v', 5) }),
      rests && h('path', { class: 'f-thing-identity', d: d('M', x - wide, y + 5, 'h', 2 * wide, 'v', 11 * size, 'h', -2 * wide, 'z') }),
    ]
    : [0.22, 0.78].map(share => {
      const [px, py] = at(share);
      const [sx, sy] = share < 0.5 ? [a, c] : [e, f];
      return h('path', { class: 'f-identity demo__cut', d: d('M', sx, sy, 'Q', px, py, px, py + 12) });
    });
  return h('g', {
    class: 'demo__cable', role: 'switch', tabindex: 0, 'aria-checked': String(runs),
    'aria-label': fill(words.cable, { index: layer }), 'data-set': `c${layer}=${runs ? 0 : 1}`,
  },
  h('path', { class: 'demo__reach', d: d('M', ...at(node / Math.hypot(e - a, f - c)), 'L', ...at(1 - node / Math.hypot(e - a, f - c))) }),
  drawn);
}

// --- the mountain -----------------------------------------------------------------------------------

const ground = ({ ground: { slope, foot, edges } }) => [
  h('path', { class: 'f-ground', d: `M${slope.map(point => d(...point)).join('L')}V${foot}H0Z` }),
  edges.map(edge => h('path', { class: 'f-mark-plain', d: edge })),
];

function landscape(words, model, moving, frame) {
  const { stations, stages, size, node, nameAt } = frame;
  return [
    ground(frame),
    stages.map(({ path, gate: place, cable: way }, layer) => [
      curve('branch', path),
      gate(place, size),
      math(...nameAt(place), `F_{${layer}}`, { role: 'branch', anchor: 'mid', className: 't-small' }),
      cable(way, layer, model.cables[layer], layer !== moving, words, frame),
    ]),
    h('circle', { class: 'demo__valley', cx: stations[0][0], cy: stations[0][1], r: 4.5 }),
    stations.slice(1).map(([x, y]) => plus(x, y, node)),
  ];
}

// Where the gradient has come down so far, beside cables and paths.
function wayDown(model, now, { stages }) {
  if (!now.down) return null;
  return stages.flatMap(({ cable: straight, path }, layer) => {
    const share = layer > now.layer ? 1 : layer === now.layer ? now.share : 0;
    if (share === 0) return [];
    const cableWay = beside(straight, -11).reverse();
    const pathWay = beside(path, 7).reverse();
    return [model.cables[layer] && cableWay, pathWay].filter(Boolean).map(way => curve('gradient', walked(way, share).way));
  });
}

const isMoving = ({ now, share }) => now > 0 && share < 1;

// What is under way in the current stage: by cable as it is, through the gate changed.
function underWay(model, now, frame) {
  if (!isMoving(now)) return null;
  const { layer, down, share } = now;
  const { cable: straight, path } = frame.stages[layer];
  const whole = down ? model.backward[layer + 1] : model.forward[layer];
  const changed = down ? model.returns[layer] : model.changes[layer];
  const along = down ? 1 - share : share;
  const passed = (along < 0.5) === down; // the gate stands in the middle of the path
  const carried = [{ role: down ? 'gradient' : 'branch', way: path, value: passed ? changed : whole }];
  if (model.cables[layer]) carried.push({ role: down ? 'gradient' : 'identity', way: straight, value: whole });
  return carried.map(({ role, way, value }) => {
    const [x, y] = walked(way, along).end;
    if (way === straight) {
      return [
        h('path', { class: `f-mark-${role}`, d: d('M', x, y, 'v', 6) }),
        luggage(role, x, y + 12, value),
        math(x, y - 9, shown(value, 3), { role, anchor: 'mid', halo: true, className: 't-small' }),
      ];
    }
    return [
      luggage(role, x, y - 4, value),
      math(x, frame.across ? y + 20 : y - 20, shown(value, 3), { role, anchor: 'mid', halo: true, className: 't-small' }),
    ];
  });
}

// Which stations have been reached going up, and going down.
const reachedBy = ({ now, down }, index) => down || index <= now;
const returnedTo = ({ down, layer, share }, index) => down && index >= layer + (share === 1 ? 0 : 1);

// Luggage on the stations that have been reached.
function arrivals(model, now, frame) {
  return frame.stations.map((station, index) => {
    const reached = reachedBy(now, index);
    const returned = returnedTo(now, index);
    return [
      reached && luggage(index ? 'sum' : 'identity', ...frame.parcel(station), model.forward[index]),
      returned && index === 0 && luggage('gradient', ...frame.returned(station), model.backward[0]),
    ];
  });
}

// --- plots ------------------------------------------------------------------------------------------

const FLOOR = 18; // px below the logarithmic scale, where zero has a place of its own

function scaleOf(model, { top, bottom }) {
  const powers = [...model.forward, ...model.backward].map(power).filter(Number.isFinite);
  const high = Math.max(1, Math.ceil(Math.max(...powers)));
  const low = Math.min(-1, Math.floor(Math.min(...powers)));
  const y = value => top + ((high - value) / (high - low)) * (bottom - FLOOR - top);
  return { high, low, y, place: value => (value === 0 ? bottom : y(power(value))) };
}

// Sizes at every station, up and down, on a logarithmic scale; zero on a line of its own.
function chart(words, model, now, frame) {
  const { chart: box, left, right, stations } = frame;
  const scale = scaleOf(model, box);
  const marks = ticks(scale.low, scale.high, 4).filter(Number.isInteger);
  const reached = stations.map((_, index) => reachedBy(now, index));
  const returned = stations.map((_, index) => returnedTo(now, index));
  const points = (values, shown) => stations.map(([x], index) => (shown[index] ? [x, scale.place(values[index])] : null));
  const [up, down] = [points(model.forward, reached), points(model.backward, returned)];
  const last = stations.length - 1;
  return [
    marks.map(value => line('quiet', left, scale.y(value), right, scale.y(value))),
    line('quiet', left, box.bottom, right, box.bottom),
    h('g', { class: 'demo__axis' },
      marks.map(value => math(left - 10, scale.y(value) + 5, value ? `10^{${minus(value)}}` : '1', { anchor: 'end', className: 't-small' })),
      math(left - 10, box.bottom + 5, '0', { anchor: 'end', className: 't-small' })),
    label(right - 48, box.top - 10, words.forward, { role: 'sum', anchor: 'end' }),
    label(right, box.top - 10, words.backward, { role: 'gradient', anchor: 'end' }),
    curve('sum', up), curve('gradient', down),
    up.map(point => point && h('circle', { class: 'demo__point demo__point--sum', cx: point[0].toFixed(1), cy: point[1].toFixed(1), r: 4 })),
    down.map(point => point && h('circle', { class: 'demo__point demo__point--gradient', cx: point[0].toFixed(1), cy: point[1].toFixed(1), r: 4 })),
    up[last] && math(right + 10, up[last][1] + 5, [num(shown(model.forward[last], 3), `${SNIPPET}.forward[${last}]`)], { role: 'sum', className: 't-small' }),
    down[0] && math(left + 4, down[0][1] - 10, [num(shown(model.backward[0], 3), `${SNIPPET}.backward[0]`)], { role: 'gradient', className: 't-small', halo: true }),
  ];
}

// With an exponent a number has room for two digits.
const narrow = value => shown(value, general(value, 3).includes('e') ? 2 : 3);

// Upright, the same as numbers beside the stations.
function numbers(model, now, frame) {
  return frame.stations.map(([, y], index) => {
    const reached = reachedBy(now, index);
    const returned = returnedTo(now, index);
    return [
      reached && math(226, y + 5, [num(narrow(model.forward[index]), `${SNIPPET}.forward[${index}]`)], { role: index ? 'sum' : 'identity', anchor: 'end', className: 't-small' }),
      returned && math(316, y + 5, [num(narrow(model.backward[index]), `${SNIPPET}.backward[${index}]`)], { role: 'gradient', anchor: 'end', className: 't-small' }),
    ];
  });
}

// A gate's factor as a bar from zero with a knob to drag.
function lever(words, model, layer, own, frame) {
  const { middle, unit, along } = frame.gates;
  const value = model.slopes[layer];
  const { cable: [start, end], gate: [gateX] } = frame.stages[layer];
  const place = along === 'y' ? gateX : (start[1] + end[1]) / 2;
  const sign = along === 'y' ? -1 : 1;
  const at = factor => middle + sign * unit * factor;
  const point = factor => (along === 'y' ? [place, at(factor)] : [at(factor), place]);
  const text = [num(minus(general(value, 3)), `${SNIPPET}.slopes[${layer}]`)];
  return [
    line('quiet', ...point(-2), ...point(2)),
    line('branch', ...point(0), ...point(value)),
    h('circle', { class: 'demo__knob f-thing-branch', cx: point(value)[0].toFixed(1), cy: point(value)[1].toFixed(1), r: 6 }),
    handle({
      name: `g${layer}`, axis: along, from: at(-2), to: at(2), low: -2, high: 2, min: -2, max: 2,
      x: point(value)[0], y: point(value)[1], radius: along === 'y' ? between(12, 20 * frame.size, 16) : 16,
      said: fill(words.gate, { index: layer }), now: value, text: minus(value),
    }),
    along === 'y'
      ? math(place, middle + 60, text, { role: 'branch', anchor: 'mid', className: own ? 'demo__own t-small' : 't-small' })
      : math(170, place + 5, text, { role: 'branch', anchor: 'end', className: own ? 'demo__own t-small' : 't-small' }),
  ];
}

const kept = keeper();

function picture(state, words, model, now, frame) {
  const part = (name, key, make) => kept(`${frame.name} ${name}`, [words.title, state.n, model.key, ...key].join(), () => h('g', {}, make()));
  const passed = [now.down, now.layer, now.now === 0, now.share === 1];
  const own = model.slopes.map((_, layer) => state[`g${layer}`] !== null);
  return [
    part('landscape', [isMoving(now) && now.layer], () => landscape(words, model, isMoving(now) ? now.layer : -1, frame)),
    h('g', {}, wayDown(model, now, frame)),
    part('arrivals', passed, () => arrivals(model, now, frame)),
    part('plot', passed, () => (frame.across ? chart(words, model, now, frame) : numbers(model, now, frame))),
    part('levers', own, () => [
      frame.across && line('quiet', frame.left, frame.gates.middle, frame.right, frame.gates.middle),
      model.slopes.map((_, layer) => lever(words, model, layer, own[layer], frame)),
    ]),
    part('words', [], () => frame.across
      ? label(frame.left, frame.gates.middle - 46, words.gates)
      : [label(226, 14, words.forward, { role: 'sum', anchor: 'end' }), label(316, 14, words.backward, { role: 'gradient', anchor: 'end' })]),
    h('g', {}, underWay(model, now, frame)),
  ];
}

// --- words ----------------------------------------------------------------------------------------

function fate(value) {
  const amount = Math.abs(value);
  if (amount === 0) return 'zero';
  if (amount < 0.01) return 'gone';
  if (amount > 100) return 'burst';
  if (Math.abs(amount - 1) < 1e-9) return 'equal';
  return amount < 1 ? 'less' : 'more';
}

// A vector as bars, each to the largest.
function strip(vector, said) {
  const largest = Math.max(1e-300, ...vector.map(Math.abs));
  const bars = vector.map((value, i) => `M${i * 5} 16h4v${((-15 * value) / largest).toFixed(1)}h-4z`).join('');
  return h('svg', { class: 'demo__strip', viewBox: `0 0 ${vector.length * 5} 32`, role: 'img', 'aria-label': said },
    h('path', { d: bars }));
}

function summit(state, words, model) {
  const { n, mode } = state;
  const net = mode === 'net';
  const value = model.forward[n];
  const symbol = net ? `∥x_{${n}}∥ / ∥x_{0}∥` : `x_{${n}}`;
  const count = model.states[0].length;
  const alike = likeness(model);
  return {
    name: words.summit,
    value: inlineMath([symbol, ` ${equals(value)} `, num(shown(value), `${SNIPPET}.forward[${n}]`)], { role: 'sum' }),
    also: net && [
      strip(model.states[0], fill(words.packed, { count })), strip(model.states[n], fill(words.arrived, { count })),
      alike !== null && fill(words.likeness, { value: inlineMath([num(shown(alike, 3))]) }),
    ],
    note: words.fates[fate(value)],
  };
}

function valley(state, words, model) {
  const { n, mode } = state;
  const net = mode === 'net';
  const value = model.backward[0];
  const symbol = net ? ['∥∇_{0}∥ / ∥∇_{', `${n}}∥`].join('') : '∂L / ∂x_{0}';
  return {
    name: words.valley,
    value: inlineMath([symbol, ` ${equals(value)} `, num(shown(value), `${SNIPPET}.backward[0]`)], { role: 'gradient' }),
    also: net ? null : words.same,
    note: words.fates[fate(value)],
  };
}

function ways(words, { cables }) {
  const running = cables.filter(Boolean).length;
  return {
    name: words.open,
    value: inlineMath(['2', num(String(running), `${SNIPPET}.running`, { raised: true }), ' = ', num(String(routes(cables)), `${SNIPPET}.routes`)]),
    note: running === cables.length ? words.through : words.blockedWay,
  };
}

function comment(state, words, { slopes, cables }) {
  const { key, gate: index } = remark(state.mode, slopes, cables);
  return fill(words.remarks[key], { gate: index === undefined ? '' : inlineMath([`F_{${index}}`], { role: 'branch' }) });
}

function stageWords({ now, down, layer }, words) {
  if (now === 0) return words.stages.start;
  return fill(words.stages[down ? 'down' : 'up'], { index: layer + 1 });
}

function view(state, words, context) {
  const model = computed(state);
  const now = stageOf(state);
  const [across, upright] = [wide(state.n), tall(state.n)];
  return [
    h('div', { class: 'demo__controls' },
      slider('n', params.n, state.n, words.n, 'n'),
      slider('a', params.a, state.a, words.a, 'a'),
      options('mode', params.mode, state.mode, words.mode, words.modes, context.scope),
      presets(PRESETS, state, words.presets)),
    h('div', { class: 'demo__stage' },
      player('t', now.now, 2 * state.n, stageWords(now, words), context, words.t),
      drawings(words.alt, context,
        () => ({ width: across.width, height: across.height, parts: picture(state, words, model, now, across) }),
        () => ({ width: upright.width, height: upright.height, parts: picture(state, words, model, now, upright) }))),
    kept('results', [words.title, state.n, model.key].join(), () => results(
      reading([summit(state, words, model), valley(state, words, model), ways(words, model)]),
      comment(state, words, model))),
  ];
}

function say(state, words) {
  const model = computed(state);
  const { key, gate: index } = remark(state.mode, model.slopes, model.cables);
  return fill(words.said, {
    n: state.n, cables: model.cables.filter(Boolean).length, stage: stageWords(stageOf(state), words),
    forward: spoken(shown(model.forward[state.n])), backward: spoken(shown(model.backward[0])),
    remark: fill(words.remarks[key], { gate: `F${index}` }),
  });
}

export default define({
  name: 'depth-journey', prefix: 'dj', params, presets: PRESETS, labels: LABELS, nameOf, valueOf, choices, view, say, play, moves: 't',
});
