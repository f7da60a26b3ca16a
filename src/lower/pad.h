// SPDX-License-Identifier: Apache-2.0
// Padding as a stage.
#pragma once

#include "call.h"

namespace hammock::lower {

// Of one dim; empty: none.
struct DimPadding {
  PrimExpr before, after;
  bool is_none() const { return !before || (before.constant() == 0 && after.constant() == 0); }
};
using Padding = std::vector<DimPadding>;

// A stage with axes i0, i1, ..., also where nothing is padded. Zero where no value is given.
StageTensor padded_always(Stages& stages, std::string_view name, const StageTensor& x, const Padding& padding,
                          PrimExpr value = {});

// A stage pad_temp with axes ax0, ax1, ...; x itself where nothing is padded.
StageTensor padded_where_needed(Stages& stages, const StageTensor& x, const Padding& padding, PrimExpr value);

}  // namespace hammock::lower
