// SPDX-License-Identifier: Apache-2.0
// Random well-formed modules, for fuzzers and campaigns. The same choices give the same module on every machine.
//
// Calls of operators come from the table of operators: operands and attributes are guessed from the kinds and names of
// the parameters, and inference says whether the guess is a call. A new row of the table takes part by itself. Around
// the calls stand every kind of binding, dataflow blocks, conditionals, nested functions, and calls between functions.
#pragma once

#include "choices.h"
#include "hammock/eval/sample.h"
#include "hammock/ir/module.h"

namespace hammock::generate {

// What an executor can run; the generator itself links none, so that fuzzers of the text are built quickly.
struct Runner {
  bool (*has_reference)(Op op);
  Domain (*domain_of)(Op op, size_t operand);
};

struct Options {
  // If there is one: only what it can run, with numbers that stay finite on arguments from sample_arguments; and the
  // structures that passes look for: matmuls that share an operand, transposes, chains of reshapes, equal calls,
  // constants ...
  const Runner* runner = nullptr;
  // With a runner: for executors rather than passes. Dims of 1 to 70 and sometimes 0, every dtype, calls of all kernels
  // (kernels.h), casts that fail, results that are not finite, dims of which only the run shows whether they fit.
  bool for_executors = false;
  // Beside that: more of what only a run decides. Branches on data with results of different shapes, functions that
  // call themselves, closures as arguments and results, nested tuples as parameters, shapes made of elements.
  bool control_flow = false;
  int functions = 3;  // at most
  int steps = 12;     // in a function, at most; a step makes a few bindings
};

Module generate(Choices& choices, const Options& options);

// Where two modules over one context differ, names of variables and places aside; empty if they are equal.
std::string difference(const Module& a, const Module& b);

}  // namespace hammock::generate
