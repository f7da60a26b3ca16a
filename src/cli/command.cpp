// SPDX-License-Identifier: Apache-2.0
#include "command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "flag_errors.h"
#include "hammock/base/suggest.h"
#include "hammock/base/utf8.h"
#include "hammock/io/tensor_file.h"

namespace hammock::cli {
namespace {

bool wants_color(int fd) {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(fd) && !(no_color && *no_color);
}

void write_all(std::FILE* to, std::string_view text) { std::fwrite(text.data(), 1, text.size(), to); }

// Of the first write to standard output that failed; 0: none did.
int output_error = 0;

void note_output(bool is_good) {
  if (!is_good && output_error == 0) output_error = errno;
}

void write_output(std::string_view text) {
  note_output(std::fwrite(text.data(), 1, text.size(), stdout) == text.size());
}

void flush_output() { note_output(std::fflush(stdout) == 0); }

// A closed standard stream would give its number to the next file that is opened, which would then be written to.
void hold_standard_streams() {
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) == -1) return;
  }
}

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

// The flag that CLI11 could not place, as it was typed.
std::string flag_name(const std::string& argument) { return argument.substr(0, argument.find('=')); }

}  // namespace

Io standard_io() {
  hold_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a write beyond the limit is an error of that write
  Io io;
  io.out = write_output;
  io.err = [](std::string_view text) {
    flush_output();
    write_all(stderr, text);
  };
  io.read = [is_used = false](const std::string& path) mutable -> Result<std::string> {
    if (path == "-" && std::exchange(is_used, true))
      return Error{Error::Kind::usage, "the standard input is asked for twice", {}};
    return read_file(path);
  };
  io.out_color = wants_color(STDOUT_FILENO);
  io.err_color = wants_color(STDERR_FILENO);
  io.err_terminal = isatty(STDERR_FILENO);
  return io;
}

int Io::fail(int code, std::string_view text) const {
  if (diagnostics.json) {
    err(json_error(text, file));
    return code;
  }
  std::string_view red = err_color ? "\x1b[1;31m" : "", reset = err_color ? "\x1b[0m" : "";
  err(fmt::format("hammock: {}error:{} {}\n", red, reset, valid_utf8(text)));  // names of files may hold anything
  return code;
}

int write_text(const Io& io, const std::string& path, std::string_view text) {
  if (!io.may_write) return io.fail(kUsage, kNoWriting);
  Result<bool> written = write_file(path, text);
  return written ? static_cast<int>(kFine) : io.fail(kUsage, written.error().text);
}

int finish_output(const Io& io, int code) {
  flush_output();
  if (output_error == 0) return code;
  io.fail(kUsage, fmt::format("cannot write to the standard output: {}", system_text(output_error)));
  return code == kFine || code == kFalse ? kUsage : code;
}

void Progress::step() {
  std::lock_guard lock(mutex_);
  ++done_;
  if (!io_.err_terminal || now_ms() - shown_ms_ < 100) return;
  shown_ms_ = now_ms();
  is_shown_ = true;
  io_.err(fmt::format("\r{} {}{}\x1b[K", what_, done_, total_ > 0 ? fmt::format(" of {}", total_) : ""));
}

Progress::~Progress() { hide(); }

void Progress::hide() {
  if (std::exchange(is_shown_, false)) io_.err("\r\x1b[K");
}

CommandLine::CommandLine(const Command& command, Io& io) : app(std::string(command.help)), io_(io) {
  app.name(fmt::format("hammock {}", command.name));
  app.formatter(std::make_shared<HelpFormatter>(command));
  app.footer("examples:\n" + std::string(command.examples));
  app.allow_extras();
  app.add_option("--color", color_, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->group("Common");
  app.add_option("--diagnostics", diagnostics_,
                 "text, or json: an object per line with file, line, column, end_line, end_column, severity, code, "
                 "message, suggestion, notes")
      ->check(CLI::IsMember({"text", "json"}))
      ->group("Common");
  app.add_option("--max-errors", max_errors_,
                 fmt::format("errors shown of each file (200); 0: all, up to {}", Diagnostics::kMostKept))
      ->check(CLI::Range(size_t{0}, Diagnostics::kMostKept))
      ->group("Common");
}

void CommandLine::add_dialect() {
  std::vector<std::string> names;
  for (const DialectInfo& d : dialects()) names.emplace_back(d.name);
  app.add_option("--dialect", dialect_, "the version of TVM that the text is for (tvm-0.19)")
      ->check(CLI::IsMember(names));
}

void CommandLine::add_meta() {
  app.add_flag_callback(
      "--show-meta", [this] { constants = Constants::metadata; },
      "as TVM with show_meta=True: all tensor constants in a metadata section, the class is Module");
  app.add_flag_callback(
      "--no-meta", [this] { constants = Constants::omitted; },
      "as TVM by itself: tensor constants are left out (\"Metadata omitted\"), and the text cannot be read back; the "
      "class is Module");
}

bool CommandLine::is_given(std::string_view flag) const {
  size_t equal = flag.find('=');
  const CLI::Option* option = app.get_option_no_throw(std::string(flag.substr(0, equal)));
  HAMMOCK_CHECK(option, fmt::format("no flag '{}'", flag));
  return option->count() > 0 && (equal == std::string_view::npos || option->results().back() == flag.substr(equal + 1));
}

// The first flag that stands more than once and takes at most one value.
std::string CommandLine::repeated_flag() const {
  for (const CLI::Option* option : app.get_options()) {
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

std::optional<int> CommandLine::parse(const Arguments& args, std::span<const FlagRule> rules) {
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
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    io_.out(app.help());
    return kFine;
  } catch (const CLI::ParseError& error) {
    return io_.fail(kUsage, describe(error) + fmt::format(" (hammock help {})", app.get_name().substr(8)));
  }
  for (const std::string& extra : app.remaining()) {
    if (extra == "--") continue;  // behind it nothing is a flag
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    std::vector<std::string_view> views(names.begin(), names.end());
    bool is_flag = extra.size() > 1 && extra[0] == '-';
    std::string hint = is_flag ? did_you_mean(flag_name(extra), views) : "";
    return io_.fail(
        kUsage, fmt::format("{} '{}'{}", is_flag ? "unknown flag" : "one argument too many:", flag_name(extra), hint));
  }
  if (std::string flag = repeated_flag(); !flag.empty())
    return io_.fail(kUsage, fmt::format("{} is given twice", flag));
  if (std::string text = broken_rule(rules); !text.empty()) return io_.fail(kUsage, text);
  if (color_ != "auto") io_.out_color = io_.err_color = color_ == "always";
  io_.diagnostics.json = diagnostics_ == "json";
  io_.diagnostics.max_errors = max_errors_ == 0 ? Diagnostics::kMostKept : max_errors_;
  dialect = find_dialect(dialect_).value_or(dialect);
  return std::nullopt;
}

std::string input_or_stdin(const Io& io, const std::string& path) {
  if (!path.empty() && path != "-") return path;
  if (path.empty() && io.err_terminal && isatty(STDIN_FILENO))
    io.err("hammock: reading the script from standard input\n");
  return "-";
}

int tell(Io& io, const Outcome& outcome) {
  for (const Diagnostics& report : outcome.reports) show(io, report);
  return outcome.failure.empty() ? outcome.status : io.fail(outcome.status, outcome.failure);
}

void show(Io& io, const Diagnostics& diagnostics) {
  RenderOptions options = io.diagnostics;
  options.color = io.err_color;
  std::string text = render(diagnostics, options);
  if (!text.empty()) io.err(text);
}

Script load_script(Io& io, const std::string& path, ScriptOptions options) {
  Script script;
  // Offsets are 32-bit, and a text beyond this is no script.
  constexpr size_t kLargestText = size_t{1} << 31;
  io.file = path == "-" ? "<stdin>" : path;
  Result<std::string> text = io.read(path);
  if (!text) {
    script.outcome = failed(kUsage, text.error().text);
  } else if (text->size() > kLargestText) {
    script.outcome =
        failed(kInvalid, fmt::format("{}: {} bytes of text; the bound is {}", path, text->size(), kLargestText));
  } else {
    options.max_errors = io.diagnostics.max_errors;
    script = read_script(io.file, std::move(*text), options);
  }
  tell(io, script.outcome);
  return script;
}

}  // namespace hammock::cli
