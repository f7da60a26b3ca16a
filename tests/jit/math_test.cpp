// SPDX-License-Identifier: Apache-2.0
// The float32 functions against libm in double: dense sweeps over all binades, and the edges.
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

}  // namespace

TEST_CASE("largest errors in ulp") {
  const Case cases[] = {
      {"exp", std::exp, 1.1, 1.6}, {"log", std::log, 1.2, 1.6},  {"erf", std::erf, 1.2, 1.6},
      {"tanh", std::tanh, 2, 2.5}, {"sigmoid", sigmoid, 3, 3.5}, {"sqrt", std::sqrt, 0.51, 0.51},
      {"rsqrt", rsqrt, 1.5, 1.5},  {"round", std::round, 0, 0},  {"floor", std::floor, 0, 0},
      {"ceil", std::ceil, 0, 0},   {"fabs", std::fabs, 0, 0},
  };
  std::vector<float> x = sweep();
  for (const Host& host : hosts()) {
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
