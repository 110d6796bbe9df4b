// Progress in the browser's storage. Whatever is wrong with the storage is told and loses nothing:
// what is from elsewhere is set aside, what is from a newer version is left alone, and what cannot
// be saved is kept until the page is closed, so that it can be exported.

import { FromNewer, graded, merged, read, written } from './schedule.js';

export class Progress {
  // `tell` gets the name of a message.
  constructor(key, tell) {
    this.key = key;
    this.tell = tell;
    this.cards = {};
    this.saves = true;
    this.take();
  }

  // Progress as it is stored now, by another tab perhaps, together with ours.
  take() {
    let text;
    try {
      text = localStorage.getItem(this.key);
    } catch {
      this.saves = false;
      this.tell('blocked');
      return;
    }
    if (text === null) return;
    try {
      this.cards = merged(this.cards, read(text));
    } catch (error) {
      if (error instanceof FromNewer || !this.setAside(text)) {
        this.saves = false;
        this.tell('newer');
      } else this.tell('unreadable');
    }
  }

  setAside(text) {
    try {
      localStorage.setItem(`${this.key}.aside-${Date.now()}`, text);
      localStorage.removeItem(this.key);
      return true;
    } catch {
      return false;
    }
  }

  grade(id, knew) {
    if (this.saves) this.take();
    this.cards[id] = graded(this.cards[id], knew, Date.now());
    this.save();
  }

  add(cards) {
    if (this.saves) this.take();
    this.cards = merged(this.cards, cards);
    this.save();
  }

  clear() {
    this.cards = {};
    if (!this.saves) return;
    try { localStorage.removeItem(this.key); } catch { this.tell('blocked'); }
  }

  save() {
    if (!this.saves) return;
    try { localStorage.setItem(this.key, written(this.cards)); } catch { this.tell('full'); }
  }
}
