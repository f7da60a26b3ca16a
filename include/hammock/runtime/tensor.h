// SPDX-License-Identifier: Apache-2.0
// Tensors and the other values that a run passes around.
//
// A Tensor is contiguous, row-major, little endian, aligned to its elements at least, one byte per bool; it shares its
// bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "hammock/base/dtype.h"
#include "hammock/base/result.h"

namespace hammock {

struct Tensor {
  DType dtype;
  std::vector<int64_t> shape;
  std::shared_ptr<std::byte> data;

  int64_t elements() const;  // product of the shape
  int64_t bytes() const { return elements() * dtype.bytes(); }
  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(data.get());
  }

  // Uninitialised memory. Error (memory) if the size overflows or exceeds the machine's memory, with both in the text,
  // or if the tensor is empty and has more than 2^31 rows all the same.
  // `allocate`: null for allocate_bytes.
  using Allocate = std::function<std::shared_ptr<std::byte>(int64_t bytes)>;
  static Result<Tensor> make(DType dtype, std::vector<int64_t> shape, const Allocate& allocate = nullptr);
};

// The standard deviation with which networks begin (He and others 2015): what many layers make of it is neither
// infinite nor lost, even where half of it is cut off. A matrix counts as one of its longest dim by all others; 1 for
// vectors.
double he_deviation(std::span<const int64_t> shape);

struct RuntimeValue;
using RuntimeTuple = std::vector<RuntimeValue>;
using RuntimeShape = std::vector<int64_t>;

// A function as a value; what it holds is the business of the executor that made it.
struct RuntimeCallable {
  virtual ~RuntimeCallable() = default;
};

// What a host function keeps between its calls, an R.Object of the script; only host functions look into it.
struct RuntimeObject {
  virtual ~RuntimeObject() = default;
};

// What a Relax value is at run time. A prim value is int64_t or double; monostate is the null value.
struct RuntimeValue {
  std::variant<std::monostate, Tensor, RuntimeTuple, RuntimeShape, int64_t, double, std::string, DType,
               std::shared_ptr<const RuntimeCallable>, std::shared_ptr<RuntimeObject>>
      v;
  const Tensor* tensor() const { return std::get_if<Tensor>(&v); }
  const RuntimeTuple* tuple() const { return std::get_if<RuntimeTuple>(&v); }
};

// 64-byte aligned, huge pages advised for large blocks; between guard pages if memory is guarded (guard.h), then
// aligned as its size is. Null if the system has no such block.
std::shared_ptr<std::byte> allocate_bytes(int64_t bytes);
// Physical memory of the machine (or of its cgroup), in bytes.
int64_t machine_memory();

// "(2, 3)", "(2,)", "()".
std::string shape_text(std::span<const int64_t> shape);

// One element as a double / int64, for printing and comparing; flat index. Of a scalar dtype of 8 to 64 bits or bool.
double element_as_double(const Tensor& tensor, int64_t index);
int64_t element_as_integer(const Tensor& tensor, int64_t index);

}  // namespace hammock
