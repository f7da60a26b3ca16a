// SPDX-License-Identifier: Apache-2.0
// DecomposeOpsForTraining: norms become calls of operators that have gradients (passes, 8.3). Batch norms take the
// statistics of the batch, and move the running ones; what is left of them goes the way of inference.
#include <algorithm>

#include "decompose.h"

namespace hammock {
namespace {

Value batch_norm(Build& b) {
  const CallAttrs attrs(b.fn, b.root);
  if (!attrs.boolean("training")) return {};
  const std::optional<std::vector<int64_t>> others = axes_beside_channels(b);
  if (!others) return {};
  Context& context = b.context();
  std::vector<Value> args(b.fn.args(b.root).begin(), b.fn.args(b.root).end());
  const Value running[] = {args[3], args[4]};
  const Attr axis = context.attrs.integers(*others);
  args[3] = b.call(Op::mean, {args[0]}, {{"axis", axis}});
  args[4] = b.call(Op::variance, {args[0]}, {{"axis", axis}});
  const Value norm = b.call_like(b.root, args);
  const Value out = b.get_item(norm, 0);
  const DType dtype = context.infos[b.fn.info(args[0])].dtype;
  const double momentum = attrs.real("momentum");
  const auto moved = [&](size_t i) {
    const Value old = b.call(Op::multiply, {b.number(1 - momentum, dtype), running[i]});
    return b.call(Op::add, {old, b.call(Op::multiply, {b.number(momentum, dtype), args[3 + i]})});
  };
  const Value mean = moved(0), variance = moved(1);
  return b.tuple(std::array{out, mean, variance});
}

Value layer_norm(Build& b) {
  const CallAttrs attrs(b.fn, b.root);
  const std::vector<Value> args(b.fn.args(b.root).begin(), b.fn.args(b.root).end());
  const InfoNode& x = b.context().infos[b.fn.info(args[0])];
  if (x.ndim < 0 || x.dtype.is_unknown()) return b.decline("the rank or dtype of the data is not known");
  const std::vector<int64_t> axes = attrs.integers("axes");
  for (size_t i = 0; i < axes.size(); ++i) {
    const int64_t from_end = axes[i] < 0 ? axes[i] : axes[i] - x.ndim;
    if (from_end != static_cast<int64_t>(i) - std::ssize(axes))
      return b.decline("gamma and beta are not those of the last axes in their order");
  }
  return normalised(b, [&](NormPart part) {
    if (part == NormPart::gamma || part == NormPart::beta) return args[part == NormPart::gamma ? 1 : 2];
    return b.call(part == NormPart::mean ? Op::mean : Op::variance, {args[0]},
                  {{"axis", attrs.attr("axes")}, {"keepdims", b.context().attrs.boolean(true)}});
  });
}

Value decompose_for_training(Build& b) {
  switch (b.fn[b.root].op) {
    case Op::nn_batch_norm: return batch_norm(b);
    case Op::nn_layer_norm: return layer_norm(b);
    default: return {};
  }
}

}  // namespace

Changed decompose_ops_for_training(Module& module, const PassOptions& options, PassContext& context) {
  return decompose_calls(module, options, context, {decompose_for_training, decompose_for_inference});
}

}  // namespace hammock
