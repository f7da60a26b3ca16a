// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/winograd.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "hammock/runtime/tensor.h"

namespace hammock {
namespace {

constexpr int64_t kMaxPoints = 6, kKernel = 3;          // in a row
constexpr int64_t kBlock = 64, kFewestChannels = 48;    // see the header
constexpr int64_t kFewestRows = 16, kFewestOfAll = 24;  // the transformations of fewer take longer than their products

constexpr int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
constexpr int64_t round_up(int64_t a, int64_t b) { return ceil_div(a, b) * b; }

// ---- The plan -------------------------------------------------------------------------------------------------------
// Cycles of one core, as gemm.h counts them.
double cycles_of_product(const GemmPlan& p) {
  const double step = cycles_of_step(static_cast<double>(p.rows), static_cast<double>(p.columns / p.lanes));
  return static_cast<double>(p.strips * p.panels) * step * static_cast<double>(p.problem.k);
}

double cycles_of_bytes(double bytes, CacheSizes caches) { return bytes * cycles_of_byte(bytes, caches); }

double cycles_of_window(const WinogradShape& s, int lanes, int registers, CacheSizes caches) {
  GemmPlan p;
  p.problem.k = s.channels * kKernel * kKernel;
  const int64_t pixels = s.images * s.window.out_h * s.window.out_w;
  const GemmTile tile = choose_tile(s.rows, pixels, lanes, registers);
  p.lanes = lanes, p.rows = tile.rows, p.columns = tile.columns;
  p.strips = ceil_div(s.rows, p.rows);
  p.panels = ceil_div(pixels, p.columns);
  constexpr double kPackWindow = 0.9;  // per element
  return cycles_of_product(p) + kPackWindow * static_cast<double>(pixels * p.problem.k) +
         cycles_of_bytes(static_cast<double>(s.rows * p.problem.k) * 4, caches);
}

// Of all points. What a vector of tiles and a kernel cost is measured.
double cycles_of_winograd(const WinogradPlan& p, CacheSizes caches) {
  const double transform = p.tile == 4 ? 300 : 120, kernel = p.tile == 4 ? 250 : 130;
  const double vectors = static_cast<double>(p.gemm.panels * (p.gemm.columns / p.lanes));
  return static_cast<double>(p.points()) * cycles_of_product(p.gemm) +
         vectors * static_cast<double>(p.shape.channels + p.shape.rows) * transform +
         (p.shape.is_weight ? 0 : kernel * static_cast<double>(p.shape.channels * p.shape.rows)) +
         cycles_of_bytes(static_cast<double>(p.weight_bytes()), caches);
}

// The sums of a chunk take half of L2, the tiles of a pass what is left in the next cache by the weights, and a chunk
// has as many tiles as the weights, which it reads, are worth.
void choose_chunks(WinogradPlan& p, CacheSizes caches, int threads) {
  constexpr int64_t kPassBytes = 8 << 20, kTilesOfChunk = 48;
  const GemmPlan& g = p.gemm;
  p.panels_per_chunk = std::clamp<int64_t>(kTilesOfChunk / g.columns, 1, g.panels);
  const int64_t in_pass = std::max(p.panels_per_chunk, kPassBytes / (p.points() * p.panel_point_bytes()));
  p.panels_per_pass = ceil_div(g.panels, ceil_div(g.panels, in_pass));
  const int64_t sums = p.points() * p.panels_per_chunk * g.columns * g.rows * 4;
  p.strips_per_chunk = std::clamp<int64_t>(caches.l2 / 2 / sums, 1, g.strips);
  const int64_t across = ceil_div(p.panels_per_pass, p.panels_per_chunk);
  while (p.strips_per_chunk > 1 && across * ceil_div(g.strips, p.strips_per_chunk) < 4 * threads)
    p.strips_per_chunk = ceil_div(p.strips_per_chunk, 2);
}

WinogradPlan plan_tile(const WinogradShape& s, int64_t tile, int lanes, int registers, CacheSizes caches, int threads) {
  WinogradPlan p;
  p.shape = s;
  p.tile = tile;
  p.lanes = lanes;
  p.tiles_h = ceil_div(s.window.out_h, tile);
  p.tiles_w = ceil_div(s.window.out_w, tile);
  GemmProblem q;
  q.batch = {p.points()};
  q.m = s.rows, q.n = p.tiles(), q.k = s.channels;
  q.lhs = {kFloat32, {s.rows * s.channels}, 1, s.channels, true};
  q.rhs = {kFloat32, {s.channels * p.tiles()}, p.tiles(), 1, false};
  p.gemm = plan_gemm(std::move(q), lanes, registers, caches, threads);
  const int64_t most = std::min({p.gemm.block, kBlock, ceil_div(s.channels, 2)});
  p.gemm.blocks = ceil_div(p.gemm.steps, most);
  p.gemm.block = ceil_div(p.gemm.steps, p.gemm.blocks);
  p.gemm.blocks = ceil_div(p.gemm.steps, p.gemm.block);
  choose_chunks(p, caches, threads);
  return p;
}

// ---- The weights ----------------------------------------------------------------------------------------------------
// The values of a polynomial with these coefficients at the points, as the output wants them: [points][kKernel].
using WeightMatrix = std::array<std::array<double, kKernel>, kMaxPoints>;

WeightMatrix weight_matrix(int64_t tile) {
  WeightMatrix out{};
  const std::span<const double> points = winograd_points(tile);
  double all = 1;
  for (double p : points) all *= -p * p;
  out[0] = {1 / all, 0, 0};
  size_t at = 1;
  for (double p : points) {
    double others = 2 * p * p;
    for (double q : points) others *= q == p ? 1 : p * p - q * q;
    for (double x : {p, -p}) out[at++] = {1 / others, x / others, x * x / others};
  }
  out[at] = {0, 0, 1};
  return out;
}

// The kernels of the rows of a strip for one channel, as the products want them: all points of all rows, transformed
// side by side.
class WeightTransform {
 public:
  explicit WeightTransform(int64_t tile) : n_(tile + 2), matrix_(weight_matrix(tile)) {}

  // kernel_[i][r] is element i of row r's.
  double* kernel(int64_t i) { return kernel_[i]; }

  // Point i of row r to to[i * point_elements + r].
  void write(int64_t rows, float* to, int64_t point_elements) {
    for (int64_t i = 0; i < n_; ++i) {
      for (int64_t j = 0; j < kKernel; ++j)
        for (int64_t r = 0; r < rows; ++r)
          half_[j][r] = matrix_[i][0] * kernel_[j][r] + matrix_[i][1] * kernel_[kKernel + j][r] +
                        matrix_[i][2] * kernel_[2 * kKernel + j][r];
      for (int64_t j = 0; j < n_; ++j, to += point_elements)
        for (int64_t r = 0; r < rows; ++r)
          to[r] = static_cast<float>(matrix_[j][0] * half_[0][r] + matrix_[j][1] * half_[1][r] +
                                     matrix_[j][2] * half_[2][r]);
    }
  }

 private:
  static constexpr int64_t kMaxRows = 32;  // of a strip
  int64_t n_;
  WeightMatrix matrix_;
  double kernel_[kKernel * kKernel][kMaxRows], half_[kKernel][kMaxRows];
};

// ---- The run --------------------------------------------------------------------------------------------------------
struct Tile {
  int64_t image, y, x;  // y, x: of its first pixel in the output
};

Tile tile_at(const WinogradPlan& p, int64_t index) {
  const int64_t of_image = p.tiles_h * p.tiles_w, in_image = index % of_image;
  return {index / of_image, in_image / p.tiles_w * p.tile, in_image % p.tiles_w * p.tile};
}

// `lanes` tiles of one channel after another.
class Gatherer {
 public:
  Gatherer(const WinogradPlan& p, int64_t first) : p_(p), n_(p.tile + 2), chunk_(winograd_chunk(p.tile)) {
    const ImageWindow& v = p.shape.window;
    for (int64_t lane = 0; lane < p.lanes; ++lane) {
      Source& s = sources_[static_cast<size_t>(lane)];
      if (first + lane >= p.tiles()) continue;  // an empty source: zeros
      const Tile t = tile_at(p, first + lane);
      const int64_t y = t.y - v.pad_top, x = t.x - v.pad_left;
      s.offset = t.image * v.image_stride + y * v.row_stride + x;
      s.row_begin = std::clamp<int64_t>(-y, 0, n_), s.row_end = std::clamp<int64_t>(v.height - y, s.row_begin, n_);
      s.begin = std::clamp<int64_t>(-x, 0, n_), s.end = std::clamp<int64_t>(v.width - x, s.begin, n_);
      s.is_inside = s.row_begin == 0 && s.row_end == n_ && x >= 0 && x + chunk_ <= v.width;
    }
  }

  // Of the channel that begins at `data`; `patch` began as zeros, and is the same for every channel.
  void gather(const float* data, float* patch) const {
    for (int64_t lane = 0; lane < p_.lanes; ++lane) {
      const Source& s = sources_[static_cast<size_t>(lane)];
      float* to = patch + lane * chunk_;
      const float* from = data + s.offset;
      const int64_t row = p_.shape.window.row_stride, step = p_.lanes * chunk_;
      if (s.is_inside && chunk_ == 8) {
        for (int64_t i = 0; i < n_; ++i) std::memcpy(to + i * step, from + i * row, 32);
      } else if (s.is_inside) {
        for (int64_t i = 0; i < n_; ++i) std::memcpy(to + i * step, from + i * row, 16);
      } else {
        for (int64_t i = s.row_begin; i < s.row_end; ++i)
          for (int64_t j = s.begin; j < s.end; ++j) to[i * step + j] = from[i * row + j];
      }
    }
  }

 private:
  static constexpr size_t kMaxLanes = 16;
  struct Source {
    int64_t offset = 0, row_begin = 0, row_end = 0, begin = 0, end = 0;  // of what is inside the image
    bool is_inside = false;
  };
  const WinogradPlan& p_;
  int64_t n_, chunk_;
  std::array<Source, kMaxLanes> sources_{};
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

  static constexpr int64_t kChannels = 32;
  int64_t vectors_of_panel() const { return p.gemm.columns / p.lanes; }
  int64_t groups() const { return ceil_div(p.shape.channels, kChannels); }

  void work(int64_t item, std::byte* scratch) const {
    const int64_t vector = item / groups(), group = item % groups();
    const int64_t panel = vector / vectors_of_panel(), column = vector % vectors_of_panel() * p.lanes;
    const Gatherer gatherer(p, (panel_begin + panel) * p.gemm.columns + column);
    auto* patch = reinterpret_cast<float*>(scratch);
    std::memset(scratch, 0, static_cast<size_t>(patch_bytes(p)));
    std::byte* to = run.shared + panel * p.points() * p.panel_point_bytes() + column * 4;
    const int64_t end = std::min(p.shape.channels, (group + 1) * kChannels);
    for (int64_t c = group * kChannels; c < end; ++c) {
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
        pixels_(reinterpret_cast<float*>(scratch + sums_bytes(p) + output_bytes(p))) {
    place_tiles();
  }

  void work(int64_t strip_begin, int64_t strip_end) {
    multiply(strip_begin, strip_end);
    for (int64_t s = strip_begin; s < strip_end; ++s) {
      for (int64_t r = 0; r < p_.gemm.strip_rows(s); ++r) transform(s - strip_begin, p_.gemm.strip_begin(s), r);
      for (const Segment& at : segments_)
        code_.gemm.finish(run_.buffers, &at.image, p_.gemm.strip_begin(s), p_.gemm.strip_rows(s), at.pixel, at.count,
                          reinterpret_cast<const std::byte*>(rows_ + at.offset));
    }
  }

 private:
  // Where the pixels of a tile go in a row of sums, and how many of them are inside the image.
  struct Place {
    Tile tile;
    int64_t offset, pitch, height, width;
  };
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

  void multiply(int64_t strip_begin, int64_t strip_end) const {
    const GemmPlan& g = p_.gemm;
    const int64_t tile_bytes = g.rows * g.columns * 4;
    for (int64_t point = 0; point < p_.points(); ++point)
      for (int64_t block = 0; block < g.blocks; ++block) {
        const int64_t k = block * g.block, steps = std::min(g.block, g.steps - k);
        for (int64_t s = strip_begin; s < strip_end; ++s) {
          const int64_t rows = g.strip_rows(s);
          const GemmStep step = rows == g.rows ? code_.gemm.long_step : code_.gemm.short_step;
          const std::byte* a = run_.packed + point * g.lhs_matrix_bytes() + (g.strip_begin(s) * g.steps + k * rows) * 4;
          for (int64_t j = 0; j < panels_; ++j)
            step(steps, a, rows * 4,
                 tiles_of_pass_ + (j * p_.points() + point) * p_.panel_point_bytes() + k * g.columns * 4, g.columns * 4,
                 sums_ + point * p_.sums_point_bytes() + ((s - strip_begin) * panels_ + j) * tile_bytes, block > 0);
        }
      }
  }

  // Row r of a strip, back to pixels.
  void transform(int64_t strip, int64_t strip_row, int64_t r) {
    const GemmPlan& g = p_.gemm;
    float* to = rows_ + r * p_.sums_columns();
    for (int64_t t = 0; t < static_cast<int64_t>(places_.size()); t += p_.lanes) {
      const int64_t panel = t / g.columns, column = t % g.columns;
      const std::byte* sums = sums_ + (((strip * panels_ + panel) * g.rows + r) * g.columns + column) * 4;
      const int64_t no_numbers = code_.output(sums, p_.sums_point_bytes(), pixels_);
      const int64_t count = std::min(p_.lanes, static_cast<int64_t>(places_.size()) - t);
      for (int64_t i = 0; i < count; ++i) put(places_[static_cast<size_t>(t + i)], pixels_ + i * p_.tile, to);
      if (no_numbers == 0) continue;
      for (int64_t i = 0; i < count; ++i)
        if ((no_numbers >> i & 1) != 0) add_up(places_[static_cast<size_t>(t + i)], strip_row + r, to);
    }
  }

  void put(const Place& at, const float* from, float* to) const {
    to += at.offset;
    const int64_t step = p_.lanes * p_.tile;
    if (at.width == 4) {
      for (int64_t y = 0; y < at.height; ++y) std::memcpy(to + y * at.pitch, from + y * step, 16);
    } else {
      for (int64_t y = 0; y < at.height; ++y)
        for (int64_t x = 0; x < at.width; ++x) to[y * at.pitch + x] = from[y * step + x];
    }
  }

  // The pixels of a tile as what they are defined to be, in the order of the weights.
  void add_up(const Place& at, int64_t row, float* to) const {
    constexpr int64_t kTile = 4, kPatch = kTile + kKernel - 1;
    const ImageWindow& v = p_.shape.window;
    const int64_t top = at.tile.y - v.pad_top, left = at.tile.x - v.pad_left;
    const int64_t y_begin = std::clamp<int64_t>(-top, 0, kPatch),
                  y_end = std::clamp<int64_t>(v.height - top, 0, kPatch);
    const int64_t x_begin = std::clamp<int64_t>(-left, 0, kPatch),
                  x_end = std::clamp<int64_t>(v.width - left, 0, kPatch);
    const float* weight = run_.weight + row * p_.shape.weight_row_stride;
    float sums[kTile][kTile] = {}, patch[kPatch][kPatch] = {};  // beside the image there are zeros
    for (int64_t c = 0; c < p_.shape.channels; ++c) {
      const float* plane = run_.data + at.tile.image * v.image_stride + c * v.channel_stride;
      for (int64_t y = y_begin; y < y_end; ++y)
        for (int64_t x = x_begin; x < x_end; ++x) patch[y][x] = plane[(top + y) * v.row_stride + left + x];
      for (int64_t i = 0; i < kKernel; ++i)
        for (int64_t j = 0; j < kKernel; ++j, weight += p_.shape.weight_k_stride)
          for (int64_t y = 0; y < kTile; ++y)
            for (int64_t x = 0; x < kTile; ++x) sums[y][x] += *weight * patch[y + i][x + j];
      const auto is_nan = [](float x) { return x != x; };
      if (std::all_of(&sums[0][0], &sums[0][0] + kTile * kTile, is_nan)) break;  // and stays so
    }
    for (int64_t y = 0; y < at.height; ++y)
      for (int64_t x = 0; x < at.width; ++x) to[at.offset + y * at.pitch + x] = sums[y][x];
  }

  const WinogradPlan& p_;
  const WinogradCode& code_;
  const WinogradRun& run_;
  int64_t panel_begin_, panels_;
  const std::byte* tiles_of_pass_;
  std::byte* sums_;
  float *rows_, *pixels_;
  std::vector<Place> places_;
  std::vector<Segment> segments_;
};

}  // namespace

std::span<const double> winograd_points(int64_t tile) {
  static constexpr double kOfFour[] = {0.625, 1.5}, kOfTwo[] = {1};
  return tile == 4 ? std::span<const double>(kOfFour) : std::span<const double>(kOfTwo);
}

int64_t WinogradPlan::member_bytes() const {
  return std::max(patch_bytes(*this), sums_bytes(*this) + output_bytes(*this) + pixels_bytes(*this));
}

namespace {

// Pixels of padding alone are exactly zero, and no rounding of their neighbours may show in them.
bool has_pixels_of_padding(const ImageWindow& v) {
  const int64_t bottom = v.out_h + kKernel - 1 - v.height - v.pad_top,
                right = v.out_w + kKernel - 1 - v.width - v.pad_left;
  return std::max({v.pad_top, v.pad_left, bottom, right}) >= kKernel;
}

}  // namespace

std::optional<WinogradPlan> plan_winograd(const WinogradShape& shape, int lanes, int registers, CacheSizes caches,
                                          int threads) {
  if (shape.rows < kFewestRows || shape.channels < kFewestOfAll ||
      shape.images * shape.window.out_h * shape.window.out_w == 0)
    return std::nullopt;
  if (has_pixels_of_padding(shape.window)) return std::nullopt;
  // Weights are four times as large then, and a network has many.
  const int64_t most_bytes = machine_memory() / 64;
  double best = cycles_of_window(shape, lanes, registers, caches);
  std::optional<WinogradPlan> out;
  for (int64_t tile : {4, 2}) {
    WinogradPlan plan = plan_tile(shape, tile, lanes, registers, caches, threads);
    const double cycles = cycles_of_winograd(plan, caches);
    const bool is_exact_enough = tile == 2 || shape.channels >= kFewestChannels;
    if (cycles >= best || plan.weight_bytes() > most_bytes || !is_exact_enough) continue;
    best = cycles;
    out = std::move(plan);
  }
  return out;
}

void pack_winograd(const WinogradPlan& p, const float* weight, std::byte* to, ThreadPool& pool) {
  // Of a strip; the points' matrices are as far apart as many caches are large, so that what goes to all of them at
  // once would push itself out.
  constexpr int64_t kChannels = 16;
  const WinogradShape& s = p.shape;
  pool.parallel_for(p.gemm.strips, 1, [&](int64_t begin, int64_t end, int) {
    WeightTransform transform(p.tile);
    std::vector<float> block(static_cast<size_t>(p.points() * kChannels * p.gemm.rows));
    for (int64_t strip = begin; strip < end; ++strip) {
      const int64_t rows = p.gemm.strip_rows(strip), first = p.gemm.strip_begin(strip), of_point = kChannels * rows;
      for (int64_t c = 0; c < s.channels; c += kChannels) {
        const int64_t channels = std::min(kChannels, s.channels - c);
        for (int64_t i = 0; i < channels; ++i) {
          const float* from = weight + first * s.weight_row_stride + (c + i) * kKernel * kKernel * s.weight_k_stride;
          for (int64_t k = 0; k < kKernel * kKernel; ++k)
            for (int64_t r = 0; r < rows; ++r)
              transform.kernel(k)[r] = from[r * s.weight_row_stride + k * s.weight_k_stride];
          transform.write(rows, block.data() + i * rows, of_point);
        }
        for (int64_t point = 0; point < p.points(); ++point)
          std::copy_n(block.data() + point * of_point, channels * rows,
                      reinterpret_cast<float*>(to + point * p.gemm.lhs_matrix_bytes()) + first * s.channels + c * rows);
      }
    }
  });
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
    // Chunks that read the same weights follow each other.
    pool.parallel_for(across * down, 1, [&](int64_t from, int64_t to, int member) {
      for (int64_t i = from; i < to; ++i) {
        const int64_t panel = i % across * p.panels_per_chunk, strip = i / across * p.strips_per_chunk;
        OutputWork work(p, code, run, begin + panel, begin + std::min(panels, panel + p.panels_per_chunk), panel,
                        run.member(member));
        work.work(strip, std::min(p.gemm.strips, strip + p.strips_per_chunk));
      }
    });
  }
}

}  // namespace hammock
