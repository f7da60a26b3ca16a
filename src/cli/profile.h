// SPDX-License-Identifier: Apache-2.0
// What kernels took, held against what this machine can do.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hammock/jit/executable.h"
#include "probe.h"

namespace hammock::cli {

struct KernelSpeed {
  std::string name;
  double ms = 0;     // of all calls
  double share = 0;  // of the sum of all kernels
  int64_t calls = 1;
  std::optional<double> gflops, gbytes;  // a second; none: it is not known how many there are
  std::optional<double> bound;           // how much of what is possible: 1 is the machine's bound
};
struct Profile {
  std::vector<KernelSpeed> kernels;  // in the order of the steps
  KernelSpeed sum;
};
Profile profile(std::span<const jit::StepTime> steps, const MachineSpeed& speed, int threads);

// A line for each kernel.
std::string table(const Profile& profile);
nlohmann::ordered_json to_json(const KernelSpeed& kernel);

// The whole as trace events of Chrome, in JSON, which Perfetto and chrome://tracing show: times in microseconds from
// the first one, in their order.
std::string trace_text(const Trace& trace);

}  // namespace hammock::cli
