// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "script.h"

using namespace hammock;
using namespace hammock::loop;

TEST_CASE("a pointwise chain is one nest") {
  Script s;
  Value x = s.param({2, 3}), y = s.param({3});
  Value a = s.call(Op::add, {x, y});
  s.run(s.call(Op::multiply, {a, s.real(2)}));
  CHECK(s.program.steps.size() == 1);
  CHECK(s.program.arena_bytes == 0);
  CHECK(s.program.steps[0].name == "add+multiply");
  for (int64_t i = 0; i < 6; ++i) CHECK(s.at(i) == (s.args[0].as<float>()[i] + s.args[1].as<float>()[i % 3]) * 2);
}

TEST_CASE("bias, activation and residual follow the matmul in its kernel") {
  Script s;
  Value x = s.param({1, 4, 8}), r = s.param({1, 4, 6}), w = s.param({6, 8}), bias = s.param({6});
  s.inputs(2);
  Value wt = s.call(Op::permute_dims, {w});
  Value m = s.call(Op::matmul, {x, wt});
  Value b = s.call(Op::add, {m, bias});
  s.run(s.call(Op::add, {b, r}));
  REQUIRE(s.program.steps.size() == 1);
  const auto& c = std::get<loop::Contraction>(s.kernel(0).body);
  CHECK(c.batch.empty());
  CHECK(c.m.extent == 4);
  CHECK(c.k == 8);
  CHECK(c.rhs.is_weight);
  CHECK(c.rhs.row_stride == 1);
  CHECK(c.rhs.col_stride == 8);
  for (int64_t i = 0; i < 4; ++i) {
    for (int64_t j = 0; j < 6; ++j) {
      double sum = 0;
      for (int64_t k = 0; k < 8; ++k) sum += s.args[0].as<float>()[i * 8 + k] * s.args[2].as<float>()[j * 8 + k];
      CHECK(s.at(i * 6 + j) == doctest::Approx(sum + s.args[3].as<float>()[j] + s.args[1].as<float>()[i * 6 + j]));
    }
  }
}

TEST_CASE("batch is a part of m where the rhs has none") {
  Script s;
  Value x = s.param({2, 3, 4}), w = s.param({4, 5}), r = s.param({2, 3, 5});
  s.run(s.call(Op::add, {s.call(Op::matmul, {x, w}), r}));
  const auto& c = std::get<loop::Contraction>(s.kernel(0).body);
  CHECK(c.batch.empty());
  CHECK(c.m.extent == 6);
  CHECK(c.index == std::vector<Prim>{c.m.var, c.n.var});  // and the residual is a matrix of 6 rows
  CHECK(s.kernel(0).buffers[3].shape == std::vector<int64_t>{6, 5});
}

TEST_CASE("heads go through strides, and the merge of heads into the store") {
  Script s;
  Value x = s.param({1, 4, 6}), y = s.param({1, 4, 6});
  auto heads = [&](Value v) {
    return s.call(Op::permute_dims, {s.call(Op::reshape, {v, s.shape({1, 4, 2, 3})})},
                  {{"axes", s.ints({0, 2, 1, 3})}});
  };
  Value q = heads(x), k = s.call(Op::permute_dims, {heads(y)}, {{"axes", s.ints({0, 1, 3, 2})}});
  Value p = s.call(Op::matmul, {q, k});
  Value o = s.call(Op::matmul, {p, heads(y)});
  Value merged =
      s.call(Op::reshape, {s.call(Op::permute_dims, {o}, {{"axes", s.ints({0, 2, 1, 3})}}), s.shape({1, 4, 6})});
  s.run(merged);
  CHECK(s.program.steps.size() == 2);
  const float *a = s.args[0].as<float>(), *b = s.args[1].as<float>();
  for (int64_t h = 0; h < 2; ++h) {
    for (int64_t i = 0; i < 4; ++i) {
      for (int64_t d = 0; d < 3; ++d) {
        double sum = 0;
        for (int64_t j = 0; j < 4; ++j) {
          double dot = 0;
          for (int64_t e = 0; e < 3; ++e) dot += a[i * 6 + h * 3 + e] * b[j * 6 + h * 3 + e];
          sum += dot * b[j * 6 + h * 3 + d];
        }
        CHECK(s.at(i * 6 + h * 3 + d) == doctest::Approx(sum));
      }
    }
  }
}

TEST_CASE("softmax and layer_norm sweep a row; what follows is in their store") {
  Script s;
  Value x = s.param({3, 5}), g = s.param({5}), b = s.param({5});
  Value n = s.call_as({3, 5}, Op::nn_layer_norm, {x, g, b}, {{"axes", s.ints({-1})}});
  s.run(s.call(Op::nn_relu, {s.call_as({3, 5}, Op::nn_softmax, {n})}));
  CHECK(s.program.steps.size() == 2);
  CHECK(s.program.steps[1].name == "nn.softmax+nn.relu");
  for (int64_t i = 0; i < 3; ++i) {
    double sum = 0;
    for (int64_t j = 0; j < 5; ++j) sum += s.at(i * 5 + j);
    CHECK(sum == doctest::Approx(1));
  }
}

TEST_CASE("equal kernels have equal texts wherever they read") {
  Script s;
  Value x = s.param({4, 4});
  Value a = s.call(Op::matmul, {x, x}), b = s.call(Op::matmul, {a, a}), c = s.call(Op::matmul, {b, b});
  s.run(c);
  REQUIRE(s.program.steps.size() == 3);
  std::string first = to_text(*s.context, s.kernel(0));
  CHECK(first == to_text(*s.context, s.kernel(1)));
  CHECK(first == to_text(*s.context, s.kernel(2)));
  CHECK(s.program.arena_bytes == 128);  // a and b are alive at once
}

TEST_CASE("what is made of weights alone is made once") {
  Script s;
  Value x = s.param({2, 4}), w = s.param({4, 4}), v = s.param({4, 4});
  s.inputs(1);
  s.run(s.call(Op::matmul, {x, s.call(Op::multiply, {w, v})}));
  REQUIRE(s.program.steps.size() == 2);
  CHECK(s.program.steps[0].is_constant);
  CHECK(!s.program.steps[1].is_constant);
  CHECK(std::get<loop::Contraction>(s.kernel(1).body).rhs.is_weight);
}

TEST_CASE("consumers that meet again are one kernel with the matmul") {
  Script s;
  Value x = s.param({4, 8}), w = s.param({8, 6});
  Value m = s.call(Op::matmul, {x, w});
  Value gate = s.call(Op::sigmoid, {s.call(Op::multiply, {m, s.real(1.5f)})});
  s.run(s.call(Op::add, {s.call(Op::multiply, {m, gate}), gate}));
  CHECK(s.program.steps.size() == 1);
  for (int64_t i = 0; i < 24; ++i) {
    double sum = 0;
    for (int64_t k = 0; k < 8; ++k) sum += s.arg(0)[i / 6 * 8 + k] * s.arg(1)[k * 6 + i % 6];
    double g = 1 / (1 + std::exp(-1.5 * sum));
    CHECK(s.at(i) == doctest::Approx(sum * g + g));
  }
}

TEST_CASE("two matmuls of which one is needed twice: each is computed once") {
  Script s;
  Value x = s.param({4, 4});
  Value a = s.call(Op::matmul, {x, x});
  Value e = s.call(Op::exp, {a});
  Value b = s.call(Op::matmul, {x, x});
  Value sum = s.call(Op::add, {e, b});
  s.run(s.call(Op::multiply, {sum, a}));
  int contractions = 0;
  for (const Step& step : s.program.steps) contractions += std::holds_alternative<loop::Contraction>(step.kernel.body);
  CHECK(contractions == 2);
  for (int64_t i = 0; i < 16; ++i) {
    double sum = 0;
    for (int64_t k = 0; k < 4; ++k) sum += s.arg(0)[i / 4 * 4 + k] * s.arg(0)[k * 4 + i % 4];
    CHECK(s.at(i) == doctest::Approx((std::exp(sum) + sum) * sum));
  }
}

TEST_CASE("of two products that are added the first waits in the fewest bytes, if it is cheap to go on from there") {
  const auto first_result = [](Op op) {
    Script s;
    Value x = s.param({3, 4}), v = s.param({4, 5}), w = s.param({4, 5});
    const auto as = [&](Value from, DType to) {
      return s.call(Op::astype, {from}, {{"dtype", s.context->attrs.dtype(to)}});
    };
    const Value wide = as(as(s.call(Op::matmul, {x, v}), kInt8), kFloat32);
    const Value made = op == Op::multiply ? s.call(op, {wide, s.real(0.5)}) : s.call(op, {wide});
    s.run(s.call(Op::add, {made, s.call(Op::matmul, {x, w})}));
    REQUIRE(s.program.steps.size() == 2);
    for (int64_t i = 0; i < 15; ++i) {
      float narrowed = 0, sum = 0;
      for (int64_t k = 0; k < 4; ++k) {
        narrowed += s.arg(0)[i / 5 * 4 + k] * s.arg(1)[k * 5 + i % 5];
        sum += s.arg(0)[i / 5 * 4 + k] * s.arg(2)[k * 5 + i % 5];
      }
      const auto byte = static_cast<float>(static_cast<int8_t>(narrowed));
      CHECK(s.at(i) == doctest::Approx((op == Op::multiply ? byte / 2 : std::tanh(byte)) + sum));
    }
    return s.kernel(0).buffers[std::get<loop::Contraction>(s.kernel(0).body).out].dtype;
  };
  CHECK(first_result(Op::multiply) == kInt8);
  CHECK(first_result(Op::tanh) == kFloat32);
}

TEST_CASE("what a product that waits has read does not count for the one that goes on") {
  Script s;
  const auto matrix = [&] { return s.param({4, 4}); };
  const Value x = matrix(), a = matrix(), b = matrix(), c = matrix(), d = matrix(), e = matrix();
  const auto product = [&] {
    const Value sum = s.call(Op::add, {s.call(Op::matmul, {x, matrix()}), a});
    return s.call(Op::multiply, {s.call(Op::add, {s.call(Op::multiply, {sum, b}), c}), d});
  };
  Value first = s.call(Op::add, {product(), e});
  for (DType dtype : {kInt8, kFloat32}) first = s.call(Op::astype, {first}, {{"dtype", s.context->attrs.dtype(dtype)}});
  s.run(s.call(Op::add, {first, product()}));
  CHECK(s.program.steps.size() == 2);
}

TEST_CASE("a long chain is cut into kernels") {
  Script s;
  Value x = s.param({4});
  Value v = x;
  for (int i = 0; i < 1000; ++i) v = s.call(Op::add, {v, s.real(1)});
  s.run(v);
  CHECK(s.program.steps.size() > 3);
  CHECK(s.program.steps.size() < 30);
  CHECK(s.at(0) == doctest::Approx(s.arg(0)[0] + 1000));
}
