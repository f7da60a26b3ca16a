// SPDX-License-Identifier: Apache-2.0
// A function that is ready to run again and again.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hammock/tool/run.h"

namespace hammock::tool {

class Prepared {
 public:
  // Compiled as a whole, or segment by segment where the run decides what comes next, or for eval. The arguments, the
  // module and the options must outlive it.
  static Result<std::unique_ptr<Prepared>> make(const Module& module, GlobalId entry, const RunArguments& arguments,
                                                const RunOptions& options, Engine engine);
  virtual ~Prepared() = default;

  // `steps` gets what each kernel takes.
  virtual Result<RuntimeValue> run(std::vector<jit::StepTime>* steps) = 0;
  // The time in the last run that does not count.
  virtual double apart_ms() const { return 0; }
  // What compiling takes, which may go on in the first runs, and what was made.
  virtual void describe(RunTimes& times) const = 0;
  // Did the JIT not compile it as a whole, and what did eval compute?
  virtual bool is_hosted() const { return false; }
  virtual std::vector<std::string> by_eval() const { return {}; }
};

// A failure with a place in the script is a diagnostic. `eval_may_help`: it is one of the JIT.
Outcome outcome_of(const Script& script, EntryPoint entry, const Error& error, bool eval_may_help);

jit::CompileOptions compile_options(const RunArguments& arguments, const RunOptions& options);

// Of several runs, each step once, with the median of its times and calls; the longest first.
std::vector<jit::StepTime> medians(std::span<const std::vector<jit::StepTime>> runs);
// Of at least one.
double median(std::vector<double> values);

}  // namespace hammock::tool
