// Demo B: how n equal layers multiply the gradient, with a shortcut and without.

import { define } from './demo.js';
import { curve, drawings, handle, inlineMath, label, line, math, num, plus, spoken, square, ticks } from './draw.js';
import { fate, logarithm, multiplier, remark, writtenOut } from './gradient-multiplier.model.js';
import { minus, shown } from './numbers.js';
import { number } from './params.js';
import { fill, presets, reading, results, slider } from './parts.js';
import { h } from './tree.js';

const LABELS = {
  zh: {
    title: '梯度乘数',
    n: '层数',
    a: '每层的斜率',
    alt: '左图：横轴是斜率，纵轴是梯度乘上的倍数，取对数。右图：选定的斜率下，倍数怎样随层数变化。',
    plain: '普通网络',
    residual: '残差网络',
    shortcut: '只走捷径',
    alone: '只走捷径',
    slopes: '每层的斜率',
    layers: '层数',
    zero: '零',
    below: '更小',
    fates: {
      zero: '恰好是零，不是很小',
      kept: '大小不变',
      explodes: '爆炸：每层乘 {factor}',
      vanishes: '消失：每层乘 {factor}',
      grows: '稍有增大：每层乘 {factor}',
      shrinks: '稍有缩小：每层乘 {factor}',
      always: '不乘任何权重，所以不变',
    },
    zeros: '小数点后先有 {count} 个零',
    places: '整数部分有 {count} 位',
    remarks: {
      cancelled: '分支恰好抵消捷径：残差网络的梯度是零，普通网络的梯度大小不变。',
      flat: '分支是平的：普通网络的梯度断了，残差网络靠捷径原样交回。',
      flips: '每层只换一次符号：残差网络的梯度大小不变；普通网络的梯度，层数一多就爆炸。',
      equal: '两个因子一样大：多了捷径，梯度一点也没有变大。',
      bothExplode: '{above}：层数一多，有捷径也爆炸。',
      noFloor: '{below}：捷径并不托底，层数一多，残差网络的梯度照样消失。',
      explodes: '{above}：残差网络的梯度每层都放大，同样的斜率下普通网络却会缩小。',
      bothGrow: '斜率这么大，有没有捷径都不缩小；有捷径，每层的倍数更大。',
    },
    presets: { twenty: '每层一半', fifty: '负的一半', dead: '恰好抵消', small: '接近零' },
    said: '层数 {n}，斜率 {a}。普通网络：{plain}，{plainFate}。残差网络：{residual}，{residualFate}。',
  },
  en: {
    title: 'Gradient multiplier',
    n: 'Layers',
    a: 'Slope of each branch',
    alt: 'Left: the factor on the gradient over the slope, on a logarithmic scale. Right: for the chosen slope, how the factor changes with each layer.',
    plain: 'Plain network',
    residual: 'Residual network',
    shortcut: 'Shortcut alone',
    alone: 'shortcut alone',
    slopes: 'slope of each branch',
    layers: 'layers',
    zero: 'zero',
    below: 'less',
    fates: {
      zero: 'Exactly zero, not just small',
      kept: 'Its size stays',
      explodes: 'Explodes: times {factor} a layer',
      vanishes: 'Vanishes: times {factor} a layer',
      grows: 'Grows a little: times {factor} a layer',
      shrinks: 'Shrinks a little: times {factor} a layer',
      always: 'Meets no weight, so it stays',
    },
    zeros: '{count} zeros behind the point before the first digit',
    places: '{count} digits before the point',
    remarks: {
      cancelled: 'The branch cancels the shortcut: the residual network’s gradient is zero, the plain one keeps its size.',
      flat: 'The branch is flat: the plain network’s gradient is cut off, the shortcut returns it untouched.',
      flips: 'Each layer only flips the sign: the residual network’s gradient keeps its size; with enough layers the plain one’s explodes.',
      equal: 'Both factors have the same size: the shortcut has made the gradient no larger at all.',
      bothExplode: '{above}: with enough layers the gradient explodes in spite of the shortcut.',
      noFloor: '{below}: the shortcut is no floor; with enough layers the residual network’s gradient vanishes all the same.',
      explodes: '{above}: the residual network’s gradient grows with every layer, where the plain one’s shrinks.',
      bothGrow: 'With so large a slope neither shrinks; with the shortcut each layer’s factor is larger.',
    },
    presets: { twenty: 'A half', fifty: 'Minus a half', dead: 'Cancelled', small: 'Close to zero' },
    said: 'Layers {n}, slope {a}. Plain network: {plain}, {plainFate}. Residual network: {residual}, {residualFate}.',
  },
};

const params = {
  n: number({ min: 1, max: 100, initial: 20 }),
  a: number({ min: -2.5, max: 1.5, initial: 0.5, step: 0.01, decimals: 3 }),
};

const PRESETS = {
  twenty: { n: 20, a: 0.5 },
  fifty: { n: 50, a: -0.5 },
  dead: { n: 20, a: -1 },
  small: { n: 20, a: 0.01 },
};

// The still quotes this snippet; `claims` are its names.
const SNIPPET = 'demo_gradient_multiplier';

// --- drawing --------------------------------------------------------------------------------------

const FLOOR = 34; // px below the logarithmic scale, where zero has a place of its own

// A panel's scale: powers of ten between `low` and `high`, and below them, apart, zero.
function upward(n, top, bottom) {
  const high = Math.max(1, Math.ceil(logarithm(2.5, n)));
  const low = -1.5 * high;
  const y = power => top + ((high - power) / (high - low)) * (bottom - FLOOR - top);
  // Where a value stands; zero on the floor, what is merely too small for the scale above it.
  const place = power => (power === -Infinity ? bottom : power < low ? y(low) + FLOOR / 2 : y(power));
  return { high, low, y, place, bottom };
}

// In a group of its own, as all that comes and goes: what follows keeps its place, and its elements.
function grid(scale, left, right) {
  return h('g', {}, powersOn(scale).map(power => line('quiet', left, scale.y(power), right, scale.y(power))));
}

const powersOn = scale => ticks(scale.low, scale.high, 5).filter(power => Number.isInteger(power));

function powersOfTen(scale, x) {
  return h('g', { class: 'demo__axis' },
    math(x, scale.bottom + 5, '0', { anchor: 'end', className: 't-small' }),
    powersOn(scale).map(power => math(x, scale.y(power) + 5, power ? `10^{${minus(power)}}` : '1', { anchor: 'end', className: 't-small' })));
}

// The n-th power of |slope + shift| over all slopes: down to the floor where it is zero.
function powerCurve(role, shift, n, scale, x) {
  const { min, max } = params.a;
  const steps = 160;
  const points = [];
  for (let i = 0; i <= steps; i++) {
    const a = min + ((max - min) * i) / steps;
    const log = logarithm(Math.abs(a + shift), n);
    points.push(log < scale.low ? null : [x(a), scale.y(Math.min(log, scale.high))]);
  }
  return [curve(role, withEnds(points, shift, n, scale, x)), dip(role, -shift, scale, x)];
}

// The curve's ends at the lower edge, which lie between two of its points.
function withEnds(points, shift, n, scale, x) {
  const reach = 10 ** (scale.low / n); // |slope + shift| at the lower edge
  const edge = [x(-shift - reach), scale.y(scale.low)];
  const other = [x(-shift + reach), scale.y(scale.low)];
  const gap = points.indexOf(null);
  const behind = points.lastIndexOf(null);
  if (gap < 0) return points;
  return [...points.slice(0, gap), edge, null, other, ...points.slice(behind + 1)];
}

// Down to the floor: here the power is zero.
const dip = (role, a, scale, x) => [
  h('path', { class: 'demo__guide', d: `M${x(a)} ${scale.y(scale.low)}V${scale.bottom}` }),
  h('path', { class: `f-${role} demo__dip`, d: `M${x(a) - 7} ${scale.bottom}h14` }),
];

function overSlopes(state, words, powers, left, right, scale) {
  const { min, max } = params.a;
  const x = a => left + ((a - min) / (max - min)) * (right - left);
  const here = x(state.a);
  return [
    grid(scale, left, right),
    line('quiet', left, scale.bottom, right, scale.bottom),
    powersOfTen(scale, left - 10),
    h('g', { class: 'demo__axis' }, [-2, -1, 0, 1].map(a => [
      line('plain-tick', x(a), scale.bottom, x(a), scale.bottom + 5),
      label(x(a), scale.bottom + 21, minus(a), { anchor: 'mid' }),
    ])),
    label((left + right) / 2, scale.bottom + 42, [words.slopes, ' ', h('tspan', { class: 'demo__letter' }, 'a')], { anchor: 'mid' }),
    line('identity', left, scale.y(0), right, scale.y(0)),
    powerCurve('branch', 0, state.n, scale, x),
    powerCurve('sum', 1, state.n, scale, x),
    h('path', { class: 'demo__guide', d: `M${here} ${scale.bottom}V${scale.y(scale.high)}` }),
    math(x(-1.85), scale.y(scale.high) + 10, '|a|^{n}', { role: 'branch', halo: true }),
    math(x(0.6), scale.y(scale.high) + 10, '|1 + a|^{n}', { role: 'sum', anchor: 'end', halo: true }),
    square(here, scale.place(powers.plain.log)),
    plus(here, scale.place(powers.residual.log)),
    handle({
      name: 'a', axis: 'x', from: left, to: right, low: min, high: max, min, max,
      x: here, y: scale.place(powers.residual.log), said: words.a, now: state.a, text: minus(state.a),
    }),
  ];
}

// The chain layer by layer: straight on this scale, or on the floor from the first layer on.
function overLayers(state, words, powers, left, right, scale) {
  const { n } = state;
  const x = l => left + (l / n) * (right - left);
  const chain = (role, { log }) => {
    const points = log === -Infinity
      ? [[x(0), scale.y(0)], [x(1), scale.bottom], [x(n), scale.bottom]]
      : [[x(0), scale.y(0)], [x(n), scale.y(Math.max(log, scale.low))]];
    if (log >= scale.low || log === -Infinity) return curve(role, points);
    return curve(role, [points[0], [x((n * scale.low) / log), scale.y(scale.low)]]);
  };
  const ends = apart(scale.place(powers.plain.log), scale.place(powers.residual.log), 40, scale);
  return [
    grid(scale, left, right),
    line('quiet', left, scale.bottom, right, scale.bottom),
    h('g', { class: 'demo__axis' },
      label(left, scale.bottom + 21, '0', { anchor: 'mid' }),
      label(right, scale.bottom + 21, n, { anchor: 'mid' })),
    label((left + right) / 2, scale.bottom + 42, [words.layers, ' ', h('tspan', { class: 'demo__letter' }, 'n')], { anchor: 'mid' }),
    line('identity', left, scale.y(0), right, scale.y(0)),
    chain('branch', powers.plain),
    chain('sum', powers.residual),
    square(right, scale.place(powers.plain.log)),
    plus(right, scale.place(powers.residual.log)),
    math(right + 18, ends[0] + 6, [num(shown(powers.plain.value), `${SNIPPET}.plain`)], { role: 'branch' }),
    math(right + 18, ends[1] + 6, [num(shown(powers.residual.value), `${SNIPPET}.residual`)], { role: 'sum' }),
  ];
}

// Two heights at least `gap` apart, moved as little as can be and kept above the floor.
function apart(one, two, gap, scale) {
  const missing = gap - Math.abs(one - two);
  if (missing <= 0) return [one, two];
  const up = one <= two ? [-missing / 2, missing / 2] : [missing / 2, -missing / 2];
  const moved = [one + up[0], two + up[1]];
  const sunk = Math.max(0, Math.max(...moved) - scale.bottom);
  return moved.map(y => y - sunk);
}

function picture(state, words, powers, context) {
  const across = upward(state.n, 16, 300);
  const above = upward(state.n, 16, 280);
  const below = upward(state.n, 0, 190);
  const wide = () => ({ width: 652, height: 346, parts: [
    overSlopes(state, words, powers, 44, 400, across),
    overLayers(state, words, powers, 438, 512, across),
  ] });
  const tall = () => ({ width: 316, height: 586, parts: [
    overSlopes(state, words, powers, 46, 310, above),
    h('g', { transform: 'translate(0 346)' },
      powersOfTen(below, 36), overLayers(state, words, powers, 46, 196, below)),
  ] });
  return drawings(words.alt, context, wide, tall);
}

// --- words ----------------------------------------------------------------------------------------

const fateWords = (words, power, factor) => fill(words.fates[fate(power)], { factor });

function outWritten(words, power) {
  const { digits, about, places, zeros } = writtenOut(power);
  if (digits !== undefined) return `= ${digits}`;
  if (about !== undefined) return `≈ ${about}`;
  if (places !== undefined) return fill(words.places, { count: places });
  return fill(words.zeros, { count: zeros });
}

function result(name, words, state, power, role, symbol) {
  const digits = power.exact.replace('.', '').replace(/^0+|0+$/g, '');
  return {
    name: words[name],
    value: inlineMath(
      [
        `${symbol} = `, num(shown(power.factor), `${SNIPPET}.${name}_factor`),
        num(state.n, `${SNIPPET}.n`, { raised: true }),
        digits.length > 4 ? ' ≈ ' : ' = ', num(shown(power.value), `${SNIPPET}.${name}`),
      ],
      { role },
    ),
    also: h('span', { class: 'demo__out' }, power.exact === shown(power.value) ? '' : outWritten(words, power)),
    note: fateWords(words, power, inlineMath([num(shown(power.factor), `${SNIPPET}.${name}_factor`)])),
  };
}

function view(state, words, context) {
  const powers = multiplier(state.n, state.a);
  return [
    h('div', { class: 'demo__controls' },
      slider('n', params.n, state.n, words.n, 'n'),
      slider('a', params.a, state.a, words.a, 'a'),
      presets(PRESETS, state, words.presets)),
    picture(state, words, powers, context),
    results(reading([
      result('plain', words, state, powers.plain, 'branch', '|a|^{n}'),
      result('residual', words, state, powers.residual, 'sum', '|1 + a|^{n}'),
      { name: words.shortcut, value: inlineMath(['1^{n} = 1'], { role: 'identity' }), note: words.fates.always },
    ]), fill(words.remarks[remark(state.a)], {
      above: inlineMath(['|1 + a| > 1']), below: inlineMath(['|1 + a| < 1']),
    })),
  ];
}

function say(state, words) {
  const { plain, residual } = multiplier(state.n, state.a);
  return fill(words.said, {
    n: state.n, a: minus(state.a),
    plain: spoken(shown(plain.value)), plainFate: fateWords(words, plain, shown(plain.factor)),
    residual: spoken(shown(residual.value)), residualFate: fateWords(words, residual, shown(residual.factor)),
  });
}

export default define({ name: 'gradient-multiplier', prefix: 'gm', params, presets: PRESETS, labels: LABELS, view, say });
