// SPDX-License-Identifier: Apache-2.0
// Rows of a left factor: the windows of pixels, run by run of elements that lie side by side, padded copies of images
// that windows are read from in place, and rows in words of several elements.
#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <vector>

#include "hammock/base/check.h"
#include "hammock/runtime/pixel_image.h"
#include "hammock/runtime/tensor.h"
#include "pack_parts.h"
#include "rounding.h"
#include "row_padder.h"

namespace hammock {
namespace {

// The window of a pixel, run by run of elements that follow each other: channels, or taps of a row, or both.
template <class To, class From>
class PixelCopier {
 public:
  explicit PixelCopier(const PackJob& job)
      : v_(*job.source.window),
        data_(reinterpret_cast<const From*>(job.source.data)),
        k_(job.source.k),
        planes_(v_.channel_stride == 1 ? 1 : k_ / v_.taps()),
        width_(k_ / v_.taps() / planes_),
        taps_(v_.dilation_w == 1 && v_.col_stride == width_ ? v_.kernel_w : 1),
        run_(taps_ * width_) {}

  // Of the job's pixels, one after the other.
  void copy_all(const PackJob& job, int64_t row_bytes) const {
    PixelPlace out = pixel_at(v_, job.w_begin);
    for (int64_t w = 0; w < job.w_count; ++w) {
      copy({data_ + out.outer * v_.image_stride, out.d * v_.stride_d - v_.pad_front, out.h * v_.stride_h - v_.pad_top,
            out.w * v_.stride_w - v_.pad_left},
           job.k_begin, job.k_begin + job.k_count, reinterpret_cast<To*>(job.to + w * row_bytes));
      if (++out.w == v_.out_w) out.w = 0, ++out.h;
      if (out.h == v_.out_h) out.h = 0, ++out.d;
      if (out.d == v_.out_d) out.d = 0, ++out.outer;
    }
  }

 private:
  struct Place {
    const From* image;
    int64_t z, y, x;  // of the first tap
  };

  // Elements [begin, end) of k.
  void copy(const Place& at, int64_t begin, int64_t end, To* to) const {
    const bool is_inside = at.y >= 0 && at.y + (v_.kernel_h - 1) * v_.dilation_h < v_.height && at.x >= 0 &&
                           at.x + (v_.kernel_w - 1) * v_.dilation_w < v_.width;
    const bool is_flat = is_inside && v_.kernel_d == 1 && at.z >= 0 && at.z < v_.depth;
    const bool has_all = is_flat && taps_ == v_.kernel_w && begin == 0 && end == k_;
    if (has_all && run_ == 3) copy_planes<3>(at, to);
    else if (has_all && run_ == 5) copy_planes<5>(at, to);
    else if (has_all && run_ == 7) copy_planes<7>(at, to);
    else if (is_flat && begin % run_ == 0 && end % run_ == 0) copy_whole_runs(at, begin, end, to);
    else copy_runs(at, begin, end, to);
  }

  // All is inside of the image, and the runs are so short that a call for each would take most of the time.
  template <int64_t kRun>
  void copy_planes(const Place& at, To* to) const {
    const From* plane = at.image + at.z * v_.slice_stride + at.y * v_.row_stride + at.x * v_.col_stride;
    const int64_t rows = v_.kernel_h, row_stride = v_.dilation_h * v_.row_stride;
    for (int64_t c = 0; c < planes_; ++c, plane += v_.channel_stride) {
      const From* from = plane;
      for (int64_t kh = 0; kh < rows; ++kh, from += row_stride, to += kRun) {
        if constexpr (std::is_same_v<To, From>) std::memcpy(to, from, sizeof(To) * kRun);
        else
          for (int64_t i = 0; i < kRun; ++i) to[i] = static_cast<To>(from[i]);
      }
    }
  }

  void copy_whole_runs(const Place& at, int64_t begin, int64_t end, To* to) const {
    const int64_t runs_of_row = v_.kernel_w / taps_, first = begin / run_, step = taps_ * v_.dilation_w * v_.col_stride,
                  row_step = v_.dilation_h * v_.row_stride;
    int64_t kw = first % runs_of_row, kh = first / runs_of_row % v_.kernel_h;
    const From* plane = at.image + first / runs_of_row / v_.kernel_h * v_.channel_stride + at.z * v_.slice_stride +
                        at.y * v_.row_stride + at.x * v_.col_stride;
    for (To* const last = to + (end - begin); to < last; to += run_) {
      copy_short(plane + kh * row_step + kw * step, run_, to);
      if (++kw == runs_of_row) kw = 0, ++kh;
      if (kh == v_.kernel_h) kh = 0, plane += v_.channel_stride;
    }
  }

  // Short runs in one or two moves of a size: to ask what a call asks takes longer.
  static void copy_short(const From* from, int64_t count, To* to) {
    constexpr int64_t kShort = 64;  // bytes
    if constexpr (std::is_same_v<To, From>) {
      const int64_t bytes = count * static_cast<int64_t>(sizeof(To));
      const auto* source = reinterpret_cast<const std::byte*>(from);
      auto* target = reinterpret_cast<std::byte*>(to);
      const auto in_moves = [&]<size_t size>(std::integral_constant<size_t, size>) {
        constexpr auto kSize = static_cast<int64_t>(size);
        for (int64_t i = 0; i < bytes - kSize; i += kSize) std::memcpy(target + i, source + i, size);
        std::memcpy(target + bytes - kSize, source + bytes - kSize, size);
      };
      if (bytes >= 16 && bytes <= kShort) return in_moves(std::integral_constant<size_t, 16>());
      if (bytes >= 8 && bytes < 16) return in_moves(std::integral_constant<size_t, 8>());
      if (bytes >= 4 && bytes < 8) return in_moves(std::integral_constant<size_t, 4>());
    }
    copy_run(from, count, to);
  }

  void copy_runs(const Place& at, int64_t begin, int64_t end, To* to) const {
    const int64_t runs_of_row = v_.kernel_w / taps_;
    int64_t kw = begin / run_ % runs_of_row, row = begin / run_ / runs_of_row, kh = row % v_.kernel_h,
            kd = row / v_.kernel_h % v_.kernel_d, plane = row / v_.kernel_h / v_.kernel_d, first = begin % run_;
    for (int64_t k = begin, count = 0; k < end; k += count, first = 0) {
      count = std::min(run_ - first, end - k);
      const int64_t z = at.z + kd * v_.dilation_d, y = at.y + kh * v_.dilation_h, x = at.x + kw * taps_ * v_.dilation_w;
      const bool is_row = z >= 0 && z < v_.depth && y >= 0 && y < v_.height;
      const int64_t left = is_row ? std::clamp<int64_t>(-x * width_ - first, 0, count) : count,
                    right = is_row ? std::clamp<int64_t>((v_.width - x) * width_ - first, left, count) : count;
      const From* from =
          at.image + plane * v_.channel_stride + z * v_.slice_stride + y * v_.row_stride + x * v_.col_stride + first;
      to = std::fill_n(to, left, To{});
      copy_run(from + left, right - left, to);
      to = std::fill_n(to + (right - left), count - right, To{});
      if (++kw == runs_of_row) kw = 0, ++kh;
      if (kh == v_.kernel_h) kh = 0, ++kd;
      if (kd == v_.kernel_d) kd = 0, ++plane;
    }
  }

  const ImageWindow& v_;
  const From* data_;
  int64_t k_, planes_;  // runs follow each other in a plane
  int64_t width_;       // elements of a tap in it
  int64_t taps_, run_;  // of a run, and its elements
};

// Rows of a window in words of T; k counts them, and zeros follow its last element.
template <class T, class From = T>
void pixels_of_words(const PackJob& job, int64_t row_bytes) {
  constexpr int64_t kGroup = 4 / sizeof(T);
  PackJob elements = job;
  elements.k_begin = std::min(job.k_begin * kGroup, job.source.k);
  elements.k_count = std::min(job.k_count * kGroup, job.source.k - elements.k_begin);
  PixelCopier<T, From>(elements).copy_all(elements, row_bytes);
  const auto made = elements.k_count * static_cast<int64_t>(sizeof(T)), all = job.k_count * 4;
  for (int64_t w = 0; w < job.w_count && made < all; ++w)
    std::memset(job.to + w * row_bytes + made, 0, static_cast<size_t>(all - made));
  if (!job.source.flip_sign) return;
  for (int64_t w = 0; w < job.w_count; ++w)
    for (int64_t i = 0; i < all; ++i) job.to[w * row_bytes + i] ^= std::byte{0x80};
}

template <class T>
void rows_of_words(const PackJob& job, int64_t row_bytes) {
  constexpr int64_t kGroup = 4 / sizeof(T), kBlock = 64;
  const PackSource& s = job.source;
  const int64_t begin = std::min(job.k_begin * kGroup, s.k), count = std::min(job.k_count * kGroup, s.k - begin);
  const auto* data = reinterpret_cast<const T*>(s.data) + job.w_begin * s.w_stride;
  const auto made = count * static_cast<int64_t>(sizeof(T)), all = job.k_count * 4;
  // Both ways to go on in memory by blocks, so that lines are read once.
  const bool lies_along_k = s.lies_along_k();
  for (int64_t k = 0; k < count && !lies_along_k; k += kBlock)
    for (int64_t w = 0; w < job.w_count; ++w) {
      T* to = reinterpret_cast<T*>(job.to + w * row_bytes);
      for (int64_t i = k; i < std::min(k + kBlock, count); ++i)
        to[i] = data[s.offset_along_k(begin + i) + w * s.w_stride];
    }
  for (int64_t w = 0; w < job.w_count; ++w) {
    std::byte* to = job.to + w * row_bytes;
    if (lies_along_k && made > 0) std::memcpy(to, data + begin + w * s.w_stride, static_cast<size_t>(made));
    std::memset(to + made, 0, static_cast<size_t>(all - made));
  }
}

// Several elements of a pixel, wherever they lie.
struct Word {
  std::array<std::byte, 4> bytes{};
};

template <class To, class From>
void pad_rows_of(const PackSource& source, const PixelImage& p, int64_t begin, int64_t end, std::byte* to) {
  const ImageWindow& v = *source.window;
  const auto* data = reinterpret_cast<const From*>(source.data);
  const RowPadder<To, From> rows(v, p);
  for (int64_t row = begin, last = 0; row < end; row = last) {
    const int64_t image = row / (p.slices * p.height), z = row / p.height % p.slices, first = row % p.height;
    last = std::min(end, row - first + p.height);
    for (int64_t i = 0; i < p.planes * p.phases_d * p.phases_h; ++i) {
      const int64_t plane = i / (p.phases_d * p.phases_h), d = i / p.phases_h % p.phases_d, h = i % p.phases_h;
      const int64_t from_z = z * p.phases_d + d - v.pad_front;
      const int64_t slice = image * v.image_stride + plane * v.channel_stride + from_z * v.slice_stride;
      To* out = reinterpret_cast<To*>(to) + image * p.image + plane * p.plane + z * p.slice +
                (d * p.phases_h + h) * p.phases_w * p.phase;
      for (int64_t y = first; y < first + last - row; ++y) {
        const int64_t from_y = y * p.phases_h + h - v.pad_top;
        const bool is_inside = from_z >= 0 && from_z < v.depth && from_y >= 0 && from_y < v.height;
        rows.pad(is_inside ? data + slice + from_y * v.row_stride : nullptr, out + y * p.row);
      }
    }
  }
}

}  // namespace

void pad_rows(Packed type, const PackSource& source, const PixelImage& p, int64_t begin, int64_t end, std::byte* to) {
  if (packed_group(type) > 1) return pad_rows_of<Word, Word>(source, p, begin, end, to);
  const bool made = with_types(type, source.dtype, [&](auto to_type, auto from_type) {
    pad_rows_of<decltype(to_type), decltype(from_type)>(source, p, begin, end, to);
  });
  HAMMOCK_CHECK(made, "packing of " + to_string(source.dtype));
}

void pack_rows(Packed type, const PackSource& source, int64_t k_begin, int64_t k_count, int64_t w_begin,
               int64_t w_count, std::byte* to, int64_t row_bytes) {
  const bool has_words = type == Packed::quads || type == Packed::pairs;
  HAMMOCK_CHECK(has_words && can_pack(type, source.dtype), "rows of " + to_string(source.dtype));
  const PackJob job{type, source, k_begin, k_count, w_begin, w_count, 0, to, 0};
  if (type == Packed::quads) rows_of_words<uint8_t>(job, row_bytes);
  else rows_of_words<uint16_t>(job, row_bytes);
}

void pack_pixels(Packed type, const PackSource& source, int64_t k_begin, int64_t k_count, int64_t w_begin,
                 int64_t w_count, std::byte* to, int64_t row_bytes) {
  const PackJob job{type, source, k_begin, k_count, w_begin, w_count, 0, to, 0};
  if (type == Packed::quads) return pixels_of_words<uint8_t>(job, row_bytes);
  if (type == Packed::pairs) return pixels_of_words<uint16_t>(job, row_bytes);
  const bool made = with_types(type, source.dtype, [&](auto to_type, auto from_type) {
    if (type == Packed::shorts) return pixels_of_words<uint16_t, decltype(from_type)>(job, row_bytes);
    PixelCopier<decltype(to_type), decltype(from_type)>(job).copy_all(job, row_bytes);
  });
  HAMMOCK_CHECK(made, "packing of " + to_string(source.dtype));
}

}  // namespace hammock
