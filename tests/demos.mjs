// Calls functions of the demos' modules: reads one JSON line, {module, call, cases}, and answers with
// one line, {results}. A case is a list of arguments.

import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

// JSON has no names for these.
const unnamed = (_, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value);

for await (const line of createInterface({ input: process.stdin })) {
  const { module, call, cases } = JSON.parse(line);
  const found = await import(pathToFileURL(module));
  const results = cases.map(args => found[call](...args));
  process.stdout.write(JSON.stringify({ results }, unnamed) + '\n');
}
