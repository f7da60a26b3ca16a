// SPDX-License-Identifier: Apache-2.0
#include "script.h"

using namespace hammock;

namespace {

struct Case {
  const char* name;
  const char* parameters;
  const char* lines;
  const char* result;
  size_t matmuls;          // after the pass
  const char* remark;      // part of a remark; empty: there must be none
  const char* holds = "";  // part of the text after the pass
};

const char* const kTwoWeights = "x: R.Tensor((4, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 6))";

const Case kCases[] = {
    {"one matmul", "x: R.Tensor((4, 8)), w: R.Tensor((8, 5))", "a = R.matmul(x, w)", "a", 1, ""},
    {"two of unequal width", kTwoWeights, "a = R.matmul(x, w); b = R.matmul(x, v)", "(a, b)", 1, "",
     "indices_or_sections=[5], axis=1"},
    {"right operands of rank 1 are left alone", "x: R.Tensor((4, 8)), w: R.Tensor((8,)), v: R.Tensor((8,))",
     "a = R.matmul(x, w); b = R.matmul(x, v)", "(a, b)", 2, "the right operand has rank 1"},
    {"one of rank 1 beside two others",
     "x: R.Tensor((4, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 6)), u: R.Tensor((8,))",
     "a = R.matmul(x, w); b = R.matmul(x, u); c = R.matmul(x, v)", "(a, b, c)", 2, "the right operand has rank 1"},
    {"left operand of rank 1", "x: R.Tensor((8,)), w: R.Tensor((8, 5)), v: R.Tensor((8, 6))",
     "a = R.matmul(x, w); b = R.matmul(x, v)", "(a, b)", 2, "the left operand has rank 1"},
    {"batched left operand", "x: R.Tensor((2, 4, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 6))",
     "a = R.matmul(x, w); b = R.matmul(x, v)", "(a, b)", 1, "", "axis=2"},
    {"right operands of more dims than the left", "x: R.Tensor((4, 8)), w: R.Tensor((3, 8, 5)), v: R.Tensor((3, 8, 6))",
     "a = R.matmul(x, w); b = R.matmul(x, v)", "(a, b)", 1, "", "axis=2"},
    {"two ranks make two groups",
     "x: R.Tensor((4, 8)), w: R.Tensor((8, 5)), v: R.Tensor((2, 8, 6)), u: R.Tensor((8, 3)), t: R.Tensor((2, 8, 4))",
     "a = R.matmul(x, w); b = R.matmul(x, v); c = R.matmul(x, u); d = R.matmul(x, t)", "(a, b, c, d)", 2, ""},
    {"unequal leading dims", "x: R.Tensor((4, 8)), w: R.Tensor((2, 8, 5)), v: R.Tensor((1, 8, 5))",
     "a = R.matmul(x, w); b = R.matmul(x, v)", "(a, b)", 2, "agrees in rank, leading dims and dtypes"},
    {"equal pairs among unequal leading dims",
     "x: R.Tensor((4, 8)), w: R.Tensor((2, 8, 5)), v: R.Tensor((3, 8, 5)), u: R.Tensor((2, 8, 1)), t: R.Tensor((3, 8, "
     "7))",
     "a = R.matmul(x, w); b = R.matmul(x, v); c = R.matmul(x, u); d = R.matmul(x, t)", "(a, b, c, d)", 2, ""},
    {"unequal dtypes of the results", kTwoWeights, "a = R.matmul(x, w); b = R.matmul(x, v, out_dtype=\"float16\")",
     "(a, b)", 2, "agrees in rank, leading dims and dtypes"},
    {"equal dtypes, one explicit", kTwoWeights, "a = R.matmul(x, w); b = R.matmul(x, v, out_dtype=\"float32\")",
     "(a, b)", 1, ""},
    {"equal dtypes, both explicit and another than the operands'", kTwoWeights,
     "a = R.matmul(x, w, out_dtype=\"float16\"); b = R.matmul(x, v, out_dtype=\"float16\")", "(a, b)", 1, "",
     "out_dtype=\"float16\""},
    {"right operands that are one", "x: R.Tensor((4, 8)), w: R.Tensor((8, 5))",
     "a = R.matmul(x, w); b = R.matmul(x, w)", "(a, b)", 2, "the same product"},
    {"two of three right operands are one", kTwoWeights, "a = R.matmul(x, w); b = R.matmul(x, w); c = R.matmul(x, v)",
     "(a, b, c)", 2, "the same product"},
    {"a dependent branch is left out, the others are combined",
     "x: R.Tensor((8, 8)), w: R.Tensor((8, 8)), v: R.Tensor((8, 6))",
     "a = R.matmul(x, w); q = R.exp(a); b = R.matmul(x, q); c = R.matmul(x, v)", "(a, b, c)", 2,
     "depends on another matmul"},
    {"a branch that uses another directly", "x: R.Tensor((8, 8)), w: R.Tensor((8, 8))",
     "a = R.matmul(x, w); b = R.matmul(x, a)", "b", 2, "depends on another matmul"},
    {"groups that need each other crosswise", "x: R.Tensor((8, 8)), y: R.Tensor((8, 8)), w: R.Tensor((8, 8))",
     "a = R.matmul(x, w); b = R.matmul(y, w); c = R.matmul(y, a); d = R.matmul(x, b)", "(c, d)", 4,
     "depends on another matmul"},
    {"a weight that another group computes",
     "x: R.Tensor((8, 8)), y: R.Tensor((8, 8)), w: R.Tensor((8, 8)), v: R.Tensor((8, 8))",
     "a = R.matmul(x, w); b = R.matmul(y, w); c = R.matmul(y, v); d = R.matmul(x, b)", "(a, c, d)", 2, ""},
    {"biases of exactly the width",
     "x: R.Tensor((4, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 6)), p: R.Tensor((5,)), q: R.Tensor((6,))",
     "a = R.matmul(x, w); c = R.add(a, p); b = R.matmul(x, v); d = R.add(b, q)", "(c, d)", 1, "",
     "R.concat((p, q), axis=0)"},
    {"the bias may stand first",
     "x: R.Tensor((4, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 6)), p: R.Tensor((5,)), q: R.Tensor((6,))",
     "a = R.matmul(x, w); c = R.add(p, a); b = R.matmul(x, v); d = R.add(b, q)", "(c, d)", 1, "",
     "R.concat((p, q), axis=0)"},
    {"biases of width 1 stay behind the split",
     "x: R.Tensor((4, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 6)), p: R.Tensor((1,)), q: R.Tensor((1,))",
     "a = R.matmul(x, w); c = R.add(a, p); b = R.matmul(x, v); d = R.add(b, q)", "(c, d)", 1,
     "the biases of the combined matmuls stay apart"},
    {"biases with unequal rows",
     "x: R.Tensor((2, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 6)), p: R.Tensor((1, 5)), q: R.Tensor((2, 6))",
     "a = R.matmul(x, w); c = R.add(a, p); b = R.matmul(x, v); d = R.add(b, q)", "(c, d)", 1,
     "the biases of the combined matmuls stay apart"},
    {"biases with equal rows",
     "x: R.Tensor((2, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 6)), p: R.Tensor((2, 5)), q: R.Tensor((2, 6))",
     "a = R.matmul(x, w); c = R.add(a, p); b = R.matmul(x, v); d = R.add(b, q)", "(c, d)", 1, "",
     "R.concat((p, q), axis=1)"},
    {"biases that broadcast the product",
     "x: R.Tensor((1, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 6)), p: R.Tensor((3, 5)), q: R.Tensor((3, 6))",
     "a = R.matmul(x, w); c = R.add(a, p); b = R.matmul(x, v); d = R.add(b, q)", "(c, d)", 1,
     "the biases of the combined matmuls stay apart"},
    {"a bias on one branch only", "x: R.Tensor((4, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 6)), p: R.Tensor((5,))",
     "a = R.matmul(x, w); c = R.add(a, p); b = R.matmul(x, v)", "(c, b)", 1, ""},
    {"a product used twice keeps its bias apart",
     "x: R.Tensor((4, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 6)), p: R.Tensor((5,)), q: R.Tensor((6,))",
     "a = R.matmul(x, w); c = R.add(a, p); b = R.matmul(x, v); d = R.add(b, q)", "(a, c, d)", 1, ""},
    {"the sum of two products of one input", "x: R.Tensor((4, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 5))",
     "a = R.matmul(x, w); b = R.matmul(x, v); c = R.add(a, b)", "c", 1, ""},
    {"sums of products of two inputs",
     "x: R.Tensor((4, 8)), y: R.Tensor((4, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 5))",
     "a = R.matmul(x, w); b = R.matmul(y, w); c = R.add(a, b); d = R.matmul(x, v); e = R.matmul(y, v); f = R.add(d, e)",
     "(c, f)", 2, ""},
    {"bias and activation",
     "x: R.Tensor((4, 8)), w: R.Tensor((8, 5)), v: R.Tensor((8, 6)), p: R.Tensor((5,)), q: R.Tensor((6,))",
     "a = R.matmul(x, w); c = R.add(a, p); e = R.nn.relu(c); b = R.matmul(x, v); d = R.add(b, q); f = R.nn.relu(d)",
     "(e, f)", 1, "", "R.nn.relu(lv3)"},
    {"activation without bias", kTwoWeights,
     "a = R.matmul(x, w); e = R.nn.silu(a); b = R.matmul(x, v); f = R.nn.silu(b)", "(e, f)", 1, "", "R.nn.silu(lv1)"},
    {"unequal activations", kTwoWeights, "a = R.matmul(x, w); e = R.nn.silu(a); b = R.matmul(x, v); f = R.nn.relu(b)",
     "(e, f)", 1, ""},
    {"one width that is no constant goes last", "x: R.Tensor((4, 8)), w: R.Tensor((8, \"m\")), v: R.Tensor((8, 6))",
     "a = R.matmul(x, w); b = R.matmul(x, v)", "(a, b)", 1, "", "R.concat((v, w), axis=1)"},
    {"of two such widths one is left out",
     "x: R.Tensor((4, 8)), w: R.Tensor((8, \"m\")), v: R.Tensor((8, 6)), u: R.Tensor((8, \"k\"))",
     "a = R.matmul(x, w); b = R.matmul(x, v); c = R.matmul(x, u)", "(a, b, c)", 2, "a width that is no constant"},
    {"symbolic rows and columns", "x: R.Tensor((\"n\", \"k\")), w: R.Tensor((\"k\", 5)), v: R.Tensor((\"k\", 6))",
     "a = R.matmul(x, w); b = R.matmul(x, v)", "(a, b)", 1, ""},
    {"weights between the matmuls", kTwoWeights,
     "p = R.exp(w); a = R.matmul(x, p); e = R.exp(a); q = R.exp(v); b = R.matmul(x, q)", "(a, b, e)", 1, ""},
};

std::string script(const Case& c) {
  std::string parameters = c.parameters;  // all are float32
  for (size_t at = parameters.find("))"); at != std::string::npos; at = parameters.find("))", at + 12))
    parameters.insert(at + 1, ", \"float32\"");
  return dataflow_script(parameters, c.lines, c.result);
}

}  // namespace

TEST_CASE("what is combined, what is left alone and why, and the numbers stay") {
  for (const Case& c : kCases) {
    CAPTURE(c.name);
    Module before = read_script(script(c)), after = before;
    std::string remarks;
    run_passes(after, "CombineParallelMatmul", &remarks);
    std::string text = print(after);
    CAPTURE(text);
    CHECK(count(text, "R.matmul(") == c.matmuls);
    if (*c.remark) CHECK(remarks.find(c.remark) != std::string::npos);
    else CHECK(remarks == "");
    CHECK(text.find(c.holds) != std::string::npos);
    CHECK(print(read_script(text)) == text);
    check_same_numbers(before, after);
  }
}

TEST_CASE("names, order and text") {
  Module module = read_script(dataflow_script(
      "x: R.Tensor((2, 3), \"float32\"), w: R.Tensor((3, 4), \"float32\"), v: R.Tensor((3, 5), \"float32\")",
      "lv = R.exp(x); a = R.matmul(lv, w); s = R.exp(a); t = R.exp(v); b = R.matmul(lv, t)", "(s, b)"));
  CHECK(run_passes(module, "CombineParallelMatmul") == Changed::yes);
  CHECK(print(module) == R"(# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((2, 3), dtype="float32"), w: R.Tensor((3, 4), dtype="float32"), v: R.Tensor((3, 5), dtype="float32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 5), dtype="float32")):
    with R.dataflow():
        lv: R.Tensor((2, 3), dtype="float32") = R.exp(x)
        t: R.Tensor((3, 5), dtype="float32") = R.exp(v)
        lv_1: R.Tensor((3, 9), dtype="float32") = R.concat((w, t), axis=1)
        lv1: R.Tensor((2, 9), dtype="float32") = R.matmul(lv, lv_1, out_dtype="float32")
        lv2: R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 5), dtype="float32")) = R.split(lv1, indices_or_sections=[4], axis=1)
        a: R.Tensor((2, 4), dtype="float32") = lv2[0]
        s: R.Tensor((2, 4), dtype="float32") = R.exp(a)
        b: R.Tensor((2, 5), dtype="float32") = lv2[1]
        result: R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 5), dtype="float32")) = s, b
        R.output(result)
    return result)");
}

TEST_CASE("min-branches keeps small groups, and every decision is an event") {
  const char* text = "a = R.matmul(x, w); b = R.matmul(x, v)";
  std::string script = dataflow_script(
      "x: R.Tensor((2, 3), \"float32\"), w: R.Tensor((3, 4), \"float32\"), v: R.Tensor((3, 5), \"float32\")", text,
      "(a, b)");
  Module module = read_script(script);
  std::vector<RewriteEvent> events;
  std::string remarks;
  CHECK(run_passes(module, "CombineParallelMatmul{min-branches=3}", &remarks, &events) == Changed::no);
  CHECK(remarks == "CombineParallelMatmul: only 2 matmuls to combine\n");
  CHECK(run_passes(module, "CombineParallelMatmul", nullptr, &events) == Changed::yes);
  REQUIRE(events.size() == 2);
  CHECK_FALSE(events[0].applied);
  CHECK(events[1].applied);
  CHECK(events[1].reason == "2 matmuls combined");
  CHECK(events[1].rule == "CombineParallelMatmul");
  CHECK(static_cast<bool>(events[1].span));
}

TEST_CASE("nothing is combined across blocks and impure calls") {
  Module module = read_script(R"(from tvm.script import relax as R

@R.function(pure=False)
def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 4), "float32"), v: R.Tensor((3, 5), "float32")):
    a = R.matmul(x, w)
    R.print(a, format="{}")
    b = R.matmul(x, v)
    return (a, b)
)");
  CHECK(run_passes(module, "CombineParallelMatmul") == Changed::no);
}

TEST_CASE("functions with branches and local functions are rewritten, too") {
  Module before = read_script(R"(from tvm.script import relax as R

@R.function
def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 4), "float32"), v: R.Tensor((3, 5), "float32"), c: R.Tensor((), "bool")):
    @R.function
    def inner(y: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 9), "float32"):
        p = R.matmul(y, w)
        q = R.matmul(y, v)
        r = R.concat((p, q), axis=1)
        return r

    if c:
        a = R.matmul(x, w)
        b = R.matmul(x, v)
        d = R.concat((a, b), axis=1)
    else:
        d = inner(x)
    return d
)");
  Module after = before;
  std::string remarks;
  CHECK(run_passes(after, "CombineParallelMatmul", &remarks) == Changed::yes);
  CHECK(remarks == "");
  std::string text = print(after);
  CAPTURE(text);
  CHECK(count(text, "R.matmul(") == 2);
  CHECK(print(read_script(text)) == text);
}
