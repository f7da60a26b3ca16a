// SPDX-License-Identifier: Apache-2.0
#include "hammock/passes/slice.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "hammock/infer/struct_info.h"
#include "hammock/rewrite/clone.h"
#include "hammock/rewrite/places.h"

namespace hammock {
namespace {

constexpr uint32_t kWhole = std::numeric_limits<uint32_t>::max();

// The leaves that are written in place, tuples among them, have no id of their own in both functions.
bool same_operand(const Function& a, const Places& pa, Value x, const Function& b, const Places& pb, Value y) {
  std::vector<std::pair<Value, Value>> open{{x, y}};
  while (!open.empty()) {
    auto [u, v] = open.back();
    open.pop_back();
    if (u == v) continue;
    if (pa[u] || pb[v] || a[u].kind == NodeKind::param || a[u].kind != b[v].kind || a[u].content() != b[v].content() ||
        a[u].op != b[v].op || a[u].args_size != b[v].args_size)
      return false;
    for (size_t i = 0; i < a.args(u).size(); ++i) open.emplace_back(a.args(u)[i], b.args(v)[i]);
  }
  return true;
}

bool same_definition(const Function& a, const Places& pa, const Function& b, const Places& pb, Value v) {
  const Node &x = a[v], &y = b[v];
  if (x.kind != y.kind || x.op != y.op || x.attrs != y.attrs || x.content() != y.content() ||
      x.else_region != y.else_region || x.args_size != y.args_size)
    return false;
  for (size_t i = 0; i < x.args_size; ++i) {
    if (!same_operand(a, pa, a.args(v)[i], b, pb, b.args(v)[i])) return false;
  }
  return true;
}

// What a slice can hold; anything else is given to it.
bool can_be_cut_out(NodeKind kind) {
  return kind == NodeKind::call_op || kind == NodeKind::call || kind == NodeKind::get_item || kind == NodeKind::tuple ||
         kind == NodeKind::alias || kind == NodeKind::match_cast;
}

class Slicer {
 public:
  Slicer(const Module& module_before, const Function& before, const Module& module_after, const Function& after,
         std::span<const Value> roots, const CompareOptions& options)
      : roots_(roots.begin(), roots.end()),
        options_(options),
        sides_{{module_before, before, Places(before)}, {module_after, after, Places(after)}} {}

  Comparison run() {
    Comparison none;
    for (Value r : roots_) {
      if (can_be_cut_out(sides_[0].fn[r].kind) && can_be_cut_out(sides_[1].fn[r].kind)) continue;
      none.skipped = "an `if` or a local function was rewritten, which is not cut out";
      return none;
    }
    measure();
    for (uint32_t depth = 1;; depth = depth >= deepest_ ? kWhole : depth * 2) {
      Comparison found = compare(depth);
      if (!found.differ && found.agreed > 0) return found;
      if (depth != kWhole) continue;
      if (found.differ && !ends_at_parameters_) {
        found.differ = false;
        found.skipped = "what it computes depends on an `if`, a local function or the dims of a match_cast";
      }
      return found;
    }
  }

 private:
  struct Side {
    const Module& module;
    const Function& fn;
    Places places;
  };

  bool is_shared(Value v) const {
    return sides_[0].places[v] && sides_[1].places[v] &&
           same_definition(sides_[0].fn, sides_[0].places, sides_[1].fn, sides_[1].places, v);
  }

  // f(operand): the bindings and parameters that a binding mentions, through what is written in place.
  template <class F>
  static void for_each_operand(const Side& side, Value v, F&& f) {
    std::vector<Value> open(side.fn.args(v).begin(), side.fn.args(v).end());
    while (!open.empty()) {
      Value a = open.back();
      open.pop_back();
      if (side.places[a] || side.fn[a].kind == NodeKind::param) {
        f(a);
      } else {
        open.insert(open.end(), side.fn.args(a).begin(), side.fn.args(a).end());
      }
    }
  }

  // The distance of every value that the roots are made of, in either function; one that only one of them has, or that
  // differs, is as near as what uses it.
  void measure() {
    std::deque<Value> open(roots_.begin(), roots_.end());
    for (Value r : roots_) depth_.emplace(r, 0);
    while (!open.empty()) {
      Value v = open.front();
      open.pop_front();
      for (const Side& side : sides_) {
        if (!side.places[v] || !can_be_cut_out(side.fn[v].kind)) continue;
        for_each_operand(side, v, [&](Value a) {
          bool is_far = side.fn[a].kind == NodeKind::param || is_shared(a);
          auto [known, is_new] = depth_.emplace(a, depth_.at(v) + is_far);
          if (!is_new) return;  // shorter ways were taken first
          deepest_ = std::max(deepest_, known->second);
          is_far ? open.push_back(a) : open.push_front(a);
        });
      }
    }
  }

  bool is_inside(const Side& side, Value v, uint32_t depth) const {
    return side.places[v] && can_be_cut_out(side.fn[v].kind) && (depth_.at(v) < depth || !is_shared(v));
  }

  Comparison compare(uint32_t depth) {
    std::vector<Value> inputs;
    std::unordered_set<Value> seen;
    std::vector<Value> inside[2];
    for (int s = 0; s < 2; ++s) {
      std::unordered_set<Value> met(roots_.begin(), roots_.end());
      std::vector<Value> open(roots_);
      while (!open.empty()) {
        Value v = open.back();
        open.pop_back();
        inside[s].push_back(v);
        for_each_operand(sides_[s], v, [&](Value a) {
          if (is_inside(sides_[s], a, depth)) {
            if (met.insert(a).second) open.push_back(a);
          } else if (seen.insert(a).second) {
            inputs.push_back(a);
          }
        });
      }
      sort_by_place(sides_[s], inside[s]);
    }
    std::sort(inputs.begin(), inputs.end());
    ends_at_parameters_ =
        std::all_of(inputs.begin(), inputs.end(), [&](Value v) { return sides_[0].fn[v].kind == NodeKind::param; });
    for (Value v : inputs) {
      bool is_known = v.index < sides_[0].fn.size() &&
                      (sides_[0].fn[v].kind == NodeKind::param || sides_[0].places[v]) &&
                      (sides_[1].fn[v].kind == NodeKind::param || sides_[1].places[v]);
      if (is_known) continue;
      Comparison none;
      none.skipped = "the slice needs what only one of the functions has";
      return none;
    }
    SymbolSet symbols;
    for (Value v : inputs) add_free(symbols, sides_[0].fn.context(), sides_[0].fn.info(v));
    Module before = slice(sides_[0], inside[0], inputs, symbols), after = slice(sides_[1], inside[1], inputs, symbols);
    SymbolSet of_parameters;
    for (Value p : sides_[0].fn.self().params)
      add_definable(of_parameters, sides_[0].fn.context(), sides_[0].fn.info(p));
    ends_at_parameters_ &= std::ranges::all_of(symbols.in_order(), [&](Prim s) { return of_parameters.contains(s); });
    add_symbols(before, symbols.in_order());
    add_symbols(after, symbols.in_order());
    return compare_by_running(before, GlobalId(static_cast<uint32_t>(before.functions.size() - 1)), after,
                              GlobalId(static_cast<uint32_t>(after.functions.size() - 1)), options_);
  }

  static void sort_by_place(const Side& side, std::vector<Value>& values) {
    std::unordered_map<Value, uint32_t> wanted;
    for (Value v : values) wanted.emplace(v, 0);
    std::vector<Value> sorted;
    for_each_binding(side.fn, side.fn.self().body, [&](Value v, const Block&) {
      if (wanted.count(v)) sorted.push_back(v);
    });
    values = std::move(sorted);
  }

  static bool mentions_functions(const Side& side, Value v) {
    std::vector<Value> open{v};
    while (!open.empty()) {
      Value a = open.back();
      open.pop_back();
      if (side.fn[a].kind == NodeKind::call || side.fn[a].kind == NodeKind::global) return true;
      for (Value operand : side.fn.args(a)) {
        if (!side.places[operand]) open.push_back(operand);
      }
    }
    return false;
  }

  // A module whose last function computes the roots from the inputs; the other functions are those that it may call.
  Module slice(const Side& side, const std::vector<Value>& inside, const std::vector<Value>& inputs,
               SymbolSet& symbols) {
    const bool calls = std::ranges::any_of(inside, [&](Value v) { return mentions_functions(side, v); });
    Module module(side.module.shared_context());
    if (calls) module = side.module;
    Context& cx = module.context();
    Function fn(module.shared_context());
    LambdaId self = fn.add_lambda();
    RegionId body = fn.add_region();
    fn[self].body = body;
    fn[self].name = cx.name("slice");
    fn[self].is_pure = false;
    Cloner clone(side.fn, fn, Cloner::Symbols::kept);
    for (Value v : inputs) {
      Value p = fn.add_param(side.fn[v].name, side.fn.info(v));
      fn[self].params.push_back(p);
      clone.map(v, p);
    }
    SymbolSet defined;
    Block block;
    for (Value v : inside) {
      block.bindings.push_back(clone(v));
      if (side.fn[v].kind == NodeKind::match_cast) add_definable(defined, cx, side.fn.info(v));
    }
    std::vector<Value> results;
    for (Value r : roots_) results.push_back(clone(r));
    for (Prim s : clone.symbols()) {
      if (!defined.contains(s)) symbols.add(s);
    }
    fn[body].blocks.push_back(std::move(block));
    fn[body].result = fn.add_tuple(results);
    module.functions.push_back({cx.name("slice"), StructInfo(), std::move(fn), {}});
    return module;
  }

  // A shape parameter that gives every symbol its value, at the end.
  static void add_symbols(Module& module, std::vector<Prim> symbols) {
    std::sort(symbols.begin(), symbols.end());
    std::erase_if(symbols, [&](Prim s) { return module.context().prims[s].dtype != kInt64; });
    if (symbols.empty()) return;
    Function& fn = *module.functions.back().relax();
    fn.self().params.push_back(fn.add_param(module.context().name("dims"), module.context().infos.shape(symbols)));
  }

  std::vector<Value> roots_;
  CompareOptions options_;
  Side sides_[2];
  std::unordered_map<Value, uint32_t> depth_;
  uint32_t deepest_ = 0;
  bool ends_at_parameters_ = false;  // the last slice: nothing that it is given is more than a parameter's value or dim
};

}  // namespace

std::vector<Value> rewritten_bindings(const Function& before, const Function& after) {
  Places pa(before), pb(after);
  std::vector<Value> out;
  for_each_binding(before, before.self().body, [&](Value v, const Block&) {
    if (pb[v] && !same_definition(before, pa, after, pb, v)) out.push_back(v);
  });
  return out;
}

Comparison compare_slices(const Module& module_before, const Function& before, const Module& module_after,
                          const Function& after, std::span<const Value> bindings, const CompareOptions& options) {
  return Slicer(module_before, before, module_after, after, bindings, options).run();
}

namespace {

// Exchanges two inputs of what a rewrite made.
class Exchanger {
 public:
  Exchanger(const Function& before, const Function& after) : before_(before), after_(after), pa_(before), pb_(after) {
    for_each_binding(after, after.self().body, [&](Value v, const Block&) {
      order_.emplace(v, static_cast<uint32_t>(order_.size()));
      if (can_be_cut_out(after[v].kind) && !(is_old(v) && same_definition(before, pa_, after, pb_, v))) add(v);
    });
  }

  // With a binding that mentions each.
  const std::vector<std::pair<Value, Value>>& inputs() const { return inputs_; }

  // Nothing if a variable were used before it is bound.
  std::optional<Function> exchanged(Value a, Value b) const {
    Function out = after_;
    for (Value v : made_) {
      std::vector<Value> open{v};
      while (!open.empty()) {
        Value of = open.back();
        open.pop_back();
        std::vector<Value> args(out.args(of).begin(), out.args(of).end());
        for (Value& arg : args) {
          if (arg == a || arg == b) {
            arg = arg == a ? b : a;
            if (!stands_before(arg, v)) return std::nullopt;
          } else if (!pb_[arg] && out[arg].args_size > 0) {  // it may be written elsewhere, too
            arg = out.add(out[arg], std::vector<Value>(out.args(arg).begin(), out.args(arg).end()));
            open.push_back(arg);
          }
        }
        out.set_args(of, args);
      }
    }
    return out;
  }

 private:
  static constexpr size_t kMostInputs = 64;

  bool is_old(Value v) const {
    return v.index < before_.size() && (before_[v].kind == NodeKind::param || (pa_[v] && pb_[v]));
  }
  bool stands_before(Value v, Value user) const {
    return after_[v].kind == NodeKind::param || order_.at(v) < order_.at(user);
  }
  void add(Value v) {
    made_.push_back(v);
    std::vector<Value> open(after_.args(v).rbegin(), after_.args(v).rend());
    while (!open.empty()) {
      Value a = open.back();
      open.pop_back();
      if (!pb_[a] && after_[a].kind != NodeKind::param)
        open.insert(open.end(), after_.args(a).rbegin(), after_.args(a).rend());
      else if (is_old(a) && inputs_.size() < kMostInputs &&
               std::ranges::find(inputs_, a, &std::pair<Value, Value>::first) == inputs_.end())
        inputs_.emplace_back(a, v);
    }
  }

  const Function &before_, &after_;
  Places pa_, pb_;
  std::unordered_map<Value, uint32_t> order_;  // of the bindings of `after` in the text
  std::vector<Value> made_;
  std::vector<std::pair<Value, Value>> inputs_;
};

}  // namespace

std::optional<Exchange> find_exchange(const Function& before, const Function& after,
                                      const std::function<bool(const Function&)>& agrees) {
  constexpr int kMostPairs = 16;
  const Exchanger exchanger(before, after);
  const auto& inputs = exchanger.inputs();
  int pairs = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    for (size_t j = i + 1; j < inputs.size(); ++j) {
      auto [a, in] = inputs[i];
      Value b = inputs[j].first;
      if (!after.info(a) || after.info(a) != after.info(b)) continue;
      if (++pairs > kMostPairs) return std::nullopt;
      const std::optional<Function> exchanged = exchanger.exchanged(a, b);
      if (exchanged && agrees(*exchanged)) return Exchange{std::min(a, b), std::max(a, b), in};
    }
  }
  return std::nullopt;
}

}  // namespace hammock
