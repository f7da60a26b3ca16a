// SPDX-License-Identifier: Apache-2.0
// Padding as a stage.
#pragma once

#include "call.h"

namespace hammock::lower {

// Of one dim; empty: none.
struct DimPadding {
  Expr before, after;
  bool is_none() const { return !before || (before.constant() == 0 && after.constant() == 0); }
};
using Padding = std::vector<DimPadding>;

// A stage with axes i0, i1, ..., also where nothing is padded. Zero where no value is given.
Tensor padded_always(Stages& stages, std::string_view name, const Tensor& x, const Padding& padding, Expr value = {});

// A stage pad_temp with axes ax0, ax1, ...; x itself where nothing is padded.
Tensor padded_where_needed(Stages& stages, const Tensor& x, const Padding& padding, Expr value);

}  // namespace hammock::lower
