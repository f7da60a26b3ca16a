// SPDX-License-Identifier: Apache-2.0
// What a binding computes, as words: kind, operator, attributes, and for each operand the variable or the content of
// the leaf. Operands of commutative operators come in one order. Pure bindings with equal words have equal values.
#pragma once

#include <vector>

#include "hammock/rewrite/places.h"

namespace hammock {

// May a call of the operator be left out where its value is known? Allocations are pure, but each is another tensor,
// and what writes in place is pure for those alone who never look at its operand again.
bool is_repeatable(Op op);

// Returns the variable of the largest id among the operands, or none.
Value definition_words(const Function& fn, const Places& places, Value v, std::vector<uint32_t>& words);

// The binding with the definition of another value; its name, struct info, place and whether it is an output stay.
inline Node redefined(const Node& binding, Node like) {
  like.name = binding.name;
  like.info = binding.info;
  like.span = binding.span;
  like.is_output = binding.is_output;
  return like;
}

}  // namespace hammock
