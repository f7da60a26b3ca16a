// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/definition.h"

namespace hammock {

bool is_repeatable(Op op) { return has_trait(op, Pure) && !has_trait(op, Allocates) && !has_trait(op, InPlace); }

// Two words, or more for a tuple.
static void append_operand(const Function& fn, const Places& places, Value v, std::vector<uint32_t>& words,
                           Value& newest) {
  const Node& node = fn[v];
  if (node.kind == NodeKind::param || places[v]) {
    words.insert(words.end(), {Id<int>::kNone, v.index});
    if (!newest || newest < v) newest = v;
  } else if (node.kind == NodeKind::tuple) {  // inline tuples nest at most kMaxDepth deep
    words.insert(words.end(), {static_cast<uint32_t>(node.kind), node.args_size});
    for (Value field : fn.args(v)) append_operand(fn, places, field, words, newest);
  } else {
    words.insert(words.end(), {static_cast<uint32_t>(node.kind), node.content()});
  }
}

Value definition_words(const Function& fn, const Places& places, Value v, std::vector<uint32_t>& words) {
  const Node& node = fn[v];
  words.assign(
      {static_cast<uint32_t>(node.kind) | static_cast<uint32_t>(node.op) << 8, node.attrs.index, node.content()});
  Value newest;
  for (Value arg : fn.args(v)) append_operand(fn, places, arg, words, newest);
  bool either_order = node.kind == NodeKind::call_op && has_trait(node.op, Commutative) && words.size() == 7;
  if (either_order && std::pair(words[3], words[4]) > std::pair(words[5], words[6])) {
    std::swap(words[3], words[5]);
    std::swap(words[4], words[6]);
  }
  return newest;
}

}  // namespace hammock
