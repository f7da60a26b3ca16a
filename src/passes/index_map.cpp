// SPDX-License-Identifier: Apache-2.0
// A split dim is a number whose digits are among the results of the map: `i // 4` and `i % 4`. Its element is the sum
// of the digits times what they stand for.
#include "index_map.h"

#include <fmt/format.h>

#include <algorithm>

#include "hammock/prim/simplify.h"
#include "hammock/prim/symbols.h"

namespace hammock {
namespace {

std::vector<Prim> prims_of(Context& context, std::span<const Attr> attrs) {
  std::vector<Prim> out;
  for (Attr a : attrs) {
    const AttrNode& n = context.attrs[a];
    out.push_back(n.kind == AttrKind::prim ? Prim(n.id) : context.prims.integer(n.value));
  }
  return out;
}

Attr index_map(Context& context, std::span<const Prim> params, std::span<const Prim> results) {
  std::vector<Attr> items;
  for (Prim p : params) items.push_back(context.attrs.prim(p));
  for (Prim p : results) items.push_back(context.attrs.prim(p));
  return context.attrs.other(AttrKind::index_map, static_cast<int64_t>(params.size()), items);
}

// var // worth % size; size 0: to the end of the dim.
struct Digit {
  Prim var;
  int64_t worth = 1, size = 0;
  uint32_t result = 0;  // by number
};

std::optional<Digit> digit_of(const PrimStore& prims, Prim e) {
  std::vector<std::pair<PrimKind, int64_t>> steps;
  for (; prims[e].kind == PrimKind::floordiv || prims[e].kind == PrimKind::floormod; e = prims[e].lhs()) {
    const int64_t by = prims.constant(prims[e].rhs()).value_or(0);
    if (by <= 0) return std::nullopt;
    steps.emplace_back(prims[e].kind, by);
  }
  if (prims[e].kind != PrimKind::var) return std::nullopt;
  Digit out{.var = e};
  for (; !steps.empty(); steps.pop_back()) {
    const auto [kind, by] = steps.back();
    if (out.size % by != 0) return std::nullopt;
    if (kind == PrimKind::floormod) out.size = by;
    else if (__builtin_mul_overflow(out.worth, by, &out.worth)) return std::nullopt;
    else out.size /= by;
  }
  return out;
}

class Inverse {
 public:
  Inverse(Context& context, Attr map, std::span<const Prim> shape)
      : context_(context),
        prims_(context.prims),
        params_(prims_of(context, context.attrs.map_params(map))),
        results_(prims_of(context, context.attrs.map_results(map))),
        shape_(shape) {}

  std::optional<InverseMap> run() {
    if (params_.size() != shape_.size()) return std::nullopt;
    std::vector<Prim> axes;
    std::vector<Digit> digits;
    for (uint32_t r = 0; r < results_.size(); ++r) {
      axes.push_back(prims_.var(context_.name(fmt::format("axis{}", r))));
      if (prims_.is_constant(results_[r], 0)) continue;
      std::optional<Digit> digit = digit_of(prims_, results_[r]);
      if (!digit) return std::nullopt;
      digit->result = r;
      digits.push_back(*digit);
    }
    std::ranges::stable_sort(digits, std::greater(), &Digit::worth);
    std::vector<Prim> elements;
    for (size_t p = 0; p < params_.size(); ++p) {
      const Prim element = element_of(p, digits, axes);
      if (!element) return std::nullopt;
      elements.push_back(element);
    }
    return InverseMap{index_map(context_, axes, elements), pads_};
  }

 private:
  // The digits, the greatest first; none where they do not make up the dim.
  Prim element_of(size_t p, const std::vector<Digit>& digits, std::span<const Prim> axes) {
    Prim sum;
    int64_t above = 0;  // what the digit before is worth
    for (const Digit& d : digits) {
      if (d.var != params_[p]) continue;
      if (!sum) {
        if (!holds(d, shape_[p])) return {};
      } else if (d.size == 0 || d.size * d.worth != above) {
        return {};
      }
      above = d.worth;
      const Prim part = prims_.mul(axes[d.result], prims_.integer(d.worth));
      sum = sum ? prims_.add(sum, part) : part;
    }
    if (prims_.is_constant(shape_[p], 1) && above <= 1) return prims_.integer(0);
    return sum && above == 1 ? sum : Prim();
  }

  // Can the first digit say all of the dim? Notes whether there is room for more.
  bool holds(const Digit& d, Prim extent) {
    if (d.size != 0) {
      const int64_t room = d.size * d.worth;
      pads_ |= !prims_.is_constant(extent, room);
      return prims_.constant(extent).value_or(room + 1) <= room;
    }
    pads_ |= prove_equal(context_, prims_.floormod(extent, prims_.integer(d.worth)), prims_.integer(0)) != Truth::yes;
    return true;
  }

  Context& context_;
  PrimStore& prims_;
  std::vector<Prim> params_, results_;
  std::span<const Prim> shape_;
  bool pads_ = false;
};

}  // namespace

Attr fresh_index_map(Context& context, Attr map) {
  std::vector<Prim> params = prims_of(context, context.attrs.map_params(map)),
                    results = prims_of(context, context.attrs.map_results(map));
  PrimMap fresh;
  for (Prim& p : params) {
    const Prim old = p;
    const Name name = context.prims[old].name();
    p = context.prims.var(name, context.prims[old].dtype);
    fresh.emplace(old, p);
  }
  for (Prim& r : results) r = substitute(context, r, fresh);
  return index_map(context, params, results);
}

std::optional<InverseMap> inverse_of(Context& context, Attr map, std::span<const Prim> shape) {
  return Inverse(context, map, shape).run();
}

}  // namespace hammock
