// SPDX-License-Identifier: Apache-2.0
// Struct info as written (language 3.2).
#include "annotation.h"

#include <algorithm>
#include <utility>

#include "hammock/base/suggest.h"
#include "hammock/syntax/parse.h"

namespace hammock::read {

namespace {

enum class InfoForm : uint32_t {
  object,
  tensor,
  shape,
  prim,
  tuple,
  callable,
  dtensor
};  // the order of Blocks::builtin

}  // namespace

StructInfo Annotations::annotation(const Arg& arg, Mode mode) {
  bool outer = std::exchange(in_annotation_, true);
  StructInfo info = read_annotation(arg, mode);
  in_annotation_ = outer;
  return info;
}

StructInfo Annotations::read_annotation(const Arg& arg, Mode mode) {
  if (is_none(arg)) return context_.infos.void_();
  const Span span = arg.span;
  if (const ExprId e = written(arg)) {
    const Expr& expr = ast_[e];
    if (expr.kind == ExprKind::repeated) return repeated_annotation(e, mode);
    const bool is_call = expr.kind == ExprKind::call;
    const Expr& c = ast_[is_call ? ast_.list(e)[0] : e];
    if (c.kind == ExprKind::name && (c.sub || !scopes_.lookup(c.b == Name::kNone ? Name(c.a) : Name(c.b)))) {
      const Builtin b = builtin(Name(c.a));
      if (b.kind == Builtin::Kind::dtype && !is_call) {
        note(Spelling::prim_type, true, span, "R.Prim(\"" + to_string(DType::unpack(b.id)) + "\")");
        omits_values_ = true;
        return context_.infos.prim(DType::unpack(b.id));
      }
      if (b.kind == Builtin::Kind::info) {
        CallSite site{is_call ? e : ExprId(), span, c.span, text(Name(c.a)), {}};
        if (!is_call) return info_alone(b.id, site);
        ArgList args;
        read_args(ast_.list(e).subspan(1), args);
        site.args = args.all;
        return info_call(b.id, site, mode);
      }
    }
    if (fn_ && expr.kind == ExprKind::index && is_struct_info(ast_.list(e)[0])) {
      return bad_info(Diag::bad_annotation, span,
                      std::string(text(Name(ast_[ast_.list(e)[0]].a))) + " takes its arguments in parentheses");
    }
  }
  if (!fn_) return bad_info(Diag::bad_annotation, span, "this is no struct info");
  Item item = eval(arg);
  if (!item) return {};
  if (item.is(What::info)) return item.info();
  const bool is_list = item.is(What::tuple) || item.is(What::list);
  const bool has_dims = is_list && std::ranges::any_of(items(item), [](const Item& part) {
                          return part.is(What::integer) || part.is(What::prim);
                        });
  const std::string_view hint = !is_list   ? ""
                                : has_dims ? "; a shape stands in R.Tensor((2, 3), \"float32\")"
                                           : "; that of a tuple is R.Tuple(...)";
  return bad_info(Diag::bad_annotation, span, describe(item) + " is no struct info" + std::string(hint));
}

// What had nothing to say of it once has nothing to say of it again.
StructInfo Annotations::repeated_annotation(ExprId e, Mode mode) {
  const ExprId original(ast_[e].a);
  const bool is_ours = !scopes_.lookup(Name(ast_[ast_.list(original)[0]].b));
  if (is_ours && original == last_repeated_.first) return last_repeated_.second;
  if (const auto known = repeated_.find(original.index); is_ours && known != repeated_.end()) {
    last_repeated_ = {original, known->second};
    return known->second;
  }
  auto said = [&] {
    return diagnostics_.all().size() + diagnostics_.dropped() + (options_.spellings ? options_.spellings->size() : 0);
  };
  const size_t before = said();
  const StructInfo info = read_annotation(arg(ast_.copy_of(e)), mode);
  if (info && is_ours && said() == before) repeated_[original.index] = info;
  return info;
}

// R.Tensor without parentheses and the like.
StructInfo Annotations::info_alone(uint32_t form, const CallSite& site) {
  switch (static_cast<InfoForm>(form)) {
    case InfoForm::object: note_any(site.name, site.callee); return context_.infos.object();
    case InfoForm::tensor: return context_.infos.tensor_of_rank(-1, kVoid);
    case InfoForm::shape: return context_.infos.shape_of_rank(-1);
    case InfoForm::prim: return bad_info(Diag::bad_annotation, site.span, "R.Prim needs a dtype or a value");
    case InfoForm::tuple: return context_.infos.void_();
    case InfoForm::callable: return context_.infos.opaque_function(context_.infos.object(), false);
    case InfoForm::dtensor: break;
  }
  return bad_info(Diag::bad_annotation, site.span, "R.DTensor needs a device_mesh and a placement");
}

StructInfo Annotations::info_call(uint32_t form, const CallSite& site, Mode mode) {
  switch (static_cast<InfoForm>(form)) {
    case InfoForm::object: return info_alone(form, site);
    case InfoForm::tensor: return tensor_info(site, mode);
    case InfoForm::shape: return shape_info(site, mode);
    case InfoForm::prim: return prim_info(site, mode);
    case InfoForm::tuple: return tuple_info(site, mode);
    case InfoForm::callable: return callable_info(site, mode);
    case InfoForm::dtensor: break;
  }
  return distributed_info(site, mode);
}

// Arguments by position or keyword, as many as `names`. False after a report.
bool Annotations::info_args(const CallSite& site, std::span<const std::string_view> names, std::span<Arg> out) {
  for (size_t i = 0; i < site.args.size(); ++i) {
    const Arg& arg = site.args[i];
    size_t at = i;
    if (arg.key) {
      std::string_view key = text(arg.key);
      at = static_cast<size_t>(std::find(names.begin(), names.end(), key) - names.begin());
      if (at == names.size()) {
        bad(Diag::unknown_attribute, place(arg),
            "there is no parameter '" + std::string(key) + "' here" + parameter_hint(key, names));
        return false;
      }
    } else if (kind(arg) == ExprKind::starred) {
      eval(arg);  // says what is wrong
      return false;
    } else if (i >= names.size()) {
      bad(Diag::argument_count, arg.span, "at most " + std::to_string(names.size()) + " arguments are expected here");
      return false;
    }
    if (out[at]) {
      bad(Diag::argument_count, place(arg), "'" + std::string(names[at]) + "' is given twice");
      return false;
    }
    out[at] = arg;
  }
  return true;
}

std::optional<DType> Expressions::dtype_of(const Arg& arg) {
  Item item = eval(arg);
  if (!item) return std::nullopt;
  if (item.is(What::nothing)) return kVoid;
  if (item.is(What::expr) && (*fn_)[item.value()].kind == NodeKind::dtype) return (*fn_)[item.value()].dtype();
  if (item.is(What::builtin) && builtin(item.name()).kind == Builtin::Kind::dtype)
    return DType::unpack(builtin(item.name()).id);
  if (!item.is(What::string)) {
    bad(Diag::not_a_string, item.span, "a dtype is written as a string, not as " + describe(item));
    return std::nullopt;
  }
  std::string_view name = text(item.name());
  std::optional<DType> dtype = parse_dtype(name);
  bool is_written = kind(arg) == ExprKind::string;
  if (dtype && is_written && dtype->code >= DType::Code::e4m3)
    note_text(name, {item.span.begin + 1, item.span.end - 1});
  if (!dtype) bad(Diag::unknown_dtype, item.span, "there is no dtype '" + std::string(name) + "'" + dtype_hint(name));
  return dtype;
}

std::optional<int64_t> Expressions::integer_of(const Arg& arg, std::string_view what) {
  Item item = eval(arg);
  if (!item) return std::nullopt;
  if (item.is(What::prim)) {
    if (std::optional<int64_t> value = context_.prims.constant(item.prim())) return value;
  }
  if (item.is(What::integer) || item.is(What::boolean)) return item.integer;
  bad(Diag::not_an_integer, item.span, std::string(what) + " must be an integer, not " + describe(item));
  return std::nullopt;
}

std::optional<bool> Expressions::boolean_of(const Arg& arg, std::string_view what) {
  Item item = eval(arg);
  if (!item) return std::nullopt;
  if (item.is(What::integer) || item.is(What::boolean)) return item.integer != 0;
  if (item.is(What::prim)) {
    if (std::optional<int64_t> value = context_.prims.constant(item.prim())) return *value != 0;
  }
  bad(Diag::not_an_integer, item.span, std::string(what) + " must be True or False, not " + describe(item));
  return std::nullopt;
}

std::optional<Prim> Annotations::dim(const Arg& arg, Mode mode) {
  const ExprId e = written(arg);
  const Expr expr = e ? ast_[e] : Expr();
  if (expr.kind == ExprKind::integer && !expr.sub && expr.b >> 31 == 0) {
    return context_.prims.integer(static_cast<int64_t>(expr.a | static_cast<uint64_t>(expr.b) << 32));
  }
  Item item;
  if (is_string(arg)) {
    const Name whole = string(arg);
    std::string_view name = text(whole);
    if (mode == Mode::body) {
      bad(Diag::bad_annotation, arg.span,
          "a dim is a string in signatures only; write " + std::string(name) + " without quotes");
      return std::nullopt;
    }
    if (const Item* known = scopes_.lookup(whole)) {
      item = *known;
    } else {
      auto at = dim_texts_.find(whole);
      ExprId parsed =
          at != dim_texts_.end() ? at->second : parse_dim(name, context_, ast_, diagnostics_, arg.span, &aliases_);
      dim_texts_[whole] = parsed;
      if (!parsed) return std::nullopt;
      item = eval(parsed);
    }
  } else if (mode == Mode::signature && expr.kind == ExprKind::name && expr.b == Name::kNone &&
             !scopes_.in_scope(Name(expr.a)) && !is_predefined(text(Name(expr.a)))) {
    Name name(expr.a);
    bad(Diag::undefined_name, arg.span,
        "'" + std::string(text(name)) + "' is not defined; a signature declares a symbolic dim by a string, \"" +
            std::string(text(name)) + "\"");
    scopes_.bind(name, Item());
    symbols_.emplace_back(name, Item());  // said once, for the body too
    return std::nullopt;
  } else {
    item = eval(arg);
  }
  item.span = arg.span;
  if (!item) return std::nullopt;
  std::optional<Prim> p = to_prim(item, kInt64);
  if (!p) {
    bad(Diag::bad_annotation, arg.span, describe(item) + " is no dim");
    return std::nullopt;
  }
  if (std::optional<int64_t> value = context_.prims.constant(*p)) {
    if (*value >= 0) return context_.prims.integer(*value);
    bad(Diag::bad_annotation, arg.span, "a dim cannot be " + std::to_string(*value));
    return std::nullopt;
  }
  if (!(context_.prims[*p].dtype == kInt64)) {
    bad(Diag::dtype_mismatch, arg.span, "a dim must be int64, not " + to_string(context_.prims[*p].dtype));
    return std::nullopt;
  }
  return p;
}

// A list or tuple of dims. False after a report.
bool Annotations::dims(const Arg& list, Mode mode, std::vector<Prim>& out) {
  const size_t size = part_count(list);
  if (size > kMaxRank) {
    bad(Diag::too_large, list.span,
        "a shape of rank " + std::to_string(size) + ", the bound is " + std::to_string(kMaxRank));
    return false;
  }
  bool is_good = true;
  for (size_t i = 0; i < size; ++i) {
    std::optional<Prim> p = dim(part(list, i), mode);
    is_good &= p.has_value();
    if (p) out.push_back(*p);
  }
  return is_good;
}

StructInfo Annotations::tensor_info(const CallSite& site, Mode mode) {
  constexpr std::string_view kNames[] = {"shape", "dtype", "vdevice", "ndim"};
  Arg args[4];
  return info_args(site, kNames, args) ? tensor_of(args[0], args[1], args[2], args[3], mode) : StructInfo();
}

// Absent arguments are none, or None.
StructInfo Annotations::tensor_of(Arg shape_arg, Arg dtype_arg, const Arg& vdevice_arg, const Arg& ndim_arg,
                                  Mode mode) {
  if (is_string(shape_arg) && is_none(dtype_arg)) std::swap(shape_arg, dtype_arg);
  if (shape_arg && kind(shape_arg) == ExprKind::integer) {
    return bad_info(Diag::bad_annotation, shape_arg.span,
                    "a shape is a tuple of dims, as in R.Tensor((2, 3), \"float32\")");
  }
  DType dtype = kVoid;
  bool is_good = true;
  if (!is_none(dtype_arg)) {
    std::optional<DType> d = dtype_of(dtype_arg);
    is_good = d.has_value();
    dtype = d.value_or(kVoid);
  }
  uint32_t vdevice = Id<int>::kNone;
  if (!is_none(vdevice_arg)) {
    std::optional<uint32_t> index = vdevice_of(vdevice_arg);
    is_good &= index.has_value();
    vdevice = index.value_or(Id<int>::kNone);
  }
  int64_t ndim = -1;
  if (!is_none(ndim_arg)) {
    std::optional<int64_t> n = integer_of(ndim_arg, "ndim");
    is_good &= n.has_value();
    ndim = n.value_or(-1);
    if (ndim < -1 || ndim > kMaxRank)
      return bad_info(Diag::bad_annotation, ndim_arg.span, "ndim must be between -1 and " + std::to_string(kMaxRank));
  }
  if (is_none(shape_arg))
    return is_good ? context_.infos.tensor_of_rank(static_cast<int>(ndim), dtype, vdevice) : StructInfo();
  Span span = shape_arg.span;
  if (ndim != -1) return bad_info(Diag::bad_annotation, ndim_arg.span, "ndim cannot be given together with a shape");
  if (is_list(shape_arg)) {
    size_t base = dims_.size();
    is_good &= dims(shape_arg, mode, dims_);
    StructInfo info = is_good ? context_.infos.tensor(std::span(dims_).subspan(base), dtype, vdevice) : StructInfo();
    dims_.resize(base);
    return info;
  }
  Item item = eval(shape_arg);
  return item && is_good ? tensor_of_shape(item, span, dtype, vdevice) : StructInfo();
}

// The shape is a list of Python, or a variable.
StructInfo Annotations::tensor_of_shape(const Item& item, Span span, DType dtype, uint32_t vdevice) {
  if (item.is(What::list) || item.is(What::tuple)) {
    std::vector<Prim> values;
    for (const Item& part : std::vector<Item>(items(item).begin(), items(item).end())) {
      std::optional<Prim> p = to_prim(part, kInt64);
      if (!p) return bad_info(Diag::bad_annotation, part.span, describe(part) + " is no dim");
      values.push_back(*p);
    }
    return context_.infos.tensor(values, dtype, vdevice);
  }
  if (!item.is(What::expr))
    return bad_info(Diag::bad_annotation, span,
                    "a shape is a tuple of dims or a variable of shape type, not " + describe(item));
  StructInfo shape = fn_->info(item.value());
  if (!shape || context_.infos[shape].kind != InfoKind::shape || item.is_pending())
    return bad_info(Diag::bad_annotation, span,
                    "the shape of a tensor must be a tuple of dims or a variable of shape type");
  if (hidden_from_ && item.value().index >= hidden_from_.index) {
    return bad_info(Diag::undefined_name, span,
                    "a return annotation cannot name the parameter " + describe_value(item.value()) +
                        "; it knows the dims that parameters declare");
  }
  if ((*fn_)[item.value()].kind == NodeKind::shape)
    return context_.infos.tensor(context_.infos.dims(shape), dtype, vdevice);
  return context_.infos.tensor_of_shape_var(item.value(), context_.infos[shape].ndim, dtype, vdevice);
}

StructInfo Annotations::shape_info(const CallSite& site, Mode mode) {
  constexpr std::string_view kNames[] = {"values", "ndim"};
  Arg args[2];
  if (!info_args(site, kNames, args)) return {};
  bool has_values = args[0] && kind(args[0]) != ExprKind::constant;
  if (has_values) {
    if (args[1]) return bad_info(Diag::bad_annotation, args[1].span, "ndim cannot be given together with values");
    if (!is_list(args[0])) {
      return bad_info(Diag::bad_annotation, args[0].span, "the values of R.Shape are a list of dims");
    }
    std::vector<Prim> values;
    return dims(args[0], mode, values) ? context_.infos.shape(values) : StructInfo();
  }
  if (!args[1]) return context_.infos.shape_of_rank(-1);
  std::optional<int64_t> ndim = integer_of(args[1], "ndim");
  if (!ndim) return {};
  if (*ndim < -1 || *ndim > kMaxRank)
    return bad_info(Diag::bad_annotation, args[1].span, "ndim must be between -1 and " + std::to_string(kMaxRank));
  return context_.infos.shape_of_rank(static_cast<int>(*ndim));
}

StructInfo Annotations::prim_info(const CallSite& site, Mode mode) {
  constexpr std::string_view kNames[] = {"dtype", "value"};
  Arg args[2];
  if (!info_args(site, kNames, args)) return {};
  bool is_word = is_string(args[0]) && !args[1];
  note(Spelling::prim_type, false, site.span, is_word ? "T." + std::string(text(string(args[0]))) : "");
  if (!args[0] && !args[1]) return bad_info(Diag::bad_annotation, site.span, "R.Prim needs a dtype or a value");
  std::optional<DType> dtype;
  if (args[0]) {
    dtype = dtype_of(args[0]);
    if (!dtype) return {};
  }
  if (!args[1]) return context_.infos.prim(*dtype);
  const Span span = args[1].span;
  Item item;
  if (is_string(args[1])) {
    std::string_view value = text(string(args[1]));
    if (mode == Mode::body) return bad_info(Diag::bad_annotation, span, "a value is a string in signatures only");
    ExprId parsed = parse_dim(value, context_, ast_, diagnostics_, span, &aliases_);
    if (!parsed) return {};
    item = eval(parsed);
  } else {
    item = eval(args[1]);
  }
  item.span = span;
  if (!item) return {};
  std::optional<Prim> p = to_prim(item, dtype.value_or(item.is(What::real)      ? kFloat32
                                                       : item.is(What::boolean) ? kBool
                                                                                : kInt64));
  if (!p) return bad_info(Diag::bad_annotation, span, describe(item) + " is no primitive value");
  if (dtype && !(context_.prims[*p].dtype == *dtype)) {
    return bad_info(Diag::dtype_mismatch, span,
                    "the value has dtype " + to_string(context_.prims[*p].dtype) + ", not " + to_string(*dtype));
  }
  return context_.infos.prim_value(*p, context_.prims[*p].dtype);
}

StructInfo Annotations::tuple_info(const CallSite& site, Mode mode) {
  std::vector<Arg> parts(site.args.begin(), site.args.end());
  const bool is_one = parts.size() == 1;
  if (is_one) {
    if (std::optional<std::vector<Arg>> list = elements(parts[0])) parts = *list;
  }
  std::vector<StructInfo> fields;
  bool is_good = true;
  for (const Arg& part : parts) {
    fields.push_back(annotation(is_one ? part : positional(part), mode));
    is_good &= static_cast<bool>(fields.back());
  }
  if (!is_good) return {};
  return context_.infos.tuple(fields);
}

// Of the functions that a program may register under a name, all but those of TVM are unknown here; to go by sinfo_args
// is the usual one.
Derives Annotations::derives_of(const Arg& derive_func) const {
  if (is_none(derive_func)) return Derives::nothing;
  const bool is_view = is_string(derive_func) && text(string(derive_func)) == "tvm.relax.struct_info.infer_view_sinfo";
  return is_view ? Derives::view : Derives::sinfo_args;
}

StructInfo Annotations::callable_info(const CallSite& site, Mode mode) {
  constexpr std::string_view kNames[] = {"params", "ret", "purity", "derive_func"};
  Arg args[4];
  if (!info_args(site, kNames, args)) return {};
  if (!is_none(args[1]) && !is_none(args[3]))
    return bad_info(Diag::bad_annotation, site.span, "R.Callable takes ret or derive_func, not both");
  StructInfo result = context_.infos.object();
  if (!is_none(args[1])) result = annotation(args[1], mode);
  std::optional<bool> purity = !is_none(args[0]);
  if (!is_none(args[2])) purity = boolean_of(args[2], "purity");
  if (!purity || !result) return {};
  if (is_none(args[0])) return context_.infos.opaque_function(result, *purity, derives_of(args[3]));
  if (is_none(args[1]))
    return bad_info(Diag::bad_annotation, site.span, "R.Callable with parameters needs the struct info of its result");
  std::vector<Arg> list{args[0]};
  if (std::optional<std::vector<Arg>> parts = elements(args[0])) list = *parts;
  std::vector<StructInfo> params;
  for (const Arg& part : list) {
    params.push_back(annotation(part, mode));
    if (!params.back()) return {};
  }
  return context_.infos.function(params, result, *purity);
}

// ---- vdevices ----

std::optional<uint32_t> Annotations::vdevice_of(const Arg& arg) {
  Item item = eval(arg);
  if (!item) return std::nullopt;
  if (item.is(What::string)) return vdevice_index(text(item.name()), item.span);
  if (item.is(What::object) && context_.attrs[item.attr()].kind == AttrKind::vdevice) {
    std::span<const Attr> parts = context_.attrs.items(item.attr());
    for (uint32_t i = 0; i < module_.vdevices.size(); ++i) {
      const VDevice& d = module_.vdevices[i];
      if (d.target == parts[0] && d.id == context_.attrs[parts[1]].value &&
          d.scope.index == context_.attrs[parts[2]].id)
        return i;
    }
    bad(Diag::bad_annotation, item.span, "the module's global infos do not list this vdevice");
    return std::nullopt;
  }
  bad(Diag::bad_annotation, item.span, describe(item) + " is no vdevice");
  return std::nullopt;
}

std::string_view Annotations::target_kind(Attr target) const {
  if (context_.attrs[target].kind == AttrKind::dict) {
    std::optional<Attr> kind = context_.find(target, "kind");
    return kind ? target_kind(*kind) : std::string_view();
  }
  if (context_.attrs[target].kind != AttrKind::string) return {};
  std::string_view name = text(Name(context_.attrs[target].id));
  return name.substr(0, name.find(' '));
}

// "cuda", "cuda:1" (the second of that kind), "cuda:1:global" (it has this memory scope), "vdevice:3" (the fourth of
// all).
std::optional<uint32_t> Annotations::vdevice_index(std::string_view written, Span span) {
  std::string_view kind = written.substr(0, written.find(':'));
  std::string_view rest = kind.size() < written.size() ? written.substr(kind.size() + 1) : "0";
  std::string_view scope = rest.find(':') < rest.size() ? rest.substr(rest.find(':') + 1) : std::string_view();
  auto has_scope = [&](uint32_t i) { return scope.empty() || text(module_.vdevices[i].scope) == scope; };
  rest = rest.substr(0, rest.find(':'));
  uint32_t number = 0;
  bool is_number = !rest.empty() && rest.size() < 6;
  for (char c : rest) {
    is_number &= c >= '0' && c <= '9';
    number = number * 10 + static_cast<uint32_t>(c - '0');
  }
  if (is_number) {
    if (kind == "vdevice") {
      if (number < module_.vdevices.size() && has_scope(number)) return number;  // every version has this form
    } else {
      for (uint32_t i = 0; i < module_.vdevices.size(); ++i) {
        if (target_kind(module_.vdevices[i].target) != kind || number-- != 0) continue;
        if (has_scope(i)) {
          bool is_newer = !scope.empty();
          std::string other = "\"" + std::string(kind) + ":" + std::string(rest) +
                              (is_newer ? "" : ":" + std::string(text(module_.vdevices[i].scope))) + "\"";
          note(Spelling::vdevice, is_newer, span, std::move(other));
          return i;
        }
        break;
      }
    }
  }
  std::vector<std::string_view> kinds;
  for (const VDevice& d : module_.vdevices) kinds.push_back(target_kind(d.target));
  std::string hint = std::ranges::find(kinds, kind) == kinds.end() ? did_you_mean(kind, kinds) : "";
  bad(Diag::bad_annotation, span, "the module has no vdevice '" + std::string(written) + "'" + hint);
  return std::nullopt;
}

Value Annotations::as_shape(const Arg& arg, int repeat) {
  const Span span = arg.span;
  std::vector<Prim> values;
  auto dim = [&](const Item& item) {
    if (!item) return false;
    std::optional<Prim> p;
    if (item.is(What::expr)) {
      const Node& node = (*fn_)[item.value()];
      if (node.kind == NodeKind::prim_value) p = node.prim();
    } else {
      p = to_prim(item, kInt64);
    }
    if (!p) {
      const bool is_extent = item.is(What::expr) && (*fn_)[item.value()].op == Op::inspect_tensor_shape_i;
      bad(Diag::not_a_shape, item.span,
          (is_extent ? "an element of a tensor's shape" : describe(item)) +
              " is no dim of a shape; dims are numbers and the symbols of the signature and of match_casts");
      return false;
    }
    if (context_.prims.constant(*p)) p = context_.prims.integer(*context_.prims.constant(*p));
    if (!(context_.prims[*p].dtype == kInt64)) {
      bad(Diag::dtype_mismatch, item.span, "a dim must be int64, not " + to_string(context_.prims[*p].dtype));
      return false;
    }
    values.push_back(*p);
    return true;
  };
  if (std::optional<std::vector<Arg>> parts = elements(arg)) {
    bool is_good = true;
    for (const Arg& part : *parts) is_good &= dim(eval(part));
    return is_good ? fn_->add_shape(values, span) : Value();
  }
  Item item = eval(arg);
  if (!item) return {};
  if (item.is(What::list) || item.is(What::tuple)) {
    for (const Item& part : std::vector<Item>(items(item).begin(), items(item).end())) {
      if (!dim(part)) return {};
    }
    return fn_->add_shape(values, span);
  }
  if (item.is(What::expr)) return variable_of(item);
  if (repeat > 0 && (item.is(What::integer) || item.is(What::prim))) {
    if (!dim(item)) return {};
    values.assign(static_cast<size_t>(repeat), values[0]);
    return fn_->add_shape(values, span);
  }
  bool is_dim = item.is(What::integer) || item.is(What::prim);
  bad(Diag::not_a_shape, item.span,
      describe(item) + " is no shape" + (is_dim ? "; one of a single dim is written (dim,)" : ""));
  return {};
}

}  // namespace hammock::read
