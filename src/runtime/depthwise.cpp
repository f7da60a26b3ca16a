// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/depthwise.h"

#include <algorithm>
#include <utility>

#include "gemm_parts.h"
#include "row_padder.h"

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

// Of a chunk's strips [begin, end).
struct Worker {
  const DepthwisePlan& p;
  DepthwiseStep step;
  GemmFinish finish;
  const DepthwiseRun& run;
  std::byte *image, *weights, *sums;
  RowPadder<uint32_t, uint32_t> words4{p.shape.window, p.image};
  RowPadder<uint64_t, uint64_t> words8{p.shape.window, p.image};

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
    return data + dot(batch, f.batch_strides) * f.dtype.bytes();
  }

  // What rows [begin, end) of the output meet.
  void copy(const GemmFactor& f, const std::byte* data, int64_t begin, int64_t end) const {
    const ImageWindow& v = p.shape.window;
    end += (v.kernel_h - 1) * v.dilation_h / v.stride_h;
    if (is_same(p.shape.type, f.dtype)) {
      if (p.element_bytes() == 4) copy_words(words4, data, begin, end);
      else copy_words(words8, data, begin, end);
      return;
    }
    PackSource source{data, f.dtype, v.taps()};
    source.window = &v;
    for (int64_t phase = 0; phase < p.image.phases_h; ++phase)
      pad_rows(p.shape.type, source, p.image, phase * p.image.height + begin, phase * p.image.height + end, image);
  }

  template <class T>
  void copy_words(const RowPadder<T, T>& rows, const std::byte* data, int64_t begin, int64_t end) const {
    const ImageWindow& v = p.shape.window;
    for (int64_t h = 0; h < p.image.phases_h; ++h) {
      T* to = reinterpret_cast<T*>(image) + h * p.image.phases_w * p.image.phase;
      for (int64_t y = begin; y < end; ++y) {
        const int64_t from = y * p.image.phases_h + h - v.pad_top;
        const bool is_inside = from >= 0 && from < v.height;
        const T* row = is_inside ? reinterpret_cast<const T*>(data) + from * v.row_stride : nullptr;
        rows.pad(row, to + y * p.image.row);
      }
    }
  }
};

}  // namespace

bool DepthwisePlan::has_weights_in_place() const {
  return is_same(shape.type, shape.weight.dtype) && shape.weight.k_stride == 1;
}

std::optional<DepthwisePlan> plan_depthwise(DepthwiseShape shape, VectorRegisters registers, CacheSizes caches,
                                            int threads) {
  const ImageWindow& v = shape.window;
  // A single row shares nothing: a product of its window is as well.
  if (shape.m < 1 || shape.m > kMostOutputs || v.out_h <= 1 || v.out_w == 0 || v.taps() == 0) return std::nullopt;
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
    for (int64_t i = from; i < to; ++i) {
      const int64_t begin = i % parts * p.strips_per_chunk;
      worker.work(unflatten(i / parts, p.shape.batch), begin, std::min(p.strips, begin + p.strips_per_chunk));
    }
  });
}

}  // namespace hammock
