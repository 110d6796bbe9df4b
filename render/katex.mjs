// Reads one JSON line, {"formulas": [{tex, display}]}, and answers with one line,
// {"results": [{html} | {error}]}. The macros come as the first argument, as JSON.

import { createInterface } from 'node:readline';
import katex from 'katex';

const macros = JSON.parse(process.argv[2] ?? '{}');

function options(display) {
  return {
    displayMode: display,
    output: 'htmlAndMathml',
    throwOnError: true,
    trust: true,
    // Bad TeX stops the build; claims and colours need KaTeX's one extension of TeX.
    strict: code => (code === 'htmlExtension' ? 'ignore' : 'error'),
    macros: { ...macros },
  };
}

function render({ tex, display }) {
  try {
    return { html: katex.renderToString(tex, options(display)) };
  } catch (error) {
    return { error: error.message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { formulas } = JSON.parse(line);
  process.stdout.write(JSON.stringify({ results: formulas.map(render) }) + '\n');
}
