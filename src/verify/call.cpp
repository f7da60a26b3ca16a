// SPDX-License-Identifier: Apache-2.0
// Calls: purity (19, 20), the normal form of the operator (24), the signature of kernels (25), inference (26), and
// what a variable says of its value (27), a function of its result (28).
//
// Inference is asked once for every different call; the answer is remembered by what it depends on.
#include <algorithm>

#include "hammock/infer/describe.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/tir/kernel.h"
#include "verifier.h"

namespace hammock {

void Verifier::check_call(Value v) {
  if (options_.check_struct_info) check_purity(v);
  const Node& node = (*fn_)[v];
  if (Attr list = node.sinfo_args(); list && options_.check_struct_info) {
    for (Attr a : context_.attrs.items(list)) {
      if (context_.attrs[a].kind == AttrKind::info) check_info(StructInfo(context_.attrs[a].id), node.span);
    }
  }
  if (node.kind == NodeKind::call_op && node.attrs) check_index_maps(v);
  if (node.kind == NodeKind::call_op && info(node.op).has(Special)) check_normal_form(v);
  if (!options_.check_struct_info || !node.info) return;
  StructInfo expected = inferred(v);
  bool is_inspection = node.kind == NodeKind::call_op && info(node.op).name.starts_with("inspect.");
  if (is_inspection && expected && context_.infos[expected].value()) {
    report(Diag::ill_formed, node.span,
           "R." + std::string(info(node.op).name) + " of what is known to be " +
               describe(context_, context_.infos[expected].value()));
  }
  if (!expected || expected == node.info || base_check(context_, node.info, expected) != BaseCheck::fail_l0) return;
  Diagnostic& d =
      report(Diag::struct_info_mismatch, node.span,
             name(v) + " is " + describe(context_, node.info) + ", but the call gives " + describe(context_, expected));
  if (node.kind == NodeKind::call) note_callee(d, fn_->args(v)[0]);
}

// An index map may mention symbols of the function beside its own variables.
void Verifier::check_index_maps(Value call) {
  std::vector<Attr> open(context_.attrs.items((*fn_)[call].attrs).begin(),
                         context_.attrs.items((*fn_)[call].attrs).end());
  while (!open.empty()) {
    Attr map = open.back();
    open.pop_back();
    if (context_.attrs[map].kind != AttrKind::index_map) continue;
    SymbolSet own;
    for (Attr variable : context_.attrs.map_params(map)) own.add(Prim(context_.attrs[variable].id));
    for (Attr result : context_.attrs.map_results(map))
      walk_prim(Prim(context_.attrs[result].id), (*fn_)[call].span, own);
    if (Attr inverse = context_.attrs.map_inverse(map)) open.push_back(inverse);
  }
}

// What a call calls, as the script has it.
std::string Verifier::callee_name(Value call) const {
  const Node& node = (*fn_)[call];
  if (node.kind == NodeKind::call_op) return "R." + std::string(info(node.op).name);
  return function_name(fn_->args(call)[0]);
}

std::string Verifier::function_name(Value callee) const {
  const Node& node = (*fn_)[callee];
  if (node.kind == NodeKind::global && node.global().index < module_.functions.size())
    return "'" + std::string(context_.text(module_[node.global()].name)) + "'";
  if (node.kind == NodeKind::extern_func)
    return "the external function '" + std::string(context_.text(node.text())) + "'";
  return name(callee);
}

// Where a function of the module is defined.
void Verifier::note_callee(Diagnostic& d, Value callee) const {
  const Node& node = (*fn_)[callee];
  if (node.kind == NodeKind::global && node.global().index < module_.functions.size()) {
    const GlobalFunction& f = module_[node.global()];
    if (f.span) d.notes.push_back({f.span, "'" + std::string(context_.text(f.name)) + "' is defined here"});
  } else if (node.span && node.name) {
    d.notes.push_back({node.span, name(callee) + " is bound here"});
  }
}

// ---- purity

void Verifier::check_purity(Value v) {
  const Node& node = (*fn_)[v];
  if (node.kind == NodeKind::call_op) {
    if (!info(node.op).has(Impure)) return;
  } else {
    const Node& callee = (*fn_)[fn_->args(v)[0]];
    const InfoNode* type = callee.info ? &context_.infos[callee.info] : nullptr;
    bool is_pure = type && type->kind == InfoKind::function ? type->is_pure : callee.kind != NodeKind::extern_func;
    if (is_pure) return;
  }
  if (in_dataflow()) {
    Diagnostic& d = report(Diag::impure, node.span, callee_name(v) + " is impure, but a dataflow block is pure");
    if (node.kind == NodeKind::call) note_callee(d, fn_->args(v)[0]);
    return;
  }
  const Lambda& lambda = (*fn_)[scope_.lambda()];
  if (!lambda.is_pure || is_forced_pure(lambda)) return;
  Diagnostic& d = report(Diag::impure, node.span, callee_name(v) + " is impure, but the function is declared pure");
  if (node.kind == NodeKind::call) note_callee(d, fn_->args(v)[0]);
  if (lambda.span) d.notes.push_back({lambda.span, "declared here; an impure function says @R.function(pure=False)"});
}

bool Verifier::is_forced_pure(const Lambda& lambda) const {
  std::optional<Attr> forced = context_.find(lambda.attrs, "relax.force_pure");
  if (!forced) return false;
  AttrKind kind = context_.attrs[*forced].kind;
  return (kind == AttrKind::boolean || kind == AttrKind::integer) && context_.attrs[*forced].value != 0;
}

// ---- inference

// What inference depends on; false if that is not known to be all of it.
bool Verifier::memo_key(Value v) {
  const Node& node = (*fn_)[v];
  key_ = {static_cast<uint32_t>(node.kind), static_cast<uint32_t>(node.op), node.attrs.index, node.content()};
  auto add_leaf = [&](const Node& n) {
    if (n.kind == NodeKind::opaque) return false;
    key_.push_back(n.info.index);
    bool info_says_all =
        n.kind == NodeKind::param || n.kind == NodeKind::shape || n.kind == NodeKind::prim_value || !is_leaf(n.kind);
    if (!info_says_all) {
      key_.push_back(static_cast<uint32_t>(n.kind));
      key_.push_back(n.content());
    }
    return true;
  };
  for (Value arg : fn_->args(v)) {
    const Node& a = (*fn_)[arg];
    if (!add_leaf(a)) return false;
    if (a.kind != NodeKind::tuple || is_bound_[arg.index]) continue;
    for (Value field : fn_->args(arg)) {
      const Node& f = (*fn_)[field];
      if ((f.kind == NodeKind::tuple && !is_bound_[field.index]) || !add_leaf(f)) return false;
    }
  }
  return true;
}

// None if inference fails, which is reported, or is not there yet for the operator.
StructInfo Verifier::inferred(Value v) {
  bool has_key = memo_key(v);
  if (has_key) {
    if (StructInfo known = memo_.find(key_)) return known;
  }
  const Node& node = (*fn_)[v];
  Diagnostics own(diagnostics_.source());
  Infer infer(*fn_, &module_, &own);
  Attr sinfo_args = node.sinfo_args();
  StructInfo result;
  if (node.kind == NodeKind::call_op) {
    result = infer.call({node.op, fn_->args(v), node.attrs, sinfo_args, node.span});
  } else if (StructInfo callee = fn_->info(fn_->args(v)[0])) {
    result = infer.call_function(callee, fn_->args(v).subspan(1), sinfo_args, node.span);
  }
  for (const Diagnostic& problem : own.all()) {
    if (problem.id == Diag::unsupported) continue;
    Diagnostic& d = report(problem.id, problem.span, problem.text);
    d.notes = problem.notes;
    if (node.kind == NodeKind::call) note_callee(d, fn_->args(v)[0]);
  }
  if (has_key && result) memo_.insert(key_, result);
  return result;
}

// ---- normal form of operators

void Verifier::check_normal_form(Value v) {
  const Node& node = (*fn_)[v];
  std::span<const Value> args = fn_->args(v);
  if (!has_trait(node.op, KernelCall) || args.size() < 2) return;
  const Node& tuple = (*fn_)[args[1]];
  if (tuple.kind != NodeKind::tuple || is_bound_[args[1].index]) {
    Diagnostic& d = report(Diag::ill_formed, node.span,
                           "the arguments of R." + std::string(info(node.op).name) + " are not written out as a tuple");
    if (tuple.span) d.notes.push_back({tuple.span, name(args[1]) + " is bound here"});
    return;
  }
  const Node& callee = (*fn_)[args[0]];
  if (!callee.info || context_.infos[callee.info].kind != InfoKind::function) {
    report(Diag::ill_formed, node.span,
           "R." + std::string(info(node.op).name) + " calls something that is not a function");
    return;
  }
  check_kernel_signature(v);
}

std::vector<StructInfo> Verifier::outputs_of(Value call) const {
  Attr list = (*fn_)[call].sinfo_args();
  if (!list || context_.attrs.items(list).empty()) return {};
  StructInfo out(context_.attrs[context_.attrs.items(list)[0]].id);
  if (context_.infos[out].kind != InfoKind::tuple) return {out};
  std::span<const StructInfo> fields = context_.infos.fields(out);
  return {fields.begin(), fields.end()};
}

// The outputs that the kernel has parameters for: those that take over no input.
std::vector<StructInfo> Verifier::fresh_outputs_of(Value call) const {
  std::vector<StructInfo> outputs = outputs_of(call);
  Attr given = CallAttrs(*fn_, call).find("inplace_indices");
  if (!given) return outputs;
  std::span<const Attr> indices = context_.attrs.items(given);
  std::vector<StructInfo> fresh;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (i >= indices.size() || context_.attrs[indices[i]].value == -1) fresh.push_back(outputs[i]);
  }
  return fresh;
}

// The kernel's parameters are inputs, then outputs, then the symbols handed over (language 5, row 25): TVM, too,
// derives the outputs as those of a call, which refuses inputs that contradict the parameters.
void Verifier::check_kernel_signature(Value v) {
  const Node& node = (*fn_)[v];
  StructInfo type = fn_->info(fn_->args(v)[0]);
  const std::string callee = function_name(fn_->args(v)[0]);
  if (!context_.infos[type].has_dims) {
    note_callee(report(Diag::ill_formed, node.span, "the parameters of " + callee + " are not known"), fn_->args(v)[0]);
    return;
  }
  std::span<const StructInfo> declared = context_.infos.params(type);
  std::vector<StructInfo> params(declared.begin(), declared.end());
  std::span<const Value> inputs = fn_->args(fn_->args(v)[1]);
  std::vector<StructInfo> outputs = fresh_outputs_of(v);
  // The kernel of a distributed call sees a shard.
  if (std::ranges::any_of(inputs, [&](Value i) { return context_.infos.is_dtensor(fn_->info(i)); })) return;
  size_t symbols = 0;
  if (fn_->args(v).size() > 2) {
    StructInfo handed = fn_->info(fn_->args(v)[2]);
    if (!handed) return;
    const InfoNode& shape = context_.infos[handed];
    if (shape.kind != InfoKind::shape || shape.ndim < 0) {
      report(Diag::ill_formed, node.span,
             "tir_vars must be a shape of known rank, found " + describe(context_, handed));
      return;
    }
    symbols = static_cast<size_t>(shape.ndim);
  }
  if (params.size() != inputs.size() + outputs.size() + symbols) {
    Diagnostic& d = report(Diag::ill_formed, node.span,
                           callee + " takes " + std::to_string(params.size()) +
                               (params.size() == 1 ? " argument" : " arguments") + ", the call gives " +
                               std::to_string(inputs.size() + outputs.size() + symbols) + " inputs and outputs");
    note_callee(d, fn_->args(v)[0]);
    return;
  }
  check_kernel_types(v, params, outputs, symbols);
}

void Verifier::check_kernel_types(Value v, std::span<const StructInfo> params, std::span<const StructInfo> outputs,
                                  size_t symbols) {
  const Node& node = (*fn_)[v];
  const Value kernel = fn_->args(v)[0];
  const std::string callee = function_name(kernel);
  std::span<const Value> inputs = fn_->args(fn_->args(v)[1]);
  PrimMap map;
  bool do_inputs_fit = true;
  auto check_input = [&](size_t i, StructInfo given, const std::string& what) {
    match_symbols(params[i], given, map);
    StructInfo param = erase(context_, params[i], map, {});
    if (base_check(context_, param, given) >= BaseCheck::fail_l2) return;
    do_inputs_fit = false;
    Diagnostic& d =
        report(Diag::struct_info_mismatch, node.span,
               what + " is " + describe(context_, given) + ", but " + callee + " takes " + describe(context_, param));
    note_parameter(d, kernel, i);
  };
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (StructInfo given = fn_->info(inputs[i])) check_input(i, given, "input " + std::to_string(i));
  }
  if (symbols > 0 && context_.infos[fn_->info(fn_->args(v)[2])].has_dims) {
    const std::span<const Prim> handed = context_.infos.dims(fn_->info(fn_->args(v)[2]));
    const std::vector<Prim> dims(handed.begin(), handed.end());
    const tir::Kernel* body = kernel_of(kernel);
    for (size_t i = 0; i < dims.size(); ++i) {
      const size_t at = inputs.size() + outputs.size() + i;
      check_input(at, context_.infos.prim_value(dims[i], context_.prims[dims[i]].dtype),
                  "tir_vars " + std::to_string(i));
      if (body && at < body->params.size()) map.emplace(body->params[at].var, dims[i]);
    }
  }
  for (size_t i = 0; i < outputs.size() && do_inputs_fit; ++i) {
    StructInfo expected = erase(context_, params[inputs.size() + i], map, {});
    if (base_check(context_, expected, outputs[i]) == BaseCheck::pass) continue;
    Diagnostic& d = report(Diag::struct_info_mismatch, node.span,
                           "out_sinfo is " + describe(context_, outputs[i]) + ", but " + callee + " gives " +
                               describe(context_, expected));
    note_parameter(d, kernel, inputs.size() + i);
  }
}

const tir::Kernel* Verifier::kernel_of(Value callee) const {
  const Node& node = (*fn_)[callee];
  if (node.kind != NodeKind::global || node.global().index >= module_.functions.size()) return nullptr;
  return module_[node.global()].kernel().get();
}

// At the parameter of a kernel, else at the callee.
void Verifier::note_parameter(Diagnostic& d, Value callee, size_t index) const {
  const tir::Kernel* kernel = kernel_of(callee);
  if (!kernel || index >= kernel->params.size()) return note_callee(d, callee);
  const tir::Parameter& p = kernel->params[index];
  auto variable = kernel->variables.find(p.var.index);
  const Span span = p.buffer                              ? (*kernel)[p.buffer].span
                    : variable == kernel->variables.end() ? Span()
                                                          : variable->second.span;
  const Name name = p.buffer ? (*kernel)[p.buffer].name : kernel->hint(p.var);
  if (!span || !name) return note_callee(d, callee);
  d.notes.push_back({span, "parameter " + std::to_string(index) + " of '" +
                               std::string(context_.text(module_[(*fn_)[callee].global()].name)) + "' is '" +
                               std::string(context_.text(name)) + "'"});
}

// Symbols of a parameter that are a whole dim stand for the dim of the argument.
void Verifier::match_symbols(StructInfo param, StructInfo given, PrimMap& map) const {
  if (!context_.infos[param].has_dims || !context_.infos[given].has_dims ||
      context_.infos[param].kind != context_.infos[given].kind)
    return;
  if (context_.infos[param].kind == InfoKind::function) return;
  std::span<const Prim> from = context_.infos.dims(param), to = context_.infos.dims(given);
  for (size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
    if (context_.prims[from[i]].kind == PrimKind::var) map.emplace(from[i], to[i]);
  }
}

// ---- variables

// The struct info of the value that a binding binds, where it is not the variable's own; none if it says nothing.
StructInfo Verifier::value_info(Value v) {
  const Node& node = (*fn_)[v];
  std::span<const Value> args = fn_->args(v);
  switch (node.kind) {
    case NodeKind::alias: return fn_->info(args[0]);
    case NodeKind::match_cast: return node.cast_to();
    case NodeKind::tuple: {
      std::vector<StructInfo> fields;
      for (Value field : args) {
        if (!fn_->info(field)) return {};
        fields.push_back(fn_->info(field));
      }
      return context_.infos.tuple(fields);
    }
    case NodeKind::get_item: {
      StructInfo tuple = fn_->info(args[0]);
      if (!tuple || context_.infos[tuple].kind != InfoKind::tuple) return {};
      std::span<const StructInfo> fields = context_.infos.fields(tuple);
      if (node.index() < fields.size()) return fields[node.index()];
      report(Diag::ill_formed, node.span,
             "index " + std::to_string(node.index()) + " of a tuple of " + std::to_string(fields.size()));
      return {};
    }
    case NodeKind::lambda: {
      const Lambda& lambda = (*fn_)[node.lambda()];
      std::vector<StructInfo> params;
      for (Value p : lambda.params) {
        if (!fn_->info(p)) return {};
        params.push_back(fn_->info(p));
      }
      return lambda.ret ? context_.infos.function(params, lambda.ret, lambda.is_pure) : StructInfo();
    }
    default: return {};
  }
}

void Verifier::check_binding_info(Value v) {
  const Node& node = (*fn_)[v];
  if (!node.info) return;
  auto fail = [&](StructInfo value) {
    report(Diag::struct_info_mismatch, node.span,
           name(v) + " is " + describe(context_, node.info) + ", but its value is " + describe(context_, value));
  };
  if (node.kind == NodeKind::cond) {
    // The join of the branches, with what is local to them removed, may be less precise than either.
    for (RegionId r : {fn_->then_region(v), fn_->else_region(v)}) {
      Value result = (*fn_)[r].result;
      StructInfo branch = result ? fn_->info(result) : StructInfo();
      if (branch && branch != node.info && base_check(context_, node.info, branch) < BaseCheck::fail_l2) fail(branch);
    }
    return;
  }
  StructInfo value = value_info(v);
  if (!value || value == node.info || base_check(context_, node.info, value) == BaseCheck::pass) return;
  const InfoNode known = context_.infos[node.info], found = context_.infos[value];
  if (node.kind != NodeKind::lambda || known.kind != InfoKind::function) return fail(value);
  // Its variable was there before its body.
  if (known.is_pure && !found.is_pure) {
    report(Diag::impure, node.span, "local function " + name(v) + " calls itself, so it must be pure");
  } else {
    report(Diag::struct_info_mismatch, node.span,
           "local function " + name(v) + " calls itself and returns " + describe(context_, found.result()) +
               "; an annotation must say so, " +
               (context_.infos.is_void(known.result()) ? "none means that it returns nothing"
                                                       : "not " + describe(context_, known.result())));
  }
}

// The values that the function may return: its result, or of an `if` what each branch gives.
void Verifier::check_result(LambdaId id, Value result) {
  const Lambda& lambda = (*fn_)[id];
  todo_.assign(1, result);
  while (!todo_.empty()) {
    Value v = todo_.back();
    todo_.pop_back();
    const Node& node = (*fn_)[v];
    const bool is_stand_in =
        node.kind == NodeKind::tuple && node.args_size == 0 && !node.span;  // of a result with mistakes
    if (!lambda.ret || !node.info || lambda.ret == node.info || is_stand_in) continue;
    if (base_check(context_, lambda.ret, node.info) == BaseCheck::fail_l0) {
      const bool is_named = lambda.name && id.index != 0;
      std::string who = is_named ? "local function '" + std::string(context_.text(lambda.name)) + "'"
                                 : "'" + std::string(context_.text(module_.functions[function_index_].name)) + "'";
      std::string found = describe(context_, node.info);
      Diagnostic& d =
          report(Diag::struct_info_mismatch, lambda.span,
                 who + " is declared to return " + describe(context_, lambda.ret) + ", but returns " + found);
      if (node.span) d.notes.push_back({node.span, (node.name ? name(v) : "the returned value") + " is " + found});
      continue;
    }
    if (node.kind == NodeKind::alias) {
      todo_.push_back(fn_->args(v)[0]);
    } else if (node.kind == NodeKind::cond) {
      for (RegionId branch : {fn_->else_region(v), fn_->then_region(v)}) {
        if (Value given = (*fn_)[branch].result) todo_.push_back(given);
      }
    }
  }
}

}  // namespace hammock
