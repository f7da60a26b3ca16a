// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "drive_parts.h"
#include "hammock/base/clock.h"
#include "hammock/infer/describe.h"
#include "hammock/infer/struct_info.h"

namespace hammock {
namespace {

constexpr uint32_t kNoSegment = 0xffffffffu;
constexpr uint64_t kRegionSteps = 16;  // for each binding of a segment, and each pattern

std::vector<Ready> make_ready(std::span<const Rule> rules) {
  std::vector<Ready> out;
  for (size_t r = 0; r < rules.size(); ++r) {
    const Rule& rule = rules[r];
    const Patterns& patterns = rule.patterns();
    if (rule.graph) {
      out.push_back({r, nullptr, {}, nullptr, rule.graph.get()});
      continue;
    }
    std::vector<std::pair<PatternId, std::vector<PatternId>>> open;
    if (rule.root) open.push_back({rule.root, {}});
    while (!open.empty()) {
      auto [p, around] = open.back();
      open.pop_back();
      if (patterns[p].kind == PatternKind::either && patterns.parts(p).size() > 0) {
        around.push_back(p);
        std::span<const PatternId> parts = patterns.parts(p);
        for (size_t i = parts.size(); i-- > 0;) open.emplace_back(parts[i], around);
        continue;
      }
      out.push_back({r, std::make_unique<Matcher>(patterns, p), std::move(around), nullptr, nullptr});
      if (patterns[p].kind != PatternKind::tuple) continue;
      std::span<const PatternId> fields = patterns.parts(p);
      out.push_back({r,
                     nullptr,
                     {},
                     std::make_unique<TupleMatcher>(patterns, std::vector<PatternId>(fields.begin(), fields.end())),
                     nullptr});
    }
    if (!rule.fields.empty())
      out.push_back({r, nullptr, {}, std::make_unique<TupleMatcher>(patterns, rule.fields), nullptr});
  }
  return out;
}

}  // namespace

Finder::Finder(DriveRun& run)
    : run_(run), fn_(run.fn), ready_(make_ready(run.rules)), by_op_(kOpCount), candidates_(ready_.size()) {
  for (size_t i = 0; i < ready_.size(); ++i) {
    const Matcher* matcher = ready_[i].matcher.get();
    is_local_ &= matcher && !matcher->has_region();
    if (!matcher) continue;
    if (matcher->root_ops().empty()) any_op_.push_back(i);
    for (Op op : matcher->root_ops()) by_op_[static_cast<size_t>(op)].push_back(i);
    needs_uses_ |= matcher->needs_uses();
    depth_ = std::max(depth_, matcher->depth());
    most_covered_ = matcher->has_each() ? fn_.size() : std::max(most_covered_, 2 * matcher->size());
  }
}

void Finder::find() {
  run_.pending.clear();
  if (run_.in_place()) return find_around_touched();
  bind_results();
  run_.edit.emplace(fn_);
  opaque_.assign(fn_.size(), 0);
  cut_segments();
  for (uint32_t s = 0; s < segments_.size(); ++s) find_in(s, segments_[s].bindings);
}

// `return (a, b)` is a candidate like a last binding `r = (a, b)` of the last block, and becomes one while its round
// lasts.
void Finder::bind_results() {
  for (size_t r = 0; r < fn_.regions.size(); ++r) {
    Value leaf = fn_.regions[r].result;
    if (!leaf || fn_[leaf].kind != NodeKind::tuple || fn_[leaf].name) continue;
    bool may_match = std::ranges::any_of(
        ready_, [&](const Ready& ready) { return ready.matcher && ready.matcher->match(fn_, leaf, match_); });
    if (!may_match) continue;
    std::vector<Value> fields(fn_.args(leaf).begin(), fn_.args(leaf).end());
    Node node = fn_[leaf];
    std::vector<Block>& blocks = fn_.regions[r].blocks;
    if (blocks.empty()) blocks.emplace_back();
    node.name = fn_.context().name("result");
    node.is_output = blocks.back().is_dataflow;
    Value bound = fn_.add(node, fields);
    blocks.back().bindings.push_back(bound);
    fn_.regions[r].result = bound;
    bound_results_.push_back({RegionId(static_cast<uint32_t>(r)), bound, leaf});
  }
}

void Finder::unbind_results() {
  bool is_other = false;
  for (const BoundResult& b : bound_results_) {
    std::vector<Block>& blocks = fn_[b.region].blocks;
    Node& node = fn_[b.bound];
    bool stays = node.kind != NodeKind::tuple && node.kind != NodeKind::alias && fn_[b.region].result == b.bound;
    for (size_t i = blocks.size(); i-- > 0;) {
      auto at = std::find(blocks[i].bindings.rbegin(), blocks[i].bindings.rend(), b.bound);
      if (at == blocks[i].bindings.rend()) continue;
      if (stays) node.name = run_.names.next_variable(fn_.context(), blocks[i].is_dataflow);
      else blocks[i].bindings.erase(std::next(at).base());
      break;
    }
    if (stays || fn_[b.region].result != b.bound) continue;
    std::span<const Value> now = fn_.args(b.bound), old = fn_.args(b.leaf);
    bool is_same = node.kind == NodeKind::tuple && std::equal(now.begin(), now.end(), old.begin(), old.end());
    fn_[b.region].result = is_same ? b.leaf : node.kind == NodeKind::tuple ? b.bound : now[0];
    node.name = Name();
    node.is_output = false;
    is_other |= !is_same;
  }
  if (!bound_results_.empty()) tidy_blocks(fn_);
  bound_results_.clear();
  if (!is_other) return;
  Places places(fn_);
  publish_outputs(fn_, places, UseTable(fn_, places));
}

// What may match now and did not before: what was touched in the last round, and what mentions that, as far up as
// patterns reach.
void Finder::find_around_touched() {
  opaque_.resize(fn_.size(), 0);
  for (Value v : opaque_values_) opaque_[v.index] = 0;
  opaque_values_.clear();
  std::vector<Value> near;
  done_.clear();
  auto add = [&](Value v) {
    if (done_.insert(v)) near.push_back(v);
  };
  const UseTable& uses = run_.edit->uses();
  for (Value v : run_.in_place()->touched()) add(v);
  for (Value v : run_.in_place()->mentioned()) {
    if (needs_uses_ && uses.users(v).size() <= most_covered_) add(v);
  }
  auto is_name = [&](Value v) { return fn_[v].kind == NodeKind::alias || fn_[v].kind == NodeKind::match_cast; };
  size_t begin = 0;
  for (size_t level = 0; level < depth_; ++level) {
    size_t end = near.size();
    for (size_t i = begin; i < end; ++i) std::ranges::for_each(uses.users(near[i]), add);
    for (size_t i = end; i < near.size(); ++i) {
      if (is_name(near[i])) std::ranges::for_each(uses.users(near[i]), add);
    }
    begin = end;
  }
  std::erase_if(near, [&](Value v) { return !run_.place(v) || run_.segment_of[v.index] == kNoSegment; });
  std::sort(near.begin(), near.end(), [&](Value a, Value b) { return run_.comes_before(a, b); });
  for (size_t i = 0; i < near.size();) {
    size_t last = i;
    while (last < near.size() && run_.segment_of[near[last].index] == run_.segment_of[near[i].index]) ++last;
    find_in(run_.segment_of[near[i].index] - 1, std::span(near).subspan(i, last - i));
    i = last;
  }
}

void Finder::cut_segments() {
  const Places& places = run_.edit->places();
  const std::vector<uint8_t> impure = impure_bindings(fn_, places);
  segments_.clear();
  run_.segment_of.assign(fn_.size(), 0);
  for (uint32_t number = 0; number < places.blocks.size(); ++number) {
    const PlacedBlock& place = places.blocks[number];
    const Block& block = block_of(fn_, place);
    bool is_open = false;
    for (Value v : block.bindings) {
      if (!block.is_dataflow && (impure[v.index] || fn_[v].kind == NodeKind::cond)) {
        run_.segment_of[v.index] = kNoSegment;
        is_open = false;
        continue;
      }
      if (!is_open) segments_.push_back({number, {}});
      is_open = true;
      segments_.back().bindings.push_back(v);
      run_.segment_of[v.index] = static_cast<uint32_t>(segments_.size());
    }
  }
  // Inner functions and branches first.
  auto depth = [&](const Segment& s) { return places.blocks[s.block].depth; };
  if (std::all_of(segments_.begin(), segments_.end(), [&](const Segment& s) { return depth(s) == 0; })) return;
  std::stable_sort(segments_.begin(), segments_.end(),
                   [&](const Segment& a, const Segment& b) { return depth(a) > depth(b); });
  for (uint32_t s = 0; s < segments_.size(); ++s) {
    for (Value v : segments_[s].bindings) run_.segment_of[v.index] = s + 1;
  }
}

// What of the bindings each ready rule has to look at.
void Finder::pick_candidates(std::span<const Value> bindings) {
  for (auto& list : candidates_) list.clear();
  for (Value v : bindings) {
    const Node& node = fn_[v];
    if (node.kind == NodeKind::alias || node.kind == NodeKind::match_cast) continue;  // other names of values
    for (size_t i : any_op_) candidates_[i].push_back(v);
    if (node.kind != NodeKind::call_op) continue;
    for (size_t i : by_op_[static_cast<size_t>(node.op)]) candidates_[i].push_back(v);
  }
}

void Finder::find_in(uint32_t number, std::span<const Value> bindings) {
  const Segment& segment = segments_[number];
  pick_candidates(bindings);
  Scope scope;
  scope.places = &run_.edit->places();
  scope.segment = run_.segment_of;
  scope.here = number + 1;
  scope.module = run_.module;
  scope.opaque = opaque_;
  for (size_t i = 0; i < ready_.size(); ++i) {
    const Ready& ready = ready_[i];
    if (ready.matcher && candidates_[i].empty()) continue;
    RuleStats& stats = run_.stats[ready.rule];
    double start = now_ms();
    uint64_t budget = kRegionSteps * (segment.bindings.size() + 64) * (ready.matcher ? ready.matcher->size() : 1);
    scope.budget = &budget;
    if (ready.matcher) {
      if (ready.matcher->needs_uses()) scope.uses = &run_.edit->uses();
      stats.candidates += candidates_[i].size();
      for (Value v : candidates_[i]) try_value(ready, v, scope);
    } else if (ready.tuple) {
      find_tuples(ready, segment, scope);
    } else {
      find_graphs(ready, segment, scope);
    }
    stats.ms += now_ms() - start;
  }
}

void Finder::try_value(const Ready& ready, Value v, const Scope& scope) {
  if (opaque_[v.index]) return;
  RuleStats& stats = run_.stats[ready.rule];
  ++stats.tries;
  bool found = ready.matcher->match(fn_, v, match_, scope);
  stats.steps += match_.steps();
  if (!found) {
    if (match_.was_bounded())
      run_.event(false, ready.rule, v, fmt::format("matching was given up after {} steps", match_.steps()));
    return;
  }
  for (PatternId p : ready.around) match_.bind(p, v);
  ++stats.matches;
  const Rule& rule = run_.rules[ready.rule];
  Build build(fn_, run_.module, rule.patterns(), match_, v);
  if (!conditions_hold(ready.rule, build, v)) return;
  Value by = rule.term ? build.term(rule.term) : rule.make_value(build);
  if (by && accept(ready.rule, v, by)) {
    add(ready.rule, v, by, scope, static_cast<uint32_t>(run_.pending.size()));
  } else if (!by && !build.reason().empty()) {
    run_.event(false, ready.rule, v, build.reason());
  }
}

bool Finder::conditions_hold(size_t rule, const Build& build, Value at) {
  for (const RuleCondition& condition : run_.rules[rule].conditions) {
    if (condition.holds(build)) continue;
    run_.event(false, rule, at, fmt::format("'{}' does not hold", condition.text));
    return false;
  }
  return true;
}

// Does the new value change anything, and is it one that the variable can hold?
bool Finder::accept(size_t rule, Value at, Value by) {
  if (by == at) return false;
  const Node &old = fn_[at], &made = fn_[by];
  if (!run_.place(by) && old.kind == made.kind && old.op == made.op && old.attrs == made.attrs &&
      old.content() == made.content()) {
    std::span<const Value> a = fn_.args(at), b = fn_.args(by);
    if (std::equal(a.begin(), a.end(), b.begin(), b.end())) return false;
  }
  if (fn_.info(at) && (!fn_.info(by) || base_check(fn_.context(), fn_.info(at), fn_.info(by)) != BaseCheck::pass)) {
    run_.event(false, rule, at,
               fmt::format("the replacement has struct info {}, not {}",
                           fn_.info(by) ? describe(fn_.context(), fn_.info(by)) : "nothing",
                           describe(fn_.context(), fn_.info(at))));
    return false;
  }
  return true;
}

void Finder::add(size_t rule, Value at, Value by, const Scope& scope, uint32_t group) {
  Pending p{rule, at, by, {}, group};
  normalize(p, scope);
  opaque_[at.index] = 1;
  opaque_values_.push_back(at);
  run_.pending.push_back(std::move(p));
}

// Tuples are written inline.
bool Finder::is_binding_kind(Value v) const {
  return !is_leaf(fn_[v].kind) && fn_[v].kind != NodeKind::alias && fn_[v].kind != NodeKind::tuple;
}

// Gathers the new bindings of a replacement, operands before what uses them. A mention of the replaced binding is one
// of its old value, which gets a binding of its own.
void Finder::normalize(Pending& p, const Scope& scope) {
  Value old_value;
  auto operand = [&](Value v) {
    if (v != p.at) return v;
    if (!old_value) {
      Node copy = fn_[p.at];
      copy.name = Name();
      copy.is_output = false;
      std::vector<Value> args(fn_.args(p.at).begin(), fn_.args(p.at).end());
      old_value = fn_.add(copy, args);
    }
    return old_value;
  };
  done_.clear();
  std::vector<Visit>& path = path_;
  path.assign(1, {p.by, 0});
  while (!path.empty()) {
    Visit& at = path.back();
    if (at.next == 0 && (run_.place(at.v) || fn_[at.v].kind == NodeKind::param || !done_.insert(at.v))) {
      // Written already. In the language's own engine a match holds values, which are bound again and then merged.
      Value d = at.v;
      while (fn_[d].kind == NodeKind::alias && scope.sees(d)) d = fn_.args(d)[0];
      if (d.index < run_.segment_of.size() && run_.segment_of[d.index] == scope.here && scope.sees(d) &&
          is_binding_kind(d) && path.size() > 1)
        p.fresh.push_back(d);
      path.pop_back();
      continue;
    }
    if (at.next < fn_[at.v].args_size) {
      Value arg = operand(fn_.args(at.v)[at.next]);
      fn_.args(at.v)[at.next] = arg;
      ++at.next;
      path.push_back({arg, 0});
      continue;
    }
    if (at.v != p.by && is_binding_kind(at.v)) p.fresh.push_back(at.v);
    path.pop_back();
  }
}

void Finder::find_tuples(const Ready& ready, const Segment& segment, const Scope& scope) {
  bool all_seen =
      ready.tuple->search(fn_, run_.edit->places(), run_.edit->uses(), segment.bindings, scope,
                          [&](auto chosen, const Match& match) { return take_tuple(ready, chosen, match, scope); });
  if (!all_seen)
    run_.event(false, ready.rule, segment.bindings[0],
               fmt::format("matching was given up after {} steps", kTupleSteps * (segment.bindings.size() + 1)));
}

bool Finder::take_tuple(const Ready& ready, std::span<const Value> chosen, const Match& match, const Scope& scope) {
  const Rule& rule = run_.rules[ready.rule];
  ++run_.stats[ready.rule].tries;
  ++run_.stats[ready.rule].matches;
  Build build(fn_, run_.module, rule.patterns(), match, chosen[0]);
  if (!conditions_hold(ready.rule, build, chosen[0])) return false;
  Value by = rule.term ? build.term(rule.term) : rule.make_value(build);
  if (!by) return false;
  const bool is_literal = fn_[by].kind == NodeKind::tuple && !run_.place(by);
  if (is_literal && fn_[by].args_size != chosen.size()) return false;
  std::vector<Value> fields;
  for (uint32_t i = 0; i < chosen.size(); ++i) {
    fields.push_back(is_literal ? fn_.args(by)[i] : build.get_item(by, i));
    if (!fields[i]) return false;
  }
  for (size_t i = 0; i < chosen.size(); ++i) {
    if (fields[i] != chosen[i] && !accept(ready.rule, chosen[i], fields[i])) return false;
  }
  uint32_t group = static_cast<uint32_t>(run_.pending.size());
  for (size_t i = 0; i < chosen.size(); ++i) {
    if (fields[i] != chosen[i]) add(ready.rule, chosen[i], fields[i], scope, group);
  }
  return run_.pending.size() > group;
}

void Finder::find_graphs(const Ready& ready, const Segment& segment, const Scope& scope) {
  GraphSearch search(*ready.graph, fn_, run_.edit->places(), run_.edit->uses(), segment.bindings, scope);
  for (Value v : segment.bindings) {
    if (opaque_[v.index]) search.remove(v);
  }
  RuleStats& stats = run_.stats[ready.rule];
  for (; search.next(match_); ++stats.matches) take_graph(ready, search, scope);
  stats.tries += stats.matches;
  stats.steps += search.steps();
  if (search.was_bounded() && !segment.bindings.empty())
    run_.event(false, ready.rule, segment.bindings[0],
               fmt::format("matching was given up after {} steps", search.steps()));
}

void Finder::take_graph(const Ready& ready, GraphSearch& search, const Scope& scope) {
  const Rule& rule = run_.rules[ready.rule];
  Build build(fn_, run_.module, rule.patterns(), match_, Value());
  Value first = first_of(match_, rule);
  if (!conditions_hold(ready.rule, build, first)) return;
  std::vector<Replacement> made;
  if (rule.make_bindings) {
    made = rule.make_bindings(build);
  } else {
    for (auto [p, term] : rule.terms) {
      Value by = build.term(term);
      if (!by) {
        made.clear();
        break;
      }
      made.emplace_back(match_[p], by);
    }
  }
  if (made.empty() && !build.reason().empty()) run_.event(false, ready.rule, first, build.reason());
  std::erase_if(made, [&](const Replacement& r) {
    return !r.first || run_.segment_of[r.first.index] != scope.here || opaque_[r.first.index] || r.first == r.second;
  });
  if (!std::ranges::all_of(made, [&](const Replacement& r) { return accept(ready.rule, r.first, r.second); })) return;
  uint32_t group = static_cast<uint32_t>(run_.pending.size());
  for (auto [at, by] : made) {
    add(ready.rule, at, by, scope, group);
    search.remove(at);
  }
}

Value Finder::first_of(const Match& match, const Rule& rule) const {
  Value first;
  for (PatternId p : rule.graph->nodes()) {
    for (Value v : match.all(p)) {
      if (run_.place(v) && (!first || run_.place(v).position < run_.place(first).position)) first = v;
    }
  }
  return first;
}

}  // namespace hammock
