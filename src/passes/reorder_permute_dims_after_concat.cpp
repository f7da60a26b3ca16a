// SPDX-License-Identifier: Apache-2.0
// ReorderPermuteDimsAfterConcat: one transpose behind a concat instead of one in front of each of its operands.
//
//   concat((permute_dims(a), permute_dims(b), ...), axis=j)   ->   permute_dims(concat((a, b, ...), axis=P[j]))
//
// where P is the permutation, the same for all operands whichever way it is written. After CombineParallelMatmul this
// gives matmul(x, permute_dims(w)) again. Any number of operands.
#include <fmt/format.h>

#include "algebra.h"
#include "hammock/ir/call_attrs.h"

namespace hammock {
namespace {

Value reorder(Build& b, std::span<const Value> transposes, std::span<const Value> sources) {
  std::vector<Value> calls;
  for (Value t : transposes) {
    Value call = definition(b.fn, t);
    if (b.fn[call].kind != NodeKind::call_op || b.fn[call].op != Op::permute_dims) return {};
    calls.push_back(call);
  }
  std::optional<std::vector<int64_t>> first = permutation(b.fn, calls[0]);
  for (Value call : calls) {
    std::optional<std::vector<int64_t>> other = permutation(b.fn, call);
    if (!other) return b.decline("the rank of an operand is not known");
    if (other != first) return b.decline("the operands are transposed in different ways");
  }
  int64_t rank = static_cast<int64_t>(first->size()), axis = CallAttrs(b.fn, b.root).integer("axis", 0);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank) return b.decline(fmt::format("axis {} of a concat of rank {}", axis, rank));
  int64_t before = (*first)[static_cast<size_t>(axis)];
  Value wide = b.call(Op::concat, {b.tuple(sources)}, {{"axis", b.context().attrs.integer(before)}});
  if (!wide) return {};
  return b.call(Op::permute_dims, {wide}, {{"axes", CallAttrs(b.fn, calls[0]).attr("axes")}});
}

std::vector<Rule> concat_rules(Context& context) {
  std::vector<Rule> rules;
  Rule& rule = rules.emplace_back("permute_dims-after-concat", context);
  Patterns& p = rule.patterns();
  Pattern x = p.any(), transpose = ops::permute_dims(x);
  rule.rewrite(ops::concat(p.tuple({p.each(transpose, 2)})),
               [=](Build& b) { return reorder(b, b.match.all(transpose), b.match.all(x)); });
  return rules;
}

}  // namespace

Changed reorder_permute_dims_after_concat(Module& module, const PassOptions&, PassContext& context) {
  return rule_pass(module, context, [](Function& fn) { return concat_rules(fn.context()); });
}

}  // namespace hammock
