// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/prim_kind.h"

#include <algorithm>

#include "hammock/ir/integers.h"

namespace hammock {
namespace {

template <class Wide, class T>
std::optional<Wide> in_order(PrimKind kind, T a, T b) {
  switch (kind) {
    case PrimKind::min: return std::min(a, b);
    case PrimKind::max: return std::max(a, b);
    case PrimKind::eq: return a == b;
    case PrimKind::ne: return a != b;
    case PrimKind::lt: return a < b;
    case PrimKind::le: return a <= b;
    case PrimKind::gt: return a > b;
    case PrimKind::ge: return a >= b;
    default: return std::nullopt;
  }
}

}  // namespace

PrimKind mirrored(PrimKind comparison) {
  switch (comparison) {
    case PrimKind::lt: return PrimKind::gt;
    case PrimKind::le: return PrimKind::ge;
    case PrimKind::gt: return PrimKind::lt;
    case PrimKind::ge: return PrimKind::le;
    default: return comparison;
  }
}

PrimKind negated(PrimKind comparison) {
  switch (comparison) {
    case PrimKind::lt: return PrimKind::ge;
    case PrimKind::le: return PrimKind::gt;
    case PrimKind::gt: return PrimKind::le;
    case PrimKind::ge: return PrimKind::lt;
    case PrimKind::eq: return PrimKind::ne;
    default: return PrimKind::eq;
  }
}

std::optional<__int128> computed(PrimKind kind, int64_t x, int64_t y) {
  const __int128 a = x, b = y;
  if (row(kind).group == PrimGroup::division && b == 0) return std::nullopt;
  switch (kind) {
    case PrimKind::add: return a + b;
    case PrimKind::sub: return a - b;
    case PrimKind::mul: return a * b;
    case PrimKind::div: return a / b;
    case PrimKind::mod: return a % b;
    case PrimKind::floordiv: return floor_div(a, b);
    case PrimKind::floormod: return a - floor_div(a, b) * b;
    case PrimKind::logical_and: return a && b;
    case PrimKind::logical_or: return a || b;
    default: return in_order<__int128>(kind, x, y);
  }
}

std::optional<double> computed(PrimKind kind, double a, double b) {
  switch (kind) {
    case PrimKind::add: return a + b;
    case PrimKind::sub: return a - b;
    case PrimKind::mul: return a * b;
    case PrimKind::div: return a / b;
    default: return in_order<double>(kind, a, b);
  }
}

}  // namespace hammock
