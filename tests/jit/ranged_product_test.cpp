// SPDX-License-Identifier: Apache-2.0
// Products whose parts leave the range of their type, beside those that count exponents.
#include <algorithm>
#include <limits>

#include "nest_test.h"

using namespace hammock;
using namespace hammock::jit;

namespace {

constexpr int64_t kRows = 19;

enum class Data : uint8_t { near_one, far, below, above, with_zero, with_infinity, with_nan, all_there_is };
constexpr int64_t kKindsOfData = static_cast<int64_t>(Data::all_there_is) + 1;

// Of row `r`, element `i` of `n`.
double element(generate::Choices& random, Data data, int64_t r, int64_t i, int64_t n, bool is_double) {
  const double near = std::ldexp(1 + static_cast<double>(random.between(0, 1000)) / 1000, -1);
  const int largest = is_double ? 1000 : 120;
  const int far = static_cast<int>(random.between(0, largest));
  const bool is_here = i == r * 7 % n;
  switch (data) {
    case Data::near_one: return i % 2 == 0 ? near : -1 / near;
    // First all the large ones, then the small ones; in the odd rows the other way round.
    case Data::far: return std::ldexp(near, (i < n / 2) == (r % 2 == 0) ? largest : -largest);
    case Data::below: return near / 2;
    case Data::above: return -3 / near;
    case Data::with_zero: return is_here ? -0.0 : std::ldexp(near, far);
    case Data::with_infinity: return is_here ? INFINITY : std::ldexp(near, -far);
    case Data::with_nan: return is_here ? NAN : near;
    default: return std::ldexp(near, static_cast<int>(random.between(0, 3)) == 0 ? -largest - 20 : largest / 3 + 5);
  }
}

// In order, with the exponents beside.
class Exact {
 public:
  void multiply(double by) {
    int exponent = 0;
    value_ = std::frexp(value_ * static_cast<long double>(by), &exponent);
    exponent_ += exponent;
  }
  template <class T>
  T rounded() const {
    return static_cast<T>(std::ldexp(value_, std::clamp(exponent_, -5000, 5000)));
  }

 private:
  long double value_ = 1;
  int exponent_ = 0;
};

// Rows of all kinds of data, or of numbers near 1 alone.
template <class T>
void check_products(DType dtype, bool is_mixed, int64_t n, bool is_last) {
  constexpr bool kIsDouble = std::is_same_v<T, double>;
  Maker m;
  const auto shape = is_last ? std::vector<int64_t>{kRows, n} : std::vector<int64_t>{n, kRows};
  const uint32_t a = m.buffer(dtype, shape), y = m.buffer(dtype, {kRows}, true);
  const auto keep = m.axis(kRows), gone = m.axis(n);
  m.nest.outer = {keep};
  const Prim x = is_last ? m.load(a, {keep.var, gone.var}) : m.load(a, {gone.var, keep.var});
  const Prim product = m.reduce({gone}, loop::Combine::product, x, m.p().real(1.5, dtype));
  m.store({}, y, {keep.var}, product);
  m.done();

  Tensor in = filled(m.kernel.buffers[a], 1);
  generate::Choices random(static_cast<uint64_t>(n));
  std::vector<Exact> wanted(kRows);
  for (int64_t r = 0; r < kRows; ++r) {
    wanted[static_cast<size_t>(r)].multiply(1.5);
    const auto data = static_cast<Data>(is_mixed ? (r + n) % kKindsOfData : 0);
    for (int64_t i = 0; i < n; ++i) {
      const T value = static_cast<T>(element(random, data, r, i, n, kIsDouble));
      in.as<T>()[is_last ? r * n + i : i * kRows + r] = value;
      wanted[static_cast<size_t>(r)].multiply(static_cast<double>(value));
    }
  }
  for (const Host& host : hosts()) {
    std::vector<Tensor> tensors = copies({in, filled(m.kernel.buffers[y], 1)});
    run_compiled(m.context, m.kernel, tensors, host, 2);
    for (size_t r = 0; r < kRows; ++r) {
      const T right = wanted[r].template rounded<T>(), got = tensors[y].as<T>()[r];
      CAPTURE(host.cpu);
      CAPTURE(r);
      CAPTURE(right);
      CAPTURE(got);
      CHECK(std::isnan(right) == std::isnan(got));
      if (std::isnan(right)) continue;
      CHECK(std::signbit(right) == std::signbit(got));
      const double least = static_cast<double>(std::numeric_limits<T>::denorm_min());
      const double error = static_cast<double>(n) * static_cast<double>(std::numeric_limits<T>::epsilon());
      const double apart = std::fabs(static_cast<double>(got) - static_cast<double>(right));
      const bool is_near = std::isfinite(right) && apart <= error * std::fabs(static_cast<double>(right)) + least;
      CHECK((got == right || is_near));
    }
  }
}

}  // namespace

TEST_CASE("products whose parts leave the range of their type") {
  for (bool is_mixed : {false, true}) {
    for (int64_t n : {2, 14, 50, 130, 602}) {
      for (bool is_last : {true, false}) {
        CAPTURE(is_mixed);
        CAPTURE(n);
        CAPTURE(is_last);
        check_products<float>(kFloat32, is_mixed, n, is_last);
        check_products<double>(kFloat64, is_mixed, n, is_last);
      }
    }
  }
}
