// SPDX-License-Identifier: Apache-2.0
// NormalizeGlobalVar: public functions get their global_symbol as name, private ones names beside those.
//
// Only if some function's symbol differs from its name. References of Relax functions are by id, those of kernels by
// name. Two functions of the same symbol are left alone.
#include <fmt/format.h>

#include <unordered_map>

#include "hammock/rewrite/attrs.h"
#include "hammock/rewrite/liveness.h"
#include "hammock/tir/calls.h"
#include "passes.h"

namespace hammock {
namespace {

class NormalizeNames {
 public:
  NormalizeNames(Module& module, PassContext& pass) : module_(module), context_(module.context()), pass_(pass) {}

  Changed run() {
    std::vector<Name> wanted(module_.functions.size());
    bool is_needed = false;
    for (size_t i = 0; i < wanted.size(); ++i) {
      wanted[i] = symbol(module_.functions[i]);
      is_needed |= wanted[i] && wanted[i] != module_.functions[i].name;
    }
    if (!is_needed) return Changed::no;
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (!wanted[i] || taken_.try_emplace(wanted[i], 0).second) continue;
      pass_.diagnostics.report(
          Diag::pass_remark, module_.functions[i].span,
          fmt::format("{}: two functions have the symbol '{}'", pass_.pass, context_.text(wanted[i])));
      return Changed::no;
    }
    std::unordered_map<Name, Name> names;
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (!wanted[i]) wanted[i] = fresh(module_.functions[i].name);
      names.emplace(module_.functions[i].name, wanted[i]);
    }
    for (size_t i = 0; i < wanted.size(); ++i) rename(module_.functions[i], wanted[i], names);
    return Changed::yes;
  }

 private:
  // None for private functions.
  Name symbol(const GlobalFunction& global) const {
    const Function* fn = global.relax();
    if (!fn && is_private(global)) return {};
    if (!fn) return global.kernel() && global.kernel()->symbol ? global.kernel()->symbol : global.name;
    if (fn->self().is_private) return {};
    std::optional<Attr> attr = context_.find(fn->self().attrs, "global_symbol");
    return attr && context_.attrs[*attr].kind == AttrKind::string ? Name(context_.attrs[*attr].id) : global.name;
  }

  Name fresh(Name name) {
    auto [entry, is_new] = taken_.try_emplace(name, 0);
    if (is_new) return name;
    uint32_t number = entry->second;
    Name next;
    do {
      next = context_.name(fmt::format("{}{}", context_.text(name), ++number));
    } while (!taken_.try_emplace(next, 0).second);
    taken_[name] = number;
    return next;
  }

  void rename(GlobalFunction& global, Name name, const std::unordered_map<Name, Name>& names) {
    if (Function* fn = global.relax()) {
      fn->self().attrs = without_attr(context_, fn->self().attrs, "global_symbol");
      if (global.name != name) fn->self().name = name;
    } else if (global.kernel()) {
      global.body = PrimFunc{tir::renamed(global.kernel(), name, names)};
    }
    global.name = name;
  }

  Module& module_;
  Context& context_;
  PassContext& pass_;
  std::unordered_map<Name, uint32_t> taken_;  // and the last number tried behind it
};

}  // namespace

Changed normalize_global_var(Module& module, const PassOptions&, PassContext& context) {
  context.functions += module.functions.size();
  return NormalizeNames(module, context).run();
}

}  // namespace hammock
