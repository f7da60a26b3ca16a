// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "hammock/infer/describe.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/print/print.h"

namespace hammock::tool {
namespace {

constexpr uint32_t kNone = 0xffffffffu;
constexpr size_t kMostLines = 6, kLongest = 40, kMostSources = 16;

// Nothing but another name for what it is made of.
bool is_name(const Node& node) {
  return node.kind == NodeKind::alias || node.kind == NodeKind::tuple || node.kind == NodeKind::get_item ||
         node.kind == NodeKind::match_cast;
}

class GraphMaker {
 public:
  GraphMaker(const Module& module, const Function& fn, std::string_view title, GraphDetail detail)
      : module_(module), fn_(fn), context_(fn.context()), is_whole_(detail == GraphDetail::whole) {
    graph_.title = title;
    graph_.frames.push_back({std::string(title), 0});
  }

  Graph run() {
    count_uses();
    sources_.resize(fn_.size());
    band_ = 0;
    for (Value p : fn_.self().params) parameter(p, 0);
    region(fn_.self().body, 0);
    ++band_;
    const uint32_t result = add({BoxClass::result, {"return"}, "", "", {}, 0, band_});
    std::vector<uint32_t> from;
    collect(fn_.body().result, from);
    connect(from, result);
    finish();
    return std::move(graph_);
  }

 private:
  void count_uses() {
    uses_.assign(fn_.size(), 0);
    auto use = [&](auto&& self, Value v) -> void {
      if (!v) return;
      ++uses_[v.index];
      if (!fn_[v].name && fn_[v].kind == NodeKind::tuple) {
        for (Value field : fn_.args(v)) self(self, field);  // inline ones nest at most kMaxDepth deep
      }
    };
    for_each_binding(fn_, fn_.self().body, [&](Value v, const Block&) {
      for (Value arg : fn_.args(v)) use(use, arg);
    });
    for (const Region& r : fn_.regions) use(use, r.result);
  }

  uint32_t add(GraphBox box) {
    graph_.boxes.push_back(std::move(box));
    return static_cast<uint32_t>(graph_.boxes.size()) - 1;
  }
  void connect(std::vector<uint32_t> from, uint32_t to) {
    std::ranges::sort(from);
    const auto repeated = std::ranges::unique(from);
    from.erase(repeated.begin(), repeated.end());
    for (uint32_t f : from) graph_.edges.push_back({f, to});
  }

  void parameter(Value p, uint32_t frame) {
    if (uses_[p.index] == 0 && !is_whole_) return;
    // A weight is drawn where it is used.
    if (uses_[p.index] == 1 && !is_whole_) folded_.insert(p.index);
    else box_of(p, BoxClass::parameter, text(fn_[p].name), frame);
  }
  void box_of(Value v, BoxClass box, std::string line, uint32_t frame) {
    sources_[v.index] = {add({box, {std::move(line)}, shape(fn_.info(v)), hint(v), {fn_[v].span}, frame, band_})};
  }

  std::string text(Name name) const { return std::string(name ? context_.text(name) : "_"); }
  std::string hint(Value v) const {
    const Node& node = fn_[v];
    return fmt::format("{}{}{}", node.name ? context_.text(node.name) : "", node.name ? ": " : "",
                       node.info ? describe(context_, node.info) : "");
  }
  // "2×320×64×64 f16": dims and, unless it is the usual one, the dtype.
  std::string shape(StructInfo info) const {
    if (!info) return "";
    const InfoNode& node = context_.infos[info];
    if (node.kind == InfoKind::tuple) {
      const size_t n = context_.infos.fields(info).size();
      return n == 0 ? "" : fmt::format("{} tensors", n);
    }
    if (node.kind != InfoKind::tensor) return "";
    std::string out;
    if (context_.infos.has_shape(info)) {
      for (Prim d : context_.infos.dims(info)) out += (out.empty() ? "" : "×") + describe(context_, d);
      if (out.empty()) out = "scalar";
    } else {
      out = node.ndim >= 0 ? fmt::format("{} dims", node.ndim) : "any shape";
    }
    if (node.dtype != kFloat32 && !node.dtype.is_unknown()) out += " " + to_string(node.dtype);
    return out;
  }

  BoxClass box_class(const Node& node) const {
    if (node.kind == NodeKind::call) return BoxClass::kernel;
    if (node.kind != NodeKind::call_op) return is_name(node) ? BoxClass::movement : BoxClass::other;
    const auto has = [&](Trait t) { return has_trait(node.op, t); };
    if (has(KernelCall) || node.op == Op::call_dps_packed || node.op == Op::call_pure_packed) return BoxClass::kernel;
    if (has(Contraction) || has(RoundsInside)) return BoxClass::contraction;
    if (has(Reduction)) return BoxClass::reduction;
    if (has(Pointwise)) return BoxClass::pointwise;
    return has(View) || has(Injective) || has(KeepsValues) ? BoxClass::movement : BoxClass::other;
  }
  std::string operation(Value v) const {
    const Node& node = fn_[v];
    switch (node.kind) {
      case NodeKind::call_op: {
        const bool has_callee = has_trait(node.op, KernelCall) || node.op == Op::call_dps_packed ||
                                node.op == Op::call_pure_packed || node.op == Op::call_inplace_packed;
        return has_callee ? callee(fn_.args(v)[0]) : std::string(info(node.op).name);
      }
      case NodeKind::call: return callee(fn_.args(v)[0]);
      case NodeKind::cond: return "if";
      case NodeKind::lambda: return "function " + text(node.name);
      case NodeKind::get_item: return fmt::format("[{}]", node.index());
      case NodeKind::match_cast: return "match_cast";
      case NodeKind::tuple: return "tuple";
      default: return "alias";
    }
  }
  std::string callee(Value v) const {
    const Node& node = fn_[v];
    if (node.kind == NodeKind::global) return text(module_[node.global()].name);
    return node.kind == NodeKind::extern_func ? std::string(context_.text(node.text())) : text(node.name);
  }

  void region(RegionId r, uint32_t frame) {
    for (const Block& block : fn_[r].blocks) {
      uint32_t inner = frame;
      if (block.is_dataflow) inner = enter("dataflow", frame);
      for (Value v : block.bindings) binding(v, inner);
    }
  }
  uint32_t enter(std::string title, uint32_t outer) {
    ++band_;
    graph_.frames.push_back({std::move(title), outer});
    return static_cast<uint32_t>(graph_.frames.size()) - 1;
  }

  void binding(Value v, uint32_t frame) {
    const Node& node = fn_[v];
    std::vector<uint32_t> from;
    if (node.kind == NodeKind::cond) return branches(v, frame);
    if (node.kind == NodeKind::lambda) return function(v, frame);
    if (is_name(node) && !is_whole_) {
      for (Value arg : fn_.args(v)) collect(arg, from);
      const bool is_folded = from.empty() && node.kind != NodeKind::tuple && uses_[v.index] == 1;
      if (is_folded) return (void)folded_.insert(v.index);
      if (!from.empty() && from.size() <= kMostSources) return (void)(sources_[v.index] = std::move(from));
      box_of(v, BoxClass::movement, operation(v), frame);
      return connect(std::move(from), sources_[v.index][0]);
    }
    std::vector<std::string> weights;
    for (Value arg : fn_.args(v)) operand(arg, from, weights);
    const BoxClass box = box_class(node);
    if (!is_whole_ && from.empty() && !weights.empty()) {
      // What is made of weights alone, and moved only, goes where it is used.
      if (box == BoxClass::movement && uses_[v.index] == 1) return (void)folded_.insert(v.index);
      const Value first = first_folded(v);
      if (first) {
        collect(first, from);
        weights.erase(weights.begin());
      }
    }
    std::string text = operation(v);
    if (extends_chain(v, from, box, frame)) {
      GraphBox& chain = graph_.boxes[from[0]];
      chain.lines.push_back(with(std::move(text), weights));
      chain.result = shape(node.info);
      chain.hint += "\n" + hint(v);
      chain.places.push_back(node.span);
      sources_[v.index] = {from[0]};
      return;
    }
    const uint32_t made =
        add({box, {with(std::move(text), weights)}, shape(node.info), hint(v), {node.span}, frame, band_});
    connect(from, made);
    sources_[v.index] = {made};
  }
  Value first_folded(Value v) const {
    for (Value arg : fn_.args(v)) {
      if (folded_.contains(arg.index)) return arg;
    }
    return {};
  }

  // Behind one box of the same class that nobody else uses.
  bool extends_chain(Value v, std::span<const uint32_t> from, BoxClass box, uint32_t frame) {
    if (is_whole_ || (box != BoxClass::pointwise && box != BoxClass::movement)) return false;
    if (from.size() != 1 || graph_.boxes[from[0]].box != box || graph_.boxes[from[0]].frame != frame) return false;
    if (graph_.boxes[from[0]].lines.size() >= kMostLines) return false;
    const std::span<const Value> args = fn_.args(v);
    return std::ranges::any_of(args, [&](Value a) {
      const bool is_end = sources_[a.index].size() == 1 && sources_[a.index][0] == from[0] && uses_[a.index] == 1;
      return is_end && !is_name(fn_[a]) && fn_[a].kind != NodeKind::param;
    });
  }
  static std::string with(std::string operation, std::span<const std::string> weights) {
    if (weights.empty()) return operation;
    std::string all = fmt::format("{}", fmt::join(weights, ", "));
    if (all.size() > kLongest) all = all.substr(0, kLongest - 3) + "...";
    return operation + " " + all;
  }

  // The boxes that a value comes from, or what stands in the box of its user.
  void operand(Value v, std::vector<uint32_t>& from, std::vector<std::string>& weights) {
    if (!v) return;
    if (!sources_[v.index].empty()) {
      from.insert(from.end(), sources_[v.index].begin(), sources_[v.index].end());
    } else if (folded_.contains(v.index)) {
      weights.push_back(weight(v));
    } else if (fn_[v].kind == NodeKind::tuple && !fn_[v].name) {
      for (Value field : fn_.args(v)) operand(field, from, weights);
    } else if (fn_[v].kind == NodeKind::constant) {
      constant(v, from, weights);
    }
  }
  void collect(Value v, std::vector<uint32_t>& from) {
    std::vector<std::string> ignored;
    if (v && folded_.contains(v.index)) unfold(v);
    operand(v, from, ignored);
  }
  // It is used where no operator is.
  void unfold(Value v) {
    folded_.erase(v.index);
    const bool is_parameter = fn_[v].kind == NodeKind::param;
    box_of(v, is_parameter ? BoxClass::parameter : BoxClass::movement, is_parameter ? text(fn_[v].name) : weight(v), 0);
  }
  // permute_dims(w): the innermost one and what is done to it.
  std::string weight(Value v) const {
    const Node& node = fn_[v];
    if (node.kind == NodeKind::param) return text(node.name);
    std::string inner;
    for (Value arg : fn_.args(v)) {
      if (folded_.contains(arg.index)) inner += (inner.empty() ? "" : ", ") + weight_name(arg);
    }
    return fmt::format("{}({})", operation(v), inner);
  }
  std::string weight_name(Value v) const { return fn_[v].kind == NodeKind::param ? text(fn_[v].name) : operation(v); }
  void constant(Value v, std::vector<uint32_t>& from, std::vector<std::string>& weights) {
    const StructInfo info = fn_.info(v);
    const bool is_small = context_[fn_[v].constant()].shape.empty();
    std::string value = is_small ? scalar(context_[fn_[v].constant()]) : "const " + shape(info);
    if (!is_whole_) return weights.push_back(std::move(value));
    from.push_back(add({BoxClass::constant, {std::move(value)}, shape(info), hint(v), {fn_[v].span}, 0, band_}));
  }
  std::string scalar(const Constant& c) const {
    double real = 0;
    float narrow = 0;
    int64_t whole = 0;
    if (c.dtype == kFloat32) return std::memcpy(&narrow, c.data.data(), 4), fmt::format("{}", narrow);
    if (c.dtype == kFloat64) return std::memcpy(&real, c.data.data(), 8), fmt::format("{}", real);
    if (c.dtype == kInt64) return std::memcpy(&whole, c.data.data(), 8), fmt::format("{}", whole);
    return "const " + to_string(c.dtype);
  }

  void branches(Value v, uint32_t frame) {
    std::vector<uint32_t> condition, results;
    collect(fn_.args(v)[0], condition);
    ++band_;
    const uint32_t test = add({BoxClass::other,
                               {"if " + text(fn_[fn_.args(v)[0]].name)},
                               "",
                               hint(fn_.args(v)[0]),
                               {fn_[v].span},
                               frame,
                               band_});
    connect(condition, test);
    for (const bool is_then : {true, false}) {
      const RegionId r = is_then ? fn_.then_region(v) : fn_.else_region(v);
      region(r, enter(is_then ? "then" : "else", frame));
      collect(fn_[r].result, results);
    }
    ++band_;
    const uint32_t made = add({BoxClass::other, {"either"}, shape(fn_.info(v)), hint(v), {fn_[v].span}, frame, band_});
    results.push_back(test);
    connect(results, made);
    sources_[v.index] = {made};
  }
  void function(Value v, uint32_t frame) {
    const Lambda& lambda = fn_[fn_[v].lambda()];
    const uint32_t inner = enter("function " + text(fn_[v].name), frame);
    for (Value p : lambda.params) box_of(p, BoxClass::parameter, text(fn_[p].name), inner);
    region(lambda.body, inner);
    std::vector<uint32_t> results;
    collect(fn_[lambda.body].result, results);
    const uint32_t made = add({BoxClass::other, {operation(v)}, "", hint(v), {fn_[v].span}, inner, ++band_});
    connect(results, made);
    sources_[v.index] = {made};
    ++band_;
  }

  // What nothing feeds, where parameters went into boxes, begins with them; bands without boxes go.
  void finish() {
    std::vector<uint32_t> numbers(band_ + 1, 0);
    for (const GraphBox& b : graph_.boxes) numbers[b.band] = 1;
    uint32_t next = 0;
    for (uint32_t& n : numbers) n = n ? next++ : next;
    for (GraphBox& b : graph_.boxes) b.band = numbers[b.band];
  }

  const Module& module_;
  const Function& fn_;
  const Context& context_;
  bool is_whole_;
  Graph graph_;
  std::vector<uint32_t> uses_;
  std::vector<std::vector<uint32_t>> sources_;  // by value: the boxes that it comes from
  std::unordered_set<uint32_t> folded_;         // values that stand in the box of their user
  uint32_t band_ = 0;
};

std::string dot_text(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\n') out += "\\n";
    else if (c == '"' || c == '\\') out += fmt::format("\\{}", c);
    else if (static_cast<unsigned char>(c) >= ' ') out += c;
  }
  return out;
}

}  // namespace

std::string_view name(BoxClass box) {
  constexpr std::string_view kNames[] = {"parameter", "constant", "contraction", "reduction", "pointwise",
                                         "movement",  "kernel",   "other",       "result"};
  return kNames[static_cast<size_t>(box)];
}

Graph graph_of(const Module& module, const Function& fn, std::string_view title, GraphDetail detail) {
  return GraphMaker(module, fn, title, detail).run();
}

std::string to_dot(const Graph& graph) {
  constexpr std::string_view kFill[] = {"#e8eef7", "#eeeeee", "#f6c6a8", "#f3dfa2", "#c9e4c5",
                                        "#d9d9ec", "#bfdcf0", "#ffffff", "#e8eef7"};
  std::string out = fmt::format(
      "digraph \"{}\" {{\n  node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\", fontsize=11];\n"
      "  edge [arrowsize=0.6];\n",
      dot_text(graph.title));
  std::vector<std::vector<uint32_t>> frames_in(graph.frames.size()), boxes_in(graph.frames.size());
  for (uint32_t f = 1; f < graph.frames.size(); ++f) frames_in[graph.frames[f].outer].push_back(f);
  for (uint32_t b = 0; b < graph.boxes.size(); ++b) boxes_in[graph.boxes[b].frame].push_back(b);
  auto frame = [&](auto&& self, uint32_t f, int depth) -> void {  // regions nest at most kMaxDepth deep
    const std::string indent(static_cast<size_t>(2 * depth), ' ');
    for (uint32_t b : boxes_in[f]) {
      const GraphBox& box = graph.boxes[b];
      std::string label = fmt::format("{}", fmt::join(box.lines, "\n"));
      if (!box.result.empty()) label += "\n" + box.result;
      out += fmt::format("{}n{} [label=\"{}\", tooltip=\"{}\", class=\"{}\", fillcolor=\"{}\"];\n", indent, b,
                         dot_text(label), dot_text(box.hint), name(box.box), kFill[static_cast<size_t>(box.box)]);
    }
    for (uint32_t inner : frames_in[f]) {
      out += fmt::format("{}subgraph cluster_{} {{\n{}  label=\"{}\";\n", indent, inner, indent,
                         dot_text(graph.frames[inner].title));
      self(self, inner, depth + 1);
      out += indent + "}\n";
    }
  };
  frame(frame, 0, 1);
  for (const Graph::Edge& e : graph.edges) out += fmt::format("  n{} -> n{};\n", e.from, e.to);
  return out + "}\n";
}

}  // namespace hammock::tool
