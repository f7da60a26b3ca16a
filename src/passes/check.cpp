// SPDX-License-Identifier: Apache-2.0
#include "hammock/passes/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "hammock/passes/slice.h"

namespace hammock {
namespace {

constexpr size_t kMaxSlices = 500;    // of a function, after a pass
constexpr size_t kMostSuspects = 64;  // bindings that are looked at to find one that a pass got wrong

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

std::string name_of(const Function& fn) { return std::string(fn.context().text(fn.self().name)); }

}  // namespace

void RunCheck::watch(PassContext& context) {
  context.observer = this;
  if (!options_.rewrites) return;
  context.check_rewrite = [this](const Function& before, const Function& after, const RewriteEvent& event) {
    return compare_rewrite(before, after, event);
  };
  context.events = [this, sink = std::move(context.events)](const RewriteEvent& event) {
    if (sink) sink(event);
    if (event.applied) events_.push_back(event);
  };
}

void RunCheck::before(const Module& module, const PassInfo&) {
  before_ = module;
  events_.clear();
  is_single_ = false;
}

bool RunCheck::after(const Module& module, const PassInfo& pass, Changed changed) {
  ++passes_;
  bool agrees = failure_.empty();
  for (uint32_t i = 0; changed == Changed::yes && i < before_->functions.size() && agrees; ++i) {
    const GlobalFunction& old = before_->functions[i];
    if (!old.relax()) continue;
    std::optional<GlobalId> now = module.find(module.context().text(old.name));
    const Function* fn = now ? module[*now].relax() : nullptr;
    if (!fn) continue;  // removed
    if (options_.rewrites && !is_single_) agrees = compare_rewrites(*old.relax(), module, *fn, pass);
    if (agrees && options_.passes) agrees = compare(module, GlobalId(i), pass);
  }
  before_.reset();
  return agrees;
}

bool RunCheck::compare(const Module& module, GlobalId old_id, const PassInfo& pass) {
  const GlobalFunction& old = (*before_)[old_id];
  std::string name(module.context().text(old.name));
  GlobalId now = *module.find(name);
  if (!takes_the_same(*old.relax(), *module[now].relax())) {
    not_compared(old.span,
                 fmt::format("'{}' was not compared after {}, which changed its parameters", name, pass.name));
    return true;
  }
  Comparison found = compare_by_running(*before_, old_id, module, now, options_.runs);
  if (judge(found, old.span, fmt::format("'{}'", name), fmt::format("{} changes what '{}' computes", pass.name, name)))
    return true;
  const Function &before = *old.relax(), &after = *module[now].relax();
  std::vector<Value> bindings = rewritten_bindings(before, after);
  for (size_t i = 0; i < std::min(bindings.size(), kMostSuspects); ++i) {
    std::span<const Value> one(&bindings[i], 1);
    if (!compare_slices(*before_, before, module, after, one, options_.runs).differ) continue;
    look_for_exchange(before, module, after, one);
    break;
  }
  return false;
}

void RunCheck::look_for_exchange(const Function& before, const Module& module, const Function& after,
                                 std::span<const Value> bindings) {
  std::optional<Exchange> found = find_exchange(before, after, [&](const Function& exchanged) {
    Comparison result = compare_slices(*before_, before, module, exchanged, bindings, options_.runs);
    return !result.differ && result.agreed > 0;
  });
  if (!found) return;
  auto name = [&](Value v) { return before.context().text(before[v].name); };
  failure_ += fmt::format("\n  the numbers agree when '{}' and '{}' are exchanged in the replacement of '{}'",
                          name(found->a), name(found->b), name(bindings[0]));
  Span span = before[bindings[0]].span;
  if (!span || !diagnostics_.source()) return;
  LineColumn at = diagnostics_.source()->place(span.begin);
  failure_ += fmt::format(" ({}:{}:{})", diagnostics_.source()->name(), at.line, at.column);
}

// The pass is over: what each binding computes that now is another call, or has other operands.
bool RunCheck::compare_rewrites(const Function& old, const Module& module, const Function& now, const PassInfo& pass) {
  std::vector<Value> bindings = rewritten_bindings(old, now);
  if (bindings.size() > kMaxSlices) {
    not_compared(old.self().span,
                 fmt::format("{} of {} bindings that {} rewrote in '{}' were compared, which is the bound", kMaxSlices,
                             bindings.size(), pass.name, name_of(old)));
    std::vector<Value> some;
    for (size_t i = 0; i < kMaxSlices; ++i) some.push_back(bindings[i * bindings.size() / kMaxSlices]);
    bindings = std::move(some);
  }
  for (Value v : bindings) {
    ++rewrites_;
    auto event = std::ranges::find(events_, v, &RewriteEvent::at);
    std::string which = event == events_.end()
                            ? std::string(pass.name)
                            : fmt::format("rewrite {} of {} ({})", event->number, pass.name, event->reason);
    std::string name(old.context().text(old[v].name));
    Comparison found = compare_slices(*before_, old, module, now, std::span(&v, 1), options_.runs);
    // What computes several of them at once may fail for the sake of another one, which failed before, too.
    if (found.fails_now && bindings.size() > 1)
      found = compare_slices(*before_, old, module, now, bindings, options_.runs);
    if (judge(found, old[v].span, fmt::format("the rewritten '{}'", name),
              fmt::format("{} changes the value of '{}' in '{}'", which, name, name_of(old))))
      continue;
    look_for_exchange(old, module, now, std::span(&v, 1));
    return false;
  }
  return true;
}

bool RunCheck::compare_rewrite(const Function& before, const Function& after, const RewriteEvent& event) {
  is_single_ = true;
  ++rewrites_;
  std::vector<Value> bindings = rewritten_bindings(before, after);
  if (bindings.empty()) return true;
  std::string name(before.context().text(before[event.at].name));
  Comparison found = compare_slices(*before_, before, *before_, after, bindings, options_.runs);
  if (judge(found, event.span, fmt::format("'{}', rewritten by {}", name, event.rule),
            fmt::format("rewrite {}, by rule {}, changes the value of '{}' in '{}'", event.number, event.rule, name,
                        name_of(before)))) {
    return true;
  }
  look_for_exchange(before, *before_, after, bindings);
  return false;
}

// False, with the failure in words, if they differ.
bool RunCheck::judge(const Comparison& found, Span span, const std::string& what, const std::string& who) {
  agreed_ += found.agreed;
  if (found.lower) {
    agreed_lower_ += found.agreed;
    lower_.insert(to_string(*found.lower));
  }
  failed_ += found.failed;
  if (options_.progress) options_.progress();
  if (found.differ) {
    failure_ = fmt::format("{}: {}\n  the arguments of seed {} (--check-seed={}): {}", who, found.difference,
                           found.seed, found.seed, found.arguments);
    return false;
  }
  if (!found.skipped.empty()) {
    std::string part =
        found.agreed > 0 ? fmt::format("compared in {} of {} runs", found.agreed, options_.runs.runs) : "not compared";
    not_compared(span, fmt::format("{} was {}: {}", what, part, found.skipped));
  }
  return true;
}

void RunCheck::not_compared(Span span, std::string text) {
  if (told_.insert(text).second) diagnostics_.report(Diag::not_compared, span, text);
}

std::string RunCheck::summary() const {
  auto count = [](int n, std::string_view one, std::string_view several) {
    return fmt::format("{} {}", n, n == 1 ? one : several);
  };
  std::string text = count(passes_, "pass", "passes");
  if (options_.rewrites) text += " and " + count(rewrites_, "rewrite", "rewrites");
  text += " checked by running: " + count(agreed_, "run agrees", "runs agree");
  if (agreed_lower_ > 0)
    text += fmt::format(", {} of them as exactly as {} lets expect", agreed_lower_, fmt::join(lower_, " or "));
  if (failed_ > 0) text += fmt::format(", {} failed before the pass already or cannot be compared", failed_);
  return text;
}

}  // namespace hammock
