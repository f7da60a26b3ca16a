// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/bench.h"

#include <algorithm>
#include <cmath>

#include "hammock/base/clock.h"
#include "prepared.h"

namespace hammock::tool {
namespace {

struct Running {
  std::unique_ptr<Prepared> prepared;
  std::vector<std::vector<jit::StepTime>> profiles;
};

// Compiled, and run as often as it takes to be warm.
Result<Running> warm(const BenchCase& c, const BenchOptions& options, BenchResult& out) {
  const RunOptions& run = options.run;
  Result<std::unique_ptr<Prepared>> prepared =
      Prepared::make(*c.entry.module, c.entry.function, *c.arguments, run, run.engine);
  if (!prepared) return prepared.error();
  for (int i = 0; i < std::max(1, run.warmup); ++i) {
    const double start = now_ms();
    if (Result<RuntimeValue> value = (*prepared)->run(nullptr); !value) return value.error();
    if (i == 0) out.times.first_run_ms = std::max(0.0, now_ms() - start - (*prepared)->apart_ms());
  }
  return Running{std::move(*prepared), {}};
}

std::optional<Error> measure(Running& r, bool is_profiled, RunTimes& times) {
  const double start = now_ms();
  Result<RuntimeValue> value = r.prepared->run(is_profiled ? &r.profiles.emplace_back() : nullptr);
  times.runs_ms.push_back(now_ms() - start - r.prepared->apart_ms());
  return value ? std::nullopt : std::optional(value.error());
}

}  // namespace

std::vector<BenchResult> bench(std::span<const BenchCase> cases, const BenchOptions& options) {
  std::vector<BenchResult> out(cases.size());
  std::vector<Running> running;
  auto fail = [&](size_t i, const Error& error) {
    out[i].outcome = outcome_of(*cases[i].script, cases[i].entry, error, running.size() <= i);
    return std::move(out);
  };
  for (size_t i = 0; i < cases.size(); ++i) {
    Result<Running> made = warm(cases[i], options, out[i]);
    if (!made) return fail(i, made.error());
    running.push_back(std::move(*made));
  }
  const auto now = options.now ? options.now : now_ms;
  const double end = now() + options.seconds * 1000;
  const int fewest = options.runs > 0 ? options.runs : kFewestRuns;
  for (int round = 0; round < fewest || (options.runs == 0 && now() < end); ++round) {
    for (size_t i = 0; i < cases.size(); ++i) {
      if (std::optional<Error> error = measure(running[i], options.run.profile, out[i].times)) return fail(i, *error);
    }
    if (options.run.progress) options.run.progress(false);
  }
  if (options.run.progress) options.run.progress(true);
  for (size_t i = 0; i < cases.size(); ++i) {
    running[i].prepared->describe(out[i].times);
    out[i].steps = medians(running[i].profiles);
  }
  return out;
}

Spread spread(std::vector<double> times) {
  std::ranges::sort(times);
  auto at = [&](double part) {
    const double place = part * static_cast<double>(times.size() - 1);
    const auto below = static_cast<size_t>(place);
    const size_t above = std::min(below + 1, times.size() - 1);
    return times[below] + (times[above] - times[below]) * (place - std::floor(place));
  };
  return times.empty() ? Spread() : Spread{at(0.25), at(0.75)};
}

Ratio ratio(std::span<const double> a, std::span<const double> b) {
  std::vector<double> ratios;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) ratios.push_back(b[i] / a[i]);
  if (ratios.empty()) return {};
  std::ranges::sort(ratios);
  const auto n = static_cast<double>(ratios.size());
  // How many lie below the true median is binomial; 1.96 of its standard deviations hold 95 %.
  const auto below = static_cast<size_t>(std::max(0.0, std::floor((n - 1.96 * std::sqrt(n)) / 2) - 1));
  return {median(ratios), ratios[below], ratios[ratios.size() - 1 - below]};
}

}  // namespace hammock::tool
