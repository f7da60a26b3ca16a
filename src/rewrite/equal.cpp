// SPDX-License-Identifier: Apache-2.0
// Two functions are walked side by side; a value of the first stands for the value of the second that was met with it.
// What is walked are copies with numbered symbols, so that equal expressions are the same.
#include "hammock/rewrite/equal.h"

#include <algorithm>
#include <optional>

#include "hammock/infer/describe.h"
#include "hammock/infer/struct_info.h"
#include "hammock/rewrite/clone.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/equal.h"

namespace hammock {
namespace {

// What is not a value of a function.
class CompareParts {
 public:
  CompareParts(const Context& context, Integers integers) : context_(context), integers_(integers) {}

  bool attrs(Attr a, Attr b) const {
    if (a == b || !a || !b) return a == b;
    const AttrStore& store = context_.attrs;
    if (std::optional<int64_t> number = integer(a); number && number == integer(b)) return true;
    std::span<const Attr> x = store.items(a), y = store.items(b);
    if (store[a].kind != store[b].kind || x.size() != y.size()) return false;
    if (store[a].kind == AttrKind::prim) return prims(Prim(store[a].id), Prim(store[b].id));
    if (store[a].kind == AttrKind::info) return infos(StructInfo(store[a].id), StructInfo(store[b].id));
    return store[a].value == store[b].value && !x.empty() &&
           std::ranges::equal(x, y, [&](Attr p, Attr q) { return attrs(p, q); });
  }

  // An empty dict or list of arguments is none.
  bool records(Attr a, Attr b) const { return attrs(without_empty(a), without_empty(b)); }

  // The reader bounds the depth.
  bool prims(Prim a, Prim b) const {
    if (a == b) return true;
    const PrimNode &x = context_.prims[a], &y = context_.prims[b];
    if (std::optional<int64_t> number = integer(a); number && number == integer(b)) return true;
    if (x.kind != y.kind || x.dtype != y.dtype || (x.kind == PrimKind::call && x.name() != y.name())) return false;
    std::vector<Prim> p, q;
    context_.prims.operands(a, p);
    context_.prims.operands(b, q);
    return !p.empty() && std::ranges::equal(p, q, [&](Prim i, Prim j) { return prims(i, j); });
  }

  bool infos(StructInfo a, StructInfo b) const {
    return a == b || (integers_ == Integers::untyped && a && b && describe(context_, a) == describe(context_, b));
  }

 private:
  Attr without_empty(Attr attr) const { return attr && context_.attrs.items(attr).empty() ? Attr() : attr; }
  // Where its dtype does not count.
  std::optional<int64_t> integer(Prim p) const {
    bool is_number = integers_ == Integers::untyped && !context_.prims[p].dtype.is_boolean();
    return is_number ? context_.prims.constant(p) : std::nullopt;
  }
  std::optional<int64_t> integer(Attr a) const {
    const AttrNode& n = context_.attrs[a];
    if (n.kind == AttrKind::integer && integers_ == Integers::untyped) return n.value;
    return n.kind == AttrKind::prim ? integer(Prim(n.id)) : std::nullopt;
  }

  const Context& context_;
  Integers integers_;
};

class Compare {
 public:
  Compare(const Module& ma, std::span<const GlobalId> pairs, const Function& a, const Function& b,
          const CompareParts& parts)
      : ma_(ma), pairs_(pairs), a_(a), b_(b), context_(ma.context()), parts_(parts), meets_(a.size()) {}

  std::string run(LambdaId a, LambdaId b) {
    lambdas(a, b);
    return std::move(difference_);
  }

 private:
  // False, and says so, unless `is_same`.
  bool same(bool is_same, std::string_view what) {
    if (!is_same && difference_.empty()) difference_ = what;
    return is_same;
  }
  bool same(bool is_same, std::string_view what, Value v) {
    if (is_same || !difference_.empty()) return is_same;
    Name name = a_[v].name;
    return same(false, std::string(what) + (name ? " of '" + std::string(context_.text(name)) + "'" : ""));
  }

  // A lone function has any name, and so any symbol.
  std::vector<std::pair<Attr, Attr>> attributes(const Lambda& lambda) const {
    std::vector<std::pair<Attr, Attr>> out;
    if (!lambda.attrs) return out;
    std::span<const Attr> items = context_.attrs.items(lambda.attrs);
    for (size_t i = 0; i + 1 < items.size(); i += 2) {
      bool is_symbol = context_.text(Name(context_.attrs[items[i]].id)) == "global_symbol";
      if (!is_symbol || !ma_.is_lone_function) out.emplace_back(items[i], items[i + 1]);
    }
    return out;
  }

  bool lambdas(LambdaId ia, LambdaId ib) {
    const Lambda& a = a_[ia];
    const Lambda& b = b_[ib];
    if (!same(a.params.size() == b.params.size(), "the number of parameters")) return false;
    for (size_t i = 0; i < a.params.size(); ++i) {
      if (!same(parts_.infos(a_.info(a.params[i]), b_.info(b.params[i])), "the struct info", a.params[i])) return false;
      meets_[a.params[i].index] = b.params[i];
    }
    auto same_entry = [&](const auto& x, const auto& y) {
      return x.first == y.first && parts_.attrs(x.second, y.second);
    };
    return same(parts_.infos(a.ret, b.ret), "the struct info of a result") && same(a.is_pure == b.is_pure, "purity") &&
           same(std::ranges::equal(attributes(a), attributes(b), same_entry), "function attributes") &&
           regions(a.body, b.body);
  }

  bool regions(RegionId ia, RegionId ib) {
    const Region& a = a_[ia];
    const Region& b = b_[ib];
    std::vector<std::pair<Value, bool>> in_a, in_b;
    for (const Block& block : a.blocks)
      for (Value v : block.bindings) in_a.emplace_back(v, block.is_dataflow);
    for (const Block& block : b.blocks)
      for (Value v : block.bindings) in_b.emplace_back(v, block.is_dataflow);
    for (size_t i = 0; i < std::min(in_a.size(), in_b.size()); ++i) {
      auto [va, is_dataflow] = in_a[i];
      if (!same(is_dataflow == in_b[i].second, "the kind of block", va)) return false;
      if (is_dataflow && !same(a_[va].is_output == b_[in_b[i].first].is_output, "the visibility", va)) return false;
      if (!bindings(va, in_b[i].first)) return false;
    }
    return same(in_a.size() == in_b.size(), "the number of bindings") &&
           operands(a.result, b.result, "a result", a.result);
  }

  bool bindings(Value va, Value vb) {
    const Node& a = a_[va];
    const Node& b = b_[vb];
    if (!same(a.kind == b.kind, "the definition", va) || !same(parts_.infos(a.info, b.info), "the struct info", va))
      return false;
    meets_[va.index] = vb;  // a local function may call itself
    switch (a.kind) {
      case NodeKind::cond:
        return operands(va, vb) && regions(a_.then_region(va), b_.then_region(vb)) &&
               regions(a_.else_region(va), b_.else_region(vb));
      case NodeKind::lambda: return lambdas(a.lambda(), b.lambda());
      default: return nodes(va, vb);
    }
  }

  bool operands(Value va, Value vb) {
    std::span<const Value> a = a_.args(va), b = b_.args(vb);
    if (!same(a.size() == b.size(), "the number of operands", va)) return false;
    for (size_t i = 0; i < a.size(); ++i) {
      if (!operands(a[i], b[i], "an operand", va)) return false;
    }
    return true;
  }

  // Of a binding, or a leaf where it is used.
  bool nodes(Value va, Value vb) {
    const Node& a = a_[va];
    const Node& b = b_[vb];
    if (!same(a.kind == b.kind && a.op == b.op, "the operation", va) ||
        !same(parts_.records(a.attrs, b.attrs), "the attributes", va))
      return false;
    return same(contents(a, b), "the value", va) && operands(va, vb);
  }

  bool contents(const Node& a, const Node& b) const {
    if (a.kind == NodeKind::constant) return constants(a.constant(), b.constant());
    if (a.kind == NodeKind::global) return a.global().index < pairs_.size() && pairs_[a.global().index] == b.global();
    if (a.kind == NodeKind::call_op || a.kind == NodeKind::call) return parts_.records(a.sinfo_args(), b.sinfo_args());
    if (a.kind == NodeKind::prim_value) return parts_.prims(a.prim(), b.prim());
    if (a.kind == NodeKind::match_cast) return parts_.infos(a.cast_to(), b.cast_to());
    return a.content() == b.content();
  }

  bool constants(ConstantId a, ConstantId b) const {
    if (a == b) return true;
    const Constant& x = context_[a];
    const Constant& y = context_[b];
    return x.dtype == y.dtype && x.shape == y.shape && x.data == y.data;
  }

  bool operands(Value va, Value vb, std::string_view what, Value at) {
    if (!va || !vb) return same(!va && !vb, what);
    if (meets_[va.index]) return same(meets_[va.index] == vb, what, at);
    NodeKind kind = a_[va].kind;  // not bound: a leaf, a tuple, the call that a match_cast casts
    bool is_always_bound = kind == NodeKind::param || kind == NodeKind::cond || kind == NodeKind::lambda;
    return same(!is_always_bound && kind == b_[vb].kind, what, at) && nodes(va, vb);
  }

  const Module& ma_;
  std::span<const GlobalId> pairs_;
  const Function& a_;
  const Function& b_;
  const Context& context_;
  const CompareParts& parts_;
  std::vector<Value> meets_;  // by value of a
  std::string difference_;
};

// A copy of the function with its symbols numbered.
struct Plain {
  Function fn;
  LambdaId self;
  Plain(const Function& of, NumberedSymbols& numbered) : fn(of.shared_context()) {
    Cloner cloner(of, fn, Cloner::Symbols::fresh);
    cloner.number_symbols(numbered);
    self = cloner.lambda(LambdaId(0));
  }
};

}  // namespace

std::vector<GlobalId> pairs_by_name(const Module& a, const Module& b) {
  std::unordered_map<Name, GlobalId> by_name;
  for (uint32_t i = 0; i < b.functions.size(); ++i) by_name.emplace(b.functions[i].name, GlobalId(i));
  std::vector<GlobalId> pairs;
  for (const GlobalFunction& f : a.functions) {
    auto found = by_name.find(f.name);
    pairs.push_back(found == by_name.end() ? GlobalId() : found->second);
  }
  if (a.is_lone_function && !b.functions.empty()) pairs[0] = GlobalId(0);
  return pairs;
}

std::string difference(const Module& a, const Module& b, Integers integers) {
  return difference(a, b, pairs_by_name(a, b), integers);
}

std::string difference(const Module& a, const Module& b, std::span<const GlobalId> pairs, Integers integers) {
  const Context& context = a.context();
  CompareParts parts(context, integers);
  if (a.functions.size() != b.functions.size()) return "the number of functions";
  if (!parts.records(a.attrs, b.attrs)) return "the module's attributes";
  if (!parts.records(a.global_infos, b.global_infos)) return "the module's global infos";
  NumberedSymbols numbered;
  std::unordered_map<Name, Name> names;  // of the functions of a: those of their pairs
  for (uint32_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i]) names.emplace(a.functions[i].name, b[pairs[i]].name);
  }
  const auto is_same = [&](Name x, Name y) {
    auto at = names.find(x);
    return (at == names.end() ? x : at->second) == y;
  };
  for (uint32_t i = 0; i < a.functions.size(); ++i) {
    const GlobalFunction& f = a.functions[i];
    std::string name(context.text(f.name));
    if (!pairs[i]) return "the function '" + name + "' is missing";
    const GlobalFunction& g = b[pairs[i]];
    if (f.body.index() != g.body.index()) return "the kind of function '" + name + "'";
    const bool are_kernels = f.kernel() && g.kernel();
    const tir::Symbols symbols = f.name == g.name ? tir::Symbols::counted : tir::Symbols::ignored;
    if (f.kernel() && !(are_kernels && tir::equal(*f.kernel(), *g.kernel(), is_same, symbols)))
      return "the kernel '" + name + "'";
    if (!f.relax()) continue;
    Plain x(*f.relax(), numbered), y(*g.relax(), numbered);
    if (std::string where = Compare(a, pairs, x.fn, y.fn, parts).run(x.self, y.self); !where.empty())
      return "in '" + name + "': " + where;
  }
  return "";
}

bool has_untyped_integers(const Module& module) {
  const PrimStore& prims = module.context().prims;
  return std::ranges::any_of(module.functions, [&](const GlobalFunction& f) {
    const Function* fn = f.relax();
    for (uint32_t i = 0; fn && i < fn->size(); ++i) {
      const Node& node = (*fn)[Value(i)];
      if (node.kind != NodeKind::prim_value) continue;
      const PrimNode& n = prims[node.prim()];
      if (n.kind == PrimKind::int_imm && n.dtype != kInt64 && !n.dtype.is_boolean()) return true;
    }
    return false;
  });
}

bool renames_pointers(const Module& module) {
  return std::ranges::any_of(module.functions,
                             [](const GlobalFunction& f) { return f.kernel() && tir::renames_pointers(*f.kernel()); });
}

}  // namespace hammock
