// SPDX-License-Identifier: Apache-2.0
// Primitive expressions in the notation of C++: operands of different dtypes are matched, constants folded (language
// 2.3), a number takes the dtype of the expression beside it.
#pragma once

#include <concepts>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "hammock/ir/context.h"

namespace hammock::lower {

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

class PrimExpr {
 public:
  PrimExpr() = default;
  PrimExpr(Context& context, Prim prim) : context_(&context), prim_(prim) {}

  Prim prim() const { return prim_; }
  DType dtype() const { return context_->prims[prim_].dtype; }
  Context& context() const { return *context_; }
  explicit operator bool() const { return bool(prim_); }
  std::optional<int64_t> constant() const { return context_->prims.constant(prim_); }

  // A number of its dtype.
  PrimExpr like(double value) const;
  template <std::integral T>
  PrimExpr like(T value) const {
    return whole(static_cast<int64_t>(value));
  }

 private:
  PrimExpr whole(int64_t value) const;

  Context* context_ = nullptr;
  Prim prim_;
};

// Thrown by what a rule is made of: the call is left alone.
struct NoKernel {};

// Of an unknown dtype there are none.
PrimExpr number(Context& context, double value, DType dtype);
PrimExpr integer(Context& context, int64_t value, DType dtype = kInt64);

// The least and the greatest number of a dtype, in the dtype `of`.
PrimExpr least(Context& context, DType dtype);
PrimExpr greatest(Context& context, DType dtype);

PrimExpr binary(PrimKind kind, PrimExpr a, PrimExpr b);
PrimExpr cast(DType to, PrimExpr e);  // nothing where it has the dtype
PrimExpr select(PrimExpr condition, PrimExpr a, PrimExpr b);
PrimExpr if_then_else(PrimExpr condition, PrimExpr a, PrimExpr b);
PrimExpr call(std::string_view intrinsic, std::initializer_list<PrimExpr> operands);  // of the first operand's dtype
PrimExpr logical_not(PrimExpr e);

#define HAMMOCK_BINARY(name, kind)                                                      \
  inline PrimExpr name(PrimExpr a, PrimExpr b) { return binary(PrimKind::kind, a, b); } \
  template <Number T>                                                                   \
  PrimExpr name(PrimExpr a, T b) {                                                      \
    return name(a, a.like(b));                                                          \
  }                                                                                     \
  template <Number T>                                                                   \
  PrimExpr name(T a, PrimExpr b) {                                                      \
    return name(b.like(a), b);                                                          \
  }
HAMMOCK_BINARY(operator+, add)
HAMMOCK_BINARY(operator-, sub)
HAMMOCK_BINARY(operator*, mul)
HAMMOCK_BINARY(operator/, div)  // of integers towards zero
HAMMOCK_BINARY(floordiv, floordiv)
HAMMOCK_BINARY(operator%, floormod)
HAMMOCK_BINARY(truncmod, mod)
HAMMOCK_BINARY(min, min)
HAMMOCK_BINARY(max, max)
HAMMOCK_BINARY(operator<, lt)
HAMMOCK_BINARY(operator<=, le)
HAMMOCK_BINARY(operator>, gt)
HAMMOCK_BINARY(operator>=, ge)
HAMMOCK_BINARY(operator==, eq)
HAMMOCK_BINARY(operator!=, ne)
HAMMOCK_BINARY(operator&&, logical_and)
HAMMOCK_BINARY(operator||, logical_or)
#undef HAMMOCK_BINARY

}  // namespace hammock::lower
