// SPDX-License-Identifier: Apache-2.0
#include "segments.h"

#include <algorithm>
#include <ranges>

#include "hammock/infer/struct_info.h"
#include "hammock/loop/program.h"
#include "hammock/rewrite/uses.h"

namespace hammock::exec {
namespace {

constexpr int kMaxRefusals = 4;        // of an operator, each of which divides the function anew
constexpr size_t kMaxBindings = 1024;  // of a segment: what is compiled at once, and again for other shapes

// What a call of an attribute mentions: prims and struct infos in it.
void add_attr(SymbolSet& symbols, const Context& context, Attr root) {
  std::vector<Attr> open;
  if (root) open.push_back(root);
  while (!open.empty()) {
    const AttrNode node = context.attrs[open.back()];
    const Attr a = open.back();
    open.pop_back();
    if (node.kind == AttrKind::prim) symbols.add_free(context, Prim(node.id));
    if (node.kind == AttrKind::info) add_free(symbols, context, StructInfo(node.id));
    if (node.kind == AttrKind::list || node.kind == AttrKind::dict) {
      std::span<const Attr> items = context.attrs.items(a);
      open.insert(open.end(), items.begin(), items.end());
    }
  }
}

}  // namespace

Segments::Segments(const Function& fn, uint32_t& next, bool has_glue)
    : fn_(fn), next_(next), has_glue_(has_glue), is_bound_(fn.size(), false) {
  for (const Lambda& lambda : fn.lambdas) {
    for (Value p : lambda.params) is_bound_[p.index] = true;
  }
  for_each_binding(fn, fn.self().body, [&](Value v, const Block&) { is_bound_[v.index] = true; });
  find_skipped();
  find();
}

// The run holds what is computed against sizes in its type.
static bool has_sizes(const InfoStore& infos, StructInfo info) {
  if (infos[info].kind != InfoKind::tuple) return infos[info].has_dims || infos[info].shape_var();
  return std::ranges::any_of(infos.fields(info), [&](StructInfo field) { return has_sizes(infos, field); });
}

// Of a tensor of numbers that every executor has, of any size.
static bool cannot_fail(const Function& fn, Value call) {
  const Node& node = fn[call];
  if (node.op != Op::nonzero && node.op != Op::unique) return false;
  const InfoStore& infos = fn.context().infos;
  const StructInfo x = fn.info(fn.args(call)[0]);
  if (!x || !infos.is_tensor(x) || infos[x].ndim < 0 || has_sizes(infos, node.info)) return false;
  const DType dtype = infos[x].dtype;
  return dtype == kFloat32 || dtype == kFloat64 || dtype == kInt32 || dtype == kInt64 || dtype == kBool;
}

// A call and its names are skipped where nothing else mentions them: also what nobody needs is computed, and not
// without its operands.
void Segments::find_skipped() {
  std::unordered_set<uint32_t> found;
  std::vector<Value> candidates;
  for_each_binding(fn_, fn_.self().body, [&](Value v, const Block&) {
    const NodeKind kind = fn_[v].kind;
    const bool is_call = kind == NodeKind::call_op && cannot_fail(fn_, v);
    const bool is_name =
        (kind == NodeKind::alias || kind == NodeKind::get_item) && found.contains(fn_.args(v)[0].index);
    if ((is_call || is_name) && found.insert(v.index).second) candidates.push_back(v);
  });
  if (candidates.empty()) return;
  const Places places(fn_);
  const UseTable uses(fn_, places);
  for (Value v : candidates | std::views::reverse) {
    auto skips = [&](Value user) { return is_skipped(user); };
    if (!uses.is_returned(v) && std::ranges::all_of(uses.users(v), skips)) skipped_.insert(v.index);
  }
}

// f(value) for each bound value that an operand stands for: itself, or those in a tuple written in place.
template <class F>
void Segments::for_each_use(Value operand, F&& f) const {
  std::vector<Value> open{operand};
  while (!open.empty()) {
    const Value v = open.back();
    open.pop_back();
    if (is_bound_[v.index]) {
      f(v);
    } else if (fn_[v].kind == NodeKind::tuple) {
      open.insert(open.end(), fn_.args(v).begin(), fn_.args(v).end());
    }
  }
}

bool Segments::is_candidate(Value v) const {
  const Node& node = fn_[v];
  if (node.kind != NodeKind::call_op || refused_.contains(v.index)) return false;
  if (auto at = refusals_.find(node.op); at != refusals_.end() && at->second >= kMaxRefusals) return false;
  if (node.op == Op::vm_call_tir_dyn || node.op == Op::call_tir_inplace) return false;
  return loop::has_lowering(node.op);
}

// Names and tuples of what the segment computes anyway.
bool Segments::is_glue(Value v, const std::unordered_set<uint32_t>& inside) const {
  const NodeKind kind = fn_[v].kind;
  if (kind != NodeKind::alias && kind != NodeKind::get_item && kind != NodeKind::tuple) return false;
  bool is_inside = has_glue_ && !fn_.args(v).empty();
  for (Value operand : fn_.args(v)) is_inside = is_inside && inside.contains(operand.index);
  return is_inside;
}

void Segments::find() {
  std::vector<Value> run;
  std::unordered_set<uint32_t> inside;
  const Block* open = nullptr;
  auto end = [&] {
    close(run);
    inside.clear();
  };
  for_each_binding(fn_, fn_.self().body, [&](Value v, const Block& block) {
    const bool is_call = is_candidate(v) || is_skipped(v);
    if (&block != open || run.size() >= kMaxBindings || (is_call && alone_.contains(v.index))) end();
    open = &block;
    if (!is_call && !is_glue(v, inside)) return end();
    run.push_back(v);
    inside.insert(v.index);
  });
  end();
  find_values();
}

void Segments::close(std::vector<Value>& bindings) {
  if (bindings.empty()) return;
  auto segment = std::make_unique<Segment>();
  segment->number = next_++;
  segment->bindings = std::move(bindings);
  bindings.clear();
  by_first_[segment->bindings[0].index] = std::move(segment);
}

void Segments::find_values() {
  std::vector<Segment*> segment_of(fn_.size(), nullptr);
  for (auto& [first, segment] : by_first_) {
    for (Value v : segment->bindings) segment_of[v.index] = segment.get();
  }
  std::vector<bool> is_output(fn_.size(), false);
  auto use = [&](Value operand, const Segment* by) {
    for_each_use(operand, [&](Value v) {
      Segment* from = segment_of[v.index];
      if (!from || from == by || is_output[v.index]) return;
      is_output[v.index] = true;
      from->outputs.push_back(v);
    });
  };
  std::unordered_set<uint32_t> seen;
  for (auto& [first, segment] : by_first_) {
    SymbolSet symbols;
    seen.clear();
    for (Value v : segment->bindings) {
      if (is_skipped(v)) continue;
      add_symbols(symbols, v);
      for (Value operand : fn_.args(v)) {
        add_symbols(symbols, operand);
        for_each_use(operand, [&](Value used) {
          if (segment_of[used.index] != segment.get() && seen.insert(used.index).second)
            segment->inputs.push_back(used);
        });
      }
    }
    segment->symbols = symbols.in_order();
  }
  for_each_binding(fn_, fn_.self().body, [&](Value v, const Block&) {
    if (is_skipped(v)) return;
    for (Value operand : fn_.args(v)) {
      use(operand, segment_of[v.index]);
      // A call that a match_cast holds is bound nowhere.
      if (!is_bound_[operand.index]) {
        for (Value inner : fn_.args(operand)) use(inner, segment_of[v.index]);
      }
    }
    const Node& node = fn_[v];
    if (node.kind == NodeKind::cond) {
      use(fn_[fn_.then_region(v)].result, nullptr);
      use(fn_[fn_.else_region(v)].result, nullptr);
    }
    if (node.kind == NodeKind::lambda) use(fn_[fn_[node.lambda()].body].result, nullptr);
  });
  use(fn_.body().result, nullptr);
}

void Segments::add_symbols(SymbolSet& symbols, Value operand) const {
  std::vector<Value> open{operand};
  while (!open.empty()) {
    const Value v = open.back();
    open.pop_back();
    const Node& node = fn_[v];
    if (node.kind == NodeKind::global) continue;
    add_free(symbols, fn_.context(), node.info);
    if (node.kind == NodeKind::prim_value) symbols.add_free(fn_.context(), node.prim());
    if (node.kind == NodeKind::call_op) {
      add_attr(symbols, fn_.context(), node.attrs);
      add_attr(symbols, fn_.context(), node.sinfo_args());
    }
    if (node.kind == NodeKind::tuple && !is_bound_[v.index])
      open.insert(open.end(), fn_.args(v).begin(), fn_.args(v).end());
  }
}

void Segments::refuse(const Segment& segment, Span place) {
  auto is_call = [&](Value v) { return fn_[v].kind == NodeKind::call_op; };
  const bool is_single = std::ranges::count_if(segment.bindings, is_call) == 1;
  auto is_to_blame = [&](Value v) { return is_call(v) && (is_single || (place && fn_[v].span == place)); };
  const bool is_known = std::ranges::any_of(segment.bindings, is_to_blame);
  for (Value v : segment.bindings) {
    if (!is_known) {
      alone_.insert(v.index);
    } else if (is_to_blame(v)) {
      refused_.insert(v.index);
      ++refusals_[fn_[v].op];
    }
  }
  by_first_.erase(segment.bindings[0].index);
  const auto before = std::move(by_first_);
  by_first_.clear();
  find();
  for (auto& [first, now] : by_first_) {  // what was compiled of the others holds
    auto at = before.find(first);
    if (at != before.end() && at->second->bindings == now->bindings) now->number = at->second->number;
  }
}

}  // namespace hammock::exec
