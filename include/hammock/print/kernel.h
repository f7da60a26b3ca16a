// SPDX-License-Identifier: Apache-2.0
// The canonical text of a kernel (TIR, section 4).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hammock/ir/dialect.h"
#include "hammock/tir/kernel.h"

namespace hammock {

struct DialectGap;

struct KernelPrintOptions {
  Dialect dialect = Dialect::tvm_0_19;
  int indent_spaces = 4;
  int depth = 0;                            // of the decorator's indentation
  bool comments = false;                    // of the script that was read
  std::vector<DialectGap>* gaps = nullptr;  // of print.h
  // If given, the text is TVM's, and this is set where that text does not say what it should.
  bool* is_lossy = nullptr;
  std::string_view class_name;  // of calls of other functions; empty: the kernel stands alone
};

// The lines from the decorator on, each with its line end.
std::string print_kernel(const tir::Kernel& kernel, std::string_view name, const KernelPrintOptions& options = {});

}  // namespace hammock
