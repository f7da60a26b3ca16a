// SPDX-License-Identifier: Apache-2.0
#include "hammock/passes/check.h"

#include <fmt/format.h>

namespace hammock {
namespace {

// The struct info of the parameters, symbols aside: a pass may rename them, but not change what can be passed.
bool takes_the_same(const Function& a, const Function& b) {
  if (a.self().params.size() != b.self().params.size()) return false;
  const InfoStore& infos = a.context().infos;
  for (size_t i = 0; i < a.self().params.size(); ++i) {
    const InfoNode &x = infos[a.info(a.self().params[i])], &y = infos[b.info(b.self().params[i])];
    if (x.kind != y.kind || x.dtype != y.dtype || x.ndim != y.ndim || x.list_size != y.list_size) return false;
  }
  return true;
}

}  // namespace

void RunCheck::before(const Module& module, const PassInfo&) { before_ = module; }

bool RunCheck::after(const Module& module, const PassInfo& pass, Changed changed) {
  ++passes_;
  bool agrees = true;
  for (uint32_t i = 0; changed == Changed::yes && i < before_->functions.size() && agrees; ++i) {
    if (before_->functions[i].relax()) agrees = compare(module, GlobalId(i), pass);
  }
  before_.reset();
  return agrees;
}

bool RunCheck::compare(const Module& module, GlobalId old_id, const PassInfo& pass) {
  const GlobalFunction& old = (*before_)[old_id];
  std::string name(module.context().text(old.name));
  std::optional<GlobalId> now = module.find(name);
  if (!now) return true;  // removed
  const Function* fn = module[*now].relax();
  if (!fn || !takes_the_same(*old.relax(), *fn)) {
    not_compared(old.span, fmt::format("'{}' was not compared after {}, which changed its parameters", name, pass.name));
    return true;
  }
  Comparison found = compare_by_running(*before_, old_id, module, *now, options_);
  agreed_ += found.agreed;
  failed_ += found.failed;
  if (found.differ) {
    failure_ = fmt::format("{} changes what '{}' computes: {}\n  the arguments of seed {} (--check-each=1 --check-seed={}): {}", pass.name, name, found.difference, found.seed,
                           found.seed, found.arguments);
    return false;
  }
  if (!found.skipped.empty()) {
    bool is_part = found.agreed > 0;
    not_compared(old.span, fmt::format("'{}' was {}: {}", name, is_part ? fmt::format("compared in {} of {} runs", found.agreed, options_.runs) : "not compared", found.skipped));
  }
  return true;
}

void RunCheck::not_compared(Span span, std::string text) {
  if (told_.insert(text).second) diagnostics_.report(Diag::not_compared, span, text);
}

std::string RunCheck::summary() const {
  std::string text = fmt::format("{} {} checked by running: {} {}", passes_, passes_ == 1 ? "pass" : "passes", agreed_, agreed_ == 1 ? "run agrees" : "runs agree");
  if (failed_ > 0) text += fmt::format(", {} failed before the pass already or cannot be compared", failed_);
  return text;
}

}  // namespace hammock
