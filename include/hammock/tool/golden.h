// SPDX-License-Identifier: Apache-2.0
// A golden test: one file with the command, the input and the expected output.
//
//   # test: opt --passes=DeadCodeElimination      first comment lines: one directive or more
//   <a script>                                     the whole file is the command's input
//   #| expected output, line by line               the trailing block; `#|` alone is an empty line
//
//   # run-all: fmt; opt --passes=CanonicalizeBindings     likewise: each of these commands leaves the script as it is
//
// These comments are the test's, not the script's: outside of definitions the lines that begin with `#|`, and at the
// head of the file the comment lines from `# test:` or `# run-all:` to the first line that is none. No command prints
// them; what edits a golden test in place leaves everything around its definitions (print/splice.h).
//
// A directive is a command of the tool without the file, `run main(x=iota(2, 3))` (both executors, which must
// agree; the reference's values are printed, because their digits do not depend on the machine's vectors),
// or `fails COMMAND` (the exit code must not be 0). The output is what the command writes to standard output, then
// what it writes to standard error; with several directives each part is headed by `$ directive`.
//
// A command of `run-all` writes the script, as it stands between the head and the block, and nothing else; one that
// prints no script (check) writes nothing. No block says so: what differs is a problem, and no update mends it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hammock::tool {

struct GoldenFile {
  std::vector<std::string> directives;
  std::vector<std::string> run_all;  // commands
  std::string script;                // what they leave as it is
  std::string head;                  // everything above the expected block
  std::string expected;              // the block's lines without `#| `
};
GoldenFile parse_golden(std::string_view text);
// The file with another expected block.
std::string with_expected(const GoldenFile& golden, std::string_view output);

struct GoldenOutcome {
  std::string output;
  std::string problem;      // why there is no valid output: a directive that is wrong, or an unexpected exit code
  bool is_skipped = false;  // it needs the JIT, and this build has none
};
// What a command wrote, and its exit code.
struct CommandResult {
  int code = 0;
  std::string out, err;
};
// Runs the directives. `name`: the file of the test, as an argument; `run`: a command and its arguments.
GoldenOutcome run_golden(const GoldenFile& golden, const std::string& name,
                         const std::function<CommandResult(const std::vector<std::string>&)>& run);

// The words of a directive, split as a shell does: blanks, '...' and "...".
std::optional<std::vector<std::string>> split_words(std::string_view text);
// `run main(x=iota(2, 3), y=ones) --flag` as arguments of the run command; other directives unchanged.
std::optional<std::vector<std::string>> directive_arguments(std::string_view directive);

}  // namespace hammock::tool
