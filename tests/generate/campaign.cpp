// SPDX-License-Identifier: Apache-2.0
// Random sequences of passes over random programs.
//
//   hammock_campaign --sequences=10000 --seed=1 --passes=A,B --runs=2 --show=7
//
// A sequence takes a generated program through a few passes of the table with random options. After each the module is
// well-formed, its text reads back to the same module and the same text, it computes what it computed before (eval/compare.h),
// and the pass said rightly whether it changed anything; a clean-up pass then changes nothing a second time. Each sequence is
// a function of its seed: --seed=S --sequences=1 repeats it, --show=S prints its program.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <map>

#include "generate.h"
#include "hammock/base/clock.h"
#include "hammock/eval/eval.h"
#include "hammock/eval/sample.h"
#include "hammock/passes/check.h"
#include "hammock/passes/pass.h"
#include "roundtrip.h"

using namespace hammock;

namespace {

// Passes that reach what they aim at in one run.
constexpr std::array<std::string_view, 9> kCleanUps = {
    "DeadCodeElimination", "CanonicalizeBindings", "EliminateCommonSubexpr", "FoldConstant", "Normalize", "ConvertToDataflow", "ToNonDataflow", "TopologicalSort", "RemoveRedundantReshape",
};

constexpr generate::Runner kRunner = {has_reference, domain_of};

struct Options {
  uint64_t seed = 1, show = 0;
  int sequences = 300, runs = 2, most_passes = 5;
  double seconds = 0;
  std::string passes;
  bool text_only = false, rewrites = false;
};

// Named by the signal handler.
volatile uint64_t g_seed = 0;

extern "C" void name_the_seed(int signal) {
  char text[80];
  int n = std::snprintf(text, sizeof text, "\nsignal %d at seed %llu\n", signal, static_cast<unsigned long long>(g_seed));
  if (write(2, text, static_cast<size_t>(n)) < 0) _exit(3);
  _exit(3);
}

struct Failure {
  std::string text;
};

using generate::text_of;

void check_text(const Module& module) {
  if (std::string problem = generate::roundtrip_problem(module); !problem.empty()) throw Failure{problem};
}

PassOptions random_options(const PassInfo& pass, generate::Choices& choices) {
  PassOptions options;
  for (const PassOption& option : options_of(pass)) {
    std::string value(option.default_value);
    bool is_flag = value == "true" || value == "false";
    bool is_number = !value.empty() && std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (choices.chance(40)) {
      if (!option.alternatives.empty()) value = choices.pick(option.alternatives);
      else if (is_flag) value = choices.chance(50) ? "true" : "false";
      else if (is_number) value = std::to_string(choices.below(5));
    }
    options.values.emplace_back(std::string(option.name), value);
  }
  return options;
}

class Campaign {
 public:
  explicit Campaign(const Options& options) : options_(options) {
    for (const PassInfo& pass : passes()) {
      if (options_.passes.empty() || ("," + options_.passes + ",").find("," + std::string(pass.name) + ",") != std::string::npos) passes_.push_back(&pass);
    }
  }

  int run() {
    double start = now_ms();
    for (int i = 0; i < options_.sequences; ++i) {
      if (options_.seconds > 0 && now_ms() - start > 1000 * options_.seconds) break;
      uint64_t seed = options_.seed + static_cast<uint64_t>(i);
      g_seed = seed;
      log_.clear();
      try {
        sequence(seed);
        ++passed_;
      } catch (const Failure& f) {
        report(seed, f.text);
      } catch (const InternalError& e) {
        report(seed, e.what());
      }
    }
    fmt::print("{} passes run, {} changed something; {} runs agree, {} could not be compared\n", steps_, changed_, agreed_, failed_runs_);
    std::vector<std::pair<int, std::string>> reasons;
    for (const auto& [reason, count] : skipped_) reasons.emplace_back(count, reason);
    std::ranges::sort(reasons, std::greater<>());
    for (size_t i = 0; i < std::min<size_t>(5, reasons.size()); ++i) fmt::print("  {} times: {}\n", reasons[i].first, reasons[i].second);
    fmt::print("{} passed, {} failed\n", passed_, failures_);
    return failures_ == 0 && passed_ > 0 ? 0 : 1;
  }

 private:
  // Constants are left out: --show prints them.
  void report(uint64_t seed, std::string text) {
    ++failures_;
    constexpr std::string_view kEnd = "\"\"\")\n";
    for (size_t begin; (begin = text.find("metadata = ")) != std::string::npos;) {
      size_t end = text.find(kEnd, begin);
      text.erase(begin, end == std::string::npos ? end : end + kEnd.size() - begin);
    }
    fmt::print("---- seed {}: {}\n{}\n", seed, log_, text);
    std::fflush(stdout);
  }

  void sequence(uint64_t seed) {
    generate::Choices choices(seed);
    Module module = generate::generate(choices, {.runner = options_.text_only ? nullptr : &kRunner});
    for (int i = 0; i < 4 && !options_.text_only && !runs(module, seed); ++i) module = generate::generate(choices, {.runner = &kRunner});
    if (seed == options_.show) fmt::print("{}", text_of(module));
    check_text(module);
    if (options_.text_only || passes_.empty()) return;
    for (uint32_t n = 1 + choices.below(static_cast<uint32_t>(options_.most_passes)); n > 0; --n) {
      const PassInfo& pass = *choices.pick(passes_);
      step(module, pass, random_options(pass, choices), seed);
    }
  }

  // Inference accepts what a run refuses: dims that may be equal but are not, dtypes without arithmetic.
  static bool runs(const Module& module, uint64_t seed) {
    for (uint32_t f = 0; f < module.functions.size(); ++f) {
      Result<Sample> sample = sample_arguments(module, GlobalId(f), seed);
      if (!sample || !evaluate(module, GlobalId(f), sample->args)) return false;
    }
    return true;
  }

  Changed run_pass(Module& module, const PassInfo& pass, const PassOptions& options, RunCheck* check) {
    PipelineStep step;
    step.pass = &pass;
    step.options = options;
    Diagnostics diagnostics;
    PassContext context{diagnostics};
    if (check) check->watch(context);
    Changed changed = run_pipeline(module, std::span(&step, 1), context, true);
    if (diagnostics.has_errors()) throw Failure{"errors of the pass:\n" + render(diagnostics)};
    return changed;
  }

  void step(Module& module, const PassInfo& pass, const PassOptions& options, uint64_t seed) {
    log_ += (log_.empty() ? "" : ",") + std::string(pass.name);
    std::string set;
    for (const auto& [key, value] : options.values) set += (set.empty() ? "" : ",") + key + "=" + value;
    if (!set.empty()) log_ += "{" + set + "}";
    ++steps_;
    std::string before = text_of(module);
    Diagnostics diagnostics;
    RunCheck check({.passes = true, .rewrites = options_.rewrites, .runs = {.runs = options_.runs, .seed = seed, .max_work = 2e8}}, diagnostics);
    Changed changed;
    try {
      changed = run_pass(module, pass, options, &check);
    } catch (const InternalError& e) {
      throw Failure{fmt::format("{}---- before\n{}---- now\n{}", e.what(), before, text_of(module))};
    }
    std::string after = text_of(module);
    agreed_ += check.agreed();
    failed_runs_ += check.failed();
    for (const Diagnostic& d : diagnostics.all()) {
      if (d.id != Diag::not_compared) continue;
      std::string reason = d.text.substr(d.text.find(": ") + 2);
      std::erase_if(reason, [](char c) { return c >= '0' && c <= '9'; });
      ++skipped_[reason];
    }
    if (!check.failure().empty()) throw Failure{check.failure() + "\n---- before\n" + before + "---- after\n" + after};
    changed_ += changed == Changed::yes;
    if ((changed == Changed::yes) != (before != after)) {
      throw Failure{fmt::format("{} says that it changed {}\n---- before\n{}---- after\n{}", pass.name, changed == Changed::yes ? "something" : "nothing", before, after)};
    }
    if (changed == Changed::yes) check_text(module);
    if (std::find(kCleanUps.begin(), kCleanUps.end(), pass.name) == kCleanUps.end()) return;
    Module again = module;
    run_pass(again, pass, options, nullptr);
    if (std::string now = text_of(again); now != after) throw Failure{fmt::format("{} changes something a second time\n---- first\n{}---- second\n{}", pass.name, after, now)};
  }

  const Options& options_;
  std::vector<const PassInfo*> passes_;
  std::string log_;
  std::map<std::string, int> skipped_;
  int passed_ = 0, failures_ = 0, steps_ = 0, changed_ = 0, agreed_ = 0, failed_runs_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Random sequences of passes over random programs");
  app.add_option("--sequences", options.sequences, "how many (300)");
  app.add_option("--seed", options.seed, "of the first (1)");
  app.add_option("--seconds", options.seconds, "stop after so long");
  app.add_option("--passes", options.passes, "only these, by name, separated by commas (all)");
  app.add_option("--runs", options.runs, "of each function before and after each pass (2)");
  app.add_option("--most-passes", options.most_passes, "in a sequence (5)");
  app.add_option("--show", options.show, "print the program of this seed");
  app.add_flag("--rewrites", options.rewrites, "check also every single rewrite on what it touched");
  app.add_flag("--text", options.text_only, "programs of the whole language, printed and read only");
  CLI11_PARSE(app, argc, argv);
  for (int s : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS}) std::signal(s, name_the_seed);
  return Campaign(options).run();
}
