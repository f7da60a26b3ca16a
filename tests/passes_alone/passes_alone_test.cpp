// SPDX-License-Identifier: Apache-2.0
// A program that links `passes` and nothing above it: a module made in C++, a pipeline and a rule on it.
#include "../rewrite/builder.h"
#include "hammock/passes/pass.h"
#include "hammock/passes/rules.h"
#include "hammock/verify/verify.h"

using namespace hammock;

namespace {

// main(x): a = exp(x), b = exp(x), c = a + b
Module module_with_equal_values() {
  Builder b;
  Value x = b.param("x", b.tensor(2, 3));
  b.block(true);
  Value a = b.call("a", Op::exp, {x});
  Value c = b.call("c", Op::add, {a, b.call("b", Op::exp, {x})}, true);
  b.fn.body().result = c;
  b.fn.self().ret = b.fn.info(c);
  Module module(b.context);
  module.is_lone_function = true;
  StructInfo info = signature(b.fn, LambdaId(0));
  module.functions.emplace_back(b.context->name("main"), info, std::move(b.fn), Span());
  return module;
}

std::vector<Op> ops_of(const Module& module) {
  std::vector<Op> out;
  const Function& fn = *module.functions[0].relax();
  for_each_binding(fn, fn.self().body, [&](Value v, const Block&) { out.push_back(fn[v].op); });
  return out;
}

}  // namespace

TEST_CASE("passes run on a module that was made in C++") {
  Module module = module_with_equal_values();
  Diagnostics diagnostics;
  auto steps = parse_pipeline("EliminateCommonSubexpr,DeadCodeElimination", diagnostics);
  REQUIRE(steps.has_value());
  PassContext context{diagnostics};
  CHECK(run_pipeline(module, *steps, context, /*verify_each=*/true) == Changed::yes);
  CHECK(diagnostics.all().empty());
  CHECK(ops_of(module) == std::vector{Op::exp, Op::add});
}

TEST_CASE("rules of C++ are steps of a pipeline, until one made a mistake") {
  Module module = module_with_equal_values();
  std::vector<RuleStep> steps(2);
  steps[0].rules.emplace_back("log", module.context());
  steps[1].rules.emplace_back("abs", module.context());
  Pattern x = steps[0].rules[0].patterns().any(), y = steps[1].rules[0].patterns().any();
  steps[0].rules[0].rewrite(ops::exp(x), ops::log(x));
  steps[1].rules[0].rewrite(ops::log(y), ops::abs(y));
  Diagnostics diagnostics;
  PassContext context{diagnostics};
  int asked = 0;
  auto has_failed = [&] { return ++asked > 0; };
  CHECK(apply_rules(module, steps, context, nullptr, has_failed) == Changed::yes);
  CHECK(ops_of(module) == std::vector{Op::log, Op::add});
  CHECK(apply_rules(module, steps, context) == Changed::yes);
  CHECK(ops_of(module) == std::vector{Op::abs, Op::add});
  Diagnostics problems;
  CHECK(verify(module, problems));
}
