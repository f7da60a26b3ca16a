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
