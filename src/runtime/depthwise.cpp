// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/depthwise.h"

#include <algorithm>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "gemm_parts.h"
#include "pack_parts.h"

namespace hammock {
namespace {

// Multiply-adds of a step, which are written out but for the columns of the kernel.
constexpr int64_t kMostCode = 512;
constexpr int64_t kMostRows = 16, kMostVectors = 8, kMostOutputs = 4;

// Of a step: two multiply-adds and two loads a cycle, loads of the image from two lines each.
double cycles_of(const ImageWindow& v, int64_t rows, int64_t vectors) {
  const int64_t sums = rows * vectors, lines = (rows - 1) * v.stride_h + v.kernel_h;
  const double products = static_cast<double>(v.kernel_h * sums) / 2,
               loads = static_cast<double>(2 * lines * vectors + v.kernel_h) / 2;
  return static_cast<double>(v.kernel_w) * (std::max({products, loads, 4.0}) + 1) + static_cast<double>(sums) + 10;
}

bool choose_step(DepthwisePlan& p, VectorRegisters registers) {
  const ImageWindow& v = p.shape.window;
  double best = -1;
  for (int64_t most = kMostVectors; most >= 1; --most) {
    const int64_t tiles = ceil_div(v.out_w, most * registers.lanes),
                  vectors = ceil_div(ceil_div(v.out_w, tiles), registers.lanes);
    for (int64_t most_rows = 1; most_rows <= kMostRows; ++most_rows) {
      const int64_t strips = ceil_div(v.out_h, most_rows), rows = ceil_div(v.out_h, strips);
      const int64_t needed = rows * vectors + vectors + v.kernel_h;
      if (rows * vectors * v.kernel_h > kMostCode || (needed >= registers.count && rows * vectors > 1)) continue;
      const double cost = static_cast<double>(strips * tiles) * cycles_of(v, rows, vectors);
      if (best >= 0 && cost >= best) continue;
      best = cost;
      p.rows = rows, p.strips = strips, p.vectors = vectors, p.tiles = tiles;
    }
  }
  return best >= 0;
}

#if defined(__x86_64__)
// The even and the odd words of `pairs` pairs.
__attribute__((target("avx512f,bmi2"))) void split_pairs(const uint32_t* from, int64_t pairs, uint32_t* even,
                                                         uint32_t* odd) {
  const __m512i evens = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
                odds = _mm512_add_epi32(evens, _mm512_set1_epi32(1));
  for (int64_t i = 0; i < pairs; i += 16) {
    const auto lanes = static_cast<uint32_t>(std::min<int64_t>(pairs - i, 16));
    const uint32_t wide = _bzhi_u32(~0u, 2 * lanes);
    const __m512i low = _mm512_maskz_loadu_epi32(static_cast<__mmask16>(wide), from + 2 * i),
                  high = _mm512_maskz_loadu_epi32(static_cast<__mmask16>(wide >> 16), from + 2 * i + 16);
    const auto mask = static_cast<__mmask16>(_bzhi_u32(~0u, lanes));
    _mm512_mask_storeu_epi32(even + i, mask, _mm512_permutex2var_epi32(low, evens, high));
    _mm512_mask_storeu_epi32(odd + i, mask, _mm512_permutex2var_epi32(low, odds, high));
  }
}
#endif

// Of a chunk's strips [begin, end).
struct Worker {
  const DepthwisePlan& p;
  DepthwiseStep step;
  GemmFinish finish;
  const DepthwiseRun& run;
  std::byte *image, *weights, *sums;

  void clear() const {
    if (p.chunks_of_plane() == 1) std::memset(image, 0, static_cast<size_t>(p.image_bytes()));
  }

  int64_t first_row(int64_t strip) const { return std::min(strip * p.rows, p.shape.window.out_h - p.rows); }

  void work(const std::vector<int64_t>& batch, int64_t begin, int64_t end) const {
    const DepthwiseShape& s = p.shape;
    const ImageWindow& v = s.window;
    copy(s.data, at(s.data, run.data, batch), first_row(begin), first_row(end - 1) + p.rows);
    for (int64_t m = 0; m < s.m; ++m) {
      const std::byte* kernel = at(s.weight, run.weight, batch);
      if (p.has_weights_in_place()) {
        kernel += m * s.weight.w_stride * p.element_bytes();
      } else {
        const PackSource source{kernel, s.weight.dtype, v.taps(), s.weight.k_stride, s.weight.w_stride};
        pack_panels(s.type, source, 0, v.taps(), m, 1, 1, weights, 0);
        kernel = weights;
      }
      for (int64_t strip = begin; strip < end; ++strip) {
        const int64_t row = first_row(strip), columns = p.tile_columns(), done = strip * p.rows - row;
        // What a tile has beyond the width, the next row's first tile writes over.
        for (int64_t tile = p.tiles; tile-- > 0;)
          step(image + (row * p.image.row + tile * columns) * p.element_bytes(), kernel, p.offsets.data(),
               sums + tile * columns * p.element_bytes());
        finish(run.buffers, batch.data(), m, 1, (row + done) * v.out_w, (p.rows - done) * v.out_w,
               sums + done * v.out_w * p.element_bytes());
      }
    }
  }

  static const std::byte* at(const GemmFactor& f, const std::byte* data, const std::vector<int64_t>& batch) {
    int64_t offset = 0;
    for (size_t i = 0; i < batch.size(); ++i) offset += batch[i] * f.batch_strides[i];
    return data + offset * f.dtype.bytes();
  }

  // What rows [begin, end) of the output meet.
  void copy(const GemmFactor& f, const std::byte* data, int64_t begin, int64_t end) const {
    const ImageWindow& v = p.shape.window;
    end += (v.kernel_h - 1) * v.dilation_h / v.stride_h;
    if (is_same(p.shape.type, f.dtype) && v.col_stride == 1) {
      if (p.element_bytes() == 4) copy_words<uint32_t>(data, begin, end);
      else copy_words<uint64_t>(data, begin, end);
      return;
    }
    PackSource source{data, f.dtype, v.taps()};
    source.window = &v;
    for (int64_t phase = 0; phase < p.image.phases_h; ++phase)
      pad_rows(p.shape.type, source, p.image, phase * p.image.height + begin, phase * p.image.height + end, image);
  }

  // Rows [begin, end) of all phases. What lies beside the image is 0 since clear(), for a plane of one chunk; each
  // plane has it at the same places.
  template <class T>
  void copy_words(const std::byte* data, int64_t begin, int64_t end) const {
    const ImageWindow& v = p.shape.window;
    const PixelImage& to = p.image;
#if defined(__x86_64__)
    if constexpr (sizeof(T) == 4)
      if (to.phases_w == 2 && may_use(kOwnAvx512 | kOwnBmi2)) return copy_pairs(data, begin, end);
#endif
    for (int64_t w = 0; w < to.phases_w; ++w) {
      const int64_t left = std::clamp<int64_t>(ceil_div(v.pad_left - w, to.phases_w), 0, to.width),
                    right = std::clamp(ceil_div(v.width + v.pad_left - w, to.phases_w), left, to.width),
                    first = left * to.phases_w + w - v.pad_left;
      for (int64_t h = 0; h < to.phases_h; ++h) {
        T* phase = phase_at<T>(h, w, begin, end);
        for (int64_t y = begin; y < end; ++y) {
          const int64_t from = y * to.phases_h + h - v.pad_top;
          if (from < 0 || from >= v.height) continue;
          const T* row = reinterpret_cast<const T*>(data) + from * v.row_stride + first;
          copy_each(row, to.phases_w, right - left, phase + y * to.row + left);
        }
      }
    }
  }

  template <class T>
  T* phase_at(int64_t h, int64_t w, int64_t begin, int64_t end) const {
    const PixelImage& to = p.image;
    T* phase = reinterpret_cast<T*>(image) + (h * to.phases_w + w) * to.phase;
    if (p.chunks_of_plane() > 1) std::fill(phase + begin * to.row, phase + end * to.row, T{});
    return phase;
  }

#if defined(__x86_64__)
  // Both phases of a row at once: pairs of elements, and one at an end that has no other.
  void copy_pairs(const std::byte* data, int64_t begin, int64_t end) const {
    const ImageWindow& v = p.shape.window;
    const PixelImage& to = p.image;
    const int64_t reach = std::min(v.width, 2 * to.width - v.pad_left), alone = v.pad_left % 2,
                  place = ceil_div(v.pad_left, 2);  // of the first pair
    const int64_t pairs = std::max<int64_t>(0, (reach - alone) / 2), after = alone + 2 * pairs;
    for (int64_t h = 0; h < to.phases_h; ++h) {
      uint32_t *even = phase_at<uint32_t>(h, 0, begin, end), *odd = phase_at<uint32_t>(h, 1, begin, end);
      for (int64_t y = begin; y < end; ++y) {
        const int64_t from = y * to.phases_h + h - v.pad_top, at = y * to.row + place;
        if (from < 0 || from >= v.height) continue;
        const auto* row = reinterpret_cast<const uint32_t*>(data) + from * v.row_stride;
        if (alone == 1 && reach > 0) odd[at - 1] = row[0];
        split_pairs(row + alone, pairs, even + at, odd + at);
        if (after < reach) even[at + pairs] = row[after];
      }
    }
  }
#endif
};

}  // namespace

bool DepthwisePlan::has_weights_in_place() const {
  return is_same(shape.type, shape.weight.dtype) && shape.weight.k_stride == 1;
}

std::optional<DepthwisePlan> plan_depthwise(DepthwiseShape shape, VectorRegisters registers, CacheSizes caches,
                                            int threads) {
  const ImageWindow& v = shape.window;
  if (shape.m < 1 || shape.m > kMostOutputs || v.pixels() == 0 || v.taps() == 0) return std::nullopt;
  DepthwisePlan p;
  p.image = column_image_of(v, v.taps());
  p.shape = std::move(shape);
  p.lanes = registers.lanes;
  if (p.image.elements() * p.element_bytes() > caches.l2 * 8 || !choose_step(p, registers)) return std::nullopt;
  p.offsets = window_offsets(p.shape.window, p.image, p.element_bytes());
  const int64_t planes = matrices(p.shape.batch), fewest = ceil_div(4 * threads, std::max<int64_t>(planes, 1)),
                parts = std::max(fewest, ceil_div(p.image_bytes(), caches.l2 / 2));
  p.strips_per_chunk = std::max<int64_t>(1, p.strips / parts);
  return p;
}

void run_depthwise(const DepthwisePlan& p, DepthwiseStep step, GemmFinish finish, const DepthwiseRun& run,
                   ThreadPool& pool) {
  const int64_t parts = p.chunks_of_plane(), chunks = matrices(p.shape.batch) * parts;
  constexpr double kMost = 50'000;  // cycles of a piece of work
  const double cycles =
      static_cast<double>(p.strips_per_chunk * p.tiles * p.shape.m) * cycles_of(p.shape.window, p.rows, p.vectors);
  const auto grain = static_cast<int64_t>(
      std::clamp(kMost / cycles, 1.0, static_cast<double>(std::max<int64_t>(1, chunks / (4 * pool.size())))));
  pool.parallel_for(chunks, grain, [&](int64_t from, int64_t to, int member) {
    std::byte* scratch = run.member(member);
    std::byte *weights = scratch + p.image_bytes(), *sums = weights + p.weight_bytes();
    const Worker worker{p, step, finish, run, scratch, weights, sums};
    worker.clear();
    std::vector<int64_t> batch(p.shape.batch.size());
    for (int64_t i = from; i < to; ++i) {
      int64_t plane = i / parts;
      for (size_t d = batch.size(); d-- > 0; plane /= p.shape.batch[d]) batch[d] = plane % p.shape.batch[d];
      const int64_t begin = i % parts * p.strips_per_chunk;
      worker.work(batch, begin, std::min(p.strips, begin + p.strips_per_chunk));
    }
  });
}

}  // namespace hammock
