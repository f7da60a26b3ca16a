// SPDX-License-Identifier: Apache-2.0
// The numbers in the bytes of a tensor constant.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hammock/ir/context.h"

namespace hammock {

using Wide = __int128;  // holds the integers of every dtype

// The number of elements of a tensor of this shape; none beyond 64 bits.
std::optional<uint64_t> element_count(std::span<const int64_t> shape);

// The i-th element; none for dtypes that are no bool, integer, or float of 16, 32 or 64 bits, and beyond the data. As a
// double it is exact but for integers of more than 53 bits.
std::optional<double> element(const Constant& c, size_t i);
std::optional<Wide> integer_element(const Constant& c, size_t i);  // of bools and integers

// Is the number a value of this integral dtype?
bool holds(DType dtype, Wide value);
// The greatest finite value of a floating dtype; none if it is not known here.
std::optional<double> greatest_real(DType dtype);

// Append an element. False: the dtype does not hold it. Floats are rounded once, to nearest, ties to even.
bool append_integer(std::vector<std::byte>& data, Wide value, DType dtype);
bool append_real(std::vector<std::byte>& data, double value, DType dtype);

}  // namespace hammock
