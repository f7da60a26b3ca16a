// SPDX-License-Identifier: Apache-2.0
// The float32 functions against libm in double, those of float64 against libm in long double: dense sweeps over all
// binades, and the edges.
#include <span>

#include "nest_test.h"

using namespace hammock;
using namespace hammock::jit;

namespace {

std::vector<float> sweep() {
  std::vector<float> out;
  for (uint32_t bits = 0; bits < 0x7f800000u; bits += 9973) {  // every 9973th float of either sign
    out.push_back(std::bit_cast<float>(bits));
    out.push_back(-out.back());
  }
  for (int i = -4000000; i <= 4000000; i += 7) out.push_back(static_cast<float>(i) * 2.6e-5f);  // [-104, 104]
  for (int i = -500000; i <= 500000; ++i) out.push_back(static_cast<float>(i) * 1e-5f);         // [-5, 5]
  for (int i = 0; i < 500000; ++i) out.push_back(0.5f + static_cast<float>(i) * 3e-6f);         // around 1
  return out;
}

// The function of one number, or of two of which the second is in `y`.
std::vector<float> apply(const char* name, const std::vector<float>& x, const Host& host,
                         const std::vector<float>& y = {}) {
  Maker m;
  auto n = static_cast<int64_t>(x.size());
  const bool is_binary = !y.empty();
  uint32_t a = m.buffer(kFloat32, {n}), b = is_binary ? m.buffer(kFloat32, {n}) : a,
           out = m.buffer(kFloat32, {n}, true);
  auto i = m.axis(n);
  std::vector<Prim> args = {m.load(a, {i.var})};
  if (is_binary) args.push_back(m.load(b, {i.var}));
  m.store({i}, out, {i.var}, m.call(name, kFloat32, args));
  std::vector<Tensor> data(is_binary ? 3 : 2);
  for (Tensor& t : data) t = *Tensor::make(kFloat32, {n});
  std::memcpy(data[0].data.get(), x.data(), x.size() * 4);
  if (is_binary) std::memcpy(data[1].data.get(), y.data(), y.size() * 4);
  run_compiled(m.context, m.done(), data, host, 2);
  return {data.back().as<float>(), data.back().as<float>() + n};
}

double ulp(float got, double expected) {
  auto rounded = static_cast<float>(expected);
  if (std::isnan(rounded)) return std::isnan(got) ? 0 : 1e9;
  if (std::isinf(rounded) || std::isinf(got)) return got == rounded ? 0 : 1e9;
  int exponent = 0;
  std::frexp(expected, &exponent);
  double unit = std::ldexp(1.0, std::max(exponent - 24, -149));
  return std::fabs(static_cast<double>(got) - expected) / unit;
}

struct Case {
  const char* name;
  double (*exact)(double);
  double limit;        // ulp
  double limit_plain;  // without fused operations
};

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double rsqrt(double x) { return 1 / std::sqrt(x); }
double exp10_of(double x) { return std::pow(10.0, x); }

void check_errors(std::span<const Case> cases, const std::vector<float>& x, const Host& host) {
  for (const Case& c : cases) {
    std::vector<float> y = apply(c.name, x, host);
    double worst = 0;
    float at = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      double error = ulp(y[i], c.exact(static_cast<double>(x[i])));
      if (error > worst) {
        worst = error;
        at = x[i];
      }
    }
    CAPTURE(host.cpu);
    CAPTURE(std::string(c.name));
    CAPTURE(at);
    CHECK(worst <= (host.has_fma ? c.limit : c.limit_plain));
  }
}

}  // namespace

TEST_CASE("largest errors in ulp") {
  const Case cases[] = {
      {"exp", std::exp, 1, 1},       {"exp2", std::exp2, 1, 1},     {"exp10", exp10_of, 1.3, 1.3},
      {"log", std::log, 1.2, 1.2},   {"log2", std::log2, 1.4, 1.8}, {"log10", std::log10, 1.3, 1.6},
      {"erf", std::erf, 1.2, 1.3},   {"tanh", std::tanh, 1.4, 1.4}, {"sigmoid", sigmoid, 1.91, 1.91},
      {"sqrt", std::sqrt, 0.5, 0.5}, {"rsqrt", rsqrt, 1.5, 1.5},    {"round", std::round, 0, 0},
      {"floor", std::floor, 0, 0},   {"ceil", std::ceil, 0, 0},     {"fabs", std::fabs, 0, 0},
  };
  const std::vector<float> x = sweep();
  for (const Host& host : hosts()) check_errors(cases, x, host);
}

TEST_CASE("largest errors in ulp of what is computed in part in double, or by the C library") {
  const Case cases[] = {
      {"log1p", std::log1p, 0.51, 0.51},   {"expm1", std::expm1, 0.51, 0.51},   {"sin", std::sin, 0.6, 0.6},
      {"cos", std::cos, 0.6, 0.6},         {"tan", std::tan, 1.5, 1.5},         {"asin", std::asin, 1.3, 1.3},
      {"acos", std::acos, 1.2, 1.2},       {"atan", std::atan, 1.24, 1.3},      {"sinh", std::sinh, 0.51, 0.51},
      {"cosh", std::cosh, 0.51, 0.51},     {"asinh", std::asinh, 0.51, 0.51},   {"acosh", std::acosh, 0.51, 0.51},
      {"atanh", std::atanh, 0.51, 0.51},   {"cbrt", std::cbrt, 0.51, 0.51},     {"erfc", std::erfc, 0.51, 0.51},
      {"tgamma", std::tgamma, 0.51, 0.51}, {"lgamma", std::lgamma, 0.51, 0.51},
  };
  const std::vector<float> all = sweep();
  for (const Host& host : hosts()) {
    std::vector<float> x;
    for (size_t i = 0; i < all.size(); i += 4) x.push_back(all[i]);
    check_errors(cases, x, host);
  }
}

TEST_CASE("infinities, NaN, zeros") {
  constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> x = {inf, -inf, nan, 0.0f, -0.0f, 1e-45f, -1e-45f, 3.4e38f, -3.4e38f};
  const std::pair<const char*, double (*)(double)> cases[] = {
      {"exp", std::exp},    {"log", std::log},     {"erf", std::erf}, {"tanh", std::tanh},
      {"sigmoid", sigmoid}, {"round", std::round}, {"rsqrt", rsqrt}};
  for (const Host& host : hosts()) {
    for (auto [name, exact] : cases) {
      std::vector<float> y = apply(name, x, host);
      for (size_t i = 0; i < x.size(); ++i) {
        CAPTURE(host.cpu);
        CAPTURE(std::string(name));
        CAPTURE(x[i]);
        CAPTURE(y[i]);
        CHECK(ulp(y[i], exact(static_cast<double>(x[i]))) <= 3);
      }
    }
  }
}

TEST_CASE("zeros and infinities have their signs") {
  constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> x = {inf,  -inf,  nan,    0.0f,    -0.0f, 1e-45f, -1e-45f,   3e-39f,    3.4e38f, -3.4e38f,
                                1.0f, -1.0f, 1e-10f, -1e-10f, 2.0f,  -2.0f,  131071.0f, 131072.0f, 1e22f};
  using Exact = double (*)(double);
  const std::pair<const char*, Exact> cases[] = {
      {"log1p", std::log1p}, {"expm1", std::expm1}, {"sin", std::sin},     {"cos", std::cos},   {"tan", std::tan},
      {"asin", std::asin},   {"acos", std::acos},   {"atan", std::atan},   {"sinh", std::sinh}, {"cosh", std::cosh},
      {"asinh", std::asinh}, {"acosh", std::acosh}, {"atanh", std::atanh}, {"cbrt", std::cbrt}, {"erfc", std::erfc}};
  for (const Host& host : hosts()) {
    for (auto [name, exact] : cases) {
      const std::vector<float> y = apply(name, x, host);
      for (size_t i = 0; i < x.size(); ++i) {
        const double expected = exact(static_cast<double>(x[i]));
        CAPTURE(host.cpu);
        CAPTURE(std::string(name));
        CAPTURE(x[i]);
        CAPTURE(y[i]);
        CHECK(ulp(y[i], expected) <= 1.3);
        CHECK((std::isnan(expected) || std::signbit(y[i]) == std::signbit(expected)));
      }
    }
  }
}

TEST_CASE("largest errors in ulp of functions of two numbers") {
  constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> edges = {inf,    -inf,    nan,         0.0f, -0.0f, 1e-45f,     -1e-45f,
                                    3e-39f, 3.4e38f, -3.4e38f,    1.0f, -1.0f, 2.0f,       -2.0f,
                                    3.0f,   -3.0f,   16777215.0f, 0.5f, -0.5f, 8388608.0f, 1e-10f};
  std::vector<float> x, y;
  for (float a : edges) {
    for (float b : edges) {
      x.push_back(a);
      y.push_back(b);
    }
  }
  uint32_t state = 1;
  auto next = [&] { return state = state * 1664525u + 1013904223u, state >> 8; };
  for (int i = 0; i < 400000; ++i) {
    const uint32_t a = next() << 8 ^ next(), b = next() << 8 ^ next();
    const bool is_near = i % 2 == 0;  // else any two floats
    x.push_back(is_near ? static_cast<float>(a) * 0x1p-28f - 4 : std::bit_cast<float>(a));
    y.push_back(is_near ? static_cast<float>(b) * 0x1p-29f - 4 : std::bit_cast<float>(b));
  }
  struct Binary {
    const char* name;
    double (*exact)(double, double);
    double limit;
  };
  const Binary cases[] = {
      {"pow", std::pow, 0.6}, {"atan2", std::atan2, 1.52}, {"hypot", std::hypot, 0.51}, {"fmod", std::fmod, 0}};
  for (const Host& host : hosts()) {
    for (const Binary& c : cases) {
      const std::vector<float> got = apply(c.name, x, host, y);
      double worst = 0;
      size_t at = 0, wrong_signs = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        const double expected = c.exact(static_cast<double>(x[i]), static_cast<double>(y[i]));
        const double error = ulp(got[i], expected);
        if (!std::isnan(expected) && std::signbit(expected) != std::signbit(got[i])) ++wrong_signs;
        if (error > worst) worst = error, at = i;
      }
      CAPTURE(host.cpu);
      CAPTURE(std::string(c.name));
      CAPTURE(x[at]);
      CAPTURE(y[at]);

      CHECK(worst <= c.limit);
      CHECK(wrong_signs == 0);
    }
  }
}

TEST_CASE("functions of two numbers, and of bits") {
  constexpr int64_t kCount = 37;  // whole vectors and a rest
  for (const Host& host : hosts()) {
    Maker m;
    const uint32_t a = m.buffer(kFloat32, {kCount}), b = m.buffer(kFloat32, {kCount}), n = m.buffer(kInt64, {kCount});
    auto i = m.axis(kCount);
    const Prim x = m.load(a, {i.var}), y = m.load(b, {i.var}), k = m.load(n, {i.var});
    std::vector<Tensor> data = {*Tensor::make(kFloat32, {kCount}), *Tensor::make(kFloat32, {kCount}),
                                *Tensor::make(kInt64, {kCount})};
    auto result = [&](DType dtype, Prim value) {
      m.store({i}, m.buffer(dtype, {kCount}, true), {i.var}, value);
      data.push_back(*Tensor::make(dtype, {kCount}));
      return data.size() - 1;
    };
    const size_t hypot = result(kFloat32, m.call("hypot", kFloat32, {x, y})),
                 copysign = result(kFloat32, m.call("copysign", kFloat32, {x, y})),
                 nextafter = result(kFloat32, m.call("nextafter", kFloat32, {x, y})),
                 fma = result(kFloat32, m.call("fma", kFloat32, {x, y, x})),
                 exp10 = result(kFloat32, m.call("exp10", kFloat32, {y})),
                 ldexp = result(kFloat32, m.call("ldexp", kFloat32, {x, m.cast(k, kInt32)})),
                 popcount = result(kInt64, m.call("popcount", kInt64, {k})),
                 clz = result(kInt32, m.call("clz", kInt32, {k}));
    for (int64_t at = 0; at < kCount; ++at) {
      data[0].as<float>()[at] = static_cast<float>(at - 18) * 1.25f;
      data[1].as<float>()[at] = static_cast<float>(at % 7 - 3) * 0.75f;
      data[2].as<int64_t>()[at] = at < 3 ? at - 2 : at * at * 5;
    }
    run_compiled(m.context, m.done(), data, host, 2);
    for (int64_t at = 0; at < kCount; ++at) {
      const float u = data[0].as<float>()[at], v = data[1].as<float>()[at];
      const int64_t w = data[2].as<int64_t>()[at];
      auto is = [&](size_t which, float expected, float relative) {
        const float got = data[which].as<float>()[at];
        CHECK((got == expected || std::fabs(got - expected) <= relative * std::fabs(expected)));
      };
      is(hypot, std::hypot(u, v), 2e-7f);
      is(copysign, std::copysign(u, v), 0);
      is(nextafter, std::nextafter(u, v), 0);
      is(fma, std::fma(u, v, u), 3e-7f);
      is(exp10, std::pow(10.0f, v), 1e-6f);
      is(ldexp, std::ldexp(u, static_cast<int>(w)), 0);
      CHECK(data[popcount].as<int64_t>()[at] == std::popcount(static_cast<uint64_t>(w)));
      CHECK(data[clz].as<int32_t>()[at] == std::countl_zero(static_cast<uint64_t>(w)));
    }
  }
}

namespace {

std::vector<double> wide_sweep() {
  std::vector<double> out;
  uint64_t state = 1;
  auto next = [&] { return state = state * 6364136223846793005u + 1442695040888963407u, state >> 11; };
  for (uint64_t bits = 0; bits < 0x7ff0000000000000u; bits += 0x1fffffffffff1u / 64) {  // some in each binade
    out.push_back(std::bit_cast<double>(bits));
    out.push_back(-out.back());
  }
  for (int i = 0; i < 400000; ++i) {
    const double part = static_cast<double>(next()) * 0x1p-53 - 0.5;
    for (double range : {1500.0, 100.0, 12.0, 2.0, 0.1}) out.push_back(part * range);
    out.push_back(1 + part * part * part);
  }
  for (int i = 1; i < 700; ++i) {  // next to zeros of sin and cos
    const double zero = i * 1.5707963267948966;
    for (double x : {zero, std::nextafter(zero, 0), std::nextafter(zero, 1e9)}) out.push_back(x);
  }
  return out;
}

struct WideCase {
  const char* name;
  long double (*exact)(long double);
  double limit, limit_plain;
};

long double wide_sigmoid(long double x) { return 1 / (1 + std::exp(-x)); }

constexpr WideCase kWide[] = {
    {"exp", std::exp, 1, 1},         {"log", std::log, 1, 1},         {"erf", std::erf, 1.3, 1.6},
    {"tanh", std::tanh, 2.2, 2.2},   {"log1p", std::log1p, 1.5, 1.5}, {"expm1", std::expm1, 2, 2},
    {"sigmoid", wide_sigmoid, 2, 2}, {"sin", std::sin, 0.8, 0.8},     {"cos", std::cos, 0.8, 0.8}};

std::vector<double> apply_wide(const char* name, const std::vector<double>& x, const Host& host,
                               const std::vector<double>& y = {}) {
  Maker m;
  const auto n = static_cast<int64_t>(x.size());
  const bool is_binary = !y.empty();
  const uint32_t a = m.buffer(kFloat64, {n}), b = is_binary ? m.buffer(kFloat64, {n}) : a,
                 out = m.buffer(kFloat64, {n}, true);
  auto i = m.axis(n);
  std::vector<Prim> args{m.load(a, {i.var})};
  if (is_binary) args.push_back(m.load(b, {i.var}));
  m.store({i}, out, {i.var}, m.call(name, kFloat64, args));
  std::vector<Tensor> data(is_binary ? 3 : 2);
  for (Tensor& d : data) d = *Tensor::make(kFloat64, {n});
  std::memcpy(data[0].data.get(), x.data(), x.size() * 8);
  if (is_binary) std::memcpy(data[1].data.get(), y.data(), y.size() * 8);
  run_compiled(m.context, m.done(), data, host, 2);
  return {data.back().as<double>(), data.back().as<double>() + n};
}

double wide_ulp(double got, long double expected) {
  const auto rounded = static_cast<double>(expected);
  if (std::isnan(rounded)) return std::isnan(got) ? 0 : 1e9;
  if (std::isinf(rounded) || std::isinf(got)) return got == rounded ? 0 : 1e9;
  int exponent = 0;
  std::frexp(expected, &exponent);
  const long double unit = std::ldexp(1.0L, std::max(exponent - 53, -1074));
  return static_cast<double>(std::fabs(static_cast<long double>(got) - expected) / unit);
}

}  // namespace

TEST_CASE("largest errors of float64 in ulp") {
  const std::vector<double> x = wide_sweep();
  for (const Host& host : hosts()) {
    for (const WideCase& c : kWide) {
      const std::vector<double> y = apply_wide(c.name, x, host);
      double worst = 0, at = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        const double error = wide_ulp(y[i], c.exact(static_cast<long double>(x[i])));
        if (error > worst) worst = error, at = x[i];
      }
      CAPTURE(host.cpu);
      CAPTURE(std::string(c.name));
      CAPTURE(at);
      CHECK(worst <= (host.has_fma ? c.limit : c.limit_plain));
    }
  }
}

TEST_CASE("edges of float64") {
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> x = {inf,      -inf,      nan,   0.0,  -0.0,   5e-324, -5e-324, 1e-310, -1e-310, 2.3e-308,
                                 1.79e308, -1.79e308, 1.0,   -1.0, 709.78, 709.79, -708.4,  -745.1, -745.2,  1023.9,
                                 -1024.0,  1e22,      -40.0, 40.0, 5.92,   0.93,   -0.93,   20.0,   -20.0};
  for (const Host& host : hosts()) {
    for (const WideCase& c : kWide) {
      const std::vector<double> y = apply_wide(c.name, x, host);
      for (size_t i = 0; i < x.size(); ++i) {
        const long double expected = c.exact(static_cast<long double>(x[i]));
        CAPTURE(host.cpu);
        CAPTURE(std::string(c.name));
        CAPTURE(x[i]);
        CAPTURE(y[i]);
        CHECK(wide_ulp(y[i], expected) <= 2.2);
        CHECK((std::isnan(expected) || std::signbit(y[i]) == std::signbit(expected)));
      }
    }
  }
}

TEST_CASE("powers of float64") {
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> edges = {inf,
                                     -inf,
                                     nan,
                                     0.0,
                                     -0.0,
                                     5e-324,
                                     -5e-324,
                                     1e-310,
                                     1.79e308,
                                     -1.79e308,
                                     1.0,
                                     -1.0,
                                     2.0,
                                     -2.0,
                                     3.0,
                                     -3.0,
                                     0.5,
                                     -0.5,
                                     1.5,
                                     9007199254740993.0,
                                     1e300,
                                     1e-10,
                                     std::nextafter(1.0, 0),
                                     std::nextafter(1.0, 2)};
  std::vector<double> x, y;
  for (double a : edges) {
    for (double b : edges) x.push_back(a), y.push_back(b);
  }
  uint64_t state = 1;
  auto next = [&] { return state = state * 6364136223846793005u + 1442695040888963407u, state >> 11; };
  auto part = [&] { return static_cast<double>(next()) * 0x1p-53 - 0.5; };
  for (int i = 0; i < 200000; ++i) {
    const double any = std::bit_cast<double>(next() << 11 ^ next());
    for (double base : {part() * 8, std::exp(part() * 1400), 1 + part() * 1e-3}) {
      const double log = std::log(std::fabs(base));  // results of all sizes
      x.push_back(base), y.push_back(i % 3 == 0 ? part() * 40 : part() * 1500 / log);
    }
    x.push_back(any), y.push_back(static_cast<double>(next() % 7) - 3);
  }
  for (const Host& host : hosts()) {
    const std::vector<double> got = apply_wide("pow", x, host, y);
    double worst = 0;
    size_t at = 0, wrong_signs = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      const long double expected = std::pow(static_cast<long double>(x[i]), static_cast<long double>(y[i]));
      const double error = wide_ulp(got[i], expected);
      if (!std::isnan(expected) && std::signbit(expected) != std::signbit(got[i])) ++wrong_signs;
      if (error > worst) worst = error, at = i;
    }
    CAPTURE(host.cpu);
    CAPTURE(x[at]);
    CAPTURE(y[at]);
    CAPTURE(got[at]);
    CHECK(worst <= 1.2);
    CHECK(wrong_signs == 0);
  }
}
