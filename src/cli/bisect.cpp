// SPDX-License-Identifier: Apache-2.0
// hammock bisect: which change of a pipeline makes a script wrong.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "applications.h"
#include "child.h"
#include "parts.h"

namespace hammock::cli {
namespace {

constexpr FlagRule kBisectRules[] = {
    {"--crash", FlagRule::not_with, "--test"},
    {"--runs --check-seed --check-work --rtol --atol", FlagRule::not_with, "--crash --test",
     "no numbers are compared then"},
};

constexpr int kGood = 0, kBad = 1, kSkip = 125;  // exit codes of a test, as of `git bisect run`

struct BisectRun {
  BisectRun(Io& io, const Command& self) : io(io), line(self, io), flags(line) {}
  int run(const Arguments& args);

 private:
  void declare();
  bool in_child() const { return is_crash || !command.empty() || seconds > 0; }
  int test_here(uint64_t changes, const Say& say);
  Verdict test(uint64_t changes);
  int search();
  int tell(const FirstBad& found);
  Application application_at(uint64_t number);

  Io& io;
  CommandLine line;
  PartFlags flags;
  std::string file, name, text, command;
  bool is_crash = false, as_json = false;
  double seconds = 0;
  CompareOptions runs;
  std::optional<ShellTest> shell;

  int tests = 0;
  std::optional<uint64_t> total;  // changes that the last test made
  std::string what;               // the last test found wrong
  std::string skipped;
  std::string last_pass;  // that a child began
  std::unique_ptr<Progress> progress;
};

void BisectRun::declare() {
  line.argument("FILE", &file, "a script; '-' or none: standard input");
  line.flag("--json", as_json, "one object of JSON instead of text");
  line.group("What is wrong (numbers that differ from those of the script as it is, unless one of these says else)");
  line.flag("--crash", is_crash, "a defect of Hammock that ends it, or what takes longer than --time-limit");
  line.option("--test", &command,
              "a command, given the rewritten script as its last argument or as {}: exit code 0 is good, 125 cannot be "
              "told, anything else is bad",
              is_command);
  line.option("--time-limit", &seconds, "seconds that a test may take; what takes longer is bad", Sign::positive);
  declare_numbers(line, runs);
}

// The first `changes` are made, and tested. What it says: `pass NAME`, `changes N`, `what ...`, a line each.
int BisectRun::test_here(uint64_t changes, const Say& say) {
  Applications applications(changes);
  applications.on_begin = [&](std::string_view pass) { say(fmt::format("pass {}\n", pass)); };
  Stage stage;
  try {
    stage = rewrite_text(name, text, flags.parts(), true, applications);
  } catch (const InternalError& error) {
    say(fmt::format("what {}\n", std::string_view(error.what()).substr(0, std::string_view(error.what()).find('\n'))));
    return kBad;
  }
  say(fmt::format("changes {}\n", applications.all().size()));
  if (!stage.outcome.is_fine()) return kSkip;
  if (is_crash) return kGood;
  if (command.empty()) {
    const NumbersCheck check = check_numbers(stage, runs);
    if (!check.skipped.empty()) say(fmt::format("skipped {}\n", check.skipped));
    if (!check.difference.empty()) say(fmt::format("what {}\n", check.difference));
    return !check.difference.empty() ? kBad : kGood;
  }
  return shell->run(print(stage.script.definitions, {}));
}

Verdict BisectRun::test(uint64_t changes) {
  ++tests;
  progress->step();
  total.reset();
  if (Interrupts::have_come()) return Verdict::bad;  // so that the search ends
  std::string said;
  int code = 0;
  if (in_child()) {
    Child child([&](const Say& say) { return test_here(changes, say); }, seconds);
    while (!child.wait(1000)) {
      if (Interrupts::have_come()) return Verdict::bad;
    }
    said = child.said();
    code = child.was_late() || child.code() < 0 ? kBad : child.code();
    if (child.was_late()) said += fmt::format("what it takes longer than {} s\n", seconds);
    if (child.code() < 0 && !child.was_late()) said += "what a signal ends it\n";
  } else {
    code = test_here(changes, [&](std::string_view more) { said += more; });
  }
  what.clear();
  for (size_t at = 0; at < said.size();) {
    const size_t end = std::min(said.find('\n', at), said.size());
    const std::string words = said.substr(at, end - at);
    if (words.starts_with("pass ")) last_pass = words.substr(5);
    else if (words.starts_with("changes ")) total = std::stoull(words.substr(8));
    else if (words.starts_with("skipped ")) skipped = words.substr(8);
    else if (words.starts_with("what ")) what = words.substr(5);
    else what += "\n" + words;  // its next line
    at = end + 1;
  }
  if (code == kSkip) return Verdict::skip;
  return code == kGood ? Verdict::good : Verdict::bad;
}

int BisectRun::search() {
  progress = std::make_unique<Progress>(io, "tests:", 0);
  const Verdict all = test(Applications::kAll);
  const std::optional<uint64_t> changes = total;
  if (Interrupts::have_come()) return io.fail(kUsage, "interrupted before anything was found");
  if (all != Verdict::bad) {
    progress->hide();
    const std::string why = all == Verdict::skip
                                ? "the test cannot tell about the rewritten script"
                                : fmt::format("nothing is wrong behind {} changes", changes.value_or(0));
    if (as_json) {
      io.out(nlohmann::ordered_json{{"found", false}, {"changes", changes.value_or(0)}, {"tests", tests}}.dump() +
             "\n");
    } else {
      io.out(why + "\n");
    }
    if (!skipped.empty()) io.err(fmt::format("not compared: {}\n", skipped));
    return all == Verdict::skip ? kUsage : kFine;
  }
  if (changes == 0) return io.fail(kUsage, "the test fails, although no change is made");
  if (in_child() && test(0) != Verdict::good && !Interrupts::have_come())
    return io.fail(kUsage, "the test fails on the script as it is: there is no change to be found");
  const FirstBad found = first_bad(changes, [&](uint64_t n) { return test(n); });
  if (Interrupts::have_come())
    return io.fail(kUsage, fmt::format("interrupted: the first bad change comes behind change {}", found.last_good));
  if (!found.is_found) return io.fail(kUsage, "the test fails now and then: no number of changes makes it fail again");
  return tell(found);
}

// The one of that number; of one that ends the process no more is known than the pass.
Application BisectRun::application_at(uint64_t number) {
  if (test(number) != Verdict::bad || !total) return {number, last_pass, {}, {}, {}, {}};
  Applications applications(number);
  rewrite_text(name, text, flags.parts(), false, applications);
  return applications.all().empty() ? Application{number, last_pass, {}, {}, {}, {}} : applications.all().back();
}

int BisectRun::tell(const FirstBad& found) {
  const int searched = tests;
  Application application = application_at(found.bad);
  progress->hide();
  Applications good(found.last_good), bad(found.bad);
  const Stage before = rewrite_text(name, text, flags.parts(), false, good);
  const std::string text_before = print(before.script.definitions, {});
  std::string diff;
  if (total) {
    const Stage after = rewrite_text(name, text, flags.parts(), false, bad);
    diff = unified_diff(text_before, print(after.script.definitions, {}),
                        {before.script.source->name(), fmt::format("behind change {}", found.last_good),
                         fmt::format("behind change {}", found.bad)},
                        io.out_color && !as_json);
  }
  const std::string again = fmt::format("hammock opt{} --stop-after={} {}", flags.as_flags(), found.bad,
                                        file.empty() || file == "-" ? "-" : shell_word(name));
  const Source& source = *before.script.source;
  if (as_json) {
    nlohmann::ordered_json object{{"found", true}, {"last_good", found.last_good}, {"first_bad", found.bad}};
    object["application"] = to_json(application, source);
    object["what"] = what;
    object["tests"] = searched;
    object["diff"] = diff;
    object["command"] = again;
    io.out(object.dump() + "\n");
    return kFalse;
  }
  const bool is_one = found.bad - found.last_good == 1;
  io.out(fmt::format("change {} is the first bad one: {}\n", found.bad, describe(application, source)));
  if (!is_one) io.out(fmt::format("those from {} on cannot be told and may be it, too\n", found.last_good + 1));
  if (!what.empty()) io.out(what + "\n");
  io.out(diff);
  io.out(fmt::format("{} test{}; again: {}\n", searched, searched == 1 ? "" : "s", again));
  return kFalse;
}

int BisectRun::run(const Arguments& args) {
  declare();
  if (std::optional<int> over = line.parse(args, kBisectRules)) return *over;
  if (int code = flags.read(io, line); code != kFine) return code;
  if (flags.parts().empty()) return io.fail(kUsage, "--passes or --rules says what is rewritten");
  if (in_child() && !io.may_write) return io.fail(kUsage, "golden tests start no processes");
  const Script script = load_script(io, input_or_stdin(io, file));
  if (!script) return script.outcome.status;
  name = script.source->name();
  text = script.source->text();
  Outcome outcome;
  make_parts(flags.parts(), script.definitions.modules[0].shared_context(), outcome);
  if (!outcome.is_fine()) return cli::tell(io, outcome);
  if (!command.empty()) shell.emplace(command);
  if (shell && !shell->problem().empty()) return io.fail(kUsage, shell->problem());
  std::optional<Interrupts> interrupts;
  if (in_child()) interrupts.emplace();
  return search();
}

}  // namespace

int bisect_command(Io& io, const Command& self, const Arguments& args) { return BisectRun(io, self).run(args); }

}  // namespace hammock::cli
