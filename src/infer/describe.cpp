// SPDX-License-Identifier: Apache-2.0
#include "hammock/infer/describe.h"

namespace hammock {
namespace {

constexpr int kMaxShown = 6;  // nesting

struct Operator {
  const char* text;
  int precedence;  // 0: a call, T.<text>(..)
};

Operator operator_of(PrimKind kind) {
  using enum PrimKind;
  switch (kind) {
    case add: return {" + ", 11};
    case sub: return {" - ", 11};
    case mul: return {" * ", 12};
    case floordiv: return {" // ", 12};
    case floormod: return {" % ", 12};
    case eq: return {" == ", 6};
    case ne: return {" != ", 6};
    case lt: return {" < ", 6};
    case le: return {" <= ", 6};
    case gt: return {" > ", 6};
    case ge: return {" >= ", 6};
    case logical_and: return {" and ", 4};
    case logical_or: return {" or ", 3};
    case logical_not: return {"Not", 0};
    case div: return {"Div", 0};
    case mod: return {"truncmod", 0};
    case min: return {"min", 0};
    case max: return {"max", 0};
    case select: return {"Select", 0};
    default: return {"Cast", 0};
  }
}

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
  Operator op = operator_of(n.kind);
  if (op.precedence > 0) {
    std::string text = show(context, operands[0], op.precedence, depth + 1) + op.text +
                       show(context, operands[1], op.precedence + 1, depth + 1);
    return op.precedence < outer ? "(" + text + ")" : text;
  }
  std::string text =
      n.kind == PrimKind::call ? "T." + std::string(context.text(n.name())) : std::string("T.") + op.text;
  text += "(";
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
