// SPDX-License-Identifier: Apache-2.0
#include "values.h"

#include <algorithm>

#include "lowerer.h"
#include "translation.h"

namespace hammock::loop {
namespace {

constexpr int64_t kMaxScratch = int64_t{1} << 28;  // elements of a buffer that got axes

struct Access {
  uint32_t buffer;
  std::vector<Prim> index;
};

std::vector<Access> reads_of(const PrimStore& prims, const Assignment& a) {
  std::vector<Access> out;
  std::vector<Prim> roots = a.index;
  roots.push_back(a.value);
  if (a.condition) roots.push_back(a.condition);
  for (Prim root : roots) {
    for (Prim e : parts_of(prims, root)) {
      if (prims[e].kind != PrimKind::load) continue;
      std::span<const Prim> index = prims.call_args(e);
      out.push_back({prims[e].c, {index.begin(), index.end()}});
    }
  }
  return out;
}

// How an index of a whole buffer runs over the buffer: every element once.
class Placement {
 public:
  Placement(PrimStore& prims, IndexMath& math, const std::vector<CountedLoop>& loops)
      : prims_(prims), math_(math), loops_(loops) {}

  // Gives the loops their values at a point; false if the index does not reach every element exactly once.
  bool invert(std::span<const Prim> index, const Dims& shape, const Point& point, PrimMap& values) {
    for (size_t d = 0; d < index.size(); ++d) {
      if (!invert(linear_form(prims_, index[d]), shape[d], point[d], values)) return false;
    }
    return true;
  }

 private:
  bool invert(Linear sum, int64_t extent, Prim at, PrimMap& values) {
    if (sum.constant != 0) return false;
    std::ranges::sort(sum.terms, [](const auto& a, const auto& b) { return a.second > b.second; });
    Dims extents;
    int64_t below = extent;
    for (auto [axis, coefficient] : sum.terms) {
      auto loop = std::ranges::find(loops_, axis, &CountedLoop::axis);
      if (loop == loops_.end() || values.contains(axis)) return false;
      if (coefficient * loop->extent != below) return false;
      below = coefficient;
      extents.push_back(loop->extent);
      values[axis] = {};
    }
    if (below != 1) return false;
    Point parts;
    math_.unflatten(at, extents, parts);
    for (size_t i = 0; i < parts.size(); ++i) values[sum.terms[i].first] = parts[i];
    return true;
  }

  PrimStore& prims_;
  IndexMath& math_;
  const std::vector<CountedLoop>& loops_;
};

class Values {
 public:
  Values(Context& context, IndexMath& math, Assignments in)
      : context_(context), prims_(context.prims), math_(math), in_(std::move(in)) {}

  std::optional<KernelValues> run() {
    for (const Assignment& a : in_.list) reads_.push_back(reads_of(prims_, a));
    for (uint32_t b = 0; b < in_.buffers.size(); ++b) {
      if (!in_.buffers[b].param && !give_axes(b)) return std::nullopt;
    }
    for (size_t i = 0; i < in_.list.size(); ++i) {
      for (size_t j = i + 1; j < in_.list.size(); ++j) {
        if (!may_come_first(i, j)) return std::nullopt;
      }
    }
    current_.resize(in_.buffers.size());
    for (size_t i = 0; i < in_.list.size(); ++i) {
      if (!add(i)) return std::nullopt;
    }
    for (uint32_t b = 0; b < in_.buffers.size(); ++b) {
      if (in_.buffers[b].param && current_[b] && !out_.list[*current_[b]].param)
        out_.results.emplace_back(*in_.buffers[b].param, *current_[b]);
    }
    if (out_.results.empty()) return std::nullopt;
    return std::move(out_);
  }

 private:
  // ---- scratch ----

  static size_t common_loops(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
    return static_cast<size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  }

  // A buffer that is new in every iteration of a loop, or written before it is read in each, gets the loop's axis.
  bool give_axes(uint32_t buffer) {
    std::vector<size_t> users;
    std::vector<std::vector<Prim>> places;
    for (size_t i = 0; i < in_.list.size(); ++i) {
      bool uses = in_.list[i].buffer == buffer;
      if (uses) places.push_back(in_.list[i].index);
      for (const Access& a : reads_[i]) {
        if (a.buffer != buffer) continue;
        uses = true;
        places.push_back(a.index);
      }
      if (uses) users.push_back(i);
    }
    if (users.empty()) return true;
    std::vector<uint32_t> around = in_.list[users[0]].loops;
    for (size_t i : users) around.resize(common_loops(around, in_.list[i].loops));
    const std::vector<uint32_t>& own = in_.buffers[buffer].loops;
    if (common_loops(own, around) != own.size()) return false;
    const bool is_scratch = covers(users[0], buffer, around);
    std::vector<uint32_t> chosen;
    for (size_t k = 0; k < around.size(); ++k) {
      const Prim axis = in_.loops[around[k]].axis;
      const bool is_indexed = std::ranges::any_of(places, [&](const auto& place) {
        return std::ranges::any_of(place, [&](Prim i) { return mentions(i, axis); });
      });
      if (k < own.size() || (is_scratch && !is_indexed)) chosen.push_back(around[k]);
    }
    return chosen.empty() || extend(buffer, chosen, users);
  }

  bool mentions(Prim e, Prim axis) const {
    return std::ranges::any_of(parts_of(prims_, e), [&](Prim p) { return p == axis; });
  }

  // Does it write all of the buffer, in each iteration of the loops?
  bool covers(size_t first, uint32_t buffer, const std::vector<uint32_t>& around) {
    const Assignment& a = in_.list[first];
    if (a.buffer != buffer || a.condition) return false;
    for (uint32_t l : a.at_first) {
      if (std::ranges::find(around, l) != around.end()) return false;
    }
    if (std::ranges::find(reads_[first], buffer, &Access::buffer) != reads_[first].end()) return false;
    PrimMap values;
    for (uint32_t l : around) values[in_.loops[l].axis] = {};  // not in its index
    const Dims& shape = in_.buffers[buffer].shape;
    return Placement(prims_, math_, in_.loops).invert(a.index, shape, new_point(shape), values);
  }

  bool extend(uint32_t buffer, const std::vector<uint32_t>& loops, const std::vector<size_t>& users) {
    KernelBuffer& b = in_.buffers[buffer];
    Dims shape;
    int64_t elements = std::max<int64_t>(b.elements(), 1);
    for (uint32_t l : loops) {
      shape.push_back(in_.loops[l].extent);
      if (__builtin_mul_overflow(elements, in_.loops[l].extent, &elements) || elements > kMaxScratch) return false;
    }
    b.shape.insert(b.shape.begin(), shape.begin(), shape.end());
    for (size_t i : users) {
      Assignment& a = in_.list[i];
      std::vector<Prim> lead;
      for (uint32_t l : loops) {
        const bool is_first = std::ranges::find(a.at_first, l) != a.at_first.end();
        lead.push_back(is_first ? math_.constant(0) : in_.loops[l].axis);
      }
      auto extended = [&](std::span<const Prim> index) {
        std::vector<Prim> out = lead;
        out.insert(out.end(), index.begin(), index.end());
        return out;
      };
      if (a.buffer == buffer) a.index = extended(a.index);
      Rewriting rewrite(
          prims_, math_, [](Prim) { return Prim(); },
          [&](uint32_t c, DType d, std::span<const Prim> index) {
            return c == buffer ? prims_.load(c, d, extended(index)) : prims_.load(c, d, index);
          });
      a.value = rewrite(a.value);
      reads_[i] = reads_of(prims_, a);
    }
    return true;
  }

  // ---- order ----

  // Whether all of `a` may run before all of `b`, which stands later in the text.
  bool may_come_first(size_t first, size_t second) const {
    const Assignment &a = in_.list[first], &b = in_.list[second];
    const size_t common = common_loops(a.loops, b.loops);
    if (common == 0) return true;
    const std::vector<uint32_t> around(a.loops.begin(), a.loops.begin() + static_cast<std::ptrdiff_t>(common));
    const Access wa{a.buffer, a.index}, wb{b.buffer, b.index};
    auto is_fine = [&](const Access& x, const Access& y) {
      return x.buffer != y.buffer || meet_in_order(x.index, y.index, around, a.at_first);
    };
    if (!is_fine(wa, wb)) return false;
    return std::ranges::all_of(reads_[second], [&](const Access& r) { return is_fine(wa, r); }) &&
           std::ranges::all_of(reads_[first], [&](const Access& r) { return is_fine(r, wb); });
  }

  // If two indices are equal, so are the iterations of all loops around both, but for those where the first one stands
  // at the beginning.
  bool meet_in_order(std::span<const Prim> x, std::span<const Prim> y, const std::vector<uint32_t>& around,
                     const std::vector<uint32_t>& at_first) const {
    std::vector<Prim> open;
    for (uint32_t l : around) {
      if (std::ranges::find(at_first, l) == at_first.end()) open.push_back(in_.loops[l].axis);
    }
    std::vector<Prim> equal;
    for (bool goes_on = true; goes_on && !open.empty();) {
      goes_on = false;
      for (size_t d = 0; d < x.size() && !goes_on; ++d) {
        Linear a = linear_form(prims_, x[d]), b = linear_form(prims_, y[d]);
        for (Prim known : equal) {
          if (a.coefficient(known) != b.coefficient(known)) continue;
          a.add(known, -a.coefficient(known));
          b.add(known, -b.coefficient(known));
        }
        for (size_t i = 0; i < open.size(); ++i) {
          if (!decides(a, b, open[i])) continue;
          equal.push_back(open[i]);
          open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
          goes_on = true;
          break;
        }
      }
    }
    return open.empty();
  }

  // c * axis + what is too small to make up for another value of the axis.
  bool decides(Linear a, Linear b, Prim axis) const {
    const int64_t c = a.coefficient(axis);
    if (c == 0 || b.coefficient(axis) != c) return false;
    a.add(axis, -c);
    b.add(axis, -c);
    auto range = [&](const Linear& sum) { return range_of(sum, [&](Prim term) { return math_.range(term); }); };
    const std::optional<Range> ra = range(a), rb = range(b);
    if (!ra || !rb) return false;
    const Range all = hull(*ra, *rb);
    return all.high - all.low < std::abs(c);
  }

  // ---- values ----

  Point new_point(const Dims& shape) {
    Point out;
    for (int64_t extent : shape) {
      if (extent == 1) {
        out.push_back(math_.constant(0));
        continue;
      }
      out.push_back(prims_.var(context_.name("d")));
      math_.set_extent(out.back(), extent);
    }
    return out;
  }

  std::optional<uint32_t> value_of(uint32_t buffer) {
    if (!current_[buffer] && in_.buffers[buffer].param) {
      const KernelBuffer& b = in_.buffers[buffer];
      current_[buffer] = static_cast<uint32_t>(out_.list.size());
      out_.list.push_back({{}, b.dtype, b.shape, b.param, {}, {}, {}});
    }
    return current_[buffer];
  }

  // With loads of values; none if something is read that was never written.
  Prim with_values(Prim e, const PrimMap& loops) {
    bool is_known = true;
    Rewriting rewrite(
        prims_, math_,
        [&](Prim var) {
          auto at = loops.find(var);
          return at == loops.end() ? Prim() : at->second;
        },
        [&](uint32_t buffer, DType d, std::span<const Prim> index) {
          const std::optional<uint32_t> value = value_of(buffer);
          is_known = is_known && value;
          return prims_.load(value.value_or(0), d, index);
        });
    const Prim out = rewrite(e);
    return is_known ? out : Prim();
  }

  bool add(size_t number) {
    const Assignment& a = in_.list[number];
    const KernelBuffer& buffer = in_.buffers[a.buffer];
    KernelValue v{in_.name, buffer.dtype, buffer.shape, {}, new_point(buffer.shape), {}, {}};
    PrimMap values;
    if (!Placement(prims_, math_, in_.loops).invert(a.index, v.shape, v.point, values)) return false;
    std::vector<Axis> reduced;
    for (uint32_t l : a.loops) {
      const CountedLoop& loop = in_.loops[l];
      if (values.contains(loop.axis) || std::ranges::find(a.at_first, l) != a.at_first.end()) continue;
      const Prim axis = prims_.var(context_.name("r"));
      math_.set_extent(axis, loop.extent);
      reduced.push_back({axis, loop.extent});
      values[loop.axis] = axis;
    }
    bool reads_itself = false;
    for (const Access& r : reads_[number]) {
      if (r.buffer != a.buffer) continue;
      if (r.index != a.index) return false;
      reads_itself = true;
    }
    if (!reduced.empty()) {
      if (!reads_itself || !reduce(a, std::move(reduced), values, v)) return false;
    } else {
      v.body = with_values(a.value, values);
      if (a.condition && v.body) {
        const std::optional<uint32_t> old = value_of(a.buffer);
        if (!old) return false;
        const Prim condition = with_values(a.condition, values);
        v.body = prims_.node(PrimKind::select, v.dtype, condition, v.body, prims_.load(*old, v.dtype, v.point));
      }
      if (!v.body) return false;
    }
    current_[a.buffer] = static_cast<uint32_t>(out_.list.size());
    out_.list.push_back(std::move(v));
    return true;
  }

  // The value with which each step combines what is there.
  struct Step {
    Combine combine = Combine::none;
    Prim with;
  };
  std::optional<Step> step_of(Prim e, Prim self) {
    const PrimNode n = prims_[e];
    const bool is_float = n.dtype.is_float();
    auto mentions_self = [&](Prim p) { return mentions(p, self); };
    if (n.kind == PrimKind::add) return sum_step(e, self);
    if (n.kind == PrimKind::min || n.kind == PrimKind::max) {
      const Combine combine = n.kind == PrimKind::min ? Combine::min : Combine::max;
      if (n.lhs() == self && !mentions_self(n.rhs())) return Step{combine, n.rhs()};
      if (n.rhs() == self && !mentions_self(n.lhs())) return Step{combine, n.lhs()};
      return std::nullopt;
    }
    if (n.kind == PrimKind::select && is_float) {
      const PrimNode test = prims_[n.lhs()];
      const bool is_extreme = test.kind == PrimKind::gt || test.kind == PrimKind::lt;
      if (!is_extreme || test.lhs() != n.rhs() || test.rhs() != Prim(n.c)) return std::nullopt;
      const Combine combine = test.kind == PrimKind::lt ? Combine::min : Combine::max;
      if (n.rhs() == self && !mentions_self(Prim(n.c))) return Step{combine, Prim(n.c)};
      if (Prim(n.c) == self && !mentions_self(n.rhs())) return Step{combine, n.rhs()};
    }
    return std::nullopt;
  }

  // self + a + b ..., the sum of a, b ...
  std::optional<Step> sum_step(Prim root, Prim self) {
    std::vector<Prim> stack{root}, others;
    size_t found = 0;
    while (!stack.empty()) {
      const Prim e = stack.back();
      stack.pop_back();
      const PrimNode n = prims_[e];
      if (e == self) {
        ++found;
      } else if (n.kind == PrimKind::add && mentions(e, self)) {
        stack.push_back(n.rhs());
        stack.push_back(n.lhs());
      } else {
        if (mentions(e, self)) return std::nullopt;
        others.push_back(e);
      }
    }
    if (found != 1 || others.empty()) return std::nullopt;
    Prim sum = others[0];
    for (size_t i = 1; i < others.size(); ++i) sum = prims_.node(PrimKind::add, prims_[root].dtype, sum, others[i]);
    return Step{Combine::sum, sum};
  }

  bool reduce(const Assignment& a, std::vector<Axis> axes, const PrimMap& values, KernelValue& v) {
    const Prim self = prims_.load(a.buffer, v.dtype, a.index);
    std::optional<Step> step = step_of(a.value, self);
    const std::optional<uint32_t> old = value_of(a.buffer);
    if (!step || !old) return false;
    const bool is_short_float = v.dtype.is_any_float() && v.dtype.bits < 32;
    if (step->combine == Combine::sum && (is_short_float || v.dtype.is_boolean())) return false;
    Prim body = with_values(step->with, values);
    if (!body) return false;
    if (a.condition) {
      if (step->combine != Combine::sum && v.dtype.is_any_float()) return false;
      const Prim condition = with_values(a.condition, values);
      const Prim nothing = step->combine == Combine::sum ? number(prims_, 0, v.dtype)
                                                         : extreme(prims_, v.dtype, step->combine == Combine::max);
      body = prims_.node(PrimKind::select, v.dtype, condition, body, nothing);
    }
    const Prim result = prims_.var(context_.name("sum"), v.dtype);
    v.reductions.push_back({step->combine, std::move(axes), prims_.load(*old, v.dtype, v.point), body, result});
    v.body = result;
    return true;
  }

  Context& context_;
  PrimStore& prims_;
  IndexMath& math_;
  Assignments in_;
  std::vector<std::vector<Access>> reads_;        // of each assignment
  std::vector<std::optional<uint32_t>> current_;  // the value of each buffer
  KernelValues out_;
};

}  // namespace

std::vector<uint32_t> values_read(const PrimStore& prims, Prim root) {
  std::vector<uint32_t> out;
  for (Prim e : parts_of(prims, root)) {
    if (prims[e].kind == PrimKind::load) out.push_back(prims[e].c);
  }
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<uint32_t> values_read(const PrimStore& prims, const KernelValue& value) {
  std::vector<uint32_t> out;
  auto add = [&](Prim root) {
    const std::vector<uint32_t> more = values_read(prims, root);
    out.insert(out.end(), more.begin(), more.end());
  };
  for (const Reduction& r : value.reductions) {
    add(r.init);
    add(r.body);
  }
  add(value.body);
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::optional<KernelValues> find_values(Context& context, IndexMath& math, Assignments assignments) {
  return Values(context, math, std::move(assignments)).run();
}

}  // namespace hammock::loop
