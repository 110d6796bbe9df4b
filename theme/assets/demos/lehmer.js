// Lehmer's generator, modulus 2^31 − 1 and multiplier 48271: pseudo-random weights that are the same in
// every language, since its products are whole numbers below 2^53. Snippets have it in four lines.

const MODULUS = 2147483647;
const MULTIPLIER = 48271;

// A function that gives the next number, uniform between −1 and 1.
export function lehmer(seed) {
  let state = seed;
  return () => {
    state = (state * MULTIPLIER) % MODULUS;
    return (2 * state) / MODULUS - 1;
  };
}

// Weights of a linear map that keeps the size of what it maps, on average: variance 1 / columns.
export function matrix(next, rows, columns) {
  const scale = Math.sqrt(3 / columns);
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => next() * scale));
}
