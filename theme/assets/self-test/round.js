// The round in hand, kept for this tab, so that a reload goes on with it. Where the browser refuses
// its storage, a round lasts until the page is left.

import { resumed } from './schedule.js';

export class Round {
  constructor(key) {
    this.key = key;
  }

  read(known) {
    try { return resumed(sessionStorage.getItem(this.key), known); } catch { return null; }
  }

  write(round) {
    try { sessionStorage.setItem(this.key, JSON.stringify(round)); } catch { /* storage is refused */ }
  }

  clear() {
    try { sessionStorage.removeItem(this.key); } catch { /* the same */ }
  }
}
