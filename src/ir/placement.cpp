// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/placement.h"

namespace hammock {

std::optional<std::vector<int>> parse_placement(std::string_view text) {
  std::vector<int> out;
  size_t at = 0;
  auto skip = [&] { at = std::min(text.find_first_not_of(" \t", at), text.size()); };
  auto take = [&](char c) {
    skip();
    bool is_there = at < text.size() && text[at] == c;
    at += is_there;
    return is_there;
  };
  skip();
  while (at < text.size()) {
    if (!out.empty() && !take(',')) return std::nullopt;
    if (out.size() == kMaxMeshRank) return std::nullopt;
    if (take('R')) {
      out.push_back(kReplica);
    } else {
      if (!take('S') || !take('[')) return std::nullopt;
      skip();
      int axis = 0, digits = 0;
      for (; at < text.size() && text[at] >= '0' && text[at] <= '9' && digits < 4; ++at, ++digits)
        axis = axis * 10 + (text[at] - '0');
      if (digits == 0 || !take(']')) return std::nullopt;
      out.push_back(axis);
    }
    skip();
  }
  return out;
}

std::string placement_text(std::span<const int> placement) {
  std::string out;
  for (int axis : placement) {
    if (!out.empty()) out += ", ";
    out += axis == kReplica ? "R" : "S[" + std::to_string(axis) + "]";
  }
  return out;
}

std::span<const Attr> mesh_shape(const Context& context, Attr mesh) {
  return context.attrs.items(context.attrs.items(mesh)[0]);
}

}  // namespace hammock
