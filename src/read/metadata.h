// SPDX-License-Identifier: Apache-2.0
// The metadata section of a text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hammock/ir/context.h"

namespace hammock::read {

// The objects of the metadata section by type key, in order (metadata.cpp).
struct MetadataObject {
  enum class Kind : uint8_t { other, constant, string, prim } kind = Kind::other;
  ConstantId constant;
  Name string;
  Prim prim;
};
using MetadataTable = std::vector<std::pair<std::string, std::vector<MetadataObject>>>;
// False with `error` set if the section is malformed; `is_newer`: it has the format of TVM 0.22 and later.
bool read_metadata(std::string_view json, Context& context, MetadataTable& out, bool& is_newer, std::string& error);

}  // namespace hammock::read
