// SPDX-License-Identifier: Apache-2.0
// The types of a line's tokens as a key: what the grammar decides by (line_actions.h).
#pragma once

#include <string>
#include <vector>

#include "hammock/syntax/lexer.h"

namespace hammock::syntax {

inline void take_types(const std::vector<Token>& tokens, std::string& key) {
  key.resize(tokens.size());
  for (size_t i = 0; i < tokens.size(); ++i) key[i] = static_cast<char>(tokens[i].type);
}

}  // namespace hammock::syntax
