// SPDX-License-Identifier: Apache-2.0
// The plan of a product, made once from shapes alone: the register tile by counting cycles, the block of k so that a
// strip takes half of L1, then the division into chunks that a cost model likes best, together with where the right
// factor is packed. The model only has to order the choices; what it charges are round figures.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "gemm_parts.h"
#include "hammock/base/check.h"
#include "hammock/runtime/work_queue.h"

namespace hammock {
namespace {

// Weights on the left and results of more bytes are fetched before they are needed. Tiles of few steps fetch only if
// the result goes to memory: else finding what comes next takes longer than the waits that it saves.
constexpr int64_t kFetchAhead = 128 << 10, kFewSteps = 64;
// A right factor in place of many long rows, each in pages of its own, is read a few rows at a time from end to end.
constexpr int64_t kRowsAtOnce = 16, kManyRows = 512, kLongRow = 2048;  // the last one in bytes

// A block of k for tiles, in words: longer than those of L1, for the sums between blocks come from L2.
constexpr int64_t kTileBlock = 512;

constexpr double kFromMemory = 1 / 4.0, kFromL3 = 1 / 24.0;  // cycles per byte, half of them hidden
constexpr double kL3Share = 16 << 20;

// Matrices that differ, and the stride of each batch dim among them.
int64_t distinct(const std::vector<int64_t>& extents, const std::vector<int64_t>& strides, std::vector<int64_t>& out) {
  int64_t count = 1;
  out.assign(extents.size(), 0);
  for (size_t i = extents.size(); i-- > 0;) {
    if (strides[i] == 0) continue;
    out[i] = count;
    count *= extents[i];
  }
  return count;
}

// Rows a power of two apart fall on the same few lines of L1 and push each other out (jit-performance 2.4).
bool rows_collide(int64_t rows, int64_t row_bytes) {
  constexpr int64_t kRepeat = 4096, kWays = 8;
  return ceil_div(rows, kRepeat / std::gcd(row_bytes, kRepeat)) > kWays;
}

// Do the left factor's pairs, or quads, lie as steps read them, each of elements of its row that follow each other?
bool has_whole_groups(const GemmPlan& p) {
  const GemmProblem& q = p.problem;
  const int64_t group = packed_group(q.type);
  auto are_groups = [&](int64_t n) { return n % group == 0; };
  return group > 1 && q.lhs.dtype.bytes() == p.factor_bytes() && are_groups(q.k) && are_groups(q.lhs.w_stride) &&
         std::ranges::all_of(q.lhs.batch_strides, are_groups);
}

GemmPlan::Source lhs_source(const GemmPlan& p) {
  const GemmFactor& f = p.problem.lhs;
  if (p.has_image_of(true)) return p.image->is_copy ? GemmPlan::Source::packed_before : GemmPlan::Source::in_place;
  if (p.problem.window_is_left) return GemmPlan::Source::packed_in_chunk;
  if (p.problem.has_tiles) {
    const int64_t row_bytes = f.w_stride * f.dtype.bytes();
    if (f.is_weight) return GemmPlan::Source::weight;
    const bool has_whole_tiles = p.problem.k * f.dtype.bytes() % kTileRowBytes == 0;
    const bool has_rows = p.problem.m == 1 || (f.w_stride > 0 && !rows_collide(p.rows, row_bytes));
    return f.lies_along_k() && has_whole_tiles && has_rows ? GemmPlan::Source::in_place
                                                           : GemmPlan::Source::packed_before;
  }
  const bool same = is_same(p.problem.type, f.dtype);
  if (p.problem.m == 1 && same && f.inner == 0) return GemmPlan::Source::in_place;
  if (f.is_weight) return GemmPlan::Source::weight;
  const bool are_steps = same || has_whole_groups(p);
  const bool in_rows =
      are_steps && f.lies_along_k() && f.w_stride > 0 && !rows_collide(p.rows, f.w_stride * p.factor_bytes());
  return in_rows ? GemmPlan::Source::in_place : GemmPlan::Source::packed_before;
}

int64_t most_rows(int64_t vectors, VectorRegisters registers) {
  return std::min<int64_t>(registers.most_rows(vectors), 28);
}

// The strips of a group, of at most so many units each.
struct EvenStrips {
  int64_t count, units, long_ones;

  EvenStrips(const GemmRows& of, int64_t most)
      : count(ceil_div(of.units, most)),
        units(count == 0 ? 1 : ceil_div(of.units, count)),
        long_ones(of.units - count * (units - 1)) {}
};

// Is the left factor read from afar, a strip at a time? One in place has rows along k.
bool reads_strips(const GemmPlan& p, CacheSizes caches) {
  if (p.problem.window_is_left) return false;
  const bool is_weight = p.lhs == GemmPlan::Source::weight;
  return p.lhs_matrix_bytes() > (is_weight ? kFetchAhead : caches.l2);
}

bool has_halves(const GemmProblem& q) {
  return q.widens && q.type == Packed::f32 && (q.rhs.dtype == kFloat16 || q.rhs.dtype == kBfloat16);
}
// Does the right factor lie as panels are read?
bool lies_in_rows(const GemmProblem& q) {
  return !q.window && !q.makes_right && q.rhs.w_stride == 1 && (has_halves(q) || is_same(q.type, q.rhs.dtype));
}

// Is the right factor read once, and as it lies? Of halves a panel that is not whole would be packed as floats.
bool is_in_place(const GemmPlan& p) {
  const GemmProblem& q = p.problem;
  return !q.rhs.is_weight && p.strips == 1 && lies_in_rows(q) && (!has_halves(q) || q.n % p.columns == 0);
}

// A tile of all rows, if they are few, and of panels that are all whole: to pack the right factor, or its last columns,
// takes longer than what a better tile would save. Weights are packed before, but for halves.
std::optional<GemmTile> tile_in_place(const GemmProblem& q, VectorRegisters registers) {
  const bool is_float = q.type == Packed::f32 || q.type == Packed::f64;
  const bool is_packed = q.rhs.is_weight && !has_halves(q);
  if (!is_float || is_packed || q.has_tiles || !lies_in_rows(q) || q.m < 1 || q.n < 1) return std::nullopt;
  for (const int64_t vectors : {4, 3, 2, 1}) {
    const int64_t columns = vectors * registers.lanes;
    if (q.n % columns != 0 || q.m > most_rows(vectors, registers)) continue;
    return GemmTile{{1, q.m, 1}, q.m, columns, cycles_of_step(static_cast<double>(q.m), static_cast<double>(vectors))};
  }
  return std::nullopt;
}

// How a window is read in place, if it pays: copies of an image are less than those of its windows, and do not fill
// what other steps have in the caches.
constexpr int64_t kLargestImage = 32 << 20;
constexpr double kPadImage = 1, kRun = 2.5, kFewest = 22;  // cycles per element, per run, and at least of one

// Of a window's element that is copied as a part of a pixel's row; `k` elements are a window.
double cycles_of_pixel(const ImageWindow& v, int64_t k) {
  if (v.channel_stride != 1) return kPackPixels + kRun / static_cast<double>(v.kernel_w);
  const int64_t channels = k / v.taps(), taps = v.dilation_w == 1 && v.col_stride == channels ? v.kernel_w : 1;
  return std::max(kPackPixels, kFewest / static_cast<double>(channels * taps));
}

PixelImage image_of(const GemmProblem& q, const ImageWindow& of_steps) {
  const bool is_group = packed_group(q.type) > 1;
  return pixel_image_of(of_steps, packed_steps(q.type, q.k), q.m / of_steps.pixels(), packed_bytes(q.type),
                        is_group || is_same(q.type, q.lhs.dtype));
}

// Whether a panel's places in the image are few enough for L1, or each is read so often that it does not matter, or all
// of it is in L2: they lie too far from each other to be fetched ahead by the hardware.
bool are_near(const GemmProblem& q, int64_t image_bytes, CacheSizes caches) {
  if (image_bytes <= caches.l2 / 2) return true;
  constexpr int64_t kManyUses = 4, kPanel = 64;
  const ImageWindow& v = *q.window;
  const int64_t taps = v.taps(), area = v.stride_d * v.stride_h * v.stride_w;
  return taps >= kManyUses * area || q.k / taps * area * kPanel * packed_bytes(q.type) <= caches.l1 / 2;
}

std::optional<GemmTile> tile_of_columns(const GemmProblem& q, VectorRegisters registers, CacheSizes caches) {
  if (!q.window || q.window_is_left || q.m == 0 || q.n == 0 || q.k == 0 || packed_group(q.type) > 1 || q.has_tiles)
    return std::nullopt;
  const ImageWindow& v = *q.window;
  const PixelImage image = column_image_of(v, q.k);
  std::vector<int64_t> strides;
  const int64_t matrices = distinct(q.batch, q.rhs.batch_strides, strides), elements = image.elements();
  if (q.n != v.pixels() || matrices * elements * packed_bytes(q.type) > kLargestImage) return std::nullopt;
  if (is_same(q.type, q.rhs.dtype) && !are_near(q, elements * packed_bytes(q.type), caches)) return std::nullopt;
  const GemmTile in_place = choose_tile(q.m, all_columns(v, image), registers),
                 packed = choose_tile(q.m, q.n, registers);
  const double k = static_cast<double>(q.k), n = static_cast<double>(q.n);
  const double copy = kPadImage * static_cast<double>(elements), copies = kPackWindow * n * k;
  if (in_place.cycles * k + copy >= packed.cycles * k + copies) return std::nullopt;
  return in_place;
}

std::optional<GemmTile> tile_of_pixels(const GemmPlan& p, VectorRegisters registers, CacheSizes caches) {
  const GemmProblem& q = p.problem;
  if (!q.window_is_left || q.m == 0 || q.n == 0 || q.k == 0 || q.has_tiles) return std::nullopt;
  const int64_t group = packed_group(q.type);
  const std::optional<ImageWindow> window = window_of_groups(*q.window, q.k, group);
  if (!window || (group > 1 && q.lhs.dtype.bytes() != p.factor_bytes())) return std::nullopt;
  const ImageWindow& v = *window;
  const PixelImage image = image_of(q, v);
  std::vector<int64_t> strides;
  const int64_t matrices = distinct(q.batch, q.lhs.batch_strides, strides),
                elements = image.is_copy ? image.elements()
                                         : image.images * (image.planes * image.plane + image.slices * image.slice +
                                                           image.height * image.row),
                bytes = elements * packed_bytes(q.type);
  if (matrices * bytes > kLargestImage) return std::nullopt;
  const int64_t slices = image.images * v.out_d;
  const auto rows = choose_tile(GemmRows{slices * v.out_h, v.out_w, 1}, q.n, registers),
             lines = choose_tile(GemmRows{slices, v.out_h, v.out_w}, q.n, registers);
  const GemmTile &in_place = lines && lines->cycles < rows->cycles ? *lines : *rows,
                 packed = choose_tile(q.m, q.n, registers);
  // Windows are copied by each chunk that has some of the panels; those of a chunk are in L2.
  const double m = static_cast<double>(q.m), k = static_cast<double>(p.steps);
  const double chunks = static_cast<double>(q.n * p.steps * packed_bytes(q.type)) / static_cast<double>(caches.l2 / 2);
  const double copy = image.is_copy ? kPadImage * static_cast<double>(elements) : 0;
  const double copies = std::max(1.0, chunks) * m * k * cycles_of_pixel(v, p.steps);
  if (in_place.cycles * k + copy >= packed.cycles * k + copies) return std::nullopt;
  return in_place;
}

GemmTile choose_tiles(int64_t m, int64_t n);
double cycles_of_tiles(int64_t m, int64_t n, int64_t steps);  // of all steps of a product

// What a division into chunks costs, in cycles of one core.
struct CostModel {
  const GemmPlan& p;
  CacheSizes caches;
  int threads;
  static constexpr double kPack = 0.6;     // per element
  static constexpr double kMake = 1;       // the same, with what has to be computed
  static constexpr double kBeginRow = 20;  // to go on in another page

  double per_byte(double bytes) const { return cycles_of_byte(bytes, caches); }

  // The time of the slowest thread.
  double cost(GemmPlan::Source rhs, int64_t panels, int64_t strips, bool by_rows) const {
    const GemmProblem& q = p.problem;
    const double e = static_cast<double>(p.element_bytes()), batches = static_cast<double>(matrices(q.batch)),
                 l2 = static_cast<double>(caches.l2);
    const double across = static_cast<double>(ceil_div(p.panels, panels)),
                 down = static_cast<double>(ceil_div(p.strips, strips));
    const double m = static_cast<double>(q.m), n = static_cast<double>(p.panels * p.columns),
                 k = static_cast<double>(p.steps);
    const double image = p.image ? static_cast<double>(p.image->elements()) * e : 0;
    const double a = p.has_image_of(true) ? image : m * k * e, b = p.has_image_of(false) ? image : n * k * e,
                 vector = static_cast<double>(p.lanes);
    double total = q.has_tiles ? batches * cycles_of_tiles(p.problem.m, p.problem.n, p.steps)
                               : batches * n * (m + static_cast<double>(p.strips)) * k / vector / 2;
    const double blocks_begun = static_cast<double>(p.strips * p.panels * p.blocks);
    total += batches * blocks_begun * 40;  // the ends of the loops
    // Tiles are as fast from L2 as from L1.
    total +=
        batches * across * a * (q.has_tiles && a <= l2 / 2 ? 0 : per_byte(a * static_cast<double>(p.lhs_matrices)));
    const bool is_window = q.window && !q.window_is_left;
    if (q.window_is_left && !p.image) total += batches * across * m * k * cycles_of_pixel(*q.window, q.k);
    const bool has_one_matrix = p.lhs_matrices == 1 && p.rhs_matrices == 1;
    const MemberGrid members(ceil_div(p.strips, strips), ceil_div(p.panels, panels), by_rows, threads);
    // Loops divide an image, or rows, among the members: the part that one has now it has written itself.
    if (has_one_matrix)
      total += kFromOther * (p.lhs == GemmPlan::Source::weight ? b * static_cast<double>(members.down - 1)
                                                               : a * static_cast<double>(members.across - 1));
    const double packing = is_window ? kPackWindow : q.makes_right ? kMake : kPack;
    const double b_all = b * static_cast<double>(p.rhs_matrices);
    const double b_from = rhs == GemmPlan::Source::weight ? cycles_of_weight_byte(b_all, caches) : per_byte(b_all);
    if (rhs == GemmPlan::Source::packed_in_chunk && p.has_image_of(false))
      total += batches * b * (kPadImage / e + per_byte(b));
    else if (rhs == GemmPlan::Source::packed_in_chunk)
      total += batches * down * n * k * (packing + (q.makes_right ? 0 : e * b_from / (is_window ? 9 : 1)));
    else if (has_one_matrix) {
      const double held = by_rows ? b / static_cast<double>(members.across)
                                  : b * static_cast<double>(panels) / static_cast<double>(p.panels);
      total += batches * b *
               (b_from + static_cast<double>(members.down - 1) * kFromL3 +
                (down - static_cast<double>(members.down)) * per_byte(held));
    } else total += batches * down * b * b_from;
    if (rhs == GemmPlan::Source::in_place) total += batches * down * across * k * kBeginRow;
    if (rhs == GemmPlan::Source::packed_before)
      total +=
          static_cast<double>(p.rhs_matrices) * b / e * (p.has_image_of(false) ? kPadImage : packing + 8 * e * b_from);
    // What lies in L2 while a chunk goes over a block of k.
    const double block = p.has_image_of(false) ? b * static_cast<double>(panels) / static_cast<double>(p.panels)
                                               : static_cast<double>(p.block * panels * p.columns) * e;
    if (strips > 1 && block > l2 / 2) total += batches * static_cast<double>(p.strips) * b * kFromL3;
    const double sums = static_cast<double>(strips * p.rows * panels * p.columns) * e;
    if (p.blocks > 1 && sums > l2 / 2) total += batches * m * n * 2 * e * static_cast<double>(p.blocks - 1) * kFromL3;
    const double chunks = batches * across * down, rounds = std::ceil(chunks / threads);
    // Threads were seen to differ by 2.5 times in how fast their tiles are.
    const double uneven = q.has_tiles ? threads / chunks : uneven_end(chunks, threads);
    return total / chunks * rounds * (1 + uneven) + 500 * rounds;
  }
};

// Each image is read by one chunk alone, and stays in L2 then.
bool copies_in_chunk(const GemmPlan& p, CacheSizes caches) {
  return p.rhs_matrices > 1 && p.rhs_matrices == matrices(p.problem.batch) && p.rhs_matrix_bytes() <= caches.l2 / 2;
}

void choose_chunks(GemmPlan& p, CacheSizes caches, int threads) {
  const GemmFactor& f = p.problem.rhs;
  std::vector<GemmPlan::Source> sources{GemmPlan::Source::packed_in_chunk, GemmPlan::Source::packed_before};
  if (f.is_weight) sources = {GemmPlan::Source::weight};
  else if (is_in_place(p)) sources = {GemmPlan::Source::in_place};
  else if (p.has_image_of(false) && !copies_in_chunk(p, caches)) sources = {GemmPlan::Source::packed_before};
  else if (p.problem.window && !p.problem.window_is_left)
    sources.pop_back();  // the matrix of a window is many times the image
  const CostModel model{p, caches, threads};
  constexpr int64_t kSumsLimit = 8 << 20;
  const int64_t sums_limit = p.problem.has_tiles && p.blocks > 1 ? caches.l2 / 4 : kSumsLimit;
  double best = -1;
  const auto consider = [&](int64_t panels, int64_t strips, GemmPlan::Source source, bool by_rows) {
    const double cost = model.cost(source, panels, strips, by_rows);
    const bool too_large = panels * strips * p.rows * p.columns * p.element_bytes() > sums_limit && panels * strips > 1;
    // The panels, those fetched meanwhile, and the left factor share L2; a window would be packed for each panel.
    // Few are fetched where most of the chunks take those of the one before.
    const int64_t panel = p.block * p.columns * p.element_bytes();
    const bool is_packed = p.lhs == GemmPlan::Source::packed_in_chunk,
               panels_stay = p.blocks == 1 && panels * panel <= caches.l2 / 2 &&
                             (panels == p.panels || (!by_rows && 4 * strips <= p.strips));
    const bool leaves_no_room = source == GemmPlan::Source::weight && p.fetches && !is_packed && panels > 1 &&
                                panels * panel > caches.l2 / 8 && p.panels * p.blocks * panel > caches.l2 / 4 &&
                                !panels_stay;
    // A copy of an image is one of all of it.
    const bool is_part = source == GemmPlan::Source::packed_in_chunk && p.has_image_of(false) &&
                         (panels < p.panels || strips < p.strips);
    if (too_large || leaves_no_room || is_part || (best >= 0 && cost >= best)) return;
    best = cost;
    p.rhs = source, p.panels_per_chunk = panels, p.strips_per_chunk = strips, p.by_rows = by_rows;
  };
  for (int64_t panels : divisions(p.panels))
    for (int64_t strips : divisions(p.strips))
      for (GemmPlan::Source source : sources) {
        // The matrices of a batch that read the same left factor follow each other.
        if (p.lhs_matrices == 1) consider(panels, strips, source, true);
        if (p.lhs_matrices > 1 || p.rhs_matrices == 1) consider(panels, strips, source, false);
      }
}

// A piece takes time enough to fetch what comes next, and has the same factor to itself that its chunk packs.
void choose_pieces(GemmPlan& p, int threads) {
  constexpr double kCycles = 10000;
  constexpr int64_t kMost = 4;
  if (threads == 1) return;
  const int64_t rows = std::min(p.problem.m, p.strips_per_chunk * p.rows), columns = p.panels_per_chunk * p.columns;
  const double cycles = p.problem.has_tiles ? cycles_of_tiles(rows, columns, p.steps)
                                            : static_cast<double>(rows * columns) * static_cast<double>(p.steps) /
                                                  static_cast<double>(2 * p.lanes);
  const int64_t most = std::min(kMost, static_cast<int64_t>(cycles / kCycles));
  const int64_t of_strips = p.rhs == GemmPlan::Source::packed_in_chunk ? 1 : std::min(most, p.strips_per_chunk),
                of_panels = p.lhs == GemmPlan::Source::packed_in_chunk || p.has_image_of(false)
                                ? 1
                                : std::min(most, p.panels_per_chunk);
  p.divides_panels = of_panels > of_strips;
  p.pieces = p.divides_panels ? Pieces(p.panels_per_chunk, of_panels).count
                              : Pieces(p.strips_per_chunk, std::max<int64_t>(1, of_strips)).count;
}

}  // namespace

double cycles_of_step(double rows, double vectors) {
  return std::max({rows * vectors / 2, (rows + vectors) / 2, 4.0}) + 0.5;
}

double cycles_of_byte(double bytes, CacheSizes caches) {
  return bytes > kL3Share ? kFromMemory : bytes > static_cast<double>(caches.l2) / 4 ? kFromL3 : 0;
}

double uneven_end(double chunks, int threads) { return std::max(0.1, 0.25 * (threads - 1)) / chunks; }

double cycles_of_weight_byte(double bytes, CacheSizes caches) {
  return std::max(cycles_of_byte(bytes, caches), kFromMemory / 2);
}

namespace {

double cycles_of_tiles(int64_t m, int64_t n, int64_t steps) {
  const GemmTile tile = choose_tiles(m, n);
  const int64_t down = ceil_div(tile.rows, kTileRows), across = tile.columns / kTileRows;
  const int64_t strips = ceil_div(m, tile.rows), panels = ceil_div(n, tile.columns);
  const auto rows = static_cast<double>(ceil_div(m, strips));
  constexpr double kLoad = 8, kProduct = 1.8, kLatency = 52, kEnds = 100;  // of a tile, of a row, of a sum, of a step
  const double loads = (static_cast<double>(down + across)) * kLoad,
               products = static_cast<double>(across) * std::max(rows, 8.0) * kProduct;
  const double round = std::max({loads, products, kLatency});
  return static_cast<double>(strips * panels) * (round * static_cast<double>(ceil_div(steps, kTileRows)) + kEnds);
}

GemmTile choose_tiles(int64_t m, int64_t n) {
  const int64_t most = m > kTileRows ? 2 * kTileRows : kTileRows, rows = ceil_div(m, ceil_div(m, most)),
                across = rows > kTileRows ? 2 : 4;
  return {GemmRows{1, m, 1}, rows, std::min(across, ceil_div(n, kTileRows)) * kTileRows, 0};
}

}  // namespace

bool pays_tiles(const GemmProblem& q, Packed type, VectorRegisters registers) {
  const int64_t m = std::max<int64_t>(q.m, 1), n = std::max<int64_t>(q.n, 1);
  const GemmTile tile = choose_tile(m, n, registers);
  const double vectors = static_cast<double>(ceil_div(tile.columns, registers.lanes)),
               rows = static_cast<double>(tile.rows);
  const auto places = static_cast<double>(ceil_div(m, tile.rows) * ceil_div(n, tile.columns));
  const auto steps = static_cast<double>(packed_steps(type, q.k));
  constexpr double kEnds = 40;
  return cycles_of_tiles(m, n, packed_steps(q.type, q.k)) < places * (cycles_of_step(rows, vectors) * steps + kEnds);
}

bool pays_pairs(const GemmProblem& q, VectorRegisters registers) {
  return !q.window && q.m > 1 && q.n > 1 && !tile_in_place(q, registers);
}

int64_t VectorRegisters::most_rows(int64_t vectors) const {
  if (has_lane_operands) return (count - vectors) * lanes / (vectors * lanes + 1);
  return vectors == 1 ? count - 4 : (count - 1 - vectors) / vectors;
}

int64_t rows_of_tile(int64_t m, int64_t vectors, VectorRegisters registers) {
  const int64_t most = most_rows(vectors, registers);
  return most < 1 ? 0 : EvenStrips(GemmRows{1, m, 1}, most).units;
}

std::optional<GemmTile> choose_tile(const GemmRows& of, int64_t n, VectorRegisters registers) {
  std::optional<GemmTile> best;
  for (int64_t vectors = 4; vectors >= 1; --vectors) {
    const int64_t most = most_rows(vectors, registers) / of.unit;
    if (most < 1) continue;
    const EvenStrips strips(of, most);
    // Strips of a row less count like the others, those of a row of the image less do not.
    const int64_t few = of.unit == 1 ? strips.units : (strips.units - 1) * of.unit;
    const auto cost = [&](int64_t rows) {
      return cycles_of_step(static_cast<double>(rows), static_cast<double>(vectors));
    };
    const double group =
        strips.long_ones * cost(strips.units * of.unit) + (strips.count - strips.long_ones) * cost(few);
    const double cycles = static_cast<double>(of.groups * ceil_div(n, vectors * registers.lanes)) * group;
    if (best && cycles >= best->cycles * 0.98) continue;
    best = GemmTile{of, strips.units * of.unit, vectors * registers.lanes, cycles};
  }
  return best;
}

GemmTile choose_tile(int64_t m, int64_t n, VectorRegisters registers) {
  return *choose_tile(GemmRows{1, m, 1}, n, registers);
}

bool has_columns_in_place(const GemmProblem& problem, VectorRegisters registers, CacheSizes caches) {
  return tile_of_columns(problem, registers, caches).has_value();
}

GemmPlan plan_gemm(GemmProblem problem, VectorRegisters registers, CacheSizes caches, int threads) {
  GemmPlan p;
  p.problem = std::move(problem);
  const GemmProblem& q = p.problem;
  HAMMOCK_CHECK(q.lhs.batch_strides.size() == q.batch.size() && q.rhs.batch_strides.size() == q.batch.size(),
                "a stride per batch dim");
  p.flip = q.type == Packed::quads && q.lhs.dtype == kInt8 && !p.is_left_signed() && !q.has_tiles;
  const int64_t unit = q.has_tiles ? kTileRows : 1;  // of a block of k
  p.steps = round_up(packed_steps(q.type, q.k), unit);
  const int64_t m = std::max<int64_t>(q.m, 1), n = std::max<int64_t>(q.n, 1);
  GemmTile tile = q.has_tiles ? choose_tiles(m, n) : choose_tile(m, n, registers);
  if (const auto in_place = tile_in_place(q, registers)) {
    tile = *in_place;
    p.problem.rhs.is_weight = false;  // packed, halves would be twice as many bytes
  }
  int64_t panel_columns = q.n;  // of all panels
  if (const auto pixels = tile_of_pixels(p, registers, caches)) {
    tile = *pixels;
    p.image = image_of(q, *window_of_groups(*q.window, q.k, packed_group(q.type)));
  } else if (const auto in_place = tile_of_columns(q, registers, caches)) {
    tile = *in_place;
    p.image = column_image_of(*q.window, q.k);
    panel_columns = all_columns(*q.window, *p.image);
  }
  if (p.image) p.offsets = window_offsets(*q.window, *p.image, p.element_bytes());
  p.lanes = q.has_tiles ? kTileRows : registers.lanes;
  p.rows = tile.rows;
  p.columns = tile.columns;
  p.unit = tile.of.unit;
  const EvenStrips even(tile.of, p.rows / p.unit);
  p.group_strips = even.count;
  p.long_strips = even.long_ones;
  p.group_rows = tile.of.units * p.unit;
  p.strips = q.m == 0 ? 0 : tile.of.groups * even.count;
  p.panels = ceil_div(panel_columns, p.columns);
  const int64_t e = p.element_bytes();
  // A strip takes half of L1. Where the panels are read only once, nothing is gained by blocks but the order of rows.
  const int64_t in_half_l1 = std::max<int64_t>(64, caches.l1 / 2 / (p.rows * e));
  const bool has_long_rows = is_in_place(p) && p.steps >= kManyRows &&
                             q.rhs.k_stride * q.rhs.dtype.bytes() >= kLongRow &&
                             p.panels * p.columns * p.steps * e > caches.l2;
  const int64_t most = q.has_tiles && p.strips > 1 ? kTileBlock
                       : p.strips > 1              ? in_half_l1
                       : has_long_rows             ? kRowsAtOnce
                                                   : p.steps;
  p.blocks = std::max<int64_t>(1, ceil_div(p.steps, std::max<int64_t>(1, most)));
  p.block = round_up(std::max<int64_t>(1, ceil_div(p.steps, p.blocks)), q.makes_right ? kMadeUnit : unit);
  p.blocks = std::max<int64_t>(1, ceil_div(p.steps, p.block));
  p.lhs_matrices = distinct(q.batch, q.lhs.batch_strides, p.lhs_batch);
  p.rhs_matrices = distinct(q.batch, q.rhs.batch_strides, p.rhs_batch);
  p.lhs = lhs_source(p);
  const int64_t result_bytes = q.m * q.n * matrices(q.batch) * e;
  if (result_bytes <= kFetchAhead) p.problem.touched.clear();
  p.fetches_strips = reads_strips(p, caches);
  p.fetches = p.strips > 1 && (p.steps > kFewSteps || result_bytes > kL3Share) &&
              (p.rows - p.unit) * p.columns / p.lanes >= kFewestSums &&
              (q.rhs.is_weight || p.fetches_strips || !q.touched.empty());
  if (q.m > 0 && q.n > 0) {
    choose_chunks(p, caches, threads);
    choose_pieces(p, threads);
  }
  return p;
}

int64_t GemmPlan::shared_bytes() const {
  return (lhs == Source::packed_before ? round_up(lhs_bytes(), 64) : 0) +
         (rhs == Source::packed_before ? rhs_bytes() : 0);
}

int64_t GemmPlan::sums_bytes() const {
  const int64_t tiles = blocks > 1 ? strips_per_chunk * panels_per_chunk : 1;
  // Where columns are in place, what finish() takes begins anywhere in a tile, and it reads whole vectors.
  const int64_t behind = has_image_of(false) ? 64 : 0;
  return round_up(tiles * rows * columns * element_bytes() + behind, 64);
}

int64_t GemmPlan::strip_bytes() const {
  if (lhs != Source::packed_in_chunk) return 0;
  return rows * strip_row_bytes();
}

int64_t GemmPlan::member_bytes() const {
  const int64_t packed = rhs == Source::packed_in_chunk ? panels_per_chunk : rhs == Source::in_place ? 1 : 0;
  const bool has_image = rhs == Source::packed_in_chunk && has_image_of(false);
  return sums_bytes() + strip_bytes() + (has_image ? image_bytes() : packed * block_bytes());
}

}  // namespace hammock
