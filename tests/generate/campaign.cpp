// SPDX-License-Identifier: Apache-2.0
// Random sequences of passes and rule scripts over random programs.
//
//   hammock_campaign --sequences=10000 --seed=1 --passes=A,B --rules=C.py --runs=2 --show=7
//
// A sequence takes a generated program through a few passes of the table with random options, groups of passes that
// repeat, also nested, and rule scripts. After each the module is well-formed, the text that is written of it reads
// back to the same module and the same text, it computes what it computed before (eval/compare.h), and the pass said
// rightly whether it changed anything; a clean-up pass then changes nothing a second time, and a script leaves the same
// text whether the driver walks over the whole function in every round or not. Each sequence is a function of its seed:
// --seed=S --sequences=1 repeats it, --show=S prints its program.
//
//   hammock_campaign --engines --sequences=1000
//
// Programs without passes, on both executors (engines.h); with --programs more of what only the run decides. --cpu says
// what the JIT compiles for, as in `hammock run`.
//
//   hammock_campaign --kernels
//
// The same with modules of kernels (tir_module.h); goes with --text and --engines. --stats says what they hold.
#include <fmt/format.h>
#include <sys/time.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>

#include "cases.h"
#include "engines.h"
#include "generate.h"
#include "hammock/eval/eval.h"
#include "hammock/eval/sample.h"
#include "hammock/loop/program.h"
#include "hammock/passes/check.h"
#include "hammock/passes/pass.h"
#include "hammock/rewrite/standard_patterns.h"
#include "hammock/runtime/guard.h"
#include "hammock/script/rule_script.h"
#include "hammock/verify/verify.h"
#include "kernel_stats.h"
#include "legalized.h"
#include "roundtrip.h"
#include "tir_module.h"

using namespace hammock;

namespace {

// Passes that reach what they aim at in one run.
constexpr std::array<std::string_view, 9> kCleanUps = {
    "DeadCodeElimination", "CanonicalizeBindings", "EliminateCommonSubexpr", "FoldConstant",           "Normalize",
    "ConvertToDataflow",   "ToNonDataflow",        "TopologicalSort",        "RemoveRedundantReshape",
};

// Scripts whose rules hold for every program.
constexpr std::array<const char*, 5> kScripts = {
    HAMMOCK_ROOT "/tests/generate/rules/expand.py", HAMMOCK_ROOT "/tests/generate/rules/contract.py",
    HAMMOCK_ROOT "/tests/generate/rules/shared.py", HAMMOCK_ROOT "/tests/golden/rules/swap.rules",
    HAMMOCK_ROOT "/samples/rules/attention.py",
};

constexpr generate::Runner kRunner = {has_reference, domain_of};
// One program in kOnlyEval has what only eval can run: in guarded memory, that says something, too.
const generate::Runner kEval = {has_reference, generate::kEngines.domain_of};
constexpr uint64_t kOnlyEval = 16;

struct Options {
  generate::Cases cases{.count = 300};
  int runs = 2, most_passes = 5;
  std::string passes, cpu;
  std::vector<std::string> rules;
  bool text_only = false, rewrites = false, engines = false, programs = false, kernels = false, stats = false;
};

// Named by the signal handler.
volatile uint64_t g_seed = 0;

extern "C" void name_the_seed(int signal) {
  char text[80];
  int n =
      std::snprintf(text, sizeof text, "\nsignal %d at seed %llu\n", signal, static_cast<unsigned long long>(g_seed));
  if (write(2, text, static_cast<size_t>(n)) < 0) _exit(3);
  _exit(3);
}

// Of the processor: others may use the machine, too. 0: no limit.
void limit_time(time_t seconds) {
  const itimerval limit{{0, 0}, {seconds, 0}};
  HAMMOCK_CHECK(setitimer(ITIMER_PROF, &limit, nullptr) == 0, "no timer");
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
    bool is_number =
        !value.empty() && std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (choices.chance(40)) {
      if (!option.alternatives.empty()) value = choices.pick(option.alternatives);
      else if (is_flag) value = choices.chance(50) ? "true" : "false";
      else if (is_number) value = std::to_string(choices.below(5));
    }
    options.values.emplace_back(std::string(option.name), value);
  }
  return options;
}

// What a norm means to one that trains is not what it means to one that does not, and halves have fewer digits.
bool keeps_numbers(const PassInfo& pass) {
  return pass.name != "DecomposeOpsForInference" && pass.name != "ToMixedPrecision";
}

class Campaign {
 public:
  explicit Campaign(const Options& options) : options_(options) {
    for (const PassInfo& pass : passes()) {
      if ((options_.passes.empty() && keeps_numbers(pass)) ||
          ("," + options_.passes + ",").find("," + std::string(pass.name) + ",") != std::string::npos)
        passes_.push_back(&pass);
    }
    std::vector<std::string> paths =
        options_.rules.empty() ? std::vector<std::string>(kScripts.begin(), kScripts.end()) : options_.rules;
    std::erase(paths, "none");
    for (const std::string& path : paths) scripts_.push_back(read_script(path));
  }

  int run() {
    engines_.cpu = options_.cpu;
    options_.cases.for_each([&](uint64_t seed) {
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
    });
    if (options_.engines)
      fmt::print("{} runs agree, {} fail in both executors, {} more for an index\n", engines_.agreed,
                 engines_.failed_alike, engines_.wrong_indices);
    else
      fmt::print(
          "{} passes run, {} changed something; {} runs agree, {} could not be compared, {} differ as TVM's do\n",
          steps_, changed_, agreed_, failed_runs_, known_);
    std::vector<std::pair<int, std::string>> reasons;
    for (const auto& [reason, count] : options_.engines ? engines_.skipped : skipped_)
      reasons.emplace_back(count, reason);
    std::ranges::sort(reasons, std::greater<>());
    for (size_t i = 0; i < std::min<size_t>(options_.engines ? 12 : 5, reasons.size()); ++i)
      fmt::print("  {} times: {}\n", reasons[i].first, reasons[i].second);
    if (options_.stats) fmt::print("{}", stats_.text());
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

  Module program(generate::Choices& choices, const generate::Options& options) {
    if (!options_.kernels) return generate::generate(choices, options);
    Module module =
        generate::kernel_module(choices, options_.engines ? generate::KernelUse::executors : generate::KernelUse::text);
    if (options_.stats) stats_.add(module);
    return module;
  }

  void engines(uint64_t seed) {
    generate::Choices choices(seed);
    Module module =
        program(choices, {.runner = options_.programs || seed % kOnlyEval == 0 ? &kEval : &generate::kEngines,
                          .for_executors = true,
                          .control_flow = options_.programs,
                          .functions = options_.programs ? 3 : 2,
                          .steps = options_.programs ? 7 : 5});
    engines_.are_programs = options_.programs;
    if (seed == options_.cases.shown) fmt::print("{}", text_of(module));
    if (options_.stats) stats_.add_steps(module, seed);
    std::fflush(stdout);
    limit_time(60);
    std::string problem = engines_.problem(module, seed);
    limit_time(0);
    if (!problem.empty()) throw Failure{problem + "\n" + text_of(module)};
  }

  void sequence(uint64_t seed) {
    if (options_.engines) return engines(seed);
    generate::Choices choices(seed);
    Module module = program(choices, {.runner = options_.text_only ? nullptr : &kRunner});
    for (int i = 0; i < 4 && !options_.text_only && !runs(module, seed); ++i)
      module = program(choices, {.runner = &kRunner});
    if (seed == options_.cases.shown) fmt::print("{}", text_of(module));
    check_text(module);
    if (options_.text_only || (passes_.empty() && scripts_.empty())) return;
    for (uint32_t n = 1 + choices.below(static_cast<uint32_t>(options_.most_passes)); n > 0; --n) {
      if (!passes_.empty() && choices.chance(30)) {
        group_step(module, random_group(choices, 0), seed);
        continue;
      }
      size_t which = choices.below(static_cast<uint32_t>(passes_.size() + scripts_.size()));
      if (which < passes_.size()) pass_step(module, *passes_[which], random_options(*passes_[which], choices), seed);
      else rules_step(module, scripts_[which - passes_.size()], seed);
    }
  }

  static std::shared_ptr<const Source> read_script(const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    if (!file) throw CLI::FileError("cannot read " + path, CLI::ExitCodes::FileError);
    return std::make_shared<const Source>(path, text.str());
  }

  // Inference accepts what a run refuses: dims that may be equal but are not, dtypes without arithmetic.
  static bool runs(const Module& module, uint64_t seed) {
    for (uint32_t f = 0; f < module.functions.size(); ++f) {
      Result<Sample> sample = sample_arguments(module, GlobalId(f), seed);
      if (!sample || !evaluate(module, GlobalId(f), sample->args)) return false;
    }
    return true;
  }

  PipelineStep random_group(generate::Choices& choices, int depth) {
    PipelineStep group;
    group.bound = static_cast<int>(1 + choices.below(4));
    for (uint32_t n = 1 + choices.below(3); n > 0; --n) {
      if (depth < 2 && choices.chance(20)) {
        group.group.push_back(random_group(choices, depth + 1));
        continue;
      }
      PipelineStep& step = group.group.emplace_back();
      step.pass = choices.pick(passes_);
      step.options = random_options(*step.pass, choices);
    }
    return group;
  }

  // As --passes takes it.
  static std::string text_of_step(const PipelineStep& step) {
    std::string text;
    if (step.pass) {
      for (const auto& [key, value] : step.options.values) text += (text.empty() ? "" : ",") + key + "=" + value;
      return std::string(step.pass->name) + (text.empty() ? "" : "{" + text + "}");
    }
    for (const PipelineStep& part : step.group) text += (text.empty() ? "" : ",") + text_of_step(part);
    return fmt::format("[{}]*{}", text, step.bound);
  }

  void group_step(Module& module, const PipelineStep& group, uint64_t seed) {
    step(module, text_of_step(group), seed, true, [&](RunCheck& check) { return run_step(module, group, &check); });
  }

  static Changed run_pass(Module& module, const PassInfo& pass, const PassOptions& options, RunCheck* check) {
    PipelineStep step;
    step.pass = &pass;
    step.options = options;
    return run_step(module, step, check);
  }

  static Changed run_step(Module& module, const PipelineStep& step, RunCheck* check) {
    Diagnostics diagnostics;
    PassContext context{diagnostics};
    std::vector<FusionPattern> patterns = standard_patterns(std::make_shared<Patterns>(module.context()));
    context.patterns = patterns;
    if (check) check->watch(context);
    Changed changed = run_pipeline(module, std::span(&step, 1), context, true);
    if (diagnostics.has_errors()) throw Failure{"errors of the pass:\n" + render(diagnostics)};
    return changed;
  }

  void pass_step(Module& module, const PassInfo& pass, const PassOptions& options, uint64_t seed) {
    PipelineStep of_pass;
    of_pass.pass = &pass;
    of_pass.options = options;
    std::string after = step(module, text_of_step(of_pass), seed, false,
                             [&](RunCheck& check) { return run_pass(module, pass, options, &check); });
    if (std::find(kCleanUps.begin(), kCleanUps.end(), pass.name) == kCleanUps.end()) return;
    Module again = module;
    run_pass(again, pass, options, nullptr);
    if (std::string now = text_of(again); now != after)
      throw Failure{
          fmt::format("{} changes something a second time\n---- first\n{}---- second\n{}", pass.name, after, now)};
  }

  static std::unique_ptr<RuleScript> load(const std::shared_ptr<const Source>& source, const Module& module,
                                          Diagnostics& diagnostics) {
    std::unique_ptr<RuleScript> script = RuleScript::load(source, module.shared_context(), {}, diagnostics);
    if (!script) throw Failure{"the script is wrong:\n" + render(diagnostics)};
    return script;
  }

  // As apply_rules does it.
  static std::string text_after_rules(Module module, const std::shared_ptr<const Source>& source, Sweep sweep) {
    Diagnostics diagnostics(source);
    std::unique_ptr<RuleScript> script = load(source, module, diagnostics);
    RewriteOptions options;
    options.sweep = sweep;
    options.clean = [&](Function& f) { return clean_after_rewrite(module, f); };
    for (const RuleScript::Step& step : script->steps()) {
      for (GlobalFunction& global : module.functions) {
        if (Function* fn = global.relax()) rewrite(*fn, &module, step.rules, options);
      }
    }
    return text_of(module);
  }

  void rules_step(Module& module, const std::shared_ptr<const Source>& source, uint64_t seed) {
    std::string name = source->name().substr(source->name().rfind('/') + 1);
    Module old = module;
    std::string after = step(module, name, seed, true, [&](RunCheck& check) {
      Diagnostics diagnostics(source);
      std::unique_ptr<RuleScript> script = load(source, module, diagnostics);
      PassContext context{diagnostics};
      check.watch(context);
      Changed changed = apply_rules(module, *script, context);
      if (script->has_failed()) throw Failure{"the script failed:\n" + render(diagnostics)};
      Diagnostics problems;
      if (!verify(module, problems)) throw Failure{"ill-formed after the rules:\n" + render(problems)};
      return changed;
    });
    for (Sweep sweep : {Sweep::always, Sweep::if_needed, Sweep::unless_sparse}) {
      std::string text = text_after_rules(old, source, sweep);
      if (options_.rewrites || text == after) continue;  // single rewrites are named otherwise
      throw Failure{fmt::format("{} differs with sweep {}\n---- before\n{}---- after\n{}---- other\n{}", name,
                                static_cast<int>(sweep), text_of(old), after, text)};
    }
  }

  // `run` does what it does to the module, and may undo it again. The text afterwards.
  template <class Run>
  std::string step(Module& module, const std::string& name, uint64_t seed, bool may_undo, Run&& run) {
    log_ += (log_.empty() ? "" : ",") + name;
    ++steps_;
    std::string before = text_of(module);
    const Module old = module;
    Diagnostics diagnostics;
    RunCheck check(
        {.passes = true, .rewrites = options_.rewrites, .runs = {.runs = options_.runs, .seed = seed, .max_work = 2e8}},
        diagnostics);
    Changed changed;
    try {
      changed = run(check);
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
    if (check.failure().starts_with("LegalizeOps ") && generate::is_legalized_otherwise(old)) ++known_;
    else if (!check.failure().empty())
      throw Failure{check.failure() + "\n---- before\n" + before + "---- after\n" + after};
    changed_ += changed == Changed::yes;
    bool is_undone = may_undo && changed == Changed::yes;
    if (!is_undone && (changed == Changed::yes) != (before != after)) {
      throw Failure{fmt::format("{} says that it changed {}\n---- before\n{}---- after\n{}", name,
                                changed == Changed::yes ? "something" : "nothing", before, after)};
    }
    if (changed == Changed::yes) check_text(module);
    return after;
  }

  const Options& options_;
  std::vector<const PassInfo*> passes_;
  std::vector<std::shared_ptr<const Source>> scripts_;
  std::string log_;
  std::map<std::string, int> skipped_;
  generate::Engines engines_;
  generate::KernelStats stats_;
  int passed_ = 0, failures_ = 0, steps_ = 0, changed_ = 0, agreed_ = 0, failed_runs_ = 0, known_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Random sequences of passes and rule scripts over random programs");
  options.cases.add_flags(app, "--sequences");
  app.add_option("--passes", options.passes, "only these, by name, separated by commas, or none (all)");
  app.add_option("--rules", options.rules, "these rule scripts, or none (those of the tests and samples)");
  app.add_option("--runs", options.runs, "of each function before and after each pass (2)");
  app.add_option("--most-passes", options.most_passes, "in a sequence (5)");
  app.add_flag("--rewrites", options.rewrites, "check also every single rewrite on what it touched");
  app.add_flag("--engines", options.engines, "each program by the JIT and by eval, in guarded memory");
  app.add_option("--cpu", options.cpu, "with --engines: the processor that the JIT compiles for (this one)");
  app.add_flag("--programs", options.programs,
               "with --engines: branches, recursion, closures, nested tuples, shapes made of elements");
  app.add_flag("--kernels", options.kernels, "modules of kernels");
  app.add_flag("--stats", options.stats, "what modules of kernels hold, and how they are compiled");
  app.add_flag("--text", options.text_only, "programs of the whole language, printed and read only");
  CLI11_PARSE(app, argc, argv);
  for (int s : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGPROF}) std::signal(s, name_the_seed);
  if (std::optional<Error> error = options.cpu.empty() ? std::nullopt : jit::check_processor(options.cpu, true)) {
    fmt::print(stderr, "{}\n", error->text);
    return 2;
  }
  if (options.engines) guard_memory();
  try {
    return Campaign(options).run();
  } catch (const CLI::Error& e) {
    return app.exit(e);
  }
}
