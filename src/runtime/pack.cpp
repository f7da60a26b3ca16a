// SPDX-License-Identifier: Apache-2.0
// Two ways to read: along w, where w is contiguous or the source is a window (a row at a time, cut into the panels), and
// along k, where k is contiguous (blocks of 16 x 16, transposed in registers). Anything else goes element by element.
#include "hammock/runtime/pack.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "hammock/base/check.h"
#include "hammock/runtime/tensor.h"

namespace hammock {
namespace {

struct Half {
  uint16_t bits;
};
struct Bfloat {
  uint16_t bits;
};

template <class To, class From>
To convert(From x) {
  if constexpr (std::is_same_v<From, Half>) return static_cast<To>(half_to_float(x.bits));
  else if constexpr (std::is_same_v<From, Bfloat>) return static_cast<To>(bfloat_to_float(x.bits));
  else return static_cast<To>(x);
}

// f(To{}, From{}) for the element types; false if the conversion is not made.
template <class F>
bool with_types(Packed type, DType from, F&& f) {
  auto to_float = [&](auto to) {
    if (from == kFloat32) return f(to, float{}), true;
    if (from == kFloat64) return f(to, double{}), true;
    if (from == kFloat16) return f(to, Half{}), true;
    if (from == kBfloat16) return f(to, Bfloat{}), true;
    return false;
  };
  auto to_integer = [&](auto to) {
    if (from == kInt8) return f(to, int8_t{}), true;
    if (from == kUint8 || from == kBool) return f(to, uint8_t{}), true;
    if (from == kInt16) return f(to, int16_t{}), true;
    if (from == DType::unsigned_integer(16)) return f(to, uint16_t{}), true;
    if (from == kInt32 || from == DType::unsigned_integer(32)) return f(to, int32_t{}), true;
    if (from == kInt64 || from == DType::unsigned_integer(64)) return f(to, int64_t{}), true;
    return false;
  };
  switch (type) {
    case Packed::f32: return to_float(float{});
    case Packed::f64: return to_float(double{}) || to_integer(double{});
    case Packed::i32: return to_integer(int32_t{});
    case Packed::i64: return to_integer(int64_t{});
    case Packed::quads: return from == kInt8 || from == kUint8;
  }
  return false;
}

struct Job {
  Packed type;
  const PackSource& source;
  int64_t k_begin, k_count, w_begin, w_count, width;
  std::byte* to;
  int64_t panel_bytes;
};

// ---- Rows of the source ----------------------------------------------------------------------------------------
// `width` elements for kernel point (channel, kh, kw) from output pixel w_begin on.
template <class T>
void window_row(const ImageWindow& v, const T* image, int64_t k, int64_t w_begin, int64_t w_count, T* to) {
  const int64_t kw = k % v.kernel_w, kh = k / v.kernel_w % v.kernel_h, channel = k / v.kernel_w / v.kernel_h;
  const T* plane = image + channel * v.channel_stride;
  const int64_t shift = kw * v.dilation_w - v.pad_left;  // iw = ow * stride_w + shift
  for (int64_t w = w_begin; w < w_begin + w_count;) {
    const int64_t oh = w / v.out_w, ow = w % v.out_w;
    const int64_t run = std::min(v.out_w - ow, w_begin + w_count - w);
    const int64_t ih = oh * v.stride_h + kh * v.dilation_h - v.pad_top;
    int64_t first = ow, last = ow;  // the pixels [first, last) are inside the image
    if (ih >= 0 && ih < v.height) {
      first = shift >= 0 ? ow : std::max(ow, (-shift + v.stride_w - 1) / v.stride_w);
      last = v.width - shift <= 0 ? 0 : (v.width - shift - 1) / v.stride_w + 1;
      first = std::min(first, ow + run);
      last = std::clamp(last, first, ow + run);
    }
    const T* row = plane + ih * v.row_stride;
    std::fill(to, to + (first - ow), T{});
    const int64_t step = v.stride_w * v.col_stride;
    if (first < last) {
      const T* from = row + (first * v.stride_w + shift) * v.col_stride;
      T* at = to + (first - ow);
      if (step == 1) std::memcpy(at, from, (last - first) * sizeof(T));
      else
        for (int64_t i = 0; i < last - first; ++i) at[i] = from[i * step];
    }
    std::fill(to + (last - ow), to + run, T{});
    to += run;
    w += run;
  }
}

template <class T>
const T* source_row(const Job& job, int64_t k, std::vector<T>& buffer) {
  const T* data = reinterpret_cast<const T*>(job.source.data);
  if (job.source.window) {
    window_row(*job.source.window, data, k, job.w_begin, job.w_count, buffer.data());
    return buffer.data();
  }
  const T* row = data + k * job.source.k_stride + job.w_begin * job.source.w_stride;
  if (job.source.w_stride == 1) return row;
  for (int64_t i = 0; i < job.w_count; ++i) buffer[i] = row[i * job.source.w_stride];
  return buffer.data();
}

template <class To, class From>
void spread_row(const From* row, const Job& job, int64_t step) {
  std::byte* to = job.to + step * job.width * static_cast<int64_t>(sizeof(To));
  int64_t left = job.w_count;
  for (; left >= job.width; left -= job.width, row += job.width, to += job.panel_bytes) {
    To* at = reinterpret_cast<To*>(to);
    if constexpr (std::is_same_v<To, From>) {
      constexpr int64_t kUnit = 32 / sizeof(To);
      if (job.width % kUnit == 0) {
        for (int64_t i = 0; i < job.width; i += kUnit) std::memcpy(at + i, row + i, 32);
        continue;
      }
    }
    for (int64_t i = 0; i < job.width; ++i) at[i] = convert<To>(row[i]);
  }
  if (left == 0) return;
  To* at = reinterpret_cast<To*>(to);
  for (int64_t i = 0; i < left; ++i) at[i] = convert<To>(row[i]);
  std::fill(at + left, at + job.width, To{});
}

template <class To, class From>
void pack_rows(const Job& job) {
  std::vector<From> buffer(job.source.window || job.source.w_stride != 1 ? job.w_count : 0);
  for (int64_t k = 0; k < job.k_count; ++k) spread_row<To>(source_row(job, job.k_begin + k, buffer), job, k);
}

// ---- Quads --------------------------------------------------------------------------------------------------------
void pack_quads(const Job& job) {
  const int64_t header_bytes = job.source.header ? job.width * 4 : 0;
  const int64_t panels = (job.w_count + job.width - 1) / job.width;
  const uint8_t flip = job.source.flip_sign ? 0x80 : 0;
  std::vector<uint8_t> buffers[4];
  for (auto& b : buffers) b.resize(panels * job.width);
  std::vector<int32_t> sums(panels * job.width);
  for (int64_t k = 0; k < job.k_count; ++k) {
    for (int64_t i = 0; i < 4; ++i) {
      const int64_t row = (job.k_begin + k) * 4 + i;
      uint8_t* quad_row = buffers[i].data();
      if (row >= job.source.k) {
        std::fill_n(quad_row, job.w_count, flip);
        continue;
      }
      const uint8_t* from = source_row(job, row, buffers[i]);
      for (int64_t w = 0; w < job.w_count; ++w) {
        quad_row[w] = from[w] ^ flip;
        sums[w] += static_cast<int8_t>(from[w]);
      }
    }
    for (int64_t p = 0; p < panels; ++p) {
      std::byte* to = job.to + p * job.panel_bytes + header_bytes + k * job.width * 4;
      const int64_t base = p * job.width;
      for (int64_t w = 0; w < job.width; ++w) {
        const uint32_t quad = buffers[0][base + w] | buffers[1][base + w] << 8 | buffers[2][base + w] << 16 |
                              static_cast<uint32_t>(buffers[3][base + w]) << 24;
        std::memcpy(to + w * 4, &quad, 4);
      }
    }
  }
  if (!job.source.header) return;
  for (int64_t p = 0; p < panels; ++p)
    for (int64_t w = 0; w < job.width; ++w) {
      const int32_t header = -128 * sums[p * job.width + w];
      std::memcpy(job.to + p * job.panel_bytes + w * 4, &header, 4);
    }
}

// ---- Transposition --------------------------------------------------------------------------------------------------
// to[k * to_stride + w] = from[w * w_stride + k] for w < valid; 0 for valid <= w < width. Elements of 4 bytes.
void transpose_panel(const float* from, int64_t w_stride, int64_t k_count, int64_t valid, int64_t width, float* to, int64_t to_stride) {
  constexpr int64_t kBlock = 16;
  for (int64_t k = 0; k < k_count; k += kBlock)
    for (int64_t w = 0; w < width; ++w) {
      const int64_t end = std::min(k + kBlock, k_count);
      if (w < valid)
        for (int64_t i = k; i < end; ++i) to[i * to_stride + w] = from[w * w_stride + i];
      else
        for (int64_t i = k; i < end; ++i) to[i * to_stride + w] = 0;
    }
}

#if defined(__x86_64__)
// Rows become columns in four rounds of 16 shuffles: pairs, quads, halves of 256 bits, halves of 512.
// (With a mask of all lanes, because GCC 12 warns of the others' undefined operand.)
__attribute__((target("avx512f"))) inline void transpose_16x16(__m512 r[16]) {
  __m512 t[16];
  for (int i = 0; i < 16; i += 2) {
    t[i] = _mm512_maskz_unpacklo_ps(0xffff, r[i], r[i + 1]);
    t[i + 1] = _mm512_maskz_unpackhi_ps(0xffff, r[i], r[i + 1]);
  }
  for (int i = 0; i < 16; i += 4) {
    const auto pd = [&](int j) __attribute__((target("avx512f"))) { return _mm512_castps_pd(t[i + j]); };
    r[i] = _mm512_castpd_ps(_mm512_maskz_unpacklo_pd(0xff, pd(0), pd(2)));
    r[i + 1] = _mm512_castpd_ps(_mm512_maskz_unpackhi_pd(0xff, pd(0), pd(2)));
    r[i + 2] = _mm512_castpd_ps(_mm512_maskz_unpacklo_pd(0xff, pd(1), pd(3)));
    r[i + 3] = _mm512_castpd_ps(_mm512_maskz_unpackhi_pd(0xff, pd(1), pd(3)));
  }
  for (int half = 0; half < 16; half += 8)
    for (int i = 0; i < 4; ++i) {
      t[half + i] = _mm512_maskz_shuffle_f32x4(0xffff, r[half + i], r[half + 4 + i], 0x88);
      t[half + 4 + i] = _mm512_maskz_shuffle_f32x4(0xffff, r[half + i], r[half + 4 + i], 0xdd);
    }
  for (int i = 0; i < 8; ++i) {
    r[i] = _mm512_maskz_shuffle_f32x4(0xffff, t[i], t[8 + i], 0x88);
    r[8 + i] = _mm512_maskz_shuffle_f32x4(0xffff, t[i], t[8 + i], 0xdd);
  }
}

__attribute__((target("avx512f"))) void transpose_panel_avx512(const float* from, int64_t w_stride, int64_t k_count, int64_t valid,
                                                               int64_t width, float* to, int64_t to_stride) {
  for (int64_t w = 0; w < width; w += 16) {
    const int64_t rows = std::clamp<int64_t>(valid - w, 0, 16);
    const __mmask16 columns = width - w >= 16 ? 0xffff : (1u << (width - w)) - 1;
    for (int64_t k = 0; k < k_count; k += 16) {
      const int64_t steps = std::min<int64_t>(16, k_count - k);
      const __mmask16 inside = steps == 16 ? 0xffff : (1u << steps) - 1;
      __m512 r[16];
      for (int i = 0; i < 16; ++i) r[i] = i < rows ? _mm512_maskz_loadu_ps(inside, from + (w + i) * w_stride + k) : _mm512_setzero_ps();
      transpose_16x16(r);
      for (int i = 0; i < 16; ++i)
        if (i < steps) _mm512_mask_storeu_ps(to + (k + i) * to_stride + w, columns, r[i]);
    }
  }
}
#endif

using TransposePanel = void (*)(const float*, int64_t, int64_t, int64_t, int64_t, float*, int64_t);
TransposePanel best_transpose_panel() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return transpose_panel_avx512;
#endif
  return transpose_panel;
}

const TransposePanel transpose = best_transpose_panel();

void pack_transposed(const Job& job) {
  const float* from = reinterpret_cast<const float*>(job.source.data) + job.k_begin;
  for (int64_t w = 0, p = 0; w < job.w_count; w += job.width, ++p)
    transpose(from + (job.w_begin + w) * job.source.w_stride, job.source.w_stride, job.k_count, std::min(job.width, job.w_count - w), job.width,
              reinterpret_cast<float*>(job.to + p * job.panel_bytes), job.width);
}

template <class To, class From>
void pack_columns(const Job& job) {
  const From* data = reinterpret_cast<const From*>(job.source.data) + job.k_begin * job.source.k_stride;
  for (int64_t w = 0, p = 0; w < job.w_count; w += job.width, ++p) {
    To* to = reinterpret_cast<To*>(job.to + p * job.panel_bytes);
    for (int64_t i = 0; i < job.width; ++i) {
      const From* from = data + (job.w_begin + w + i) * job.source.w_stride;
      const bool inside = w + i < job.w_count;
      for (int64_t k = 0; k < job.k_count; ++k) to[k * job.width + i] = inside ? convert<To>(from[k * job.source.k_stride]) : To{};
    }
  }
}

}  // namespace

bool can_pack(Packed type, DType from) {
  return with_types(type, from, [](auto, auto) {});
}

void pack_panels(Packed type, const PackSource& source, int64_t k_begin, int64_t k_count, int64_t w_begin, int64_t w_count, int64_t width,
                 std::byte* to, int64_t panel_bytes) {
  const Job job{type, source, k_begin, k_count, w_begin, w_count, width, to, panel_bytes};
  if (type == Packed::quads) {
    HAMMOCK_CHECK(can_pack(type, source.dtype), "quads of " + to_string(source.dtype));
    return pack_quads(job);
  }
  const bool along_k = !source.window && source.k_stride == 1 && source.w_stride != 1;
  const bool same = (type == Packed::f32 && source.dtype == kFloat32) || (type == Packed::i32 && source.dtype == kInt32);
  if (along_k && same) return pack_transposed(job);
  const bool made = with_types(type, source.dtype, [&](auto to_type, auto from_type) {
    if (along_k) pack_columns<decltype(to_type), decltype(from_type)>(job);
    else pack_rows<decltype(to_type), decltype(from_type)>(job);
  });
  HAMMOCK_CHECK(made, "packing of " + to_string(source.dtype));
}

namespace {

struct ToHalf {
  uint16_t bits;
  explicit ToHalf(double x) : bits(float_to_half(static_cast<float>(x))) {}
};
struct ToBfloat {
  uint16_t bits;
  explicit ToBfloat(double x) : bits(float_to_bfloat(static_cast<float>(x))) {}
};

template <class To, class From>
void unpack_elements(const std::byte* panel, int64_t width, int64_t k_count, int64_t w_count, std::byte* to, int64_t k_stride, int64_t w_stride) {
  for (int64_t w = 0; w < w_count; ++w)
    for (int64_t k = 0; k < k_count; ++k)
      reinterpret_cast<To*>(to)[k * k_stride + w * w_stride] = To(reinterpret_cast<const From*>(panel)[k * width + w]);
}

template <class From>
void unpack_from(const std::byte* panel, int64_t width, int64_t k_count, int64_t w_count, DType dtype, std::byte* to, int64_t k_stride,
                 int64_t w_stride) {
  if (dtype == kFloat32) unpack_elements<float, From>(panel, width, k_count, w_count, to, k_stride, w_stride);
  else if (dtype == kFloat64) unpack_elements<double, From>(panel, width, k_count, w_count, to, k_stride, w_stride);
  else if (dtype == kFloat16) unpack_elements<ToHalf, From>(panel, width, k_count, w_count, to, k_stride, w_stride);
  else if (dtype == kBfloat16) unpack_elements<ToBfloat, From>(panel, width, k_count, w_count, to, k_stride, w_stride);
  else HAMMOCK_CHECK(false, "unpacking to " + to_string(dtype));
}

}  // namespace

void unpack_panel(Packed type, const std::byte* panel, int64_t width, int64_t k_count, int64_t w_count, DType dtype, std::byte* to,
                  int64_t k_stride, int64_t w_stride) {
  HAMMOCK_CHECK(type == Packed::f32 || type == Packed::f64, "panels of floats");
  if (type == Packed::f32 && dtype == kFloat32 && k_stride == 1)
    transpose(reinterpret_cast<const float*>(panel), width, w_count, k_count, k_count, reinterpret_cast<float*>(to), w_stride);
  else if (type == Packed::f32)
    unpack_from<float>(panel, width, k_count, w_count, dtype, to, k_stride, w_stride);
  else
    unpack_from<double>(panel, width, k_count, w_count, dtype, to, k_stride, w_stride);
}

}  // namespace hammock
