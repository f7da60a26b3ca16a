// SPDX-License-Identifier: Apache-2.0
// The text of a step: unified or side by side, equal lines folded. Only the rows that can be seen are in the page.
'use strict';

const ROW = 18,
  CONTEXT = 3,
  LONGEST = 500,
  MOST_MARKED = 400;

// Characters that turn text around stand as what they are: text must not look like another one.
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const visible = (text) =>
  text.replace(TURNS, (c) => `⟦U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟧`);

// An element; all text goes in as text.
function make(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
    else if (value === true) e.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) e.setAttribute(key, value);
  }
  for (const child of children)
    if (child !== null && child !== undefined) e.append(typeof child === 'string' ? visible(child) : child);
  return e;
}

const WORDS = new RegExp(
  [
    /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/,
    /(#.*)/,
    /\b(def|class|return|with|if|else|for|in|while|True|False|None|and|or|not|from|import|as|assert)\b/,
    /\b([RTI]\.[A-Za-z_][\w.]*)/,
    /\b(\d[\w.]*)/,
  ]
    .map((part) => part.source)
    .join('|'),
  'g',
);
function colour(into, text) {
  let at = 0;
  for (const m of text.matchAll(WORDS)) {
    if (m.index > at) into.append(text.slice(at, m.index));
    into.append(make('span', { class: m[1] ? 's' : m[2] ? 'c' : m[3] ? 'k' : m[4] ? 'b' : 'd' }, m[0]));
    at = m.index + m[0].length;
  }
  into.append(text.slice(at));
}

// What differs between two lines: [begin, end of the first, end of the second].
function middle(a, b) {
  let head = 0,
    tail = 0;
  const most = Math.min(a.length, b.length);
  while (head < most && a[head] === b[head]) ++head;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) ++tail;
  return [head, a.length - tail, b.length - tail];
}

// Rows [kind, line before, line after]: '=' in both, '-', '+', '~' side by side.
function rowsOf(before, after, lines, sides) {
  const rows = [];
  let a = 0,
    b = 0;
  const equal = (end) => {
    while (a < end) rows.push(['=', a++, b++]);
  };
  for (const c of lines) {
    equal(c.before);
    if (sides) {
      for (let i = 0; i < Math.max(c.removed, c.added); ++i)
        rows.push(['~', i < c.removed ? a + i : -1, i < c.added ? b + i : -1]);
    } else {
      for (let i = 0; i < c.removed; ++i) rows.push(['-', a + i, i < c.added && c.added === c.removed ? b + i : -1]);
      for (let i = 0; i < c.added; ++i) rows.push(['+', i < c.removed && c.added === c.removed ? a + i : -1, b + i]);
    }
    a += c.removed;
    b += c.added;
  }
  equal(before.length);
  return rows;
}

// Equal rows far from any other become ['fold', from, to].
function folded(rows) {
  const out = [];
  for (let i = 0; i < rows.length;) {
    let end = i;
    while (end < rows.length && rows[end][0] === '=') ++end;
    const from = i === 0 ? i : i + CONTEXT,
      to = end === rows.length ? end : end - CONTEXT;
    if (to - from > 4) {
      out.push(...rows.slice(i, from), ['fold', rows.slice(from, to)], ...rows.slice(to, end));
    } else {
      for (let k = i; k < end; ++k) out.push(rows[k]);
    }
    if (end < rows.length) out.push(rows[end]);
    i = end + 1;
  }
  return out;
}

class TextView {
  // before, after: arrays of lines, the same one where nothing changed; lines: changes; meant: sets of the numbers of
  // lines that changed by what they compute, { before, after }.
  constructor(before, after, lines, meant, sides) {
    Object.assign(this, { before, after, meant, sides, hits: [], hit: -1, here: null });
    const rows = rowsOf(before, after, lines, sides);
    this.rows = lines.length ? folded(rows) : rows;
    this.all = make('div', { class: 'all' });
    this.element = make(
      'div',
      { class: 'text' + (sides ? ' sides' : ''), tabindex: 0, 'aria-label': 'text', onscroll: () => this.draw() },
      this.all,
    );
    this.shown = new Map();
    new ResizeObserver(() => this.draw()).observe(this.element);
    this.resize();
  }

  resize() {
    this.all.style.height = this.rows.length * ROW + 'px';
    this.all.replaceChildren();
    this.shown.clear();
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / ROW) - 10);
    const last = Math.min(this.rows.length, first + Math.ceil(this.element.clientHeight / ROW) + 20);
    for (const [i, e] of this.shown)
      if (i < first || i >= last) {
        e.remove();
        this.shown.delete(i);
      }
    for (let i = last - 1, next = null; i >= first; --i) {
      let e = this.shown.get(i);
      if (!e) {
        e = this.row(i);
        e.style.top = i * ROW + 'px';
        this.all.insertBefore(e, next); // in the order of the text, as it is selected and copied
        this.shown.set(i, e);
      }
      next = e;
    }
  }

  row(i) {
    const [kind, a, b] = this.rows[i];
    if (kind === 'fold')
      return make(
        'button',
        { type: 'button', class: 'line fold', onclick: () => this.unfold(i) },
        `⋯ ${a.length} equal lines`,
      );
    const state = (i === this.here ? ' here' : '') + (this.isHit && this.isHit(this.rows[i]) ? ' hit' : '');
    if (this.sides)
      return make('div', { class: 'line' + state }, this.half(a, b, true, kind), this.half(b, a, false, kind));
    const isOld = kind === '-',
      n = isOld ? a : b;
    const side = kind === '=' ? '' : this.look(isOld, n);
    return make(
      'div',
      { class: 'line' + side + state },
      make('span', { class: 'no' }, kind === '+' ? '' : a + 1),
      make('span', { class: 'no' }, isOld ? '' : b + 1),
      make('span', { class: 'sign' }, kind === '=' ? '' : kind),
      this.code(isOld ? this.before[a] : this.after[b], kind === '=' ? null : isOld ? this.after[b] : this.before[a]),
    );
  }
  half(n, other, isOld, kind) {
    if (n < 0) return make('div', { class: 'half none' });
    const [mine, its] = isOld ? [this.before, this.after] : [this.after, this.before];
    return make(
      'div',
      { class: 'half' + (kind === '=' ? '' : this.look(isOld, n)) },
      make('span', { class: 'no' }, n + 1),
      this.code(mine[n], kind === '=' ? null : its[other]),
    );
  }
  // What changed its names only is marked less.
  look(isOld, n) {
    const meant = isOld ? this.meant.before : this.meant.after;
    return (isOld ? ' removed' : ' added') + (meant.size && !meant.has(n + 1) ? ' soft' : '');
  }
  code(whole, its) {
    const text = visible(whole),
      other = its && visible(its);
    const cut = text.length > LONGEST,
      shown = cut ? text.slice(0, LONGEST) : text,
      e = make('span', { class: 'code', ondblclick: () => showWhole(whole) });
    const [from, to] =
      other !== null && other !== undefined && text.length < MOST_MARKED ? middle(text, other) : [0, 0];
    if (to > from && to - from < 0.6 * text.length) {
      colour(e, shown.slice(0, from));
      e.append(make('mark', {}, shown.slice(from, to)));
      colour(e, shown.slice(to));
    } else {
      colour(e, shown);
    }
    if (cut)
      e.append(
        make(
          'button',
          { type: 'button', class: 'more', onclick: () => showWhole(whole) },
          `${text.length - LONGEST} more characters`,
        ),
      );
    return e;
  }

  unfold(i) {
    const inner = this.rows[i][1];
    this.rows = [...this.rows.slice(0, i), ...inner, ...this.rows.slice(i + 1)];
    this.resize();
    this.search(this.words, false);
  }

  // The row of a line, from 1, of the text before or after; what folds it away opens.
  go(isOld, line) {
    const side = isOld ? 1 : 2,
      is = (row) => row[side] === line - 1 && row[0] !== (isOld ? '+' : '-') && row[0] !== 'fold';
    let at = this.rows.findIndex((row) => is(row) || (row[0] === 'fold' && row[1].some(is)));
    if (at < 0) return;
    if (this.rows[at][0] === 'fold') {
      this.unfold(at);
      at = this.rows.findIndex(is);
    }
    this.here = at;
    this.show(at);
  }
  show(at) {
    this.element.scrollTop = Math.max(0, at * ROW - this.element.clientHeight / 2);
    this.all.replaceChildren();
    this.shown.clear();
    this.draw();
  }

  // Answers how many rows hold the words; folds hold theirs, too.
  search(words, moves = true) {
    this.words = words;
    const low = (words || '').toLowerCase(),
      has = (text) => text !== undefined && text.toLowerCase().includes(low);
    this.isHit =
      low === ''
        ? null
        : ([kind, a, b]) =>
            kind === 'fold'
              ? a.some((row) => this.isHit(row))
              : kind === '-'
                ? has(this.before[a])
                : kind === '~'
                  ? has(this.before[a]) || has(this.after[b])
                  : has(this.after[b]);
    this.hits = [];
    if (low !== '')
      this.rows.forEach((row, i) => {
        if (this.isHit(row)) this.hits.push(i);
      });
    this.hit = -1;
    if (moves && this.hits.length) return this.next(1);
    this.all.replaceChildren();
    this.shown.clear();
    this.draw();
    return [0, this.hits.length];
  }
  next(step) {
    const n = this.hits.length;
    if (n === 0) return [0, 0];
    this.hit = this.hit < 0 ? (step > 0 ? 0 : n - 1) : (this.hit + step + n) % n;
    const at = this.hits[this.hit];
    if (this.rows[at][0] === 'fold') {
      const first = this.rows[at][1].findIndex(this.isHit);
      this.unfold(at);
      this.hit = this.hits.indexOf(at + first);
      return this.next(0);
    }
    this.here = at;
    this.show(at);
    return [this.hit + 1, n];
  }
}

function showWhole(text) {
  const dialog = document.getElementById('whole');
  dialog.querySelector('pre').textContent = visible(text);
  dialog.showModal();
}
