// SPDX-License-Identifier: Apache-2.0
#include "command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "hammock/base/check.h"
#include "hammock/base/suggest.h"

namespace hammock::cli {
namespace {

// Help with our own usage line.
class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(const Command& command)
      : usage_(fmt::format("usage: hammock {} {}\n", command.name, command.usage)) {
    column_width(32);
  }
  std::string make_usage(const CLI::App*, std::string) const override { return usage_; }

 private:
  std::string usage_;
};

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    std::string_view word = text.substr(0, text.find(' '));
    if (!word.empty()) out.push_back(word);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return out;
}

// The parts of `text` before and behind the first `mark`; nothing behind if there is none.
std::pair<std::string_view, std::string_view> split(std::string_view text, std::string_view mark) {
  const size_t at = text.find(mark);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + mark.size())};
}

std::string one_of(std::string_view list, std::string_view value) {
  std::vector<std::string_view> words;
  while (!list.empty()) {
    auto [word, rest] = split(list, ",");
    words.push_back(word);
    list = rest;
  }
  std::string text;
  for (size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + std::string(words[i]);
  return text + " is expected" + did_you_mean(value, words);
}

std::string wrong_value(std::string_view text) {
  auto [flag, problem] = split(text, ": ");
  if (auto [value, list] = split(problem, " not in {"); !list.empty())
    return fmt::format("{}={}: {}", flag, value, one_of(list.substr(0, list.find('}')), value));
  auto [value, range] = split(problem, " not in range ");
  if (range.empty()) return std::string(text);
  if (value.starts_with("Value ")) value.remove_prefix(6);
  auto [low, high] = split(range, " to ");
  const bool is_bounded = high.size() < 20;  // else it is the greatest number that there is
  return fmt::format("{}={}: {} is expected", flag, value,
                     is_bounded ? fmt::format("a number from {} to {}", low, high) : "a number greater than 0");
}

// CLI11 tells the kind of an error by its class, and the rest in a text: `--color: blue not in {auto,always}`. In our
// words: "--repeat=abc: a number from 1 to 1000000 is expected".
std::string describe(const CLI::ParseError& error) {
  const std::string_view text = error.what();
  if (dynamic_cast<const CLI::ValidationError*>(&error)) return wrong_value(text);
  if (dynamic_cast<const CLI::ConversionError*>(&error)) {
    auto [flag, value] = split(text.substr(text.find(": ") + 2), " = ");
    return fmt::format("{}={}: a number is expected", flag, value);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    const std::string_view flag = split(text, ":").first;
    return flag.size() < text.size() ? fmt::format("{} needs a value", flag) : std::string(text);
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error))
    return fmt::format("an argument is missing: {}", split(text, " is required").first);
  if (dynamic_cast<const CLI::ExcludesError*>(&error)) {
    auto [flag, other] = split(text, " excludes ");
    return fmt::format("{} cannot be given with {}", flag, other);
  }
  return std::string(text);
}

// What the library takes though no number is meant by it.
std::string is_no_nan(const std::string& text) {
  return std::isnan(std::strtod(text.c_str(), nullptr)) ? fmt::format("{} is no number", text) : "";
}
std::string is_unsigned(const std::string& text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_below = text.starts_with('-') && text.size() > 1;
  if (!is_below && error != std::errc::result_out_of_range) return "";
  return fmt::format("'{}' is no number from 0 to {}", text, UINT64_MAX);
}

}  // namespace

std::string is_path(const std::string& text) { return text.empty() ? "the name of a file is missing" : ""; }
std::string is_command(const std::string& text) {
  return text.find_first_not_of(' ') == std::string::npos ? "a command is missing" : "";
}

std::vector<FlagDescription> flags_of(const Io& io, const Command& command) {
  std::vector<FlagDescription> flags;
  Io asking = io;
  asking.inspect = [&](const CommandLine& line) { flags = line.flags(); };
  asking.out = asking.err = [](std::string_view) {};
  command.run(asking, command, {});
  return flags;
}

Suggest suggest_entries(const Io& io) {
  return [io](const Arguments& given) {
    std::vector<Suggestion> entries;
    for (const std::string& word : given) {
      const Result<std::string> text = word.ends_with(".py") ? io.read(word) : Error{Error::Kind::io, "", {}};
      if (!text) continue;
      const Script script = read_script(word, *text, {.verify = false});
      for (const Module& module : script.definitions.modules) {
        for (const GlobalFunction& f : module.functions)
          entries.push_back({std::string(module.context().text(f.name)), ""});
      }
    }
    return entries;
  };
}

struct CommandLine::Parser {
  CLI::App app;
  std::string group;

  CLI::Option* add(std::string_view names, const Target& target, std::string_view help) {
    CLI::Option* option =
        std::visit([&](auto* to) { return app.add_option(std::string(names), *to, std::string(help)); }, target);
    return in_group(option);
  }
  CLI::Option* in_group(CLI::Option* option) { return group.empty() ? option : option->group(group); }

  static void restrict(CLI::Option* option, const Target& target, const Allowed& allowed) {
    if (auto* one_of = std::get_if<OneOf>(&allowed)) option->check(CLI::IsMember(one_of->words));
    if (auto* refusal = std::get_if<Refusal>(&allowed)) option->check(*refusal);
    if (auto* sign = std::get_if<Sign>(&allowed)) {
      option->check(is_no_nan);
      option->check(*sign == Sign::positive ? CLI::PositiveNumber : CLI::NonNegativeNumber);
    }
    if (std::holds_alternative<uint64_t*>(target) && std::holds_alternative<std::monostate>(allowed))
      option->check(is_unsigned);
    if (auto* range = std::get_if<FromTo>(&allowed)) {
      std::visit(
          [&]<typename T>(T*) {
            if constexpr (std::is_integral_v<T>)
              option->check(CLI::Range(static_cast<T>(range->low), static_cast<T>(range->high)));
          },
          target);
    }
  }
};

CommandLine::CommandLine(const Command& command, Io& io) : io_(io), parser_(std::make_unique<Parser>()) {
  CLI::App& app = parser_->app;
  app.description(std::string(command.help));
  app.name(fmt::format("hammock {}", command.name));
  app.formatter(std::make_shared<HelpFormatter>(command));
  app.footer("examples:\n" + std::string(command.examples));
  app.allow_extras();
  group("Common");
  option("--color", &color_, "auto, always or never", OneOf{{"auto", "always", "never"}});
  option("--diagnostics", &diagnostics_,
         "text, or json: an object per line with file, line, column, end_line, end_column, severity, code, message, "
         "suggestion, notes",
         OneOf{{"text", "json"}});
  option("--max-errors", &max_errors_,
         fmt::format("errors shown of each file (200); 0: all, up to {}", Diagnostics::kMostKept),
         FromTo{0, Diagnostics::kMostKept});
  group("");
}

CommandLine::~CommandLine() = default;

void CommandLine::group(std::string_view name) { parser_->group = name; }

void CommandLine::argument(std::string_view name, Target target, std::string_view help) {
  parser_->add(name, target, help);
}

void CommandLine::required_argument(std::string_view name, Target target, std::string_view help) {
  parser_->add(name, target, help)->required();
}

void CommandLine::flag(std::string_view names, bool& target, std::string_view help) {
  parser_->in_group(parser_->app.add_flag(std::string(names), target, std::string(help)));
}

void CommandLine::flag_or_value(std::string_view name, std::string& target, std::string_view help) {
  const std::string flag = fmt::format("{}{{{}}}", name, kNoValue);
  parser_->in_group(parser_->app.add_flag(flag, target, std::string(help)));
  with_file_.emplace_back(name);
}

void CommandLine::option(std::string_view names, Target target, std::string_view help, Allowed allowed) {
  CLI::Option* option = parser_->add(names, target, help);
  if (std::holds_alternative<std::vector<std::string>*>(target)) option->allow_extra_args(false);
  Parser::restrict(option, target, allowed);
  suggest_words(names, allowed);
}

void CommandLine::step(std::string_view name, std::vector<std::string>& target, std::string_view help,
                       Allowed allowed) {
  CLI::Option* option = parser_->add(name, &target, help);
  option->expected(1)->take_all()->allow_extra_args(false);
  Parser::restrict(option, &target, allowed);
}

void CommandLine::suggest(std::string_view name, Suggest words) { suggest_[std::string(name)] = std::move(words); }

void CommandLine::suggest_words(std::string_view names, const Allowed& allowed) {
  const auto* one_of = std::get_if<OneOf>(&allowed);
  if (!one_of) return;
  std::vector<Suggestion> words;
  for (const std::string& word : one_of->words) words.push_back({word, ""});
  suggest(names.substr(names.rfind(',') + 1), [words](const Arguments&) { return words; });
}

std::vector<FlagDescription> CommandLine::flags() const {
  std::vector<FlagDescription> flags;
  for (const CLI::Option* option : parser_->app.get_options()) {
    FlagDescription flag;
    for (const std::string& name : option->get_snames()) flag.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) flag.names.push_back("--" + name);
    flag.is_argument = option->get_positional();
    if (flag.is_argument) flag.names = {option->get_name()};
    flag.help = option->get_description();
    flag.group = option->get_group();
    flag.takes_value = option->get_items_expected_max() > 0;
    flag.may_repeat =
        option->get_items_expected_max() > 1 || option->get_multi_option_policy() != CLI::MultiOptionPolicy::TakeLast;
    if (auto words = suggest_.find(flag.names.back()); words != suggest_.end()) flag.suggest = words->second;
    flags.push_back(std::move(flag));
  }
  return flags;
}

std::vector<std::string> CommandLine::given_steps() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : parser_->app.parse_order()) {
    if (option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll) names.push_back(option->get_name());
  }
  return names;
}

void CommandLine::add_roundtrip() {
  group("Common");
  flag("--verify-roundtrip", verify_roundtrip,
       "print, read back and print again; exit with 70 where that differs, with 1 where the text form cannot tell");
}

void CommandLine::add_dialect() {
  std::vector<std::string> names;
  for (const DialectInfo& d : dialects()) names.emplace_back(d.name);
  group("");
  option("--dialect", &dialect_, "the version of TVM that the text is for (tvm-0.19)", OneOf{names});
}

void CommandLine::add_meta() {
  group("");
  own_rules_.push_back({"--show-meta", FlagRule::not_with, "--no-meta"});
  parser_->app.add_flag_callback(
      "--show-meta", [this] { constants = Constants::metadata; },
      "as TVM with show_meta=True: all tensor constants in a metadata section, the class is Module");
  parser_->app.add_flag_callback(
      "--no-meta", [this] { constants = Constants::omitted; },
      "as TVM by itself: tensor constants are left out (\"Metadata omitted\"), and the text cannot be read back; the "
      "class is Module");
}

bool CommandLine::is_given(std::string_view flag) const {
  size_t equal = flag.find('=');
  const CLI::Option* option = parser_->app.get_option_no_throw(std::string(flag.substr(0, equal)));
  HAMMOCK_CHECK(option, fmt::format("no flag '{}'", flag));
  return option->count() > 0 && (equal == std::string_view::npos || option->results().back() == flag.substr(equal + 1));
}

// The first flag that stands more than once and takes at most one value.
std::string CommandLine::repeated_flag() const {
  for (const CLI::Option* option : parser_->app.get_options()) {
    if (option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeLast && option->count() > 1)
      return option->get_name();
  }
  return "";
}

std::string CommandLine::broken_rule(std::span<const FlagRule> rules) const {
  auto given = [&](std::string_view flags) {
    std::string_view found;
    for (std::string_view flag : words(flags)) {
      if (is_given(flag) && found.empty()) found = flag;  // all are looked at: a flag that there is not is our mistake
    }
    return found;
  };
  std::string broken;
  for (const FlagRule& rule : rules) {
    std::string_view flag = given(rule.flags), other = given(rule.others);
    if (!given(rule.unless).empty() || flag.empty() || !broken.empty()) continue;
    std::string reason = rule.reason.empty() ? "" : fmt::format(": {}", rule.reason);
    if (rule.relation == FlagRule::not_with && !other.empty())
      broken = fmt::format("{} cannot be given with {}{}", flag, other, reason);
    if (rule.relation == FlagRule::only_with && other.empty())
      broken = fmt::format("{} does nothing without {}{}", flag, fmt::join(words(rule.others), " or "), reason);
  }
  return broken;
}

// What CLI11 could not place.
std::string CommandLine::unknown_argument() const {
  for (const std::string& extra : parser_->app.remaining()) {
    if (extra == "--") continue;  // behind it nothing is a flag
    const std::string name = extra.substr(0, extra.find('='));
    if (extra.size() < 2 || extra[0] != '-') return fmt::format("one argument too many: '{}'", name);
    std::vector<std::string> names;
    for (const CLI::Option* option : parser_->app.get_options()) {
      for (const std::string& known : option->get_lnames()) names.push_back("--" + known);
    }
    std::vector<std::string_view> views(names.begin(), names.end());
    return fmt::format("unknown flag '{}'{}", name, did_you_mean(name, views));
  }
  return "";
}

std::optional<int> CommandLine::parse(const Arguments& args, std::span<const FlagRule> rules) {
  CLI::App& app = parser_->app;
  for (const std::string& name : with_file_) {  // to CLI11 that is the flag alone
    if (std::ranges::find(args, name + "=") != args.end()) return io_.fail(kUsage, name + "=: " + is_path(""));
  }
  Arguments reversed;
  for (size_t i = args.size(); i-- > 0;) {
    // To CLI11 `--flag=` means that the value is the next argument.
    const bool is_flag = args[i].starts_with("--") && args[i].find('=') == args[i].size() - 1;
    const CLI::Option* option = is_flag ? app.get_option_no_throw(args[i].substr(0, args[i].size() - 1)) : nullptr;
    if (option && option->get_items_expected_max() > 0) {
      reversed.insert(reversed.end(), {"", option->get_name()});
    } else {
      reversed.push_back(args[i]);
    }
  }
  for (CLI::Option* option : app.get_options()) {  // what stands twice is found here, in our words
    bool takes_one =
        option->get_items_expected_max() <= 1 && option->get_multi_option_policy() == CLI::MultiOptionPolicy::Throw;
    if (takes_one && !option->get_positional()) option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
  if (io_.inspect) {
    io_.inspect(*this);
    return kFine;
  }
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    io_.out(app.help());
    return kFine;
  } catch (const CLI::ParseError& error) {
    return io_.fail(kUsage, describe(error) + fmt::format(" (hammock help {})", app.get_name().substr(8)));
  }
  if (std::string text = unknown_argument(); !text.empty()) return io_.fail(kUsage, text);
  if (std::string flag = repeated_flag(); !flag.empty())
    return io_.fail(kUsage, fmt::format("{} is given twice", flag));
  for (std::span<const FlagRule> table : {rules, std::span<const FlagRule>(own_rules_)}) {
    if (std::string text = broken_rule(table); !text.empty()) return io_.fail(kUsage, text);
  }
  if (color_ != "auto") io_.out_color = io_.err_color = color_ == "always";
  io_.diagnostics.json = diagnostics_ == "json";
  io_.diagnostics.max_errors = max_errors_ == 0 ? Diagnostics::kMostKept : max_errors_;
  dialect = find_dialect(dialect_).value_or(dialect);
  return std::nullopt;
}

}  // namespace hammock::cli
