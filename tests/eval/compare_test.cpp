// SPDX-License-Identifier: Apache-2.0
#include "hammock/eval/compare.h"

#include <doctest/doctest.h>

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
  std::string text = "@I.ir_module\nclass Module:\n    @R.function\n    def before(" + params + "):\n" + indented(before) + "\n    @R.function\n    def after(" + params + "):\n" + indented(after);
  auto source = std::make_shared<Source>("test", text);
  Diagnostics diagnostics(source);
  std::optional<Module> module = read_module(source, std::make_shared<Context>(), diagnostics);
  REQUIRE_MESSAGE(module, render(diagnostics));
  return std::move(*module);
}

Comparison compare(const std::string& params, const std::string& before, const std::string& after, CompareOptions options = {}) {
  Module module = module_of(params, before, after);
  return compare_by_running(module, *module.find("before"), module, *module.find("after"), options);
}

bool agree(const std::string& params, const std::string& before, const std::string& after) {
  Comparison c = compare(params, before, after);
  INFO(c.difference, c.skipped);
  CHECK(c.agreed + c.failed + c.differ >= 1);
  return c.agreed == 8 && !c.differ;
}

bool differ(const std::string& params, const std::string& before, const std::string& after) { return compare(params, before, after).differ; }

const char* const kTwo = "x: R.Tensor((4, 5), \"float32\"), y: R.Tensor((4, 5), \"float32\")";

}  // namespace

TEST_CASE("rounding differs with the order, and is no difference") {
  CHECK(agree(kTwo, "return R.add(x, y)", "return R.add(y, x)"));
  CHECK(agree(kTwo, "return R.subtract(R.add(x, y), x)", "return y"));  // cancels
  CHECK(agree(kTwo, "return R.multiply(R.add(x, y), R.const(1000.0, \"float32\"))",
              "return R.add(R.multiply(x, R.const(1000.0, \"float32\")), R.multiply(y, R.const(1000.0, \"float32\")))"));
  CHECK(agree("x: R.Tensor((4, 64), \"float16\"), w: R.Tensor((64, 3), \"float16\"), v: R.Tensor((64, 3), \"float16\")", "return R.matmul(x, R.add(w, v))",
              "return R.add(R.matmul(x, w), R.matmul(x, v))"));
}

TEST_CASE("a wrong number is a difference, also a small one") {
  CHECK(differ(kTwo, "return R.add(x, y)", "return R.subtract(x, y)"));
  CHECK(differ(kTwo, "return R.add(x, y)", "return R.add(R.add(x, y), R.const(0.0001, \"float32\"))"));
  CHECK(differ("x: R.Tensor((3,), \"int64\")", "return R.add(x, R.const(1, \"int64\"))", "return R.add(x, R.const(2, \"int64\"))"));
  CHECK(differ(kTwo, "return (x, y)", "return (y, x)"));
  CHECK(differ(kTwo, "return R.add(x, y)", "return R.expand_dims(R.add(x, y), 0)"));
  // Beside huge elements, too.
  CHECK(differ(kTwo, "return R.concat((R.multiply(x, R.const(1e20, \"float32\")), y, y), axis=0)",
               "return R.concat((R.multiply(x, R.const(1e20, \"float32\")), R.negative(y), y), axis=0)"));
}

TEST_CASE("where rounding decides an integer, that is no difference") {
  const std::string third = "R.const(3.0, \"float32\")", tenth = "R.const(0.1, \"float32\")";
  CHECK(agree("x: R.Tensor((64,), \"float32\")", "return R.astype(R.floor(R.divide(R.multiply(x, " + third + "), " + tenth + ")), \"int32\")",
              "return R.astype(R.floor(R.multiply(R.divide(x, " + tenth + "), " + third + ")), \"int32\")"));
}

TEST_CASE("arguments suit what the function does with them") {
  CHECK(agree("x: R.Tensor((\"n\", 4), \"float32\"), i: R.Tensor((6,), \"int64\")", "return R.take(x, i, axis=0)", "return R.take(x, R.add(i, R.const(0, \"int64\")), axis=0)"));
  CHECK(agree("x: R.Tensor((3,), \"int32\"), y: R.Tensor((3,), \"int32\")", "return R.floor_divide(x, y)", "return R.floor_divide(x, y)"));
  Module module = module_of("x: R.Tensor((\"n\", \"m\"), \"float32\"), y: R.Tensor((\"n * 2\",), \"int8\"), z: R.Tuple(R.Prim(\"int64\"), R.Shape([\"m\"]))", "return x", "return x");
  Result<Sample> sample = sample_arguments(module, GlobalId(0), 3);
  REQUIRE(sample.ok());
  int64_t n = sample->symbols[0].second, m = sample->symbols[1].second;
  CHECK(sample->args[0].tensor()->shape == std::vector<int64_t>{n, m});
  CHECK(sample->args[1].tensor()->shape == std::vector<int64_t>{2 * n});
  CHECK(sample->text.ends_with("; n = " + std::to_string(n) + ", m = " + std::to_string(m)));
  CHECK(sample_arguments(module, GlobalId(0), 3)->text == sample->text);
}

TEST_CASE("what cannot be compared is said") {
  Comparison c = compare("x: R.Tensor((2,), \"float32\")", "return R.call_pure_packed(\"f\", x, sinfo_args=R.Tensor((2,), \"float32\"))", "return x");
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
  c = compare("x: R.Tensor(ndim=1, dtype=\"float32\")", "y = R.match_cast(x, R.Tensor((9,), \"float32\"))\nreturn y", "return x");
  CHECK(!c.differ);
  CHECK(c.failed == 8);
  c = compare("x: R.Tensor(ndim=1, dtype=\"float32\")", "return x", "y = R.match_cast(x, R.Tensor((9,), \"float32\"))\nreturn y");
  CHECK(c.differ);
  CHECK(c.difference.starts_with("a result before, but a failure now: match_cast: dim 0 is "));
}

TEST_CASE("the difference names the element, the seed and the arguments") {
  Comparison c = compare("x: R.Tensor((2, 2), \"int8\")", "return (x, x)", "return (x, R.triu(x))", {.seed = 7});
  CHECK(c.seed == 7);
  CHECK(c.arguments == "x: (2, 2) int8");
  CHECK(c.difference.starts_with("result[1][1, 0] is "));
  CHECK(c.difference.ends_with(" before, 0 now"));
}
