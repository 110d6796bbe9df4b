// What was read stays readable without a network: the service worker, at the root of the site.
//
// Pages say what they are made of (theme/assets/keep.js), and it is kept in a cache named after the
// version that they are of: a page, and all that it fetched. Nothing else is ever put there, so a
// reader is never shown a mix of two versions. This program is none of them: it is the same for all.

const HERE = new URL(registration.scope);
const OURS = `residual ${HERE.pathname} `; // an origin may have several sites
const HASHED = /\/assets\/(.*\/)?[^/]+\.[0-9a-f]{8,10}[./]/; // publish/hosting.py
const PAGE = /\/(index\.html)?$/;
const SAYS_VERSION = /\/(index\.html|search_index\.json)?$/;
const ANSWERED = /\/(index\.html|search_index\.json|sitemap\.xml)?$/;
const PATIENCE = 4000; // ms that a network may take if there is a kept copy
const VERSIONS = 8; // the most that are kept, for readers who come back after every change
const WORDS = {
  zh: { lang: 'zh-Hans', title: '现在没有网络', text: '这一页还没有读过，要连上网络才能打开。', again: '再试一次', list: '读过的页面都还在：' },
  en: { lang: 'en', title: 'No network', text: 'You have not read this page yet; it needs a network. ', again: 'Try again', list: 'What you have read is still here:' },
};

// The paper and the ink of theme/assets/css/tokens.css.
const STYLE = `body{max-width:36em;margin:3em auto;padding:0 1em;background:#fdfdfb;color:#1d2126}
body{font:1.0625em/1.7 system-ui,sans-serif}a{color:inherit}
@media(prefers-color-scheme:dark){body{background:#15171a;color:#dfe1e3}}`;

const ours = async () => (await caches.keys()).filter(name => name.startsWith(OURS));

// One address for a page, however it was asked for.
function plain(address) {
  const url = new URL(address);
  url.hash = '';
  if (PAGE.test(url.pathname)) {
    url.search = '';
    url.pathname = url.pathname.replace(/index\.html$/, '');
  }
  return url.href;
}

async function kept(address) {
  for (const name of (await ours()).reverse()) {
    const answer = await caches.match(plain(address), { cacheName: name, ignoreVary: true });
    if (answer) return answer;
  }
}

// --- Answering --------------------------------------------------------------------------------

// A name with a hash has one content for ever.
async function once(event) {
  const copy = await kept(event.request.url);
  if (copy) return copy;
  const answer = await fetch(event.request);
  event.waitUntil(keepImported(event.request, answer.clone()).catch(() => {}));
  return answer;
}

// What the search's own worker imports no page can tell of.
async function keepImported(request, answer) {
  const newest = (await ours()).pop();
  if (newest && answer.ok && request.destination === 'script')
    await (await caches.open(newest)).put(request.url, answer);
}

async function fresh(request) {
  const answer = fetch(request);
  const good = answer.then(given => given.status < 500 ? given : Promise.reject());
  const late = new Promise((_, refuse) => { setTimeout(refuse, PATIENCE); });
  try { return await Promise.race([good, late]); } catch { /* no network, or hardly any */ }
  const copy = await kept(request.url);
  if (copy) return copy;
  try { return await answer; } catch (error) {
    if (request.mode === 'navigate') return notRead(request.url);
    // Of no version: instant navigation then loads it as a whole, which leads to the line above.
    if (PAGE.test(new URL(request.url).pathname)) return new Response('', { headers: { 'Content-Type': 'text/html' } });
    throw error;
  }
}

// The page that stands for one that is not there, with those that are.
async function notRead(address) {
  const lang = address.startsWith(`${HERE.href}en/`) ? 'en' : 'zh';
  const words = WORDS[lang];
  const items = (await pages()).filter(page => page.address.startsWith(`${HERE.href}en/`) === (lang === 'en'))
    .map(page => `<li><a href="${page.address}">${page.title}</a>`);
  const html = `<!doctype html><html lang="${words.lang}"><meta charset="utf-8"><title>${words.title}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>${STYLE}</style>
<h1>${words.title}</h1><p>${words.text}<a href="">${words.again}</a>${items.length ? `<p>${words.list}<ul>${items.join('')}</ul>` : ''}`;
  const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'" };
  return new Response(html, { headers });
}

async function pages() {
  const found = [];
  for (const name of await ours()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (!PAGE.test(new URL(url).pathname)) continue;
      const [, title] = /<title>([^<]*?)( - [^<]*)?</.exec(await (await cache.match(url)).text()) ?? [, url];
      found.push({ address: url, title });
    }
  }
  return found;
}

// --- Keeping ----------------------------------------------------------------------------------

// Pages last: what stands in a cache is whole. They come out of the browser's own cache.
async function keep({ version, addresses }) {
  const cache = await caches.open(OURS + version);
  const wanted = [...new Set(addresses.map(plain))].filter(address => address.startsWith(HERE.href));
  wanted.sort((a, b) => PAGE.test(new URL(a).pathname) - PAGE.test(new URL(b).pathname));
  for (const address of wanted) {
    if (await cache.match(address, { ignoreVary: true })) continue;
    const { pathname } = new URL(address);
    const asset = HASHED.test(pathname);
    if (!asset && !ANSWERED.test(pathname)) continue;
    const answer = (asset && await kept(address)) || await fetch(address, { cache: 'force-cache' });
    if (!answer.ok || answer.redirected) continue;
    if (SAYS_VERSION.test(pathname) && !(await answer.clone().text()).includes(version)) continue;
    await cache.put(address, answer);
    if (PAGE.test(pathname)) await forget(address, OURS + version);
  }
  await tidy(OURS + version);
}

// A page is kept in one version, the last that was read.
async function forget(address, current) {
  for (const name of await ours())
    if (name !== current) await (await caches.open(name)).delete(address, { ignoreVary: true });
}

// A version goes with its last page, but never while another tab may still show it.
async function tidy(current) {
  if ((await clients.matchAll({ includeUncontrolled: true, type: 'window' })).length > 1) return;
  const old = (await ours()).filter(name => name !== current);
  for (const [index, name] of old.entries()) {
    const left = (await (await caches.open(name)).keys()).some(({ url }) => PAGE.test(new URL(url).pathname));
    if (!left || index < old.length + 1 - VERSIONS) await caches.delete(name);
  }
}

async function leave() {
  for (const name of await ours()) await caches.delete(name);
  await registration.unregister();
}

// --- Events -----------------------------------------------------------------------------------

addEventListener('install', () => skipWaiting());
addEventListener('activate', event => event.waitUntil(clients.claim()));

addEventListener('fetch', event => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== 'GET' || !request.url.startsWith(HERE.href)) return;
  if (HASHED.test(pathname)) event.respondWith(once(event));
  else if (request.mode === 'navigate' || ANSWERED.test(pathname)) event.respondWith(fresh(request));
});

// One after the other, so that nothing is kept after the reader has switched it off. A full disk,
// or a browser that refuses, ends the matter: the page is there, it is only not kept.
let work = Promise.resolve();
addEventListener('message', event => {
  const { data, ports } = event;
  work = work.then(() => data.leave ? leave() : keep(data)).catch(() => {});
  event.waitUntil(work.then(() => ports[0]?.postMessage('done')));
});
