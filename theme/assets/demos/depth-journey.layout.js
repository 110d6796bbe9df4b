// Demo E: the mountain of figures/cable_car.py for any number of gates, wide and upright.

import { bezier } from './ways.js';

const climb = (count, from, to) => Array.from({ length: count + 1 }, (_, i) => from.map((value, axis) => value + (i / count) * (to[axis] - value)));

// Stations from the valley to the summit, and what lies between two: a gate on the path, and the cable.
const stagesOf = (stations, gateOf, pathOf) => stations.slice(1).map((end, layer) => {
  const start = stations[layer];
  const gate = gateOf(start, end);
  return { gate, cable: [start, end], path: pathOf(start, gate, end) };
});

// From left to right: the path dips below the cable and passes its gate there. `ground` is what lies
// below it. `chart` and `gates` are places of plots: `unit` px for 1, along `along`.
export function wide(count) {
  const [left, right] = [52, 588];
  const run = (right - left) / count;
  const size = Math.min(1, run / 80);
  const stations = climb(count, [left, 276], [right, 60]);
  const path = ([a, c], [x, y], [e, f]) => {
    const [near, far] = [x - 15 * size, x + 15 * size];
    return [
      ...bezier([[a, c], [a + (near - a) * 0.55, c + 2], [near - (near - a) * 0.45, y], [near, y]]),
      ...bezier([[far, y], [far + (e - far) * 0.65, y], [e - (e - far) * 0.3, f + 26], [e - 4, f + 8]]),
    ];
  };
  const stages = stagesOf(stations, ([a, c]) => [a + run * 0.5, c + 12 + 14 * size], path);
  const rise = stages.flatMap((stage, layer) => [...stage.path, stations[layer + 1]]);
  return {
    name: 'wide', width: 652, height: 578, across: true, left, right, stations, stages, size, node: 7 + 3 * size,
    ground: { slope: [[0, 284], ...bezier([[8, 284], [24, 276], [30, 276], [left, 276]]), ...rise, ...bezier([[right, 60], [612, 62], [626, 100], [652, 128]])], foot: 336, edges: ['M0 284C14 284 20 276 36 276H52', `M${right} 60C612 62 626 100 652 128`] },
    parcel: ([x, y]) => [x, y - 26], returned: ([x, y]) => [x - 34, y - 17], nameAt: ([x, y]) => [x, y + 25],
    chart: { top: 368, bottom: 450 }, gates: { middle: 514, unit: 20, along: 'y' },
  };
}

const STAGE = 58; // px, high enough for a finger

// Upwards: the cable straight up, the path in a loop beside it.
export function tall(count) {
  const top = 62;
  const bottom = top + STAGE * count;
  const x = 46;
  const stations = climb(count, [x, bottom], [x, top]);
  const path = ([a, c], [gx, y], [e, f]) => [
    ...bezier([[a, c], [a + 14, c], [gx - 34, y], [gx - 14, y]]),
    ...bezier([[gx + 14, y], [gx + 38, y], [gx + 36, y - 40], [gx + 8, y - 41]]),
    ...bezier([[gx + 8, y - 41], [gx - 10, y - 42], [e + 26, f + 4], [e + 9, f + 2]]),
  ];
  const stages = stagesOf(stations, ([a, c]) => [a + 50, c - 6], path);
  return {
    name: 'tall', width: 316, height: bottom + 46, across: false, stations, stages, size: 0.84, node: 8.5,
    ground: { slope: [[0, bottom + 8], [x, bottom], ...stages.flatMap((stage, layer) => [...stage.path, stations[layer + 1]]), ...bezier([[x, top], [x + 40, top - 10], [x + 60, top + 30], [138, top + 110]]), [138, bottom + 36]], foot: bottom + 36, edges: [] },
    parcel: ([a, c]) => [a - 28, c], returned: ([a, c]) => [a - 4, c + 26], nameAt: ([a, c]) => [a - 29, c - 6],
    gates: { middle: 248, unit: 32, along: 'x' },
  };
}
