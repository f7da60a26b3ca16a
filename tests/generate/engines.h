// SPDX-License-Identifier: Apache-2.0
// Random programs on both executors: hammock_campaign --engines.
//
// A program runs by the JIT and by eval, in guarded memory (runtime/guard.h): on plain arguments, on some with special
// values, and, where arguments are indices, on some of which one lies outside. Either both fail, with the same words,
// or both give the same as far as rounding goes (eval/compare.h). What an executor cannot do is counted and left out.
// One program in four runs as a host program with compiled segments (exec), and so does what the JIT does not compile
// as a whole. The kernels that the JIT compiles of one program in eight are printed as a module, which is read and
// computes the same.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "generate.h"
#include "hammock/eval/sample.h"
#include "hammock/ir/module.h"
#include "hammock/jit/executable.h"

namespace hammock::generate {

// What both executors can run, on operands that the operators do not suit.
extern const Runner kEngines;

class Engines {
 public:
  // Compares runs of the module's last function; for a kernel, on the arguments of the last one that is none. What is
  // wrong; empty if nothing is.
  std::string problem(const Module& module, uint64_t seed);

  std::string cpu;            // that the JIT compiles for; empty: this one
  bool are_programs = false;  // with control flow: half of them are host programs, and symbols may be 0
  int agreed = 0, failed_alike = 0;
  int wrong_indices = 0;               // runs that fail alike for an index
  std::map<std::string, int> skipped;  // by reason

 private:
  std::string compare(const Module& module, uint64_t seed, uint64_t sample_seed, const SampleStyle& style);
  Result<RuntimeValue> run(const Module& module, const Sample& sample, uint64_t seed);
  std::string dump_problem(const Module& module, const Sample& sample, const RuntimeValue& expected);

  std::shared_ptr<jit::Compiler> compiler_;      // of the module at hand
  std::unique_ptr<jit::Executable> executable_;  // of the same, for dims that no symbol changes
};

}  // namespace hammock::generate
