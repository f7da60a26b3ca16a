// SPDX-License-Identifier: Apache-2.0
// The run of a product by its plan: factors that are packed before, then the chunks, in parallel.
#include "hammock/runtime/gemm.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "gemm_parts.h"
#include "hammock/base/check.h"
#include "hammock/runtime/work_queue.h"

namespace hammock {
namespace {

// Where L1 does not ask for blocks, sums of so many steps are added to each other nevertheless: the error of a sum
// grows with how many are added in a row.
constexpr int64_t kShortSum = 256;

// The indices of the batch at which the `which`th different matrix of a factor is first used.
std::vector<int64_t> first_use(int64_t which, const std::vector<int64_t>& batch, const std::vector<int64_t>& strides) {
  std::vector<int64_t> out(batch.size());
  for (size_t i = batch.size(); i-- > 0;) {
    if (strides[i] == 0) continue;
    out[i] = which % batch[i];
    which /= batch[i];
  }
  return out;
}

struct Chunk {
  std::vector<int64_t> batch;
  int64_t strip_begin, strip_end, panel_begin, panel_end;

  bool is_empty() const { return strip_begin == strip_end || panel_begin == panel_end; }
};

// The pieces of a product's chunks in the order in which they are taken.
class Chunks {
 public:
  explicit Chunks(const GemmPlan& p)
      : p_(p),
        across_(ceil_div(p.panels, p.panels_per_chunk)),
        down_(ceil_div(p.strips, p.strips_per_chunk)),
        batches_(matrices(p.problem.batch)),
        right_first_(!p.by_rows && p.rhs_matrices == 1) {}

  int64_t count() const { return batches_ * across_ * down_ * p_.pieces; }

  // Some pieces of one chunk.
  Chunk at(int64_t begin, int64_t end) const {
    Chunk c = chunk(begin / p_.pieces);
    if (p_.divides_panels) {
      const auto [from, to] = Pieces(p_.panels_per_chunk, p_.pieces).part(begin, end, c.panel_begin, p_.panels);
      c.panel_begin = from, c.panel_end = to;
    } else {
      const auto [from, to] = Pieces(p_.strips_per_chunk, p_.pieces).part(begin, end, c.strip_begin, p_.strips);
      c.strip_begin = from, c.strip_end = to;
    }
    return c;
  }

 private:
  Chunk chunk(int64_t i) const {
    const int64_t panel = (p_.by_rows     ? i / batches_ % across_
                           : right_first_ ? i / down_ / batches_
                                          : i / down_ % across_) *
                          p_.panels_per_chunk;
    const int64_t strip = (p_.by_rows ? i / batches_ / across_ : i % down_) * p_.strips_per_chunk;
    const int64_t batch = p_.by_rows ? i % batches_ : right_first_ ? i / down_ % batches_ : i / down_ / across_;
    return {unflatten(batch, p_.problem.batch), strip, std::min(p_.strips, strip + p_.strips_per_chunk), panel,
            std::min(p_.panels, panel + p_.panels_per_chunk)};
  }

  const GemmPlan& p_;
  int64_t across_, down_, batches_;
  bool right_first_;
};

PackSource source_of(const GemmPlan& p, const GemmFactor& f, const std::byte* data, bool is_lhs) {
  PackSource s{data, f.dtype, p.problem.k, f.k_stride, f.w_stride, f.inner, f.outer_stride};
  if (is_lhs) s.flip_sign = p.flip;
  else s.header = p.flip;
  if (p.problem.window && p.problem.window_is_left == is_lhs) s.window = &*p.problem.window;
  return s;
}

void pack_strips(const GemmPlan& p, const PackSource& source, int64_t strip_begin, int64_t strip_end,
                 std::byte* matrix) {
  for (int64_t s = strip_begin; s < strip_end; ++s) {
    const int64_t at = p.strip_begin(s), rows = p.strip_rows(s);
    if (p.problem.has_tiles) {
      pack_rows(p.problem.type, source, 0, p.steps, at, rows, matrix + at * p.lhs_row_bytes(), p.lhs_row_bytes());
      continue;
    }
    pack_panels(p.problem.type, source, 0, p.steps, at, rows, rows, matrix + at * p.steps * p.element_bytes(), 0);
  }
}

int64_t block_steps(const GemmPlan& p, int64_t block) { return std::min(p.block, p.steps - block * p.block); }

void pack_block(const GemmPlan& p, const PackSource& source, int64_t block, int64_t panel_begin, int64_t panel_end,
                std::byte* to, int64_t panel_bytes) {
  const int64_t w = panel_begin * p.columns, w_end = std::min(p.problem.n, panel_end * p.columns);
  pack_panels(p.problem.type, source, block * p.block, block_steps(p, block), w, w_end - w, p.columns, to, panel_bytes);
}

// The same of a factor that is made: a piece of a panel at a time, which is in L1 when it is packed.
void make_block(const GemmPlan& p, const GemmCode& code, void* const* buffers, const std::vector<int64_t>& batch,
                int64_t block, int64_t panel_begin, int64_t panel_end, std::byte* to, int64_t panel_bytes) {
  constexpr int64_t kBytes = 16 << 10;
  alignas(64) std::byte made[kBytes];
  const Packed type = p.problem.type;
  const DType dtype = p.problem.rhs.dtype;
  const int64_t group = packed_group(type), step_bytes = p.columns * p.element_bytes(), steps = block_steps(p, block);
  const bool is_along_k = p.makes_along_k(), is_panel = !is_along_k && is_same(type, dtype);
  const int64_t most = is_panel ? steps : kBytes / (p.columns * dtype.bytes()) / (kMadeUnit * group) * kMadeUnit;
  HAMMOCK_CHECK(most > 0 && !p.flip, "a right factor that is made in pieces");
  for (int64_t panel = panel_begin; panel < panel_end; ++panel, to += panel_bytes) {
    const int64_t w = panel * p.columns, valid = std::min(p.columns, p.problem.n - w);
    for (int64_t step = 0; step < steps; step += most) {
      const int64_t count = std::min(most, steps - step), k = (block * p.block + step) * group,
                    elements = std::clamp<int64_t>(p.problem.k - k, 0, count * group);
      std::byte* const at = to + step * step_bytes;
      if (is_panel) {
        if (valid < p.columns) std::fill_n(at, count * step_bytes, std::byte{});
        code.make(buffers, batch.data(), k, elements, w, valid, at, p.columns);
        continue;
      }
      const int64_t stride = is_along_k ? count * group : p.columns;
      code.make(buffers, batch.data(), k, elements, w, valid, made, stride);
      const PackSource source{made, dtype, elements, is_along_k ? 1 : stride, is_along_k ? stride : 1};
      pack_panels(type, source, 0, count, 0, valid, p.columns, at, 0);
    }
  }
}

// One chunk of a run.
struct Worker {
  const GemmPlan& p;
  const GemmCode& code;
  const GemmRun& run;
  const std::byte* packed_lhs;  // all matrices, unless in place
  const std::byte* packed_rhs;
  std::byte* sums;               // of the chunk
  std::byte* strip;              // packed in the chunk
  std::byte* panels;             // so too, or an image
  const MemoryAhead* following;  // after the product; null: unknown
  mutable int64_t shaped = 0;    // rows for which the tiles have their shapes

  struct Operand {
    const std::byte* at;
    int64_t step;
  };

  Operand left(const Chunk& c, int64_t strip, int64_t block) const {
    const int64_t e = p.element_bytes();
    if (p.has_image_of(true)) return {first_pixel(c, strip), offsets(block)};
    if (p.problem.has_tiles) return left_rows(c, strip, block);
    if (p.lhs == GemmPlan::Source::in_place) {
      const GemmFactor& f = p.problem.lhs;
      const int64_t offset = dot(c.batch, f.batch_strides) + p.strip_begin(strip) * f.w_stride,
                    step = f.k_stride * packed_group(p.problem.type);
      return {run.lhs + (offset + block * p.block * step) * p.factor_bytes(), step * p.factor_bytes()};
    }
    const int64_t rows = p.strip_rows(strip);
    const std::byte* matrix = packed_lhs + dot(c.batch, p.lhs_batch) * p.lhs_matrix_bytes();
    return {matrix + (p.strip_begin(strip) * p.steps + block * p.block * rows) * e, rows * e};
  }

  int64_t offsets(int64_t block) const { return reinterpret_cast<int64_t>(p.offsets.data() + block * p.block); }

  // The factor from so many steps on.
  Operand after(const Operand& factor, int64_t steps, bool is_left) const {
    if (p.has_image_of(is_left)) return {factor.at, factor.step + steps * static_cast<int64_t>(sizeof(p.offsets[0]))};
    return {factor.at + steps * factor.step, factor.step};
  }

  // The window of a strip's first pixel, in place.
  const std::byte* first_pixel(const Chunk& c, int64_t strip) const {
    const ImageWindow& v = *p.problem.window;
    const PixelPlace at = pixel_at(v, p.strip_begin(strip));
    const int64_t offset = at.outer * p.image->image + at.d * v.stride_d * p.image->slice +
                           at.h * v.stride_h * p.image->row + at.w * v.stride_w * p.image->pixel;
    const std::byte* matrix = p.image->is_copy ? packed_lhs + dot(c.batch, p.lhs_batch) * p.lhs_matrix_bytes()
                                               : run.lhs + dot(c.batch, p.problem.lhs.batch_strides) * p.factor_bytes();
    return matrix + offset * p.element_bytes();
  }

  Operand left_rows(const Chunk& c, int64_t strip, int64_t block) const {
    const int64_t begin = p.strip_begin(strip), along = block * p.block * p.element_bytes();
    if (p.lhs == GemmPlan::Source::in_place) {
      const GemmFactor& f = p.problem.lhs;
      const int64_t e = f.dtype.bytes();
      return {run.lhs + (dot(c.batch, f.batch_strides) + begin * f.w_stride) * e + along, f.w_stride * e};
    }
    const std::byte* matrix = packed_lhs + dot(c.batch, p.lhs_batch) * p.lhs_matrix_bytes();
    return {matrix + begin * p.lhs_row_bytes() + along, p.lhs_row_bytes()};
  }

  // A block of a strip of the window.
  Operand pack_left(const Chunk& c, int64_t strip_index, int64_t block) const {
    const GemmFactor& f = p.problem.lhs;
    const std::byte* data = run.lhs + dot(c.batch, f.batch_strides) * f.dtype.bytes();
    const PackSource source = source_of(p, f, data, true);
    const int64_t k = block * p.block, at = p.strip_begin(strip_index), rows = p.strip_rows(strip_index);
    pack_pixels(p.problem.type, source, k, block_steps(p, block), at, rows, strip, p.strip_row_bytes());
    return {strip, p.problem.has_tiles ? p.strip_row_bytes() : p.element_bytes()};
  }

  Operand right(const Chunk& c, int64_t panel, int64_t block) const {
    const int64_t e = p.element_bytes(), step = p.columns * e;
    const bool is_whole = (panel + 1) * p.columns <= p.problem.n;
    if (p.rhs == GemmPlan::Source::in_place && is_whole) {
      const GemmFactor& f = p.problem.rhs;
      const int64_t offset = dot(c.batch, f.batch_strides) + block * p.block * f.k_stride + panel * p.columns;
      return {run.rhs + offset * f.dtype.bytes(), f.k_stride * f.dtype.bytes()};
    }
    if (p.rhs == GemmPlan::Source::in_place) return {panels, step};
    if (p.rhs == GemmPlan::Source::packed_in_chunk && p.has_image_of(false))
      return {panels + panel * step, offsets(block)};
    if (p.rhs == GemmPlan::Source::packed_in_chunk)
      return {panels + (panel - c.panel_begin) * p.block_bytes() + p.header_bytes(), step};
    const std::byte* matrix = packed_rhs + dot(c.batch, p.rhs_batch) * p.rhs_matrix_bytes();
    if (p.has_image_of(false)) return {matrix + panel * step, offsets(block)};
    return {matrix + panel * p.panel_bytes() + block * p.block_bytes() + p.header_bytes(), step};
  }

  void pack_right(const Chunk& c, int64_t block) const {
    const bool has_tail = c.panel_end == p.panels && p.problem.n % p.columns != 0;
    const GemmFactor& f = p.problem.rhs;
    const std::byte* data = run.rhs + dot(c.batch, f.batch_strides) * f.dtype.bytes();
    if (p.rhs == GemmPlan::Source::packed_in_chunk && p.problem.makes_right) {
      make_block(p, code, run.buffers, c.batch, block, c.panel_begin, c.panel_end, panels, p.block_bytes());
    } else if (p.rhs == GemmPlan::Source::packed_in_chunk && p.has_image_of(false)) {
      if (block == 0) pad_rows(p.problem.type, source_of(p, f, data, false), *p.image, 0, p.image->rows(), panels);
    } else if (p.rhs == GemmPlan::Source::packed_in_chunk)
      pack_block(p, source_of(p, f, data, false), block, c.panel_begin, c.panel_end, panels, p.block_bytes());
    else if (p.rhs == GemmPlan::Source::in_place && has_tail)
      pack_block(p, source_of(p, f, data, false), block, p.panels - 1, p.panels, panels, p.block_bytes());
  }

  // Columns in place: how many from one on are pixels of the output, and the first one's number, or that of the next.
  struct Columns {
    int64_t first, count, next;  // `next`: the place of the first column that may be one, after these
  };
  Columns columns_at(int64_t place) const {
    const ImageWindow& v = *p.problem.window;
    const int64_t d = place / p.image->slice, y = place % p.image->slice / p.image->row, x = place % p.image->row;
    if (y >= v.out_h) return {(d + 1) * v.out_h * v.out_w, 0, (d + 1) * p.image->slice};
    const int64_t first = (d * v.out_h + y) * v.out_w + std::min(x, v.out_w);
    return {first, std::max<int64_t>(v.out_w - x, 0), d * p.image->slice + (y + 1) * p.image->row};
  }

  // Of a panel: its first column of the product, or the next.
  int64_t first_column(int64_t panel) const {
    const int64_t at = panel * p.columns;
    return p.has_image_of(false) ? columns_at(at).first : at;
  }

  void finish(const Chunk& c, int64_t strip, int64_t panel, const std::byte* tile) const {
    const int64_t m = p.strip_begin(strip), rows = p.strip_rows(strip), begin = panel * p.columns;
    const auto columns = [&](int64_t n, int64_t count, int64_t at) {
      code.finish(run.buffers, c.batch.data(), m, rows, n, count, tile + at * p.element_bytes());
    };
    if (!p.has_image_of(false)) return columns(begin, std::min(p.columns, p.problem.n - begin), 0);
    const int64_t end = std::min(begin + p.columns, all_columns(*p.problem.window, *p.image));
    for (int64_t at = begin; at < end;) {
      const Columns run = columns_at(at);
      if (run.count > 0) columns(run.first, std::min(run.count, end - at), at - begin);
      at = run.next;
    }
  }

  // What comes next is fetched into L2 bit by bit during the steps before it: weights come from memory in a network,
  // a left factor larger than the caches is read a few columns' worth at a time, too fast for the hardware to follow,
  // and a result is written a few rows at a time.
  struct Ahead {
    std::array<const std::byte*, 256> places;
    int64_t count = 0, bytes_of_place = 0;

    // So many, each `stride` bytes after the one before, as far as there is room.
    void add(const std::byte* from, int64_t places_of_it, int64_t stride) {
      const int64_t added = std::min(static_cast<int64_t>(places.size()) - count, places_of_it);
      const std::byte** const to = places.data() + count;
      for (int64_t i = 0; i < added; ++i) to[i] = from + i * stride;
      count += std::max<int64_t>(added, 0);
    }
    // At most so many, and as many as whole rounds have: some of no use.
    void fit(int64_t most, const std::byte* of_no_use) {
      count = std::min(count, most);
      while (count == 0 || count % kPlacesOfRound != 0) add(of_no_use, 1, 0);
    }
    // A part of what lies from `from` on.
    void add_part(const std::byte* from, int64_t bytes, int64_t part, int64_t parts) {
      const int64_t all = ceil_div(bytes, bytes_of_place), begin = all * part / parts;
      add(from + begin * bytes_of_place, all * (part + 1) / parts - begin, bytes_of_place);
    }
    void add_part(const MemoryAhead& m, int64_t part, int64_t parts) {
      const int64_t of_piece = ceil_div(m.bytes, bytes_of_place), all = m.count * of_piece;
      const int64_t end = all * (part + 1) / parts;
      for (int64_t i = all * part / parts; i < end && of_piece > 0;) {
        const int64_t piece = i / of_piece, last = std::min(end, (piece + 1) * of_piece);
        add(m.at + piece * m.stride + (i - piece * of_piece) * bytes_of_place, last - i, bytes_of_place);
        i = last;
      }
    }
  };

  // The right factor's panel that takes the place of a chunk's panel j once the block is done; null: none is packed.
  const std::byte* panel_after(const Chunk& c, const Chunk* next, int64_t panel, int64_t block) const {
    if (p.rhs != GemmPlan::Source::weight) return nullptr;
    if (block + 1 < p.blocks) return right(c, panel, block + 1).at;
    if (next == nullptr) return nullptr;
    const int64_t after = next->panel_begin + panel - c.panel_begin;
    const bool is_same = p.blocks == 1 && after == panel && next->batch == c.batch;
    return is_same || after >= next->panel_end ? nullptr : right(*next, after, 0).at;
  }

  void look_ahead(const Chunk& c, const Chunk* next, int64_t strip, int64_t panel, int64_t block, int64_t k,
                  Ahead& ahead) const {
    const bool is_last = block + 1 == p.blocks;
    ahead.count = 0;
    if (is_last) {
      for (const GemmTouched& t : p.problem.touched) {
        const int64_t first =
            t.offset + dot(c.batch, t.batch_strides) + p.strip_begin(strip) * t.row_stride + first_column(panel);
        ahead.add(static_cast<const std::byte*>(run.buffers[t.buffer]) + first * t.element_bytes, p.strip_rows(strip),
                  t.row_stride * t.element_bytes);
      }
    }
    const int64_t begin = is_last ? middle(c) : c.strip_begin;
    const std::byte* after = panel_after(c, next, panel, block);
    if (after && strip >= begin) {
      const int64_t steps = is_last ? p.block : block_steps(p, block + 1);
      ahead.add_part(after, steps * p.columns * p.element_bytes(), strip - begin, c.strip_end - begin);
    }
    if (is_last && strip >= begin && next == nullptr && following != nullptr) {
      const int64_t part = (strip - begin) * (c.panel_end - c.panel_begin) + panel - c.panel_begin,
                    parts = (c.strip_end - begin) * (c.panel_end - c.panel_begin);
      ahead.add_part(*following, part, parts);
    }
    if (p.fetches_strips && strip + 1 < c.strip_end) {
      const auto [at, step] = left(c, strip + 1, block);
      const bool has_rows = p.problem.has_tiles || p.lhs == GemmPlan::Source::in_place;
      const int64_t row_stride = p.problem.has_tiles ? step : p.problem.lhs.w_stride * p.factor_bytes();
      const int64_t rows = p.strip_rows(strip + 1), row = k * p.element_bytes(), part = panel - c.panel_begin,
                    parts = c.panel_end - c.panel_begin;
      if (!has_rows) ahead.add_part(at, rows * row, part, parts);
      else
        for (int64_t r = rows * part / parts; r < rows * (part + 1) / parts; ++r)
          ahead.add_part(at + r * row_stride, row, 0, 1);
    }
    if (!p.problem.has_tiles) ahead.count = std::min(ahead.count, k);
    else ahead.fit(std::max<int64_t>(1, k / kTileRows) * kPlacesOfRound, right(c, panel, block).at);
  }

  // The strip of the last block at which a member takes its next chunk: soon enough to fetch it, and no sooner, for
  // others may be idle.
  int64_t middle(const Chunk& c) const { return p.blocks > 1 ? c.strip_begin : (c.strip_begin + c.strip_end) / 2; }

  template <class Next>
  void work(const Chunk& c, Next&& take_next) const {
    const int64_t tile_bytes = p.rows * p.columns * p.element_bytes(), chunk_panels = c.panel_end - c.panel_begin;
    const bool keeps = p.blocks > 1;
    // A single strip, which fetches nothing.
    const bool has_short_sums = p.strips == 1 && !p.image && !p.problem.has_tiles && has_float_sums(p.problem.type);
    const Chunk* next = nullptr;
    Ahead ahead;
    ahead.bytes_of_place = p.fetched_bytes();
    for (int64_t block = 0; block < p.blocks; ++block) {
      pack_right(c, block);
      const int64_t k = block_steps(p, block), part = has_short_sums ? kShortSum : k;
      for (int64_t s = c.strip_begin; s < c.strip_end; ++s) {
        if (s == middle(c) && block + 1 == p.blocks) next = take_next();
        const int64_t rows = p.strip_rows(s);
        const bool is_long = rows == p.rows;
        if (p.problem.has_tiles && shaped != rows) {
          code.set_shapes(p.grid(rows).shapes(rows));
          shaped = rows;
        }
        const Operand a = p.lhs == GemmPlan::Source::packed_in_chunk ? pack_left(c, s, block) : left(c, s, block);
        for (int64_t j = c.panel_begin; j < c.panel_end; ++j) {
          std::byte* tile = keeps ? sums + ((s - c.strip_begin) * chunk_panels + j - c.panel_begin) * tile_bytes : sums;
          const Operand b = right(c, j, block);
          if (p.fetches) {
            look_ahead(c, next, s, j, block, k, ahead);
            code.step_fetching(is_long, k, a.at, a.step, b.at, b.step, tile, block > 0, ahead.places.data(),
                               ahead.count);
          } else {
            const GemmStep step = is_long ? code.long_step : code.short_step;
            int64_t i = 0;
            do {  // once for no steps at all
              const Operand from_a = after(a, i, true), from_b = after(b, i, false);
              step(std::min(part, k - i), from_a.at, from_a.step, from_b.at, from_b.step, tile, block > 0 || i > 0);
            } while ((i += part) < k);
          }
          if (block + 1 < p.blocks) continue;
          finish(c, s, j, tile);
        }
      }
    }
  }
};

void copy_images(const GemmPlan& p, const std::byte* data, std::byte* to, ThreadPool& pool) {
  constexpr int64_t kBytesAtOnce = 16 << 10;
  const bool is_left = p.problem.window_is_left;
  const GemmFactor& f = is_left ? p.problem.lhs : p.problem.rhs;
  const int64_t matrices = is_left ? p.lhs_matrices : p.rhs_matrices,
                bytes = is_left ? p.lhs_matrix_bytes() : p.rhs_matrix_bytes();
  const auto window = window_of_groups(*p.problem.window, p.problem.k, packed_group(p.problem.type));
  const int64_t rows = p.image->rows(), grain = ceil_div(kBytesAtOnce, p.image->elements_of_row() * p.element_bytes());
  for (int64_t matrix = 0; matrix < matrices; ++matrix) {
    const std::byte* from =
        data + dot(first_use(matrix, p.problem.batch, f.batch_strides), f.batch_strides) * f.dtype.bytes();
    PackSource source = source_of(p, f, from, is_left);
    source.window = &*window;
    pool.parallel_for(rows, grain, [&](int64_t begin, int64_t end, int) {
      pad_rows(p.problem.type, source, *p.image, begin, end, to + matrix * bytes);
      if (!p.flip) return;  // (an image of one plane)
      auto* words = reinterpret_cast<uint32_t*>(to + matrix * bytes);
      for (int64_t i = begin * p.image->row; i < end * p.image->row; ++i) words[i] ^= kFlippedSigns;
    });
  }
}

// The right factor's panels, in parallel; pack(matrix, block, first panel, behind the last one, to). Several at once,
// whose rows lie side by side, but something for everybody.
template <class Pack>
void pack_all_panels(const GemmPlan& p, std::byte* to, ThreadPool& pool, Pack&& pack) {
  constexpr int64_t kMost = 4;
  const int64_t pieces = p.rhs_matrices * p.blocks * p.panels;
  const int64_t together = std::clamp<int64_t>(pieces / (2 * pool.size()), 1, kMost);
  const int64_t groups = ceil_div(p.panels, together);
  pool.parallel_for(p.rhs_matrices * groups * p.blocks, 1, [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t matrix = i / p.blocks / groups, panel = i / p.blocks % groups * together, block = i % p.blocks;
      std::byte* panels = to + matrix * p.rhs_matrix_bytes() + panel * p.panel_bytes();
      pack(first_use(matrix, p.problem.batch, p.problem.rhs.batch_strides), block, panel,
           std::min(p.panels, panel + together), panels + block * p.block_bytes());
    }
  });
}
}  // namespace

void pack_lhs(const GemmPlan& p, const std::byte* data, std::byte* to, ThreadPool& pool) {
  const GemmFactor& f = p.problem.lhs;
  if (p.has_image_of(true)) return copy_images(p, data, to, pool);
  pool.parallel_for(p.lhs_matrices * p.strips, 1, [&](int64_t begin, int64_t end, int) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t matrix = i / p.strips, strip = i % p.strips;
      const std::byte* from =
          data + dot(first_use(matrix, p.problem.batch, f.batch_strides), f.batch_strides) * f.dtype.bytes();
      pack_strips(p, source_of(p, f, from, true), strip, strip + 1, to + matrix * p.lhs_matrix_bytes());
    }
  });
}

void pack_rhs(const GemmPlan& p, const std::byte* data, std::byte* to, ThreadPool& pool) {
  if (p.has_image_of(false)) return copy_images(p, data, to, pool);
  const GemmFactor& f = p.problem.rhs;
  pack_all_panels(p, to, pool,
                  [&](const std::vector<int64_t>& batch, int64_t block, int64_t panel, int64_t end, auto at) {
                    const std::byte* from = data + dot(batch, f.batch_strides) * f.dtype.bytes();
                    pack_block(p, source_of(p, f, from, false), block, panel, end, at, p.panel_bytes());
                  });
}

MemoryAhead first_read(const GemmPlan& p, const std::byte* packed_rhs, int member, int members) {
  constexpr int64_t kMost = 512 << 10;  // with what the product before still has in L2
  const Chunks chunks(p);
  const int64_t first = WorkQueue::first_step(chunks.count(), members, member);
  if (p.rhs != GemmPlan::Source::weight || first >= chunks.count()) return {};
  const Chunk c = chunks.at(first, first + 1);
  const std::byte* matrix = packed_rhs + dot(c.batch, p.rhs_batch) * p.rhs_matrix_bytes();
  const int64_t panels = std::min(c.panel_end - c.panel_begin, std::max<int64_t>(1, kMost / p.block_bytes()));
  return {matrix + c.panel_begin * p.panel_bytes(), std::min(p.block_bytes(), kMost), p.panel_bytes(), panels};
}

void run_gemm(const GemmPlan& p, const GemmCode& code, const GemmRun& run, ThreadPool& pool) {
  if (p.problem.m == 0 || p.problem.n == 0) return;
  const std::byte *lhs = run.lhs, *rhs = run.rhs;
  std::byte* shared = run.shared;
  if (p.lhs == GemmPlan::Source::packed_before) {
    pack_lhs(p, run.lhs, shared, pool);
    lhs = shared;
    shared += round_up(p.lhs_bytes(), 64);
  }
  if (p.rhs == GemmPlan::Source::packed_before) {
    if (!p.problem.makes_right) pack_rhs(p, run.rhs, shared, pool);
    else
      pack_all_panels(p, shared, pool, [&](const auto& batch, int64_t block, int64_t panel, int64_t end, auto at) {
        make_block(p, code, run.buffers, batch, block, panel, end, at, p.panel_bytes());
      });
    rhs = shared;
  }
  const Chunks chunks(p);
  WorkQueue queue(pool.size());
  queue.fill(chunks.count(), 1, p.pieces);
  pool.parallel_for(std::min<int64_t>(chunks.count(), pool.size()), 1, [&](int64_t, int64_t, int member) {
    std::byte* scratch = run.member(member);
    std::byte* strip = scratch + p.sums_bytes();
    const auto at = static_cast<size_t>(member);
    const MemoryAhead* following = at < run.following.size() ? &run.following[at] : nullptr;
    const Worker worker{p, code, run, lhs, rhs, scratch, strip, strip + p.strip_bytes(), following};
    std::optional<Chunk> chunk, next;
    auto take = [&]() -> const Chunk* {
      do {
        next.reset();
        if (const auto pieces = queue.take(member)) next = chunks.at(pieces->begin, pieces->end);
      } while (next && next->is_empty());
      return next ? &*next : nullptr;
    };
    for (take(); next;) {
      chunk = std::move(next);
      worker.work(*chunk, take);
    }
    if (worker.shaped != 0) code.release();
  });
}

}  // namespace hammock
