// SPDX-License-Identifier: Apache-2.0
// Typed 32-bit handles: an index into a vector that somebody else owns.
//
// Handles of different kinds do not mix. A default-made handle is none and tests false.
#pragma once

#include <cstdint>
#include <functional>

namespace hammock {

template <class Tag>
struct Id {
  static constexpr uint32_t kNone = 0xffffffffu;
  uint32_t index = kNone;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t i) : index(i) {}
  constexpr explicit operator bool() const { return index != kNone; }
  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace hammock

template <class Tag>
struct std::hash<hammock::Id<Tag>> {
  size_t operator()(hammock::Id<Tag> id) const noexcept { return id.index * 0x9e3779b97f4a7c15ull; }
};
