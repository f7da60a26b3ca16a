// SPDX-License-Identifier: Apache-2.0
// Tensors in files (.npy, .npz) and on the command line.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hammock/base/result.h"
#include "hammock/runtime/tensor.h"

namespace hammock {

// Of a number of errno: a few words, the same on every machine.
std::string system_text(int code);

// Whole file; Error (io) with the path and the reason. "-" is standard input.
Result<std::string> read_file(const std::string& path);
// Whole or not at all, as an editor writes: links, owner, group, mode and further names of the file stay
// (src/io/file.cpp says how). Error (io) with the path; the file is as it was. A read-only file is refused. "-" is
// standard output.
Result<bool> write_file(const std::string& path, std::string_view bytes);

// .npy: versions 1 to 3, either byte order, C or Fortran order. Error (io) names the path and what is wrong or
// unsupported. bfloat16 is '<V2' (numpy's name for the bfloat16 of ml_dtypes), the float8 formats are written as their
// bytes ('|u1').
Result<Tensor> read_npy(const std::string& path);
Result<bool> write_npy(const std::string& path, const Tensor& tensor);
// numpy has no name for floats of 8 bits and for bfloat16: their bits come as unsigned integers. Does nothing where
// something else is stored or wanted.
void take_bits(Tensor& stored, DType wanted);
// All of the files, which are in `folder`, are written and `removed` are gone, or everything is as it was. The folder
// is made if it is missing.
Result<bool> write_npys(const std::string& folder, std::span<const std::pair<std::string, Tensor>> files,
                        std::span<const std::string> removed = {});
// The members in the order of the archive, without ".npy"; stored or deflated. Written stored, as numpy.savez does. An
// archive that says it expands to more than 1 GiB and more than 1,000 times its size is an error unless `allow_large`.
Result<std::vector<std::pair<std::string, Tensor>>> read_npz(const std::string& path, bool allow_large = false);
// Error: what reads and writes archives is not installed.
std::optional<Error> check_npz(const std::string& path);
Result<bool> write_npz(const std::string& path, std::span<const std::pair<std::string, Tensor>> tensors);

// `@x.npy`, `2x3xf32=[1 2 3][4 5 6]`, `f32=1.5`, `zeros`, `ones`, `iota(2, 3)`, `full(0.5)`, `rand(normal,seed=7)`,
// `rand(uniform,seed=7,low=-1,high=1)`, `rand(int,seed=7,low=0,high=10)`, `2x3xf32=rand`. `dtype` and `shape` are the
// parameter's; a specification that states its own must agree, where kVoid stands for any dtype, a dim of -1 for any
// size, and no shape for any rank (a specification without its own then fails). Error (usage) with the offending part.
//
//   values      numbers separated by blanks or commas, with or without brackets; True and False; inf and nan
//   dtypes      f32, i8, u64, bf16, bool, or the language's names
//   iota, zeros, ones    take a shape or leave it to the parameter
//   rand        kinds normal (mean, std), uniform (low, high), int (low, high), default by dtype; seed. std=he is
//               he_deviation() of the shape; the integers of the default have none. The same numbers on every machine;
//               element i depends on the seed, `stream` and i alone. Integers from normal and uniform are truncated and
//               saturated; bools are normal > mean, uniform >= the middle.
//
// `stream` tells apart tensors that one specification fills.
Result<Tensor> make_tensor(std::string_view specification, DType dtype, std::optional<std::span<const int64_t>> shape,
                           uint64_t stream = 0);

// As numpy prints an array: long ones shortened to 3 at each end beyond `threshold` elements.
std::string format_tensor(const Tensor& tensor, int64_t threshold = 1000);
std::string format_value(const RuntimeValue& value, int64_t threshold = 1000);

// numpy's allclose: |a - b| <= atol + rtol * |b|, for every dtype; integers and bools too. Empty if they agree, else
// what differs: dtype, shape, or how many elements, the first and the largest difference with their indices.
struct Tolerance {
  double rtol = 1e-5, atol = 1e-8;
  bool equal_nan = false;
};
std::string compare_tensors(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance);

}  // namespace hammock
