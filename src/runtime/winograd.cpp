// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/winograd.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "gemm_parts.h"
#include "hammock/runtime/work_queue.h"
#include "winograd_cost.h"

namespace hammock {

using namespace winograd;

namespace {

constexpr int64_t kMaxPoints = 6;      // in a row
constexpr int64_t kFewestChunks = 16;  // of a pass
constexpr int64_t kMostPieces = 4;     // of a chunk, in which members take the last ones

// ---- The plan -------------------------------------------------------------------------------------------------------
// What the step costs that counts beside the products, measured with 16 lanes: a vector of tiles.
double cycles_of_tiles(int64_t tile) { return tile == 4 ? 300 : 120; }
// And a vector of kernels: all points go to L2, a row of them at a time to L1.
double cycles_of_kernels(int64_t tile, bool at_once) { return (at_once ? 15 : 10) * (tile == 4 ? 16 : 7); }

// The products with their weights, by the slowest thread.
double cycles_of_chunks(const WinogradPlan& p, int64_t panels, int64_t strips, CacheSizes caches, int threads) {
  constexpr double kChunk = 2000;
  const GemmPlan& g = p.gemm;
  const int64_t across = ceil_div(g.panels, panels), down = ceil_div(g.strips, strips), chunks = across * down;
  const double channels = static_cast<double>(p.shape.channels), points = static_cast<double>(p.points());
  const double kernels = static_cast<double>(g.strips * ceil_div(g.rows, p.lanes)) * channels;
  const double tiles = points * channels * static_cast<double>(g.panels * g.columns) * 4;
  const auto bytes = static_cast<double>(p.weight_bytes());
  const double total = points * cycles_of_product(g) +
                       static_cast<double>(across) * kernels * cycles_of_kernels(p.tile, p.rows_at_once(panels) > 1) +
                       static_cast<double>(across - 1) * bytes * cycles_of_byte(bytes, caches) +
                       static_cast<double>(down) * tiles * cycles_of_byte(std::min<double>(tiles, kPassBytes), caches) +
                       static_cast<double>(chunks) * kChunk;
  return total / static_cast<double>(chunks) * static_cast<double>(ceil_div(chunks, threads)) *
         (1 + uneven_end(static_cast<double>(chunks), threads));
}

// Of all threads.
double cycles_of_winograd(const WinogradPlan& p, CacheSizes caches, int threads) {
  const double vectors = static_cast<double>(p.gemm.panels * (p.gemm.columns / p.lanes));
  return cycles_of_chunks(p, p.panels_per_chunk, p.strips_per_chunk, caches, threads) * threads +
         vectors * static_cast<double>(p.shape.channels + p.shape.rows) * cycles_of_tiles(p.tile) +
         cycles_of_weights(static_cast<double>(p.weight_bytes()), caches);
}

// The sums of a chunk with what is multiplied for them take at most two thirds of L2: the transformed weights of a
// strip or, if they are transformed by rows of points, such a row of the tiles, the one that comes next and the
// weights. The tiles of a pass take what is left in the next cache by the weights, and more where its chunks would be
// so few that threads wait for each other.
void choose_chunks(WinogradPlan& p, CacheSizes caches, int threads) {
  const GemmPlan& g = p.gemm;
  double best = -1;
  for (int64_t panels = 1; panels <= g.panels; panels *= 2)
    for (int64_t strips = 1; strips <= g.strips; ++strips) {
      const int64_t sums = p.points() * strips * panels * g.columns * g.rows * 4;
      const int64_t weights = strips * g.rows * kKernel * kKernel * g.block * 4,
                    tiles = (p.tile + 2) * panels * g.columns * g.block * 4;
      const int64_t bytes =
          sums + (p.rows_at_once(panels) > 1 ? p.points() * g.block * p.kernel_channel_bytes() : weights + 2 * tiles);
      const bool is_too_large =
          bytes > caches.l2 * 2 / 3 || panels * p.points() * p.panel_point_bytes() > 2 * kPassBytes;
      if (is_too_large && panels * strips > 1) break;
      const double cost = cycles_of_chunks(p, panels, strips, caches, threads);
      if (best >= 0 && cost >= best) continue;
      best = cost;
      p.panels_per_chunk = panels, p.strips_per_chunk = strips;
    }
  const int64_t fits = kPassBytes / (p.points() * p.panel_point_bytes());
  const int64_t wanted = ceil_div(kFewestChunks, ceil_div(g.strips, p.strips_per_chunk)) * p.panels_per_chunk;
  const int64_t in_pass = std::max(p.panels_per_chunk, std::clamp(wanted, fits, 2 * fits));
  p.panels_per_pass = ceil_div(g.panels, ceil_div(g.panels, in_pass));
}

WinogradPlan plan_tile(const WinogradShape& s, int64_t tile, VectorRegisters registers, CacheSizes caches,
                       int threads) {
  WinogradPlan best;
  double fewest = -1;
  for (int64_t vectors = 4; vectors >= 1; --vectors) {
    const int64_t rows = rows_of_tile(s.rows, vectors, registers);
    if (rows == 0) continue;
    WinogradPlan p;
    p.shape = s;
    p.tile = tile;
    p.lanes = registers.lanes;
    p.tiles_h = ceil_div(s.window.out_h, tile);
    p.tiles_w = ceil_div(s.window.out_w, tile);
    p.gemm = plan_products(s, s.rows, p.tiles(), vectors, registers.lanes, rows);
    p.gemm.fetches = (rows - 1) * vectors >= kFewestSums;
    choose_chunks(p, caches, threads);
    const double cycles = cycles_of_winograd(p, caches, threads);
    if (fewest >= 0 && cycles >= fewest) continue;
    fewest = cycles;
    best = std::move(p);
  }
  return best;
}

// ---- The run --------------------------------------------------------------------------------------------------------
Tile tile_at(const WinogradPlan& p, int64_t index) { return winograd::tile_at(index, p.tile, p.tiles_h, p.tiles_w); }

// Where a tile of the image is: what its masks have not, a bit for each element of a row, lies beside the image.
struct Source {
  int64_t offset = 0;
  std::array<uint8_t, kMaxPoints> masks{};
  bool is_inside = false;
};

// Rows of so many elements of the tiles, side by side: row i of tile t at (i * count + t) * kRow.
template <int64_t kRow>
void gather_tiles(const Source* sources, int64_t count, const float* data, int64_t row_stride, float* to) {
  constexpr int64_t kRows = kRow == 8 ? 6 : 4;
  for (int64_t t = 0; t < count; ++t)
    for (int64_t i = 0; i < kRows; ++i) {
      const float* from = data + sources[t].offset + i * row_stride;
      float* row = to + (i * count + t) * kRow;
      if (sources[t].is_inside) {
        std::memcpy(row, from, sizeof(float) * kRow);
      } else {
        for (int64_t j = 0; j < kRow; ++j)
          row[j] = (sources[t].masks[static_cast<size_t>(i)] >> j & 1) != 0 ? from[j] : 0;
      }
    }
}

// Where the pixels of a tile go in a row of sums, and how many of them are inside the image.
struct Place {
  Tile tile;
  int64_t offset, pitch, height, width;
};

// Pixels [rows][lanes][tile] to where they go.
void put_tiles(const Place* places, int64_t count, const float* pixels, int64_t lanes, int64_t tile, float* to) {
  for (int64_t t = 0; t < count; ++t)
    for (int64_t y = 0; y < places[t].height; ++y)
      std::copy_n(pixels + (y * lanes + t) * tile, places[t].width, to + places[t].offset + y * places[t].pitch);
}

#if defined(__x86_64__)
template <int64_t kRow>
__attribute__((target("avx512f,avx512vl"))) void gather_tiles_avx512(const Source* sources, int64_t count,
                                                                     const float* data, int64_t row_stride, float* to) {
  constexpr int64_t kRows = kRow == 8 ? 6 : 4;
  for (int64_t t = 0; t < count; ++t) {
    const float* from = data + sources[t].offset;
    for (int64_t i = 0; i < kRows; ++i) {
      const __mmask8 mask = sources[t].masks[static_cast<size_t>(i)];
      float* row = to + (i * count + t) * kRow;
      if constexpr (kRow == 8) _mm256_storeu_ps(row, _mm256_maskz_loadu_ps(mask, from + i * row_stride));
      else _mm_storeu_ps(row, _mm_maskz_loadu_ps(mask, from + i * row_stride));
    }
  }
}

__attribute__((target("avx512f,avx512vl"))) void put_tiles_avx512(const Place* places, int64_t count,
                                                                  const float* pixels, int64_t lanes, int64_t tile,
                                                                  float* to) {
  for (int64_t t = 0; t < count; ++t) {
    const auto mask = static_cast<__mmask8>((1u << places[t].width) - 1);
    for (int64_t y = 0; y < places[t].height; ++y)
      _mm_mask_storeu_ps(to + places[t].offset + y * places[t].pitch, mask,
                         _mm_maskz_loadu_ps(mask, pixels + (y * lanes + t) * tile));
  }
}
#endif

struct Copies {
  decltype(&gather_tiles<8>) gather_8 = gather_tiles<8>, gather_4 = gather_tiles<4>;
  decltype(&put_tiles) put = put_tiles;
};

const Copies copies = [] {
  Copies out;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
    out = {gather_tiles_avx512<8>, gather_tiles_avx512<4>, put_tiles_avx512};
#endif
  return out;
}();

// `lanes` tiles of one channel after another.
class Gatherer {
 public:
  Gatherer(const WinogradPlan& p, int64_t first) : p_(p) {
    const ImageWindow& v = p.shape.window;
    const int64_t points = p.tile + 2, chunk = winograd_chunk(p.tile);
    for (int64_t lane = 0; lane < p.lanes && first + lane < p.tiles(); ++lane) {
      Source& s = sources_[static_cast<size_t>(lane)];
      const Tile t = tile_at(p, first + lane);
      const int64_t y = t.y - v.pad_top, x = t.x - v.pad_left;
      s.offset = t.image * v.image_stride + y * v.row_stride + x;
      s.is_inside = y >= 0 && y + points <= v.height && x >= 0 && x + chunk <= v.width;
      const unsigned from = 0xffu << std::clamp<int64_t>(-x, 0, chunk),
                     to = ~(0xffu << std::clamp<int64_t>(v.width - x, 0, chunk));
      for (int64_t i = std::max<int64_t>(0, -y); i < std::min(points, v.height - y); ++i)
        s.masks[static_cast<size_t>(i)] = static_cast<uint8_t>(from & to);
    }
  }

  // The lines of a channel, of which those of a tile's row follow each other for a few tiles only.
  void fetch(const float* data) const {
    const int64_t tiles_of_line = 16 / p_.tile, stride = p_.shape.window.row_stride;
    for (int64_t t = 0; t < p_.lanes; t += tiles_of_line)
      for (int64_t i = 0; i < p_.tile + 2; ++i)
        fetch_line(reinterpret_cast<const std::byte*>(data + sources_[static_cast<size_t>(t)].offset + i * stride));
  }

  // Of the channel that begins at `data`.
  void gather(const float* data, float* patch) const {
    (p_.tile == 4 ? copies.gather_8 : copies.gather_4)(sources_.data(), p_.lanes, data, p_.shape.window.row_stride,
                                                       patch);
  }

 private:
  static constexpr size_t kMaxLanes = 16;
  const WinogradPlan& p_;
  std::array<Source, kMaxLanes> sources_{};  // without a tile: zeros
};

int64_t patch_bytes(const WinogradPlan& p) { return (p.tile + 2) * p.lanes * winograd_chunk(p.tile) * 4; }
int64_t pixels_bytes(const WinogradPlan& p) { return p.tile * p.tile * p.lanes * 4; }
int64_t sums_bytes(const WinogradPlan& p) { return p.points() * p.sums_point_bytes(); }
int64_t output_bytes(const WinogradPlan& p) { return round_up(p.gemm.rows * p.sums_columns() * 4, 64); }

// The tiles of [first vector, last vector) of the pass for some channels.
struct InputWork {
  const WinogradPlan& p;
  const WinogradCode& code;
  const WinogradRun& run;
  int64_t panel_begin;  // of the pass

  static constexpr int64_t kChannels = 32, kAhead = 2;
  int64_t vectors_of_panel() const { return p.gemm.columns / p.lanes; }
  int64_t groups() const { return ceil_div(p.shape.channels, kChannels); }

  void work(int64_t item, std::byte* scratch) const {
    const int64_t vector = item / groups(), group = item % groups();
    const int64_t panel = vector / vectors_of_panel(), column = vector % vectors_of_panel() * p.lanes;
    const Gatherer gatherer(p, (panel_begin + panel) * p.gemm.columns + column);
    auto* patch = reinterpret_cast<float*>(scratch);
    std::byte* to = run.shared + panel * p.points() * p.panel_point_bytes() + column * 4;
    const int64_t end = std::min(p.shape.channels, (group + 1) * kChannels);
    for (int64_t c = group * kChannels; c < end; ++c) {
      if (c + kAhead < end) gatherer.fetch(run.data + (c + kAhead) * p.shape.window.channel_stride);
      gatherer.gather(run.data + c * p.shape.window.channel_stride, patch);
      code.input(patch, to + c * p.gemm.columns * 4, p.panel_point_bytes());
    }
  }
};

// Some strips of the output for some panels of the pass.
class OutputWork {
 public:
  OutputWork(const WinogradPlan& p, const WinogradCode& code, const WinogradRun& run, int64_t panel_begin,
             int64_t panel_end, int64_t in_pass, std::byte* scratch)
      : p_(p),
        code_(code),
        run_(run),
        panel_begin_(panel_begin),
        panels_(panel_end - panel_begin),
        tiles_of_pass_(run.shared + in_pass * p.points() * p.panel_point_bytes()),
        sums_(scratch),
        rows_(reinterpret_cast<float*>(scratch + sums_bytes(p))),
        pixels_(reinterpret_cast<float*>(scratch + sums_bytes(p) + output_bytes(p))),
        kernels_(scratch + sums_bytes(p) + output_bytes(p) + pixels_bytes(p)) {
    place_tiles();
    no_numbers_.resize(places_.size());
  }

  void work(int64_t strip_begin, int64_t strip_end) {
    multiply(strip_begin, strip_end);
    for (int64_t s = strip_begin; s < strip_end; ++s) {
      for (int64_t r = 0; r < p_.gemm.strip_rows(s); ++r) transform(s, s - strip_begin, r);
      if (has_no_numbers_) add_up(s);
      for (const Segment& at : segments_)
        code_.gemm.finish(run_.buffers, &at.image, p_.gemm.strip_begin(s), p_.gemm.strip_rows(s), at.pixel, at.count,
                          reinterpret_cast<const std::byte*>(rows_ + at.offset));
    }
  }

 private:
  // Pixels of an image that follow each other, there and in a row of sums.
  struct Segment {
    int64_t image, pixel, count, offset;
  };

  void place_tiles() {
    const ImageWindow& v = p_.shape.window;
    int64_t t = panel_begin_ * p_.gemm.columns, offset = 0;
    const int64_t end = std::min(p_.tiles(), t + panels_ * p_.gemm.columns);
    while (t < end) {
      const Tile first = tile_at(p_, t);
      const int64_t count = std::min(end - t, p_.tiles_w - first.x / p_.tile);
      const int64_t width = std::min(v.out_w - first.x, count * p_.tile), height = std::min(v.out_h - first.y, p_.tile);
      for (int64_t i = 0; i < count; ++i) {
        const int64_t x = i * p_.tile;
        places_.push_back(
            {{first.image, first.y, first.x + x}, offset + x, width, height, std::min(width - x, p_.tile)});
      }
      if (width == v.out_w) {
        segments_.push_back({first.image, first.y * width, height * width, offset});
      } else {
        for (int64_t y = 0; y < height; ++y)
          segments_.push_back({first.image, (first.y + y) * v.out_w + first.x, width, offset + y * width});
      }
      offset += height * width;
      t += count;
    }
  }

  const float* packed(int64_t strip, int64_t channel) const {
    return reinterpret_cast<const float*>(run_.packed) +
           (p_.gemm.strip_begin(strip) * p_.shape.channels + channel * p_.gemm.strip_rows(strip)) * kKernel * kKernel;
  }

  // Some rows of points after each other, of all strips: their tiles stay in L2.
  void multiply(int64_t strip_begin, int64_t strip_end) const {
    const GemmPlan& g = p_.gemm;
    const int64_t size = p_.tile + 2, rows = p_.rows_at_once(p_.panels_per_chunk);
    const WinogradTerm* terms = winograd_terms(p_.tile).data();
    for (int64_t k = 0; k < p_.shape.channels; k += g.block) {
      const int64_t steps = std::min(p_.shape.channels - k, g.block);
      for (int64_t point = 0; point < p_.points(); point += rows * size)
        for (int64_t s = strip_begin; s < strip_end; ++s) {
          code_.weight(packed(s, k), g.strip_rows(s), steps, terms + point / size, rows, kernels_,
                       p_.kernel_channel_bytes(), p_.kernel_point_bytes());
          for (int64_t i = 0; i < rows * size; ++i) {
            fetch_weights(s, k + steps, point + i);
            multiply_point(s, s - strip_begin, s + 1 == strip_end, point + i, kernels_ + i * p_.kernel_point_bytes(), k,
                           steps);
          }
        }
    }
  }

  // A part of the weights from a channel on, for the memory would have nothing to do while others are multiplied.
  void fetch_weights(int64_t strip, int64_t channel, int64_t part) const {
    const auto* from = reinterpret_cast<const std::byte*>(packed(strip, channel));
    const int64_t bytes =
        std::min(p_.shape.channels - channel, p_.gemm.block) * p_.gemm.strip_rows(strip) * kKernel * kKernel * 4;
    fetch_part({from, bytes, 0, 1}, part, p_.points());
  }

  const std::byte* tiles(int64_t panel, int64_t point, int64_t channel) const {
    return tiles_of_pass_ + (panel * p_.points() + point) * p_.panel_point_bytes() + channel * p_.gemm.columns * 4;
  }

  // The last strip for these tiles fetches those that take their place.
  void multiply_point(int64_t strip, int64_t in_chunk, bool is_last, int64_t point, const std::byte* kernels, int64_t k,
                      int64_t steps) const {
    const GemmPlan& g = p_.gemm;
    const bool is_long = g.strip_rows(strip) == g.rows;
    const int64_t ahead = point + p_.rows_at_once(p_.panels_per_chunk) * (p_.tile + 2),
                  next = ahead < p_.points() ? k : k + steps;
    const int64_t bytes = is_last ? std::min(steps, p_.shape.channels - next) * g.columns * 4 : 0,
                  count = ceil_div(bytes, g.fetched_bytes());
    std::array<const std::byte*, 2 * kBlock> places;
    for (int64_t j = 0; j < panels_; ++j) {
      std::byte* sums = sums_ + point * p_.sums_point_bytes() + (in_chunk * panels_ + j) * g.rows * g.columns * 4;
      if (!g.fetches) {
        (is_long ? code_.gemm.long_step : code_.gemm.short_step)(steps, kernels, p_.kernel_channel_bytes(),
                                                                 tiles(j, point, k), g.columns * 4, sums, k > 0);
        continue;
      }
      for (int64_t i = 0; i < count; ++i)
        places[static_cast<size_t>(i)] = tiles(j, ahead % p_.points(), next) + i * g.fetched_bytes();
      code_.gemm.step_fetching(is_long, steps, kernels, p_.kernel_channel_bytes(), tiles(j, point, k), g.columns * 4,
                               sums, k > 0, places.data(), count);
    }
  }

  // Row r of a strip, back to pixels.
  void transform(int64_t strip, int64_t in_chunk, int64_t r) {
    const GemmPlan& g = p_.gemm;
    float* to = rows_ + r * p_.sums_columns();
    for (int64_t t = 0; t < static_cast<int64_t>(places_.size()); t += p_.lanes) {
      const int64_t panel = t / g.columns, column = t % g.columns;
      const std::byte* sums = sums_ + (((in_chunk * panels_ + panel) * g.rows + r) * g.columns + column) * 4;
      const auto no_numbers = static_cast<uint64_t>(code_.output(sums, p_.sums_point_bytes(), pixels_));
      const int64_t count = std::min(p_.lanes, static_cast<int64_t>(places_.size()) - t);
      copies.put(&places_[static_cast<size_t>(t)], count, pixels_, p_.lanes, p_.tile, to);
      if (no_numbers == 0) continue;
      has_no_numbers_ = true;
      for (int64_t i = 0; i < count; ++i) no_numbers_[static_cast<size_t>(t + i)] |= (no_numbers >> i & 1) << r;
    }
  }

  // Again, the rows of the strip's tiles that hold what is no number.
  void add_up(int64_t strip) {
    const int64_t rows = p_.gemm.strip_rows(strip);
    for (size_t t = 0; t < places_.size(); ++t)
      for (int64_t r = 0; r < rows; r += DefinedTile::kRows)
        if ((no_numbers_[t] >> r & ((1 << DefinedTile::kRows) - 1)) != 0)
          add_up(places_[t], no_numbers_[t] >> r, strip, r, std::min(rows - r, DefinedTile::kRows));
    std::fill(no_numbers_.begin(), no_numbers_.end(), 0);
    has_no_numbers_ = false;
  }

  // Those that the mask has, of so many from one on.
  void add_up(const Place& at, uint64_t mask, int64_t strip, int64_t first, int64_t rows) const {
    const DefinedTile tile(p_.shape, at.tile, run_.data, packed(strip, 0) + first, rows, p_.gemm.strip_rows(strip));
    for (int64_t r = 0; r < rows; ++r) {
      if ((mask >> r & 1) == 0) continue;
      float* to = rows_ + (first + r) * p_.sums_columns() + at.offset;
      for (int64_t y = 0; y < at.height; ++y)
        for (int64_t x = 0; x < at.width; ++x) to[y * at.pitch + x] = tile.sums[y][x][r];
    }
  }

  const WinogradPlan& p_;
  const WinogradCode& code_;
  const WinogradRun& run_;
  int64_t panel_begin_, panels_;
  const std::byte* tiles_of_pass_;
  std::byte* sums_;
  float *rows_, *pixels_;
  std::byte* kernels_;
  std::vector<Place> places_;
  std::vector<Segment> segments_;
  std::vector<uint64_t> no_numbers_;  // a bit for each row of the strip, of which there are fewer than registers
  bool has_no_numbers_ = false;
};

}  // namespace

std::span<const double> winograd_points(int64_t tile) {
  static constexpr double kOfFour[] = {0.625, 1.5}, kOfTwo[] = {1};
  return tile == 4 ? std::span<const double>(kOfFour) : std::span<const double>(kOfTwo);
}

std::span<const WinogradTerm> winograd_terms(int64_t tile) {
  const auto terms_of = [](int64_t of) {
    const std::span<const double> points = winograd_points(of);
    double all = 1;
    for (double p : points) all *= -p * p;
    std::vector<WinogradTerm> out{{static_cast<float>(1 / all), 0, 0}};
    for (double p : points) {
      double others = 2 * p * p;
      for (double q : points) others *= q == p ? 1 : p * p - q * q;
      for (double x : {p, -p})
        out.push_back(
            {static_cast<float>(1 / others), static_cast<float>(x / others), static_cast<float>(x * x / others)});
    }
    out.push_back({0, 0, 1});
    return out;
  };
  static const std::vector<WinogradTerm> of_four = terms_of(4), of_two = terms_of(2);
  return tile == 4 ? of_four : of_two;
}

int64_t WinogradPlan::member_bytes() const {
  return std::max(patch_bytes(*this), sums_bytes(*this) + output_bytes(*this) + pixels_bytes(*this) + kernels_bytes());
}

std::optional<WinogradPlan> plan_winograd(const WinogradShape& shape, VectorRegisters registers, CacheSizes caches,
                                          int threads) {
  if (!is_possible(shape)) return std::nullopt;
  const int64_t pixels = shape.images * shape.window.out_h * shape.window.out_w;
  return cheapest_tile(
      shape, cycles_of_window(shape, shape.rows, pixels, kPackWindow, registers, caches),
      [&](int64_t tile) { return plan_tile(shape, tile, registers, caches, threads); },
      [&](const WinogradPlan& plan) { return cycles_of_winograd(plan, caches, threads); });
}

void pack_winograd(const WinogradPlan& p, const float* weight, std::byte* to, ThreadPool& pool) {
  const WinogradShape& s = p.shape;
  const PackSource source = source_of(s, weight);
  pool.parallel_for(p.gemm.strips, 1, [&](int64_t begin, int64_t end, int) {
    for (int64_t strip = begin; strip < end; ++strip) {
      const int64_t rows = p.gemm.strip_rows(strip), first = p.gemm.strip_begin(strip);
      pack_panels(Packed::f32, source, 0, source.k, first, rows, rows, to + first * source.k * 4, 0);
    }
  });
  std::memset(to + s.rows * source.k * 4, 0, static_cast<size_t>(p.lanes * 4));
}

void run_winograd(const WinogradPlan& p, const WinogradCode& code, const WinogradRun& given, ThreadPool& pool) {
  WinogradRun run = given;
  if (!p.shape.is_weight) {
    pack_winograd(p, run.weight, run.shared, pool);
    run.packed = run.shared;
    run.shared += p.weight_bytes();
  }
  for (int64_t begin = 0; begin < p.gemm.panels; begin += p.panels_per_pass) {
    const int64_t panels = std::min(p.panels_per_pass, p.gemm.panels - begin);
    const InputWork input{p, code, run, begin};
    pool.parallel_for(panels * input.vectors_of_panel() * input.groups(), 1, [&](int64_t from, int64_t to, int member) {
      for (int64_t i = from; i < to; ++i) input.work(i, run.member(member));
    });
    const int64_t across = ceil_div(panels, p.panels_per_chunk), down = ceil_div(p.gemm.strips, p.strips_per_chunk);
    const Pieces pieces(p.strips_per_chunk, kMostPieces);
    // Chunks that read the same weights follow each other.
    pool.parallel_for(across * down * pieces.count, 1, pieces.count, [&](int64_t from, int64_t to, int member) {
      const int64_t chunk = from / pieces.count, panel = chunk % across * p.panels_per_chunk;
      const auto strips = pieces.part(from, to, chunk / across * p.strips_per_chunk, p.gemm.strips);
      if (strips.begin == strips.end) return;
      OutputWork work(p, code, run, begin + panel, begin + std::min(panels, panel + p.panels_per_chunk), panel,
                      run.member(member));
      work.work(strips.begin, strips.end);
    });
  }
}

}  // namespace hammock
