// SPDX-License-Identifier: Apache-2.0
// RemoveUnusedParameters: private functions take nothing that they do not read (passes 5.3).
//
//   def f(x: R.Tensor(("n", "m")), y: R.Tensor(("m",))): .. R.zeros(R.shape([n, m])) ..     f(a, b)
//   -> def f(param_n: R.Prim(value="n"), param_m: R.Prim(value="m")): ..     f(R.prim_value(8), R.prim_value(4))
//
// Symbols that the function still needs, and that no parameter left defines, are parameters of their own, in the order
// in which it mentions them. A function stays as it is where it is mentioned otherwise than by calls, or a call does
// not tell what such a symbol is.
#include <algorithm>
#include <optional>
#include <string>

#include "call_sites.h"
#include "hammock/infer/struct_info.h"
#include "hammock/rewrite/clone.h"
#include "hammock/rewrite/liveness.h"
#include "hammock/rewrite/refresh.h"
#include "passes.h"

namespace hammock {
namespace {

// What a function takes when it takes no more than it needs.
struct Needs {
  std::vector<uint32_t> params;  // numbers, of those that stay
  std::vector<Prim> symbols;     // of parameters behind them
};

Needs needs_of(const Function& fn) {
  Function copy(fn.shared_context());
  Cloner cloner(fn, copy, Cloner::Symbols::fresh);  // knows what it met
  cloner.region(fn.self().body);
  cloner.info(fn.self().ret);
  Needs out;
  SymbolSet defined;
  for (uint32_t i = 0; i < fn.self().params.size(); ++i) {
    const Value p = fn.self().params[i];
    if (!cloner.knows(p)) continue;
    out.params.push_back(i);
    add_definable(defined, fn.context(), fn.info(p));
  }
  const SymbolSet given = parameter_symbols(fn, LambdaId(0));
  for (Prim s : cloner.symbols()) {
    if (given.contains(s) && !defined.contains(s)) out.symbols.push_back(s);
  }
  return out;
}

Name name_of_symbol(Context& context, Prim symbol) {
  return context.name("param_" + std::string(context.text(context.prims[symbol].name())));
}

// Are its last parameters the symbols already, as this pass writes them?
bool is_what_it_takes(const Function& fn, const Needs& needs) {
  const std::vector<Value>& params = fn.self().params;
  const size_t kept = needs.params.size();
  if (kept + needs.symbols.size() != params.size() || (kept > 0 && needs.params.back() + 1 != kept)) return false;
  for (size_t i = 0; i < needs.symbols.size(); ++i) {
    const Node& param = fn[params[kept + i]];
    const Prim symbol = needs.symbols[i];
    const StructInfo info = fn.context().infos.prim_value(symbol, fn.context().prims[symbol].dtype);
    if (param.info != info || param.name != name_of_symbol(fn.context(), symbol)) return false;
  }
  return true;
}

// What the function takes no more, and what instead.
void change_parameters(Function& fn, const Needs& needs) {
  Context& context = fn.context();
  std::vector<Value> params;
  for (uint32_t i : needs.params) params.push_back(fn.self().params[i]);
  for (Prim s : needs.symbols) {
    const StructInfo info = context.infos.prim_value(s, context.prims[s].dtype);
    params.push_back(fn.add_param(name_of_symbol(context, s), info));
  }
  fn.self().params = std::move(params);
}

void change_call(Function& fn, Value call, const GlobalFunction& callee, const Needs& needs, const PrimMap& symbols) {
  const std::vector<Value> old(fn.args(call).begin(), fn.args(call).end());
  std::vector<Value> args{fn.add_global(fn[old[0]].global(), callee.info, fn[old[0]].span)};
  for (uint32_t i : needs.params) args.push_back(old[i + 1]);
  for (Prim s : needs.symbols) args.push_back(fn.add_prim(symbols.at(s)));
  fn.set_args(call, args);
}

// How a function is going to be called.
struct Plan {
  GlobalId function;
  Needs needs;
  std::vector<PrimMap> symbols;  // by call
};

// None: it stays as it is.
std::optional<Plan> plan(const Module& module, const CallSites& sites, GlobalId f) {
  const Function* fn = module[f].relax();
  if (!fn || !sites.are_all_of_private(module, f)) return std::nullopt;
  Plan out{f, needs_of(*fn), {}};
  if (is_what_it_takes(*fn, out.needs)) return std::nullopt;
  for (const CallSite& site : sites.of(f)) {
    out.symbols.push_back(symbols_at(*fn, *module.functions[site.in].relax(), site.call));
    const auto tells = [&](Prim s) { return out.symbols.back().contains(s); };
    if (!std::ranges::all_of(out.needs.symbols, tells)) return std::nullopt;
  }
  return out;
}

}  // namespace

Changed remove_unused_parameters(Module& module, const PassOptions&, PassContext& context) {
  const CallSites sites(module);
  std::vector<Plan> plans;
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    context.functions += module.functions[i].relax() != nullptr;
    if (auto made = plan(module, sites, GlobalId(i))) plans.push_back(std::move(*made));
  }
  std::vector<uint8_t> calls_otherwise(module.functions.size(), 0);
  for (const auto& [f, needs, symbols] : plans) {
    Function& fn = *module[f].relax();
    change_parameters(fn, needs);
    module[f].info = signature(fn, LambdaId(0));
    for (size_t c = 0; c < symbols.size(); ++c) {
      const CallSite& site = sites.of(f)[c];
      change_call(*module.functions[site.in].relax(), site.call, module[f], needs, symbols[c]);
      calls_otherwise[site.in] = 1;
    }
  }
  for (uint32_t i = 0; i < calls_otherwise.size(); ++i) {
    if (calls_otherwise[i]) remove_dead_bindings(*module.functions[i].relax());
  }
  return plans.empty() ? Changed::no : Changed::yes;
}

}  // namespace hammock
