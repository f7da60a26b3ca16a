// SPDX-License-Identifier: Apache-2.0
// Random modules: what lower() makes of them computes what eval computes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "generate.h"
#include "hammock/eval/compare.h"
#include "hammock/eval/eval.h"
#include "hammock/loop/tir.h"
#include "interpreter.h"

using namespace hammock;
using namespace hammock::loop;

namespace {

constexpr double kMaxWork = 2e5;  // the interpreter takes its time

// What can be lowered, on operands that the operators do not suit.
constexpr generate::Runner kRunner = {
    [](Op op) { return has_reference(op) && has_lowering(op); },
    [](Op op, size_t operand) { return domain_of(op, operand) == Domain::index ? Domain::index : Domain::any; }};

// The leaves, nested as those of `like` are.
RuntimeValue nested(const RuntimeValue& like, std::span<const Tensor>& leaves) {
  RuntimeTuple fields;
  if (const RuntimeTuple* of = like.tuple()) {
    for (const RuntimeValue& field : *of) fields.push_back(nested(field, leaves));
    return {std::move(fields)};
  }
  Tensor leaf = leaves.front();
  leaves = leaves.subspan(1);
  return {std::move(leaf)};
}

std::set<Op> ops_of(const Module& module) {
  std::set<Op> ops;
  for (const GlobalFunction& global : module.functions) {
    for (uint32_t i = 0; i < global.relax()->size(); ++i) {
      const Node& node = (*global.relax())[Value(i)];
      if (node.kind == NodeKind::call_op) ops.insert(node.op);
    }
  }
  return ops;
}

// Did the module run? Notes the operators that are in kernels.
bool agrees(const Module& module, uint64_t seed, std::set<Op>& lowered) {
  const GlobalId entry(static_cast<uint32_t>(module.functions.size() - 1));
  Result<Sample> sample = sample_arguments(module, entry, seed, kMaxWork);
  if (!sample) return false;
  Result<RuntimeValue> expected = evaluate(module, entry, sample->args);
  if (!expected) return false;
  std::vector<Binding> dims;
  for (const auto& [symbol, value] : sample->symbols)
    dims.push_back({std::string(module.context().text(module.context().prims[symbol].name())), value});
  Result<Program> program = lower(module, entry, dims);
  if (!program) {
    CHECK_MESSAGE(program.error().kind == Error::Kind::unsupported, program.error().text);
    return false;
  }
  const auto is_tensor = [](const ResultLeaf& leaf) { return leaf.kind == ResultLeaf::Kind::tensor; };
  // Those are run by the executor of kernels, below.
  const auto has_statements = [](const Step& step) { return std::holds_alternative<Code>(step.kernel.body); };
  if (std::ranges::all_of(program->results, is_tensor) && std::ranges::none_of(program->steps, has_statements)) {
    Result<std::vector<Tensor>> results = interpret(module.context(), *program, sample->args);
    REQUIRE_MESSAGE(results.ok(), (results ? std::string() : results.error().text));
    std::span<const Tensor> leaves(*results);
    CHECK(compare_results(module, entry, sample->args, nested(*expected, leaves), *expected).difference == "");
  }
  const std::set<Op> ops = ops_of(module);
  lowered.insert(ops.begin(), ops.end());
  // The same as a module of kernels of TIR, on eval.
  const Module made = to_module(module, entry, *program, dims);
  const GlobalId main(static_cast<uint32_t>(made.functions.size() - 1));
  Result<RuntimeValue> as_tir = evaluate(made, main, sample->args);
  REQUIRE_MESSAGE(as_tir.ok(), (as_tir ? std::string() : as_tir.error().text));
  CHECK(compare_results(module, entry, sample->args, *as_tir, *expected).difference == "");
  return true;
}

}  // namespace

TEST_CASE("random modules: kernels compute what eval computes, also as TIR") {
  uint64_t count = 800;
  if (const char* more = std::getenv("HAMMOCK_RANDOM_FUNCTIONS")) count = static_cast<uint64_t>(std::atoi(more));
  std::set<Op> lowered;
  uint64_t ran = 0;
  for (uint64_t seed = 0; seed < count; ++seed) {
    CAPTURE(seed);
    generate::Choices choices(seed);
    ran += agrees(generate::generate(choices, {.runner = &kRunner, .for_executors = true}), seed, lowered);
  }
  CHECK(2 * ran >= count);
  CHECK((count < 800 || lowered.size() >= 110));
}
