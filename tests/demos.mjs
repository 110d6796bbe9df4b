// Calls functions of the demos' modules: reads one JSON line, {module, call, cases}, and answers with
// one line, {results}. A case is a list of arguments; a call may lie within an export: default.view.

import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

// JSON has no names for these.
const unnamed = (_, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value);

for await (const line of createInterface({ input: process.stdin })) {
  const { module, call, cases } = JSON.parse(line);
  const found = await import(pathToFileURL(module));
  const called = call.split('.').reduce((within, name) => within[name], found);
  const results = cases.map(args => called(...args));
  process.stdout.write(JSON.stringify({ results }, unnamed) + '\n');
}
