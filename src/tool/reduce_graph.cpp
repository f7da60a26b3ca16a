// SPDX-License-Identifier: Apache-2.0
// Edits of the graph. All of them say which results a function has, and what becomes a parameter of it; what is not
// needed then is left out, with the parameters that nothing needs. Symbols that no parameter defines any more are given
// by a parameter that is a shape.
#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "hammock/infer/struct_info.h"
#include "hammock/rewrite/clone.h"
#include "hammock/rewrite/liveness.h"
#include "reducers.h"

namespace hammock::tool {
namespace {

constexpr size_t kFew = 32;  // bindings of a function of which every one is tried

// The bindings of a function's own body.
class Body {
 public:
  explicit Body(const Function& fn) : fn(fn) {
    const std::vector<Block>& blocks = fn.body().blocks;
    for (uint32_t b = 0; b < blocks.size(); ++b) {
      for (Value v : blocks[b].bindings) {
        position_.emplace(v, order.size());
        order.push_back(v);
        block_of.push_back(b);
      }
    }
    for (Value p : fn.self().params) position_.emplace(p, kParam);
  }

  bool is_binding(Value v) const { return find(v) < kParam; }
  bool is_param(Value v) const { return find(v) == kParam; }
  size_t position(Value v) const { return position_.at(v); }

  // f(what a binding or leaf mentions: bindings of the body, parameters, constants).
  template <class F>
  void for_each_mentioned(Value v, F&& f) const {
    std::vector<Value> open;
    std::unordered_set<Value> seen;
    expand(v, open);
    while (!open.empty()) {
      const Value a = open.back();
      open.pop_back();
      if (!a || !seen.insert(a).second) continue;
      if (position_.contains(a) || fn[a].kind == NodeKind::constant) f(a);
      else expand(a, open);
    }
  }
  // The same for a result, which may be such a value itself.
  template <class F>
  void for_each_in(Value v, F&& f) const {
    if (position_.contains(v) || fn[v].kind == NodeKind::constant) f(v);
    else for_each_mentioned(v, f);
  }

  std::vector<Value> results() const {
    const Value result = fn.body().result;
    if (fn[result].kind != NodeKind::tuple || is_binding(result)) return {result};
    return {fn.args(result).begin(), fn.args(result).end()};
  }

  const Function& fn;
  std::vector<Value> order;
  std::vector<uint32_t> block_of;  // by position

 private:
  static constexpr size_t kParam = ~size_t{0} - 1, kNone = ~size_t{0};
  size_t find(Value v) const {
    auto found = position_.find(v);
    return found == position_.end() ? kNone : found->second;
  }

  void expand(Value v, std::vector<Value>& open) const {
    open.insert(open.end(), fn.args(v).begin(), fn.args(v).end());
    std::vector<RegionId> regions;
    if (fn[v].kind == NodeKind::cond) regions = {fn.then_region(v), fn.else_region(v)};
    if (fn[v].kind == NodeKind::lambda) regions = {fn[fn[v].lambda()].body};
    for (RegionId r : regions) {
      open.push_back(fn[r].result);
      for_each_binding(fn, r, [&](Value inner, const Block&) {
        open.insert(open.end(), fn.args(inner).begin(), fn.args(inner).end());
      });
    }
  }

  std::unordered_map<Value, size_t> position_;
};

// A part of a function as a function.
struct Cut {
  std::vector<Value> results;
  std::unordered_set<Value> cut;               // bindings and constants that become parameters
  std::unordered_map<Value, Value> instead;    // what takes the place of a binding
  std::vector<std::pair<Prim, Prim>> numbers;  // what takes the place of a symbol
};

class Extraction {
 public:
  Extraction(const Body& body, const Cut& part) : body_(body), fn_(body.fn), part_(part) {}

  Function run() {
    for (Value r : part_.results) body_.for_each_in(r, [&](Value v) { need(v); });
    while (!open_.empty()) {
      const Value v = open_.back();
      open_.pop_back();
      body_.for_each_mentioned(v, [&](Value a) { need(a); });
    }
    return make();
  }

 private:
  void need(Value v) {
    for (auto by = part_.instead.find(v); by != part_.instead.end(); by = part_.instead.find(v)) v = by->second;
    if (fn_[v].kind == NodeKind::constant && !part_.cut.contains(v)) return;
    if (!needed_.insert(v).second) return;
    if (body_.is_binding(v) && !part_.cut.contains(v)) open_.push_back(v);
  }

  Function make() {
    Function out(fn_.shared_context());
    const LambdaId self = out.add_lambda();
    const RegionId region = out.add_region();
    Cloner clone(fn_, out, Cloner::Symbols::fresh);
    for (auto [symbol, number] : part_.numbers) clone.rename(symbol, number);
    Lambda lambda = fn_.self();
    lambda.params.clear();
    lambda.body = region;
    lambda.ret = StructInfo();
    lambda.has_declared_ret = false;
    out[self] = lambda;
    SymbolSet defined;
    const auto add = [&](Value v) {
      const Value p = out.add_param(fn_[v].name ? fn_[v].name : out.context().name("c"), clone.info(fn_.info(v)));
      out[self].params.push_back(p);
      clone.map(v, p);
      add_definable(defined, out.context(), out.info(p));
    };
    for (Value p : fn_.self().params) {
      if (needed_.contains(p)) add(p);
    }
    add_cut(add);
    add_bindings(out, region, clone, defined);
    add_symbols(out, self, clone, defined);
    return out;
  }

  template <class F>
  void add_cut(F&& add) {
    std::vector<Value> cut;
    for (Value v : part_.cut) {
      if (needed_.contains(v)) cut.push_back(v);
    }
    std::sort(cut.begin(), cut.end());
    for (Value v : cut) add(v);
  }

  void add_bindings(Function& out, RegionId region, Cloner& clone, SymbolSet& defined) {
    std::vector<Block> blocks;
    const std::vector<Block>& old = fn_.body().blocks;
    for (size_t i = 0, last = old.size(); i < body_.order.size(); ++i) {
      const Value v = body_.order[i];
      if (auto by = part_.instead.find(v); by != part_.instead.end()) {
        Value end = by->second;
        while (part_.instead.contains(end)) end = part_.instead.at(end);
        if (clone.knows(end)) clone.map(v, clone(end));
        continue;
      }
      if (!needed_.contains(v) || part_.cut.contains(v)) continue;
      if (body_.block_of[i] != last) blocks.push_back({old[body_.block_of[i]].is_dataflow, {}});
      last = body_.block_of[i];
      const Value copy = clone(v);
      blocks.back().bindings.push_back(copy);
      if (fn_[v].kind == NodeKind::match_cast) add_definable(defined, out.context(), out[copy].cast_to());
    }
    std::vector<Value> results;
    for (Value r : part_.results) {
      body_.for_each_in(r, [&](Value v) {
        if (body_.is_binding(v) && !part_.cut.contains(v)) out[clone(v)].is_output = true;
      });
      results.push_back(clone(r));
    }
    out[region].blocks = std::move(blocks);
    out[region].result = results.size() == 1 ? results[0] : out.add_tuple(results);
  }

  static void add_symbols(Function& out, LambdaId self, Cloner& clone, const SymbolSet& defined) {
    std::vector<Prim> left;
    for (Prim s : clone.symbols()) {
      const Prim copy = clone.copy_of(s);
      const PrimNode& node = out.context().prims[copy];
      if (node.kind == PrimKind::var && node.dtype == kInt64 && !defined.contains(copy)) left.push_back(copy);
    }
    if (left.empty()) return;
    const Value dims = out.add_param(out.context().name("dims"), out.context().infos.shape(left));
    out[self].params.push_back(dims);
  }

  const Body& body_;
  const Function& fn_;
  const Cut& part_;
  std::unordered_set<Value> needed_;
  std::vector<Value> open_;
};

// The script with the part in the place of the function.
std::string with_cut(const ReduceState& state, size_t module, GlobalId function, const Cut& part) {
  const Function& fn = *state.script.definitions.modules[module][function].relax();
  Function made = Extraction(Body(fn), part).run();
  Definitions copy = state.script.definitions;
  GlobalFunction& global = copy.modules[module][function];
  global.body = std::move(made);
  global.info = StructInfo();
  return print_candidate(copy, state.is_short);
}

// f(number of the module, function, body) for every Relax function.
template <class F>
void for_each_function(const ReduceState& state, F&& f) {
  const std::vector<Module>& modules = state.script.definitions.modules;
  for (size_t m = 0; m < modules.size(); ++m) {
    for (uint32_t g = 0; g < modules[m].functions.size(); ++g) {
      if (const Function* fn = modules[m].functions[g].relax()) f(m, GlobalId(g), Body(*fn));
    }
  }
}

ReduceEdit edit(size_t module, GlobalId function, Cut part) {
  return [=](const ReduceState& state) { return std::optional(with_cut(state, module, function, part)); };
}

// Bindings and parameters that are at most so many steps from the binding, in either direction.
std::unordered_set<Value> neighbours(const Body& body, Value of, int distance,
                                     const std::unordered_map<Value, std::vector<Value>>& users) {
  std::unordered_map<Value, int> steps{{of, 0}};
  std::deque<Value> open{of};
  while (!open.empty()) {
    const Value v = open.front();
    open.pop_front();
    const int next = steps.at(v) + 1;
    if (next > distance) continue;
    const auto reach = [&](Value a) {
      if ((body.is_binding(a) || body.is_param(a)) && steps.emplace(a, next).second) open.push_back(a);
    };
    if (body.is_binding(v)) body.for_each_mentioned(v, reach);
    if (auto found = users.find(v); found != users.end()) std::ranges::for_each(found->second, reach);
  }
  std::unordered_set<Value> out;
  for (auto [v, _] : steps) out.insert(v);
  return out;
}

void around(size_t module, GlobalId function, const Body& body, Value at, std::vector<ReduceEdit>& edits) {
  std::unordered_map<Value, std::vector<Value>> users;
  for (Value v : body.order) body.for_each_mentioned(v, [&](Value a) { users[a].push_back(v); });
  std::unordered_set<Value> returned;
  for (Value r : body.results()) body.for_each_in(r, [&](Value v) { returned.insert(v); });
  for (int distance : {0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32}) {
    const std::unordered_set<Value> inside = neighbours(body, at, distance, users);
    Cut part;
    for (Value v : body.order) {
      if (!inside.contains(v)) {
        part.cut.insert(v);
        continue;
      }
      const std::vector<Value>& used = users[v];
      const bool is_seen = returned.contains(v) || used.empty() ||
                           std::ranges::any_of(used, [&](Value u) { return !inside.contains(u); });
      if (is_seen) part.results.push_back(v);
    }
    edits.push_back(edit(module, function, std::move(part)));
  }
}

}  // namespace

std::vector<ReduceEdit> around_hints(const ReduceState& state) {
  std::vector<ReduceEdit> edits;
  for_each_function(state, [&](size_t m, GlobalId g, const Body& body) {
    const Context& context = body.fn.context();
    for (const ReduceHint& hint : state.hints) {
      if (context.text(body.fn.self().name) != hint.function) continue;
      for (Value v : body.order) {
        if (body.fn[v].name && context.text(body.fn[v].name) == hint.binding) around(m, g, body, v, edits);
      }
    }
  });
  return edits;
}

std::vector<ReduceEdit> drop_functions(const ReduceState& state) {
  std::vector<ReduceEdit> edits;
  const std::vector<Module>& modules = state.script.definitions.modules;
  for (size_t m = 0; m < modules.size() && modules.size() > 1; ++m) {
    edits.push_back([m](const ReduceState& s) {
      Definitions copy = s.script.definitions;
      copy.modules = {s.script.definitions.modules[m]};
      copy.prefixes.clear();
      return std::optional(print_candidate(copy, s.is_short));
    });
  }
  const auto keep = [](const ReduceState& s, size_t m, const std::vector<uint8_t>& kept) {
    Definitions copy = s.script.definitions;
    remove_functions(copy.modules[m], kept);
    return std::optional(print_candidate(copy, s.is_short));
  };
  for (size_t m = 0; m < modules.size(); ++m) {
    const size_t count = modules[m].functions.size();
    for (uint32_t g = 0; g < count && count > 1; ++g) {
      edits.push_back([m, g, keep](const ReduceState& s) {
        const GlobalId root(g);
        return keep(s, m, reached_functions(s.script.definitions.modules[m], std::span(&root, 1)));
      });
    }
    for (uint32_t g = 0; g < count && count > 1; ++g) {
      edits.push_back([m, g, keep](const ReduceState& s) {
        std::vector<uint8_t> kept(s.script.definitions.modules[m].functions.size(), 1);
        kept[g] = 0;
        return keep(s, m, kept);
      });
    }
  }
  return edits;
}

std::vector<ReduceEdit> choose_results(const ReduceState& state) {
  std::vector<ReduceEdit> edits;
  for_each_function(state, [&](size_t m, GlobalId g, const Body& body) {
    const std::vector<Value> all = body.results();
    edits.push_back(edit(m, g, {all, {}, {}, {}}));  // without what nothing needs
    for (size_t size = all.size() / 2; size > 0; size /= 2) {
      for (size_t i = 0; i < all.size(); i += size) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(i);
        edits.push_back(
            edit(m, g, {{first, first + static_cast<std::ptrdiff_t>(std::min(size, all.size() - i))}, {}, {}, {}}));
      }
    }
    for (size_t i = 0; i < all.size() && all.size() > 2; ++i) {
      std::vector<Value> fewer = all;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      edits.push_back(edit(m, g, {std::move(fewer), {}, {}, {}}));
    }
  });
  return edits;
}

std::vector<ReduceEdit> end_earlier(const ReduceState& state) {
  std::vector<ReduceEdit> edits;
  for_each_function(state, [&](size_t m, GlobalId g, const Body& body) {
    const size_t size = body.order.size();
    const auto end_at = [&](size_t p) { edits.push_back(edit(m, g, {{body.order[p]}, {}, {}, {}})); };
    for (size_t left = size / 2; left > 0; left /= 2) end_at(size - left - 1);
    for (size_t p = 0; p < size && size <= kFew; ++p) end_at(p);
  });
  return edits;
}

std::vector<ReduceEdit> begin_later(const ReduceState& state) {
  std::vector<ReduceEdit> edits;
  for_each_function(state, [&](size_t m, GlobalId g, const Body& body) {
    const auto begin_at = [&](size_t p) {
      Cut part{body.results(), {}, {}, {}};
      part.cut.insert(body.order.begin(), body.order.begin() + static_cast<std::ptrdiff_t>(p));
      edits.push_back(edit(m, g, std::move(part)));
    };
    for (size_t p = body.order.size() / 2; p > 0; p /= 2) begin_at(p);
  });
  return edits;
}

std::vector<ReduceEdit> bindings_to_parameters(const ReduceState& state) {
  std::vector<ReduceEdit> edits;
  for_each_function(state, [&](size_t m, GlobalId g, const Body& body) {
    const std::vector<Value>& order = body.order;
    for (size_t size = order.size() / 2; size > 0; size /= 2) {
      for (size_t i = 0; i < order.size(); i += size) {
        Cut part{body.results(), {}, {}, {}};
        for (size_t k = i; k < std::min(i + size, order.size()); ++k) part.cut.insert(order[k]);
        edits.push_back(edit(m, g, std::move(part)));
      }
    }
  });
  return edits;
}

std::vector<ReduceEdit> pass_operands_on(const ReduceState& state) {
  std::vector<ReduceEdit> edits;
  for_each_function(state, [&](size_t m, GlobalId g, const Body& body) {
    for (Value v : body.order) {
      body.for_each_mentioned(v, [&](Value a) {
        if (body.fn[a].kind == NodeKind::constant || !body.fn.info(a) || body.fn.info(a) != body.fn.info(v)) return;
        edits.push_back(edit(m, g, {body.results(), {}, {{v, a}}, {}}));
      });
    }
  });
  return edits;
}

std::vector<ReduceEdit> constants_to_parameters(const ReduceState& state) {
  std::vector<ReduceEdit> edits;
  for_each_function(state, [&](size_t m, GlobalId g, const Body& body) {
    std::unordered_set<Value> all;
    for (Value v : body.order) {
      body.for_each_mentioned(v, [&](Value a) {
        if (body.fn[a].kind == NodeKind::constant && !body.fn.context()[body.fn[a].constant()].is_scalar())
          all.insert(a);
      });
    }
    if (all.empty()) return;
    edits.push_back(edit(m, g, {body.results(), all, {}, {}}));
    std::vector<Value> sorted(all.begin(), all.end());
    std::sort(sorted.begin(), sorted.end());
    for (Value c : sorted) edits.push_back(edit(m, g, {body.results(), {c}, {}, {}}));
  });
  return edits;
}

std::vector<ReduceEdit> symbols_to_numbers(const ReduceState& state) {
  std::vector<ReduceEdit> edits;
  for_each_function(state, [&](size_t m, GlobalId g, const Body& body) {
    const std::vector<Prim> symbols = parameter_symbols(body.fn, LambdaId(0)).in_order();
    if (symbols.empty()) return;
    PrimStore& prims = body.fn.context().prims;
    const auto number = [&](Prim s, int64_t value) { return std::pair(s, prims.integer(value, prims[s].dtype)); };
    Cut different{body.results(), {}, {}, {}}, equal = different;
    int64_t next = 2;
    for (Prim s : symbols) {
      different.numbers.push_back(number(s, next++));
      equal.numbers.push_back(number(s, 2));
    }
    edits.push_back(edit(m, g, different));
    edits.push_back(edit(m, g, equal));
    for (Prim s : symbols) {
      for (int64_t value : {1, 2, 3, 4, 8}) {
        Cut one{body.results(), {}, {}, {number(s, value)}};
        edits.push_back(edit(m, g, std::move(one)));
      }
    }
  });
  return edits;
}

}  // namespace hammock::tool
