// SPDX-License-Identifier: Apache-2.0
// A few points at a time: first the offsets and weights of the elements that each of them takes (its taps), then for
// one channel after another their sums, with the points as lanes. Where channels lie beside each other they are the
// lanes.
#include "hammock/runtime/grid_sample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "gemm_parts.h"
#include "wide_vectors.h"

namespace hammock {
namespace {

constexpr int64_t kPoints = 64;          // at a time
constexpr int64_t kChannels = 64;        // of a piece of work
constexpr int64_t kManyChannels = 6;     // beside each other: better lanes than points
constexpr int64_t kFewPoints = 8;        // worse lanes than channels, wherever those lie
constexpr int kTaps = 4;                 // of an axis
constexpr double kOutside = 0x1p31 - 8;  // of every axis; taps beside it are int32
constexpr int64_t kLongest = (int64_t{1} << 31) - 64;
constexpr int kMostTaps = kTaps * kTaps * kTaps;

// Of one axis.
struct AxisTaps {
  std::array<std::array<double, kPoints>, kTaps> weight;
  std::array<std::array<int32_t, kPoints>, kTaps> index;      // inside of the axis
  std::array<std::array<int32_t, kPoints>, kTaps> is_inside;  // or else it counts as 0
};

// Of all axes: by elements of a plane.
struct Taps {
  int count = 0;
  bool all_inside = true;
  std::array<std::array<double, kPoints>, kMostTaps> weight;
  std::array<std::array<int32_t, kPoints>, kMostTaps> offset;
  std::array<std::array<int32_t, kPoints>, kMostTaps> is_inside;
};

// Back into the axis by reflection at its borders.
double reflected(double at, double n, bool aligns) {
  const double low = aligns ? 0 : -0.5, span = aligns ? n - 1 : n;
  if (span <= 0) return 0;
  double d = std::fabs(at - low);
  if (!(d < 2 * span)) d = std::fmod(d, 2 * span);
  return low + (d > span ? 2 * span - d : d);
}

// The place of each coordinate on the axis, within what int32 holds.
template <class G>
ALWAYS_INLINE inline void find_places(const GridSample& s, const G* coordinates, double n, int64_t count,
                                      std::array<double, kPoints>& place) {
  for (int64_t p = 0; p < count; ++p) {
    const auto c = static_cast<double>(coordinates[p]);
    place[p] = s.aligns_corners ? (c + 1) / 2 * (n - 1) : ((c + 1) * n - 1) / 2;
  }
  if (s.padding == GridSample::Padding::reflection) {
    for (int64_t p = 0; p < count; ++p) place[p] = reflected(place[p], n, s.aligns_corners);
  }
  const bool is_clamped = s.padding != GridSample::Padding::zeros;
  const double low = is_clamped ? 0 : -kOutside, high = is_clamped ? n - 1 : kOutside;
  for (int64_t p = 0; p < count; ++p) {
    const double at = place[p], inside = at < low ? low : at > high ? high : at;
    const bool is_number = std::fabs(is_clamped ? inside : at) < std::numeric_limits<double>::infinity();
    place[p] = is_number ? inside : -kOutside;
  }
}

template <int kEach, class G>
ALWAYS_INLINE inline void find_axis(const GridSample& s, const G* coordinates, int64_t extent, int64_t count,
                                    AxisTaps& taps) {
  const auto n = static_cast<double>(extent);
  std::array<double, kPoints> place, base;
  find_places(s, coordinates, n, count, place);
  for (int64_t p = 0; p < count; ++p) {
    const double at = place[p], cut = static_cast<double>(static_cast<int32_t>(at));
    constexpr double kMagic = 0x1.8p52;  // a sum with it is rounded to a whole number
    base[p] = kEach == 1 ? (at + kMagic) - kMagic : cut - (at < cut ? 1 : 0);
    const double t = at - base[p], t2 = t * t, t3 = t2 * t;
    constexpr double a = -0.75;
    if constexpr (kEach == 1) {
      taps.weight[0][p] = 1;
    } else if constexpr (kEach == 2) {
      taps.weight[0][p] = 1 - t;
      taps.weight[1][p] = t;
    } else {
      taps.weight[0][p] = a * (t3 - 2 * t2 + t);
      taps.weight[1][p] = (a + 2) * t3 - (a + 3) * t2 + 1;
      taps.weight[2][p] = -(a + 2) * t3 + (2 * a + 3) * t2 - a * t;
      taps.weight[3][p] = -a * t3 + a * t2;
    }
  }
  const int32_t always = s.padding != GridSample::Padding::zeros;
  for (int k = 0; k < kEach; ++k) {
    for (int64_t p = 0; p < count; ++p) {
      const double tap = base[p] + (k - (kEach == 4 ? 1 : 0)), inside = tap < 0 ? 0 : tap > n - 1 ? n - 1 : tap;
      taps.index[k][p] = static_cast<int32_t>(inside);
      taps.is_inside[k][p] = static_cast<int32_t>(tap == inside) | always;
    }
  }
}

template <int kEach, int kDims, class G>
void find_taps(const GridSample& s, const G* grid, int64_t points, int64_t first, int64_t count, Taps& taps) {
  in_vectors([=, &s, &taps]() ALWAYS_INLINE {
    std::array<AxisTaps, kDims> axes;
    std::array<int32_t, kDims> in;
    taps.count = 1;
    for (int d = 0; d < kDims; ++d) {
      find_axis<kEach>(s, grid + (kDims - 1 - d) * points + first, s.in[d], count, axes[d]);
      in[d] = static_cast<int32_t>(s.in[d]);
      taps.count *= kEach;
    }
    int32_t all_inside = 1;
    for (int k = 0; k < taps.count; ++k) {
      std::array<int, kDims> of;
      int rest = k;
      for (int d = kDims; d-- > 0; rest /= kEach) of[d] = rest % kEach;
      for (int64_t p = 0; p < count; ++p) {
        double weight = axes[0].weight[of[0]][p];
        int32_t offset = axes[0].index[of[0]][p], is_inside = axes[0].is_inside[of[0]][p];
        for (int d = 1; d < kDims; ++d) {
          weight *= axes[d].weight[of[d]][p];
          offset = offset * in[d] + axes[d].index[of[d]][p];
          is_inside &= axes[d].is_inside[of[d]][p];
        }
        taps.weight[k][p] = weight;
        taps.offset[k][p] = offset;
        taps.is_inside[k][p] = is_inside;
        all_inside &= is_inside;
      }
    }
    taps.all_inside = all_inside != 0;
  });
}

template <class G>
auto tap_finder(const GridSample& s) {
  const bool is_flat = s.in.size() == 2;
  switch (s.method) {
    case GridSample::Method::nearest: return is_flat ? find_taps<1, 2, G> : find_taps<1, 3, G>;
    case GridSample::Method::bilinear: return is_flat ? find_taps<2, 2, G> : find_taps<2, 3, G>;
    default: return is_flat ? find_taps<4, 2, G> : find_taps<4, 3, G>;
  }
}

// What is outside counts as 0, also where its weight times what stands there were no number.
template <bool all_inside, bool is_strided, class T>
void sum_points(const Taps& taps, const T* plane, int64_t stride, int64_t count, T* to) {
  in_vectors([=, &taps]() ALWAYS_INLINE {
    const int64_t step = is_strided ? stride : 1;
    std::array<double, kPoints> sum;
    for (int64_t p = 0; p < count; ++p) sum[p] = 0;
    for (int k = 0; k < taps.count; ++k) {
      const double* weight = taps.weight[k].data();
      const int32_t *offset = taps.offset[k].data(), *is_inside = taps.is_inside[k].data();
      for (int64_t p = 0; p < count; ++p) {
        const auto value = static_cast<double>(plane[offset[p] * step]);
        sum[p] += all_inside || is_inside[p] ? value * weight[p] : 0;
      }
    }
    for (int64_t p = 0; p < count; ++p) to[p * step] = static_cast<T>(sum[p]);
  });
}

// The steps lie between channels, the stride between the elements of one.
template <bool is_strided, class T>
void sum_channels(const Taps& taps, const T* image, int64_t stride, int64_t in_step, int64_t out_step, int64_t count,
                  int64_t channels, T* to) {
  in_vectors([=, &taps]() ALWAYS_INLINE {
    const int64_t in = is_strided ? in_step : 1, out = is_strided ? out_step : 1;
    for (int64_t p = 0; p < count; ++p) {
      T* row = to + p * stride;
      if (taps.count == 1) {
        const T* from = image + taps.offset[0][p] * stride;
        const bool is_inside = taps.is_inside[0][p];
        for (int64_t c = 0; c < channels; ++c) row[c * out] = is_inside ? from[c * in] + T{0} : T{0};
        continue;
      }
      std::array<double, kChannels> sum;
      for (int64_t c = 0; c < channels; ++c) sum[c] = 0;
      for (int k = 0; k < taps.count; ++k) {
        if (!taps.is_inside[k][p]) continue;
        const T* from = image + taps.offset[k][p] * stride;
        const double weight = taps.weight[k][p];
        for (int64_t c = 0; c < channels; ++c) sum[c] += static_cast<double>(from[c * in]) * weight;
      }
      for (int64_t c = 0; c < channels; ++c) row[c * out] = static_cast<T>(sum[c]);
    }
  });
}

template <class T, class G>
void sample(const GridSample& s, const T* x, const G* grid, T* out, ThreadPool& pool) {
  const int64_t plane = matrices(s.in), points = matrices(s.out), pieces = ceil_div(points, kPoints),
                parts = ceil_div(s.channels, kChannels);
  // Of the elements of a channel, and of the channels of an element.
  const bool is_interleaved = s.has_channels_last && s.channels > 1;
  const int64_t stride = is_interleaved ? s.channels : 1, in_step = is_interleaved ? 1 : plane,
                out_step = is_interleaved ? 1 : points;
  const auto find = tap_finder<G>(s);
  const int64_t grain = std::max<int64_t>(1, 16 / std::max<int64_t>(1, std::min(kChannels, s.channels)));
  pool.parallel_for(s.images * parts * pieces, grain, [&](int64_t begin, int64_t end, int) {
    Taps taps;
    for (int64_t job = begin; job < end; ++job) {
      const int64_t image = job / (parts * pieces), first = job / parts % pieces * kPoints,
                    channel = job % parts * kChannels;
      const int64_t count = std::min(kPoints, points - first), channels = std::min(kChannels, s.channels - channel);
      if (job == begin || channel == 0)
        find(s, grid + image * static_cast<int64_t>(s.in.size()) * points, points, first, count, taps);
      const T* from = x + image * plane * s.channels + channel * in_step;
      T* to = out + image * points * s.channels + first * stride + channel * out_step;
      if (channels >= kManyChannels && (is_interleaved || count < kFewPoints)) {
        const auto sum = is_interleaved ? sum_channels<false, T> : sum_channels<true, T>;
        sum(taps, from, stride, in_step, out_step, count, channels, to);
        continue;
      }
      const auto sum = is_interleaved ? (taps.all_inside ? sum_points<true, true, T> : sum_points<false, true, T>)
                                      : (taps.all_inside ? sum_points<true, false, T> : sum_points<false, false, T>);
      for (int64_t c = 0; c < channels; ++c) sum(taps, from + c * in_step, stride, count, to + c * out_step);
    }
  });
}

bool is_known(DType d) { return d == kFloat32 || d == kFloat64; }

// Taps that are found for so few sums cost more than what compiled loops find again.
bool is_little(const GridSample& s) {
  const bool is_nearest = s.method == GridSample::Method::nearest;
  const int64_t points = matrices(s.out), least_points = is_nearest ? 4 : 2, least_sums = is_nearest ? 256 : 64;
  return points < least_points || (points < least_sums && s.channels < least_sums && points * s.channels < least_sums);
}

}  // namespace

bool can_sample(const GridSample& s) {
  int64_t plane = 1;
  for (int64_t extent : s.in) {
    if (extent <= 0 || extent > kLongest / plane) return false;
    plane *= extent;
  }
  return !is_little(s) && is_known(s.dtype) && is_known(s.grid) && (s.in.size() == 2 || s.in.size() == 3) &&
         s.out.size() == s.in.size();
}

void sample_grid(const GridSample& s, const void* x, const void* grid, void* out, ThreadPool& pool) {
  const auto of_grid = [&]<class G>(const G* coordinates) {
    if (s.dtype == kFloat32)
      return sample(s, static_cast<const float*>(x), coordinates, static_cast<float*>(out), pool);
    sample(s, static_cast<const double*>(x), coordinates, static_cast<double*>(out), pool);
  };
  if (s.grid == kFloat32) of_grid(static_cast<const float*>(grid));
  else of_grid(static_cast<const double*>(grid));
}

}  // namespace hammock
