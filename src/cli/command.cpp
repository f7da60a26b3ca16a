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
#include "hammock/print/splice.h"
#include "hammock/read/read.h"
#include "hammock/rewrite/equal.h"
#include "hammock/verify/verify.h"

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

int exit_code(const Error& error) {
  switch (error.kind) {
    case Error::Kind::usage:
    case Error::Kind::io: return kUsage;
    case Error::Kind::unsupported: return kInvalid;
    case Error::Kind::run:
    case Error::Kind::memory: return kRunFailed;
  }
  return kInternal;
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

static std::string with_prefixes(std::string_view text, const Prefixes& prefixes) {
  auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t space = at + 1 < text.size() && text[at + 1] == '.' && (at == 0 || !is_word(text[at - 1]))
                             ? std::string_view("ITR").find(text[at])
                             : std::string_view::npos;
    if (space != std::string_view::npos && !prefixes[space].empty()) out += prefixes[space];
    else out += text[at];
  }
  return out;
}

void as_written(Diagnostics& diagnostics, const Definitions& definitions) {
  for (size_t i = 0; i < definitions.modules.size(); ++i) {
    const Prefixes& prefixes = definitions.prefixes[i];
    const Span lines = definitions.modules[i].text;
    if (std::ranges::all_of(prefixes, [](std::string_view prefix) { return prefix.size() <= 1; })) continue;
    for (Diagnostic& d : diagnostics.all()) {
      if (d.span.begin < lines.begin || d.span.begin >= lines.end) continue;
      d.text = with_prefixes(d.text, prefixes);
      for (Note& note : d.notes) note.text = with_prefixes(note.text, prefixes);
    }
  }
}

void show(Io& io, Diagnostics& diagnostics) {
  diagnostics.sort();
  RenderOptions options = io.diagnostics;
  options.color = io.err_color;
  std::string text = render(diagnostics, options);
  if (!text.empty()) io.err(text);
}

void show_gaps(Io& io, const std::shared_ptr<const Source>& source, std::span<const DialectGap> gaps, Dialect dialect) {
  Diagnostics diagnostics(source);
  for (const DialectGap& gap : gaps) {
    diagnostics.report(Diag::not_in_dialect, gap.span,
                       fmt::format("{} is not part of {}; it is printed as another version of TVM spells it", gap.what,
                                   name(dialect)));
  }
  show(io, diagnostics);
}

// Whether a text can hold a definition: each has a decorator of the language, under some name. Other files of Python
// may hold anything.
static bool may_define(std::string_view text) {
  constexpr std::string_view kTraces[] = {"tvm", "@I.", "@R.", "@T.", ".function", "prim_func", "ir_module"};
  return std::ranges::any_of(kTraces,
                             [&](std::string_view trace) { return text.find(trace) != std::string_view::npos; });
}

Script load_script(Io& io, const std::string& path, const ScriptOptions& options) {
  Script script;
  // Offsets are 32-bit, and a text beyond this is no script.
  constexpr size_t kLargestText = size_t{1} << 31;
  io.file = path == "-" ? "<stdin>" : path;
  Result<std::string> text = io.read(path);
  if (!text) {
    script.exit = io.fail(kUsage, text.error().text);
    return script;
  }
  if (text->size() > kLargestText) {
    script.exit =
        io.fail(kInvalid, fmt::format("{}: {} bytes of text; the bound is {}", path, text->size(), kLargestText));
    return script;
  }
  if (options.may_be_empty && !may_define(*text)) return script;
  script.source = std::make_shared<Source>(io.file, std::move(*text));
  Diagnostics diagnostics(script.source);
  diagnostics.set_limit(std::max(io.diagnostics.max_errors, Diagnostics::kLimit));
  double start = now_ms();
  std::vector<std::vector<GlobalId>> incomplete;
  ReadOptions read_options;
  read_options.spellings = options.spellings;
  read_options.dialect = options.dialect;
  std::unordered_map<Prim, Span> declared;
  if (options.verify) {
    read_options.incomplete = &incomplete;
    read_options.declared = &declared;
  }
  std::optional<Definitions> definitions =
      read_definitions(script.source, std::make_shared<Context>(), diagnostics, read_options);
  script.read_ms = now_ms() - start;
  if (definitions && options.verify) {
    start = now_ms();
    for (size_t i = 0; i < definitions->modules.size(); ++i) {
      if (options.takes_unchecked && definitions->modules[i].is_unchecked) continue;
      VerifyOptions verify_options;
      verify_options.incomplete = incomplete[i];
      verify_options.declared = &declared;
      verify_options.check_symbols = !options.any_symbols;
      verify_options.check_results = !options.any_results;
      verify(definitions->modules[i], diagnostics, verify_options);
    }
    script.verify_ms = now_ms() - start;
  }
  auto is_empty = [](const Diagnostic& d) { return d.id == Diag::no_definition; };
  if (options.may_be_empty && std::ranges::any_of(diagnostics.all(), is_empty)) return script;
  if (definitions) as_written(diagnostics, *definitions);
  show(io, diagnostics);
  script.problems = diagnostics.error_count();
  if (definitions && !diagnostics.has_errors()) {
    script.definitions = std::move(*definitions);
  } else {
    script.exit = kInvalid;
  }
  return script;
}

std::string print(Io& io, const Script& script, Form form, const PrintOptions& options) {
  const Definitions& definitions = script.definitions;
  if (form == Form::canonical) return print(definitions, options);
  DefinitionEdits spliced =
      splice(*script.source, definitions.modules, definitions.prefixes, definitions.has_python, options);
  warn_of_imports(io, script, spliced.uses, options);
  return with_edits(script.source->text(), std::move(spliced.edits));
}

int show_omitted(Io& io, const Script& script, std::span<const Span> omitted, Constants constants, bool is_for_file) {
  if (omitted.empty()) return kFine;
  const size_t more = omitted.size() - 1;
  std::string where = more == 0 ? "" : fmt::format(", and in {} more {}", more, more == 1 ? "place" : "places");
  const bool leaves_out = constants == Constants::omitted;
  const std::string_view loses = leaves_out ? "--no-meta would leave out constants" : "--show-meta would change values";
  if (is_for_file)
    return io.fail(kUsage, fmt::format("{}: {} in {} {}; nothing is written", script.source->name(), loses, more + 1,
                                       more == 0 ? "place" : "places"));
  Diagnostics diagnostics(script.source);
  diagnostics.report(Diag::left_out, omitted[0],
                     leaves_out
                         ? fmt::format("the text leaves out the constant here{}; it cannot be read back", where)
                         : fmt::format("TVM's text cannot say the value here{}; it reads back as another", where));
  show(io, diagnostics);
  return kFine;
}

void warn_of_imports(Io& io, const Script& script, std::span<const bool, kImports> uses, const PrintOptions& options) {
  const Definitions& definitions = script.definitions;
  if (!definitions.has_python) return;
  const std::string names[kImports] = {options.ir_prefix, options.tir_prefix, options.relax_prefix, "tvm"};
  const std::string_view modules[] = {"ir", spell(Spelling::tir_namespace, options.dialect), "relax"};
  Diagnostics warnings(script.source);
  for (size_t i = 0; i < kImports; ++i) {
    const bool is_module = i == 3, is_usual = is_module || names[i].size() == 1;  // the others are not looked for
    if (!uses[i] || (is_usual && definitions.imports[i])) continue;
    std::string statement =
        is_module ? "import tvm" : fmt::format("from tvm.script import {} as {}", modules[i], names[i]);
    warnings.report(Diag::missing_import, {},
                    fmt::format("the text uses {}, which the file {} import: {}", names[i],
                                is_usual ? "does not" : "has to", statement));
  }
  show(io, warnings);
}

// The first place where two texts differ, with the lines.
static std::string first_difference(const Source& a, const Source& b) {
  for (uint32_t i = 1; i <= std::max(a.line_count(), b.line_count()); ++i) {
    std::string_view x = i <= a.line_count() ? a.line(i) : "", y = i <= b.line_count() ? b.line(i) : "";
    if (x == y && i <= std::min(a.line_count(), b.line_count())) continue;
    size_t column = static_cast<size_t>(std::ranges::mismatch(x, y).in1 - x.begin()) + 1;
    return fmt::format("line {}, column {}:\n  printed:    {}\n  read back:  {}", i, column, x, y);
  }
  return "";
}

int check_roundtrip(Io& io, const Script& script, const std::string& written, Form form, PrintOptions options) {
  const std::vector<Module>& modules = script.definitions.modules;
  std::vector<Span> omitted;
  options.gaps = nullptr;
  options.omitted = &omitted;
  auto fail = [&](std::string_view what) {
    if (!omitted.empty() && options.constants == Constants::omitted)
      return io.fail(kFalse, fmt::format("{}: round trip: --no-meta leaves constants out", script.source->name()));
    if (std::ranges::any_of(modules, has_untyped_integers))
      return io.fail(kFalse, fmt::format("{}: round trip: the text form cannot say the dtype of an integer",
                                         script.source->name()));
    if (!omitted.empty())
      return io.fail(kFalse, fmt::format("{}: round trip: TVM's text cannot say a value", script.source->name()));
    return io.fail(kInternal,
                   fmt::format("{}: round trip: {}\nThis is a defect of Hammock; please report it with the script.",
                               script.source->name(), what));
  };
  Io quiet = io;
  quiet.err = [](std::string_view) {};
  if (options.constants == Constants::omitted) print(quiet, script, form, options);  // only to learn what it leaves out
  Script again;
  again.source = std::make_shared<Source>("<written>", written);
  Diagnostics diagnostics(again.source);
  std::optional<Definitions> definitions = read_definitions(again.source, modules[0].shared_context(), diagnostics);
  if (!definitions) {
    if (omitted.empty()) show(io, diagnostics);
    return fail("the text that is written cannot be read");
  }
  again.definitions = std::move(*definitions);
  if (again.definitions.modules.size() != modules.size())
    return fail(fmt::format("{} definitions of {} are left", again.definitions.modules.size(), modules.size()));
  Source second("<written again>", print(quiet, again, form, options));
  if (second.text() != written) return fail(first_difference(*again.source, second));
  for (size_t i = 0; i < modules.size(); ++i) {
    std::string what = difference(modules[i], again.definitions.modules[i]);
    if (!what.empty() && difference(modules[i], again.definitions.modules[i], Integers::untyped).empty()) {
      return io.fail(kFalse, fmt::format("{}: round trip: the text form cannot say the dtype of an integer: {}",
                                         script.source->name(), what));
    }
    if (!what.empty()) return fail("the texts are equal, the modules differ: " + what);
  }
  return kFine;
}

std::string print(const Definitions& definitions, const PrintOptions& options) {
  std::string text;
  for (const Module& module : definitions.modules) {
    if (!text.empty()) text += '\n';
    text += hammock::print(module, options) + "\n";
  }
  return text;
}

}  // namespace hammock::cli
