// SPDX-License-Identifier: Apache-2.0
#include "hammock/infer/describe.h"

#include "hammock/ir/prim_kind.h"

namespace hammock {
namespace {

constexpr int kMaxShown = 6;  // nesting

std::string show(const Context& context, Prim expr, int outer, int depth) {
  const PrimNode& n = context.prims[expr];
  switch (n.kind) {
    case PrimKind::int_imm: return std::to_string(n.value);
    case PrimKind::float_imm: return std::to_string(n.real);
    case PrimKind::string_imm: return '"' + std::string(context.text(n.name())) + '"';
    case PrimKind::var: return std::string(context.text(n.name()));
    default: break;
  }
  if (depth == kMaxShown) return "..";
  std::vector<Prim> operands;
  context.prims.operands(expr, operands);
  const PrimRow& op = row(n.kind);
  if (!op.infix.empty() && op.is_binary() && n.kind != PrimKind::div) {
    std::string text = show(context, operands[0], op.precedence, depth + 1) + std::string(op.infix) +
                       show(context, operands[1], op.precedence + 1, depth + 1);
    return op.precedence < outer ? "(" + text + ")" : text;
  }
  std::string text = "T." + std::string(n.kind == PrimKind::call ? context.text(n.name()) : op.call()) + "(";
  for (size_t i = 0; i < operands.size(); ++i) text += (i ? ", " : "") + show(context, operands[i], 0, depth + 1);
  return text + ")";
}

// (2, m) or (2,) as a list: [2, m], [2].
std::string bracketed(std::string tuple) {
  std::string inner = tuple.substr(1, tuple.size() - 2);
  if (inner.ends_with(',')) inner.pop_back();
  return "[" + inner + "]";
}

std::string show(const Context& context, StructInfo info, int depth);

std::string show(const Context& context, std::span<const StructInfo> infos, int depth) {
  std::string text;
  for (size_t i = 0; i < infos.size() && i < 8; ++i) text += (i ? ", " : "") + show(context, infos[i], depth);
  return text + (infos.size() > 8 ? ", .." : "");
}

std::string show(const Context& context, StructInfo info, int depth) {
  if (!info) return "unknown";
  const InfoStore& infos = context.infos;
  const InfoNode& n = infos[info];
  switch (n.kind) {
    case InfoKind::object: return "R.Object";
    case InfoKind::prim:
      return n.value() ? "R.Prim(value=" + describe(context, n.value()) + ")"
                       : "R.Prim(\"" + to_string(n.dtype) + "\")";
    case InfoKind::shape:
      return n.has_dims ? "R.Shape(" + bracketed(describe(context, infos.dims(info))) + ")"
                        : "R.Shape(ndim=" + std::to_string(n.ndim) + ")";
    case InfoKind::tensor: {
      std::string text;
      if (n.has_dims) text = describe(context, infos.dims(info));
      if (!n.dtype.is_unknown()) text += (text.empty() ? "dtype=\"" : ", \"") + to_string(n.dtype) + "\"";
      if (!n.has_dims && n.ndim >= 0) text += (text.empty() ? "ndim=" : ", ndim=") + std::to_string(n.ndim);
      return text.empty() ? "R.Tensor" : "R.Tensor(" + text + ")";
    }
    case InfoKind::tuple:
      return depth == kMaxShown ? "R.Tuple(..)" : "R.Tuple(" + show(context, infos.fields(info), depth + 1) + ")";
    case InfoKind::function: {
      if (!n.has_dims) return "R.Callable";
      if (depth == kMaxShown) return "R.Callable(..)";
      std::span<const StructInfo> params = infos.params(info);
      return "R.Callable((" + show(context, params, depth + 1) + (params.size() == 1 ? ",), " : "), ") +
             show(context, n.result(), depth + 1) + (n.is_pure ? ")" : ", purity=False)");
    }
    case InfoKind::dtensor:
      return "R.DTensor(" + show(context, infos.tensor_part(info), depth) + ", placed \"" +
             std::string(context.text(infos.placement(info))) + "\")";
  }
  return "unknown";
}

}  // namespace

std::string describe(const Context& context, Prim expr) { return show(context, expr, 0, 0); }

std::string describe(const Context& context, std::span<const Prim> dims) {
  std::string text = "(";
  for (size_t i = 0; i < dims.size() && i < 16; ++i) text += (i ? ", " : "") + describe(context, dims[i]);
  return text + (dims.size() > 16 ? ", ..)" : dims.size() == 1 ? ",)" : ")");
}

std::string describe(const Context& context, StructInfo info) { return show(context, info, 0); }

}  // namespace hammock
