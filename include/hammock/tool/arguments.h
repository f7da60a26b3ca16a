// SPDX-License-Identifier: Apache-2.0
// Arguments of a run from literals, fills and stored tensors; results as tensors, and held against others.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/io/tensor_file.h"
#include "hammock/ir/module.h"
#include "hammock/runtime/tensor.h"

namespace hammock::tool {

// Tensors by name, wherever they lie.
struct TensorStore {
  std::string name;                  // as messages call it
  std::vector<std::string> members;  // names of its tensors
  bool may_hold_results = false;     // members called output_<i> are no inputs
  virtual ~TensorStore() = default;
  virtual Result<Tensor> read(size_t number) const = 0;
};

struct InputOptions {
  std::vector<std::string> input;  // NAME=SPEC
  std::vector<std::string> paths;  // of stores; the first that has a parameter gives it
  std::function<Result<std::unique_ptr<TensorStore>>(const std::string& path)> open;
  std::string fill;                // SPEC for parameters without a value
  std::vector<std::string> dims;   // NAME=8
  std::function<void()> progress;  // a parameter has its value
};

struct NamedDim {
  std::string name;
  int64_t value;
};

struct RunArguments {
  std::vector<RuntimeValue> values;  // one per parameter
  std::vector<NamedDim> dims;        // symbols of the signature, bound by the values or by InputOptions::dims
};

// What the parameters of a function are called and take. Those of a kernel are its buffers (also known by the handles
// that they match), numbers and pointers; their symbols are the kernel's variables.
struct RunParameter {
  std::string name, other_name;
  StructInfo info;
  bool is_result = false;  // a kernel may write it: without a value it begins with zeros
};
struct Signature {
  Context* context = nullptr;
  std::vector<RunParameter> parameters;
  std::optional<size_t> results;  // tensors that a run gives; none: only a run tells
};
// Of a Relax function or a kernel.
Signature signature_of(const Module& module, GlobalId function);

// Every parameter of the function gets a value; the error names the parameter, what it needs and what was given.
Result<RunArguments> make_arguments(const Signature& signature, const InputOptions& options);

// The i of `output_<i>`.
std::optional<size_t> output_number(std::string_view name);
// The tensors of a result in order; other leaves as tensors of rank 0 (numbers) or 1 (shapes).
std::vector<Tensor> result_leaves(const RuntimeValue& result);
// What differs, per output, as text; empty if all agree.
std::string compare_with_expected(std::span<const Tensor> actual, std::span<const Tensor> expected,
                                  const Tolerance& tolerance);

}  // namespace hammock::tool
