// Answers each JSON line {"call": name, "with": [arguments]} with {"gives": value} or {"error": name},
// calling theme/assets/self-test/schedule.js.

import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const schedule = await import(pathToFileURL(process.argv[2]));

for await (const line of createInterface({ input: process.stdin })) {
  const { call, with: values } = JSON.parse(line);
  let answer;
  try {
    answer = { gives: schedule[call](...values) ?? null };
  } catch (error) {
    answer = { error: error.constructor.name };
  }
  process.stdout.write(JSON.stringify(answer) + '\n');
}
