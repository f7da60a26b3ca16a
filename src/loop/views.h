// SPDX-License-Identifier: Apache-2.0
// Strided views of memory, and what the view operators do to views and to points.
//
//   apply    the view of an operator's result, if strides can express it
//   undo     the view of the operand that makes the result lie at the given view (for bijective operators)
//   source   the point of the operand from which the element at a point of the result comes
//   target   the point of the result to which the operand's element at a point goes (for bijective operators)
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "graph.h"
#include "index_math.h"

namespace hammock::loop {

struct View {
  uint32_t memory = 0;
  int64_t offset = 0;  // in elements
  Dims shape;
  Dims strides;  // in elements

  bool is_contiguous() const;  // row-major, whatever the strides of dims of extent 1 are
  friend bool operator==(const View&, const View&) = default;
};

Dims contiguous_strides(const Dims& shape);
View contiguous_view(uint32_t memory, const Dims& shape);

// Every element of the result is one of the operand, and the other way round.
bool is_bijective(const GraphItem& item);

std::optional<View> apply(const GraphItem& item, const View& operand);
std::optional<View> undo(const GraphItem& item, const View& result, const Dims& operand_shape);

using Point = std::vector<Prim>;
Point source(IndexMath& math, const GraphItem& item, const Dims& operand_shape, std::span<const Prim> point);
Point target(IndexMath& math, const GraphItem& item, const Dims& operand_shape, std::span<const Prim> point);

// The point of an operand of shape `from` that a point of a result of shape `to` reads when broadcasting.
Point broadcast_point(IndexMath& math, const Dims& from, std::span<const Prim> point);

}  // namespace hammock::loop
