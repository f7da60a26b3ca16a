// SPDX-License-Identifier: Apache-2.0
#include "hammock/eval/compare.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "hammock/eval/eval.h"
#include "hammock/eval/sample.h"
#include "hammock/read/read.h"

using namespace hammock;

namespace {

// A module of `before` and `after`, with these parameters and bodies.
Module module_of(const std::string& params, const std::string& before, const std::string& after) {
  auto indented = [](const std::string& body) {
    std::string text = "        ";
    for (char c : body) {
      text += c;
      if (c == '\n') text += "        ";
    }
    return text + "\n";
  };
  std::string text = "@I.ir_module\nclass Module:\n    @R.function\n    def before(" + params + "):\n" +
                     indented(before) + "\n    @R.function\n    def after(" + params + "):\n" + indented(after);
  auto source = std::make_shared<Source>("test", text);
  Diagnostics diagnostics(source);
  std::optional<Module> module = read_module(source, std::make_shared<Context>(), diagnostics);
  REQUIRE_MESSAGE(module, render(diagnostics));
  return std::move(*module);
}

Comparison compare(const std::string& params, const std::string& before, const std::string& after,
                   CompareOptions options = {}) {
  Module module = module_of(params, before, after);
  return compare_by_running(module, *module.find("before"), module, *module.find("after"), options);
}

bool agree(const std::string& params, const std::string& before, const std::string& after) {
  Comparison c = compare(params, before, after);
  INFO(c.difference, c.skipped);
  CHECK(c.agreed + c.failed + c.differ >= 1);
  return c.agreed == 8 && !c.differ;
}

bool differ(const std::string& params, const std::string& before, const std::string& after) {
  return compare(params, before, after).differ;
}

const char* const kTwo = "x: R.Tensor((4, 5), \"float32\"), y: R.Tensor((4, 5), \"float32\")";

}  // namespace

TEST_CASE("rounding differs with the order, and is no difference") {
  CHECK(agree(kTwo, "return R.add(x, y)", "return R.add(y, x)"));
  CHECK(agree(kTwo, "return R.subtract(R.add(x, y), x)", "return y"));  // cancels
  CHECK(
      agree(kTwo, "return R.multiply(R.add(x, y), R.const(1000.0, \"float32\"))",
            "return R.add(R.multiply(x, R.const(1000.0, \"float32\")), R.multiply(y, R.const(1000.0, \"float32\")))"));
  CHECK(agree("x: R.Tensor((4, 64), \"float16\"), w: R.Tensor((64, 3), \"float16\"), v: R.Tensor((64, 3), \"float16\")",
              "return R.matmul(x, R.add(w, v))", "return R.add(R.matmul(x, w), R.matmul(x, v))"));
}

TEST_CASE("what computes in a float of fewer bits is compared as exactly as that") {
  const char* const params = "x: R.Tensor((4, 64), \"float32\"), w: R.Tensor((64, 8), \"float32\")";
  const std::string before = "return R.nn.relu(R.matmul(x, w))";
  auto product = [](const std::string& dtype, const std::string& weight) {
    return "return R.nn.relu(R.matmul(R.astype(x, \"" + dtype + "\"), R.astype(" + weight + ", \"" + dtype +
           "\"), out_dtype=\"float32\"))";
  };
  for (const std::string dtype : {"float16", "bfloat16"}) {
    CAPTURE(dtype);
    CHECK(agree(params, before, product(dtype, "w")));
    CHECK(compare(params, before, product(dtype, "w")).lower == parse_dtype(dtype));
    CHECK(differ(params, before, product(dtype, "R.multiply(w, R.const(1.5, \"float32\"))")));
    CHECK(differ(params, before, product(dtype, "R.negative(w)")));
    CHECK(differ(params, before, product(dtype, "R.flip(w, axis=0)")));
    // The other way round, nothing is lost.
    CHECK_FALSE(compare(params, product(dtype, "w"), before).lower);
  }
  CHECK(differ(params, before, product("float16", "R.multiply(w, R.const(1.05, \"float32\"))")));
  // The result of many elements is rounded, too: some do not move although all of their operands do.
  const char* const large = "x: R.Tensor((64, 32), \"float32\"), w: R.Tensor((32, 32), \"float32\")";
  const std::string rounded =
      "return R.astype(R.matmul(R.astype(x, \"float16\"), R.astype(w, \"float16\")), \"float32\")";
  CHECK(agree(large, "return R.matmul(x, w)", rounded));
  CHECK(differ(large, "return R.matmul(x, w)",
               "h = R.multiply(w, R.const(1.05, \"float32\"))\n" +
                   std::string("return R.astype(R.matmul(R.astype(x, \"float16\"), ") +
                   "R.astype(h, \"float16\")), \"float32\")"));
  CHECK_FALSE(compare(params, before, before).lower);
}

TEST_CASE("a wrong number is a difference, also a small one") {
  CHECK(differ(kTwo, "return R.add(x, y)", "return R.subtract(x, y)"));
  CHECK(differ(kTwo, "return R.add(x, y)", "return R.add(R.add(x, y), R.const(0.0001, \"float32\"))"));
  CHECK(differ("x: R.Tensor((3,), \"int64\")", "return R.add(x, R.const(1, \"int64\"))",
               "return R.add(x, R.const(2, \"int64\"))"));
  CHECK(differ(kTwo, "return (x, y)", "return (y, x)"));
  CHECK(differ(kTwo, "return R.add(x, y)", "return R.expand_dims(R.add(x, y), 0)"));
  // Beside huge elements, too.
  CHECK(differ(kTwo, "return R.concat((R.multiply(x, R.const(1e20, \"float32\")), y, y), axis=0)",
               "return R.concat((R.multiply(x, R.const(1e20, \"float32\")), R.negative(y), y), axis=0)"));
}

TEST_CASE("where rounding decides an integer, that is no difference") {
  const std::string third = "R.const(3.0, \"float32\")", tenth = "R.const(0.1, \"float32\")";
  CHECK(agree("x: R.Tensor((64,), \"float32\")",
              "return R.astype(R.floor(R.divide(R.multiply(x, " + third + "), " + tenth + ")), \"int32\")",
              "return R.astype(R.floor(R.multiply(R.divide(x, " + tenth + "), " + third + ")), \"int32\")"));
}

TEST_CASE("arguments suit what the function does with them") {
  CHECK(agree("x: R.Tensor((\"n\", 4), \"float32\"), i: R.Tensor((6,), \"int64\")", "return R.take(x, i, axis=0)",
              "return R.take(x, R.add(i, R.const(0, \"int64\")), axis=0)"));
  CHECK(agree("x: R.Tensor((3,), \"int32\"), y: R.Tensor((3,), \"int32\")", "return R.floor_divide(x, y)",
              "return R.floor_divide(x, y)"));
  Module module = module_of(
      "x: R.Tensor((\"n\", \"m\"), \"float32\"), y: R.Tensor((\"n * 2\",), \"int8\"), z: R.Tuple(R.Prim(\"int64\"), "
      "R.Shape([\"m\"]))",
      "return x", "return x");
  Result<Sample> sample = sample_arguments(module, GlobalId(0), 3);
  REQUIRE(sample.ok());
  int64_t n = sample->symbols[0].second, m = sample->symbols[1].second;
  CHECK(sample->args[0].tensor()->shape == std::vector<int64_t>{n, m});
  CHECK(sample->args[1].tensor()->shape == std::vector<int64_t>{2 * n});
  CHECK(sample->text.ends_with("; n = " + std::to_string(n) + ", m = " + std::to_string(m)));
  CHECK(sample_arguments(module, GlobalId(0), 3)->text == sample->text);
}

TEST_CASE("one run in four each has equal elements, elements near the constants, and wide ones") {
  CHECK(differ(kTwo, "return R.greater(x, y)", "return R.greater_equal(x, y)"));
  CHECK(differ(kTwo, "return R.minimum(x, R.const(100.0, \"float32\"))", "return x"));
  CHECK(differ(kTwo, "return x", "return R.minimum(x, R.const(100.0, \"float32\"))"));
  CHECK(differ(kTwo, "return R.clip(x, R.prim_value(-1000), R.prim_value(1000))", "return x"));
  CHECK(differ("x: R.Tensor((3, 3), \"int32\")", "return R.equal(x, R.const(12345, \"int32\"))",
               "return R.zeros_like(x, dtype=\"bool\")"));
  CHECK(differ("x: R.Tensor((4,), \"int64\")", "return R.astype(R.astype(x, \"float64\"), \"int64\")", "return x"));
  CHECK(differ("x: R.Tensor((4,), \"uint32\")", "return R.astype(R.astype(x, \"float32\"), \"uint32\")", "return x"));
}

TEST_CASE("where large numbers overflow, nothing is told") {
  CHECK(agree(kTwo, "y = R.exp(x)\nreturn R.divide(y, R.sum(y, axis=[-1], keepdims=True))",
              "return R.nn.softmax(x, axis=-1)"));
  CHECK(agree("x: R.Tensor((4, 5), \"float16\"), y: R.Tensor((4, 5), \"float16\")",
              "return R.multiply(R.multiply(x, x), R.multiply(y, y))",
              "z = R.multiply(x, y)\nreturn R.multiply(z, z)"));
  // Indices, divisors and shifts stay what they are.
  CHECK(agree("x: R.Tensor((4,), \"int32\"), y: R.Tensor((4,), \"int32\")",
              "return R.add(R.multiply(R.floor_divide(x, y), y), R.floor_mod(x, y))", "return x"));
}

TEST_CASE("what cannot be compared is said") {
  Comparison c = compare("x: R.Tensor((2,), \"float32\")",
                         "return R.call_pure_packed(\"f\", x, sinfo_args=R.Tensor((2,), \"float32\"))", "return x");
  CHECK(!c.differ);
  CHECK(c.agreed == 0);
  CHECK(c.skipped == "the run fails: the external function 'f' cannot be run");
  c = compare("f: R.Object", "return f", "return f");
  CHECK(c.skipped == "parameter 'f' is no tensor, number, shape or tuple of them");
  c = compare("x: R.Tensor((2000, 2000), \"float32\")", "return R.matmul(x, x)", "return x");
  CHECK(c.agreed == 0);
  CHECK(c.skipped == "a run takes about 8e+09 operations, and the bound is 4e+09");
  c = compare("x: R.Tensor((10, 10), \"float32\")", "return x", "return x", {.max_work = 350});
  CHECK(c.agreed == 3);
  CHECK(c.skipped == "a run takes about 1e+02 operations, and the bound is 3.5e+02 for all runs together");
  // What failed before may do anything.
  c = compare("x: R.Tensor(ndim=1, dtype=\"float32\")", "y = R.match_cast(x, R.Tensor((9,), \"float32\"))\nreturn y",
              "return x");
  CHECK(!c.differ);
  CHECK(c.failed == 8);
  c = compare("x: R.Tensor(ndim=1, dtype=\"float32\")", "return x",
              "y = R.match_cast(x, R.Tensor((9,), \"float32\"))\nreturn y");
  CHECK(c.differ);
  CHECK(c.difference.starts_with("a result before, but a failure now: match_cast: dim 0 is "));
}

TEST_CASE("the difference names the element, the seed and the arguments") {
  Comparison c = compare("x: R.Tensor((2, 2), \"int8\")", "return (x, x)", "return (x, R.triu(x))", {.seed = 5});
  CHECK(c.seed == 5);
  CHECK(c.arguments == "x: (2, 2) int8");
  CHECK(c.difference.starts_with("result[1][1, 0] is "));
  CHECK(c.difference.ends_with(" before, 0 now"));
}

// ---- two executors: what eval computes is given out for another one, with a mistake in it

namespace {

struct Both {
  Module module;
  std::vector<RuntimeValue> args;
  RuntimeValue result;
};

// The function `before` on the arguments of a seed.
Both computed(const std::string& params, const std::string& body, uint64_t seed = 1) {
  Both b{module_of(params, body, body), {}, {}};
  Result<Sample> sample = sample_arguments(b.module, *b.module.find("before"), seed);
  REQUIRE(sample.ok());
  b.args = std::move(sample->args);
  Result<RuntimeValue> result = evaluate(b.module, *b.module.find("before"), b.args);
  REQUIRE_MESSAGE(result.ok(), result.error().text);
  b.result = std::move(*result);
  return b;
}

// The float32 result with `change` made to its elements; `other`, if given, computes it in another way first.
std::string judged(const Both& b, const std::function<void(float*, int64_t)>& change, const GivenBounds& bounds = {},
                   double max_work = 2e9) {
  RuntimeValue wrong = b.result;
  Tensor& tensor = std::get<Tensor>(wrong.v);
  Result<Tensor> copy = Tensor::make(tensor.dtype, tensor.shape);
  REQUIRE(copy.ok());
  std::copy(tensor.data.get(), tensor.data.get() + tensor.bytes(), copy->data.get());
  change(copy->as<float>(), copy->elements());
  tensor = *copy;
  return compare_results(b.module, *b.module.find("before"), b.args, wrong, b.result, bounds, max_work).difference;
}

std::string judged_as(const Both& b, const std::string& params, const std::string& other_body) {
  Module other = module_of(params, other_body, other_body);
  Result<RuntimeValue> result = evaluate(other, *other.find("before"), b.args);
  REQUIRE(result.ok());
  return compare_results(b.module, *b.module.find("before"), b.args, *result, b.result).difference;
}

const char* const kProduct = "x: R.Tensor((3, 200), \"float32\"), w: R.Tensor((200, 4), \"float32\")";

}  // namespace

TEST_CASE("of many arguments the first are named") {
  std::string params, named;
  for (int i = 0; i < 14; ++i) {
    const std::string p = "p" + std::to_string(i);
    params += (i > 0 ? ", " : "") + p + ": R.Tensor((2,), \"int8\")";
    if (i < 12) named += p + ": (2,) int8, ";
  }
  CHECK(compare(params, "return p13", "return p12").arguments == named + "...");
}

TEST_CASE("a mistake shows behind many layers") {
  std::string layers = "a0 = R.multiply(x, y)";
  for (int i = 1; i < 45; ++i) layers += "\na" + std::to_string(i) + " = R.matmul(a" + std::to_string(i - 1) + ", w)";
  const auto with = [&](const char* factor) {
    return layers + "\nreturn R.nn.relu(R.matmul(a44, R.multiply(w, R.const(" + factor + ", \"float32\"))))";
  };
  const Comparison c = compare(
      R"(x: R.Tensor((2, 200), "float32"), y: R.Tensor((2, 200), "float32"), w: R.Tensor((200, 200), "float32"))",
      with("1"), with("1.01"), {.runs = 1});
  CHECK(c.differ);
}

TEST_CASE("equal terms are rounded the same way each time, and random ones are not") {
  constexpr int kTerms = 4096;
  const std::string shapes = "x: R.Tensor((3, 4096), \"float32\"), w: R.Tensor((4096, 4), \"float32\")";
  const Both random = computed(shapes, "return R.matmul(x, w)");
  CHECK_FALSE(judged(random, [](float* x, int64_t) { x[5] += 0.05f; }).empty());
  auto as_if_of = [](float term, int lanes) {
    return [=](float* x, int64_t n) {
      float sum = 0;
      for (int i = 0; i < kTerms / lanes; ++i) sum += term;
      for (int64_t i = 0; i < n; ++i) x[i] = sum * static_cast<float>(lanes);
    };
  };
  const std::string values = "R.full(R.shape([3, 4096]), R.const(0.3, \"float32\"), \"float32\")";
  const Both equal[] = {computed(shapes, "return R.matmul(" + values + ", R.permute_dims(" + values + "))"),
                        computed(shapes, "return R.sum(" + values + ", axis=[1])")};
  for (const Both& b : equal) {
    const float term = &b == equal ? 0.3f * 0.3f : 0.3f;
    for (int lanes : {1, 2, 16}) {
      INFO(lanes);
      CHECK(judged(b, as_if_of(term, lanes)).empty());
    }
    CHECK_FALSE(judged(b, [](float* x, int64_t) { x[1] *= 1.01f; }).empty());
  }
}

TEST_CASE("executors may round differently, and nothing else") {
  Both product = computed(kProduct, "return R.matmul(x, w)");
  CHECK(judged(product, [](float*, int64_t) {}).empty());
  CHECK(judged(product, [](float* x, int64_t n) {
          for (int64_t i = 0; i < n; ++i) x[i] *= 1 + 1e-6f;
        }).empty());
  CHECK(judged(product, [](float* x, int64_t n) { x[n - 1] += 0.01f; }).substr(0, 80) ==
        "output 0: 1 of 12 elements differ by more than rounding explains; the first at [");
  CHECK_FALSE(judged(product, [](float* x, int64_t) { std::swap(x[0], x[1]); }).empty());
  CHECK_FALSE(judged(product, [](float* x, int64_t) { x[3] = NAN; }).empty());
  CHECK_FALSE(judged(product, [](float* x, int64_t) { x[3] = INFINITY; }).empty());
  // The last of 200 terms is dropped.
  CHECK_FALSE(judged_as(product, kProduct,
                        "return R.matmul(R.strided_slice(x, axes=[1], begin=[0], end=[199]), R.strided_slice(w, "
                        "axes=[0], begin=[0], end=[199]))")
                  .empty());
  CHECK_FALSE(judged_as(computed(kTwo, "return R.subtract(x, y)"), kTwo, "return R.subtract(y, x)").empty());
}

TEST_CASE("the mean that a norm takes away is rounded") {
  // Of two elements the result is 1 and -1, whatever they are.
  Both norm =
      computed("x: R.Tensor((64, 2), \"float32\"), g: R.Tensor((2,), \"float32\"), b: R.Tensor((2,), \"float32\")",
               "return R.nn.layer_norm(R.add(x, R.const(100, \"float32\")), g, b, axes=[-1])");
  auto moved_by = [&](float by) {
    return judged(norm, [by](float* x, int64_t n) { std::for_each(x, x + n, [by](float& e) { e += by; }); });
  };
  CHECK(moved_by(5e-6f) == "");
  CHECK_FALSE(moved_by(0.05f).empty());
}

TEST_CASE("the variance of many elements is rounded, also in float64") {
  Both norm = computed("x: R.Tensor((4096,), \"float64\"), g: R.Tensor((4096,), \"float64\")",
                       "return R.nn.layer_norm(x, g, g, axes=[0])");
  auto scaled_by = [&](double by) {
    return judged(norm, [by](float* elements, int64_t n) {
      std::for_each_n(reinterpret_cast<double*>(elements), n, [by](double& e) { e *= by; });
    });
  };
  CHECK(scaled_by(1 + 4e-15) == "");
  CHECK_FALSE(scaled_by(1 + 1e-12).empty());
}

TEST_CASE("what is left of a difference is as exact as its terms") {
  Both tail =
      computed("x: R.Tensor((16,), \"float32\")",
               "return R.nn.gelu(R.subtract(R.multiply(x, R.const(0, \"float32\")), R.const(5.1, \"float32\")))");
  auto moved_by = [&](float by) {
    return judged(tail, [by](float* x, int64_t n) { std::for_each(x, x + n, [by](float& e) { e += by; }); });
  };
  CHECK(moved_by(3e-7f) == "");
  CHECK_FALSE(moved_by(1e-3f).empty());
}

TEST_CASE("rounding may decide how many elements there are") {
  auto one_fewer = [](const std::string& body) {
    const Both b = computed("x: R.Tensor((16,), \"float32\")", body);
    const Tensor& all = *b.result.tensor();
    Result<Tensor> fewer = Tensor::make(all.dtype, {all.shape[0] - 1});
    REQUIRE(fewer.ok());
    std::copy(all.data.get(), all.data.get() + fewer->bytes(), fewer->data.get());
    return compare_results(b.module, *b.module.find("before"), b.args, RuntimeValue{*fewer}, b.result).difference;
  };
  const std::string quarters =
      "return R.unique(R.concat((R.multiply(x, R.const(0.25, \"float32\")), R.divide(x, R.const(4.0, \"float32\")))))";
  CHECK(one_fewer(quarters) == "");
  CHECK_FALSE(one_fewer("return R.unique(x)").empty());
  // Then also which of them stands where.
  auto reversed = [](const std::string& body) {
    return judged(computed("x: R.Tensor((16,), \"float32\")", body),
                  [](float* x, int64_t n) { std::reverse(x, x + n); });
  };
  CHECK(reversed(quarters) == "");
  CHECK_FALSE(reversed("return R.unique(x)").empty());
}

TEST_CASE("of many elements some move little in each of few runs") {
  const Both many =
      computed("x: R.Tensor((40, 1024), \"float32\"), w: R.Tensor((1024, 200), \"float32\")", "return R.matmul(x, w)");
  constexpr double kWorkOfFewRuns = 4.5 * 40 * 1024 * 200;
  CHECK(judged(
            many,
            [](float* x, int64_t n) {
              for (int64_t i = 0; i < n; ++i) x[i] += 192e-6f;
            },
            {}, kWorkOfFewRuns) == "");
  CHECK_FALSE(judged(
                  many, [](float* x, int64_t) { x[777] += 1e-3f; }, {}, kWorkOfFewRuns)
                  .empty());
}

TEST_CASE("what was rounded to a half on the way counts") {
  const char* const params = "x: R.Tensor((4, 32), \"float32\"), w: R.Tensor((32, 16), \"float32\")";
  for (std::string half : {"bfloat16", "float16"}) {
    Both product = computed(params, "return R.astype(R.nn.softmax(R.matmul(R.astype(x, \"" + half +
                                        "\"), R.astype(w, \"" + half + "\"))), \"float32\")");
    // The product kept in float32.
    CHECK(judged_as(product, params,
                    "return R.nn.softmax(R.matmul(R.astype(x, \"" + half + "\"), R.astype(w, \"" + half +
                        "\"), out_dtype=\"float32\"))") == "");
    CHECK_FALSE(judged_as(product, params, "return R.nn.softmax(R.matmul(x, R.multiply(w, R.const(1.5, \"float32\"))))")
                    .empty());
  }
}

TEST_CASE("where terms cancel, what is left may be anything of the size of their rounding") {
  const char* const params = "x: R.Tensor((3, 64), \"float32\"), w: R.Tensor((64, 4), \"float32\")";
  Both gone = computed(
      params, "return R.subtract(R.matmul(x, w), R.matmul(R.multiply(x, R.const(1.0000001, \"float32\")), w))");
  CHECK(judged(gone, [](float* x, int64_t n) {
          for (int64_t i = 0; i < n; ++i) x[i] += 2e-6f;
        }).empty());
  CHECK_FALSE(judged(gone, [](float* x, int64_t) { x[5] += 0.01f; }).empty());
  // Sums in float32 of what no noise of that size can be seen in.
  Both halves = computed("x: R.Tensor((8, 64), \"float16\"), w: R.Tensor((64, 64), \"float16\")",
                         "return R.matmul(x, w, out_dtype=\"float32\")");
  auto least = [](float* x, int64_t n) {
    return std::min_element(x, x + n, [](float a, float b) { return std::fabs(a) < std::fabs(b); });
  };
  CHECK(judged(halves, [&](float* x, int64_t n) { *least(x, n) += 1e-6f; }).empty());
  CHECK_FALSE(judged(halves, [&](float* x, int64_t n) { *least(x, n) += 1e-3f; }).empty());
}

TEST_CASE("one order of the terms may be exact by chance, all of them only where they are whole") {
  const char* const params = "x: R.Tensor((1,), \"float32\")";
  auto set = [](float to) { return [to](float* x, int64_t) { x[0] = to; }; };
  auto sum_of = [&](const std::string& terms) {  // halves: what rounds is the sum alone
    return computed(params, "return R.matmul(R.const([[" + terms +
                                "]], \"bfloat16\"), R.ones((3, 1), \"bfloat16\"), out_dtype=\"float32\")");
  };
  const Both chance = sum_of("1.0, -1.0, 1.2e-7");
  CHECK(judged(chance, set(0x1p-23f)).empty());
  CHECK(judged(chance, set(0)).empty());
  CHECK_FALSE(judged(chance, set(4e-6f)).empty());
  CHECK_FALSE(judged(chance, set(-4e-6f)).empty());
  const Both whole = sum_of("4194304.0, -4194304.0, 1.0");
  CHECK(judged(whole, set(1)).empty());
  CHECK_FALSE(judged(whole, set(2)).empty());
  CHECK_FALSE(judged(whole, set(1.01f)).empty());
}

TEST_CASE("a sum may leave its range on the way where some order of the terms does") {
  const char* const params = "x: R.Tensor((1,), \"float32\")";
  const std::string far = "R.const([[[3e38, 2e38, -3e38, -1e38]]], \"float32\")",
                    near = "R.const([[[1.5e38, 1.5e38, -3e38, 2e37]]], \"float32\")";
  auto set = [](float to) { return [to](float* x, int64_t) { x[0] = to; }; };
  auto sums = [](const std::string& x) {
    return std::array{"return R.sum(" + x + ", axis=[2])", "return R.mean(" + x + ", axis=[2])",
                      "return R.matmul(" + x + ", R.const([[1.0], [1.0], [1.0], [1.0]], \"float32\"))",
                      "return R.nn.avg_pool1d(" + x + ", pool_size=[4])",
                      "return R.nn.adaptive_avg_pool1d(" + x + ", output_size=[1])"};
  };
  for (size_t i = 0; i < sums(far).size(); ++i) {
    const Both leaves = computed(params, sums(far)[i]), stays = computed(params, sums(near)[i]);
    CAPTURE(i);
    CHECK(judged(leaves, set(INFINITY)).empty());
    CHECK(judged(leaves, set(NAN)).empty());
    CHECK_FALSE(judged(leaves, [](float* x, int64_t) { x[0] *= 1.01f; }).empty());
    CHECK_FALSE(judged(leaves, set(0)).empty());
    CHECK_FALSE(judged(stays, set(INFINITY)).empty());
    CHECK_FALSE(judged(stays, set(NAN)).empty());
  }
  // The mean that a norm takes away.
  const std::string ones = "R.const([1.0, 1.0, 1.0, 1.0], \"float32\"), R.const([1.0, 2.0, 3.0, 4.0], \"float32\")";
  auto norm = [&](const std::string& x) {
    return computed(params, "return R.nn.layer_norm(" + x + ", " + ones + ", axes=[-1])");
  };
  CHECK(judged(norm(far), set(NAN)).empty());
  const Both small = norm("R.const([[[3e18, 2e18, -3e18, -1e18]]], \"float32\")");
  CHECK_FALSE(judged(small, set(NAN)).empty());
}

TEST_CASE("an integer may differ only where rounding decides it") {
  const char* const params = "x: R.Tensor((64,), \"float32\")";
  Both exact = computed(params, "return R.round(R.multiply(R.round(x), R.const(2.5, \"float32\")))");
  CHECK_FALSE(judged(exact, [](float* x, int64_t) { x[0] += 1; }).empty());
  // 0.5 up to rounding: either integer is right.
  Both near = computed(
      params,
      "return R.round(R.add(R.divide(x, R.multiply(x, R.const(2.0, \"float32\"))), R.const(1.0, \"float32\")))");
  CHECK(judged(near, [](float* x, int64_t n) {
          for (int64_t i = 0; i < n; ++i) x[i] = x[i] == 2 ? 1.f : x[i] == 1 ? 2.f : x[i];
        }).empty());
  CHECK_FALSE(judged(near, [](float* x, int64_t n) {
                for (int64_t i = 0; i < n; ++i) x[i] += 30;
              }).empty());
}

TEST_CASE("given bounds are all that counts") {
  Both product = computed(kProduct, "return R.matmul(x, w)");
  auto moved = [](float* x, int64_t n) {
    for (int64_t i = 0; i < n; ++i) x[i] *= 1.01f;
  };
  CHECK(judged(product, moved, {.rtol = 0.02}).empty());
  CHECK(judged(product, moved, {.rtol = {}, .atol = 10}).empty());
  CHECK_FALSE(judged(product, moved, {.rtol = 0.001}).empty());
  CHECK_FALSE(judged(product, [](float* x, int64_t) { x[0] *= 1 + 1e-6f; }, {.rtol = 0, .atol = 0}).empty());
}

TEST_CASE("what is too large to be run again is judged by the largest element") {
  Both product = computed(kProduct, "return R.matmul(x, w)");
  CHECK(judged(
            product, [](float* x, int64_t) { x[0] *= 1 + 1e-6f; }, {}, 1)
            .empty());
  CHECK(judged(
            product, [](float* x, int64_t) { x[0] += 100; }, {}, 1)
            .starts_with("output 0: 1 of 12"));
  CHECK_FALSE(judged(
                  product, [](float* x, int64_t) { x[0] += 0.1f; }, {}, 1)
                  .empty());
}

TEST_CASE("given bounds count for functions, too") {
  CompareOptions options;
  options.bounds.rtol = 0;
  options.bounds.atol = 0;
  const char* const before = "return R.multiply(R.add(x, y), R.const(1000.0, \"float32\"))";
  const char* const after =
      "return R.add(R.multiply(x, R.const(1000.0, \"float32\")), R.multiply(y, R.const(1000.0, \"float32\")))";
  CHECK(compare(kTwo, before, after, options).differ);
  options.bounds.atol = 1;
  CHECK_FALSE(compare(kTwo, before, after, options).differ);
}
