// SPDX-License-Identifier: Apache-2.0
// A graph as SVG: boxes, curves, frames; the colours of a light page or of a dark one, as the reader has it.
#include <fmt/format.h>

#include <algorithm>

#include "graph_layout.h"
#include "hammock/base/utf8.h"
#include "hammock/tool/graph.h"

namespace hammock::tool {
namespace {

constexpr double kLetter = 6.7, kLine = 15, kPadX = 12, kPadY = 7;

constexpr std::string_view kStyle = R"(<style>
svg { color-scheme: light dark; }
.page { fill: #ffffff; }
text { font: 11px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1c2330; text-anchor: middle; }
.shape { fill: #5a6475; }
.box { stroke: #00000030; }
.edge { fill: none; stroke: #8a93a3; stroke-width: 1.2; }
.arrow { fill: #8a93a3; }
.frame { fill: none; stroke: #b9c0cc; stroke-dasharray: 5 4; }
.frame-title { text-anchor: start; fill: #8a93a3; }
.parameter .box, .result .box { fill: #dbe7f8; }
.constant .box { fill: #ececec; }
.contraction .box { fill: #f8cdb0; }
.reduction .box { fill: #f5e3a8; }
.pointwise .box { fill: #cfe9cb; }
.movement .box { fill: #e1def2; }
.kernel .box { fill: #c4e3f3; }
.other .box { fill: #f2f2f2; }
g.node:hover .box { stroke: #d0502a; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
.page { fill: #14171c; }
text { fill: #e6e9ee; }
.shape { fill: #aab3c2; }
.box { stroke: #ffffff30; }
.edge { stroke: #6c7686; }
.arrow { fill: #6c7686; }
.frame { stroke: #474f5c; }
.frame-title { fill: #7d8797; }
.parameter .box, .result .box { fill: #26405f; }
.constant .box { fill: #3a3d43; }
.contraction .box { fill: #74401f; }
.reduction .box { fill: #665314; }
.pointwise .box { fill: #2c5530; }
.movement .box { fill: #423c6b; }
.kernel .box { fill: #1e5068; }
.other .box { fill: #30343b; }
}
</style>
)";

std::string xml(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (c == '"') out += "&quot;";
    else if (c == '\n' || static_cast<unsigned char>(c) >= ' ') out += c;
  }
  return out;
}

double letters(std::string_view text) {
  return static_cast<double>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

class SvgPicture {
 public:
  explicit SvgPicture(const Graph& graph) : graph_(graph) {
    for (const GraphBox& box : graph.boxes) {
      double width = letters(box.result);
      for (const std::string& line : box.lines) width = std::max(width, letters(line));
      const double lines = static_cast<double>(box.lines.size() + !box.result.empty());
      sizes_.push_back({width * kLetter + 2 * kPadX, lines * kLine + 2 * kPadY});
    }
    layout_ = layout_of(graph, sizes_);
  }

  std::string run() {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
        "{1:.0f}\" "
        "role=\"img\" aria-label=\"{2}\">\n<title>{2}</title>\n",
        layout_.width, layout_.height, xml(graph_.title));
    out_ += kStyle;
    out_ +=
        "<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" "
        "orient=\"auto\"><path class=\"arrow\" d=\"M0 0 8 4 0 8z\"/></marker></defs>\n"
        "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n";
    frames();
    for (size_t i = 0; i < graph_.edges.size(); ++i) edge(i);
    for (size_t i = 0; i < graph_.boxes.size(); ++i) box(i);
    return std::move(out_) + "</svg>\n";
  }

 private:
  // Around all boxes that stand in it and in those within it.
  void frames() {
    struct Edges {
      double left = 1e30, top = 1e30, right = -1e30, bottom = -1e30;
      void grow(double l, double t, double r, double b) {
        left = std::min(left, l), top = std::min(top, t), right = std::max(right, r), bottom = std::max(bottom, b);
      }
    };
    std::vector<Edges> around(graph_.frames.size());
    for (size_t i = 0; i < graph_.boxes.size(); ++i) {
      const auto [x, y] = layout_.boxes[i];
      const auto [w, h] = sizes_[i];
      around[graph_.boxes[i].frame].grow(x - w / 2, y - h / 2, x + w / 2, y + h / 2);
    }
    for (size_t f = graph_.frames.size(); f-- > 1;) {  // inner ones have larger numbers
      Edges& e = around[f];
      if (e.right < e.left) continue;
      e.grow(e.left - 8, e.top - 8, e.right + 8, e.bottom + 8);
      around[graph_.frames[f].outer].grow(e.left, e.top, e.right, e.bottom);
    }
    for (size_t f = 1; f < graph_.frames.size(); ++f) {
      const Edges& e = around[f];
      if (e.right < e.left) continue;
      out_ += fmt::format(
          "<rect class=\"frame\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"8\"/>"
          "<text class=\"frame-title\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
          e.left, e.top, e.right - e.left, e.bottom - e.top, e.left + 6, e.top - 3, xml(graph_.frames[f].title));
    }
  }

  void edge(size_t i) {
    const auto [from, to] = graph_.edges[i];
    LayoutPoint at = layout_.boxes[from];
    at.y += sizes_[from].height / 2;
    std::string path = fmt::format("M{:.1f} {:.1f}", at.x, at.y);
    auto curve = [&](LayoutPoint next) {
      const double middle = (at.y + next.y) / 2;
      path += fmt::format("C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", at.x, middle, next.x, middle, next.x, next.y);
      at = next;
    };
    for (LayoutPoint p : layout_.edges[i]) curve(p);
    LayoutPoint end = layout_.boxes[to];
    end.y -= sizes_[to].height / 2 + 1;
    curve(end);
    out_ += fmt::format("<path class=\"edge\" marker-end=\"url(#arrow)\" d=\"{}\"/>\n", path);
  }

  void box(size_t i) {
    const GraphBox& box = graph_.boxes[i];
    const auto [x, y] = layout_.boxes[i];
    const auto [w, h] = sizes_[i];
    const double round = box.box == BoxClass::parameter || box.box == BoxClass::result ? h / 2 : 5;
    out_ += fmt::format(
        "<g class=\"node {}\"><title>{}</title><rect class=\"box\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
        "height=\"{:.1f}\" rx=\"{:.1f}\"/>",
        name(box.box), xml(box.hint), x - w / 2, y - h / 2, w, h, round);
    double line = y - h / 2 + kPadY + 11;
    for (const std::string& text : box.lines) {
      out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x, line, xml(text));
      line += kLine;
    }
    if (!box.result.empty())
      out_ += fmt::format("<text class=\"shape\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x, line, xml(box.result));
    out_ += "</g>\n";
  }

  const Graph& graph_;
  std::vector<BoxSize> sizes_;
  GraphLayout layout_;
  std::string out_;
};

}  // namespace

std::string to_svg(const Graph& graph) { return valid_utf8(SvgPicture(graph).run()); }

}  // namespace hammock::tool
