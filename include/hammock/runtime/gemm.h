// SPDX-License-Identifier: Apache-2.0
// Matrix products: everything around the compiled inner loop (jit-performance 2).
//
//   for every chunk of the output (batch, a block of strips, a block of panels), in parallel:
//     for every block of k:
//       the right factor's block in panels: packed beforehand, or here, or used in place
//       for every strip of rows, packed beforehand, or here (a window), or used in place:
//         for every panel:  step()   sums += strip x panel
//                           finish() after the last block: sums -> epilogue -> output
//
// Rows of the left factor are divided into even strips of whole units, none of which is padded: some have `rows` rows,
// the others a unit less. A unit is a row, and strips take all of them; but where a window is read in place, they take
// those of a row of the image, or a unit is such a row. A panel is `columns` columns of the right one. The sums of a
// tile are [rows][columns] in the member's scratch. No sum is split over members: results do not depend on the number
// of threads.
//
// A step may have its sums in tiles (tiles.h): then a step of k is four bytes along k, so many that tiles are whole,
// and the left factor's strips are rows along k.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "hammock/runtime/machine.h"
#include "hammock/runtime/pack.h"
#include "hammock/runtime/pixel_image.h"
#include "hammock/runtime/thread_pool.h"
#include "hammock/runtime/tiles.h"

namespace hammock {

struct GemmFactor {
  DType dtype;
  std::vector<int64_t> batch_strides;   // in elements, one per batch dim
  int64_t k_stride = 0, w_stride = 0;   // w: along m of the left factor, along n of the right
  bool is_weight = false;               // packed once, by pack_lhs or pack_rhs
  int64_t inner = 0, outer_stride = 0;  // see PackSource

  bool lies_along_k() const { return k_stride == 1 && inner == 0; }
};

// What finish() reads or writes at each element of the product, in rows like it; strides in elements.
struct GemmTouched {
  uint32_t buffer = 0;
  int64_t element_bytes = 4, offset = 0, row_stride = 0;
  std::vector<int64_t> batch_strides;
};

struct GemmProblem {
  std::vector<int64_t> batch;
  int64_t m = 0, n = 0, k = 0;
  GemmFactor lhs, rhs;
  std::optional<ImageWindow> window;  // of rhs, or of lhs
  bool window_is_left = false;        // k as pack_pixels() has it
  Packed type = Packed::f32;
  bool has_tiles = false;            // quads or pairs
  bool makes_right = false;          // a float right factor lies nowhere: GemmMake
  bool widens = false;               // floats of two bytes of a right factor in place become f32 as they are loaded
  std::vector<GemmTouched> touched;  // fetched for finish(), if there is much of it
};

// What an inner loop has: `count` registers of `lanes` elements. The left factor's elements are operands in memory, or,
// with lane operands, the lanes of registers.
struct VectorRegisters {
  int lanes = 4, count = 16;
  bool has_lane_operands = false;

  int64_t most_rows(int64_t vectors) const;  // of a tile with so many in a row, that are all in registers
};

// Rows that strips are made of: they have units of one group.
struct GemmRows {
  int64_t groups = 1, units = 1, unit = 1;
};
// The register tile: rows of a strip at most, columns of a panel; and what steps of k cost, in cycles.
struct GemmTile {
  GemmRows of;
  int64_t rows = 1, columns = 1;
  double cycles = 0;
};
// Whether windows are a right factor in place: then images are not to be folded into columns.
bool has_columns_in_place(const GemmProblem& problem, VectorRegisters registers, CacheSizes caches);
// By cost (jit-performance 2.2); none if a unit is too long.
std::optional<GemmTile> choose_tile(const GemmRows& rows, int64_t n, VectorRegisters registers);
GemmTile choose_tile(int64_t m, int64_t n, VectorRegisters registers);
// Rows of even strips of m for tiles of so many vectors; 0: there is none.
int64_t rows_of_tile(int64_t m, int64_t vectors, VectorRegisters registers);

// A tile of fewer sums has several of each, which are added at the end.
constexpr int64_t kFewestSums = 8;

// What plans count, in cycles of one core; round figures. A step of k in a tile: two multiply-adds and two loads a
// cycle, four cycles from sum to sum, half a cycle for the end of the loop. A byte of so many, from where they lie.
double cycles_of_step(double rows, double vectors);
double cycles_of_byte(double bytes, CacheSizes caches);
// Of what another thread has just written.
constexpr double kFromOther = 0.25;
// What a loop takes longer, as a part of it, because the last chunks end at different times: threads are not equally
// fast, for others use the machine, or one core has two of them.
double uneven_end(double chunks, int threads);
// Of weights, which other weights of a network have driven out of the caches when they are read again.
double cycles_of_weight_byte(double bytes, CacheSizes caches);

// Bytes as whole lines of the caches; and as an odd number of them, so that rows so far apart do not push each other
// out of L1.
constexpr int64_t whole_lines(int64_t bytes) { return (bytes + 63) / 64 * 64; }
constexpr int64_t odd_lines(int64_t bytes) { return ((bytes + 63) / 64 | 1) * 64; }
// Of a panel's rows of so many bytes what is fetched at once: two narrow ones, for either takes as long.
constexpr int64_t fetched_at_once(int64_t bytes) { return whole_lines(bytes) * (bytes <= 128 ? 2 : 1); }

struct GemmPlan {
  enum class Source : uint8_t { weight, packed_before, packed_in_chunk, in_place };
  GemmProblem problem;
  int64_t steps = 0;  // along k: k, or k / 4 for quads, k / 2 for pairs and shorts
  int64_t rows = 1, unit = 1, strips = 1;
  int64_t group_strips = 1, long_strips = 1, group_rows = 0;  // the first long_strips of a group have `rows` rows
  int64_t lanes = 1, columns = 1, panels = 1;                 // lanes of a vector; columns of a panel
  int64_t block = 1, blocks = 1;                              // steps of a k block; all but the last have so many
  int64_t strips_per_chunk = 1, panels_per_chunk = 1;
  bool by_rows = false;         // chunks of the same rows follow each other, else those of the same columns
  int64_t pieces = 1;           // of a chunk, in which the last ones are taken (work_queue.h):
  bool divides_panels = false;  // some of its panels, not of its strips
  Source lhs = Source::packed_before, rhs = Source::packed_before;
  bool flip = false;                // quads of a signed left factor
  bool fetches = false;             // steps fetch what comes next,
  bool fetches_strips = false;      // the next strip of the left factor, too
  std::optional<PixelImage> image;  // of a window in place, and where its elements are
  std::vector<int32_t> offsets;
  std::vector<int64_t> lhs_batch, rhs_batch;   // strides of the packed factors over the batch dims, counted in matrices
  int64_t lhs_matrices = 1, rhs_matrices = 1;  // different ones

  int64_t element_bytes() const { return packed_bytes(problem.type); }
  int64_t factor_bytes() const { return element_bytes() / packed_group(problem.type); }  // of an element in place
  bool makes_along_k() const { return problem.rhs.k_stride == 1 && problem.rhs.w_stride != 1; }
  TileGrid grid(int64_t for_rows) const { return {(for_rows + kTileRows - 1) / kTileRows, columns / kTileRows}; }
  bool widens_right() const { return rhs == Source::in_place && problem.rhs.dtype.bytes() < element_bytes(); }
  int64_t fetched_bytes() const {
    const int64_t row = columns * element_bytes();
    return problem.has_tiles ? whole_lines(row) : fetched_at_once(row);
  }
  bool is_left_signed() const {
    return problem.type == Packed::quads && !problem.has_tiles && problem.rhs.dtype != kInt8;
  }
  int64_t header_bytes() const { return flip ? columns * 4 : 0; }
  int64_t block_bytes() const { return header_bytes() + block * columns * element_bytes(); }
  int64_t panel_bytes() const { return blocks * block_bytes(); }
  // From row to row of a strip packed in the chunk, and of a whole left factor.
  int64_t strip_row_bytes() const { return odd_lines(block * element_bytes()); }
  int64_t lhs_row_bytes() const {
    return problem.has_tiles ? odd_lines(steps * element_bytes()) : steps * element_bytes();
  }
  int64_t strip_begin(int64_t strip) const {
    const int64_t group = group_of(strip), in_group = strip - group * group_strips;
    return group * group_rows + in_group * rows - (in_group > long_strips ? in_group - long_strips : 0) * unit;
  }
  int64_t strip_rows(int64_t strip) const {
    return strip - group_of(strip) * group_strips < long_strips ? rows : rows - unit;
  }
  bool has_short_strips() const { return long_strips < group_strips; }
  // Of a window in place, bytes from pixel to pixel and from one row of the output to the next.
  int64_t pixel_step() const {
    return problem.window->out_w == 1 ? pixel_row_step() : problem.window->stride_w * image->pixel * element_bytes();
  }
  int64_t pixel_row_step() const { return problem.window->stride_h * image->row * element_bytes(); }
  bool has_image_of(bool is_left) const { return image && problem.window_is_left == is_left; }
  int64_t lhs_matrix_bytes() const {
    return has_image_of(true) ? image_bytes() : whole_lines(problem.m * lhs_row_bytes());
  }
  int64_t rhs_matrix_bytes() const { return has_image_of(false) ? image_bytes() : panels * panel_bytes(); }
  // Sizes of the packed factors, and of the scratch of a run.
  int64_t lhs_bytes() const { return lhs_matrices * lhs_matrix_bytes(); }
  int64_t rhs_bytes() const { return rhs_matrices * rhs_matrix_bytes(); }
  int64_t shared_bytes() const;
  int64_t member_bytes() const;
  // Of these, the sums of a chunk, and a strip that is packed in it.
  int64_t sums_bytes() const;
  int64_t strip_bytes() const;

 private:
  // Mostly there is one, and a division takes as long as ten sums of vectors.
  int64_t group_of(int64_t strip) const { return strip < group_strips ? 0 : strip / group_strips; }
  // The last panel of columns may reach beyond the image.
  int64_t image_bytes() const {
    return whole_lines((image->elements() + (problem.window_is_left ? 0 : columns)) * element_bytes());
  }
};

// Whether a product takes fewer cycles with tiles than with the registers, which compute with its factors as the type.
bool pays_tiles(const GemmProblem& problem, Packed type, VectorRegisters registers);
// Whether a product of f32 or i32 had better be one of pairs or shorts, if its factors can be: not if a factor is read
// once, as it lies, and none with a window.
bool pays_pairs(const GemmProblem& problem, VectorRegisters registers);

GemmPlan plan_gemm(GemmProblem problem, VectorRegisters registers, CacheSizes caches, int threads);

// sums[rows][columns] (+)= a[k][rows] x b[k][columns]; a_step and b_step in bytes. add = 0: sums are overwritten.
// Where a window is read in place, its step is the address of the k's offsets.
// With headers (quads), the int32 before b[0] are added once more to the sums.
// With tiles a_step is from row to row of the left factor, which goes on along k.
using GemmStep = void (*)(int64_t k, const std::byte* a, int64_t a_step, const std::byte* b, int64_t b_step,
                          std::byte* sums, int64_t add);
// The same, and every so many steps of k what lies at the next of `count` places is fetched into L2, fetched_bytes() of
// it. The last `longer` rounds have a step more; count * every + longer is at most k. With tiles, each kTileRows steps
// fetch at kPlacesOfRound places, of which `count` is a multiple, and the other two are not used.
constexpr int64_t kPlacesOfRound = 4;
using GemmFetchingStep = void (*)(int64_t k, const std::byte* a, int64_t a_step, const std::byte* b, int64_t b_step,
                                  std::byte* sums, int64_t add, const std::byte* const* places, int64_t count,
                                  int64_t every, int64_t longer);
// output[batch, m .. m + rows, n .. n + columns] = epilogue(sums), whose rows are `columns of the plan` long.
using GemmFinish = void (*)(void* const* buffers, const int64_t* batch, int64_t m, int64_t rows, int64_t n,
                            int64_t columns, const std::byte* sums);

// Elements [k, k + k_count) x [n, n + n_count) of the right factor, of its dtype, to `to`: rows of n where it is made
// along n, else rows of k; from row to row `stride` elements. Both k and n are multiples of kMadeUnit.
constexpr int64_t kMadeUnit = 16;
using GemmMake = void (*)(void* const* buffers, const int64_t* batch, int64_t k, int64_t k_count, int64_t n,
                          int64_t n_count, std::byte* to, int64_t stride);

struct GemmCode {
  GemmStep long_step = nullptr, short_step = nullptr;                  // for strips of `rows`, and a unit less
  GemmFetchingStep long_fetching = nullptr, short_fetching = nullptr;  // those of a plan that fetches
  GemmFinish finish = nullptr;
  GemmMake make = nullptr;  // if the right factor is made
  // A step of a plan that fetches, spread over as many of its steps of k.
  void step_fetching(bool is_long, int64_t k, const std::byte* a, int64_t a_step, const std::byte* b, int64_t b_step,
                     std::byte* sums, bool add, const std::byte* const* places, int64_t count) const {
    // (Both are small; a division of 64 bits would take as long as a step.)
    const auto rounds = static_cast<uint32_t>(count == 0 ? 1 : count), steps = static_cast<uint32_t>(k);
    (is_long ? long_fetching : short_fetching)(k, a, a_step, b, b_step, sums, add, places, count, steps / rounds,
                                               steps % rounds);
  }
  // With tiles: before a step whose strip has other rows than the last one, and after a member's last step.
  void (*set_shapes)(const TileShapes& shapes) = nullptr;
  void (*release)() = nullptr;
};

// The factor's data to its packed form, of lhs_bytes() or rhs_bytes(), 64-byte aligned.
void pack_lhs(const GemmPlan& plan, const std::byte* data, std::byte* to, ThreadPool& pool);
void pack_rhs(const GemmPlan& plan, const std::byte* data, std::byte* to, ThreadPool& pool);

// What a member is about to read: `count` pieces of so many bytes, from one to the next `stride`.
struct MemoryAhead {
  const std::byte* at = nullptr;
  int64_t bytes = 0, stride = 0, count = 0;
};
// The packed weights of the right factor that a member of so many reads first.
MemoryAhead first_read(const GemmPlan& plan, const std::byte* packed_rhs, int member, int members);

struct GemmRun {
  const std::byte *lhs = nullptr, *rhs = nullptr;  // the packed form if the plan says weight, else the data
  void* const* buffers = nullptr;                  // passed to finish
  std::byte* shared = nullptr;                     // shared_bytes(), 64-byte aligned
  std::function<std::byte*(int member)> member;    // member_bytes() each
  std::span<const MemoryAhead> following;          // by member: what is read first after the product; or nothing
};
void run_gemm(const GemmPlan& plan, const GemmCode& code, const GemmRun& run, ThreadPool& pool);

}  // namespace hammock
