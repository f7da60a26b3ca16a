// SPDX-License-Identifier: Apache-2.0
// Struct info as written (language 3.2).
#include <algorithm>
#include <utility>

#include "elaborate.h"
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
};  // the order of Elaborator::builtin

}  // namespace

StructInfo Elaborator::annotation(ExprId e, Mode mode) {
  bool outer = std::exchange(in_annotation_, true);
  StructInfo info = read_annotation(e, mode);
  in_annotation_ = outer;
  return info;
}

StructInfo Elaborator::read_annotation(ExprId e, Mode mode) {
  const Expr& expr = ast_[e];
  ExprId callee = expr.kind == ExprKind::call ? ast_.list(e)[0] : e;
  if (expr.kind == ExprKind::constant && expr.sub == static_cast<uint8_t>(Literal::none)) return context_.infos.void_();
  const Expr& c = ast_[callee];
  if (c.kind == ExprKind::name && (c.sub || !lookup(c.b == Name::kNone ? Name(c.a) : Name(c.b)))) {
    Name whole(c.a);
    const Builtin b = builtin(whole);
    if (b.kind == Builtin::Kind::dtype && expr.kind == ExprKind::name) {
      note(Spelling::prim_type, true, expr.span, "R.Prim(\"" + to_string(DType::unpack(b.id)) + "\")");
      omits_values_ = true;
      return context_.infos.prim(DType::unpack(b.id));
    }
    if (b.kind == Builtin::Kind::info) {
      bool is_call = expr.kind == ExprKind::call;
      switch (static_cast<InfoForm>(b.id)) {
        case InfoForm::object: note_any(text(whole), c.span); return context_.infos.object();
        case InfoForm::tensor: return is_call ? tensor_info(e, mode) : context_.infos.tensor_of_rank(-1, kVoid);
        case InfoForm::shape: return is_call ? shape_info(e, mode) : context_.infos.shape_of_rank(-1);
        case InfoForm::prim:
          return is_call ? prim_info(e, mode)
                         : bad_info(Diag::bad_annotation, expr.span, "R.Prim needs a dtype or a value");
        case InfoForm::tuple: return is_call ? tuple_info(e, mode) : context_.infos.void_();
        case InfoForm::callable:
          return is_call ? callable_info(e, mode) : context_.infos.opaque_function(context_.infos.object(), false);
        case InfoForm::dtensor:
          return is_call ? distributed_info(e, mode)
                         : bad_info(Diag::bad_annotation, expr.span, "R.DTensor needs a device_mesh and a placement");
      }
    }
  }
  if (!fn_) return bad_info(Diag::bad_annotation, expr.span, "this is no struct info");
  Span span = expr.span;
  if (expr.kind == ExprKind::index && is_struct_info(ast_.list(e)[0])) {
    return bad_info(Diag::bad_annotation, span,
                    std::string(text(Name(ast_[ast_.list(e)[0]].a))) + " takes its arguments in parentheses");
  }
  Item item = eval(e);
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

// Arguments by position or keyword, as many as `names`. False after a report.
bool Elaborator::info_args(ExprId e, std::span<const std::string_view> names, std::span<ExprId> out) {
  std::span<const ExprId> args = ast_.list(e).subspan(1);
  for (size_t i = 0; i < args.size(); ++i) {
    const Expr& arg = ast_[args[i]];
    size_t at = i;
    ExprId value = args[i];
    if (arg.kind == ExprKind::keyword) {
      std::string_view key = text(Name(arg.a));
      at = static_cast<size_t>(std::find(names.begin(), names.end(), key) - names.begin());
      if (at == names.size()) {
        bad(Diag::unknown_attribute, arg.span,
            "there is no parameter '" + std::string(key) + "' here" + parameter_hint(key, names));
        return false;
      }
      value = ExprId(arg.b);
    } else if (arg.kind == ExprKind::starred) {
      eval(args[i]);  // says what is wrong
      return false;
    } else if (i >= names.size()) {
      bad(Diag::argument_count, arg.span, "at most " + std::to_string(names.size()) + " arguments are expected here");
      return false;
    }
    if (out[at]) {
      bad(Diag::argument_count, arg.span, "'" + std::string(names[at]) + "' is given twice");
      return false;
    }
    out[at] = value;
  }
  return true;
}

std::optional<DType> Elaborator::dtype_of(ExprId e) {
  Item item = eval(e);
  if (!item) return std::nullopt;
  if (item.is(What::nothing)) return kVoid;
  if (item.is(What::expr) && (*fn_)[item.value()].kind == NodeKind::dtype) return (*fn_)[item.value()].dtype();
  if (item.is(What::builtin) && builtin(item.name()).kind == Builtin::Kind::dtype)
    return DType::unpack(builtin(item.name()).id);
  if (!item.is(What::string)) {
    bad(Diag::bad_argument, item.span, "a dtype is written as a string, not as " + describe(item));
    return std::nullopt;
  }
  std::string_view name = text(item.name());
  std::optional<DType> dtype = parse_dtype(name);
  bool is_written = ast_[e].kind == ExprKind::string;
  if (dtype && is_written && dtype->code >= DType::Code::e4m3)
    note_text(name, {item.span.begin + 1, item.span.end - 1});
  if (!dtype) bad(Diag::unknown_dtype, item.span, "there is no dtype '" + std::string(name) + "'" + dtype_hint(name));
  return dtype;
}

std::optional<int64_t> Elaborator::integer_of(ExprId e, std::string_view what) {
  Item item = eval(e);
  if (!item) return std::nullopt;
  if (item.is(What::prim)) {
    if (std::optional<int64_t> value = context_.prims.constant(item.prim())) return value;
  }
  if (item.is(What::integer) || item.is(What::boolean)) return item.integer;
  bad(Diag::bad_argument, item.span, std::string(what) + " must be an integer, not " + describe(item));
  return std::nullopt;
}

std::optional<bool> Elaborator::boolean_of(ExprId e, std::string_view what) {
  Item item = eval(e);
  if (!item) return std::nullopt;
  if (item.is(What::integer) || item.is(What::boolean)) return item.integer != 0;
  if (item.is(What::prim)) {
    if (std::optional<int64_t> value = context_.prims.constant(item.prim())) return *value != 0;
  }
  bad(Diag::bad_argument, item.span, std::string(what) + " must be True or False, not " + describe(item));
  return std::nullopt;
}

std::optional<Prim> Elaborator::dim(ExprId e, Mode mode) {
  const Expr expr = ast_[e];
  if (expr.kind == ExprKind::integer && !expr.sub && expr.b >> 31 == 0) {
    return context_.prims.integer(static_cast<int64_t>(expr.a | static_cast<uint64_t>(expr.b) << 32));
  }
  Item item;
  if (expr.kind == ExprKind::string) {
    std::string_view name = text(Name(expr.a));
    if (mode == Mode::body) {
      bad(Diag::bad_annotation, expr.span,
          "a dim is a string in signatures only; write " + std::string(name) + " without quotes");
      return std::nullopt;
    }
    if (const Item* known = lookup(Name(expr.a))) {
      item = *known;
    } else {
      auto at = dim_texts_.find(Name(expr.a));
      ExprId parsed =
          at != dim_texts_.end() ? at->second : parse_dim(name, context_, ast_, diagnostics_, expr.span, &aliases_);
      dim_texts_[Name(expr.a)] = parsed;
      if (!parsed) return std::nullopt;
      item = eval(parsed);
    }
  } else if (mode == Mode::signature && expr.kind == ExprKind::name && expr.b == Name::kNone &&
             !in_scope(Name(expr.a)) && !is_predefined(text(Name(expr.a)))) {
    Name name(expr.a);
    bad(Diag::undefined_name, expr.span,
        "'" + std::string(text(name)) + "' is not defined; a signature declares a symbolic dim by a string, \"" +
            std::string(text(name)) + "\"");
    bind(name, Item());
    symbols_.emplace_back(name, Item());  // said once, for the body too
    return std::nullopt;
  } else {
    item = eval(e);
  }
  item.span = expr.span;
  if (!item) return std::nullopt;
  std::optional<Prim> p = to_prim(item, kInt64);
  if (!p) {
    bad(Diag::bad_annotation, expr.span, describe(item) + " is no dim");
    return std::nullopt;
  }
  if (std::optional<int64_t> value = context_.prims.constant(*p)) {
    if (*value >= 0) return context_.prims.integer(*value);
    bad(Diag::bad_annotation, expr.span, "a dim cannot be " + std::to_string(*value));
    return std::nullopt;
  }
  if (!(context_.prims[*p].dtype == kInt64)) {
    bad(Diag::dtype_mismatch, expr.span, "a dim must be int64, not " + to_string(context_.prims[*p].dtype));
    return std::nullopt;
  }
  return p;
}

// A list or tuple of dims. False after a report.
bool Elaborator::dims(ExprId e, Mode mode, std::vector<Prim>& out) {
  size_t size = ast_.list(e).size();
  if (size > kMaxRank) {
    bad(Diag::too_large, ast_[e].span,
        "a shape of rank " + std::to_string(size) + ", the bound is " + std::to_string(kMaxRank));
    return false;
  }
  bool is_good = true;
  for (size_t i = 0; i < size; ++i) {
    std::optional<Prim> p = dim(ast_.list(e)[i], mode);
    is_good &= p.has_value();
    if (p) out.push_back(*p);
  }
  return is_good;
}

StructInfo Elaborator::tensor_info(ExprId e, Mode mode) {
  constexpr std::string_view kNames[] = {"shape", "dtype", "vdevice", "ndim"};
  ExprId args[4];
  return info_args(e, kNames, args) ? tensor_of(args[0], args[1], args[2], args[3], mode) : StructInfo();
}

// Absent arguments are none, or None.
StructInfo Elaborator::tensor_of(ExprId shape_arg, ExprId dtype_arg, ExprId vdevice_arg, ExprId ndim_arg, Mode mode) {
  if (!is_none(shape_arg) && ast_[shape_arg].kind == ExprKind::string && is_none(dtype_arg))
    std::swap(shape_arg, dtype_arg);
  if (shape_arg && ast_[shape_arg].kind == ExprKind::integer) {
    return bad_info(Diag::bad_annotation, ast_[shape_arg].span,
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
      return bad_info(Diag::bad_annotation, ast_[ndim_arg].span,
                      "ndim must be between -1 and " + std::to_string(kMaxRank));
  }
  if (is_none(shape_arg))
    return is_good ? context_.infos.tensor_of_rank(static_cast<int>(ndim), dtype, vdevice) : StructInfo();
  Span span = ast_[shape_arg].span;
  if (ndim != -1)
    return bad_info(Diag::bad_annotation, ast_[ndim_arg].span, "ndim cannot be given together with a shape");
  if (ast_[shape_arg].kind == ExprKind::tuple || ast_[shape_arg].kind == ExprKind::list) {
    size_t base = dims_.size();
    is_good &= dims(shape_arg, mode, dims_);
    StructInfo info = is_good ? context_.infos.tensor(std::span(dims_).subspan(base), dtype, vdevice) : StructInfo();
    dims_.resize(base);
    return info;
  }
  Item item = eval(shape_arg);
  if (!item || !is_good) return {};
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

StructInfo Elaborator::shape_info(ExprId e, Mode mode) {
  constexpr std::string_view kNames[] = {"values", "ndim"};
  ExprId args[2];
  if (!info_args(e, kNames, args)) return {};
  bool has_values = args[0] && ast_[args[0]].kind != ExprKind::constant;
  if (has_values) {
    if (args[1]) return bad_info(Diag::bad_annotation, ast_[args[1]].span, "ndim cannot be given together with values");
    if (ast_[args[0]].kind != ExprKind::tuple && ast_[args[0]].kind != ExprKind::list) {
      return bad_info(Diag::bad_annotation, ast_[args[0]].span, "the values of R.Shape are a list of dims");
    }
    std::vector<Prim> values;
    return dims(args[0], mode, values) ? context_.infos.shape(values) : StructInfo();
  }
  if (!args[1]) return context_.infos.shape_of_rank(-1);
  std::optional<int64_t> ndim = integer_of(args[1], "ndim");
  if (!ndim) return {};
  if (*ndim < -1 || *ndim > kMaxRank)
    return bad_info(Diag::bad_annotation, ast_[args[1]].span,
                    "ndim must be between -1 and " + std::to_string(kMaxRank));
  return context_.infos.shape_of_rank(static_cast<int>(*ndim));
}

StructInfo Elaborator::prim_info(ExprId e, Mode mode) {
  constexpr std::string_view kNames[] = {"dtype", "value"};
  ExprId args[2];
  if (!info_args(e, kNames, args)) return {};
  bool is_word = args[0] && !args[1] && ast_[args[0]].kind == ExprKind::string;
  note(Spelling::prim_type, false, ast_[e].span, is_word ? "T." + std::string(text(Name(ast_[args[0]].a))) : "");
  if (!args[0] && !args[1]) return bad_info(Diag::bad_annotation, ast_[e].span, "R.Prim needs a dtype or a value");
  std::optional<DType> dtype;
  if (args[0]) {
    dtype = dtype_of(args[0]);
    if (!dtype) return {};
  }
  if (!args[1]) return context_.infos.prim(*dtype);
  const Expr expr = ast_[args[1]];
  Item item;
  if (expr.kind == ExprKind::string) {
    std::string_view value = text(Name(expr.a));
    if (mode == Mode::body) return bad_info(Diag::bad_annotation, expr.span, "a value is a string in signatures only");
    ExprId parsed = parse_dim(value, context_, ast_, diagnostics_, expr.span, &aliases_);
    if (!parsed) return {};
    item = eval(parsed);
  } else {
    item = eval(args[1]);
  }
  item.span = expr.span;
  if (!item) return {};
  std::optional<Prim> p = to_prim(item, dtype.value_or(item.is(What::real)      ? kFloat32
                                                       : item.is(What::boolean) ? kBool
                                                                                : kInt64));
  if (!p) return bad_info(Diag::bad_annotation, expr.span, describe(item) + " is no primitive value");
  if (dtype && !(context_.prims[*p].dtype == *dtype)) {
    return bad_info(Diag::dtype_mismatch, expr.span,
                    "the value has dtype " + to_string(context_.prims[*p].dtype) + ", not " + to_string(*dtype));
  }
  return context_.infos.prim_value(*p, context_.prims[*p].dtype);
}

StructInfo Elaborator::tuple_info(ExprId e, Mode mode) {
  std::vector<ExprId> parts(ast_.list(e).begin() + 1, ast_.list(e).end());
  if (parts.size() == 1) {
    if (ast_[parts[0]].kind == ExprKind::keyword) parts[0] = ExprId(ast_[parts[0]].b);
    if (std::optional<std::vector<ExprId>> list = elements(parts[0])) parts = *list;
  }
  std::vector<StructInfo> fields;
  bool is_good = true;
  for (ExprId part : parts) {
    fields.push_back(annotation(part, mode));
    is_good &= static_cast<bool>(fields.back());
  }
  if (!is_good) return {};
  StructInfo info = context_.infos.tuple(fields);
  uint64_t size = 1;
  uint32_t depth = 0;
  for (StructInfo f : fields) {
    auto it = tuple_sizes_.find(f);
    size += it == tuple_sizes_.end() ? 1 : it->second.first;
    depth = std::max(depth, it == tuple_sizes_.end() ? 0 : it->second.second);
  }
  tuple_sizes_[info] = {size, depth + 1};
  return info;
}

// Of the functions that a program may register under a name, all but those of TVM are unknown here; to go by sinfo_args
// is the usual one.
Derives Elaborator::derives_of(ExprId derive_func) const {
  if (is_none(derive_func)) return Derives::nothing;
  const Expr& name = ast_[derive_func];
  const bool is_view = name.kind == ExprKind::string && text(Name(name.a)) == "tvm.relax.struct_info.infer_view_sinfo";
  return is_view ? Derives::view : Derives::sinfo_args;
}

StructInfo Elaborator::callable_info(ExprId e, Mode mode) {
  constexpr std::string_view kNames[] = {"params", "ret", "purity", "derive_func"};
  ExprId args[4];
  if (!info_args(e, kNames, args)) return {};
  if (!is_none(args[1]) && !is_none(args[3]))
    return bad_info(Diag::bad_annotation, ast_[e].span, "R.Callable takes ret or derive_func, not both");
  StructInfo result = context_.infos.object();
  if (!is_none(args[1])) result = annotation(args[1], mode);
  std::optional<bool> purity = !is_none(args[0]);
  if (!is_none(args[2])) purity = boolean_of(args[2], "purity");
  if (!purity || !result) return {};
  if (is_none(args[0])) return context_.infos.opaque_function(result, *purity, derives_of(args[3]));
  if (is_none(args[1]))
    return bad_info(Diag::bad_annotation, ast_[e].span,
                    "R.Callable with parameters needs the struct info of its result");
  std::vector<ExprId> list{args[0]};
  if (std::optional<std::vector<ExprId>> parts = elements(args[0])) list = *parts;
  std::vector<StructInfo> params;
  for (ExprId part : list) {
    params.push_back(annotation(part, mode));
    if (!params.back()) return {};
  }
  return context_.infos.function(params, result, *purity);
}

// ---- vdevices ----

std::optional<uint32_t> Elaborator::vdevice_of(ExprId e) {
  Item item = eval(e);
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

std::string_view Elaborator::target_kind(Attr target) const {
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
std::optional<uint32_t> Elaborator::vdevice_index(std::string_view written, Span span) {
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

}  // namespace hammock::read
