// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "script.h"

using namespace hammock;
using namespace hammock::loop;

namespace {

// The dtypes of the factors of each product, and of its sums.
std::string products(const Script& s) {
  std::string out;
  for (const Step& step : s.program.steps) {
    const auto* c = step.check ? nullptr : std::get_if<loop::Contraction>(&step.kernel.body);
    if (!c) continue;
    const auto dtype = [&](uint32_t buffer) { return to_string(step.kernel.buffers[buffer].dtype); };
    out += dtype(c->lhs.buffer) + " " + dtype(c->rhs.buffer) + " " + to_string(c->acc_dtype) + "\n";
  }
  return out;
}

Value integer(Script& s, int value, DType dtype) {
  return s.fn.add_constant(s.context->constant({dtype, {}, {static_cast<std::byte>(value)}}));
}

Value dequantized(Script& s, Value of, float scale, Value zero) {
  return s.call(Op::dequantize, {of, s.real(scale), zero}, {{"axis", s.context->attrs.integer(0)}});
}

struct Product {
  float scale = 0.5, other_scale = 0.25;
  int zero = 0;
  bool has_weights = false;
};

std::string product(const Product& p) {
  Script s;
  const Value x = s.param({5, 8}, kInt8), w = s.param({8, 3}, kInt8);
  if (p.has_weights) s.inputs(1);
  s.run(s.call(Op::matmul, {dequantized(s, x, p.scale, integer(s, p.zero, kInt8)),
                            dequantized(s, w, p.other_scale, integer(s, 0, kInt8))}));
  for (int64_t i = 0; i < 15; ++i) {
    float sum = 0;
    for (int64_t k = 0; k < 8; ++k) {
      const int a = s.args[0].as<int8_t>()[i / 3 * 8 + k] - p.zero, b = s.args[1].as<int8_t>()[k * 3 + i % 3];
      sum += static_cast<float>(a) * p.scale * (static_cast<float>(b) * p.other_scale);
    }
    CHECK(s.at(i) == doctest::Approx(sum));
  }
  return products(s);
}

}  // namespace

TEST_CASE("products of dequantized bytes are of bytes") {
  CHECK(product({}) == "int8 int8 int32\n");
  CHECK(product({.zero = 3}) == "int16 int8 int32\n");
  CHECK(product({.zero = 3, .has_weights = true}) == "int8 int8 int32\n");
  CHECK(product({.scale = 0x1p60f}) == "float32 float32 float32\n");
}

TEST_CASE("the largest of dequantized bytes is found among the bytes") {
  const auto pooled = [](float scale, int64_t padding) {
    Script s;
    const Value x = dequantized(s, s.param({1, 2, 6, 6}, kInt8), scale, integer(s, 1, kInt8));
    s.run(s.call(Op::nn_max_pool2d, {x},
                 {{"pool_size", s.ints({2, 2})}, {"padding", s.ints({padding, padding, padding, padding})}}));
    for (const Step& step : s.program.steps)
      if (step.name.find("max_pool2d") != std::string::npos) return to_string(step.kernel.buffers[0].dtype);
    return std::string();
  };
  CHECK(pooled(0.5, 1) == "int8");
  CHECK(pooled(-0.5, 1) == "float32");
  CHECK(pooled(0.5, 2) == "float32");  // some windows have no elements
}

TEST_CASE("what a pad surrounds is put into its memory where convolutions alone read it") {
  const auto steps = [](bool is_added) {
    Script s;
    const Value x = s.call(Op::exp, {s.param({1, 2, 4, 4})});
    const Value pad = s.call(Op::nn_pad, {x, s.real(0.5)}, {{"pad_width", s.ints({0, 0, 0, 0, 1, 1, 1, 1})}});
    const Value sum = s.call(Op::nn_conv2d, {pad, s.param({2, 2, 3, 3})}, {{"padding", s.ints({1, 1, 1, 1})}});
    s.run(is_added ? s.call(Op::add, {sum, pad}) : sum);
    std::string names;
    for (const Step& step : s.program.steps) names += step.name + "\n";
    return names;
  };
  CHECK(steps(false) == "nn.pad\nexp\nnn.conv2d\n");
  CHECK(steps(true) == "exp+nn.pad\nnn.conv2d+add\n");
}
