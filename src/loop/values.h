// SPDX-License-Identifier: Apache-2.0
// A kernel as values: every assignment makes a new one, an expression over the points that it writes, which reads
// earlier values. Of parts of a buffer one value is made before somebody reads it. What a loop carries is a reduction
// or has no such form.
//
//   for i, k: C[i] = C[i] + A[i, k]        C2[i] = C1[i] + sum over k of A[i, k]
//
// Sums are taken in any order, as those of operators are, but for those of float16: they are rounded after each step,
// in the order of the text. Maxima and minima of floats say what they make of NaNs.
#pragma once

#include <optional>
#include <vector>

#include "definition.h"
#include "statements.h"

namespace hammock::loop {

struct KernelValue {
  Name name;
  DType dtype;
  Dims shape;
  std::optional<uint32_t> param;      // the value of a parameter at the beginning; nothing below is there
  Point point;                        // one axis per dim, 0 where the extent is 1
  std::vector<Reduction> reductions;  // for each point, in order
  Prim body;                          // over the point and the results; loads name values by their number
};

struct KernelValues {
  std::vector<KernelValue> list;
  std::vector<std::pair<uint32_t, uint32_t>> results;  // parameter, its value at the end
};

// The numbers of the values that an expression reads.
std::vector<uint32_t> values_read(const PrimStore& prims, Prim root);
std::vector<uint32_t> values_read(const PrimStore& prims, const KernelValue& value);

// Nothing unless the order of the assignments can be that of whole values: no loop around several of them carries
// something from a later one to an earlier one. Buffers that are scratch within a loop get its axis.
std::optional<KernelValues> find_values(Context& context, IndexMath& math, Assignments assignments);

}  // namespace hammock::loop
