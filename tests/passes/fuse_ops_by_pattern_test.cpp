// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "script.h"

namespace hammock {
namespace {

using MakePattern = std::function<Pattern(Patterns&)>;

struct Named {
  std::string name;
  MakePattern make;
  std::function<bool(const FusionMatch&)> check = {};
};

Pattern exp_of(Pattern x) { return ops::exp(x); }

// Runs FuseOpsByPattern with these patterns; the module must be well-formed, read back and compute what it computed
// before.
std::string fuse(std::string script, std::vector<Named> patterns, std::string options = "",
                 std::string* remarks = nullptr) {
  Module module = read_script(script);
  Module before = read_script(script);
  auto rows = std::make_shared<Patterns>(module.context());
  std::vector<FusionPattern> named;
  for (Named& n : patterns) {
    Pattern root = n.make(*rows);
    named.push_back({n.name, rows, root, {}, n.check, {}});
  }
  Diagnostics diagnostics;
  auto steps = parse_pipeline("FuseOpsByPattern" + options, diagnostics);
  REQUIRE(steps.has_value());
  PassContext context{diagnostics, {}};
  context.patterns = named;
  run_pipeline(module, *steps, context, /*verify_each=*/true);
  if (remarks) {
    for (const Diagnostic& d : diagnostics.all()) *remarks += d.text + "\n";
  }
  std::string text = print(module);
  CHECK(print(read_script(text)) == text);
  check_same_numbers(before, module);
  return text;
}

TEST_CASE("the first pattern has priority, and later ones do not look inside") {
  std::string script = dataflow_script(
      "x: R.Tensor((4, 8), \"float32\"), w: R.Tensor((8, 8), \"float32\"), v: R.Tensor((8, 8), \"float32\")",
      "a = R.matmul(x, w); b = R.nn.relu(a); c = R.matmul(b, v)", "R.exp(c)");
  auto product = [](Patterns& p) { return ops::matmul(p.any(), p.any()); };
  auto with_relu = [&](Patterns& p) { return ops::nn_relu(product(p)); };
  std::string text = fuse(script, {{"lib.matmul_relu", with_relu}, {"lib.matmul", product}});
  CHECK(count(text, "\"Composite\": \"lib.matmul_relu\"") == 1);
  CHECK(count(text, "\"Composite\": \"lib.matmul\"") == 1);
  text = fuse(script, {{"lib.matmul", product}, {"lib.matmul_relu", with_relu}});
  CHECK(count(text, "lib.matmul_relu") == 0);
  // equal functions but for names are one
  CHECK(count(text, "def fused_relax_matmul") == 1);
  CHECK(count(text, "cls.fused_relax_matmul(") == 2);
}

std::string fuse_sums(std::string lines, std::string result, std::string* remarks = nullptr) {
  auto pattern = [](Patterns& p) { return exp_of(p.any()) + p.any(); };
  return fuse(dataflow_script("x: R.Tensor((4,), \"float32\"), y: R.Tensor((4,), \"float32\")", lines, result),
              {{"lib.exp_add", pattern}}, "", remarks);
}

TEST_CASE("a match that something outside stands between is left alone") {
  std::string remarks;
  // Through one binding, and through two.
  CHECK(count(fuse_sums("a = R.exp(x); b = R.sin(a)", "R.add(a, b)", &remarks), "fused") == 0);
  CHECK(remarks.find("something that is not a part of it stands between its parts") != std::string::npos);
  CHECK(count(fuse_sums("a = R.exp(x); b = R.sin(a); c = R.cos(b)", "R.add(a, c)"), "fused") == 0);
}

TEST_CASE("matches that would need each other crosswise are left alone") {
  std::string remarks;
  // p = exp(x) + s needs q's exp, q = exp(y) + p's exp needs p's.
  std::string text =
      fuse_sums("a = R.exp(x); b = R.exp(y); sa = R.sin(a); sb = R.sin(b); p = R.add(a, sb); q = R.add(b, sa)",
                "R.multiply(p, q)", &remarks);
  CHECK(count(text, "fused") == 0);
  CHECK(remarks.find("would need each other") != std::string::npos);
}

TEST_CASE("inner values that are used outside become further results") {
  std::string text = fuse_sums("a = R.exp(x); b = R.add(a, y); c = R.sin(a)", "R.multiply(b, c)");
  CHECK(text.find("return (gv, gv1)") != std::string::npos);
  // an inner value that is a result of the block, though nothing in the block uses it
  text = fuse(
      "@R.function\ndef main(x: R.Tensor((4,), \"float32\"), y: R.Tensor((4,), \"float32\")):\n    with "
      "R.dataflow():\n        a = R.exp(x)\n"
      "        b = R.add(a, y)\n        R.output(a, b)\n    return (a, b)\n",
      {{"lib.exp_add", [](Patterns& p) { return exp_of(p.any()) + p.any(); }}});
  CHECK(text.find("R.output(gv, gv1") != std::string::npos);
}

TEST_CASE("the larger of two nested matches wins") {
  auto pattern = [](Patterns& p) {
    Pattern sum = ops::matmul(p.any(), p.any()) + p.any();
    return sum | ops::nn_relu(sum);
  };
  std::string text =
      fuse(dataflow_script(
               "x: R.Tensor((2, 3), \"float32\"), w: R.Tensor((3, 3), \"float32\"), b: R.Tensor((3,), \"float32\")",
               "m = R.matmul(x, w); s = R.add(m, b)", "R.nn.relu(s)"),
           {{"lib.dense", pattern}});
  CHECK(count(text, "def fused_relax_matmul_relax_add_relax_nn_relu(") == 1);
  CHECK(count(text, "\"Composite\"") == 1);
}

TEST_CASE("constants stay inside or become parameters") {
  std::string script =
      dataflow_script("x: R.Tensor((4,), \"float32\")", "a = R.multiply(x, R.const(2.0))", "R.add(a, R.const(1.0))");
  auto pattern = [](Patterns& p) { return ops::multiply(p.any(), p.any()) + p.any(); };
  CHECK(fuse(script, {{"lib.scale", pattern}}).find("(x: R.Tensor((4,), dtype=\"float32\"))") != std::string::npos);
  std::string text = fuse(script, {{"lib.scale", pattern}}, "{bind-constants=false}");
  CHECK(text.find("param_0: R.Tensor((), dtype=\"float32\"), param_1: R.Tensor((), dtype=\"float32\")") !=
        std::string::npos);
}

TEST_CASE("fields of a tuple are passed, and symbols that no parameter defines") {
  std::string script =
      "@R.function\ndef main(t: R.Tuple(R.Tensor((\"n\", 2), \"float32\"), R.Tensor((4,), \"float32\")), x: "
      "R.Tensor((\"n\",), \"float32\")):\n"
      "    n = T.int64()\n    with R.dataflow():\n        a = t[0]\n        b = R.reshape(a, R.shape([2 * n]))\n       "
      " c = R.exp(b)\n"
      "        R.output(c)\n    return c\n";
  Module module = read_script(script);
  auto rows = std::make_shared<Patterns>(module.context());
  Pattern root = ops::exp(rows->call(Op::reshape, {rows->any().item(), rows->any()}));
  std::vector<FusionPattern> named{{"lib.flat", rows, root, {}, {}, {}}};
  Diagnostics diagnostics;
  PassContext context{diagnostics, {}};
  context.patterns = named;
  run_pipeline(module, *parse_pipeline("FuseOpsByPattern", diagnostics), context, true);
  std::string text = print(module);
  CAPTURE(text);
  CHECK(text.find("(t_0: R.Tensor((\"n\", 2), dtype=\"float32\"), param_0: R.Shape([\"2 * n\"]))") !=
        std::string::npos);
  CHECK(text.find("= t[0]") != std::string::npos);
  CHECK(print(read_script(text)) == text);
}

TEST_CASE("what nothing uses is removed, and checks may say no") {
  std::string script =
      dataflow_script("x: R.Tensor((4,), \"float32\")", "a = R.exp(x); dead = R.add(a, x); b = R.sin(x)", "R.cos(b)");
  auto pattern = [](Patterns& p) { return exp_of(p.any()) + p.any(); };
  CHECK(count(fuse(script, {{"lib.exp_add", pattern}}), "R.exp") == 0);
  CHECK(count(fuse(script, {{"lib.exp_add", pattern, [](const FusionMatch& m) { return m.bindings.size() > 2; }}}),
              "R.exp") == 1);
}

TEST_CASE("a region between two values becomes one function") {
  auto pattern = [](Patterns& p) {
    Pattern parent = ops::exp(p.any());
    return p.dominates(parent, p.any(), ops::add(p.any(), p.any()));
  };
  std::string text =
      fuse(dataflow_script("x: R.Tensor((4,), \"float32\"), y: R.Tensor((4,), \"float32\")",
                           "a = R.exp(x); b = R.sin(a); c = R.cos(a); d = R.multiply(c, y); e = R.add(b, d)",
                           "R.negative(e)"),
           {{"lib.region", pattern}});
  CHECK(count(text, "cls.fused_relax_exp_relax_sin_relax_cos_relax_multiply_relax_add(x, y)") == 1);
}

TEST_CASE("composites of a back end are wrapped for it") {
  auto pattern = [](Patterns& p) { return exp_of(p.any()) + p.any(); };
  std::string text = fuse(dataflow_script("x: R.Tensor((4,), \"float32\")", "a = R.exp(x)", "R.add(a, x)"),
                          {{"lib.exp_add", pattern}}, "{annotate-codegen=true}");
  CHECK(text.find("def fused_relax_exp_relax_add_lib(") != std::string::npos);
  CHECK(text.find("{\"Codegen\": \"lib\"}") != std::string::npos);
  CHECK(count(text, "local_func") == 2);
  CHECK(count(text, "Primitive") == 0);
}

}  // namespace
}  // namespace hammock
