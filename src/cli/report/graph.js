// SPDX-License-Identifier: Apache-2.0
// The graph of a function, in sections: a section is a run of boxes of one frame, cut where few edges cross, and laid
// out by itself in a worker, so that a function of any length is laid out in a time that grows with its length.
// Sections stand below each other inside their frames (the function, its dataflow blocks, branches), and both can be
// collapsed. A value of another section comes in as a dashed port. Only sections that can be seen are in the page.
'use strict';

const SECTION = 60,
  MOST_OPEN = 4000,
  GAP = 34,
  HEAD = 26,
  SMALL = 3,
  PAD = 16,
  NEAR_USES = 6, // of a box of the section that has lines to them; others have ports
  PORT_USES = 2; // of a port: one that is used everywhere would make long lines, which take dagre long
const SVG = 'http://www.w3.org/2000/svg';

function svg(tag, attributes, ...children) {
  const e = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes || {})) if (value !== null) e.setAttribute(key, value);
  for (const child of children) e.append(typeof child === 'string' ? visible(child) : child);
  return e;
}
const width_of = (text, size) => Math.max(1, text.length) * size;

// One worker for the page; where there is none, the page does its work between two frames. What a graph that is left
// still waits for is dropped.
const layouts = {
  waiting: new Map(),
  start() {
    const code = document.getElementById('dagre').textContent + '\n' + document.getElementById('layout').textContent;
    try {
      this.worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
      this.worker.onmessage = ({ data }) => this.done(data.key, data.made);
      this.worker.onerror = (event) => {
        event.preventDefault();
        this.stand_in(code);
      };
    } catch {
      this.stand_in(code);
    }
  },
  stand_in(code) {
    this.worker = null;
    const script = document.createElement('script');
    script.textContent = code;
    document.head.append(script);
    for (const key of this.waiting.keys()) this.soon(key);
  },
  soon(key) {
    setTimeout(() => {
      const asked = this.waiting.get(key);
      if (asked) this.done(key, layOut(asked.boxes, asked.edges));
    });
  },
  leave() {
    if (!this.waiting.size) return;
    this.waiting.clear();
    if (!this.worker) return;
    this.worker.terminate();
    this.worker = undefined;
  },
  ask(boxes, edges, answer) {
    if (this.worker === undefined) this.start();
    const key = ++this.last;
    this.waiting.set(key, { boxes, edges, answer });
    if (this.worker) this.worker.postMessage({ key, boxes, edges });
    else this.soon(key);
  },
  last: 0,
  done(key, made) {
    const asked = this.waiting.get(key);
    this.waiting.delete(key);
    if (asked) asked.answer(made);
  },
};

// Where to cut a run of boxes: near SECTION, behind the box that the fewest edges cross.
function cuts(first, last, crossing) {
  const all = [];
  while (last - first > SECTION * 1.4) {
    let best = first + SECTION;
    for (let i = first + SECTION / 2; i <= first + SECTION * 1.3 && i < last - 8; ++i)
      if (crossing[i] <= crossing[best]) best = i;
    all.push(best + 1);
    first = best + 1;
  }
  return all;
}

class Graph {
  // graph: as the page's data has it; strings: its texts; marks: { added, removed }, sets of lines; tell: what it asks
  // for.
  constructor(graph, strings, marks, tell) {
    Object.assign(this, { graph, strings, marks, tell, x: 0, y: 0, scale: 1, selected: 0, hits: [], hit: -1 });
    this.boxes = graph.boxes.map(([kind, lines, result, hints, places, frame, band], id) => ({
      id,
      kind,
      frame,
      band,
      places,
      result: strings[result],
      lines: lines.map((l) => strings[l]),
      hints: hints.map((h) => strings[h]),
      ins: [],
      outs: [],
    }));
    for (let i = 0; i < graph.edges.length; i += 2) {
      this.boxes[graph.edges[i]].outs.push(graph.edges[i + 1]);
      this.boxes[graph.edges[i + 1]].ins.push(graph.edges[i]);
    }
    this.frames = graph.frames.map(([title, outer], i) => ({
      title: strings[title],
      outer,
      i,
      open: true,
      boxes: 0,
    }));
    this.makeSections();
    this.makeElement();
  }

  makeSections() {
    const order = this.boxes.map((b) => b.id).sort((a, b) => this.boxes[a].band - this.boxes[b].band || a - b);
    const position = [];
    order.forEach((id, i) => {
      position[id] = i;
    });
    const crossing = new Array(order.length + 1).fill(0); // edges from [0, i] to behind i
    for (const b of this.boxes)
      for (const to of b.outs) {
        if (position[to] <= position[b.id]) continue;
        ++crossing[position[b.id]];
        --crossing[position[to]];
      }
    for (let i = 1; i < crossing.length; ++i) crossing[i] += crossing[i - 1];
    this.sections = [];
    let open = 0;
    const add = (ids) => {
      const section = { ids, frame: Math.max(...ids.map((id) => this.boxes[id].frame)), i: this.sections.length };
      section.open = (open += ids.length) <= MOST_OPEN;
      for (const id of ids) this.boxes[id].section = section;
      for (let f = section.frame; ; f = this.frames[f].outer) {
        this.frames[f].boxes += ids.length;
        if (f === 0) break;
      }
      this.sections.push(section);
    };
    for (let i = 0; i < order.length;) {
      let end = i;
      while (end < order.length && this.boxes[order[end]].band === this.boxes[order[i]].band) ++end;
      for (const cut of [...cuts(i, end - 1, crossing), end]) {
        add(order.slice(i, cut));
        i = cut;
      }
    }
  }

  makeElement() {
    const arrow = svg(
      'marker',
      { id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: 'auto' },
      svg('path', { d: 'M0 0L8 4L0 8z' }),
    );
    this.world = svg('g');
    this.svg = svg(
      'svg',
      { role: 'img', 'aria-label': 'graph of ' + this.graph.title },
      svg('defs', {}, arrow),
      this.world,
    );
    this.element = make(
      'div',
      { class: 'graph', tabindex: 0, 'aria-label': 'graph: drag to move, wheel to zoom' },
      this.svg,
    );
    this.drawn = new Map();
    this.listen();
    this.seen = new ResizeObserver(() => {
      if (!this.placed) this.fit();
      this.draw();
    });
    this.seen.observe(this.element);
    this.stack();
  }

  listen() {
    const e = this.element;
    let from = null,
      moved = false;
    e.addEventListener('pointerdown', (event) => {
      from = [event.clientX, event.clientY];
      moved = false;
    });
    e.addEventListener('pointermove', (event) => {
      if (!from || !event.buttons) return;
      const [dx, dy] = [event.clientX - from[0], event.clientY - from[1]];
      if (!moved && Math.hypot(dx, dy) < 4) return;
      if (!moved) e.setPointerCapture(event.pointerId);
      moved = true;
      from = [event.clientX, event.clientY];
      this.move(dx, dy);
    });
    e.addEventListener(
      'click',
      (event) => {
        if (moved) event.stopPropagation();
        moved = false;
        from = null;
      },
      true,
    );
    e.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const box = e.getBoundingClientRect();
        if (event.shiftKey) this.move(-event.deltaY - event.deltaX, 0);
        else this.zoom(Math.exp(-event.deltaY * 0.0016), event.clientX - box.left, event.clientY - box.top);
      },
      { passive: false },
    );
    e.addEventListener('keydown', (event) => {
      const step = {
        ArrowLeft: [60, 0],
        ArrowRight: [-60, 0],
        ArrowUp: [0, 60],
        ArrowDown: [0, -60],
        PageUp: [0, 400],
        PageDown: [0, -400],
      }[event.key];
      if (step) this.move(...step);
      else if (event.key === '+' || event.key === '=') this.zoom(1.25);
      else if (event.key === '-') this.zoom(0.8);
      else if (event.key === '0') this.fit(0.05);
      else return;
      event.preventDefault();
    });
  }

  move(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.draw();
  }
  zoom(by, at_x = this.element.clientWidth / 2, at_y = this.element.clientHeight / 2) {
    const scale = Math.min(4, Math.max(0.01, this.scale * by)),
      ratio = scale / this.scale;
    this.x = at_x - (at_x - this.x) * ratio;
    this.y = at_y - (at_y - this.y) * ratio;
    this.scale = scale;
    this.draw();
  }
  // The top, as wide as the element, but no larger than life, and not too small to be read unless that is asked for.
  fit(least = 0.45) {
    const w = this.element.clientWidth;
    if (!w) return;
    this.placed = true;
    const across = (w - 30) / Math.max(1, this.total.width);
    this.scale = Math.min(1, Math.max(least, across));
    this.x = w / 2;
    this.y = 15;
    this.draw();
  }

  isOpen(section) {
    for (let f = section.frame; ; f = this.frames[f].outer) {
      if (!this.frames[f].open) return false;
      if (f === 0) return true;
    }
  }

  // Sections and frames below each other; `this.heads` are the bars that collapse them.
  stack() {
    this.heads = [];
    this.outlines = [];
    let y = 0,
      widest = 200;
    const path = []; // frames that are open around the section before
    const path_of = (frame) => {
      const p = [];
      for (let f = frame; ; f = this.frames[f].outer) {
        p.unshift(f);
        if (f === 0) return p;
      }
    };
    const leave = (to) => {
      while (path.length > to) {
        const [, outline] = path.pop();
        y += PAD / 2;
        if (outline) outline.bottom = y;
      }
    };
    for (const s of this.sections) {
      const wanted = path_of(s.frame);
      let same = 0;
      while (same < path.length && same < wanted.length && path[same][0] === wanted[same]) ++same;
      leave(same);
      s.top = y;
      s.shown = false;
      if (path.some(([f]) => !this.frames[f].open)) continue;
      let closed = false;
      for (let k = same; k < wanted.length && !closed; ++k) {
        const frame = this.frames[wanted[k]];
        this.heads.push({
          y,
          depth: k,
          frame,
          text: `${frame.open ? '▾' : '▸'} ${frame.title} · ${plural(frame.boxes, 'box', 'boxes')}`,
        });
        const outline = { top: y, bottom: y, depth: k };
        this.outlines.push(outline);
        path.push([wanted[k], outline]);
        y += HEAD + PAD / 2;
        closed = !frame.open;
      }
      if (closed) continue;
      if (this.sections.length > 1 && s.ids.length > SMALL) {
        this.heads.push({ y, depth: wanted.length, section: s, text: `${s.open ? '▾' : '▸'} ${this.summary(s)}` });
        y += HEAD + PAD / 2;
      }
      if (!s.open) continue;
      if (!s.made) this.ask(s);
      s.shown = true;
      s.top = y;
      s.height = s.made ? s.made.height : s.ids.length * 30;
      s.width = s.made ? s.made.width : 300;
      widest = Math.max(widest, s.width);
      y += s.height + GAP;
    }
    leave(0);
    for (const h of this.heads) widest = Math.max(widest, h.depth * PAD + width_of(h.text, 6.8));
    this.total = { width: widest + 8 * PAD, height: y };
    for (const e of this.drawn.values()) e.remove();
    this.drawn.clear();
    this.world.replaceChildren();
    this.drawFrames();
    this.draw();
  }
  summary(s) {
    if (s.words) return s.words;
    const counts = new Map();
    for (const id of s.ids)
      for (const l of this.boxes[id].lines) {
        const word = l.split(' ')[0];
        counts.set(word, (counts.get(word) || 0) + 1);
      }
    const most = [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 4)
      .map(([word, n]) => (n > 1 ? `${n} ${word}` : word));
    const words = most.join(', ') + (counts.size > 4 ? ', ...' : '');
    return (s.words = `section ${s.i + 1}: ${words} · ${plural(s.ids.length, 'box', 'boxes')}`);
  }

  // What the section is for the layout: its boxes, and a port for each value of another section.
  ask(s) {
    if (s.asked) return;
    s.asked = true;
    s.nodes = [];
    s.edges = [];
    const at = new Map(),
      uses = new Map(); // of a value: those so far, and the port of the last of them
    const sizes = [];
    const add = (node, w, h) => {
      s.nodes.push(node);
      sizes.push([w, h]);
      return sizes.length - 1;
    };
    const edges = [],
      ports = []; // of each edge, or none
    for (const id of s.ids)
      for (const from of this.boxes[id].ins) {
        const used = uses.get(from) || { count: this.boxes[from].section === s ? -NEAR_USES : 0, port: undefined };
        uses.set(from, used);
        if (used.count >= 0 && used.count % PORT_USES === 0)
          used.port = add(
            { port: from, isFirst: used.count === 0 },
            Math.min(160, width_of(this.label(from), 6) + 14),
            18,
          );
        ++used.count;
        ports.push(used.port);
      }
    for (const id of s.ids) {
      const b = this.boxes[id];
      const w = Math.max(...b.lines.map((l) => width_of(l, 6.6)), width_of(b.result, 5.8)) + 18;
      at.set(id, add({ id }, Math.max(44, w), b.lines.length * 15 + (b.result ? 14 : 0) + 8));
    }
    let edge = 0;
    for (const id of s.ids)
      for (const from of this.boxes[id].ins) {
        const port = ports[edge++],
          a = port === undefined ? at.get(from) : port,
          b = at.get(id);
        if (a === undefined || a === b) continue;
        edges.push([Math.min(a, b), Math.max(a, b)]);
        s.edges.push([from, id]);
      }
    s.sizes = sizes;
    const known = (this.graph.made = this.graph.made || []);
    const take = (made) => {
      s.made = known[s.i] = made;
      if (this.pending) return;
      this.pending = true;
      requestAnimationFrame(() => {
        this.pending = false;
        if (this.element.isConnected) this.restack();
      });
    };
    if (known[s.i]) take(known[s.i]);
    else layouts.ask(sizes, edges, take);
  }
  // A section has its layout: what stands in the middle of the element stays there.
  restack() {
    const middle = (this.element.clientHeight / 2 - this.y) / this.scale;
    const anchor = this.sections.findLast((s) => s.shown && s.top <= middle),
      top = anchor ? anchor.top : 0;
    const isFirst = !this.touched;
    this.stack();
    if (isFirst) {
      this.fit();
      this.touched = this.sections.every((s) => !s.shown || s.made);
    } else if (anchor) this.move(0, (top - anchor.top) * this.scale);
    if (this.sections.every((s) => !s.shown || s.made)) this.tell.ready();
  }
  label(id) {
    const b = this.boxes[id],
      name = (b.hints[b.hints.length - 1] || '').split(':')[0];
    return (name || b.lines[0]).slice(0, 24);
  }

  drawFrames() {
    const half = this.total.width / 2;
    for (const o of this.outlines)
      this.world.append(
        svg(
          'g',
          { class: 'frame' },
          svg('rect', {
            x: -half + o.depth * PAD,
            y: o.top,
            width: Math.max(10, 2 * half - 2 * o.depth * PAD),
            height: Math.max(HEAD, o.bottom - o.top),
            rx: 8,
          }),
        ),
      );
    for (const h of this.heads) {
      const x = -half + h.depth * PAD + 4,
        toggle = () => this.toggle(h);
      const g = svg(
        'g',
        { class: 'head', tabindex: 0, role: 'button', 'aria-expanded': (h.frame || h.section).open },
        svg('rect', { x, y: h.y + 3, width: width_of(h.text, 6.6) + 16, height: HEAD - 6, rx: 5 }),
        svg('text', { x: x + 8, y: h.y + HEAD / 2 + 4 }, h.text),
      );
      g.addEventListener('click', toggle);
      g.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          event.stopPropagation();
          toggle();
        }
      });
      this.world.append(g);
    }
  }
  toggle({ frame, section }) {
    this.touched = true;
    if (frame) frame.open = !frame.open;
    else this.setOpen(section, !section.open);
    this.stack();
  }
  // At most MOST_OPEN boxes are open: the sections farthest away close.
  setOpen(section, open) {
    section.open = open;
    let count = this.sections.reduce((sum, s) => sum + (s.open ? s.ids.length : 0), 0);
    for (const s of [...this.sections].sort((a, b) => Math.abs(b.i - section.i) - Math.abs(a.i - section.i))) {
      if (count <= MOST_OPEN) break;
      if (s.open && s !== section) {
        s.open = false;
        count -= s.ids.length;
      }
    }
  }
  all(open) {
    this.touched = true;
    let count = 0;
    if (open)
      this.frames.forEach((f) => {
        f.open = true;
      });
    for (const s of this.sections) s.open = s.ids.length <= SMALL || (open && (count += s.ids.length) <= MOST_OPEN);
    this.stack();
    this.fit();
  }

  draw() {
    this.world.setAttribute('transform', `translate(${this.x} ${this.y}) scale(${this.scale})`);
    const from = -this.y / this.scale - 200,
      to = (this.element.clientHeight - this.y) / this.scale + 200;
    for (const s of this.sections) {
      const seen = Boolean(s.shown && s.made) && s.top < to && s.top + s.height > from;
      if (seen === this.drawn.has(s)) continue;
      if (seen) {
        this.drawn.set(s, this.drawSection(s));
        this.world.append(this.drawn.get(s));
      } else {
        this.drawn.get(s).remove();
        this.drawn.delete(s);
      }
    }
  }
  drawSection(s) {
    const left = -s.made.width / 2,
      g = svg('g', { class: 'section', transform: `translate(${left} ${s.top})` });
    g.append(
      svg('rect', { x: -PAD / 2, y: -PAD / 2, width: s.made.width + PAD, height: s.made.height + PAD, rx: 6 }),
    );
    s.made.lines.forEach((points, i) => {
      const d = points.map(([x, y], k) => (k ? 'L' : 'M') + x + ' ' + y).join('');
      g.append(
        svg('path', {
          class: 'edge',
          d,
          'marker-end': 'url(#arrow)',
          'data-from': s.edges[i][0],
          'data-to': s.edges[i][1],
        }),
      );
    });
    s.nodes.forEach((node, i) => {
      const [x, y] = s.made.places[i],
        [w, h] = s.sizes[i];
      g.append(node.port === undefined ? this.drawBox(node.id, x, y, w, h) : this.drawPort(node.port, x, y, w, h));
    });
    this.joinAbove(s, g);
    return g;
  }
  // Lines from the boxes of the section above to their ports here.
  joinAbove(s, g) {
    const above = this.sections[s.i - 1];
    if (!above || !above.shown || !above.made) return;
    const shift = [(s.made.width - above.made.width) / 2, above.top - s.top];
    const places = new Map();
    above.nodes.forEach((node, i) => {
      if (node.id !== undefined) places.set(node.id, i);
    });
    s.nodes.forEach((node, i) => {
      const at = node.isFirst ? places.get(node.port) : undefined;
      if (at === undefined) return;
      const [x, y] = above.made.places[at],
        [u, v] = s.made.places[i],
        h = above.sizes[at][1] / 2;
      const a = [x + shift[0], y + shift[1] + h],
        b = [u, v - s.sizes[i][1] / 2];
      g.append(
        svg('path', {
          class: 'edge far',
          d: `M${a[0]} ${a[1]}C${a[0]} ${a[1] + 30} ${b[0]} ${b[1] - 40} ${b[0]} ${b[1]}`,
          'data-from': node.port,
          'data-to': node.port,
        }),
      );
    });
  }
  drawBox(id, x, y, w, h) {
    const b = this.boxes[id],
      first = y - h / 2 + 15;
    const mark = b.places.some((p) => this.marks.added.has(p))
      ? ' added'
      : b.places.some((p) => this.marks.removed.has(p))
        ? ' removed'
        : '';
    const found = this.found && this.found.has(id) ? (id === this.hits[this.hit] ? ' hit current' : ' hit') : '';
    const g = svg(
      'g',
      { class: 'box' + mark + found, tabindex: id === this.selected ? 0 : -1, 'data-id': id },
      svg('rect', { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 5, style: `fill:var(--box-${b.kind})` }),
    );
    b.lines.forEach((l, i) => g.append(svg('text', { x, y: first + 15 * i }, l)));
    if (b.result) g.append(svg('text', { class: 'shape', x, y: first + 15 * b.lines.length - 1 }, b.result));
    this.touch(g, id, () => this.tell.open(b));
    return g;
  }
  drawPort(id, x, y, w, h) {
    const g = svg(
      'g',
      { class: 'box port', tabindex: -1, 'data-port': id },
      svg('rect', { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 9 }),
      svg('text', { x, y: y + 4 }, this.label(id)),
    );
    this.touch(g, id, () => this.goTo(id));
    return g;
  }
  touch(g, id, act) {
    g.addEventListener('click', act);
    g.addEventListener('keydown', (event) => {
      const to = this.beside(id, event.key);
      if (event.key === 'Enter') act();
      else if (to === undefined) return;
      else this.goTo(to);
      event.preventDefault();
      event.stopPropagation();
    });
    g.addEventListener('pointerenter', (event) => {
      this.near(id, true);
      this.tell.hover(this.boxes[id], event);
    });
    g.addEventListener('pointerleave', () => {
      this.near(id, false);
      this.tell.hover(null);
    });
  }
  // The box that an arrow key goes to: along an edge, or to the next one of the section.
  beside(id, key) {
    const { ins, outs, section } = this.boxes[id],
      at = section.ids.indexOf(id);
    return {
      ArrowUp: ins[0],
      ArrowDown: outs[0],
      ArrowLeft: section.ids[at - 1],
      ArrowRight: section.ids[at + 1],
    }[key];
  }
  near(id, on) {
    for (const e of this.world.querySelectorAll(`.edge[data-from="${id}"], .edge[data-to="${id}"]`))
      e.classList.toggle('near', on);
  }

  // The box in the middle; what hides it opens.
  goTo(id, takes_focus = true) {
    const s = this.boxes[id].section;
    this.touched = true;
    this.selected = id;
    for (let f = s.frame; ; f = this.frames[f].outer) {
      this.frames[f].open = true;
      if (f === 0) break;
    }
    if (!s.open) this.setOpen(s, true);
    this.stack();
    const show = () => {
      const i = s.nodes.findIndex((node) => node.id === id),
        [x, y] = s.made.places[i];
      this.scale = Math.max(this.scale, 0.7);
      this.x = this.element.clientWidth / 2 - (x - s.made.width / 2) * this.scale;
      this.y = this.element.clientHeight / 2 - (s.top + y) * this.scale;
      this.draw();
      const box = this.world.querySelector(`[data-id="${id}"]`);
      if (box && takes_focus) box.focus({ preventScroll: true });
    };
    if (s.made) show();
    else if (this.element.isConnected) requestAnimationFrame(() => this.goTo(id, takes_focus));
  }
  search(words) {
    const low = words.toLowerCase(),
      has = (text) => text.toLowerCase().includes(low);
    this.hits = low === '' ? [] : this.boxes.filter((b) => b.lines.some(has) || b.hints.some(has)).map((b) => b.id);
    this.found = new Set(this.hits);
    this.hit = -1;
    if (this.hits.length) return this.next(1);
    this.stack();
    return [0, 0];
  }
  next(step) {
    const n = this.hits.length;
    if (n === 0) return [0, 0];
    this.hit = this.hit < 0 ? (step > 0 ? 0 : n - 1) : (this.hit + step + n) % n;
    for (const e of this.drawn.values()) e.remove();
    this.drawn.clear();
    this.goTo(this.hits[this.hit], false);
    return [this.hit + 1, n];
  }
}
