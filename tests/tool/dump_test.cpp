// SPDX-License-Identifier: Apache-2.0
// `hammock run --dump=kernels`: what it prints is a script that is valid, canonical, and computes the same.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "hammock/eval/compare.h"
#include "hammock/tool/run.h"

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

// With what the first line says: `# test: run --dump=kernels --input=...`.
InputOptions inputs_of(const std::string& text) {
  InputOptions inputs;
  std::istringstream words(text.substr(0, text.find('\n')));
  for (std::string word; words >> word;) {
    if (word.starts_with("--dim=")) inputs.dims.push_back(word.substr(6));
    if (word.starts_with("--input=")) inputs.input.push_back(word.substr(8));
  }
  inputs.fill = "rand(normal,seed=3)";
  return inputs;
}

// A script with its `main` and arguments for it.
struct Program {
  Script script;
  EntryPoint entry;
  RunArguments arguments;

  Program(const std::string& name, const std::string& text, const InputOptions& inputs)
      : script(read_script(name, text)) {
    for (const Diagnostics& report : script.outcome.reports) MESSAGE(render(report, {}));
    REQUIRE(script);
    Result<EntryPoint> found = find_entry(script, "main", "");
    REQUIRE_MESSAGE(found.ok(), found.error().text);
    entry = *found;
    Result<RunArguments> made = make_arguments(signature_of(*entry.module, entry.function), inputs);
    REQUIRE_MESSAGE(made.ok(), made.error().text);
    arguments = *made;
  }

  Run run(Engine engine, Dump dump = Dump::nothing) {
    RunOptions options;
    options.engine = engine;
    options.dump = dump;
    Run result = run_function(script, entry, arguments, options);
    for (const Diagnostics& report : result.outcome.reports) MESSAGE(render(report, {}));
    REQUIRE(result.outcome.is_fine());
    return result;
  }
};

void check(const std::string& name, const std::string& text) {
  INFO(name);
  InputOptions inputs = inputs_of(text);
  Program written(name, text, inputs);
  const std::string dumped = written.run(Engine::jit, Dump::kernels).dumped;
  INFO(dumped);
  inputs.dims.clear();
  Program kernels(name + ".kernels", dumped, inputs);
  CHECK(print(kernels.script.definitions, {}) == dumped);
  const Run before = written.run(Engine::eval), after = kernels.run(Engine::eval);
  CHECK(compare_results(*written.entry.module, written.entry.function, written.arguments.values, *after.value,
                        *before.value)
            .difference == "");
}

}  // namespace

TEST_CASE("what the JIT compiles reads back, and computes the same") {
  for (const char* folder : {HAMMOCK_ROOT "/tests/golden/dump", HAMMOCK_ROOT "/samples"}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string text = contents(entry.path());
      if (entry.path().extension() == ".py" && text.find("# test: fails") == std::string::npos)
        check(entry.path().filename(), text);
    }
  }
}
