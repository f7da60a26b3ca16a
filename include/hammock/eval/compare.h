// SPDX-License-Identifier: Apache-2.0
// Do two functions compute the same? Both are run on the same random arguments (sample.h).
//
// Integers and bools must be equal. Floats may differ by rounding, and how far rounding goes depends on the program: where a
// difference is more than a few units in the last place, both programs are run again with every rounded result moved by
// random units in the last place, and the difference is accepted only if it is of the size of what that changes. So a sum in
// another order passes also where it cancels, and a wrong number fails also where it is small.
#pragma once

#include <string>

#include "hammock/ir/module.h"

namespace hammock {

struct CompareOptions {
  int runs = 8;
  uint64_t seed = 1;      // run i draws its arguments from seed + i
  double max_work = 4e9;  // elementary operations (see Sample::work) of all runs together; fewer runs are made of larger functions
};

struct Comparison {
  int agreed = 0;      // runs with equal results
  int failed = 0;      // runs that failed before already, or ended otherwise without a result of `before`
  bool differ = false;
  bool fails_now = false;  // they differ in that the second one failed
  std::string skipped;  // why there were fewer runs than wanted, or the reason of the first failed one; may be empty
  // If they differ: the first element that does with both values and how many do, or how the second function failed; the run's
  // seed and its arguments.
  std::string difference;
  uint64_t seed = 0;
  std::string arguments;
};

// Both modules share a context. The functions take the same parameters.
Comparison compare_by_running(const Module& before, GlobalId before_entry, const Module& after, GlobalId after_entry, const CompareOptions& options = {});

}  // namespace hammock
