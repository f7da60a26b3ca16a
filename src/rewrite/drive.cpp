// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/drive.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "hammock/base/check.h"
#include "hammock/base/clock.h"
#include "hammock/base/hash.h"
#include "hammock/infer/describe.h"
#include "hammock/infer/struct_info.h"
#include "hammock/rewrite/refresh.h"
#include "hammock/rewrite/subroutines.h"
#include "in_place.h"
#include "tuple_search.h"
#include "value_set.h"

namespace hammock {
namespace {

constexpr uint32_t kNoSegment = 0xffffffffu;
constexpr int kMaxRetries = 16;  // rounds that are tried again without the replacements that stand in each other's way
constexpr uint64_t kRegionSteps = 16;  // for each binding of a segment, and each pattern
constexpr size_t kSparse = 8;  // a round that replaces fewer than one in so many bindings is carried out edit by edit

// A rule as it is matched: an alternative at the root of a pattern is a rule of its own that is asked after the ones
// before it.
struct Ready {
  size_t rule;
  std::unique_ptr<Matcher> matcher;     // a value
  std::vector<PatternId> around;        // the alternatives that it comes out of
  std::unique_ptr<TupleMatcher> tuple;  // several values
  const PatternGraph* graph = nullptr;  // several values with edges
};

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

// What of a segment each ready rule has to look at.
class Index {
 public:
  explicit Index(std::span<const Ready> ready) : by_op_(kOpCount), candidates(ready.size()) {
    for (size_t i = 0; i < ready.size(); ++i) {
      if (!ready[i].matcher) continue;
      if (ready[i].matcher->root_ops().empty()) any_.push_back(i);
      for (Op op : ready[i].matcher->root_ops()) by_op_[static_cast<size_t>(op)].push_back(i);
    }
  }

  void fill(const Function& fn, std::span<const Value> segment) {
    for (auto& list : candidates) list.clear();
    for (Value v : segment) {
      const Node& node = fn[v];
      if (node.kind == NodeKind::alias || node.kind == NodeKind::match_cast) continue;  // other names of values
      for (size_t i : any_) candidates[i].push_back(v);
      if (node.kind == NodeKind::call_op) {
        for (size_t i : by_op_[static_cast<size_t>(node.op)]) candidates[i].push_back(v);
      }
    }
  }

 private:
  std::vector<std::vector<size_t>> by_op_;
  std::vector<size_t> any_;

 public:
  std::vector<std::vector<Value>> candidates;
};

struct Segment {
  uint32_t block = 0;
  std::vector<Value> bindings;
};

struct Pending {
  size_t rule;
  Value at, by;
  std::vector<Value>
      fresh;           // new bindings in order; among them old ones that count as built again in the names, see drive.h
  uint32_t group = 0;  // replacements of one match go together
  enum class Way : uint8_t { redefine, replace, alias } way = Way::redefine;
};

class Driver {
 public:
  Driver(Function& fn, const Module* module, std::span<const Rule> rules, const RewriteOptions& options)
      : fn_(fn),
        module_(module),
        rules_(rules),
        options_(options),
        ready_(make_ready(rules)),
        index_(ready_),
        hits_(rules.size(), 0) {
    for_each_binding(fn, fn.self().body, [&](Value, const Block&) { ++bindings_; });
    max_rewrites_ = options.max_rewrites ? options.max_rewrites : 64 * bindings_ + 10'000;
    max_rounds_ =
        options.max_rounds ? options.max_rounds : static_cast<uint32_t>(std::min<size_t>(bindings_, 1'000'000) + 1000);
    for (const Ready& ready : ready_) {
      is_local_ &= ready.matcher && !ready.matcher->has_region();
      if (!ready.matcher) continue;
      needs_uses_ |= ready.matcher->needs_uses();
      depth_ = std::max(depth_, ready.matcher->depth());
      most_covered_ = ready.matcher->has_each() ? fn.size() : std::max(most_covered_, 2 * ready.matcher->size());
    }
    if (options.stats) {
      stats_ = options.stats;
      for (size_t i = stats_->size(); i < rules.size(); ++i) stats_->push_back({rules[i].name});
    } else {
      own_stats_.resize(rules.size());
      stats_ = &own_stats_;
    }
    names_ = options.names ? options.names : &own_names_;
    next_event_ = options.first_event;
  }

  RewriteResult run() {
    while (result_.rounds < max_rounds_) {
      ++result_.rounds;
      std::fill(hits_.begin(), hits_.end(), 0);
      find();
      if (pending_.empty() && in_place()) {
        // Nothing is left of what was touched. What a condition or rewriter saw of the rest may have changed, too.
        edit_->settle();
        find();
      }
      bool has_changed = !pending_.empty() && carry_out();
      unbind_results();
      if (!has_changed) break;
      result_.changed = true;
      if (result_.end == RewriteEnd::stopped) break;
      if (!in_place() && options_.clean) options_.clean(fn_);
      if (options_.once) break;
      if (result_.rewrites > max_rewrites_) {
        end(RewriteEnd::too_many, fmt::format("stopped after {} rewrites", result_.rewrites));
        break;
      }
      if (!is_new_state(in_place() ? settled_state_ + in_place()->state() : state())) {
        end(RewriteEnd::cycle, "stopped where it has been before");
        break;
      }
      if (result_.rounds == max_rounds_)
        end(RewriteEnd::too_many, fmt::format("stopped after {} rounds", result_.rounds));
    }
    if (edit_) edit_->settle();
    refresh_items();
    result_.events = next_event_ - options_.first_event;
    return result_;
  }

 private:
  void end(RewriteEnd how, std::string what) {
    result_.end = how;
    for (size_t i = 0; i < rules_.size(); ++i) {
      if (hits_[i] > 0) result_.rules.push_back(i);
    }
    std::stable_sort(result_.rules.begin(), result_.rules.end(),
                     [&](size_t a, size_t b) { return hits_[a] > hits_[b]; });
    std::string names;
    for (size_t i : result_.rules) names += (names.empty() ? "'" : ", '") + rules_[i].name + "'";
    if (how == RewriteEnd::cycle) {
      what += result_.rules.size() == 1 ? fmt::format(": rule {} undoes itself", names)
                                        : fmt::format(": rules {} undo each other", names);
    } else {
      what += fmt::format(": {} {} what {} made", result_.rules.size() == 1 ? "rule" : "rules",
                          names + (result_.rules.size() == 1 ? " applies to" : " apply to"),
                          result_.rules.size() == 1 ? "it" : "they");
    }
    result_.message = std::move(what);
  }

  // `at`: none where a match covers no binding.
  RewriteEvent event(bool applied, size_t rule, Value at, std::string reason) {
    RewriteEvent e{next_event_++,    applied, rules_[rule].name, at, at ? fn_[at].span : fn_.self().span,
                   std::move(reason)};
    if (options_.events) options_.events(e);
    return e;
  }

  // ---- finding
  // --------------------------------------------------------------------------------------------------------
  void find() {
    pending_.clear();
    if (in_place()) return find_around_touched();
    bind_results();
    edit_.emplace(fn_);
    opaque_.assign(fn_.size(), 0);
    cut_segments();
    for (uint32_t s = 0; s < segments_.size(); ++s) find_in(s, segments_[s].bindings);
  }

  // `return (a, b)` is a candidate like a last binding `r = (a, b)` of the last block, and becomes one while its round
  // lasts.
  void bind_results() {
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

  void unbind_results() {
    bool is_other = false;
    for (const BoundResult& b : bound_results_) {
      std::vector<Block>& blocks = fn_[b.region].blocks;
      Node& node = fn_[b.bound];
      bool stays = node.kind != NodeKind::tuple && node.kind != NodeKind::alias && fn_[b.region].result == b.bound;
      for (size_t i = blocks.size(); i-- > 0;) {
        auto at = std::find(blocks[i].bindings.rbegin(), blocks[i].bindings.rend(), b.bound);
        if (at == blocks[i].bindings.rend()) continue;
        if (stays) node.name = names_->next_variable(fn_.context(), blocks[i].is_dataflow);
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
  void find_around_touched() {
    opaque_.resize(fn_.size(), 0);
    for (Value v : opaque_values_) opaque_[v.index] = 0;
    opaque_values_.clear();
    std::vector<Value> near;
    done_.clear();
    auto add = [&](Value v) {
      if (done_.insert(v)) near.push_back(v);
    };
    const UseTable& uses = edit_->uses();
    for (Value v : in_place()->touched()) add(v);
    for (Value v : in_place()->mentioned()) {
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
    std::erase_if(near, [&](Value v) { return !places_of(v) || segment_of_[v.index] == kNoSegment; });
    std::sort(near.begin(), near.end(), [&](Value a, Value b) { return comes_before(a, b); });
    for (size_t i = 0; i < near.size();) {
      size_t last = i;
      while (last < near.size() && segment_of_[near[last].index] == segment_of_[near[i].index]) ++last;
      find_in(segment_of_[near[i].index] - 1, std::span(near).subspan(i, last - i));
      i = last;
    }
  }

  // In the order in which matches are looked for.
  bool comes_before(Value a, Value b) const {
    uint32_t s = segment_of_[a.index], t = segment_of_[b.index];
    if (s != t) return s < t;
    return in_place() ? in_place()->comes_before(a, b) : places_of(a).position < places_of(b).position;
  }

  void cut_segments() {
    const Places& places = edit_->places();
    const std::vector<uint8_t> impure = impure_bindings(fn_, places);
    segments_.clear();
    segment_of_.assign(fn_.size(), 0);
    for (uint32_t number = 0; number < places.blocks.size(); ++number) {
      const PlacedBlock& place = places.blocks[number];
      const Block& block = fn_[place.region].blocks[place.index];
      bool is_open = false;
      for (Value v : block.bindings) {
        if (!block.is_dataflow && (impure[v.index] || fn_[v].kind == NodeKind::cond)) {
          segment_of_[v.index] = kNoSegment;
          is_open = false;
          continue;
        }
        if (!is_open) segments_.push_back({number, {}});
        is_open = true;
        segments_.back().bindings.push_back(v);
        segment_of_[v.index] = static_cast<uint32_t>(segments_.size());
      }
    }
    // Inner functions and branches first.
    auto depth = [&](const Segment& s) { return places.blocks[s.block].depth; };
    if (std::all_of(segments_.begin(), segments_.end(), [&](const Segment& s) { return depth(s) == 0; })) return;
    std::stable_sort(segments_.begin(), segments_.end(),
                     [&](const Segment& a, const Segment& b) { return depth(a) > depth(b); });
    for (uint32_t s = 0; s < segments_.size(); ++s) {
      for (Value v : segments_[s].bindings) segment_of_[v.index] = s + 1;
    }
  }

  void find_in(uint32_t number, std::span<const Value> bindings) {
    const Segment& segment = segments_[number];
    index_.fill(fn_, bindings);
    Scope scope;
    scope.places = &edit_->places();
    scope.segment = segment_of_;
    scope.here = number + 1;
    scope.module = module_;
    scope.opaque = opaque_;
    for (size_t i = 0; i < ready_.size(); ++i) {
      const Ready& ready = ready_[i];
      if (ready.matcher && index_.candidates[i].empty()) continue;
      RuleStats& stats = (*stats_)[ready.rule];
      double start = now_ms();
      uint64_t budget = kRegionSteps * (segment.bindings.size() + 64) * (ready.matcher ? ready.matcher->size() : 1);
      scope.budget = &budget;
      if (ready.matcher) {
        if (ready.matcher->needs_uses()) scope.uses = &edit_->uses();
        stats.candidates += index_.candidates[i].size();
        for (Value v : index_.candidates[i]) try_value(ready, v, scope, stats);
      } else if (ready.tuple) {
        find_tuples(ready, segment, scope, stats);
      } else {
        find_graphs(ready, segment, scope, stats);
      }
      stats.ms += now_ms() - start;
    }
  }

  void try_value(const Ready& ready, Value v, const Scope& scope, RuleStats& stats) {
    if (opaque_[v.index]) return;
    ++stats.tries;
    bool found = ready.matcher->match(fn_, v, match_, scope);
    stats.steps += match_.steps();
    if (!found) {
      if (match_.was_bounded())
        event(false, ready.rule, v, fmt::format("matching was given up after {} steps", match_.steps()));
      return;
    }
    for (PatternId p : ready.around) match_.bind(p, v);
    ++stats.matches;
    const Rule& rule = rules_[ready.rule];
    Build build(fn_, module_, rule.patterns(), match_, v);
    if (!conditions_hold(ready.rule, build, v)) return;
    Value by = rule.term ? build.term(rule.term) : rule.make_value(build);
    if (by && accept(ready.rule, v, by)) {
      add(ready.rule, v, by, scope, static_cast<uint32_t>(pending_.size()));
    } else if (!by && !build.reason().empty()) {
      event(false, ready.rule, v, build.reason());
    }
  }

  bool conditions_hold(size_t rule, const Build& build, Value at) {
    for (const RuleCondition& condition : rules_[rule].conditions) {
      if (condition.holds(build)) continue;
      event(false, rule, at, fmt::format("'{}' does not hold", condition.text));
      return false;
    }
    return true;
  }

  // Does the new value change anything, and is it one that the variable can hold?
  bool accept(size_t rule, Value at, Value by) {
    if (by == at) return false;
    const Node &old = fn_[at], &made = fn_[by];
    if (!places_of(by) && old.kind == made.kind && old.op == made.op && old.attrs == made.attrs &&
        old.payload == made.payload) {
      std::span<const Value> a = fn_.args(at), b = fn_.args(by);
      if (std::equal(a.begin(), a.end(), b.begin(), b.end())) return false;
    }
    if (fn_.info(at) && (!fn_.info(by) || base_check(fn_.context(), fn_.info(at), fn_.info(by)) != BaseCheck::pass)) {
      event(false, rule, at,
            fmt::format("the replacement has struct info {}, not {}",
                        fn_.info(by) ? describe(fn_.context(), fn_.info(by)) : "nothing",
                        describe(fn_.context(), fn_.info(at))));
      return false;
    }
    return true;
  }

  Place places_of(Value v) const { return edit_->places()[v]; }

  void add(size_t rule, Value at, Value by, const Scope& scope, uint32_t group) {
    Pending p{rule, at, by, {}, group};
    normalize(p, scope);
    opaque_[at.index] = 1;
    opaque_values_.push_back(at);
    pending_.push_back(std::move(p));
  }

  // Tuples are written inline.
  bool is_binding_kind(Value v) const {
    return !is_leaf(fn_[v].kind) && fn_[v].kind != NodeKind::alias && fn_[v].kind != NodeKind::tuple;
  }

  // Gathers the new bindings of a replacement, operands before what uses them. A mention of the replaced binding is one
  // of its old value, which gets a binding of its own.
  void normalize(Pending& p, const Scope& scope) {
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
      if (at.next == 0 && (places_of(at.v) || fn_[at.v].kind == NodeKind::param || !done_.insert(at.v))) {
        // Written already. In the language's own engine a match holds values, which are bound again and then merged.
        Value d = at.v;
        while (fn_[d].kind == NodeKind::alias && scope.sees(d)) d = fn_.args(d)[0];
        if (d.index < segment_of_.size() && segment_of_[d.index] == scope.here && scope.sees(d) && is_binding_kind(d) &&
            path.size() > 1)
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

  void find_tuples(const Ready& ready, const Segment& segment, const Scope& scope, RuleStats& stats) {
    const Rule& rule = rules_[ready.rule];
    bool all_seen = ready.tuple->search(fn_, edit_->places(), edit_->uses(), segment.bindings, scope,
                                        [&](std::span<const Value> chosen, const Match& match) {
                                          ++stats.tries;
                                          ++stats.matches;
                                          Build build(fn_, module_, rule.patterns(), match, chosen[0]);
                                          if (!conditions_hold(ready.rule, build, chosen[0])) return false;
                                          Value by = rule.term ? build.term(rule.term) : rule.make_value(build);
                                          if (!by) return false;
                                          std::vector<Value> fields;
                                          for (uint32_t i = 0; i < chosen.size(); ++i) {
                                            bool is_literal = fn_[by].kind == NodeKind::tuple && !places_of(by);
                                            if (is_literal && fn_[by].args_size != chosen.size()) return false;
                                            fields.push_back(is_literal ? fn_.args(by)[i] : build.get_item(by, i));
                                            if (!fields[i]) return false;
                                          }
                                          bool changes = false;
                                          for (size_t i = 0; i < chosen.size(); ++i) {
                                            if (fields[i] == chosen[i]) continue;
                                            if (!accept(ready.rule, chosen[i], fields[i])) return false;
                                            changes = true;
                                          }
                                          uint32_t group = static_cast<uint32_t>(pending_.size());
                                          for (size_t i = 0; i < chosen.size(); ++i) {
                                            if (fields[i] != chosen[i])
                                              add(ready.rule, chosen[i], fields[i], scope, group);
                                          }
                                          return changes;
                                        });
    if (!all_seen)
      event(false, ready.rule, segment.bindings[0],
            fmt::format("matching was given up after {} steps", kTupleSteps * (segment.bindings.size() + 1)));
  }

  void find_graphs(const Ready& ready, const Segment& segment, const Scope& scope, RuleStats& stats) {
    const Rule& rule = rules_[ready.rule];
    GraphSearch search(*ready.graph, fn_, edit_->places(), edit_->uses(), segment.bindings, scope);
    for (Value v : segment.bindings) {
      if (opaque_[v.index]) search.remove(v);
    }
    while (search.next(match_)) {
      ++stats.matches;
      Build build(fn_, module_, rule.patterns(), match_, Value());
      Value first = first_of(match_, rule);
      if (!conditions_hold(ready.rule, build, first)) continue;
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
      if (made.empty() && !build.reason().empty()) event(false, ready.rule, first, build.reason());
      std::erase_if(made, [&](const Replacement& r) {
        return !r.first || segment_of_[r.first.index] != scope.here || opaque_[r.first.index] || r.first == r.second;
      });
      if (!std::all_of(made.begin(), made.end(),
                       [&](const Replacement& r) { return accept(ready.rule, r.first, r.second); }))
        continue;
      uint32_t group = static_cast<uint32_t>(pending_.size());
      for (auto [at, by] : made) {
        add(ready.rule, at, by, scope, group);
        search.remove(at);
      }
    }
    stats.tries += stats.matches;
    stats.steps += search.steps();
    if (search.was_bounded() && !segment.bindings.empty())
      event(false, ready.rule, segment.bindings[0],
            fmt::format("matching was given up after {} steps", search.steps()));
  }

  Value first_of(const Match& match, const Rule& rule) const {
    Value first;
    for (PatternId p : rule.graph->nodes()) {
      for (Value v : match.all(p)) {
        if (places_of(v) && (!first || places_of(v).position < places_of(first).position)) first = v;
      }
    }
    return first;
  }

  // ---- carrying out
  // -------------------------------------------------------------------------------------------------------
  bool carry_out() {
    std::vector<uint32_t> order(pending_.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return comes_before(pending_[a].at, pending_[b].at); });
    for (Pending& p : pending_) p.way = way(p);
    if (options_.check) return carry_out_singly(order);
    NameSupply names = *names_;
    for (int retry = 0; !order.empty(); ++retry) {
      *names_ = names;
      std::vector<Value> named;
      emit(order, named);
      if (retry == 0 && is_sparse(order) && edit_->finish_in_place(static_cast<bool>(options_.clean))) {
        follow(order);
        return true;
      }
      std::optional<OrderConflict> conflict = finish(named, DropDead::orphans);
      if (!conflict) {
        for (uint32_t i : heads(order)) report(i);
        return true;
      }
      drop_conflicting(*conflict, order, retry);
    }
    return false;
  }

  // One replacement after the other, each checked; what lost its users goes at the end.
  bool carry_out_singly(const std::vector<uint32_t>& order) {
    std::vector<Value> candidates;
    Mentions mentions(fn_, edit_->places());
    for (uint32_t i : order) {
      candidates.push_back(pending_[i].at);
      mentions.of(pending_[i].at, candidates);
    }
    bool changed = false;
    for (uint32_t head : heads(order)) {
      std::vector<uint32_t> group;
      for (uint32_t i : order) {
        if (pending_[i].group == pending_[head].group) group.push_back(i);
      }
      Function before = fn_;
      std::vector<Value> named;
      edit_.emplace(fn_);
      emit(group, named);
      if (std::optional<OrderConflict> conflict = finish(named, DropDead::none)) {
        drop_conflicting(*conflict, group, kMaxRetries);
        continue;
      }
      changed = true;
      RewriteEvent done = report(head);
      if (options_.check(before, fn_, done)) continue;
      result_.end = RewriteEnd::stopped;
      break;
    }
    drop_orphans(fn_, candidates);
    return changed;
  }

  // ---- few replacements
  //
  // A chain in which each replacement enables the next takes as many rounds as replacements. So that it does not cost
  // their product, a round that replaces little is carried out in place, and the next one looks only around what was
  // touched. Patterns of several bindings (tuples, graphs) and of regions find their matches by looking at a whole
  // segment, so with these every round is a walk over the function.
  bool is_sparse(const std::vector<uint32_t>& order) {
    if (!is_local_ || options_.sweep == Sweep::always) return false;
    if (options_.sweep == Sweep::unless_sparse && order.size() * kSparse > bindings_) return false;
    if (!in_place()) {
      if (result_.rounds == 1 && options_.clean) return false;  // all of the function is cleaned once
      settled_state_ = state();
    }
    return true;
  }

  // Of edits that were carried out in place.
  void follow(const std::vector<uint32_t>& order) {
    segment_of_.resize(fn_.size(), 0);
    for (uint32_t i : order) {
      const Pending& p = pending_[i];
      for (Value v : p.fresh) segment_of_[v.index] = segment_of_[p.at.index];
    }
    for (uint32_t i : order) report(i);
    if (options_.clean) in_place()->merge_equal();
    for (auto [v, of] : in_place()->moved()) segment_of_[v.index] = segment_of_[of.index];
    if (in_place()->is_rough()) edit_->settle();
  }

  // An item has the struct info of the field, to the letter; that of the binding may be another way to write it.
  void refresh_items() {
    if (items_.empty()) return;
    Places places(fn_);
    Refresh refresh(fn_, module_);
    for (Value v : items_) {
      if (places[v]) refresh.mark(v);
    }
    refresh.run();
  }

  // The tables of a function that the last round changed in few places.
  InPlace* in_place() const { return edit_ ? edit_->in_place() : nullptr; }

  // The first replacement of each match.
  std::vector<uint32_t> heads(std::span<const uint32_t> order) const {
    std::vector<uint32_t> out;
    std::vector<uint8_t> seen(pending_.size() + 1, 0);
    for (uint32_t i : order) {
      if (!std::exchange(seen[pending_[i].group], uint8_t(1))) out.push_back(i);
    }
    return out;
  }

  std::optional<OrderConflict> finish(std::span<const Value> named, DropDead drop) {
    std::optional<OrderConflict> conflict = edit_->finish(drop);
    if (conflict) {
      for (Value v : named) fn_[v].name = Name();
      return conflict;
    }
    // What groups of bindings need is named in the order in which it came to stand.
    bool has_unnamed = std::any_of(named.begin(), named.end(), [&](Value v) { return !fn_[v].name; });
    if (has_unnamed) {
      for_each_binding(fn_, fn_.self().body, [&](Value v, const Block& block) {
        if (!fn_[v].name) fn_[v].name = names_->next_variable(fn_.context(), block.is_dataflow);
      });
    }
    return std::nullopt;
  }

  // Names the new bindings and makes the edits.
  void emit(std::span<const uint32_t> order, std::vector<Value>& named) {
    const Places& places = edit_->places();
    uint32_t segment = 0;
    emitted_.clear();
    for (uint32_t i : order) {
      const Pending& p = pending_[i];
      if (segment_of_[p.at.index] != segment) emitted_.clear();
      segment = segment_of_[p.at.index];
      const PlacedBlock& place = places.blocks[places[p.at].block];
      bool is_dataflow = fn_[place.region].blocks[place.index].is_dataflow;
      for (Value v : p.fresh) {
        if (!emitted_.insert(v)) continue;
        if (places[v]) {
          if (!rules_[p.rule].graph) names_->next_variable(fn_.context(), is_dataflow);
          continue;
        }
        edit_->insert_before(p.at, v);
        if (!fn_[v].name) named.push_back(v);
        if (!fn_[v].name && !rules_[p.rule].graph) fn_[v].name = names_->next_variable(fn_.context(), is_dataflow);
      }
      switch (p.way) {
        case Pending::Way::redefine:
          if (fn_[p.by].kind == NodeKind::get_item && fn_.info(p.at) != fn_.info(p.by)) items_.push_back(p.at);
          edit_->redefine(p.at, p.by);
          break;
        case Pending::Way::replace: edit_->replace(p.at, p.by); break;
        case Pending::Way::alias: {
          Node alias;
          alias.kind = NodeKind::alias;
          alias.info = fn_.info(p.by);
          edit_->redefine(p.at, fn_.add(alias, std::span(&p.by, 1)));
        }
      }
    }
  }

  // A new definition, mentions that become mentions of something earlier, or another name of it.
  Pending::Way way(const Pending& p) const {
    bool is_written = places_of(p.by) || (is_leaf(fn_[p.by].kind) && fn_[p.by].kind != NodeKind::tuple);
    if (!is_written) return Pending::Way::redefine;
    bool is_earlier = fn_[p.by].kind == NodeKind::param ||
                      (places_of(p.by).block == places_of(p.at).block && comes_before(p.by, p.at));
    return is_earlier && !fn_[p.at].is_output ? Pending::Way::replace : Pending::Way::alias;
  }

  void drop_conflicting(const OrderConflict& conflict, std::vector<uint32_t>& order, int retry) {
    std::unordered_set<Value> cycle(conflict.cycle.begin(), conflict.cycle.end());
    std::unordered_set<uint32_t> groups;
    for (uint32_t i : order) {
      const Pending& p = pending_[i];
      bool hit = retry >= kMaxRetries || cycle.contains(p.at);
      for (Value v : p.fresh) hit |= cycle.contains(v);
      if (hit) groups.insert(p.group);
    }
    if (groups.empty()) groups.insert(pending_[order.back()].group);
    std::erase_if(order, [&](uint32_t i) {
      if (!groups.contains(pending_[i].group)) return false;
      if (groups.contains(pending_[i].group)) declined_.push_back(i);
      return true;
    });
    for (uint32_t i : declined_) {
      event(false, pending_[i].rule, pending_[i].at,
            conflict.is_cycle ? "the replacement would need itself" : "the replacement needs what is not there yet");
    }
    declined_.clear();
  }

  RewriteEvent report(uint32_t i) {
    const Pending& p = pending_[i];
    ++hits_[p.rule];
    ++(*stats_)[p.rule].hits;
    ++result_.rewrites;
    return event(true, p.rule, p.at, fmt::format("'{}' rewritten", fn_.context().text(fn_[p.at].name)));
  }

  bool is_new_state(uint64_t state) {
    bool is_new = states_.find(state, [](uint32_t) { return true; }) == HashedIds::kNone;
    if (is_new) states_.insert(state, 0);
    return is_new;
  }

  // The function as a number, the same for functions that are equal up to names.
  uint64_t state() {
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
        hash = hash_mix(hash_mix(hash, static_cast<uint64_t>(node.kind)), node.payload);
        open.insert(open.end(), fn_.args(v).begin(), fn_.args(v).end());
      }
    };
    for_each_binding(fn_, fn_.self().body, [&](Value v, const Block&) {
      const Node& node = fn_[v];
      hash = hash_mix(hash_mix(hash, static_cast<uint64_t>(node.kind) << 32 | static_cast<uint64_t>(node.op)),
                      static_cast<uint64_t>(node.attrs.index) << 32 | node.payload);
      for (Value arg : fn_.args(v)) mix(arg);
      number[v.index] = ++count;
    });
    if (fn_.body().result) mix(fn_.body().result);
    return hash;
  }

  Function& fn_;
  const Module* module_;
  std::span<const Rule> rules_;
  const RewriteOptions& options_;
  std::vector<Ready> ready_;
  Index index_;
  std::vector<RuleStats> own_stats_;
  std::vector<RuleStats>* stats_;
  NameSupply own_names_;
  NameSupply* names_;
  uint64_t max_rewrites_ = 0;
  uint32_t max_rounds_ = 0;
  uint32_t next_event_ = 1;
  RewriteResult result_;
  std::vector<uint64_t> hits_;  // by rule, in this round
  HashedIds states_;

  bool is_local_ = true;  // each match is as near to its root as its pattern is deep
  bool needs_uses_ = false;
  size_t depth_ = 0, most_covered_ = 0;  // values in a match
  size_t bindings_ = 0;

  std::optional<Rewriter> edit_;
  uint64_t settled_state_ = 0;  // as edits in place began
  std::vector<uint8_t> opaque_;
  std::vector<Segment> segments_;
  std::vector<uint32_t> segment_of_;
  struct BoundResult {
    RegionId region;
    Value bound, leaf;
  };
  std::vector<BoundResult> bound_results_;
  std::vector<Value> opaque_values_, items_;
  std::vector<Pending> pending_;
  std::vector<uint32_t> declined_;
  struct Visit {
    Value v;
    uint32_t next;  // operand
  };
  std::vector<Visit> path_;
  ValueSet done_, emitted_;
  Match match_;
};

}  // namespace

RewriteResult rewrite(Function& fn, const Module* module, std::span<const Rule> rules, const RewriteOptions& options) {
  return Driver(fn, module, rules, options).run();
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

std::vector<RuleMiss> explain_match(Function& fn, const Module* module, std::span<const Rule> rules, Value v) {
  std::vector<RuleMiss> out;
  Places places(fn);
  UseTable uses(fn, places);
  Scope scope;
  scope.places = &places;
  scope.uses = &uses;
  scope.module = module;
  for (const Rule& rule : rules) {
    RuleMiss best{&rule, false, {}, {}};
    if (rule.root) {
      Matcher matcher(rule.patterns(), rule.root);
      Match match;
      best.matches = matcher.match(fn, v, match, scope, &best.miss);
      if (best.matches) {
        Build build(fn, module, rule.patterns(), match, v);
        for (const RuleCondition& condition : rule.conditions) {
          if (best.declined.empty() && !condition.holds(build))
            best.declined = fmt::format("'{}' does not hold", condition.text);
        }
        if (best.declined.empty() && (rule.term || rule.make_value)) {
          Value by = rule.term ? build.term(rule.term) : rule.make_value(build);
          if (!by || by == v) best.declined = build.reason().empty() ? "the rule makes nothing of it" : build.reason();
        }
      }
    } else {
      std::vector<PatternId> roots = rule.fields;
      if (rule.graph) roots.assign(rule.graph->nodes().begin(), rule.graph->nodes().end());
      for (PatternId p : roots) {
        if (rule.patterns()[p].kind == PatternKind::any) continue;
        Miss miss;
        Match match;
        best.matches |= Matcher(rule.patterns(), p).match(fn, v, match, scope, &miss);
        if (!best.miss.at || miss.matched > best.miss.matched) best.miss = miss;
      }
    }
    out.push_back(std::move(best));
  }
  return out;
}

}  // namespace hammock
