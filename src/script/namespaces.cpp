// SPDX-License-Identifier: Apache-2.0
// What names mean: the modules of TVM, their functions, and the methods of its objects; one row each.
#include <algorithm>

#include "hammock/base/suggest.h"
#include "tvm.h"

namespace hammock::script {
namespace {

// A module of TVM under the name that it has here. The namespaces R, T and I are those of the reader.
struct SpaceRow {
  std::string_view space, name, is;
};
constexpr SpaceRow kSpaces[] = {
    {"tvm", "relax", "relax"},
    {"tvm", "tir", "T"},
    {"tvm", "ir", "I"},
    {"tvm", "script", "script"},
    {"tvm", "dpl", "P"},
    {"tvm.script", "relax", "R"},
    {"script", "relax", "R"},
    {"script", "tir", "T"},
    {"script", "ir", "I"},
    {"relax", "dpl", "P"},
    {"relax", "op", "R"},
    {"relax", "expr", "relax"},
    {"relax", "struct_info", "relax"},
    {"relax", "analysis", "analysis"},
    {"relax", "transform", "transform"},
    {"relax", "backend", "backend"},
    {"backend", "pattern_registry", "backend"},
    {"backend", "utils", "backend"},
    {"backend", "patterns", "backend"},
    {"P", "pattern", "P"},
    {"P", "context", "P"},
    {"P", "rewrite", "P"},
};

// Names of tvm.relax that are written otherwise in scripts.
constexpr std::pair<std::string_view, std::string_view> kRelaxNames[] = {
    {"TensorStructInfo", "R.Tensor"},   {"ShapeStructInfo", "R.Shape"},   {"PrimStructInfo", "R.Prim"},
    {"TupleStructInfo", "R.Tuple"},     {"ObjectStructInfo", "R.Object"}, {"FuncStructInfo", "R.Callable"},
    {"PrimValue", "R.prim_value"},      {"StringImm", "R.str"},           {"DataTypeImm", "R.dtype"},
    {"TupleGetItem", "R.TupleGetItem"}, {"ShapeExpr", "R.ShapeExpr"},     {"const", "R.const"},
};
constexpr std::string_view kTypes[] = {"Expr",     "Call",      "Var",        "DataflowVar", "Constant",
                                       "Function", "GlobalVar", "ExternFunc", "Op",          "StructInfo"};

constexpr std::string_view kGlobals[] = {"R", "T", "I", "tvm", "relax", "tir", "ir"};

}  // namespace

std::span<const Tvm::FunctionRow> Tvm::functions() {
  static constexpr FunctionRow kRows[] = {
      {"P.wildcard", "", &Tvm::wildcard},
      {"P.is_op", "op_name", &Tvm::is_op},
      {"P.is_const", "", &Tvm::is_const},
      {"P.is_var", "name?", &Tvm::is_var},
      {"P.is_dfv", "name?", &Tvm::is_dfv},
      {"P.is_gv", "name?", &Tvm::is_gv},
      {"P.ExternFuncPattern", "global_symbol?", &Tvm::extern_pattern},
      {"P.is_expr", "expr", &Tvm::is_expr},
      {"P.is_tuple", "fields unordered?", &Tvm::is_tuple},
      {"P.is_tuple_get_item", "tuple_value index?", &Tvm::is_get_item},
      {"P.is_shape", "shape", &Tvm::is_shape},
      {"P.is_call_tir", "func_name args? tir_vars?", &Tvm::is_call_tir},
      {"P.is_call_dps_packed", "func_name args?", &Tvm::is_call_dps_packed},
      {"P.is_call_packed", "func_name args?", &Tvm::is_call_packed},
      {"P.has_attr", "attrs pattern?", &Tvm::has_attr},
      {"P.has_dtype", "dtype pattern?", &Tvm::has_dtype},
      {"P.make_fused_bias_activation_pattern", "op_name with_bias? activation? allow_reshape?",
       &Tvm::fused_bias_activation},
      {"P.dominates", "parent path child?", &Tvm::dominates},
      {"P.each", "pattern at_least?", &Tvm::each},
      {"P.PatternContext", "incremental?", &Tvm::pattern_context},
      {"P.rewrite_call", "pattern rewriter func", &Tvm::rewrite_call},
      {"P.rewrite_bindings", "ctx rewriter func", &Tvm::rewrite_bindings},
      {"P.ExprPatternRewriter", "pattern func", &Tvm::from_pattern},
      {"P.PatternMatchingRewriter.from_pattern", "pattern func", &Tvm::from_pattern},
      {"P.PatternMatchingRewriter.from_module", "mod", &Tvm::from_module},
      {"P.OrRewriter", "lhs rhs", &Tvm::or_rewriter},
      {"P.TupleRewriter", "patterns func", &Tvm::tuple_rewriter},
      {"backend.make_conv2d_pattern", "with_bias? activation?", &Tvm::conv2d_pattern},
      {"backend.make_matmul_pattern", "with_bias? activation? transposed_rhs?", &Tvm::matmul_pattern},
      {"backend.make_residual_block_pattern", "node_output binary_op? activation?", &Tvm::residual_block_pattern},
      {"backend.make_attention_pattern", "with_bias? var_len?", &Tvm::attention_pattern},
      {"backend.make_stacked_attention_pattern", "start_op with_bias? layout?", &Tvm::stacked_attention_pattern},
      {"backend.make_layer_norm_pattern", "", &Tvm::layer_norm_pattern},
      {"backend.make_rms_norm_pattern", "", &Tvm::rms_norm_pattern},
      {"backend.make_matmul_dequantize_pattern", "transposed_rhs?", &Tvm::matmul_dequantize_pattern},
      {"transform.FusionPattern", "name pattern annotation_patterns? check? attrs_getter?", &Tvm::fusion_pattern},
      {"backend.register_patterns", "entries", &Tvm::register_patterns},
      {"backend.get_patterns_with_prefix", "prefix", &Tvm::get_patterns_with_prefix},
      {"backend.get_pattern", "name", &Tvm::get_pattern},
      {"backend.has_leaking_intermediate_variables", "context", &Tvm::has_leaking_variables},
      {"relax.Call", "op args attrs? sinfo_args? span?", &Tvm::make_call},
      {"relax.Tuple", "fields span?", &Tvm::make_tuple},
      {"T.Var", "name dtype?", &Tvm::make_symbol},
      {"T.SizeVar", "name dtype?", &Tvm::make_symbol},
      {"I.assert_structural_equal", "lhs rhs map_free_vars?", &Tvm::assert_equal},
      {"analysis.get_var2val", "func", &Tvm::get_var2val},
  };
  return kRows;
}

std::span<const Tvm::MethodRow> Tvm::methods() {
  static constexpr MethodRow kRows[] = {
      {Type::pattern, "has_attr", "attrs", &Tvm::m_has_attr},
      {Type::pattern, "has_dtype", "dtype", &Tvm::m_has_dtype},
      {Type::pattern, "has_shape", "shape", &Tvm::m_has_shape},
      {Type::pattern, "has_struct_info", "struct_info", &Tvm::m_has_struct_info},
      {Type::pattern, "has_type", "ttype", &Tvm::m_has_type},
      {Type::pattern, "used_by", "other index?", &Tvm::m_used_by},
      {Type::pattern, "only_used_by", "other index?", &Tvm::m_only_used_by},
      {Type::chain, "used_by", "other index?", &Tvm::m_used_by},
      {Type::chain, "only_used_by", "other index?", &Tvm::m_only_used_by},
      {Type::context, "branches", "pattern shared at_least? at_most?", &Tvm::m_branches},
      {Type::pattern, "fork_to", "*", &Tvm::m_fork_to},
      {Type::pattern, "same_shape_as", "*", &Tvm::m_same_shape_as},
      {Type::pattern, "dup", "", &Tvm::m_dup},
      {Type::pattern, "dominates", "parent path?", &Tvm::m_dominates},
      {Type::pattern, "optional", "option_constructor", &Tvm::m_optional},
      {Type::expr, "astype", "dtype", &Tvm::m_astype},
      {Type::array, "numpy", "", &Tvm::m_numpy},
      {Type::array, "asnumpy", "", &Tvm::m_numpy},
      {Type::array, "copy", "", &Tvm::m_numpy},
      {Type::array, "item", "", &Tvm::m_item},
      {Type::array, "all", "", &Tvm::m_all},
      {Type::array, "any", "", &Tvm::m_any},
      {Type::array, "min", "", &Tvm::m_min},
      {Type::array, "max", "", &Tvm::m_max},
      {Type::array, "sum", "", &Tvm::m_sum},
      {Type::array, "tolist", "", &Tvm::m_tolist},
      {Type::array, "flatten", "", &Tvm::m_flatten},
      {Type::array, "ravel", "", &Tvm::m_flatten},
      {Type::array, "astype", "dtype", &Tvm::m_array_astype},
      {Type::attrs, "get", "key missing?", &Tvm::m_attrs_get},
      {Type::usages, "get", "variable missing?", &Tvm::m_usages_get},
      {Type::program, "show", "*", &Tvm::m_show},
      {Type::program, "get_global_var", "name", &Tvm::m_get_global_var},
      {Type::program, "update_func", "var func", &Tvm::m_update_func},
  };
  return kRows;
}

const Tvm::FunctionRow* Tvm::find_function(std::string_view name) const {
  for (const FunctionRow& row : functions()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

const Tvm::MethodRow* Tvm::find_method(Type type, std::string_view name) const {
  for (const MethodRow& row : methods()) {
    if (row.type == type && row.name == name) return &row;
  }
  return nullptr;
}

bool Tvm::has_method(Datum base, std::string_view name) { return find_method(base.type, name) != nullptr; }

Datum Tvm::call_method(Datum base, std::string_view name, const Args& args) {
  const MethodRow* row = find_method(base.type, name);
  return (this->*row->run)(base, bind(name, row->params, args));
}

Bound Tvm::bind(std::string_view name, std::string_view params, const Args& args) {
  std::vector<std::pair<std::string_view, bool>> words;  // may be absent?
  bool takes_rest = false;
  while (!params.empty()) {
    std::string_view word = params.substr(0, params.find(' '));
    params.remove_prefix(std::min(word.size() + 1, params.size()));
    if (word == "*") {
      takes_rest = true;
      continue;
    }
    bool may_be_absent = word.ends_with('?');
    if (may_be_absent) word.remove_suffix(1);
    words.emplace_back(word, may_be_absent);
  }
  std::string call = std::string(name.substr(name.rfind('.') + 1)) + "()";
  Bound out{std::vector<Datum>(words.size()), std::vector<bool>(words.size()), {}};
  for (size_t i = 0; i < args.positional.size(); ++i) {
    if (i < words.size()) {
      out.values[i] = args.positional[i];
      out.given[i] = true;
    } else if (takes_rest) {
      out.rest.push_back(args.positional[i]);
    } else {
      interpreter_->fail(call + " takes at most " + std::to_string(words.size()) + " arguments, not " +
                             std::to_string(args.positional.size()),
                         Diag::argument_count);
    }
  }
  for (const auto& [key, value] : args.keywords) {
    std::string_view k = context_.text(key);
    auto at = std::find_if(words.begin(), words.end(), [&](const auto& w) { return w.first == k; });
    if (at == words.end()) {
      std::vector<std::string_view> names;
      for (auto& w : words) names.push_back(w.first);
      interpreter_->fail(call + " has no parameter '" + std::string(k) + "'" + did_you_mean(k, names),
                         Diag::argument_count);
    }
    size_t i = static_cast<size_t>(at - words.begin());
    if (out.given[i]) interpreter_->fail(call + " gets two values for '" + std::string(k) + "'", Diag::argument_count);
    out.values[i] = value;
    out.given[i] = true;
  }
  for (size_t i = 0; i < words.size(); ++i) {
    if (!out.given[i] && !words[i].second)
      interpreter_->fail(call + " needs a value for '" + std::string(words[i].first) + "'", Diag::argument_count);
  }
  return out;
}

// ---- names ----

std::optional<Datum> Tvm::global(Name name) {
  std::string_view text = context_.text(name);
  if (std::find(std::begin(kGlobals), std::end(kGlobals), text) != std::end(kGlobals)) {
    return space(text == "tir" ? "T" : text == "ir" ? "I" : text);
  }
  if (text == "rx") return space("relax");
  for (std::string_view in : {"P", "backend", "transform", "analysis"}) {
    if (std::optional<Datum> d = member(in, text)) return d;
  }
  // What the script does not define is a function of the module that is being rewritten.
  if (text == "main" || text == "mod") return Datum::of(Type::program, 0);
  return std::nullopt;
}

std::optional<Datum> Tvm::member(std::string_view in, std::string_view name) {
  interpreter_->charge(10);  // all tables are asked
  for (const SpaceRow& row : kSpaces) {
    if (row.space == in && row.name == name) return space(row.is);
  }
  std::string full = std::string(in) + "." + std::string(name);
  if (find_function(full)) return maker(full);
  if (full == "P.PatternMatchingRewriter") return space(full);
  if (full == "P.DFPattern" || full == "P.DFConstraint") return maker(full);
  if (in == "relax") {
    for (auto [there, here] : kRelaxNames) {
      if (there == name) return maker(here);
    }
    if (std::find(std::begin(kTypes), std::end(kTypes), name) != std::end(kTypes)) return maker(full);
    if (std::optional<Datum> d = member("R", name)) return d;
    return std::nullopt;
  }
  if (in == "tvm" || in == "script") {
    if (name == "assert_structural_equal") return maker("I.assert_structural_equal");
    if (name == "ir_module" || name == "IRModule") return maker("I.ir_module");
    return std::nullopt;
  }
  if (!in.starts_with("R") && in != "T" && in != "I") return std::nullopt;
  if (own_calls_->knows(full)) return maker(full);
  std::string prefix = full.substr(std::min<size_t>(2, full.size())) + ".";
  for (std::string_view op : op_names()) {
    if (op.starts_with(prefix)) return space(full);
  }
  return std::nullopt;
}

// `from module import member`; Name none: `import module`.
Datum Tvm::import(Name module, Name name) {
  std::string_view path = context_.text(module);
  std::string at = "tvm";
  path.remove_prefix(std::min<size_t>(4, path.size()));
  while (!path.empty()) {
    std::string_view part = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(part.size() + 1, path.size()));
    std::optional<Datum> next = member(at, part);
    if (!next ||
        !next->is(Type::module)) {  // a module that rules have no use for; what it gives may have a meaning without it
      std::optional<Datum> known = name ? global(name) : std::nullopt;
      return known && known->is(Type::maker) ? *known : Datum();
    }
    at = context_.text(Name(next->id));
  }
  if (!name) return space(at);
  return member(at, context_.text(name)).value_or(Datum());
}

std::vector<std::string_view> Tvm::attribute_names(Datum base) {
  std::vector<std::string_view> names;
  for (const MethodRow& row : methods()) {
    if (row.type == base.type) names.push_back(row.name);
  }
  if (!base.is(Type::module)) return names;
  std::string_view in = context_.text(Name(base.id));
  for (const FunctionRow& row : functions()) {
    if (row.name.starts_with(in) && row.name.size() > in.size()) names.push_back(row.name.substr(in.size() + 1));
  }
  if (in == "R" || in == "relax") names.insert(names.end(), op_names().begin(), op_names().end());
  return names;
}

Datum Tvm::call(Datum callee, const Args& args) {
  switch (callee.type) {
    case Type::maker: return call_maker(context_.text(Name(callee.id)), args);
    case Type::pattern: return call_pattern(callee, args);
    case Type::rewriter: {
      if (args.positional.size() != 1)
        interpreter_->fail("a rewriter takes one function or module", Diag::argument_count);
      rewriters_[callee.id].is_used = true;
      return apply(args.positional[0], rewriters_[callee.id].rules);
    }
    case Type::expr: {
      attach();
      std::vector<CallValue> values;
      for (Datum d : args.positional) values.push_back(call_value(d));
      std::optional<CallValue> result = calls_->call(value(callee), "", values);
      if (!result) fail_call();
      return of(*result);
    }
    default: interpreter_->fail(interpreter_->type_name(callee) + " cannot be called");
  }
}

Datum Tvm::call_maker(std::string_view name, const Args& args) {
  if (const FunctionRow* row = find_function(name)) return (this->*row->run)(bind(name, row->params, args));
  if (name.starts_with("relax.") || name.starts_with("P."))
    interpreter_->fail(std::string(name) + " cannot be called in rule scripts", Diag::unsupported);
  if (name.starts_with("T.") && args.positional.empty() && args.keywords.empty() &&
      parse_dtype(name.substr(2))) {  // T.int64(): a new symbol
    return Datum::of(Type::prim, context_.prims.var(context_.name("n"), *parse_dtype(name.substr(2))).index);
  }
  for (Datum d : args.positional) {
    if (d.is(Type::pattern))
      interpreter_->fail(std::string(name) + " takes expressions, not patterns; a pattern of a call is is_op(\"relax." +
                             std::string(name.substr(2)) + "\")(...)",
                         Diag::wrong_script_value);
  }
  attach();
  std::vector<CallValue> values;
  for (Datum d : args.positional) values.push_back(call_value(d));
  std::vector<std::pair<Name, CallValue>> keywords;
  for (const auto& [key, d] : args.keywords) keywords.emplace_back(key, call_value(d));
  interpreter_->charge(20);
  interpreter_->take(2 * sizeof(Node));
  std::optional<CallValue> result = calls_->call(name, values, keywords);
  if (!result) fail_call();
  return of(*result);
}

}  // namespace hammock::script
