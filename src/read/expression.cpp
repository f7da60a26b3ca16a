// SPDX-License-Identifier: Apache-2.0
// Expressions (language 1.4, 1.8, 1.12): names, calls, indices, attributes, operators, and what becomes of them as
// arguments.
#include "expression.h"

#include <algorithm>
#include <bit>

#include "forms.h"
#include "hammock/base/check.h"

namespace hammock::read {

// A literal of up to 64 bits, or the error that it has more.
Item Expressions::integer_literal(ExprId e) {
  const Expr& expr = ast_[e];
  if (expr.sub) return bad(Diag::too_large, expr.span, "the integer does not fit into 64 bits");
  return make_whole(Wide{expr.a | static_cast<uint64_t>(expr.b) << 32}, expr.span);
}

Item Expressions::eval(ExprId e) {
  const Expr& expr = ast_[e];
  switch (expr.kind) {
    case ExprKind::name: return name(e);
    case ExprKind::integer: return narrow(integer_literal(e));
    case ExprKind::real:
      return make_real(std::bit_cast<double>(expr.a | static_cast<uint64_t>(expr.b) << 32), expr.span);
    case ExprKind::string: return make(What::string, expr.span, expr.a);
    case ExprKind::constant: {
      Literal literal = static_cast<Literal>(expr.sub);
      if (literal == Literal::none) return make(What::nothing, expr.span);
      if (literal == Literal::ellipsis)
        return bad(Diag::unsupported_syntax, expr.span, "'...' has no meaning in the language");
      Item item = make(What::boolean, expr.span);
      item.integer = literal == Literal::true_;
      return item;
    }
    case ExprKind::tuple:
    case ExprKind::list: return display(e);
    case ExprKind::dict: {
      std::optional<Attr> dict = attr(e);
      return dict ? make(What::object, expr.span, dict->index) : Item();
    }
    case ExprKind::call: {
      const bool outer = std::exchange(keeps_wide_, false);
      Item item = call(e);
      keeps_wide_ = outer;
      return item;
    }
    case ExprKind::index: return index(e);
    case ExprKind::attribute: {
      Span span = expr.span;
      Name name(expr.b);
      Item base = eval(ExprId(expr.a));
      return attribute(base, text(name), span);
    }
    case ExprKind::operation: return narrow(operation(e));
    case ExprKind::lambda: return bad(Diag::unsupported_syntax, expr.span, "a lambda may only be an index map");
    case ExprKind::keyword: return bad(Diag::unsupported_syntax, expr.span, "a keyword argument cannot stand here");
    case ExprKind::starred: {
      const Expr star = expr;
      if (star.sub) return bad(Diag::unsupported_syntax, star.span, "'**' arguments are not part of the language");
      if (!eval(ExprId(star.a))) return {};
      return bad(Diag::unsupported_syntax, star.span,
                 "only a list or a tuple can be starred, as written or by its name");
    }
    case ExprKind::repeated: return eval(ast_.copy_of(e));
    case ExprKind::set:
    case ExprKind::slice:
    case ExprKind::comprehension:
    case ExprKind::clause:
    case ExprKind::formatted:
    case ExprKind::field: return bad(Diag::unsupported_syntax, expr.span, "this is part of rule scripts only");
  }
  return {};
}

Item Expressions::numbers(const Arg& arg) {
  const bool outer = std::exchange(keeps_wide_, true);
  Item item = eval(arg);
  keeps_wide_ = outer;
  return item;
}

// ---- names ----

Item Expressions::name(ExprId e) {
  const Expr& expr = ast_[e];
  Name whole(expr.a);
  Name first = expr.b == Name::kNone ? whole : Name(expr.b);
  const Item* known = expr.sub ? nullptr : scopes_.lookup(first);
  if (!known) {
    std::string_view root = text(first);
    if (is_predefined(root)) return builtin_value(e, whole);
    if (root == "numpy" && first != whole) return array_name(text(whole).substr(root.size() + 1), expr.span);
    if (bad_globals_.contains(first)) return {};
    return undefined(first,
                     {expr.span.begin, std::min(expr.span.end, expr.span.begin + static_cast<uint32_t>(root.size()))});
  }
  Item item = known->is(What::file_symbol) ? symbol_of_file(*known) : *known;
  item.span = expr.span;
  if (!item) return item;
  if (expr.b == Name::kNone) {
    return used(item);
  }
  Span span = expr.span;
  std::string_view rest = text(whole).substr(text(first).size() + 1);
  while (true) {
    size_t dot = rest.find('.');
    item = attribute(item, rest.substr(0, dot), span);
    if (dot == std::string_view::npos || !item) return item;
    rest.remove_prefix(dot + 1);
  }
}

// A variable of void type is used as the empty tuple; one that is local to a dataflow block is not.
Item Expressions::used(Item item) {
  if (!item.is(What::expr) || fn_->info(item.value()) != context_.infos.void_()) return item;
  const Node& node = (*fn_)[item.value()];
  bool is_local = region_ && region_->is_dataflow && item.id >= region_->dataflow_begin;
  if (is_local || (node.kind != NodeKind::param && !node.name)) return item;
  return make_expr(fn_->add_tuple({}, item.span), item.span);
}

constexpr const char* kInvisible =
    "it is bound here, inside a block that has ended (a dataflow block shows what R.output lists)";

// The message of a name that is not defined here, with a note at its definition elsewhere in the function.
Item Expressions::undefined(Name name, Span span) {
  std::string_view written = text(name);
  const bool is_searched = searched_ <= kMaxSearched;
  searched_ += ast_.stmts.size() + (fn_ ? fn_->size() : 0);
  for (size_t i = fn_ && is_searched ? fn_->size() : 0; i-- > 0;) {
    const Node& node = (*fn_)[Value(static_cast<uint32_t>(i))];
    if (node.name != name || !node.span || node.kind == NodeKind::param) continue;
    scopes_.bind(name, Item());  // said once
    return bad(Diag::undefined_name, span, quoted(written) + " is not visible here", {{node.span, kInvisible}});
  }
  const uint32_t body_begin = fn_ && lambda_ ? (*fn_)[lambda_].span.begin : span.begin;
  for (const Stmt& s : ast_.stmts) {
    if (!is_searched) break;
    if (!s.target || ast_[s.target].kind != ExprKind::name || Name(ast_[s.target].a) != name ||
        s.span.begin < body_begin || s.span.begin >= body_end_)
      continue;
    if (s.span.begin < span.begin && s.span.end > span.begin) continue;  // the statement itself
    const bool is_before = s.span.begin < span.begin;
    if (is_before) scopes_.bind(name, Item());
    return bad(Diag::undefined_name, span,
               quoted(written) + (is_before ? " is not visible here" : " is not defined yet"),
               {{ast_[s.target].span, is_before ? kInvisible : "it is bound here"}});
  }
  if (const Item* item = scopes_.in_scope(name)) {
    auto why = why_unknown_.find(name);
    return bad(Diag::undefined_name, span,
               quoted(written) + " is not defined: " +
                   (why == why_unknown_.end() ? "what Python assigns to it is not evaluated" : why->second),
               {{item->span, "it is bound here"}});
  }
  const std::string hint = name_hint(written);
  scopes_.bind(name, Item());  // said once
  if (lost_words_.contains(written)) return {};
  return bad(Diag::undefined_name, span, quoted(written) + " is not defined" + hint);
}

Item Expressions::builtin_value(ExprId e, Name name) {
  Span span = ast_[e].span;
  switch (builtin(name).kind) {
    case Builtin::Kind::info: {
      StructInfo info = annotation(arg(e), Mode::body);
      return info ? make(What::info, span, info.index) : Item();
    }
    case Builtin::Kind::unknown: return unknown_builtin(name, span);
    default: return make(What::builtin, span, name.index);
  }
}

Item Expressions::unknown_builtin(Name name, Span span) {
  std::string_view full = text(name);
  if (diagnostics_.error_count() > kMaxHints)
    return bad(Diag::unknown_operator, span, quoted(full) + " is no operator or intrinsic");
  bool is_namespace =
      full.find('.') == std::string_view::npos || std::ranges::any_of(builtin_names(), [&](std::string_view name) {
        return name.starts_with(full) && name.substr(full.size()).starts_with('.');
      });
  if (is_namespace) return bad(Diag::unknown_operator, span, quoted(full) + " alone has no value");
  return bad(Diag::unknown_operator, span, quoted(full) + " is no operator or intrinsic" + builtin_hint(full));
}

Item Expressions::global(Name name, Span span) {
  if (auto it = globals_.find(name); it != globals_.end()) {
    StructInfo info = module_[it->second].info;
    return info ? make_expr(fn_->add_global(it->second, info, span), span) : Item();
  }
  if (bad_globals_.contains(name)) return {};
  std::vector<std::string_view> names;
  for (const GlobalFunction& f : module_.functions) names.push_back(text(f.name));
  return bad(Diag::unknown_function, span,
             "the module has no function " + quoted(text(name)) + did_you_mean(text(name), names));
}

// ---- displays, indices, attributes ----

Item Expressions::display(ExprId e) {
  std::vector<Arg> parts = *elements(arg(e));
  std::vector<Item> values;
  bool is_bad = false;
  bool outer = std::exchange(defers_, true);
  for (const Arg& part : parts) {
    values.push_back(eval(part));
    is_bad |= !values.back();
  }
  defers_ = outer;
  if (is_bad) return {};
  return list_of(ast_[e].kind == ExprKind::tuple ? What::tuple : What::list, values, ast_[e].span);
}

// Parts in all, and depth. Lists with a name may share parts, so that a few lines can make one of astronomic size.
std::pair<uint64_t, uint32_t> Expressions::list_size(const Item& item) const {
  if ((!item.is(What::list) && !item.is(What::tuple)) || item.size == 0) return {1, 0};
  if (auto known = list_sizes_.find(item.begin); known != list_sizes_.end()) return known->second;
  uint64_t size = 1;
  uint32_t depth = 0;
  for (const Item& part : items(item)) {
    auto [part_size, part_depth] = list_size(part);
    size += part_size;
    depth = std::max(depth, part_depth);
  }
  return {size, depth + 1};
}

// A list of Python lives as long as its name. False after a report.
bool Expressions::keep(Name name, Item list) {
  const auto [size, depth] = list_size(list);
  if (size > kMaxTupleSize || depth > static_cast<uint32_t>(kMaxDepth)) {
    scopes_.bind(name, Item());
    bad(size > kMaxTupleSize ? Diag::too_large : Diag::too_deep, list.span,
        size > kMaxTupleSize ? "the list has more than " + std::to_string(kMaxTupleSize) + " parts in all"
                             : "lists are nested deeper than " + std::to_string(kMaxDepth));
    return false;
  }
  if (list.size > 0) list_sizes_[list.begin] = {size, depth};
  // A mistake is reported here, not with every use.
  for (size_t i = items_kept_; i < items_.size(); ++i) {
    if (items_[i].is_pending() && !infer(items_[i].value())) items_[i] = Item();
  }
  items_kept_ = items_.size();
  casts_kept_ = casts_.size();
  scopes_.bind(name, list);
  return true;
}

Item Expressions::index(ExprId e) {
  Span span = ast_[e].span;
  ExprId base_id = ast_.list(e)[0], index_id = ast_.list(e)[1];
  if (Item entry; metadata_entry(e, entry)) return entry;
  Item base = eval(base_id);
  if (!base) return {};
  return subscript(base, arg(index_id), span);
}

// metadata["relax.expr.Constant"][0]
bool Expressions::metadata_entry(ExprId e, Item& out) {
  const Expr& base = ast_[ast_.list(e)[0]];
  if (base.kind != ExprKind::index) return false;
  ExprId root = ast_.list(ast_.list(e)[0])[0];
  const Expr& key = ast_[ast_.list(ast_.list(e)[0])[1]];
  const Expr& number = ast_[ast_.list(e)[1]];
  if (ast_[root].kind != ExprKind::name || text(Name(ast_[root].a)) != "metadata" || scopes_.lookup(Name(ast_[root].a)))
    return false;
  Span span = ast_[e].span;
  out = {};
  if (key.kind != ExprKind::string || number.kind != ExprKind::integer) {
    bad(Diag::bad_index, span, "an entry of the metadata is written metadata[\"type key\"][number]");
    return true;
  }
  std::string_view type = text(Name(key.a));
  if (metadata_state_ == Metadata::unreadable) return true;  // said once, where it stands
  if (metadata_state_ == Metadata::none) {
    if (metadata_name_) {
      bad(Diag::undefined_name, span, "the metadata section stands behind its use",
          {{metadata_name_, "move it before the first definition"}});
    } else {
      bad(Diag::undefined_name, span, "the file has no metadata section; print it with its metadata (--show-meta)");
    }
    return true;
  }
  for (const auto& [known, objects] : metadata_) {
    if (known != type) continue;
    if (number.a >= objects.size() || number.b != 0) break;
    const MetadataObject& object = objects[number.a];
    if (object.kind == MetadataObject::Kind::string) {
      out = make(What::string, span, object.string.index);
    } else if (object.kind == MetadataObject::Kind::constant) {
      out = make_expr(fn_->add_constant(object.constant, span), span);
    } else if (object.kind == MetadataObject::Kind::prim) {
      out = make(What::prim, span, object.prim.index);
    } else {
      bad(Diag::unsupported, span, "metadata of the type " + quoted(type) + " is not supported");
    }
    return true;
  }
  bad(Diag::undefined_name, span, "the metadata section has no such entry");
  return true;
}

Item Expressions::subscript(Item base, const Arg& index_arg, Span span) {
  if (base.is(What::dim_list)) return shape_dim(base, index_arg, span);
  Item index = eval(index_arg);
  if (!index) return {};
  if (!index.is(What::integer)) return bad(Diag::bad_index, index.span, "an index must be a literal integer");
  int64_t i = index.integer;
  if (base.is(What::tuple) || base.is(What::list)) {
    int64_t size = base.size;
    if (i < 0) i += size;
    if (i < 0 || i >= size)
      return bad(Diag::bad_index, index.span,
                 "the index is out of range: there are " + std::to_string(size) + " elements");
    return items_[base.begin + static_cast<size_t>(i)];
  }
  if (!base.is(What::expr)) return bad(Diag::bad_index, base.span, describe(base) + " has no elements");
  if (base.is_pending() && (*fn_)[base.value()].kind == NodeKind::tuple) {
    std::span<const Value> fields = fn_->args(base.value());
    if (i < 0) i += static_cast<int64_t>(fields.size());
    if (i < 0 || i >= static_cast<int64_t>(fields.size()))
      return bad(Diag::bad_index, index.span, "the index is out of range");
    Value field = fields[static_cast<size_t>(i)];
    Item item = make_expr(field, span, is_unbound(field));
    item.deferred = base.deferred;
    return item;
  }
  Value tuple = variable_of(base);
  if (!tuple) return {};
  StructInfo info = fn_->info(tuple);
  if (context_.infos[info].kind != InfoKind::tuple) {
    std::string_view hint = context_.infos.is_tensor(info) ? "; R.take and R.strided_slice take parts of a tensor"
                            : context_.infos[info].kind == InfoKind::object
                                ? "; R.match_cast says that an object is one"
                                : "";
    return bad(Diag::bad_index, base.span, "only tuples can be indexed" + std::string(hint));
  }
  const size_t size = context_.infos.fields(info).size();
  if (i < 0 || i >= static_cast<int64_t>(size))
    return bad(Diag::bad_index, index.span,
               "the index is out of range: the tuple has " + std::to_string(size) + " fields");
  return make_expr(fn_->add_get_item(tuple, static_cast<uint32_t>(i), span), span, true);
}

constexpr std::string_view kAttributes[] = {"dtype",       "shape",       "strides",     "ndim",
                                            "byte_offset", "elem_offset", "struct_info", "astype"};

// Sugar on tensors (language 1.12).
Item Expressions::attribute(Item base, std::string_view name, Span span) {
  if (!base) return {};
  if (base.is(What::module)) return global(context_.name(name), span);
  if (base.is(What::array)) return array_attribute(base, name, span);
  if (base.is(What::inspected)) {
    constexpr std::pair<std::string_view, Op> kFields[] = {{"type_code", Op::inspect_tensor_dtype_code},
                                                           {"bits", Op::inspect_tensor_dtype_bits},
                                                           {"lanes", Op::inspect_tensor_dtype_lanes}};
    constexpr std::string_view kNames[] = {"type_code", "bits", "lanes"};
    for (auto [field, op] : kFields) {
      if (field != name) continue;
      Value v = base.deferred ? bound(base.value()) : base.value();
      return v ? make_call(op, std::span(&v, 1), {}, {}, span) : Item();
    }
    return bad(Diag::unknown_attribute, span, "a dtype has no attribute " + quoted(name) + did_you_mean(name, kNames));
  }
  if (base.is(What::expr)) {
    if (name == "struct_info") return struct_info_of(base, span);
    constexpr std::pair<std::string_view, Op> kFields[] = {{"ndim", Op::inspect_tensor_ndim},
                                                           {"byte_offset", Op::inspect_tensor_byte_offset},
                                                           {"elem_offset", Op::inspect_tensor_elem_offset}};
    bool is_list = name == "shape" || name == "strides";
    if (is_list || name == "dtype") {
      Value v = variable_of(base);
      if (!v) return {};
      Item item = make(is_list ? What::dim_list : What::inspected, span, v.index);
      item.flag = name == "strides";
      return item;
    }
    for (auto [field, op] : kFields) {
      if (field != name) continue;
      Value v = variable_of(base);
      return v ? make_call(op, std::span(&v, 1), {}, {}, span) : Item();
    }
    return bad(Diag::unknown_attribute, span,
               describe(base) + " has no attribute " + quoted(name) + attribute_hint(name, kAttributes));
  }
  if (base.is(What::info)) {
    const InfoNode& n = context_.infos[base.info()];
    const bool is_tensor = n.kind == InfoKind::tensor, is_shape = n.kind == InfoKind::shape;
    if (name == "dtype" && (is_tensor || n.kind == InfoKind::prim))
      return make(What::string, span, context_.name(to_string(n.dtype)).index);
    if (name == "ndim" && (is_tensor || is_shape)) return make_integer(n.ndim, span);
    const bool is_list = n.has_dims && ((is_tensor && name == "shape") || (is_shape && name == "values"));
    if (!is_list) return bad(Diag::unknown_attribute, span, describe(base) + " has no attribute " + quoted(name));
    Item list = make(What::list, span);
    list.begin = static_cast<uint32_t>(items_.size());
    for (Prim dim : context_.infos.dims(StructInfo(base.id))) items_.push_back(make(What::prim, span, dim.index));
    list.size = static_cast<uint32_t>(items_.size()) - list.begin;
    return list;
  }
  if (base.is(What::builtin))
    return bad(Diag::unknown_operator, span, describe(base) + " has no attribute " + quoted(name));
  return bad(Diag::unknown_attribute, span, describe(base) + " has no attribute " + quoted(name));
}

// x.shape[i], x.strides[i]
Item Expressions::shape_dim(Item base, const Arg& index_arg, Span span) {
  Item index = eval(index_arg);
  if (!index) return {};
  Value args[] = {base.deferred ? bound(base.value()) : base.value(), argument(index)};
  if (!args[0] || !args[1]) return {};
  return make_call(base.flag ? Op::inspect_tensor_stride_i : Op::inspect_tensor_shape_i, args, {}, {}, span);
}

Item Expressions::struct_info_of(Item base, Span span) {
  if (base.is_pending() && !infer(base.value())) return {};
  StructInfo info = fn_->info(base.value());
  return info ? make(What::info, span, info.index) : Item();
}

// ---- calls ----

Item Expressions::call(ExprId e) {
  std::span<const ExprId> list = ast_.list(e);
  const ExprId callee = list[0];
  ArgList args;
  read_args(list.subspan(1), args);
  const bool is_starred = std::ranges::any_of(args.all, [&](const Arg& arg) { return kind(arg) == ExprKind::starred; });
  if (is_starred) {
    args.many.assign(args.all.begin(), args.all.end());
    unstar(args.many);
    args.all = args.many;
  }
  CallSite site{e, ast_[e].span, ast_[callee].span, {}, args.all};
  return ast_[callee].kind == ExprKind::name ? call_of_name(callee, site) : call_target(callee, site);
}

// name(...), name.other(...)
Item Expressions::call_of_name(ExprId callee, CallSite& site) {
  const Expr& c = ast_[callee];
  Name whole(c.a);
  Name first = c.b == Name::kNone ? whole : Name(c.b);
  const Item* known = c.sub ? nullptr : scopes_.lookup(first);
  if (!known) {
    std::string_view root = text(first);
    if (is_predefined(root)) return call_builtin(whole, site);
    if (root == "numpy" && first != whole) return call_array(text(whole).substr(root.size() + 1), site);
    if (const PythonFunction* row = python_function(callee)) return call_python(*row, site);
  } else if (c.b != Name::kNone && known->is(What::expr)) {
    std::string_view full = text(whole);
    size_t dot = full.rfind('.');
    Item base = *known;
    base.span = c.span;
    std::string_view rest = full.substr(text(first).size() + 1);
    while (rest.find('.') != std::string_view::npos && base) {
      base = attribute(base, rest.substr(0, rest.find('.')), c.span);
      rest.remove_prefix(rest.find('.') + 1);
    }
    return base ? method(base, full.substr(dot + 1), site) : Item();
  } else if (c.b != Name::kNone && known->is(What::array)) {
    return array_method(*known, text(whole).substr(text(first).size() + 1), site);
  }
  return call_evaluated(name(callee), site);
}

Item Expressions::call_target(ExprId callee, CallSite& site) {
  const Expr& c = ast_[callee];
  if (c.kind != ExprKind::attribute) return call_evaluated(eval(callee), site);
  Name method_name(c.b);
  Item base = eval(ExprId(c.a));
  if (!base) return {};
  if (base.is(What::expr)) return method(base, text(method_name), site);
  if (base.is(What::array)) return array_method(base, text(method_name), site);
  return call_evaluated(attribute(base, text(method_name), site.callee), site);
}

Item Expressions::call_evaluated(Item target, CallSite& site) {
  if (!target) {
    evaluate_for_errors(site.args);
    return {};
  }
  if (target.is(What::builtin)) return call_builtin(target.name(), site);
  if (!target.is(What::expr)) return bad(Diag::not_a_function, site.callee, describe(target) + " cannot be called");
  Value function = variable_of(target);
  return function ? call_value(function, site) : Item();
}

// The callee was wrong; its arguments may be too.
void Expressions::evaluate_for_errors(std::span<const Arg> args) {
  for (const Arg& arg : args) {
    const ExprId e = written(arg);
    if (!e) continue;
    if (ast_[e].kind == ExprKind::name) name(e);
    if (ast_[e].kind == ExprKind::call && region_ && !in_annotation_) call(e);
  }
}

// Of a call that no text holds.
Item Expressions::call_named(Name name, std::span<const Arg> args, Span span) {
  called_ = name;
  CallSite site{{}, span, span, {}, args};
  return call_builtin(name, site);
}

Item Expressions::call_item(Item callee, std::string_view method, std::span<const Arg> args, Span span) {
  called_ = {};
  CallSite site{{}, span, span, {}, args};
  return method.empty() ? call_evaluated(callee, site) : this->method(callee, method, site);
}

Item Expressions::call_builtin(Name name, CallSite& site) {
  site.name = text(name);
  Builtin b = builtin(name);
  switch (b.kind) {
    case Builtin::Kind::op: return call_operator(static_cast<Op>(b.id), site);
    case Builtin::Kind::form: {
      Item item = run_form(*b.form, site);
      lacks_definitions_ |= !item && b.form->name == "R.match_cast";
      return item;
    }
    case Builtin::Kind::info: {
      const bool outer = std::exchange(in_annotation_, true);
      StructInfo info = site.call ? read_annotation(arg(site.call), Mode::body) : info_call(b.id, site, Mode::body);
      in_annotation_ = outer;
      return info ? make(What::info, site.span, info.index) : Item();
    }
    case Builtin::Kind::dtype: return dtype_call(DType::unpack(b.id), site);
    case Builtin::Kind::prim: return prim_call(site.name.substr(site.name.rfind('.') + 1), site);
    default:
      unknown_builtin(name, site.callee);
      evaluate_for_errors(site.args);
      return {};
  }
}

Item Expressions::call_value(Value callee, const CallSite& site) {
  std::vector<Value> args{callee};
  bool is_global = (*fn_)[callee].kind == NodeKind::global;
  bool is_bad = false;
  for (const Arg& arg : site.args) {
    if (arg.key) {
      bad(Diag::argument_count, place(arg), "a function of the script takes its arguments by position");
      is_bad = true;
      continue;
    }
    const bool is_tuple = is_list(arg);
    Item item = is_tuple ? Item() : eval(arg);
    // Newer versions take a number or a symbol as it is.
    bool is_primitive = item.is(What::integer) || item.is(What::real) || item.is(What::prim);
    if (is_primitive && options_.spellings)
      note(Spelling::prim_value, true, arg.span, "R.prim_value(" + written_text(arg.span) + ")");
    Value v = is_tuple ? argument(arg, is_global) : argument(item, is_primitive);
    is_bad |= !v;
    args.push_back(v);
  }
  if (is_bad) return {};
  return make_expr(fn_->add_function_call(args, {}, site.span), site.span, true);
}

Item Expressions::method(Item base, std::string_view name, const CallSite& site) {
  if (name == "astype") {
    if (site.args.size() != 1) return bad(Diag::argument_count, site.span, "astype takes one argument, the dtype");
    const Arg& arg = site.args[0];
    if (std::string_view key = arg.key ? text(arg.key) : "dtype"; key != "dtype") {
      constexpr std::string_view kNames[] = {"dtype"};
      return bad(Diag::unknown_attribute, place(arg),
                 "astype has no parameter " + quoted(key) + did_you_mean(key, kNames));
    }
    Value v = variable_of(base);
    std::optional<DType> dtype = dtype_of(arg);
    if (!v || !dtype) return {};
    Attr record[] = {context_.attrs.dtype(*dtype)};
    return make_call(Op::astype, std::span(&v, 1), context_.attrs.list(record), {}, site.span);
  }
  return bad(Diag::unknown_attribute, site.span,
             describe(base) + " has no method " + quoted(name) + attribute_hint(name, kAttributes));
}

// ---- arguments ----

Item Expressions::eval(const Arg& arg) {
  const Item& item = arg.item();
  switch (item.what) {
    case What::written: return eval(written(arg));
    case What::element: return subscript(eval(ExprId(item.begin)), make_integer(item.size, item.span), item.span);
    case What::dict: {
      std::optional<Attr> dict = dict_attr(arg);
      return dict ? make(What::object, item.span, dict->index) : Item();
    }
    default: return item;
  }
}

std::optional<std::vector<Arg>> Expressions::elements(const Arg& arg) {
  if (!is_list(arg)) return std::nullopt;
  std::vector<Arg> list(part_count(arg));
  for (size_t i = 0; i < list.size(); ++i) list[i] = part(arg, i);
  unstar(list);
  return list;
}

// A list or tuple as written becomes its elements; a name, the indices into what it names.
void Expressions::unstar(std::vector<Arg>& list) {
  for (size_t i = 0; i < list.size(); ++i) {
    const Span span = list[i].span;
    if (kind(list[i]) != ExprKind::starred) continue;
    const Expr& star = ast_[written(list[i])];
    if (list[i].key || star.sub) continue;
    if (list.size() >= kMaxTupleSize) {
      bad(Diag::too_large, span, "there are more than " + std::to_string(kMaxTupleSize) + " elements here");
      return list.resize(i);
    }
    const ExprId whole(star.a);
    std::vector<Arg> parts;
    if (ast_[whole].kind == ExprKind::tuple || ast_[whole].kind == ExprKind::list) {
      for (ExprId e : ast_.list(whole)) parts.push_back(arg(e));
    } else {
      std::optional<size_t> size = ast_[whole].kind == ExprKind::name ? size_of(Name(ast_[whole].a)) : std::nullopt;
      if (!size) continue;
      for (uint32_t k = 0; k < *size; ++k) parts.push_back(Arg::element_of(whole, k, span));
    }
    auto at = list.erase(list.begin() + static_cast<ptrdiff_t>(i));
    list.insert(at, parts.begin(), parts.end());
    --i;  // what came may be starred too
  }
}

// Of the list or tuple that a name stands for.
std::optional<size_t> Expressions::size_of(Name name) const {
  const Item* item = scopes_.lookup(name);
  if (!item) return std::nullopt;
  if (item->is(What::list) || item->is(What::tuple)) return item->size;
  StructInfo info = item->is(What::expr) ? fn_->info(item->value()) : StructInfo();
  bool is_tuple = info && context_.infos[info].kind == InfoKind::tuple;
  return is_tuple ? std::optional(context_.infos.fields(info).size()) : std::nullopt;
}

Value Expressions::argument(const Arg& arg, bool converts) {
  return converts && is_list(arg) ? tuple_of(*elements(arg), arg.span) : argument(eval(arg), converts);
}

Value Expressions::argument(Item item, bool converts) {
  if (item.is(What::expr)) return variable_of(item);
  if (!item) return {};
  if (converts) {
    PrimStore& prims = context_.prims;
    switch (item.what) {
      case What::boolean:
      case What::integer: return fn_->add_prim(prims.integer(item.integer), item.span);
      case What::real: return fn_->add_prim(prims.real(item.real, kFloat64), item.span);
      case What::prim: return fn_->add_prim(item.prim(), item.span);
      case What::string: return fn_->add_string(item.name(), item.span);
      case What::tuple:
      case What::list: {
        std::vector<Value> fields;
        std::vector<Item> parts(items(item).begin(), items(item).end());
        for (const Item& part : parts) {
          Value v = argument(part);
          if (!v) return {};
          fields.push_back(v);
        }
        return checked_tuple(fields, item.span);
      }
      default: break;
    }
  }
  bool is_number = item.is(What::integer) || item.is(What::real) || item.is(What::boolean);
  bad(Diag::not_a_tensor, item.span,
      describe(item) + " is not an expression" +
          (is_number ? "; a number is written R.const(value, dtype) where a tensor is expected" : ""));
  return {};
}

Value Expressions::variable_of(Item item) {
  if (!item.is(What::expr)) return argument(item);
  if (item.deferred) return bound(item.value());
  if (!item.is_pending() || (*fn_)[item.value()].kind == NodeKind::tuple) return item.value();
  return emit_operand(item.value());
}

Value Expressions::tuple_of(std::span<const Arg> parts, Span span) {
  std::vector<Value> fields;
  bool is_bad = false;
  for (const Arg& part : parts) {
    Value v = argument(part);
    is_bad |= !v;
    fields.push_back(v);
  }
  return is_bad ? Value() : checked_tuple(fields, span);
}

// Tuples of tuples share struct info, so that a few lines can make one of astronomic size: its written size is bounded.
Value Expressions::checked_tuple(std::span<const Value> fields, Span span) {
  TypeSize size{1, 1};
  for (Value f : fields) size.add_field(type_size(fn_->info(f)));
  if (size.parts > kMaxTupleSize || size.depth > static_cast<uint32_t>(kMaxDepth)) {
    bad(size.parts > kMaxTupleSize ? Diag::too_large : Diag::too_deep, span,
        size.parts > kMaxTupleSize ? "the tuple has more than " + std::to_string(kMaxTupleSize) + " parts in all"
                                   : "tuples are nested deeper than " + std::to_string(kMaxDepth));
    return {};
  }
  return fn_->add_tuple(fields, span);
}

Value Expressions::as_tuple(const Arg& arg) {
  if (std::optional<std::vector<Arg>> parts = elements(arg)) return tuple_of(*parts, arg.span);
  Item item = eval(arg);
  Value v = argument(item);
  if (!v) return {};
  const Node& node = (*fn_)[v];
  if (node.kind == NodeKind::tuple || (node.info && context_.infos[node.info].kind == InfoKind::tuple)) return v;
  return checked_tuple(std::span(&v, 1), arg.span);
}

}  // namespace hammock::read
