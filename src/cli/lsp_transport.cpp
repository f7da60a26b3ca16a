// SPDX-License-Identifier: Apache-2.0
#include "lsp_transport.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "lsp_text.h"

namespace hammock::cli {
namespace {

constexpr size_t kChunk = 1 << 16;

// Of `Content-Length: 42`, in letters of either size, wherever in the line it begins: what stands before it is the rest
// of a message that was shorter or longer than its header said.
std::optional<size_t> content_length(std::string line) {
  std::ranges::transform(line, line.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::string_view kName = "content-length:";
  const size_t found = line.rfind(kName);
  if (found == std::string::npos) return std::nullopt;
  std::string_view rest = std::string_view(line).substr(found + kName.size());
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  while (!rest.empty() && (rest.back() == '\r' || rest.back() == ' ')) rest.remove_suffix(1);
  size_t value = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error != std::errc() || end != rest.data() + rest.size()) return std::nullopt;
  return value;
}

}  // namespace

bool MessageReader::fill() {
  buffer_.erase(0, at_);
  at_ = 0;
  const size_t size = buffer_.size();
  buffer_.resize(size + kChunk);
  const size_t count = read_(buffer_.data() + size, kChunk);
  buffer_.resize(size + count);
  return count > 0;
}

// Without its end; what is longer than a header is cut, and the rest comes as another line. False at the end.
bool MessageReader::line(std::string& out) {
  while (true) {
    const size_t end = buffer_.find('\n', at_);
    const size_t size = (end == std::string::npos ? buffer_.size() : end) - at_;
    if (end != std::string::npos || size > kLongestHeader) {
      const size_t taken = std::min(size, kLongestHeader);
      out.assign(buffer_, at_, taken);
      at_ += taken + (end != std::string::npos && taken == size);
      return true;
    }
    if (!fill()) return false;
  }
}

bool MessageReader::body(size_t size, std::string* out) {
  if (out) out->reserve(size);
  while (size > 0) {
    if (at_ == buffer_.size() && !fill()) return false;
    const size_t taken = std::min(size, buffer_.size() - at_);
    if (out) out->append(buffer_, at_, taken);
    at_ += taken, size -= taken;
  }
  return true;
}

Incoming MessageReader::next() {
  std::optional<size_t> length;
  bool is_header = false;
  std::string text;
  while (line(text)) {
    if (text.empty() || text == "\r") {
      if (!is_header) continue;
      if (!length) return {Incoming::Kind::bad, "a header without a Content-Length that is a number"};
      if (*length > kLongestMessage) {
        if (!body(*length, nullptr)) return {};
        return {Incoming::Kind::bad,
                fmt::format("a message of {} bytes; the bound is {} (64 MiB)", *length, kLongestMessage)};
      }
      Incoming message{Incoming::Kind::message, {}};
      if (!body(*length, &message.text)) return {};
      return message;
    }
    is_header = true;
    if (const std::optional<size_t> value = content_length(text)) length = value;
  }
  return {};
}

std::string framed(const std::string& json) { return fmt::format("Content-Length: {}\r\n\r\n{}", json.size(), json); }

JsonText& JsonText::numbers(std::span<const uint32_t> all) {
  constexpr ptrdiff_t kLongest = 11;  // with a comma
  char piece[4096];
  char* at = piece;
  const auto flush = [&] {
    text_.append(piece, static_cast<size_t>(at - piece));
    at = piece;
  };
  text_ += '[';
  for (size_t i = 0; i < all.size(); ++i) {
    if (std::end(piece) - at < kLongest) flush();
    if (i > 0) *at++ = ',';
    if (all[i] < 10) *at++ = static_cast<char>('0' + all[i]);
    else at = std::to_chars(at, std::end(piece), all[i]).ptr;
  }
  flush();
  text_ += ']';
  return *this;
}

JsonText& JsonText::string(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  text_ += '"';
  size_t begin = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    text_.append(text, begin, i - begin);
    begin = i + 1;
    if (c == '\n') text_ += "\\n";
    else if (c >= 0x20) (text_ += '\\') += static_cast<char>(c);
    else ((text_ += "\\u00") += kHex[c >> 4]) += kHex[c & 15];
  }
  text_.append(text, begin);
  text_ += '"';
  return *this;
}

bool is_shallow(const std::string& json) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string) {
      if (c == '\\') ++i;
      else if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepestMessage) return false;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return true;
}

}  // namespace hammock::cli
