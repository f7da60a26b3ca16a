// SPDX-License-Identifier: Apache-2.0
// Operators on numbers, with results that CPython gives. What it has no bound for says the one that there is here.
#include "hammock/python/number.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace python = hammock::python;
using hammock::syntax::Operator;
using python::Number;

namespace {

struct Row {
  std::string_view lhs, op, rhs, result;
};
constexpr Row kRows[] = {
    // clang-format off
    {"7.5", "%", "2.0", "1.5"},
    {"-7", "//", "2", "-4"},
    {"-7", "%", "3", "2"},
    {"7", "%", "-3", "-2"},
    {"7", "//", "-2", "-4"},
    {"-7.5", "//", "2.0", "-4.0"},
    {"-7.5", "%", "2.0", "0.5"},
    {"7.5", "%", "-2.0", "-0.5"},
    {"1", "//", "0.1", "9.0"},
    {"1.0", "%", "0.1", "0.09999999999999995"},
    {"2", "**", "-1", "0.5"},
    {"-2", "**", "-1", "-0.5"},
    {"0", "**", "-1", "division by zero"},
    {"-8.0", "**", "0.5", "the result is a complex number"},
    {"2", "**", "70", "1180591620717411303424"},
    {"1180591620717411303424", "//", "295147905179352825856", "4"},
    {"9007199254740993", "/", "3", "3002399751580331.0"},
    {"1180591620717411303423", "/", "3", "3.935305402391371e+20"},
    {"9223372036854775807", "/", "9223372036854775806", "1.0"},
    {"0", "/", "4611686018427387904", "0.0"},
    {"0", "/", "-4611686018427387904", "-0.0"},
    {"9007199254740993", "==", "9007199254740992.0", "False"},
    {"9007199254740993", ">", "9007199254740992.0", "True"},
    {"2", "**", "120", "1329227995784915872903807060280344576"},
    {"2", "**", "121", "the integer is beyond 2**120"},
    {"1e300", "**", "2.0", "the number does not fit into float64"},
    {"1e300", "*", "1e300", "inf"},
    {"10", "**", "15", "1000000000000000"},
    {"1e15", "*", "1.0", "1000000000000000.0"},
    {"1e16", "*", "1.0", "1e+16"},
    {"0.0001", "*", "1.0", "0.0001"},
    {"0.0001", "/", "10.0", "1e-05"},
    {"123456.0", "*", "1.0", "123456.0"},
    {"1e5", "+", "0.0", "100000.0"},
    {"1e22", "+", "0.0", "1e+22"},
    {"True", "+", "True", "2"},
    {"True", "&", "False", "False"},
    {"True", "|", "2", "3"},
    {"True", "^", "True", "False"},
    {"1", "<<", "200", "the integer is beyond 2**120"},
    {"0", "<<", "1000", "0"},
    {"1", "<<", "-1", "a negative shift"},
    {"5", ">>", "1000", "0"},
    {"-5", ">>", "1000", "-1"},
    {"-5", ">>", "1", "-3"},
    {"0.0", "*", "-1.0", "-0.0"},
    {"5.0", "%", "-5.0", "-0.0"},
    {"-0.0", "//", "1.0", "-0.0"},
    {"False", "!=", "-7", "True"},
    {"1180591620717411303424", "<=", "123456789.125", "False"},
    {"123456789.125", "|", "1e-05", "this operator is not defined on numbers"},
    {"2.0", "%", "7.5", "2.0"},
    {"-295147905179352825855", ">>", "-0.0", "this operator is not defined on numbers"},
    {"-0.0", "&", "123456789.125", "this operator is not defined on numbers"},
    {"-2.0", "==", "inf", "False"},
    {"False", "**", "-7", "division by zero"},
    {"True", "!=", "9223372036854775807", "True"},
    {"9007199254740993", "&", "-9223372036854775808", "0"},
    {"True", "//", "9007199254740992.0", "0.0"},
    {"True", "!=", "7", "True"},
    {"1", "<=", "7.5", "True"},
    {"0.0", "<=", "1", "True"},
    {"-2.0", "//", "-1", "2.0"},
    {"9007199254740993", "^", "1180591620717411303424", "1180600627916666044417"},
    {"0", "-", "0", "0"},
    {"9007199254740993", "+", "0.0", "9007199254740992.0"},
    {"2.0", "-", "-7.5", "9.5"},
    {"3", "!=", "-7", "True"},
    {"nan", "-", "-295147905179352825855", "nan"},
    {"9007199254740992.0", ">=", "-2.0", "True"},
    {"3", "**", "3", "27"},
    {"1e-05", "!=", "-3", "True"},
    {"-7.5", "^", "1180591620717411303424", "this operator is not defined on numbers"},
    {"1", "<=", "-7.5", "False"},
    {"9007199254740992.0", "/", "123456789.125", "72958314.5534524"},
    {"1e+300", ">", "-7.5", "True"},
    {"0", "+", "3", "3"},
    {"-2.0", "<<", "-7.5", "this operator is not defined on numbers"},
    {"0.1", "==", "1180591620717411303424", "False"},
    {"2.0", "-", "inf", "-inf"},
    {"-295147905179352825855", ">=", "7", "False"},
    {"-295147905179352825855", "|", "nan", "this operator is not defined on numbers"},
    {"1e+16", "**", "1e+16", "the number does not fit into float64"},
    {"-3", "!=", "-9223372036854775808", "True"},
    {"0", "!=", "inf", "True"},
    {"3", "&", "-0.0", "this operator is not defined on numbers"},
    {"123456789.125", ">=", "1e+16", "False"},
    {"7.5", "<=", "True", "False"},
    {"False", "<", "-0.0", "False"},
    {"-9223372036854775808", "^", "1", "-9223372036854775807"},
    {"1e+300", "==", "-1", "False"},
    {"True", ">=", "False", "True"},
    {"1e-05", "*", "0.1", "1.0000000000000002e-06"},
    {"-2.0", "/", "-3", "0.6666666666666666"},
    {"False", "/", "True", "0.0"},
    {"-2.0", "-", "-7.5", "5.5"},
    {"0.1", ">", "-9223372036854775808", "True"},
    {"nan", "/", "1e-05", "nan"},
    {"9007199254740992.0", "%", "1180591620717411303424", "9007199254740992.0"},
    {"-7.5", "<=", "1", "True"},
    {"1e+16", "<", "9007199254740993", "False"},
    {"0", "*", "nan", "nan"},
    {"-9223372036854775808", ">>", "-3", "a negative shift"},
    {"2.0", "**", "False", "1.0"},
    {"9007199254740993", "-", "2.0", "9007199254740990.0"},
    {"nan", ">", "-9223372036854775808", "False"},
    {"inf", "<<", "2.0", "this operator is not defined on numbers"},
    {"7.5", "-", "123456789.125", "-123456781.625"},
    {"True", "==", "9007199254740992.0", "False"},
    {"1e+16", ">=", "-7", "True"},
    {"7.5", "+", "9007199254740992.0", "9007199254741000.0"},
    {"-9223372036854775808", "<", "9223372036854775807", "True"},
    {"9007199254740993", "<<", "-7.5", "this operator is not defined on numbers"},
    {"-7", "&", "-295147905179352825855", "-295147905179352825855"},
    {"0.1", ">", "0", "True"},
    {"1", "<=", "0", "False"},
    {"-2.0", "^", "-3", "this operator is not defined on numbers"},
    {"0.1", "==", "0.0", "False"},
    {"0.0", ">>", "-9223372036854775808", "this operator is not defined on numbers"},
    {"-0.0", "/", "2.0", "-0.0"},
    {"7", "**", "-2.0", "0.02040816326530612"},
    {"nan", "/", "9223372036854775807", "nan"},
    {"9223372036854775807", "!=", "-295147905179352825855", "True"},
    {"9007199254740992.0", "/", "-295147905179352825855", "-3.0517578125e-05"},
    {"1e+16", "==", "0.0", "False"},
    {"-7", "^", "0.0", "this operator is not defined on numbers"},
    {"-295147905179352825855", ">", "inf", "False"},
    {"1180591620717411303424", "+", "0", "1180591620717411303424"},
    {"123456789.125", ">=", "1", "True"},
    {"9223372036854775807", "&", "-3", "9223372036854775805"},
    {"123456789.125", ">=", "3", "True"},
    {"-2.0", "==", "-7.5", "False"},
    {"-295147905179352825855", "-", "-2.0", "-2.9514790517935283e+20"},
    {"nan", "|", "7.5", "this operator is not defined on numbers"},
    {"1", "|", "1180591620717411303424", "1180591620717411303425"},
    {"0", "<<", "False", "0"},
    {"9007199254740993", "%", "2.0", "0.0"},
    {"0", "&", "-7.5", "this operator is not defined on numbers"},
    {"9223372036854775807", "+", "0", "9223372036854775807"},
    {"0.0", "**", "3", "0.0"},
    {"7.5", "**", "-0.0", "1.0"},
    {"1", "<<", "nan", "this operator is not defined on numbers"},
    {"0.1", "%", "9007199254740993", "0.1"},
    {"9007199254740993", "^", "inf", "this operator is not defined on numbers"},
    {"-2.0", "*", "2.0", "-4.0"},
    {"1e+16", "==", "inf", "False"},
    {"7", "==", "9007199254740992.0", "False"},
    {"-3", "*", "123456789.125", "-370370367.375"},
    {"1e-05", "^", "1e-05", "this operator is not defined on numbers"},
    {"2.0", "/", "-1", "-2.0"},
    {"1e+300", "-", "1", "1e+300"},
    {"123456789.125", "!=", "-7.5", "True"},
    {"-7.5", "|", "7", "this operator is not defined on numbers"},
    {"1e+300", "-", "123456789.125", "1e+300"},
    {"3", "-", "-2.0", "5.0"},
    {"0.0", "&", "-7.5", "this operator is not defined on numbers"},
    {"-2.0", ">=", "-2.0", "True"},
    {"True", ">=", "9223372036854775807", "False"},
    {"0", ">>", "-7", "a negative shift"},
    {"7", "/", "2.0", "3.5"},
    {"1e+300", "//", "123456789.125", "8.100000065508751e+291"},
    {"inf", ">", "-1", "True"},
    {"-7.5", "!=", "0.0", "True"},
    {"1180591620717411303424", "|", "-1", "-1"},
    {"nan", "/", "-9223372036854775808", "nan"},
    {"1e+300", "<", "1e-05", "False"},
    {"-2.0", "/", "-7", "0.2857142857142857"},
    {"0.1", "/", "-1", "-0.1"},
    {"-7.5", ">", "-0.0", "False"},
    {"-1", "^", "-1", "0"},
    {"9223372036854775807", "^", "-295147905179352825855", "-285924533142498050050"},
    {"-7.5", "//", "1180591620717411303424", "-1.0"},
    {"0", "<", "1e+300", "True"},
    {"7.5", "%", "-3", "-1.5"},
    {"-7", ">=", "0", "False"},
    {"0", "^", "7", "7"},
    {"-9223372036854775808", "*", "0", "0"},
    {"1e+300", "^", "1e+16", "this operator is not defined on numbers"},
    {"-9223372036854775808", "&", "9007199254740993", "0"},
    {"9223372036854775807", "**", "-2.0", "1.1754943508222875e-38"},
    {"1", "**", "nan", "1.0"},
    {"123456789.125", "<", "-7", "False"},
    {"9223372036854775807", "&", "1", "1"},
    {"True", "&", "-7", "1"},
    {"-9223372036854775808", ">>", "-7", "a negative shift"},
    {"0", "&", "-295147905179352825855", "0"},
    {"3", "%", "-0.0", "division by zero"},
    {"False", "*", "7.5", "0.0"},
    {"-3", "^", "-9223372036854775808", "9223372036854775805"},
    {"-9223372036854775808", "==", "0.0", "False"},
    {"2.0", "*", "9007199254740992.0", "1.8014398509481984e+16"},
    {"-3", "!=", "1e-05", "True"},
    // clang-format on
};

constexpr std::pair<std::string_view, Operator> kOperators[] = {
    {"+", Operator::add},          {"-", Operator::sub},
    {"*", Operator::mul},          {"/", Operator::div},
    {"//", Operator::floordiv},    {"%", Operator::mod},
    {"**", Operator::power},       {"<<", Operator::shift_left},
    {">>", Operator::shift_right}, {"&", Operator::bit_and},
    {"|", Operator::bit_or},       {"^", Operator::bit_xor},
    {"<", Operator::less},         {"<=", Operator::less_equal},
    {">", Operator::greater},      {">=", Operator::greater_equal},
    {"==", Operator::equal},       {"!=", Operator::not_equal}};

Number number(std::string_view text) {
  if (text == "True" || text == "False") return Number::of(text == "True");
  if (text.find_first_of(".en") != std::string_view::npos) return Number::of(std::strtod(text.data(), nullptr));
  hammock::Wide value = 0;
  for (char c : text) value = c == '-' ? value : value * 10 + (c - '0');
  return Number::of(text[0] == '-' ? -value : value);
}

std::string shown(const python::Outcome& outcome) {
  if (!outcome) return describe(outcome.failure);
  const Number& n = outcome.value;
  if (n.is_real()) return python::repr(n.real);
  return n.kind == Number::Kind::boolean ? n.integer != 0 ? "True" : "False" : python::repr(n.integer);
}

}  // namespace

TEST_CASE("operators give what CPython gives") {
  for (const Row& row : kRows) {
    const auto* op = std::ranges::find(kOperators, row.op, [](const auto& known) { return known.first; });
    INFO(row.lhs, " ", row.op, " ", row.rhs);
    CHECK(shown(python::binary(op->second, number(row.lhs), number(row.rhs))) == row.result);
  }
}

TEST_CASE("operators on one number") {
  CHECK(shown(python::unary(Operator::minus, Number::of(true))) == "-1");
  CHECK(shown(python::unary(Operator::invert, Number::of(true))) == "-2");
  CHECK(shown(python::unary(Operator::plus, Number::of(false))) == "0");
  CHECK(shown(python::unary(Operator::minus, Number::of(0.0))) == "-0.0");
  CHECK(shown(python::unary(Operator::not_, Number::of(0.5))) == "False");
  CHECK(shown(python::unary(Operator::invert, Number::of(0.5))) == "this operator is not defined on numbers");
}

TEST_CASE("texts of numbers are read as CPython reads them") {
  CHECK(shown(python::to_integer(" +1_000\n")) == "1000");
  CHECK(shown(python::to_integer("-0")) == "0");
  CHECK(shown(python::to_integer("1180591620717411303424")) == "1180591620717411303424");
  CHECK(shown(python::to_integer(std::string(50, '9'))) == "the integer is beyond 2**120");
  CHECK(shown(python::to_real(" 1_0.5e-1 ")) == "1.05");
  CHECK(shown(python::to_real("-.5")) == "-0.5");
  CHECK(shown(python::to_real("+Infinity")) == "inf");
  CHECK(shown(python::to_real("1e400")) == "inf");
  CHECK(shown(python::to_real("-1e-400")) == "-0.0");
  for (const char* text : {"", " ", "+", "1.5", "0x10", "1__0", "_1", "1_", "--1", "1 2"}) {
    CAPTURE(text);
    CHECK(shown(python::to_integer(text)) == "this text is no number");
  }
  for (const char* text : {"", "0x10", "1e", "-+1", "nan(1)", "1_.5", "one"}) {
    CAPTURE(text);
    CHECK(shown(python::to_real(text)) == "this text is no number");
  }
  CHECK(shown(python::to_integer(Number::of(-7.9))) == "-7");
  CHECK(shown(python::to_integer(Number::of(0x1p121))) == "the integer is beyond 2**120");
}
