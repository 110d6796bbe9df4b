// Ways: lists of points, along which things move.

export const between = (low, value, high) => Math.min(high, Math.max(low, value));

// A cubic curve as a way.
export function bezier([a, b, c, d]) {
  return Array.from({ length: 9 }, (_, i) => {
    const t = i / 8;
    const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return [0, 1].map(axis => [a, b, c, d].reduce((total, point, k) => total + weights[k] * point[axis], 0));
  });
}

// The point after a share of a way, and the way up to there.
export function walked(points, share) {
  const lengths = points.slice(1).map(([x, y], i) => Math.hypot(x - points[i][0], y - points[i][1]));
  let left = share * lengths.reduce((total, length) => total + length, 0);
  for (const [i, length] of lengths.entries()) {
    if (left <= length) {
      const part = length ? left / length : 0;
      const end = points[i].map((value, axis) => value + part * (points[i + 1][axis] - value));
      return { end, way: [...points.slice(0, i + 1), end] };
    }
    left -= length;
  }
  return { end: points.at(-1), way: points };
}

// A way at a distance from another, to its right as one walks (where y points down).
export function beside(points, distance) {
  return points.map(([x, y], i) => {
    const [[ax, ay], [bx, by]] = [points[Math.max(0, i - 1)], points[Math.min(points.length - 1, i + 1)]];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    return [x - ((by - ay) / length) * distance, y + ((bx - ax) / length) * distance];
  });
}
