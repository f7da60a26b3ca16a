// SPDX-License-Identifier: Apache-2.0
// The metadata section (language 6.13): objects without text form as the JSON of an object graph.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/ir/context.h"

namespace hammock {

// Objects of one type key in the order of their index: constants by ConstantId, strings by Name.
struct MetadataKind {
  std::string_view key;
  std::vector<uint32_t> objects;
};

// `metadata = tvm.ir.load_json("""...""")` and a line break.
std::string metadata_section(const Context& context, const std::vector<MetadataKind>& kinds);

}  // namespace hammock
