// SPDX-License-Identifier: Apache-2.0
// A random kernel as text, see tir_module.h.
//
// Every buffer that is written is defined first: a nest of loops that stores each element once, in one of the forms
// that kernels take (pointwise, reductions, a window or a row at a time, vectors, through views), whose loops may then
// be of any kind, since its iterations are independent. Other statements follow, in loops that run in order.
#pragma once

#include <string>
#include <vector>

#include "tir_expressions.h"

namespace hammock::generate {

struct KernelSignature {
  enum class Role : uint8_t { input, output, both };
  struct Buffer {
    DType dtype;
    std::vector<size_t> dims;  // numbers of extents
    Role role;
  };
  struct Scalar {
    std::string name;
    DType dtype;
  };
  // A kernel of the module that writes through pointers.
  struct Subroutine {
    struct Pointer {
      DType dtype;
      int64_t elements;
      bool is_written;
    };
    std::string name;
    std::vector<Pointer> pointers;
    std::vector<std::string> scalars;  // what is given for them; empty: a number of int64
  };
  // tensors   what R.call_tir calls
  // numbers   what kernels call, for a number; no buffers
  // pointers  what kernels call; its buffers lie at its pointers
  // alone     what nobody calls
  enum class Kind : uint8_t { tensors, numbers, pointers, alone };

  std::string name;
  Kind kind = Kind::tensors;
  DType index_dtype;
  std::vector<Extent> extents;
  std::vector<std::string> symbols;  // that the buffers bind
  std::vector<Buffer> buffers;
  std::vector<Scalar> scalars;  // behind the buffers
  DType result;                 // unknown: none
  std::vector<Expressions::Callee> callees;
  std::vector<Subroutine> subroutines;
  bool may_have_tables = false;  // constants, whose pointers have a longer name each time that they are read
  bool may_fail = false;         // indices outside of buffers, divisions by 0, assertions that do not hold
};

// The function, indented by `depth` levels.
std::string kernel_text(Choices& choices, const KernelSignature& signature, size_t depth);

}  // namespace hammock::generate
