// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cstring>

#include "hammock/infer/infer.h"
#include "interpreter.h"

using namespace hammock;
using namespace hammock::loop;

namespace {

// A function under construction, its arguments, and what lower() makes of it.
struct Script {
  std::shared_ptr<Context> context = std::make_shared<Context>();
  Module module{context};
  Function fn{context};
  std::vector<Tensor> args;
  Diagnostics diagnostics;

  Script() {
    fn.add_lambda();
    fn.self().body = fn.add_region();
    fn.body().blocks.push_back({true, {}});
  }

  Value param(std::vector<int64_t> shape, DType dtype = kFloat32) {
    std::vector<Prim> dims;
    for (int64_t d : shape) dims.push_back(context->prims.integer(d));
    Value p = fn.add_param(context->name("x"), context->infos.tensor(dims, dtype));
    fn.self().params.push_back(p);
    Tensor t = *Tensor::make(dtype, std::move(shape));
    for (int64_t i = 0; i < t.elements(); ++i) {
      int64_t v = (i * 7 + static_cast<int64_t>(args.size()) * 3) % 11 - 5;
      if (dtype == kFloat32) t.as<float>()[i] = static_cast<float>(v) / 4;
      else if (dtype == kInt8) t.as<int8_t>()[i] = static_cast<int8_t>(v);
      else if (dtype == kInt64) t.as<int64_t>()[i] = v < 0 ? -v : v;
    }
    args.push_back(std::move(t));
    return p;
  }
  void inputs(int64_t n) {
    fn.self().attrs = context->sorted_dict({{context->name("num_input"), context->attrs.integer(n)}});
  }
  Attr ints(std::initializer_list<int64_t> v) { return context->attrs.integers(std::vector<int64_t>(v)); }
  Value shape(std::initializer_list<int64_t> dims) {
    std::vector<Prim> prims;
    for (int64_t d : dims) prims.push_back(context->prims.integer(d));
    return fn.add_shape(prims);
  }
  Value real(float v) {
    Constant c{kFloat32, {}, std::vector<std::byte>(4)};
    std::memcpy(c.data.data(), &v, 4);
    return fn.add_constant(context->constant(std::move(c)));
  }
  Value call(Op op, std::initializer_list<Value> in, std::initializer_list<std::pair<std::string_view, Attr>> set = {}) {
    std::vector<std::pair<std::string_view, Attr>> list(set);
    std::vector<Value> args(in);
    Value v = make_call(fn, nullptr, op, args, default_attrs(*context, op, list), {}, &diagnostics);
    if (!v) v = fn.add_call(op, args, default_attrs(*context, op, list), fn.info(args[0]));  // LATER
    REQUIRE_MESSAGE(static_cast<bool>(v), render(diagnostics));
    fn[v].name = context->name("lv");
    fn.body().blocks[0].bindings.push_back(v);
    return v;
  }

  Program program;
  std::vector<Tensor> results;
  void run(Value result) {
    fn.body().result = result;
    fn.self().ret = fn.info(result);
    module.functions.push_back({context->name("main"), {}, std::move(fn)});
    Result<Program> p = lower(module, GlobalId(0), {});
    REQUIRE_MESSAGE(p.ok(), p.error().text);
    program = std::move(*p);
    Result<std::vector<Tensor>> r = interpret(*context, program, args);
    REQUIRE_MESSAGE(r.ok(), r.error().text);
    results = std::move(*r);
  }
  float at(int64_t i) const { return results[0].as<float>()[i]; }
  const Kernel& kernel(size_t step) const { return program.steps[step].kernel; }
};

}  // namespace

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
  auto heads = [&](Value v) { return s.call(Op::permute_dims, {s.call(Op::reshape, {v, s.shape({1, 4, 2, 3})})}, {{"axes", s.ints({0, 2, 1, 3})}}); };
  Value q = heads(x), k = s.call(Op::permute_dims, {heads(y)}, {{"axes", s.ints({0, 1, 3, 2})}});
  Value p = s.call(Op::matmul, {q, k});
  Value o = s.call(Op::matmul, {p, heads(y)});
  Value merged = s.call(Op::reshape, {s.call(Op::permute_dims, {o}, {{"axes", s.ints({0, 2, 1, 3})}}), s.shape({1, 4, 6})});
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
  Value n = s.call(Op::nn_layer_norm, {x, g, b}, {{"axes", s.ints({-1})}});
  s.run(s.call(Op::nn_relu, {s.call(Op::nn_softmax, {n})}));
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
