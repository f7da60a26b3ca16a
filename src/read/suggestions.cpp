// SPDX-License-Identifier: Apache-2.0
// What was meant by a wrong name of the language.
//
// A name of R, T or I is looked for in this order, since the first that fits is the likeliest: the table of what other
// frameworks call an operator; the same last part, in whatever namespace and case (`R.relu` is `R.nn.relu`); the
// nearest name of the namespace; the nearest last part in it.
#include <algorithm>
#include <cctype>

#include "hammock/base/suggest.h"
#include "special.h"

namespace hammock::read {

namespace {

// Names of PyTorch, numpy, ONNX and TVM's older graph language, in lower case.
constexpr std::pair<std::string_view, std::string_view> kElsewhere[] = {
    {"amax", "R.max"},
    {"amin", "R.min"},
    {"batch_matmul", "R.matmul"},
    {"bmm", "R.matmul"},
    {"cast", "R.astype"},
    {"cat", "R.concat"},
    {"chunk", "R.split"},
    {"clamp", "R.clip"},
    {"concatenate", "R.concat"},
    {"constant", "R.const"},
    {"dense", "R.linear"},
    {"div", "R.divide"},
    {"eq", "R.equal"},
    {"expand", "R.broadcast_to"},
    {"func", "R.Callable"},
    {"gather", "R.take"},
    {"ge", "R.greater_equal"},
    {"gemm", "R.matmul"},
    {"gt", "R.greater"},
    {"le", "R.less_equal"},
    {"lt", "R.less"},
    {"match_shape", "R.match_cast"},
    {"mm", "R.matmul"},
    {"mul", "R.multiply"},
    {"ne", "R.not_equal"},
    {"neg", "R.negative"},
    {"permute", "R.permute_dims"},
    {"pow", "R.power"},
    {"reduce_max", "R.max"},
    {"reduce_mean", "R.mean"},
    {"reduce_min", "R.min"},
    {"reduce_sum", "R.sum"},
    {"scaled_dot_product_attention", "R.nn.attention"},
    {"slice", "R.strided_slice"},
    {"sub", "R.subtract"},
    {"swapaxes", "R.permute_dims"},
    {"t", "R.permute_dims"},
    {"to", "R.astype"},
    {"transpose", "R.permute_dims"},
    {"unsqueeze", "R.expand_dims"},
    {"var", "R.variance"},
};

constexpr std::pair<std::string_view, std::string_view> kParametersElsewhere[] = {
    {"dim", "axis"},
    {"dim", "axes"},
    {"dims", "axes"},
    {"dims", "axis"},
    {"eps", "epsilon"},
    {"kernel_size", "pool_size"},
    {"negative_slope", "alpha"},
    {"p", "rate"},
    {"keep_dims", "keepdims"},
    {"input", "data"},
    {"input", "x"},
    {"size", "shape"},
    {"pad", "padding"},
    {"pad", "pad_width"},
    {"lhs", "x1"},
    {"rhs", "x2"},
    {"input", "x1"},
    {"other", "x2"},
};

constexpr std::pair<std::string_view, std::string_view> kDTypesElsewhere[] = {
    {"bf16", "bfloat16"}, {"byte", "uint8"},     {"double", "float64"}, {"f16", "float16"},  {"f32", "float32"},
    {"f64", "float64"},   {"fp16", "float16"},   {"fp32", "float32"},   {"fp64", "float64"}, {"half", "float16"},
    {"i16", "int16"},     {"i32", "int32"},      {"i64", "int64"},      {"i8", "int8"},      {"long", "int64"},
    {"short", "int16"},   {"single", "float32"}, {"u8", "uint8"},       {"boolean", "bool"},
};

constexpr std::string_view kDTypes[] = {"float32", "float16", "float64", "bfloat16", "int8",   "int16",
                                        "int32",   "int64",   "uint8",   "uint16",   "uint32", "uint64",
                                        "bool",    "handle",  "void",    "int4",     "uint4"};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// The letter that the canonical text has for the root of a name; 0 if it has none.
char space_of(std::string_view dotted) {
  std::string_view root = dotted.substr(0, dotted.find('.'));
  if (root == "R" || root == "relax") return 'R';
  if (root == "T" || root == "tir" || root == "tirx") return 'T';
  return root == "I" || root == "ir" || root == "tvm" ? 'I' : '\0';
}

std::string question(std::string_view meant) { return "; did you mean '" + std::string(meant) + "'?"; }

}  // namespace

std::string parameter_hint(std::string_view written, std::span<const std::string_view> names) {
  for (auto [theirs, ours] : kParametersElsewhere) {
    if (theirs == written && std::ranges::find(names, ours) != names.end()) return question(ours);
  }
  return did_you_mean(written, names);
}

std::string dtype_hint(std::string_view written) {
  for (auto [theirs, ours] : kDTypesElsewhere) {
    if (theirs == written) return question(ours);
  }
  return did_you_mean(written, kDTypes);
}

// All names of R, T and I, with their prefix.
const std::vector<std::string>& Expressions::builtin_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (std::string_view op : op_names()) names.push_back("R." + std::string(op));
    for (const FormRow& row : SpecialForms::forms()) names.emplace_back(row.name);
    for (std::string_view info : {"Object", "Tensor", "Shape", "Prim", "Tuple", "Callable", "DTensor"})
      names.push_back("R." + std::string(info));
    for (std::string_view prim : PlainCalls::prim_names()) names.push_back("T." + std::string(prim));
    for (std::string_view dtype : {"int64", "int32", "int16", "int8", "uint64", "uint32", "uint16", "uint8", "float64",
                                   "float32", "float16", "bfloat16", "bool", "handle"}) {
      names.push_back("T." + std::string(dtype));
    }
    for (std::string_view form : kModuleForms) names.emplace_back(form);
    return names;
  }();
  return kNames;
}

std::string Expressions::builtin_hint(std::string_view written) const {
  if (diagnostics_.error_count() > kMaxHints) return {};
  const char space = space_of(written);
  std::string_view rest = written.substr(std::min(written.find('.') + 1, written.size()));
  if (space == 'R' && rest.starts_with("op.")) rest.remove_prefix(3);
  const std::string last = lower(last_part(rest));
  for (auto [theirs, ours] : kElsewhere) {
    if (space == 'R' && theirs == last) return question(ours);
  }
  if (space == 'R' && parse_dtype(last)) return "; a dtype is written as a string, \"" + last + "\"";
  if (space == 'T' && (last == "var" || last == "any")) return "; a symbolic dim is declared by n = T.int64()";
  const std::string* elsewhere = nullptr;
  std::vector<std::string_view> rests, lasts;
  std::vector<const std::string*> candidates;
  for (const std::string& name : builtin_names()) {
    if (last.size() > 1 && lower(last_part(name)) == last) {
      if (name[0] == space) return question(name);
      bool is_other_kind =
          (space == 'R' && name[0] == 'T') || (space == 'T' && name[0] == 'R');  // of numbers, and of tensors
      if (!elsewhere && !is_other_kind) elsewhere = &name;
    }
    if (name[0] != space) continue;
    candidates.push_back(&name);
    rests.push_back(std::string_view(name).substr(2));
    lasts.push_back(last_part(name));
  }
  if (elsewhere) return question(*elsewhere);
  for (const auto& [word, words] : {std::pair(rest, &rests), std::pair(last_part(rest), &lasts)}) {
    std::string_view near = nearest(word, *words);
    auto at = std::find_if(words->begin(), words->end(),
                           [&](std::string_view w) { return w.data() == near.data() && !near.empty(); });
    if (at != words->end()) return question(*candidates[static_cast<size_t>(at - words->begin())]);
  }
  return {};
}

// Of a name without a prefix that is not defined: a function of the module, a variable, or a name whose prefix was left
// out.
std::string Expressions::name_hint(std::string_view written) {
  if (diagnostics_.error_count() > kMaxHints) return {};
  Name name = context_.name(written);
  if (class_name_ && written == "self") return question(text(class_name_));
  if (class_name_ && written == "cls") return "; `cls = " + std::string(text(class_name_)) + "` is missing before it";
  if (std::optional<DType> dtype = parse_dtype(written))
    return "; a dtype is written as a string, \"" + to_string(*dtype) + "\", the struct info of a number R.Prim(\"" +
           to_string(*dtype) + "\")";
  if (!class_name_ && globals_.contains(name)) return "; a function outside of a module cannot call itself";
  if (class_name_ && globals_.contains(name)) {
    const Item* cls = scopes_.lookup(context_.name("cls"));
    return question((cls && cls->is(What::module) ? "cls" : std::string(text(class_name_))) + "." +
                    std::string(written));
  }
  if (written.size() > 2) {  // any short name is near to another
    std::vector<std::string_view> names = visible_names();
    names.insert(names.end(), {"metadata", "return"});
    std::string hint = did_you_mean(written, names);
    if (!hint.empty()) return hint;
  }
  const std::string full = "R." + std::string(written);
  if (knows(context_.name(full))) return question(full);
  for (const std::string& known : builtin_names()) {  // `RTensor`
    if (known[0] == written[0] && std::string_view(known).substr(2) == written.substr(1)) return question(known);
  }
  return builtin_hint(full);
}

// Of an attribute or method of a value.
std::string Expressions::attribute_hint(std::string_view written, std::span<const std::string_view> attributes) {
  if (diagnostics_.error_count() > kMaxHints) return {};
  std::string full = "R." + std::string(written);
  if (knows(context_.name(full))) return question(full);  // an operator that was taken for a method
  std::string hint = did_you_mean(written, attributes);
  return hint.empty() ? builtin_hint(full) : hint;
}

std::vector<std::string_view> Expressions::visible_names() const {
  std::vector<std::string_view> names;
  for (Name name : scopes_.visible()) names.push_back(text(name));
  return names;
}

}  // namespace hammock::read
