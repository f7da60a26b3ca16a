// SPDX-License-Identifier: Apache-2.0
// Allocation as TVM lowers it (operators 2.24), and collectives of one worker.
//
// A storage is a tensor of bytes; what is made in it lies there.
#include "kernel_interpreter.h"
#include "operators.h"

namespace hammock::reference {
namespace {

DType dtype_operand(const OpCall& call, size_t i) {
  const DType* dtype = std::get_if<DType>(&call.value(i).v);
  return dtype ? *dtype : kVoid;
}

// Unwritten memory, in which nothing is to be relied on.
Result<RuntimeValue> fresh(const OpCall& call, DType dtype, std::optional<Dims> shape) {
  if (!shape) return call.fail("the shape is not a shape");
  Tensor out = call.make(dtype, std::move(*shape));
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
  return fresh(call, kUint8, Dims{bytes});
}

}  // namespace

Result<RuntimeValue> alloc_tensor(const OpCall& call) { return fresh(call, dtype_operand(call, 1), call.integers(0)); }

Result<RuntimeValue> memory_alloc_storage(const OpCall& call) { return storage(call, dtype_operand(call, 3)); }
Result<RuntimeValue> vm_alloc_storage(const OpCall& call) { return storage(call, dtype_operand(call, 2)); }

// Operands: storage, offset in bytes, shape, dtype.
Result<RuntimeValue> alloc_tensor_in(const OpCall& call) {
  const Tensor* storage = call.value(0).tensor();
  const std::optional<int64_t> offset = call.integer(1);
  std::optional<Dims> shape = call.integers(2);
  if (!storage || storage->dtype != kUint8 || !offset || !shape)
    return call.fail("the storage is not one, the offset is no number, or the shape is not a shape");
  const DType dtype = dtype_operand(call, 3);
  Tensor out = call.make(dtype, std::move(*shape));
  const int64_t bytes = out.bytes(), held = storage->bytes();
  if (*offset < 0 || bytes > held || *offset > held - bytes)
    return call.fail(std::to_string(bytes) + " bytes from byte " + std::to_string(*offset) + " of a storage of " +
                     std::to_string(held));
  if (*offset % dtype.bytes() != 0)
    return call.fail("elements of " + std::to_string(dtype.bytes()) + " bytes from byte " + std::to_string(*offset));
  out.data = {storage->data, storage->data.get() + *offset};
  return value_of(std::move(out));
}

Result<RuntimeValue> kill(const OpCall&) { return RuntimeValue{RuntimeTuple{}}; }

// What it would have of the others is not there.
Result<RuntimeValue> one_worker(const OpCall& call) {
  const int64_t workers = call.attrs.integer("num_workers");
  if (workers != 1) return call.fail("for " + std::to_string(workers) + " workers, and there is one");
  return call.value(0);
}

}  // namespace hammock::reference
