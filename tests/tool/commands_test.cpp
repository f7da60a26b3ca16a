// SPDX-License-Identifier: Apache-2.0
// What the commands do, called as a library: texts and tensors in, texts and outcomes out.
#include <doctest/doctest.h>

#include "hammock/tool/migrate.h"
#include "hammock/tool/rewrite.h"
#include "hammock/tool/run.h"

using namespace hammock;
using namespace hammock::tool;

namespace {

constexpr const char* kTwice = R"(
@R.function
def main(x: R.Tensor(("n",), "float32")):
    with R.dataflow():
        a = R.add(x, x)
        b = R.add(x, x)
        c = R.multiply(a, b)
        R.output(c)
    return c
)";

// Two tensors that nobody has stored.
struct Memory : TensorStore {
  std::vector<Tensor> tensors;
  Result<Tensor> read(size_t number) const override { return tensors[number]; }
};

std::unique_ptr<Memory> memory(std::string member, std::vector<float> values) {
  auto store = std::make_unique<Memory>();
  store->name = "memory";
  store->members = {std::move(member)};
  Tensor t = *Tensor::make(kFloat32, {static_cast<int64_t>(values.size())});
  std::copy(values.begin(), values.end(), t.as<float>());
  store->tensors = {t};
  return store;
}

std::vector<RewritePart> passes(const std::string& pipeline) {
  Diagnostics diagnostics;
  std::vector<RewritePart> parts(1);
  parts[0].steps = *parse_pipeline(pipeline, diagnostics);
  return parts;
}

}  // namespace

TEST_CASE("a pipeline runs over a script, checked by running") {
  Script script = read_script("twice.py", kTwice);
  REQUIRE(script);
  std::vector<RewritePart> parts = passes("EliminateCommonSubexpr,DeadCodeElimination");
  RewriteRequest request;
  request.check_runs = 2;
  const Rewritten result = rewrite(script, parts, request);
  CHECK(result.outcome.is_fine());
  CHECK(result.times.size() == 2);
  CHECK(!result.check_summary.empty());
  const std::string text = print(script.definitions, {});
  CHECK(text.find("R.add") == text.rfind("R.add"));
}

TEST_CASE("rules of a script are a part of a pipeline") {
  Script script = read_script("twice.py", kTwice);
  REQUIRE(script);
  constexpr const char* kRule = R"(
from tvm.relax.dpl import is_op, wildcard, rewrite_call
x, y = wildcard(), wildcard()
def change(call, matched):
    return R.subtract(matched[x], matched[y])
mod = rewrite_call(is_op("relax.multiply")(x, y), change, mod["main"])
)";
  std::vector<RewritePart> parts(1);
  parts[0].rules = run_rule_script("rule.py", kRule, script.definitions.modules[0].shared_context(), {});
  if (!parts[0].rules.script) MESSAGE(render(parts[0].rules.outcome.reports[0], {}));
  REQUIRE(parts[0].rules.script);
  CHECK(rules_of(parts, script.definitions.modules[0]).size() == 1);
  CHECK(rewrite(script, parts, {}).outcome.is_fine());
  CHECK(print(script.definitions, {}).find("R.subtract") != std::string::npos);
}

TEST_CASE("a script is migrated, and what needs nothing is left alone") {
  ScriptOptions options{.any_results = true, .takes_unchecked = true, .spellings = true};
  const Script older = read_script("twice.py", kTwice, options);
  const Migration same = migrate(older, {.to = Dialect::tvm_0_19});
  CHECK(same.outcome.is_fine());
  CHECK(same.is_unchanged);
  const Script symbols = read_script(
      "s.py", "@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    return R.const(1.5, \"float32\")\n",
      options);
  const Migration there = migrate(symbols, {.to = Dialect::tvm_0_26, .verify_roundtrip = true});
  CHECK(there.outcome.is_fine());
  CHECK(there.report.find("s.py: ") == 0);
}

TEST_CASE("a function runs in both engines on tensors from a store") {
  Script script = read_script("twice.py", kTwice);
  Result<EntryPoint> entry = find_entry(script, "main", "");
  REQUIRE(entry);
  InputOptions inputs;
  inputs.paths = {"memory"};
  inputs.open = [](const std::string&) -> Result<std::unique_ptr<TensorStore>> {
    return std::unique_ptr<TensorStore>(memory("x", {1, 2, -3}));
  };
  const Signature signature = signature_of(*entry->module, entry->function);
  Result<RunArguments> arguments = make_arguments(signature, inputs);
  REQUIRE(arguments);
  CHECK(arguments->dims.at(0).value == 3);
  RunOptions options;
  options.compare = Engine::eval;
  const Run run = run_function(script, *entry, *arguments, options);
  CHECK(run.outcome.is_fine());
  REQUIRE(run.value);
  const std::vector<Tensor> leaves = result_leaves(*run.value);
  REQUIRE(leaves.size() == 1);
  CHECK(element_as_double(leaves[0], 2) == 36);
}

TEST_CASE("what cannot be run says why") {
  Script script = read_script("twice.py", kTwice);
  Result<EntryPoint> entry = find_entry(script, "mian", "");
  REQUIRE(!entry);
  CHECK(entry.error().text.find("did you mean 'main'") != std::string::npos);
  entry = find_entry(script, "main", "");
  const Signature signature = signature_of(*entry->module, entry->function);
  Result<RunArguments> arguments = make_arguments(signature, {.input = {"y=ones"}});
  REQUIRE(!arguments);
  CHECK(arguments.error().text.find("no parameter 'y'") != std::string::npos);
  arguments = make_arguments(signature, {.fill = "ones"});
  REQUIRE(!arguments);
  CHECK(arguments.error().text.find("--dim=n=8") != std::string::npos);
}
