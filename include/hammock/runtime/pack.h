// SPDX-License-Identifier: Apache-2.0
// Matrices copied into panels, the order in which a matrix product reads them.
//
// A panel is [k][width]: for every k the `width` neighbours along the other dim (w: the columns of a right factor, the
// rows of a left one). Copying converts to the element type that the product computes with, and reads through any
// strides, a transposition or the window of a convolution.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hammock/base/dtype.h"

namespace hammock {

// The elements of a panel. `quads` are four 8-bit integers along k in one 32-bit word, for dot-product instructions:
// a step of k is four elements then, the last one filled with zeros. `pairs` are two bfloat16 so, `shorts` two integers
// that 16 bits hold with their sign.
enum class Packed : uint8_t { f32, f64, i32, i64, quads, pairs, shorts };

constexpr int64_t packed_bytes(Packed type) { return type == Packed::f64 || type == Packed::i64 ? 8 : 4; }
// Elements along k in one.
constexpr int64_t packed_group(Packed type) {
  return type == Packed::quads ? 4 : type == Packed::pairs || type == Packed::shorts ? 2 : 1;
}
constexpr bool has_float_sums(Packed type) {
  return type == Packed::f32 || type == Packed::f64 || type == Packed::pairs;
}
constexpr int64_t packed_steps(Packed type, int64_t k) { return (k + packed_group(type) - 1) / packed_group(type); }

// The matrix of a convolution: k = (channel, kd, kh, kw), w = (image, od, oh, ow); elements outside the image are 0.
// Element (k, w) is data[image * image_stride + channel * channel_stride + (od * stride_d + kd * dilation_d -
// pad_front) * slice_stride + (oh * stride_h + kh * dilation_h - pad_top) * row_stride + ...]. A plane has a depth
// of 1.
struct ImageWindow {
  int64_t depth = 1, height = 0, width = 0, kernel_d = 1, kernel_h = 1, kernel_w = 1, out_d = 1, out_h = 1, out_w = 1;
  int64_t stride_d = 1, stride_h = 1, stride_w = 1, dilation_d = 1, dilation_h = 1, dilation_w = 1;
  int64_t pad_front = 0, pad_top = 0, pad_left = 0;
  int64_t image_stride = 0, channel_stride = 0, slice_stride = 0, row_stride = 0, col_stride = 1;

  constexpr int64_t taps() const { return kernel_d * kernel_h * kernel_w; }
  constexpr int64_t pixels() const { return out_d * out_h * out_w; }  // of the output
};

// A pixel of the output, or a point of the kernel, by its number in the matrix.
struct PixelPlace {
  int64_t outer, d, h, w;  // outer: the image, the channel
};
constexpr PixelPlace pixel_at(const ImageWindow& v, int64_t w) {
  return {w / v.pixels(), w / (v.out_h * v.out_w) % v.out_d, w / v.out_w % v.out_h, w % v.out_w};
}
constexpr PixelPlace tap_at(const ImageWindow& v, int64_t k) {
  return {k / v.taps(), k / (v.kernel_h * v.kernel_w) % v.kernel_d, k / v.kernel_w % v.kernel_h, k % v.kernel_w};
}

// What makes four bytes with a sign four without one, each 128 more.
inline constexpr uint32_t kFlippedSigns = 0x80808080u;

struct PackSource {
  const std::byte* data = nullptr;
  DType dtype;
  int64_t k = 0;                       // elements along k
  int64_t k_stride = 0, w_stride = 0;  // in elements; unused with a window
  // Unless 0, k = (outer, inner) with so many of the latter, `k_stride` apart.
  int64_t inner = 0, outer_stride = 0;
  const ImageWindow* window = nullptr;
  bool flip_sign = false;  // quads: int8 to uint8 by adding 128
  bool header = false;     // quads: each panel begins with -128 * (its sum over the packed k), an int32 per w

  bool lies_along_k() const { return !window && k_stride == 1 && inner == 0; }
  // Of element k, for w = 0, without a window.
  int64_t offset_along_k(int64_t element) const {
    return inner > 0 ? element / inner * outer_stride + element % inner * k_stride : element * k_stride;
  }
};

// Whether elements of this dtype can be packed so.
bool can_pack(Packed type, DType from);

// Steps [k_begin, k_begin + k_count) and elements [w_begin, w_begin + w_count) into ceil(w_count / width) panels,
// `panel_bytes` apart; the last is filled with zeros.
void pack_panels(Packed type, const PackSource& source, int64_t k_begin, int64_t k_count, int64_t w_begin,
                 int64_t w_count, int64_t width, std::byte* to, int64_t panel_bytes);

// Quads or pairs the other way round: [w][k], rows `row_bytes` apart, with zeros from the source's k on.
void pack_rows(Packed type, const PackSource& source, int64_t k_begin, int64_t k_count, int64_t w_begin,
               int64_t w_count, std::byte* to, int64_t row_bytes);

// A window the other way round: [w][k], rows `row_bytes` apart. If channels lie side by side (channel_stride is 1), k
// is (kd, kh, kw, channel), because those of a pixel are copied as they lie.
void pack_pixels(Packed type, const PackSource& source, int64_t k_begin, int64_t k_count, int64_t w_begin,
                 int64_t w_count, std::byte* to, int64_t row_bytes);

// The way back, for floats: element (k, w) of the panel to `to[k * k_stride + w * w_stride]`, converted.
void unpack_panel(Packed type, const std::byte* panel, int64_t width, int64_t k_count, int64_t w_count, DType dtype,
                  std::byte* to, int64_t k_stride, int64_t w_stride);

}  // namespace hammock
