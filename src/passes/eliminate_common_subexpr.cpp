// SPDX-License-Identifier: Apache-2.0
// EliminateCommonSubexpr: a value that is computed already becomes the variable that holds it.
//
// One walk in program order with a table from definitions (operator, attributes, operands after earlier replacements) to the
// variable bound to them first. What is found there is visible: an entry goes away at the end of the region that made it; a
// dataflow variable that is no output goes away at the end of its block, but the first output with the same definition takes
// its place; a local function begins with an empty table. A repeated binding becomes `b = first`, and uses of b become
// uses of `first` wherever that is visible. Operands of commutative operators are compared in either order. Impure calls,
// operators that are not pure, allocations and bindings of variables are left as they are.
#include <algorithm>
#include <unordered_map>

#include "hammock/base/hash.h"
#include "hammock/infer/struct_info.h"
#include "hammock/rewrite/places.h"
#include "passes.h"

namespace hammock {
namespace {

using Definition = std::vector<uint32_t>;
struct DefinitionHash {
  size_t operator()(const Definition& d) const {
    uint64_t h = d.size();
    for (uint32_t word : d) h = hash_mix(h, word);
    return h;
  }
};

class Eliminate {
 public:
  Eliminate(Function& fn, bool call_only, PassContext& pass)
      : fn_(fn), context_(fn.context()), call_only_(call_only), pass_(pass), places_(fn), impure_(impure_bindings(fn, places_)) {}

  Changed run() {
    enter(fn_.self().body, false);
    while (!open_.empty()) step();
    return changed_;
  }

 private:
  using Table = std::unordered_map<Definition, Value, DefinitionHash>;
  struct OpenRegion {
    RegionId region;
    Table outer;                          // of the function around, for the body of a local function
    bool is_function = false;
    std::vector<Definition> made;         // entries of table_ that this region made
    size_t block = 0, binding = 0;
  };

  void enter(RegionId region, bool is_function) {
    OpenRegion open;
    open.region = region;
    open.is_function = is_function;
    if (is_function) std::swap(open.outer, table_);
    open_.push_back(std::move(open));
  }

  void leave() {
    OpenRegion& here = open_.back();
    Region& region = fn_[here.region];
    region.result = replaced(region.result, Place::kNowhere);
    if (here.is_function) std::swap(table_, here.outer);
    else for (const Definition& d : here.made) table_.erase(d);
    open_.pop_back();
  }

  void step() {
    OpenRegion& here = open_.back();
    const std::vector<Block>& blocks = fn_[here.region].blocks;
    if (here.block == blocks.size()) return leave();
    const Block& block = blocks[here.block];
    if (here.binding == block.bindings.size()) {
      in_block_.clear();
      ++here.block;
      here.binding = 0;
      return;
    }
    Value v = block.bindings[here.binding++];
    visit(v, block.is_dataflow, here);
    if (fn_[v].kind == NodeKind::cond) {
      RegionId then_region = fn_.then_region(v), else_region = fn_.else_region(v);
      enter(else_region, false);
      enter(then_region, false);
    } else if (fn_[v].kind == NodeKind::lambda) {
      enter(fn_[LambdaId(fn_[v].payload)].body, true);
    }
  }

  void visit(Value v, bool is_dataflow, OpenRegion& here) {
    uint32_t block = places_[v].block;
    for (uint32_t i = 0; i < fn_[v].args_size; ++i) {
      Value by = replaced(fn_.args(v)[i], block);
      fn_.args(v)[i] = by;
    }
    if (!is_candidate(v)) return;
    Definition definition = definition_of(v);
    bool is_local = is_dataflow && !fn_[v].is_output;
    auto found = in_block_.find(definition);
    bool found_local = is_dataflow && found != in_block_.end();
    if (!found_local) found = table_.find(definition);
    if (found_local || found != table_.end()) {
      Value first = found->second;
      if (base_check(context_, fn_.info(v), fn_.info(first)) == BaseCheck::pass) {
        if (found_local && !is_local && !fn_[first].is_output) record(definition, v, here);
        become_alias(v, first, found_local && !fn_[first].is_output ? block : Place::kNowhere);
        return;
      }
    }
    if (is_dataflow) in_block_.try_emplace(definition, v);
    if (!is_local) record(definition, v, here);
  }

  void record(const Definition& definition, Value v, OpenRegion& here) {
    if (table_.try_emplace(definition, v).second) here.made.push_back(definition);
  }

  void become_alias(Value v, Value first, uint32_t only_in_block) {
    pass_.applied(fn_, v, "computed before");
    Node& node = fn_[v];
    node.kind = NodeKind::alias;
    node.op = Op::none;
    node.attrs = {};
    node.payload = node.payload2 = Id<int>::kNone;
    fn_.set_args(v, std::span(&first, 1));
    by_[v] = {first, only_in_block};
    changed_ = Changed::yes;
  }

  bool is_candidate(Value v) const {
    const Node& node = fn_[v];
    if (impure_[v.index]) return false;
    switch (node.kind) {
      case NodeKind::call_op: return has_trait(node.op, Pure) && info(node.op).name.find("alloc_") == std::string_view::npos;
      case NodeKind::call: return true;
      case NodeKind::tuple:
      case NodeKind::get_item:
      case NodeKind::match_cast: return !call_only_;
      case NodeKind::alias: return !call_only_ && is_leaf(fn_[fn_.args(v)[0]].kind) && fn_[fn_.args(v)[0]].kind != NodeKind::param;
      default: return false;
    }
  }

  // What a value mentions, with the value that takes its place there; leaves are made anew where they change.
  Value replaced(Value v, uint32_t block) {
    if (!v || by_.empty()) return v;
    if (auto found = by_.find(v); found != by_.end()) {
      return found->second.second == Place::kNowhere || found->second.second == block ? found->second.first : v;
    }
    if (fn_[v].kind != NodeKind::tuple || places_[v]) return v;
    std::vector<Value> fields(fn_.args(v).begin(), fn_.args(v).end());
    bool is_same = true;
    for (Value& field : fields) {  // inline tuples nest at most kMaxDepth deep
      Value by = replaced(field, block);
      is_same &= by == field;
      field = by;
    }
    if (is_same) return v;
    Node copy = fn_[v];
    return fn_.add(copy, fields);
  }

  Definition definition_of(Value v) {
    const Node& node = fn_[v];
    Definition d = {static_cast<uint32_t>(node.kind), static_cast<uint32_t>(node.op), node.attrs.index, node.payload};
    for (Value arg : fn_.args(v)) append_operand(arg, d);
    bool either_order = node.kind == NodeKind::call_op && has_trait(node.op, Commutative) && d.size() == 8;
    if (either_order && std::pair(d[4], d[5]) > std::pair(d[6], d[7])) {
      std::swap(d[4], d[6]);
      std::swap(d[5], d[7]);
    }
    return d;
  }

  // Two words, or more for a tuple: a variable, or the content of a leaf.
  void append_operand(Value v, Definition& d) const {
    const Node& node = fn_[v];
    bool is_variable = node.kind == NodeKind::param || places_[v];
    if (is_variable) {
      d.insert(d.end(), {Id<int>::kNone, v.index});
    } else if (node.kind == NodeKind::tuple) {
      d.insert(d.end(), {static_cast<uint32_t>(node.kind), node.args_size});
      for (Value field : fn_.args(v)) append_operand(field, d);
    } else {
      d.insert(d.end(), {static_cast<uint32_t>(node.kind), node.payload});
    }
  }

  Function& fn_;
  Context& context_;
  bool call_only_;
  PassContext& pass_;
  Places places_;
  std::vector<uint8_t> impure_;
  std::vector<OpenRegion> open_;
  Table table_, in_block_;
  std::unordered_map<Value, std::pair<Value, uint32_t>> by_;  // with the only block where it holds
  Changed changed_ = Changed::no;
};

}  // namespace

Changed eliminate_common_subexpr(Module& module, const PassOptions& options, PassContext& context) {
  bool call_only = options.flag("call-only");
  return for_each_function(module, context, [&](Function& fn) { return Eliminate(fn, call_only, context).run(); });
}

}  // namespace hammock
