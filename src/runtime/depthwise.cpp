// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/depthwise.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "gemm_parts.h"
#include "row_padder.h"

namespace hammock {
namespace {

// Multiply-adds of a step, which are written out but for the columns of the kernel.
constexpr int64_t kMostCode = 512;
constexpr int64_t kMostRows = 16, kMostVectors = 8, kMostOutputs = 4;

// Rows of the image that a step loads: of pixels each has those of all rows of the output that it meets.
int64_t lines_of(const DepthwisePlan& p) {
  const ImageWindow& v = p.shape.window;
  return p.has_channel_lanes() ? std::min((p.rows - 1) * v.stride_h + v.kernel_h, p.rows * v.kernel_h)
                               : (p.rows - 1) * v.stride_h + v.kernel_h;
}

// Of a step: two multiply-adds and two loads a cycle, loads of pixels from two lines each.
double cycles_of(const DepthwisePlan& p) {
  const ImageWindow& v = p.shape.window;
  const int64_t sums = p.rows * p.vectors, loads_of_vector = p.has_channel_lanes() ? 1 : 2;
  const int64_t moved = p.shape.depth > 1 ? lines_of(p) * p.vectors : 0;
  const double products = static_cast<double>(v.kernel_h * sums + moved) / 2,
               loads = static_cast<double>(loads_of_vector * lines_of(p) * p.vectors + v.kernel_h) / 2;
  return static_cast<double>(p.columns()) * (std::max({products, loads, 4.0}) + 1) + static_cast<double>(sums) + 10;
}

// Of all the steps of a copy, and of making it and of what becomes of the sums; for each channel.
double cycles_of_channel(const DepthwisePlan& p) {
  const ImageWindow& v = p.shape.window;
  const double steps = static_cast<double>(p.strips * p.tiles) * cycles_of(p);
  if (!p.has_channel_lanes()) return steps * static_cast<double>(p.shape.m) + 150 + 10 * static_cast<double>(v.height);
  // A vector of pixels that becomes one of channels, and back.
  constexpr double kTransposed = 10;
  const int64_t channels = p.shape.batch.back();
  return (steps + kTransposed * static_cast<double>(v.height * v.width + v.out_h * v.out_w) + 300) *
         static_cast<double>(ceil_div(channels, p.channels)) / static_cast<double>(channels);
}

bool choose_step(DepthwisePlan& p, VectorRegisters registers) {
  const ImageWindow& v = p.shape.window;
  const int64_t columns = registers.lanes / p.channels;  // of a vector
  std::optional<DepthwisePlan> chosen;
  double best = 0;
  for (int64_t most = kMostVectors; most >= 1; --most) {
    p.tiles = ceil_div(v.out_w, most * columns), p.vectors = ceil_div(ceil_div(v.out_w, p.tiles), columns);
    for (int64_t most_rows = 1; most_rows <= kMostRows; ++most_rows) {
      p.strips = ceil_div(v.out_h, most_rows), p.rows = ceil_div(v.out_h, p.strips);
      const int64_t sums = p.rows * p.vectors, loaded = p.has_channel_lanes() ? (p.shape.depth > 1 ? 2 : 1) : p.vectors,
                    needed = sums + loaded + v.kernel_h;
      if (sums * v.kernel_h > kMostCode || (needed >= registers.count && sums > 1)) continue;
      const double cost = static_cast<double>(p.strips * p.tiles) * cycles_of(p);
      if (chosen && cost >= best) continue;
      best = cost;
      chosen = p;
    }
  }
  if (chosen) p = *std::move(chosen);
  return chosen.has_value();
}

// A vector of channels for each pixel, for `rows` rows of the output.
PixelImage channels_image_of(const ImageWindow& v, int64_t lanes, int64_t rows) {
  PixelImage p;
  p.is_copy = true;
  p.height = (rows - 1) * v.stride_h + (v.kernel_h - 1) * v.dilation_h + 1;
  p.width = (v.out_w - 1) * v.stride_w + (v.kernel_w - 1) * v.dilation_w + 1;
  p.pixel = lanes;
  p.row = p.width * lanes;
  p.image = p.plane = p.slice = p.phase = p.height * p.row;
  return p;
}

// What lies at an index of the batch.
const std::byte* at(const GemmFactor& f, const std::byte* data, const std::vector<int64_t>& batch) {
  return data + dot(batch, f.batch_strides) * f.dtype.bytes();
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

  void work(const std::vector<int64_t>& batch, int64_t begin, int64_t end) const {
    const DepthwiseShape& s = p.shape;
    const ImageWindow& v = s.window;
    copy(s.data, at(s.data, run.data, batch), p.first_row(begin), p.first_row(end - 1) + p.rows);
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
        const int64_t row = p.first_row(strip), columns = p.tile_columns(), done = strip * p.rows - row;
        // What a tile has beyond the width, the next row's first tile writes over.
        for (int64_t tile = p.tiles; tile-- > 0;)
          step(image + (row * p.row_step() + tile * columns) * p.element_bytes(), kernel, p.offsets.data(),
               sums + tile * columns * p.element_bytes());
        finish(run.buffers, batch.data(), m, 1, (row + done) * v.out_w, (p.rows - done) * v.out_w,
               sums + done * v.out_w * p.element_bytes());
      }
    }
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
    pad_rows(p.shape.type, source, p.image, begin, end, image);
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

// The same with channels in the lanes, from the batch's last on.
struct ChannelsWorker {
  const DepthwisePlan& p;
  DepthwiseStep step;
  GemmFinish finish;
  const DepthwiseRun& run;
  std::byte *image, *weights, *sums;
  std::byte *planes = sums + p.sums_bytes(), *pixels = planes + p.planes_bytes();

  void work(std::vector<int64_t>& batch, int64_t begin, int64_t end) const {
    const DepthwiseShape& s = p.shape;
    const int64_t e = p.element_bytes(), width = s.window.out_w, top = p.first_row(begin) * s.window.stride_h,
                  count = std::min(p.groups_at_once(), s.batch.back() - batch.back()) * s.m;
    copy(at(s.data, run.data, batch), count, top, p.first_row(end - 1) + p.rows);
    const std::byte* kernel = at(s.weight, run.weight, batch);
    if (!p.has_weights_in_place()) {
      pack(kernel, count);
      kernel = weights;
    }
    for (int64_t from = begin, to = 0; from < end; from = to) {
      to = std::min(from + p.strips_at_once(), end);
      const int64_t first = p.first_row(from);
      for (int64_t strip = from; strip < to; ++strip) {
        const int64_t row = p.first_row(strip);
        const std::byte* place = image + (row * p.row_step() - top * p.image.row) * e;
        std::byte* row_sums = sums + (row - first) * width * p.lanes * e;
        // What a tile has beyond the width, the next row's first tile writes over.
        for (int64_t tile = p.tiles; tile-- > 0;)
          step(place + tile * p.vectors * p.vector_step() * e, kernel, p.offsets.data(),
               row_sums + tile * p.vectors * p.lanes * e);
      }
      const int64_t done = from * p.rows - first;
      take(batch, count, from * p.rows * width, (p.first_row(to - 1) + p.rows - from * p.rows) * width,
           sums + done * width * p.lanes * e);
    }
  }

  // Of each row of the kernel those of all channels of a group; behind them the channel's place, for all lanes.
  void pack(const std::byte* kernel, int64_t count) const {
    const DepthwiseShape& s = p.shape;
    const ImageWindow& v = s.window;
    const int64_t w_stride = s.m == 1 ? s.weight.batch_strides.back() : s.weight.w_stride;
    const PackSource source{kernel,   s.weight.dtype, s.depth * v.taps(),   s.weight.k_stride,
                            w_stride, s.weight.inner, s.weight.outer_stride};
    if (s.depth == 1) return pack_panels(s.type, source, 0, source.k, 0, count, p.lanes, weights, 0);
    for (int64_t row = 0; row < v.kernel_h * s.depth; ++row)
      pack_panels(s.type, source, (row % s.depth * v.kernel_h + row / s.depth) * v.kernel_w, v.kernel_w, 0, count,
                  p.lanes, weights + row * v.kernel_w * p.tap_bytes(), 0);
    auto* place = reinterpret_cast<int32_t*>(weights + v.kernel_h * p.columns() * p.tap_bytes());
    for (int64_t column = 0; column < p.columns(); ++column)
      for (int64_t group = 0; group < p.groups_at_once(); ++group)
        place = std::fill_n(place, s.m, static_cast<int32_t>(group * s.depth + column / v.kernel_w));
  }

  // The image from row `top` on, as far as rows of the output up to `end` meet it.
  void copy(const std::byte* data, int64_t count, int64_t top, int64_t end) const {
    const ImageWindow& v = p.shape.window;
    const GemmFactor& f = p.shape.data;
    const int64_t bottom = (end - 1) * v.stride_h + (v.kernel_h - 1) * v.dilation_h + 1,
                  first = std::clamp<int64_t>(v.pad_top, top, bottom) - v.pad_top,
                  last = std::clamp<int64_t>(v.pad_top + v.height, first + v.pad_top, bottom) - v.pad_top;
    if (p.has_pixels_in_place()) {
      const int64_t e = p.element_bytes();
      return pad(data + first * v.row_stride * e, v.col_stride * e, v.row_stride * e, count, top, first, last, bottom);
    }
    const int64_t pixel_bytes = p.lanes * p.element_bytes(), row_bytes = v.width * pixel_bytes;
    PackSource source{data, f.dtype, v.height * v.width, v.col_stride, f.batch_strides.back()};
    if (v.row_stride == v.width * v.col_stride) {
      pack_panels(p.shape.type, source, first * v.width, (last - first) * v.width, 0, count, p.lanes, pixels, 0);
    } else {
      for (int64_t y = first; y < last; ++y) {
        source.data = data + y * v.row_stride * f.dtype.bytes();
        pack_panels(p.shape.type, source, 0, v.width, 0, count, p.lanes, pixels + (y - first) * row_bytes, 0);
      }
    }
    pad(pixels, pixel_bytes, row_bytes, p.lanes, top, first, last, bottom);
  }

  // Rows [top, bottom) of the padded image, whose rows [first, last) without the padding begin at `from`.
  void pad(const std::byte* from, int64_t pixel_step, int64_t row_step, int64_t count, int64_t top, int64_t first,
           int64_t last, int64_t bottom) const {
    const ImageWindow& v = p.shape.window;
    const int64_t bytes = p.lanes * p.element_bytes(), width = p.image.width,
                  left = std::clamp<int64_t>(v.pad_left, 0, width),
                  right = std::clamp<int64_t>(v.pad_left + v.width, left, width);
    const int64_t e = p.element_bytes();
    from += (left - v.pad_left) * pixel_step;
    for (int64_t y = top; y < bottom; ++y) {
      const bool is_inside = y >= first + v.pad_top && y < last + v.pad_top && left < right;
      const int64_t begin = is_inside ? left : width, end = is_inside ? right : width;
      std::byte* to = image + (y - top) * p.image.row * e;
      std::memset(to, 0, static_cast<size_t>(begin * bytes));
      std::memset(to + end * bytes, 0, static_cast<size_t>((width - end) * bytes));
      if (!is_inside) continue;
      copy_row(from, pixel_step, right - left, count * e, to + left * bytes);
      from += row_step;
    }
  }

  void copy_row(const std::byte* from, int64_t step, int64_t pixels, int64_t valid, std::byte* to) const {
    const int64_t bytes = p.lanes * p.element_bytes();
    if (valid == 64) copy_pixels<64>(from, step, pixels, to);
    else if (valid == 32 && bytes == 32) copy_pixels<32>(from, step, pixels, to);
    else if (valid == 16 && bytes == 16) copy_pixels<16>(from, step, pixels, to);
    else copy_some(from, step, pixels, valid, to);
  }

  template <size_t kBytes>
  static void copy_pixels(const std::byte* from, int64_t step, int64_t pixels, std::byte* to) {
    constexpr int64_t kAhead = 16;
    for (int64_t i = 0; i < pixels; ++i, from += step, to += kBytes) {
      std::memcpy(to, from, kBytes);
      if (step > 64) __builtin_prefetch(from + kAhead * step);
    }
  }

  void copy_some(const std::byte* from, int64_t step, int64_t pixels, int64_t valid, std::byte* to) const {
    const int64_t bytes = p.lanes * p.element_bytes();
    for (int64_t i = 0; i < pixels; ++i, from += step, to += bytes) {
      std::memcpy(to, from, static_cast<size_t>(valid));
      std::memset(to + valid, 0, static_cast<size_t>(bytes - valid));
    }
  }

  // Sums of `count` channels, from a pixel on.
  void take(std::vector<int64_t>& batch, int64_t count, int64_t pixel, int64_t pixels, std::byte* from) const {
    const int64_t first = batch.back(), e = p.element_bytes();
    if (!p.is_transposed())
      return finish(run.buffers, batch.data(), pixel, pixels, p.shape.m == 1 ? first : 0, count, from);
    unpack_panel(p.shape.type, from, p.lanes, pixels, count, kFloat32, planes, 1, pixels);
    for (int64_t i = 0; i < count; ++i, ++batch.back())
      finish(run.buffers, batch.data(), 0, 1, pixel, pixels, planes + i * pixels * e);
    batch.back() = first;
  }
};

std::optional<DepthwisePlan> plan_planes(const DepthwiseShape& shape, VectorRegisters registers, CacheSizes caches,
                                         int threads) {
  const ImageWindow& v = shape.window;
  // A single row shares nothing: a product of its window is as well.
  if (shape.has_channels_last || shape.depth > 1 || shape.m > kMostOutputs || v.out_h <= 1) return std::nullopt;
  DepthwisePlan p;
  p.image = column_image_of(v, v.taps());
  p.shape = shape;
  p.lanes = registers.lanes;
  if (p.image.elements() * p.element_bytes() > caches.l2 * 8 || !choose_step(p, registers)) return std::nullopt;
  p.offsets = window_offsets(v, p.image, p.element_bytes());
  const int64_t planes = matrices(p.shape.batch), fewest = ceil_div(4 * threads, std::max<int64_t>(planes, 1)),
                parts = std::max(fewest, ceil_div(p.image_bytes(), caches.l2 / 2));
  p.strips_per_chunk = std::max<int64_t>(1, p.strips / parts);
  return p;
}

// Do whole groups fill vectors, which are read where they lie? Groups of as many channels as lanes are products.
bool has_groups_of_lanes(const DepthwisePlan& p) {
  const DepthwiseShape& s = p.shape;
  constexpr int64_t kLanes = 16;  // AVX-512, which has an instruction that takes lanes from any place
  // Of what is mostly padding a product has as little work.
  constexpr int64_t kFewPixels = 4;
  const ImageWindow& v = s.window;
  if (v.out_w < kFewPixels || v.kernel_w > v.width || v.kernel_h > v.height) return false;
  return s.has_channels_last && s.m == s.depth && p.lanes == kLanes && kLanes % s.m == 0 && s.m < kLanes &&
         s.type == Packed::f32 && p.has_pixels_in_place() && s.weight.batch_strides.back() == s.m * s.weight.w_stride;
}

std::optional<DepthwisePlan> plan_channels(const DepthwiseShape& shape, VectorRegisters registers, CacheSizes caches,
                                           int threads) {
  const ImageWindow& v = shape.window;
  const bool can_transpose = shape.type == Packed::f32 && shape.data.dtype == kFloat32 && v.col_stride == 1;
  if (shape.batch.empty() || (!shape.has_channels_last && !can_transpose)) return std::nullopt;
  DepthwisePlan p;
  p.shape = shape;
  p.lanes = p.channels = registers.lanes;
  if ((shape.m > 1 || shape.depth > 1) && !has_groups_of_lanes(p)) return std::nullopt;
  const auto lay_out = [&](int64_t rows) { p.image = channels_image_of(v, p.lanes, std::min(rows, v.out_h)); };
  lay_out(v.out_h);
  if (!choose_step(p, registers)) return std::nullopt;
  const int64_t channels = shape.batch.back(),
                copies = matrices(shape.batch) / channels * ceil_div(channels, p.groups_at_once()),
                fewest = ceil_div(4 * threads, std::max<int64_t>(copies, 1));
  // All channels of a part's rows stay in L2, whose lines come in pairs.
  const int64_t whole = shape.has_channels_last ? v.height * v.width * v.col_stride * shape.data.dtype.bytes() : 0,
                parts = std::max({fewest, ceil_div(p.image_bytes(), caches.l2 / 4), ceil_div(whole, caches.l2 / 2)});
  p.strips_per_chunk = std::max<int64_t>(1, p.strips / parts);
  // The last strip of a chunk may begin earlier than the others.
  lay_out(p.strips_per_chunk * p.rows);
  if (p.image_bytes() > caches.l2 * 8) return std::nullopt;
  for (int64_t i = 0; i < v.kernel_h * p.columns(); ++i) {
    const int64_t kh = i / p.columns(), kw = i % v.kernel_w;
    const int64_t place = kh * v.dilation_h * p.image.row + kw * v.dilation_w * p.image.pixel;
    p.offsets.push_back(static_cast<int32_t>(place * p.element_bytes()));
  }
  return p;
}

}  // namespace

bool DepthwisePlan::has_pixels_in_place() const {
  return is_same(shape.type, shape.data.dtype) && shape.data.batch_strides.back() == shape.depth &&
         (shape.depth == 1 || shape.window.channel_stride == 1);
}

bool DepthwisePlan::has_weights_in_place() const {
  if (!is_same(shape.type, shape.weight.dtype)) return false;
  if (!has_channel_lanes()) return shape.weight.k_stride == 1;
  return shape.depth == 1 && shape.weight.batch_strides.back() == 1 && shape.batch.back() % lanes == 0;
}

std::optional<DepthwisePlan> plan_depthwise(DepthwiseShape shape, VectorRegisters registers, CacheSizes caches,
                                            int threads) {
  const ImageWindow& v = shape.window;
  if (shape.m < 1 || v.out_h == 0 || v.out_w == 0 || v.taps() == 0 || matrices(shape.batch) == 0) return std::nullopt;
  auto planes = plan_planes(shape, registers, caches, threads),
       channels = plan_channels(shape, registers, caches, threads);
  if (shape.has_channels_last) return channels;
  return planes && channels && cycles_of_channel(*channels) < cycles_of_channel(*planes) ? channels : planes;
}

void run_depthwise(const DepthwisePlan& p, DepthwiseStep step, GemmFinish finish, const DepthwiseRun& run,
                   ThreadPool& pool) {
  std::vector<int64_t> copies = p.shape.batch;
  if (p.has_channel_lanes()) copies.back() = ceil_div(copies.back(), p.groups_at_once());
  const int64_t parts = p.chunks_of_plane(), chunks = matrices(copies) * parts;
  constexpr double kMost = 50'000;  // cycles of a piece of work
  const double cycles = static_cast<double>(p.strips_per_chunk * p.tiles * p.shape.m) * cycles_of(p);
  const auto grain = static_cast<int64_t>(
      std::clamp(kMost / cycles, 1.0, static_cast<double>(std::max<int64_t>(1, chunks / (4 * pool.size())))));
  pool.parallel_for(chunks, grain, [&](int64_t from, int64_t to, int member) {
    std::byte* scratch = run.member(member);
    std::byte *weights = scratch + p.image_bytes(), *sums = weights + p.weight_bytes();
    const auto work = [&](const auto& worker) {
      for (int64_t i = from; i < to; ++i) {
        // Of a part of the rows all channels, one after the other.
        const int64_t inner = p.has_channel_lanes() ? copies.back() : 1, part = i / inner % parts,
                      begin = part * p.strips_per_chunk;
        std::vector<int64_t> batch = unflatten(i / (inner * parts) * inner + i % inner, copies);
        if (p.has_channel_lanes()) batch.back() *= p.groups_at_once();
        worker.work(batch, begin, std::min(p.strips, begin + p.strips_per_chunk));
      }
    };
    if (p.has_channel_lanes()) work(ChannelsWorker{p, step, finish, run, scratch, weights, sums});
    else work(Worker{p, step, finish, run, scratch, weights, sums});
  });
}

}  // namespace hammock
