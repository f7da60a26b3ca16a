// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <tuple>
#include <unordered_map>

#include "hammock/base/check.h"
#include "hammock/print/print.h"

namespace hammock::tool {
namespace {

std::string module_name(const Module& module) {
  const Name name = module.is_lone_function ? module.functions[0].name : module.class_name;
  return name ? std::string(module.context().text(name)) : "Module";
}

// The largest difference between elements of two results of the same form; none: their forms differ.
std::optional<double> largest_difference(const RuntimeValue& a, const RuntimeValue& b) {
  const std::vector<Tensor> x = result_leaves(a), y = result_leaves(b);
  if (x.size() != y.size()) return std::nullopt;
  double largest = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    if (x[i].shape != y[i].shape || x[i].dtype != y[i].dtype) return std::nullopt;
    for (int64_t k = 0; k < x[i].elements(); ++k) {
      const double p = element_as_double(x[i], k), q = element_as_double(y[i], k);
      if (p == q || (std::isnan(p) && std::isnan(q))) continue;
      const double difference = std::abs(p - q);
      largest = std::max(largest, std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference);
    }
  }
  return largest;
}

// Looks on while the passes run, and notes what each of them did.
class Watcher : public PassObserver {
 public:
  Watcher(const Script& script, Report& report) : script_(script), report_(report) {
    for (const Module& module : script.definitions.modules) {
      report_.modules.push_back(module_name(module));
      latest_.push_back(report_.states.size());
      add_state(module, latest_.size() - 1, "as it prints");
      for (const GlobalFunction& f : module.functions) {
        if (f.relax()) note_places(*f.relax());
      }
    }
  }

  void before(const Module& module, const PassInfo& pass) override {
    events_.clear();
    first_ = applications.all().size();
  }
  bool after(const Module& module, const PassInfo& pass, Changed changed) override {
    ReportStep& step = report_.steps.emplace_back();
    step.name = pass.name;
    step.changed = changed == Changed::yes;
    step.module = static_cast<size_t>(&module - script_.definitions.modules.data());
    step.before = step.after = latest_[step.module];
    if (step.changed) step.after = add_state(module, step.module, "behind " + step.name);
    latest_[step.module] = step.after;
    note_changes(step);
    return true;
  }
  void note(const RewriteEvent& event) { events_.push_back({event.applied, std::string(event.rule), event}); }
  Applications applications;

 private:
  struct Event {
    bool applied;
    std::string rule;
    RewriteEvent event;
  };

  // The state that the module is in now; messages call its text `model.py behind PASS`.
  size_t add_state(const Module& module, size_t number, const std::string& when) {
    PrintOptions options;
    options.comments = true;
    std::string text = print(module, options) + "\n";
    if (number < latest_.size() && latest_[number] < report_.states.size() &&
        report_.states[latest_[number]].text() == text)
      return latest_[number];
    ReportState& state = report_.states.emplace_back();
    state.module = number;
    ScriptOptions read{.verify = false, .any_symbols = true, .any_results = true};
    read.context = module.shared_context();
    state.script = read_script(fmt::format("{} {}", script_.source->name(), when), std::move(text), read);
    return report_.states.size() - 1;
  }

  // What stands where in the script that was read.
  void note_places(const Function& fn) {
    for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
      if (fn[v].span && fn[v].name)
        places_.try_emplace(fn[v].span.begin, fn.context().text(fn.self().name), fn.context().text(fn[v].name));
    });
  }

  void note_changes(ReportStep& step) {
    std::unordered_map<uint32_t, std::deque<const Event*>> by_place;
    for (const Event& e : events_) {
      if (e.applied) by_place[e.event.span.begin].push_back(&e);
    }
    const std::vector<Application>& all = applications.all();
    step.applications = all.size() - first_;
    for (size_t i = first_; i < all.size() && step.changes.size() < kMostChanges; ++i) {
      ReportChange& change = step.changes.emplace_back(true, all[i].rule, all[i].function, all[i].binding);
      auto found = by_place.find(all[i].span.begin);
      if (all[i].function.empty() || found == by_place.end() || found->second.empty()) continue;
      change.reason = found->second.front()->event.reason;
      found->second.pop_front();
    }
    size_t declined = 0;
    for (const Event& e : events_) {
      if (e.applied || ++declined > kMostChanges) continue;
      ReportChange& change = step.changes.emplace_back(false, e.rule == step.name ? "" : e.rule);
      change.reason = e.event.reason;
      if (auto found = places_.find(e.event.span.begin); found != places_.end())
        std::tie(change.function, change.binding) = found->second;
    }
    step.more_changes = step.applications + declined - step.changes.size();
  }

  const Script& script_;
  Report& report_;
  std::vector<size_t> latest_;  // state of each module
  std::vector<Event> events_;
  std::unordered_map<uint32_t, std::pair<std::string, std::string>>
      places_;  // function and variable, by the first byte
  size_t first_ = 0;
};

// Costs and pictures of a state, whose text was read back.
void describe_state(ReportState& state, std::span<const NamedDim> dims, size_t& boxes_left) {
  if (!state.script) return;
  const Module& module = state.script.definitions.modules[0];
  std::vector<GlobalId> counted;
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    const GlobalFunction& f = module.functions[i];
    if (f.relax() || f.is_kernel()) counted.push_back(GlobalId(i));
    if (!f.relax()) continue;
    Graph graph = graph_of(module, *f.relax(), module.context().text(f.name), GraphDetail::collapsed);
    if (graph.boxes.size() > boxes_left) {
      ++state.not_drawn;
      continue;
    }
    boxes_left -= graph.boxes.size();
    state.graphs.push_back(std::move(graph));
  }
  state.costs = costs_of(module, counted, dims);
}

// Where the bindings stand that were changed.
void find_lines(ReportStep& step, const ReportState& state) {
  std::unordered_map<std::string, uint32_t> lines;
  for (const FunctionCost& f : state.costs) {
    if (f.span) lines.try_emplace(f.name, state.script.source->place(f.span.begin).line);
    for (const BindingCost& b : f.bindings) {
      if (b.span) lines.try_emplace(f.name + ":" + b.name, state.script.source->place(b.span.begin).line);
    }
  }
  for (ReportChange& change : step.changes) {
    if (change.function.empty()) continue;
    auto found = lines.find(change.binding.empty() ? change.function : change.function + ":" + change.binding);
    if (found != lines.end()) change.line = found->second;
  }
}

void compare_states(ReportStep& step, const Report& report) {
  const ReportState &before = report.states[step.before], &after = report.states[step.after];
  find_lines(step, before);
  if (step.before == step.after) return;
  step.lines = changed_lines(before.text(), after.text());
  if (before.script && after.script)
    step.diff = diff(before.script.definitions.modules[0], after.script.definitions.modules[0]);
}

// The parameters that a function takes, up to what its symbols are.
std::vector<std::string> parameters_of(const Signature& signature) {
  std::vector<std::string> out;
  for (const RunParameter& p : signature.parameters) out.push_back(print(*signature.context, p.info));
  return out;
}

// What the script as it is runs on.
struct Reference {
  size_t module = 0;
  std::vector<std::string> parameters;
  RunArguments arguments;
};

// Runs of the entry of a module behind each step.
class StateRunner {
 public:
  StateRunner(Report& report, const ReportRequest& request, Reference reference)
      : report_(report), request_(request), reference_(std::move(reference)) {}

  // The first state is what the others are held against.
  void run() {
    bool is_first = true;
    for (ReportState& state : report_.states) {
      if (state.module != reference_.module) continue;
      state.run.emplace(run_state(state, std::exchange(is_first, false)));
      if (!state.run->outcome.is_fine() && report_.outcome.is_fine()) report_.outcome.add(state.run->outcome);
      if (request_.progress) request_.progress();
    }
  }

 private:
  ReportRun run_state(ReportState& state, bool is_first) {
    ReportRun out;
    if (!state.script) {
      out.outcome = failed(kInvalid, "the text cannot be read back");
      return out;
    }
    Result<EntryPoint> entry = find_entry(state.script, report_.entry, "");
    if (!entry) {
      out.outcome = failed(kUsage, entry.error().text);
      return out;
    }
    const Signature signature = signature_of(*entry->module, entry->function);
    std::optional<RunArguments> others;
    if (parameters_of(signature) != reference_.parameters) {
      Result<RunArguments> made = request_.arguments(signature);
      if (!made) {
        out.outcome = failed(status_of(made.error()), made.error().text);
        return out;
      }
      others = std::move(*made);
    }
    Run run = run_function(state.script, *entry, others ? *others : reference_.arguments, request_.run);
    out.outcome = std::move(run.outcome);
    out.times = std::move(run.times);
    out.steps = std::move(run.steps);
    out.fallback = std::move(run.fallback);
    if (!run.value) return out;
    if (is_first) first_.emplace(std::move(*run.value), *entry);
    else if (!first_) out.not_compared = "the script as it is has no results, as its run failed";
    else if (others) out.not_compared = "the function has other parameters than in the script as it was";
    else compare(out, *run.value);
    return out;
  }

  void compare(ReportRun& out, const RuntimeValue& value) {
    const std::optional<double> largest = largest_difference(value, first_->first);
    if (!largest) {
      out.agreement.emplace(false, 0.0, "the results have other shapes or types");
    } else {
      Agreement found = compare_results(*first_->second.module, first_->second.function, reference_.arguments.values,
                                        value, first_->first, request_.run.bounds);
      const bool agrees = found.difference.empty();
      out.agreement.emplace(agrees, *largest, agrees ? found.remark : found.difference);
    }
    if (out.agreement->agrees || !report_.outcome.is_fine()) return;
    report_.outcome.add(
        failed(kFalse, "the results are not those of the script as it was:\n" + out.agreement->details));
  }

  Report& report_;
  const ReportRequest& request_;
  Reference reference_;
  std::optional<std::pair<RuntimeValue, EntryPoint>> first_;  // what the first state computes
};

// Passes may give the module of a lone function more functions: it goes by its name from here on. What the run begins
// with is made now, so that a mistake in it ends the report before anything is done.
std::optional<Reference> resolve_entry(Script& script, const ReportRequest& request, Report& report) {
  Result<EntryPoint> entry = find_entry(script, request.entry, request.module);
  if (!entry) {
    if (request.arguments || request.entry != "main" || !request.module.empty())
      report.outcome.add(failed(kUsage, entry.error().text));
    const std::vector<Module>& modules = script.definitions.modules;
    const auto& functions = modules[0].functions;
    const auto has_it = [&](const Module& m) { return m.find(request.entry).has_value(); };
    const auto first = std::ranges::find_if(functions, [](const GlobalFunction& f) { return f.relax() != nullptr; });
    const bool is_first = !std::ranges::any_of(modules, has_it) && first != functions.end();
    report.entry = is_first ? script.context->text(first->name) : request.entry;
    return std::nullopt;
  }
  const Module& module = *entry->module;
  report.entry = module.context().text(module[entry->function].name);
  if (!request.arguments) return std::nullopt;
  const Signature signature = signature_of(module, entry->function);
  Result<RunArguments> made = request.arguments(signature);
  if (made)
    return Reference{static_cast<size_t>(&module - script.definitions.modules.data()), parameters_of(signature),
                     std::move(*made)};
  report.outcome.add(failed(status_of(made.error()), made.error().text));
  return std::nullopt;
}

}  // namespace

Report make_report(Script& script, const ReportRequest& request) {
  Report report;
  std::vector<RewritePart> parts =
      make_parts(request.parts, script.definitions.modules[0].shared_context(), report.outcome);
  if (!report.outcome.is_fine()) return report;
  std::optional<Reference> reference = resolve_entry(script, request, report);
  if (!report.outcome.is_fine()) return report;
  Watcher watcher(script, report);
  RewriteRequest rewriting;
  rewriting.applications = &watcher.applications;
  rewriting.observer = &watcher;
  rewriting.events = [&](const RewriteEvent& event) { watcher.note(event); };
  try {
    Rewritten rewritten = rewrite(script, parts, rewriting);
    for (size_t i = 0; i < std::min(rewritten.times.size(), report.steps.size()); ++i)
      report.steps[i].ms = rewritten.times[i].ms;
    report.outcome.add(std::move(rewritten.outcome));
  } catch (const InternalError& error) {
    report.defect = error.what();
  }
  size_t boxes_left = kMostBoxes;
  for (ReportState& state : report.states) describe_state(state, request.dims, boxes_left);
  for (ReportStep& step : report.steps) {
    compare_states(step, report);
    if (request.progress) request.progress();
  }
  if (reference && report.defect.empty()) StateRunner(report, request, std::move(*reference)).run();
  return report;
}

}  // namespace hammock::tool
