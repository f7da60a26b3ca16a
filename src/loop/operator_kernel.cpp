// SPDX-License-Identifier: Apache-2.0
// The kernel is made of a function that is nothing but the call, with the dims of this run.
//
// A kernel that rounds narrow floats at each step is made of float32 instead, so that the result is rounded once.
#include "operator_kernel.h"

#include <algorithm>

#include "hammock/ir/constant.h"
#include "hammock/lower/lower.h"

namespace hammock::loop {
namespace {

// The same of float32, where it is of narrow floats.
StructInfo widened(Context& context, StructInfo si) {
  InfoStore& infos = context.infos;
  if (infos[si].kind == InfoKind::tuple) {
    std::vector<StructInfo> fields(infos.fields(si).begin(), infos.fields(si).end());
    for (StructInfo& f : fields) f = widened(context, f);
    return infos.tuple(fields);
  }
  if (!infos.is_tensor(si) || !infos[si].dtype.is_narrow_float()) return si;
  const std::vector<Prim> dims(infos.dims(si).begin(), infos.dims(si).end());
  return infos.tensor(dims, kFloat32);
}

Value operand_of(Function& fn, const OperatorKernel::Operand& operand, StructInfo si, std::string_view name) {
  Context& context = fn.context();
  const InfoNode node = context.infos[si];
  const bool is_same = si == operand.info;
  if (operand.constant && is_same && context[*operand.constant].is_scalar()) return fn.add_constant(*operand.constant);
  if (node.kind == InfoKind::prim && node.value()) return fn.add_prim(node.value());
  if (node.kind == InfoKind::shape) {
    const std::vector<Prim> dims(context.infos.dims(si).begin(), context.infos.dims(si).end());
    return fn.add_shape(dims);
  }
  return fn.add_param(context.name(name), si);
}

std::string_view operand_name(Op op, size_t n) {
  const OpInfo& row = info(op);
  return row.operands.empty() ? "x" : row.params[row.operands[std::min(n, row.operands.size() - 1)]].name;
}

bool has_narrow_floats(const tir::Kernel& kernel) {
  return std::ranges::any_of(kernel.buffers, [](const tir::Buffer& b) { return b.dtype.is_narrow_float(); });
}

// Does a kernel give what inference says?
bool has_shapes_of(const Context& context, std::span<const StructInfo> results, StructInfo expected) {
  const InfoStore& infos = context.infos;
  const bool is_tuple = infos[expected].kind == InfoKind::tuple;
  if (results.size() != (is_tuple ? infos.fields(expected).size() : 1)) return false;
  for (size_t i = 0; i < results.size(); ++i) {
    const StructInfo si = is_tuple ? infos.fields(expected)[i] : expected;
    if (!infos.has_shape(si) || !std::ranges::equal(infos.dims(si), infos.dims(results[i]))) return false;
  }
  return true;
}

bool has_no_elements(const Context& context, StructInfo si) {
  const InfoStore& infos = context.infos;
  if (infos[si].kind == InfoKind::tuple)
    return std::ranges::all_of(infos.fields(si), [&](StructInfo f) { return has_no_elements(context, f); });
  return infos.is_tensor(si) && infos.has_shape(si) &&
         std::ranges::any_of(infos.dims(si), [&](Prim d) { return context.prims.is_constant(d, 0); });
}

bool is_concrete(const Context& context, StructInfo si) {
  const InfoStore& infos = context.infos;
  if (infos[si].kind == InfoKind::tuple)
    return std::ranges::all_of(infos.fields(si), [&](StructInfo f) { return is_concrete(context, f); });
  if (!infos.is_tensor(si)) return true;
  return infos.has_shape(si) && !infos[si].dtype.is_unknown() &&
         std::ranges::all_of(infos.dims(si), [&](Prim d) { return context.prims.constant(d).has_value(); });
}

}  // namespace

Result<OperatorKernel> operator_kernel(const std::shared_ptr<Context>& shared, Op op, Attr attrs,
                                       std::span<const OperatorKernel::Operand> operands, StructInfo result) {
  Context& context = *shared;
  const std::string name(info(op).name);
  const Error none{Error::Kind::unsupported, "cannot compile R." + name + " of these operands", {}};
  if (!is_concrete(context, result)) return none;
  const bool is_wide = lower::is_widened(op);
  // Whose factors are cast to bool: a NaN is False in kernels, and True elsewhere.
  const bool is_cut = has_trait(op, hammock::Contraction) && context.infos.is_tensor(result) &&
                      context.infos[result].dtype.is_boolean();
  for (const OperatorKernel::Operand& o : operands) {
    const DType dtype = context.infos.is_tensor(o.info) ? context.infos[o.info].dtype : DType();
    // A reduction over nothing never comes to its init.
    const bool is_void = is_wide && has_no_elements(context, o.info) && !has_no_elements(context, result);
    const bool is_refused = (is_wide && dtype.is_boolean()) || (is_cut && dtype.is_any_float());
    if (!is_concrete(context, o.info) || is_refused || is_void) return none;
  }
  Function fn(shared);
  std::vector<Value> values;
  std::vector<bool> changed;
  for (size_t i = 0; i < operands.size(); ++i) {
    const StructInfo si = is_wide ? widened(context, operands[i].info) : operands[i].info;
    values.push_back(operand_of(fn, operands[i], si, operand_name(op, i)));
    changed.push_back(si != operands[i].info);
  }
  const Value call = fn.add_call(op, values, attrs, is_wide ? widened(context, result) : result);
  std::optional<lower::LoweredCall> made = lower::lower(fn, call, values, lower::Use::run);
  if (!made || !made->tir_vars.empty() || !has_shapes_of(context, made->results, result) ||
      (is_wide && has_narrow_floats(*made->kernel)))
    return none;
  OperatorKernel out;
  const auto number_of = [&](Value v) { return static_cast<size_t>(std::ranges::find(values, v) - values.begin()); };
  for (Value v : made->args) {
    out.args.push_back(number_of(v));
    out.is_widened.push_back(changed[out.args.back()]);
  }
  for (const auto& [v, range] : made->indices) out.indices.emplace_back(number_of(v), range);
  for (StructInfo si : made->results) out.results.push_back(context.infos[si].dtype);
  out.name = made->kernel->name = context.name(made->name);
  out.kernel = std::move(made->kernel);
  out.routine = std::move(made->routine);
  return out;
}

}  // namespace hammock::loop
