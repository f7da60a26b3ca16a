// SPDX-License-Identifier: Apache-2.0
// AdjustMatmulOrder: (a b) c or a (b c), whichever costs less.
//
// Also behind a transpose: permute_dims(b a) c is a' (b' c) or (a' b') c with a' = permute_dims(a), and so on the
// right. With N x R the matrix a, B the width of c and M its height (a vector counts as one row or column), the orders
// cost (R + B) N M and (M + N) R B multiplications; leading dims do not count. Dims may be symbolic: sizes are at least
// 1, and the function's attribute tir_var_upper_bound says what a symbol stays below. An order is taken if it is proved
// to be cheaper for all of them.
//
// A product of two factors that are known before the run (passes 15) is taken out first whatever it costs.
//
// Left alone: unknown shapes, three factors known before the run, a vector in the middle or beside a batched middle (no
// associativity), transposes of other axes than the last two, and products that are not in the dtype of their factors.
#include <memory>

#include "algebra.h"
#include "hammock/prim/polynomial.h"

namespace hammock {
namespace {

struct Factors {
  Value a, b, c;
  Value inner;                 // the product of two of them, as it is
  Value transpose;             // of the inner product, or none
  bool is_left_first = false;  // the inner product is that of a and b
};

class Reorder {
 public:
  explicit Reorder(const Function& fn) : is_compile_time_(fn) {
    std::optional<Attr> bounds = fn.context().find(fn.self().attrs, "tir_var_upper_bound");
    const AttrStore& attrs = fn.context().attrs;
    if (!bounds || attrs[*bounds].kind != AttrKind::dict) return;
    std::span<const Attr> items = attrs.items(*bounds);
    for (size_t i = 0; i + 1 < items.size(); i += 2) {
      if (attrs[items[i + 1]].kind == AttrKind::integer) bounds_[Name(attrs[items[i]].id)] = attrs[items[i + 1]].value;
    }
  }

  Value operator()(Build& b, const Factors& f) {
    if (std::string why = unfit(b, f); !why.empty()) return b.decline(std::move(why));
    bool a = is_compile_time_(f.a), m = is_compile_time_(f.b), c = is_compile_time_(f.c);
    if (a && m && c) return {};
    if (f.transpose && (f.is_left_first ? a && m : m && c)) return {};  // it is computed before the run as it stands
    bool wants_left = a && m, wants_right = m && c;
    if (!wants_left && !wants_right) {
      std::optional<bool> cheaper = is_left_cheaper(b, f);
      if (!cheaper) return b.decline("no order is cheaper for all sizes");
      wants_left = *cheaper;
    }
    if (wants_left == f.is_left_first) return {};
    return wants_left ? product(b, product(b, factor(b, f, f.a), factor(b, f, f.b)), factor(b, f, f.c))
                      : from_the_right(b, f);
  }

 private:
  Value from_the_right(Build& b, const Factors& f) {
    Value left = factor(b, f, f.a);
    Value right = product(b, factor(b, f, f.b), factor(b, f, f.c));
    return product(b, left, right);
  }

  static Value product(Build& b, Value left, Value right) {
    return left && right ? b.call(Op::matmul, {left, right}) : Value();
  }

  // A factor of the transposed product is transposed.
  static Value factor(Build& b, const Factors& f, Value v) {
    if (!f.transpose || v == (f.is_left_first ? f.c : f.a)) return v;
    int rank = rank_of(b.fn, v);
    if (rank == 2) return b.call(Op::permute_dims, {v});
    std::vector<int64_t> axes;
    for (int i = 0; i < rank; ++i) axes.push_back(i);
    std::swap(axes[static_cast<size_t>(rank) - 1], axes[static_cast<size_t>(rank) - 2]);
    return b.call(Op::permute_dims, {v}, {{"axes", b.context().attrs.integers(axes)}});
  }

  std::string unfit(const Build& b, const Factors& f) {
    const Function& fn = b.fn;
    const InfoStore& infos = b.context().infos;
    for (Value v : {f.a, f.b, f.c}) {
      if (!infos.has_shape(fn.info(v))) return "the shapes of the factors are not known";
      if (infos[fn.info(v)].dtype != infos[fn.info(f.a)].dtype) return "the factors differ in dtype";
    }
    for (Value v : {f.inner, b.root}) {
      if (!infos.is_tensor(fn.info(v)) || infos[fn.info(v)].dtype != infos[fn.info(f.a)].dtype)
        return "a product has another dtype than its factors";
    }
    int a = rank_of(fn, f.a), m = rank_of(fn, f.b), c = rank_of(fn, f.c);
    if (m < 2) return "the factor in the middle is a vector";
    if ((a == 1 || c == 1) && m != 2) return "a vector beside a batch of matrices";
    if (!f.transpose) return "";
    std::optional<std::vector<int64_t>> axes = permutation(fn, f.transpose);
    if (!axes || !is_transpose(*axes)) return "the transpose is none of the last two axes";
    if ((f.is_left_first ? a : c) < 2) return "a factor of the transposed product is a vector";
    return "";
  }

  // None: not proved.
  std::optional<bool> is_left_cheaper(const Build& b, const Factors& f) {
    Context& context = b.context();
    auto size = [&](Value v, int from_last) {
      std::span<const Prim> dims = context.infos.dims(b.fn.info(v));
      bool is_turned = f.transpose && v != (f.is_left_first ? f.c : f.a);
      return dims[dims.size() - static_cast<size_t>(is_turned ? 3 - from_last : from_last)];
    };
    Prim one = context.prims.integer(1);
    bool a_is_vector = rank_of(b.fn, f.a) == 1, c_is_vector = rank_of(b.fn, f.c) == 1;
    Prim n = a_is_vector ? one : size(f.a, 2), r = size(f.a, 1);
    Prim m = c_is_vector ? size(f.c, 1) : size(f.c, 2), w = c_is_vector ? one : size(f.c, 1);
    Ranges ranges;
    for (Prim p : {n, r, m, w}) add_range(context, p, ranges);
    auto poly = [&](Prim p) { return Polynomial::of(context, p); };
    auto N = poly(n), R = poly(r), M = poly(m), W = poly(w);
    if (!N || !R || !M || !W) return std::nullopt;
    std::optional<Polynomial> left = cost(*R, *W, *N, *M), right = cost(*M, *N, *R, *W);
    if (!left || !right) return std::nullopt;
    std::optional<Polynomial> gain = Polynomial::sum(*right, *left, -1), loss = Polynomial::sum(*left, *right, -1);
    if (gain && gain->is_positive(ranges)) return true;
    if (loss && loss->is_positive(ranges)) return false;
    return std::nullopt;
  }

  // (p + q) x y
  static std::optional<Polynomial> cost(const Polynomial& p, const Polynomial& q, const Polynomial& x,
                                        const Polynomial& y) {
    std::optional<Polynomial> sum = Polynomial::sum(p, q, 1);
    std::optional<Polynomial> once = sum ? Polynomial::product(*sum, x) : std::nullopt;
    return once ? Polynomial::product(*once, y) : std::nullopt;
  }

  // A size is at least 1, its symbols at least 0 and below their bounds.
  void add_range(const Context& context, Prim size, Ranges& ranges) const {
    std::vector<Prim> open{size};
    while (!open.empty()) {
      Prim p = open.back();
      open.pop_back();
      const PrimNode& node = context.prims[p];
      if (node.kind == PrimKind::add || node.kind == PrimKind::sub || node.kind == PrimKind::mul) {
        open.push_back(node.lhs());
        open.push_back(node.rhs());
      } else if (node.kind == PrimKind::var) {
        Interval& range = ranges.try_emplace(p, Interval{0}).first->second;
        if (p == size) range.low = 1;
        auto bound = bounds_.find(node.name());
        if (bound != bounds_.end() && bound->second > 1) range.high = bound->second - 1;
      }
    }
  }

  CompileTime is_compile_time_;
  std::unordered_map<Name, int64_t> bounds_;
};

std::vector<Rule> order_rules(Function& fn) {
  auto reorder = std::make_shared<Reorder>(fn);
  auto rows = std::make_shared<Patterns>(fn.context());
  Patterns& p = *rows;
  Pattern a = p.any(), b = p.any(), c = p.any();
  Pattern left = ops::matmul(a, b), right = ops::matmul(b, c);
  Pattern turned_left = ops::matmul(b, a), turned_right = ops::matmul(c, b);
  Pattern transposed_left = ops::permute_dims(turned_left), transposed_right = ops::permute_dims(turned_right);
  std::vector<Rule> rules;
  auto rule = [&](std::string name, Pattern pattern, Pattern inner, std::optional<Pattern> transpose,
                  bool is_left_first) {
    rules.emplace_back(std::move(name), rows).rewrite(pattern, [=](Build& build) {
      Factors f{build[a], build[b], build[c], definition(build.fn, build[inner]), {}, is_left_first};
      if (transpose) f.transpose = definition(build.fn, build[*transpose]);
      return (*reorder)(build, f);
    });
  };
  rule("product-on-the-left", ops::matmul(left, c), left, {}, true);
  rule("product-on-the-right", ops::matmul(a, right), right, {}, false);
  rule("transposed-product-on-the-left", ops::matmul(transposed_left, c), turned_left, transposed_left, true);
  rule("transposed-product-on-the-right", ops::matmul(a, transposed_right), turned_right, transposed_right, false);
  return rules;
}

}  // namespace

Changed adjust_matmul_order(Module& module, const PassOptions&, PassContext& context) {
  return rule_pass(module, context, [](Function& fn) { return order_rules(fn); });
}

}  // namespace hammock
