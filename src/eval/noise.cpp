// SPDX-License-Identifier: Apache-2.0
#include "noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "element.h"
#include "hammock/base/hash.h"

namespace hammock::reference {
namespace {

template <class T>
double unit_in_last_place() {
  if constexpr (std::is_same_v<T, Half>) return 0x1p-10;
  else if constexpr (std::is_same_v<T, Bfloat>) return 0x1p-7;
  else return std::numeric_limits<T>::epsilon();
}

// What lies below is zero.
template <class T>
double smallest() {
  if constexpr (std::is_same_v<T, Half>) return 0x1p-24;
  else if constexpr (std::is_same_v<T, Bfloat>) return 0x1p-133;
  else return std::numeric_limits<T>::denorm_min();
}

// Few errors add up in halves, for no sum is kept in them; but each is large.
constexpr double kPartForHalves = 0.5;

// `beside(i)`: a magnitude that `least` is a part of, too.
template <class Beside>
void add_noise(Tensor& tensor, double units, uint64_t key, double least, Beside&& beside) {
  if (tensor.dtype.bits <= 16) units *= kPartForHalves;
  for_float(tensor.dtype, [&]<class T>(Tag<T>) {
    int64_t bytes = tensor.bytes(), n = tensor.elements();
    std::shared_ptr<std::byte> data = allocate_bytes(bytes);
    if (!data) return;  // without noise the check is stricter
    if (bytes > 0) std::memcpy(data.get(), tensor.data.get(), static_cast<size_t>(bytes));
    tensor.data = data;
    for (int64_t i = 0; i < n; ++i) {
      T& x = tensor.as<T>()[i];
      double away = static_cast<double>(hash_mix(key, static_cast<uint64_t>(i)) >> 11 & 0xffffffff) * 0x1p-31 - 1;
      double moved = static_cast<double>(Wide<T>(x)) * (1 + units * away * std::max(least, unit_in_last_place<T>()));
      moved += units * away * least * std::copysign(beside(i), moved);
      const bool is_denormal = moved != 0 && std::fabs(moved) * unit_in_last_place<T>() < smallest<T>();
      if constexpr (std::is_same_v<T, Half>)
        moved += std::copysign(units * std::fabs(away) * smallest<T>(), moved);  // halves have many zeros
      else if (is_denormal) moved += units * away * smallest<T>();
      x = T(moved);
    }
  });
}

}  // namespace

bool rounds(Op op) { return !has_trait(op, Injective) && !has_trait(op, View) && !has_trait(op, Exact); }

bool accumulates(Op op) { return rounds(op) && !has_trait(op, Pointwise) && !has_trait(op, Predicate); }

double unit_of_sums(Op op, DType result) {
  return result == kFloat64 && !has_trait(op, Float32Sums) ? unit_in_last_place<double>() : unit_in_last_place<float>();
}

double units_of_terms(double terms) { return std::max(1.0, std::sqrt(terms) / 16); }

bool is_coarse(const RuntimeValue& operand) {
  const Tensor* tensor = operand.tensor();
  return tensor && (tensor->dtype.is_integral() || tensor->dtype.bits <= 16);
}

double typical_magnitude(const Tensor& tensor) {
  std::vector<double> magnitudes;
  for (int64_t i = 0; i < tensor.elements(); ++i) {
    double x = std::fabs(element_as_double(tensor, i));
    if (std::isfinite(x)) magnitudes.push_back(x);
  }
  if (magnitudes.empty()) return 0;
  auto middle = magnitudes.begin() + static_cast<std::ptrdiff_t>(magnitudes.size() / 2);
  std::nth_element(magnitudes.begin(), middle, magnitudes.end());
  return *middle;
}

void add_noise_of_operand(Tensor& result, const Tensor& operand, double units, uint64_t key) {
  for_float(result.dtype, [&]<class T>(Tag<T>) {
    add_noise(result, units, key, unit_in_last_place<T>(), [&](int64_t i) {
      const double x = element_as_double(operand, i);
      return std::isfinite(x) ? x : 0;
    });
  });
}

void add_noise_of_neighbours(Tensor& tensor, int64_t reach, double units, uint64_t key) {
  const int64_t rows = tensor.shape[tensor.shape.size() - 2], columns = tensor.shape.back(), plane = rows * columns;
  std::vector<double> largest(static_cast<size_t>(tensor.elements()));
  for (size_t i = 0; i < largest.size(); ++i) {
    const double x = std::fabs(element_as_double(tensor, static_cast<int64_t>(i)));
    largest[i] = std::isfinite(x) ? x : 0;
  }
  // Along one dim after the other, of `extent` elements that are `step` apart.
  for (const auto& [extent, step] : {std::pair(columns, int64_t{1}), std::pair(rows, columns)}) {
    const std::vector<double> before = largest;
    for (int64_t i = 0; i < tensor.elements(); ++i) {
      const int64_t at = i % plane / step % extent;
      for (int64_t k = std::max(-at, -reach); k <= std::min(reach, extent - 1 - at); ++k)
        largest[static_cast<size_t>(i)] =
            std::max(largest[static_cast<size_t>(i)], before[static_cast<size_t>(i + k * step)]);
    }
  }
  for_float(tensor.dtype, [&]<class T>(Tag<T>) {
    add_noise(tensor, units, key, unit_in_last_place<T>(), [&](int64_t i) { return largest[static_cast<size_t>(i)]; });
  });
}

void add_noise_of_sums(RuntimeValue& value, double units, uint64_t key, double least, bool is_log) {
  if (auto* tensor = std::get_if<Tensor>(&value.v)) {
    const double terms = tensor->shape.empty() ? 1 : static_cast<double>(std::ranges::max(tensor->shape));
    const double beside = is_log ? std::sqrt(terms) : tensor->dtype.bits > 16 ? typical_magnitude(*tensor) : 0;
    add_noise(*tensor, units, key, least, [&](int64_t) { return beside; });
  } else if (auto* fields = std::get_if<RuntimeTuple>(&value.v)) {
    for (RuntimeValue& field : *fields) add_noise_of_sums(field, units, ++key, least, is_log);
  }
}

double disturbed(double value, DType dtype, double units, uint64_t key) {
  if (dtype.bits <= 16) units *= kPartForHalves;
  const double away = static_cast<double>(hash_mix(key, 1) >> 11 & 0xffffffff) * 0x1p-31 - 1;
  for_float(dtype, [&]<class T>(Tag<T>) {
    double moved = value * (1 + units * away * unit_in_last_place<T>());
    if (moved != 0 && std::fabs(moved) * unit_in_last_place<T>() < smallest<T>()) moved += units * away * smallest<T>();
    value = static_cast<double>(Wide<T>(T(moved)));
  });
  return value;
}

void add_noise(RuntimeValue& value, double units, uint64_t key, double least, Noisy which) {
  if (auto* tensor = std::get_if<Tensor>(&value.v)) {
    if (which == Noisy::all_floats || tensor->dtype.bits > 16)
      add_noise(*tensor, units, key, least, [](int64_t) { return 0.0; });
  } else if (auto* fields = std::get_if<RuntimeTuple>(&value.v)) {
    for (RuntimeValue& field : *fields) add_noise(field, units, ++key, least, which);
  }
}

}  // namespace hammock::reference
