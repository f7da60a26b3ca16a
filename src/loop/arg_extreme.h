// SPDX-License-Identifier: Apache-2.0
// The place of an extreme: two buffers that a loop updates together, as `argmax` of TVM does.
//
//   at[i] = best[i] > x or (best[i] == x and at[i] < k) ? at[i] : k
//   best[i] = best[i] > x ? best[i] : x
//
// If the places k rise, and `at` begins below them, these are reductions of their own: the extreme; the last NaN, with
// which it began anew; the first place after that where the extreme stands.
#pragma once

#include <optional>

#include "definition.h"
#include "statements.h"

namespace hammock::loop {

struct ArgExtreme {
  Combine combine = Combine::none;
  Prim element, place;  // x, k
};

std::optional<ArgExtreme> find_arg_extreme(const PrimStore& prims, const Assignment& at, const Assignment& best);

// Does it rise with every step of the loops, the last one fastest?
bool rises(const PrimStore& prims, Prim place, std::span<const Axis> loops);

// What is known for a point: the element and its place, over the axes; the extreme; with what the buffers began.
struct PlaceParts {
  std::vector<Axis> axes;
  Prim element, place, best, first_best;
  int64_t first_place = 0;
  Interval places;
};

// The reductions and the place from their results; in 32 bits where the places fit.
Prim place_of_extreme(Context& context, const PlaceParts& parts, std::vector<Reduction>& reductions);

}  // namespace hammock::loop
