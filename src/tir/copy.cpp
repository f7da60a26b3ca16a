// SPDX-License-Identifier: Apache-2.0
#include "hammock/tir/copy.h"

#include "hammock/prim/symbols.h"

namespace hammock::tir {
namespace {

// f(Prim&) for every expression and variable of the kernel.
template <class F>
void for_each_prim(Kernel& k, F&& f) {
  const auto range = [&](Range& r) { f(r.min), f(r.extent); };
  const auto region = [&](BufferRegion& r) {
    for (Range& one : r.ranges) range(one);
  };
  const auto variable = [&](IterVar& v) { f(v.var), range(v.domain); };
  for (Parameter& p : k.params) f(p.var);
  for (Buffer& b : k.buffers) {
    f(b.data), f(b.elem_offset);
    for (Prim& p : b.shape) f(p);
    for (Prim& p : b.strides) f(p);
  }
  for (Stmt& s : k.stmts) f(s.var), f(s.value), f(s.min);
  for (Prim& p : k.lists) f(p);
  for (BufferRegion& r : k.regions) region(r);
  for (AttrNode& n : k.nodes) {
    f(n.prim), variable(n.iter_var);
    for (auto* list : {&n.parameters, &n.results, &n.identities}) {
      for (Prim& p : *list) f(p);
    }
  }
  for (Block& b : k.blocks) {
    f(b.predicate);
    for (IterVar& v : b.vars) variable(v);
    for (Prim& p : b.values) f(p);
    for (BufferRegion& r : b.reads) region(r);
    for (BufferRegion& r : b.writes) region(r);
    for (MatchBuffer& m : b.matches) region(m.source);
  }
}

}  // namespace

std::shared_ptr<Kernel> copy(const Kernel& kernel) {
  auto out = std::make_shared<Kernel>(kernel);
  Context& context = *kernel.context;
  SymbolSet symbols;
  for_each_prim(*out, [&](Prim p) {
    if (p) symbols.add_free(context, p);
  });
  PrimMap fresh;
  for (Prim s : symbols.in_order()) {
    const PrimNode n = context.prims[s];
    fresh.emplace(s, context.prims.var(n.name(), n.dtype, n.is_size_var));
  }
  Substitution substitution(context.prims, fresh);
  for_each_prim(*out, [&](Prim& p) {
    if (p) p = substitution(p);
  });
  out->variables.clear();
  for (const auto& [index, variable] : kernel.variables) {
    const auto at = fresh.find(Prim(index));
    out->variables.emplace(at == fresh.end() ? index : at->second.index, variable);
  }
  return out;
}

}  // namespace hammock::tir
