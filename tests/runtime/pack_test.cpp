// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/pack.h"

#include <doctest/doctest.h>

#include <numeric>
#include <vector>

using namespace hammock;

namespace {

template <class T>
const std::byte* bytes(const std::vector<T>& v) {
  return reinterpret_cast<const std::byte*>(v.data());
}

}  // namespace

TEST_CASE("panels through any strides, the last one filled with zeros") {
  constexpr int64_t kSteps = 37, kCount = 45;
  std::vector<float> matrix(kSteps * kCount * 2);
  std::iota(matrix.begin(), matrix.end(), 1.0f);
  const int64_t strides[][2] = {{kCount, 1}, {1, kSteps}, {2 * kCount, 2}};  // along k, along w
  for (const auto& [k_stride, w_stride] : strides)
    for (int64_t width : {5, 14, 16, 32}) {
      const PackSource source{bytes(matrix), kFloat32, kSteps, k_stride, w_stride};
      const int64_t panels = (kCount - 3 + width - 1) / width, k_count = kSteps - 2;
      std::vector<float> packed(static_cast<size_t>(panels * k_count * width + 16), -1.0f);
      pack_panels(Packed::f32, source, 2, k_count, 3, kCount - 3, width, reinterpret_cast<std::byte*>(packed.data()),
                  k_count * width * 4);
      for (int64_t p = 0; p < panels; ++p)
        for (int64_t k = 0; k < k_count; ++k)
          for (int64_t i = 0; i < width; ++i) {
            const int64_t w = 3 + p * width + i;
            const float expected = w < kCount ? matrix[static_cast<size_t>((k + 2) * k_stride + w * w_stride)] : 0;
            REQUIRE(packed[static_cast<size_t>((p * k_count + k) * width + i)] == expected);
          }
      for (size_t i = packed.size() - 16; i < packed.size(); ++i) REQUIRE(packed[i] == -1);  // nothing behind
    }
}

TEST_CASE("quads of int8, made unsigned or with the sums of their columns") {
  constexpr int64_t kSize = 10, kCount = 21, kWidth = 16;
  std::vector<int8_t> matrix(kSize * kCount);
  for (size_t i = 0; i < matrix.size(); ++i) matrix[i] = static_cast<int8_t>(i * 37);
  const int64_t strides[][2] = {{kCount, 1}, {1, kSize}};
  for (const auto& [k_stride, w_stride] : strides)
    for (bool header : {false, true}) {
      PackSource source{bytes(matrix), kInt8, kSize, k_stride, w_stride};
      source.header = header, source.flip_sign = !header;
      const int64_t steps = packed_steps(Packed::quads, kSize), panel = (steps + header) * kWidth * 4;
      std::vector<int8_t> packed(static_cast<size_t>(2 * panel));
      pack_panels(Packed::quads, source, 0, steps, 0, kCount, kWidth, reinterpret_cast<std::byte*>(packed.data()),
                  panel);
      for (int64_t w = 0; w < kCount; ++w) {
        const int8_t* at = packed.data() + w / kWidth * panel;
        int32_t sum = 0;
        for (int64_t k = 0; k < kSize; ++k) {
          const int8_t value = matrix[static_cast<size_t>(k * k_stride + w * w_stride)];
          const int8_t got = at[((k / 4 + header) * kWidth + w % kWidth) * 4 + k % 4];
          REQUIRE(got == static_cast<int8_t>(header ? value : value ^ 0x80));
          sum += value;
        }
        if (header) REQUIRE(reinterpret_cast<const int32_t*>(at)[w % kWidth] == -128 * sum);
      }
    }
}

TEST_CASE("shorts of bytes, with zeros behind") {
  constexpr int64_t kSize = 11, kCount = 21, kWidth = 16, kSteps = 8;
  std::vector<int8_t> matrix(kSize * kCount);
  for (size_t i = 0; i < matrix.size(); ++i) matrix[i] = static_cast<int8_t>(i * 37);
  const int64_t strides[][2] = {{kCount, 1}, {1, kSize}, {2 * kCount, 2}};
  for (DType dtype : {kInt8, kUint8, kBool})
    for (const auto& [k_stride, w_stride] : strides) {
      const int64_t count = w_stride == 2 ? kCount / 2 : kCount, size = w_stride == 2 ? kSize / 2 : kSize;
      const PackSource source{bytes(matrix), dtype, size, k_stride, w_stride};
      const int64_t panel = kSteps * kWidth * 4;
      std::vector<int16_t> packed(static_cast<size_t>(panel), int16_t{77});
      pack_panels(Packed::shorts, source, 1, kSteps, 0, count, kWidth, reinterpret_cast<std::byte*>(packed.data()),
                  panel);
      for (int64_t w = 0; w < (count + kWidth - 1) / kWidth * kWidth; ++w)
        for (int64_t k = 0; k < 2 * kSteps; ++k) {
          const int16_t got =
              packed[static_cast<size_t>(w / kWidth * panel / 2 + (k / 2 * kWidth + w % kWidth) * 2 + k % 2)];
          const bool is_inside = w < count && k + 2 < size;
          const int8_t value = is_inside ? matrix[static_cast<size_t>((k + 2) * k_stride + w * w_stride)] : int8_t{};
          REQUIRE(got == (dtype == kInt8 ? value : static_cast<uint8_t>(value)));
        }
    }
}

TEST_CASE("pairs of bfloat16, and rows of quads and pairs, with zeros behind") {
  constexpr int64_t kSize = 11, kCount = 21, kWidth = 16, kSteps = 8, kRow = 64;
  std::vector<uint16_t> matrix(kSize * kCount);
  std::iota(matrix.begin(), matrix.end(), uint16_t{1});
  const int64_t strides[][2] = {{kCount, 1}, {1, kSize}};
  for (const auto& [k_stride, w_stride] : strides) {
    const PackSource source{bytes(matrix), kBfloat16, kSize, k_stride, w_stride};
    const int64_t panel = kSteps * kWidth * 4;
    std::vector<uint16_t> packed(static_cast<size_t>(panel)), rows(static_cast<size_t>(kCount * kRow / 2), 77);
    pack_panels(Packed::pairs, source, 0, kSteps, 0, kCount, kWidth, reinterpret_cast<std::byte*>(packed.data()),
                panel);
    pack_rows(Packed::pairs, source, 0, kSteps, 0, kCount, reinterpret_cast<std::byte*>(rows.data()), kRow);
    for (int64_t w = 0; w < 2 * kWidth; ++w)
      for (int64_t k = 0; k < 2 * kSteps; ++k) {
        const bool is_inside = k < kSize && w < kCount;
        const uint16_t expected = is_inside ? matrix[static_cast<size_t>(k * k_stride + w * w_stride)] : 0;
        const int64_t at = (w / kWidth * kSteps + k / 2) * kWidth * 2 + w % kWidth * 2 + k % 2;
        REQUIRE(packed[static_cast<size_t>(at)] == expected);
        if (w < kCount) REQUIRE(rows[static_cast<size_t>(w * kRow / 2 + k)] == expected);
      }
    REQUIRE(rows[2 * kSteps] == 77);  // nothing behind
    const PackSource quads{bytes(matrix), kUint8, kSize, k_stride, w_stride};
    std::vector<uint8_t> bytes_of_rows(static_cast<size_t>(kCount * kRow), 77);
    pack_rows(Packed::quads, quads, 1, 3, 0, kCount, reinterpret_cast<std::byte*>(bytes_of_rows.data()), kRow);
    for (int64_t w = 0; w < kCount; ++w)
      for (int64_t k = 4; k < 16; ++k) {
        const uint8_t expected = k < kSize ? static_cast<uint8_t>(bytes(matrix)[k * k_stride + w * w_stride]) : 0;
        REQUIRE(bytes_of_rows[static_cast<size_t>(w * kRow + k - 4)] == expected);
      }
  }
}

TEST_CASE("the pixels of a window, and k of two dims in the same order") {
  constexpr int64_t kChannels = 5, kHeight = 7, kWidth = 6, kOutputs = 9;
  ImageWindow v;
  v.height = kHeight, v.width = kWidth, v.kernel_h = 3, v.kernel_w = 2, v.out_h = 4, v.out_w = 4;
  v.stride_h = 2, v.stride_w = 2, v.pad_top = 1, v.pad_left = 2;
  const int64_t k = kChannels * v.kernel_h * v.kernel_w, pixels = 2 * v.out_h * v.out_w;
  for (int64_t pixel : {kChannels, kChannels + 3})  // from pixel to pixel: with what is none of ours between them
    for (int64_t dilation : {1, 2}) {
      v.dilation_w = dilation, v.channel_stride = 1, v.col_stride = pixel, v.row_stride = kWidth * pixel;
      v.image_stride = kHeight * v.row_stride;
      std::vector<float> image(static_cast<size_t>(2 * v.image_stride));
      std::iota(image.begin(), image.end(), 1.0f);
      PackSource source{bytes(image), kFloat32, k, 0, 0};
      source.window = &v;
      const int64_t begin = 3, count = k - 5, first = 2, row = count + 3;
      std::vector<double> rows(static_cast<size_t>((pixels - first) * row), -1);
      pack_pixels(Packed::f64, source, begin, count, first, pixels - first, reinterpret_cast<std::byte*>(rows.data()),
                  row * 8);
      for (int64_t w = first; w < pixels; ++w)
        for (int64_t i = 0; i < row; ++i) {
          const int64_t channel = (begin + i) % kChannels, tap = (begin + i) / kChannels;
          const int64_t y = w / v.out_w % v.out_h * 2 + tap / v.kernel_w - v.pad_top,
                        x = w % v.out_w * 2 + tap % v.kernel_w * dilation - v.pad_left;
          const bool is_inside = y >= 0 && y < kHeight && x >= 0 && x < kWidth;
          const int64_t at = w / (v.out_h * v.out_w) * v.image_stride + y * v.row_stride + x * pixel + channel;
          const double expected = i >= count ? -1 : is_inside ? image[static_cast<size_t>(at)] : 0;
          REQUIRE(rows[static_cast<size_t>((w - first) * row + i)] == expected);
        }
    }
  // Planes of channels, at times all inside of the image: k is (channel, tap).
  for (int64_t kernel : {2, 3, 5}) {
    v.kernel_w = kernel, v.dilation_w = 1, v.pad_left = 1, v.stride_w = 1;
    v.col_stride = 1, v.row_stride = kWidth, v.channel_stride = kHeight * kWidth, v.image_stride = 5 * v.channel_stride;
    std::vector<float> image(static_cast<size_t>(2 * v.image_stride));
    std::iota(image.begin(), image.end(), 1.0f);
    const int64_t all = kChannels * v.kernel_h * kernel;
    for (int64_t begin : {0, 4}) {
      PackSource source{bytes(image), kFloat32, all, 0, 0};
      source.window = &v;
      std::vector<float> rows(static_cast<size_t>(pixels * all), -1);
      pack_pixels(Packed::f32, source, begin, all - begin, 0, pixels, reinterpret_cast<std::byte*>(rows.data()),
                  all * 4);
      for (int64_t w = 0; w < pixels; ++w)
        for (int64_t i = begin; i < all; ++i) {
          const int64_t channel = i / (v.kernel_h * kernel), kh = i / kernel % v.kernel_h, kw = i % kernel;
          const int64_t y = w / v.out_w % v.out_h * 2 + kh - v.pad_top, x = w % v.out_w + kw - v.pad_left;
          const bool is_inside = y >= 0 && y < kHeight && x >= 0 && x < kWidth;
          const int64_t at = w / (v.out_h * v.out_w) * v.image_stride + channel * v.channel_stride + y * kWidth + x;
          REQUIRE(rows[static_cast<size_t>(w * all + i - begin)] == (is_inside ? image[static_cast<size_t>(at)] : 0));
        }
    }
  }
  // A weight of (output, channel, tap) read as (tap, channel).
  constexpr int64_t kTaps = 6, kSize = kChannels * kTaps;
  std::vector<float> weight(kOutputs * kSize);
  std::iota(weight.begin(), weight.end(), 1.0f);
  PackSource source{bytes(weight), kFloat32, kSize, kTaps, kSize};
  source.inner = kChannels, source.outer_stride = 1;
  const auto check = [&](int64_t first, int64_t count) {
    std::vector<float> packed(static_cast<size_t>(count * 16));
    pack_panels(Packed::f32, source, first, count, 0, kOutputs, 16, reinterpret_cast<std::byte*>(packed.data()), 0);
    for (int64_t k = first; k < first + count; ++k)
      for (int64_t w = 0; w < kOutputs; ++w) {
        const int64_t at = w * kSize + k % kChannels * kTaps + k / kChannels;
        REQUIRE(packed[static_cast<size_t>((k - first) * 16 + w)] == weight[static_cast<size_t>(at)]);
      }
  };
  check(3, kSize - 4);
  check(kChannels, 2 * kChannels);
}
