// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/graph.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "hammock/base/check.h"
#include "hammock/base/hash.h"
#include "hammock/infer/struct_info.h"
#include "hammock/prim/simplify.h"

namespace hammock {

bool PatternGraph::add(PatternEdge edge) {
  if (std::find(edges_.begin(), edges_.end(), edge) != edges_.end()) return false;
  edges_.push_back(edge);
  add_node(edge.producer);
  add_node(edge.consumer);
  return true;
}

void PatternGraph::add_node(PatternId p) {
  if (std::find(nodes_.begin(), nodes_.end(), p) == nodes_.end()) nodes_.push_back(p);
}

void PatternGraph::add_call(PatternId call) {
  std::span<const PatternId> parts = patterns_->parts(call);
  for (size_t i = 1; i < parts.size(); ++i) used_by(parts[i], call, static_cast<int>(i - 1));
}

void PatternGraph::branches(PatternId p, std::vector<PatternId> shared, uint32_t at_least, uint32_t at_most) {
  branches_.push_back({p, std::move(shared), at_least, at_most});
}

// ---- the order in which the patterns of a graph are given values ----

namespace {

// One pattern of the graph, and the edge along which its candidates are found.
struct Step {
  PatternId pattern;
  std::optional<PatternEdge> by;    // to or from a pattern that has its value; none: anything
  std::vector<PatternEdge> checks;  // other edges to such patterns
  std::optional<uint32_t> twin;     // the step before of an interchangeable pattern: candidates come behind its value
  uint32_t twins_behind = 0;        // so many of them follow
};

struct BranchPlan {
  std::vector<Step> steps;
  uint32_t at_least, at_most;
};

class Planner {
 public:
  explicit Planner(const PatternGraph& graph) : graph_(graph) {}

  // Depth first along the edges, in their order, so that what hangs on a consumer is settled before the next one.
  std::vector<Step> plan(PatternId from, std::optional<PatternEdge> by, const std::unordered_set<PatternId>& only) {
    std::vector<Step> steps;
    std::vector<std::pair<PatternId, std::optional<PatternEdge>>> open{{from, by}};
    while (!open.empty()) {
      auto [p, edge] = open.back();
      open.pop_back();
      if (!known_.insert(p).second) continue;
      Step step{p, edge, {}, {}, 0};
      for (const PatternEdge& e : graph_.edges()) {
        bool joins =
            (e.producer == p && known_.contains(e.consumer)) || (e.consumer == p && known_.contains(e.producer));
        if (joins && e.producer != e.consumer) step.checks.push_back(e);
      }
      steps.push_back(std::move(step));
      std::span<const PatternEdge> edges = graph_.edges();
      for (size_t i = edges.size(); i-- > 0;) {
        if (edges[i].producer == p && only.contains(edges[i].consumer)) open.emplace_back(edges[i].consumer, edges[i]);
      }
      for (size_t i = edges.size(); i-- > 0;) {
        if (edges[i].consumer == p && only.contains(edges[i].producer)) open.emplace_back(edges[i].producer, edges[i]);
      }
    }
    return steps;
  }

  // Two consumers of one pattern are interchangeable if they look alike, with all that hangs on them alone.
  void find_twins(std::vector<Step>& steps) {
    std::unordered_map<uint64_t, uint32_t> last;
    for (uint32_t i = 0; i < steps.size(); ++i) {
      const std::optional<PatternEdge>& by = steps[i].by;
      if (!by || by->consumer != steps[i].pattern) continue;
      uint64_t key = hash_mix(hash_mix(shape_of(steps[i].pattern, by->producer, kDepth), by->producer.index),
                              static_cast<uint64_t>(by->index + 1) * 2 + by->is_only);
      auto [found, is_new] = last.try_emplace(key, i);
      if (is_new) continue;
      steps[i].twin = found->second;
      found->second = i;
    }
    for (uint32_t i = static_cast<uint32_t>(steps.size()); i-- > 0;) {
      if (steps[i].twin) steps[*steps[i].twin].twins_behind = steps[i].twins_behind + 1;
    }
  }

 private:
  static constexpr int kDepth = 20;

  // A number for what a pattern looks like from one of its neighbours: equal for patterns that can stand for each
  // other.
  uint64_t shape_of(PatternId p, PatternId from, int depth) {
    uint64_t hash = row_shape(p, depth);
    if (depth == 0) return hash_mix(hash, p.index);
    for (const PatternEdge& e : graph_.edges()) {
      if (e.producer != p && e.consumer != p) continue;
      PatternId other = e.producer == p ? e.consumer : e.producer;
      hash = hash_mix(hash, static_cast<uint64_t>(e.index + 1) * 4 + e.is_only * 2 + (e.producer == p));
      hash = hash_mix(hash, other == from ? 1 : is_shared(other) ? other.index + 2ull : shape_of(other, p, depth - 1));
    }
    return hash;
  }

  // Patterns with neighbours besides the one that leads to them, other than their own operands, are told apart.
  bool is_shared(PatternId p) const {
    size_t edges = 0;
    for (const PatternEdge& e : graph_.edges()) edges += e.producer == p;
    return edges > 1;
  }

  uint64_t row_shape(PatternId p, int depth) {
    const Patterns& rows = graph_.patterns();
    const PatternNode& node = rows[p];
    if (is_shared(p)) return p.index + 7919ull;
    bool is_plain = node.kind == PatternKind::any || node.kind == PatternKind::op || node.kind == PatternKind::call ||
                    node.kind == PatternKind::tuple || node.kind == PatternKind::get_item ||
                    node.kind == PatternKind::either || node.kind == PatternKind::has_dtype ||
                    (node.kind == PatternKind::constant && !node.is_exact());
    if (!is_plain || depth == 0) return hash_mix(104729, p.index);
    uint64_t hash = hash_mix(static_cast<uint64_t>(node.kind) << 32 | static_cast<uint64_t>(node.op), node.content());
    for (PatternId part : rows.parts(p)) hash = hash_mix(hash, row_shape(part, depth - 1));
    return hash;
  }

  const PatternGraph& graph_;
  std::unordered_set<PatternId> known_;
};

}  // namespace

// ---- the search ----

class GraphSearch::State {
 public:
  State(const PatternGraph& graph, const Function& fn, const Places& places, const UseTable& uses,
        std::span<const Value> segment, const Scope& scope)
      : graph_(graph),
        rows_(graph.patterns()),
        fn_(fn),
        places_(places),
        uses_(uses),
        segment_(segment),
        scope_(scope),
        removed_(segment.size(), 0) {
    scope_.places = &places;
    scope_.uses = &uses;
    if (!segment.empty()) first_ = places[segment[0]].position;
    make_plan();
    if (!steps_plan_.empty()) list_starts();
  }

  bool next(Match& match) {
    match_ = &match;
    pass_over();
    for (; start_ < starts_.size(); ++start_) {
      Value v = starts_[start_];
      if (is_removed(v) || is_hopeless(v)) continue;
      if (listed_for_ != v) {
        lists_.clear();
        listed_for_ = v;
      }
      match.reset(rows_);
      assigned_.clear();
      left_ = kStepsPerPlace * (rows_in_graph_ + 1) + 16 * uses_.users(v).size();
      uint64_t given = left_;
      bool found = search(v);
      steps += given - left_;
      if (found) {
        found_ = assigned_;
        found_.insert(found_.end(), in_branch_.begin(), in_branch_.end());
        return true;
      }
      bounded |= left_ == 0;
    }
    return false;
  }

  void remove(Value v) {
    if (is_in_segment(v)) removed_[places_[v].position - first_] = 1;
  }

  uint64_t steps = 0;
  bool bounded = false;

 private:
  // A match of which nothing was removed must not be found again: its first binding is taken out.
  void pass_over() {
    if (found_.empty()) return;
    Value start = starts_[start_], first;
    bool is_used_up = false;
    for (Value v : found_) {
      is_used_up |= is_removed(v);
      if (v != start && is_in_segment(v) && (!first || places_[v].position < places_[first].position)) first = v;
    }
    found_.clear();
    if (is_used_up) return;
    if (first) remove(first);
    else ++start_;
  }

  // Has the place too few consumers for the second pattern and those that look like it?
  bool is_hopeless(Value v) {
    if (steps_plan_.size() < 2) return false;
    const Step& second = steps_plan_[1];
    if (!second.by || second.by->producer != steps_plan_[0].pattern) return false;
    const Matcher& matcher = *matcher_of_[1];
    uint32_t wanted = second.twins_behind + 1;
    Value last;
    for (Value user : uses_.users(v)) {
      if (user == last || !is_in_segment(user) || is_removed(user)) continue;
      last = user;
      bool counts = fn_[user].kind == NodeKind::alias || matcher.may_match(fn_[user]);
      if (counts && (fn_[user].kind == NodeKind::alias || --wanted == 0)) return false;
    }
    return true;
  }

  // ---- plan ----
  void make_plan() {
    rows_in_graph_ = graph_.nodes().size();
    for (PatternId p : graph_.nodes()) matchers_.try_emplace(p, rows_, p);
    std::unordered_set<PatternId> in_branches, all(graph_.nodes().begin(), graph_.nodes().end());
    std::vector<std::unordered_set<PatternId>> members;
    for (const PatternGraph::Branches& b : graph_.all_branches()) {
      std::unordered_set<PatternId> own;
      std::vector<PatternId> open{b.root};
      while (!open.empty()) {
        PatternId p = open.back();
        open.pop_back();
        if (std::find(b.shared.begin(), b.shared.end(), p) != b.shared.end() || !own.insert(p).second) continue;
        for (const PatternEdge& e : graph_.edges()) {
          if (e.producer == p) open.push_back(e.consumer);
          if (e.consumer == p) open.push_back(e.producer);
        }
      }
      in_branches.insert(own.begin(), own.end());
      members.push_back(std::move(own));
    }
    std::unordered_set<PatternId> main;
    for (PatternId p : all) {
      if (!in_branches.contains(p)) main.insert(p);
    }
    Planner planner(graph_);
    // Producers that use nothing first, in order of mention.
    for (bool roots_only : {true, false}) {
      for (PatternId p : graph_.nodes()) {
        if (!main.contains(p)) continue;
        bool is_root = true;
        for (const PatternEdge& e : graph_.edges()) is_root &= e.consumer != p;
        if (roots_only && !is_root) continue;
        std::vector<Step> more = planner.plan(p, std::nullopt, main);
        steps_plan_.insert(steps_plan_.end(), more.begin(), more.end());
      }
    }
    planner.find_twins(steps_plan_);
    for (const Step& step : steps_plan_) matcher_of_.push_back(&matchers_.at(step.pattern));
    if (!segment_.empty()) block_ = places_[segment_[0]].block;
    for (size_t i = 0; i < members.size(); ++i) {
      const PatternGraph::Branches& b = graph_.all_branches()[i];
      std::optional<PatternEdge> by;
      PatternId from = b.root;
      for (const PatternEdge& e : graph_.edges()) {
        bool enters = main.contains(e.producer) && members[i].contains(e.consumer);
        if (by || !enters) continue;
        by = e;
        from = e.consumer;
      }
      branches_.push_back({planner.plan(from, by, members[i]), b.at_least, b.at_most});
    }
  }

  // The values that the first pattern may stand for: what is used in the segment, in order of first use; if nothing
  // uses the pattern, its bindings.
  void list_starts() {
    PatternId first = steps_plan_[0].pattern;
    const Matcher& matcher = matchers_.at(first);
    bool is_used = std::any_of(graph_.edges().begin(), graph_.edges().end(),
                               [&](const PatternEdge& e) { return e.producer == first; });
    std::unordered_set<Value> seen;
    std::vector<uint8_t> listed(segment_.size(), 0);
    auto add = [&](Value v) {
      if (is_in_segment(v)) {
        if (std::exchange(listed[places_[v].position - first_], uint8_t(1))) return;
      } else if (!seen.insert(v).second) {
        return;
      }
      if (matcher.may_match(fn_[v])) starts_.push_back(v);
    };
    for (Value v : segment_) {
      if (!is_used) {
        add(v);
        continue;
      }
      operands_of(v, operands_);
      for (Value u : operands_) add(u);
    }
  }

  // ---- looking ----
  bool is_in_segment(Value v) const {
    Place place = places_[v];
    return place && place.block == block_ && place.position >= first_ && place.position - first_ < segment_.size();
  }
  bool is_removed(Value v) const { return is_in_segment(v) && removed_[places_[v].position - first_]; }
  bool is_assigned(Value v) const {
    return std::find(assigned_.begin(), assigned_.end(), v) != assigned_.end() || in_branch_.contains(v);
  }
  // The binding behind other names of it.
  Value named(Value v) const {
    while (fn_[v].kind == NodeKind::alias && scope_.sees(v)) v = fn_.args(v)[0];
    return v;
  }

  // As written, fields of inline tuples one after the other.
  void operands_of(Value v, std::vector<Value>& out) const {
    out.clear();
    pending_.assign(fn_.args(v).rbegin(), fn_.args(v).rend());
    while (!pending_.empty()) {
      Value u = pending_.back();
      pending_.pop_back();
      if (fn_[u].kind == NodeKind::tuple && !places_[u])
        pending_.insert(pending_.end(), fn_.args(u).rbegin(), fn_.args(u).rend());
      else out.push_back(named(u));
    }
  }

  bool feeds(Value producer, Value consumer, const PatternEdge& edge) {
    operands_of(consumer, operands_);
    producer = named(producer);
    bool found = false;
    if (edge.index < 0) {
      found = std::find(operands_.begin(), operands_.end(), producer) != operands_.end();
    } else {
      auto at = [&](size_t i) { return i < operands_.size() && operands_[i] == producer; };
      size_t index = static_cast<size_t>(edge.index);
      bool either = index < 2 && fn_[consumer].kind == NodeKind::call_op && has_trait(fn_[consumer].op, Commutative);
      found = at(index) || (either && at(1 - index));
    }
    if (!found || !edge.is_only) return found;
    if (uses_.is_returned(producer)) return false;
    for (Value user : uses_.users(producer)) {
      if (user != consumer) return false;
    }
    return true;
  }

  // What uses v in the segment and may be a match of p; kept while the search stays at one place.
  struct List {
    std::vector<Value> values;
    size_t first = 0;  // those before are removed
  };
  List& consumers(Value v, PatternId p) {
    uint64_t key = static_cast<uint64_t>(v.index) << 32 | p.index;
    auto [entry, is_new] = lists_.try_emplace(key);
    List& list = entry->second;
    if (is_new) {
      const Matcher& matcher = matchers_.at(p);
      std::vector<Value> open{v};
      while (!open.empty()) {
        Value at = open.back();
        open.pop_back();
        for (Value user : uses_.users(at)) {
          spend(1);
          if (!is_in_segment(user) || (!list.values.empty() && list.values.back() == user)) continue;
          if (fn_[user].kind == NodeKind::alias && fn_.args(user)[0] == at && scope_.sees(user)) open.push_back(user);
          else if (fn_[user].kind != NodeKind::match_cast && matcher.may_match(fn_[user])) list.values.push_back(user);
        }
      }
    }
    while (list.first < list.values.size() && is_removed(list.values[list.first])) ++list.first;
    return list;
  }

  bool spend(uint64_t n) {
    left_ -= std::min(left_, n);
    return left_ > 0;
  }

  // ---- trying ----
  struct Level {
    std::vector<Value> candidates;  // or, if it is a list of consumers, none
    List* list = nullptr;
    size_t next = 0;
    Match::Mark mark;
  };

  void open_level(const Step& step, size_t base, Level& level, Value start) {
    level = {};
    if (start) {
      level.candidates = {start};
    } else if (!step.by) {
      for (Value v : starts_of(step.pattern)) level.candidates.push_back(v);
    } else if (step.by->consumer == step.pattern) {
      level.list = &consumers(named((*match_)[step.by->producer]), step.pattern);
      level.next = level.list->first;
      if (step.twin) {
        Value before = assigned_[base + *step.twin];
        const std::vector<Value>& values = level.list->values;
        auto behind = std::upper_bound(values.begin(), values.end(), before,
                                       [&](Value a, Value b) { return places_[a].position < places_[b].position; });
        level.next = std::max(level.next, static_cast<size_t>(behind - values.begin()));
      }
    } else {
      operands_of((*match_)[step.by->consumer], operands_);
      size_t index = static_cast<size_t>(std::max(step.by->index, 0));
      Value consumer = (*match_)[step.by->consumer];
      bool any = step.by->index < 0 ||
                 (index < 2 && fn_[consumer].kind == NodeKind::call_op && has_trait(fn_[consumer].op, Commutative));
      if (!any) {
        if (index < operands_.size()) level.candidates.push_back(operands_[index]);
      } else {
        for (Value u : operands_) {
          if (std::find(level.candidates.begin(), level.candidates.end(), u) == level.candidates.end())
            level.candidates.push_back(u);
        }
      }
    }
    level.mark = match_->mark();
  }

  // Everything that a pattern in another part of the graph may stand for.
  std::span<const Value> starts_of(PatternId p) {
    auto [entry, is_new] = other_starts_.try_emplace(p);
    if (is_new) {
      for (Value v : segment_) {
        if (matchers_.at(p).may_match(fn_[v])) entry->second.push_back(v);
      }
    }
    return entry->second;
  }

  bool try_candidate(const Step& step, Value v) {
    if (!spend(1) || is_removed(v) || is_assigned(v)) return false;
    const Matcher& matcher = matchers_.at(step.pattern);
    if (!matcher.may_match(fn_[v])) return false;
    // A value that another pattern mentions already must be this one.
    if ((*match_)[step.pattern] && named((*match_)[step.pattern]) != named(v)) return false;
    if ((*match_)[step.pattern] == v || (*match_).has(step.pattern)) {
      // It was matched on the way; nothing more to find out but the edges.
    } else {
      bool fits = matcher.extend(fn_, v, *match_, scope_);
      spend(match_->steps());
      if (!fits) return false;
    }
    for (const PatternEdge& e : step.checks) {
      Value producer = e.producer == step.pattern ? v : assigned_value(e.producer);
      Value consumer = e.consumer == step.pattern ? v : assigned_value(e.consumer);
      if (!feeds(producer, consumer, e)) return false;
    }
    return true;
  }

  Value assigned_value(PatternId p) const { return (*match_)[p]; }

  // Gives each step a value, taking choices back; the values are appended to assigned_.
  bool solve(std::span<const Step> steps, Value start, const std::function<bool()>& last) {
    size_t base = assigned_.size();
    std::vector<Level> levels(steps.size());
    size_t depth = 0;
    open_level(steps[0], base, levels[0], start);
    while (true) {
      Level& level = levels[depth];
      const Step& step = steps[depth];
      size_t end = level.list ? level.list->values.size() : level.candidates.size();
      bool advanced = false;
      while (left_ > 0 && level.next + (level.list ? step.twins_behind : 0) < end) {
        Value v = level.list ? level.list->values[level.next++] : level.candidates[level.next++];
        match_->undo(level.mark);
        if (!try_candidate(step, v)) continue;
        assigned_.push_back(v);
        advanced = true;
        break;
      }
      if (advanced) {
        if (depth + 1 < steps.size()) {
          ++depth;
          open_level(steps[depth], base, levels[depth], Value());
          continue;
        }
        if (last()) return true;
        assigned_.pop_back();
        continue;
      }
      match_->undo(level.mark);
      if (depth == 0 || left_ == 0) {
        assigned_.resize(base);
        match_->undo(levels[0].mark);
        return false;
      }
      --depth;
      assigned_.pop_back();
    }
  }

  bool search(Value start) {
    in_branch_.clear();
    return solve(steps_plan_, start, [&] { return is_valid() && take_branches() && !escapes(); });
  }

  bool is_valid() {
    Context& context = fn_.context();
    for (const std::vector<PatternId>& same : graph_.same_shapes()) {
      std::vector<Prim> dims;
      for (size_t i = 0; i < same.size(); ++i) {
        StructInfo info = (*match_)[same[i]] ? fn_.info((*match_)[same[i]]) : StructInfo();
        if (!info || !(context.infos[info].kind == InfoKind::shape || context.infos[info].kind == InfoKind::tensor) ||
            !context.infos[info].has_dims)
          return false;
        std::vector<Prim> other(context.infos.dims(info).begin(), context.infos.dims(info).end());
        if (i == 0) dims = other;
        if (other.size() != dims.size()) return false;
        for (size_t d = 0; d < dims.size(); ++d) {
          if (prove_equal(context, dims[d], other[d]) != Truth::yes) return false;
        }
      }
    }
    return true;
  }

  // As many of each kind of branch as there are.
  bool take_branches() {
    Match::Mark before = match_->mark();
    for (const BranchPlan& plan : branches_) {
      uint32_t count = 0;
      while (count < plan.at_most) {
        size_t base = assigned_.size();
        Match::Mark mark = match_->mark();
        if (plan.steps.empty() || !solve(plan.steps, Value(), [] { return true; })) break;
        in_branch_.insert(assigned_.begin() + static_cast<ptrdiff_t>(base), assigned_.end());
        assigned_.resize(base);
        match_->collect(mark);
        ++count;
      }
      if (count < plan.at_least) {
        match_->undo(before);
        in_branch_.clear();
        return false;
      }
    }
    return true;
  }

  // Is a value with consumers in the graph used by something else?
  bool escapes() {
    if (graph_.may_escape()) return false;
    std::unordered_set<Value> inside(assigned_.begin(), assigned_.end());
    inside.insert(in_branch_.begin(), in_branch_.end());
    std::unordered_set<PatternId> roots;
    for (PatternId p : graph_.nodes()) {
      bool is_inner = false, uses_others = false;
      for (const PatternEdge& e : graph_.edges()) {
        is_inner |= e.producer == p;
        uses_others |= e.consumer == p;
      }
      if (!is_inner || !uses_others) continue;  // what only feeds the graph is its input
      for (Value v : match_->all(p)) {
        if (uses_.is_returned(v)) return true;
        for (Value user : uses_.users(v)) {
          if (!inside.contains(user)) return true;
        }
      }
    }
    return false;
  }

  const PatternGraph& graph_;
  const Patterns& rows_;
  const Function& fn_;
  const Places& places_;
  const UseTable& uses_;
  std::span<const Value> segment_;
  Scope scope_;
  std::vector<uint8_t> removed_;
  uint32_t first_ = 0;
  size_t rows_in_graph_ = 0;
  std::unordered_map<PatternId, Matcher> matchers_;
  std::vector<Step> steps_plan_;
  std::vector<const Matcher*> matcher_of_;  // by step of the plan
  uint32_t block_ = Place::kNowhere;
  std::vector<BranchPlan> branches_;
  std::vector<Value> starts_;
  std::unordered_map<PatternId, std::vector<Value>> other_starts_;
  size_t start_ = 0;
  Value listed_for_;
  std::unordered_map<uint64_t, List> lists_;
  std::vector<Value> operands_;
  mutable std::vector<Value> pending_;
  Match* match_ = nullptr;
  std::vector<Value> assigned_;  // by step
  std::vector<Value> found_;     // what the last match holds
  std::unordered_set<Value> in_branch_;
  uint64_t left_ = 0;
};

GraphSearch::GraphSearch(const PatternGraph& graph, const Function& fn, const Places& places, const UseTable& uses,
                         std::span<const Value> segment, const Scope& scope)
    : state_(std::make_unique<State>(graph, fn, places, uses, segment, scope)) {}
GraphSearch::~GraphSearch() = default;
bool GraphSearch::next(Match& match) { return state_->next(match); }
void GraphSearch::remove(Value binding) { state_->remove(binding); }
bool GraphSearch::was_bounded() const { return state_->bounded; }
uint64_t GraphSearch::steps() const { return state_->steps; }

}  // namespace hammock
