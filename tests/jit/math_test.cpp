// SPDX-License-Identifier: Apache-2.0
// The float32 functions against libm in double: dense sweeps over all binades, and the edges.
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

std::vector<float> apply(const char* name, const std::vector<float>& x, const Host& host) {
  Maker m;
  auto n = static_cast<int64_t>(x.size());
  uint32_t a = m.buffer(kFloat32, {n}), y = m.buffer(kFloat32, {n}, true);
  auto i = m.axis(n);
  m.store({i}, y, {i.var}, m.call(name, kFloat32, {m.load(a, {i.var})}));
  std::vector<Tensor> data = {*Tensor::make(kFloat32, {n}), *Tensor::make(kFloat32, {n})};
  std::memcpy(data[0].data.get(), x.data(), x.size() * 4);
  run_compiled(m.context, m.done(), data, host, 2);
  return {data[1].as<float>(), data[1].as<float>() + n};
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
      {"erf", std::erf, 1.2, 1.3},   {"tanh", std::tanh, 1.4, 1.4}, {"sigmoid", sigmoid, 1.9, 1.9},
      {"sqrt", std::sqrt, 0.5, 0.5}, {"rsqrt", rsqrt, 1.5, 1.5},    {"round", std::round, 0, 0},
      {"floor", std::floor, 0, 0},   {"ceil", std::ceil, 0, 0},     {"fabs", std::fabs, 0, 0},
  };
  const std::vector<float> x = sweep();
  for (const Host& host : hosts()) check_errors(cases, x, host);
}

TEST_CASE("largest errors in ulp of what the C library computes") {
  const Case cases[] = {
      {"log1p", std::log1p, 2, 2},
      {"expm1", std::expm1, 2, 2},
      {"sin", std::sin, 2, 2},
      {"cos", std::cos, 2, 2},
      {"tan", std::tan, 2, 2},
      {"asin", std::asin, 2, 2},
      {"acos", std::acos, 2, 2},
      {"atan", std::atan, 2, 2},
      {"sinh", std::sinh, 2, 2},
      {"cosh", std::cosh, 2, 2},
      {"asinh", std::asinh, 2, 2},
      {"acosh", std::acosh, 2, 2},
      {"atanh", std::atanh, 2, 2},
      {"cbrt", std::cbrt, 2, 2},
      {"erfc", std::erfc, 0.51, 0.51},
      {"tgamma", std::tgamma, 0.51, 0.51},
      {"lgamma", std::lgamma, 0.51, 0.51},
  };
  std::vector<float> x;
  const std::vector<float> all = sweep();
  for (size_t i = 0; i < all.size(); i += 16) x.push_back(all[i]);
  check_errors(cases, x, hosts()[0]);
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
