// SPDX-License-Identifier: Apache-2.0
// Layout strings: NCHW, NHWC, OIHW, NCHW16c. A capital letter is an axis; a number with a small letter is the inner
// part of the axis of that letter (C split into C outer and 16 inner).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "infer_call.h"

namespace hammock::rules {

class Layout {
 public:
  // Nothing if the text is no layout of exactly the axes of `canonical` ("NCHW"), each once.
  static std::optional<Layout> parse(std::string_view text, std::string_view canonical);

  int rank() const { return static_cast<int>(axes_.size()); }
  // The length that the layout says for a dim which is an inner part; 0 for the others.
  int64_t piece(size_t dim) const { return axes_[dim].inner; }
  // Dims in the order of the canonical letters, parts of an axis multiplied.
  Dims to_canonical(InferCall& r, const Dims& dims) const;
  // Dims of this layout; the outer part of a split axis is rounded up.
  Dims from_canonical(InferCall& r, const Dims& dims) const;

 private:
  struct Axis {
    size_t canonical;  // index of the letter
    int64_t inner;     // length of an inner part; 0 for the outer one
  };
  std::vector<Axis> axes_;
  size_t canonical_rank_ = 0;
};

// The layout that an attribute names, or a report.
bool layout(InferCall& r, std::string_view attribute, std::string_view canonical, Layout& out);
// Are the tensor's rank and the inner parts of its axes, if known, those of the layout?
bool fits_layout(InferCall& r, const TensorInfo& t, size_t i, std::string_view attribute, const Layout& layout);

}  // namespace hammock::rules
