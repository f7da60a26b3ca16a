// SPDX-License-Identifier: Apache-2.0
// The flags of a command. The library that reads them is known to command_line.cpp alone.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "command.h"

namespace hammock::cli {

// Flags that contradict each other, or do nothing without another: a command has a table of such rows, so that nothing
// that was asked for is silently left out. A flag of a row may have a value, `--engine=eval`; several have blanks
// between them.
struct FlagRule {
  enum Relation { not_with, only_with };  // none, at least one of `others`
  std::string_view flags;                 // each of them
  Relation relation;
  std::string_view others;
  std::string_view reason = "";
  std::string_view unless = "";  // the row does not hold where one of these is given
};

// What a flag sets; its type is that of the values. Where the flag is not given it keeps its value.
using Target =
    std::variant<int*, int64_t*, uint64_t*, double*, std::optional<double>*, std::string*, std::vector<std::string>*>;

// Which values a flag takes: all that its target can hold, one of some words, numbers of a range or a sign, or those
// for which a function has no message.
struct OneOf {
  std::vector<std::string> words;
};
struct FromTo {
  int64_t low, high;
};
enum class Sign { positive, not_negative };
using Refusal = std::string (*)(const std::string& value);
using Allowed = std::variant<std::monostate, OneOf, FromTo, Sign, Refusal>;

// A flag that names a file.
std::string is_path(const std::string& text);
// One that says what the shell runs.
std::string is_command(const std::string& text);

// A word that may stand somewhere on the command line.
struct Suggestion {
  std::string word, help;
};
// The words for which a flag or argument waits, where they are those of a table or stand in the file that is named;
// `given`: what stands on the line already.
using Suggest = std::function<std::vector<Suggestion>(const Arguments& given)>;
// Of a table whose rows have names and helps.
std::vector<Suggestion> suggestions(const auto& rows) {
  std::vector<Suggestion> words;
  for (const auto& row : rows) words.push_back({std::string(row.name), std::string(row.help)});
  return words;
}

// A flag or an argument as completion and manual pages see it.
struct FlagDescription {
  std::vector<std::string> names;  // `-o`, `--output`; of an argument its own
  std::string help, group;
  bool is_argument = false, takes_value = false, may_repeat = false;
  Suggest suggest;  // none: files where it takes a value
};

// Of a command, which is not run.
std::vector<FlagDescription> flags_of(const Io& io, const Command& command);
// The functions and kernels of the script that stands on the line, if it can be read.
Suggest suggest_entries(const Io& io);

// The flags of one command: declare them, then parse. Help shows them in the order in which they are declared. A flag
// that takes one value, or none, may stand once.
class CommandLine {
 public:
  CommandLine(const Command& command, Io& io);
  ~CommandLine();

  // The heading in the help of what is declared from here on; without one it is "Options".
  void group(std::string_view name);
  // Without a flag in front of it.
  void argument(std::string_view name, Target target, std::string_view help);
  void required_argument(std::string_view name, Target target, std::string_view help);
  void flag(std::string_view names, bool& target, std::string_view help);
  // The same, or with the name of a file behind `=`: empty where it is not given, kNoValue without one.
  void flag_or_value(std::string_view name, std::string& target, std::string_view help);
  static constexpr std::string_view kNoValue = "-";
  void option(std::string_view names, Target target, std::string_view help, Allowed allowed = {});
  // May stand several times, in an order among others that counts (given_steps).
  void step(std::string_view name, std::vector<std::string>& target, std::string_view help, Allowed allowed = {});

  // What completion offers for a flag or argument, but for one of OneOf, which it knows.
  void suggest(std::string_view name, Suggest words);

  // Declares --verify-roundtrip.
  void add_roundtrip();
  bool verify_roundtrip = false;
  // Declares --dialect, for commands that print a script.
  void add_dialect();
  Dialect dialect = Dialect::tvm_0_19;
  // Declares --show-meta and --no-meta, likewise.
  void add_meta();
  Constants constants = Constants::complete;

  // In the order of the help.
  std::vector<FlagDescription> flags() const;
  // The exit code if the command is already over (help, wrong usage, or only its flags are asked for: Io::inspect).
  std::optional<int> parse(const Arguments& args, std::span<const FlagRule> rules = {});
  // `--engine`, or `--engine=eval`.
  bool is_given(std::string_view flag) const;
  // The names of the steps, in the order in which they were given.
  std::vector<std::string> given_steps() const;

 private:
  struct Parser;

  void suggest_words(std::string_view names, const Allowed& allowed);
  std::string repeated_flag() const;
  std::string broken_rule(std::span<const FlagRule> rules) const;
  std::string unknown_argument() const;

  Io& io_;
  std::unique_ptr<Parser> parser_;
  std::map<std::string, Suggest, std::less<>> suggest_;  // by the first name
  std::vector<std::string> with_file_;                   // the names of flag_or_value
  std::vector<FlagRule> own_rules_;                      // of the flags that several commands share
  std::string color_ = "auto";
  std::string diagnostics_ = "text";
  size_t max_errors_ = Diagnostics::kLimit;
  std::string dialect_;
};

}  // namespace hammock::cli
