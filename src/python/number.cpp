// SPDX-License-Identifier: Apache-2.0
#include "hammock/python/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace hammock::python {
namespace {

using syntax::Operator;

Outcome checked(Wide value) {
  constexpr Wide kMost = Wide{1} << kMaxIntegerBits;
  return value <= kMost && value >= -kMost ? Outcome(Number::of(value)) : Failure::integer_too_large;
}

Wide floor_quotient(Wide a, Wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

// The nearest double of a quotient, which is another one than that of the nearest doubles.
double quotient(Wide a, Wide b) {
  constexpr Wide kExact = Wide{1} << 53;
  if (a <= kExact && a >= -kExact && b <= kExact && b >= -kExact)
    return static_cast<double>(a) / static_cast<double>(b);
  if (a == 0) return b < 0 ? -0.0 : 0.0;
  const Wide divisor = b < 0 ? -b : b;
  Wide rest = a < 0 ? -a : a, q = rest / divisor;
  rest %= divisor;
  int exponent = 0;
  for (; q < Wide{1} << 60; --exponent) {
    rest *= 2;
    q = q * 2 + (rest >= divisor);
    if (rest >= divisor) rest -= divisor;
  }
  const double value = std::ldexp(static_cast<double>(q | (rest != 0)), exponent);
  return (a < 0) == (b < 0) ? value : -value;
}

Outcome power(double a, double b) {
  if (a == 0 && b < 0) return Failure::division_by_zero;
  if (a < 0 && std::isfinite(a) && std::isfinite(b) && b != std::floor(b)) return Failure::complex;
  const double value = std::pow(a, b);
  if (std::isinf(value) && std::isfinite(a) && std::isfinite(b)) return Failure::real_too_large;
  return Number::of(value);
}

Outcome power(Wide a, Wide b) {
  if (b < 0) return power(static_cast<double>(a), static_cast<double>(b));
  if (b == 0) return Number::of(Wide{1});
  if (a >= -1 && a <= 1) return Number::of(a == -1 && b % 2 == 0 ? Wide{1} : a);
  Wide value = 1;
  for (Wide i = 0; i < b; ++i) {
    if (__builtin_mul_overflow(value, a, &value)) return Failure::integer_too_large;
  }
  return checked(value);
}

template <class T>
std::optional<bool> comparison(Operator op, T a, T b) {
  switch (op) {
    case Operator::less: return a < b;
    case Operator::less_equal: return a <= b;
    case Operator::greater: return a > b;
    case Operator::greater_equal: return a >= b;
    case Operator::equal: return a == b;
    case Operator::not_equal: return a != b;
    default: return std::nullopt;
  }
}

// -1, 0 or 1, exactly; NaN compares as it does with any number.
double order(Wide a, double b) {
  if (std::isnan(b)) return b;
  if (std::abs(b) >= 0x1p126) return b > 0 ? -1 : 1;
  const Wide whole = static_cast<Wide>(b);
  if (a != whole) return a < whole ? -1 : 1;
  const double rest = b - static_cast<double>(whole);
  return rest > 0 ? -1 : rest < 0 ? 1 : 0;
}

std::optional<bool> compared(Operator op, const Number& a, const Number& b) {
  if (a.is_real() && b.is_real()) return comparison(op, a.real, b.real);
  if (!a.is_real() && !b.is_real()) return comparison(op, a.integer, b.integer);
  return a.is_real() ? comparison(op, 0.0, order(b.integer, a.real)) : comparison(op, order(a.integer, b.real), 0.0);
}

Outcome of_integers(Operator op, const Number& x, const Number& y) {
  const Wide a = x.integer, b = y.integer;
  const bool are_bools = x.kind == Number::Kind::boolean && y.kind == Number::Kind::boolean;
  auto bits = [&](Wide value) { return are_bools ? Number::of(value != 0) : Number::of(value); };
  Wide r = 0;
  switch (op) {
    case Operator::add: return checked(a + b);
    case Operator::sub: return checked(a - b);
    case Operator::mul: return __builtin_mul_overflow(a, b, &r) ? Failure::integer_too_large : checked(r);
    case Operator::div: return b == 0 ? Outcome(Failure::division_by_zero) : Number::of(quotient(a, b));
    case Operator::floordiv: return b == 0 ? Outcome(Failure::division_by_zero) : Number::of(floor_quotient(a, b));
    case Operator::mod: return b == 0 ? Outcome(Failure::division_by_zero) : Number::of(a - floor_quotient(a, b) * b);
    case Operator::power: return power(a, b);
    case Operator::bit_and: return bits(a & b);
    case Operator::bit_or: return bits(a | b);
    case Operator::bit_xor: return bits(a ^ b);
    case Operator::shift_left:
      if (b < 0) return Failure::negative_shift;
      if (a == 0) return Number::of(a);
      if (b > kMaxIntegerBits || __builtin_mul_overflow(a, Wide{1} << b, &r)) return Failure::integer_too_large;
      return checked(r);
    case Operator::shift_right:
      if (b < 0) return Failure::negative_shift;
      return Number::of(a >> std::min<Wide>(b, 127));
    default: return Failure::undefined;
  }
}

// Quotient and remainder have the signs and the roundings of CPython's float_divmod.
Outcome floor_division(Operator op, double a, double b) {
  if (b == 0) return Failure::division_by_zero;
  double rest = std::fmod(a, b), q = (a - rest) / b;
  if (rest == 0) {
    rest = std::copysign(0.0, b);
  } else if ((b < 0) != (rest < 0)) {
    rest += b;
    q -= 1;
  }
  if (op == Operator::mod) return Number::of(rest);
  if (q == 0) return Number::of(std::copysign(0.0, a / b));
  const double whole = std::floor(q);
  return Number::of(q - whole > 0.5 ? whole + 1 : whole);
}

Outcome of_reals(Operator op, double a, double b) {
  switch (op) {
    case Operator::add: return Number::of(a + b);
    case Operator::sub: return Number::of(a - b);
    case Operator::mul: return Number::of(a * b);
    case Operator::div: return b == 0 ? Outcome(Failure::division_by_zero) : Number::of(a / b);
    case Operator::floordiv:
    case Operator::mod: return floor_division(op, a, b);
    case Operator::power: return power(a, b);
    default: return Failure::undefined;
  }
}

}  // namespace

std::string describe(Failure failure) {
  switch (failure) {
    case Failure::none: break;
    case Failure::undefined: return "this operator is not defined on numbers";
    case Failure::division_by_zero: return "division by zero";
    case Failure::negative_shift: return "a negative shift";
    case Failure::integer_too_large: return "the integer is beyond 2**" + std::to_string(kMaxIntegerBits);
    case Failure::real_too_large: return "the number does not fit into float64";
    case Failure::not_a_number: return "this text is no number";
    case Failure::complex: return "the result is a complex number";
  }
  return {};
}

Outcome binary(Operator op, const Number& a, const Number& b) {
  if (std::optional<bool> result = compared(op, a, b)) return Number::of(*result);
  return a.is_real() || b.is_real() ? of_reals(op, a.as_real(), b.as_real()) : of_integers(op, a, b);
}

Outcome unary(Operator op, const Number& a) {
  switch (op) {
    case Operator::not_: return Number::of(a.is_real() ? a.real == 0 : a.integer == 0);
    case Operator::plus: return a.is_real() ? Number::of(a.real) : Number::of(a.integer);
    case Operator::minus: return a.is_real() ? Number::of(-a.real) : Number::of(-a.integer);
    case Operator::invert: return a.is_real() ? Outcome(Failure::undefined) : checked(~a.integer);
    default: return Failure::undefined;
  }
}

namespace {

// The text without blanks around it and without `_` between its digits. None where a `_` stands elsewhere.
std::optional<std::string> digits_of(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\v\f\r";
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return std::nullopt;
  text = text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
  auto is_digit = [&](size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') out += text[i];
    else if (!is_digit(i - 1) || !is_digit(i + 1)) return std::nullopt;
  }
  return out;
}

}  // namespace

Outcome to_integer(const Number& a) {
  if (!a.is_real()) return Number::of(a.integer);
  return std::abs(a.real) <= 0x1p120 ? checked(static_cast<Wide>(a.real)) : Failure::integer_too_large;
}

Outcome to_integer(std::string_view text) {
  std::optional<std::string> digits = digits_of(text);
  if (!digits) return Failure::not_a_number;
  const bool has_sign = digits->starts_with('-') || digits->starts_with('+');
  if (digits->size() == has_sign) return Failure::not_a_number;
  Wide value = 0;
  bool fits = true;
  for (char c : std::string_view(*digits).substr(has_sign)) {
    if (c < '0' || c > '9') return Failure::not_a_number;
    fits = fits && checked(value = value * 10 + (c - '0'));
  }
  if (!fits) return Failure::integer_too_large;
  return Number::of(digits->starts_with('-') ? -value : value);
}

Outcome to_real(std::string_view text) {
  std::optional<std::string> digits = digits_of(text);
  if (!digits) return Failure::not_a_number;
  const char* begin = digits->c_str() + (digits->starts_with('-') || digits->starts_with('+'));
  const char* last = digits->c_str() + digits->size();
  double value = 0;
  auto [end, error] = std::from_chars(begin, last, value);
  if (error == std::errc::invalid_argument || end != last || *begin == '-' || digits->ends_with(')'))
    return Failure::not_a_number;
  if (error == std::errc::result_out_of_range) value = std::strtod(begin, nullptr);  // infinity or 0
  return Number::of(digits->starts_with('-') ? -value : value);
}

// The shortest digits that mean it, with an exponent where Python writes one.
std::string repr(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  const double size = std::abs(value);
  const bool is_plain = size == 0 || (size >= 1e-4 && size < 1e16);
  char buffer[64];
  std::string text(buffer, std::to_chars(buffer, buffer + sizeof buffer, value,
                                         is_plain ? std::chars_format::fixed : std::chars_format::scientific)
                               .ptr);
  return is_plain && text.find('.') == std::string::npos ? text + ".0" : text;
}

std::string repr(Wide value) {
  std::string digits;
  for (Wide rest = value; rest != 0 || digits.empty(); rest /= 10)
    digits += static_cast<char>('0' + std::abs(static_cast<int>(rest % 10)));
  if (value < 0) digits += '-';
  return {digits.rbegin(), digits.rend()};
}

}  // namespace hammock::python
