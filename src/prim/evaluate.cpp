// SPDX-License-Identifier: Apache-2.0
#include "hammock/prim/evaluate.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "hammock/ir/integers.h"
#include "hammock/ir/prim_kind.h"

namespace hammock {
namespace {

using Problem = Evaluated::Problem;

double as_double(Number n) { return n.index() == 0 ? static_cast<double>(std::get<0>(n)) : std::get<1>(n); }

Evaluated of(Number number) { return {number, Problem::none, Prim()}; }
Evaluated none(Problem problem) { return {Number{}, problem, Prim()}; }

Evaluated integer_of(__int128 value, DType dtype) {
  if (dtype.is_boolean()) return of(int64_t{value != 0});
  if (dtype.bits > 0 && dtype.bits < 64) return of(wrap(value, dtype));
  const int64_t least = dtype.is_unsigned() ? 0 : std::numeric_limits<int64_t>::min();
  if (value > std::numeric_limits<int64_t>::max() || value < least) return none(Problem::too_large);
  return of(static_cast<int64_t>(value));
}

Evaluated apply(PrimKind kind, DType dtype, int64_t a, int64_t b) {
  const PrimGroup group = row(kind).group;
  std::optional<__int128> value = computed(kind, a, b);
  if (!value) return none(group == PrimGroup::division ? Problem::division_by_zero : Problem::not_computable);
  const bool fits = group == PrimGroup::extreme || row(kind).is_test();
  return fits ? of(static_cast<int64_t>(*value)) : integer_of(*value, dtype);
}

Evaluated apply(PrimKind kind, double a, double b) {
  std::optional<double> value = computed(kind, a, b);
  if (!value) return none(Problem::not_computable);
  return row(kind).is_test() ? of(int64_t{*value != 0}) : of(*value);
}

class Evaluation {
 public:
  Evaluation(const Context& context, const SymbolValues& symbols, KnownNumbers& known)
      : context_(context), symbols_(symbols), known_(known) {}

  Evaluated run(Prim root) {
    std::vector<Prim> stack{root};
    while (!stack.empty()) {
      Prim e = stack.back();
      if (known_.contains(e)) {
        stack.pop_back();
        continue;
      }
      size_t waiting = stack.size();
      Evaluated value = step(e, stack);
      if (!value) return {value.number, value.problem, e};
      if (stack.size() > waiting) continue;
      known_.emplace(e, value.number);
      stack.pop_back();
    }
    return of(known_.at(root));
  }

 private:
  // The value of `e`; or what has to be known first is pushed.
  Evaluated step(Prim e, std::vector<Prim>& stack) {
    if (auto given = symbols_.find(e); given != symbols_.end()) return of(given->second);
    const PrimNode& node = context_.prims[e];
    if (node.kind == PrimKind::int_imm) return of(node.value);
    if (node.kind == PrimKind::float_imm) return of(node.real);
    if (node.kind == PrimKind::var) return none(Problem::unbound);
    operands_.clear();
    context_.prims.operands(e, operands_);
    auto needs = [&](size_t i) {
      if (known_.contains(operands_[i])) return false;
      stack.push_back(operands_[i]);
      return true;
    };
    auto value = [&](size_t i) { return known_.at(operands_[i]); };
    bool is_choice = node.kind == PrimKind::select || (node.kind == PrimKind::call && operands_.size() == 3 &&
                                                       context_.text(node.name()) == "if_then_else");
    if (is_choice) {
      if (needs(0)) return {};
      size_t taken = as_double(value(0)) != 0 ? 1 : 2;
      return needs(taken) ? Evaluated{} : of(value(taken));
    }
    bool is_unary = node.kind == PrimKind::logical_not || node.kind == PrimKind::cast;
    if (!is_unary && !row(node.kind).is_binary()) return none(Problem::not_computable);
    bool waits = false;
    for (size_t i = 0; i < operands_.size(); ++i) waits |= needs(i);
    if (waits) return {};
    if (std::ranges::any_of(operands_, [&](Prim o) { return is_beyond_int64(o); })) return none(Problem::too_large);
    if (node.kind == PrimKind::logical_not) return of(int64_t{as_double(value(0)) == 0});
    if (node.kind == PrimKind::cast) return cast(value(0), node.dtype);
    Number a = value(0), b = value(1);
    if (a.index() == 1 || b.index() == 1) return apply(node.kind, as_double(a), as_double(b));
    return apply(node.kind, node.dtype, std::get<0>(a), std::get<0>(b));
  }

  // An unsigned integer of 64 bits whose number stands for one that has no sign.
  bool is_beyond_int64(Prim e) const {
    const DType dtype = context_.prims[e].dtype;
    const Number n = known_.at(e);
    return dtype.is_unsigned() && dtype.bits == 64 && n.index() == 0 && std::get<0>(n) < 0;
  }

  static Evaluated cast(Number n, DType dtype) {
    if (dtype.is_any_float()) return of(as_double(n));
    if (n.index() == 0) return integer_of(std::get<0>(n), dtype);
    double real = std::get<1>(n);
    if (!(real > -0x1p63 && real < 0x1p63)) return none(Problem::too_large);
    return integer_of(static_cast<int64_t>(real), dtype);
  }

  const Context& context_;
  const SymbolValues& symbols_;
  KnownNumbers& known_;
  std::vector<Prim> operands_;
};

}  // namespace

Evaluated evaluate(const Context& context, Prim root, const SymbolValues& symbols, KnownNumbers& known) {
  return Evaluation(context, symbols, known).run(root);
}

Evaluated evaluate(const Context& context, Prim root, const SymbolValues& symbols) {
  if (std::optional<int64_t> constant = context.prims.constant(root)) return of(*constant);
  KnownNumbers known;
  return evaluate(context, root, symbols, known);
}

std::string describe(const Context& context, const Evaluated& e) {
  switch (e.problem) {
    case Problem::unbound: return "symbol '" + std::string(context.text(context.prims[e.at].name())) + "' has no value";
    case Problem::division_by_zero: return "division by zero in a dim";
    case Problem::too_large: return "a size does not fit into 64 bits";
    default: break;
  }
  const PrimNode& node = context.prims[e.at];
  if (node.kind == PrimKind::call)
    return "call of T." + std::string(context.text(node.name())) + " cannot be computed at run time";
  return "an expression that cannot be computed at run time";
}

}  // namespace hammock
