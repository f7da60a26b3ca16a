// SPDX-License-Identifier: Apache-2.0
// A bin's samples are a grid, and the weights of a place between elements are products of one of each axis: the mean of
// a bin is a weighted sum of rows and then of columns. The largest element is found alike. Rows of the image are added
// in vectors; what of them a bin needs lies in the first cache then.
#include "hammock/runtime/regions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "gemm_parts.h"
#include "wide_vectors.h"

namespace hammock {
namespace {

constexpr double kMostSamples = 1 << 24;  // of an element
constexpr int64_t kPlanes = 64;           // of a piece of work
constexpr double kLowest = -std::numeric_limits<double>::infinity();

// An axis of a region, in elements of the image.
struct Side {
  double begin = 0, bin = 0;
  int64_t samples = 0, bins = 0, extent = 0;
};

struct Region {
  int64_t image = 0;
  Side y, x;
};

// What a bin is made of along an axis.
struct Tap {
  int64_t at;
  double weight;  // of the mean
};
using Taps = std::vector<Tap>;

// A tap of no weight stays by itself: 0 times an infinity is no number.
void add_tap(Taps& taps, size_t first, int64_t at, double weight) {
  constexpr size_t kNear = 4;  // samples go one way
  for (size_t i = taps.size(); i > first && i + kNear > taps.size(); --i) {
    Tap& tap = taps[i - 1];
    if (tap.at != at || (tap.weight == 0) != (weight == 0)) continue;
    tap.weight += weight;
    return;
  }
  taps.push_back({at, weight});
}

// Samples beyond one element outside count as 0.
void add_samples(const Side& side, int64_t bin, Taps& taps) {
  const size_t first = taps.size();
  const auto extent = static_cast<double>(side.extent), count = static_cast<double>(side.samples);
  for (int64_t s = 0; s < side.samples; ++s) {
    const double place = side.begin + side.bin * (static_cast<double>(bin) + (static_cast<double>(s) + 0.5) / count);
    if (!(place >= -1 && place <= extent)) continue;
    const double inside = std::clamp(place, 0.0, extent - 1);
    const auto at = static_cast<int64_t>(inside);
    const double part = inside - static_cast<double>(at);
    add_tap(taps, first, at, 1 - part);
    add_tap(taps, first, std::min(at + 1, side.extent - 1), part);
  }
}

void add_elements(const Side& side, int64_t bin, Taps& taps) {
  const auto limit = static_cast<double>(side.extent);
  const auto at = [&](double v) {
    return v + side.begin > 0 ? static_cast<int64_t>(std::min(v + side.begin, limit)) : 0;
  };  // of a NaN: 0
  const int64_t begin = at(std::floor(static_cast<double>(bin) * side.bin)),
                end = at(std::ceil(static_cast<double>(bin + 1) * side.bin));
  for (int64_t i = begin; i < end; ++i) taps.push_back({i, 1});
}

class Job {
 public:
  explicit Job(const Regions& r) : r_(r), inner_(r.has_channels_last ? r.channels : 1) {}

  // Row `bin` of a region's bins, of planes that follow each other.
  template <class T>
  void run(const Region& region, int64_t bin, int64_t planes, const T* x, T* out) {
    rows_.clear();
    add(region.y, bin, rows_);
    if (begins_.empty() || region_ != &region) {
      region_ = &region;
      columns_.clear();
      begins_.assign(1, 0);
      for (int64_t c = 0; c < r_.columns; ++c) {
        add(region.x, c, columns_);
        begins_.push_back(columns_.size());
      }
      first_ = count_ = 0;
      if (!columns_.empty()) {
        const auto [least, most] = std::ranges::minmax(columns_, {}, &Tap::at);
        first_ = least.at;
        count_ = most.at + 1 - first_;
        for (Tap& tap : columns_) tap.at -= first_;
      }
    }
    sums_.resize(static_cast<size_t>(count_ * inner_));
    for (int64_t p = 0; p < planes; ++p) {
      const T* plane = x + p * r_.height * r_.width * inner_ + first_ * inner_;
      T* to = out + p * r_.rows * r_.columns * inner_;
      if (is_mean()) {
        add_rows(plane);
        add_columns(1 / static_cast<double>(region.y.samples * region.x.samples), to);
      } else {
        find_rows(plane);
        find_columns(to);
      }
    }
  }

 private:
  bool is_mean() const { return r_.kind == Regions::Kind::mean_of_samples; }
  void add(const Side& side, int64_t bin, Taps& taps) const {
    if (is_mean()) add_samples(side, bin, taps);
    else add_elements(side, bin, taps);
  }

  template <class T>
  void add_rows(const T* plane) {
    in_vectors([=, this]() ALWAYS_INLINE {
      constexpr size_t kTogether = 4;
      const size_t some = rows_.size() % kTogether;
      add_rows_of<0>(plane, 0);
      for (size_t t = 0; t < some; ++t) add_rows_of<1>(plane, t);
      for (size_t t = some; t < rows_.size(); t += kTogether) add_rows_of<kTogether>(plane, t);
    });
  }

  // Of so many taps from that one on; none: begins the sums.
  template <size_t n, class T>
  ALWAYS_INLINE void add_rows_of(const T* plane, size_t first) {
    double* sums = sums_.data();
    const int64_t count = count_ * inner_, row = r_.width * inner_;
    std::array<const T*, n> from;
    std::array<double, n> weight;
    for (size_t k = 0; k < n; ++k) {
      from[k] = plane + rows_[first + k].at * row;
      weight[k] = rows_[first + k].weight;
    }
    for (int64_t i = 0; i < count; ++i) {
      double sum = n == 0 ? 0 : sums[i];
      for (size_t k = 0; k < n; ++k) sum += weight[k] * static_cast<double>(from[k][i]);
      sums[i] = sum;
    }
  }

  template <class T>
  void add_columns(double share, T* to) {
    const double* sums = sums_.data();
    for (int64_t c = 0; c < r_.columns; ++c) {
      const std::span<const Tap> taps = taps_of(c);
      if (inner_ == 1) {
        double sum = 0;
        for (const Tap& tap : taps) sum += tap.weight * sums[tap.at];
        to[c] = static_cast<T>(sum * share);
        continue;
      }
      in_vectors([=, this]() ALWAYS_INLINE { add_columns_of_channels(taps, share, to + c * inner_); });
    }
  }

  template <class T>
  ALWAYS_INLINE void add_columns_of_channels(std::span<const Tap> taps, double share, T* to) {
    constexpr int64_t kTile = 64;
    for (int64_t begin = 0; begin < inner_; begin += kTile) {
      const int64_t count = std::min(kTile, inner_ - begin);
      std::array<double, kTile> sum{};
      for (const Tap& tap : taps) {
        const double* from = sums_.data() + tap.at * inner_ + begin;
        for (int64_t i = 0; i < count; ++i) sum[static_cast<size_t>(i)] += tap.weight * from[i];
      }
      for (int64_t i = 0; i < count; ++i) to[begin + i] = static_cast<T>(sum[static_cast<size_t>(i)] * share);
    }
  }

  // A NaN is never the larger one.
  template <class T>
  void find_rows(const T* plane) {
    double* most = sums_.data();
    const int64_t count = count_ * inner_, row = r_.width * inner_;
    in_vectors([=, this]() ALWAYS_INLINE {
      for (int64_t i = 0; i < count; ++i) most[i] = kLowest;
      for (const Tap& tap : rows_) {
        const T* from = plane + tap.at * row;
        for (int64_t i = 0; i < count; ++i) {
          const auto value = static_cast<double>(from[i]);
          most[i] = most[i] < value ? value : most[i];
        }
      }
    });
  }

  // Bins without elements are 0.
  template <class T>
  void find_columns(T* to) {
    for (int64_t c = 0; c < r_.columns; ++c) {
      const std::span<const Tap> taps = taps_of(c);
      const bool is_empty = taps.empty() || rows_.empty();
      for (int64_t i = 0; i < inner_; ++i) {
        double most = is_empty ? 0 : kLowest;
        if (!is_empty) {
          for (const Tap& tap : taps) most = std::max(most, sums_[static_cast<size_t>(tap.at * inner_ + i)]);
        }
        to[c * inner_ + i] = static_cast<T>(most);
      }
    }
  }

  std::span<const Tap> taps_of(int64_t column) const {
    const auto c = static_cast<size_t>(column);
    return std::span(columns_).subspan(begins_[c], begins_[c + 1] - begins_[c]);
  }

  const Regions& r_;
  int64_t inner_;               // elements of a place that lie beside each other
  Taps rows_, columns_;         // columns from the first that the region touches
  std::vector<size_t> begins_;  // of each column's taps
  const Region* region_ = nullptr;
  int64_t first_ = 0, count_ = 0;  // of those
  std::vector<double> sums_;
};

std::optional<std::string> find_samples(const Regions& r, int64_t number, Region& region) {
  const auto samples = [&](double bin) {
    return r.samples > 0 ? static_cast<double>(r.samples) : std::max(1.0, std::ceil(bin));
  };  // of a NaN: 1
  const double y = samples(region.y.bin), x = samples(region.x.bin);
  if (!(y * x <= kMostSamples)) {
    return "region " + std::to_string(number) + " wants more than " +
           std::to_string(static_cast<int64_t>(kMostSamples)) + " samples for an element";
  }
  region.y.samples = static_cast<int64_t>(y);
  region.x.samples = static_cast<int64_t>(x);
  return std::nullopt;
}

template <class T>
std::optional<std::string> find_region(const Regions& r, int64_t number, const T* values, Region& region) {
  const auto image = static_cast<double>(values[0]);
  if (!(image >= 0 && image < static_cast<double>(r.images))) return "a region names a batch that does not exist";
  region.image = static_cast<int64_t>(image);
  const bool is_mean = r.kind == Regions::Kind::mean_of_samples;
  const double shift = r.is_aligned ? 0.5 : 0;
  const auto side = [&](int begin, int64_t bins, int64_t extent) {
    const double from = static_cast<double>(values[begin]) * r.scale - shift,
                 to = static_cast<double>(values[begin + 2]) * r.scale - shift;
    Side s{is_mean ? from : std::round(from), 0, 0, bins, extent};
    double length = is_mean ? to - from : std::round(to) - s.begin + 1;
    if (!is_mean || !r.is_aligned) length = std::max(length, 1.0);
    s.bin = length / static_cast<double>(bins);
    return s;
  };
  region.x = side(1, r.columns, r.width);
  region.y = side(2, r.rows, r.height);
  return is_mean ? find_samples(r, number, region) : std::nullopt;
}

template <class T>
std::optional<std::string> run(const Regions& r, const T* x, const T* values, T* out, ThreadPool& pool) {
  std::vector<Region> regions(static_cast<size_t>(r.count));
  for (int64_t i = 0; i < r.count; ++i) {
    if (auto why = find_region(r, i, values + 5 * i, regions[static_cast<size_t>(i)])) return why;
  }
  const int64_t all_planes = r.has_channels_last ? 1 : r.channels, inner = r.has_channels_last ? r.channels : 1,
                parts = ceil_div(all_planes, kPlanes), plane = r.height * r.width * inner,
                bins = r.rows * r.columns * inner;
  const int64_t grain = std::max<int64_t>(1, 16 / std::max<int64_t>(1, std::min(kPlanes, r.channels)));
  pool.parallel_for(r.count * parts * r.rows, grain, [&](int64_t begin, int64_t end, int) {
    Job job(r);
    for (int64_t i = begin; i < end; ++i) {
      const int64_t number = i / (parts * r.rows), first = i / r.rows % parts * kPlanes, row = i % r.rows;
      const Region& region = regions[static_cast<size_t>(number)];
      job.run(region, row, std::min(kPlanes, all_planes - first), x + (region.image * all_planes + first) * plane,
              out + (number * all_planes + first) * bins + row * r.columns * inner);
    }
  });
  return std::nullopt;
}

}  // namespace

bool can_pool_regions(const Regions& r) { return r.dtype == kFloat32 || r.dtype == kFloat64; }

std::optional<std::string> pool_regions(const Regions& r, const void* x, const void* regions, void* out,
                                        ThreadPool& pool) {
  if (r.dtype == kFloat32)
    return run(r, static_cast<const float*>(x), static_cast<const float*>(regions), static_cast<float*>(out), pool);
  return run(r, static_cast<const double*>(x), static_cast<const double*>(regions), static_cast<double*>(out), pool);
}

}  // namespace hammock
