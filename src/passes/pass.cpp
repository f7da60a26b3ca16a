// SPDX-License-Identifier: Apache-2.0
// The table of passes, their options, and the run of a pipeline.
#include "hammock/passes/pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <deque>

#include "hammock/base/check.h"
#include "hammock/base/clock.h"
#include "hammock/ir/coverage.h"
#include "hammock/verify/verify.h"
#include "passes.h"

namespace hammock {

static constexpr PassInfo kPasses[] = {
#define PASS(name, function, options, requires_, help) {name, options, help, requires_, function},
#include "hammock/passes/passes.def"
#undef PASS
};

std::span<const PassInfo> passes() { return kPasses; }

// CombineParallelMatmul -> combine-parallel-matmul
static std::string kebab_case(std::string_view name) {
  std::string out;
  for (char c : name) {
    bool is_upper = c >= 'A' && c <= 'Z';
    if (is_upper && !out.empty()) out += '-';
    out += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

static std::deque<PassInfo>& registered_passes() {
  static std::deque<PassInfo> all;
  return all;
}

void register_pass(const PassInfo& pass) { registered_passes().push_back(pass); }

const PassInfo* find_pass(std::string_view name) {
  const auto is_it = [&](const PassInfo& pass) { return pass.name == name || kebab_case(pass.name) == name; };
  const auto pass = std::ranges::find_if(kPasses, is_it);
  if (pass != std::end(kPasses)) return pass;
  const auto own = std::ranges::find_if(registered_passes(), is_it);
  return own == registered_passes().end() ? nullptr : &*own;
}

static std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    size_t end = std::min(text.find(at), text.size());
    std::string_view part = text.substr(0, end);
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    parts.push_back(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::vector<PassOption> options_of(const PassInfo& pass) {
  std::vector<PassOption> options;
  for (std::string_view text : split(pass.options, ',')) {
    size_t equals = text.find('=');
    PassOption option{text.substr(0, equals), text.substr(equals + 1), {}};
    if (option.default_value.find('|') != std::string_view::npos) {
      option.alternatives = split(option.default_value, '|');
      option.default_value = option.alternatives[0];
    }
    options.push_back(std::move(option));
  }
  return options;
}

std::string_view PassOptions::text(std::string_view key) const {
  for (const auto& [name, value] : values) {
    if (name == key) return value;
  }
  HAMMOCK_CHECK(false, fmt::format("the pass has no option '{}'", key));
}

int64_t PassOptions::integer(std::string_view key) const {
  std::string_view digits = text(key);
  int64_t value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  HAMMOCK_CHECK(error == std::errc() && end == digits.data() + digits.size(),
                fmt::format("option '{}' is no integer", key));
  return value;
}

bool PassOptions::flag(std::string_view key) const { return text(key) == "true"; }

std::vector<std::string_view> PassOptions::list(std::string_view key) const { return split(text(key), ','); }

bool wants_variables(const Node& node) { return node.kind == NodeKind::call_op && has_trait(node.op, OfVariables); }

std::vector<GlobalFunction*> functions_by_name(Module& module) {
  std::vector<GlobalFunction*> out;
  for (GlobalFunction& f : module.functions) {
    if (f.relax()) out.push_back(&f);
  }
  std::ranges::sort(out, {}, [&](const GlobalFunction* f) { return module.context().text(f->name); });
  return out;
}

void PassContext::decide(bool was_applied, const Function& fn, Value at, std::string reason) {
  Span span = fn[at].span;
  ++decisions;
  if (events) events({decisions, was_applied, pass, at, span, reason});
  if (!was_applied) diagnostics.report(Diag::pass_remark, span, fmt::format("{}: {}", pass, reason));
}

static void verify_after(const Module& module, const PassInfo& pass, const Diagnostics& diagnostics) {
  Diagnostics problems(diagnostics.source());
  if (verify(module, problems)) return;
  throw InternalError(fmt::format("the module is not well-formed after the pass {}:\n{}", pass.name, render(problems)));
}

// `unverified`: the last pass behind which the module was not verified, since it changed nothing.
static Changed run_pass(Module& module, const PipelineStep& step, PassContext& context, bool verify_each,
                        std::vector<PassTime>* times, const PassInfo*& unverified) {
  context.pass = step.pass->name;
  context.functions = 0;
  context.decisions = 0;
  const size_t applications = context.applications ? context.applications->all().size() : 0;
  if (context.applications) context.applications->begin(step.pass->name);
  if (context.observer) context.observer->before(module, *step.pass);
  double start = now_ms();
  Changed changed = step.pass->run(module, step.options, context);
  double spent = now_ms() - start;
  if (Coverage* coverage = module.context().coverage.get())
    coverage->note_pass(step.pass->name, changed == Changed::yes);
  if (context.applications && changed == Changed::yes && context.applications->all().size() == applications)
    context.applications->take_pass();
  if (times) times->push_back({std::string(step.pass->name), spent, changed == Changed::yes});
  if (context.functions == 0)
    context.diagnostics.report(Diag::ran_on_nothing, {},
                               fmt::format("{} found no function to work on", step.pass->name));
  unverified = changed == Changed::no && !context.observer ? step.pass : nullptr;
  if (verify_each && !unverified) verify_after(module, *step.pass, context.diagnostics);
  if (context.observer && !context.observer->after(module, *step.pass, changed)) context.is_stopped = true;
  return changed;
}

static Changed run_steps(Module& module, std::span<const PipelineStep> steps, PassContext& context, bool verify_each,
                         std::vector<PassTime>* times, const PassInfo*& unverified) {
  Changed changed = Changed::no;
  for (const PipelineStep& step : steps) {
    if (context.is_stopped || context.is_over()) break;
    if (step.pass) {
      changed = changed | run_pass(module, step, context, verify_each, times, unverified);
      continue;
    }
    for (int round = 0; round < step.bound; ++round) {  // groups nest at most kMaxPipelineDepth deep
      if (run_steps(module, step.group, context, verify_each, times, unverified) == Changed::no) break;
      changed = Changed::yes;
    }
  }
  return changed;
}

// What says that it changed nothing may be wrong: at the end the module is verified all the same, unless it was before
// and its fingerprint is what it was then.
Changed run_pipeline(Module& module, std::span<const PipelineStep> steps, PassContext& context, bool verify_each,
                     std::vector<PassTime>* times) {
  const PassInfo* unverified = nullptr;
  const bool is_verified = verify_each && context.is_verified;
  const uint64_t before = is_verified ? fingerprint(module) : 0;
  const Changed changed = run_steps(module, steps, context, verify_each, times, unverified);
  const bool is_same = is_verified && unverified && fingerprint(module) == before;
  if (verify_each && unverified && !is_same) verify_after(module, *unverified, context.diagnostics);
  return changed;
}

}  // namespace hammock
