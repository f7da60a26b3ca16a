// SPDX-License-Identifier: Apache-2.0
// Proofs about dims against evaluation at many points: random expressions, and rewritings of them by laws that keep the
// value.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "choices.h"
#include "hammock/infer/describe.h"
#include "hammock/infer/struct_info.h"
#include "hammock/prim/simplify.h"

namespace hammock {
namespace {

class Dims {
 public:
  explicit Dims(uint64_t seed) : random_(seed) {
    for (const char* name : {"m", "n", "k"}) symbols_.push_back(prims_.var(context.name(name)));
    for (int64_t a : {0, 1, 2, 3, 4, 5, 6, 7, 11, 29, 60}) {
      for (int64_t b : {0, 1, 2, 5, 12, 31}) {
        for (int64_t c : {0, 1, 4, 13, 37}) points_.push_back({a, b, c});
      }
    }
  }

  Prim expression(int depth) {
    if (depth == 0 || below(6) == 0) return below(3) ? symbols_[below(3)] : number(static_cast<int64_t>(below(14)) - 3);
    using enum PrimKind;
    constexpr PrimKind kKinds[] = {add, sub, mul, mul, floordiv, floormod, min, max};
    PrimKind kind = kKinds[below(8)];
    Prim a = expression(depth - 1);
    bool by_constant = kind == floordiv || kind == floormod || (kind == mul && below(2));
    return node(kind, a, by_constant ? number(1 + static_cast<int64_t>(below(6))) : expression(depth - 1));
  }

  // Another way to write the same.
  Prim rewritten(Prim e, int depth) {
    using enum PrimKind;
    const PrimNode n = prims_[e];
    Prim v = symbols_[below(3)];
    if (n.kind <= var || depth == 0) return below(4) ? e : node(sub, node(add, e, v), v);
    Prim a = below(2) ? rewritten(n.lhs(), depth - 1) : n.lhs(), b = below(2) ? rewritten(n.rhs(), depth - 1) : n.rhs();
    std::optional<int64_t> c = prims_.constant(b);
    Prim minus = number(-1);
    switch (n.kind) {
      case mul:
        if (prims_[a].kind == add && below(2))
          return node(add, node(mul, prims_[a].lhs(), b), node(mul, prims_[a].rhs(), b));
        [[fallthrough]];
      case add: return below(2) ? node(n.kind, b, a) : node(n.kind, a, b);
      case floordiv:
        if (!c || below(3) == 0) break;
        return below(2) ? node(sub, node(floordiv, node(add, a, node(mul, v, b)), b), v)
                        : node(floordiv, node(mul, a, number(3)), number(*c * 3));
      case floormod:
        if (!c || below(3) == 0) break;
        return below(2) ? node(floormod, node(add, a, b), b) : node(sub, a, node(mul, node(floordiv, a, b), b));
      case min:
      case max:
        if (below(2))
          return node(mul, node(n.kind == min ? max : min, node(mul, b, minus), node(mul, a, minus)), minus);
        if (below(2)) return node(add, node(n.kind, node(sub, b, v), node(sub, a, v)), v);
        break;
      default: break;
    }
    return node(n.kind, a, b);
  }

  // Whether two expressions agree at every point, and at any.
  std::pair<bool, bool> agree(Prim a, Prim b) const {
    bool always = true, ever = false;
    for (const auto& at : points_) (value(a, at) == value(b, at) ? ever : always) = value(a, at) == value(b, at);
    return {always, ever};
  }

  size_t below(size_t n) { return random_.below(static_cast<uint32_t>(n)); }
  Context context;

 private:
  Prim number(int64_t v) { return prims_.integer(v); }
  Prim node(PrimKind kind, Prim a, Prim b) { return prims_.node(kind, kInt64, a, b); }

  int64_t value(Prim e, const std::array<int64_t, 3>& at) const {
    using enum PrimKind;
    const PrimNode& n = prims_[e];
    if (n.kind == int_imm) return n.value;
    if (n.kind == var) return at[static_cast<size_t>(std::ranges::find(symbols_, e) - symbols_.begin())];
    int64_t a = value(n.lhs(), at), b = value(n.rhs(), at);
    auto divided = [&] { return a / b - (a % b != 0 && (a < 0) != (b < 0)); };
    switch (n.kind) {
      case add: return a + b;
      case sub: return a - b;
      case mul: return a * b;
      case floordiv: return divided();
      case floormod: return a - divided() * b;
      case min: return std::min(a, b);
      default: return std::max(a, b);
    }
  }

  generate::Choices random_;
  PrimStore& prims_ = context.prims;
  std::vector<Prim> symbols_;
  std::vector<std::array<int64_t, 3>> points_;
};

TEST_CASE("what is proved of dims is true, and a dim written in another way is proved equal") {
  Dims dims(20);
  int proved = 0, tried = 0;
  for (int i = 0; i < 1500; ++i) {
    Prim a = dims.expression(1 + static_cast<int>(dims.below(3)));
    Prim same = dims.rewritten(a, 3), other = dims.expression(2), simple = simplify(dims.context, a);
    INFO(describe(dims.context, a), " and ", describe(dims.context, same), ", ", describe(dims.context, other), ", ",
         describe(dims.context, simple));
    CHECK(dims.agree(a, simple).first);
    CHECK(simplify(dims.context, simple) == simple);
    REQUIRE(dims.agree(a, same).first);
    ++tried;
    Truth truth = prove_equal(dims.context, a, same);
    CHECK(truth != Truth::no);
    proved += truth == Truth::yes;
    auto [always, ever] = dims.agree(a, other);
    Truth of_other = prove_equal(dims.context, a, other);
    CHECK((of_other != Truth::yes || always));
    CHECK((of_other != Truth::no || !ever));
  }
  CHECK(proved >= tried - 2);
}

TEST_CASE("min and max are equal however they are shifted, scaled, turned and nested") {
  Context context;
  PrimStore& p = context.prims;
  Prim m = p.var(context.name("m")), n = p.var(context.name("n")), k = p.var(context.name("k"));
  auto node = [&](PrimKind kind, Prim a, Prim b) { return p.node(kind, kInt64, a, b); };
  auto equal = [&](Prim a, Prim b) { return prove_equal(context, a, b) == Truth::yes; };
  using enum PrimKind;
  CHECK(equal(node(add, node(max, m, n), node(min, m, n)), node(add, m, n)));
  CHECK(equal(node(max, m, node(max, n, k)), node(max, node(max, k, m), n)));
  CHECK(equal(node(max, node(mul, m, p.integer(6)), node(mul, n, p.integer(6))),
              node(mul, node(max, n, m), p.integer(6))));
  CHECK(equal(node(sub, m, node(min, node(add, m, p.integer(2)), n)), node(max, p.integer(-2), node(sub, m, n))));
  CHECK(!equal(node(max, m, n), node(max, m, k)));
}

}  // namespace
}  // namespace hammock
