// SPDX-License-Identifier: Apache-2.0
// Nodes, folding functions and intrinsics of the namespace T (TIR 1.12, 1.17, appendix A).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "hammock/infer/struct_info.h"
#include "hammock/ir/constant.h"
#include "hammock/ir/prim_kind.h"
#include "kernel_reader.h"

namespace hammock::read {

std::optional<KernelValue> KernelReader::arithmetic(std::string_view name, Args& args) {
  if (name == "indexdiv" || name == "indexmod") name = name == "indexdiv" ? "floordiv" : "floormod";
  for (const PrimRow& row : kPrimRows) {
    if (row.is_binary() && (row.node == name || row.folding == name)) return pair(row.kind, row.folding == name, args);
  }
  return std::nullopt;
}

KernelValue KernelReader::pair(PrimKind kind, bool folds, Args& args) {
  auto [x, y] = two(args, "a", "b");
  args.take(2, "span");
  Prim a = prim(*x), b = prim(*y);
  if (folds) {
    promote(a, b, args.span);
    if ((kind == PrimKind::floordiv || kind == PrimKind::floormod) && !dtype(a).is_integral())
      fail(Diag::dtype_mismatch, args.span, "T." + std::string(args.name) + " of " + to_string(dtype(a)));
    return of(fold(kind, a, b, args.span), args.span);
  }
  if (dtype(a) != dtype(b)) {
    fail(Diag::dtype_mismatch, args.span,
         "T." + std::string(args.name) + " of " + to_string(dtype(a)) + " and " + to_string(dtype(b)) +
             ", which must be of one dtype");
  }
  DType d = row(kind).is_test() ? DType::make(kBool.code, 1, dtype(a).lanes) : dtype(a);
  return of(prims_.node(kind, d, a, b), args.span);
}

KernelValue KernelReader::t_bits(Args& args) {
  return bits(args.name, need(args, 0, "x", "a number"), need(args, 1, "y", "another number"), args.span);
}

KernelValue KernelReader::t_abs(Args& args) { return of(absolute(prim(need(args, 0, "x", "a number"))), args.span); }

KernelValue KernelReader::t_isnan(Args& args) {
  return of(is_nan(prim(need(args, 0, "x", "a number")), args.span), args.span);
}

KernelValue KernelReader::t_round(Args& args) {
  Prim x = prim(need(args, 0, "x", "a number"));
  const PrimNode n = prims_[x];
  if (n.dtype.is_integral()) return of(x, args.span);
  if (n.kind != PrimKind::float_imm) return of(call(args.name, n.dtype, {x}), args.span);
  const double r = args.name == "floor"   ? std::floor(n.real)
                   : args.name == "ceil"  ? std::ceil(n.real)
                   : args.name == "trunc" ? std::trunc(n.real)
                                          : std::nearbyint(n.real);
  return of(prims_.real(r, n.dtype), args.span);
}

KernelValue KernelReader::t_comm_reducer(Args& args) {
  auto [lambda, identities] = two(args, "combiner", "identity");
  return lambda_reducer(*lambda, *identities, args.span);
}

KernelValue KernelReader::t_not(Args& args) {
  const V* x = args.take(0, "a");
  if (!x) fail(Diag::argument_count, args.span, "T.Not takes an argument");
  Prim p = boolean_prim(*x, "the argument");
  return of(prims_.node(PrimKind::logical_not, dtype(p), p), args.span);
}

KernelValue KernelReader::t_select(Args& args) {
  const V *c = args.take(0, "condition"), *x = args.take(1, "true_value"), *y = args.take(2, "false_value");
  if (!c || !x || !y) fail(Diag::argument_count, args.span, "T.Select takes three arguments");
  Prim condition = boolean_prim(*c, "the condition"), a = prim(*x), b = prim(*y);
  if (dtype(a) != dtype(b)) {
    fail(Diag::dtype_mismatch, args.span,
         "T.Select of " + to_string(dtype(a)) + " and " + to_string(dtype(b)) + ", which must be of one dtype");
  }
  return of(prims_.node(PrimKind::select, dtype(a), condition, a, b), args.span);
}

KernelValue KernelReader::t_cast(Args& args) {
  auto [first, second] = args.name == "Cast" ? two(args, "dtype", "value") : two(args, "value", "dtype");
  if (args.name == "Cast") {
    const DType to = dtype_of(*first);
    const Prim value = prim(*second);
    if (dtype(value).lanes != to.lanes) refuse_lanes(dtype(value), to, args.span);
    return of(prims_.node(PrimKind::cast, to, value), args.span);
  }
  return of(as_dtype(prim(*first), dtype_of(*second), args.span), args.span);
}

KernelValue KernelReader::t_ramp(Args& args) {
  const V *base = args.take(0, "base"), *stride = args.take(1, "stride"), *lanes = args.take(2, "lanes");
  if (!base || !stride || !lanes) fail(Diag::argument_count, args.span, "T.Ramp takes three arguments");
  return of(ramp(prim(*base), prim(*stride), lanes_of(prim(*lanes), lanes->span), args.span), args.span);
}

KernelValue KernelReader::t_broadcast(Args& args) {
  auto [value, lanes] = two(args, "value", "lanes");
  const int count = lanes_of(prim(*lanes), lanes->span);
  Prim p = prim(*value);
  if (!dtype(p).is_scalar()) fail(Diag::undefined_operation, value->span, "a vector cannot be broadcast");
  return of(broadcast(p, count), args.span);
}

KernelValue KernelReader::t_shuffle(Args& args) {
  auto [vectors, indices] = two(args, "vectors", "indices");
  std::vector<Prim> parts = prims_of(*vectors), which = prims_of(*indices);
  if (parts.empty() || which.empty()) fail(Diag::argument_count, args.span, "T.Shuffle of nothing");
  DType d = dtype(parts[0]);
  d.lanes = static_cast<uint16_t>(which.size());
  const size_t count = parts.size();
  parts.insert(parts.end(), which.begin(), which.end());
  parts.push_back(prims_.integer(static_cast<int64_t>(count), kInt32));
  return of(call("Shuffle", d, parts), args.span);
}

KernelValue KernelReader::t_let(Args& args) {
  const V *body = args.take(0, "expr"), *where = args.take(1, "where");
  if (!where || !where->is(K::dict) || where->items->size() != 2)
    fail(Diag::argument_count, args.span, "T.Let takes a body and where={variable: value}");
  Prim var = prim(where->items->at(0)), value = prim(where->items->at(1), dtype(var)), result = prim(*body);
  return of(call("Let", dtype(result), {result, var, value}), args.span);
}

KernelValue KernelReader::t_let_expression(Args& args) {
  auto [var, value] = two(args, "v", "value");
  const V* body = args.take(2, "body");
  if (!body) return t_let_stmt(args);
  Prim result = prim(*body);
  return of(call("Let", dtype(result), {result, prim(*var), prim(*value)}), args.span);
}

KernelValue KernelReader::t_const(Args& args) {
  auto [value, d] = two(args, "value", "dtype");
  return of(number(*value, dtype_of(*d)), args.span);
}

KernelValue KernelReader::t_int_imm(Args& args) {
  auto [d, value] = two(args, "dtype", "value");
  return of(number(*value, dtype_of(*d)), args.span);
}

KernelValue KernelReader::t_string_imm(Args& args) {
  const V* value = args.take(0, "value");
  return of(prims_.string(value && value->is(K::string) ? value->text : context_.name("")), args.span);
}

KernelValue KernelReader::t_buffer_load(Args& args) {
  auto [buffer, indices] = two(args, "buffer", "indices");
  if (!buffer->is(K::buffer)) fail(Diag::not_a_buffer, buffer->span, describe(*buffer) + " is no buffer");
  return of(load(buffer->buffer, prims_of(*indices), args.span), args.span);
}

// T.Call(dtype, op, [a, b]), and T.call_intrin(dtype, op, a, b).
KernelValue KernelReader::t_call(Args& args) {
  const bool is_flat = args.name == "call_intrin";
  const V *d = args.take(0, "dtype"), *op = args.take(1, is_flat ? "func_name" : "op"), *given = args.take(2, "args");
  if (!d || !op || (!given && !is_flat))
    fail(Diag::argument_count, args.span, "T." + std::string(args.name) + " takes a dtype, an operator and arguments");
  const V list = !is_flat ? *given
                          : this->list({args.positional.begin() + std::min<ptrdiff_t>(2, std::ssize(args.positional)),
                                        args.positional.end()},
                                       args.span);
  std::string_view called = op->is(K::prim) && prims_[op->prim].kind == PrimKind::string_imm
                                ? text(prims_[op->prim].name())
                            : op->is(K::string) ? text(op->text)
                            : op->is(K::kernel) ? text(op->text)
                                                : "";
  if (called.starts_with("tir.")) called.remove_prefix(4);
  const std::vector<Prim> operands = prims_of(list);
  if (op->is(K::kernel)) return of(call("@" + std::string(called), dtype_of(*d), operands), args.span);
  const IntrinsicRow* row = find_intrinsic(called);
  if (!row) fail(Diag::undefined_name, op->span, "'" + std::string(called) + "' is no operator of kernels");
  if (row->form == IntrinsicForm::special || !row->operands.holds(operands.size()))
    fail(Diag::argument_count, args.span, "a call of '" + std::string(called) + "' with such arguments");
  const DType said = dtype_of(*d);
  if (row->effect == IntrinsicEffect::jump && said != result_dtype(prims_, *row, operands))
    fail(Diag::dtype_mismatch, d->span, "'" + std::string(called) + "' has no value of " + to_string(said));
  return of(call(row->name, said, operands), args.span);
}

Prim KernelReader::absolute(Prim x) {
  const PrimNode n = prims_[x];
  if (n.kind == PrimKind::int_imm) return prims_.integer(n.value < 0 ? -n.value : n.value, n.dtype);
  if (n.kind == PrimKind::float_imm) return prims_.real(std::abs(n.real), n.dtype);
  if (n.dtype.is_integer()) {
    Prim zero = prims_.integer(0, DType::make(n.dtype.code, n.dtype.bits));
    if (!n.dtype.is_scalar()) zero = broadcast(zero, n.dtype.lanes);
    return prims_.node(PrimKind::select, n.dtype,
                       prims_.node(PrimKind::ge, DType::make(kBool.code, 1, n.dtype.lanes), x, zero), x,
                       prims_.fold(PrimKind::sub, zero, x));
  }
  if (n.dtype.is_integral()) return x;
  return call("fabs", n.dtype, {x});
}

Prim KernelReader::is_nan(Prim x, Span span) {
  const PrimNode n = prims_[x];
  const DType result = DType::make(kBool.code, 1, n.dtype.lanes);
  if (n.dtype.is_integral()) return prims_.boolean(false);
  if (n.kind == PrimKind::float_imm) return prims_.boolean(std::isnan(n.real));
  if (n.dtype.bits == 16) x = as_dtype(x, DType::make(kFloat32.code, 32, n.dtype.lanes), span);
  return call("isnan", result, {x});
}

KernelValue KernelReader::t_bitwise_not(Args& args) {
  Prim p = prim(need(args, 0, "x"));
  if (!dtype(p).is_integral()) fail(Diag::dtype_mismatch, args.span, "T.bitwise_not of " + to_string(dtype(p)));
  return of(call("bitwise_not", dtype(p), {p}), args.span);
}

KernelValue KernelReader::t_if_then_else(Args& args) {
  Prim c = boolean_prim(need(args, 0, "x"), "the condition"), a = prim(need(args, 1, "y")),
       b = prim(need(args, 2, "z"));
  promote(a, b, args.span);
  if (std::optional<int64_t> value = prims_.constant(c)) return of(*value ? a : b, args.span);
  return of(call(args.name, dtype(a), {c, a, b}), args.span);
}

KernelValue KernelReader::t_ceildiv(Args& args) {
  Prim a = prim(need(args, 0, "x")), b = prim(need(args, 1, "y"));
  promote(a, b, args.span);
  Prim one = as_dtype(prims_.integer(1, kInt32), dtype(a), args.span);
  Prim sum = fold(PrimKind::sub, fold(PrimKind::add, a, b, args.span), one, args.span);
  return of(fold(PrimKind::floordiv, sum, b, args.span), args.span);
}

KernelValue KernelReader::t_likely(Args& args) {
  Prim p = prim(need(args, 0, "x"));
  return of(prims_.constant(p) ? p : call(args.name, dtype(p), {p}), args.span);
}

KernelValue KernelReader::t_isinf(Args& args) {
  Prim x = prim(need(args, 0, "x"));
  const DType d = dtype(x);
  Prim inf = prims_.boolean(false);
  if (!d.is_integral()) {
    Prim infinity = prims_.real(std::numeric_limits<double>::infinity(), DType::make(d.code, d.bits));
    inf = prims_.fold(PrimKind::logical_and, prims_.fold(PrimKind::eq, absolute(x), infinity),
                      prims_.fold(PrimKind::logical_not, is_nan(x, args.span)));
  }
  if (args.name == "isinf") return of(inf, args.span);
  return of(prims_.fold(PrimKind::logical_and, prims_.fold(PrimKind::logical_not, inf),
                        prims_.fold(PrimKind::logical_not, is_nan(x, args.span))),
            args.span);
}

KernelValue KernelReader::t_max_value(Args& args) {
  const DType d = dtype_of(need(args, 0, "x"));
  const bool is_least = args.name == "min_value";
  if (args.name == "infinity") return of(prims_.real(std::numeric_limits<double>::infinity(), d), args.span);
  if (std::optional<double> greatest = greatest_real(d))
    return of(prims_.real(is_least ? -*greatest : *greatest, d), args.span);
  const int value_bits = d.is_integer() ? d.bits - 1 : d.bits;
  if (value_bits > 63) {
    if (is_least) return of(prims_.integer(0, d), args.span);
    Prim half = prims_.integer(0xffffffff, DType::unsigned_integer(32));
    return of(call("large_uint_imm", d, {half, half}), args.span);
  }
  const int64_t greatest = static_cast<int64_t>((uint64_t{1} << value_bits) - 1);
  return of(prims_.integer(!is_least ? greatest : d.is_integer() ? -greatest - 1 : 0, d), args.span);
}

KernelValue KernelReader::t_reinterpret(Args& args) {
  const V* keyword = args.take(64, "dtype");
  const DType d = dtype_of(keyword ? *keyword : need(args, 0, "x"));
  Prim p = prim(need(args, keyword ? 0 : 1, "value"));
  if (dtype(p) == d) return of(p, args.span);
  return of(call(args.name, d, {p}), args.span);
}

// ---- intrinsics ----

// The dtype that the text says: as a keyword or in its place, which leaves `values`. Void if the intrinsic needs none.
DType KernelReader::written_dtype(const IntrinsicRow& row, const V* keyword, std::vector<const V*>& values, Span span) {
  if (row.result.kind != IntrinsicResult::Kind::written) return kVoid;
  if (keyword) return dtype_of(*keyword);
  if (row.form == IntrinsicForm::dtype_last && !values.empty()) {
    const V* last = values.back();
    values.pop_back();
    return dtype_of(*last);
  }
  if (row.form == IntrinsicForm::dtype_first && !values.empty() &&
      (values[0]->is(K::string) || values[0]->is(K::function))) {
    const V* first = values[0];
    values.erase(values.begin());
    return dtype_of(*first);
  }
  if (row.intrinsic == Intrinsic::dp4a) return kInt32;
  fail(Diag::argument_count, span, "T." + std::string(row.name) + " needs a dtype");
}

// A buffer as an argument of a packed call.
Prim KernelReader::array_of(const Buffer& b) {
  Prim sample = b.dtype.is_any_float() ? prims_.real(0, b.dtype) : prims_.integer(0, b.dtype);
  Prim rank = prims_.integer(static_cast<int64_t>(b.shape.size()), kInt32);
  Prim shape = call("tvm_stack_make_shape", kHandle, b.shape);
  Prim strides = b.strides.empty() ? prims_.integer(0, kInt32) : call("tvm_stack_make_shape", kHandle, b.strides);
  return call("tvm_stack_make_array", kHandle, {b.data, shape, strides, rank, sample, b.elem_offset});
}

std::optional<KernelValue> KernelReader::intrinsic(std::string_view name, Args& args) {
  const IntrinsicRow* row = find_intrinsic(name);
  if (!row || row->form == IntrinsicForm::special || row->form == IntrinsicForm::inner) return std::nullopt;
  std::vector<const V*> values;
  for (const V& v : args.positional) values.push_back(&v);
  const V* keyword = nullptr;
  for (auto& [key, value] : args.keywords) {
    if (key == "dtype") keyword = &value;
    else values.push_back(&value);
  }
  const DType said = written_dtype(*row, keyword, values, args.span);
  const bool is_packed = name.find("packed") != std::string_view::npos;
  std::vector<Prim> operands;
  for (const V* v : values) {
    if (!v->is(K::buffer)) operands.push_back(prim(*v));
    else if (is_packed) operands.push_back(array_of((*kernel_)[v->buffer]));
    else fail(Diag::not_a_prim, v->span, describe(*v) + " is no expression; .data is its pointer");
  }
  if (!row->operands.holds(operands.size())) {
    const auto [least, most] = row->operands;
    const uint32_t wanted = operands.size() < least ? least : most;
    fail(Diag::argument_count, args.span,
         "T." + std::string(name) + " takes " + (wanted == least && least != most ? "at least " : "") +
             std::to_string(wanted) + (wanted == 1 ? " argument" : " arguments"));
  }
  if (row->result.kind == IntrinsicResult::Kind::promoted) promote(operands[0], operands[1], args.span);
  else if (row->result.kind == IntrinsicResult::Kind::operand && operands.size() <= row->result.at)
    fail(Diag::argument_count, args.span, "T." + std::string(name) + " needs an argument");
  const DType d = said.is_unknown() ? result_dtype(prims_, *row, operands) : said;
  return of(call(row->name, d, std::move(operands)), args.span);
}

}  // namespace hammock::read
