// SPDX-License-Identifier: Apache-2.0
// JSON that is written as text at once. Of a name that a hundred thousand lines use, a tree of it would take longer
// than all else.
#pragma once

#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hammock::cli {

class JsonText {
 public:
  JsonText& raw(std::string_view text) {
    text_ += text;
    return *this;
  }
  JsonText& number(uint32_t value) {
    if (value < 10) {
      text_ += static_cast<char>('0' + value);
      return *this;
    }
    char digits[10];
    const char* end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    text_.append(digits, static_cast<size_t>(end - digits));
    return *this;
  }
  JsonText& numbers(std::span<const uint32_t> all);  // a list
  // In quotes; of UTF-8.
  JsonText& string(std::string_view text);
  // A comma, unless a list or an object begins here.
  JsonText& next() {
    if (!text_.empty() && text_.back() != '[' && text_.back() != '{') text_ += ',';
    return *this;
  }

  bool empty() const { return text_.empty(); }
  const std::string& str() const { return text_; }
  void clear() { std::string().swap(text_); }

 private:
  std::string text_;
};

}  // namespace hammock::cli
