// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/adjacency.h"

namespace hammock {

Adjacency adjacency(std::span<const std::pair<uint32_t, uint32_t>> pairs, size_t size) {
  Adjacency out;
  out.begin.assign(size + 1, 0);
  for (auto [from, to] : pairs) ++out.begin[from + 1];
  for (size_t i = 0; i < size; ++i) out.begin[i + 1] += out.begin[i];
  out.items.resize(pairs.size());
  std::vector<uint32_t> next(out.begin.begin(), out.begin.end() - 1);
  for (auto [from, to] : pairs) out.items[next[from]++] = to;
  return out;
}

}  // namespace hammock
