// SPDX-License-Identifier: Apache-2.0
#include "hammock/tir/copy.h"

#include "hammock/prim/symbols.h"
#include "hammock/tir/walk.h"

namespace hammock::tir {
namespace {

// f(Prim&) for every place that binds a variable.
template <class F>
void for_each_binder(Kernel& k, F&& f) {
  for (Parameter& p : k.params) f(p.var);
  for (Buffer& b : k.buffers) f(b.data);
  for (Stmt& s : k.stmts) f(s.var);
  for (Block& b : k.blocks) {
    for (IterVar& v : b.vars) f(v.var);
  }
  for (AttrNode& n : k.nodes) {
    f(n.iter_var.var);
    for (Prim& p : n.parameters) f(p);
  }
}

template <class F>
void for_each_prim(Kernel& k, F&& f) {
  for_each_binder(k, [&](Prim& p) {
    if (p) f(p);
  });
  for_each_expression(k, f);
}

}  // namespace

std::shared_ptr<Kernel> copy(const Kernel& kernel) {
  auto out = std::make_shared<Kernel>(kernel);
  Context& context = *kernel.context;
  SymbolSet symbols;
  for_each_prim(*out, [&](Prim p) { symbols.add_free(context, p); });
  PrimMap fresh;
  for (Prim s : symbols.in_order()) {
    const PrimNode n = context.prims[s];
    fresh.emplace(s, context.prims.var(n.name(), n.dtype, n.is_size_var));
  }
  Substitution substitution(context.prims, fresh);
  for_each_prim(*out, [&](Prim& p) { p = substitution(p); });
  out->variables.clear();
  for (const auto& [index, variable] : kernel.variables) {
    const auto at = fresh.find(Prim(index));
    out->variables.emplace(at == fresh.end() ? index : at->second.index, variable);
  }
  return out;
}

}  // namespace hammock::tir
