// SPDX-License-Identifier: Apache-2.0
#include "explain_operator.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "hammock/eval/eval.h"
#include "hammock/io/tensor_file.h"
#include "hammock/loop/program.h"
#include "hammock/lower/lower.h"
#include "hammock/tool/operators.h"
#include "hammock/tool/run.h"

namespace hammock::tool {
namespace {

struct OpDoc {
  Op id;  // none: a family begins, whose title is the meaning
  std::string_view meaning, shapes = {}, inputs = {}, example = {};
};
constexpr OpDoc kOpDocs[] = {
#define OP_FAMILY(title) {Op::none, title},
#define OP_DOC(id, ...) {Op::id, __VA_ARGS__},
#include "operator_docs.def"
#undef OP_DOC
#undef OP_FAMILY
};

const OpDoc& doc_of(Op op) {
  const OpDoc* row = std::ranges::find(kOpDocs, op, &OpDoc::id);
  HAMMOCK_CHECK(row != std::end(kOpDocs), "operator_docs.def: no row for " + std::string(info(op).name));
  return *row;
}

std::string first_sentence(std::string_view text) {
  const size_t end = text.find(". ");
  return std::string(text.substr(0, end == std::string_view::npos ? end : end + 1));
}

struct TraitWords {
  Trait trait;
  std::string_view words;
};
constexpr TraitWords kTraitWords[] = {
    {Pure, "pure: equal operands give equal results, and nothing else happens"},
    {Impure, "impure: it does something besides giving a value"},
    {Pointwise, "pointwise: each element of the result comes from one of each operand"},
    {Commutative, "commutative: the first two operands may change places"},
    {Reduction, "reduction: an element of the result comes from many"},
    {Contraction, "contraction: sums of products"},
    {View, "view: the same elements, without arithmetic"},
    {Injective, "injective: each element of the result is one of an operand"},
    {Predicate, "predicate: the result is bool"},
    {NeedsFloat, "floats only"},
    {Allocates, "each call is a new object"},
    {InPlace, "writes to operands"},
    {Distributed, "takes distributed tensors, too"},
    {Exact, "exact: nothing is rounded"},
    {RoundsInside, "rounds what it sums"},
    {Exponential, "overflows where its operand is not large yet"},
    {KeepsValues, "keeps the values of its operand"},
    {OfVariables, "its operand is a variable, no constant"},
};

std::string traits_of(const OpInfo& op) {
  std::string out;
  for (const TraitWords& t : kTraitWords) {
    if (op.has(t.trait)) out += fmt::format("{}{}", out.empty() ? "" : "; ", t.words);
  }
  return out;
}

// Of calls that say what they give; it is no parameter of the table.
std::string_view result_parameter(const OpInfo& op) {
  if (op.has(KernelCall) || op.id == Op::call_dps_packed || op.id == Op::call_py_func) return "out_sinfo";
  constexpr Op kCalls[] = {Op::call_pure_packed, Op::call_inplace_packed, Op::call_builtin_with_ctx, Op::invoke_closure,
                           Op::invoke_pure_closure};
  return std::ranges::find(kCalls, op.id) == std::end(kCalls) ? "" : "sinfo_args";
}

// Whose parameters a script writes otherwise than the table has them.
constexpr std::pair<Op, std::string_view> kWritten[] = {
    {Op::arange, "R.arange(start, end=None, step=1, dtype=None)"},
    {Op::nn_attention, "R.nn.attention(query, key, value, bias=None, scale=None, causal_mask=None, window_size=None)"},
    {Op::nn_attention_var_len,
     "R.nn.attention_var_len(queries, keys, values, seqstart_q, max_seqlen_q, seqstart_k=None, max_seqlen_k=None, "
     "scale=None, causal_mask=None, window_size=None)"},
    {Op::call_tir_inplace, "R.call_tir_inplace(func, args, inplace_indices, out_sinfo, tir_vars=None)"},
    {Op::print, "R.print(*values, format=\"\")"},
    {Op::assert_op, "R.assert_op(condition, format_args=None, format=\"\")"},
    {Op::hint_on_device, "R.hint_on_device(data, R.device(dev_type, dev_id), memory_scope=\"global\")"},
};

std::string written_signature(const OpInfo& op) {
  const auto* written = std::ranges::find(kWritten, op.id, &std::pair<Op, std::string_view>::first);
  if (written != std::end(kWritten)) return std::string(written->second);
  std::vector<std::string> parts;
  for (const Param& p : op.params) {
    const std::string star = p.kind == ParamKind::variadic ? "*" : "";
    parts.push_back(star + std::string(p.name) + (p.has_default ? fmt::format("={}", p.default_text) : ""));
  }
  if (std::string_view result = result_parameter(op); !result.empty()) parts.emplace_back(result);
  return fmt::format("R.{}({})", op.name, fmt::join(parts, ", "));
}

std::string kind_of(const Param& p) {
  auto list = [&](std::string_view of) {
    if (p.list_size == 0) return fmt::format("list of {}", of);
    return fmt::format("{} {}{}", static_cast<int>(p.list_size), of,
                       p.is_whole_list ? "" : ", or fewer that are repeated");
  };
  switch (p.kind) {
    case ParamKind::tensor: return "tensor";
    case ParamKind::tensors: return "tuple of tensors";
    case ParamKind::shape: return "shape";
    case ParamKind::prim: return "primitive value, or a number";
    case ParamKind::constant: return "constant, or a number";
    case ParamKind::dtype_expr:
    case ParamKind::dtype: return "dtype";
    case ParamKind::string_expr:
    case ParamKind::string: return "text";
    case ParamKind::expr: return "expression";
    case ParamKind::variadic: return "any number of expressions";
    case ParamKind::boolean: return "True or False";
    case ParamKind::integer: return "integer";
    case ParamKind::real:
    case ParamKind::float_imm: return "number";
    case ParamKind::integers: return list("integers");
    case ParamKind::int_or_ints: return "integer, or list of integers";
    case ParamKind::float_imms: return list("numbers");
    case ParamKind::prim_imm: return "primitive value";
    case ParamKind::index_map: return "index map: a lambda from indices to indices";
    case ParamKind::any_attr: return "value";
  }
  return "";
}

// What a signature names beside the parameters of the table.
constexpr std::pair<std::string_view, std::string_view> kOtherParameters[] = {
    {"bias", "tensor, or None; default None"},
    {"out_sinfo", "struct info of the result, or a list: of several"},
    {"sinfo_args", "struct info of the result, or a list: of several"},
    {"format", "text; default \"\""},
    {"format_args", "any number of expressions, or None; default None"},
};

// `func` and `args` of `R.call_tir(func, args)`: words before a comma, a bracket or the sign of a default.
std::vector<std::string_view> names_in(std::string_view signature) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  std::vector<std::string_view> names;
  for (size_t at = signature.find('('); at < signature.size(); ++at) {
    if (!is_word(signature[at])) continue;
    const size_t begin = at;
    while (is_word(signature[at])) ++at;
    const bool is_name = std::isdigit(static_cast<unsigned char>(signature[begin])) == 0 &&
                         std::string_view(" (*").find(signature[begin - 1]) != std::string_view::npos &&
                         std::string_view(",)=").find(signature[at]) != std::string_view::npos;
    if (is_name) names.push_back(signature.substr(begin, at - begin));
  }
  return names;
}

std::string version(int minor) { return fmt::format("0.{}", minor); }

std::string words_about(const Param& p) {
  std::string out = kind_of(p);
  if (p.is_optional) out += ", or None";
  if (!p.words.empty()) {
    std::vector<std::string> quoted_words;
    for (std::string_view word : p.words) quoted_words.push_back(fmt::format("\"{}\"", word));
    out += fmt::format("; {}", fmt::join(quoted_words, ", "));
  }
  if (p.has_default)
    out += fmt::format("; default {}",
                       p.default_param >= 0 ? fmt::format("that of {}", p.default_text) : std::string(p.default_text));
  if (!p.newer_default.empty()) out += fmt::format(" ({} in TVM {})", p.newer_default, version(p.newer_default_since));
  if (p.since > 0) out += fmt::format("; since TVM {}", version(p.since));
  if (p.until < 0xff) out += fmt::format("; until before TVM {}", version(p.until));
  return out;
}

std::string shape_text(const Tensor& tensor) {
  return fmt::format("R.Tensor(({}{}), \"{}\")", fmt::join(tensor.shape, ", "), tensor.shape.size() == 1 ? "," : "",
                     to_string(tensor.dtype));
}

void add_example(Page& page, Op op) {
  const OperatorExample example = example_of_operator(op);
  page.pieces.push_back({"example", "example", Look::script, example.script});
  if (!example.why_not_run.empty()) {
    page.pieces.push_back(
        {"not_run", "", Look::prose, fmt::format("It is checked, not run: {}.", example.why_not_run)});
    return;
  }
  if (!example.inputs.empty()) page.pieces.push_back({"inputs", "inputs", Look::rows, "", example.inputs});
  Result<ExampleResult> result = run_example(example);
  if (result && !result->printed.empty()) page.pieces.push_back({"printed", "prints", Look::output, result->printed});
  page.pieces.push_back({"result", "result", Look::output, result ? result->value : result.error().text});
}

}  // namespace

std::vector<Entry> operator_entries() {
  std::vector<Entry> out;
  std::string_view family;
  for (const OpDoc& row : kOpDocs) {
    if (row.id == Op::none) family = row.meaning;
    else out.push_back({Topic::op, std::string(info(row.id).name), first_sentence(row.meaning), std::string(family)});
  }
  return out;
}

std::vector<Op> operators_in(std::string_view script) {
  auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  std::vector<Op> out;
  for (size_t at = script.find("R."); at != std::string_view::npos; at = script.find("R.", at + 1)) {
    if (at > 0 && is_word(script[at - 1])) continue;
    size_t end = at + 2;
    while (end < script.size() && is_word(script[end])) ++end;
    const Op op = find_op(script.substr(at + 2, end - at - 2));
    if (op != Op::none && std::ranges::find(out, op) == out.end()) out.push_back(op);
  }
  return out;
}

Page page_of_operator(Op op) {
  const OpDoc& doc = doc_of(op);
  const OpInfo& row = info(op);
  Page page{Topic::op, std::string(row.name), fmt::format("{} (operator)", row.name), {}};
  const std::string signature = written_signature(row);
  page.pieces = {{"name", "", Look::hidden, std::string(row.name)},
                 {"signature", "signature", Look::output, signature},
                 {"meaning", "", Look::prose, std::string(doc.meaning)},
                 {"shapes", "shapes", Look::prose, std::string(doc.shapes)}};
  std::vector<std::pair<std::string, std::string>> rows;
  for (std::string_view name : names_in(signature)) {
    const auto* other =
        std::ranges::find(kOtherParameters, name, &std::pair<std::string_view, std::string_view>::first);
    const Param* p = row.param(name);
    HAMMOCK_CHECK(p || other != std::end(kOtherParameters),
                  "nothing is said of a parameter of " + std::string(row.name));
    rows.emplace_back(name, p ? words_about(*p) : std::string(other->second));
  }
  if (!rows.empty()) page.pieces.push_back({"parameters", "parameters", Look::rows, "", std::move(rows)});
  add_example(page, op);
  page.pieces.push_back({"traits", "traits", Look::prose, traits_of(row)});
  page.pieces.push_back({"since", "since", Look::prose, row.has(Newer) ? "after TVM 0.19" : "TVM 0.19 or earlier"});
  page.pieces.push_back({"runs", "runs", Look::prose, how_it_runs(op, !doc.inputs.starts_with('-'))});
  page.pieces.push_back({"legalize", "LegalizeOps", Look::prose,
                         lower::has_kernel(op) ? "makes a kernel (T.prim_func) of it" : "leaves it as it is"});
  if (lower::has_kernel(op)) page.related.emplace_back(Topic::pass, "LegalizeOps");
  return page;
}

OperatorExample example_of_operator(Op op) {
  const OpDoc& doc = doc_of(op);
  OperatorExample out;
  std::string_view inputs = doc.inputs;
  if (inputs.starts_with("- ")) {
    out.why_not_run = inputs.substr(2);
    inputs = {};
  }
  std::vector<std::string> parameters;
  while (!inputs.empty()) {
    std::string_view spec = take(inputs, "; ");
    std::string_view name = take(spec, "=");
    out.inputs.emplace_back(name, spec);
    Result<Tensor> tensor = make_tensor(spec, kVoid, std::nullopt);
    HAMMOCK_CHECK(tensor.ok(), "operator_docs.def: inputs of " + std::string(info(op).name));
    parameters.push_back(fmt::format("{}: {}", name, shape_text(*tensor)));
  }
  const bool is_script = doc.example.find("@R.function") != std::string_view::npos;
  out.script =
      is_script ? std::string(doc.example.substr(doc.example.starts_with('\n')))
                : fmt::format("@R.function\ndef main({}):\n    return {}\n", fmt::join(parameters, ", "), doc.example);
  return out;
}

Result<ExampleResult> run_example(const OperatorExample& example, bool compare) {
  constexpr int64_t kSteps = 1 << 20;
  Script script = read_script("example.py", example.script);
  if (!script) return Error{Error::Kind::run, first_failure(script.outcome), {}};
  Result<EntryPoint> entry = find_entry(script, "main", "");
  if (!entry) return entry.error();
  InputOptions inputs;
  for (const auto& [name, spec] : example.inputs) inputs.input.push_back(fmt::format("{}={}", name, spec));
  Result<RunArguments> arguments = make_arguments(signature_of(*entry->module, entry->function), inputs);
  if (!arguments) return arguments.error();
  ExampleResult out;
  RunOptions options;
  options.engine = Engine::eval;
  options.max_steps = kSteps;
  if (compare && jit::is_available()) options.compare = Engine::jit;
  options.print = [&](std::string_view format, std::span<const RuntimeValue> values) {
    if (out.printed.empty()) out.printed = printed_line(format, values, 1000);
  };
  const Run run = run_function(script, *entry, *arguments, options);
  if (!run.value || !run.outcome.is_fine() || !run.difference.empty())
    return Error{Error::Kind::run, run.difference.empty() ? first_failure(run.outcome) : run.difference, {}};
  out.value = format_value(*run.value) + "\n";
  return out;
}

}  // namespace hammock::tool
