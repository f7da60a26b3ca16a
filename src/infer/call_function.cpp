// SPDX-License-Identifier: Apache-2.0
// Calls of function values (language 4.6). The symbols that a parameter's struct info binds are matched with the
// argument's dims at their first occurrence and compared at later ones; the result is the function's result with the
// symbols replaced. Whether dims like m + 1 fit is known when the program runs.
#include "base_check.h"
#include "infer_call.h"

namespace hammock {
namespace {

// What external functions return: the struct infos given with the call.
StructInfo from_sinfo_args(Context& cx, Attr sinfo_args) {
  std::vector<StructInfo> infos;
  if (sinfo_args && cx.attrs[sinfo_args].kind == AttrKind::list) {
    for (Attr a : cx.attrs.items(sinfo_args)) infos.push_back(StructInfo(cx.attrs[a].id));
  }
  return infos.empty() ? cx.infos.object() : infos.size() == 1 ? infos[0] : cx.infos.tuple(infos);
}

class Unifier {
 public:
  explicit Unifier(Context& cx) : cx_(cx) {}

  BaseCheck match(StructInfo param, StructInfo arg) {
    if (depth_ >= kMaxDepth) return BaseCheck::fail_l2;
    const InfoNode p = cx_.infos[param], a = cx_.infos[arg];
    if (p.kind == InfoKind::tuple && a.kind == InfoKind::tuple) return match_fields(param, arg);
    if (p.kind == a.kind && p.kind != InfoKind::function) bind(param, arg, p, a);
    return contradicted ? BaseCheck::fail_l0 : base_check_apart(cx_, param, arg);
  }

  PrimMap symbols;
  Prim contradicted;  // a symbol that two arguments give different numbers

 private:
  BaseCheck match_fields(StructInfo param, StructInfo arg) {
    if (param == arg && !mentions_symbols(param)) return BaseCheck::pass;
    std::vector<StructInfo> p(cx_.infos.fields(param).begin(), cx_.infos.fields(param).end());
    std::vector<StructInfo> a(cx_.infos.fields(arg).begin(), cx_.infos.fields(arg).end());
    if (p.size() != a.size()) return BaseCheck::fail_l0;
    ++depth_;
    BaseCheck result = BaseCheck::pass;
    for (size_t i = 0; i < p.size(); ++i) result = std::min(result, match(p[i], a[i]));
    --depth_;
    return result;
  }

  bool mentions_symbols(StructInfo info) const { return !free_symbols(cx_, info).empty(); }

  void bind(StructInfo param, StructInfo arg, const InfoNode& p, const InfoNode& a) {
    if (p.kind == InfoKind::prim && p.value() && a.value()) bind(p.value(), a.value());
    if (!p.has_dims || !a.has_dims || cx_.infos.dims(param).size() != cx_.infos.dims(arg).size()) return;
    for (size_t i = 0; i < cx_.infos.dims(param).size(); ++i) bind(cx_.infos.dims(param)[i], cx_.infos.dims(arg)[i]);
  }

  void bind(Prim param, Prim arg) {
    if (cx_.prims[param].kind != PrimKind::var) return;
    auto [known, is_new] = symbols.emplace(param, arg);
    if (!is_new && known->second != arg && cx_.prims.constant(known->second) && cx_.prims.constant(arg))
      contradicted = param;
  }

  Context& cx_;
  int depth_ = 0;
};

std::string text(const Context& cx, StructInfo info) { return describe(cx, info); }

}  // namespace

StructInfo Infer::call_function(StructInfo callee, std::span<const Value> args, Attr sinfo_args, Span span) {
  Context& cx = context();
  if (!callee) return {};
  const InfoNode f = cx.infos[callee];
  if (f.kind != InfoKind::function)
    return fail(Diag::not_a_function, span, "only a function can be called, found " + text(cx, callee));
  if (!f.has_dims) {
    switch (f.derives) {
      case Derives::nothing: return f.result();
      case Derives::sinfo_args: return from_sinfo_args(cx, sinfo_args);
      case Derives::view: {
        StructInfo result = call({Op::memory_view, args, {}, {}, span});
        // What it says is about a parameter of R.memory.view, which this call does not name.
        if (!result && diagnostics_ && !diagnostics_->all().empty()) diagnostics_->last().argument.reset();
        return result;
      }
    }
  }
  std::vector<StructInfo> params(cx.infos.params(callee).begin(), cx.infos.params(callee).end());
  if (params.size() != args.size()) {
    return fail(Diag::argument_count, span,
                "the function takes " + std::to_string(params.size()) +
                    (params.size() == 1 ? " argument" : " arguments") + ", found " + std::to_string(args.size()));
  }
  Unifier unifier(cx);
  for (size_t i = 0; i < args.size(); ++i) {
    StructInfo arg = fn_.info(args[i]);
    if (!arg) return {};
    if (unifier.match(params[i], arg) >= BaseCheck::fail_l2) continue;
    std::string wanted = text(cx, params[i]);
    if (Prim symbol = unifier.contradicted) {
      wanted += " with " + std::string(cx.text(cx.prims[symbol].name())) + " = " +
                std::to_string(*cx.prims.constant(unifier.symbols.at(symbol)));
    }
    return fail(Diag::struct_info_mismatch, span,
                "argument " + std::to_string(i + 1) + " must be " + wanted + ", found " + text(cx, arg),
                static_cast<uint32_t>(i));
  }
  // Now that the symbols are known: dims like n + 1, and second occurrences.
  for (size_t i = 0; i < args.size(); ++i) {
    if (cx.infos[params[i]].kind == InfoKind::function) continue;
    StructInfo wanted = erase(cx, params[i], unifier.symbols, {}), arg = fn_.info(args[i]);
    if (base_check(cx, wanted, arg) != BaseCheck::fail_l0) continue;
    std::string declared = text(cx, params[i]), here = text(cx, wanted);
    if (here != declared) declared += ", which is " + here + " here";
    return fail(Diag::struct_info_mismatch, span,
                "argument " + std::to_string(i + 1) + " must be " + declared + ", found " + text(cx, arg),
                static_cast<uint32_t>(i));
  }
  StructInfo result = erase(cx, f.result(), unifier.symbols, {});
  return result && !check_sizes(result, span) ? StructInfo() : result;
}

namespace rules {

// ---- packed calls and closures (operators 2.24) ----

// The callee's struct info tells the result.
StructInfo call_packed(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  const InfoNode& f = r.arg_node(0);
  if (f.kind != InfoKind::function || f.has_dims)
    return r.fail(Diag::not_a_function, r.at("func"), " must be an external or opaque function, found ", r.arg(0));
  return infer.call_function(r.arg(0), call.args.subspan(1), call.sinfo_args, call.span);
}

StructInfo call_inplace_packed(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  StructInfo result = call_packed(infer, call);
  if (!result) return {};
  std::vector<int64_t> indices = r.integers("inplace_indices");
  int64_t args = static_cast<int64_t>(call.args.size()) - 1;
  if (args < 1) return r.fail(Diag::argument_count, "needs an argument besides func");
  if (indices.empty()) return r.fail(Diag::bad_attribute_value, r.at("inplace_indices"), " must not be empty");
  const InfoNode n = r.infos[result];
  size_t results = n.kind == InfoKind::tuple ? r.infos.fields(result).size() : 1;
  if (n.kind == InfoKind::tuple ? indices.size() != results : indices.size() != 1) {
    return r.fail(Diag::bad_attribute_value, r.at("inplace_indices"), " has ", indices.size(), " elements for ",
                  results, " results");
  }
  std::vector<bool> used(static_cast<size_t>(args));
  bool some = false;
  for (size_t i = 0; i < indices.size(); ++i) {
    int64_t at = indices[i];
    if (at == -1) continue;
    if (at < -1 || at >= args)
      return r.fail(Diag::bad_attribute_value, r.at("inplace_indices"), " names argument ", at, ", there are ", args);
    if (used[static_cast<size_t>(at)])
      return r.fail(Diag::bad_attribute_value, r.at("inplace_indices"), " names argument ", at, " twice");
    used[static_cast<size_t>(at)] = some = true;
    StructInfo part = n.kind == InfoKind::tuple ? r.infos.fields(result)[i] : result;
    StructInfo arg = r.arg(static_cast<size_t>(at) + 1);
    if (base_check(r.cx, part, arg) == BaseCheck::pass) continue;
    return r.fail(Diag::struct_info_mismatch, "result ", i, " is ", part, ", which argument ", at,
                  " cannot hold: ", arg);
  }
  return some ? result
              : r.fail(Diag::bad_attribute_value, r.at("inplace_indices"), " must name an argument, found only -1");
}

StructInfo call_builtin(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  if (r.arg_node(1).kind != InfoKind::tuple)
    return r.fail(Diag::not_a_tuple, r.at("args"), " must be a tuple, found ", r.arg(1));
  bool given = call.sinfo_args && !r.cx.attrs.items(call.sinfo_args).empty();
  return given ? from_sinfo_args(r.cx, call.sinfo_args) : r.infos.void_();
}

StructInfo invoke_closure(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  if (r.arg_node(1).kind != InfoKind::tuple)
    return r.fail(Diag::not_a_tuple, r.at("args"), " must be a tuple, found ", r.arg(1));
  return from_sinfo_args(r.cx, call.sinfo_args);
}

// ---- the call_tir family: the result is the struct info given with the call ----

namespace {

StructInfo given_output(InferCall& r) {
  Attr list = r.call.sinfo_args;
  size_t count = list ? r.cx.attrs.items(list).size() : 0;
  if (count != 1) return r.fail(Diag::argument_count, "needs one out_sinfo, found ", count);
  return StructInfo(r.cx.attrs[r.cx.attrs.items(list)[0]].id);
}

}  // namespace

StructInfo call_dps_packed(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  return given_output(r);
}

StructInfo call_tir(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  if (r.arg_node(0).kind != InfoKind::function)
    return r.fail(Diag::not_a_function, r.at("func"), " must be a function, found ", r.arg(0));
  if (call.args.size() > 2 && r.arg_node(2).kind != InfoKind::shape)
    return r.fail(Diag::not_a_shape, r.at("tir_vars"), " must be a shape, found ", r.arg(2));
  return given_output(r);
}

StructInfo call_tir_inplace(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  StructInfo result = call_tir(infer, call);
  if (!result) return {};
  std::vector<StructInfo> outputs{result};
  if (r.infos[result].kind == InfoKind::tuple)
    outputs.assign(r.infos.fields(result).begin(), r.infos.fields(result).end());
  std::vector<int64_t> indices = r.integers("inplace_indices");
  if (indices.size() != outputs.size())
    return r.fail(Diag::bad_attribute_value, r.at("inplace_indices"), " has ", indices.size(), " elements for ",
                  outputs.size(), " outputs");
  if (r.arg_node(1).kind != InfoKind::tuple) return result;
  std::vector<StructInfo> inputs(r.infos.fields(r.arg(1)).begin(), r.infos.fields(r.arg(1)).end());
  std::vector<bool> used(inputs.size());
  bool some = false;
  for (size_t i = 0; i < indices.size(); ++i) {
    int64_t at = indices[i];
    if (at == -1) continue;
    if (at < -1 || at >= static_cast<int64_t>(inputs.size()))
      return r.fail(Diag::bad_attribute_value, r.at("inplace_indices"), " names argument ", at, ", there are ",
                    inputs.size());
    if (used[static_cast<size_t>(at)])
      return r.fail(Diag::bad_attribute_value, r.at("inplace_indices"), " names argument ", at, " twice");
    used[static_cast<size_t>(at)] = some = true;
    StructInfo in = inputs[static_cast<size_t>(at)], out = outputs[i];
    bool fits = r.infos.has_shape(out) && r.infos.is_tensor(in) && r.infos[in].dtype == r.infos[out].dtype &&
                base_check(r.cx, out, in) == BaseCheck::pass;
    if (!fits)
      return r.fail(Diag::struct_info_mismatch, "output ", i, " is ", out, ", which argument ", at,
                    " cannot hold: ", in);
  }
  return some ? result
              : r.fail(Diag::bad_attribute_value, r.at("inplace_indices"), " must name an argument, found only -1");
}

}  // namespace rules
}  // namespace hammock
