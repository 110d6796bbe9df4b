// Answers each JSON line [words] with the words that lunr's index of them has, and [words, query] with
// the query as it is looked for in an index where each of them stands in one place more than the next.
// The script of the search's worker, in which lunr is, comes as a file.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createContext, runInContext } from 'node:vm';

const self = {};
const nothing = () => {};
const context = createContext({ self, console, addEventListener: nothing, postMessage: nothing });
runInContext(readFileSync(process.argv[2], 'utf8'), context);
const { TokenSet } = self.lunr;

function among(words) {
  TokenSet._nextId = 1;
  return TokenSet.fromArray(words).toArray();
}

function respelt(words, query) {
  const index = self.lunr(function indexed() {
    this.field('text');
    this.pipeline.reset();
    words.forEach((_, id) => this.add({ id, text: words.slice(0, id + 1).join(' ') }));
  });
  return runInContext('respelt', context)(query, index);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [words, query] = JSON.parse(line);
  const answer = query === undefined ? among(words) : respelt(words, query);
  process.stdout.write(JSON.stringify(answer) + '\n');
}
