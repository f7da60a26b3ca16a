// SPDX-License-Identifier: Apache-2.0
// From script text to numbers.
#include "hammock/jit/executable.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "read_text.h"

using namespace hammock;
using namespace hammock::jit;

namespace {

Result<std::unique_ptr<Executable>> compile(const Module& module, int threads = 2) {
  CompileOptions options;
  options.threads = threads;
  return Executable::compile(module, *module.find("main"), options);
}

RuntimeValue tensor(std::vector<int64_t> shape, float first, float step) {
  Tensor t = *Tensor::make(kFloat32, std::move(shape));
  for (int64_t i = 0; i < t.elements(); ++i) t.as<float>()[i] = first + step * static_cast<float>(i);
  return {t};
}

const char* kLinear = R"(
@R.function
def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((4, 3), "float32"), b: R.Tensor((4,), "float32")):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        t = R.permute_dims(w, axes=[1, 0])
        y = R.matmul(x, t)
        z = R.add(y, b)
        r = R.nn.relu(z)
        n = R.multiply(b, b)
        R.output(r, n)
    return (r, n)
)";

}  // namespace

TEST_CASE("a linear layer: a tuple of results, weights that change") {
  Module module = read(kLinear);
  auto executable = compile(module);
  REQUIRE_MESSAGE(executable.ok(), (executable.ok() ? "" : executable.error().text));
  RuntimeValue x = tensor({2, 3}, 1, 1);
  for (float scale : {1.0f, 1.0f, -2.0f}) {
    RuntimeValue w = tensor({4, 3}, scale, scale), b = tensor({4}, 0.5f * scale, 0);
    for (int again = 0; again < 2; ++again) {
      RuntimeValue args[] = {x, w, b};
      auto result = (*executable)->run(args);
      REQUIRE_MESSAGE(result.ok(), (result.ok() ? "" : result.error().text));
      const RuntimeTuple* tuple = result->tuple();
      REQUIRE(tuple != nullptr);
      REQUIRE(tuple->size() == 2);
      const Tensor& r = *(*tuple)[0].tensor();
      CHECK(r.shape == std::vector<int64_t>{2, 4});
      for (int64_t i = 0; i < 2; ++i) {
        for (int64_t j = 0; j < 4; ++j) {
          float sum = 0.5f * scale;
          for (int64_t k = 0; k < 3; ++k)
            sum += static_cast<float>(1 + i * 3 + k) * scale * static_cast<float>(1 + j * 3 + k);
          CHECK(r.as<float>()[i * 4 + j] == doctest::Approx(std::max(sum, 0.0f)));
        }
      }
      CHECK((*tuple)[1].tensor()->as<float>()[3] == 0.25f * scale * scale);
    }
  }
  CHECK((*executable)->stats().kernels >= 1);
  CHECK((*executable)->peak_bytes() > 0);
}

TEST_CASE("arguments of another number, rank, dtype or shape name the parameter") {
  Module module = read(kLinear);
  auto executable = compile(module);
  REQUIRE(executable.ok());
  RuntimeValue x = tensor({2, 3}, 1, 1), w = tensor({4, 3}, 1, 1), b = tensor({4}, 1, 1);
  auto wrong = [&](std::vector<RuntimeValue> args, const char* what) {
    auto result = (*executable)->run(args);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().kind == Error::Kind::run);
    CAPTURE(result.error().text);
    CHECK(result.error().text.find(what) != std::string::npos);
  };
  wrong({x, w}, "3 arguments");
  wrong({tensor({3, 2}, 1, 1), w, b}, "parameter x");
  wrong({x, tensor({4, 3, 1}, 1, 1), b}, "parameter w");
  wrong({x, w, {*Tensor::make(kFloat64, {4})}}, "parameter b");
  wrong({x, w, {int64_t{4}}}, "parameter b");
}

TEST_CASE("equal kernels are compiled once") {
  Module module = read(R"(
@R.function
def main(x: R.Tensor((64, 64), "float32")):
    with R.dataflow():
        a = R.nn.softmax(x, axis=-1)
        b = R.nn.softmax(a, axis=-1)
        c = R.nn.softmax(b, axis=-1)
        R.output(c)
    return c
)");
  auto executable = compile(module);
  REQUIRE_MESSAGE(executable.ok(), (executable.ok() ? "" : executable.error().text));
  CHECK((*executable)->stats().kernels == 3);
  CHECK((*executable)->stats().unique_kernels == 1);
  RuntimeValue args[] = {tensor({64, 64}, -3, 0.001f)};
  auto result = (*executable)->run(args);
  REQUIRE(result.ok());
  double sum = 0;
  for (int64_t j = 0; j < 64; ++j) sum += result->tensor()->as<float>()[j];
  CHECK(sum == doctest::Approx(1).epsilon(1e-5));
  std::vector<StepTime> times;
  REQUIRE((*executable)->run(args, &times).ok());
  CHECK(times.size() == 3);
}

TEST_CASE("results do not depend on the number of threads") {
  // Reductions over everything, products of one row, of few and of many rows, tiles of Winograd, windows, attention.
  Module module = read(R"(
@R.function
def main(x: R.Tensor((96, 300), "float32"), w: R.Tensor((300, 80), "float32"), i: R.Tensor((1, 24, 19, 21), "float32"), k: R.Tensor((32, 24, 3, 3), "float32"), q: R.Tensor((1, 50, 3, 16), "float32"), o: R.Tensor((1, 1500, 1, 16), "float32")):
    with R.dataflow():
        m = R.matmul(x, w)
        s = R.nn.softmax(m, axis=0)
        e = R.sum(s, axis=[0, 1])
        g = R.nn.gelu(m)
        r = R.matmul(R.strided_slice(x, [0], [3], [4]), w)
        f = R.matmul(R.strided_slice(x, [0], [3], [10]), w)
        t = R.matmul(R.permute_dims(x), x)
        c = R.nn.conv2d(i, k, padding=1)
        d = R.nn.conv2d(c, R.concat((k, R.strided_slice(k, [1], [0], [8])), axis=1), strides=2)
        p = R.nn.group_norm(c, R.strided_slice(R.mean(k, [1, 2, 3]), [0], [0], [32]), R.mean(k, [1, 2, 3]), num_groups=4, channel_axis=1, axes=[2, 3])
        a = R.nn.attention(q, q, q, causal_mask="TopLeft")
        l = R.nn.layer_norm(m, R.mean(w, 0), R.sum(w, 0), axes=-1)
        u = R.cumsum(x, axis=0)
        v = R.variance(x)
        z = R.matmul(R.astype(R.multiply(x, R.const(9, "float32")), "int8"), R.astype(R.multiply(w, R.const(9, "float32")), "int8"), out_dtype="int32")
        h = R.argmax(x)
        b = R.nn.attention(R.strided_slice(q, [1], [0], [4]), o, o, causal_mask="BottomRight")
        R.output(m, s, e, g, r, f, t, c, d, p, a, l, u, v, z, h, b)
    return (m, s, e, g, r, f, t, c, d, p, a, l, u, v, z, h, b)
)");
  RuntimeValue args[] = {tensor({96, 300}, -1, 1e-4f),       tensor({300, 80}, 1, -1e-4f),
                         tensor({1, 24, 19, 21}, -1, 3e-4f), tensor({32, 24, 3, 3}, 1, -3e-4f),
                         tensor({1, 50, 3, 16}, -2, 1e-3f),  tensor({1, 1500, 1, 16}, 1, -1e-4f)};
  std::vector<RuntimeTuple> results;
  for (int threads : {1, 2, 3, 5, 16}) {
    auto executable = compile(module, threads);
    REQUIRE_MESSAGE(executable.ok(), (executable.ok() ? "" : executable.error().text));
    auto result = (*executable)->run(args);
    REQUIRE(result.ok());
    results.push_back(*result->tuple());
  }
  for (const RuntimeTuple& r : results) {
    for (size_t i = 0; i < r.size(); ++i) {
      CAPTURE(i);
      const Tensor &a = *r[i].tensor(), &b = *results[0][i].tensor();
      CHECK(std::memcmp(a.data.get(), b.data.get(), static_cast<size_t>(a.bytes())) == 0);
    }
  }
}

TEST_CASE("the target is described") { CHECK(target_description().find("LLVM 19") == 0); }

TEST_CASE("however many members compile, and whenever LLVM was made ready, the code computes the same") {
  Module module = read(R"(
@R.function
def main(x: R.Tensor((40, 24), "float32"), w: R.Tensor((24, 24), "float32")):
    with R.dataflow():
        y = R.nn.gelu(R.matmul(x, w))
        s = R.nn.softmax(R.matmul(y, R.permute_dims(x)), axis=-1)
        m = R.mean(R.exp(s), axis=[0])
        R.output(m)
    return m
)");
  RuntimeValue args[] = {tensor({40, 24}, -1, 0.001f), tensor({24, 24}, 0.5f, -0.002f)};
  std::optional<Tensor> first;
  int64_t generated = 0;
  for (int threads : {1, 2, 7}) {
    CompileOptions options;
    options.compiler = std::make_shared<Compiler>(threads);
    options.compiler->begin();
    auto made = Executable::compile(module, *module.find("main"), options);
    REQUIRE_MESSAGE(made.ok(), (made.ok() ? "" : made.error().text));
    auto result = (*made)->run(args);
    REQUIRE(result.ok());
    if (!first) first = *result->tensor(), generated = (*made)->stats().generated;
    CHECK((*made)->stats().generated == generated);  // each piece once
    CHECK(std::memcmp(first->data.get(), result->tensor()->data.get(), static_cast<size_t>(first->bytes())) == 0);
  }
  Compiler(3).begin();  // and is not used
}

TEST_CASE("code of one size serves the others") {
  Module module = read(R"(
@R.function
def main(x: R.Tensor(("n", 24), "float32"), w: R.Tensor((24, 24), "float32")):
    with R.dataflow():
        y = R.matmul(x, w)
        s = R.nn.softmax(R.matmul(y, R.permute_dims(x)), axis=-1)
        m = R.mean(R.exp(s), axis=[0])
        R.output(y, s, m)
    return (y, s, m)
)");
  CompileOptions options;
  options.compiler = std::make_shared<Compiler>(2);
  options.is_one_of_sizes = true;
  // Rows that are no multiple of a tile, below and above a vector; the last ones are new where the first are not.
  const int64_t sizes[] = {33, 34, 35, 50, 67, 51, 83, 65, 66, 82, 81, 97, 98, 99, 131, 39, 109, 33, 47, 163};
  std::vector<int64_t> generated;
  for (int64_t n : sizes) {
    options.dims = {{"n", n}};
    auto shared = Executable::compile(module, *module.find("main"), options);
    REQUIRE_MESSAGE(shared.ok(), (shared.ok() ? "" : shared.error().text));
    generated.push_back((*shared)->stats().generated);
    CompileOptions alone;
    alone.dims = options.dims;
    auto single = Executable::compile(module, *module.find("main"), alone);
    REQUIRE(single.ok());
    RuntimeValue args[] = {tensor({n, 24}, -1, 0.001f), tensor({24, 24}, 0.5f, -0.002f)};
    auto result = (*shared)->run(args), expected = (*single)->run(args);
    REQUIRE(result.ok());
    REQUIRE(expected.ok());
    for (size_t i = 0; i < 3; ++i) {
      const Tensor &a = *(*result->tuple())[i].tensor(), &b = *(*expected->tuple())[i].tensor();
      REQUIRE(a.shape == b.shape);
      CHECK(std::memcmp(a.data.get(), b.data.get(), static_cast<size_t>(a.bytes())) == 0);
    }
  }
  CAPTURE(generated);
  CHECK(generated[0] > 2);
  CHECK(std::vector<int64_t>(generated.end() - 3, generated.end()) == std::vector<int64_t>(3, 0));
}

TEST_CASE("steps in bands give the same numbers, whatever the number of threads") {
  Module module = read(R"(
@R.function
def main(x: R.Tensor((2, 20, 48), "float32"), w: R.Tensor((16, 16), "float32"), mask: R.Tensor((2, 20), "float32")):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        h = R.permute_dims(R.reshape(x, R.shape([2, 20, 3, 16])), axes=[0, 2, 1, 3])
        q = R.reshape(h, R.shape([6, 20, 16]))
        c = R.matmul(q, w)
        i = R.astype(R.clip(R.round(R.multiply(c, R.const(9.0, "float32"))), -127, 127), "int8")
        s = R.astype(R.matmul(i, R.permute_dims(i, axes=[0, 2, 1]), out_dtype="int32"), "float32")
        t = R.multiply(R.reshape(s, R.shape([2, 3, 20, 20])), R.const(0.01, "float32"))
        p = R.nn.softmax(R.add(t, R.reshape(mask, R.shape([2, 1, 1, 20]))), axis=-1)
        o = R.matmul(R.reshape(p, R.shape([6, 20, 20])), c)
        y = R.permute_dims(R.reshape(o, R.shape([2, 3, 20, 16])), axes=[0, 2, 1, 3])
        z = R.sum(p, axis=[0])
        R.output(y, z)
    return (y, z)
)");
  RuntimeValue args[] = {tensor({2, 20, 48}, -1, 0.001f), tensor({16, 16}, 0.5f, -0.004f), tensor({2, 20}, 0, -0.1f)};
  std::vector<Result<RuntimeValue>> results;
  for (int threads : {0, 1, 3}) {
    CompileOptions options;
    options.threads = std::max(threads, 1);
    options.bands = loop::BandLimits{threads == 0 ? int64_t{1} << 40 : 1, int64_t{1} << 40, 2};
    auto executable = Executable::compile(module, *module.find("main"), options);
    REQUIRE_MESSAGE(executable.ok(), (executable.ok() ? "" : executable.error().text));
    CHECK(((*executable)->stats().banded >= 3) == (threads > 0));
    std::vector<StepTime> times;
    results.push_back((*executable)->run(args, &times));
    REQUIRE(results.back().ok());
    CHECK(static_cast<int64_t>(times.size()) == (*executable)->stats().kernels);
  }
  for (size_t r = 1; r < results.size(); ++r) {
    for (size_t i = 0; i < 2; ++i) {
      const Tensor &a = *(*results[0]->tuple())[i].tensor(), &b = *(*results[r]->tuple())[i].tensor();
      REQUIRE(a.shape == b.shape);
      CHECK(std::memcmp(a.data.get(), b.data.get(), static_cast<size_t>(a.bytes())) == 0);
    }
  }
}

TEST_CASE("a large result is not written again while somebody holds it") {
  Module module = read(R"(
@R.function
def main(x: R.Tensor((512, 512), "float32")):
    with R.dataflow():
        y = R.add(x, R.const(1.0, "float32"))
        R.output(y)
    return y
)");
  auto executable = compile(module);
  REQUIRE(executable.ok());
  auto run = [&](float first) {
    RuntimeValue args[] = {tensor({512, 512}, first, 0)};
    auto result = (*executable)->run(args);
    REQUIRE(result.ok());
    return *result->tensor();
  };
  std::vector<Tensor> held;
  for (int i = 0; i < 4; ++i) held.push_back(run(static_cast<float>(i)));
  for (int i = 0; i < 4; ++i) CHECK(held[static_cast<size_t>(i)].as<float>()[77] == static_cast<float>(i + 1));
  held.clear();
  const std::byte* first = run(7).data.get();
  CHECK(run(8).data.get() == first);
}

TEST_CASE("a band has all of what indices are read from") {
  Module module = read(R"(
@R.function
def main(z: R.Tensor((6, 2), "float32"), t: R.Tensor((6, 5, 8), "float32")):
    with R.dataflow():
        index = R.astype(R.sum(z, axis=[1]), "int32")
        o = R.take(t, index, axis=2, mode="clip")
        q = R.nn.softmax(o, axis=-1)
        R.output(q)
    return q
)");
  RuntimeValue args[] = {tensor({6, 2}, 0, 0.5f), tensor({6, 5, 8}, 0, 0.03f)};
  std::vector<Result<RuntimeValue>> results;
  for (int64_t least : {int64_t{1} << 40, int64_t{1}}) {
    CompileOptions options;
    options.bands = loop::BandLimits{least, int64_t{1} << 40, 2};
    auto executable = Executable::compile(module, *module.find("main"), options);
    REQUIRE_MESSAGE(executable.ok(), (executable.ok() ? "" : executable.error().text));
    results.push_back((*executable)->run(args));
    REQUIRE(results.back().ok());
  }
  const Tensor &a = *results[0]->tensor(), &b = *results[1]->tensor();
  for (int64_t i = 0; i < a.elements(); ++i) CHECK(std::abs(a.as<float>()[i] - b.as<float>()[i]) < 1e-6f);
}
