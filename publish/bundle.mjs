// Reads one JSON line, {"modules": [path]}, and answers with one line, {"scripts": [text]}: each
// module as a classic script, together with all that it imports.

import { createInterface } from 'node:readline';
import { build } from 'esbuild';

async function script(module) {
  const { outputFiles } = await build({
    entryPoints: [module], bundle: true, format: 'iife', minify: true, charset: 'utf8', write: false,
    // Only a module knows its own address.
    define: { 'import.meta.url': 'address' },
    banner: { js: '{const address=document.currentScript.src;' },
    footer: { js: '}' },
  });
  return outputFiles[0].text;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { modules } = JSON.parse(line);
  process.stdout.write(JSON.stringify({ scripts: await Promise.all(modules.map(script)) }) + '\n');
}
