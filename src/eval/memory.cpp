// SPDX-License-Identifier: Apache-2.0
// Allocation as TVM lowers it (operators 2.24), and collectives of one worker.
//
// A storage is its size in bytes. Each tensor that is made in it has memory of its own: what shares a storage is not
// alive at the same time.
#include "kernel_interpreter.h"
#include "operators.h"

namespace hammock::reference {
namespace {

DType dtype_operand(const OpCall& call, size_t i) {
  const DType* dtype = std::get_if<DType>(&call.value(i).v);
  return dtype ? *dtype : kVoid;
}

// Unwritten memory, in which nothing is to be relied on.
Result<RuntimeValue> fresh(const OpCall& call, size_t shape_operand, size_t dtype_operand_index) {
  std::optional<Dims> shape = call.integers(shape_operand);
  if (!shape) return call.fail("the shape is not a shape");
  Tensor out = call.make(dtype_operand(call, dtype_operand_index), std::move(*shape));
  fill_unwritten(out);
  return value_of(std::move(out));
}

Result<RuntimeValue> storage(const OpCall& call, DType dtype) {
  std::optional<Dims> shape = call.integers(0);
  if (!shape) return call.fail("the size is not a shape");
  int64_t bytes = dtype.bytes();
  for (int64_t d : *shape) {
    if (d < 0 || __builtin_mul_overflow(bytes, d, &bytes))
      return call.fail("no storage has the size " + shape_text(*shape), Error::Kind::memory);
  }
  return RuntimeValue{RuntimeShape{bytes}};
}

}  // namespace

Result<RuntimeValue> alloc_tensor(const OpCall& call) { return fresh(call, 0, 1); }

Result<RuntimeValue> memory_alloc_storage(const OpCall& call) { return storage(call, dtype_operand(call, 3)); }
Result<RuntimeValue> vm_alloc_storage(const OpCall& call) { return storage(call, dtype_operand(call, 2)); }

// Operands: storage, offset in bytes, shape, dtype.
Result<RuntimeValue> alloc_tensor_in(const OpCall& call) {
  const auto* size = std::get_if<RuntimeShape>(&call.value(0).v);
  const std::optional<int64_t> offset = call.integer(1);
  if (!size || size->size() != 1 || !offset) return call.fail("the storage is not one, or the offset is no number");
  Result<RuntimeValue> made = fresh(call, 2, 3);
  if (!made) return made;
  const int64_t bytes = made->tensor()->bytes(), held = (*size)[0];
  if (*offset < 0 || bytes > held || *offset > held - bytes)
    return call.fail(std::to_string(bytes) + " bytes from byte " + std::to_string(*offset) + " of a storage of " +
                     std::to_string(held));
  return made;
}

Result<RuntimeValue> kill(const OpCall&) { return RuntimeValue{RuntimeTuple{}}; }

// What it would have of the others is not there.
Result<RuntimeValue> one_worker(const OpCall& call) {
  const int64_t workers = call.attrs.integer("num_workers");
  if (workers != 1) return call.fail("for " + std::to_string(workers) + " workers, and there is one");
  return call.value(0);
}

}  // namespace hammock::reference
