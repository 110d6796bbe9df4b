// By how much a chain of n layers multiplies the size of the gradient, if every branch has slope a.
// snippets/demo_gradient_multiplier.py computes the same.

import { general } from './numbers.js';

const PER_UNIT = 1000; // slopes are whole thousandths, so that powers are exact

// |a|^n and |1 + a|^n.
export function multiplier(n, a) {
  const slope = Math.round(a * PER_UNIT);
  return { plain: power(Math.abs(slope), n), residual: power(Math.abs(slope + PER_UNIT), n) };
}

// The n-th power of `thousandths` / 1000: as a number, as its logarithm, and as exact digits.
function power(thousandths, n) {
  const factor = thousandths / PER_UNIT;
  const exact = exactPower(thousandths, n);
  return { factor, value: Number(exact), log: logarithm(factor, n), exact };
}

// log10 of factor^n, −Infinity for zero. A chain of l of the n layers has l / n of it.
export function logarithm(factor, n) {
  return n * Math.log10(factor);
}

function exactPower(thousandths, n) {
  const places = 3 * n;
  const digits = (BigInt(thousandths) ** BigInt(n)).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, -places);
  const fraction = digits.slice(-places).replace(/0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
}

// How a power is best written out without an exponent: its exact digits, if they are few; otherwise
// as many as fit; or, of a large one, how many there are before the point, and of a small one, how many
// zeros behind it.
export function writtenOut({ value, exact }) {
  const [whole, fraction = ''] = exact.split('.');
  if (exact.length <= 24) return { digits: exact };
  if (whole.length > 15) return { places: whole.length };
  if (whole.length > 10) return { about: String(Number(whole) + Number(fraction[0] >= '5')) };
  if (value >= 1e-4) return { about: general(value, 10) };
  return { zeros: fraction.search(/[1-9]/) };
}

export function fate({ factor, value }) {
  if (factor === 0) return 'zero';
  if (factor === 1) return 'kept';
  if (value >= 10) return 'explodes';
  if (value <= 0.1) return 'vanishes';
  return factor > 1 ? 'grows' : 'shrinks';
}

// What is worth saying about a slope.
export function remark(a) {
  if (a === -1) return 'cancelled';
  if (a === 0) return 'flat';
  if (a === -2) return 'flips';
  if (a === -0.5) return 'equal';
  if (a < -2) return 'bothExplode';
  if (a < 0) return 'noFloor';
  return a < 1 ? 'explodes' : 'bothGrow';
}
