// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/file_memory.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "hammock/runtime/machine.h"

namespace hammock {
namespace {

// An open file without a name.
struct File {
  explicit File(const std::string& bytes) {
    std::string name = "/tmp/hammock_file_memory_XXXXXX";
    number = mkstemp(name.data());
    unlink(name.c_str());
    REQUIRE(write(number, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }
  ~File() {
    if (number >= 0) close(number);
  }
  int number = -1;
};

TEST_CASE("what was given back comes from the file again, at its old address") {
  constexpr int64_t kOffset = 128, kBytes = 3 * 4096 + 100;
  std::string bytes(kOffset + kBytes, ' ');
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 31 % 251);
  const int64_t before = allocated_bytes();
  std::shared_ptr<std::byte> block;
  {
    File file(bytes);
    block = allocate_for_file(file.number, kOffset, kBytes);
    REQUIRE(block);
    REQUIRE(pread(file.number, block.get(), kBytes, kOffset) == kBytes);
  }
  const std::string_view held(reinterpret_cast<const char*>(block.get()), kBytes);
  CHECK(held == std::string_view(bytes).substr(kOffset));
  CHECK(allocated_bytes() >= before + kBytes);
  CHECK(reinterpret_cast<uintptr_t>(block.get()) % 64 == 0);
  CHECK(give_back_to_file(block.get()));
  CHECK(allocated_bytes() == before);
  CHECK(held == std::string_view(bytes).substr(kOffset));
  block.get()[5] = std::byte{7};  // a page of its own, not the file's
  CHECK(give_back_to_file(block.get()));
  CHECK(block.get()[5] == std::byte{7});
  block.reset();
  CHECK(allocated_bytes() == before);
}

TEST_CASE("memory that was never given back is freed whole") {
  const int64_t before = allocated_bytes();
  File file(std::string(8192, 'x'));
  std::shared_ptr<std::byte> one = allocate_for_file(file.number, 0, 8192),
                             other = allocate_for_file(file.number, 64, 100);
  CHECK(one.get() != other.get());
  one.reset();
  other.get()[99] = std::byte{1};
  other.reset();
  CHECK(allocated_bytes() == before);
}

TEST_CASE("memory of no file is not given back") {
  const std::vector<std::byte> plain(64);
  CHECK_FALSE(give_back_to_file(plain.data()));
  CHECK_FALSE(give_back_to_file(nullptr));
  CHECK(allocate_for_file(-1, 0, 64) == nullptr);
}

}  // namespace
}  // namespace hammock
