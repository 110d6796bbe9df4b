// The popover of verified marks: what a number is called, its value as computed, its line of code;
// and that of the glossary's terms: both names and what they mean.
// Without this script a mark is a link to that line, a term to its entry; with it they still are.
//
// Everything listens on the document, so that it also holds after Material's instant navigation.
{
  const NUMBER = '[data-claim]';
  const TERM = '[data-term]';
  const MARK = `[data-claims], [data-checks], ${TERM}`;
  const LANGUAGES = ['zh', 'en']; // rows that say something in a language of its own
  const MARGIN = 8;

  const pop = Object.assign(document.createElement('div'), { className: 'pop', id: 'pop', hidden: true });
  pop.setAttribute('role', 'note');
  if ('popover' in pop) pop.popover = 'manual'; // above everything, clipped by nothing

  let anchor = null; // the number or mark whose popover is open
  let timer = 0;
  let touching = false;

  const markOf = element => element.closest(MARK) ?? element.closest('.formula')?.querySelector(MARK);
  const ledger = () => JSON.parse(document.getElementById('ledger')?.content.textContent || '{"entries": {}}');

  // What the pointer is on: a number of its own, or a whole mark.
  function anchorAt(target) {
    return target instanceof Element ? (target.closest(NUMBER) ?? target.closest(MARK)) : null;
  }

  function idsOf(element) {
    if (element.matches(NUMBER)) return [element.dataset.claim];
    if (element.matches(TERM)) return [`term:${element.dataset.term}`];
    return ['claims', 'checks'].flatMap(name => JSON.parse(element.dataset[name] ?? '[]'));
  }

  function element(tag, properties, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  }

  // Classes that style sheets name, written out as the build looks for them: pop__zh, pop__en, pop__means.
  function describe({ rows, href, at }, labels, leadsTo) {
    const list = element('dl', {});
    for (const [name, text] of Object.entries(rows)) {
      const lang = LANGUAGES.includes(name) ? name : '';
      const row = [element('dt', {}, labels[name]), element('dd', { className: `pop__${name}` }, text)];
      if (lang) for (const cell of row) cell.lang = lang;
      list.append(...row);
    }
    // Where the mark itself leads needs no stop of its own.
    const link = href ? [element('a', { href }, at)] : [];
    for (const a of link) a.tabIndex = a.href === leadsTo ? -1 : 0;
    return element('div', { className: 'pop__entry' }, list, ...link);
  }

  // A link to the mark's own place, and one to report an error there, if there is where to.
  function footer(mark, found, labels) {
    if (mark.matches(TERM)) return [];
    const place = mark.id ? mark : mark.closest('.formula[id]');
    const links = place ? [element('a', { href: `#${place.id}` }, labels.link)] : [];
    const report = document.querySelector('a[data-report]');
    if (report) links.push(element('a', { href: reportOf(report, found, labels, place) }, labels.report));
    return links.length ? [element('p', { className: 'pop__links' }, ...links)] : [];
  }

  // Into the fields of the repository's form for errors, by their ids.
  function reportOf(report, found, labels, place) {
    const url = new URL(report.href);
    const said = found.map(({ rows, at }) =>
      [...Object.entries(rows).map(([name, text]) => `${labels[name]}: ${text}`), at].join('\n'));
    url.searchParams.set('page', new URL(place ? `#${place.id}` : '', location));
    url.searchParams.set('claim', said.join('\n\n'));
    return url.href;
  }

  // On the first of a page: the entries have to come before, and the reader may not wait for them.
  let wanted = null;

  async function show(next) {
    clearTimeout(timer);
    wanted = next;
    if (next === anchor) return;
    try { await window.onDemand(); } catch { return; } // a mark is still a link
    if (next !== wanted || next === anchor) return;
    const { entries, labels } = ledger();
    const found = idsOf(next).map(id => entries[id]).filter(Boolean);
    if (!found.length) return;
    hide();
    anchor = next;
    const mark = markOf(next) ?? next;
    const leadsTo = found.length === 1 ? mark.href : null;
    pop.replaceChildren(...found.map(entry => describe(entry, labels, leadsTo)), ...footer(mark, found, labels));
    mark.setAttribute('aria-describedby', 'pop');
    (mark.closest('.nb') ?? mark).after(pop); // next in the order of the Tab key
    pop.hidden = false;
    pop.showPopover?.();
    place();
  }

  function hide() {
    clearTimeout(timer);
    wanted = null;
    if (!anchor) return;
    for (const mark of document.querySelectorAll('[aria-describedby="pop"]'))
      mark.removeAttribute('aria-describedby');
    anchor = null;
    pop.hidePopover?.();
    pop.hidden = true;
  }

  // Below the mark, above it where there is no room, never beyond the window.
  function place() {
    if (!anchor) return;
    const mark = anchor.getBoundingClientRect();
    if (mark.bottom < 0 || mark.top > innerHeight) return hide(); // scrolled away
    const below = mark.bottom + MARGIN;
    const above = mark.top - MARGIN - pop.offsetHeight;
    const fits = below + pop.offsetHeight <= innerHeight || above < 0;
    const right = document.documentElement.clientWidth - pop.offsetWidth - 2 * MARGIN;
    Object.assign(pop.style, {
      position: 'fixed',
      inset: 'auto',
      margin: '0',
      top: `${fits ? below : above}px`,
      left: `${Math.max(2 * MARGIN, Math.min(mark.left, right))}px`,
    });
  }

  function soon(action, delay) {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  }

  document.addEventListener('pointerover', event => {
    if (event.pointerType !== 'mouse') return;
    const next = anchorAt(event.target);
    if (next) soon(() => show(next), 80);
    else if (pop.contains(event.target)) clearTimeout(timer);
    else if (!isFocused()) soon(hide, 200); // also what was only passed over
  });

  // What the keyboard has opened does not close because the mouse lies elsewhere.
  function isFocused() {
    const focused = document.activeElement;
    return pop.contains(focused) || (anchor && focused === markOf(anchor) && focused.matches(':focus-visible'));
  }

  // A mark's title is its name for those who listen; the mouse need not see it over the popover.
  const titled = event => (event.target instanceof Element ? event.target.closest('a.verified, a.term') : null);
  document.addEventListener('pointerover', event => {
    const mark = titled(event);
    if (mark?.title) [mark.dataset.name, mark.title] = [mark.title, ''];
  });
  document.addEventListener('pointerout', event => {
    const mark = titled(event);
    if (mark && !mark.contains(event.relatedTarget)) mark.title = mark.dataset.name ?? '';
  });

  document.addEventListener('focusin', event => {
    if (touching || pop.contains(event.target)) return;
    const mark = event.target.closest(MARK);
    if (mark) show(mark);
    else hide();
  });

  document.addEventListener('keydown', event => {
    touching = false;
    if (event.key !== 'Escape' || !anchor) return;
    if (pop.contains(document.activeElement)) markOf(anchor)?.focus();
    hide();
  });

  document.addEventListener('pointerdown', event => {
    touching = event.pointerType !== 'mouse';
    if (!pop.contains(event.target) && !anchorAt(event.target)) hide();
  });

  // A finger sees the popover first and goes on with the second tap. A number within a formula
  // leads to its own line. Before places.js and Material, which follow links.
  addEventListener('click', event => {
    const next = anchorAt(event.target);
    if (!next || event.detail === 0) return; // the Enter key
    const link = next.closest('a');
    if (touching && next !== anchor) {
      event.preventDefault();
      event.stopPropagation();
      show(next);
    } else if (link?.matches(MARK) && !link.matches(TERM)) {
      const { entries } = ledger();
      const href = idsOf(next).map(id => entries[id]?.href).find(Boolean);
      if (href) link.href = href;
    }
  }, { capture: true });

  addEventListener('scroll', place, { capture: true, passive: true });
  addEventListener('resize', place);
  addEventListener('hashchange', hide);
  window.document$?.subscribe(() => {
    hide();
    pop.remove(); // or it would keep the page that was left in memory
  });
}
