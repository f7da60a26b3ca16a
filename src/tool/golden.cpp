// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/golden.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hammock/base/marks.h"
#include "hammock/jit/executable.h"
#include "hammock/tool/diff.h"
#include "hammock/tool/outcome.h"

namespace hammock::tool {
namespace {

using Arguments = std::vector<std::string>;

std::string_view take_line(std::string_view& rest) {
  size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// `x=iota(2, 3), y=ones` at the commas outside brackets.
std::vector<std::string> split_inputs(std::string_view text) {
  std::vector<std::string> inputs;
  int depth = 0;
  std::string current;
  for (char c : text) {
    if (c == ',' && depth == 0) {
      inputs.emplace_back(trim(current));
      current.clear();
      continue;
    }
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    current += c;
  }
  if (!trim(current).empty()) inputs.emplace_back(trim(current));
  return inputs;
}

// Without empty lines above and below.
std::string_view trim_lines(std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text;
}

// `fmt; opt --passes=A` at the semicolons outside of quotes.
void add_commands(std::string_view text, std::vector<std::string>& commands) {
  char quote = 0;
  std::string current;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ';';
    if (i == text.size() || (c == ';' && quote == 0)) {
      if (!trim(current).empty()) commands.emplace_back(trim(current));
      current.clear();
      continue;
    }
    if (c == quote) quote = 0;
    else if (quote == 0 && (c == '\'' || c == '"')) quote = c;
    current += c;
  }
}

// For a build without the JIT: what both executors do, eval does alone. False if the command is one of the JIT.
bool without_jit(Arguments& args) {
  std::erase(args, "--compare=jit");
  return args[0] != "run" || std::ranges::find(args, "--engine=eval") != args.end();
}

}  // namespace

GoldenFile parse_golden(std::string_view text) {
  GoldenFile golden;
  size_t block = text.size();
  std::string_view rest = text;
  bool in_head = true, in_marks = false;
  while (!rest.empty()) {
    size_t at = text.size() - rest.size();
    std::string_view line = take_line(rest);
    if (in_head && line.starts_with(kGoldenDirective))
      golden.directives.emplace_back(trim(line.substr(kGoldenDirective.size())));
    if (in_head && line.starts_with(kGoldenRunAll)) {
      const size_t before = golden.run_all.size();
      add_commands(line.substr(kGoldenRunAll.size()), golden.run_all);
      if (golden.run_all.size() == before) golden.run_all.emplace_back();  // which is reported
    }
    if (!line.starts_with("#") && !trim(line).empty()) in_head = false;
    in_marks = in_head && (is_golden_mark(line) || (in_marks && line.starts_with('#')));
    if (!in_marks && !line.starts_with(kGoldenExpected)) (golden.script += line) += '\n';
    if (line.starts_with(kGoldenExpected)) {
      if (block == text.size()) block = at;
    } else if (!trim(line).empty()) {
      block = text.size();  // only the last block counts
    }
  }
  golden.head = text.substr(0, block);
  golden.script = trim_lines(golden.script);
  rest = text.substr(block);
  while (!rest.empty()) {
    std::string_view line = take_line(rest);
    if (!line.starts_with(kGoldenExpected)) continue;
    line.remove_prefix(kGoldenExpected.size());
    if (line.starts_with(' ')) line.remove_prefix(1);
    golden.expected += std::string(line) + "\n";
  }
  return golden;
}

std::string with_expected(const GoldenFile& golden, std::string_view output) {
  std::string text = golden.head;
  while (text.ends_with("\n\n")) text.pop_back();
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  text += '\n';
  while (!output.empty()) {
    std::string_view line = take_line(output);
    text += line.empty() ? "#|\n" : fmt::format("#| {}\n", line);
  }
  return text;
}

std::optional<Arguments> split_words(std::string_view text) {
  Arguments words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (char c : text) {
    if (quote) {
      if (c == quote) quote = 0;
      else word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t') {
      if (in_word) words.push_back(std::exchange(word, {}));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote) return std::nullopt;
  if (in_word) words.push_back(std::move(word));
  return words;
}

std::optional<Arguments> directive_arguments(std::string_view directive) {
  constexpr std::string_view kRun = "run ";
  size_t open = directive.find('(');
  if (!directive.starts_with(kRun) || open == std::string_view::npos) return split_words(directive);
  std::string_view name = trim(directive.substr(kRun.size(), open - kRun.size()));
  if (name.empty() || name.find_first_of(" =-") != std::string_view::npos) return split_words(directive);
  int depth = 0;
  size_t close = open;
  for (; close < directive.size(); ++close) {
    depth += (directive[close] == '(') - (directive[close] == ')');
    if (depth == 0) break;
  }
  if (close == directive.size()) return std::nullopt;
  Arguments args{"run", fmt::format("--entry={}", name), "--engine=eval", "--compare=jit"};
  for (const std::string& input : split_inputs(directive.substr(open + 1, close - open - 1)))
    args.push_back("--input=" + input);
  std::optional<Arguments> flags = split_words(directive.substr(close + 1));
  if (!flags) return std::nullopt;
  args.insert(args.end(), flags->begin(), flags->end());
  return args;
}

namespace {

using RunCommand = std::function<CommandResult(const Arguments&)>;

// A command of a directive on the test's own file; none: it needs the JIT, and this build has none.
std::optional<CommandResult> run_directive(Arguments args, const std::string& name, const RunCommand& run) {
  if (!jit::is_available() && !without_jit(args)) return std::nullopt;
  bool takes_no_file = args[0] == "list" || args[0] == "explain" || args[0] == "help";
  if (!takes_no_file)
    args.insert(args.begin() + (args[0] == "rules" ? std::min<ptrdiff_t>(2, std::ssize(args)) : 1), name);
  return run(args);
}

std::string malformed(std::string_view directive) {
  return fmt::format("'{}': a quote or bracket is not closed, or there is no command", directive);
}

// What a command of `run-all` does to the script; empty: nothing.
GoldenOutcome run_unchanged(const GoldenFile& golden, const std::string& command, const std::string& name,
                            const RunCommand& run) {
  if (command.empty()) return {{}, "'# run-all:' names no command"};
  const std::optional<Arguments> args = directive_arguments(command);
  if (!args || args->empty()) return {{}, malformed(command)};
  const std::optional<CommandResult> result = run_directive(*args, name, run);
  if (!result) return {{}, {}, true};
  if (result->code != kFine)
    return {{}, fmt::format("'{}' ended with exit code {}\n{}", command, result->code, result->err)};
  const std::string_view printed = trim_lines(result->out);
  if (printed == golden.script || (printed.empty() && args->front() == "check")) return {};
  const std::string diff =
      unified_diff(golden.script + "\n", fmt::format("{}\n", printed), {name, "as it is", command}, false);
  return {{}, fmt::format("'{}' changes the script\n{}", command, diff)};
}

}  // namespace

GoldenOutcome run_golden(const GoldenFile& golden, const std::string& name, const RunCommand& run) {
  GoldenOutcome outcome;
  if (golden.directives.empty() && golden.run_all.empty())
    return {{}, "the file has no '# test:' and no '# run-all:' line"};
  for (std::string_view directive : golden.directives) {
    bool must_fail = directive.starts_with("fails ");
    std::optional<Arguments> args = directive_arguments(trim(must_fail ? directive.substr(6) : directive));
    if (!args || args->empty()) return {{}, malformed(directive)};
    const std::optional<CommandResult> result = run_directive(*args, name, run);
    outcome.is_skipped = !result;
    if (outcome.is_skipped) return outcome;
    const auto& [code, out, err] = *result;
    outcome.is_skipped = !jit::is_available() && (*args)[0] == "run" && must_fail && code == kFine;
    if (outcome.is_skipped) return outcome;  // it was the JIT that refused
    if (golden.directives.size() > 1) outcome.output += fmt::format("$ {}\n", directive);
    outcome.output += out;
    if (!out.empty() && !out.ends_with('\n')) outcome.output += '\n';
    outcome.output += err;
    if (code == kInternal || (code == kFine) == must_fail) {
      outcome.problem =
          fmt::format("'{}' ended with exit code {}{}\n{}", directive, code, must_fail ? ", but should fail" : "", err);
      return outcome;
    }
  }
  for (const std::string& command : golden.run_all) {
    GoldenOutcome changed = run_unchanged(golden, command, name, run);
    if (!changed.problem.empty() || changed.is_skipped) return changed;
  }
  return outcome;
}

}  // namespace hammock::tool
