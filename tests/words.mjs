// Answers each JSON line [words] with the words that lunr's index of them has. The script of the
// search's worker, in which lunr is, comes as a file.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createContext, runInContext } from 'node:vm';

const self = {};
const nothing = () => {};
const context = createContext({ self, console, addEventListener: nothing, postMessage: nothing });
runInContext(readFileSync(process.argv[2], 'utf8'), context);
const { TokenSet } = self.lunr;

for await (const line of createInterface({ input: process.stdin })) {
  TokenSet._nextId = 1;
  process.stdout.write(JSON.stringify(TokenSet.fromArray(JSON.parse(line)).toArray()) + '\n');
}
