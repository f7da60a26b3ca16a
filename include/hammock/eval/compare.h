// SPDX-License-Identifier: Apache-2.0
// One tolerance, for two functions that are run on the same random arguments (sample.h), and for two executors of one
// function.
//
// Integers and bools must be equal. Floats may differ by rounding, and how far rounding goes depends on the program:
// where a difference is more than a few units in the last place, the programs are run again with every rounded result,
// and every operand of a sum, moved by random units in the last place of its own dtype, and the difference is accepted
// only if it is of the size of what that changes there, or, where that is in doubt since the runs are few and the
// elements many, around it. So a sum in another order passes also where it cancels, what was rounded to bfloat16 on the
// way counts although the result is float32, an integer may differ where rounding decides it, and a wrong number fails
// also where it is small.
//
// Where the second function computes in a float of fewer bits than anything in the first, casts to it move as well: it
// is compared as exactly as that type lets expect (Comparison::lower).
//
// Arguments may be large (Numbers::near, wide). Where either function then overflows or underflows, nothing is told:
// smaller ones tell it, and there are no others where bounds are given or fewer bits hold fewer numbers.
//
// Who gives bounds of his own is taken at his word: then numpy's rule with them is all that counts.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "hammock/eval/sample.h"
#include "hammock/ir/module.h"
#include "hammock/runtime/tensor.h"

namespace hammock {

// |a - b| <= atol + rtol * |b|, for every dtype, if one of them is given; the other one is then numpy's.
struct GivenBounds {
  std::optional<double> rtol, atol;
  bool any() const { return rtol || atol; }
  double relative() const { return rtol.value_or(1e-5); }
  double absolute() const { return atol.value_or(1e-8); }
};

struct CompareOptions {
  int runs = 8;
  uint64_t seed = 1;  // run i draws its arguments from seed + i
  GivenBounds bounds;
  SampleStyle style;               // of the arguments; their constants are those of both functions
  std::optional<Numbers> numbers;  // of every run; none: by its seed, so that one run in four has each, that of seed 1
                                   // ordinary ones; none is large where bounds are given. Every second run is then
                                   // scaled, that of seed 1 too: many layers make nothing but infinities of others
  bool tells_infinity_from_nan = true;  // else NaN and the infinities are all alike
  double max_work =
      4e9;  // elementary operations (see Sample::work) of all runs together; fewer runs are made of larger functions
};

struct Comparison {
  int agreed = 0;  // runs with equal results
  int failed = 0;  // runs that failed before already, or ended otherwise without a result of `before`
  bool differ = false;
  bool fails_now = false;  // they differ in that the second one failed
  std::string skipped;     // why there were fewer runs than wanted, or the reason of the first failed one; may be empty
  // If they differ: the first element that does with both values and how many do, or how the second function failed;
  // the run's seed and its arguments.
  std::string difference;
  uint64_t seed = 0;
  std::string arguments;
  std::optional<DType> lower;  // the float that the second function alone rounds to, if it has fewer bits
  double work = 0;             // of all that was run, also with noise, see Sample::work
};

// Both modules share a context. The functions take the same parameters.
Comparison compare_by_running(const Module& before, GlobalId before_entry, const Module& after, GlobalId after_entry,
                              const CompareOptions& options = {});

// What two executors made of the same arguments.
struct Agreement {
  std::string
      difference;  // a line for each output that differs, with the first and the largest difference; empty: they agree
  std::string remark;  // what was too large to be run again and is judged by a bound on each output as a whole, and
                       // results without a finite element; may be empty
};

// `expected` is what eval computes. NaN equals NaN, and any infinity unless bounds are given: sums that overflow do so
// by their order; a number, where terms of one sign alone overflow (eval's sums have more bits). Running again takes up
// to `max_work` (see Sample::work); where that is too little, or eval cannot repeat the run, a difference may be as
// large as the coarsest dtype on the way lets expect of the largest element.
Agreement compare_results(const Module& module, GlobalId entry, std::span<const RuntimeValue> args,
                          const RuntimeValue& actual, const RuntimeValue& expected, const GivenBounds& bounds = {},
                          double max_work = 2e9);

}  // namespace hammock
