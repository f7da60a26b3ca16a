// SPDX-License-Identifier: Apache-2.0
#include "hammock/passes/check.h"

#include "hammock/rewrite/drive.h"
#include "script.h"

using namespace hammock;

namespace {

// A pass that carries out one rule; which one, the option says.
Changed run_rule(Module& module, const PassOptions& options, PassContext& context) {
  context.functions = 1;
  Rule rule(std::string(options.text("rule")), module.context());
  Patterns& p = rule.patterns();
  Pattern a = p.any(), b = p.any(), c = p.any();
  if (rule.name == "distribute") rule.rewrite((a + b) * c, a * c + b * c);
  if (rule.name == "forget") rule.rewrite((a + b) * c, a * c);
  if (rule.name == "exchange") rule.rewrite(a - b, b - a);
  RewriteOptions o;
  o.once = true;
  o.events = context.events;
  o.check = context.check_rewrite;
  return rewrite(module, std::span(&rule, 1), o).changed ? Changed::yes : Changed::no;
}
constexpr PassInfo kRulePass = {"Rule", "rule=", "", "", run_rule};

struct Outcome {
  std::string failure, summary, remarks;
};

Outcome check(const std::string& text, const PassInfo& pass, const std::string& rule, CheckOptions options) {
  auto source = std::make_shared<Source>("test", text);
  Diagnostics diagnostics(source);
  std::optional<Module> module = read_module(source, std::make_shared<Context>(), diagnostics);
  REQUIRE_MESSAGE(module, render(diagnostics));
  PassContext context{diagnostics};
  RunCheck run_check(options, diagnostics);
  run_check.watch(context);
  PipelineStep step;
  step.pass = &pass;
  if (!rule.empty()) step.options.values = {{"rule", rule}};
  for (const PassOption& o : options_of(pass)) {
    if (rule.empty()) step.options.values.emplace_back(o.name, o.default_value);
  }
  run_pipeline(*module, std::span(&step, 1), context, true);
  CHECK(context.is_stopped == !run_check.failure().empty());
  return {run_check.failure(), run_check.summary(), render(diagnostics)};
}

const char* const kSum = R"(
@R.function
def main(x: R.Tensor((4, 3), "float32"), y: R.Tensor((4, 3), "float32"), w: R.Tensor((2000, 2000), "float32")):
    with R.dataflow():
        large = R.matmul(w, w)
        s = R.add(x, y)
        d = R.subtract(x, y)
        z = R.multiply(s, d)
        R.output(z, large)
    return (z, large)
)";

}  // namespace

TEST_CASE("a rewrite is checked on the slice that it touched, however large the function is") {
  Outcome o = check(kSum, kRulePass, "distribute", {.rewrites = true});
  CHECK(o.failure == "");
  CHECK(o.summary == "1 pass and 1 rewrite checked by running: 8 runs agree");
  CHECK(o.remarks == "");
}

TEST_CASE("a wrong rewrite is stopped with its rule, binding and element") {
  Outcome o = check(kSum, kRulePass, "forget", {.rewrites = true});
  CHECK(o.failure.starts_with("rewrite 1, by rule forget, changes the value of 'z' in 'main': result[0][0, 0] is "));
  CHECK(o.failure.find("\n  the arguments of seed 1 (--check-seed=1): ") != std::string::npos);
  o = check(kSum, kRulePass, "exchange", {.rewrites = true});
  CHECK(o.failure.starts_with("rewrite 1, by rule exchange, changes the value of 'd' in 'main': "));
  // The whole function is too large for it.
  o = check(kSum, kRulePass, "forget", {.passes = true});
  CHECK(o.failure == "");
  CHECK(o.remarks.find("'main' was not compared: a run takes about 8e+09 operations, and the bound is 4e+09") !=
        std::string::npos);
}

TEST_CASE("a pass is stopped with the function that it changed") {
  std::string text = kSum;
  for (size_t at; (at = text.find("2000")) != std::string::npos;) text.replace(at, 4, "20");
  Outcome o = check(text, kRulePass, "exchange", {.passes = true});
  CHECK(o.failure.starts_with("Rule changes what 'main' computes: result[0][0, 0] is "));
  CHECK(o.failure.find("x: (4, 3) float32, y: (4, 3) float32, w: (20, 20) float32") != std::string::npos);
  CHECK(check(text, kRulePass, "distribute", {.passes = true}).summary == "1 pass checked by running: 8 runs agree");
}

// That the operands of `z` are one value does not show in the slice of `z` alone.
TEST_CASE("the slice grows where it must") {
  const char* text = R"(
@R.function
def main(x: R.Tensor(("n", 3), "float32"), y: R.Tensor((3,), "float32")):
    n = T.int64()
    a = R.match_cast(x, R.Tensor((n, 3), "float32"))
    s = R.add(a, y)
    t = R.add(a, y)
    z = R.subtract(s, t)
    r = R.reshape(z, R.shape([n * 3]))
    return r
)";
  Outcome o = check(text, *find_pass("EliminateCommonSubexpr"), "", {.rewrites = true});
  CHECK(o.failure == "");
  CHECK(o.remarks == "");
  CHECK(o.summary.starts_with("1 pass and "));
}
