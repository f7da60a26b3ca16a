// SPDX-License-Identifier: Apache-2.0
#include "call.h"

#include <cstring>

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

Attr OpCall::attr(std::string_view name) const {
  int index = info(op()).attr_index(name);
  Attr record = fn_[node_].attrs;
  if (index < 0 || !record) return {};
  std::span<const Attr> items = fn_.context().attrs.items(record);
  return static_cast<size_t>(index) < items.size() ? items[static_cast<size_t>(index)] : Attr{};
}

bool OpCall::is_none(std::string_view name) const {
  Attr a = attr(name);
  return !a || fn_.context().attrs[a].kind == AttrKind::none;
}

int64_t OpCall::attr_int(std::string_view name, int64_t fallback) const {
  if (is_none(name)) return fallback;
  const AttrNode& node = fn_.context().attrs[attr(name)];
  if (node.kind == AttrKind::prim) return fn_.context().prims.constant(Prim(node.id)).value_or(fallback);
  return node.value;
}

bool OpCall::attr_bool(std::string_view name, bool fallback) const { return attr_int(name, fallback) != 0; }

static double real_of(const Context& context, Attr a) {
  const AttrNode& node = context.attrs[a];
  if (node.kind == AttrKind::prim) {
    const PrimNode& prim = context.prims[Prim(node.id)];
    return prim.kind == PrimKind::float_imm ? prim.real : static_cast<double>(prim.value);
  }
  return node.kind == AttrKind::real ? node.real : static_cast<double>(node.value);
}

std::string_view OpCall::attr_string(std::string_view name, std::string_view fallback) const {
  if (is_none(name)) return fallback;
  const AttrNode& node = fn_.context().attrs[attr(name)];
  return node.kind == AttrKind::string ? fn_.context().text(Name(node.id)) : fallback;
}

DType OpCall::attr_dtype(std::string_view name) const {
  return is_none(name) ? kVoid : fn_.context().attr_dtype(attr(name));
}

double OpCall::attr_real(std::string_view name, double fallback) const {
  return is_none(name) ? fallback : real_of(fn_.context(), attr(name));
}

std::vector<double> OpCall::attr_reals(std::string_view name) const {
  std::vector<double> out;
  if (!attr_is_list(name)) return out;
  for (Attr item : fn_.context().attrs.items(attr(name))) out.push_back(real_of(fn_.context(), item));
  return out;
}

bool OpCall::attr_is_list(std::string_view name) const {
  return !is_none(name) && fn_.context().attrs[attr(name)].kind == AttrKind::list;
}

std::optional<Dims> OpCall::attr_ints(std::string_view name) const {
  if (is_none(name)) return std::nullopt;
  const AttrStore& attrs = fn_.context().attrs;
  Attr a = attr(name);
  if (attrs[a].kind != AttrKind::list) return Dims{attrs[a].value};
  Dims out;
  for (Attr item : attrs.items(a)) out.push_back(attrs[item].value);
  return out;
}

Error OpCall::fail(std::string text, Error::Kind kind) const {
  return {kind, "R." + std::string(info(op()).name) + ": " + text, fn_[node_].span};
}

Result<Tensor> OpCall::make(DType dtype, Dims shape) const {
  Result<Tensor> t = Tensor::make(dtype, std::move(shape));
  if (!t) return fail(t.error().text, t.error().kind);
  return t;
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

Result<Tensor> copy_view(const OpCall& call, const Tensor& in, int64_t offset, Dims shape, const Dims& strides) {
  Result<Tensor> out = call.make(in.dtype, std::move(shape));
  if (!out || out->elements() == 0) return out;
  switch (in.dtype.bytes()) {
    case 1: copy_words<uint8_t>(in, offset, *out, strides); break;
    case 2: copy_words<uint16_t>(in, offset, *out, strides); break;
    case 4: copy_words<uint32_t>(in, offset, *out, strides); break;
    case 8: copy_words<uint64_t>(in, offset, *out, strides); break;
    default: return call.fail("dtype " + to_string(in.dtype) + " is not supported", Error::Kind::unsupported);
  }
  return out;
}

Result<Tensor> cast(const OpCall& call, const Tensor& in, DType dtype) {
  if (in.dtype == dtype) return in;
  Result<Tensor> out = call.make(dtype, in.shape);
  if (!out) return out;
  bool known = false;
  for_stored(in.dtype, [&](auto from) {
    known = for_stored(dtype, [&](auto to) {
      using From = typename decltype(from)::type;
      using To = typename decltype(to)::type;
      const From* source = in.as<From>();
      To* target = out->template as<To>();
      for (int64_t i = 0, n = in.elements(); i < n; ++i) target[i] = convert<To>(source[i]);
    });
  });
  if (!known) return call.unsupported_dtype(dtype);
  return out;
}

}  // namespace hammock::reference
