// SPDX-License-Identifier: Apache-2.0
#include "call.h"

#include <algorithm>

#include "hammock/base/check.h"
#include "hammock/ir/constant.h"

namespace hammock::lower {

CallLowering::CallLowering(const Function& fn, Value call, std::span<const Value> operands)
    : attrs(fn, call), stages(fn.shared_context()), fn_(fn), call_(call), operands_(operands.begin(), operands.end()) {}

Prim CallLowering::renewed(Prim e) {
  PrimStore& prims = context().prims;
  for (Prim s : free_symbols(context(), e)) {
    if (renewed_.contains(s)) continue;
    const PrimNode n = prims[s];
    const Prim fresh = prims.var(n.name(), n.dtype);
    renewed_.emplace(s, fresh);
    original_.emplace(fresh, s);
    met_.add(fresh);
  }
  return substitute(context(), e, renewed_);
}

// A variable by its name; what has none by letters in the order of the parameters.
std::string CallLowering::parameter_name(size_t operand, char first) const {
  if (Name n = fn_[operands_[operand]].name; n && !is_leaf(fn_[operands_[operand]].kind))
    return std::string(context().text(n));
  if (fn_[operands_[operand]].kind == NodeKind::param) return std::string(context().text(fn_[operands_[operand]].name));
  if (args_.size() >= 26) return "tensor_input_" + std::to_string(args_.size() - 26);
  return std::string(1, static_cast<char>(first + static_cast<char>(args_.size())));
}

Prim CallLowering::unknown_dim(std::string_view symbol) {
  return renewed(context().prims.var(context().name(symbol), kInt64));
}

StageTensor CallLowering::converted(size_t operand, StageTensor (Stages::*input)(std::string_view, Dims, DType)) {
  const StructInfo info = this->info(operand);
  HAMMOCK_CHECK(context().infos.has_shape(info), "an operand without a shape");
  const InfoNode node = context().infos[info];
  if (vdevice_ == Id<int>::kNone) vdevice_ = node.vdevice;
  const std::vector<Prim> dims(context().infos.dims(info).begin(), context().infos.dims(info).end());
  Dims shape;
  for (Prim d : dims) shape.push_back(renewed(d));
  StageTensor out = (stages.*input)(parameter_name(operand, 'A'), std::move(shape), node.dtype);
  args_.push_back(operands_[operand]);
  inputs_.push_back(out);
  return out;
}

std::vector<StageTensor> CallLowering::tensors() {
  std::vector<StageTensor> out;
  for (size_t i = 0; i < size(); ++i) out.push_back(tensor(i));
  return out;
}

PrimExpr CallLowering::value(size_t operand) {
  const Node& node = fn_[operands_[operand]];
  const InfoNode info = context().infos[node.info];
  const Prim known = node.kind == NodeKind::prim_value ? node.prim() : info.value();
  if (known) return {context(), renewed(known)};
  PrimExpr out = stages.scalar(parameter_name(operand, 'a'), info.dtype);
  args_.push_back(operands_[operand]);
  return out;
}

Dims CallLowering::shape(size_t operand) {
  const StructInfo info = this->info(operand);
  const std::vector<Prim> dims(context().infos.dims(info).begin(), context().infos.dims(info).end());
  Dims out;
  for (Prim d : dims) out.push_back(renewed(d));
  return out;
}

std::optional<Dims> CallLowering::values(size_t operand) {
  const StructInfo info = this->info(operand);
  if (context().infos[info].kind != InfoKind::tuple) return std::nullopt;
  const std::vector<StructInfo> fields(context().infos.fields(info).begin(), context().infos.fields(info).end());
  Dims out;
  for (StructInfo field : fields) {
    const Prim value = context().infos[field].value();
    if (!value) return std::nullopt;
    out.push_back(renewed(value));
  }
  return out;
}

bool CallLowering::is_scalar_constant(size_t operand) const {
  const Node& node = fn_[operands_[operand]];
  return node.kind == NodeKind::constant && context()[node.constant()].is_scalar();
}

PrimExpr CallLowering::immediate(size_t operand) const {
  if (!is_scalar_constant(operand)) return {};
  const Constant& c = context()[fn_[operands_[operand]].constant()];
  if (c.dtype.is_float()) {
    const std::optional<double> v = hammock::element(c, 0);
    return v ? number(context(), *v, c.dtype) : PrimExpr();
  }
  const std::optional<Wide> v = c.dtype.is_integral() ? integer_element(c, 0) : std::nullopt;
  return v && holds(kInt64, *v) ? lower::integer(context(), static_cast<int64_t>(*v), c.dtype) : PrimExpr();
}

Dims CallLowering::result_shape() {
  const StructInfo info = fn_.info(call_);
  const std::vector<Prim> dims(context().infos.dims(info).begin(), context().infos.dims(info).end());
  Dims out;
  for (Prim d : dims) out.push_back(renewed(d));
  return out;
}

DType CallLowering::result_dtype() const { return context().infos[fn_.info(call_)].dtype; }

bool CallLowering::gives(std::vector<StageTensor> tensors) {
  results_ = std::move(tensors);
  return !results_.empty();
}

LoweredCall CallLowering::finish() {
  LoweredCall out;
  SymbolSet bound;
  auto bind = [&](const StageTensor& t) {
    for (Prim d : t.shape) {
      if (context().prims[d].kind == PrimKind::var) bound.add(d);
    }
  };
  for (const StageTensor& t : inputs_) bind(t);
  for (const StageTensor& t : results_) bind(t);
  std::vector<Prim> symbols;
  for (Prim s : met_.in_order()) {
    if (bound.contains(s)) continue;
    symbols.push_back(s);
    out.tir_vars.push_back(original_.at(s));
  }
  for (const StageTensor& t : results_) {
    Dims dims;
    for (Prim d : t.shape) dims.push_back(substitute(context(), d, original_));
    out.results.push_back(context().infos.tensor(dims, t.dtype, vdevice_));
  }
  out.kernel = stages.finish(results_, symbols);
  out.args = args_;
  out.indices = indices_;
  out.routine = routine_;
  return out;
}

Index broadcast_index(const Stages& stages, const StageTensor& x, const Dims& result, const Index& at) {
  Index out;
  const size_t offset = result.size() - x.rank();
  for (size_t i = 0; i < x.rank(); ++i) {
    const bool is_spread = x.dim(i).constant() == 1 && !stages.context().prims.is_constant(result[offset + i], 1);
    out.push_back(is_spread ? integer(stages.context(), 0) : at[offset + i]);
  }
  return out;
}

Dims broadcast_shape(const Stages& stages, const Dims& a, const Dims& b) {
  PrimStore& prims = stages.context().prims;
  const Dims &longer = a.size() >= b.size() ? a : b, &shorter = a.size() >= b.size() ? b : a;
  Dims out = longer;
  for (size_t i = 0; i < shorter.size(); ++i) {
    const Prim x = a[a.size() - 1 - i], y = b[b.size() - 1 - i];
    Prim& to = out[out.size() - 1 - i];
    if (x == y || prims.is_constant(stages.simplified(prims.sub(x, y)), 0)) to = x;
    else if (prims.is_constant(x, 1)) to = y;
    else if (prims.is_constant(y, 1) || prims.constant(x)) to = x;
    else if (prims.constant(y)) to = y;
    else to = prims.max(x, y);
  }
  return out;
}

}  // namespace hammock::lower
