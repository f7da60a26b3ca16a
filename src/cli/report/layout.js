// SPDX-License-Identifier: Apache-2.0
// In a worker: where the boxes of a section stand. dagre says so if it is there; else they stand in rows, each below
// all that it uses.
'use strict';

function layOutPlain(boxes, edges) {
  const rank = boxes.map(() => 0);
  for (const [a, b] of edges) rank[b] = Math.max(rank[b], rank[a] + 1); // those that are used come first
  const rows = [];
  boxes.forEach((_, i) => (rows[rank[i]] = rows[rank[i]] || []).push(i));
  const widths = rows.map((row) => row.reduce((sum, i) => sum + boxes[i][0] + 14, -14));
  const width = Math.max(0, ...widths),
    places = [];
  let y = 0;
  rows.forEach((row, r) => {
    let x = (width - widths[r]) / 2;
    const height = Math.max(...row.map((i) => boxes[i][1]));
    for (const i of row) {
      places[i] = [x + boxes[i][0] / 2, y + boxes[i][1] / 2];
      x += boxes[i][0] + 14;
    }
    y += height + 26;
  });
  const lines = edges.map(([a, b]) => [
    [places[a][0], places[a][1] + boxes[a][1] / 2],
    [places[b][0], places[b][1] - boxes[b][1] / 2],
  ]);
  return { width, height: Math.max(0, y - 26), places, lines };
}

// boxes: [width, height]; edges: [from, to], `from` before `to`.
function layOut(boxes, edges) {
  if (typeof dagre === 'undefined') return layOutPlain(boxes, edges);
  const g = new dagre.graphlib.Graph();
  g.setGraph({ ranker: 'network-simplex', nodesep: 14, ranksep: 26, marginx: 0, marginy: 0 });
  g.setDefaultEdgeLabel(() => ({}));
  boxes.forEach(([width, height], i) => g.setNode(i, { width, height }));
  for (const [a, b] of edges) g.setEdge(a, b);
  dagre.layout(g);
  const round = (v) => Math.round(v * 10) / 10;
  return {
    width: g.graph().width,
    height: g.graph().height,
    places: boxes.map((_, i) => [round(g.node(i).x), round(g.node(i).y)]),
    lines: edges.map(([a, b]) => g.edge(a, b).points.map((p) => [round(p.x), round(p.y)])),
  };
}

if (typeof WorkerGlobalScope !== 'undefined')
  onmessage = ({ data }) => postMessage({ key: data.key, made: layOut(data.boxes, data.edges) });
