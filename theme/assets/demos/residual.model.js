// A block and a plain layer whose branch gives the same F(x), and how far each is from H(x).
// snippets/demo_residual.py computes the same.

const PER_UNIT = 100; // what can be set are whole hundredths, so that sums are exact

const whole = values => values.map(value => Math.round(value * PER_UNIT));

// `x`, `f` and `wanted` are lists of numbers: the input, F(x) and H(x).
export function compare(x, f, wanted) {
  const [a, b, c] = [x, f, wanted].map(whole);
  const sum = a.map((value, i) => value + b[i]);
  return {
    block: sum.map(value => value / PER_UNIT),
    plain: b.map(value => value / PER_UNIT),
    blockMisses: distance(sum, c),
    plainMisses: distance(b, c),
  };
}

// Of equal sums the roots are equal as well; Math.hypot would depend on the order of the components.
const distance = (one, other) => Math.sqrt(one.reduce((sum, value, i) => sum + (value - other[i]) ** 2, 0)) / PER_UNIT;

// What is worth saying about these values.
export function remark(x, f, wanted) {
  const [a, b] = [x, f].map(whole);
  const { blockMisses, plainMisses } = compare(x, f, wanted);
  if (a.every(value => value === 0)) return 'noInput';
  if (b.every(value => value === 0)) return blockMisses <= plainMisses ? 'identity' : 'identityFar';
  if (a.every((value, i) => value + b[i] === 0)) return 'lost';
  if (blockMisses === 0) return 'exact';
  if (blockMisses === plainMisses) return 'even';
  return blockMisses < plainMisses ? 'blockCloser' : 'plainCloser';
}
