// Takes the place of worker.js where nothing is to be kept: removes what a former one has kept, and
// itself. Browsers that have the former one fetch this at their next visit.

const OURS = `residual ${new URL(registration.scope).pathname} `;

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith(OURS)) await caches.delete(name);
  await registration.unregister();
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', event => event.waitUntil(leave()));
