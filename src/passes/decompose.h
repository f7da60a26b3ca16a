// SPDX-License-Identifier: Apache-2.0
// Operators written out as others, in front of the binding that called them.
#pragma once

#include "hammock/ir/call_attrs.h"
#include "hammock/rewrite/rule.h"
#include "kernel_call.h"
#include "passes.h"

namespace hammock {

// What the call b.root becomes, or none: it stays, with a remark if the builder has a reason. Bindings that were made
// for it are named as those of a block builder, unless they have a name.
using Decompose = Value (*)(Build& b);

// In the functions that the option `func` chooses, one walk after the other.
Changed decompose_calls(Module& module, const PassOptions& options, PassContext& context,
                        std::initializer_list<Decompose> walks);

// What calls do that do not train.
Value decompose_for_inference(Build& b);

// The axes of the first operand but the channels; none, with a reason, where they are not known.
std::optional<std::vector<int64_t>> axes_beside_channels(Build& b);

enum class NormPart : uint8_t { mean, variance, gamma, beta };

// (x - mean) / sqrt(variance + epsilon) * gamma + beta, as the attributes say; parts are made where they are needed.
template <class F>
Value normalised(Build& b, F&& part) {
  const CallAttrs attrs(b.fn, b.root);
  const Value x = b.fn.args(b.root)[0];
  const Value centred = b.call(Op::subtract, {x, part(NormPart::mean)});
  const Value variance = part(NormPart::variance);
  const Value epsilon = b.number(attrs.real("epsilon"), b.context().infos[b.fn.info(x)].dtype);
  Value out = b.call(Op::divide, {centred, b.call(Op::sqrt, {b.call(Op::add, {variance, epsilon})})});
  if (attrs.boolean("scale")) out = b.call(Op::multiply, {out, part(NormPart::gamma)});
  if (attrs.boolean("center")) out = b.call(Op::add, {out, part(NormPart::beta)});
  return out;
}

}  // namespace hammock
