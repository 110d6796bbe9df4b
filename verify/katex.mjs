// Reads formulas with KaTeX: a JSON line [[tex, display], …] in, a JSON line of trees or errors out.
// node verify/katex.mjs docs/macros.json

import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import katex from 'katex';
import { formulaMacros, strictness } from './formula_macros.mjs';

const file = process.argv[2];
const roles = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const strict = strictness(katex);
const withoutPlaces = (key, value) => (key === 'loc' || key === 'mode' ? undefined : value);

function read([tex, displayMode]) {
  const { macros, claims, exceptions } = formulaMacros(katex, roles);
  try {
    const tree = katex.__parse(tex, { displayMode, macros, strict, trust: true });
    return { tree, claims, exceptions };
  } catch (error) {
    return { error: error.rawMessage ?? String(error), offset: error.position ?? 0 };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(JSON.parse(line).map(read), withoutPlaces)}\n`);
}
