// SPDX-License-Identifier: Apache-2.0
// Hashing for interned records: order matters, and no result depends on an address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hammock {

constexpr uint64_t hash_mix(uint64_t h, uint64_t v) {
  h = (h ^ v) * 0x9e3779b97f4a7c15ull;
  return h ^ (h >> 32);
}

constexpr uint64_t hash_bytes(std::string_view s) {
  uint64_t h = 0xcbf29ce484222325ull;
  for (char c : s) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  return h ^ (h >> 29);
}

}  // namespace hammock
