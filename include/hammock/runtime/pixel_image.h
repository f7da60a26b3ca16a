// SPDX-License-Identifier: Apache-2.0
// The image of a convolution as the step of a product reads it: in place, without a copy of each window.
//
// The windows of two pixels are the same places shifted, if nothing lies beside the image. So an element of a window is
// where the pixel's first one is, plus an offset that depends on k alone: a table has them, and k may go through the
// window in any order. An image with padding, or of another dtype, or whose pixels push each other out of L1, is copied
// once, with the padding around it; its elements are fewer than those of its windows.
//
// Pixels are rows of a left factor, which are a stride apart; or they are columns of a right one, which are neighbours.
// For these the copy is in phases, one for each remainder of a place by the strides: each has what the output's pixels
// meet at one point of the kernel, and rows as long as those of all phases are. Between the rows of the output there
// are then columns that are none of its pixels.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hammock/runtime/pack.h"

namespace hammock {

// Strides in elements. k goes through a window as in pack_pixels(): (plane, kd, kh, kw, element of a pixel).
struct PixelImage {
  bool is_copy = false;
  int64_t images = 1, planes = 1;
  int64_t slices = 1, height = 0, width = 0;         // what windows reach, with the padding
  int64_t depth = 1;                                 // neighbours of a pixel in its plane
  int64_t phases_d = 1, phases_h = 1, phases_w = 1;  // slices, height and width: of each of them
  int64_t pixel = 0, row = 0, slice = 0, phase = 0, plane = 0, image = 0;

  int64_t rows() const { return images * slices * height; }
  int64_t elements_of_row() const { return planes * phases_d * phases_h * phases_w * row; }
  int64_t elements() const { return images * image; }
};

// The window of an image whose elements are groups of so many neighbours of a pixel, as steps of quads and pairs read
// them; nothing where a group would be of several pixels. `k`: elements of a window.
std::optional<ImageWindow> window_of_groups(const ImageWindow& window, int64_t k, int64_t group);
// How the windows of an image are read, elements of `bytes` each. `k`: elements of a window. `can_stay`: the image has
// the element type of the product.
PixelImage pixel_image_of(const ImageWindow& window, int64_t k, int64_t images, int64_t bytes, bool can_stay);
// The copy of one for columns.
PixelImage column_image_of(const ImageWindow& window, int64_t k);

// From a window's first element to the others, in bytes.
std::vector<int32_t> window_offsets(const ImageWindow& window, const PixelImage& image, int64_t bytes);

// Rows [begin, end) of rows() of a copy, those of all planes and phases: near those that the same pixels read. Of
// groups the source's window is window_of_groups().
void pad_rows(Packed type, const PackSource& source, const PixelImage& image, int64_t begin, int64_t end,
              std::byte* to);

}  // namespace hammock
