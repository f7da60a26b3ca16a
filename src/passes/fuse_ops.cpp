// SPDX-License-Identifier: Apache-2.0
// FuseOps: calls of kernels that are best computed together become one call of a private function (passes 7.2).
//
//   lv = R.call_tir(cls.matmul, (x, w), ..); y = R.call_tir(cls.relu, (lv,), ..)   ->   y = cls.fused_matmul_relu(x, w)
//
// What a kernel is good for it says itself, as `op_pattern`; one that says nothing is left alone, as is whatever is no
// call of a kernel and no item of a tuple.
#include <fmt/format.h>

#include <algorithm>

#include "fusion_groups.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/rewrite/attrs.h"
#include "hammock/rewrite/outline.h"
#include "passes.h"

namespace hammock {
namespace {

using tir::OpPattern;

class FindGroups {
 public:
  FindGroups(const Module& module, const Function& fn, size_t max_depth)
      : module_(module), fn_(fn), max_depth_(max_depth), places_(fn), uses_(fn, places_) {
    const std::vector<Value>& params = fn.self().params;
    const std::optional<size_t> first = first_weight(fn.context(), fn.self().attrs);
    for (size_t i = first.value_or(params.size()); i < params.size(); ++i) weights_.push_back(params[i]);
    std::ranges::sort(weights_);
  }

  std::vector<OutlineGroup> run() {
    for (uint32_t block = 0; block < places_.blocks.size(); ++block) {
      const PlacedBlock& at = places_.blocks[block];
      if (at.depth == 0 && block_of(fn_, at).is_dataflow) in_block(block);
    }
    return std::move(groups_);
  }

 private:
  void in_block(uint32_t block) {
    const std::vector<Value>& bindings = block_of(fn_, places_.blocks[block]).bindings;
    const OperatorGraph graph = graph_of(bindings, block);
    const std::vector<uint32_t> group_of = fusion_groups(graph, max_depth_);
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
    for (uint32_t i = 0; i < bindings.size(); ++i) pairs.emplace_back(group_of[i], i);
    const Adjacency members = adjacency(pairs, bindings.size());
    for (uint32_t g = 0; g < members.size(); ++g) {
      if (members.of(g).size() < 2) continue;
      OutlineGroup& group = groups_.emplace_back();
      for (uint32_t i : members.of(g)) group.bindings.push_back(bindings[i]);
    }
  }

  OperatorGraph graph_of(const std::vector<Value>& bindings, uint32_t block) {
    OperatorGraph graph;
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    for (uint32_t i = 0; i < bindings.size(); ++i) {
      graph.patterns.push_back(pattern(bindings[i]));
      graph.is_external.push_back(fn_[bindings[i]].is_output);
      const size_t first = edges.size();
      for (Value user : uses_.users(bindings[i])) {
        const Value outer = places_.enclosing(user, places_.blocks[block].region);
        // What a match_cast reads may well become a result of a group.
        if (!outer || places_[outer].block != block || fn_[outer].kind == NodeKind::match_cast) continue;
        edges.emplace_back(i, places_[outer].position);
      }
      std::sort(edges.begin() + static_cast<std::ptrdiff_t>(first), edges.end());
      edges.erase(std::unique(edges.begin() + static_cast<std::ptrdiff_t>(first), edges.end()), edges.end());
    }
    graph.users = adjacency(edges, bindings.size());
    return graph;
  }

  OpPattern pattern(Value v) {
    const Node& node = fn_[v];
    if (node.kind == NodeKind::get_item)
      return std::ranges::binary_search(weights_, fn_.args(v)[0]) ? OpPattern::opaque : OpPattern::injective;
    if (node.kind != NodeKind::call_op || (node.op != Op::call_tir && node.op != Op::call_tir_inplace))
      return OpPattern::opaque;
    const Node& callee = fn_[fn_.args(v)[0]];
    const tir::Kernel* kernel = callee.kind == NodeKind::global ? module_[callee.global()].kernel().get() : nullptr;
    if (kernel == nullptr) return OpPattern::opaque;
    const std::optional<Attr> said = fn_.context().find(kernel->attrs, "op_pattern");
    const std::optional<double> number = said ? number_of(fn_.context(), *said) : std::nullopt;
    return number && *number >= 0 && *number < 8 ? static_cast<OpPattern>(*number) : OpPattern::opaque;
  }

  const Module& module_;
  const Function& fn_;
  size_t max_depth_;
  Places places_;
  UseTable uses_;
  std::vector<Value> weights_;  // parameters
  std::vector<OutlineGroup> groups_;
};

Changed fuse(Module& module, Function& fn, size_t max_depth, Outliner& outliner, PassContext& context) {
  std::vector<OutlineGroup> groups = FindGroups(module, fn, max_depth).run();
  keep_applicable(fn, groups, context);
  if (groups.empty()) return Changed::no;
  return tell_outlined(fn, groups, outliner.run(fn, groups), "", context);
}

bool is_done(const Function& fn) {
  return has_nonzero_attr(fn.context(), fn.self().attrs, "Primitive") || fn.context().find(fn.self().attrs, "Codegen");
}

}  // namespace

Changed fuse_ops(Module& module, const PassOptions& options, PassContext& context) {
  Outliner outliner(module, /*constants_inside=*/false);
  Changed changed = Changed::no;
  for (GlobalFunction* global : functions_by_name(module)) {
    ++context.functions;
    Function& fn = *global->relax();
    if (is_done(fn)) continue;
    changed = changed | fuse(module, fn, static_cast<size_t>(options.integer("max-depth")), outliner, context);
  }
  outliner.finish();
  return changed;
}

}  // namespace hammock
