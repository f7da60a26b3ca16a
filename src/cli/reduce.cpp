// SPDX-License-Identifier: Apache-2.0
// hammock reduce: the smallest script that still shows a failure.
#include "hammock/tool/reduce.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <deque>

#include "child.h"
#include "hammock/base/check.h"
#include "hammock/eval/sample.h"
#include "hammock/runtime/thread_pool.h"
#include "hammock/tool/golden.h"
#include "hammock/tool/run.h"
#include "parts.h"
#include "run_flags.h"

namespace hammock::cli {
namespace {

constexpr FlagRule kReduceRules[] = {
    {"--test", FlagRule::not_with, "--passes --rules --engines --crash --code"},
    {"--engines", FlagRule::not_with, "--passes --rules --crash --code"},
    {"--cpu", FlagRule::only_with, "--engines"},
    {"--crash", FlagRule::not_with, "--code"},
    {"--runs --check-seed --check-work --rtol --atol", FlagRule::not_with, "--crash --test --code",
     "no numbers are compared then"},
    {"--as-golden", FlagRule::not_with, "--test", "no directive runs such a command"},
};

constexpr int64_t kMostBindings = 1'000'000;  // of a run with --engines: what never ends is soon over

bool is_readable(const std::string& name, const std::string& text) {
  try {
    return static_cast<bool>(read_script(name, text));
  } catch (const InternalError&) {
    return false;
  }
}

struct ReduceRun {
  ReduceRun(Io& io, const Command& self) : io(io), line(self, io), flags(line) {}
  int run(const Arguments& args);

 private:
  void declare();
  int refuse() const;
  int refuse_invalid(const std::string& text, bool is_numbers);
  bool fails(const std::string& text) const;
  bool numbers_differ(const std::string& text) const;
  bool engines_differ(const std::string& text) const;
  bool has_code(const std::string& text) const;
  bool still_fails(const std::string& text) const;
  std::optional<size_t> find_here(const NextCandidate& next) const;
  std::optional<size_t> find_in_children(const NextCandidate& next) const;
  void look_for_hints(const std::string& text, ReduceOptions& options) const;
  void show_progress(const ReduceProgress& at);
  std::string directive(const std::string& folder) const;
  std::string as_golden(const std::string& text) const;

  Io& io;
  CommandLine line;
  PartFlags flags;
  std::string file, name, output, command, code;
  bool engines = false, is_crash = false, golden = false;
  double seconds = 0;
  int jobs = 0;
  CompareOptions runs;
  RunOptions engine;  // its processor
  std::optional<ShellTest> shell;
  bool was_valid = false;  // then every candidate is
  double started_ms = now_ms(), shown_ms = 0;
  bool is_shown = false;
};

void ReduceRun::declare() {
  line.argument("FILE", &file, "a script; '-' or none: standard input");
  line.option("-o,--output", &output, "where to write the result (standard output)", is_path);
  line.flag("--as-golden", golden, "write a golden test: a directive above, and what it prints below");
  line.option("-j,--jobs", &jobs, "candidates at a time (all cores); the result is the same", FromTo{1, 1024});
  line.group("What the script shows (numbers that --passes and --rules change, unless one of these says else)");
  line.flag(
      "--engines", engines,
      fmt::format("the JIT and the reference executor disagree about a function; a run that executes more than {} "
                  "bindings shows nothing",
                  kMostBindings));
  declare_processor(line, engine);
  line.flag("--crash", is_crash,
            "a defect of Hammock ends --passes and --rules, or they take longer than --time-limit");
  line.option("--code", &code, "a diagnostic of this code: of the script, or of --passes and --rules");
  line.option("--test", &command,
              "a command, given the script as its last argument or as {}, ends with exit code 0: still interesting",
              is_command);
  line.option("--time-limit", &seconds,
              "seconds that a test may take; what takes longer fails with --crash, and is not interesting otherwise",
              Sign::positive);
  declare_numbers(line, runs);
}

bool ReduceRun::numbers_differ(const std::string& text) const {
  Applications applications;
  const Stage stage = rewrite_text(name, text, flags.parts(), true, applications);
  return stage.outcome.is_fine() && !check_numbers(stage, runs).difference.empty();
}

bool ReduceRun::engines_differ(const std::string& text) const {
  Script script = read_script(name, text);
  for (Module& module : script.definitions.modules) {
    for (uint32_t g = 0; g < module.functions.size(); ++g) {
      for (int i = 0; i < runs.runs && module.functions[g].relax(); ++i) {
        Result<Sample> sample =
            sample_arguments(module, GlobalId(g), runs.seed + static_cast<uint64_t>(i), runs.max_work);
        if (!sample) break;
        RunArguments arguments;
        arguments.values = std::move(sample->args);
        for (auto [symbol, value] : sample->symbols)
          arguments.dims.push_back({std::string(module.context().text(module.context().prims[symbol].name())), value});
        RunOptions options = engine;
        options.compare = options.engine == Engine::jit ? Engine::eval : Engine::jit;
        options.bounds = runs.bounds;
        options.max_bindings = kMostBindings;
        if (run_function(script, {&module, GlobalId(g)}, arguments, options).outcome.status == kFalse) return true;
      }
    }
  }
  return false;
}

bool ReduceRun::has_code(const std::string& text) const {
  Applications applications;
  ScriptOptions read;
  read.warn = true;
  const Script script = read_script(name, text, read);
  const auto is_in = [&](const Outcome& outcome) {
    for (const Diagnostics& report : outcome.reports) {
      if (std::ranges::any_of(report.all(), [&](const Diagnostic& d) { return info(d.id).code == code; })) return true;
    }
    return false;
  };
  if (is_in(script.outcome)) return true;
  return script && !flags.parts().empty() && is_in(rewrite_text(name, text, flags.parts(), true, applications).outcome);
}

// Of a candidate that may be no script at all.
bool ReduceRun::fails(const std::string& text) const {
  if (was_valid && !read_script(name, text)) return false;
  if (!code.empty()) return has_code(text);
  if (shell) return shell->run(text) == 0;
  if (engines) return engines_differ(text);
  if (!is_crash) return numbers_differ(text);
  Applications applications;
  rewrite_text(name, text, flags.parts(), true, applications);
  return false;
}

bool ReduceRun::still_fails(const std::string& text) const {
  try {
    return fails(text);
  } catch (const InternalError&) {
    return is_crash;
  }
}

std::optional<size_t> ReduceRun::find_here(const NextCandidate& next) const {
  size_t number = 0;
  for (std::optional<std::string> text = next(); text && !Interrupts::have_come(); text = next(), ++number) {
    if (still_fails(*text)) return number;
  }
  return std::nullopt;
}

// The answers are waited for in the order of the candidates.
std::optional<size_t> ReduceRun::find_in_children(const NextCandidate& next) const {
  std::deque<Child> running;
  bool is_last = false;
  for (size_t number = 0; !Interrupts::have_come(); ++number) {
    while (!is_last && running.size() < static_cast<size_t>(jobs)) {
      const std::optional<std::string> text = next();
      is_last = !text;
      if (text) running.emplace_back([this, t = *text](const Say&) { return still_fails(t) ? 0 : 1; }, seconds);
    }
    if (running.empty()) return std::nullopt;
    Child& first = running.front();
    while (!first.wait(1000) && !Interrupts::have_come()) {
    }
    if (Interrupts::have_come()) break;
    const bool has_crashed = first.was_late() || first.code() < 0;
    if (has_crashed ? is_crash : first.code() == 0) return number;
    running.pop_front();
  }
  return std::nullopt;
}

// The binding where the first change is made that makes the numbers differ.
void ReduceRun::look_for_hints(const std::string& text, ReduceOptions& options) const {
  try {
    Applications all;
    const std::string printed = print(read_script(name, text).definitions, {});
    if (check_numbers(rewrite_text(name, printed, flags.parts(), false, all), runs).difference.empty()) return;
    const FirstBad found = first_bad(all.all().size(), [&](uint64_t changes) {
      Applications some(changes);
      const Stage stage = rewrite_text(name, printed, flags.parts(), false, some);
      return Interrupts::have_come() || !check_numbers(stage, runs).difference.empty() ? Verdict::bad : Verdict::good;
    });
    Applications some(found.bad);
    rewrite_text(name, printed, flags.parts(), false, some);
    if (!some.all().empty()) options.hints.push_back({some.all().back().function, some.all().back().binding});
  } catch (const InternalError&) {
  }
}

void ReduceRun::show_progress(const ReduceProgress& at) {
  if (!io.err_terminal || now_ms() - shown_ms < 100) return;
  shown_ms = now_ms();
  is_shown = true;
  io.err(fmt::format("\r{} bindings, {} bytes; {} tried, {} kept, {:.0f} s: {}\x1b[K", at.bindings, at.bytes, at.tried,
                     at.kept, (shown_ms - started_ms) / 1000, at.reducer));
}

// The command that shows the failure, as a golden test in the folder has it.
std::string ReduceRun::directive(const std::string& folder) const {
  const std::string steps = flags.as_flags(folder);
  if (is_crash) return "opt" + steps;
  if (!code.empty()) return steps.empty() ? "check" : "opt" + steps + " --remarks";
  std::string bounds;
  if (runs.bounds.rtol) bounds += fmt::format(" --rtol={}", *runs.bounds.rtol);
  if (runs.bounds.atol) bounds += fmt::format(" --atol={}", *runs.bounds.atol);
  if (engines) {
    const std::string cpu = engine.cpu == "native" ? "" : " --cpu=" + engine.cpu;
    return "fails run --fill='rand(normal,seed=1)' --compare=eval" + cpu + bounds;
  }
  if (runs.max_work != CompareOptions().max_work) bounds += fmt::format(" --check-work={}", runs.max_work);
  return fmt::format("fails opt{} --check-each={} --check-seed={}{}", steps, runs.runs, runs.seed, bounds);
}

std::string ReduceRun::as_golden(const std::string& text) const {
  const bool is_file = !output.empty() && output != "-";
  const size_t slash = output.rfind('/');
  const std::string folder = !is_file                     ? ""
                             : slash == std::string::npos ? "./"
                                                          : output.substr(0, slash + 1),
                    test = is_file ? output.substr(slash + 1) : "reduced.py", shown = directive(folder);
  std::string head;
  const auto run = [&](const Arguments& args) {
    CommandResult result;
    Io inner;
    inner.out = [&](std::string_view s) { result.out += s; };
    inner.err = [&](std::string_view s) { result.err += s; };
    inner.read = [&](const std::string& path) {
      return path == test ? Result<std::string>(head) : io.read(path.starts_with('/') ? path : folder + path);
    };
    inner.may_write = false;
    inner.threads = 1;
    result.code = run_command(inner, args);
    return result;
  };
  GoldenFile parsed;
  GoldenOutcome outcome;
  for (std::string_view fails : {"", "fails "}) {
    head = fmt::format("# test: {}{}\n{}", fails, shown, text);
    if (is_crash) return head;  // what it prints is known when it does not crash any more
    parsed = parse_golden(head);
    outcome = run_golden(parsed, test, run);
    if (outcome.problem.empty() || shown.starts_with("fails ")) break;
  }
  if (!outcome.problem.empty()) io.err(fmt::format("the golden test does not show it: {}\n", outcome.problem));
  return with_expected(parsed, outcome.output);
}

int ReduceRun::refuse() const {
  const bool has_test = !flags.parts().empty() || engines || !code.empty() || !command.empty() || is_crash;
  if (!has_test) return io.fail(kUsage, "--passes, --rules, --engines, --crash, --code or --test says what fails");
  const bool starts_processes = jobs > 1 || seconds > 0 || is_crash || !command.empty();
  if (starts_processes && !io.may_write) return io.fail(kUsage, "golden tests start no processes");
  const auto is_stdin = [](const PartText& part) { return part.rules == "-"; };
  if (golden && std::ranges::any_of(flags.parts(), is_stdin))
    return io.fail(kUsage, "--as-golden needs rules in a file, which the test can name; --rules=- is none");
  return kFine;
}

// What is no rule shows nothing; where numbers are compared, nor does what is no script.
int ReduceRun::refuse_invalid(const std::string& text, bool is_numbers) {
  try {
    Script script = read_script(name, text);
    if (!script && is_numbers) return tell(io, script.outcome);
    Outcome outcome;
    make_parts(flags.parts(), script ? script.context : std::make_shared<Context>(), outcome);
    return outcome.is_fine() || !code.empty() ? static_cast<int>(kFine) : tell(io, outcome);
  } catch (const InternalError&) {
    return kFine;  // it is told that nothing is shown
  }
}

int ReduceRun::run(const Arguments& args) {
  runs.runs = 2;
  declare();
  if (std::optional<int> over = line.parse(args, kReduceRules)) return *over;
  if (int failed = flags.read(io, line); failed != kFine) return failed;
  std::ranges::transform(code, code.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  if (!code.empty() && !find_diag(code)) return io.fail(kUsage, fmt::format("there is no diagnostic '{}'", code));
  if (jobs == 0) jobs = io.may_write ? usable_cores() : 1;
  if (int refused = refuse(); refused != kFine) return refused;
  if (int refused = refuse_processor(io, engine); refused != kFine) return refused;
  const std::string path = input_or_stdin(io, file);
  name = path == "-" ? "<stdin>" : path;
  Result<std::string> text = io.read(path);
  if (!text) return io.fail(kUsage, text.error().text);

  const bool is_numbers = !is_crash && code.empty() && command.empty();
  if (int refused = refuse_invalid(*text, is_numbers); refused != kFine) return refused;
  was_valid = is_readable(name, *text);
  if (!command.empty()) shell.emplace(command);
  if (shell && !shell->problem().empty()) return io.fail(kUsage, shell->problem());
  const bool in_children = jobs > 1 || seconds > 0 || is_crash || !command.empty();
  std::optional<Interrupts> interrupts;
  if (io.may_write) interrupts.emplace();  // else this is one of many golden tests
  ReduceOptions options;
  options.is_interrupted = Interrupts::have_come;
  options.progress = [this](const ReduceProgress& at) { show_progress(at); };
  if (is_numbers && !engines) look_for_hints(*text, options);
  const FindFirst find = [&](const NextCandidate& next) {
    return in_children ? find_in_children(next) : find_here(next);
  };
  const Reduced reduced = reduce(name, *text, find, options);
  if (is_shown) io.err("\r\x1b[K");
  if (!reduced.fails) {
    if (Interrupts::have_come()) return io.fail(kFalse, "interrupted before anything was found");
    return io.fail(kFalse,
                   fmt::format("{}: the script does not show the failure, so there is nothing to reduce", name));
  }
  io.err(fmt::format("{}bindings {}, lines {}, candidates tried {}, kept {}\n",
                     Interrupts::have_come() ? "interrupted: " : "", reduced.bindings,
                     std::ranges::count(reduced.text, '\n'), reduced.tried, reduced.kept));
  const std::string result = golden ? as_golden(reduced.text) : reduced.text;
  if (!output.empty() && output != "-") return write_text(io, output, result);
  io.out(result);
  return kFine;
}

}  // namespace

int reduce_command(Io& io, const Command& self, const Arguments& args) { return ReduceRun(io, self).run(args); }

}  // namespace hammock::cli
