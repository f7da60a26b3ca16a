// SPDX-License-Identifier: Apache-2.0
// Well-formedness: every rule of language section 5, and of TIR section 3 for kernels, all violations in one run.
#pragma once

#include <span>
#include <unordered_map>

#include "hammock/base/diagnostic.h"
#include "hammock/ir/module.h"

namespace hammock {

struct VerifyOptions {
  bool check_struct_info = true;  // the rules marked (S)
  // Functions that were read with mistakes, so that symbols without a definition say nothing (ReadOptions::incomplete).
  std::span<const GlobalId> incomplete;
  const std::unordered_map<Prim, Span>* declared =
      nullptr;                   // where symbols are declared, for notes (ReadOptions::declared)
  bool check_symbols = true;     // a function's global_symbol is its name
  bool check_results = true;     // rule 28
  bool takes_unchecked = false;  // kernels that say check_well_formed=False are left alone
};

// True if nothing was reported.
bool verify(const Module& module, Diagnostics& diagnostics, const VerifyOptions& options = {});

// Warnings of what running the kernels of a well-formed module would find anyway, where that is sure; remarks on what
// keeps them from running.
void warn_of_kernels(const Module& module, Diagnostics& diagnostics);

}  // namespace hammock
