// SPDX-License-Identifier: Apache-2.0
#include "hammock/tir/complete.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hammock/base/scalable.h"
#include "hammock/ir/prim_kind.h"
#include "hammock/prim/simplify.h"
#include "hammock/prim/symbols.h"
#include "hammock/tir/walk.h"

namespace hammock::tir {
namespace {

constexpr int kMaxExprDepth = 1000;  // of an expression whose interval is looked for: beyond it, the whole dim
constexpr size_t kMaxPlaces = 1024;  // of an expression that conditions narrow: beyond it, they are not looked at

// Both ends, or none: without a bound. A point has one expression for both.
struct IntervalSet {
  Prim lo, hi;
  bool is_point() const { return lo && lo == hi; }
  bool is_everything() const { return !lo && !hi; }
};

struct Access {
  BufferId buffer;
  std::vector<IntervalSet> dims;
};

using Visible = std::unordered_map<uint32_t, BufferId>;  // by data variable

// What a comparison with a constant says of a variable.
struct Bound {
  uint32_t var;
  Prim lo, hi;
};

class Regions {
 public:
  // `given`: variables whose values are known around every block.
  Regions(Kernel& kernel, const Visible& visible, const std::unordered_set<uint32_t>& given, const Block& block)
      : kernel_(kernel),
        context_(*kernel.context),
        prims_(context_.prims),
        visible_(visible),
        given_(given),
        block_(block) {}

  // False: the pointer of a buffer is used.
  bool run();
  BufferId used_by_pointer() const { return used_by_pointer_; }
  std::vector<BufferRegion> reads() { return regions(reads_, block_.has_init); }
  std::vector<BufferRegion> writes() { return regions(writes_, false); }

 private:
  Prim simplify(Prim p) { return hammock::simplify(context_, p, Symbols::variables); }
  bool equal(Prim a, Prim b) {
    return a == b ||
           (prims_[a].dtype == prims_[b].dtype && prove_equal(context_, a, b, Symbols::variables) == Truth::yes);
  }
  bool at_least(Prim p, int64_t bound) {
    if (std::optional<int64_t> c = prims_.constant(p)) return *c >= bound;
    return prove_at_least(context_, p, bound, Symbols::variables) == Truth::yes;
  }
  bool at_most(Prim p, int64_t bound) {
    if (std::optional<int64_t> c = prims_.constant(p)) return *c <= bound;
    return prove_at_least(context_, prims_.sub(prims_.integer(0, prims_[p].dtype), p), -bound, Symbols::variables) ==
           Truth::yes;
  }
  Prim constant_like(int64_t v, Prim p) { return prims_.integer(v, prims_[p].dtype); }
  Prim fold(PrimKind kind, Prim a, Prim b) {
    if (prims_[a].dtype != prims_[b].dtype) {
      if (prims_.constant(a)) a = prims_.integer(*prims_.constant(a), prims_[b].dtype);
      else if (prims_.constant(b)) b = prims_.integer(*prims_.constant(b), prims_[a].dtype);
      else if (prims_[a].dtype.bits < prims_[b].dtype.bits) a = prims_.node(PrimKind::cast, prims_[b].dtype, a);
      else b = prims_.node(PrimKind::cast, prims_[a].dtype, b);
    }
    return prims_.fold(kind, a, b);
  }
  Prim substitute(Prim p, const PrimMap& by) { return by.empty() ? p : Substitution(prims_, by)(p); }

  void update(std::vector<Access>& list, BufferId buffer, std::vector<IntervalSet> dims);
  using Known = std::unordered_map<uint64_t, IntervalSet>;  // by expression and levels: values share their parts
  IntervalSet eval(Prim e, int levels) {
    Known known;
    return eval(e, levels, 0, known);
  }
  IntervalSet eval(Prim e, int levels, int depth, Known& known);
  IntervalSet interval(Prim e, int levels, int depth, Known& known);
  IntervalSet binary(const PrimNode& n, IntervalSet a, IntervalSet b);
  IntervalSet range(Range r);
  IntervalSet unite(IntervalSet a, IntervalSet b);
  IntervalSet vector(Prim e, int levels, int depth, Known& known);
  Range cover(IntervalSet i, Prim extent, bool& is_whole);
  bool uses_domain(Prim e);
  bool pointer_access(std::span<const Prim> operands);
  void expression(Prim e);
  void statement(const Stmt& s);
  bool bound(PrimKind kind, Prim x, Prim c, std::vector<Bound>& bounds);
  void constrain(Prim condition, bool is_negated);
  std::vector<BufferRegion> regions(const std::vector<Access>& list, bool leaves_out_writes);
  void forget_matched();
  IntervalSet whole(Prim extent) {
    return {prims_.integer(0, prims_[extent].dtype), fold(PrimKind::sub, extent, constant_like(1, extent))};
  }

  Kernel& kernel_;
  Context& context_;
  PrimStore& prims_;
  const Visible& visible_;
  const std::unordered_set<uint32_t>& given_;
  const Block& block_;
  std::unordered_map<uint32_t, IntervalSet> domains_;
  std::vector<std::vector<std::pair<uint32_t, IntervalSet>>> restored_;  // domains that constraints narrowed
  PrimMap lets_;
  std::vector<Access> reads_, writes_;
  std::unordered_map<uint32_t, size_t> read_at_, write_at_;  // where a buffer stands in them
  BufferId used_by_pointer_;
};

// A variable of T.Let stands for no value outside of it either: a second text of it would define it again.
bool Regions::uses_domain(Prim e) {
  std::vector<Prim> stack{e};
  std::unordered_set<uint32_t> seen;
  while (!stack.empty()) {
    Prim p = stack.back();
    stack.pop_back();
    if (!seen.insert(p.index).second) continue;
    const PrimNode& n = prims_[p];
    if (domains_.contains(p.index) || (n.kind == PrimKind::call && context_.text(n.name()) == "Let")) return true;
    prims_.operands(p, stack);
  }
  return false;
}

// Each vector is taken for what its lanes span.
IntervalSet Regions::vector(Prim e, int levels, int depth, Known& known) {
  const PrimNode n = prims_[e];
  if (n.kind == PrimKind::broadcast) return eval(n.lhs(), levels, depth + 1, known);
  if (n.kind != PrimKind::ramp) return {};
  std::optional<int64_t> stride = prims_.constant(n.rhs());
  IntervalSet base = eval(n.lhs(), levels, depth + 1, known);
  if (!stride || !base.lo || !base.hi || vscale_factor(n.dtype) > 0) return {};
  Prim end = constant_like(*stride * (n.dtype.lanes - 1), base.lo);
  if (*stride > 0) return {base.lo, fold(PrimKind::add, base.hi, end)};
  return {fold(PrimKind::add, base.lo, end), base.hi};
}

IntervalSet Regions::eval(Prim e, int levels, int depth, Known& known) {
  if (depth > kMaxExprDepth) return {};
  const uint64_t key = uint64_t{e.index} << 32 | static_cast<uint32_t>(levels);
  if (auto at = known.find(key); at != known.end()) return at->second;
  const IntervalSet found = interval(e, levels, depth, known);
  known.emplace(key, found);
  return found;
}

IntervalSet Regions::interval(Prim e, int levels, int depth, Known& known) {
  const PrimNode n = prims_[e];
  if (n.dtype.lanes > 1) return vector(e, levels, depth, known);
  if (row(n.kind).is_binary()) {
    IntervalSet a = eval(n.lhs(), levels, depth + 1, known), b = eval(n.rhs(), levels, depth + 1, known);
    if (a.is_point() && b.is_point() && a.lo == n.lhs() && b.lo == n.rhs()) return {e, e};
    return binary(n, a, b);
  }
  switch (n.kind) {
    case PrimKind::int_imm: return {e, e};
    case PrimKind::var: {
      auto at = domains_.find(e.index);
      if (at == domains_.end()) return {e, e};
      if (levels <= 0 || at->second.is_everything()) return at->second;
      const IntervalSet i = at->second;
      IntervalSet lo = i.lo ? eval(i.lo, levels - 1, depth + 1, known) : IntervalSet(),
                  hi = i.hi ? eval(i.hi, levels - 1, depth + 1, known) : IntervalSet();
      if (i.is_point()) return lo;
      return {lo.lo, hi.hi};
    }
    case PrimKind::select: {
      IntervalSet yes = eval(n.rhs(), levels, depth + 1, known), no = eval(Prim(n.c), levels, depth + 1, known);
      return unite(no, yes);
    }
    case PrimKind::cast: {
      IntervalSet v = eval(n.lhs(), levels, depth + 1, known);
      auto cast = [&](Prim p) {
        return prims_.constant(p) && n.dtype.is_integral() ? prims_.integer(*prims_.constant(p), n.dtype)
               : prims_[p].dtype == n.dtype                ? p
                                                           : prims_.node(PrimKind::cast, n.dtype, p);
      };
      if (v.is_point()) {
        if (v.lo == n.lhs()) return {e, e};
        Prim p = cast(v.lo);
        return {p, p};
      }
      if (!n.dtype.is_integral()) return {};
      return {v.lo ? cast(v.lo) : Prim(), v.hi ? cast(v.hi) : Prim()};
    }
    case PrimKind::load:
      if (!n.dtype.is_integral() || uses_domain(e)) return {};
      return {e, e};
    default: return {};
  }
}

IntervalSet Regions::binary(const PrimNode& n, IntervalSet a, IntervalSet b) {
  auto point = [](Prim p) { return IntervalSet{p, p}; };
  if (a.is_point() && b.is_point()) {
    if (row(n.kind).group == PrimGroup::division && prims_.is_constant(b.lo, 0)) return {};
    return point(fold(n.kind, a.lo, b.lo));
  }
  auto op = [&](Prim x, Prim y) { return x && y ? fold(n.kind, x, y) : Prim(); };
  // Both ends times or by p, in the order that its sign gives them.
  auto scaled = [&](Prim p) -> IntervalSet {
    if (at_least(p, 0)) return {op(a.lo, p), op(a.hi, p)};
    if (at_most(p, -1)) return {op(a.hi, p), op(a.lo, p)};
    if (!a.lo || !a.hi) return {};
    const Prim sign = fold(PrimKind::ge, p, constant_like(0, p)), lo = op(a.lo, p), hi = op(a.hi, p);
    auto select = [&](Prim x, Prim y) { return prims_.node(PrimKind::select, prims_[x].dtype, sign, x, y); };
    return {select(lo, hi), select(hi, lo)};
  };
  switch (n.kind) {
    case PrimKind::add: return {op(a.lo, b.lo), op(a.hi, b.hi)};
    case PrimKind::sub: return {op(a.lo, b.hi), op(a.hi, b.lo)};
    case PrimKind::mul: {
      if (a.is_point()) std::swap(a, b);
      if (!b.is_point()) return {};
      const Prim p = b.lo;
      if (prims_.is_constant(p, 0)) return point(p);
      if (prims_.is_constant(p, 1)) return a;
      return scaled(p);
    }
    case PrimKind::div:
    case PrimKind::floordiv: {
      if (!b.is_point() || prims_.is_constant(b.lo, 0)) return {};
      const Prim p = b.lo;
      if (prims_.is_constant(p, 1)) return a;
      return scaled(p);
    }
    case PrimKind::floormod:
    case PrimKind::mod: {
      if (!b.is_point() || prims_.is_constant(b.lo, 0)) return {};
      const Prim p = b.lo;
      std::optional<int64_t> c = prims_.constant(p);
      if (n.kind == PrimKind::floormod && c && *c > 0 && a.lo && a.hi) {
        Prim q = fold(PrimKind::floordiv, a.lo, p), r = fold(PrimKind::floordiv, a.hi, p);
        if (equal(q, r)) {
          Prim off = fold(PrimKind::mul, p, q);
          return {fold(PrimKind::sub, a.lo, off), fold(PrimKind::sub, a.hi, off)};
        }
      }
      if (at_least(p, 0)) return {constant_like(0, p), fold(PrimKind::sub, p, constant_like(1, p))};
      return {};
    }
    case PrimKind::min: return {op(a.lo, b.lo), a.hi && b.hi ? op(a.hi, b.hi) : a.hi ? a.hi : b.hi};
    case PrimKind::max: return {a.lo && b.lo ? op(a.lo, b.lo) : a.lo ? a.lo : b.lo, op(a.hi, b.hi)};
    default: return {prims_.boolean(false), prims_.boolean(true)};
  }
}

IntervalSet Regions::unite(IntervalSet a, IntervalSet b) {
  if (a.is_point() && b.is_point() && a.lo == b.lo) return a;
  return {a.lo && b.lo ? simplify(fold(PrimKind::min, a.lo, b.lo)) : Prim(),
          a.hi && b.hi ? simplify(fold(PrimKind::max, a.hi, b.hi)) : Prim()};
}

IntervalSet Regions::range(Range r) {
  const int levels = static_cast<int>(domains_.size());
  if (equal(r.extent, constant_like(1, r.extent))) return eval(r.min, levels);
  Prim last = simplify(fold(PrimKind::sub, fold(PrimKind::add, r.min, r.extent), constant_like(1, r.extent)));
  return {eval(r.min, levels).lo, eval(last, levels).hi};
}

Range Regions::cover(IntervalSet i, Prim extent, bool& is_whole) {
  is_whole = false;
  if (i.lo && i.hi) {
    if (i.lo == i.hi || equal(i.lo, i.hi)) return {i.lo, constant_like(1, i.lo)};
    return {simplify(i.lo), simplify(fold(PrimKind::sub, fold(PrimKind::add, i.hi, constant_like(1, i.hi)), i.lo))};
  }
  is_whole = true;
  return {constant_like(0, extent), extent};
}

void Regions::update(std::vector<Access>& list, BufferId buffer, std::vector<IntervalSet> dims) {
  const Prim data = kernel_[buffer].data;
  auto match =
      std::ranges::find_if(block_.matches, [&](const MatchBuffer& m) { return kernel_[m.target].data == data; });
  if (match != block_.matches.end()) {
    if (!visible_.contains(kernel_[match->source.buffer].data.index)) return;
    const std::vector<Range>& source = match->source.ranges;
    const size_t extra = source.size() - dims.size();
    std::vector<IntervalSet> mapped;
    for (size_t i = 0; i < source.size(); ++i) {
      if (i < extra) {
        mapped.push_back(range({source[i].min, constant_like(1, source[i].min)}));
        continue;
      }
      bool is_whole = false;
      Range r = cover(dims[i - extra], kernel_[buffer].shape[i - extra], is_whole);
      mapped.push_back(range({fold(PrimKind::add, source[i].min, r.min), r.extent}));
    }
    buffer = match->source.buffer;
    dims = std::move(mapped);
  } else if (!visible_.contains(data.index)) {
    return;
  }
  auto [at, is_new] = (&list == &reads_ ? read_at_ : write_at_).try_emplace(buffer.index, list.size());
  if (is_new) {
    list.push_back({buffer, std::move(dims)});
  } else {
    Access& a = list[at->second];
    for (size_t i = 0; i < dims.size(); ++i) a.dims[i] = unite(a.dims[i], dims[i]);
  }
}

// A pointer that says what is done with its buffer: 1 reads, 2 writes.
bool Regions::pointer_access(std::span<const Prim> operands) {
  if (operands.size() != 5) return false;
  auto at = visible_.find(operands[1].index);
  const std::optional<int64_t> mask = prims_.constant(operands[4]);
  if (at == visible_.end() || !mask) return false;
  std::vector<IntervalSet> all;
  for (Prim d : kernel_[at->second].shape) all.push_back(whole(d));
  if ((*mask & 3) == 3) used_by_pointer_ = at->second;
  else if (*mask & 1) update(reads_, at->second, all);
  else if (*mask & 2) update(writes_, at->second, all);
  return true;
}

// A part that values share is seen once in each place: under conditions that narrow nothing more than those under which
// it was seen.
void Regions::expression(Prim root) {
  if (!root) return;
  std::vector<bool> is_open{true};                     // by place
  std::vector<uint32_t> places{0};                     // the open ones, from the outside in
  std::unordered_map<uint32_t, uint32_t> seen_in;      // the place of each node
  std::vector<std::pair<Prim, int>> stack{{root, 0}};  // 1: the constraint ends, 2: begins
  std::vector<Prim> operands;
  while (!stack.empty()) {
    auto [e, what] = stack.back();
    stack.pop_back();
    if (what == 1) {
      for (auto& [var, old] : restored_.back()) domains_[var] = old;
      restored_.pop_back();
      const uint32_t left = places.back();
      places.pop_back();
      is_open[left] = left == places.back();
      continue;
    }
    if (what == 2 || what == 3) {
      if (is_open.size() < kMaxPlaces) constrain(e, what == 3);
      else restored_.emplace_back();
      const bool narrows = !restored_.back().empty();
      places.push_back(narrows ? static_cast<uint32_t>(is_open.size()) : places.back());
      if (narrows) is_open.push_back(true);
      continue;
    }
    auto [seen, is_new] = seen_in.try_emplace(e.index, places.back());
    if (!is_new && is_open[seen->second]) continue;
    seen->second = places.back();
    const PrimNode n = prims_[e];
    if (n.kind == PrimKind::var) {
      if (auto at = visible_.find(e.index); at != visible_.end()) used_by_pointer_ = at->second;
      continue;
    }
    operands.clear();
    prims_.operands(e, operands);
    if (n.kind == PrimKind::load) {
      std::vector<IntervalSet> dims;
      for (Prim i : operands) dims.push_back(eval(substitute(i, lets_), static_cast<int>(domains_.size())));
      update(reads_, BufferId(n.c), std::move(dims));
    } else if (n.kind == PrimKind::call) {
      const std::string_view name = context_.text(n.name());
      if (name == "if_then_else") {
        const Prim condition = operands[0];
        for (auto part : {std::pair{e, 1},
                          {operands[2], 0},
                          {condition, 3},
                          {e, 1},
                          {operands[1], 0},
                          {condition, 2},
                          {condition, 0}})
          stack.push_back(part);
        continue;
      }
      if (name == "tvm_access_ptr" && pointer_access(operands)) continue;
      if (name == "Let" && operands.size() == 3) lets_[operands[1]] = substitute(operands[2], lets_);
    }
    for (size_t i = operands.size(); i-- > 0;) stack.push_back({operands[i], 0});
  }
}

// False if x is no variable, or one plus or minus a constant.
bool Regions::bound(PrimKind kind, Prim x, Prim c, std::vector<Bound>& bounds) {
  int64_t shift = 0;
  const PrimNode n = prims_[x];
  Prim v = x;
  if ((n.kind == PrimKind::add || n.kind == PrimKind::sub) && prims_.constant(n.rhs())) {
    shift = *prims_.constant(n.rhs()) * (n.kind == PrimKind::add ? 1 : -1);
    v = n.lhs();
  }
  if (prims_[v].kind != PrimKind::var) return false;
  const int64_t bound = *prims_.constant(c) - shift;
  auto number = [&](int64_t i) { return constant_like(i, v); };
  switch (kind) {
    case PrimKind::lt: bounds.push_back({v.index, {}, number(bound - 1)}); return true;
    case PrimKind::le: bounds.push_back({v.index, {}, number(bound)}); return true;
    case PrimKind::gt: bounds.push_back({v.index, number(bound + 1), {}}); return true;
    case PrimKind::ge: bounds.push_back({v.index, number(bound), {}}); return true;
    case PrimKind::eq: bounds.push_back({v.index, number(bound), number(bound)}); return true;
    default: return false;
  }
}

// Conjunctions of comparisons of a loop variable with a constant narrow its domain (a conforming minimum, TIR 2.8).
void Regions::constrain(Prim condition, bool is_negated) {
  restored_.emplace_back();
  std::vector<Bound> bounds;
  std::vector<Prim> stack{condition};
  std::unordered_set<uint32_t> seen;
  while (!stack.empty()) {
    Prim e = stack.back();
    stack.pop_back();
    if (!seen.insert(e.index).second) continue;
    const PrimNode n = prims_[e];
    if (n.kind == (is_negated ? PrimKind::logical_or : PrimKind::logical_and)) {
      stack.push_back(n.lhs());
      stack.push_back(n.rhs());
      continue;
    }
    if (n.kind == PrimKind::call && context_.text(n.name()) == "likely") {
      stack.push_back(prims_.call_args(e)[0]);
      continue;
    }
    if (n.kind < PrimKind::eq || n.kind > PrimKind::ge) return;  // something else: nothing is known
    PrimKind kind = is_negated ? negated(n.kind) : n.kind;
    bool is_known = prims_.constant(n.rhs())   ? bound(kind, n.lhs(), n.rhs(), bounds)
                    : prims_.constant(n.lhs()) ? bound(mirrored(kind), n.rhs(), n.lhs(), bounds)
                                               : false;
    if (!is_known) return;
  }
  for (const Bound& b : bounds) {
    auto at = domains_.find(b.var);
    if (at == domains_.end()) continue;
    restored_.back().insert(restored_.back().begin(), {b.var, at->second});
    IntervalSet& i = at->second;
    if (b.lo) i.lo = i.lo ? simplify(fold(PrimKind::max, i.lo, b.lo)) : b.lo;
    if (b.hi) i.hi = i.hi ? simplify(fold(PrimKind::min, i.hi, b.hi)) : b.hi;
  }
}

void Regions::statement(const Stmt& s) {
  switch (s.kind) {
    case StmtKind::store: {
      std::vector<IntervalSet> dims;
      std::vector<Prim> indices(kernel_.list(s).begin(), kernel_.list(s).end());
      for (Prim i : indices) dims.push_back(eval(substitute(i, lets_), static_cast<int>(domains_.size())));
      update(writes_, s.buffer, std::move(dims));
      expression(s.value);
      for (Prim i : indices) expression(i);
      return;
    }
    case StmtKind::loop: {
      expression(s.min);
      expression(s.value);
      IntervalSet i{s.min, fold(PrimKind::sub, fold(PrimKind::add, s.value, s.min), constant_like(1, s.min))};
      if (prims_.is_constant(s.value, 1)) i.hi = i.lo;
      domains_[s.var.index] = i;
      return;
    }
    case StmtKind::let:
      lets_[s.var] = substitute(s.value, lets_);
      expression(s.value);
      return;
    case StmtKind::allocate:
    case StmtKind::allocate_const:
      for (Prim p : std::vector<Prim>(kernel_.list(s).begin(), kernel_.list(s).end())) expression(p);
      expression(s.value);
      return;
    case StmtKind::attr:
    case StmtKind::assertion:
    case StmtKind::while_:
    case StmtKind::if_:
    case StmtKind::evaluate: expression(s.value); return;
    case StmtKind::block: {
      const Block& inner = kernel_.block(s);
      PrimMap values;
      for (size_t i = 0; i < inner.values.size(); ++i) {
        Prim v = inner.values[i];
        if (prims_[v].dtype != prims_[inner.vars[i].var].dtype && prims_.constant(v))
          v = prims_.integer(*prims_.constant(v), prims_[inner.vars[i].var].dtype);
        values[inner.vars[i].var] = v;
      }
      for (bool is_write : {false, true}) {
        for (const BufferRegion& r : is_write ? inner.writes : inner.reads) {
          std::vector<IntervalSet> dims;
          for (const Range& d : r.ranges)
            dims.push_back(
                range({substitute(substitute(d.min, values), lets_), substitute(substitute(d.extent, values), lets_)}));
          update(is_write ? writes_ : reads_, r.buffer, std::move(dims));
        }
      }
      return;
    }
    default: return;
  }
}

// What a match gives its value is not known around the block.
void Regions::forget_matched() {
  auto forget = [&](Prim p) {
    if (p && prims_[p].kind == PrimKind::var && !given_.contains(p.index)) domains_.try_emplace(p.index);
  };
  for (const MatchBuffer& m : block_.matches) {
    const Buffer& b = kernel_[m.target];
    std::ranges::for_each(b.strides, forget);
    forget(b.elem_offset);
  }
}

bool Regions::run() {
  forget_matched();
  for (const IterVar& v : block_.vars) {
    expression(v.domain.min);
    expression(v.domain.extent);
  }
  for (const auto* list : {&block_.reads, &block_.writes}) {
    for (const BufferRegion& r : *list) {
      for (const Range& d : r.ranges) expression(d.min), expression(d.extent);
    }
  }
  for (const MatchBuffer& m : block_.matches) {
    for (const Range& d : m.source.ranges) expression(d.min), expression(d.extent);
  }
  auto enter = [&](StmtId id) {
    const Stmt s = kernel_[id];
    statement(s);
    return s.kind != StmtKind::block;
  };
  auto begin = [&](StmtId id, Part part) {
    if (kernel_[id].kind == StmtKind::if_) constrain(kernel_[id].value, part == Part::other);
  };
  auto end = [&](StmtId id, Part) {
    if (kernel_[id].kind != StmtKind::if_) return;
    for (auto& [var, old] : restored_.back()) domains_[var] = old;
    restored_.pop_back();
  };
  auto leave = [&](StmtId id) {
    if (kernel_[id].kind == StmtKind::loop) domains_.erase(kernel_[id].var.index);
    if (kernel_[id].kind == StmtKind::let) lets_.erase(kernel_[id].var);
  };
  if (block_.has_init) walk(kernel_, block_.init, enter, begin, end, leave);
  walk(kernel_, block_.body, enter, begin, end, leave);
  return !used_by_pointer_;
}

std::vector<BufferRegion> Regions::regions(const std::vector<Access>& list, bool leaves_out_writes) {
  std::vector<BufferRegion> out;
  for (const Access& a : list) {
    if (leaves_out_writes && write_at_.contains(a.buffer.index)) continue;
    BufferRegion r{a.buffer, {}};
    for (size_t i = 0; i < a.dims.size(); ++i) {
      bool is_whole = false;
      r.ranges.push_back(cover(a.dims[i], kernel_[a.buffer].shape[i], is_whole));
    }
    out.push_back(std::move(r));
  }
  return out;
}

// The number of the root block, made if the body needs one; none if there is none (TIR 2.6).
uint32_t root_of(Kernel& kernel, std::span<const BufferId> allocations, bool has_blocks) {
  const Stmt* only = kernel.body.size == 1 ? &kernel[kernel.suite(kernel.body)[0]] : nullptr;
  if (only && (only->kind != StmtKind::block || !kernel.block(*only).is_realized)) only = nullptr;
  const bool needs_root = !allocations.empty() || (only && !kernel.block(*only).vars.empty()) || (!only && has_blocks);
  if (!needs_root) return only ? only->number : Id<int>::kNone;
  Block b;
  b.name = kernel.context->name("root");
  b.body = kernel.body;
  b.allocations.assign(allocations.begin(), allocations.end());
  Stmt s;
  s.kind = StmtKind::block;
  s.number = static_cast<uint32_t>(kernel.blocks.size());
  const uint32_t root = s.number;
  kernel.blocks.push_back(std::move(b));
  StmtId id = kernel.add(std::move(s));
  kernel.body = kernel.add(std::span<const StmtId>(&id, 1));
  return root;
}

// Which buffer a data variable shows, at a place of the tree.
class Scopes {
 public:
  explicit Scopes(const Kernel& kernel) : kernel_(kernel) {
    for (const Parameter& p : kernel.params) {
      if (p.buffer) visible_[kernel[p.buffer].data.index] = p.buffer;
    }
  }
  const Visible& visible() const { return visible_; }
  void enter(const Stmt& s) {
    hidden_.emplace_back();
    if (s.kind == StmtKind::declare) show(s.buffer, false);
    if (s.kind != StmtKind::block) return;
    for (BufferId b : kernel_.block(s).allocations) show(b, true);
    for (const MatchBuffer& m : kernel_.block(s).matches) show(m.target, true);
  }
  void leave() {
    for (size_t i = hidden_.back().size(); i-- > 0;) {
      auto& [data, old] = hidden_.back()[i];
      if (old) visible_[data] = *old;
      else visible_.erase(data);
    }
    hidden_.pop_back();
  }

 private:
  void show(BufferId b, bool replaces) {
    const uint32_t data = kernel_[b].data.index;
    auto at = visible_.find(data);
    if (at != visible_.end() && !replaces) return;
    hidden_.back().push_back({data, at == visible_.end() ? std::nullopt : std::optional(at->second)});
    visible_[data] = b;
  }

  const Kernel& kernel_;
  Visible visible_;
  std::vector<std::vector<std::pair<uint32_t, std::optional<BufferId>>>> hidden_;
};

// The variables that the parameters, and the fields of their buffers, are.
std::unordered_set<uint32_t> given_variables(const Kernel& kernel) {
  std::unordered_set<uint32_t> out;
  auto add = [&](Prim p) {
    if (p) out.insert(p.index);
  };
  for (const Parameter& p : kernel.params) {
    add(p.var);
    if (!p.buffer) continue;
    const Buffer& b = kernel[p.buffer];
    std::ranges::for_each(b.shape, add);
    std::ranges::for_each(b.strides, add);
    add(b.elem_offset);
  }
  return out;
}

}  // namespace

void complete(Kernel& kernel, std::span<const BufferId> allocations, Diagnostics& diagnostics) {
  const bool has_blocks = !kernel.blocks.empty();
  const uint32_t root = root_of(kernel, allocations, has_blocks);
  if (!has_blocks) return;
  Scopes scopes(kernel);
  const std::unordered_set<uint32_t> given = given_variables(kernel);
  auto text = [&](Name name) { return std::string(kernel.context->text(name)); };
  auto enter = [&](StmtId id) {
    scopes.enter(kernel[id]);
    return true;
  };
  // From the inside out: a block's regions are what the blocks around it go by.
  auto leave = [&](StmtId id) {
    scopes.leave();
    if (kernel[id].kind != StmtKind::block) return;
    const uint32_t number = kernel[id].number;
    const Block block = kernel.blocks[number];
    if (block.has_reads && block.has_writes) return;
    Regions regions(kernel, scopes.visible(), given, block);
    if (!regions.run()) {
      diagnostics.report(Diag::bad_kernel, kernel[id].span,
                         "the regions of block '" + text(block.name) +
                             "' cannot be found, since it uses the pointer of buffer '" +
                             text(kernel[regions.used_by_pointer()].name) + "'; T.reads and T.writes say them");
      return;
    }
    if (number == root) return;
    if (!block.has_reads) kernel.blocks[number].reads = regions.reads();
    if (!block.has_writes) kernel.blocks[number].writes = regions.writes();
  };
  auto nothing = [](StmtId, Part) {};
  const Suite body = kernel.body;
  walk(kernel, body, enter, nothing, nothing, leave);
}

}  // namespace hammock::tir
