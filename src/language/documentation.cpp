// SPDX-License-Identifier: Apache-2.0
// Signatures and what is said of operators, forms, functions and diagnostics.
#include <fmt/format.h>

#include <algorithm>

#include "hammock/language/queries.h"
#include "hammock/read/known_names.h"
#include "hammock/tool/operators.h"

namespace hammock::language {
namespace {

std::string_view describe(ParamKind kind) {
  switch (kind) {
    case ParamKind::tensor: return "tensor";
    case ParamKind::tensors: return "tensors";
    case ParamKind::shape: return "shape";
    case ParamKind::prim:
    case ParamKind::prim_imm: return "number";
    case ParamKind::constant: return "constant";
    case ParamKind::dtype_expr:
    case ParamKind::dtype: return "dtype";
    case ParamKind::string_expr:
    case ParamKind::string: return "str";
    case ParamKind::boolean: return "bool";
    case ParamKind::integer: return "int";
    case ParamKind::real:
    case ParamKind::float_imm: return "float";
    case ParamKind::integers: return "ints";
    case ParamKind::int_or_ints: return "int or ints";
    case ParamKind::float_imms: return "floats";
    case ParamKind::index_map: return "index map";
    case ParamKind::expr:
    case ParamKind::variadic:
    case ParamKind::any_attr: return "any";
  }
  return "any";
}

void add_parameter(Signature& out, std::string name, std::string_view rest, bool takes_rest = false) {
  if (!out.parameters.empty()) out.label += ", ";
  const uint32_t begin = static_cast<uint32_t>(out.label.size());
  out.label += (takes_rest ? "*" : "") + name + std::string(rest);
  out.parameters.push_back({begin, static_cast<uint32_t>(out.label.size()), std::move(name), takes_rest});
}

Signature of_operator(Op op, std::string_view name) {
  Signature out{std::string(name) + "(", {}, ""};
  for (const Param& p : info(op).params) {
    const std::string is_or_none = p.is_optional ? " or None" : "";
    const std::string value = p.has_default ? fmt::format(" = {}", p.default_text) : "";
    add_parameter(out, std::string(p.name), fmt::format(": {}{}{}", describe(p.kind), is_or_none, value),
                  p.kind == ParamKind::variadic);
  }
  out.label += ")";
  const tool::OperatorFacts facts = tool::facts_of(op);
  std::string traits;
  for (const TraitInfo& t : hammock::traits()) {
    if (has_trait(op, t.trait)) traits += fmt::format("{}{}", traits.empty() ? "" : ", ", t.name);
  }
  if (!traits.empty()) out.documentation += fmt::format("Traits: {}.\n\n", traits);
  out.documentation += fmt::format("Run by the reference executor: {}; compiled: {}.",
                                   facts.has_reference ? "yes" : "no", facts.compiled.empty() ? "no" : facts.compiled);
  for (const Param& p : info(op).params) {
    if (p.words.empty()) continue;
    out.documentation += fmt::format("\n\n`{}`:", p.name);
    for (std::string_view word : p.words) out.documentation += fmt::format(" `\"{}\"`", word);
  }
  if (has_trait(op, Newer)) out.documentation += "\n\nTVM 0.19 does not have it.";
  return out;
}

// "value dtype? * format?"
Signature of_form(std::string_view params, std::string_view name) {
  Signature out{std::string(name) + "(", {}, ""};
  while (!params.empty()) {
    std::string_view word = params.substr(0, params.find(' '));
    params.remove_prefix(std::min(word.size() + 1, params.size()));
    const bool is_optional = word.ends_with('?');
    if (word.starts_with('*')) add_parameter(out, word == "*" ? "args" : "*attrs", "", true);
    else add_parameter(out, std::string(word.substr(0, word.size() - is_optional)), is_optional ? " = None" : "");
  }
  out.label += ")";
  return out;
}

Signature of_function(const Analysis& analysis, const syntax::Def& def) {
  Signature out{fmt::format("{}(", analysis.text(def.name)), {}, ""};
  auto written = [&](syntax::ExprId e) {
    const Span span = analysis.ast[e].span;
    return std::string(analysis.text().substr(span.begin, span.end - span.begin));
  };
  for (const syntax::DefParam& p : analysis.ast.def_params(def)) {
    if (!p.name) continue;
    add_parameter(out, std::string(analysis.text(p.name)), p.annotation ? ": " + written(p.annotation) : "");
  }
  out.label += ")";
  if (def.result) out.label += " -> " + written(def.result);
  return out;
}

}  // namespace

std::string canonical_name(const Analysis& analysis, std::string_view written) {
  const size_t dot = written.find('.');
  if (dot == std::string_view::npos) return std::string(written);
  const std::string_view root = written.substr(0, dot);
  std::string_view rest = written.substr(dot + 1);
  constexpr std::string_view kSpaces = "ITR";
  char space = root == "relax" ? 'R' : root == "tir" || root == "tirx" ? 'T' : root == "ir" ? 'I' : '\0';
  if (root.size() == 1 && kSpaces.find(root[0]) != std::string_view::npos) space = root[0];
  for (const syntax::Def& def : analysis.ast.defs) {
    for (size_t i = 0; i < kNamespaces && space == '\0'; ++i) {
      if (def.namespaces[i] && analysis.text(def.namespaces[i]) == root) space = kSpaces[i];
    }
  }
  if (space == '\0') return std::string(written);
  if (root == "relax" && rest.starts_with("op.")) rest.remove_prefix(3);
  return std::string(1, space) + "." + std::string(rest);
}

std::optional<Signature> signature(const Analysis& analysis, std::string_view written) {
  const std::string name = canonical_name(analysis, written);
  if (const std::optional<std::string_view> params = parameters_of_form(name)) return of_form(*params, name);
  if (name.starts_with("R.")) {
    if (const Op op = find_op(std::string_view(name).substr(2)); op != Op::none) return of_operator(op, name);
  }
  const std::string_view last = std::string_view(name).substr(name.rfind('.') + 1);
  for (const syntax::Def& def : analysis.ast.defs) {
    if (def.name && analysis.text(def.name) == last) return of_function(analysis, def);
  }
  return std::nullopt;
}

std::optional<uint32_t> active_parameter(const Signature& signature, const OpenCall& call) {
  for (uint32_t i = 0; i < signature.parameters.size(); ++i) {
    const Signature::Parameter& p = signature.parameters[i];
    if (call.keyword.empty() ? i == call.argument || p.takes_rest : p.name == call.keyword) return i;
  }
  return std::nullopt;
}

std::string documentation(std::string_view label) {
  if (!label.starts_with("R.")) return {};
  const Op op = find_op(label.substr(2));
  return op == Op::none ? "" : of_operator(op, label).documentation;
}

std::string diagnostic_help(Diag diag) {
  const Explanation e = explanation(diag);
  return fmt::format("{}\n\n{}", info(diag).meaning, e.text);
}

}  // namespace hammock::language
