// SPDX-License-Identifier: Apache-2.0
// Inside `io`: the .npy format, from and to any stream of bytes (numpy.lib.format, versions 1.0 to 3.0).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hammock/runtime/tensor.h"

namespace hammock {

// Bytes one after the other: a file, a member of an archive, memory.
class ByteSource {
 public:
  explicit ByteSource(int64_t size) : size_(size) {}
  virtual ~ByteSource() = default;
  // Up to `size` bytes, fewer only at the end or on an error (see problem()).
  int64_t read(void* to, int64_t size);
  // Bytes in all, counted from the beginning; -1 if that is not known.
  int64_t size() const { return size_; }
  const std::string& problem() const { return problem_; }
  // Memory for `bytes` that stand at `offset` and will be read into it as they are.
  virtual std::shared_ptr<std::byte> memory(int64_t offset, int64_t bytes);

 protected:
  // Some of the next bytes; 0 at the end, less with the problem.
  virtual int64_t some(char* to, int64_t size, std::string& problem) = 0;

 private:
  int64_t size_;
  std::string problem_;
};

// `name` opens every error text.
Result<Tensor> read_npy(ByteSource& source, const std::string& name);

// Magic, version 1.0 and the dict, padded to a multiple of 64 as numpy.save does.
std::string npy_header(const Tensor& tensor);

}  // namespace hammock
