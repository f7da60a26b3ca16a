// SPDX-License-Identifier: Apache-2.0
// The types of a line's tokens as a key: what the grammar decides by (line_actions.h).
#pragma once

#include <string>
#include <vector>

#include "hammock/syntax/lexer.h"

namespace hammock::syntax {

inline void take_types(const std::vector<Token>& tokens, std::string& key) {
  key.clear();
  for (const Token& t : tokens) key.push_back(static_cast<char>(t.type));
}

}  // namespace hammock::syntax
