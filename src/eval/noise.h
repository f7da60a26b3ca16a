// SPDX-License-Identifier: Apache-2.0
// Rounding errors on purpose.
#pragma once

#include "hammock/ir/op.h"
#include "hammock/runtime/tensor.h"

namespace hammock::reference {

// May an element of the result be other than exact? Moving elements, choosing among them and rounding to integers is
// exact.
bool rounds(Op op);
// Does an element of the result come from a sum of many? How far that is rounded depends on the terms, not on the
// result. In halves no sum is kept.
bool accumulates(Op op);
// The last place, as a part of a number, of what sums for a result of that dtype are kept in; their operands may be
// wider.
double unit_of_sums(Op op, DType result);
// Can no noise of that size be seen in the operand, so that only the sum's result can have it?
bool is_coarse(const RuntimeValue& operand);
// The rounding of a sum grows with the root of its terms, not with each: measured, with room to spare.
double units_of_terms(double terms);
// Moves every float element by up to `units` of its last place, or of `least` where that is more, halves by half of
// that; infinities and NaN stay, and zeros but those of float16, which may be too small a number. Shared bytes are
// copied before.
enum class Noisy : uint8_t { all_floats, not_halves };
void add_noise(RuntimeValue& value, double units, uint64_t key, double least = 0, Noisy which = Noisy::all_floats);
// As that, and by up to `units` of `least` of the typical element, since the terms of sums are as large also where they
// cancel; of a logarithm by units of the sum, which lie near 1 where it matters.
void add_noise_of_sums(RuntimeValue& value, double units, uint64_t key, double least, bool is_log);
// Moves every element by up to `units` of the last place of its own and of the operand's element.
void add_noise_of_operand(Tensor& result, const Tensor& operand, double units, uint64_t key);
// Moves every element by up to `units` of the last place of the largest within `reach` along the last two dims, as what
// is added up with its neighbours before it is multiplied.
void add_noise_of_neighbours(Tensor& tensor, int64_t reach, double units, uint64_t key);
// A number of that dtype, moved by up to `units` of its last place, halves by half of that.
double disturbed(double value, DType dtype, double units, uint64_t key);
// The middle one of the finite magnitudes: a few huge elements do not hide the others. 0 if there is none.
double typical_magnitude(const Tensor& tensor);

}  // namespace hammock::reference
