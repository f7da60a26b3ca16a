// SPDX-License-Identifier: Apache-2.0
// Two ways to read: along w, where w is contiguous or the source is a window (a row at a time, cut into the panels),
// and along k, where k is contiguous (blocks of 16 x 16, transposed in registers). Anything else goes element by
// element.
#include "hammock/runtime/pack.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "fetch.h"
#include "hammock/base/check.h"
#include "hammock/base/element.h"
#include "hammock/runtime/machine.h"
#include "hammock/runtime/tensor.h"
#include "pack_parts.h"
#include "rounding.h"

namespace hammock {
namespace {

// ---- Rows of the source ----------------------------------------------------------------------------------------
void move_on(const ImageWindow& v, PixelPlace& tap) {
  if (++tap.w == v.kernel_w) tap.w = 0, ++tap.h;
  if (tap.h == v.kernel_h) tap.h = 0, ++tap.d;
  if (tap.d == v.kernel_d) tap.d = 0, ++tap.outer;
}

// So many rows of a window from output pixel w_begin on, one kernel point after the other: what pixels have for
// themselves is found once, and what kernel columns have if all of them come.
template <class T>
class WindowRows {
 public:
  WindowRows(const ImageWindow& v, const T* image, int64_t w_begin, int64_t w_count, int64_t count)
      : v_(v), image_(image) {
    PixelPlace out = w_count > 0 ? pixel_at(v, w_begin) : PixelPlace{};
    for (int64_t left = w_count; left > 0; ++out.h, out.w = 0) {
      if (out.h == v.out_h) out.h = 0, ++out.d;
      if (out.d == v.out_d) out.d = 0, ++out.outer;
      const int64_t run = std::min(v.out_w - out.w, left), slice = out.d * v.stride_d - v.pad_front,
                    row = out.h * v.stride_h - v.pad_top;
      pieces_.push_back(
          {slice, row, out.w, out.w + run, out.outer * v.image_stride + slice * v.slice_stride + row * v.row_stride});
      left -= run;
    }
    constexpr int64_t kMostColumns = 256;  // kept
    if (v.kernel_w > kMostColumns || 2 * v.kernel_w > count) return;
    for (int64_t kw = 0; kw < v.kernel_w; ++kw) columns_.push_back(column_at(kw));
  }

  // Those for kernel point k, a (channel, kd, kh, kw); cheapest after the one before.
  void read(int64_t k, T* to) {
    if (k != next_) tap_ = tap_at(v_, k);
    const Column column = columns_.empty() ? column_at(tap_.w) : columns_[static_cast<size_t>(tap_.w)];
    const int64_t back = tap_.d * v_.dilation_d, down = tap_.h * v_.dilation_h;
    const T* point = image_ + tap_.outer * v_.channel_stride + back * v_.slice_stride + down * v_.row_stride +
                     column.shift * v_.col_stride;
    for (const Piece& p : pieces_) {
      const bool is_inside = static_cast<uint64_t>(p.slice + back) < static_cast<uint64_t>(v_.depth) &&
                             static_cast<uint64_t>(p.row + down) < static_cast<uint64_t>(v_.height);
      const int64_t first = is_inside ? std::clamp(column.begin, p.begin, p.end) : p.end,
                    last = is_inside ? std::clamp(column.end, first, p.end) : p.end;
      to = std::fill_n(to, first - p.begin, T{});
      if (first < last) {
        const int64_t step = v_.stride_w * v_.col_stride;
        copy_each(point + p.offset + first * step, step, last - first, to);
      }
      to = std::fill_n(to + (last - first), p.end - last, T{});
    }
    next_ = k + 1;
    move_on(v_, tap_);
  }

 private:
  // Pixels [begin, end) of a row of the output; slice, row and offset of kernel point (0, 0, 0) for column 0.
  struct Piece {
    int64_t slice, row, begin, end, offset;
  };
  // The pixels [begin, end) of a row meet the image there.
  struct Column {
    int64_t shift, begin, end;
  };
  Column column_at(int64_t kw) const {
    const int64_t shift = kw * v_.dilation_w - v_.pad_left;  // iw = ow * stride_w + shift
    return {shift, shift >= 0 ? 0 : ceil_div(-shift, v_.stride_w),
            v_.width - shift <= 0 ? 0 : (v_.width - shift - 1) / v_.stride_w + 1};
  }

  const ImageWindow& v_;
  const T* image_;
  std::vector<Piece> pieces_;
  std::vector<Column> columns_;
  int64_t next_ = -1;
  PixelPlace tap_{};
};

// One after the other, where they lie or in a buffer.
template <class T>
class SourceRows {
 public:
  explicit SourceRows(const PackJob& job) : job_(job), data_(reinterpret_cast<const T*>(job.source.data)) {
    if (job.source.window)
      window_.emplace(*job.source.window, data_, job.w_begin, job.w_count, job.k_count * packed_group(job.type));
  }
  bool are_copied() const { return window_ || job_.source.w_stride != 1; }

  const T* operator()(int64_t k, std::vector<T>& buffer) {
    if (window_) {
      window_->read(k, buffer.data());
      return buffer.data();
    }
    const T* row = data_ + job_.source.offset_along_k(k) + job_.w_begin * job_.source.w_stride;
    if (job_.source.w_stride == 1) return row;
    copy_each(row, job_.source.w_stride, job_.w_count, buffer.data());
    return buffer.data();
  }

 private:
  const PackJob& job_;
  const T* data_;
  std::optional<WindowRows<T>> window_;
};

template <class To, class From>
void spread_row(const From* row, const PackJob& job, int64_t step) {
  std::byte* to = job.to + step * job.width * static_cast<int64_t>(sizeof(To));
  for (int64_t left = job.w_count; left > 0; left -= job.width, row += job.width, to += job.panel_bytes) {
    To* at = reinterpret_cast<To*>(to);
    const int64_t count = std::min(left, job.width);
    constexpr int64_t kUnit = 32 / sizeof(To);
    if constexpr (std::is_same_v<To, From>) {
      if (count % kUnit == 0)
        for (int64_t i = 0; i < count; i += kUnit) std::memcpy(at + i, row + i, 32);
      else std::copy_n(row, count, at);
    } else if constexpr (std::is_same_v<To, float>) {
      convert_run(row, count, at);
    } else {
      for (int64_t i = 0; i < count; ++i) at[i] = static_cast<To>(row[i]);
    }
    std::fill(at + count, at + job.width, To{});
  }
}

// One narrow panel, of rows in place: `count` elements of each, known to the compiler.
template <class T, size_t count>
void pack_narrow_rows(const PackJob& job) {
  constexpr int64_t kAhead = 16;  // rows
  const T* from = reinterpret_cast<const T*>(job.source.data) + job.w_begin;
  T* to = reinterpret_cast<T*>(job.to);
  for (int64_t k = 0; k < job.k_count; ++k, to += job.width) {
    const T* row = from + job.source.offset_along_k(job.k_begin + k);
    if (k + kAhead < job.k_count) fetch_line(reinterpret_cast<const std::byte*>(row + kAhead * job.source.k_stride));
    std::memcpy(to, row, count * sizeof(T));
    std::fill(to + count, to + job.width, T{});
  }
}

template <class T>
bool pack_narrow_rows(const PackJob& job) {
  constexpr int64_t kMost = 8;
  if (job.w_count > std::min(kMost, job.width)) return false;
  return [&]<size_t... kCounts>(std::index_sequence<kCounts...>) {
    return ((job.w_count == static_cast<int64_t>(kCounts) + 1 && (pack_narrow_rows<T, kCounts + 1>(job), true)) || ...);
  }
  (std::make_index_sequence<kMost>());
}

// Rows in place are fetched some KiB ahead: they end before the hardware has begun to follow them.
template <class To, class From>
void pack_rows(const PackJob& job) {
  constexpr int64_t kAhead = 12 << 10, kMostRows = 16;
  SourceRows<From> rows(job);
  const bool is_copied = rows.are_copied();
  if constexpr (std::is_same_v<To, From>) {
    if (!is_copied && pack_narrow_rows<To>(job)) return;
  }
  std::vector<From> buffer(is_copied ? job.w_count : 0);
  const int64_t row_bytes = job.w_count * static_cast<int64_t>(sizeof(From));
  const int64_t ahead = std::clamp<int64_t>(kAhead / std::max<int64_t>(1, row_bytes), 1, kMostRows);
  for (int64_t k = 0; k < job.k_count; ++k) {
    if (!is_copied && k + ahead < job.k_count)
      fetch_lines(reinterpret_cast<const std::byte*>(rows(job.k_begin + k + ahead, buffer)), row_bytes);
    spread_row<To>(rows(job.k_begin + k, buffer), job, k);
  }
}

// ---- Transposition --------------------------------------------------------------------------------------------------
// 32-bit words; word (w, k) is at from + w * w_bytes + 4 k.
struct Transposition {
  const std::byte* from;
  int64_t w_bytes, k_count;
  int64_t valid, width;  // to[k * to_stride + w] = word (w, k) ^ flip for w < valid; 0 for valid <= w < width
  uint32_t flip;
};

void transpose_plain(const Transposition& t, uint32_t* to, int64_t to_stride) {
  constexpr int64_t kBlock = 16;
  for (int64_t k = 0; k < t.k_count; k += kBlock)
    for (int64_t w = 0; w < t.width; ++w)
      for (int64_t i = k; i < std::min(k + kBlock, t.k_count); ++i) {
        uint32_t word = 0;
        if (w < t.valid) {
          std::memcpy(&word, t.from + w * t.w_bytes + 4 * i, 4);
          word ^= t.flip;
        }
        to[i * to_stride + w] = word;
      }
}

#if defined(__x86_64__)
// Rows become columns in four rounds of 16 shuffles: pairs, quads, halves of 256 bits, halves of 512.
// (With a mask of all lanes, because GCC 12 warns of the others' undefined operand.)
__attribute__((target("avx512f"))) inline void transpose_16x16(__m512i r[16]) {
  __m512i t[16];
  for (int i = 0; i < 16; i += 2) {
    t[i] = _mm512_maskz_unpacklo_epi32(0xffff, r[i], r[i + 1]);
    t[i + 1] = _mm512_maskz_unpackhi_epi32(0xffff, r[i], r[i + 1]);
  }
  for (int i = 0; i < 16; i += 4) {
    r[i] = _mm512_maskz_unpacklo_epi64(0xff, t[i], t[i + 2]);
    r[i + 1] = _mm512_maskz_unpackhi_epi64(0xff, t[i], t[i + 2]);
    r[i + 2] = _mm512_maskz_unpacklo_epi64(0xff, t[i + 1], t[i + 3]);
    r[i + 3] = _mm512_maskz_unpackhi_epi64(0xff, t[i + 1], t[i + 3]);
  }
  for (int half = 0; half < 16; half += 8)
    for (int i = 0; i < 4; ++i) {
      t[half + i] = _mm512_maskz_shuffle_i32x4(0xffff, r[half + i], r[half + 4 + i], 0x88);
      t[half + 4 + i] = _mm512_maskz_shuffle_i32x4(0xffff, r[half + i], r[half + 4 + i], 0xdd);
    }
  for (int i = 0; i < 8; ++i) {
    r[i] = _mm512_maskz_shuffle_i32x4(0xffff, t[i], t[8 + i], 0x88);
    r[8 + i] = _mm512_maskz_shuffle_i32x4(0xffff, t[i], t[8 + i], 0xdd);
  }
}

__attribute__((target("avx512f"))) void transpose_avx512(const Transposition& t, uint32_t* to, int64_t to_stride) {
  const __m512i flip = _mm512_set1_epi32(static_cast<int>(t.flip));
  for (int64_t w = 0; w < t.width; w += 16) {
    const int64_t rows = std::clamp<int64_t>(t.valid - w, 0, 16);
    const __mmask16 columns = t.width - w >= 16 ? 0xffff : (1u << (t.width - w)) - 1;
    for (int64_t k = 0; k < t.k_count; k += 16) {
      const int64_t steps = std::min<int64_t>(16, t.k_count - k);
      if (rows == 16 && steps == 16 && columns == 0xffff) {
        __m512i r[16];
        for (int i = 0; i < 16; ++i)
          r[i] = _mm512_xor_si512(flip, _mm512_loadu_si512(t.from + (w + i) * t.w_bytes + 4 * k));
        transpose_16x16(r);
        for (int i = 0; i < 16; ++i) _mm512_storeu_si512(to + (k + i) * to_stride + w, r[i]);
        continue;
      }
      const __mmask16 inside = steps == 16 ? 0xffff : (1u << steps) - 1;
      __m512i r[16];
      for (int i = 0; i < 16; ++i)
        r[i] = i < rows ? _mm512_xor_si512(flip, _mm512_maskz_loadu_epi32(inside, t.from + (w + i) * t.w_bytes + 4 * k))
                        : _mm512_setzero_si512();
      transpose_16x16(r);
      for (int i = 0; i < 16; ++i)
        if (i < steps) _mm512_mask_storeu_epi32(to + (k + i) * to_stride + w, columns, r[i]);
    }
  }
}
#endif

void transpose(const Transposition& t, uint32_t* to, int64_t to_stride) {
#if defined(__x86_64__)
  if (may_use(kOwnAvx512)) return transpose_avx512(t, to, to_stride);
#endif
  transpose_plain(t, to, to_stride);
}

// k lies close: all of it, or its outer elements, for each of the inner ones.
void pack_transposed(const PackJob& job) {
  const PackSource& s = job.source;
  const int64_t inner = std::max<int64_t>(1, s.inner), first = job.k_begin / inner, count = job.k_count / inner;
  for (int64_t w = 0, p = 0; w < job.w_count; w += job.width, ++p) {
    const std::byte* from = s.data + (first + (job.w_begin + w) * s.w_stride) * 4;
    const int64_t valid = std::min(job.width, job.w_count - w);
    for (int64_t i = 0; i < inner; ++i)
      transpose({from + i * s.k_stride * 4, s.w_stride * 4, count, valid, job.width, 0},
                reinterpret_cast<uint32_t*>(job.to + p * job.panel_bytes) + i * job.width, inner * job.width);
  }
}

// ---- Quads --------------------------------------------------------------------------------------------------------
// sums[w] += the int8 of column w
void add_columns(const std::byte* panel, int64_t k_count, int64_t width, int32_t* sums) {
  const auto* quads = reinterpret_cast<const int8_t*>(panel);
  for (int64_t k = 0; k < k_count; ++k, quads += width * 4)
    for (int64_t w = 0; w < width; ++w)
      sums[w] += quads[4 * w] + quads[4 * w + 1] + quads[4 * w + 2] + quads[4 * w + 3];
}

#if defined(__x86_64__)
__attribute__((target("avx512f,avx512bw"))) void add_columns_avx512(const std::byte* panel, int64_t k_count,
                                                                    int64_t width, int32_t* sums) {
  const __m512i bytes = _mm512_set1_epi8(1), words = _mm512_set1_epi16(1);
  for (int64_t w = 0; w < width; w += 16) {
    __m512i sum = _mm512_loadu_si512(sums + w);
    for (int64_t k = 0; k < k_count; ++k) {
      const __m512i quads = _mm512_loadu_si512(panel + (k * width + w) * 4);
      sum = _mm512_add_epi32(sum, _mm512_madd_epi16(_mm512_maddubs_epi16(bytes, quads), words));
    }
    _mm512_storeu_si512(sums + w, sum);
  }
}
#endif

// -128 * (sum of the int8 of each column), before the panel.
void write_header(std::byte* panel, int64_t k_count, int64_t width) {
  std::vector<int32_t> sums(static_cast<size_t>(width));
  auto add = add_columns;
#if defined(__x86_64__)
  if (may_use(kOwnAvx512) && width % 16 == 0) add = add_columns_avx512;
#endif
  add(panel + width * 4, k_count, width, sums.data());
  for (int32_t& sum : sums) sum *= -128;
  std::memcpy(panel, sums.data(), static_cast<size_t>(width) * 4);
}

// k contiguous: quads and pairs are words already, but for the last of a length that they do not divide. Behind it are
// zeros.
void words_along_k(const PackJob& job, std::byte* to, int64_t w, int64_t valid) {
  const PackSource& s = job.source;
  const uint32_t flip = s.flip_sign ? kFlippedSigns : 0;
  const int64_t group = packed_group(job.type), e = 4 / group, w_bytes = s.w_stride * e;
  const int64_t whole = std::clamp<int64_t>(s.k / group - job.k_begin, 0, job.k_count);
  const std::byte* from = s.data + (job.w_begin + w) * w_bytes + job.k_begin * 4;
  transpose({from, w_bytes, whole, valid, job.width, flip}, reinterpret_cast<uint32_t*>(to), job.width);
  if (whole == job.k_count) return;
  const int64_t rest = job.k_begin + whole == s.k / group ? s.k % group * e : 0;
  std::memset(to + whole * job.width * 4, 0, static_cast<size_t>((job.k_count - whole) * job.width * 4));
  for (int64_t i = 0; i < valid && rest > 0; ++i) {
    uint32_t word = 0;
    std::memcpy(&word, from + i * w_bytes + whole * 4, static_cast<size_t>(rest));
    word ^= flip;
    std::memcpy(to + (whole * job.width + i) * 4, &word, 4);
  }
}

// Two rows at a time, interleaved into one panel.
void pairs_along_w(const PackJob& job, const uint16_t* const rows[2], std::byte* to, int64_t valid) {
  auto* at = reinterpret_cast<uint16_t*>(to);
  int64_t w = 0;
#if defined(__x86_64__)
  for (; w + 8 <= valid; w += 8) {
    const __m128i even = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows[0] + w)),
                  odd = _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows[1] + w));
    auto* pairs = reinterpret_cast<__m128i*>(at + 2 * w);
    _mm_storeu_si128(pairs, _mm_unpacklo_epi16(even, odd));
    _mm_storeu_si128(pairs + 1, _mm_unpackhi_epi16(even, odd));
  }
#endif
  for (; w < valid; ++w) {
    at[2 * w] = rows[0][w];
    at[2 * w + 1] = rows[1][w];
  }
  std::fill(at + 2 * valid, at + 2 * job.width, uint16_t{});
}

// Four rows.
void quads_along_w(const PackJob& job, const uint8_t* const rows[4], std::byte* to, int64_t valid) {
  const uint8_t flip = job.source.flip_sign ? 0x80 : 0;
  auto* at = reinterpret_cast<uint8_t*>(to);
  int64_t w = 0;
#if defined(__x86_64__)
  const __m128i flips = _mm_set1_epi8(static_cast<char>(flip));
  for (; w + 16 <= valid; w += 16) {
    __m128i r[4];
    for (int i = 0; i < 4; ++i)
      r[i] = _mm_xor_si128(flips, _mm_loadu_si128(reinterpret_cast<const __m128i*>(rows[i] + w)));
    const __m128i low01 = _mm_unpacklo_epi8(r[0], r[1]), high01 = _mm_unpackhi_epi8(r[0], r[1]);
    const __m128i low23 = _mm_unpacklo_epi8(r[2], r[3]), high23 = _mm_unpackhi_epi8(r[2], r[3]);
    auto* quads = reinterpret_cast<__m128i*>(at + 4 * w);
    _mm_storeu_si128(quads, _mm_unpacklo_epi16(low01, low23));
    _mm_storeu_si128(quads + 1, _mm_unpackhi_epi16(low01, low23));
    _mm_storeu_si128(quads + 2, _mm_unpacklo_epi16(high01, high23));
    _mm_storeu_si128(quads + 3, _mm_unpackhi_epi16(high01, high23));
  }
#endif
  for (; w < valid; ++w)
    for (int i = 0; i < 4; ++i) at[4 * w + i] = rows[i][w] ^ flip;
  std::fill(at + 4 * valid, at + 4 * job.width, uint8_t{});
}

// k contiguous: elements are made shorts first.
template <class From>
void shorts_along_k(const PackJob& job, std::byte* to, int64_t w, int64_t valid) {
  const PackSource& s = job.source;
  const int64_t begin = 2 * job.k_begin, count = std::clamp<int64_t>(s.k - begin, 0, 2 * job.k_count);
  std::vector<uint16_t> runs(static_cast<size_t>(valid * job.k_count * 2));
  const From* from = reinterpret_cast<const From*>(s.data) + (job.w_begin + w) * s.w_stride + begin;
  for (int64_t i = 0; i < valid; ++i) copy_run(from + i * s.w_stride, count, runs.data() + i * job.k_count * 2);
  transpose({reinterpret_cast<const std::byte*>(runs.data()), job.k_count * 4, job.k_count, valid, job.width, 0},
            reinterpret_cast<uint32_t*>(to), job.width);
}

// T: a part of a word; From: what is stored.
template <class T, class From = T>
void pack_words(const PackJob& job) {
  constexpr int64_t kGroup = 4 / sizeof(T);
  constexpr bool is_stored = std::is_same_v<T, From>;
  const PackSource& s = job.source;
  const int64_t header_bytes = s.header ? job.width * 4 : 0;
  const bool along_k = s.lies_along_k();
  std::vector<T> buffers[kGroup];
  for (auto& b : buffers) b.resize(static_cast<size_t>(along_k ? 0 : job.w_count));
  std::vector<From> stored(static_cast<size_t>(along_k || is_stored ? 0 : job.w_count));
  SourceRows<From> source_rows(job);
  const auto row_at = [&](int64_t row, std::vector<T>& buffer) -> const T* {
    if constexpr (is_stored) return source_rows(row, buffer);
    copy_run(source_rows(row, stored), job.w_count, buffer.data());
    return buffer.data();
  };
  for (int64_t k = 0; k < job.k_count && !along_k; ++k) {
    const T* rows[kGroup];
    for (int64_t i = 0; i < kGroup; ++i) {
      const int64_t row = (job.k_begin + k) * kGroup + i;
      if (row >= s.k) std::fill(buffers[i].begin(), buffers[i].end(), T{});
      rows[i] = row < s.k ? row_at(row, buffers[i]) : buffers[i].data();
    }
    for (int64_t w = 0, p = 0; w < job.w_count; w += job.width, ++p) {
      std::byte* to = job.to + p * job.panel_bytes + header_bytes + k * job.width * 4;
      const int64_t valid = std::min(job.width, job.w_count - w);
      if constexpr (kGroup == 4) quads_along_w(job, rows, to, valid);
      else pairs_along_w(job, rows, to, valid);
      for (auto& row : rows) row += job.width;
    }
  }
  for (int64_t w = 0, p = 0; w < job.w_count; w += job.width, ++p) {
    std::byte* panel = job.to + p * job.panel_bytes;
    const int64_t valid = std::min(job.width, job.w_count - w);
    if constexpr (is_stored) {
      if (along_k) words_along_k(job, panel + header_bytes, w, valid);
    } else if (along_k) {
      shorts_along_k<From>(job, panel, w, valid);
    }
    if (s.header) write_header(panel, job.k_count, job.width);
  }
}

// ---- Windows --------------------------------------------------------------------------------------------------------
#if defined(__x86_64__)
// Sixteen neighbours of a panel are loaded at once, piece by piece where they lie in several rows of the image; a mask
// leaves out what is beside it.
struct Piece {
  int64_t slice, row;  // in the image, of kernel point (0, 0, 0)
  int64_t offset;      // of lane 0, at the same of channel 0
  bool is_first;       // of its sixteen
};

// The pieces, and their masks for every kernel column.
std::vector<Piece> pieces_of(const PackJob& job, std::vector<uint16_t>& masks) {
  const ImageWindow& v = *job.source.window;
  std::vector<Piece> pieces;
  for (int64_t w = 0; w < job.w_count; w += 16)
    for (int64_t lane = 0, count; lane < 16 && w + lane < job.w_count; lane += count) {
      const PixelPlace out = pixel_at(v, job.w_begin + w + lane);
      const int64_t slice = out.d * v.stride_d - v.pad_front, row = out.h * v.stride_h - v.pad_top,
                    column = out.w * v.stride_w - v.pad_left;
      count = std::min({v.out_w - out.w, 16 - lane, job.w_count - w - lane});
      pieces.push_back({slice, row,
                        out.outer * v.image_stride + slice * v.slice_stride + row * v.row_stride +
                            (column - lane * v.stride_w) * v.col_stride,
                        lane == 0});
      for (int64_t kw = 0; kw < v.kernel_w; ++kw) {
        unsigned mask = 0;
        for (int64_t i = 0; i < count; ++i) {
          const int64_t iw = column + kw * v.dilation_w + i * v.stride_w;
          if (iw >= 0 && iw < v.width) mask |= 1u << (lane + i);
        }
        masks.push_back(static_cast<uint16_t>(mask));
      }
    }
  return pieces;
}

// Every second word from `from` on, where the mask has a lane.
__attribute__((target("avx512f,bmi2"))) inline __m512i load_second(__m512i others, __mmask16 lanes,
                                                                   const uint32_t* from) {
  const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  const uint32_t wide = _pdep_u32(lanes, 0x55555555u);
  const __m512i low = _mm512_maskz_loadu_epi32(static_cast<__mmask16>(wide), from);
  const __m512i high = _mm512_maskz_loadu_epi32(static_cast<__mmask16>(wide >> 16), from + 16);
  return _mm512_mask_mov_epi32(others, lanes, _mm512_permutex2var_epi32(low, even, high));
}

__attribute__((target("avx512f,bmi2"))) void pack_window_avx512(const PackJob& job) {
  const ImageWindow& v = *job.source.window;
  std::vector<uint16_t> masks;
  const std::vector<Piece> pieces = pieces_of(job, masks);
  const int64_t step = v.stride_w * v.col_stride;
  const __m512i lanes = _mm512_mullo_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                                           _mm512_set1_epi32(static_cast<int>(step)));
  PixelPlace tap = tap_at(v, job.k_begin);
  const auto* image = reinterpret_cast<const uint32_t*>(job.source.data);
  for (int64_t k = 0; k < job.k_count; ++k) {
    const int64_t back = tap.d * v.dilation_d, down = tap.h * v.dilation_h;
    const uint32_t* point = image + tap.outer * v.channel_stride + back * v.slice_stride + down * v.row_stride +
                            tap.w * v.dilation_w * v.col_stride;
    const uint16_t* mask = masks.data() + tap.w;
    auto* to = reinterpret_cast<uint32_t*>(job.to + k * job.width * 4);
    int64_t at = 0;  // in the panel
    for (const Piece *p = pieces.data(), *end = p + pieces.size(); p != end;) {
      __m512i values = _mm512_setzero_si512();
      do {
        const bool is_inside = static_cast<uint64_t>(p->row + down) < static_cast<uint64_t>(v.height) &&
                               static_cast<uint64_t>(p->slice + back) < static_cast<uint64_t>(v.depth);
        const __mmask16 lanes_inside = is_inside ? *mask : 0;
        if (step == 1) values = _mm512_mask_loadu_epi32(values, lanes_inside, point + p->offset);
        else if (step == 2) values = load_second(values, lanes_inside, point + p->offset);
        else values = _mm512_mask_i32gather_epi32(values, lanes_inside, lanes, point + p->offset, 4);
        mask += v.kernel_w;
      } while (++p != end && !p->is_first);
      _mm512_storeu_si512(to + at, values);
      if ((at += 16) == job.width) {
        at = 0;
        to += job.panel_bytes / 4;
      }
    }
    for (; at > 0 && at < job.width; at += 16) _mm512_storeu_si512(to + at, _mm512_setzero_si512());
    move_on(v, tap);
  }
}
#endif

bool pack_window(const PackJob& job) {
#if defined(__x86_64__)
  const bool fits = job.source.window->stride_w * job.source.window->col_stride < (int64_t{1} << 26);
  if (may_use(kOwnAvx512 | kOwnBmi2) && fits && job.width % 16 == 0) return pack_window_avx512(job), true;
#endif
  return false;
}

// Blocks of k stay in L1 while they are filled, column after column.
template <class To, class From>
void pack_columns(const PackJob& job) {
  constexpr int64_t kBlock = 64;
  const From* data = reinterpret_cast<const From*>(job.source.data) + job.k_begin * job.source.k_stride;
  for (int64_t w = 0, p = 0; w < job.w_count; w += job.width, ++p) {
    To* to = reinterpret_cast<To*>(job.to + p * job.panel_bytes);
    for (int64_t begin = 0; begin < job.k_count; begin += kBlock) {
      const int64_t end = std::min(begin + kBlock, job.k_count);
      for (int64_t i = 0; i < job.width; ++i) {
        const From* from = data + (job.w_begin + w + i) * job.source.w_stride;
        const bool inside = w + i < job.w_count;
        for (int64_t k = begin; k < end; ++k)
          to[k * job.width + i] = inside ? static_cast<To>(from[k * job.source.k_stride]) : To{};
      }
    }
  }
}

// k contiguous, to float: converted along k, then transposed.
template <class From>
void pack_converted(const PackJob& job) {
  const From* data = reinterpret_cast<const From*>(job.source.data) + job.k_begin;
  std::vector<float> runs(static_cast<size_t>(job.width * job.k_count));
  for (int64_t w = 0, p = 0; w < job.w_count; w += job.width, ++p) {
    const int64_t valid = std::min(job.width, job.w_count - w);
    for (int64_t i = 0; i < valid; ++i)
      convert_run(data + (job.w_begin + w + i) * job.source.w_stride, job.k_count, runs.data() + i * job.k_count);
    transpose({reinterpret_cast<const std::byte*>(runs.data()), job.k_count * 4, job.k_count, valid, job.width, 0},
              reinterpret_cast<uint32_t*>(job.to + p * job.panel_bytes), job.width);
  }
}

}  // namespace

bool can_pack(Packed type, DType from) {
  return with_types(type, from, [](auto, auto) {});
}

void pack_panels(Packed type, const PackSource& source, int64_t k_begin, int64_t k_count, int64_t w_begin,
                 int64_t w_count, int64_t width, std::byte* to, int64_t panel_bytes) {
  const bool same =
      (type == Packed::f32 && source.dtype == kFloat32) || (type == Packed::i32 && source.dtype == kInt32);
  const PackJob job{type, source, k_begin, k_count, w_begin, w_count, width, to, panel_bytes};
  const bool has_whole_runs = source.inner > 0 && k_begin % source.inner == 0 && k_count % source.inner == 0;
  if (same && has_whole_runs && source.outer_stride == 1 && source.w_stride != 1) return pack_transposed(job);
  if (source.inner > 0 && source.inner < source.k && packed_group(type) == 1) {
    for (int64_t k = k_begin, count = 0; k < k_begin + k_count; k += count) {
      const int64_t outer = k / source.inner, first = k % source.inner;
      count = std::min(source.inner - first, k_begin + k_count - k);
      PackSource part = source;
      part.data += outer * source.outer_stride * source.dtype.bytes();
      part.k = source.inner, part.inner = 0;
      pack_panels(type, part, first, count, w_begin, w_count, width, to + (k - k_begin) * width * packed_bytes(type),
                  panel_bytes);
    }
    return;
  }
  if (packed_group(type) > 1) {
    HAMMOCK_CHECK(can_pack(type, source.dtype), "words of " + to_string(source.dtype));
    if (type == Packed::quads) return pack_words<uint8_t>(job);
    if (type == Packed::pairs) return pack_words<uint16_t>(job);
    with_types(type, source.dtype,
               [&](auto, auto from) { pack_words<uint16_t, std::remove_const_t<decltype(from)>>(job); });
    return;
  }
  const bool along_k = !source.window && source.k_stride == 1 && source.w_stride != 1;
  if (along_k && same) return pack_transposed(job);
  if (along_k && type == Packed::f32 && source.dtype == kFloat16) return pack_converted<Half>(job);
  if (along_k && type == Packed::f32 && source.dtype == kBfloat16) return pack_converted<Bfloat>(job);
  if (source.window && same && pack_window(job)) return;
  const bool is_nearer_along_k = !source.window && source.k_stride > 0 && source.k_stride < source.w_stride;
  const bool made = with_types(type, source.dtype, [&](auto to_type, auto from_type) {
    if (along_k || is_nearer_along_k) pack_columns<decltype(to_type), decltype(from_type)>(job);
    else pack_rows<decltype(to_type), decltype(from_type)>(job);
  });
  HAMMOCK_CHECK(made, "packing of " + to_string(source.dtype));
}

namespace {

template <class To, class From>
void unpack_elements(const std::byte* panel, int64_t width, int64_t k_count, int64_t w_count, std::byte* to,
                     int64_t k_stride, int64_t w_stride) {
  for (int64_t w = 0; w < w_count; ++w)
    for (int64_t k = 0; k < k_count; ++k)
      reinterpret_cast<To*>(to)[k * k_stride + w * w_stride] = To(reinterpret_cast<const From*>(panel)[k * width + w]);
}

template <class From>
void unpack_from(const std::byte* panel, int64_t width, int64_t k_count, int64_t w_count, DType dtype, std::byte* to,
                 int64_t k_stride, int64_t w_stride) {
  if (dtype == kFloat32) unpack_elements<float, From>(panel, width, k_count, w_count, to, k_stride, w_stride);
  else if (dtype == kFloat64) unpack_elements<double, From>(panel, width, k_count, w_count, to, k_stride, w_stride);
  else if (dtype == kFloat16) unpack_elements<Half, From>(panel, width, k_count, w_count, to, k_stride, w_stride);
  else if (dtype == kBfloat16) unpack_elements<Bfloat, From>(panel, width, k_count, w_count, to, k_stride, w_stride);
  else HAMMOCK_CHECK(false, "unpacking to " + to_string(dtype));
}

}  // namespace

void unpack_panel(Packed type, const std::byte* panel, int64_t width, int64_t k_count, int64_t w_count, DType dtype,
                  std::byte* to, int64_t k_stride, int64_t w_stride) {
  HAMMOCK_CHECK(type == Packed::f32 || type == Packed::f64, "panels of floats");
  if (type == Packed::f32 && dtype == kFloat32 && k_stride == 1)
    transpose({panel, width * 4, w_count, k_count, k_count, 0}, reinterpret_cast<uint32_t*>(to), w_stride);
  else if (type == Packed::f32) unpack_from<float>(panel, width, k_count, w_count, dtype, to, k_stride, w_stride);
  else unpack_from<double>(panel, width, k_count, w_count, dtype, to, k_stride, w_stride);
}

}  // namespace hammock
