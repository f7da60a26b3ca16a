// SPDX-License-Identifier: Apache-2.0
// Index maps (T.index_map): where each element of a tensor is in another layout.
#pragma once

#include <optional>
#include <span>

#include "hammock/ir/context.h"

namespace hammock {

// The same map of variables of its own.
Attr fresh_index_map(Context& context, Attr map);

struct InverseMap {
  Attr map;           // from the new layout
  bool pads = false;  // the new layout has places for more elements, or nobody knows
};
// Of a map from a tensor of that shape. Nothing where a dim is neither whole, nor split into quotients and remainders
// by constants.
std::optional<InverseMap> inverse_of(Context& context, Attr map, std::span<const Prim> shape);

}  // namespace hammock
