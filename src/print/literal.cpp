// SPDX-License-Identifier: Apache-2.0
#include "literal.h"

#include <charconv>
#include <cmath>
#include <cstdio>

#include "hammock/print/print.h"

namespace hammock {

void append_integer(std::string& out, int64_t value) {
  if (value >= 0 && value < 10) {
    out += static_cast<char>('0' + value);
    return;
  }
  char buffer[24];
  char* end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  out.append(buffer, static_cast<size_t>(end - buffer));
}

void append_float(std::string& out, double value) {
  if (std::isnan(value)) {
    out += std::signbit(value) ? "\"-nan\"" : "\"nan\"";
    return;
  }
  if (std::isinf(value)) {
    out += value < 0 ? "\"-inf\"" : "\"inf\"";
    return;
  }
  char buffer[400];  // 1e308 has 309 digits
  bool is_integral = std::nearbyint(value) == value;
  int size = std::snprintf(buffer, sizeof buffer, is_integral ? "%.1f" : "%.17g", value);
  out.append(buffer, static_cast<size_t>(size));
}

void append_string(std::string& out, std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  out += '"';
  for (char c : text) {
    unsigned char byte = static_cast<unsigned char>(c);
    switch (c) {
      case '\\': out += "\\\\"; break;
      case '"': out += "\\\""; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      case '\n': out += "\\n"; break;
      default:
        if (byte >= 0x20 && byte <= 0x7e) {
          out += c;
        } else {
          out += "\\x";
          out += kHex[byte >> 4];
          out += kHex[byte & 15];
        }
    }
  }
  out += '"';
}

std::string print_float(double value) {
  std::string out;
  append_float(out, value);
  return out;
}

std::string print_string(std::string_view text) {
  std::string out;
  append_string(out, text);
  return out;
}

}  // namespace hammock
