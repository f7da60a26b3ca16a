// SPDX-License-Identifier: Apache-2.0
// Matching with explicit goals and choices. Goals are cells of a list that grows only at its head, so that a choice
// keeps what was still to do by remembering one cell. What is bound is written to trails, so that a choice is taken
// back by cutting them.
#include "hammock/rewrite/match.h"

#include <algorithm>
#include <unordered_set>

#include "attribute.h"
#include "hammock/base/check.h"
#include "hammock/infer/describe.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/constant.h"
#include "hammock/prim/simplify.h"
#include "hammock/tir/equal.h"
#include "region.h"

namespace hammock {
namespace {

constexpr uint32_t kEnd = 0xffffffffu;
constexpr int kMaxNested = 8;  // matches inside a match: regions and unordered tuples
constexpr size_t kMaxUnordered = 255;

bool is_variable(const Node& node) {
  return node.kind == NodeKind::param || !is_leaf(node.kind) || (node.kind == NodeKind::tuple && node.name);
}

// Equal as values: the same, or leaves with the same content.
bool same_value(const Function& fn, Value a, Value b) {
  if (a == b) return true;
  const Node &x = fn[a], &y = fn[b];
  if (x.kind != y.kind || is_variable(x) || is_variable(y)) return false;
  if (x.kind != NodeKind::tuple) return x.op == y.op && x.content() == y.content();
  std::span<const Value> fields = fn.args(a), others = fn.args(b);
  return std::equal(fields.begin(), fields.end(), others.begin(), others.end(),
                    [&](Value f, Value o) { return same_value(fn, f, o); });
}

// What a pattern of this kind looks at the inner structure of: it sees through match_casts.
bool is_structural(PatternKind kind) {
  switch (kind) {
    case PatternKind::call:
    case PatternKind::tuple:
    case PatternKind::unordered_tuple:
    case PatternKind::get_item:
    case PatternKind::constant:
    case PatternKind::shape:
    case PatternKind::prim: return true;
    default: return false;
  }
}

bool is_splat(const Constant& c, double number) {
  size_t width = static_cast<size_t>(c.dtype.bytes());
  std::optional<double> first = element(c, 0);
  if (!first || *first != (c.dtype == kFloat32 ? static_cast<double>(static_cast<float>(number)) : number))
    return false;
  return std::equal(c.data.begin() + static_cast<ptrdiff_t>(width), c.data.end(),
                    c.data.begin());  // each like the one before it
}

}  // namespace

// ---- Match ----------------------------------------------------------------------------------------------------------

void Match::reset(const Patterns& patterns) {
  undo({});
  entries_.resize(patterns.size());
  attrs_.resize(patterns.attr_var_count());
  was_bounded_ = false;
  steps_ = 0;
}

void Match::undo(const Mark& mark) {
  for (; touched_.size() > mark.touched; touched_.pop_back()) entries_[touched_.back().index] = Entry();
  for (; attrs_touched_.size() > mark.attrs; attrs_touched_.pop_back()) attrs_[attrs_touched_.back()] = Attr();
  collected_.resize(mark.collected);
  dims_.resize(mark.dims);
  regions_.resize(mark.regions);
}

void Match::collect(const Mark& mark) {
  for (size_t i = mark.touched; i < touched_.size(); ++i) {
    Entry& entry = entries_[touched_[i].index];
    if (entry.is_bound()) collected_.emplace_back(touched_[i], entry);
    entry = Entry();
  }
  touched_.resize(mark.touched);
}

std::vector<Value> Match::all(PatternId p) const {
  std::vector<Value> out;
  for (const auto& [pattern, entry] : collected_) {
    if (pattern == p) out.push_back(entry.use);
  }
  if (out.empty() && (*this)[p]) out.push_back((*this)[p]);
  return out;
}

Prim Match::dim(Prim variable) const {
  for (auto [symbol, stands_for] : dims_) {
    if (symbol == variable) return stands_for;
  }
  return {};
}

std::span<const Value> Match::region(PatternId p) const {
  for (const auto& [pattern, values] : regions_) {
    if (pattern == p) return values;
  }
  return {};
}

std::vector<Value> Match::covered(const Patterns& patterns) const {
  std::vector<Value> out;
  auto add = [&](PatternId p, const Entry& entry) {
    PatternKind kind = patterns[p].kind;
    if (!entry.use || !(kind == PatternKind::call || kind == PatternKind::tuple ||
                        kind == PatternKind::unordered_tuple || kind == PatternKind::get_item))
      return;
    out.push_back(entry.use);
    if (entry.definition != entry.use) out.push_back(entry.definition);
  };
  for (PatternId p : touched_) add(p, entries_[p.index]);
  for (const auto& [p, entry] : collected_) add(p, entry);
  for (const auto& [p, values] : regions_) out.insert(out.end(), values.begin(), values.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Prim Match::substitute(Context& context, Prim expr) const {
  PrimMap map(dims_.begin(), dims_.end());
  return map.empty() ? expr : hammock::substitute(context, expr, map);
}

// ---- Matcher ----

// What the root reaches, parts before what they are parts of; and how often each is mentioned.
static std::vector<PatternId> parts_first(const Patterns& patterns, PatternId root, std::vector<uint32_t>& mentions) {
  enum State : uint8_t { unseen, open_parts, done };
  std::vector<State> state(patterns.size(), unseen);
  std::vector<PatternId> order, open{root};
  while (!open.empty()) {
    PatternId p = open.back();
    if (state[p.index] == unseen) {
      state[p.index] = open_parts;
      for (PatternId part : patterns.parts(p)) {
        ++mentions[part.index];
        if (state[part.index] == unseen) open.push_back(part);
      }
      continue;
    }
    open.pop_back();
    if (std::exchange(state[p.index], done) != done) order.push_back(p);
  }
  return order;
}

// By pattern: reached from the root without passing p; what p reaches besides is its own.
static std::vector<uint8_t> reached_around(const Patterns& patterns, PatternId root, PatternId p) {
  std::vector<uint8_t> outside(patterns.size(), 0);
  std::vector<PatternId> open{root};
  while (!open.empty()) {
    PatternId at = open.back();
    open.pop_back();
    if (at == p || outside[at.index]) continue;
    outside[at.index] = 1;
    for (PatternId part : patterns.parts(at)) open.push_back(part);
  }
  return outside;
}

// The operators at the root, through what only says more of the same value; none if there may be something else.
static std::vector<Op> root_ops_of(const Patterns& patterns, PatternId root) {
  std::vector<Op> ops;
  std::vector<PatternId> at{root};
  while (!at.empty()) {
    PatternId p = at.back();
    at.pop_back();
    std::span<const PatternId> parts = patterns.parts(p);
    switch (patterns[p].kind) {
      case PatternKind::both:
      case PatternKind::has_shape:
      case PatternKind::has_dtype:
      case PatternKind::has_info:
      case PatternKind::has_attrs:
      case PatternKind::where:
      case PatternKind::used_inside:
      case PatternKind::call: at.push_back(parts[0]); break;
      case PatternKind::region: at.push_back(parts[2]); break;
      case PatternKind::either: at.insert(at.end(), parts.begin(), parts.end()); break;
      case PatternKind::op: ops.push_back(patterns[p].op); break;
      default: return {};
    }
  }
  std::sort(ops.begin(), ops.end());
  ops.erase(std::unique(ops.begin(), ops.end()), ops.end());
  return ops;
}

static bool has_choices(const PatternNode& node) {
  return (node.kind == PatternKind::call && node.parts_size >= 2) || node.kind == PatternKind::either ||
         node.kind == PatternKind::unordered_tuple;
}

// Does it say nothing of other values, dims or attributes, apart from its parts?
static bool is_closed(const Patterns& patterns, const PatternNode& node) {
  switch (node.kind) {
    case PatternKind::has_attrs:
      return std::ranges::none_of(patterns.attr_tests(node), [](const AttrTest& test) { return bool(test.is); });
    case PatternKind::has_shape:
    case PatternKind::has_info:
    case PatternKind::shape:
    case PatternKind::prim: return patterns.dim_count() == 0;
    case PatternKind::where:
    case PatternKind::region:
    case PatternKind::each:
    case PatternKind::used_inside: return false;
    default: return true;
  }
}

Matcher::Matcher(const Patterns& patterns, PatternId root)
    : patterns_(patterns), root_(root), rows_(patterns.size()), root_ops_(root_ops_of(patterns, root)) {
  std::vector<uint32_t> mentions(patterns.size(), 0), depth(patterns.size(), 0);
  const std::vector<PatternId> order = parts_first(patterns, root, mentions);
  size_ = order.size();
  for (PatternId p : order) {
    const PatternNode& node = patterns[p];
    Row& row = rows_[p.index];
    row.is_closed = hammock::is_closed(patterns, node);
    row.has_choices = hammock::has_choices(node);
    for (PatternId part : patterns.parts(p)) {
      const Row& inner = rows_[part.index];
      row.is_closed &= inner.is_closed && mentions[part.index] == 1;
      row.has_choices |= inner.has_choices;
      row.size = std::min<uint32_t>(row.size + inner.size, 1u << 20);
      depth[p.index] = std::max(depth[p.index], depth[part.index] + 1);
    }
    has_region_ |= node.kind == PatternKind::region;
    has_each_ |= node.kind == PatternKind::each;
    needs_uses_ |= node.kind == PatternKind::used_inside || node.kind == PatternKind::region;
  }
  depth_ = depth[root.index];
  for (PatternId p : order) {
    if (patterns[p].kind != PatternKind::each) continue;
    std::vector<uint8_t> outside = reached_around(patterns, root, p);
    Row& row = rows_[p.index];
    row.locals_begin = static_cast<uint32_t>(locals_.size());
    for (PatternId q : order) {  // parts come before p
      if (q == p) break;
      if (!outside[q.index]) locals_.push_back(q);
    }
    row.locals_size = static_cast<uint32_t>(locals_.size()) - row.locals_begin;
  }
}

bool Matcher::may_match(const Node& node) const {
  if (root_ops_.empty() || node.kind == NodeKind::alias || node.kind == NodeKind::match_cast) return true;
  return node.kind == NodeKind::call_op && std::binary_search(root_ops_.begin(), root_ops_.end(), node.op);
}

// ---- one attempt ----

struct MatchScratch {
  struct Goal {
    enum Kind : uint8_t { match, decided, refuse, collect, test, assign, walk };
    Kind kind;
    PatternId pattern;
    Value value;  // or an operator
    Op op;
    uint32_t next;
    uint32_t extra;  // decided, refuse: height of the choices; assign: row in masks
    Value inside;    // whose operand `value` is
  };
  struct Choice {
    uint32_t goals;  // to go on with; kEnd: no alternative, the end of a pattern that is decided by itself
    Match::Mark mark;
    size_t rebound, deferred, inside;
    PatternId pattern;  // of one that is decided by itself
    Value value;
  };
  struct Equation {
    Prim pattern, actual;
    PatternId of;
    Value at;
  };
  struct Rebound {
    PatternId pattern;
    Value use, definition;
    Op op;
    size_t touched;  // when it was bound
  };

  std::vector<Goal> goals;
  std::vector<Choice> choices;
  std::vector<Equation> deferred;
  std::vector<Value> used_inside;
  std::vector<std::pair<size_t, std::vector<uint8_t>>> masks;
  std::vector<uint64_t> failed;  // in no order; few
  std::unordered_set<uint64_t> many_failed;
  std::vector<Rebound> rebound;
  bool is_in_use = false;

  void clear() {
    goals.clear();
    choices.clear();
    deferred.clear();
    used_inside.clear();
    masks.clear();
    failed.clear();
    many_failed.clear();
    rebound.clear();
  }
};

class MatchRun {
 public:
  MatchRun(const Matcher& matcher, const Function& fn, Match& match, const Scope& scope, Miss* miss, int nested = 0)
      : memory_(memory_of(match)),
        scratch_(*memory_),
        matcher_(matcher),
        rows_(matcher.patterns_),
        fn_(fn),
        context_(fn.context()),
        match_(match),
        scope_(scope),
        miss_(miss),
        nested_(nested) {
    scratch_.clear();
    scratch_.is_in_use = true;
  }
  ~MatchRun() { scratch_.is_in_use = false; }
  MatchRun(const MatchRun&) = delete;
  MatchRun& operator=(const MatchRun&) = delete;

  // With what the match holds already.
  bool run(PatternId root, Value v) {
    left_ = kStepsPerPattern * (matcher_.size_ + 1);
    given_ = left_;
    if (miss_) *miss_ = {0, matcher_.size_, {}, {}, {}, {}, {}};
    Match::Mark before = match_.mark();
    bool found = solve(push({Goal::match, root, v, Op::none, kEnd, 0, {}}));
    match_.steps_ = given_ - left_;
    if (!found) match_.undo(before);
    return found;
  }

 private:
  using Goal = MatchScratch::Goal;
  using Choice = MatchScratch::Choice;
  using Equation = MatchScratch::Equation;

  // A match inside of a match has memory of its own.
  static std::shared_ptr<MatchScratch> memory_of(Match& match) {
    if (!match.scratch_ || match.scratch_->is_in_use) match.scratch_ = std::make_shared<MatchScratch>();
    return match.scratch_;
  }

  static constexpr size_t kFew = 16;
  void note_failure(uint64_t what) {
    if (scratch_.failed.size() < kFew) scratch_.failed.push_back(what);
    else scratch_.many_failed.insert(what);
  }
  bool has_failed(uint64_t what) const {
    if (std::find(scratch_.failed.begin(), scratch_.failed.end(), what) != scratch_.failed.end()) return true;
    return !scratch_.many_failed.empty() && scratch_.many_failed.contains(what);
  }

  uint32_t push(const Goal& goal) {
    scratch_.goals.push_back(goal);
    return static_cast<uint32_t>(scratch_.goals.size() - 1);
  }
  uint32_t push_match(PatternId p, Value v, uint32_t next, Value inside) {
    return push({Goal::match, p, v, Op::none, next, 0, inside});
  }
  void push_choice(uint32_t goals, PatternId p = {}, Value v = {}) {
    scratch_.choices.push_back(
        {goals, match_.mark(), scratch_.rebound.size(), scratch_.deferred.size(), scratch_.used_inside.size(), p, v});
  }

  bool solve(uint32_t goals) {
    while (true) {
      if (goals == kEnd) {
        if (finish()) return true;
      } else if (step(goals)) {
        continue;
      }
      if (left_ == 0) {
        match_.was_bounded_ = true;
        return false;
      }
      if (!take_back(goals)) return false;
    }
  }

  // Back to the last choice.
  bool take_back(uint32_t& goals) {
    while (!scratch_.choices.empty()) {
      Choice choice = scratch_.choices.back();
      scratch_.choices.pop_back();
      match_.undo(choice.mark);
      for (; scratch_.rebound.size() > choice.rebound; scratch_.rebound.pop_back()) {
        const MatchScratch::Rebound& r = scratch_.rebound.back();
        if (r.touched < choice.mark.touched)
          match_.entries_[r.pattern.index] = {r.use, r.definition, r.op};  // it was bound before the choice
      }
      scratch_.deferred.resize(choice.deferred);
      scratch_.used_inside.resize(choice.inside);
      if (choice.pattern) {
        note_failure(key(choice.pattern, choice.value));
        continue;
      }
      goals = choice.goals;
      return true;
    }
    return false;
  }

  static uint64_t key(PatternId p, Value v) { return static_cast<uint64_t>(p.index) << 32 | v.index; }

  // Carries out the first goal. On success `goals` is what remains.
  bool step(uint32_t& goals) {
    if (left_ == 0) return false;
    --left_;
    Goal goal = scratch_.goals[goals];
    const PatternNode& node = rows_[goal.pattern];
    switch (goal.kind) {
      case Goal::match: return visit(goal, node, goals);
      case Goal::decided:
        scratch_.choices.resize(goal.extra);
        goals = goal.next;
        return true;
      case Goal::refuse: {
        // What must not match did: nothing between here and the choice that waits for its failure is tried any more.
        scratch_.choices.resize(goal.extra + 1);
        uint32_t dropped;
        take_back(dropped);
        return miss(goal, "not " + rows_.describe(rows_.parts(goal.pattern)[0], 2));
      }
      case Goal::collect: collect(goal.pattern); break;
      case Goal::test:
        if (!rows_.condition(node)({fn_, match_, goal.value}))
          return miss(goal, std::string(rows_.condition_text(node)));
        break;
      case Goal::assign: return assign(goal, goals);
      case Goal::walk: return walk_region(goal, goals);
    }
    goals = goal.next;
    return true;
  }

  // ---- values ------------------------------------------------------------------------------------------------------
  Value through(Value v, bool casts) const {
    while (v && (fn_[v].kind == NodeKind::alias || (casts && fn_[v].kind == NodeKind::match_cast)) && scope_.sees(v))
      v = fn_.args(v)[0];
    return v;
  }

  bool visit(const Goal& goal, const PatternNode& node, uint32_t& goals) {
    Match::Entry& entry = match_.entries_[goal.pattern.index];
    if (goal.op != Op::none) {
      if (entry.is_bound()) return go_on(entry.op == goal.op, goal, goals);
      return visit_op(goal, node, goals);
    }
    Value v = through(goal.value, is_structural(node.kind));
    if (entry.is_bound()) {
      goals = goal.next;
      if (entry.definition && same_value(fn_, entry.definition, v)) return true;
      return miss_ && miss(goal, "the same value as before, " + describe_value(entry.use) + ",");
    }
    const Matcher::Row& row = matcher_.rows_[goal.pattern.index];
    bool alone = row.is_closed && row.has_choices;
    if (alone && has_failed(key(goal.pattern, v))) return false;
    if (!fits(goal, node, v)) return false;
    if (alone) {
      push_choice(kEnd, goal.pattern, v);
      Goal end = {
          Goal::decided, goal.pattern, v, Op::none, goal.next, static_cast<uint32_t>(scratch_.choices.size() - 1), {}};
      Goal inner = goal;
      inner.next = push(end);
      bind(goal.pattern, {goal.value, v, Op::none});
      return parts(inner, node, v, goals);
    }
    bind(goal.pattern, {goal.value, v, Op::none});
    return parts(goal, node, v, goals);
  }

  bool visit_op(const Goal& goal, const PatternNode& node, uint32_t& goals) {
    switch (node.kind) {
      case PatternKind::any: break;
      case PatternKind::op:
        if (node.op != goal.op)
          return miss(goal, "R." + std::string(info(node.op).name), "R." + std::string(info(goal.op).name));
        break;
      case PatternKind::either:
      case PatternKind::both:
      case PatternKind::never: {
        bind(goal.pattern, {Value(), Value(), goal.op});
        return parts(goal, node, Value(), goals);
      }
      default: return miss(goal, rows_.describe(goal.pattern, 2), "R." + std::string(info(goal.op).name));
    }
    bind(goal.pattern, {Value(), Value(), goal.op});
    goals = goal.next;
    return true;
  }

  bool go_on(bool holds, const Goal& goal, uint32_t& goals) {
    goals = goal.next;
    return holds || miss(goal, "the same operator as before");
  }

  void bind(PatternId p, const Match::Entry& entry) { match_.set(p, entry); }

  // Makes a bound pattern free again.
  void unbind(PatternId p) {
    Match::Entry& entry = match_.entries_[p.index];
    scratch_.rebound.push_back({p, entry.use, entry.definition, entry.op, touch_of(p)});
    entry = {};
  }
  // Where the pattern was bound last.
  size_t touch_of(PatternId p) const {
    size_t at = match_.touched_.size();
    while (at > 0 && match_.touched_[at - 1] != p) --at;
    return at - 1;
  }

  // Everything that can be said of v alone.
  bool fits(const Goal& goal, const PatternNode& node, Value v) {
    const Node& at = fn_[v];
    StructInfo known = fn_.info(v);
    switch (node.kind) {
      case PatternKind::used_inside: scratch_.used_inside.push_back(v); return true;
      case PatternKind::shape:
        if (at.kind != NodeKind::shape) return miss(goal);
        return equal_dims(goal, context_.infos.dims(node.info), context_.infos.dims(at.shape()));
      case PatternKind::has_shape:
        if (!context_.infos.has_shape(known)) return miss(goal);
        return equal_dims(goal, context_.infos.dims(node.info), context_.infos.dims(known));
      case PatternKind::has_attrs: return has_attrs(goal, node, through(v, true));
      default: return holds(goal, node, v) || miss(goal);
    }
  }

  bool holds(const Goal& goal, const PatternNode& node, Value v) {
    const Node& at = fn_[v];
    StructInfo known = fn_.info(v);
    bool any_name = !node.is_exact();
    switch (node.kind) {
      case PatternKind::any:
      case PatternKind::either:
      case PatternKind::both:
      case PatternKind::never:
      case PatternKind::where:
      case PatternKind::region: return true;
      case PatternKind::value: return same_value(fn_, v, node.value()) || same_value(fn_, goal.value, node.value());
      case PatternKind::variable: return is_variable_of(node, goal.value) || is_variable_of(node, v);
      case PatternKind::dataflow_variable: return is_inner_of(node, goal.value) || is_inner_of(node, v);
      case PatternKind::global: return at.kind == NodeKind::global && (any_name || is_named(node, global_name(at)));
      case PatternKind::kernel: return at.kind == NodeKind::global && is_kernel(node, at.global());
      case PatternKind::extern_func:
        return at.kind == NodeKind::extern_func && (any_name || is_named(node, context_.text(at.text())));
      case PatternKind::op: return at.kind == NodeKind::op_ref && at.op_value() == node.op;
      case PatternKind::constant:
        return at.kind == NodeKind::constant && fits_constant(node, context_[at.constant()], at.constant());
      case PatternKind::prim:
        return at.kind == NodeKind::prim_value && (any_name || equation(goal, node.prim(), at.prim()));
      case PatternKind::string: return at.kind == NodeKind::string && (any_name || at.text() == node.text());
      case PatternKind::dtype: return at.kind == NodeKind::dtype && (any_name || at.dtype() == node.dtype());
      case PatternKind::call: return scope_.sees(v) && fits_call(goal, node, at);
      case PatternKind::tuple:
        return scope_.sees(v) && at.kind == NodeKind::tuple &&
               fits_count(rows_.parts(goal.pattern), at.args_size, false);
      case PatternKind::unordered_tuple:
        return scope_.sees(v) && at.kind == NodeKind::tuple && at.args_size == node.parts_size &&
               at.args_size <= kMaxUnordered;
      case PatternKind::get_item:
        return scope_.sees(v) && at.kind == NodeKind::get_item && (any_name || at.index() == node.index());
      case PatternKind::has_dtype:
        return context_.infos.is_tensor(known) && !context_.infos[known].dtype.is_unknown() &&
               context_.infos[known].dtype == node.dtype();
      case PatternKind::has_info: return known && is_instance(goal, node.info, known);
      default: return false;
    }
  }

  bool is_named(const PatternNode& node, std::string_view name) const {
    std::string_view wanted = context_.text(node.text());
    return node.is_open ? name.find(wanted) != std::string_view::npos : name == wanted;
  }
  bool is_variable_of(const PatternNode& node, Value v) const {
    return is_variable(fn_[v]) && (!node.is_exact() || is_named(node, context_.text(fn_[v].name)));
  }
  // A variable that only its dataflow block sees.
  bool is_inner_of(const PatternNode& node, Value v) {
    if (!is_variable_of(node, v) || fn_[v].is_output) return false;
    Place place = places()[v];
    if (!place) return false;
    const PlacedBlock& block = places().blocks[place.block];
    return block_of(fn_, block).is_dataflow;
  }

  bool is_kernel(const PatternNode& node, GlobalId global) const {
    const tir::Kernel* kernel = scope_.module ? (*scope_.module)[global].kernel().get() : nullptr;
    return kernel && tir::equal(*rows_.kernel(node), *kernel, std::equal_to<Name>(), tir::Symbols::ignored);
  }
  std::string_view global_name(const Node& node) const {
    return scope_.module ? context_.text((*scope_.module)[node.global()].name) : std::string_view();
  }

  static bool fits_constant_data(const ConstantTest& test, const Constant& c) {
    if (test.splat && !is_splat(c, *test.splat)) return false;
    return !test.holds || test.holds(c);
  }
  bool fits_constant(const PatternNode& node, const Constant& c, ConstantId id) const {
    if (!node.is_exact()) return true;
    const ConstantTest& test = rows_.constant_test(node);
    if (test.equals && test.equals != id) {
      const Constant& wanted = context_[test.equals];
      if (wanted.dtype != c.dtype || wanted.shape != c.shape || wanted.data != c.data) return false;
    }
    return fits_constant_data(test, c);
  }

  bool fits_count(std::span<const PatternId> patterns, size_t count, bool is_open) const {
    size_t fixed = 0, at_least = 0;
    bool has_each = false;
    for (PatternId p : patterns) {
      if (rows_[p].kind == PatternKind::each) {
        has_each = true;
        at_least += rows_[p].copies();
      } else {
        ++fixed;
      }
    }
    return has_each || is_open ? count >= fixed + at_least : count == fixed;
  }

  bool fits_call(const Goal& goal, const PatternNode& node, const Node& at) const {
    if (at.kind != NodeKind::call_op && at.kind != NodeKind::call) return false;
    PatternId callee = rows_.parts(goal.pattern)[0];
    if (at.kind == NodeKind::call_op && rows_[callee].kind == PatternKind::op && rows_[callee].op != at.op)
      return false;
    size_t count = at.args_size - (at.kind == NodeKind::call ? 1 : 0);
    return fits_count(rows_.parts(goal.pattern).subspan(1), count, node.is_open);
  }

  bool has_attrs(const Goal& goal, const PatternNode& node, Value v) {
    const Node& at = fn_[v];
    if ((at.kind != NodeKind::call_op && at.kind != NodeKind::call && at.kind != NodeKind::lambda) || !scope_.sees(v))
      return miss(goal);
    for (const AttrTest& test : rows_.attr_tests(node)) {
      std::string_view name = context_.text(test.name);
      std::optional<Attr> value = attribute_of(fn_, v, name);
      auto wrong = [&](std::string wanted) {
        return miss(goal, std::string(name) + "=" + wanted,
                    value ? std::string(name) + "=" + describe(context_, *value) : "no attribute " + std::string(name));
      };
      if (!value) return miss(goal);
      if (test.equals && !same_attribute(fn_, v, name, test.equals, *value))
        return wrong(describe(context_, test.equals));
      if (test.holds && !test.holds(context_, *value)) return wrong("what passes a test");
      if (!test.is) continue;
      Attr& variable = match_.attrs_[test.is.index];
      if (variable) {
        if (!same_attribute(fn_, v, name, variable, *value)) return wrong(describe(context_, variable));
      } else {
        variable = *value;
        match_.attrs_touched_.push_back(test.is.index);
      }
    }
    return true;
  }

  // ---- dims ---------------------------------------------------------------------------------------------------------
  bool equal_dims(const Goal& goal, std::span<const Prim> wanted, std::span<const Prim> found) {
    if (wanted.size() != found.size()) return miss(goal);
    std::vector<Prim> w(wanted.begin(), wanted.end()), f(found.begin(), found.end());  // proofs make new expressions
    for (size_t i = 0; i < w.size(); ++i) {
      if (!equation(goal, w[i], f[i])) return miss(goal);
    }
    return true;
  }

  bool has_variables(Prim expr) const {
    if (rows_.dim_count() == 0) return false;
    if (context_.prims[expr].kind == PrimKind::var) return rows_.is_dim(expr) && !match_.dim(expr);
    return std::ranges::any_of(free_symbols(context_, expr), [&](Prim s) { return rows_.is_dim(s) && !match_.dim(s); });
  }

  // False if it is wrong or cannot be proved; undecided ones with variables wait for the end.
  bool equation(const Goal& goal, Prim wanted, Prim found) {
    if (wanted == found) return true;
    if (context_.prims[wanted].kind == PrimKind::var && rows_.is_dim(wanted) && !match_.dim(wanted)) {
      match_.dims_.emplace_back(wanted, found);
      return true;
    }
    if (has_variables(wanted)) {
      scratch_.deferred.push_back({wanted, found, goal.pattern, goal.value});
      return true;
    }
    return prove_equal(context_, match_.substitute(context_, wanted), found) == Truth::yes;
  }

  // x with a*x + b = found, where that is what `wanted` says of its only variable.
  bool solve_linear(Prim wanted, Prim found) {
    wanted = match_.substitute(context_, wanted);
    std::vector<Prim> symbols = free_symbols(context_, wanted);
    std::erase_if(symbols, [&](Prim s) { return !rows_.is_dim(s); });
    if (symbols.size() != 1) return false;
    PrimStore& prims = context_.prims;
    DType dtype = prims[wanted].dtype;
    auto at = [&](int64_t x) {
      return simplify(context_, substitute(context_, wanted, {{symbols[0], prims.integer(x, dtype)}}));
    };
    Prim offset = at(0);
    std::optional<int64_t> factor = prims.constant(simplify(context_, prims.sub(at(1), offset)));
    if (!factor || *factor == 0) return false;
    Prim x = simplify(context_, prims.floordiv(prims.sub(found, offset), prims.integer(*factor, dtype)));
    if (prove_equal(context_, substitute(context_, wanted, {{symbols[0], x}}), found) != Truth::yes) return false;
    match_.dims_.emplace_back(symbols[0], x);
    return true;
  }

  bool solve_deferred() {
    std::vector<Equation> open = scratch_.deferred;
    while (!open.empty()) {
      size_t before = open.size();
      std::erase_if(open, [&](const Equation& e) {
        if (has_variables(e.pattern)) return solve_linear(e.pattern, e.actual);
        return prove_equal(context_, match_.substitute(context_, e.pattern), e.actual) == Truth::yes;
      });
      if (open.size() < before) continue;
      Goal at{Goal::match, open[0].of, open[0].at, Op::none, kEnd, 0, {}};
      return miss(at, describe(context_, open[0].pattern) + " = " + describe(context_, open[0].actual),
                  "no proof of it");
    }
    return true;
  }

  // Is every value of `found` one of `wanted`? Dims of `wanted` may be variables.
  bool is_instance(const Goal& goal, StructInfo wanted, StructInfo found) {
    std::vector<std::pair<StructInfo, StructInfo>> open{{wanted, found}};
    while (!open.empty()) {
      auto [w, f] = open.back();
      open.pop_back();
      if (!is_instance_alone(goal, w, f, open)) return false;
    }
    return true;
  }

  bool is_instance_alone(const Goal& goal, StructInfo wanted, StructInfo found,
                         std::vector<std::pair<StructInfo, StructInfo>>& open) {
    InfoNode w = context_.infos[wanted], f = context_.infos[found];
    if (w.kind == InfoKind::object) return true;
    if (w.kind != f.kind) return false;
    switch (w.kind) {
      case InfoKind::prim:
        if (!w.dtype.is_unknown() && w.dtype != f.dtype) return false;
        return !w.value() || (f.value() && equation(goal, w.value(), f.value()));
      case InfoKind::tensor:
        if (!w.dtype.is_unknown() && w.dtype != f.dtype) return false;
        if (w.vdevice != Id<int>::kNone && w.vdevice != f.vdevice) return false;
        if (w.shape_var() && w.shape_var() != f.shape_var()) return false;
        [[fallthrough]];
      case InfoKind::shape: {
        if (w.ndim >= 0 && w.ndim != f.ndim) return false;
        if (!w.has_dims) return true;
        if (!f.has_dims) return false;
        std::vector<Prim> a(context_.infos.dims(wanted).begin(), context_.infos.dims(wanted).end());
        std::vector<Prim> b(context_.infos.dims(found).begin(), context_.infos.dims(found).end());
        for (size_t i = 0; i < a.size(); ++i) {
          if (!equation(goal, a[i], b[i])) return false;
        }
        return true;
      }
      case InfoKind::tuple: {
        if (w.list_size != f.list_size) return false;
        for (uint32_t i = w.list_size; i-- > 0;)
          open.emplace_back(context_.infos.fields(wanted)[i], context_.infos.fields(found)[i]);
        return true;
      }
      case InfoKind::function: return base_check(context_, wanted, found) == BaseCheck::pass;
      case InfoKind::dtensor:
        open.emplace_back(context_.infos.tensor_part(wanted), context_.infos.tensor_part(found));
        return context_.infos.mesh(wanted) == context_.infos.mesh(found) &&
               context_.infos.placement(wanted) == context_.infos.placement(found);
      case InfoKind::object: break;
    }
    return true;
  }

  // ---- parts --------------------------------------------------------------------------------------------------------
  // The goals for the parts of a pattern that fits.
  bool parts(const Goal& goal, const PatternNode& node, Value v, uint32_t& goals) {
    std::span<const PatternId> inner = rows_.parts(goal.pattern);
    auto same = [&](PatternId p, uint32_t next) {
      return push({Goal::match, p, goal.value, goal.op, next, 0, goal.inside});
    };
    switch (node.kind) {
      case PatternKind::call: goals = call(goal, v, inner); return true;
      case PatternKind::tuple: goals = operands(inner, fn_.args(v), goal.next, v, false); return true;
      case PatternKind::unordered_tuple: return unordered(goal, v, goals);
      case PatternKind::get_item: goals = push_match(inner[0], fn_.args(v)[0], goal.next, v); return true;
      case PatternKind::either: {
        for (size_t i = inner.size(); i-- > 1;) push_choice(same(inner[i], goal.next));
        if (inner.empty()) return miss(goal);
        goals = same(inner[0], goal.next);
        return true;
      }
      case PatternKind::both:
        goals = goal.next;
        for (size_t i = inner.size(); i-- > 0;) goals = same(inner[i], goals);
        return true;
      case PatternKind::never: {
        uint32_t height = static_cast<uint32_t>(scratch_.choices.size());
        push_choice(goal.next);
        goals = same(inner[0], push({Goal::refuse, goal.pattern, goal.value, goal.op, goal.next, height, goal.inside}));
        return true;
      }
      case PatternKind::has_shape:
      case PatternKind::has_dtype:
      case PatternKind::has_info:
      case PatternKind::has_attrs:
      case PatternKind::used_inside: goals = same(inner[0], goal.next); return true;
      case PatternKind::where:
        goals = same(inner[0], push({Goal::test, goal.pattern, goal.value, goal.op, goal.next, 0, goal.inside}));
        return true;
      case PatternKind::region:
        goals = same(inner[2], push({Goal::walk, goal.pattern, goal.value, Op::none, goal.next, 0, goal.inside}));
        return true;
      default: goals = goal.next; return true;
    }
  }

  uint32_t call(const Goal& goal, Value v, std::span<const PatternId> inner) {
    const Node& at = fn_[v];
    std::span<const Value> args = fn_.args(v);
    std::span<const PatternId> patterns = inner.subspan(1);
    if (at.kind == NodeKind::call) {
      uint32_t rest = operands(patterns, args.subspan(1), goal.next, v, false);
      return push_match(inner[0], args[0], rest, v);
    }
    bool both_ways = has_trait(at.op, Commutative) && args.size() >= 2 && !patterns.empty() && args[0] != args[1];
    for (size_t i = 0; i < std::min<size_t>(patterns.size(), 2); ++i)
      both_ways &= rows_[patterns[i]].kind != PatternKind::each;
    if (patterns.size() >= 2) both_ways &= patterns[0] != patterns[1];
    auto callee = [&](uint32_t rest) { return push({Goal::match, inner[0], Value(), at.op, rest, 0, v}); };
    if (both_ways) push_choice(callee(operands(patterns, args, goal.next, v, true)));
    return callee(operands(patterns, args, goal.next, v, false));
  }

  uint32_t operands(std::span<const PatternId> patterns, std::span<const Value> values, uint32_t next, Value inside,
                    bool swapped) {
    size_t repeated = 0;
    for (PatternId p : patterns) {
      if (rows_[p].kind == PatternKind::each) repeated = values.size() - (patterns.size() - 1);
    }
    size_t v = 0;
    for (PatternId p : patterns) v += rows_[p].kind == PatternKind::each ? repeated : 1;
    for (size_t i = patterns.size(); i-- > 0;) {
      PatternId p = patterns[i];
      if (rows_[p].kind != PatternKind::each) {
        --v;
        next = push_match(p, values[swapped && v < 2 ? 1 - v : v], next, inside);
        continue;
      }
      uint64_t more = 8 * repeated * matcher_.rows_[p.index].size;
      left_ += more;
      given_ += more;
      for (size_t n = 0; n < repeated; ++n) {
        --v;
        next = push({Goal::collect, p, Value(), Op::none, next, 0, {}});
        next = push_match(rows_.parts(p)[0], values[v], next, inside);
      }
    }
    return next;
  }

  // The end of one round of `each`: what is its own becomes free again.
  void collect(PatternId each) {
    const Matcher::Row& row = matcher_.rows_[each.index];
    for (uint32_t i = 0; i < row.locals_size; ++i) {
      PatternId local = matcher_.locals_[row.locals_begin + i];
      const Match::Entry& entry = match_.entries_[local.index];
      if (!entry.is_bound()) continue;
      match_.collected_.emplace_back(local, entry);
      unbind(local);
    }
  }

  // ---- unordered tuples ----
  bool unordered(const Goal& goal, Value v, uint32_t& goals) {
    std::span<const PatternId> patterns = rows_.parts(goal.pattern);
    bool alone = nested_ < kMaxNested;
    for (PatternId p : patterns) alone &= matcher_.rows_[p.index].is_closed;
    if (alone) return pair_up(goal, v, goals);
    scratch_.masks.push_back({0, std::vector<uint8_t>(patterns.size(), 0)});
    goals = push({Goal::assign, goal.pattern, v, Op::none, goal.next, static_cast<uint32_t>(scratch_.masks.size() - 1),
                  goal.inside});
    return true;
  }

  // The next field pattern takes one of the fields that are left.
  bool assign(const Goal& goal, uint32_t& goals) {
    std::span<const PatternId> patterns = rows_.parts(goal.pattern);
    size_t i = scratch_.masks[goal.extra].first;
    if (i == patterns.size()) {
      goals = goal.next;
      return true;
    }
    std::vector<uint8_t> used = scratch_.masks[goal.extra].second;
    uint32_t first = kEnd;
    for (size_t field = used.size(); field-- > 0;) {
      if (used[field]) continue;
      if (left_ > 0) --left_;
      scratch_.masks.emplace_back(i + 1, used);
      scratch_.masks.back().second[field] = 1;
      uint32_t rest = push({Goal::assign, goal.pattern, goal.value, Op::none, goal.next,
                            static_cast<uint32_t>(scratch_.masks.size() - 1), goal.inside});
      if (first != kEnd) push_choice(first);
      first = push_match(patterns[i], fn_.args(goal.value)[field], rest, goal.value);
    }
    goals = first;
    return first != kEnd;
  }

  // Patterns that have nothing to do with each other: which fits which field is found first, then a perfect pairing
  // along augmenting paths, earlier patterns and fields first.
  bool pair_up(const Goal& goal, Value v, uint32_t& goals) {
    std::span<const PatternId> patterns = rows_.parts(goal.pattern);
    std::vector<Value> fields(fn_.args(v).begin(), fn_.args(v).end());
    size_t n = fields.size();
    std::vector<uint8_t> fit(n * n);
    for (size_t i = 0; i < n; ++i) {
      for (size_t f = 0; f < n; ++f) fit[i * n + f] = matches_alone(patterns[i], fields[f]);
    }
    std::vector<size_t> taken_by(n, n);
    for (size_t i = 0; i < n; ++i) {
      std::vector<uint8_t> seen(n, 0);
      if (!augment(i, n, fit, taken_by, seen)) return miss(goal);
    }
    goals = goal.next;
    std::vector<size_t> field_of(n);
    for (size_t f = 0; f < n; ++f) field_of[taken_by[f]] = f;
    for (size_t i = n; i-- > 0;) goals = push_match(patterns[i], fields[field_of[i]], goals, v);
    return true;
  }

  static bool augment(size_t i, size_t n, const std::vector<uint8_t>& fit, std::vector<size_t>& taken_by,
                      std::vector<uint8_t>& seen) {
    for (size_t f = 0; f < n; ++f) {  // at most 255 deep
      if (!fit[i * n + f] || seen[f]) continue;
      seen[f] = 1;
      if (taken_by[f] == n || augment(taken_by[f], n, fit, taken_by, seen)) {
        taken_by[f] = i;
        return true;
      }
    }
    return false;
  }

  // A match of its own: nothing that is bound here counts.
  bool matches_alone(PatternId p, Value v) {
    if (rows_[p].kind == PatternKind::any) return true;
    if (nested_ >= kMaxNested) return false;
    Match other;
    other.reset(rows_);
    MatchRun run(matcher_, fn_, other, scope_, nullptr, nested_ + 1);
    run.places_ = places_;
    run.uses_ = uses_;
    bool found = run.run(p, v);
    uint64_t steps = std::min(left_, other.steps());
    left_ -= steps;
    return found;
  }

  // ---- regions ----
  bool walk_region(const Goal& goal, uint32_t& goals) {
    std::span<const PatternId> inner = rows_.parts(goal.pattern);
    Value child = through(goal.value, false);
    RegionSearch search(
        fn_, places(), uses(), scope_, child, [&](Value v) { return matches_alone(inner[0], v); },
        [&](Value v) { return matches_alone(inner[1], v); });
    std::optional<DominatedRegion> found = search.find();
    match_.was_bounded_ |= search.was_bounded();
    if (!found) return miss(goal, search.wanted(), search.found(), search.at());
    match_.regions_.emplace_back(goal.pattern, std::move(found->values));
    goals = push_match(inner[0], found->parent, goal.next, goal.inside);
    return true;
  }

  const Places& places() {
    if (scope_.places) return *scope_.places;
    if (!places_) places_ = std::make_shared<Places>(fn_);
    return *places_;
  }
  const UseTable& uses() {
    if (scope_.uses) return *scope_.uses;
    if (!uses_) uses_ = std::make_shared<UseTable>(fn_, places());
    return *uses_;
  }

  // ---- the end ----
  bool finish() {
    if (!scratch_.deferred.empty() && !solve_deferred()) return false;
    if (scratch_.used_inside.empty()) return true;
    std::vector<Value> covered = match_.covered(rows_);
    for (Value v : scratch_.used_inside) {
      if (is_used_by_only(v, covered)) continue;
      Goal at{Goal::match, {}, v, Op::none, kEnd, 0, {}};
      return miss(at, "a value that is used inside the match only", "uses outside of it");
    }
    return true;
  }

  bool is_used_by_only(Value v, std::span<const Value> covered) {
    if (uses().is_returned(v)) return false;
    return std::ranges::all_of(uses().users(v),
                               [&](Value user) { return std::binary_search(covered.begin(), covered.end(), user); });
  }

  // Always false. Notes how far the attempt came.
  bool miss(const Goal& goal, std::string wanted = {}, std::string found = {}, Value at = {}) {
    if (!miss_) return false;
    size_t bound = match_.touched_.size();
    if (miss_->at && bound <= miss_->matched) return false;
    if (wanted.empty()) wanted = rows_.describe(goal.pattern, 2);
    if (!at) at = goal.value ? goal.value : goal.inside;
    if (found.empty()) found = describe_value(at);
    *miss_ = {
        bound,           matcher_.size_, goal.pattern, at, goal.inside == at ? Value() : goal.inside, std::move(wanted),
        std::move(found)};
    return false;
  }

  std::string describe_value(Value v) const {
    const Node& node = fn_[v];
    std::string name =
        node.name && is_variable(node) ? "'" + std::string(context_.text(node.name)) + "', " : std::string();
    std::string known = fn_.info(v) ? " of struct info " + describe(context_, fn_.info(v)) : std::string();
    switch (node.kind) {
      case NodeKind::param: return name + "a parameter" + known;
      case NodeKind::call_op: return name + "a call of R." + std::string(info(node.op).name) + known;
      case NodeKind::call: return name + "a call of a function" + known;
      case NodeKind::constant: return "a constant" + known;
      case NodeKind::tuple: return name + "a tuple of " + std::to_string(node.args_size) + " fields";
      case NodeKind::get_item: return name + "item " + std::to_string(node.index()) + " of a tuple";
      case NodeKind::shape: return "a shape" + known;
      case NodeKind::alias: return name + "another name of a value" + known;
      case NodeKind::match_cast: return name + "a match_cast" + known;
      case NodeKind::cond: return name + "an if";
      case NodeKind::lambda: return name + "a local function";
      default: return name + "something else" + known;
    }
  }

  std::shared_ptr<MatchScratch> memory_;
  MatchScratch& scratch_;
  const Matcher& matcher_;
  const Patterns& rows_;
  const Function& fn_;
  Context& context_;
  Match& match_;
  const Scope& scope_;
  Miss* miss_;
  int nested_;
  std::shared_ptr<Places> places_;
  std::shared_ptr<UseTable> uses_;
  uint64_t left_ = 0, given_ = 0;
};

bool Matcher::match(const Function& fn, Value v, Match& match, const Scope& scope, Miss* miss) const {
  if (!miss && !may_match(fn[v])) return false;
  match.reset(patterns_);
  return MatchRun(*this, fn, match, scope, miss).run(root_, v);
}

bool Matcher::extend(const Function& fn, Value v, Match& match, const Scope& scope, Miss* miss) const {
  if (!miss && !may_match(fn[v])) return false;
  return MatchRun(*this, fn, match, scope, miss).run(root_, v);
}

}  // namespace hammock
