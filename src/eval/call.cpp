// SPDX-License-Identifier: Apache-2.0
#include "call.h"

#include <cstring>

#include "hammock/infer/infer.h"
#include "match.h"

namespace hammock::reference {

std::optional<int64_t> OpCall::integer(size_t i) const {
  if (i >= args_.size()) return std::nullopt;
  if (auto* value = std::get_if<int64_t>(&args_[i]->v)) return *value;
  return std::nullopt;
}

std::optional<double> OpCall::real(size_t i) const {
  if (std::optional<int64_t> whole = integer(i)) return static_cast<double>(*whole);
  if (i >= args_.size()) return std::nullopt;
  if (auto* value = std::get_if<double>(&args_[i]->v)) return *value;
  return std::nullopt;
}

DType OpCall::operand_dtype(size_t i) const {
  StructInfo si = fn_.info(fn_.args(node_)[i]);
  bool is_known = si && fn_.context().infos[si].kind == InfoKind::prim && !fn_.context().infos[si].dtype.is_unknown();
  if (is_known) return fn_.context().infos[si].dtype;
  return std::holds_alternative<double>(args_[i]->v) ? kFloat32 : kInt64;
}

std::optional<Dims> OpCall::integers(size_t i) const {
  if (i >= args_.size()) return std::nullopt;
  if (auto* shape = std::get_if<RuntimeShape>(&args_[i]->v)) return *shape;
  const RuntimeTuple* fields = args_[i]->tuple();
  if (!fields) return std::nullopt;
  Dims out;
  for (const RuntimeValue& field : *fields) {
    auto* value = std::get_if<int64_t>(&field.v);
    if (!value) return std::nullopt;
    out.push_back(*value);
  }
  return out;
}

Error OpCall::fail(std::string text, Error::Kind kind) const {
  return {kind, "R." + std::string(info(op()).name) + ": " + text, fn_[node_].span};
}

Tensor OpCall::make(DType dtype, Dims shape) const {
  Result<Tensor> t = Tensor::make(dtype, std::move(shape));
  if (!t) throw fail(t.error().text, t.error().kind);
  return *t;
}

Result<Dims> OpCall::inferred_shape() const {
  Context& context = fn_.context();
  const Node& node = fn_[node_];
  std::vector<StructInfo> operands;
  for (size_t i = 0; i < size(); ++i) operands.push_back(info_of(context, value(i), fn_.info(fn_.args(node_)[i])));
  const Result<StructInfo> result =
      infer_at_run(fn_, nullptr, {node.op, fn_.args(node_), node.attrs, Attr(), node.span}, operands);
  if (!result) return result.error();
  if (!context.infos.has_shape(*result)) return fail("the shape of the result is not known");
  Dims shape;
  for (Prim d : context.infos.dims(*result)) {
    const std::optional<int64_t> number = context.prims.constant(d);
    if (!number) return fail("the shape of the result is not known");
    shape.push_back(*number);
  }
  return shape;
}

static constexpr std::string_view kBadAxis = "an axis is outside the tensor's rank or given twice";

size_t OpCall::axis(int64_t axis, size_t rank) const {
  std::optional<size_t> known = normal_axis(axis, rank);
  if (!known) throw fail(std::string(kBadAxis));
  return *known;
}

std::vector<bool> OpCall::marked(const Dims& axes, size_t rank) const {
  std::vector<bool> is_named(rank, false);
  for (int64_t a : axes) {
    const size_t at = axis(a, rank);
    if (is_named[at]) throw fail(std::string(kBadAxis));
    is_named[at] = true;
  }
  return is_named;
}

namespace {

template <class Word>
void copy_words(const Tensor& in, int64_t offset, const Tensor& out, const Dims& strides) {
  const Word* from = in.as<Word>() + offset;
  Word* to = out.as<Word>();
  int64_t inner = out.shape.empty() ? 1 : out.shape.back(), step = out.shape.empty() ? 0 : strides.back();
  for_each_row<1>(out.shape, {strides}, [&](const std::array<int64_t, 1>& row) {
    const Word* source = from + row[0];
    for (int64_t i = 0; i < inner; ++i) *to++ = source[i * step];
  });
}

}  // namespace

Tensor copy_view(const OpCall& call, const Tensor& in, int64_t offset, Dims shape, const Dims& strides) {
  Tensor out = call.make(in.dtype, std::move(shape));
  if (out.elements() == 0) return out;
  switch (in.dtype.bytes()) {
    case 1: copy_words<uint8_t>(in, offset, out, strides); break;
    case 2: copy_words<uint16_t>(in, offset, out, strides); break;
    case 4: copy_words<uint32_t>(in, offset, out, strides); break;
    case 8: copy_words<uint64_t>(in, offset, out, strides); break;
    default: throw call.fail("dtype " + to_string(in.dtype) + " is not supported", Error::Kind::unsupported);
  }
  return out;
}

Tensor cast(const OpCall& call, const Tensor& in, DType dtype) {
  if (in.dtype == dtype) return in;
  Tensor out = call.make(dtype, in.shape);
  bool known = false;
  for_stored(in.dtype, [&](auto from) {
    known = for_stored(dtype, [&](auto to) {
      using From = typename decltype(from)::type;
      using To = typename decltype(to)::type;
      const From* source = in.as<From>();
      To* target = out.as<To>();
      for (int64_t i = 0, n = in.elements(); i < n; ++i) target[i] = convert<To>(source[i]);
    });
  });
  if (!known) throw call.unsupported_dtype(dtype);
  return out;
}

}  // namespace hammock::reference
