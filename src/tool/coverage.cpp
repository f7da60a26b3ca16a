// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/coverage.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "hammock/eval/eval.h"
#include "hammock/jit/executable.h"
#include "hammock/loop/program.h"
#include "hammock/passes/pass.h"

namespace hammock::tool {
namespace {

constexpr size_t kWidth = 110;

// Rows that can be used, and those of them that were not.
struct Rows {
  size_t total = 0;
  std::vector<std::string_view> unused;

  void add(std::string_view name, bool is_used) {
    ++total;
    if (!is_used) unused.push_back(name);
  }
};

std::string lines(std::string_view what, const Rows& rows) {
  std::string text = fmt::format("{}: {} of {}\n", what, rows.total - rows.unused.size(), rows.total);
  std::string line;
  for (std::string_view name : rows.unused) {
    if (line.size() + name.size() > kWidth) text += std::exchange(line, {}) + '\n';
    line += fmt::format("{}{}", line.empty() ? "    never: " : " ", name);
  }
  return line.empty() ? text : text + line + '\n';
}

Rows operators(const Coverage& coverage, Coverage::Stage stage, bool (*can)(Op)) {
  Rows rows;
  for (size_t i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i);
    if (can(op)) rows.add(info(op).name, coverage.has(op, stage));
  }
  return rows;
}

bool is_compiled(Op op) { return loop::has_lowering(op) && jit::is_available(); }

}  // namespace

std::string coverage_report(const Coverage& coverage) {
  Rows run, changing, diagnostics;
  for (const PassInfo& pass : passes()) {
    run.add(pass.name, coverage.has_run(pass.name));
    changing.add(pass.name, coverage.has_changed(pass.name));
  }
  for (size_t i = 0; i < static_cast<size_t>(Diag::count); ++i)
    diagnostics.add(info(static_cast<Diag>(i)).code, coverage.has(static_cast<Diag>(i)));
  return lines("passes that ran", run) + lines("passes that changed a module", changing) +
         lines("operators inferred", operators(coverage, Coverage::inferred, [](Op) { return true; })) +
         lines("operators evaluated", operators(coverage, Coverage::evaluated, has_reference)) +
         lines("operators compiled", operators(coverage, Coverage::compiled, is_compiled)) +
         lines("diagnostics reported", diagnostics);
}

}  // namespace hammock::tool
