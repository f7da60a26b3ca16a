// SPDX-License-Identifier: Apache-2.0
#include "pad.h"

namespace hammock::lower {

StageTensor padded_always(Stages& stages, std::string_view name, const StageTensor& x, const Padding& padding,
                          PrimExpr value) {
  Dims shape = x.shape;
  for (size_t i = 0; i < x.rank(); ++i) {
    if (!padding[i].is_none()) shape[i] = stages.simplified(x.dim(i) + padding[i].before + padding[i].after).prim();
  }
  const PrimExpr outside = value ? value : number(stages.context(), 0, x.dtype);
  return stages.compute_i(name, shape, [&](const Index& at) {
    Index index = at;
    PrimExpr condition;
    for (size_t i = 0; i < x.rank(); ++i) {
      if (padding[i].is_none()) continue;
      index[i] = at[i] - padding[i].before;
      const PrimExpr begins = at[i] >= padding[i].before, ends = at[i] < x.dim(i) + padding[i].before;
      condition = condition ? condition && begins && ends : begins && ends;
    }
    return condition ? if_then_else(condition, x(index), outside) : x(index);
  });
}

StageTensor padded_where_needed(Stages& stages, const StageTensor& x, const Padding& padding, PrimExpr value) {
  Dims shape = x.shape;
  for (size_t i = 0; i < x.rank(); ++i) {
    if (!padding[i].is_none()) shape[i] = stages.simplified(x.dim(i) + padding[i].before + padding[i].after).prim();
  }
  if (shape == x.shape) return x;
  return stages.compute("pad_temp", shape, [&](const Index& at) {
    Index index = at;
    PrimExpr condition;
    const auto require = [&](PrimExpr test) { condition = condition ? condition && test : test; };
    for (size_t i = 0; i < x.rank(); ++i) {
      if (padding[i].is_none()) continue;
      index[i] = at[i] - padding[i].before;
      if (padding[i].before.constant() != 0) require(at[i] >= padding[i].before);
      if (padding[i].after.constant() != 0) require(at[i] < x.dim(i) + padding[i].before);
    }
    return if_then_else(condition, x(index), value);
  });
}

bool pad(CallLowering& c) {
  if (c.attrs.string("pad_mode") != "constant") return false;
  const StageTensor x = c.tensor(0);
  const PrimExpr value = c.immediate(1);
  const std::vector<int64_t> widths = c.attrs.integers("pad_width");
  if (!value || widths.size() != 2 * x.rank()) return false;
  Padding padding;
  for (size_t i = 0; i < x.rank(); ++i) padding.push_back({c.integer(widths[2 * i]), c.integer(widths[2 * i + 1])});
  return c.gives(padded_always(c.stages, "PadInput", x, padding, cast(x.dtype, value)));
}

}  // namespace hammock::lower
