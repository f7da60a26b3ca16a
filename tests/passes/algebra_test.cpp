// SPDX-License-Identifier: Apache-2.0
// The passes of matmul and concat algebra: what they make computes the same numbers.
#include "script.h"

using namespace hammock;

namespace {

// How many calls of the operator are left; the numbers are checked.
size_t after(std::string_view pipeline, std::string parameters, std::string_view lines, std::string_view result,
             std::string_view op) {
  Module before = read_script(dataflow_script(std::move(parameters), lines, result)), module = before;
  run_passes(module, pipeline);
  check_same_numbers(before, module);
  std::string text = print(module);
  CHECK(print(read_script(text)) == text);
  CHECK(run_passes(module, pipeline) == Changed::no);
  return count(text, "R." + std::string(op) + "(");
}

std::string tensors(std::initializer_list<std::pair<const char*, const char*>> list) {
  std::string out;
  for (auto [name, shape] : list)
    out += (out.empty() ? "" : ", ") + std::string(name) + ": R.Tensor(" + shape + ", \"float32\")";
  return out;
}

}  // namespace

TEST_CASE("stacked matmuls compute what they computed one by one") {
  std::string p = tensors({{"x", "(2, 5, 8)"}, {"v", "(8, 4)"}, {"w", "(8, 4)"}, {"b", "(4,)"}, {"c", "(4,)"}});
  CHECK(after("CombineParallelMatmul{strategy=batch}", p, "s = R.matmul(x, v); t = R.matmul(x, w)", "(s, t)",
              "matmul") == 1);
  CHECK(after("CombineParallelMatmul{strategy=batch}", p,
              "s = R.add(R.matmul(x, v), b); t = R.add(R.matmul(x, w), c); u = R.nn.relu(s); y = R.nn.relu(t)",
              "(u, y)", "matmul") == 1);
  std::string q = tensors({{"x", "(5, \"k\")"}, {"v", "(3, \"k\", 4)"}, {"w", "(3, \"k\", 4)"}});
  CHECK(after("CombineParallelMatmul{strategy=batch}", q, "s = R.matmul(x, v); t = R.matmul(x, w)", "(s, t)",
              "matmul") == 1);
}

TEST_CASE("only right operands of equal shape are stacked") {
  std::string p =
      tensors({{"x", "(5, 8)"}, {"u", "(8, 3)"}, {"v", "(8, 4)"}, {"w", "(8, 4)"}, {"z", "(8, 3)"}, {"o", "(8, 2)"}});
  std::string_view lines =
      "a = R.matmul(x, u); b = R.matmul(x, v); c = R.matmul(x, w); d = R.matmul(x, z); e = R.matmul(x, o)";
  CHECK(after("CombineParallelMatmul{strategy=batch}", p, lines, "(a, b, c, d, e)", "matmul") == 3);
  CHECK(after("CombineParallelMatmul{strategy=concat}", p, lines, "(a, b, c, d, e)", "matmul") == 1);
  CHECK(after("CombineParallelMatmul{strategy=auto}", p, lines, "(a, b, c, d, e)", "matmul") == 5);
}

TEST_CASE("the cost model leaves wide products of operands alone that are known in the run only") {
  std::string_view lines = "a = R.matmul(x, v); b = R.matmul(x, w)";
  std::string wide = tensors({{"x", "(256, 64)"}, {"v", "(64, 512)"}, {"w", "(64, 512)"}}),
              narrow = tensors({{"x", "(2048, 512)"}, {"v", "(512, 4)"}, {"w", "(512, 4)"}});
  CHECK(after("CombineParallelMatmul{strategy=auto}", wide, lines, "(a, b)", "matmul") == 2);
  CHECK(after("CombineParallelMatmul{strategy=auto}", narrow, lines, "(a, b)", "matmul") == 1);
  std::string unknown = tensors({{"x", "(\"n\", 512)"}, {"v", "(512, 4)"}, {"w", "(512, 4)"}}),
              unknown_wide = tensors({{"x", "(\"n\", 64)"}, {"v", "(64, 64)"}, {"w", "(64, 64)"}});
  CHECK(after("CombineParallelMatmul{strategy=auto}", unknown, lines, "(a, b)", "matmul") == 1);
  CHECK(after("CombineParallelMatmul{strategy=auto}", unknown_wide, lines, "(a, b)", "matmul") == 2);
}

TEST_CASE("of what is joined before the run, the cost model stacks what is large") {
  auto script = [](int rows, int width) {
    std::string known = "R.ones(R.shape([64, " + std::to_string(width) + "]), dtype=\"float32\")";
    return std::pair(tensors({{"x", ("(" + std::to_string(rows) + ", 64)").c_str()}}),
                     "v = " + known + "; w = R.exp(" + known + "); a = R.matmul(x, v); b = R.matmul(x, w)");
  };
  auto [large, large_lines] = script(256, 512);
  auto [small, small_lines] = script(16, 8);
  CHECK(after("CombineParallelMatmul{strategy=auto}", large, large_lines, "(a, b)", "squeeze") == 2);
  CHECK(after("CombineParallelMatmul{strategy=auto}", small, small_lines, "(a, b)", "squeeze") == 0);
  CHECK(after("CombineParallelMatmul{strategy=auto}", small, small_lines, "(a, b)", "matmul") == 1);
}

TEST_CASE("one transpose behind the concat") {
  std::string p = tensors({{"a", "(2, 3, 4)"}, {"b", "(2, 5, 4)"}});
  CHECK(after("ReorderPermuteDimsAfterConcat", p,
              "s = R.permute_dims(a, axes=[2, 0, 1]); t = R.permute_dims(b, axes=[2, 0, -2])",
              "R.concat((s, t), axis=-1)", "permute_dims") == 1);
}

TEST_CASE("products in the cheaper order") {
  std::string p = tensors({{"x", "(3, 1, 16)"}, {"a", "(16, \"r\")"}, {"b", "(\"r\", 32)"}});
  CHECK(after("AdjustMatmulOrder", p, "w = R.matmul(a, b)", "R.matmul(x, w)", "matmul") == 2);
  std::string q = tensors({{"x", "(16,)"}, {"a", "(32, 2)"}, {"b", "(2, 16)"}});
  CHECK(after("AdjustMatmulOrder", q, "w = R.matmul(a, b); t = R.permute_dims(w)", "R.matmul(x, t)", "permute_dims") ==
        2);
  std::string batched = tensors({{"x", "(5, 2, 8)"}, {"a", "(5, 8, 2)"}, {"b", "(5, 2, 64)"}});
  CHECK(after("AdjustMatmulOrder", batched, "w = R.matmul(a, b); t = R.matmul(x, w)", "R.exp(t)", "matmul") == 2);
}

TEST_CASE("the product of a sum") {
  std::string p = tensors({{"x", "(3, 16)"}, {"a", "(16, 4)"}, {"b", "(16, 4)"}, {"c", "(4, 16)"}, {"d", "(4, 16)"}});
  CHECK(after("ExpandMatmulOfSum", p,
              "w = R.add(a, b); s = R.matmul(x, w); v = R.permute_dims(R.add(c, d)); t = R.matmul(x, v)", "R.add(s, t)",
              "matmul") == 4);
}

TEST_CASE("transposes and matmuls in one function") {
  std::string p = tensors({{"x", "(3, 16)"}, {"a", "(16, 16)"}, {"b", "(16, 16)"}});
  CHECK(after("FuseTransposeMatmul", p, "s = R.permute_dims(a); t = R.matmul(x, s); u = R.permute_dims(b)",
              "R.matmul(t, u)", "matmul") == 1);
}

TEST_CASE("reshapes of reshapes, a thousand of them") {
  std::string lines, last = "x";
  for (int i = 0; i < 1000; ++i) {
    std::string name = "v" + std::to_string(i);
    lines += name + " = R.reshape(" + last + (i % 2 ? ", R.shape([2, 6]));" : ", R.shape([3, 4]));");
    last = name;
  }
  CHECK(after("RemoveRedundantReshape", tensors({{"x", "(12,)"}}), lines, "R.exp(" + last + ")", "reshape") == 1);
}
