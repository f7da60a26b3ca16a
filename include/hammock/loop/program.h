// SPDX-License-Identifier: Apache-2.0
// A function made into kernels: buffers, the order of the kernels, and where every buffer lies in memory.
//
// Made for one set of shapes: the dims of every value are integers. Views (reshape, permute_dims, slices) cost
// nothing where the consumer can read through strides.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/base/index_range.h"
#include "hammock/base/result.h"
#include "hammock/ir/module.h"
#include "hammock/loop/kernel.h"
#include "hammock/tir/specialise.h"

namespace hammock::loop {

// param and weight: parameters, by position below `num_input` or not; constant: a tensor constant of the context;
// folded: made by steps that are constant, kept from run to run (its own memory, not of the arena); result: allocated
// for each run and given to the caller.
enum class Storage : uint8_t { param, weight, constant, folded, arena, result };

struct Memory {
  Storage storage = Storage::arena;
  int64_t bytes = 0;
  uint32_t index = 0;  // param, weight: number of the parameter; constant: ConstantId; result: number of the result
  int64_t arena_offset = 0;  // arena: 64-byte aligned
  DType dtype;
  std::vector<int64_t> shape;
  std::vector<uint32_t> path;  // param, weight: of a parameter that is a tuple, the fields that lead to the tensor
};

// What a step passes for a kernel buffer: the address of the view's first element.
struct Argument {
  uint32_t memory = 0;
  int64_t offset = 0;  // in bytes
};

// The elements of a view of integers must lie in this range: what kernels that come after it
// rely on.
struct IndexCheck {
  Op op = Op::none;  // whose indices they are
  Buffer indices;
  IndexRange range;
};

struct Step {
  LoweredKernel kernel;
  std::optional<IndexCheck> check;  // instead of a kernel
  std::vector<Argument> args;       // one per kernel buffer; of a check, the indices
  bool is_constant = false;         // depends on weights and constants only: run once while they stay the same
  bool is_preparation = false;      // of a kernel by itself: copies what it is given to change
  std::string name;                 // for profiles: the operators it holds, "matmul+add+gelu"
  Span span;
};

// Where a tensor of the function's result comes from: the leaves of its result tuple, flattened, in order. The memory
// is contiguous and of the tensor's shape; it is a param, weight, constant or folded one if the function returns it as
// it is. A number is the last element of an int64 or float64 vector; before it may stand whether there is one (see
// Code::gives_value). A shape is an int64 vector.
struct ResultLeaf {
  enum class Kind : uint8_t { tensor, number, shape };
  uint32_t memory = 0;
  Kind kind = Kind::tensor;
};

struct Program {
  std::vector<Memory> memories;
  std::vector<Step> steps;
  std::vector<ResultLeaf> results;
  StructInfo result_info;  // of the function's result: how the leaves nest
  int64_t arena_bytes = 0;
};

// What the processor has instructions for.
struct FastProducts {
  bool of_bfloat16 = false;  // faster than those of float32
  bool of_bytes = false;     // four of a word at once
};

// `dims` gives the values of symbols that the signature leaves open, by name. Error (unsupported) names the operator or
// construct that this layer cannot lower, with its place.
struct Binding {
  std::string name;
  int64_t value;
};
// `arguments` are what is known of the parameters' values before the run, by position: the dtypes and shapes that the
// signature leaves open, and numbers.
using Known = std::optional<tir::Argument>;
Result<Program> lower(const Module& module, GlobalId entry, std::span<const Binding> dims,
                      std::span<const Known> arguments = {}, FastProducts fast = {});

// The same of a kernel by itself, for the shapes and numbers of these arguments. The arguments stay as they are; the
// results are the buffers that the kernel may write, in the order of the parameters, and then what it returns.
Result<Program> lower_kernel(const Module& module, GlobalId kernel, std::span<const tir::Argument> arguments);

// Right factors that a step makes for a product alone, out of a good deal less memory (weights that are dequantised),
// become the product's own: Contraction::rhs_element.
void compute_in_products(Context& context, Program& program);

// How an operator becomes code.
enum class Lowering : uint8_t {
  none,
  family,  // of the loop form: it fuses with its neighbours
  kernel,  // that layer `lower` makes for the shapes of the call
  called,  // it calls a kernel
};
Lowering lowering_of(Op op);
inline bool has_lowering(Op op) { return lowering_of(op) != Lowering::none; }

}  // namespace hammock::loop
