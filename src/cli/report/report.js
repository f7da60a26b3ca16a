// SPDX-License-Identifier: Apache-2.0
// The page of a report: the list of steps, and of each step its text, graph, changes, costs and run. The address says
// what is shown: #3/graph.
'use strict';

const D = JSON.parse(document.getElementById('data').textContent);
const S = D.strings,
  $ = (id) => document.getElementById(id);
const KINDS = [
  'parameter',
  'constant',
  'contraction',
  'reduction',
  'elementwise',
  'movement',
  'kernel',
  'other',
  'result',
];
const MOST_ROWS = 400; // of a table, until more are asked for
const MOST_OPEN_TABLES = 8; // of a page's functions; the others open on demand

// Lines of a state: those of the state that it was made of, with its edits.
const known = new Map();
function linesOf(number) {
  const chain = [];
  let at = number;
  for (; at >= 0 && !known.has(at); at = D.states[at].base) chain.push(at);
  let lines = at >= 0 ? known.get(at) : [];
  for (const i of chain.reverse()) {
    const out = [];
    let from = 0;
    for (const [where, removed, added] of D.states[i].edits) {
      for (; from < where; ++from) out.push(lines[from]);
      for (const line of added) out.push(S[line]);
      from += removed;
    }
    for (; from < lines.length; ++from) out.push(lines[from]);
    known.set(i, (lines = out));
  }
  return lines;
}

// 1.62 T; what is no number is an expression, or unknown.
function amount(n, unit = '') {
  if (n === null || n === undefined) return '?';
  if (typeof n !== 'number') return n + (unit && ' ' + unit);
  for (const [size, letter] of [
    [1e15, 'P'],
    [1e12, 'T'],
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ])
    if (Math.abs(n) >= size * (size > 1e3 ? 0.9995 : 1)) return (n / size).toPrecision(3) + ' ' + letter + unit;
  return n + (unit && ' ' + unit);
}
const ms = (n) => (n >= 100 ? n.toFixed(0) : n >= 1 ? n.toFixed(1) : n.toFixed(3)) + ' ms';
const plural = (n, one, more = one + 's') => `${n} ${n === 1 ? one : more}`;
const total = (cost) =>
  cost && typeof cost.sum[1] === 'number' && typeof cost.sum[2] === 'number' ? cost.sum[1] + cost.sum[2] : null;
const costOf = (state) => D.states[state].costs.find((f) => f.name === D.entry);
function becomes(a, b) {
  const format = amount;
  if (a === b || format(a) === format(b)) return format(a);
  const better = typeof a === 'number' && typeof b === 'number' ? (b < a ? 'good' : 'bad') : '';
  return make('span', {}, format(a) + ' → ', make('span', { class: better }, format(b)));
}

const counts = (a, b) => (a === b ? `${a}` : `${a} → ${b}`);

// What the list on the left has: the modules as they were, and the steps.
const pages = [];
D.modules.forEach((name, m) => {
  const first = D.states.findIndex((s) => s.module === m);
  pages.push({
    title: D.modules.length > 1 ? `${name} as it is` : 'the script as it is',
    before: first,
    after: first,
  });
  for (const step of D.steps)
    if (step.module === m) pages.push({ title: step.name, before: step.before, after: step.after, step });
});

function changesOf(page) {
  if (!page.step || page.before === page.after) return [];
  let shift = 0;
  return D.states[page.after].edits.map(([before, removed, added]) => {
    const change = { before, removed, added: added.length, after: before + shift };
    shift += added.length - removed;
    return change;
  });
}
function meantOf(page) {
  const meant = { before: new Set(), after: new Set() };
  for (const [kind, , before, after] of page.step ? page.step.diff : []) {
    if (kind === 'renamed') continue;
    before.forEach((l) => meant.before.add(l));
    after.forEach((l) => meant.after.add(l));
  }
  return meant;
}

let view = null,
  place = null; // what answers the search; what is shown: { page, tab }
const settings = { sides: false, old: false, title: null };

function show(page, tab, then) {
  place = { page, tab };
  const hash = page < 0 ? '' : `#${page}/${tab}`;
  if (location.hash !== hash) history.pushState(null, '', hash || location.pathname);
  hover(null);
  layouts.leave();
  const main = $('main');
  main.className = page < 0 ? 'scrolls' : '';
  view = null;
  [...$('steps').children].forEach((b) => {
    if (+b.dataset.page === page) b.setAttribute('aria-current', 'page');
    else b.removeAttribute('aria-current');
  });
  if (page < 0) main.replaceChildren(...overview());
  else main.replaceChildren(...header(pages[page], tab), TABS[tab](pages[page]));
  $('search').disabled = !view;
  $('search').placeholder = view ? 'search (press /)' : 'search in a text or graph';
  find();
  if (then) then();
}
function fromAddress() {
  const m = /^#(\d+)\/(\w+)$/.exec(location.hash);
  if (m && pages[m[1]] && Object.hasOwn(TABS, m[2])) show(+m[1], m[2]);
  else show(-1, '');
}

function steps() {
  const button = (i, title, small, same) =>
    make(
      'button',
      {
        type: 'button',
        'data-page': i,
        class: same ? 'same' : null,
        onclick: () => show(i, place && place.page >= 0 ? place.tab : 'text'),
      },
      make('b', {}, title),
      make('small', {}, small),
    );
  const all = [
    make(
      'button',
      { type: 'button', 'data-page': -1, onclick: () => show(-1, '') },
      make('b', {}, 'Overview'),
      make('small', {}, plural(D.steps.length, 'step')),
    ),
  ];
  let number = 0;
  pages.forEach((page, i) => {
    const s = page.step;
    all.push(
      button(
        i,
        s ? `${++number}. ${page.title}` : page.title,
        s
          ? `${ms(s.ms)}, ${s.changed ? plural(s.applications, 'change') : 'nothing changed'}`
          : plural(linesOf(page.before).length, 'line'),
        s && !s.changed,
      ),
    );
  });
  $('steps').replaceChildren(...all);
}

function agreement(run) {
  if (!run) return '';
  if (run.failure) return make('span', { class: 'bad' }, 'failed');
  if (run.notCompared) return make('span', { title: run.notCompared }, 'not compared');
  if (!run.agreement) return 'the reference';
  const { agrees, largest } = run.agreement,
    by = largest === 0 ? 'equal' : largest === null ? 'infinite' : 'max ' + largest.toExponential(1);
  return make(
    'span',
    { class: agrees ? 'good' : 'bad', title: run.agreement.details },
    (agrees ? 'agrees' : 'differs') + ', ' + by,
  );
}

function overview() {
  const out = [
    make('h1', {}, D.file),
    make(
      'p',
      { class: 'faint', title: D.machine },
      `hammock ${D.version}, ${D.machine.split(', ').slice(0, 2).join(', ')}`,
    ),
  ];
  if (D.problems) out.push(make('div', { class: 'problem', role: 'alert' }, D.problems));
  const heads = ['step', 'time', 'changes', 'lines', 'operations', 'bytes moved', 'peak memory'];
  if (D.ran) heads.push('numbers', 'a run');
  const rows = pages.map((page, i) => {
    const a = costOf(page.before),
      b = costOf(page.after),
      s = page.step,
      run = D.states[page.after].run;
    const n = (x) => make('td', { class: 'n' }, x);
    return make(
      'tr',
      {},
      make('td', {}, make('a', { href: `#${i}/text` }, page.title)),
      n(s ? ms(s.ms) : ''),
      n(s ? (s.changed ? s.applications : 'none') : ''),
      n(counts(linesOf(page.before).length, linesOf(page.after).length)),
      n(a && b ? becomes(a.sum[0], b.sum[0]) : ''),
      n(a && b ? becomes(total(a), total(b)) : ''),
      n(a && b ? becomes(a.peak, b.peak) : ''),
      ...(D.ran ? [make('td', {}, agreement(run)), n(run && !run.failure ? ms(run.times.median) : '')] : []),
    );
  });
  out.push(
    make(
      'table',
      {},
      make(
        'thead',
        {},
        make('tr', {}, ...heads.map((h, i) => make('th', { class: i && h !== 'numbers' ? 'n' : null }, h))),
      ),
      make('tbody', {}, ...rows),
    ),
  );
  out.push(
    make(
      'p',
      { class: 'faint' },
      `Operations, bytes and memory are those of '${D.entry}'; an operation on an ` +
        'element is one, what a binding reads and writes by itself are the bytes; parameters are not in the peak.',
    ),
  );
  const first = D.states.find((s) => s.run);
  if (first)
    out.push(
      make(
        'p',
        { class: 'faint' },
        first.run.failure
          ? 'The script as it is could not be run: no numbers are compared.'
          : 'Numbers are held against those of the script as it is: they agree where rounding explains the ' +
              'difference. "max" is the largest difference of two elements.',
      ),
    );
  out.push(...notices());
  return out;
}
function notices() {
  const mit = [
    'Permission is hereby granted, free of charge, to any person obtaining a copy of this software and',
    'associated documentation files (the "Software"), to deal in the Software without restriction, including',
    'without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell',
    'copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the',
    'following conditions: The above copyright notice and this permission notice shall be included in all',
    'copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY',
    'KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A',
    'PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR',
    'ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,',
    'OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.',
  ].join(' ');
  return $('dagre').textContent === ''
    ? [make('p', { class: 'faint' }, 'This build had no dagre: boxes of graphs stand in plain rows.')]
    : [
        make(
          'details',
          { class: 'faint' },
          make('summary', {}, 'Graphs are laid out by dagre (MIT), which this file holds'),
          make(
            'p',
            {},
            'dagre and graphlib: Copyright (c) 2012-2014 Chris Pettitt. ' +
              'lodash: Copyright OpenJS Foundation and other contributors.',
          ),
          make('p', {}, mit),
        ),
      ];
}

function header(page, tab) {
  const i = pages.indexOf(page),
    s = page.step,
    run = D.states[page.after].run;
  const said = s
    ? [ms(s.ms), s.changed ? plural(s.applications, 'change') : 'nothing changed']
    : [plural(linesOf(page.before).length, 'line')];
  const tabs = make('div', { class: 'row', role: 'tablist' });
  for (const name of Object.keys(TABS)) {
    if (name === 'run' && !run) continue;
    if (name === 'changes' && !s) continue;
    tabs.append(
      make(
        'button',
        {
          type: 'button',
          role: 'tab',
          'aria-selected': name === tab ? 'true' : 'false',
          'data-tab': name,
          onclick: () => show(i, name),
        },
        name,
      ),
    );
  }
  tabs.append(make('span', { class: 'gap' }));
  return [make('h1', {}, page.title), make('p', { class: 'faint' }, said.join(', ')), tabs];
}

function textTab(page) {
  const before = linesOf(page.before),
    after = linesOf(page.after),
    lines = changesOf(page);
  const text = new TextView(before, after, lines, meantOf(page), settings.sides && lines.length > 0);
  view = text;
  const box = make('div', { style: 'display:contents' });
  const copies = (lines.length ? [['copy before', before], ['copy after', after]] : [['copy', after]]).map(
    ([label, all]) =>
      make('button', { type: 'button', class: 'copy', onclick: () => copy(all.join('\n') + '\n') }, label),
  );
  if (lines.length) {
    const flip = make(
      'button',
      {
        type: 'button',
        id: 'sides',
        'aria-pressed': settings.sides ? 'true' : 'false',
        onclick: () => {
          settings.sides = !settings.sides;
          show(place.page, 'text');
        },
      },
      'side by side',
    );
    const open = make(
      'button',
      {
        type: 'button',
        onclick: () => {
          text.rows = text.rows.flatMap((row) => (row[0] === 'fold' ? row[1] : [row]));
          text.resize();
        },
      },
      'show equal lines',
    );
    box.append(
      make(
        'div',
        { class: 'row' },
        flip,
        open,
        ...copies,
        make(
          'span',
          { class: 'faint' },
          meantOf(page).after.size
            ? 'coloured: other computations; a grey bar: other names or another place only'
            : '',
        ),
      ),
    );
  } else box.append(make('div', { class: 'row' }, ...copies));
  box.append(text.element);
  return box;
}
// Rows that cannot be seen are not in the page: a selection does not hold them.
function copy(text) {
  const put = (event) => {
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
  };
  document.addEventListener('copy', put, { once: true });
  document.execCommand('copy');
  document.removeEventListener('copy', put);
}

function graphTab(page) {
  const number = settings.old ? page.before : page.after,
    state = D.states[number],
    meant = meantOf(page);
  const graphs = state.graphs,
    box = make('div', { style: 'display:contents' }),
    bar = make('div', { class: 'row' });
  if (!graphs.length)
    return make(
      'p',
      {},
      state.notDrawn ? 'The functions are too large to be drawn.' : 'There is no Relax function to be drawn.',
    );
  const at = Math.max(
    0,
    graphs.findIndex((g) => g.title === (settings.title || D.entry)),
  );
  const marks = { added: settings.old ? new Set() : meant.after, removed: settings.old ? meant.before : new Set() };
  const byLine = new Map();
  for (const f of state.costs) for (const [, , line, ...cost] of f.bindings) byLine.set(line, cost);
  const graph = new Graph(graphs[at], S, marks, {
    open: (b) => {
      if (b.places.length && b.places[0]) openLine(page, settings.old, b.places[0]);
    },
    hover: (b, event) => hover(b && describe(b, byLine), event),
    ready: () => {
      document.body.dataset.graph = 'ready';
    },
  });
  document.body.dataset.graph = 'waits';
  view = graph;
  window.graph = graph;
  if (page.step && page.before !== page.after)
    for (const old of [true, false])
      bar.append(
        make(
          'button',
          {
            type: 'button',
            'aria-pressed': settings.old === old ? 'true' : 'false',
            onclick: () => {
              settings.old = old;
              show(place.page, 'graph');
            },
          },
          old ? 'before' : 'after',
        ),
      );
  if (graphs.length > 1) {
    const choice = make(
      'select',
      {
        'aria-label': 'function',
        onchange: () => {
          settings.title = choice.value;
          show(place.page, 'graph');
        },
      },
      ...graphs.map((g, i) => make('option', { selected: i === at }, g.title)),
    );
    bar.append(choice);
  }
  const button = (text, act, label) =>
    bar.append(make('button', { type: 'button', title: label, 'aria-label': label, onclick: act }, text));
  button('+', () => graph.zoom(1.25), 'zoom in');
  button('−', () => graph.zoom(0.8), 'zoom out');
  button('fit', () => graph.fit(0.05), 'as wide as the page');
  button('collapse', () => graph.all(false), 'collapse all sections');
  button('expand', () => graph.all(true), 'expand all sections');
  const used = new Set(graph.boxes.map((b) => b.kind));
  bar.append(
    make(
      'span',
      { class: 'legend' },
      ...[...used]
        .sort()
        .filter((k) => k < 8)
        .map((k) => make('span', {}, make('i', { style: `background:var(--box-${k})` }), KINDS[k])),
    ),
  );
  bar.append(
    make(
      'span',
      { class: 'faint' },
      plural(graph.boxes.length, 'box', 'boxes') +
        (graph.boxes.length > MOST_OPEN ? `, at most ${MOST_OPEN} of them open` : '') +
        (state.notDrawn ? `; ${plural(state.notDrawn, 'function')} not drawn` : ''),
    ),
  );
  box.append(bar, graph.element);
  return box;
}
function describe(b, byLine) {
  const out = [b.hints.length ? b.hints.join('\n') : b.lines.join('\n')];
  const costs = b.places.map((p) => byLine.get(p)).filter((c) => c);
  if (costs.length && b.kind !== 0) {
    const sum = (k) =>
      costs.reduce(
        (all, c) =>
          typeof all === 'number' && typeof c[k] === 'number' ? all + c[k] : costs.length === 1 ? c[k] : null,
        0,
      );
    out.push(`${amount(sum(0))} operations; reads ${amount(sum(1), 'B')}, writes ${amount(sum(2), 'B')}`);
  }
  const lines = b.places.filter((p) => p);
  if (lines.length) out.push(lines.length > 1 ? `lines ${lines.join(', ')}` : `line ${lines[0]}`);
  return out.join('\n');
}
function hover(text, event) {
  const tip = $('tip');
  tip.hidden = !text;
  if (!text) return;
  tip.textContent = visible(text);
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - width - 8)) + 'px';
  tip.style.top =
    (event.clientY + 18 + height > innerHeight ? Math.max(4, event.clientY - height - 12) : event.clientY + 18) +
    'px';
}
function openLine(page, isOld, line) {
  const text = () => view.go(isOld, line);
  show(pages.indexOf(page), 'text', () => requestAnimationFrame(text));
}

// A table that shows its first rows at once.
function table(heads, rows, rowOf) {
  const body = make('tbody'),
    more = make('button', { type: 'button' });
  let shown = 0;
  const grow = () => {
    for (const end = Math.min(rows.length, shown + MOST_ROWS); shown < end; ++shown)
      body.append(rowOf(rows[shown], shown));
    more.textContent = `${rows.length - shown} more`;
    more.hidden = shown === rows.length;
  };
  more.addEventListener('click', grow);
  grow();
  return make(
    'div',
    {},
    make(
      'table',
      {},
      make(
        'thead',
        {},
        make(
          'tr',
          {},
          ...heads.map((h) => make('th', { class: h.startsWith('#') ? 'n' : null }, h.replace('#', ''))),
        ),
      ),
      body,
    ),
    more,
  );
}
const lineLink = (page, isOld, line, text) =>
  line ? make('button', { type: 'button', class: 'link', onclick: () => openLine(page, isOld, line) }, text) : text;

// By line: what the binding on it costs, [operations, bytes].
function costsByLine(state) {
  const out = new Map();
  for (const f of state.costs)
    for (const [, , line, operations, read, written] of f.bindings)
      out.set(line, [operations, typeof read === 'number' && typeof written === 'number' ? read + written : null]);
  return out;
}
// Of the lines of a group, what they have in sum; null where one of them is unknown or no number.
const sumOf = (lines, costs, k) =>
  lines.reduce((sum, line) => {
    const cost = costs.get(line);
    return sum === null || !cost ? sum : typeof cost[k] === 'number' ? sum + cost[k] : null;
  }, 0);

function changesTab(page) {
  const s = page.step,
    box = make('div', { class: 'scroll' });
  const list = (isApplied) => s.changes.filter((c) => c[0] === isApplied);
  const where = (c) => (S[c[2]] ? S[c[2]] + (S[c[3]] ? ':' + S[c[3]] : '') : 'the module as a whole');
  const shown = (rows) =>
    table(['#', 'rule', 'at', 'reason'], rows, (c, i) =>
      make(
        'tr',
        {},
        make('td', { class: 'n' }, i + 1),
        make('td', {}, S[c[1]] || s.name),
        make('td', {}, lineLink(page, true, c[4], where(c))),
        make('td', { class: 'reason' }, S[c[5]]),
      ),
    );
  const applied = list(true),
    declined = list(false);
  box.append(make('h2', {}, plural(s.applications, 'change')));
  if (applied.length) box.append(shown(applied));
  if (s.diff.length) {
    const lines = (side, isOld) =>
      make(
        'td',
        {},
        ...side.slice(0, 40).flatMap((l, i) => [i ? ', ' : '', lineLink(page, isOld, l, String(l))]),
        side.length > 40 ? ` and ${side.length - 40} more` : '',
      );
    const before = costsByLine(D.states[page.before]),
      after = costsByLine(D.states[page.after]);
    const change = (a, b, k) => make('td', { class: 'n' }, becomes(sumOf(a, before, k), sumOf(b, after, k)));
    box.append(
      make('h2', {}, 'What is computed now, and was not'),
      table(['what', '', 'lines before', 'lines after', '#operations', '#bytes'], s.diff, ([kind, what, a, b]) =>
        make(
          'tr',
          {},
          make('td', {}, kind),
          make('td', {}, what),
          lines(a, true),
          lines(b, false),
          change(a, b, 0),
          change(a, b, 1),
        ),
      ),
      make('p', { class: 'faint' }, 'The peak of memory is one of the whole function: see the cost of this step.'),
    );
  }
  if (declined.length) box.append(make('h2', {}, `Left alone: ${declined.length}`), shown(declined));
  if (s.moreChanges) box.append(make('p', { class: 'faint' }, `${s.moreChanges} more are not listed.`));
  return box;
}

function costTab(page) {
  const box = make('div', { class: 'scroll' }),
    after = D.states[page.after].costs,
    before = new Map(D.states[page.before].costs.map((f) => [f.name, f]));
  const n = (x) => make('td', { class: 'n' }, x);
  box.append(
    make('h2', {}, 'Functions'),
    table(['function', '#operations', '#read', '#written', '#parameters', '#peak beside them', ''], after, (f) => {
      const old = before.get(f.name) || f;
      return make(
        'tr',
        {},
        make('td', {}, lineLink(page, false, f.line, f.name)),
        ...[0, 1, 2].map((k) => n(becomes(old.sum[k], f.sum[k]))),
        n(becomes(old.parameters, f.parameters)),
        n(becomes(old.peak, f.peak)),
        make(
          'td',
          { class: 'faint' },
          f.unknown ? `the operations of ${plural(f.unknown, 'binding')} are unknown` : '',
        ),
      );
    }),
  );
  const size = (x) => (typeof x === 'number' ? x : x === null ? -1 : Infinity);
  const bindings = (f) => {
    const rows = [...f.bindings].sort((a, b) => (size(b[3]) > size(a[3])) - (size(b[3]) < size(a[3])));
    const most = Math.max(1, ...rows.map((r) => (typeof r[3] === 'number' ? r[3] : 0)));
    return table(['#line', 'binding', 'operator', '#operations', '#read', '#written', ''], rows, (r) =>
      make(
        'tr',
        {},
        n(lineLink(page, false, r[2], String(r[2]))),
        make('td', {}, S[r[0]]),
        make('td', {}, S[r[1]]),
        n(amount(r[3])),
        n(amount(r[4], 'B')),
        n(amount(r[5], 'B')),
        bar(r[3], most),
      ),
    );
  };
  after
    .filter((f) => f.bindings.length)
    .forEach((f, i) => {
      const title = make('h2', {}, `Bindings of ${f.name}, the largest first`);
      if (i < MOST_OPEN_TABLES) return box.append(title, bindings(f));
      const later = make('details', {}, make('summary', {}, `Bindings of ${f.name}`));
      later.addEventListener('toggle', () => later.append(bindings(f)), { once: true });
      box.append(later);
    });
  return box;
}
const bar = (value, most) =>
  make(
    'td',
    { class: 'bar' },
    make('i', { style: `width:${typeof value === 'number' ? (100 * value) / most : 0}%` }),
  );

function runTab(page) {
  const run = D.states[page.after].run,
    box = make('div', { class: 'scroll' });
  if (!run) return make('p', {}, 'This state was not run.');
  if (run.failure) return make('div', { class: 'problem' }, run.failure);
  const t = run.times,
    sum = run.steps.reduce((all, [, time]) => all + time, 0);
  box.append(make('p', {}, agreement(run)), run.notCompared ? make('p', {}, run.notCompared) : '');
  if (run.agreement && run.agreement.details) box.append(make('div', { class: 'problem' }, run.agreement.details));
  box.append(
    make(
      'p',
      {},
      `${ms(t.median)} (median of ${plural(t.runs, 'run')}), the first ${ms(t.first)}; compiled in ${ms(t.compile)}; ` +
        `${plural(t.kernels, 'kernel')}, ${amount(t.peak, 'B')} at most`,
    ),
  );
  if (run.fallback) box.append(make('p', {}, run.fallback));
  if (run.steps.length)
    box.append(
      make('h2', {}, `Kernels, ${ms(sum)} in one run`),
      table(['kernel', '#time', '#share', ''], run.steps, ([name, time]) =>
        make(
          'tr',
          {},
          make('td', {}, S[name]),
          make('td', { class: 'n' }, ms(time)),
          make('td', { class: 'n' }, sum > 0 ? ((100 * time) / sum).toFixed(1) + ' %' : ''),
          bar(time, run.steps[0][1]),
        ),
      ),
    );
  return box;
}

const TABS = {
  text: textTab,
  graph: graphTab,
  changes: (page) => (page.step ? changesTab(page) : textTab(page)),
  cost: costTab,
  run: runTab,
};

function tellFound([at, n]) {
  $('found').textContent = $('search').value === '' || !view ? '' : n === 0 ? 'nothing' : `${at} of ${n}`;
}
function find() {
  if (view && $('search').value !== '') tellFound(view.search($('search').value));
  else tellFound([0, 0]);
}

let typing = 0;
$('search').addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => {
    if (view) tellFound(view.search($('search').value));
  }, 120);
});
$('search').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && view) tellFound(view.next(event.shiftKey ? -1 : 1));
  if (event.key === 'Escape') {
    $('search').value = '';
    if (view) view.search('');
    tellFound([0, 0]);
    $('main').focus();
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input, select')) return;
  event.preventDefault();
  $('search').focus();
  $('search').select();
});
const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = (is) => document.documentElement.classList.toggle('dark', is);
paint(dark.matches);
dark.addEventListener('change', () => paint(dark.matches));
$('theme').addEventListener('click', () => paint(!document.documentElement.classList.contains('dark')));
addEventListener('hashchange', fromAddress);
addEventListener('popstate', fromAddress);
$('file').textContent = D.file;
steps();
fromAddress();
