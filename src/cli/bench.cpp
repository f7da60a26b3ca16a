// SPDX-License-Identifier: Apache-2.0
// hammock bench: how long a function takes, as a whole and kernel by kernel; or two of them, in turn.
#include "hammock/tool/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "profile.h"
#include "run_flags.h"

namespace hammock::cli {
namespace {

using Json = nlohmann::ordered_json;

struct BenchFlags : InputFlags {
  std::string other, engine;
  BenchOptions bench;
  int threads = 0;
  bool json = false;
};

// Where code and memory come to lie is chance, and the same in all rounds of a process: less is no difference.
constexpr double kBias = 0.02;

// A script, of which a function is measured.
struct Measured {
  std::string path;
  Script script;
  Result<RunArguments> arguments = RunArguments();
};

class Bencher {
 public:
  Bencher(Io& io, BenchFlags& flags) : io_(io), flags_(flags) {}

  int run() {
    std::vector<std::string> paths{input_or_stdin(io_, flags_.file)};
    if (!flags_.other.empty()) paths.push_back(flags_.other);
    for (const std::string& path : paths) {
      if (int code = load(path); code != kFine) return code;
    }
    const std::vector<BenchResult> results = measure();
    for (const BenchResult& r : results) {
      if (!r.outcome.is_fine()) return tell(io_, r.outcome);
    }
    if (takes_other_arguments())
      io_.err("remark: the functions take other arguments, so that this compares two things\n");
    const Machine machine = probe(io_);
    if (flags_.json) io_.out(to_json(results, machine).dump(2) + "\n");
    else io_.out(text(results, machine));
    return kFine;
  }

 private:
  int load(const std::string& path) {
    Measured& m = measured_.emplace_back();
    m.path = path;
    m.script = load_script(io_, path, {.context = measured_.front().script.context});  // they share the compiler
    if (!m.script) return m.script.outcome.status;
    const Result<EntryPoint> entry = find_entry(m.script, flags_.entry, flags_.module);
    if (!entry) return io_.fail(kUsage, entry.error().text);
    m.arguments = make_arguments(io_, flags_, signature_of(*entry->module, entry->function));
    if (!m.arguments) return io_.fail(status_of(m.arguments.error()), m.arguments.error().text);
    cases_.push_back({&m.script, *entry, &*m.arguments});
    return kFine;
  }

  std::vector<BenchResult> measure() {
    Progress progress(io_, "round", static_cast<size_t>(flags_.bench.runs));
    RunOptions& run = flags_.bench.run;
    run.threads = threads_of(io_, flags_.threads);
    run.profile = run.engine == Engine::jit;
    // One team of threads: two would be in each other's way.
    if (run.engine == Engine::jit) run.compiler = std::make_shared<jit::Compiler>(run.threads, "", run.cpu);
    run.is_one_of_sizes = run.compiler != nullptr;
    run.progress = [&](bool is_last) {
      if (!is_last) progress.step();
    };
    run.print = [](std::string_view, std::span<const RuntimeValue>) {};
    return bench(cases_, flags_.bench);
  }

  bool takes_other_arguments() const {
    if (measured_.size() < 2) return false;
    const std::vector<RuntimeValue>&a = measured_[0].arguments->values, &b = measured_[1].arguments->values;
    return !std::ranges::equal(a, b, [](const RuntimeValue& x, const RuntimeValue& y) {
      const Tensor *of_x = x.tensor(), *of_y = y.tensor();
      if (!of_x || !of_y) return !of_x && !of_y;
      return of_x->dtype == of_y->dtype && of_x->shape == of_y->shape;
    });
  }

  int threads() const { return flags_.bench.run.engine == Engine::jit ? flags_.bench.run.threads : 1; }

  Ratio ratio_of(std::span<const BenchResult> results) const {
    return ratio(results[0].times.runs_ms, results[1].times.runs_ms);
  }

  std::string text(std::span<const BenchResult> results, const Machine& machine) const {
    std::string out;
    for (size_t i = 0; i < results.size(); ++i) {
      const RunTimes& t = results[i].times;
      const Spread middle = spread(t.runs_ms);
      out += fmt::format(
          "{}: {} run{}, median {:.3f} ms, min {:.3f} ms, half of them from {:.3f} to {:.3f} ms; first {:.3f} ms, "
          "compile {:.1f} ms; {} thread{}\n",
          measured_[i].path, t.runs_ms.size(), t.runs_ms.size() == 1 ? "" : "s", t.median(), t.min(), middle.low,
          middle.high, t.first_run_ms, t.compile_ms, threads(), threads() == 1 ? "" : "s");
      if (!results[i].steps.empty()) out += table(profile(results[i].steps, machine.speed, threads()));
      if (results.size() > 1) out += "\n";
    }
    if (results.size() == 1) return out;
    const Ratio r = ratio_of(results);
    const std::string_view verdict = r.high < 1 - kBias  ? "faster"
                                     : r.low > 1 + kBias ? "slower"
                                                         : "neither faster nor slower";
    return out + fmt::format("{} takes {:.3f} times as long as {} (95 %: {:.3f} to {:.3f}): it is {}\n",
                             measured_[1].path, r.median, measured_[0].path, r.low, r.high, verdict);
  }

  Json to_json(std::span<const BenchResult> results, const Machine& machine) const {
    Json out{{"threads", threads()}, {"results", Json::array()}};
    for (size_t i = 0; i < results.size(); ++i) {
      const RunTimes& t = results[i].times;
      const Spread middle = spread(t.runs_ms);
      const Profile p = profile(results[i].steps, machine.speed, threads());
      Json& row = out["results"].emplace_back();
      row = {{"file", measured_[i].path},      {"runs", t.runs_ms.size()},
             {"median_ms", t.median()},        {"min_ms", t.min()},
             {"low_ms", middle.low},           {"high_ms", middle.high},
             {"first_run_ms", t.first_run_ms}, {"compile_ms", t.compile_ms},
             {"peak_bytes", t.peak_bytes}};
      row["kernels"] = Json::array();
      for (const KernelSpeed& k : p.kernels) row["kernels"].push_back(cli::to_json(k));
      row["sum"] = cli::to_json(p.sum);
    }
    if (results.size() < 2) return out;
    const Ratio r = ratio_of(results);
    out["ratio"] = {{"median", r.median}, {"low", r.low}, {"high", r.high}};
    return out;
  }

  Io& io_;
  BenchFlags& flags_;
  std::deque<Measured> measured_;  // of which each stays where it is
  std::vector<BenchCase> cases_;
};

constexpr FlagRule kBenchRules[] = {
    {"--threads --cpu --unchecked --no-winograd", FlagRule::not_with, "--engine=eval", "the JIT does not run"},
    {"--time", FlagRule::not_with, "--runs", "one of them says when it is over"},
    {"--allow-large", FlagRule::only_with, "--inputs"},
};

}  // namespace

int bench_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  BenchFlags flags;
  flags.inputs.fill = "rand(std=he)";
  flags.engine = name(flags.bench.run.engine);
  declare_inputs(line, io, flags, DimValues::single);
  line.group("Measuring");
  line.option("--compare", &flags.other, "another script, whose function of that name runs in turn with it", is_path);
  line.option("--engine", &flags.engine, "jit or eval (jit)", OneOf{{"jit", "eval"}});
  declare_threads(line, flags.bench.run, flags.threads);
  line.option("--time", &flags.bench.seconds, "seconds for the runs, of which there are at least 5 (1)",
              Sign::not_negative);
  line.option("--runs", &flags.bench.runs, "so many runs", FromTo{1, 1000000});
  line.option("--warmup", &flags.bench.run.warmup, "runs before them (1)", FromTo{0, 1000000});
  line.flag("--json", flags.json, "one object");
  if (std::optional<int> over = line.parse(args, kBenchRules)) return *over;
  flags.bench.run.engine = flags.engine == "jit" ? Engine::jit : Engine::eval;
  if (int code = refuse_processor(io, flags.bench.run); code != kFine) return code;
  return Bencher(io, flags).run();
}

}  // namespace hammock::cli
