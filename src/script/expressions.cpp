// SPDX-License-Identifier: Apache-2.0
// Expressions, struct info, attributes and arrays as a script sees them.
//
// A shape is a tuple of numbers; a dim that is no number is a primitive expression, with which one can calculate.
#include <algorithm>
#include <cmath>

#include "hammock/infer/describe.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/constant.h"
#include "hammock/prim/simplify.h"
#include "tvm.h"

namespace hammock::script {

// ---- from and to IR ----

Function& Tvm::function() { return build_ ? build_->fn : scratch_; }

void Tvm::attach() {
  if (build_ && (!module_calls_ || build_->module != calls_module_)) {
    module_calls_ = std::make_unique<CallBuilder>(shared_context_, build_->module);
    calls_module_ = build_->module;
  }
  calls_ = build_ ? module_calls_.get() : own_calls_.get();
  Span span = build_ && build_->root ? build_->fn[build_->root].span : Span();
  calls_->attach(function(), build_ ? span : Span());
  if (function().size() > (size_t{1} << 26)) interpreter_->fail("more than 67108864 expressions", Diag::too_large);
}

Value Tvm::value(Datum d) {
  if (d.run == run_) return Value(d.id);
  if (d.run == 0) {  // made outside of runs
    const Node& node = scratch_[Value(d.id)];
    if (is_leaf(node.kind)) {
      Node copy = node;
      return function().add(copy);
    }
  }
  interpreter_->fail(
      "this expression belongs to another match; expressions cannot be kept from one call of a rewriter to the next",
      Diag::outside_of_match);
}

Value Tvm::definition(Datum d) {
  Value v = value(d);
  while (function()[v].kind == NodeKind::alias) v = function().args(v)[0];
  return v;
}

Datum Tvm::of(Prim p) {
  if (std::optional<int64_t> v = context_.prims.constant(p))
    return context_.prims[p].dtype.is_boolean() ? Datum::of(*v != 0) : Datum::of(*v);
  if (context_.prims[p].kind == PrimKind::float_imm) return Datum::of(context_.prims[p].real);
  return Datum::of(Type::prim, p.index);
}

Datum Tvm::of(Attr attr, int depth) {
  if (!attr) return {};
  if (depth > kMaxNesting)
    interpreter_->fail("containers are nested deeper than " + std::to_string(kMaxNesting), Diag::too_deep);
  const AttrNode node = context_.attrs[attr];
  switch (node.kind) {
    case AttrKind::none: return {};
    case AttrKind::boolean: return Datum::of(node.value != 0);
    case AttrKind::integer: return Datum::of(node.value);
    case AttrKind::real: return Datum::of(node.real);
    case AttrKind::string: return interpreter_->text(std::string(context_.text(Name(node.id))));
    case AttrKind::dtype: return interpreter_->text(to_string(context_.attr_dtype(attr)));
    case AttrKind::prim: return of(Prim(node.id));
    case AttrKind::info: return of(StructInfo(node.id));
    case AttrKind::list: {
      std::vector<Datum> out;
      std::vector<Attr> items(context_.attrs.items(attr).begin(), context_.attrs.items(attr).end());
      for (Attr a : items) out.push_back(of(a, depth + 1));
      return interpreter_->list(std::move(out));
    }
    case AttrKind::dict: {
      Datum out = interpreter_->dict();
      std::vector<Attr> items(context_.attrs.items(attr).begin(), context_.attrs.items(attr).end());
      for (size_t i = 0; i + 1 < items.size(); i += 2)
        interpreter_->put(out.as<Dict>(), of(items[i], depth + 1), of(items[i + 1], depth + 1));
      return out;
    }
    default: return Datum::of(Type::attr, attr.index);
  }
}

Datum Tvm::of(const CallValue& v) {
  using Kind = CallValue::Kind;
  switch (v.kind) {
    case Kind::none: return {};
    case Kind::boolean: return Datum::of(v.integer != 0);
    case Kind::integer: return Datum::of(v.integer);
    case Kind::real: return Datum::of(v.real);
    case Kind::string: return interpreter_->text(std::string(context_.text(Name(v.id))));
    case Kind::value: return of(Value(v.id));
    case Kind::prim: return of(Prim(v.id));
    case Kind::info: return of(StructInfo(v.id));
    case Kind::attr: return of(Attr(v.id));
    default: {
      std::vector<Datum> items;
      for (const CallValue& part : v.items) items.push_back(of(part));
      return interpreter_->list(std::move(items), v.kind == Kind::tuple ? Type::tuple : Type::list);
    }
  }
}

CallValue Tvm::call_value(Datum d, int depth) {
  using Kind = CallValue::Kind;
  if (depth > kMaxNesting)
    interpreter_->fail("containers are nested deeper than " + std::to_string(kMaxNesting), Diag::too_deep);
  interpreter_->charge(1);
  interpreter_->take(sizeof(CallValue));
  switch (d.type) {
    case Type::none: return {};
    case Type::boolean: return {Kind::boolean, d.integer};
    case Type::integer: return {Kind::integer, d.integer};
    case Type::real: return {Kind::real, 0, d.real};
    case Type::text: return {Kind::string, 0, 0, context_.name(Interpreter::text_of(d)).index};
    case Type::expr: return CallValue::of(value(d));
    case Type::prim: return CallValue::of(Prim(d.id));
    case Type::info: return CallValue::of(StructInfo(d.id));
    case Type::attr: return {Kind::attr, 0, 0, d.id};
    case Type::list:
    case Type::tuple:
    case Type::range: {
      CallValue out{d.is(Type::tuple) ? Kind::tuple : Kind::list};
      for (Datum part : interpreter_->elements(d)) out.items.push_back(call_value(part, depth + 1));
      return out;
    }
    case Type::dict: {
      CallValue out{Kind::dict};
      for (const Dict::Entry& e : std::vector<Dict::Entry>(d.as<Dict>().entries)) {
        if (e.is_gone) continue;
        out.items.push_back(call_value(e.key, depth + 1));
        out.items.push_back(call_value(e.value, depth + 1));
      }
      return out;
    }
    case Type::array: {
      const ArrayObject& a = d.as<ArrayObject>();
      if (a.shape.empty()) return call_value(array_scalar(a, 0), depth + 1);
      return call_value(m_tolist(d, {}), depth + 1);
    }
    case Type::maker: {  // R.Tensor alone, as struct info
      std::string_view name = context_.text(Name(d.id));
      if (std::optional<CallValue> info = calls_->call(name, {}); info && info->kind == Kind::info) return *info;
      [[fallthrough]];
    }
    default:
      interpreter_->fail(interpreter_->type_name(d) + " cannot stand in a call that builds IR" +
                             (d.is(Type::pattern) ? "; matchings[pattern] is what it matched" : ""),
                         Diag::wrong_script_value);
  }
}

Value Tvm::to_expression(Datum d, std::string_view what, int depth) {
  if (depth > kMaxNesting)
    interpreter_->fail("containers are nested deeper than " + std::to_string(kMaxNesting), Diag::too_deep);
  interpreter_->charge(1);
  interpreter_->take(sizeof(Node));
  if (d.is(Type::expr)) return value(d);
  if (d.is_sequence()) {
    std::vector<Value> fields;
    for (Datum part : interpreter_->elements(d)) fields.push_back(to_expression(part, what, depth + 1));
    return function().add_tuple(fields);
  }
  interpreter_->fail(std::string(what) + " is an expression, not " + interpreter_->type_name(d) +
                         (d.is_number() ? "; a number is written R.const(value, dtype)" : ""),
                     Diag::not_a_tensor);
}

Prim Tvm::to_prim(Datum d, std::string_view what) {
  if (d.is_int()) return context_.prims.integer(d.integer);
  if (d.is(Type::prim)) return Prim(d.id);
  interpreter_->fail(std::string(what) + " is an int or a primitive expression, not " + interpreter_->type_name(d),
                     Diag::not_a_prim);
}

// ---- attributes of objects ----

Datum Tvm::shape_of(StructInfo info) {
  const InfoNode& node = context_.infos[info];
  if ((node.kind != InfoKind::tensor && node.kind != InfoKind::shape) || !node.has_dims) return {};
  std::vector<Datum> dims;
  for (Prim p : context_.infos.dims(info)) dims.push_back(of(p));
  return interpreter_->tuple(std::move(dims));
}

std::optional<Datum> Tvm::info_attribute(StructInfo info, std::string_view name) {
  const InfoNode& node = context_.infos[info];
  if (name == "shape" || name == "values") return shape_of(info);
  if (name == "ndim") return Datum::of(static_cast<int64_t>(node.ndim));
  if (name == "dtype")
    return node.dtype.is_unknown() ? interpreter_->text("") : interpreter_->text(to_string(node.dtype));
  if (name == "fields" && node.kind == InfoKind::tuple) {
    std::vector<Datum> out;
    for (StructInfo f : context_.infos.fields(info)) out.push_back(of(f));
    return interpreter_->list(std::move(out));
  }
  if (name == "value" && node.value()) return of(node.value());
  if (name == "ret" && node.result()) return of(node.result());
  return std::nullopt;
}

std::optional<Datum> Tvm::expr_attribute(Datum base, std::string_view name) {
  Value use = value(base);
  StructInfo info = function().info(use);
  if (name == "struct_info" || name == "struct_info_" || name == "checked_type") return info ? of(info) : Datum();
  if (name == "shape" || name == "ndim" || name == "dtype") return info ? info_attribute(info, name) : Datum();
  if (name == "name_hint")
    return interpreter_->text(std::string(function()[use].name ? context_.text(function()[use].name) : "lv"));
  Value v = definition(base);
  const Node node = function()[v];
  if (name == "args" && (node.kind == NodeKind::call_op || node.kind == NodeKind::call)) {
    std::vector<Datum> out;
    std::span<const Value> args = function().args(v);
    for (Value a : node.kind == NodeKind::call ? args.subspan(1) : args) out.push_back(of(a));
    return interpreter_->list(std::move(out));
  }
  if (name == "op" && node.kind == NodeKind::call_op) return Datum::of(Type::op, static_cast<uint32_t>(node.op));
  if (name == "op" && node.kind == NodeKind::call) return of(function().args(v)[0]);
  if (name == "attrs" && node.kind == NodeKind::call_op)
    return hammock::info(node.op).attrs.empty() ? Datum() : Datum::of(Type::attrs, v.index, run_);
  if (name == "fields" && node.kind == NodeKind::tuple) {
    std::vector<Datum> out;
    for (Value a : function().args(v)) out.push_back(of(a));
    return interpreter_->list(std::move(out));
  }
  if (name == "index" && node.kind == NodeKind::get_item) return Datum::of(static_cast<int64_t>(node.index()));
  if (name == "tuple_value" && node.kind == NodeKind::get_item) return of(function().args(v)[0]);
  if (name == "data" && node.kind == NodeKind::constant) return array(context_[node.constant()]);
  if (name == "values" && node.kind == NodeKind::shape) return shape_of(node.info);
  if (name == "value" && node.kind == NodeKind::prim_value) return of(node.prim());
  if (name == "value" && node.kind == NodeKind::string)
    return interpreter_->text(std::string(context_.text(node.text())));
  if (name == "global_symbol" && node.kind == NodeKind::extern_func)
    return interpreter_->text(std::string(context_.text(node.text())));
  return std::nullopt;
}

std::optional<Datum> Tvm::attribute(Datum base, std::string_view name) {
  switch (base.type) {
    case Type::module: return member(context_.text(Name(base.id)), name);
    case Type::expr: return expr_attribute(base, name);
    case Type::info: return info_attribute(StructInfo(base.id), name);
    case Type::op:
      if (name == "name") return interpreter_->text("relax." + std::string(info(static_cast<Op>(base.id)).name));
      return std::nullopt;
    case Type::attrs: return item(base, interpreter_->text(std::string(name)));
    case Type::fusion: return fusion_attribute(base.id, name);
    case Type::check: return check_attribute(base, name);
    case Type::tuple:  // a shape
      if (name == "values") return base;
      return std::nullopt;
    case Type::prim:
      if (name == "dtype") return interpreter_->text(to_string(context_.prims[Prim(base.id)].dtype));
      if (name == "name" && context_.prims[Prim(base.id)].kind == PrimKind::var)
        return interpreter_->text(std::string(context_.text(context_.prims[Prim(base.id)].name())));
      return std::nullopt;
    case Type::integer:
      if (name == "value") return base;  // of a dim
      return std::nullopt;
    case Type::array: {
      const ArrayObject& a = base.as<ArrayObject>();
      if (name == "dtype") return interpreter_->text(to_string(a.dtype));
      if (name == "ndim") return Datum::of(static_cast<int64_t>(a.shape.size()));
      if (name == "size") return Datum::of(static_cast<int64_t>(a.values.size()));
      if (name != "shape") return std::nullopt;
      std::vector<Datum> dims;
      for (int64_t d : a.shape) dims.push_back(Datum::of(d));
      return interpreter_->tuple(std::move(dims));
    }
    case Type::maker: {
      std::string_view full = context_.text(Name(base.id));
      return member(full, name);
    }
    default: return std::nullopt;
  }
}

Datum Tvm::matched(Datum matches, Datum pattern) {
  const Match& m = match(matches);
  if (!pattern.is(Type::pattern) && !pattern.is(Type::chain))
    interpreter_->fail("matchings are looked up by a pattern, not by " + interpreter_->type_name(pattern),
                       Diag::wrong_script_value);
  PatternId p = chain_of(pattern).back();
  if (Value v = m[p]) return of(v);
  if (Op op = m.op(p); op != Op::none) return Datum::of(Type::op, static_cast<uint32_t>(op));
  std::vector<Datum> all;
  for (Value v : m.all(p)) all.push_back(of(v));
  if (!all.empty() || repeated_.contains(p.index)) return interpreter_->list(std::move(all));
  interpreter_->fail("the pattern took no part in this match; `pattern in matchings` tells");
}

Datum Tvm::expr_item(Datum base, Datum index) {
  attach();
  if (index.is_int() && index.integer < 0) {
    StructInfo info = function().info(value(base));
    if (info && context_.infos[info].kind == InfoKind::tuple)
      index = Datum::of(index.integer + static_cast<int64_t>(context_.infos.fields(info).size()));
  }
  std::optional<CallValue> result = calls_->item(call_value(base), call_value(index));
  if (!result) fail_call();
  return of(*result);
}

Datum Tvm::pattern_item(Datum base, Datum index) {
  Pattern p = pattern(base);
  if (index.is_none()) return of(patterns_->get_item(p, std::nullopt));
  const PatternNode& node = (*patterns_)[p];
  if (node.kind == PatternKind::tuple)
    return of(patterns_->get_item(p, static_cast<uint32_t>(interpreter_->index_of(index, patterns_->parts(p).size()))));
  int64_t i = interpreter_->integer(index, "an index");
  if (i < 0 || i > (1 << 20)) interpreter_->fail("the index " + std::to_string(i) + " is out of range");
  return of(patterns_->get_item(p, static_cast<uint32_t>(i)));
}

std::optional<Datum> Tvm::item(Datum base, Datum index) {
  switch (base.type) {
    case Type::matches: return matched(base, index);
    case Type::bindings:
      if (!index.is(Type::expr))
        interpreter_->fail("bindings are looked up by a variable, not by " + interpreter_->type_name(index),
                           Diag::wrong_script_value);
      return of(definition(index));
    case Type::usages: return m_usages_get(base, {{index}, {true}, {}});
    case Type::attrs: {
      if (!Interpreter::is_text(index)) interpreter_->fail("the name of an attribute is a string", Diag::not_a_string);
      Value v = value(Datum::of(Type::expr, base.id, base.run));
      const Node& node = function()[v];
      int at = info(node.op).attr_index(Interpreter::text_of(index));
      if (at < 0) return std::nullopt;
      attributes_read_.emplace(node.op, at);
      return of(context_.attrs.items(node.attrs)[static_cast<size_t>(at)]);
    }
    case Type::expr: return expr_item(base, index);
    case Type::pattern: return pattern_item(base, index);
    case Type::chain: {
      const auto& all = base.as<ChainObject>().patterns;
      return Datum::of(Type::pattern, all[static_cast<size_t>(interpreter_->index_of(index, all.size()))].index);
    }
    case Type::array: return array_item(base, index);
    case Type::program: return function_of(base, index);
    default: return std::nullopt;
  }
}

std::optional<bool> Tvm::contains(Datum container, Datum d) {
  if (container.is(Type::matches)) {
    if (!d.is(Type::pattern) && !d.is(Type::chain)) return false;
    PatternId p = chain_of(d).back();
    return match(container).has(p) || !match(container).all(p).empty() || repeated_.contains(p.index);
  }
  if (container.is(Type::bindings) || container.is(Type::usages)) return d.is(Type::expr);
  if (container.is(Type::attrs) && Interpreter::is_text(d)) {
    return info(function()[value(Datum::of(Type::expr, container.id, container.run))].op)
               .attr_index(Interpreter::text_of(d)) >= 0;
  }
  return std::nullopt;
}

std::optional<size_t> Tvm::size(Datum d) {
  if (d.is(Type::chain)) return d.as<ChainObject>().patterns.size();
  if (d.is(Type::array) && !d.as<ArrayObject>().shape.empty()) return static_cast<size_t>(d.as<ArrayObject>().shape[0]);
  if (d.is(Type::expr)) {
    StructInfo info = function().info(value(d));
    if (info && context_.infos[info].kind == InfoKind::tuple) return context_.infos.fields(info).size();
    if (info && context_.infos[info].kind == InfoKind::shape && context_.infos[info].has_dims)
      return context_.infos.dims(info).size();
  }
  if (d.is(Type::pattern) && ((*patterns_)[PatternId(d.id)].kind == PatternKind::tuple))
    return patterns_->parts(PatternId(d.id)).size();
  return std::nullopt;
}

std::optional<std::vector<Datum>> Tvm::elements(Datum d) {
  std::vector<Datum> out;
  if (d.is(Type::chain)) {
    for (PatternId p : d.as<ChainObject>().patterns) out.push_back(Datum::of(Type::pattern, p.index));
    return out;
  }
  if (d.is(Type::array)) {
    if (d.as<ArrayObject>().shape.empty()) return std::nullopt;
    for (int64_t i = 0; i < d.as<ArrayObject>().shape[0]; ++i) out.push_back(*array_item(d, Datum::of(i)));
    return out;
  }
  if (d.is(Type::expr)) {
    Value v = definition(d);
    if (function()[v].kind == NodeKind::shape) return interpreter_->elements(shape_of(function().info(v)));
    StructInfo info = function().info(v);
    if (!info || context_.infos[info].kind != InfoKind::tuple) return std::nullopt;
    for (size_t i = 0; i < context_.infos.fields(info).size(); ++i)
      out.push_back(*item(d, Datum::of(static_cast<int64_t>(i))));
    return out;
  }
  return std::nullopt;
}

// ---- operators ----

std::optional<Datum> Tvm::binary(syntax::Operator op, Datum a, Datum b) {
  using syntax::Operator;
  if (a.is(Type::array) || b.is(Type::array)) return array_binary(op, a, b);
  bool is_identity = op == Operator::equal || op == Operator::not_equal;
  if (a.is(Type::rewriter) && b.is(Type::rewriter) && op == Operator::bit_or)
    return or_rewriter({{a, b}, {true, true}, {}});
  auto is_pattern = [](Datum d) { return d.is(Type::pattern) || d.is(Type::chain); };
  if (is_pattern(a) || is_pattern(b)) {
    if (op == Operator::bit_xor) return chain(a, b, false);
    if (op == Operator::shift_right) return chain(a, b, true);
    static constexpr std::pair<Operator, Op> kOps[] = {{Operator::add, Op::add},
                                                       {Operator::sub, Op::subtract},
                                                       {Operator::mul, Op::multiply},
                                                       {Operator::div, Op::divide},
                                                       {Operator::matmul, Op::matmul}};
    if (op == Operator::bit_or) return of(patterns_->either({pattern(a), pattern(b)}));
    if (op == Operator::bit_and) return of(patterns_->both({pattern(a), pattern(b)}));
    for (auto [written, made] : kOps) {
      if (op != written) continue;
      Pattern p = patterns_->call(made, {pattern(a), pattern(b)});
      if (context_graph()) {
        charge_for_edges(*context_graph(), 2);
        context_graph()->add_call(p);
      }
      return of(p);
    }
    return std::nullopt;
  }
  bool has_ir = a.is(Type::expr) || b.is(Type::expr) || a.is(Type::prim) || b.is(Type::prim);
  if (!has_ir || is_identity) return std::nullopt;
  bool is_order = syntax::precedence(op) == 4;
  if (is_order && !a.is(Type::expr) && !b.is(Type::expr)) {  // of dims: what can be proved
    if (!(a.is_int() || a.is(Type::prim)) || !(b.is_int() || b.is(Type::prim))) return std::nullopt;
    bool swaps = op == Operator::less || op == Operator::less_equal;
    Prim big = to_prim(swaps ? b : a, "a dim"), small = to_prim(swaps ? a : b, "a dim");
    bool is_strict = op == Operator::less || op == Operator::greater;
    return Datum::of(prove_at_least(context_, context_.prims.sub(big, small), is_strict ? 1 : 0) == Truth::yes);
  }
  attach();
  std::optional<CallValue> result = calls_->binary(op, call_value(a), call_value(b));
  if (!result) fail_call();
  if (result->kind == CallValue::Kind::prim) return of(simplify(context_, Prim(result->id)));
  return of(*result);
}

std::optional<Datum> Tvm::unary(syntax::Operator op, Datum d) {
  if (d.is(Type::pattern) && op == syntax::Operator::invert) {
    may_make_patterns();
    return of(patterns_->never(pattern(d)));
  }
  if (d.is(Type::array)) {
    if (op == syntax::Operator::minus) return array_binary(syntax::Operator::mul, d, Datum::of(int64_t{-1}));
    if (op == syntax::Operator::invert && d.as<ArrayObject>().dtype.is_boolean())
      return array_binary(syntax::Operator::equal, d, Datum::of(false));
    return std::nullopt;
  }
  if (!d.is(Type::expr) && !d.is(Type::prim)) return std::nullopt;
  attach();
  std::optional<CallValue> result = calls_->unary(op, call_value(d));
  if (!result) fail_call();
  return of(*result);
}

std::optional<bool> Tvm::equal(Datum a, Datum b) {
  bool are_dims = (a.is(Type::prim) || a.is_int()) && (b.is(Type::prim) || b.is_int());
  if (are_dims) return prove_equal(context_, to_prim(a, "a dim"), to_prim(b, "a dim")) == Truth::yes;
  if (a.is(Type::expr) && b.is(Type::expr)) return value(a) == value(b);
  // An operator equals its name, as `call.op.name` does.
  return std::nullopt;
}

std::optional<bool> Tvm::truth(Datum d) {
  if (d.is(Type::array)) {
    if (d.as<ArrayObject>().values.size() != 1)
      interpreter_->fail("the truth of an array of several elements is not clear; use .all() or .any()");
    return d.as<ArrayObject>().values[0] != 0;
  }
  if (d.is(Type::prim)) return false;  // nothing that is proved
  return std::nullopt;
}

std::optional<std::string> Tvm::text(Datum d, bool) {
  switch (d.type) {
    case Type::prim: return describe(context_, Prim(d.id));
    case Type::info: return describe(context_, StructInfo(d.id));
    case Type::op: return "relax." + std::string(info(static_cast<Op>(d.id)).name);
    case Type::pattern: return patterns_->describe(PatternId(d.id));
    case Type::maker:
    case Type::module: return std::string(context_.text(Name(d.id)));
    case Type::expr: {
      if (d.run != run_ && d.run != 0) return "an expression of another match";
      Function& fn = d.run == run_ ? function() : scratch_;
      const Node& node = fn[Value(d.id)];
      if (node.name) return std::string(context_.text(node.name));
      return node.kind == NodeKind::call_op ? "R." + std::string(info(node.op).name) + "(...)" : "an expression";
    }
    case Type::program: {
      if (d.id == 0) return "the module that is being rewritten";
      std::string out = program_text(*programs_[d.id]);
      if (out.size() > python::kMaxText) out.resize(python::kMaxText);
      return out;
    }
    case Type::fusion:
      return "FusionPattern(" + interpreter_->repr(interpreter_->text(fusions_[d.id].pattern.name)) + ")";
    case Type::array: {
      const ArrayObject& a = d.as<ArrayObject>();
      if (a.shape.empty()) return interpreter_->repr(array_scalar(a, 0));
      return "array of shape " + interpreter_->repr(*attribute(d, "shape"));
    }
    default: return std::nullopt;
  }
}

bool Tvm::is_instance(Datum d, Datum type) {
  std::string_view name = context_.text(Name(type.id));
  name = name.substr(name.rfind('.') + 1);
  if (d.is(Type::info)) {
    InfoKind kind = context_.infos[StructInfo(d.id)].kind;
    static constexpr std::pair<std::string_view, InfoKind> kInfos[] = {{"Tensor", InfoKind::tensor},
                                                                       {"Shape", InfoKind::shape},
                                                                       {"Prim", InfoKind::prim},
                                                                       {"Tuple", InfoKind::tuple},
                                                                       {"Callable", InfoKind::function}};
    for (auto [text, k] : kInfos) {
      if (text == name) return k == kind;
    }
    return name == "StructInfo" || name == "Object";
  }
  if (d.is(Type::op)) return name == "Op" || name == "Expr";
  if (d.is(Type::pattern)) return name == "DFPattern";
  if (d.is(Type::prim)) return name == "Var" || name == "PrimExpr";
  if (!d.is(Type::expr)) return false;
  if (name == "Expr") return true;
  NodeKind kind = function()[definition(d)].kind;
  if (name == "Call") return kind == NodeKind::call_op || kind == NodeKind::call;
  if (name == "Constant") return kind == NodeKind::constant;
  if (name == "Tuple" || name == "tuple") return kind == NodeKind::tuple;
  if (name == "TupleGetItem") return kind == NodeKind::get_item;
  if (name == "ShapeExpr") return kind == NodeKind::shape;
  if (name == "prim_value") return kind == NodeKind::prim_value;
  if (name == "str") return kind == NodeKind::string;
  if (name == "GlobalVar") return kind == NodeKind::global;
  if (name == "ExternFunc") return kind == NodeKind::extern_func;
  const Node& node = function()[value(d)];
  if (name == "Var") return node.kind == NodeKind::param || static_cast<bool>(node.name);
  if (name == "DataflowVar") return static_cast<bool>(node.name) && !node.is_output && !is_leaf(node.kind);
  return false;
}

// ---- functions and methods ----

// relax.Call(op, args, attrs)
Datum Tvm::make_call(const Bound& b) {
  if (!build_) interpreter_->fail("calls are built in rewriters", Diag::outside_of_match);
  std::vector<Value> args;
  for (Datum d : interpreter_->elements(b[1])) args.push_back(to_expression(d, "an argument"));
  if (!b[0].is(Type::op)) {
    attach();
    std::vector<CallValue> values;
    for (Value v : args) values.push_back(CallValue::of(v));
    std::optional<CallValue> result = calls_->call(value(b[0]), "", values);
    if (!result) fail_call();
    return of(*result);
  }
  Op op = static_cast<Op>(b[0].id);
  Build build(build_->fn, build_->module, build_->patterns, build_->match, build_->root);
  Value made;
  if (b.has(2) && b[2].is(Type::attrs)) {
    Value like = value(Datum::of(Type::expr, b[2].id, b[2].run));
    if (function()[like].op != op)
      interpreter_->fail("the attributes are those of another operator", Diag::wrong_script_value);
    for (size_t i = 0; i < info(op).attrs.size(); ++i) attributes_read_.emplace(op, static_cast<int>(i));
    made = build.call_like(like, args);
  } else {
    if (b.has(2))
      interpreter_->fail("the attributes of a call are those of another call (expr.attrs); otherwise write R." +
                             std::string(info(op).name) + "(...)",
                         Diag::wrong_script_value);
    made = build.call(op, args);
  }
  if (!made) interpreter_->fail(build.reason(), build.reason_code());
  return of(made);
}

Datum Tvm::make_tuple(const Bound& b) {
  std::vector<Value> fields;
  for (Datum d : interpreter_->elements(b[0])) fields.push_back(to_expression(d, "a field"));
  return of(function().add_tuple(fields));
}

Datum Tvm::make_symbol(const Bound& b) {
  if (!Interpreter::is_text(b[0])) interpreter_->fail("the name of a symbol is a string", Diag::not_a_string);
  DType dtype = kInt64;
  if (b.has(1)) {
    std::optional<DType> given = Interpreter::is_text(b[1]) ? parse_dtype(Interpreter::text_of(b[1])) : std::nullopt;
    if (!given) interpreter_->fail("a dtype is wanted here, not " + interpreter_->repr(b[1]), Diag::unknown_dtype);
    dtype = *given;
  }
  interpreter_->take(64);
  return Datum::of(Type::prim, context_.prims.var(context_.name(Interpreter::text_of(b[0])), dtype).index);
}

Datum Tvm::m_astype(Datum self, const Bound& b) {
  attach();
  CallValue dtype = call_value(b[0]);
  std::optional<CallValue> result = calls_->call(value(self), "astype", std::span(&dtype, 1));
  if (!result) fail_call();
  return of(*result);
}

Datum Tvm::m_attrs_get(Datum self, const Bound& b) {
  std::optional<Datum> d = item(self, b[0]);
  return d ? *d : b[1];
}

// ---- arrays ----

Datum Tvm::array(const Constant& c) {
  size_t count = 1;
  for (int64_t d : c.shape) count *= static_cast<size_t>(d);
  if (count > kMaxItems)
    interpreter_->fail("an array of more than " + std::to_string(kMaxItems) + " elements", Diag::too_large);
  interpreter_->check_room(count * sizeof(double));
  std::vector<double> values(count);
  for (size_t i = 0; i < count; ++i) {
    std::optional<double> v = element(c, i);
    if (!v) interpreter_->fail("constants of dtype " + to_string(c.dtype) + " have no numbers here", Diag::unsupported);
    values[i] = *v;
  }
  return interpreter_->array(c.shape, c.dtype, std::move(values));
}

Datum Tvm::array_scalar(const ArrayObject& a, size_t i) {
  double v = a.values[i];
  if (a.dtype.is_boolean()) return Datum::of(v != 0);
  if (a.dtype.is_integral()) return Datum::of(static_cast<int64_t>(std::clamp(v, -9.2e18, 9.2e18)));
  return Datum::of(v);
}

std::optional<Datum> Tvm::array_item(Datum base, Datum index) {
  const ArrayObject& a = base.as<ArrayObject>();
  std::vector<Datum> indices{index};
  if (index.is(Type::tuple)) indices = index.as<Sequence>().items;
  if (indices.size() > a.shape.size())
    interpreter_->fail("an array of " + std::to_string(a.shape.size()) + " dims has no " +
                       std::to_string(indices.size()) + " indices");
  if (indices.size() == 1 && indices[0].is(Type::slice) && a.shape.size() == 1) {
    Interpreter::Stretch s = interpreter_->stretch(indices[0].as<python::SliceObject>(), a.shape[0]);
    std::vector<double> values;
    for (int64_t i = 0; i < s.count; ++i) values.push_back(a.values[static_cast<size_t>(s.begin + i * s.step)]);
    std::vector<int64_t> shape{s.count};
    return interpreter_->array(std::move(shape), a.dtype, std::move(values));
  }
  size_t begin = 0, count = a.values.size();
  for (size_t i = 0; i < indices.size(); ++i) {
    count /= static_cast<size_t>(std::max<int64_t>(a.shape[i], 1));
    begin += count * static_cast<size_t>(interpreter_->index_of(indices[i], static_cast<size_t>(a.shape[i])));
  }
  std::vector<int64_t> shape(a.shape.begin() + static_cast<ptrdiff_t>(indices.size()), a.shape.end());
  if (shape.empty()) return array_scalar(a, begin);
  return interpreter_->array(std::move(shape), a.dtype,
                             std::vector<double>(a.values.begin() + static_cast<ptrdiff_t>(begin),
                                                 a.values.begin() + static_cast<ptrdiff_t>(begin + count)));
}

// Element by element; one side may be a number.
std::optional<Datum> Tvm::array_binary(syntax::Operator op, Datum a, Datum b) {
  using syntax::Operator;
  auto is_side = [](Datum d) { return d.is(Type::array) || d.is_number(); };
  if (!is_side(a) || !is_side(b)) return std::nullopt;
  const ArrayObject* x = a.is(Type::array) ? &a.as<ArrayObject>() : nullptr;
  const ArrayObject* y = b.is(Type::array) ? &b.as<ArrayObject>() : nullptr;
  const ArrayObject& like = x && (!y || x->values.size() >= y->values.size()) ? *x : *y;
  bool fits = !x || !y || x->shape == y->shape || x->values.size() == 1 || y->values.size() == 1;
  if (!fits) interpreter_->fail("arrays of different shapes");
  std::vector<double> out(like.values.size());
  bool is_test = syntax::precedence(op) == 4;
  bool is_real = (x ? !x->dtype.is_integral() : a.is(Type::real)) || (y ? !y->dtype.is_integral() : b.is(Type::real)) ||
                 op == Operator::div;
  for (size_t i = 0; i < out.size(); ++i) {
    double u = x ? x->values[x->values.size() == 1 ? 0 : i] : a.number(),
           v = y ? y->values[y->values.size() == 1 ? 0 : i] : b.number();
    switch (op) {
      case Operator::equal: out[i] = u == v; break;
      case Operator::not_equal: out[i] = u != v; break;
      case Operator::less: out[i] = u < v; break;
      case Operator::greater: out[i] = u > v; break;
      case Operator::less_equal: out[i] = u <= v; break;
      case Operator::greater_equal: out[i] = u >= v; break;
      case Operator::add: out[i] = u + v; break;
      case Operator::sub: out[i] = u - v; break;
      case Operator::mul: out[i] = u * v; break;
      case Operator::div: out[i] = u / v; break;
      case Operator::bit_and: out[i] = u != 0 && v != 0; break;
      case Operator::bit_or: out[i] = u != 0 || v != 0; break;
      default: return std::nullopt;
    }
  }
  bool is_logic = op == Operator::bit_and || op == Operator::bit_or;
  if (is_logic && !(like.dtype.is_boolean())) return std::nullopt;
  DType dtype = is_test || is_logic ? kBool : is_real ? (like.dtype.is_integral() ? kFloat64 : like.dtype) : kInt64;
  if (dtype == kFloat32) {
    for (double& v : out) v = static_cast<float>(v);
  }
  Datum made = interpreter_->array(like.shape, dtype, std::move(out));
  return like.shape.empty() ? array_scalar(made.as<ArrayObject>(), 0) : made;
}

Datum Tvm::m_numpy(Datum self, const Bound&) { return self; }
Datum Tvm::m_item(Datum self, const Bound&) {
  if (self.as<ArrayObject>().values.size() != 1)
    interpreter_->fail("item() needs an array of one element, not of " +
                       std::to_string(self.as<ArrayObject>().values.size()));
  return array_scalar(self.as<ArrayObject>(), 0);
}
Datum Tvm::m_all(Datum self, const Bound&) {
  const auto& v = self.as<ArrayObject>().values;
  return Datum::of(std::all_of(v.begin(), v.end(), [](double x) { return x != 0; }));
}
Datum Tvm::m_any(Datum self, const Bound&) {
  const auto& v = self.as<ArrayObject>().values;
  return Datum::of(std::any_of(v.begin(), v.end(), [](double x) { return x != 0; }));
}
Datum Tvm::m_min(Datum self, const Bound&) {
  const ArrayObject& a = self.as<ArrayObject>();
  if (a.values.empty()) interpreter_->fail("there is no smallest or largest of nothing");
  return array_scalar(a, static_cast<size_t>(std::min_element(a.values.begin(), a.values.end()) - a.values.begin()));
}
Datum Tvm::m_max(Datum self, const Bound&) {
  const ArrayObject& a = self.as<ArrayObject>();
  if (a.values.empty()) interpreter_->fail("there is no smallest or largest of nothing");
  return array_scalar(a, static_cast<size_t>(std::max_element(a.values.begin(), a.values.end()) - a.values.begin()));
}
Datum Tvm::m_sum(Datum self, const Bound&) {
  double sum = 0;
  for (double v : self.as<ArrayObject>().values) sum += v;
  if (self.as<ArrayObject>().dtype.is_integral() && std::fabs(sum) < 9e15) return Datum::of(static_cast<int64_t>(sum));
  return Datum::of(sum);
}
Datum Tvm::m_tolist(Datum self, const Bound&) {
  const ArrayObject& a = self.as<ArrayObject>();
  if (a.shape.empty()) return array_scalar(a, 0);
  std::vector<Datum> row;
  for (size_t i = 0; i < a.values.size(); ++i) row.push_back(array_scalar(a, i));
  for (size_t d = a.shape.size(); d-- > 1;) {
    std::vector<Datum> outer;
    size_t n = static_cast<size_t>(a.shape[d]);
    for (size_t i = 0; n > 0 && i < row.size(); i += n) {
      outer.push_back(
          interpreter_->list({row.begin() + static_cast<ptrdiff_t>(i), row.begin() + static_cast<ptrdiff_t>(i + n)}));
    }
    row = std::move(outer);
  }
  return interpreter_->list(std::move(row));
}
Datum Tvm::m_flatten(Datum self, const Bound&) {
  const ArrayObject& a = self.as<ArrayObject>();
  return interpreter_->array(std::vector<int64_t>{static_cast<int64_t>(a.values.size())}, a.dtype, a.values);
}
Datum Tvm::m_array_astype(Datum self, const Bound& b) {
  const ArrayObject& a = self.as<ArrayObject>();
  std::optional<DType> dtype = Interpreter::is_text(b[0]) ? parse_dtype(Interpreter::text_of(b[0])) : std::nullopt;
  if (b[0].is(Type::builtin))
    dtype = python::builtin_name(b[0]) == "int" ? kInt64 : python::builtin_name(b[0]) == "bool" ? kBool : kFloat64;
  if (!dtype) interpreter_->fail("a dtype is wanted here, not " + interpreter_->repr(b[0]), Diag::unknown_dtype);
  std::vector<double> values = a.values;
  for (double& v : values)
    v = dtype->is_boolean()    ? v != 0
        : dtype->is_integral() ? std::trunc(v)
        : *dtype == kFloat32   ? static_cast<float>(v)
                               : v;
  return interpreter_->array(a.shape, *dtype, std::move(values));
}

}  // namespace hammock::script
