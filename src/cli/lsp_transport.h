// SPDX-License-Identifier: Apache-2.0
// Messages of the language server protocol in a stream of bytes: a header with their length, and JSON.
#pragma once

#include <functional>
#include <string>

namespace hammock::cli {

inline constexpr size_t kLongestMessage = size_t{64} << 20;  // bytes
inline constexpr size_t kLongestHeader = 8192;
inline constexpr int kDeepestMessage = 200;  // nesting of JSON

struct Incoming {
  enum class Kind { message, bad, end } kind = Kind::end;
  std::string text;  // of the message; or what is wrong with it
};

class MessageReader {
 public:
  // `read(buffer, size)`: bytes that were read, 0 at the end.
  explicit MessageReader(std::function<size_t(char*, size_t)> read) : read_(std::move(read)) {}
  // What is wrong is skipped, up to the next header.
  Incoming next();

 private:
  bool fill();
  bool line(std::string& out);
  bool body(size_t size, std::string* out);

  std::function<size_t(char*, size_t)> read_;
  std::string buffer_;
  size_t at_ = 0;
};

std::string framed(const std::string& json);
// No deeper than kDeepestMessage.
bool is_shallow(const std::string& json);

}  // namespace hammock::cli
