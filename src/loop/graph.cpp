// SPDX-License-Identifier: Apache-2.0
// From a module's function to a list of tensors of concrete shapes. Calls of other functions are inlined, at most
// kMaxCallDepth deep, up to kMaxInlined bindings and kMaxItems tensors in all; the length of a function costs no depth.
//
// Functions are values: each call has values and symbols of its own, and a local function those of the call that made
// it. What is declared of arguments, of results and by a match_cast holds for the tensors that are there, or making the
// graph fails with it.
//
// A kernel that is called as a function changes its arguments. A tensor is therefore known by the item that it was made
// as, and `changed_` says which item it is now; what an operator makes is a tensor of its own.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "graph_maker.h"
#include "hammock/infer/infer.h"

namespace hammock::loop {

int64_t GraphItem::elements() const {
  int64_t n = 1;
  for (int64_t d : shape) n *= d;
  return n;
}

GraphItem operation(Op op, DType dtype, Dims shape, std::vector<ItemId> inputs) {
  GraphItem item;
  item.op = op;
  item.dtype = dtype;
  item.shape = std::move(shape);
  item.inputs = std::move(inputs);
  return item;
}

GraphItem constant_item(const Context& context, ConstantId id) {
  GraphItem item = operation(Op::none, context[id].dtype, context[id].shape, {});
  item.storage = Storage::constant;
  item.source = id.index;
  return item;
}

GraphItem Graph::conversion(ItemId from, DType to) const {
  GraphItem item = operation(Op::astype, to, (*this)[from].shape, {from});
  item.unit = (*this)[from].unit;
  item.span = (*this)[from].span;
  return item;
}

GraphItem Graph::reshaped(ItemId from, Dims shape) const {
  GraphItem item = conversion(from, (*this)[from].dtype);
  item.op = Op::none;
  item.view = ViewForm::reshape;
  item.shape = std::move(shape);
  return item;
}

GraphItem Graph::permuted(ItemId from, std::span<const int64_t> axes) const {
  GraphItem item = reshaped(from, {});
  item.view = ViewForm::permute;
  item.numbers.assign(axes.begin(), axes.end());
  for (int64_t axis : axes) item.shape.push_back((*this)[from].shape[static_cast<size_t>(axis)]);
  return item;
}

GraphItem Graph::padded(Context& context, ItemId from, ItemId value, std::span<const int64_t> widths) const {
  GraphItem item = conversion(from, (*this)[from].dtype);
  item.op = Op::nn_pad;
  item.inputs = {from, value};
  for (size_t d = 0; d < item.shape.size(); ++d) item.shape[d] += widths[2 * d] + widths[2 * d + 1];
  AttrStore& attrs = context.attrs;
  item.attrs = attrs.list(std::array{attrs.integers(widths), attrs.string(context.name("constant"))});
  return item;
}

GraphItem Graph::view_like(ItemId view, ItemId from) const {
  GraphItem item = (*this)[view];
  item.dtype = (*this)[from].dtype;
  item.inputs[0] = from;
  return item;
}

ItemId Graph::below_views(ItemId i, std::vector<ItemId>& views) const {
  constexpr size_t kMany = 8;
  for (; views.size() < kMany; i = (*this)[i].inputs[0]) {
    const ViewForm form = (*this)[i].view;
    if (form != ViewForm::permute && form != ViewForm::reshape) break;
    views.push_back(i);
  }
  return i;
}

void set_attr(Context& context, GraphItem& item, std::string_view name, Attr value) {
  const std::span<const Attr> all = context.attrs.items(item.attrs);
  std::vector<Attr> record(all.begin(), all.end());
  record[static_cast<size_t>(info(item.op).attr_index(name))] = value;
  item.attrs = context.attrs.list(record);
}

std::array<int64_t, 4> image_padding(const CallAttrs& attrs) {
  const std::vector<int64_t> all = attrs.integers("padding");
  const auto at = [&](size_t i) { return all.empty() ? 0 : all[i % all.size()]; };
  return {at(0), at(1), at(2), at(3)};
}

bool has_small_padding(const GraphItem& image, const CallAttrs& attrs) {
  constexpr double kFew = 1 << 16;
  const std::array<int64_t, 4> padding = image_padding(attrs);
  const double before = static_cast<double>(image.elements());
  double after = before;
  for (size_t i = 0; i < 2; ++i) {
    const auto extent = static_cast<double>(image.shape[attrs.string("data_layout").find("HW"[i])]);
    after *= (extent + static_cast<double>(padding[i]) + static_cast<double>(padding[i + 2])) / std::max(extent, 1.0);
  }
  return after <= 4 * before + kFew;
}

size_t channel_axis(const CallAttrs& attrs) {
  const std::string_view out = attrs.string("out_layout", {});
  return (out.empty() ? attrs.string("data_layout") : out).find('C');
}

Result<Graph> GraphMaker::run(GlobalId entry) {
  const Function* fn = module_[entry].relax();
  if (!fn) {
    const bool is_kernel = module_[entry].is_kernel();
    return Error{
        Error::Kind::unsupported,
        is_kernel ? "the entry is a kernel, which is TIR as it stands" : "the entry function is no Relax function",
        module_[entry].span};
  }
  auto at = std::make_shared<Activation>(*fn, LambdaId(0), nullptr, 0, Span());
  bind_by_name(*fn, at->symbols);
  int64_t inputs = INT64_MAX;
  if (auto attr = fn->self().attrs ? context_.find(fn->self().attrs, "num_input") : std::nullopt) {
    const AttrNode& a = context_.attrs[*attr];
    if (a.kind == AttrKind::integer) inputs = a.value;
    if (a.kind == AttrKind::prim) inputs = context_.prims.constant(Prim(a.id)).value_or(INT64_MAX);
  }
  for (size_t i = 0; i < fn->self().params.size() && !error_; ++i) {
    const Value p = fn->self().params[i];
    const Input input{static_cast<uint32_t>(i), static_cast<int64_t>(i) < inputs ? Storage::param : Storage::weight,
                      (*fn)[p].span};
    const Bound value = add_input(*at, fn->info(p), input, {});
    at->set(p, value);
    check(
        *at, fn->info(p), value, [&] { return of_argument(context_, (*fn)[p].name, fn->self().name); }, input.span, {},
        true);
  }
  Bound result = error_ ? Bound{} : run_body(*at);
  if (!error_) flatten(result, (*fn)[fn->body().result].span);
  if (error_) return *error_;
  graph_.result_info = structure(result);
  return std::move(graph_);
}

Bound GraphMaker::add_input(Activation& frame, StructInfo info, const Input& input, const std::vector<uint32_t>& path) {
  const InfoNode node = context_.infos[info];
  const bool is_given = path.empty() && input.number < arguments_.size() && arguments_[input.number];
  const tir::Argument* given = is_given ? &*arguments_[input.number] : nullptr;
  if (node.kind == InfoKind::tuple) {
    std::vector<Bound> fields;
    const std::vector<StructInfo> infos(context_.infos.fields(info).begin(), context_.infos.fields(info).end());
    for (uint32_t i = 0; i < infos.size() && !error_; ++i) {
      std::vector<uint32_t> inside = path;
      inside.push_back(i);
      fields.push_back(add_input(frame, infos[i], input, inside));
    }
    return tuple_of(fields, input.span);
  }
  if (!context_.infos.is_tensor(info)) {
    const Number* number = given && node.kind == InfoKind::prim ? std::get_if<Number>(given) : nullptr;
    return number == nullptr ? known_number(frame, info) : bound_number(*number);
  }
  if (const auto* tensor = given ? std::get_if<tir::TensorArgument>(given) : nullptr) {
    // What the signature leaves open.
    std::vector<Prim> dims(context_.infos.dims(info).begin(), context_.infos.dims(info).end());
    if (!context_.infos.has_shape(info)) {
      dims.clear();
      for (int64_t d : tensor->shape) dims.push_back(context_.prims.integer(d));
    }
    info = context_.infos.tensor(dims, node.dtype.is_unknown() ? tensor->dtype : node.dtype);
  }
  GraphItem item = tensor_item(frame, info, input.span, "parameter");
  item.storage = input.storage;
  item.source = input.number;
  item.path = path;
  return error_ ? Bound{} : add(std::move(item));
}

void GraphMaker::bind_by_name(const Function& fn, Symbols& symbols) {
  SymbolSet found;
  for (Value p : fn.self().params) add_definable(found, context_, fn.info(p));
  for (Prim s : found.in_order()) {
    for (const Binding& b : dims_) {
      if (context_.text(context_.prims[s].name()) == b.name) symbols.bind(s, b.value);
    }
  }
}

void GraphMaker::flatten(Bound b, Span span) {
  if (b.kind == Bound::tuple) {
    for (uint32_t i = 0; i < b.size; ++i) flatten(pool_[b.id + i], span);
  } else if (b.kind == Bound::tensor) {
    add_result(item_of(b), ResultLeaf::Kind::tensor);
  } else if (b.kind == Bound::shape) {
    add_result(constant_shape(b, span), ResultLeaf::Kind::shape);
  } else if (is_number(b)) {
    add_result(result_of_number(b, span), ResultLeaf::Kind::number);
  } else {
    unsupported("a result with a value that is no tensor, number or shape", span);
  }
}

StructInfo GraphMaker::structure(Bound b) {
  if (b.kind != Bound::tuple) return context_.infos.object();
  std::vector<StructInfo> fields;
  for (uint32_t i = 0; i < b.size; ++i) fields.push_back(structure(pool_[b.id + i]));
  return context_.infos.tuple(fields);
}

Bound GraphMaker::run_body(Activation& frame) {
  const Function& fn = frame.fn;
  const Lambda& lambda = fn[frame.lambda];
  const Value value = fn[lambda.body].result;
  Bound result = run_region(frame, lambda.body);
  // What is declared is the struct info of the body's value, or a claim.
  if (lambda.ret && lambda.ret != fn.info(value)) {
    Span span = fn[value].span ? fn[value].span : frame.called;
    check(
        frame, lambda.ret, result, [&] { return of_result(context_, lambda.name); }, span, lambda.span);
  }
  return result;
}

Bound GraphMaker::run_region(Activation& frame, RegionId id) {
  struct Cursor {
    RegionId region;
    Value to;  // the `if`
    size_t block = 0, binding = 0;
  };
  std::vector<Cursor> open{{id, {}}};
  while (true) {
    Cursor& at = open.back();
    const Region& region = frame.fn[at.region];
    if (at.block == region.blocks.size()) {
      const Value to = at.to;
      Bound result = get(frame, region.result);
      open.pop_back();
      if (open.empty() || error_) return result;
      frame.set(to, result);
      continue;
    }
    const std::vector<Value>& bindings = region.blocks[at.block].bindings;
    if (at.binding == bindings.size()) {
      ++at.block;
      at.binding = 0;
      continue;
    }
    const Value v = bindings[at.binding++];
    if (frame.fn[v].kind == NodeKind::cond) open.push_back({branch(frame, v), v});
    else frame.set(v, bind(frame, v));
    if (error_) return {};
  }
}

RegionId GraphMaker::branch(Activation& frame, Value v) {
  const std::optional<bool> chosen = known_condition(get(frame, frame.fn.args(v)[0]));
  if (!chosen) unsupported("an if whose condition is not known before the run", frame.fn[v].span);
  return chosen.value_or(false) ? frame.fn.then_region(v) : frame.fn.else_region(v);
}

std::optional<bool> GraphMaker::known_condition(Bound b) const {
  if (b.kind == Bound::integer) return numbers_[b.id] != 0;
  if (b.kind != Bound::tensor) return std::nullopt;
  const GraphItem& item = graph_[item_of(b)];
  const bool is_known =
      item.op == Op::none && item.storage == Storage::constant && item.dtype == kBool && item.shape.empty();
  return is_known ? std::optional(context_[ConstantId(item.source)].data[0] != std::byte{0}) : std::nullopt;
}

Bound GraphMaker::get(Activation& frame, Value v) {
  Bound known = frame.find(v);
  if (known.kind != Bound::none) return known;
  const Node& node = frame.fn[v];
  const bool is_variable =
      node.kind == NodeKind::param || node.name || !(is_leaf(node.kind) || node.kind == NodeKind::tuple);
  for (const Activation* at = frame.outer.get(); at && is_variable && known.kind == Bound::none; at = at->outer.get())
    known = at->find(v);
  if (known.kind != Bound::none) {
    // Its struct info is read with the symbols of this call.
    check(
        frame, node.info, known, [&] { return of_captured(context_, node.name, frame.fn[frame.lambda].name); },
        frame.called, {}, true);
  } else if (is_leaf(node.kind) || node.kind == NodeKind::tuple) {
    known = leaf(frame, v);
  }
  if (!error_) frame.set(v, known);
  return known;
}

Bound GraphMaker::leaf(Activation& frame, Value v) {
  const Node& node = frame.fn[v];
  switch (node.kind) {
    case NodeKind::tuple: {
      std::vector<Bound> fields;
      for (Value a : frame.fn.args(v)) fields.push_back(get(frame, a));
      return tuple_of(fields, node.span);
    }
    case NodeKind::constant: return constant_item(node.constant(), node.span);
    case NodeKind::shape: return known_number(frame, node.shape());
    case NodeKind::prim_value: return known_number(frame, node.info);
    case NodeKind::global: {
      const GlobalFunction& global = module_[node.global()];
      if (global.kernel()) return {Bound::kernel, 0, node.global().index};
      return global.relax() ? closure({global.relax(), LambdaId(0), nullptr}) : Bound{Bound::other};
    }
    default: return {Bound::other};
  }
}

Bound GraphMaker::bind(Activation& frame, Value v) {
  const Node& node = frame.fn[v];
  std::span<const Value> args = frame.fn.args(v);
  switch (node.kind) {
    case NodeKind::alias: return get(frame, args[0]);
    case NodeKind::get_item: {
      Bound t = get(frame, args[0]);
      if (t.kind == Bound::tuple && node.index() < t.size) return pool_[t.id + node.index()];
      unsupported("a field of something that is no tuple here", node.span);
      return {};
    }
    case NodeKind::match_cast: return match_cast(frame, v);
    case NodeKind::call_op:
      if (node.op == Op::vm_call_tir_dyn) return call_dynamic(frame, v);
      return noted(node.op, calls_kernel(node.op) ? call_kernel(frame, v) : call_op(frame, v));
    case NodeKind::call: return call(frame, v);
    case NodeKind::lambda: return closure({&frame.fn, node.lambda(), frame.shared_from_this()});
    default: return leaf(frame, v);
  }
}

Bound GraphMaker::match_cast(Activation& frame, Value v) {
  const Node& node = frame.fn[v];
  Value from = frame.fn.args(v)[0];
  // The value may be a call without a variable.
  const Node& value = frame.fn[from];
  const bool is_inline_call = !value.name && (value.kind == NodeKind::call || value.kind == NodeKind::call_op) &&
                              frame.find(from).kind == Bound::none;
  Bound b = is_inline_call ? bind(frame, from) : get(frame, from);
  StructInfo info = node.cast_to();
  if (error_) return {};
  bind_value_symbols(context_, info, View{*this, b}, SymbolScope{context_, frame.symbols});
  check(
      frame, info, b, [] { return std::string(kOfMatchCast); }, node.span);
  return b;
}

Bound GraphMaker::call(Activation& frame, Value v) {
  const Node& node = frame.fn[v];
  std::span<const Value> args = frame.fn.args(v);
  Bound callee = get(frame, args[0]);
  if (callee.kind == Bound::kernel) {
    std::vector<Bound> values;
    for (Value a : args.subspan(1)) values.push_back(get(frame, a));
    const Bound result = run_kernel(GlobalId(callee.id), values, node.span);
    check(
        frame, node.info, result, [&] { return of_result(context_, Name()); }, node.span, {}, true);
    return error_ ? Bound{} : result;
  }
  if (callee.kind != Bound::function) {
    unsupported("a call of something that is no Relax function of the module", node.span);
    return {};
  }
  const Closure target = closures_[callee.id];
  const Lambda& lambda = (*target.fn)[target.lambda];
  if (frame.depth >= kMaxCallDepth) {
    unsupported("calls nested more than " + std::to_string(kMaxCallDepth) + " deep" +
                    (target.fn == &frame.fn && target.lambda == frame.lambda ? " (recursion)" : ""),
                node.span);
    return {};
  }
  inlined_ += target.lambda.index != 0 ? bindings_in(*target.fn, lambda.body) : target.fn->size() + 1;
  if (inlined_ > kMaxInlined) {
    too_much(node.span);
    return {};
  }
  uint32_t outer_unit = unit_;
  enter_unit(lambda);
  Bound result = pass_and_run(frame, v, target, lambda);
  unit_ = outer_unit;
  if (error_) return {};
  check(
      frame, node.info, result, [&] { return of_result(context_, lambda.name); }, node.span, {}, true);
  return result;
}

void GraphMaker::enter_unit(const Lambda& lambda) {
  if (unit_ != 0 || !lambda.attrs) return;
  std::optional<Attr> composite = context_.find(lambda.attrs, "Composite");
  if (!composite || context_.attrs[*composite].kind != AttrKind::string) return;
  unit_ = static_cast<uint32_t>(graph_.units.size());
  graph_.units.push_back(Name(context_.attrs[*composite].id));
}

Bound GraphMaker::pass_and_run(Activation& frame, Value v, const Closure& target, const Lambda& lambda) {
  const Span span = frame.fn[v].span;
  std::span<const Value> args = frame.fn.args(v).subspan(1);
  if (lambda.params.size() != args.size()) {
    fail(Error::Kind::run,
         function_name(context_, lambda.name) + " takes " + std::to_string(lambda.params.size()) + " arguments, " +
             std::to_string(args.size()) + " are given",
         span);
    return {};
  }
  auto inner = std::make_shared<Activation>(*target.fn, target.lambda, target.outer, frame.depth + 1, span);
  for (size_t i = 0; i < args.size(); ++i) {
    Bound value = get(frame, args[i]);
    if (error_) return {};
    inner->set(lambda.params[i], value);
    bind_value_symbols(context_, inner->fn.info(lambda.params[i]), View{*this, value},
                       SymbolScope{context_, inner->symbols});
  }
  for (Value p : lambda.params) {
    const Node& param = inner->fn[p];
    check(
        *inner, param.info, inner->find(p), [&] { return of_argument(context_, param.name, lambda.name); }, span,
        param.span);
  }
  return error_ ? Bound{} : run_body(*inner);
}

size_t GraphMaker::bindings_in(const Function& fn, RegionId region) {
  size_t n = 1;
  for_each_binding(fn, region, [&](Value, const Block&) { ++n; });
  return n;
}

Result<Graph> make_graph(const Module& module, GlobalId entry, std::span<const Binding> dims,
                         std::span<const Known> arguments) {
  return GraphMaker(module, dims, arguments).run(entry);
}

void divide_items(Graph& graph, const std::function<bool(const GraphItem&)>& divides,
                  const std::function<void(const GraphItem&)>& add_parts) {
  if (std::ranges::none_of(graph.items, divides)) return;
  std::vector<GraphItem> old = std::move(graph.items);
  graph.items.clear();
  std::vector<ItemId> now;
  const auto renew = [&](ItemId& i) { i = now[i.index]; };
  for (GraphItem& item : old) {
    std::ranges::for_each(item.inputs, renew);
    if (divides(item)) add_parts(item);
    else graph.items.push_back(std::move(item));
    now.emplace_back(static_cast<uint32_t>(graph.items.size() - 1));
  }
  std::ranges::for_each(graph.results, renew);
  std::ranges::for_each(graph.effects, renew);
}

}  // namespace hammock::loop
