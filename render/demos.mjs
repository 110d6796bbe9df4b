// Reads one JSON line and answers with one line:
//   {name, context}                  -> {html, prefix, title}: the still of a demo
//   {name, address, state?, others?} -> {state, notes, written}: how an address is read and written
//   {labels: module}                 -> {labels}
// The first argument is the folder of the demos' modules.

import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const load = file => import(pathToFileURL(join(process.argv[2], file)));
const { LABELS, still } = await load('demo.js');
const { readAddress, writeAddress } = await load('params.js');
const { toHtml } = await load('tree.js');

function draw(demo, context) {
  const html = still(demo, context).map(toHtml).join('');
  return { html, prefix: demo.prefix, title: demo.labels[context.lang].title };
}

function address({ prefix, params }, { address, state, others }) {
  const written = state && writeAddress(address, prefix, params, state, others);
  return { ...readAddress(address, prefix, params), written };
}

async function answer(request) {
  if (request.labels === 'demo') return { labels: LABELS };
  const { default: demo } = await load(`${request.name ?? request.labels}.js`);
  if (request.labels) return { labels: demo.labels };
  return request.context ? draw(demo, request.context) : address(demo, request);
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(JSON.stringify(await answer(JSON.parse(line))) + '\n');
