// Reads formulas with KaTeX: a JSON line [[tex, display], …] in, a JSON line of trees or errors out.
// node verify/katex.mjs docs/macros.json

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import katex from 'katex';
import { formulaMacros, strictness } from './formula_macros.mjs';

const roles = JSON.parse(readFileSync(process.argv[2], 'utf8'));
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
