// SPDX-License-Identifier: Apache-2.0
// Items of tensors and constants, and numbers: those known while the graph is made, and those that the run finds, which
// are items of one element, or what a kernel returned (see Code::gives_value).
#include <algorithm>
#include <cstring>

#include "family.h"
#include "graph_maker.h"
#include "hammock/base/element.h"
#include "hammock/base/storage.h"

namespace hammock::loop {
namespace {

constexpr int64_t kMostBytes =
    int64_t{1} << 47;  // of a tensor: what a process can address, so that offsets and sums of a few do not wrap

}  // namespace

Bound GraphMaker::add(GraphItem item) {
  if (graph_.items.size() >= kMaxItems)
    fail(Error::Kind::unsupported, "more than " + std::to_string(kMaxItems) + " tensors after inlining", item.span);
  // What operators do not compute with may go from kernel to kernel.
  const bool goes_by = item.op == Op::none && is_storable(item.dtype);
  if (!goes_by && !is_computable(item.dtype)) unsupported("tensors of dtype " + to_string(item.dtype), item.span);
  for (ItemId o : item.inputs) {
    if (item.op != Op::none && !is_computable(graph_[o].dtype))
      unsupported("tensors of dtype " + to_string(graph_[o].dtype), item.span);
  }
  item.unit = unit_;
  graph_.items.push_back(std::move(item));
  return {Bound::tensor, 0, static_cast<uint32_t>(graph_.items.size() - 1)};
}

int64_t GraphMaker::evaluate(Activation& frame, Prim e, Span span) {
  Evaluated found = frame.symbols.evaluate(e);
  if (found.integer()) return *found.integer();
  using Problem = Evaluated::Problem;
  if (found.problem == Problem::unbound) {
    std::string name(context_.text(context_.prims[found.at].name()));
    fail(Error::Kind::usage, "symbolic dim '" + name + "' has no value; give one with --dim=" + name + "=<integer>",
         span);
  } else if (found.problem == Problem::too_large || found.problem == Problem::division_by_zero) {
    fail(Error::Kind::run, describe(context_, found), span);
  } else {
    unsupported("a dim that is not an integer expression", span);
  }
  return 1;
}

GraphItem GraphMaker::tensor_item(Activation& frame, StructInfo si, Span span, std::string_view what) {
  GraphItem item;
  item.span = span;
  if (!context_.infos.has_shape(si) || context_.infos[si].dtype.is_unknown()) {
    unsupported(std::string(what) + ": its shape or dtype is not known before the run", span);
    return item;
  }
  item.dtype = context_.infos[si].dtype;
  int64_t bytes = item.dtype.bytes();
  for (Prim d : context_.infos.dims(si)) {
    int64_t n = evaluate(frame, d, span);
    if (n < 0) fail(Error::Kind::run, std::string(what) + " has the negative dim " + std::to_string(n), span);
    if (__builtin_mul_overflow(bytes, std::max<int64_t>(n, 1), &bytes) || bytes > kMostBytes)
      fail(Error::Kind::memory, std::string(what) + " does not fit into memory", span);
    item.shape.push_back(n);
  }
  return item;
}

Bound GraphMaker::tuple_of(std::span<const Bound> fields, Span span) {
  uint64_t leaves = 1;
  uint16_t depth = 1;
  for (const Bound& f : fields) {
    leaves += f.leaves;
    depth = std::max<uint16_t>(depth, f.depth + 1);
  }
  if (depth > kMaxDepth + 1) {
    fail(Error::Kind::run, "tuples are nested deeper than " + std::to_string(kMaxDepth), span);
    return {};
  }
  if (leaves > kMaxTupleLeaves) {
    fail(Error::Kind::run, "a tuple of more than " + std::to_string(kMaxTupleLeaves) + " values", span);
    return {};
  }
  if (pool_.size() + fields.size() > kMaxItems) {
    unsupported("tuples of more than " + std::to_string(kMaxItems) + " fields in all", span);
    return {};
  }
  Bound b{Bound::tuple, depth, static_cast<uint32_t>(pool_.size()), static_cast<uint32_t>(fields.size()),
          static_cast<uint32_t>(leaves)};
  pool_.insert(pool_.end(), fields.begin(), fields.end());
  return b;
}

Bound GraphMaker::numbers_of(Bound::Kind kind, std::span<const int64_t> values) {
  if (numbers_.size() + values.size() > kMaxItems) return {Bound::other};
  Bound b{kind, 0, static_cast<uint32_t>(numbers_.size()), static_cast<uint32_t>(values.size()), 1};
  numbers_.insert(numbers_.end(), values.begin(), values.end());
  return b;
}

Bound GraphMaker::known_number(Activation& frame, StructInfo info) {
  const InfoNode& node = context_.infos[info];
  std::vector<int64_t> values;
  if (node.kind == InfoKind::prim && node.value() && node.dtype.is_integral()) {
    if (std::optional<int64_t> v = frame.symbols.value(node.value())) return numbers_of(Bound::integer, {{*v}});
  }
  if (node.kind == InfoKind::prim && node.value() && context_.prims[node.value()].kind == PrimKind::float_imm)
    return bound_number(context_.prims[node.value()].real);
  if (node.kind != InfoKind::shape || !node.has_dims) return {Bound::other};
  for (Prim d : context_.infos.dims(info)) {
    std::optional<int64_t> v = frame.symbols.value(d);
    if (!v) return {Bound::other};
    values.push_back(*v);
  }
  return numbers_of(Bound::shape, values);
}

Bound GraphMaker::constant_item(ConstantId id, Span span) {
  GraphItem item = loop::constant_item(context_, id);
  item.span = span;
  return add(std::move(item));
}

ItemId GraphMaker::constant_shape(Bound b, Span span) {
  const auto dims = std::as_bytes(std::span(numbers_).subspan(b.id, b.size));
  Constant constant{kInt64, {static_cast<int64_t>(b.size)}, {dims.begin(), dims.end()}};
  return ItemId(constant_item(context_.constant(std::move(constant)), span).id);
}

ItemId GraphMaker::constant_number(Number value, DType dtype, Dims shape, Span span) {
  Constant constant{dtype, std::move(shape), {}};
  for_element(dtype, [&]<class T>(Tag<T>) {
    const T element = std::visit([](auto v) { return T(v); }, value);
    constant.data.resize(sizeof element);
    std::memcpy(constant.data.data(), &element, sizeof element);
  });
  return ItemId(constant_item(context_.constant(std::move(constant)), span).id);
}

Bound GraphMaker::converted(ItemId from, DType to, Span span) {
  GraphItem item = graph_.conversion(from, to);
  item.span = span;
  return add(std::move(item));
}

ItemId GraphMaker::scalar(Activation& frame, Value v, Bound b) {
  const InfoNode& declared = context_.infos[frame.fn.info(v)];
  const bool is_known = declared.kind == InfoKind::prim && !declared.dtype.is_unknown();
  const Span span = frame.fn[v].span;
  if (b.kind == Bound::number) return element_of_number(b, is_known ? declared.dtype : DType(), span);
  const Prim e = number(frame, v, b);
  if (error_) return {};
  const PrimNode& n = context_.prims[e];
  const Number value = n.kind == PrimKind::float_imm ? Number(n.real) : Number(n.value);
  return constant_number(value, is_known ? declared.dtype : n.dtype.is_any_float() ? kFloat32 : kInt64, {}, span);
}

Prim GraphMaker::number(Activation& frame, Value v, Bound b) {
  const Node& node = frame.fn[v];
  if (b.kind == Bound::integer) return context_.prims.integer(numbers_[b.id]);
  if (b.kind == Bound::real) {
    const DType dtype = context_.infos[node.info].dtype;
    return context_.prims.real(std::bit_cast<double>(numbers_[b.id]), dtype.is_any_float() ? dtype : kFloat64);
  }
  Prim e = node.kind == NodeKind::prim_value ? node.prim() : context_.infos[node.info].value();
  const bool is_real = e && context_.prims[e].dtype.is_any_float();
  if (!e) unsupported("an operand whose value is not known before the run", node.span);
  return error_ || is_real ? e : context_.prims.integer(evaluate(frame, e, node.span));
}

ItemId GraphMaker::element_of_number(Bound b, DType dtype, Span span) {
  ItemId from(b.id);
  if (graph_[from].shape[0] == 2) from = derived(from, Op::strided_slice, graph_[from].dtype, span);
  const bool is_same = dtype.is_unknown() || dtype == graph_[from].dtype;
  return is_same ? from : derived(from, Op::astype, dtype, span);
}

ItemId GraphMaker::derived(ItemId from, Op op, DType dtype, Span span) {
  GraphItem item;
  item.op = op;
  item.dtype = dtype;
  item.shape = {1};
  item.inputs = {from};
  item.span = span;
  if (op == Op::strided_slice) item.view = ViewForm::slice;
  if (op == Op::strided_slice) item.numbers = {graph_[from].shape[0] - 1, 1};
  return ItemId(add(std::move(item)).id);
}

ItemId GraphMaker::result_of_number(Bound b, Span span) {
  if (b.kind != Bound::number)
    return constant_number(known_value(b), b.kind == Bound::real ? kFloat64 : kInt64, {1}, span);
  const GraphItem& item = graph_[ItemId(b.id)];
  if (item.shape[0] == 2) return ItemId(b.id);
  return element_of_number(b, item.dtype.is_any_float() ? kFloat64 : kInt64, span);
}

Bound GraphMaker::call_on_numbers(Activation& frame, Value v, DType dtype) {
  const Node& node = frame.fn[v];
  GraphItem item;
  item.op = node.op;
  item.attrs = node.attrs;
  item.dtype = dtype;
  item.shape = {1};
  item.span = node.span;
  bool is_known = true;
  for (Value a : frame.fn.args(v)) {
    const Bound b = get(frame, a);
    is_known = is_known && (b.kind == Bound::integer || b.kind == Bound::real);
    item.inputs.push_back(scalar(frame, a, b));
    if (error_) return {};
  }
  if (std::optional<Number> value = is_known ? folded(context_, graph_, item) : std::nullopt)
    return bound_number(*value);
  const Bound made = add(std::move(item));
  return error_ ? Bound{} : Bound{Bound::number, 0, made.id};
}

}  // namespace hammock::loop
