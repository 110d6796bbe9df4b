// Reads JSON lines and answers each with one line, {results}:
//   {module, call, cases}  what a function of a demo's module gives; a case is a list of arguments
//   {module, lang, states} what a demo says of states
//   {module, lang, drawn}  and how it is drawn in them, as HTML

import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

// JSON has no names for these.
const unnamed = (_, value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value);

async function results({ module, call, cases, lang, states, drawn }) {
  const url = pathToFileURL(module);
  const found = await import(url);
  if (call) return cases.map(args => found[call](...args));
  const { LABELS } = await import(new URL('demo.js', url));
  const { initial } = await import(new URL('params.js', url));
  const { h, toHtml } = await import(new URL('tree.js', url));
  const { prefix: scope, params, labels, say, view } = found.default;
  const context = { lang, scope, playing: false, common: LABELS[lang] };
  const whole = state => ({ ...initial(params), ...state });
  if (states) return states.map(state => [say(whole(state), labels[lang])].flat().join(''));
  return drawn.map(state => toHtml(h('div', {}, view(whole(state), labels[lang], context))));
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(JSON.stringify({ results: await results(JSON.parse(line)) }, unnamed) + '\n');
