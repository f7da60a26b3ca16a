// SPDX-License-Identifier: Apache-2.0
// A function made into kernels: buffers, the order of the kernels, and where every buffer lies in memory.
//
// Made for one set of shapes: the dims of every value are integers. Views (reshape, permute_dims, slices) cost
// nothing where the consumer can read through strides.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/base/result.h"
#include "hammock/ir/module.h"
#include "hammock/loop/kernel.h"

namespace hammock::loop {

enum class Storage : uint8_t { param, weight, constant, arena, result };

struct Memory {
  Storage storage = Storage::arena;
  int64_t bytes = 0;
  uint32_t index = 0;       // param, weight: number of the parameter; constant: ConstantId; result: number of the result
  int64_t arena_offset = 0; // arena: 64-byte aligned
  DType dtype;
  std::vector<int64_t> shape;
};

struct Step {
  Kernel kernel;
  std::vector<uint32_t> memory;  // one Memory per kernel buffer
  std::string name;              // for profiles: the operators it holds, "matmul+add+gelu"
  Span span;
};

// Where a result of the function comes from: the leaves of its result tuple, flattened, in order.
struct ResultLeaf {
  uint32_t memory = 0;
};

struct Program {
  std::vector<Memory> memories;
  std::vector<Step> steps;
  std::vector<ResultLeaf> results;
  int64_t arena_bytes = 0;
};

// `dims` gives the values of symbols that the signature leaves open, by name. Error (unsupported) names the operator or
// construct that this layer cannot lower, with its place.
struct Binding {
  std::string name;
  int64_t value;
};
Result<Program> lower(const Module& module, GlobalId entry, std::span<const Binding> dims);

bool has_lowering(Op op);

}  // namespace hammock::loop
