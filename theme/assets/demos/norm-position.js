// Demo C: a Transformer layer step by step, with the norm in the branch or on the trunk.

import { define } from './demo.js';
import { curve, drawings, head, inlineMath, label, math, num, plus, tinted } from './draw.js';
import { formulas, NAMES, plainText } from './norm-position.formulas.js';
import { BOX, CARD, moving, returned, tall, wide, waysOf } from './norm-position.layout.js';
import { added, BRANCHES, layer, norm, ratios, remark, scaled } from './norm-position.model.js';
import { equals, fixed, minus, shown } from './numbers.js';
import { choice, number } from './params.js';
import { fill, options, player, presets, reading, slider } from './parts.js';
import { h, keeper } from './tree.js';
import { between, bezier, walked } from './ways.js';

const LABELS = {
  zh: {
    title: '归一化的位置',
    order: '归一化',
    layer: '层',
    c: '输入的倍数',
    k: '分支权重的倍数',
    t: '走到第几步',
    orders: { pre: '前置（Pre-LN）', post: '后置（Post-LN）' },
    layers: { encoder: '编码器', decoder: '解码器' },
    alt: '一层 Transformer：蓝线是主干，橙色的分支从它岔出，在加号处加回来。小图里的竖条是三个词元的各个分量。绿色虚线是梯度，逆着走回来。',
    masked: '带掩码',
    cross: '交叉',
    forward: '前向',
    jacobian: '雅可比矩阵',
    backward: '梯度回来',
    twice: '抄成两份',
    here: '输入',
    heard: '{part}这一步：{formula}',
    picture: '雅可比矩阵 {formula} 的图：行是输出，列是输入，方块的大小是元素的绝对值，空心为负。',
    state: '主干：{value}',
    shortcut: '只走捷径的那份：{value}',
    steps: {
      start: '按“播放”，或者一步一步走：先算到输出，梯度再沿原路回来。',
      preNorm: '分支先把读到的东西归一化；主干上的那份不动。',
      postNorm: '归一化放在主干上：整个和都要穿过它，捷径送来的那份也不例外。',
      self: '自注意力让每个词元都看得到所有词元，所以没有哪一块注定是零。',
      masked: '带掩码的自注意力看不到后面的词元，所以右上方的块全是零。',
      cross: '键和值来自编码器，词元之间不在这里交换，所以对角线之外的块全是零。',
      ffn: 'FFN 对每个词元单独计算，所以对角线之外的块全是零。',
      preAdd: '加号把分支的结果加到主干上。蓝色的对角线就是捷径：它单独成一项，上面什么也没有乘。',
      postAdd: '相加之后，蓝色的对角线还在，可是紧接着还有一次归一化。',
      preBackAdd: '加号把梯度抄成两份：一份沿主干回去，一份进分支。',
      postBackAdd: '过了归一化，加号才把梯度抄成两份。',
      postBackNorm: '梯度先要穿过归一化：减去均值和沿着输出的那一部分，再除以标准差。',
      backBranch: '进分支的那份乘上分支的雅可比矩阵的转置。',
      preBackNorm: '再乘上归一化的，就和捷径那份相加：捷径那份从头到尾没有变。',
      postBackBranch: '进分支的那份乘上分支的，再和捷径那份相加；可是捷径那份已经穿过了归一化。',
    },
    remarks: {
      preZero: '分支为零：这一层恰好是恒等映射，梯度原样回来。',
      postZero: '分支为零，输出却是归一化之后的输入：Post-LN 的层做不成恒等映射。',
      preLarge: '不管主干多大，分支读到的都是归一化之后的副本：这里分支加上去的只占一小份，梯度也几乎全靠捷径带回。',
      postLarge: '输入很大：第一次归一化把大小重置，到输入的梯度也除以同样大的数，捷径那份也一样。',
      preSmall: '不管主干多小，分支读到的都是归一化之后的副本：这里分支加上去的盖过了输入，带回的梯度也放大了。',
      postSmall: '输入很小：第一次归一化把它放大，梯度也跟着放大，连只走捷径的那份也是。',
      pre: '捷径上只有加号：来到输出的梯度原样到达输入，分支的那份加在上面。',
      post: '每条路都要穿过归一化，捷径也不例外：没有哪一份梯度原样到达输入。',
    },
    presets: { example: '原来的大小', zero: '分支为零', large: '输入很大', small: '输入很小' },
    said: '{order}，{layer}。{step}。{remark}梯度到输入时是来时的 {all} 倍，只走捷径的那份是 {shortcut} 倍。',
  },
  en: {
    title: 'Where the norm sits',
    order: 'Norm',
    layer: 'Layer',
    c: 'Input times',
    k: 'Branch weights times',
    t: 'Steps done',
    orders: { pre: 'Pre-LN', post: 'Post-LN' },
    layers: { encoder: 'Encoder', decoder: 'Decoder' },
    alt: 'A Transformer layer: the trunk is blue, orange branches leave it and are added back at plus signs. Upright bars in small cards are the components of three tokens. Dashed green is the gradient on its way back.',
    masked: 'masked',
    cross: 'cross',
    forward: 'Forward',
    jacobian: 'Jacobian',
    backward: 'Gradient, back',
    twice: 'copied to both',
    here: 'The input',
    heard: '{part}: {formula}',
    picture: 'Picture of the Jacobian {formula}: a row is an output, a column an input, the size of a square the size of the entry; hollow ones are negative.',
    state: 'Trunk: {value}',
    shortcut: 'By shortcuts alone: {value}',
    steps: {
      start: 'Play, or go step by step: first to the output, then the gradient returns by the same way.',
      preNorm: 'The branch normalises what it reads. What stays on the trunk is not touched.',
      postNorm: 'Here the norm stands on the trunk: the whole sum passes it, and so does what the shortcut brought.',
      self: 'In self-attention every token can see all tokens, so no block has to be zero.',
      masked: 'Masked self-attention does not see later tokens, so the blocks above the diagonal are zero.',
      cross: 'Keys and values come from the encoder and tokens do not meet here, so the blocks off the diagonal are zero.',
      ffn: 'The FFN computes each token by itself, so the blocks off the diagonal are zero.',
      preAdd: 'The plus sign adds the branch’s result to the trunk. The blue diagonal is the shortcut: a term of its own, multiplied by nothing.',
      postAdd: 'After the sum the blue diagonal is still there, but a norm comes next.',
      preBackAdd: 'The plus sign copies the gradient: one copy goes back along the trunk, one into the branch.',
      postBackAdd: 'Only behind the norm does the plus sign copy the gradient.',
      postBackNorm: 'First the gradient must pass the norm, which takes away its mean and its part along the output, and divides by the deviation.',
      backBranch: 'The copy in the branch is multiplied by the branch’s Jacobian, transposed.',
      preBackNorm: 'Then by the norm’s, and it is added to the shortcut’s copy, which nothing has changed on the way.',
      postBackBranch: 'The copy in the branch is multiplied by the branch’s, and added to the shortcut’s; but that has already passed the norm.',
    },
    remarks: {
      preZero: 'With branches of zero this layer is exactly the identity, and the gradient comes back untouched.',
      postZero: 'The branches are zero, yet the output is the normalised input: a Post-LN layer cannot be the identity.',
      preLarge: 'However large the trunk, branches read a normalised copy: here they add only a small share, and nearly all of the gradient comes by the shortcuts.',
      postLarge: 'The input is large: the first norm resets its size, and divides the gradient by as much, the shortcuts’ share included.',
      preSmall: 'However small the trunk, branches read a normalised copy: here what they add drowns the input, and the gradient that they bring back is enlarged.',
      postSmall: 'The input is small: the first norm enlarges it, and the gradient too, even the share that takes shortcuts alone.',
      pre: 'The shortcuts meet nothing but plus signs: the gradient at the output arrives at the input as it was, and the branches’ is added to it.',
      post: 'Every way passes the norms, the shortcuts too: no share of the gradient arrives at the input as it was.',
    },
    presets: { example: 'As it was', zero: 'Branches zero', large: 'Large input', small: 'Small input' },
    said: '{order}, {layer}. {step}. {remark} At the input the gradient has {all} times the size with which it came; by shortcuts alone {shortcut} times.',
  },
};

const END = 18; // steps of the longest layer, there and back; a shorter one stays at its end

const params = {
  order: choice(['pre', 'post']),
  layer: choice(['encoder', 'decoder']),
  c: number({ min: 0.1, max: 10, initial: 1, step: 0.1, decimals: 2 }),
  k: number({ min: 0, max: 3, initial: 1, step: 0.1, decimals: 2 }),
  t: number({ min: 0, max: END, initial: END, decimals: 3 }),
};

const PRESETS = {
  example: { c: 1, k: 1 },
  zero: { c: 1, k: 0 },
  large: { c: 10, k: 1 },
  small: { c: 0.1, k: 1 },
};

const SNIPPET = 'demo_norm_position';
const SECONDS = 1.6; // a step, of which the last part is rest
const MOVING = 0.75;

// --- where it stands --------------------------------------------------------------------------------

const rowsOf = kind => 3 * BRANCHES[kind].length;

// The step under way, or the last one done: going `back` or not, in which row of the computation,
// and how far.
function stage({ layer: kind, t }) {
  const rows = rowsOf(kind);
  const now = Math.min(t, 2 * rows);
  const step = Math.ceil(now);
  const back = step > rows;
  return { now, rows, back, row: back ? 2 * rows - step : step - 1, share: now === step ? 1 : now % 1 };
}

function play(state, seconds) {
  const { now, rows } = stage(state);
  const ended = now === 2 * rows;
  if (seconds === 0) return { t: ended ? 0 : now };
  if (ended) return null;
  const t = now + seconds / SECONDS;
  return { t: t < 2 * rows ? Number(t.toFixed(3)) : END };
}

let known = { key: '' };

// The layer of a state and what is worth knowing of both orders; what was asked last is kept.
function computed({ order, layer: kind, c, k }) {
  const key = [order, kind, c, k].join();
  if (known.key !== key) {
    const both = { pre: layer('pre', kind, c, k), post: layer('post', kind, c, k) };
    known = { key, ...both[order], compared: { pre: ratios(both.pre), post: ratios(both.post) } };
  }
  return known;
}

// --- the computation in formulas --------------------------------------------------------------------

// The row whose Jacobian is shown: where the gradient's copies join, it is that of the whole block.
const shownJacobian = (back, row) => (back && row % 3 === 0 ? row + 2 : row);

// The computation from top to bottom, the gradient from bottom to top.
function program({ order, layer: kind }, words, { back, row, rows, now }) {
  const cell = (step, lit, ...content) => h('button', {
    type: 'button', class: 'demo__step', 'data-set': `t=${step}`, 'aria-current': lit ? 'step' : false,
  }, content);
  const lines = BRANCHES[kind].flatMap((_, index) => formulas(order, kind, index));
  return h('div', { class: 'demo__program' },
    h('p', { class: 'demo__columns' }, h('span', {}, words.forward), h('span', {}, words.jacobian), h('span', {}, words.backward)),
    h('ol', {}, lines.map((line, i) => {
      const lit = now > 0 && i === row;
      const copies = i % 3 === (order === 'pre' ? 2 : 1);
      return h('li', { class: i % 3 ? '' : 'demo__first' },
        cell(i + 1, lit && !back, inlineMath(line.forward)),
        h('span', { class: now > 0 && i === shownJacobian(back, row) ? 'demo__lit' : '' }, inlineMath(line.jacobian)),
        cell(2 * rows - i, lit && back, inlineMath(line.back), copies && h('span', { class: 'demo__aside' }, words.twice)));
    })));
}

// --- drawing --------------------------------------------------------------------------------------

const mixed = (one, other, share) => added(scaled(one, 1 - share), scaled(other, share));

// What a card carries at a place along the trunk: it changes within the box around `box`.
const within = (place, box, half, before, after) => mixed(before, after, between(0, (place - box + half) / (2 * half), 1));

// The tensors before and after each box, by the direction of the walk.
function carried(order, block, index, model, back) {
  const [a, b, c] = block.steps;
  if (!back) {
    const from = model.states[index];
    if (order === 'pre') return { trunk: from, branch: [[from, a.out], [a.out, b.out], [b.out, b.out]], after: [c.out, c.out] };
    return { trunk: from, branch: [[from, a.out], [a.out, a.out]], after: [b.out, c.out] };
  }
  const came = model.gradients[index + 1];
  const trunk = order === 'pre' ? came : c.back;
  const share = added(a.back, scaled(trunk, -1));
  if (order === 'pre') return { trunk, branch: [[share, b.back], [b.back, came], [came, came]], after: [came, came] };
  return { trunk, branch: [[share, trunk], [trunk, trunk]], after: [trunk, came] };
}

const ROLES = { trunk: 'identity', branch: 'branch', after: 'sum' };
// Written out: the build drops rules whose names it finds nowhere.
const CARDS = {
  identity: ['demo__card demo__card--identity', 'demo__bars demo__bars--identity'],
  branch: ['demo__card demo__card--branch', 'demo__bars demo__bars--branch'],
  sum: ['demo__card demo__card--sum', 'demo__bars demo__bars--sum'],
  gradient: ['demo__card demo__card--gradient', 'demo__bars demo__bars--gradient'],
};

// A tensor as upright bars, token by token, in a card around x, y. `unit` is a bar's height for 1.
function card(role, x, y, tensor, unit) {
  const { width, height } = CARD;
  const [frame, inside] = CARDS[role];
  const [left, top] = [x - width / 2, y - height / 2].map(value => Number(value.toFixed(1)));
  const middle = top + height / 2;
  const bars = tensor.map((token, i) => token.map((value, j) => {
    const tall = between(2 - height / 2, value * unit, height / 2 - 2);
    return `M${(left + 4 + i * 20 + j * 4.75).toFixed(1)} ${middle}h3.5v${(-tall).toFixed(1)}h-3.5z`;
  }).join('')).join('');
  // Without a transform: a browser sorts its layers anew for every element that has one and moves.
  return [
    h('rect', { class: frame, x: left, y: top, width, height, rx: 2 }),
    h('path', { class: 'f-quiet', d: `M${left + 4} ${middle}h${width - 8}` }),
    h('path', { class: inside, d: bars }),
  ];
}

const unitOf = tensors => (CARD.height / 2 - 2) / Math.max(1e-9, ...tensors.flat(2).map(Math.abs));

function box(name, role, [x, y], lit, step) {
  const wide = name === 'LN' ? BOX.norm : BOX.branch;
  return h('g', { class: lit ? 'demo__part demo__part--lit' : 'demo__part', 'data-set': `t=${step}` },
    h('rect', { class: `f-box-${role}`, x: x - wide / 2, y: y - BOX.high / 2, width: wide, height: BOX.high, rx: 2 }),
    label(x, y + 5, name, { role, anchor: 'mid' }));
}

// One block: its lines, boxes and plus sign.
function block({ order, layer: kind }, words, model, now, index, frame) {
  const { place, rise, across } = frame;
  const ways = waysOf(order, index, frame);
  const { name } = model.blocks[index];
  const last = index === BRANCHES[kind].length - 1;
  const put = points => points.map(place);
  const first = 3 * index; // the block's first step
  const lit = kindOfStep => now.now > 0 && model.blocks[index].steps[now.row - first]?.kind === kindOfStep;
  const stepOf = kindOfStep => first + 1 + model.blocks[index].steps.findIndex(step => step.kind === kindOfStep);
  const normed = [ways.at.norm, order === 'pre' ? rise : 0];
  const end = order === 'post' || last ? 'sum' : 'identity';
  const [px, py] = place([ways.at.plus, 0]);
  const down = place([0, 1])[1] < place([0, 0])[1]; // the branch lies above the trunk
  return [
    curve('branch', put(ways.whole)),
    head('branch', ...place([ways.at.plus, 9]), down ? 90 : 180),
    curve('identity', put(ways.trunk)),
    curve(end, put(ways.after)),
    box(name === 'ffn' ? 'FFN' : 'MHA', 'branch', place([ways.at.branch, rise]), lit('branch'), stepOf('branch')),
    box('LN', order === 'pre' ? 'branch' : 'sum', place(normed), lit('norm'), stepOf('norm')),
    h('g', { class: lit('add') ? 'demo__part demo__part--lit' : 'demo__part', 'data-set': `t=${stepOf('add')}` }, plus(px, py)),
    note(name, words, place([ways.at.branch, rise]), across),
  ];
}

// Masked or not, and for cross-attention what comes in from the encoder.
function note(name, words, [x, y], across) {
  if (name !== 'masked' && name !== 'cross') return null;
  const text = across
    ? label(name === 'cross' ? x - 10 : x, y - 23, words[name], { anchor: name === 'cross' ? 'end' : 'mid' })
    : label(x + 58, y + 30, words[name], { anchor: 'end' });
  if (name === 'masked') return text;
  const memory = across ? [[x, y - 36], [x, y - 24]] : [[x + 48, y], [x + 40, y]];
  return [
    text,
    math(...(across ? [x, y - 40] : [x + 50, y - 7]), 'M', { anchor: 'mid', className: 't-small' }),
    curve('branch', memory),
    head('branch', ...(across ? [x, y - 15, 90] : [x + 30, y, 180])),
  ];
}

const ASIDE = 10; // px between a line and the gradient's beside it

// The ways that the gradient has gone, beside those of the computation.
function gradientWays(order, now, index, frame) {
  const { place, rise } = frame;
  const done = returned(now, index);
  if (done === 0) return null;
  const { start, end, at } = waysOf(order, index, frame);
  const joined = order === 'pre' ? 0.5 : 1;
  const meet = start + 16; // where both copies are added
  const trunk = [[end, -ASIDE], [at.plus, -ASIDE], [start, -ASIDE]];
  const branch = [
    ...bezier([[at.plus - ASIDE, 16], [at.plus - ASIDE, rise - 20], [at.plus - 18, rise - ASIDE - 9], [at.plus - 34, rise - ASIDE - 9]]),
    ...bezier([[start + 44, rise - ASIDE - 9], [start + 20, rise - ASIDE - 9], [start + 30, 8], [meet + 2, 1 - ASIDE]]),
  ];
  const untilCopy = (end - at.plus) / (end - start);
  const share = done < joined ? (done / joined) * untilCopy : untilCopy + ((done - joined) / (3 - joined)) * (1 - untilCopy);
  const draw = (points, part) => curve('gradient', walked(points, between(0, part, 1)).way.map(place));
  const [x, y] = place([at.plus, -ASIDE]);
  const backwards = place([1, 0])[0] > place([0, 0])[0] ? 180 : -90;
  return [
    draw(trunk, share),
    done > joined && draw(branch, (done - joined) / (3 - joined)),
    done > joined && h('circle', { class: 'f-head-gradient', cx: x.toFixed(1), cy: y.toFixed(1), r: 4 }),
    done >= 3 && plus(...place([meet, -ASIDE]), 6, 'gradient'),
    done >= 3 && index === 0 && head('gradient', ...place([start - 2, -ASIDE]), backwards),
  ];
}

// The cards under way, on top of everything.
function cards(state, model, now, units, frame) {
  const { place, across } = frame;
  if (now.now === 0 || now.share === 1 && now.row % 3 === (now.back ? 0 : 2)) return null;
  const { order } = state;
  const index = Math.floor(now.row / 3);
  const ways = waysOf(order, index, frame);
  const share = between(0, now.share / MOVING, 1);
  const along = now.back ? 1 - share : share;
  const contents = carried(order, model.blocks[index], index, model, now.back);
  const row = now.row % 3;
  return moving(order, ways, row, along).map(({ where, way, share: part }) => {
    const point = walked(way, between(0, part, 1)).end;
    const [before, after] = where === 'trunk' ? [contents.trunk, contents.trunk] : where === 'after' ? contents.after : contents.branch[row];
    const onNorm = (where === 'branch') === (order === 'pre') && (order === 'post' || row === 0);
    const middle = onNorm ? ways.at.norm : ways.at.branch;
    const half = across ? (onNorm ? BOX.norm : BOX.branch) / 2 : BOX.high / 2;
    const tensor = before === after ? before : within(point[0], middle, half, before, after);
    return card(now.back ? 'gradient' : ROLES[where], ...place(point), tensor, now.back ? units.back : units.forward);
  });
}

// Below (or beside) the trunk's places: their states and gradients as cards, with their sizes.
function station(state, model, units, index, frame, { reached, returned }) {
  const names = NAMES[state.layer];
  const role = index ? 'sum' : 'identity';
  const places = frame.station(index, names.length - 1);
  const size = (text, value, claim, [x, y], role) =>
    math(x, y, [text, ` ${equals(value, 3)} `, num(shown(value, 3), claim)], { role, anchor: places.anchor, className: 'demo__size' });
  return [
    math(...places.name, names[index], { role, anchor: places.nameAnchor, halo: true }),
    reached && card(role, ...places.state, model.states[index], units.forward),
    reached && size(`∥${names[index]}∥`, norm(model.states[index]), `${SNIPPET}.state_sizes[${index}]`, places.stateSize, role),
    returned && card('gradient', ...places.gradient, model.gradients[index], units.back),
    returned && size(`∥∇_{${names[index]}}L∥`, norm(model.gradients[index]), `${SNIPPET}.gradient_sizes[${index}]`, places.gradientSize, 'gradient'),
  ];
}

const kept = keeper();

function picture(state, words, model, now, frame) {
  const blocks = BRANCHES[state.layer].map((_, index) => index);
  const units = { forward: unitOf([...model.states, ...model.blocks.flatMap(({ steps }) => steps.map(step => step.out))]), back: unitOf(model.gradients) };
  const end = frame.start + blocks.length * frame.length;
  const part = (name, key, make) => kept(`${frame.name} ${name}`, [words.title, ...key].join(), make);
  return [
    blocks.map(index => part(`back ${index}`, [model.key, returned(now, index)],
      () => h('g', {}, gradientWays(state.order, now, index, frame)))),
    blocks.map(index => part(`block ${index}`, [model.key, Math.floor(now.row / 3) === index && `${now.row} ${now.now > 0}`],
      () => h('g', {}, block(state, words, model, now, index, frame)))),
    head('sum', ...frame.place([end + 8, 0]), frame.across ? 0 : 90),
    [...blocks, blocks.length].map(index => {
      const shown = { reached: now.back || 3 * index <= now.now, returned: now.now - now.rows >= now.rows - 3 * index };
      return part(`station ${index}`, [model.key, shown.reached, shown.returned], () => h('g', {}, station(state, model, units, index, frame, shown)));
    }),
    h('g', {}, cards(state, model, now, units, frame)),
  ];
}

// --- the panel --------------------------------------------------------------------------------------

// The tensor that the step has just given, in numbers.
function values(tensor, claim) {
  return h('div', { class: 'demo__matrix', role: 'table' }, tensor.map((token, i) =>
    h('div', { role: 'row' }, token.map((value, j) =>
      h('span', { role: 'cell', class: 'demo__number', claim: `${claim}[${i}][${j}]` }, minus(fixed(value, 2)))))));
}

const CELL = 10;

// The Jacobian as squares: blue what stands for I alone, the rest by its `role` (a class), hollow if negative.
function pattern(matrix, role, alone, said) {
  const size = matrix.length * CELL;
  const largest = Math.max(1, ...matrix.flat().map(Math.abs));
  const squareOf = (i, j, half) => `M${(j * CELL + CELL / 2 - half).toFixed(1)} ${(i * CELL + CELL / 2 - half).toFixed(1)}h${(2 * half).toFixed(1)}v${(2 * half).toFixed(1)}h${(-2 * half).toFixed(1)}z`;
  const entries = sign => matrix.flatMap((row, i) => row.map((value, j) => {
    const rest = alone && i === j ? value - 1 : value;
    const half = (CELL / 2 - 0.5) * Math.sqrt(Math.abs(rest) / largest);
    return half > 0.3 && Math.sign(rest) === sign ? squareOf(i, j, half) : '';
  })).join('');
  const cuts = [4, 8].map(i => `M${i * CELL} 0V${size}M0 ${i * CELL}H${size}`).join('');
  return h('svg', { class: 'demo__pattern', viewBox: `-1 -1 ${size + 2} ${size + 2}`, role: 'img', 'aria-label': said },
    h('path', { class: 'f-quiet', d: `${cuts}M0 0H${size}V${size}H0Z` }),
    alone && h('path', { class: 'demo__unit', d: matrix.map((_, i) => squareOf(i, i, CELL / 2 - 0.5)).join('') }),
    h('path', { class: role, d: entries(1) }),
    h('path', { class: `${role} demo__cells--hollow`, d: entries(-1) }));
}

// What the lit step is about: its formula, its result and its Jacobian.
function panel(state, words, model, now) {
  const { order, layer: kind } = state;
  const index = Math.floor(Math.max(0, now.row) / 3);
  const row = Math.max(0, now.row) % 3;
  const step = model.blocks[index].steps[row];
  const [lines, matrixLines] = [row, shownJacobian(now.back, row)].map(i => formulas(order, kind, index)[i]);
  const whole = model.blocks[index].steps[shownJacobian(now.back, row)];
  const begun = now.now > 0;
  const formula = !begun ? [tinted('identity', 'X')] : now.back ? lines.back : lines.forward;
  const tensor = !begun ? model.states[0] : now.back ? step.back : step.out;
  const role = order === 'pre' || whole.kind !== 'norm' ? 'demo__cells demo__cells--branch' : 'demo__cells demo__cells--sum';
  return h('div', { class: 'demo__panel' },
    h('div', {},
      h('p', { class: 'demo__formula' }, inlineMath(formula)),
      values(tensor, `${SNIPPET}.at_input`)),
    h('div', {},
      h('p', { class: 'demo__formula' }, h('span', { class: 'demo__aside' }, words.jacobian), ' ', inlineMath(matrixLines.jacobian)),
      pattern(whole.jacobian(), role, whole.kind === 'add', fill(words.picture, { formula: plainText(matrixLines.jacobian) }))));
}

// What is worth saying of the step, and in the end of the whole.
function comment({ order, c, k }, words, model, now) {
  if (now.now === 0) return words.steps.start;
  if (now.now === 2 * now.rows) return words.remarks[remark(order, c, k)];
  const { name, steps } = model.blocks[Math.floor(now.row / 3)];
  const { kind } = steps[now.row % 3];
  const capital = kind[0].toUpperCase() + kind.slice(1);
  if (!now.back) return words.steps[kind === 'branch' ? name : order + capital];
  return words.steps[kind === 'branch' && order === 'pre' ? 'backBranch' : `${order}Back${capital}`];
}

function compare(order, words, { all, shortcut, grown }) {
  const name = `${SNIPPET}.${order}`;
  const times = (value, index, of, parts) => inlineMath([...parts, ` ${equals(value, 3)} `, num(shown(value, 3), `${name}[${index}]`), ' ', of]);
  return {
    name: words.orders[order],
    value: times(all, 1, tinted('gradient', '∥∇_{Y}L∥'), [tinted('gradient', '∥∇_{X}L∥')]),
    also: fill(words.shortcut, { value: inlineMath([num(shown(shortcut, 3), `${name}[2]`), ' ', tinted('gradient', '∥∇_{Y}L∥')]) }),
    note: fill(words.state, { value: times(grown, 0, '∥X∥', ['∥Y∥']) }),
  };
}

function view(state, words, context) {
  const model = computed(state);
  const now = stage(state);
  const line = stepLine(state, words, now);
  const part = (name, make) => kept(name, [words.title, model.key, now.row, now.back, now.now === 0, now.now === 2 * now.rows].join(), make);
  return [
    h('div', { class: 'demo__controls' },
      options('order', params.order, state.order, words.order, words.orders, context.scope),
      options('layer', params.layer, state.layer, words.layer, words.layers, context.scope),
      slider('c', params.c, state.c, words.c, 'c'),
      slider('k', params.k, state.k, words.k, 'k'),
      presets(PRESETS, state, words.presets)),
    h('div', { class: 'demo__stage' },
      player('t', now.now, 2 * now.rows, line, context, words.t),
      drawings(words.alt, context,
        () => ({ width: 652, height: 292, parts: picture(state, words, model, now, wide(now.rows / 3)) }),
        () => ({ width: 316, height: 48 + 50 * now.rows + 46, parts: picture(state, words, model, now, tall(state.order)) }))),
    part('results', () => h('div', { class: 'demo__results' },
      panel(state, words, model, now),
      h('p', { class: 'demo__remark' }, comment(state, words, model, now)),
      reading(['pre', 'post'].map(order => compare(order, words, model.compared[order]))))),
    part('program', () => program(state, words, now)),
  ];
}

// The step in words, for those who do not see it lit.
function stepLine({ order, layer: kind }, words, { now, back, row }) {
  if (now === 0) return words.here;
  const { forward, back: returned } = formulas(order, kind, Math.floor(row / 3))[row % 3];
  return fill(words.heard, { part: back ? words.backward : words.forward, formula: plainText(back ? returned : forward) });
}

function say(state, words) {
  const model = computed(state);
  const now = stage(state);
  const { all, shortcut } = model.compared[state.order];
  return fill(words.said, {
    order: words.orders[state.order], layer: words.layers[state.layer], step: stepLine(state, words, now),
    remark: comment(state, words, model, now), all: shown(all, 3), shortcut: shown(shortcut, 3),
  });
}

export default define({
  name: 'norm-position', prefix: 'np', params, presets: PRESETS, labels: LABELS, view, say, play, moves: 't',
  choices: (name, words) => words[`${name}s`],
});
