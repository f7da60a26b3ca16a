// SPDX-License-Identifier: Apache-2.0
// Sums of an operator: as the reference keeps them, and, where rounding errors are wanted, with those that one kept in
// the operands' precision would have.
//
// How far such a sum is rounded depends on its terms, not on how many they are: terms of any value lose about the root
// of their number, equal ones are rounded the same way again and again and lose as much as all of them together. So
// the sum is kept once more, rounded at each term, and the largest error that was on the way, as a part of the
// magnitudes so far, is what any order of the terms may come to.
#pragma once

#include <cmath>
#include <type_traits>

#include "call.h"
#include "element.h"
#include "hammock/base/hash.h"
#include "hammock/eval/eval.h"

namespace hammock::reference {

template <class T>
class PlainSum {
 public:
  void add_product(T a, T b) { total_ = reference::add_product<T>(total_, a, b); }
  Accumulator<T> total(double) const { return total_; }

 private:
  Accumulator<T> total_ = Accumulator<T>(0);
};

template <class T>
class NoisySum {
 public:
  void add(T a) { add_term(static_cast<double>(Wide<T>(a))); }
  void add_product(T a, T b) { add_term(static_cast<double>(Wide<T>(a)) * static_cast<double>(Wide<T>(b))); }
  // Moved by a part of the error.
  double total(double part) const {
    const double moved = static_cast<double>(exact_) + part * error_ / magnitude_at_ * magnitude_;
    return std::isfinite(moved) ? moved : static_cast<double>(exact_);
  }

 private:
  static constexpr bool kIsDouble = std::is_same_v<T, double>;
  void add_term(double term) {
    exact_ += term;
    rounded_ = static_cast<Kept>(static_cast<double>(rounded_) + term);
    magnitude_ += std::fabs(term);
    const double error = std::fabs(static_cast<double>(static_cast<Exact>(rounded_) - exact_));
    if (error * magnitude_at_ <= error_ * magnitude_) return;
    error_ = error;
    magnitude_at_ = magnitude_;
  }
  using Kept = std::conditional_t<kIsDouble, double, float>;
  using Exact = std::conditional_t<kIsDouble, long double, double>;
  Exact exact_ = 0;
  Kept rounded_ = 0;
  double magnitude_ = 0, error_ = 0, magnitude_at_ = 1;
};

// f of the kind of sums that the call wants, and of a function that says which part of its error the i-th is moved by.
template <class T, class F>
auto with_sums(const OpCall& call, F&& f) {
  if constexpr (kIsFloat<T>) {
    if (call.options().noise > 0) {
      const double part = call.options().noise / 2;
      const uint64_t key = hash_mix(call.options().noise_seed, 0x5u);
      return f(Tag<NoisySum<T>>(), [part, key](int64_t i) {
        return part * (static_cast<double>(hash_mix(key, static_cast<uint64_t>(i)) >> 11 & 0xffffffff) * 0x1p-31 - 1);
      });
    }
  }
  return f(Tag<PlainSum<T>>(), [](int64_t) { return 0.0; });
}

}  // namespace hammock::reference
