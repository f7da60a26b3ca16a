// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call.h"

namespace hammock::lower {

// The axes that a reduction runs over, in order, and the result's shape.
struct ReducedAxes {
  std::vector<size_t> axes;
  Dims shape;
  std::vector<ReduceAxis> reduced;
  bool keeps_dims = false;

  ReducedAxes(const StageTensor& x, std::vector<size_t> axes, bool keeps_dims);
  // Where x is read.
  Index index(const Index& at, const Index& over) const;
  // The place in the result of a place in x.
  Index kept(const Stages& stages, const Index& at) const;
};

std::vector<size_t> all_axes(size_t rank);
// As the attribute says; all where it says none.
std::vector<size_t> axes_of(const CallLowering& c, std::string_view attr, size_t rank);

StageTensor reduced(Stages& stages, Fold fold, const StageTensor& x, const ReducedAxes& r);
// Stage T_divide: by the number of elements that a place of the result stands for.
StageTensor divided_by_count(CallLowering& c, const StageTensor& sum, const StageTensor& x,
                             const std::vector<size_t>& axes);

}  // namespace hammock::lower
