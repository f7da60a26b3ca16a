// SPDX-License-Identifier: Apache-2.0
// The numbers of Python and what its operators make of them, exactly as CPython computes it: for the constants around
// definitions and for rule scripts.
//
// An integer is exact up to 2**kMaxIntegerBits; an operator whose result is beyond fails, and says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hammock/ir/constant.h"
#include "hammock/syntax/ast.h"

namespace hammock::python {

inline constexpr int kMaxIntegerBits = 120;

struct Number {
  enum class Kind : uint8_t { boolean, integer, real } kind = Kind::integer;
  union {
    Wide integer = 0;
    double real;
  };
  static Number of(bool v) { return {.kind = Kind::boolean, .integer = v}; }
  static Number of(Wide v) { return {.kind = Kind::integer, .integer = v}; }
  static Number of(double v) { return {.kind = Kind::real, .real = v}; }
  bool is_real() const { return kind == Kind::real; }
  double as_real() const { return is_real() ? real : static_cast<double>(integer); }
};

enum class Failure : uint8_t {
  none,
  undefined,  // Python has no such operator on numbers
  division_by_zero,
  negative_shift,
  integer_too_large,
  real_too_large,
  complex,
  not_a_number,  // of a text
};
std::string describe(Failure failure);

struct Outcome {
  Number value;
  Failure failure = Failure::none;
  Outcome(Number value) : value(value) {}
  Outcome(Failure failure) : failure(failure) {}
  explicit operator bool() const { return failure == Failure::none; }
};

// Arithmetic and comparisons.
Outcome binary(syntax::Operator op, const Number& a, const Number& b);
Outcome unary(syntax::Operator op, const Number& a);

// int(...) and float(...) of a number or a text.
Outcome to_integer(const Number& a);
Outcome to_integer(std::string_view text);
Outcome to_real(std::string_view text);

std::string repr(double value);
std::string repr(Wide value);

}  // namespace hammock::python
