// SPDX-License-Identifier: Apache-2.0
// DecomposeOpsForInference: batch norms with the running statistics, and shapes that tensors tell, become calls of
// operators and functions that everybody has (passes, 8.3).
//
//   bn = R.nn.batch_norm(x, gamma, beta, mean, var, axis=1)   ->   bn = ((x - mean) / sqrt(var + epsilon) * gamma +
//   beta,
//                                                                        mean, var)
//   s = R.tensor_to_shape(t)   ->   gv = R.call_pure_packed("vm.builtin.tensor_to_shape", t)
//                                   y = R.match_cast(gv, R.Shape([x, x_1]))
//                                   s = R.shape([x, x_1])
#include "decompose.h"

namespace hammock {
namespace {

Value batch_norm(Build& b) {
  const std::optional<std::vector<int64_t>> others = axes_beside_channels(b);
  if (!others) return {};
  const std::vector<Value> args(b.fn.args(b.root).begin(), b.fn.args(b.root).end());
  const Attr axis = b.context().attrs.integers(*others);
  const Value out = normalised(b, [&](NormPart part) {
    constexpr size_t kOperand[] = {3, 4, 1, 2};
    return b.call(Op::expand_dims, {args[kOperand[static_cast<size_t>(part)]]}, {{"axis", axis}});
  });
  return b.tuple(std::array{out, args[3], args[4]});
}

Value tensor_to_shape(Build& b) {
  Context& context = b.context();
  const StructInfo info = b.fn.info(b.root);
  const int rank = context.infos[info].ndim;
  if (rank < 0) return b.decline("the rank of the shape is not known");
  const Value shape = call_external(b.fn, "vm.builtin.tensor_to_shape", std::array{b.fn.args(b.root)[0]}, info);
  std::vector<Prim> dims;
  for (int i = 0; i < rank; ++i) dims.push_back(context.prims.var(context.name("x"), kInt64));
  const Value checked = b.fn.add_match_cast(shape, context.infos.shape(dims));
  b.fn[checked].name = context.name("y");
  return b.shape(dims);
}

}  // namespace

Value decompose_for_inference(Build& b) {
  switch (b.fn[b.root].op) {
    case Op::nn_batch_norm: return batch_norm(b);
    case Op::tensor_to_shape: return tensor_to_shape(b);
    default: return {};
  }
}

Changed decompose_ops_for_inference(Module& module, const PassOptions& options, PassContext& context) {
  return decompose_calls(module, options, context, {decompose_for_inference});
}

}  // namespace hammock
