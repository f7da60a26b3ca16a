// SPDX-License-Identifier: Apache-2.0
// Layouts of convolutions and pooling. Everything is computed on (outer, channel, depth, height, width): a layout with
// fewer spatial axes gets axes of size 1 in front of them.
#pragma once

#include <string_view>

#include "call.h"

namespace hammock::reference {

// The data in the order of `canonical` ("NCDHW", "OIDHW", ...), axes that the layout lacks as 1, the parts of a
// packed axis ("NCHW16c") as one. What a packed axis of the result does not divide is an error.
Tensor to_canonical(const OpCall& call, const Tensor& x, std::string_view layout, std::string_view canonical);
Tensor from_canonical(const OpCall& call, const Tensor& x, std::string_view layout, std::string_view canonical);
// How many axes of a layout are D, H or W.
int64_t spatial_axes(std::string_view layout);

// Attributes of a window that moves over the spatial axes; 3 entries, for absent axes a window of 1.
struct Window {
  int64_t spatial;                                            // axes that exist: 1, 2 or 3
  std::array<int64_t, 3> size, stride, dilation, begin, end;  // of padding: begin and end
};
// `size` of the spatial axes that exist. Nothing if an attribute has the wrong length or a stride or dilation is not
// positive.
std::optional<Window> window_of(const OpCall& call, const Dims& size);

}  // namespace hammock::reference
