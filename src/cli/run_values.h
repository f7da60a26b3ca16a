// SPDX-License-Identifier: Apache-2.0
// Tensors of a run in files: inputs, results, expectations.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "command.h"
#include "hammock/io/tensor_file.h"
#include "hammock/tool/arguments.h"

namespace hammock::cli {

// A folder of .npy files, or an .npz; `allow_large` as read_npz.
Result<std::unique_ptr<TensorStore>> open_store(const std::string& path, bool allow_large);
// Before the run: whether results of the function can go to `path`, and overwrite nothing that this run reads.
std::optional<Error> check_outputs(const std::string& path, const Signature& signature, const InputOptions& inputs,
                                   const std::string& expect);
// `output_<i>` in a folder (made if it is missing) or an .npz; an .npy is for one result. All are written or none is; a
// folder loses what a run with more results left there.
Result<bool> write_results(const std::string& path, const RuntimeValue& result);
Result<std::vector<Tensor>> read_expected(const std::string& path, size_t count, bool allow_large);

}  // namespace hammock::cli
