// SPDX-License-Identifier: Apache-2.0
#include "winograd_cost.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "rounding.h"
#include "wide_vectors.h"

namespace hammock::winograd {
namespace {

constexpr int64_t kFewestChannels = 48;                 // see winograd.h
constexpr int64_t kFewestRows = 16, kFewestOfAll = 24;  // the transformations of fewer take longer than their products

// Pixels of padding alone are exactly zero, and no rounding of their neighbours may show in them.
bool has_pixels_of_padding(const ImageWindow& v) {
  const int64_t bottom = v.out_h + kKernel - 1 - v.height - v.pad_top,
                right = v.out_w + kKernel - 1 - v.width - v.pad_left;
  return std::max({v.pad_top, v.pad_left, bottom, right}) >= kKernel;
}

}  // namespace

double cycles_of_product(const GemmPlan& p) {
  const double step = cycles_of_step(static_cast<double>(p.rows), static_cast<double>(p.columns / p.lanes));
  return static_cast<double>(p.strips * p.panels) * step * static_cast<double>(p.problem.k);
}

double cycles_of_weights(double bytes, CacheSizes caches) { return bytes * cycles_of_weight_byte(bytes, caches); }

double cycles_of_window(const WinogradShape& s, int64_t rows, int64_t columns, double packing,
                        VectorRegisters registers, CacheSizes caches) {
  const int64_t k = s.channels * kKernel * kKernel;
  const int64_t pixels = s.images * s.window.out_h * s.window.out_w;
  const double bytes = static_cast<double>(s.rows * k) * 4;  // fetched meanwhile
  return choose_tile(rows, columns, registers).cycles * static_cast<double>(k) +
         packing * static_cast<double>(pixels * k) + bytes * cycles_of_byte(bytes, caches);
}

GemmPlan plan_products(const WinogradShape& s, int64_t m, int64_t n, int64_t vectors, int lanes, int64_t rows) {
  GemmPlan g;
  g.problem.m = m, g.problem.n = n, g.problem.k = g.steps = s.channels;
  g.rows = rows;
  g.strips = ceil_div(m, rows);
  g.group_strips = g.strips, g.group_rows = m;
  g.long_strips = m - g.strips * (rows - 1);
  g.lanes = lanes;
  g.columns = vectors * lanes;
  g.panels = ceil_div(n, g.columns);
  const int64_t most = std::min(std::clamp(s.channels / 8, kBlock, 2 * kBlock), ceil_div(s.channels, 2));
  g.blocks = ceil_div(g.steps, most);
  g.block = ceil_div(g.steps, g.blocks);
  return g;
}

PackSource source_of(const WinogradShape& s, const float* weight) {
  constexpr int64_t kTaps = kKernel * kKernel;
  const bool is_one_dim = s.weight_channel_stride == kTaps * s.weight_tap_stride;
  return {.data = reinterpret_cast<const std::byte*>(weight),
          .dtype = kFloat32,
          .k = s.channels * kTaps,
          .k_stride = s.weight_tap_stride,
          .w_stride = s.weight_row_stride,
          .inner = is_one_dim ? 0 : kTaps,
          .outer_stride = s.weight_channel_stride};
}

bool is_possible(const WinogradShape& s) {
  return s.rows >= kFewestRows && s.channels >= kFewestOfAll && s.images * s.window.out_h * s.window.out_w > 0 &&
         !has_pixels_of_padding(s.window);
}

bool is_exact_enough(const WinogradShape& s, int64_t tile) { return tile == 2 || s.channels >= kFewestChannels; }

DefinedTile::DefinedTile(const WinogradShape& s, const Tile& at, const float* data, const float* weights, int64_t rows,
                         int64_t weight_stride) {
  using Vector [[gnu::vector_size(kRows * sizeof(float))]] = float;
  constexpr int64_t kPatch = kTile + kKernel - 1, kChannels = 8;
  const ImageWindow& v = s.window;
  const int64_t top = at.y - v.pad_top, left = at.x - v.pad_left;
  const int64_t y_begin = std::clamp<int64_t>(-top, 0, kPatch), y_end = std::clamp<int64_t>(v.height - top, 0, kPatch);
  const int64_t x_begin = std::clamp<int64_t>(-left, 0, kPatch), x_end = std::clamp<int64_t>(v.width - left, 0, kPatch);
  const float* image = data + at.image * v.image_stride + top * v.row_stride + left * v.col_stride;
  // With indices that are constants the sums stay in registers.
  const auto add_up = [&]<int64_t... I>(std::integer_sequence<int64_t, I...>) ALWAYS_INLINE {
    float patch[kPatch][kPatch] = {};  // beside the image there are zeros
    Vector pixels[kTile * kTile] = {};
    for (int64_t c = 0; c < s.channels; ++c) {
      for (int64_t y = y_begin; y < y_end; ++y)
        for (int64_t x = x_begin; x < x_end; ++x)
          patch[y][x] = image[c * v.channel_stride + y * v.row_stride + x * v.col_stride];
      for (int64_t i = 0; i < kKernel; ++i)
        for (int64_t j = 0; j < kKernel; ++j, weights += weight_stride) {
          Vector weight = *weights - Vector{};  // in lanes without a row too
          if (rows == kRows) std::memcpy(&weight, weights, sizeof weight);
          else std::memcpy(&weight, weights, static_cast<size_t>(rows) * sizeof(float));
          ((pixels[I] += weight * patch[i + I / kTile][j + I % kTile]), ...);
        }
      if (c % kChannels != 0) continue;
      const auto are_nan = ((pixels[I] != pixels[I]) & ...);
      std::array<int64_t, sizeof are_nan / sizeof(int64_t)> lanes;
      std::memcpy(lanes.data(), &are_nan, sizeof are_nan);
      if (std::all_of(lanes.begin(), lanes.end(), [](int64_t of_two) { return of_two == -1; })) break;  // and stay so
    }
    (std::memcpy(sums[I / kTile][I % kTile], &pixels[I], sizeof(Vector)), ...);
  };
  in_vectors([&]() ALWAYS_INLINE { add_up(std::make_integer_sequence<int64_t, kTile * kTile>()); });
}

}  // namespace hammock::winograd
