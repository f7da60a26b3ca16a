// SPDX-License-Identifier: Apache-2.0
// How long functions take, measured in turn: what slows the machine down for a while slows down all of them.
#pragma once

#include <span>
#include <vector>

#include "hammock/tool/run.h"

namespace hammock::tool {

struct BenchCase {
  const Script* script;
  EntryPoint entry;
  const RunArguments* arguments;
};

struct BenchOptions {
  RunOptions run;             // engine, threads, warmup: at least one
  int runs = 0;               // of each; 0: as many as fit into the time, and at least kFewestRuns
  double seconds = 1;         // for all runs of all functions; at least one round is run
  double (*now)() = nullptr;  // the clock, in milliseconds; null: now_ms
};
inline constexpr int kFewestRuns = 5;

struct BenchResult {
  Outcome outcome;                   // of what failed; then there is nothing else
  RunTimes times;                    // runs_ms: in the order of the rounds
  std::vector<jit::StepTime> steps;  // medians, the longest first
};
// A result for each, of as many runs.
std::vector<BenchResult> bench(std::span<const BenchCase> cases, const BenchOptions& options);

// Of times: where the middle half of them lies.
struct Spread {
  double low = 0, high = 0;  // quartiles
};
Spread spread(std::vector<double> times);

// The median of b / a over the rounds, and where it lies with a probability of 95 % if rounds are independent (order
// statistics: nothing is assumed of how times are distributed). With few rounds that is all of them.
struct Ratio {
  double median = 1, low = 1, high = 1;
};
Ratio ratio(std::span<const double> a, std::span<const double> b);

}  // namespace hammock::tool
