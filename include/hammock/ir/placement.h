// SPDX-License-Identifier: Apache-2.0
// How a distributed tensor lies on a device mesh (language 3.8): for each dim of the mesh the axis of the tensor that
// is split along it, or kReplica where every device has all of it. In text "S[0], R".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/ir/context.h"

namespace hammock {

inline constexpr int kReplica = -1;
inline constexpr int kMaxMeshRank = 64;

// None if the text is malformed or longer than kMaxMeshRank.
std::optional<std::vector<int>> parse_placement(std::string_view text);
std::string placement_text(std::span<const int> placement);

// The dims of a mesh.
std::span<const Attr> mesh_shape(const Context& context, Attr mesh);

}  // namespace hammock
