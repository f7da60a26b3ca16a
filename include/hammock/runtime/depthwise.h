// SPDX-License-Identifier: Apache-2.0
// Convolutions in which each channel of the output has one of the data for itself: nothing is shared by channels, so
// the work is that of a plane, or of as many planes as there are lanes.
//
// A plane is copied with its padding, in phases (pixel_image.h), and then stays in the caches. A step makes some rows
// of the output at once, with pixels in the lanes and all sums in registers: for each column of the kernel, a row of
// the copy is loaded once for all rows of the output that it meets. The sums of a strip of rows then follow each other
// as the output's do, and finish() takes them as one run.
//
// With channels in the lanes the copy has a vector for each pixel, and so have the sums: finish() takes rows of
// channels. So it is where channels lie side by side, and where planes are so small that their rows would fill no
// vectors; there the copy and the sums are transposed on the way.
//
// Groups of few channels that lie side by side are the same: a vector has the outputs of some groups, and a column of
// the kernel is one of one of their channels, which a step brings into all lanes of its group.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "hammock/runtime/gemm.h"

namespace hammock {

// out[batch, m, pixel] = weight[batch, m, tap] * window[batch][tap, pixel], a tap of (channel, kh, kw)
struct DepthwiseShape {
  std::vector<int64_t> batch;
  int64_t m = 1;
  GemmFactor weight, data;  // k_stride and w_stride of the weight, over taps and m
  ImageWindow window;       // of one plane: no depth
  int64_t depth = 1;        // channels of a window; above 1 there are as many m, and channels lie last
  Packed type = Packed::f32;
  bool has_channels_last = false;  // of the output: they are (the last dim of the batch, m)
};

struct DepthwisePlan {
  DepthwiseShape shape;
  PixelImage image;
  std::vector<int32_t> offsets;               // of taps in the copy, in bytes
  int64_t channels = 1;                       // in the lanes: all of them, or 1 where pixels are
  int64_t rows = 1, strips = 1;               // of a step; the last strip begins where it has all of them
  int64_t lanes = 1, vectors = 1, tiles = 1;  // a tile of `vectors` is a step's part of the rows
  int64_t strips_per_chunk = 1;

  int64_t element_bytes() const { return packed_bytes(shape.type); }
  int64_t first_row(int64_t strip) const { return std::min(strip * rows, shape.window.out_h - rows); }
  int64_t tile_columns() const { return vectors * lanes / channels; }
  int64_t chunks_of_plane() const { return (strips + strips_per_chunk - 1) / strips_per_chunk; }
  bool has_channel_lanes() const { return channels > 1; }
  int64_t groups_at_once() const { return has_channel_lanes() ? lanes / shape.m : 1; }
  int64_t columns() const { return shape.depth * shape.window.kernel_w; }  // of the kernel, in each of its rows
  bool has_weights_in_place() const;
  bool has_pixels_in_place() const;  // with channels in the lanes
  // Sums of pixels of channels, for a finish() that takes planes.
  bool is_transposed() const { return has_channel_lanes() && !shape.has_channels_last; }
  int64_t strips_at_once() const { return is_transposed() ? strips_per_chunk : 1; }
  // Of a copy, in elements: from row to row of the output, and from vector to vector; in bytes from tap to tap.
  int64_t row_step() const { return has_channel_lanes() ? shape.window.stride_h * image.row : image.row; }
  int64_t vector_step() const { return has_channel_lanes() ? shape.window.stride_w * image.pixel : lanes; }
  int64_t tap_bytes() const {
    return (!has_channel_lanes() ? 1 : has_weights_in_place() ? shape.weight.k_stride : lanes) * element_bytes();
  }
  // Steps and finish() reach behind the last element.
  int64_t image_bytes() const { return whole_lines((image.elements() + vectors * vector_step()) * element_bytes()); }
  int64_t weight_bytes() const {
    const int64_t rows = shape.window.kernel_h + (shape.depth > 1 ? 1 : 0);
    return whole_lines(rows * columns() * channels * element_bytes());
  }
  int64_t sums_bytes() const {
    const int64_t pixels = strips_at_once() * rows * shape.window.out_w + tile_columns();
    return whole_lines(pixels * channels * element_bytes() + 64);
  }
  // With channels in the lanes: sums as planes, and pixels that did not lie side by side.
  int64_t planes_bytes() const { return is_transposed() ? sums_bytes() : 0; }
  int64_t pixels_bytes() const {
    const int64_t rows = std::min(image.height, shape.window.height);
    return has_channel_lanes() && !has_pixels_in_place() ? rows * shape.window.width * lanes * element_bytes() : 0;
  }
  int64_t member_bytes() const {
    return image_bytes() + weight_bytes() + sums_bytes() + planes_bytes() + whole_lines(pixels_bytes());
  }
};

// None where the product of a window is as well.
std::optional<DepthwisePlan> plan_depthwise(DepthwiseShape shape, VectorRegisters registers, CacheSizes caches,
                                            int threads);

// Sums of `rows` x `vectors`, rows of the output's width apart; the offsets are those of the kernel's first row.
using DepthwiseStep = void (*)(const std::byte* image, const std::byte* weights, const int32_t* offsets,
                               std::byte* sums);

struct DepthwiseRun {
  const std::byte *weight = nullptr, *data = nullptr;
  void* const* buffers = nullptr;                // passed to finish
  std::function<std::byte*(int member)> member;  // member_bytes() each
};
// With channels last finish() takes pixels as rows. Its columns are channels, without the batch's last dim, or, where m
// is above 1, so many from those of a group on that they reach into the next ones.
void run_depthwise(const DepthwisePlan& plan, DepthwiseStep step, GemmFinish finish, const DepthwiseRun& run,
                   ThreadPool& pool);

}  // namespace hammock
