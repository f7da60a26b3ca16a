// SPDX-License-Identifier: Apache-2.0
// Inside `io`: the .npy format, from and to any stream of bytes (numpy.lib.format, versions 1.0 to 3.0).
#pragma once

#include <cstdint>
#include <string>

#include "hammock/runtime/tensor.h"

namespace hammock {

// Bytes one after the other: a file, a member of an archive, memory.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Up to `size` bytes, fewer only at the end or on an error (see problem()).
  virtual int64_t read(void* to, int64_t size) = 0;
  // Bytes in all, counted from the beginning; -1 if that is not known.
  virtual int64_t size() const = 0;
  virtual std::string problem() const { return {}; }
};

// `name` opens every error text.
Result<Tensor> read_npy(ByteSource& source, const std::string& name);

// Magic, version 1.0 and the dict, padded to a multiple of 64 as numpy.save does.
std::string npy_header(const Tensor& tensor);

}  // namespace hammock
