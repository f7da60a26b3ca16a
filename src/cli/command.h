// SPDX-License-Identifier: Apache-2.0
// What the commands share: where text comes from and goes to, the flags that all of them have, exit codes.
//
// A command is a function of an Io and its arguments, so that the golden tests run the very same code in process.
#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/base/clock.h"
#include "hammock/base/diagnostic.h"
#include "hammock/base/result.h"
#include "hammock/ir/dialect.h"
#include "hammock/print/print.h"
#include "hammock/read/read.h"

namespace hammock::cli {

enum Exit : int {
  kFine = 0,
  kFalse = 1,      // what was checked is false
  kUsage = 2,      // wrong usage or I/O
  kInvalid = 3,    // the script is not valid
  kRunFailed = 4,  // the program failed while running
  kInternal = 70,  // a defect of Hammock
};
int exit_code(const Error& error);

struct Io {
  std::function<void(std::string_view)> out;                    // results
  std::function<void(std::string_view)> err;                    // everything else
  std::function<Result<std::string>(const std::string&)> read;  // a file, or "-"
  bool out_color = false;
  bool err_color = false;
  bool err_terminal = false;  // progress may be shown
  bool may_write = true;      // golden tests write no files
  int threads = 0;            // 0: all cores, unless a flag says otherwise
  RenderOptions diagnostics;  // how they are shown: --diagnostics, --max-errors
  std::string file;           // that is at work, as JSON names it; none: the command line

  // `hammock: error: text` to err, or an object of JSON without a place and a code; returns the exit code.
  int fail(int code, std::string_view text) const;
};
// Of the process, which has one.
Io standard_io();
// Everything for the standard output is written, or the exit code becomes one that says so.
int finish_output(const Io& io, int code);

// Why a command refuses where !may_write.
constexpr std::string_view kNoWriting = "golden tests write no files";
// The text to the file; the exit code.
int write_text(const Io& io, const std::string& path, std::string_view text);

using Arguments = std::vector<std::string>;

struct Command {
  std::string_view name;
  std::string_view usage;  // behind `hammock NAME`
  std::string_view help;   // one line
  std::string_view examples;
  int (*run)(Io&, const Command&, const Arguments&);
};
std::span<const Command> commands();
const Command* find_command(std::string_view name);
// Runs `args[0]` with the rest, catching internal errors (exit code 70).
int run_command(Io& io, const Arguments& args);

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

// The flags of one command. Declare them on `app`, then parse. A flag that takes one value, or none, may stand once.
class CommandLine {
 public:
  CommandLine(const Command& command, Io& io);
  CLI::App app;
  bool verify_roundtrip = false;  // see add_roundtrip
  void add_roundtrip() {
    app.add_flag(
           "--verify-roundtrip", verify_roundtrip,
           "print, read back and print again; exit with 70 where that differs, with 1 where the text form cannot tell")
        ->group("Common");
  }
  // The exit code if the command is already over (help, wrong usage).
  std::optional<int> parse(const Arguments& args, std::span<const FlagRule> rules = {});

  // Declares --dialect, for commands that print a script.
  void add_dialect();
  Dialect dialect = Dialect::tvm_0_19;
  // Declares --show-meta and --no-meta, likewise.
  void add_meta();
  Constants constants = Constants::complete;

  // Declares that the option names a file: the value may not be empty.
  static std::string is_path(const std::string& text) { return text.empty() ? "the name of a file is missing" : ""; }

 private:
  bool is_given(std::string_view flag) const;
  std::string repeated_flag() const;
  std::string broken_rule(std::span<const FlagRule> rules) const;

  Io& io_;
  std::string color_ = "auto";
  std::string diagnostics_ = "text";
  size_t max_errors_ = Diagnostics::kLimit;
  std::string dialect_;
};

// What `work` of for_each_script says about a file.
struct ScriptOutcome {
  int exit = kFine;
  size_t problems = 0;
  bool is_script = true;
};

// The definitions of a script, read and checked. Problems went to io.err; `exit` says how.
struct Script {
  std::shared_ptr<const Source> source;
  Definitions definitions;  // empty unless all is well
  int exit = kFine;
  size_t problems = 0;  // errors that were shown
  double read_ms = 0, verify_ms = 0;

  explicit operator bool() const { return !definitions.modules.empty(); }
  ScriptOutcome outcome() const {
    return {exit, std::max<size_t>(problems, exit != kFine), static_cast<bool>(*this) || exit != kFine};
  }
};
struct ScriptOptions {
  bool verify = true;
  bool any_symbols = false;  // a function's global_symbol need not be its name
  bool any_results = false;  // what a function returns may contradict what it declares: for commands that only print it
  bool may_be_empty = false;     // a file without definitions is no mistake: exit is kFine
  bool takes_unchecked = false;  // what says check_well_formed=False is not verified; for commands that only look at it
  std::vector<SpellingUse>* spellings = nullptr;  // of ReadOptions
  std::optional<Dialect> dialect;                 // of ReadOptions
};
Script load_script(Io& io, const std::string& path, const ScriptOptions& options = {});
// What is made of a script: the canonical text of every definition, an empty line between two; or the file with the
// definitions as they are now in their places (splice.h).
enum class Form : uint8_t { canonical, in_place };
// With a warning where a file of Python lacks an import that its definitions need now.
std::string print(Io& io, const Script& script, Form form, const PrintOptions& options);
// A warning for each of `uses` that a file of Python does not import.
void warn_of_imports(Io& io, const Script& script, std::span<const bool, kImports> uses, const PrintOptions& options);
std::string print(const Definitions& definitions, const PrintOptions& options);
// Reads `written`, the very text that `print` gave of the script, and prints it again. kInternal, with the place on
// io.err, where a definition has gone, where the second text is another, or where a module is not structurally equal to
// the first.
int check_roundtrip(Io& io, const Script& script, const std::string& written, Form form, PrintOptions options);
// A warning where the text leaves out constants (PrintOptions::omitted); where it is for a file, an error and kUsage.
int show_omitted(Io& io, const Script& script, std::span<const Span> omitted, Constants constants, bool is_for_file);
// I., T. and R. in texts about a definition become what the file calls them (`import tvm.script.relax as rx`).
void as_written(Diagnostics& diagnostics, const Definitions& definitions);
// Renders to io.err what was reported, as the flags say.
void show(Io& io, Diagnostics& diagnostics);
// A warning for each thing that the dialect cannot say.
void show_gaps(Io& io, const std::shared_ptr<const Source>& source, std::span<const DialectGap> gaps, Dialect dialect);

// `what 12 of 688`, or `what 12` where the total is not known (0), on one line of a terminal, at most ten times a
// second; nothing elsewhere. Gone at the end. Any thread may call.
class Progress {
 public:
  Progress(const Io& io, std::string what, size_t total) : io_(io), what_(std::move(what)), total_(total) {}
  ~Progress();
  void step();
  void hide();  // before other text; the next step shows it again

 private:
  const Io& io_;
  std::string what_;
  size_t total_, done_ = 0;
  double shown_ms_ = 0;
  bool is_shown_ = false;
  std::mutex mutex_;
};

struct ScriptFile {
  std::string path;
  bool is_found = false;  // in a folder: it may hold no definition
};
struct FoundFiles {
  std::vector<std::string> files;
  std::vector<Error> problems;  // folders that cannot be read
};
FoundFiles python_files(const std::string& folder);
// kUsage, with a message, where --in-place cannot write back what it read: the standard input, pipes, devices.
int refuse_streams(const Io& io, std::span<const std::string> paths);
// Every file, in the order given; of a folder all files of Python in it and below, by name, but for hidden folders and
// links to folders. No file: standard input. Where there are several, a last line on io.err counts. The worst exit
// code.
int for_each_script(Io& io, const std::vector<std::string>& paths,
                    const std::function<ScriptOutcome(const ScriptFile&)>& work);

// No file: standard input, with a hint if that is a terminal.
std::string input_or_stdin(const Io& io, const std::string& path);

// Unified diff of two texts, lines with `-`, `+` and three lines of context; empty if they are equal. `patch` applies
// it, to the file or, as `patch -p0`, to the one that it names: both lines of the head do, and say behind a tab which
// text it is.
struct DiffNames {
  std::string_view file, before, after;
};
std::string unified_diff(std::string_view before, std::string_view after, const DiffNames& names, bool color);

int check_command(Io&, const Command&, const Arguments&);
int fmt_command(Io&, const Command&, const Arguments&);
int migrate_command(Io&, const Command&, const Arguments&);
int opt_command(Io&, const Command&, const Arguments&);
int rules_command(Io&, const Command&, const Arguments&);
int run_script_command(Io&, const Command&, const Arguments&);
int test_command(Io&, const Command&, const Arguments&);
int list_command(Io&, const Command&, const Arguments&);
int explain_command(Io&, const Command&, const Arguments&);
int help_command(Io&, const Command&, const Arguments&);

}  // namespace hammock::cli
