// SPDX-License-Identifier: Apache-2.0
// The table of rules and what comes before every rule: the number of operands, and that their struct info is known.
#include "hammock/infer/infer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_set>

#include "hammock/base/check.h"
#include "hammock/ir/coverage.h"
#include "hammock/prim/walk.h"
#include "infer_call.h"

namespace hammock {
namespace rules {

StructInfo none(Infer& infer, const Call& call) {
  return infer.fail(Diag::unsupported, call.span,
                    "R." + std::string(info(call.op).name) + ": struct info of its calls cannot be inferred yet");
}

}  // namespace rules

namespace {

constexpr InferRule kRules[] = {
#define OP(id, signature, traits, infer, eval, lower, ...) rules::infer,
#include "hammock/ir/ops.def"
#undef OP
};

struct Arity {
  uint8_t least = 0, most = 0;
};

const std::array<Arity, kOpCount>& arities() {
  static const std::array<Arity, kOpCount> table = [] {
    std::array<Arity, kOpCount> out;
    for (size_t i = 0; i < kOpCount; ++i) {
      const OpInfo& op = info(static_cast<Op>(i));
      for (uint8_t o : op.operands) {
        const Param& p = op.params[o];
        bool is_variadic = p.kind == ParamKind::variadic;
        out[i].least += !p.is_optional && !is_variadic;
        out[i].most = is_variadic ? 255 : static_cast<uint8_t>(out[i].most + 1);
      }
    }
    return out;
  }();
  return table;
}

}  // namespace

// A default as ops.def writes it.
Attr default_attr(Context& cx, const Param& p) {
  std::string_view text = p.default_text;
  if (text == "None") return p.kind == ParamKind::dtype ? cx.attrs.dtype(kVoid) : cx.attrs.none();
  if (text.starts_with('"')) {
    std::string_view inner = text.substr(1, text.size() - 2);
    return p.kind == ParamKind::dtype ? cx.attrs.dtype(*parse_dtype(inner)) : cx.attrs.string(cx.name(inner));
  }
  if (text == "True" || text == "False") return cx.attrs.boolean(text == "True");
  double real = 0;
  if (p.kind == ParamKind::any_attr && text.starts_with('[')) {
    std::vector<Attr> items;
    for (size_t at = 1; at < text.size();) {
      auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), real);
      HAMMOCK_CHECK(error == std::errc(), "ops.def: default " + std::string(text) + " cannot be read");
      items.push_back(cx.attrs.real(real));
      at = text.find_first_of("0123456789]", static_cast<size_t>(end - text.data()));
      if (text[at] == ']') break;
    }
    return cx.attrs.list(items);
  }
  if (text != "[]") {
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), real);
    HAMMOCK_CHECK(error == std::errc() && end == text.data() + text.size(),
                  "ops.def: default " + std::string(text) + " cannot be read");
  }
  switch (p.kind) {
    case ParamKind::integers:
      return cx.attrs.integers(
          std::vector<int64_t>(text == "[]" ? 0 : std::max<size_t>(p.list_size, 1), static_cast<int64_t>(real)));
    case ParamKind::float_imms:
      return cx.attrs.list(std::vector<Attr>(p.list_size, cx.attrs.prim(cx.prims.real(real))));
    case ParamKind::real: return cx.attrs.real(real);
    default: return cx.attrs.integer(static_cast<int64_t>(real));
  }
}

StructInfo Infer::call(const Call& call) {
  size_t index = static_cast<size_t>(call.op);
  HAMMOCK_CHECK(index < kOpCount, "call of no operator");
  Arity arity = arities()[index];
  if (call.args.size() < arity.least || call.args.size() > arity.most) {
    std::string expected = std::to_string(arity.least);
    if (arity.most != arity.least) expected += arity.most == 255 ? " or more" : " to " + std::to_string(arity.most);
    return fail(Diag::argument_count, call.span,
                "R." + std::string(info(call.op).name) + " takes " + expected + " operands, found " +
                    std::to_string(call.args.size()));
  }
  bool is_distributed = false;
  for (Value v : call.args) {
    if (!info_of(v)) return {};
    is_distributed |= context().infos.is_dtensor(info_of(v));
  }
  if (!rules::words_are_known(*this, call)) return {};
  overflows_ = false;
  if (context().coverage) context().coverage->note(call.op, Coverage::inferred);
  StructInfo result = is_distributed ? distributed(call, kRules[index]) : kRules[index](*this, call);
  if (result && overflows_)
    return fail(Diag::too_large, call.span,
                "R." + std::string(info(call.op).name) + ": a size does not fit into 64 bits");
  bool is_new = result && (call.args.empty() || result != info_of(call.args[0]));
  return is_new && !check_size(result, call.op, call.span) ? StructInfo() : result;
}

StructInfo Infer::info_of(Value v) const {
  auto at = std::ranges::find(args_, v);
  return at == args_.end() ? fn_.info(v) : operands_[static_cast<size_t>(at - args_.begin())];
}

StructInfo Infer::call_at_run(const Call& call, std::span<const StructInfo> operands) {
  args_ = call.args;
  operands_ = operands;
  StructInfo result = this->call(call);
  args_ = {};
  operands_ = {};
  return result;
}

Result<StructInfo> infer_at_run(const Function& fn, const Module* module, const Call& call,
                                std::span<const StructInfo> operands) {
  Diagnostics found;
  StructInfo result = Infer(fn, module, &found).call_at_run(call, operands);
  if (result) return result;
  HAMMOCK_CHECK(!found.all().empty(), "R." + std::string(info(call.op).name) + ": refused without a word");
  return Error{Error::Kind::run, found.all().front().text, call.span};
}

// A program of n calls can name dims with n parts, or n dims: bounded here, so that what follows stays linear.
bool Infer::check_size(StructInfo result, Op op, Span span) {
  const InfoStore& infos = context().infos;
  result = infos.tensor_part(result);
  const InfoNode& n = infos[result];
  if (n.kind == InfoKind::tuple)
    return std::ranges::all_of(infos.fields(result), [&](StructInfo f) {
      return infos[f].kind == InfoKind::tuple || check_size(f, op, span);
    });
  if (n.kind != InfoKind::tensor && n.kind != InfoKind::shape) return true;
  auto wrong = [&](const std::string& text, Diag diag = Diag::too_large) {
    fail(diag, span, (op == Op::none ? "" : "R." + std::string(info(op).name) + ": ") + text);
    return false;
  };
  if (n.ndim > kMaxRank)
    return wrong("the result has rank " + std::to_string(n.ndim) + ", the bound is " + std::to_string(kMaxRank));
  if (!n.has_dims) return true;
  const std::span<const Prim> dims = infos.dims(result);
  for (size_t i = 0; i < dims.size(); ++i) {
    const Prim d = dims[i];
    int64_t known = context().prims.constant(d).value_or(0);  // negative: written so, or beyond 64 bits
    if (known < 0)
      return wrong("dim " + std::to_string(i) + " of the result would be " + std::to_string(known),
                   Diag::shape_mismatch);
    if (!has_at_most(context().prims, d, kMaxDimParts))
      return wrong("a dim of the result has more than " + std::to_string(kMaxDimParts) + " parts");
  }
  return true;
}

bool Infer::check_sizes(StructInfo result, Span span) {
  const InfoStore& infos = context().infos;
  std::vector<StructInfo> open{result};
  std::unordered_set<StructInfo> seen;
  while (!open.empty()) {
    const StructInfo info = open.back();
    open.pop_back();
    if (!check_size(info, Op::none, span)) return false;
    if (infos[info].kind != InfoKind::tuple) continue;
    for (StructInfo field : infos.fields(info)) {
      if (infos[field].kind == InfoKind::tuple && seen.insert(field).second) open.push_back(field);
    }
  }
  return true;
}

StructInfo Infer::fail(Diag diag, Span span, std::string text, std::optional<uint32_t> argument) {
  if (diagnostics_) diagnostics_->report(diag, span, std::move(text)).argument = argument;
  return {};
}

Value make_call(Function& fn, const Module* module, Op op, std::span<const Value> args, Attr attrs, Span span,
                Diagnostics* diagnostics) {
  Infer infer(fn, module, diagnostics);
  StructInfo result = infer.call({op, args, attrs, Attr(), span});
  return result ? fn.add_call(op, args, attrs, result, span) : Value();
}

Attr default_attrs(Context& context, Op op, std::span<const std::pair<std::string_view, Attr>> set) {
  const OpInfo& row = info(op);
  if (row.attrs.empty()) return {};
  std::vector<Attr> record(row.attrs.size());
  for (auto [name, value] : set) {
    int i = row.attr_index(name);
    HAMMOCK_CHECK(i >= 0, "R." + std::string(row.name) + " has no attribute " + std::string(name));
    record[static_cast<size_t>(i)] = value;
  }
  for (size_t i = 0; i < record.size(); ++i) {
    const Param& p = row.params[row.attrs[i]];
    if (record[i] || p.default_param >= 0) continue;
    HAMMOCK_CHECK(p.has_default, "R." + std::string(row.name) + " needs a value for " + std::string(p.name));
    record[i] = default_attr(context, p);
  }
  for (size_t i = 0; i < record.size(); ++i) {
    const Param& p = row.params[row.attrs[i]];
    if (!record[i])
      record[i] = record[static_cast<size_t>(row.attr_index(row.params[static_cast<size_t>(p.default_param)].name))];
  }
  return context.attrs.list(record);
}

}  // namespace hammock
