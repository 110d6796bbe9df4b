// Numbers as text, digit for digit what Python's format() gives, and numbers from text.

// As Python's f"{x:.{precision}e}". JavaScript rounds a tie up, Python to even: where the rounded last
// digit of a tie is odd, it is one less. (An odd digit has no zero to borrow from; 9.5 has become 10,
// which is even.)
export function scientific(x, precision) {
  const rounded = x.toExponential(precision);
  const power = x.toExponential(16).split('e')[1];
  const odd = /[13579]e/.test(rounded) && rounded.endsWith(`e${power}`);
  const even = odd && isTie(x, precision) ? rounded.replace(/\de/, end => `${Number(end[0]) - 1}e`) : rounded;
  return even.replace(/e([+-])(\d)$/, 'e$10$2');
}

// Whether the exact digits of x go on with 5000… behind the first ones. They are slow to come by, and
// seventeen are enough to rule out nearly all numbers.
function isTie(x, precision) {
  const behind = places => x.toExponential(places).replace(/e.*|\D/g, '').slice(precision + 1);
  return [16, 100].every(places => /^50*$/.test(behind(places)));
}

// As Python's f"{x:.{precision}g}".
export function general(x, precision) {
  const [mantissa, power] = scientific(x, precision - 1).split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < precision) return trimmed(shifted(mantissa, exponent));
  return `${trimmed(mantissa)}e${power}`;
}

// As Python's f"{x:z.{decimals}f}": so many digits behind the point, and no −0.
export function fixed(x, decimals) {
  const rounded = x.toFixed(decimals);
  const odd = /[13579]$/.test(rounded) && Number.isInteger(2 * x * 10 ** decimals); // perhaps a tie
  const even = odd && /^50*$/.test(x.toFixed(100).slice(decimals - 100)) ? rounded.slice(0, -1) + (Number(rounded.at(-1)) - 1) : rounded;
  return Number(even) === 0 ? even.replace('-', '') : even;
}

const trimmed = text => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

// The decimal number `mantissa` × 10^exponent, by moving its point.
export function shifted(mantissa, exponent) {
  const sign = mantissa.startsWith('-') ? '-' : '';
  const digits = mantissa.replace(/[-.]/g, '');
  const point = 1 + exponent;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

// With so many digits that matter and never an exponent.
export function positional(x, precision) {
  const [mantissa, power] = scientific(x, precision - 1).split('e');
  return trimmed(shifted(mantissa, Number(power)));
}

// As formulas have it, in the notation of draw.js: 9.54 × 10^{−7}.
export function shown(x, precision = 4) {
  return asFormula(general(x, precision));
}

// What stands before a number that is shown with so many digits: ≈ if there are more.
export const equals = (x, precision = 4) =>
  (Math.abs(Number(general(x, precision)) - x) <= 1e-9 * Math.abs(x) ? '=' : '≈');

export function asFormula(text) {
  const [mantissa, power] = text.split('e');
  return power ? `${minus(mantissa)} × 10^{${minus(Number(power))}}` : minus(mantissa);
}

// With the sign that formulas have; for numbers without an exponent.
export const minus = text => String(text).replace('-', '−');

// What a reader typed: a Unicode minus, a comma for the point and full-width digits are fine.
// NaN if it is no number; Infinity if it is too large for one.
export function parseNumber(text) {
  const plain = text.normalize('NFKC').trim().replace(/^[−–]/, '-').replace(/e[−–]/i, 'e-').replace(/[,。]/, '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}
