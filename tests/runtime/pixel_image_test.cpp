// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/pixel_image.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

using namespace hammock;

TEST_CASE("windows in place are those that pack_pixels() copies") {
  constexpr int64_t kImages = 2, kHeight = 9, kWidth = 8;
  for (int64_t channels : {1, 3, 128})
    for (bool is_last : {false, true})
      for (int64_t stride : {1, 2})
        for (int64_t dilation : {1, 2})
          for (int64_t code : {0, 1, 2, 3, 4, 5}) {
            const int64_t pad = std::array{0, 1, 3}[static_cast<size_t>(code / 2)], depth = code % 2 == 0 ? 1 : 5;
            const int64_t kernel_d = std::min<int64_t>(depth, 2), taps = kernel_d * 6;
            ImageWindow v;
            v.depth = depth, v.kernel_d = kernel_d, v.stride_d = depth == 1 ? 1 : stride, v.dilation_d = dilation;
            v.pad_front = depth == 1 ? 0 : pad;
            v.out_d = (depth + 2 * v.pad_front - ((kernel_d - 1) * dilation + 1)) / v.stride_d + 1;
            v.height = kHeight, v.width = kWidth, v.kernel_h = 3, v.kernel_w = 2;
            v.stride_h = v.stride_w = stride, v.dilation_h = 1, v.dilation_w = dilation;
            v.pad_top = pad, v.pad_left = pad / 2;
            v.out_h = (kHeight + 2 * pad - 3) / stride + 1;
            v.out_w = (kWidth + pad - (dilation + 1)) / stride + 1;
            v.channel_stride = is_last ? 1 : kHeight * kWidth, v.col_stride = is_last ? channels : 1;
            if (!is_last) v.channel_stride *= depth;
            v.row_stride = kWidth * v.col_stride, v.slice_stride = kHeight * v.row_stride;
            v.image_stride = channels * depth * kHeight * kWidth;
            std::vector<float> data(static_cast<size_t>(kImages * v.image_stride));
            std::iota(data.begin(), data.end(), 1.0f);
            const int64_t k = channels * taps, pixels = kImages * v.pixels();
            PackSource source{reinterpret_cast<const std::byte*>(data.data()), kFloat32, k};
            source.window = &v;
            std::vector<float> windows(static_cast<size_t>(pixels * k));
            pack_pixels(Packed::f32, source, 0, k, 0, pixels, reinterpret_cast<std::byte*>(windows.data()), k * 4);

            // As rows, and as columns, whose copy has them side by side.
            for (bool is_row : {true, false}) {
              const PixelImage image = is_row ? pixel_image_of(v, k, kImages, 4, true) : column_image_of(v, k);
              std::vector<float> copy(static_cast<size_t>(image.is_copy ? image.elements() : 0));
              if (image.is_copy) {
                const int64_t half = image.rows() / 2;
                auto* to = reinterpret_cast<std::byte*>(copy.data());
                pad_rows(Packed::f32, source, image, half, image.rows(), to);
                pad_rows(Packed::f32, source, image, 0, half, to);
                std::vector<double> converted(copy.begin(), copy.end());
                pad_rows(Packed::f64, source, image, 0, image.rows(), reinterpret_cast<std::byte*>(converted.data()));
                REQUIRE(std::equal(copy.begin(), copy.end(), converted.begin()));
              }
              const std::vector<int32_t> offsets = window_offsets(v, image, 4);
              REQUIRE(offsets.size() == static_cast<size_t>(k));
              const int64_t step = is_row ? stride : 1, step_d = is_row ? v.stride_d : 1;
              for (int64_t w = 0; w < image.images * v.pixels(); ++w) {
                const PixelPlace pixel = pixel_at(v, w);
                const int64_t at = pixel.outer * image.image + pixel.d * step_d * image.slice +
                                   pixel.h * step * image.row + pixel.w * step * image.pixel;
                bool are_same = true;
                for (int64_t i = 0; i < k; ++i) {
                  // k of columns is (channel, tap) in any case.
                  const int64_t of = !is_row && is_last ? i % taps * channels + i / taps : i;
                  const float* first = (image.is_copy ? copy : data).data() + at;
                  are_same &= first[offsets[static_cast<size_t>(i)] / 4] == windows[static_cast<size_t>(w * k + of)];
                }
                REQUIRE(are_same);
              }
            }
          }
}
