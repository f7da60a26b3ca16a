// SPDX-License-Identifier: Apache-2.0
// Items that no operator makes but an expression: what is recognised in a kernel's text. They are delayed, fused and
// stored as those of operators are.
//
//   element   out[point] = body
//   swept     out[point] = body, after reductions for each point of the dims that are not swept
//   product   out[point] = init + the sum over `reduced` of lhs * rhs, a Contraction
#pragma once

#include <optional>
#include <vector>

#include "family.h"
#include "hammock/loop/kernel.h"

namespace hammock::loop {

struct Reduction {  // a sum of float16 is rounded after each step, in the order of the axes
  Combine combine = Combine::none;
  OfNan nan = OfNan::keep;
  std::vector<Axis> axes;
  Prim init, body;
  Prim result;  // a variable
};

// An operand of a product: an element at indices that are sums of multiples of the product's axes.
struct ProductFactor {
  uint32_t value = 0;
  std::vector<Prim> index;
};

// A dim of the right factor along which a window slides: out * stride + in * dilation + begin, 0 outside the dim.
struct WindowDim {
  std::optional<size_t> dim;  // none: there is only a 0
  Axis out, in;               // in: extent 1 has no variable
  int64_t stride = 1, dilation = 1, begin = 0;
};

struct Product {
  ProductFactor lhs, rhs;
  std::vector<Axis> batch, rows, columns, reduced;  // with a window: reduced are the channels, there are no columns
  std::optional<WindowDim> depth, height, width;    // the last two or none
  Point point;                                      // of the result, over the axes
  Prim init;                                        // over the definition's point; none: 0
};

struct Definition {
  Name name;
  Point point;                     // one variable per dim, 0 where the extent is 1
  std::vector<uint32_t> operands;  // the numbers by which loads name the item's inputs
  std::vector<bool> is_in_place;   // per operand: read at the point itself only
  std::vector<Reduction> reductions;
  std::vector<bool> is_swept;  // per dim
  Prim body;
  std::optional<Product> product;
  int64_t steps = 0;  // of all reductions, for all points
  int cost = 1;

  const Family* family() const;
  // Which input has this number.
  size_t operand(uint32_t value) const;
};

}  // namespace hammock::loop
