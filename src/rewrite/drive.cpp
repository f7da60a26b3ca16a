// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/drive.h"

#include <fmt/format.h>

#include <algorithm>

#include "drive_parts.h"
#include "hammock/base/hash.h"
#include "hammock/rewrite/subroutines.h"

namespace hammock {

bool DriveRun::comes_before(Value a, Value b) const {
  uint32_t s = segment_of[a.index], t = segment_of[b.index];
  if (s != t) return s < t;
  return in_place() ? in_place()->comes_before(a, b) : place(a).position < place(b).position;
}

RewriteEvent DriveRun::event(bool applied, size_t rule, Value at, std::string reason) {
  RewriteEvent e{next_event++, applied, rules[rule].name, at, at ? fn[at].span : fn.self().span, std::move(reason)};
  if (options.events) options.events(e);
  return e;
}

namespace {

constexpr size_t kSparse = 8;  // a round that replaces fewer than one in so many bindings is carried out in place

// The rounds of a function: what ends them.
class Driver {
 public:
  explicit Driver(DriveRun& run) : run_(run), fn_(run.fn), finder_(run), committer_(run) {
    for_each_binding(fn_, fn_.self().body, [&](Value, const Block&) { ++bindings_; });
    const RewriteOptions& options = run.options;
    max_rewrites_ = options.max_rewrites ? options.max_rewrites : 64 * bindings_ + 10'000;
    max_rounds_ =
        options.max_rounds ? options.max_rounds : static_cast<uint32_t>(std::min<size_t>(bindings_, 1'000'000) + 1000);
  }

  void run() {
    const RewriteOptions& options = run_.options;
    RewriteResult& result = run_.result;
    while (result.rounds < max_rounds_ && !(options.applications && options.applications->is_over())) {
      ++result.rounds;
      std::ranges::fill(run_.hits, 0);
      finder_.find();
      if (run_.pending.empty() && run_.in_place()) {
        // Nothing is left of what was touched. What a condition or rewriter saw of the rest may have changed, too.
        run_.edit->settle();
        finder_.find();
      }
      bool has_changed = !run_.pending.empty() && committer_.commit(is_sparse());
      finder_.unbind_results();
      if (!has_changed) break;
      result.changed = true;
      if (result.end == RewriteEnd::stopped) break;
      if (!run_.in_place() && options.clean) options.clean(fn_);
      if (options.once || is_enough()) break;
    }
    if (run_.edit) run_.edit->settle();
    committer_.refresh_items();
  }

 private:
  // A chain in which each replacement enables the next takes as many rounds as replacements. So that it does not cost
  // their product, a round that replaces little is carried out in place, and the next one looks only around what was
  // touched. Patterns of several bindings (tuples, graphs) and of regions find their matches by looking at a whole
  // segment, so with these every round is a walk over the function.
  bool is_sparse() {
    const RewriteOptions& options = run_.options;
    if (!finder_.is_local() || options.sweep == Sweep::always || options.check) return false;
    if (options.sweep == Sweep::unless_sparse && run_.pending.size() * kSparse > bindings_) return false;
    if (run_.in_place()) return true;
    if (run_.result.rounds == 1 && options.clean) return false;  // all of the function is cleaned once
    settled_state_ = settled_state();
    return true;
  }

  bool is_enough() {
    const RewriteResult& result = run_.result;
    if (result.rewrites > max_rewrites_) {
      end(RewriteEnd::too_many, fmt::format("stopped after {} rewrites", result.rewrites));
    } else if (!is_new_state(run_.in_place() ? settled_state_ + run_.in_place()->state() : settled_state())) {
      end(RewriteEnd::cycle, "stopped where it has been before");
    } else if (result.rounds == max_rounds_) {
      end(RewriteEnd::too_many, fmt::format("stopped after {} rounds", result.rounds));
    }
    return result.end != RewriteEnd::fixed_point;
  }

  void end(RewriteEnd how, std::string what) {
    RewriteResult& result = run_.result;
    result.end = how;
    for (size_t i = 0; i < run_.rules.size(); ++i) {
      if (run_.hits[i] > 0) result.rules.push_back(i);
    }
    std::stable_sort(result.rules.begin(), result.rules.end(),
                     [&](size_t a, size_t b) { return run_.hits[a] > run_.hits[b]; });
    std::string names;
    for (size_t i : result.rules) names += (names.empty() ? "'" : ", '") + run_.rules[i].name + "'";
    if (how == RewriteEnd::cycle) {
      what += result.rules.size() == 1 ? fmt::format(": rule {} undoes itself", names)
                                       : fmt::format(": rules {} undo each other", names);
    } else {
      what += fmt::format(": {} {} what {} made", result.rules.size() == 1 ? "rule" : "rules",
                          names + (result.rules.size() == 1 ? " applies to" : " apply to"),
                          result.rules.size() == 1 ? "it" : "they");
    }
    result.message = std::move(what);
  }

  bool is_new_state(uint64_t state) {
    bool is_new = states_.find(state, [](uint32_t) { return true; }) == HashedIds::kNone;
    if (is_new) states_.insert(state, 0);
    return is_new;
  }

  // The function as a number, the same for functions that are equal up to names.
  uint64_t settled_state() {
    std::vector<uint32_t> number(fn_.size(), 0);
    uint32_t count = 0;
    for (const Lambda& lambda : fn_.lambdas) {
      for (Value p : lambda.params) number[p.index] = ++count;
    }
    uint64_t hash = 0;
    std::vector<Value> open;
    auto mix = [&](Value root) {
      open.assign(1, root);
      while (!open.empty()) {
        Value v = open.back();
        open.pop_back();
        if (number[v.index]) {
          hash = hash_mix(hash, number[v.index]);
          continue;
        }
        const Node& node = fn_[v];
        hash = hash_mix(hash_mix(hash, static_cast<uint64_t>(node.kind)), node.content());
        open.insert(open.end(), fn_.args(v).begin(), fn_.args(v).end());
      }
    };
    for_each_binding(fn_, fn_.self().body, [&](Value v, const Block&) {
      const Node& node = fn_[v];
      hash = hash_mix(hash_mix(hash, static_cast<uint64_t>(node.kind) << 32 | static_cast<uint64_t>(node.op)),
                      static_cast<uint64_t>(node.attrs.index) << 32 | node.content());
      for (Value arg : fn_.args(v)) mix(arg);
      number[v.index] = ++count;
    });
    if (fn_.body().result) mix(fn_.body().result);
    return hash;
  }

  DriveRun& run_;
  Function& fn_;
  Finder finder_;
  Committer committer_;
  size_t bindings_ = 0;
  uint64_t max_rewrites_ = 0;
  uint32_t max_rounds_ = 0;
  uint64_t settled_state_ = 0;  // as edits in place began
  HashedIds states_;
};

}  // namespace

RewriteResult rewrite(Function& fn, const Module* module, std::span<const Rule> rules, const RewriteOptions& options) {
  std::vector<RuleStats> own_stats;
  std::vector<RuleStats>& stats = options.stats ? *options.stats : own_stats;
  for (size_t i = stats.size(); i < rules.size(); ++i) stats.push_back({rules[i].name});
  NameSupply own_names;
  DriveRun run{fn, module, rules, options, stats, options.names ? *options.names : own_names, options.first_event};
  Driver(run).run();
  run.result.events = run.next_event - options.first_event;
  return run.result;
}

RewriteResult rewrite(Module& module, std::span<const Rule> rules, const RewriteOptions& options) {
  RewriteResult all;
  RewriteOptions each = options;
  Subroutines called(module, rules);
  for (GlobalFunction& global : called.own()) {
    Function* fn = global.relax();
    if (!fn) continue;
    each.first_event = options.first_event + all.events;
    RewriteResult one = rewrite(*fn, &module, rules, each);
    all.changed |= one.changed;
    all.rewrites += one.rewrites;
    all.rounds += one.rounds;
    all.events += one.events;
    if (one.end == RewriteEnd::fixed_point) continue;
    all.end = one.end;
    all.rules = one.rules;
    all.message = one.message;
  }
  return all;
}

void add_stats(std::vector<RuleStats>& sum, std::span<const RuleStats> more) {
  for (const RuleStats& m : more) {
    auto found = std::find_if(sum.begin(), sum.end(), [&](const RuleStats& s) { return s.name == m.name; });
    if (found == sum.end()) {
      sum.push_back(m);
      continue;
    }
    found->candidates += m.candidates;
    found->tries += m.tries;
    found->matches += m.matches;
    found->hits += m.hits;
    found->steps += m.steps;
    found->ms += m.ms;
  }
}

}  // namespace hammock
