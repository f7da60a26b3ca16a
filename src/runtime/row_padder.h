// SPDX-License-Identifier: Apache-2.0
// Rows of an image to rows of its copy (pixel_image.h), with the padding on both sides.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

#include "hammock/runtime/pixel_image.h"
#include "pack_parts.h"
#include "rounding.h"

namespace hammock {

#if defined(__x86_64__)
// Places [begin, end) of 32, of which the first is `first` of a row of so many.
__attribute__((target("bmi2"))) inline uint32_t inside_of(int64_t first, int64_t extent) {
  const int64_t begin = std::clamp<int64_t>(-first, 0, 32), end = std::clamp<int64_t>(extent - first, begin, 32);
  return _bzhi_u32(~0u, static_cast<uint32_t>(end)) & ~_bzhi_u32(~0u, static_cast<uint32_t>(begin));
}

__attribute__((target("avx512f,bmi2"))) inline void pad_words(const uint32_t* row, int64_t extent, int64_t pad,
                                                              uint32_t* to, int64_t width) {
  for (int64_t x = 0; x < width; x += 16) {
    if (x >= pad && x - pad + 16 <= extent && x + 16 <= width) {
      _mm512_storeu_si512(to + x, _mm512_loadu_si512(row + (x - pad)));
      continue;
    }
    const auto inside = static_cast<__mmask16>(inside_of(x - pad, extent));
    const auto all = static_cast<__mmask16>(_bzhi_u32(~0u, static_cast<uint32_t>(std::min<int64_t>(width - x, 16))));
    _mm512_mask_storeu_epi32(to + x, all, _mm512_maskz_loadu_epi32(inside, row + (x - pad)));
  }
}

// In two phases.
__attribute__((target("avx512f,bmi2"))) inline void pad_words_by_two(const uint32_t* row, int64_t extent, int64_t pad,
                                                                     uint32_t* even, uint32_t* odd, int64_t width) {
  const __m512i evens = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
                odds = _mm512_add_epi32(evens, _mm512_set1_epi32(1));
  for (int64_t x = 0; x < width; x += 16) {
    const int64_t first = 2 * x - pad;
    if (first >= 0 && first + 32 <= extent && x + 16 <= width) {
      const __m512i low = _mm512_loadu_si512(row + first), high = _mm512_loadu_si512(row + first + 16);
      _mm512_storeu_si512(even + x, _mm512_permutex2var_epi32(low, evens, high));
      _mm512_storeu_si512(odd + x, _mm512_permutex2var_epi32(low, odds, high));
      continue;
    }
    const uint32_t inside = inside_of(first, extent);
    const __m512i low = _mm512_maskz_loadu_epi32(static_cast<__mmask16>(inside), row + first),
                  high = _mm512_maskz_loadu_epi32(static_cast<__mmask16>(inside >> 16), row + first + 16);
    const auto all = static_cast<__mmask16>(_bzhi_u32(~0u, static_cast<uint32_t>(std::min<int64_t>(width - x, 16))));
    _mm512_mask_storeu_epi32(even + x, all, _mm512_permutex2var_epi32(low, evens, high));
    _mm512_mask_storeu_epi32(odd + x, all, _mm512_permutex2var_epi32(low, odds, high));
  }
}
#endif

// Rows of a copy, their padding included; x of the copy is x * phases_w + phase - pad_left of the image.
template <class To, class From>
class RowPadder {
 public:
  RowPadder(const ImageWindow& v, const PixelImage& p) : v_(v), p_(p) {
    for (int64_t phase = 0; phase < p.phases_w; ++phase) {
      const auto place_of = [&](int64_t x) { return ceil_div(x + v.pad_left - phase, p.phases_w); };
      const int64_t left = std::clamp<int64_t>(place_of(0), 0, p.width),
                    right = std::clamp(place_of(v.width), left, p.width);
      parts_.push_back({left, right, (left * p.phases_w + phase - v.pad_left) * v.col_stride});
    }
#if defined(__x86_64__)
    if constexpr (kIsWord)
      has_vectors_ = p.phases_w <= 2 && p.pixel == 1 && v.col_stride == 1 && may_use(kOwnAvx512 | kOwnBmi2);
#endif
  }

  // All phases_w of a row, or of zeros.
  void pad(const From* row, To* to) const {
    if (row == nullptr) {
      for (int64_t w = 0; w < p_.phases_w; ++w) std::fill_n(to + w * p_.phase, p_.row, To{});
      return;
    }
#if defined(__x86_64__)
    if constexpr (kIsWord) {
      if (has_vectors_) {
        const auto* from = reinterpret_cast<const uint32_t*>(row);
        auto* even = reinterpret_cast<uint32_t*>(to);
        if (p_.phases_w == 1) return pad_words(from, v_.width, v_.pad_left, even, p_.width);
        return pad_words_by_two(from, v_.width, v_.pad_left, even, even + p_.phase, p_.width);
      }
    }
#endif
    for (int64_t w = 0; w < p_.phases_w; ++w) pad_part(parts_[static_cast<size_t>(w)], row, to + w * p_.phase);
  }

 private:
  static constexpr bool kIsWord = std::is_same_v<To, From> && sizeof(To) == 4;

  // Places [left, right) are inside of the image, and the first one's is there.
  struct Part {
    int64_t left, right, first;
  };

  void pad_part(const Part& part, const From* row, To* to) const {
    const auto [left, right, first] = part;
    const int64_t step = p_.phases_w * v_.col_stride;
    const From* from = row + first;
    std::fill_n(to, left * p_.pixel, To{});
    if (p_.depth == p_.pixel && step == p_.pixel) {
      copy_run(from, (right - left) * p_.pixel, to + left * p_.pixel);
    } else if (p_.depth > 1) {
      for (int64_t x = left; x < right; ++x, from += step) copy_run(from, p_.depth, to + x * p_.pixel);
    } else if constexpr (std::is_same_v<To, From>) {
      copy_each(from, step, right - left, to + left);
    } else {
      std::array<From, 256> piece;
      for (int64_t x = left, count = 0; x < right; x += count, from += count * step) {
        count = std::min<int64_t>(right - x, piece.size());
        copy_each(from, step, count, piece.data());
        copy_run(piece.data(), count, to + x);
      }
    }
    std::fill_n(to + right * p_.pixel, (p_.width - right) * p_.pixel, To{});
  }

  const ImageWindow& v_;
  const PixelImage& p_;
  std::vector<Part> parts_;
  bool has_vectors_ = false;
};

}  // namespace hammock
