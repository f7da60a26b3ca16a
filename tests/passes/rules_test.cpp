// SPDX-License-Identifier: Apache-2.0
// Rules with the passes that clean up between rounds: whether a round walks over the function or not makes no
// difference.
#include "hammock/passes/rules.h"

#include "hammock/rewrite/drive.h"
#include "script.h"

using namespace hammock;

namespace {

struct Ran {
  std::string text;
  RewriteResult result;
  uint64_t tries = 0;
};

// Each rule: a pattern and what it becomes.
Ran run(const std::string& text, Sweep sweep, const std::function<std::vector<Rule>(Context&)>& rules) {
  Module module = read_script(text);
  std::vector<RuleStats> stats;
  RewriteOptions options;
  options.sweep = sweep;
  options.stats = &stats;
  options.clean = [&](Function& fn) { return clean_after_rewrite(module, fn); };
  Ran out;
  out.result = rewrite(module, rules(module.context()), options);
  Diagnostics problems;
  CHECK_MESSAGE(verify(module, problems), render(problems));
  out.text = print(module);
  for (const RuleStats& s : stats) out.tries += s.tries;
  return out;
}

std::vector<Rule> distribute(Context& context) {
  std::vector<Rule> rules{Rule("distribute", context)};
  Pattern a = rules[0].patterns().any(), b = rules[0].patterns().any(), c = rules[0].patterns().any();
  rules[0].rewrite((a + b) * c, a * c + b * c);
  return rules;
}

// The sum of `terms` terms, of which `different` are different, times c.
std::string chain(size_t terms, size_t different, bool is_dataflow) {
  const std::string tensor = "R.Tensor((4,), \"float32\")", indent = is_dataflow ? "        " : "    ";
  std::string text = "@R.function\ndef main(s0: " + tensor + ", c: " + tensor;
  for (size_t w = 0; w < different; ++w) text += ", w" + std::to_string(w) + ": " + tensor;
  text += "):\n";
  if (is_dataflow) text += "    with R.dataflow():\n";
  for (size_t i = 1; i <= terms; ++i)
    text += indent + "s" + std::to_string(i) + " = R.add(s" + std::to_string(i - 1) + ", w" +
            std::to_string(i % different) + ")\n";
  text += indent + "y = R.multiply(s" + std::to_string(terms) + ", c)\n";
  if (is_dataflow) text += indent + "R.output(y)\n";
  return text + "    return y\n";
}

}  // namespace

TEST_CASE("a chain of rewrites with equal values in it costs what it is long, and merges them") {
  constexpr size_t kTerms = 200;
  for (bool is_dataflow : {true, false}) {
    for (size_t different : {size_t(1), size_t(3), kTerms}) {
      Ran now = run(chain(kTerms, different, is_dataflow), Sweep::unless_sparse, distribute),
          swept = run(chain(kTerms, different, is_dataflow), Sweep::always, distribute);
      CHECK(now.result.rewrites == kTerms);
      CHECK(now.result.end == RewriteEnd::fixed_point);
      CHECK(now.text == swept.text);
      CHECK(now.tries <= 10 * kTerms);
      CHECK(count(now.text, "R.multiply") == different + 1);
    }
  }
}

TEST_CASE("what a replacement leaves to clean up beside it is cleaned up") {
  // An output that becomes local, an item of a tuple, a branch that goes, a dim that is known.
  const std::string text = R"(
from tvm.script import relax as R, tir as T

@R.function
def main(x: R.Tensor((4, 4), "float32"), flag: R.Tensor((), "bool")):
    n = T.int64()
    with R.dataflow():
        a = R.negative(x)
        b = R.abs(a)
        t = R.split(b, 2)
        u = t[0]
        R.output(a, b, u)
    if flag:
        p = R.exp(a)
        c = p
    else:
        q = R.negative(a)
        c = q
    d = R.abs(R.negative(c))
    m = R.match_cast(d, R.Tensor((n, 4), "float32"))
    e = R.negative(R.negative(m))
    f = R.abs(R.negative(R.abs(e)))
    return (f, u)
)";
  auto rules = [](Context& context) {
    std::vector<Rule> out{Rule("abs", context), Rule("twice", context), Rule("same", context)};
    Pattern x = out[0].patterns().any(), y = out[1].patterns().any(), z = out[2].patterns().any();
    out[0].rewrite(ops::abs(-x), ops::abs(x));
    out[1].rewrite(-(-y), y);
    out[2].rewrite(ops::abs(ops::abs(z)), ops::abs(z));
    return out;
  };
  Ran swept = run(text, Sweep::always, rules);
  CHECK(swept.result.rewrites >= 4);
  for (Sweep sweep : {Sweep::if_needed, Sweep::unless_sparse}) CHECK(run(text, sweep, rules).text == swept.text);
}
