// SPDX-License-Identifier: Apache-2.0
// Calls in kernels: arguments, the functions of T by name, variables and dtypes (TIR 1.14).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "hammock/base/suggest.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/constant.h"
#include "kernel_reader.h"

namespace hammock::read {

const KernelValue* KernelReader::Args::take(size_t at, std::string_view keyword) {
  asked.push_back(keyword);
  if (at < positional.size()) {
    taken |= uint64_t{1} << std::min<size_t>(at, 63);
    return &positional[at];
  }
  for (size_t i = 0; i < keywords.size(); ++i) {
    if (keywords[i].first != keyword || keyword.empty()) continue;
    taken_keywords |= uint64_t{1} << std::min<size_t>(i, 63);
    return &keywords[i].second;
  }
  return nullptr;
}

KernelReader::Args KernelReader::arguments(ExprId e, std::string_view name) {
  Args args;
  args.span = ast_[e].span;
  args.name = name;
  const std::string_view last = name.substr(name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.') + 1);
  const bool steps =
      last != "reads" && last != "writes" && last != "match_buffer" && last != "realize" && name.find('.') != 0;
  for (ExprId a : ast_.list(e).subspan(1)) {
    const Expr& x = ast_[a];
    if (x.kind == ExprKind::keyword) {
      args.keywords.push_back({text(Name(x.a)), eval(ExprId(x.b))});
    } else if (x.kind == ExprKind::starred) {
      V v = eval(ExprId(x.a));
      if (!v.is(K::list)) fail(Diag::not_a_tuple, x.span, describe(v) + " cannot be spread");
      args.positional.insert(args.positional.end(), v.items->begin(), v.items->end());
    } else {
      args.positional.push_back(eval(a, steps));
    }
  }
  return args;
}

void KernelReader::done(const Args& args) {
  for (size_t i = 0; i < args.positional.size(); ++i) {
    if (!(args.taken >> std::min<size_t>(i, 63) & 1))
      fail(Diag::argument_count, args.positional[i].span, "T." + std::string(args.name) + " takes fewer arguments");
  }
  for (size_t i = 0; i < args.keywords.size(); ++i) {
    if (!(args.taken_keywords >> std::min<size_t>(i, 63) & 1)) {
      fail(Diag::argument_count, args.keywords[i].second.span,
           "T." + std::string(args.name) + " has no parameter '" + std::string(args.keywords[i].first) + "'" +
               did_you_mean(args.keywords[i].first, args.asked));
    }
  }
}

const KernelValue& KernelReader::need(Args& args, size_t at, std::string_view keyword, std::string_view what) {
  const V* v = args.take(at, keyword);
  if (!v) {
    fail(Diag::argument_count, args.span,
         "T." + std::string(args.name) + " needs " + (what.empty() ? "more arguments" : std::string(what)));
  }
  return *v;
}

std::pair<const KernelValue*, const KernelValue*> KernelReader::two(Args& args, std::string_view first,
                                                                    std::string_view second) {
  return {&need(args, 0, first), &need(args, 1, second)};
}

KernelValue KernelReader::call_expression(ExprId e) {
  ExprId callee = ast_.list(e)[0];
  V f = eval(callee);
  if (f.is(K::function)) {
    std::string name(text(f.text));
    Args args = arguments(e, name);
    args.name = text(f.text);
    V v = call_function(name, args);
    v.span = ast_[e].span;
    return v;
  }
  if (f.is(K::method)) {
    Args args = arguments(e, text(f.text));
    return call_method(f.items->at(0), text(f.text), args);
  }
  if (f.is(K::kernel)) {
    Args args = arguments(e, text(f.text));
    std::vector<Prim> prims;
    for (const V& v : args.positional) prims.push_back(prim(v));
    const DType result = around_.result_of(f.text).value_or(kVoid);
    return of(prims_.call(context_.name("@" + std::string(text(f.text))), result, prims), args.span);
  }
  fail(Diag::not_a_function, ast_[callee].span, describe(f) + " cannot be called");
}

DType KernelReader::dtype_of(const V& v) {
  if (v.is(K::function)) {
    std::string_view name = text(v.text);
    if (name == "boolean") return kBool;
    if (std::optional<DType> d = parse_dtype(name)) return *d;
  }
  if (!v.is(K::string)) fail(Diag::not_a_string, v.span, "a dtype is a string, not " + describe(v));
  if (text(v.text) == "int") return kInt32;
  std::optional<DType> d = parse_vector_dtype(text(v.text));
  if (!d) fail(Diag::unknown_dtype, v.span, "'" + std::string(text(v.text)) + "' is no dtype");
  return *d;
}

std::vector<Prim> KernelReader::prims_of(const V& v) {
  std::vector<Prim> out;
  if (!v.is(K::list)) return {prim(v)};
  for (const V& item : *v.items) out.push_back(prim(item));
  return out;
}

KernelValue KernelReader::fresh(std::string_view hint, DType d, Span span, bool is_size_var) {
  V v = of(prims_.var(context_.name(hint), d, is_size_var), span);
  v.is_fresh = true;
  return v;
}

KernelValue KernelReader::pointer(DType element, Name scope, Span span) {
  V v = fresh("", kHandle, span);
  kernel_->variables[v.prim.index] = {{}, true, element, scope, span};
  return v;
}

// T.x is t_x; several names may be one function.
const std::unordered_map<std::string_view, KernelReader::Function>& KernelReader::functions_of_t() {
  using R = KernelReader;
  static const std::unordered_map<std::string_view, Function> kTable{
      {"Assert", &R::t_assert},
      {"Broadcast", &R::t_broadcast},
      {"Buffer", &R::t_buffer},
      {"BufferLoad", &R::t_buffer_load},
      {"Call", &R::t_call},
      {"Cast", &R::t_cast},
      {"Else", &R::t_then},
      {"FloatImm", &R::t_int_imm},
      {"If", &R::t_if},
      {"IntImm", &R::t_int_imm},
      {"IterVar", &R::t_iter_var},
      {"Let", &R::t_let},
      {"LetStmt", &R::t_let_stmt},
      {"Not", &R::t_not},
      {"Ptr", &R::t_ptr},
      {"Ramp", &R::t_ramp},
      {"Range", &R::t_range},
      {"Select", &R::t_select},
      {"Shuffle", &R::t_shuffle},
      {"SizeVar", &R::t_var},
      {"StringImm", &R::t_string_imm},
      {"Target", &R::t_target},
      {"Then", &R::t_then},
      {"Var", &R::t_var},
      {"While", &R::t_while},
      {"abs", &R::t_abs},
      {"alloc_buffer", &R::t_alloc_buffer},
      {"alloc_local", &R::t_decl_buffer},
      {"alloc_shared", &R::t_decl_buffer},
      {"allocate", &R::t_allocate},
      {"allocate_const", &R::t_allocate_const},
      {"attr", &R::t_attr},
      {"bitwise_and", &R::t_bits},
      {"bitwise_not", &R::t_bitwise_not},
      {"bitwise_or", &R::t_bits},
      {"bitwise_xor", &R::t_bits},
      {"block", &R::t_block},
      {"block_attr", &R::t_block_attr},
      {"broadcast", &R::t_broadcast},
      {"buffer", &R::t_buffer},
      {"buffer_decl", &R::t_buffer},
      {"buffer_store", &R::t_buffer_store},
      {"buffer_var", &R::t_ptr},
      {"call_intrin", &R::t_call},
      {"cast", &R::t_cast},
      {"ceil", &R::t_round},
      {"ceildiv", &R::t_ceildiv},
      {"comm_reducer", &R::t_comm_reducer},
      {"const", &R::t_const},
      {"decl_buffer", &R::t_decl_buffer},
      {"decl_scalar", &R::t_scalar},
      {"env_thread", &R::t_env_thread},
      {"evaluate", &R::t_evaluate},
      {"floor", &R::t_round},
      {"func_attr", &R::t_func_attr},
      {"get", &R::t_get},
      {"grid", &R::t_grid},
      {"handle", &R::t_ptr},
      {"if_then_else", &R::t_if_then_else},
      {"index_map", &R::t_index_map},
      {"infinity", &R::t_max_value},
      {"init", &R::t_init},
      {"isfinite", &R::t_isinf},
      {"isinf", &R::t_isinf},
      {"isnan", &R::t_isnan},
      {"iter_var", &R::t_iter_var},
      {"launch_thread", &R::t_launch_thread},
      {"let", &R::t_let_expression},
      {"likely", &R::t_likely},
      {"local_scalar", &R::t_scalar},
      {"llvm_lookup_intrinsic_id", &R::t_get},
      {"match_buffer", &R::t_match_buffer},
      {"max_value", &R::t_max_value},
      {"meta_var", &R::t_meta_var},
      {"min_value", &R::t_max_value},
      {"nearbyint", &R::t_round},
      {"parallel", &R::t_loop},
      {"prefetch", &R::t_prefetch},
      {"ptr", &R::t_ptr},
      {"ramp", &R::t_ramp},
      {"range", &R::t_loop},
      {"reads", &R::t_reads},
      {"realize", &R::t_realize},
      {"reinterpret", &R::t_reinterpret},
      {"round", &R::t_round},
      {"sblock", &R::t_block},
      {"sblock_alloc_buffer", &R::t_alloc_buffer},
      {"sblock_attr", &R::t_block_attr},
      {"serial", &R::t_loop},
      {"shared_scalar", &R::t_scalar},
      {"shift_left", &R::t_bits},
      {"shift_right", &R::t_bits},
      {"target", &R::t_target},
      {"thread_binding", &R::t_loop},
      {"trunc", &R::t_round},
      {"unroll", &R::t_loop},
      {"var", &R::t_var_dtype},
      {"vectorized", &R::t_loop},
      {"where", &R::t_where},
      {"writes", &R::t_reads},
  };
  return kTable;
}

KernelValue KernelReader::call_function(std::string_view name, Args& args) {
  if (name.starts_with("R.") || name.starts_with("I.")) name.remove_prefix(2);
  if (name.starts_with("python.")) return python_function(name.substr(7), args);
  args.name = name;
  if (name.starts_with("axis.")) {
    if (std::optional<V> v = axis_function(name.substr(5), args)) return *v;
  }
  if (auto row = functions_of_t().find(name); row != functions_of_t().end()) return (this->*row->second)(args);
  for (auto group : {&KernelReader::arithmetic, &KernelReader::dtype_function, &KernelReader::intrinsic}) {
    if (std::optional<V> v = (this->*group)(name, args)) return *v;
  }
  unknown_function(name, args.span);
}

std::vector<std::string_view> KernelReader::function_names() {
  std::vector<std::string_view> known{"axis.spatial", "axis.reduce", "axis.remap", "axis.scan", "axis.opaque"};
  for (const auto& row : functions_of_t()) known.push_back(row.first);
  for (const IntrinsicRow& row : intrinsics()) {
    if (row.form != IntrinsicForm::inner) known.push_back(row.name);
  }
  std::ranges::sort(known);
  return known;
}

void KernelReader::unknown_function(std::string_view name, Span span) {
  const std::string_view meant = nearest(name, function_names());
  fail(Diag::undefined_name, span,
       "T." + std::string(name) + " is no function of kernels" +
           (meant.empty() ? "" : "; did you mean 'T." + std::string(meant) + "'?"));
}

KernelValue KernelReader::python_function(std::string_view name, Args& args) {
  if (name == "range") return loop_frame(tir::ForKind::serial, args);
  const V* x = args.take(0, "");
  if (!x) fail(Diag::argument_count, args.span, std::string(name) + " needs an argument");
  if (name == "len" && x->is(K::list)) return integer(static_cast<int64_t>(x->items->size()), args.span);
  if ((name == "tuple" || name == "list") && x->is(K::list)) return *x;
  if (name == "int" && x->is_python_number())
    return python_value(Operator::plus, python::to_integer(x->number()), args.span);
  if (name == "float" && x->is_python_number())
    return python_value(Operator::plus, python::Number::of(x->number().as_real()), args.span);
  if (name == "float" && x->is(K::string)) {
    const std::string_view word = text(x->text);
    const python::Outcome number = python::to_real(word);
    if (!number) fail(Diag::not_a_number, x->span, "this text is no number");
    if (std::isinf(number.value.real) && word.find_first_of("0123456789") != std::string_view::npos)
      fail(Diag::too_large, x->span, "the number does not fit into float64");
    return python_value(Operator::plus, number.value, args.span);
  }
  if (name == "abs" && x->is(K::integer))
    return x->integer < 0 ? unary(Operator::minus, *x, args.span) : integer(x->integer, args.span);
  if (name == "min" || name == "max") {
    const std::vector<V>& all = x->is(K::list) ? *x->items : args.positional;
    const V* best = nullptr;
    for (const V& v : all) {
      if (!v.is(K::integer))
        fail(Diag::undefined_operation, v.span, "min and max take numbers; expressions have T.min, T.max");
      if (!best || (name == "min") == (v.integer < best->integer)) best = &v;
    }
    if (best) return *best;
  }
  fail(Diag::undefined_operation, args.span, std::string(name) + " of " + describe(*x));
}

KernelValue KernelReader::t_var(Args& args) {
  const V *hint = args.take(0, "name"), *d = args.take(1, "dtype");
  if (!hint || !hint->is(K::string) || !d) fail(Diag::argument_count, args.span, "T.Var takes a args.name and a dtype");
  return fresh(text(hint->text), dtype_of(*d), args.span, args.name == "SizeVar");
}

KernelValue KernelReader::t_var_dtype(Args& args) {
  const V* d = args.take(0, "dtype");
  return fresh("", d ? dtype_of(*d) : kInt32, args.span);
}

KernelValue KernelReader::t_ptr(Args& args) {
  const V *d = args.take(0, "dtype"), *scope = args.take(1, "storage_scope");
  if (const V* size = args.take(2, "is_size_var"); size && !size->is(K::boolean))
    fail(Diag::not_an_integer, size->span, "is_size_var is True or False");
  done(args);
  if (!d && !scope) return fresh("", kHandle, args.span);
  if (d && d->is(K::nothing)) return fresh("", kHandle, args.span);
  if (scope && !scope->is(K::string)) fail(Diag::not_a_string, scope->span, "a storage scope is a string");
  return pointer(d ? dtype_of(*d) : kVoid, scope ? scope->text : context_.name("global"), args.span);
}

std::optional<KernelValue> KernelReader::dtype_function(std::string_view name, Args& args) {
  std::optional<DType> d = name == "boolean" ? kBool : parse_dtype(name);
  if (!d) return std::nullopt;
  const V *value = args.take(0, "expr"), *size = args.take(1, "is_size_var");
  done(args);
  if (!value || value->is(K::nothing))
    return fresh("", *d, args.span, size && size->is(K::boolean) && size->integer != 0);
  if (value->is(K::string)) {
    std::string s(text(value->text));
    char* end = nullptr;
    double number = std::strtod(s.c_str(), &end);
    if (!d->is_any_float() || s.empty() || *end) fail(Diag::not_a_number, value->span, "'" + s + "' is no number");
    return of(prims_.real(number, *d), args.span);
  }
  if (value->is_python_number() && d->is_scalar()) {
    V v = *value;
    if (v.is(K::real) && d->is_integral()) v = integer(static_cast<int64_t>(v.real), v.span);
    if (d->is_boolean() && (v.integer < 0 || v.integer > 1))
      fail(Diag::too_large, v.span, "the number does not fit into bool");
    return of(number(v, *d), args.span);
  }
  return of(as_dtype(prim(*value), *d, args.span), args.span);
}

}  // namespace hammock::read
