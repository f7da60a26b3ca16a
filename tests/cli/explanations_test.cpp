// SPDX-License-Identifier: Apache-2.0
// What `hammock explain` says is true: its examples are run. And every code has a golden test.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "cli/command.h"
#include "hammock/tool/golden.h"

using namespace hammock;
using namespace hammock::cli;

namespace {

struct ExampleOutcome {
  int exit = 0;
  std::set<std::string> codes;
  std::string text;
};

// Runs an example as its first line says.
ExampleOutcome run_example(std::string_view script) {
  constexpr std::string_view kCommand = "$ hammock ";
  Arguments args{"check", "example.py"};
  if (script.starts_with(kCommand)) {
    size_t end = script.find('\n');
    args = *split_words(script.substr(kCommand.size(), end - kCommand.size()));
    script.remove_prefix(end + 1);
  }
  ExampleOutcome outcome;
  Io io;
  io.out = [](std::string_view) {};
  io.err = [&](std::string_view s) { outcome.text += s; };
  io.read = [&](const std::string& path) -> Result<std::string> {
    if (path == "example.py") return std::string(script);
    return Error{Error::Kind::io, path + ": there is no such file", {}};
  };
  io.may_write = false;
  io.threads = 1;
  outcome.exit = run_command(io, args);
  for (size_t at = outcome.text.find(" ["); at != std::string::npos; at = outcome.text.find(" [", at + 1)) {
    size_t end = outcome.text.find("]\n", at);
    std::string code = end == std::string::npos ? "" : outcome.text.substr(at + 2, end - at - 2);
    if (find_diag(code)) outcome.codes.insert(code);
  }
  return outcome;
}

}  // namespace

TEST_CASE("the wrong example of every explanation gets its code and no other, the right one gets none") {
  for (size_t i = 0; i < static_cast<size_t>(Diag::count); ++i) {
    std::string code(info(static_cast<Diag>(i)).code);
    Explanation e = explanation(static_cast<Diag>(i));
    ExampleOutcome wrong = run_example(e.wrong), right = run_example(e.right);
    INFO(code, "\nwrong:\n", wrong.text, "\nright:\n", right.text);
    CHECK(wrong.codes == std::set<std::string>{code});
    CHECK(right.codes.empty());
    CHECK(right.exit == kFine);
    CHECK((wrong.exit == kFine) == (info(static_cast<Diag>(i)).severity != Severity::error));
  }
}

TEST_CASE("every code stands in the expected output of a golden test") {
  std::string expected;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(HAMMOCK_ROOT "/tests/golden")) {
    if (entry.path().extension() != ".py") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    expected += parse_golden(text.str()).expected;
  }
  for (size_t i = 0; i < static_cast<size_t>(Diag::count); ++i) {
    std::string code(info(static_cast<Diag>(i)).code);
    CHECK_MESSAGE(expected.find("[" + code + "]\n") != std::string::npos, "no golden test expects ", code);
  }
}
