// SPDX-License-Identifier: Apache-2.0
// CanonicalizeBindings: bindings that only give another name to something are dropped.
//
// First symbolic dims (canonicalize_symbols.cpp), then in one walk in program order what each variable stands for:
//   b = a                              the variable a, or the constant
//   b = match_cast(a, info of a)       a
//   b = t[i], t a tuple literal        its field
//   b = (u[0], ..., u[k-1]), all of u  u
// Mentions of b become mentions of what it stands for, and b goes away; a variable that stands for a constant stays,
// and only mentions of it in bindings become the constant. An output that stands for a local variable of its dataflow
// block gives that variable its name. Outputs that nothing outside their block mentions become local.
//
// What changed is inferred anew (refresh.h). Running the pass again changes nothing.
#include "hammock/rewrite/order.h"
#include "hammock/rewrite/refresh.h"
#include "hammock/rewrite/uses.h"
#include "passes.h"

namespace hammock {
namespace {

class CanonicalizeBindings {
 public:
  CanonicalizeBindings(Module& module, Function& fn, PassContext& pass)
      : module_(module),
        fn_(fn),
        pass_(pass),
        places_(fn),
        uses_(fn, places_),
        stands_for_(fn.size()),
        removed_(fn.size(), 0),
        published_(fn.size(), 0) {}

  Changed run() {
    for_each_binding(fn_, fn_.self().body, [&](Value v, const Block&) { look(v); });
    if (found_any_) {
      Refresh refresh(fn_, &module_);
      replace_mentions(refresh);
      for (const PlacedBlock& block : places_.blocks) {
        std::erase_if(block_of(fn_, block).bindings, [&](Value v) { return removed_[v.index] != 0; });
      }
      tidy_blocks(fn_);
      if (!refresh.run()) pass_.left_alone(fn_, refresh.refused(), "the struct info cannot be inferred anew");
    }
    if (found_any_) {
      Places places(fn_);
      hide_outputs(places, UseTable(fn_, places));
    } else {
      hide_outputs(places_, uses_);
    }
    return changed_;
  }

 private:
  // The variable behind all names of it.
  Value origin(Value v) const {
    Value by = v.index < stands_for_.size() ? stands_for_[v.index] : Value();
    return by && is_variable(fn_, places_, by) ? by : v;
  }
  // The same, or the leaf that it is bound to.
  Value meaning(Value v) const {
    Value by = origin(v);
    Value leaf = by.index < stands_for_.size() ? stands_for_[by.index] : Value();
    return leaf ? leaf : by;
  }

  // Is it mentioned outside its block, or by a local function inside it (which mentions nothing itself but what it
  // returns)?
  bool is_exposed(const Places& places, const UseTable& uses, Value v) const {
    if (uses.is_returned(v)) return true;
    for (Value user : uses.users(v)) {
      if (places[user].block != places[v].block || fn_[user].kind == NodeKind::lambda) return true;
    }
    return false;
  }
  bool is_exposed(Value v) const { return is_exposed(places_, uses_, v); }

  bool is_local(Value v) const {
    if (!places_[v] || published_[v.index]) return false;
    const PlacedBlock& at = places_.blocks[places_[v].block];
    return block_of(fn_, at).is_dataflow && !(fn_[v].is_output && is_exposed(v));
  }

  void look(Value v) {
    if (pass_.is_over()) return;
    Value by = looked_through(v);
    if (!by || by == v) return;
    if (!is_variable(fn_, places_, by)) {
      // A constant, or a leaf that cannot be mentioned in place of the variable everywhere.
      if (fn_[by].kind == NodeKind::constant || fn_[by].kind == NodeKind::tuple) stands_for_[v.index] = by;
      found_any_ |= fn_[by].kind == NodeKind::constant;
      return;
    }
    by = origin(by);
    if (is_local(by) && places_[by].block != places_[v].block)
      return;  // such as a field of a tuple that its block outputs
    if (!pass_.may_apply(fn_, v)) return;
    if (is_local(by) && fn_[v].is_output && is_exposed(v)) {
      // The local variable takes the place of the output.
      published_[by.index] = 1;
      renamed_.emplace_back(by, v);
    }
    stands_for_[v.index] = by;
    removed_[v.index] = 1;
    found_any_ = true;
  }

  Value looked_through(Value v) {
    const Node& node = fn_[v];
    switch (node.kind) {
      case NodeKind::alias: return fn_.args(v)[0];
      case NodeKind::match_cast: return fn_.info(fn_.args(v)[0]) == node.info ? fn_.args(v)[0] : Value();
      case NodeKind::get_item: {
        Value tuple = meaning(fn_.args(v)[0]);
        bool is_literal = fn_[tuple].kind == NodeKind::tuple && node.index() < fn_[tuple].args_size;
        return is_literal ? fn_.args(tuple)[node.index()] : Value();
      }
      case NodeKind::tuple: return whole_tuple(v);
      default: return {};
    }
  }

  // u if the fields are u[0], u[1] ... to the last one of u.
  Value whole_tuple(Value v) const {
    std::span<const Value> fields = fn_.args(v);
    Value of;
    for (uint32_t i = 0; i < fields.size(); ++i) {
      Value item = meaning(fields[i]);
      if (fn_[item].kind != NodeKind::get_item || fn_[item].index() != i) return {};
      Value tuple = meaning(fn_.args(item)[0]);
      if (i == 0) of = tuple;
      if (tuple != of || !is_variable(fn_, places_, tuple)) return {};
    }
    if (!of || !fn_.info(of)) return {};
    const InfoStore& infos = fn_.context().infos;
    bool is_whole = infos[fn_.info(of)].kind == InfoKind::tuple && infos.fields(fn_.info(of)).size() == fields.size();
    return is_whole ? of : Value();
  }

  // ---- editing ----------------------------------------------------------------------------------------------------
  void replace_mentions(Refresh& refresh) {
    for (auto [local, output] : renamed_) {
      fn_[local].name = fn_[output].name;
      fn_[local].is_output = true;
    }
    for_each_binding(fn_, fn_.self().body, [&](Value v, const Block&) {
      if (removed_[v.index]) {
        changed_ = Changed::yes;
        return;
      }
      bool is_edited = false, with_constants = !wants_variables(fn_[v]);
      for (uint32_t i = 0; i < fn_[v].args_size; ++i)
        is_edited |= replace(fn_.args(v)[i], with_constants, [&](Value by) { fn_.args(v)[i] = by; });
      if (fn_[v].kind == NodeKind::cond) {
        is_edited |= replace_result(fn_.then_region(v));
        is_edited |= replace_result(fn_.else_region(v));
      } else if (fn_[v].kind == NodeKind::lambda) {
        is_edited |= replace_result(fn_[fn_[v].lambda()].body);
      }
      if (is_edited) refresh.mark(v);
      if (is_edited) changed_ = Changed::yes;
    });
    if (replace_result(fn_.self().body)) changed_ = Changed::yes;
  }

  bool replace_result(RegionId region) {
    return fn_[region].result && replace(fn_[region].result, false, [&](Value by) { fn_[region].result = by; });
  }

  template <class Set>
  bool replace(Value v, bool with_constants, Set&& set) {
    Value by = replacement(v, with_constants);
    if (by != v) set(by);
    return by != v;
  }

  Value replacement(Value v, bool with_constants) {
    if (is_variable(fn_, places_, v)) {
      Value by = meaning(v);
      return with_constants && fn_[by].kind == NodeKind::constant ? by : origin(v);
    }
    const Node node = fn_[v];
    if (is_leaf(node.kind)) return v;
    if (node.kind != NodeKind::tuple) with_constants = !wants_variables(node);  // the call that a match_cast casts
    return with_operands(fn_, v, [&](Value field) { return replacement(field, with_constants); });
  }

  void hide_outputs(const Places& places, const UseTable& uses) {
    for (uint32_t number = 0; number < places.blocks.size(); ++number) {
      const Block& block = block_of(fn_, places.blocks[number]);
      for (Value v : block.bindings) {
        if (!block.is_dataflow || !fn_[v].is_output || is_exposed(places, uses, v)) continue;
        fn_[v].is_output = false;
        changed_ = Changed::yes;
      }
    }
  }

  Module& module_;
  Function& fn_;
  PassContext& pass_;
  Places places_;
  UseTable uses_;
  std::vector<Value> stands_for_;                 // by value: a variable or leaf; none: itself
  std::vector<uint8_t> removed_;                  // by value
  std::vector<uint8_t> published_;                // local variables that will be outputs
  std::vector<std::pair<Value, Value>> renamed_;  // local variable, output
  bool found_any_ = false;
  Changed changed_ = Changed::no;
};

}  // namespace

Changed canonicalize(Module& module, Function& fn, PassContext& context) {
  Changed changed = canonicalize_symbols(module, fn, context);
  return changed | CanonicalizeBindings(module, fn, context).run();
}

Changed canonicalize_bindings(Module& module, const PassOptions&, PassContext& context) {
  return for_each_function(module, context, [&](Function& fn) { return canonicalize(module, fn, context); });
}

}  // namespace hammock
