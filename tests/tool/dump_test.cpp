// SPDX-License-Identifier: Apache-2.0
// `hammock run --dump=kernels`: what it prints is a script that is valid, canonical, and computes the same in both
// engines.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "hammock/eval/compare.h"
#include "hammock/tool/run.h"
#include "hammock/verify/verify.h"

using namespace hammock;
using namespace hammock::tool;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// The arguments of the first directive `# test: run --dump=kernels ...` that make inputs.
InputOptions inputs_of(const std::string& script) {
  InputOptions inputs;
  std::istringstream words(script.substr(0, script.find('\n')));
  for (std::string word; words >> word;) {
    if (word.starts_with("--dim=")) inputs.dims.push_back(word.substr(6));
    if (word.starts_with("--input=")) inputs.input.push_back(word.substr(8));
  }
  inputs.fill = "rand(normal,seed=3)";
  return inputs;
}

Run run(const Script& script, const InputOptions& inputs, RunOptions options) {
  Script& mine = const_cast<Script&>(script);
  Result<EntryPoint> entry = find_entry(mine, "main", "");
  REQUIRE_MESSAGE(entry.ok(), entry.error().text);
  Result<RunArguments> arguments = make_arguments(*(*entry->module)[entry->function].relax(), inputs);
  REQUIRE_MESSAGE(arguments.ok(), arguments.error().text);
  return run_function(script, *entry, *arguments, options);
}

void is_fine(const Run& run) {
  for (const Diagnostics& report : run.outcome.reports) MESSAGE(render(report, {}));
  CHECK_MESSAGE(run.outcome.is_fine(), run.difference);
}

// Both read into one context, which comparing by running needs.
void check(const std::string& name, const std::string& text) {
  INFO(name);
  const Script script = read_script(name, text);
  REQUIRE(script);
  const InputOptions inputs = inputs_of(text);
  const Run dumped = run(script, inputs, {.dump = Dump::kernels});
  is_fine(dumped);
  INFO(dumped.dumped);
  const Script again = read_script(name + ".kernels", dumped.dumped);
  for (const Diagnostics& report : again.outcome.reports) MESSAGE(render(report, {}));
  REQUIRE(again);
  CHECK(print(again.definitions, {}) == dumped.dumped);
  const Run before = run(script, inputs, {.engine = Engine::eval});
  is_fine(before);
  InputOptions same = inputs;
  same.dims.clear();
  RunOptions both{.engine = Engine::eval};
  if (jit::is_available()) both.compare = Engine::jit;
  const Run after = run(again, same, both);
  is_fine(after);
  REQUIRE(before.value);
  REQUIRE(after.value);
  const std::vector<Tensor> expected = result_leaves(*before.value), found = result_leaves(*after.value);
  const bool is_half = dumped.dumped.find("float16") != std::string::npos;
  CHECK(compare_with_expected(found, expected,
                              {.rtol = is_half ? 4e-3 : 1e-4, .atol = is_half ? 4e-3 : 1e-5, .equal_nan = true}) == "");
}

}  // namespace

TEST_CASE("what the JIT compiles reads back, and computes the same") {
  for (const char* folder : {HAMMOCK_ROOT "/tests/golden/dump", HAMMOCK_ROOT "/samples"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".py") continue;
      const std::string text = contents(entry.path());
      if (text.find("# test: fails") == std::string::npos) check(entry.path().filename(), text);
    }
  }
}
