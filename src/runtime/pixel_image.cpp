// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/pixel_image.h"

#include <algorithm>

namespace hammock {
namespace {

// L1 has so many lines at places this far apart (jit-performance 2.4); pixels of a strip are to fall on more of them.
constexpr int64_t kLine = 64, kRepeat = 4096;

// From pixel to pixel of an output, in bytes: do a dozen of them fall on few lines?
bool collides(int64_t bytes) { return bytes % (kRepeat / 4) == 0; }

}  // namespace

std::optional<ImageWindow> window_of_groups(const ImageWindow& v, int64_t k, int64_t group) {
  if (group == 1) return v;
  ImageWindow out = v;
  bool are_whole = v.channel_stride == 1 && k / v.taps() % group == 0;
  for (int64_t* stride : {&out.image_stride, &out.slice_stride, &out.row_stride, &out.col_stride}) {
    are_whole = are_whole && *stride % group == 0;
    *stride /= group;
  }
  return are_whole ? std::optional(out) : std::nullopt;
}

PixelImage pixel_image_of(const ImageWindow& v, int64_t k, int64_t images, int64_t bytes, bool can_stay) {
  PixelImage p;
  const int64_t channels = k / v.taps();
  p.images = images;
  p.planes = v.channel_stride == 1 ? 1 : channels;
  p.depth = channels / p.planes;
  p.slices = (v.out_d - 1) * v.stride_d + (v.kernel_d - 1) * v.dilation_d + 1;
  p.height = (v.out_h - 1) * v.stride_h + (v.kernel_h - 1) * v.dilation_h + 1;
  p.width = (v.out_w - 1) * v.stride_w + (v.kernel_w - 1) * v.dilation_w + 1;
  const bool is_inside = v.pad_front == 0 && v.pad_top == 0 && v.pad_left == 0 && p.slices <= v.depth &&
                         p.height <= v.height && p.width <= v.width;
  p.is_copy = !can_stay || !is_inside || collides(v.stride_w * v.col_stride * bytes);
  if (!p.is_copy) {
    p.pixel = v.col_stride, p.row = v.row_stride, p.slice = v.slice_stride;
    p.plane = v.channel_stride, p.image = v.image_stride;
    if (p.planes == 1) p.plane = 0;
    return p;
  }
  p.pixel = p.depth;
  if (p.depth > 1 && collides(v.stride_w * p.pixel * bytes)) p.pixel += kLine / bytes;
  p.row = p.width * p.pixel;
  p.slice = p.height * p.row;
  p.plane = p.slices * p.slice;
  p.image = p.planes * p.plane;
  return p;
}

PixelImage column_image_of(const ImageWindow& v, int64_t k) {
  PixelImage p;
  p.is_copy = true;
  p.planes = k / v.taps();
  p.phases_d = v.stride_d, p.phases_h = v.stride_h, p.phases_w = v.stride_w;
  p.slices = v.out_d + (v.kernel_d - 1) * v.dilation_d / v.stride_d;
  p.height = v.out_h + (v.kernel_h - 1) * v.dilation_h / v.stride_h;
  p.width = v.out_w + (v.kernel_w - 1) * v.dilation_w / v.stride_w;
  p.pixel = 1;
  p.row = p.width;
  p.slice = p.height * p.row;
  p.phase = p.slices * p.slice;
  p.plane = p.phases_d * p.phases_h * p.phases_w * p.phase;
  p.image = p.planes * p.plane;
  return p;
}

std::vector<int32_t> window_offsets(const ImageWindow& v, const PixelImage& p, int64_t bytes) {
  std::vector<int32_t> out;
  out.reserve(static_cast<size_t>(p.planes * v.taps() * p.depth));
  for (int64_t k = 0; k < p.planes * v.taps(); ++k) {
    const PixelPlace tap = tap_at(v, k);
    const int64_t z = tap.d * v.dilation_d, y = tap.h * v.dilation_h, x = tap.w * v.dilation_w;
    const int64_t phase = (z % p.phases_d * p.phases_h + y % p.phases_h) * p.phases_w + x % p.phases_w;
    const int64_t first = tap.outer * p.plane + phase * p.phase + z / p.phases_d * p.slice + y / p.phases_h * p.row +
                          x / p.phases_w * p.pixel;
    for (int64_t i = 0; i < p.depth; ++i) out.push_back(static_cast<int32_t>((first + i) * bytes));
  }
  return out;
}

}  // namespace hammock
