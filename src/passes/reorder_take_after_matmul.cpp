// SPDX-License-Identifier: Apache-2.0
// ReorderTakeAfterMatmul: matmul with all weights, then take, instead of matmul with weights that were taken.
//
//   matmul(x, take(w, i, axis=last))                  ->  take(matmul(x, w), i, axis=last)
//   matmul(x (b, k, in), take(w (T, in, out), i (b))  ->  x with all T weights at once, side by side; then what belongs
//   to each b
//
// It pays where take would copy large weights; there is no cost model. Left alone: unknown ranks, no axis, other axes,
// and in the second form a batch that is not provably as long as the indices.
#include "algebra.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/prim/simplify.h"

namespace hammock {
namespace {

struct Operands {
  Value x, weights, indices;
};

// One product with the weights side by side; of its result the weight of each row of the batch.
Value batched(Build& b, const Operands& o) {
  Context& context = b.context();
  InfoStore& infos = context.infos;
  for (Value v : {o.x, o.weights, o.indices}) {
    if (!infos.has_shape(b.fn.info(v))) return b.decline("the shapes of the operands are not known");
  }
  auto dims = [&](Value v) {
    std::span<const Prim> all = infos.dims(b.fn.info(v));
    return std::vector<Prim>(all.begin(), all.end());
  };
  std::vector<Prim> x = dims(o.x), w = dims(o.weights), i = dims(o.indices);
  if (prove_equal(context, x[0], i[0]) != Truth::yes)
    return b.decline("the batch of the left operand is not as long as the indices");
  const int64_t front[] = {1, 0, 2};
  Value turned = b.call(Op::permute_dims, {o.weights}, {{"axes", context.attrs.integers(front)}});
  const Prim flat[] = {w[1], context.prims.mul(w[0], w[2])}, deep[] = {x[0], x[1], w[0], w[2]};
  Value wide = turned ? b.call(Op::reshape, {turned, b.shape(flat)}) : Value();
  Value args[] = {o.x, wide};
  Value product = wide ? b.call_like(b.root, args) : Value();
  Value split = product ? b.call(Op::reshape, {product, b.shape(deep)}) : Value();
  Value taken = split ? b.call(Op::take, {split, o.indices}, {{"axis", context.attrs.integer(2)}}) : Value();
  if (!taken) return {};
  return b.call(Op::einsum, {b.tuple(std::span(&taken, 1))},
                {{"subscripts", context.attrs.string(context.name("ijik->ijk"))}});
}

Value reorder(Build& b, Value take, const Operands& o) {
  std::optional<int64_t> given = CallAttrs(b.fn, take).maybe_integer("axis");
  if (!given) return b.decline("take has no axis");
  int x = rank_of(b.fn, o.x), w = rank_of(b.fn, o.weights), i = rank_of(b.fn, o.indices);
  if (x < 0 || w < 0 || i < 0) return b.decline("the ranks of the operands are not known");
  int64_t axis = *given;
  if (axis < 0) axis += w;
  if (i != 1) return b.decline("the indices are no vector");
  if (w >= 2 && axis == w - 1) {
    Value args[] = {o.x, o.weights};
    Value product = b.call_like(b.root, args);
    if (!product) return {};
    return b.call(Op::take, {product, o.indices}, {{"axis", b.context().attrs.integer(rank_of(b.fn, product) - 1)}});
  }
  if (x == 3 && w == 3 && axis == 0) return batched(b, o);
  return b.decline("neither the last axis is taken nor a batch of weights");
}

std::vector<Rule> take_rules(Context& context) {
  std::vector<Rule> rules;
  Rule& rule = rules.emplace_back("take-after-matmul", context);
  Patterns& p = rule.patterns();
  Pattern x = p.any(), weights = p.any(), indices = p.any(), take = ops::take(weights, indices);
  rule.rewrite(ops::matmul(x, take), [=](Build& b) {
    return reorder(b, definition(b.fn, b[take]), {b[x], b[weights], b[indices]});
  });
  return rules;
}

}  // namespace

Changed reorder_take_after_matmul(Module& module, const PassOptions&, PassContext& context) {
  return rule_pass(module, context, [](Function& fn) { return take_rules(fn.context()); });
}

}  // namespace hammock
