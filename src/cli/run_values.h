// SPDX-License-Identifier: Apache-2.0
// Arguments of a run from files, literals and fills; results to files and text; expectations.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "command.h"
#include "hammock/io/tensor_file.h"
#include "hammock/runtime/tensor.h"

namespace hammock::cli {

struct InputOptions {
  std::vector<std::string> input;  // NAME=SPEC
  std::vector<std::string> paths;  // a folder or an .npz; the first that has a parameter gives it
  bool allow_large = false;        // as read_npz
  std::string fill;                // SPEC for parameters without a value
  std::vector<std::string> dims;   // NAME=8
};

struct NamedDim {
  std::string name;
  int64_t value;
};

struct RunArguments {
  std::vector<RuntimeValue> values;  // one per parameter
  std::vector<NamedDim> dims;        // symbols of the signature, bound by the values or by --dim
};

// Every parameter of the function gets a value; the error names the parameter, what it needs and what was given.
Result<RunArguments> make_arguments(const Io& io, const Function& fn, const InputOptions& options);

// The tensors of a result in order; other leaves as tensors of rank 0 (numbers) or 1 (shapes).
std::vector<Tensor> result_leaves(const RuntimeValue& result);
// Before the run: whether results of the function can go to `path`, and overwrite nothing that this run reads.
std::optional<Error> check_outputs(const std::string& path, const Function& fn, const InputOptions& inputs,
                                   const std::string& expect);
// `output_<i>` in a folder (made if it is missing) or an .npz; an .npy is for one result. All are written or none is; a
// folder loses what a run with more results left there.
Result<bool> write_results(const std::string& path, const RuntimeValue& result);
Result<std::vector<Tensor>> read_expected(const std::string& path, size_t count, bool allow_large);

// What differs, per output, as text; empty if all agree.
std::string compare_with_expected(std::span<const Tensor> actual, std::span<const Tensor> expected,
                                  const Tolerance& tolerance);

}  // namespace hammock::cli
