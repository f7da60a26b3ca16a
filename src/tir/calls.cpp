// SPDX-License-Identifier: Apache-2.0
#include "hammock/tir/calls.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "hammock/prim/symbols.h"
#include "hammock/prim/walk.h"
#include "hammock/tir/walk.h"
#include "rebuilt.h"

namespace hammock::tir {
namespace {

// None for a call of anything else.
Name callee(Context& context, Prim e) {
  if (context.prims[e].kind != PrimKind::call) return {};
  const std::string_view name = context.text(context.prims[e].name());
  return name.starts_with("@") ? context.name(std::string(name.substr(1))) : Name();
}

}  // namespace

std::vector<Name> callees(const Kernel& kernel) {
  std::vector<Name> found;
  std::unordered_set<Prim> seen;
  for_each_expression(kernel, [&](Prim root) {
    operands_first(
        kernel.context->prims, root, [&](Prim e) { return seen.contains(e); },
        [&](Prim e, std::vector<Prim>&) {
          seen.insert(e);
          const Name name = callee(*kernel.context, e);
          if (name && std::ranges::find(found, name) == found.end()) found.push_back(name);
        });
  });
  return found;
}

std::shared_ptr<const Kernel> renamed(const std::shared_ptr<const Kernel>& kernel, Name name,
                                      const std::unordered_map<Name, Name>& functions) {
  const std::vector<Name> called = callees(*kernel);
  const bool calls = std::ranges::any_of(called, [&](Name f) { return functions.contains(f); });
  if (!calls && kernel->name == name) return kernel;
  auto out = std::make_shared<Kernel>(*kernel);
  out->name = name;
  if (!calls) return out;
  Context& context = *kernel->context;
  PrimMap done;
  auto visit = [&](Prim e, std::vector<Prim>& operands) {
    Prim made = e;
    const bool is_same = std::ranges::all_of(operands, [&](Prim o) { return done.at(o) == o; });
    for (Prim& o : operands) o = done.at(o);
    if (!is_same) made = rebuilt(context.prims, e, operands);
    const Name f = callee(context, made);
    if (auto other = f ? functions.find(f) : functions.end(); other != functions.end()) {
      const Name call = context.name("@" + std::string(context.text(other->second)));
      made = context.prims.call(call, context.prims[made].dtype, operands);
    }
    done[e] = made;
  };
  for_each_expression(*out, [&](Prim& p) {
    operands_first(
        context.prims, p, [&](Prim e) { return done.contains(e); }, visit);
    p = done.at(p);
  });
  return out;
}

}  // namespace hammock::tir
