// SPDX-License-Identifier: Apache-2.0
// What a function takes: operations, bytes, memory; as numbers, or as expressions in its symbols.
//
// There is one notion of it: what an operator costs is what its kernel costs, the one that LegalizeOps makes of it, and
// what a kernel costs are the operations on elements that its statements do, as often as the loops around them run. An
// addition, a comparison, a call of exp are one operation each, so that a multiplication that is added to a sum counts
// 2; computing indices, choosing and converting count nothing. Both branches of an `if` count, in kernels, too. An
// operator without a kernel that moves elements or is computed element by element is known by that; of all others the
// operations are unknown, and counted as such.
//
// Bytes are what a binding by itself reads and writes, each operand once: what is fused or read through a view is not
// written in a run. What moves elements reads what it writes; what only gives another shape moves nothing.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hammock/base/source.h"
#include "hammock/ir/module.h"
#include "hammock/prim/polynomial.h"
#include "hammock/tool/arguments.h"

namespace hammock::tool {

using Amount = std::optional<Polynomial>;  // none: unknown

struct Cost {
  Amount operations = Polynomial(), read = Polynomial(), written = Polynomial();

  Amount bytes() const;
  // Operations for a byte; none unless both are numbers.
  std::optional<double> intensity() const;
};
std::optional<int64_t> number(const Amount& amount);

struct BindingCost {
  std::string name, what;  // the variable; the operator, or the kernel or function that is called
  std::string info;        // of its result
  Span span;
  Cost cost;
};

struct FunctionCost {
  std::string name;
  Span span;
  std::vector<BindingCost> bindings;  // in the order of the text; of a kernel none
  Cost sum;                           // without what is unknown
  size_t unknown = 0;                 // bindings whose operations are
  Amount parameters;                  // bytes
  // Most bytes beside the parameters at one time: as the JIT plans them, or, where it has no plan, as long as each
  // value is used; none without the values of symbols.
  std::optional<int64_t> peak;
  bool is_planned = false;
  std::vector<std::string> remarks;  // which bounds were met
  std::set<std::string> dims;        // of those that were given, which it has
};

// Of a Relax function or a kernel. `dims` gives symbols values, by name.
FunctionCost cost_of(const Module& module, GlobalId function, std::span<const NamedDim> dims);
// Of several, whose bounds on calls are those of all together.
std::vector<FunctionCost> costs_of(const Module& module, std::span<const GlobalId> functions,
                                   std::span<const NamedDim> dims);

// 1234567 -> 1.23 M; an expression as it prints.
std::string to_text(Context& context, const Amount& amount);

}  // namespace hammock::tool
