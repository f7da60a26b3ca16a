// SPDX-License-Identifier: Apache-2.0
// Tensors in files (.npy, .npz) and on the command line.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hammock/base/result.h"
#include "hammock/runtime/tensor.h"

namespace hammock {

// Whole file; Error (io) with the path and the reason. "-" is standard input.
Result<std::string> read_file(const std::string& path);
// Atomically: a temporary file beside it, then a rename; an existing file is not touched on failure. "-" is standard output.
Result<bool> write_file(const std::string& path, std::string_view bytes);

// .npy: versions 1 to 3, little endian, C or Fortran order. Error (io) names the path and what is unsupported.
Result<Tensor> read_npy(const std::string& path);
Result<bool> write_npy(const std::string& path, const Tensor& tensor);
Result<std::vector<std::pair<std::string, Tensor>>> read_npz(const std::string& path);
Result<bool> write_npz(const std::string& path, std::span<const std::pair<std::string, Tensor>> tensors);

// `@x.npy`, `2x3xf32=[1 2 3][4 5 6]`, `f32=1.5`, `zeros`, `ones`, `iota(2, 3)`, `full(0.5)`, `rand(normal,seed=7)`,
// `rand(uniform,seed=7,low=-1,high=1)`, `rand(int,seed=7,low=0,high=10)`. `dtype` and `shape` are the parameter's; a specification
// that states its own must agree. Error (usage) with the offending part.
Result<Tensor> make_tensor(std::string_view specification, DType dtype, std::span<const int64_t> shape);

// As numpy prints an array: long ones shortened to 3 at each end beyond `threshold` elements.
std::string format_tensor(const Tensor& tensor, int64_t threshold = 1000);
std::string format_value(const RuntimeValue& value, int64_t threshold = 1000);

// numpy's allclose: |a - b| <= atol + rtol * |b|, for every dtype; integers and bools too. Empty if they agree, else what
// differs: dtype, shape, or how many elements, the first and the largest difference with their indices.
struct Tolerance {
  double rtol = 1e-5, atol = 1e-8;
  bool equal_nan = false;
};
std::string compare_tensors(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance);

}  // namespace hammock
