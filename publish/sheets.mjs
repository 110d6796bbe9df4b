// Reads one JSON line, {"words": "…", "sheets": {name: css}, "scripts": {name: js}, "modules":
// {name: js}}, and answers with one line, {"sheets": {name: css}, "scripts": {name: js}}: rules and
// fonts that no page can use are gone, and so is what no code calls in those modules; what is left
// is as short as it can be.

import { createInterface } from 'node:readline';
import { build, transform } from 'esbuild';
import { PurgeCSS } from 'purgecss';

async function used(sheets, words) {
  const names = Object.keys(sheets);
  const results = await new PurgeCSS().purge({
    content: [{ raw: words, extension: 'html' }],
    css: names.map(name => ({ raw: sheets[name] })),
    defaultExtractor: text => text.split(' '),
    keyframes: true,
    // What stands for a state or a position is no name that a page would contain.
    safelist: { greedy: [/^:/] },
  });
  return Object.fromEntries(names.map((name, i) => [name, results[i].css]));
}

async function short(texts, loader) {
  const entries = Object.entries(texts).map(async ([name, text]) => {
    const { code } = await transform(text, { loader, minify: true, legalComments: 'inline', charset: 'utf8' });
    return [name, code.trim()];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function called(modules) {
  const entries = Object.entries(modules).map(async ([name, contents]) => {
    const { outputFiles } = await build({
      stdin: { contents, loader: 'js' },
      bundle: true, format: 'iife', minify: true, legalComments: 'inline', charset: 'utf8', write: false,
    });
    return [name, outputFiles[0].text.trim()];
  });
  return Object.fromEntries(await Promise.all(entries));
}

for await (const line of createInterface({ input: process.stdin })) {
  const { words, sheets, scripts, modules = {} } = JSON.parse(line);
  const answer = {
    sheets: await short(await used(sheets, words), 'css'),
    scripts: { ...await short(scripts, 'js'), ...await called(modules) },
  };
  process.stdout.write(JSON.stringify(answer) + '\n');
}
