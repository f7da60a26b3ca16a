// SPDX-License-Identifier: Apache-2.0
// EliminateCommonSubexpr: a value that is computed already becomes the variable that holds it.
//
// One walk in program order with a table from definitions (operator, attributes, operands after earlier replacements)
// to the variable bound to them first. What is found there is visible: what a region enters is taken back at its end; a
// dataflow variable that is no output counts in its block only, and the first output with the same definition takes its
// place behind it; a local function sees nothing of the function around it. A repeated binding becomes `b = first`, and
// uses of b become uses of `first` wherever that is visible. Operands of commutative operators are compared in either
// order. Impure calls, operators that are not pure, allocations, kernels that do more than compute their results, what
// is written in place and bindings of variables are left as they are.
//
// Kernels are values of the module: of those that do the same, one stands for all wherever one is mentioned, so that
// calls of equal kernels are equal. DeadCodeElimination takes the others.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "hammock/base/hash.h"
#include "hammock/infer/struct_info.h"
#include "hammock/rewrite/definition.h"
#include "hammock/rewrite/kernels.h"
#include "hammock/rewrite/places.h"
#include "hammock/tir/calls.h"
#include "passes.h"

namespace hammock {
namespace {

// Definitions as words, found by content. Those that mention a variable hang on the newest of them, which in a long
// program is near in memory, too; what hangs there beyond kNear goes into a hash table.
class Definitions {
 public:
  explicit Definitions(size_t values) : chains_(values) {
    known_.reserve(values);
    words_.reserve(7 * values);  // as a binary call has them
  }

  struct Known {
    uint32_t begin, size, next;  // in words_; the next one at the same variable
    Value local;                 // visible in `block` only
    uint32_t block = Place::kNowhere;
    Value bound;  // visible in `function`, see Eliminate
    uint32_t function = 0;
  };

  // `newest`: the variable of the largest id that the words mention, or none.
  uint32_t find_or_add(std::span<const uint32_t> words, Value newest) {
    Chain* chain = nullptr;
    if (newest) {
      if (newest.index >= chains_.size()) chains_.resize(std::max<size_t>(newest.index + 1, 2 * chains_.size()));
      chain = &chains_[newest.index];
      for (uint32_t i = chain->first; i != kEnd; i = known_[i].next) {
        if (is_equal(known_[i], words)) return i;
      }
      if (chain->length < kNear) {
        chain->first = add(words, chain->first);
        ++chain->length;
        return chain->first;
      }
    }
    uint64_t hash = words.size();
    for (uint32_t word : words) hash = hash_mix(hash, word);
    uint32_t found = far_.find(hash, [&](uint32_t i) { return is_equal(known_[i], words); });
    if (found != Id<int>::kNone) return found;
    uint32_t added = add(words, kEnd);
    far_.insert(hash, added);
    return added;
  }
  Known& operator[](uint32_t i) { return known_[i]; }

 private:
  static constexpr uint32_t kEnd = 0xffffffffu, kNear = 8;
  struct Chain {
    uint32_t first = kEnd, length = 0;
  };

  bool is_equal(const Known& known, std::span<const uint32_t> words) const {
    return known.size == words.size() && std::equal(words.begin(), words.end(), words_.begin() + known.begin);
  }
  uint32_t add(std::span<const uint32_t> words, uint32_t next) {
    known_.push_back(
        {static_cast<uint32_t>(words_.size()), static_cast<uint32_t>(words.size()), next, {}, Place::kNowhere, {}, 0});
    words_.insert(words_.end(), words.begin(), words.end());
    return static_cast<uint32_t>(known_.size() - 1);
  }

  std::vector<uint32_t> words_;
  std::vector<Known> known_;
  std::vector<Chain> chains_;
  IdTable far_;
};

class Eliminate {
 public:
  Eliminate(KernelEffects& kernels, Function& fn, bool call_only, PassContext& pass)
      : fn_(fn),
        context_(fn.context()),
        call_only_(call_only),
        pass_(pass),
        places_(fn),
        impure_(impure_bindings(fn, places_)),
        kernels_(kernels),
        written_(find_written()),
        known_(fn.size()),
        by_(fn.size()) {}

  Changed run() {
    open_.push_back({fn_.self().body, 0, {}});
    while (!open_.empty()) step();
    return changed_;
  }

 private:
  struct Entered {
    uint32_t definition;
    Value bound;  // before
    uint32_t function;
  };
  struct OpenRegion {
    RegionId region;
    uint32_t function;  // lambda
    std::vector<Entered> entered;
    size_t block = 0, binding = 0;
  };
  struct Replacement {
    Value by;
    uint32_t block = Place::kNowhere;  // the only one where it holds
  };

  void leave() {
    OpenRegion& here = open_.back();
    Value& result = fn_[here.region].result;
    result = replaced(result, Place::kNowhere);
    for (; !here.entered.empty(); here.entered.pop_back()) {
      const Entered& before = here.entered.back();
      known_[before.definition].bound = before.bound;
      known_[before.definition].function = before.function;
    }
    open_.pop_back();
  }

  void step() {
    OpenRegion& here = open_.back();
    const std::vector<Block>& blocks = fn_[here.region].blocks;
    if (here.block == blocks.size()) return leave();
    const Block& block = blocks[here.block];
    if (here.binding == block.bindings.size()) {
      ++here.block;
      here.binding = 0;
      return;
    }
    Value v = block.bindings[here.binding++];
    visit(v, block.is_dataflow, here);
    uint32_t function = here.function;
    if (fn_[v].kind == NodeKind::cond) {
      open_.push_back({fn_.else_region(v), function, {}});
      open_.push_back({fn_.then_region(v), function, {}});
    } else if (fn_[v].kind == NodeKind::lambda) {
      open_.push_back({fn_[fn_[v].lambda()].body, fn_[v].lambda().index, {}});
    }
  }

  void visit(Value v, bool is_dataflow, OpenRegion& here) {
    uint32_t block = places_[v].block;
    if (changed_ == Changed::yes) {
      for (uint32_t i = 0; i < fn_[v].args_size; ++i) {
        Value by = replaced(fn_.args(v)[i], block);
        fn_.args(v)[i] = by;
      }
    }
    if (!is_candidate(v) || is_unnamed(v, is_dataflow)) return;
    uint32_t number = find(v);
    Definitions::Known& known = known_[number];
    bool is_output = fn_[v].is_output;
    Value local = known.block == block ? known.local : Value();
    Value first = local ? local : known.function == here.function ? known.bound : Value();
    if (first && base_check(context_, fn_.info(v), fn_.info(first)) == BaseCheck::pass && pass_.may_apply(fn_, v)) {
      bool is_hidden = local && !fn_[local].is_output;  // from what is behind the block
      if (is_hidden && is_output) enter(number, v, here);
      become_alias(v, first, is_hidden ? block : Place::kNowhere);
      return;
    }
    if (is_dataflow) {
      known.local = v;
      known.block = block;
    }
    if (!is_dataflow || is_output) enter(number, v, here);
  }

  // Makes v what its definition is bound to, unless something visible is already.
  void enter(uint32_t number, Value v, OpenRegion& here) {
    Definitions::Known& known = known_[number];
    if (known.bound && known.function == here.function) return;
    here.entered.push_back({number, known.bound, known.function});
    known.bound = v;
    known.function = here.function;
  }

  void become_alias(Value v, Value first, uint32_t only_in_block) {
    pass_.applied(fn_, v, "computed before");
    make_alias(fn_, v, first);
    by_[v.index] = {first, only_in_block};
    changed_ = Changed::yes;
  }

  // Variables that are written in place, under any of their names.
  std::unordered_set<Value> find_written() {
    std::unordered_set<Value> found;
    std::vector<Value> open;
    for_each_binding(fn_, fn_.self().body, [&](Value v, const Block&) { kernels_.written_operands(fn_, v, open); });
    while (!open.empty()) {
      const Value v = open.back();
      open.pop_back();
      if (!found.insert(v).second) continue;
      const NodeKind kind = fn_[v].kind;
      if (kind == NodeKind::alias || kind == NodeKind::match_cast || kind == NodeKind::get_item ||
          kind == NodeKind::tuple)
        open.insert(open.end(), fn_.args(v).begin(), fn_.args(v).end());
    }
    return found;
  }
  bool is_written(Value v) const { return !written_.empty() && written_.contains(v); }

  bool is_candidate(Value v) {
    const Node& node = fn_[v];
    if (impure_[v.index] || is_written(v)) return false;
    switch (node.kind) {
      case NodeKind::call_op: return kernels_.is_repeatable(fn_, v);
      case NodeKind::call: return true;
      case NodeKind::tuple:
      case NodeKind::get_item:
      case NodeKind::match_cast: return !call_only_;
      case NodeKind::alias: return !call_only_ && !is_variable(fn_, places_, fn_.args(v)[0]);
      default: return false;
    }
  }

  // The text has no name for a void value outside of dataflow blocks, and hence none for an alias of it.
  bool is_unnamed(Value v, bool is_dataflow) const { return !is_dataflow && context_.infos.is_void(fn_.info(v)); }

  // What takes the place of a value that is mentioned in `block`; a leaf is made anew where it changes.
  Value replaced(Value v, uint32_t block) {
    if (!v) return v;
    if (v.index < by_.size() && by_[v.index].by) {
      const Replacement& r = by_[v.index];
      return r.block == Place::kNowhere || r.block == block ? r.by : v;
    }
    if (fn_[v].kind != NodeKind::tuple || places_[v]) return v;
    return with_operands(fn_, v, [&](Value field) { return replaced(field, block); });
  }

  uint32_t find(Value v) {
    Value newest = definition_words(fn_, places_, v, words_);
    return known_.find_or_add(words_, newest);
  }

  Function& fn_;
  Context& context_;
  bool call_only_;
  PassContext& pass_;
  Places places_;
  std::vector<uint8_t> impure_;
  std::vector<OpenRegion> open_;
  KernelEffects& kernels_;
  std::unordered_set<Value> written_;
  Definitions known_;
  std::vector<Replacement> by_;  // by value
  std::vector<uint32_t> words_;
  Changed changed_ = Changed::no;
};

// Mentions of kernels become those of the kernels that stand for them.
Changed merge_equal_kernels(Module& module, PassContext& context) {
  const std::vector<GlobalId> leader = equal_kernels(module);
  std::unordered_map<Name, Name> names;
  for (uint32_t i = 0; i < leader.size(); ++i) {
    if (leader[i].index != i) names.emplace(module.functions[i].name, module[leader[i]].name);
  }
  if (names.empty()) return Changed::no;
  auto is_merged = [&](const Node& n) {
    return n.kind == NodeKind::global && n.global().index < leader.size() && leader[n.global().index] != n.global();
  };
  Changed changed = Changed::no;
  for (GlobalFunction& f : module.functions) {
    if (const auto& old = f.kernel()) {
      auto kernel = tir::renamed(old, old->name, names);
      if (kernel != old) changed = Changed::yes;
      f.body = PrimFunc{std::move(kernel)};
    }
    Function* fn = f.relax();
    if (!fn) continue;
    for_each_binding(*fn, fn->self().body, [&](Value v, const Block&) {
      for (Value arg : fn->args(v)) {
        if (!is_merged((*fn)[arg])) continue;
        const GlobalId g = (*fn)[arg].global();
        context.applied(*fn, v,
                        fmt::format("the kernel '{}' is equal to '{}'", module.context().text(module[g].name),
                                    module.context().text(module[leader[g.index]].name)));
      }
    });
    for (Node& n : fn->nodes) {
      if (!is_merged(n)) continue;
      n.set_global(leader[n.global().index]);
      n.info = module[n.global()].info;
      changed = Changed::yes;
    }
  }
  return changed;
}

}  // namespace

Changed eliminate_common(const Module& module, Function& fn, bool call_only, PassContext& context) {
  KernelEffects kernels(module);
  return Eliminate(kernels, fn, call_only, context).run();
}

Changed eliminate_common_subexpr(Module& module, const PassOptions& options, PassContext& context) {
  const bool call_only = options.flag("call-only");
  count_kernels(module, context);
  Changed changed = merge_equal_kernels(module, context);
  KernelEffects kernels(module);
  return changed | for_each_function(module, context,
                                     [&](Function& fn) { return Eliminate(kernels, fn, call_only, context).run(); });
}

}  // namespace hammock
