// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/winograd_pixels.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "gemm_parts.h"
#include "hammock/runtime/work_queue.h"
#include "winograd_cost.h"

namespace hammock {

using namespace winograd;

namespace {

constexpr int64_t kMaxPixels = 36;   // of a tile of the image
constexpr int64_t kTilesAtOnce = 4;  // whose pixels stay in L1 until finish() takes them
constexpr int64_t kInputTiles = 4;   // of a member's turn

int64_t zeros_bytes(const WinogradPixelsPlan& p) { return round_up(p.shape.channels * 4, 64); }
int64_t sums_bytes(const WinogradPixelsPlan& p) { return p.points() * p.sums_point_bytes(); }
int64_t kernels_bytes(const WinogradPixelsPlan& p) { return p.panels_per_chunk * p.kernel_panel_bytes(); }
int64_t pixel_bytes(const WinogradPixelsPlan& p) { return p.gemm.columns * 4; }
int64_t pixels_bytes(const WinogradPixelsPlan& p) { return kTilesAtOnce * p.tile * p.tile * pixel_bytes(p); }

// Some strips for some panels.
struct Part {
  int64_t strip_begin, strip_end, panel_begin, panel_end;
};

// What strips are divided into, in the order in which members take it.
struct Parts {
  const WinogradPixelsPlan& p;
  int64_t strip_begin = 0, strip_end = p.gemm.strips;

  int64_t across() const { return ceil_div(p.gemm.panels, p.panels_per_chunk); }
  int64_t down() const { return ceil_div(strip_end - strip_begin, p.strips_per_chunk); }
  int64_t count() const { return across() * down(); }
  Part at(int64_t i) const {
    const int64_t strip = strip_begin + (p.gemm.by_rows ? i / across() : i % down()) * p.strips_per_chunk,
                  panel = (p.gemm.by_rows ? i % across() : i / down()) * p.panels_per_chunk;
    return {strip, std::min(strip_end, strip + p.strips_per_chunk), panel,
            std::min(p.gemm.panels, panel + p.panels_per_chunk)};
  }
};

// That are multiplied before the next ones are transformed.
int64_t strips_at_once(const WinogradPixelsPlan& p) { return p.shares_tiles ? p.strips_per_pass : p.gemm.strips; }

// ---- The plan -------------------------------------------------------------------------------------------------------
// What the steps cost that count beside the products, measured with 16 lanes: a vector of channels of a tile, and of
// kernels, for the few tiles for which they count are many at once, and go to L2.
double cycles_of_tile(int64_t tile) { return tile == 4 ? 110 : 50; }
double cycles_of_kernel(int64_t tile) { return tile == 4 ? 130 : 57; }

// How many members transform a tile.
double times_transformed(const WinogradPixelsPlan& p, int threads) {
  if (p.shares_tiles) return 1;
  const Parts parts{p};
  return static_cast<double>(MemberGrid(parts.down(), parts.across(), p.gemm.by_rows, threads).across);
}

// The products with their weights, by the slowest thread.
double cycles_of_chunks(const WinogradPixelsPlan& p, CacheSizes caches, int threads) {
  constexpr double kChunk = 2000;
  const GemmPlan& g = p.gemm;
  const Parts parts{p};
  const int64_t across = parts.across(), down = parts.down(), chunks = parts.count();
  const MemberGrid members(down, across, g.by_rows, threads);
  const double channels = static_cast<double>(p.shape.channels), points = static_cast<double>(p.points());
  const double kernels = static_cast<double>(g.panels * (g.columns / p.lanes)) * channels;
  const double tiles = points * channels * static_cast<double>(p.tiles()) * 4;
  const double total = points * cycles_of_product(g) + static_cast<double>(down) * kernels * cycles_of_kernel(p.tile) +
                       static_cast<double>(across) * tiles * cycles_of_byte(tiles, caches) +
                       (p.shares_tiles ? static_cast<double>(members.across - 1) * tiles * kFromOther : 0) +
                       static_cast<double>(chunks) * kChunk;
  return total / static_cast<double>(chunks) * static_cast<double>(ceil_div(chunks, threads)) *
         (1 + uneven_end(static_cast<double>(chunks), threads));
}

// Of all threads.
double cycles_of_winograd(const WinogradPixelsPlan& p, CacheSizes caches, int threads) {
  const auto vectors = [&](int64_t channels) { return static_cast<double>(p.tiles() * ceil_div(channels, p.lanes)); };
  const double transformed = vectors(p.shape.channels) * times_transformed(p, threads) + vectors(p.shape.rows);
  return cycles_of_chunks(p, caches, threads) * threads + transformed * cycles_of_tile(p.tile) +
         cycles_of_weights(static_cast<double>(p.weight_bytes()), caches);
}

// Of what does not stay in L2: a chunk has its sums there, the weights of a block of channels, and its tiles.
double cycles_beyond_l2(const WinogradPixelsPlan& p, CacheSizes caches, int threads) {
  constexpr double kBeyond = 0.15;  // of a byte
  const int64_t chunks = Parts{p}.count(), tiles = p.points() * p.strips_per_chunk * p.gemm.rows * p.tile_bytes(),
                beyond = std::max<int64_t>(0, sums_bytes(p) + kernels_bytes(p) + tiles - caches.l2 / 2);
  return static_cast<double>(ceil_div(chunks, threads) * beyond) * kBeyond;
}

// The sums of a chunk and its weights are in L2, and its tiles where each member has its own; those that they share are
// in the next cache. The cycles of all threads.
double choose_chunks(WinogradPixelsPlan& p, CacheSizes caches, int threads) {
  const GemmPlan& g = p.gemm;
  struct Way {
    bool by_rows, shares_tiles;
  };
  struct {
    int64_t strips, panels;
    Way way;
  } best{1, 1, {true, true}};
  const int64_t tile_bytes = p.points() * g.rows * p.tile_bytes();  // of a strip
  double fewest = -1;
  for (const int64_t strips : divisions(g.strips))
    for (int64_t panels = 1; panels <= g.panels; ++panels) {
      p.strips_per_chunk = strips, p.panels_per_chunk = panels;
      if (sums_bytes(p) + kernels_bytes(p) > caches.l2 * 2 / 3 && panels * strips > 1) break;
      for (const Way way : {Way{true, false}, Way{true, true}, Way{false, true}}) {
        if (!way.shares_tiles && strips * tile_bytes > caches.l2) continue;
        p.gemm.by_rows = way.by_rows, p.shares_tiles = way.shares_tiles;
        const double cycles = cycles_of_winograd(p, caches, threads) + cycles_beyond_l2(p, caches, threads) * threads;
        if (fewest >= 0 && cycles >= fewest) continue;
        fewest = cycles;
        best = {strips, panels, way};
      }
    }
  p.strips_per_chunk = best.strips, p.panels_per_chunk = best.panels;
  p.gemm.by_rows = best.way.by_rows, p.shares_tiles = best.way.shares_tiles;
  const int64_t in_pass = std::max(p.strips_per_chunk, kPassBytes / tile_bytes);
  p.strips_per_pass = p.shares_tiles ? ceil_div(g.strips, ceil_div(g.strips, in_pass)) : p.strips_per_chunk;
  return fewest;
}

WinogradPixelsPlan plan_tile(const WinogradShape& s, int64_t tile, VectorRegisters registers, CacheSizes caches,
                             int threads) {
  WinogradPixelsPlan best;
  double fewest = -1;
  for (int64_t vectors = 4; vectors >= 1; --vectors) {
    WinogradPixelsPlan p;
    p.shape = s;
    p.tile = tile;
    p.lanes = registers.lanes;
    p.tiles_h = ceil_div(s.window.out_h, tile);
    p.tiles_w = ceil_div(s.window.out_w, tile);
    const int64_t rows = rows_of_tile(p.tiles(), vectors, registers);
    if (rows == 0) continue;
    p.gemm = plan_products(s, p.tiles(), s.rows, vectors, registers.lanes, rows);
    p.gemm.lhs = GemmPlan::Source::in_place;
    p.gemm.problem.lhs.w_stride = p.tile_bytes() / 4;
    const double cycles = choose_chunks(p, caches, threads);
    if (fewest >= 0 && cycles >= fewest) continue;
    fewest = cycles;
    best = std::move(p);
  }
  return best;
}

// ---- The run --------------------------------------------------------------------------------------------------------
// Tiles [begin, end) of all, to `tiles`, which begin with tile `first`.
void transform_tiles(const WinogradPixelsPlan& p, const WinogradPixelsCode& code, const WinogradRun& run, int64_t first,
                     int64_t begin, int64_t end, std::byte* tiles, std::byte* scratch) {
  const ImageWindow& v = p.shape.window;
  const int64_t size = p.tile + 2;
  const auto* zeros = reinterpret_cast<const float*>(scratch);
  std::memset(scratch, 0, static_cast<size_t>(zeros_bytes(p)));
  std::array<const float*, kMaxPixels> pixels;
  for (int64_t t = begin; t < end; ++t) {
    const Tile at = tile_at(t, p.tile, p.tiles_h, p.tiles_w);
    const int64_t top = at.y - v.pad_top, left = at.x - v.pad_left;
    for (int64_t i = 0; i < size; ++i)
      for (int64_t j = 0; j < size; ++j) {
        const int64_t y = top + i, x = left + j;
        const bool is_inside = y >= 0 && y < v.height && x >= 0 && x < v.width;
        pixels[static_cast<size_t>(i * size + j)] =
            is_inside ? run.data + at.image * v.image_stride + y * v.row_stride + x * v.col_stride : zeros;
      }
    code.input(pixels.data(), p.shape.channels, tiles + (t - first) * p.tile_bytes(), p.tiles_point_bytes());
  }
}

// The packed weights of a part from a channel on, up to the block's last one.
MemoryAhead weights_of(const WinogradPixelsPlan& p, const Part& part, int64_t channel, const std::byte* packed) {
  const int64_t channel_bytes = kKernel * kKernel * p.gemm.columns * 4;
  return {packed + part.panel_begin * p.panel_bytes() + channel * channel_bytes,
          std::min(p.gemm.block, p.shape.channels - channel) * channel_bytes, p.panel_bytes(),
          part.panel_end - part.panel_begin};
}

struct Chunk {
  const WinogradPixelsPlan& p;
  const WinogradPixelsCode& code;
  const WinogradRun& run;
  Part part;
  const std::byte* all_tiles;
  int64_t first_tile;  // of those
  std::byte *sums, *kernels, *pixels;
  MemoryAhead next, following;  // what its member reads then: in the pass, or after the convolution

  void work() const {
    multiply();
    for (int64_t s = part.strip_begin; s < part.strip_end; ++s)
      for (int64_t j = part.panel_begin; j < part.panel_end; ++j) finish(s, j);
  }

  const float* packed(int64_t panel, int64_t channel) const {
    return reinterpret_cast<const float*>(weights_of(p, {0, 0, panel, panel + 1}, channel, run.packed).at);
  }

  std::byte* sums_of(int64_t strip, int64_t panel) const {
    const int64_t tile = (strip - part.strip_begin) * (part.panel_end - part.panel_begin) + panel - part.panel_begin;
    return sums + tile * p.gemm.rows * p.gemm.columns * 4;
  }

  // Weights that come next are fetched step by step, for the memory would have nothing to do meanwhile.
  void multiply() const {
    const GemmPlan& g = p.gemm;
    const int64_t channels = p.shape.channels, kernel_bytes = g.columns * 4;
    const int64_t strips = part.strip_end - part.strip_begin, panels = part.panel_end - part.panel_begin,
                  steps = p.points() * strips * panels;  // of a block
    for (int64_t k = 0, before = 0; k < channels; k += g.block, before += steps) {
      const int64_t end = std::min(channels, k + g.block);
      for (int64_t j = 0; j < panels; ++j)
        code.weight(packed(part.panel_begin + j, k), g.columns, end - k, winograd_terms(p.tile).data(), p.tile + 2,
                    kernels + j * p.kernel_panel_bytes(), kernel_bytes, p.kernel_point_bytes());
      const MemoryAhead ahead = end < channels ? weights_of(p, part, end, run.packed) : next;
      int64_t done = 0;
      for (int64_t point = 0; point < p.points(); ++point)
        for (int64_t s = part.strip_begin; s < part.strip_end; ++s) {
          const GemmStep step = g.strip_rows(s) == g.rows ? code.gemm.long_step : code.gemm.short_step;
          const std::byte* tiles =
              all_tiles + point * p.tiles_point_bytes() + (g.strip_begin(s) - first_tile) * p.tile_bytes() + k * 4;
          for (int64_t j = 0; j < panels; ++j, ++done) {
            fetch_part(ahead, done, steps);
            fetch_part(following, before + done, g.blocks * steps);
            step(end - k, tiles, 4, kernels + j * p.kernel_panel_bytes() + point * p.kernel_point_bytes(), kernel_bytes,
                 sums_of(s, part.panel_begin + j) + point * p.sums_point_bytes(), k > 0);
          }
        }
    }
  }

  // Neighbours of a row of tiles at a time.
  void finish(int64_t strip, int64_t panel) const {
    const ImageWindow& v = p.shape.window;
    const int64_t begin = p.gemm.strip_begin(strip), end = begin + p.gemm.strip_rows(strip);
    for (int64_t t = begin, count = 0; t < end; t += count) {
      const Tile at = tile_at(t, p.tile, p.tiles_h, p.tiles_w);
      count = std::min({end - t, p.tiles_w - at.x / p.tile, kTilesAtOnce});
      const int64_t row_bytes = count * p.tile * pixel_bytes(p);
      for (int64_t i = 0; i < count; ++i)
        transform(strip, panel, t + i - begin, {at.image, at.y, at.x + i * p.tile},
                  pixels + i * p.tile * pixel_bytes(p), row_bytes);
      const int64_t height = std::min(p.tile, v.out_h - at.y), width = std::min(count * p.tile, v.out_w - at.x);
      const int64_t n = panel * p.gemm.columns, columns = std::min(p.gemm.columns, p.shape.rows - n);
      for (int64_t y = 0; y < height; ++y)
        code.gemm.finish(run.buffers, &at.image, (at.y + y) * v.out_w + at.x, width, n, columns,
                         pixels + y * row_bytes);
    }
  }

  // The tile of row r of a strip, back to pixels.
  void transform(int64_t strip, int64_t panel, int64_t r, const Tile& at, std::byte* to, int64_t row_bytes) const {
    for (int64_t column = 0; column < p.gemm.columns; column += p.lanes) {
      const std::byte* from = sums_of(strip, panel) + (r * p.gemm.columns + column) * 4;
      const int64_t no_numbers = code.output(from, p.sums_point_bytes(), to + column * 4, row_bytes, pixel_bytes(p));
      if (no_numbers != 0) add_up(no_numbers, at, panel, column, to + column * 4, row_bytes);
    }
  }

  // Again, the columns that the mask has.
  void add_up(int64_t columns, const Tile& at, int64_t panel, int64_t first, std::byte* to, int64_t row_bytes) const {
    const DefinedTile tile(p.shape, at, run.data, packed(panel, 0) + first, p.lanes, p.gemm.columns);
    for (int64_t y = 0; y < p.tile; ++y)
      for (int64_t x = 0; x < p.tile; ++x)
        for (int64_t i = 0; i < p.lanes; ++i)
          if ((columns >> i & 1) != 0)
            std::memcpy(to + y * row_bytes + x * pixel_bytes(p) + i * 4, &tile.sums[y][x][i], 4);
  }
};

}  // namespace

int64_t WinogradPixelsPlan::member_bytes() const {
  const int64_t of_chunk = sums_bytes(*this) + kernels_bytes(*this) + pixels_bytes(*this);
  return std::max(zeros_bytes(*this), of_chunk) + (shares_tiles ? 0 : tiles_bytes());
}

std::optional<WinogradPixelsPlan> plan_winograd_pixels(const WinogradShape& shape, VectorRegisters registers,
                                                       CacheSizes caches, int threads) {
  if (!is_possible(shape) || shape.channels < registers.lanes) return std::nullopt;
  const int64_t pixels = shape.images * shape.window.out_h * shape.window.out_w;
  return cheapest_tile(
      shape, cycles_of_window(shape, pixels, shape.rows, kPackPixels, registers, caches),
      [&](int64_t tile) { return plan_tile(shape, tile, registers, caches, threads); },
      [&](const WinogradPixelsPlan& plan) { return cycles_of_winograd(plan, caches, threads); });
}

void pack_winograd_pixels(const WinogradPixelsPlan& p, const float* weight, std::byte* to, ThreadPool& pool) {
  const WinogradShape& s = p.shape;
  const int64_t columns = p.gemm.columns;
  const PackSource source = source_of(s, weight);
  pool.parallel_for(p.gemm.panels, 1, [&](int64_t begin, int64_t end, int) {
    for (int64_t j = begin; j < end; ++j)
      pack_panels(Packed::f32, source, 0, source.k, j * columns, std::min(columns, s.rows - j * columns), columns,
                  to + j * p.panel_bytes(), 0);
  });
}

void run_winograd_pixels(const WinogradPixelsPlan& p, const WinogradPixelsCode& code, const WinogradRun& given,
                         ThreadPool& pool) {
  WinogradRun run = given;
  if (!p.shape.is_weight) {
    pack_winograd_pixels(p, run.weight, run.shared, pool);
    run.packed = run.shared;
    run.shared += p.weight_bytes();
  }
  const GemmPlan& g = p.gemm;
  const int64_t strips = strips_at_once(p);
  for (int64_t begin = 0; begin < g.strips; begin += strips) {
    const int64_t end = std::min(g.strips, begin + strips);
    const auto tile = [&](int64_t strip) { return std::min(g.problem.m, g.strip_begin(strip)); };
    const int64_t first = tile(begin), last = tile(end);
    if (p.shares_tiles) {
      pool.parallel_for(ceil_div(last - first, kInputTiles), 1, [&](int64_t from, int64_t to, int member) {
        transform_tiles(p, code, run, first, first + from * kInputTiles, std::min(last, first + to * kInputTiles),
                        run.shared, run.member(member));
      });
    }
    std::vector<int64_t> transformed(static_cast<size_t>(pool.size()), -1);  // by member: its pass's first strip
    const Parts parts{p, begin, end};
    pool.parallel_for(parts.count(), 1, [&](int64_t from, int64_t to, int member) {
      const auto number = static_cast<size_t>(member);
      std::byte* sums = run.member(member);
      std::byte *kernels = sums + sums_bytes(p), *pixels = kernels + kernels_bytes(p);
      const int64_t own_end = WorkQueue::first_step(parts.count(), pool.size(), member + 1);
      for (int64_t i = from; i < to; ++i) {
        Chunk chunk{p, code, run, parts.at(i), run.shared, first, sums, kernels, pixels, {}, {}};
        if (!p.shares_tiles) {
          std::byte* tiles = sums + p.member_bytes() - p.tiles_bytes();
          const int64_t strip = chunk.part.strip_begin;
          chunk.all_tiles = tiles, chunk.first_tile = tile(strip);
          if (transformed[number] != strip)
            transform_tiles(p, code, run, tile(strip), tile(strip), tile(chunk.part.strip_end), tiles, sums);
          transformed[number] = strip;
        }
        if (i + 1 != own_end && i + 1 < parts.count()) chunk.next = weights_of(p, parts.at(i + 1), 0, run.packed);
        if (i + 1 == own_end && end == g.strips && number < run.following.size())
          chunk.following = run.following[number];
        chunk.work();
      }
    });
  }
}

MemoryAhead first_read(const WinogradPixelsPlan& p, const std::byte* packed, int member, int members) {
  const Parts parts{p, 0, std::min(p.gemm.strips, strips_at_once(p))};
  const int64_t first = WorkQueue::first_step(parts.count(), members, member);
  return first < parts.count() ? weights_of(p, parts.at(first), 0, packed) : MemoryAhead{};
}

}  // namespace hammock
