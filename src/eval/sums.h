// SPDX-License-Identifier: Apache-2.0
// Sums of an operator: as the reference keeps them, and, where rounding errors are wanted, with those that one kept in
// the operands' precision would have.
//
// How far such a sum is rounded depends on its terms, not on how many they are: terms of any value lose about the root
// of their number, equal ones are rounded the same way again and again and lose as much as all of them together. So
// the sum is kept once more, rounded at each term, and the largest error that was on the way, as a part of the
// magnitudes so far, is what any order of the terms may come to. One order may be exact by chance: unless all are, as
// sums of whole numbers that are not too large, half the magnitudes are rounded once at least.
//
// Other orders may also leave the range of the precision that they are kept in, where the reference comes back: half of
// the runs with noise do so, wherever one may.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "call.h"
#include "element.h"
#include "hammock/base/hash.h"
#include "hammock/eval/eval.h"

namespace hammock::reference {

// Sums of T are kept in it.
template <class T>
using KeptSum = std::conditional_t<std::is_same_v<T, double>, double, float>;

// What a run makes of one of its sums: moved by that part of its error, infinite if it may be.
struct Drawn {
  double part = 0;
  bool overflows = false;
};

// In half of the runs, of each of two programs that take turns.
inline bool overflows(const EvalOptions& options) { return options.noise > 0 && (options.noise_seed & 2) != 0; }

// `sum`, or an infinity where its terms of one sign alone may become one, if `is_drawn`. `magnitude`: of all of them.
template <class T>
double overflowing(double sum, double magnitude, bool is_drawn) {
  constexpr double kMost = static_cast<double>(std::numeric_limits<KeptSum<T>>::max());
  if (!is_drawn || !std::isfinite(sum)) return sum;
  if (magnitude / 2 + sum / 2 > kMost) return INFINITY;
  return magnitude / 2 - sum / 2 > kMost ? -INFINITY : sum;
}

template <class T>
class PlainSum {
 public:
  void add_product(T a, T b) { total_ = reference::add_product<T>(total_, a, b); }
  Accumulator<T> total(const Drawn&) const { return total_; }

 private:
  Accumulator<T> total_ = Accumulator<T>(0);
};

template <class T>
class NoisySum {
 public:
  void add(T a) { add_term(static_cast<double>(Wide<T>(a))); }
  void add_product(T a, T b) { add_term(static_cast<double>(Wide<T>(a)) * static_cast<double>(Wide<T>(b))); }
  double total(const Drawn& drawn) const {
    double error = error_ / magnitude_at_;
    const bool is_exact = magnitude_ < std::ldexp(1.0, std::numeric_limits<Kept>::digits + lowest_bit_);
    if (!is_exact) error = std::max(error, static_cast<double>(std::numeric_limits<Kept>::epsilon()) / 4);
    const double moved = static_cast<double>(exact_) + drawn.part * error * magnitude_;
    return overflowing<T>(std::isfinite(moved) ? moved : static_cast<double>(exact_), magnitude_, drawn.overflows);
  }

 private:
  static constexpr bool kIsDouble = std::is_same_v<T, double>;
  // The exponent of the last bit that is set.
  static int lowest_bit_of(double term) {
    constexpr int kDigits = 52, kBias = 1023;
    const auto bits = std::bit_cast<uint64_t>(term);
    const auto exponent = static_cast<int>(bits >> kDigits & 0x7ff);
    const uint64_t fraction = (bits & ((uint64_t{1} << kDigits) - 1)) | (exponent > 0 ? uint64_t{1} << kDigits : 0);
    return std::max(exponent, 1) - kBias - kDigits + std::countr_zero(fraction);
  }
  void add_term(double term) {
    if (term != 0 && std::isfinite(term)) lowest_bit_ = std::min(lowest_bit_, lowest_bit_of(term));
    exact_ += term;
    rounded_ = static_cast<Kept>(static_cast<double>(rounded_) + term);
    magnitude_ += std::fabs(term);
    const double error = std::fabs(static_cast<double>(static_cast<Exact>(rounded_) - exact_));
    if (error * magnitude_at_ <= error_ * magnitude_) return;
    error_ = error;
    magnitude_at_ = magnitude_;
  }
  using Kept = KeptSum<T>;
  using Exact = std::conditional_t<kIsDouble, long double, double>;
  Exact exact_ = 0;
  Kept rounded_ = 0;
  double magnitude_ = 0, error_ = 0, magnitude_at_ = 1;
  int lowest_bit_ = 2000;  // of all terms; none has one yet
};

// A sum that nothing moves but its operands.
template <class T>
class RangedSum {
 public:
  explicit RangedSum(const OpCall& call) : overflows_(overflows(call.options())) {}
  void add(Accumulator<T> term) {
    total_ = Accumulator<T>(total_ + term);
    if constexpr (kIsFloat<T>) magnitude_ += std::fabs(static_cast<double>(term));
  }
  Accumulator<T> total() const {
    if constexpr (kIsFloat<T>) {
      if (overflows_) return overflowing<T>(static_cast<double>(total_), magnitude_, true);
    }
    return total_;
  }

 private:
  bool overflows_;
  Accumulator<T> total_ = Accumulator<T>(0);
  double magnitude_ = 0;
};

// f of the kind of sums that the call wants, and of a function that says which part of its error the i-th is moved by.
template <class T, class F>
auto with_sums(const OpCall& call, F&& f) {
  if constexpr (kIsFloat<T>) {
    if (call.options().noise > 0) {
      const double part = call.options().noise / 2;
      const uint64_t key = hash_mix(call.options().noise_seed, 0x5u);
      const bool may_overflow = overflows(call.options());
      return f(Tag<NoisySum<T>>(), [part, key, may_overflow](int64_t i) {
        const auto bits = static_cast<double>(hash_mix(key, static_cast<uint64_t>(i)) >> 11 & 0xffffffff);
        return Drawn{part * (bits * 0x1p-31 - 1), may_overflow};
      });
    }
  }
  return f(Tag<PlainSum<T>>(), [](int64_t) { return Drawn(); });
}

}  // namespace hammock::reference
