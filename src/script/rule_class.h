// SPDX-License-Identifier: Apache-2.0
// A rule that is written as two functions of Relax: `pattern`, and `replacement` with the same parameters.
//
// A parameter matches any value whose struct info is an instance of the annotation; symbolic dims of the annotations
// are variables. What computes the result of `pattern` has to be matched: operators, attributes, constants, shapes,
// items, calls of kernels that are equal to one of the class. The bindings of `replacement` are put in its place, with
// the names that they have there. It may call further functions of the class, which are private (subroutines.h).
#pragma once

#include <optional>

#include "hammock/base/diagnostic.h"
#include "hammock/rewrite/rule.h"

namespace hammock {

// None after a report. `place`: the name of the class.
std::optional<Rule> rule_of_functions(std::shared_ptr<const Module> module, std::string name, Span place,
                                      std::shared_ptr<Patterns> patterns, Diagnostics& diagnostics);

}  // namespace hammock
