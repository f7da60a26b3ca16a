// SPDX-License-Identifier: Apache-2.0
// DeadCodeElimination: bindings that nobody needs, and functions that nobody reaches.
//
// Functions are reached from public ones, external ones, those of the option entry-functions, and a function without a
// module, through references in bindings that are left. Reaching is looked at after the bindings are gone, which finds
// at least what is found before.
#include <fmt/format.h>

#include <algorithm>

#include "hammock/base/suggest.h"
#include "hammock/rewrite/liveness.h"
#include "passes.h"

namespace hammock {
namespace {

std::vector<uint8_t> reached_from_entries(const Module& module, const std::vector<std::string_view>& entries) {
  std::vector<GlobalId> roots;
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    std::string_view name = module.context().text(module.functions[i].name);
    bool is_entry = std::find(entries.begin(), entries.end(), name) != entries.end();
    if (is_entry || module.is_lone_function || !is_private(module.functions[i])) roots.push_back(GlobalId(i));
  }
  return reached_functions(module, roots);
}

}  // namespace

static void check_entries(const Module& module, const std::vector<std::string_view>& entries, PassContext& context) {
  std::vector<std::string_view> names;
  for (const GlobalFunction& global : module.functions) names.push_back(module.context().text(global.name));
  for (std::string_view entry : entries) {
    if (std::find(names.begin(), names.end(), entry) != names.end()) continue;
    context.diagnostics.report(
        Diag::unknown_function, {},
        fmt::format("option entry-functions: no function '{}'{}", entry, did_you_mean(entry, names)));
  }
}

Changed dead_code_elimination(Module& module, const PassOptions& options, PassContext& context) {
  std::vector<std::string_view> entries = options.list("entry-functions");
  check_entries(module, entries, context);
  count_kernels(module, context);
  size_t removed = 0;
  for_each_function(module, context, [&](Function& fn) {
    removed += remove_dead_bindings(fn);
    return Changed::no;
  });
  removed += remove_functions(module, reached_from_entries(module, entries));
  return removed > 0 ? Changed::yes : Changed::no;
}

}  // namespace hammock
