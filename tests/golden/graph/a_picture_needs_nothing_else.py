# test: graph
@R.function
def main(x: R.Tensor((2, 16), "float32"), w: R.Tensor((16, 32), "float32")):
    m = R.matmul(x, w)
    r = R.nn.relu(m)
    return r

#| <svg xmlns="http://www.w3.org/2000/svg" width="118" height="303" viewBox="0 0 118 303" role="img" aria-label="main">
#| <title>main</title>
#| <style>
#| svg { color-scheme: light dark; }
#| .page { fill: #ffffff; }
#| text { font: 11px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1c2330; text-anchor: middle; }
#| .shape { fill: #5a6475; }
#| .box { stroke: #00000030; }
#| .edge { fill: none; stroke: #8a93a3; stroke-width: 1.2; }
#| .arrow { fill: #8a93a3; }
#| .frame { fill: none; stroke: #b9c0cc; stroke-dasharray: 5 4; }
#| .frame-title { text-anchor: start; fill: #8a93a3; }
#| .parameter .box, .result .box { fill: #dbe7f8; }
#| .constant .box { fill: #ececec; }
#| .contraction .box { fill: #f8cdb0; }
#| .reduction .box { fill: #f5e3a8; }
#| .pointwise .box { fill: #cfe9cb; }
#| .movement .box { fill: #e1def2; }
#| .kernel .box { fill: #c4e3f3; }
#| .other .box { fill: #f2f2f2; }
#| g.node:hover .box { stroke: #d0502a; stroke-width: 2; }
#| @media (prefers-color-scheme: dark) {
#| .page { fill: #14171c; }
#| text { fill: #e6e9ee; }
#| .shape { fill: #aab3c2; }
#| .box { stroke: #ffffff30; }
#| .edge { stroke: #6c7686; }
#| .arrow { fill: #6c7686; }
#| .frame { stroke: #474f5c; }
#| .frame-title { fill: #7d8797; }
#| .parameter .box, .result .box { fill: #26405f; }
#| .constant .box { fill: #3a3d43; }
#| .contraction .box { fill: #74401f; }
#| .reduction .box { fill: #665314; }
#| .pointwise .box { fill: #2c5530; }
#| .movement .box { fill: #423c6b; }
#| .kernel .box { fill: #1e5068; }
#| .other .box { fill: #30343b; }
#| }
#| </style>
#| <defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="arrow" d="M0 0 8 4 0 8z"/></marker></defs>
#| <rect class="page" width="100%" height="100%"/>
#| <path class="edge" marker-end="url(#arrow)" d="M58.8 64.0C58.8 80.5 58.8 80.5 58.8 97.0"/>
#| <path class="edge" marker-end="url(#arrow)" d="M58.8 142.0C58.8 158.5 58.8 158.5 58.8 175.0"/>
#| <path class="edge" marker-end="url(#arrow)" d="M58.8 220.0C58.8 236.5 58.8 236.5 58.8 253.0"/>
#| <g class="node parameter"><title>x: R.Tensor((2, 16), &quot;float32&quot;)</title><rect class="box" x="33.4" y="20.0" width="50.8" height="44.0" rx="22.0"/><text x="58.8" y="38.0">x</text><text class="shape" x="58.8" y="53.0">2×16</text></g>
#| <g class="node contraction"><title>m: R.Tensor((2, 32), &quot;float32&quot;)</title><rect class="box" x="20.0" y="98.0" width="77.6" height="44.0" rx="5.0"/><text x="58.8" y="116.0">matmul w</text><text class="shape" x="58.8" y="131.0">2×32</text></g>
#| <g class="node pointwise"><title>r: R.Tensor((2, 32), &quot;float32&quot;)</title><rect class="box" x="23.3" y="176.0" width="70.9" height="44.0" rx="5.0"/><text x="58.8" y="194.0">nn.relu</text><text class="shape" x="58.8" y="209.0">2×32</text></g>
#| <g class="node result"><title></title><rect class="box" x="26.7" y="254.0" width="64.2" height="29.0" rx="14.5"/><text x="58.8" y="272.0">return</text></g>
#| </svg>
