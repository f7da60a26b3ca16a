// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/depthwise.h"

#include <doctest/doctest.h>

using namespace hammock;

namespace {

// Planes of so many channels, side x side, and a kernel as large, with its border.
bool has_channel_lanes(int64_t channels, int64_t side, int64_t kernel) {
  DepthwiseShape s;
  s.batch = {channels};
  s.weight = {kFloat32, {kernel * kernel}, 1, kernel * kernel, true};
  s.data = {kFloat32, {side * side}};
  ImageWindow& v = s.window;
  v.height = v.width = v.out_h = v.out_w = side;
  v.kernel_h = v.kernel_w = kernel;
  v.pad_top = v.pad_left = kernel / 2;
  v.row_stride = side;
  v.col_stride = 1;
  const CacheSizes caches{48 << 10, 2 << 20};
  const auto plan = plan_depthwise(s, {16, 32, false}, caches, 2);
  REQUIRE(plan);
  return plan->has_channel_lanes();
}

}  // namespace

TEST_CASE("channels are in the lanes where rows of pixels would leave most of them idle") {
  CHECK(has_channel_lanes(64, 7, 5));
  CHECK(has_channel_lanes(64, 14, 5));
  CHECK_FALSE(has_channel_lanes(64, 28, 7));  // rows fill vectors
  CHECK(has_channel_lanes(64, 20, 7));
  CHECK_FALSE(has_channel_lanes(17, 20, 7));  // channels fill half of two vectors
}
