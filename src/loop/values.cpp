// SPDX-License-Identifier: Apache-2.0
#include "values.h"

#include <algorithm>
#include <map>
#include <set>

#include "arg_extreme.h"
#include "lowerer.h"
#include "translation.h"

namespace hammock::loop {
namespace {

constexpr int64_t kMaxScratch = int64_t{1} << 28;  // elements of a buffer that got axes
constexpr size_t kMaxPieces = 16;                  // of a buffer
constexpr int kMaxSplits = 32;

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

// The elements that an assignment writes, each once: along a dim begin, begin + step, ..., `count` of them.
struct Region {
  struct Run {
    int64_t begin = 0, step = 1, count = 1;
    bool operator==(const Run&) const = default;
  };
  std::vector<Run> runs;
  Dims shape;  // the counts

  bool is_whole(const Dims& buffer) const {
    return shape == buffer && std::ranges::all_of(runs, [](const Run& r) { return r.begin == 0 && r.step == 1; });
  }
};

// How an index runs over a buffer.
class Placement {
 public:
  Placement(PrimStore& prims, IndexMath& math, const std::vector<CountedLoop>& loops)
      : prims_(prims), math_(math), loops_(loops) {}

  // None if two points of the loops may have one index.
  std::optional<Region> region(std::span<const Prim> index, const Dims& shape) {
    Region out;
    for (size_t d = 0; d < index.size(); ++d) {
      const std::optional<Region::Run> run = run_of(linear_form(prims_, index[d]), shape[d]);
      if (!run) return std::nullopt;
      out.runs.push_back(*run);
      out.shape.push_back(run->count);
    }
    return out;
  }
  // The values of the loops at a point of the region.
  void invert(const Point& point, PrimMap& values) {
    for (size_t d = 0; d < point.size(); ++d) {
      Dims extents;
      for (const Digit& digit : digits_[d]) extents.push_back(digit.extent);
      Point parts;
      math_.unflatten(point[d], extents, parts);
      for (size_t i = 0; i < parts.size(); ++i) {
        const Digit& digit = digits_[d][i];
        values[digit.axis] =
            digit.falls ? math_.add(math_.constant(digit.extent - 1), math_.mul(parts[i], -1)) : parts[i];
      }
    }
  }

 private:
  // A loop as a digit of a number, the highest first.
  struct Digit {
    Prim axis;
    int64_t extent = 0;
    bool falls = false;
  };

  // The loops may run beyond the extent, where a condition says that they do not.
  std::optional<Region::Run> run_of(Linear sum, int64_t extent) {
    Region::Run out{sum.constant, 1, 1};
    std::vector<Digit>& digits = digits_.emplace_back();
    std::ranges::sort(sum.terms, [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
    int64_t below = 0;
    for (auto [axis, coefficient] : sum.terms) {
      auto loop = std::ranges::find(loops_, axis, &CountedLoop::axis);
      if (loop == loops_.end() || !used_.insert(axis.index).second || std::abs(coefficient) > kMaxScratch) return {};
      const int64_t step = std::abs(coefficient);
      if (below != 0 && step * loop->extent != below) return std::nullopt;
      below = out.step = step;
      digits.push_back({axis, loop->extent, coefficient < 0});
      if (coefficient < 0) out.begin += coefficient * (loop->extent - 1);
      if (__builtin_mul_overflow(out.count, loop->extent, &out.count)) return std::nullopt;
    }
    if (out.begin < 0 || out.begin >= extent) return std::nullopt;
    out.count = std::min(out.count, (extent - out.begin + out.step - 1) / out.step);
    return out;
  }

  PrimStore& prims_;
  IndexMath& math_;
  const std::vector<CountedLoop>& loops_;
  std::vector<std::vector<Digit>> digits_;  // of each dim
  std::set<uint32_t> used_;
};

class Values {
 public:
  Values(Context& context, IndexMath& math, Assignments in)
      : context_(context), prims_(context.prims), math_(math), in_(std::move(in)) {}

  std::optional<KernelValues> run() {
    split_loops();
    for (const Assignment& a : in_.list) reads_.push_back(reads_of(prims_, a));
    for (uint32_t b = 0; b < in_.buffers.size(); ++b) {
      if (!in_.buffers[b].param && !give_axes(b)) return std::nullopt;
    }
    std::vector<std::optional<ArgExtreme>> extremes;  // of each with the next one
    for (size_t i = 0; i < in_.list.size(); ++i) {
      extremes.push_back(arg_extreme(i));
      for (size_t j = i + 1; j < in_.list.size(); ++j) {
        if (!(extremes[i] && j == i + 1) && !may_come_first(i, j)) return std::nullopt;
      }
    }
    current_.resize(in_.buffers.size());
    pieces_.resize(in_.buffers.size());
    for (size_t i = 0; i < in_.list.size(); ++i) {
      if (extremes[i] ? !add_arg_extreme(i, *extremes[i]) : !add(i)) return std::nullopt;
      i += extremes[i].has_value();
    }
    for (uint32_t b = 0; b < in_.buffers.size(); ++b) {
      if (!in_.buffers[b].param) continue;
      if (!pieces_[b].empty() && !join(b)) return std::nullopt;
      if (current_[b] && !out_.list[*current_[b]].param) out_.results.emplace_back(*in_.buffers[b].param, *current_[b]);
    }
    if (out_.results.empty()) return std::nullopt;
    return std::move(out_);
  }

 private:
  // ---- loops ----

  // A loop whose quotient or remainder is an index is two.
  void split_loops() {
    for (int n = 0; n < kMaxSplits; ++n) {
      const std::optional<std::pair<uint32_t, int64_t>> found = find_split();
      if (!found) return;
      split(found->first, found->second);
    }
  }

  std::optional<std::pair<uint32_t, int64_t>> find_split() const {
    for (const Assignment& a : in_.list) {
      for (Prim index : a.index) {
        for (Prim p : parts_of(prims_, index)) {
          const PrimNode& n = prims_[p];
          if (n.kind != PrimKind::floordiv && n.kind != PrimKind::floormod) continue;
          const std::optional<int64_t> divisor = prims_.constant(n.rhs());
          auto l = std::ranges::find(in_.loops, n.lhs(), &CountedLoop::axis);
          if (l == in_.loops.end() || !divisor || *divisor < 2 || l->extent % *divisor != 0) continue;
          if (l->extent > *divisor) return std::pair(static_cast<uint32_t>(l - in_.loops.begin()), *divisor);
        }
      }
    }
    return std::nullopt;
  }

  void split(uint32_t outer, int64_t divisor) {
    const uint32_t inner = static_cast<uint32_t>(in_.loops.size());
    const CountedLoop whole = in_.loops[outer];
    in_.loops[outer] = {prims_.var(context_.name("o")), whole.extent / divisor};
    in_.loops.push_back({prims_.var(context_.name("i")), divisor});
    for (uint32_t l : {outer, inner}) math_.set_extent(in_.loops[l].axis, in_.loops[l].extent);
    auto insert = [&](std::vector<uint32_t>& loops) {
      auto at = std::ranges::find(loops, outer);
      if (at != loops.end()) loops.insert(at + 1, inner);
    };
    const PrimMap parts{{whole.axis, math_.add(math_.mul(in_.loops[outer].axis, divisor), in_.loops[inner].axis)}};
    for (KernelBuffer& b : in_.buffers) insert(b.loops);
    for (Assignment& a : in_.list) {
      if (std::ranges::find(a.loops, outer) == a.loops.end()) continue;
      insert(a.loops);
      insert(a.at_first);
      for (Prim& i : a.index) i = replaced(prims_, math_, i, parts);
      a.value = replaced(prims_, math_, a.value, parts);
      if (a.condition) a.condition = replaced(prims_, math_, a.condition, parts);
    }
  }

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
    const Dims& shape = in_.buffers[buffer].shape;
    const std::optional<Region> region = Placement(prims_, math_, in_.loops).region(a.index, shape);
    return region && region->is_whole(shape) && std::ranges::none_of(around, [&](uint32_t l) {
             return std::ranges::any_of(a.index, [&](Prim i) { return mentions(i, in_.loops[l].axis); });
           });
  }

  // Dims of one element go: what a loop computes by way of a scalar is a buffer over that loop.
  bool extend(uint32_t buffer, const std::vector<uint32_t>& loops, const std::vector<size_t>& users) {
    KernelBuffer& b = in_.buffers[buffer];
    const Dims before = std::exchange(b.shape, {});
    int64_t elements = 1;
    auto add = [&](int64_t extent) {
      b.shape.push_back(extent);
      return !__builtin_mul_overflow(elements, extent, &elements) && elements <= kMaxScratch;
    };
    for (uint32_t l : loops) {
      if (!add(in_.loops[l].extent)) return false;
    }
    for (int64_t extent : before) {
      if (extent != 1 && !add(extent)) return false;
    }
    for (size_t i : users) {
      Assignment& a = in_.list[i];
      std::vector<Prim> lead;
      for (uint32_t l : loops) {
        const bool is_first = std::ranges::find(a.at_first, l) != a.at_first.end();
        lead.push_back(is_first ? math_.constant(0) : in_.loops[l].axis);
      }
      auto extended = [&](std::span<const Prim> index) {
        std::vector<Prim> out = lead;
        for (size_t d = 0; d < index.size(); ++d) {
          if (before[d] != 1) out.push_back(index[d]);
        }
        return out;
      };
      if (a.buffer == buffer) a.index = extended(a.index);
      Rewriting rewrite(
          prims_, math_, [](Prim) { return Prim(); },
          [&](uint32_t c, DType d, std::span<const Prim> index) {
            return c == buffer ? prims_.load(c, d, extended(index)) : prims_.load(c, d, index);
          });
      a.value = rewrite(a.value);
      if (a.condition) a.condition = rewrite(a.condition);
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
    const std::optional<Interval> ra = math_.range(a), rb = math_.range(b);
    if (!ra || !rb) return false;
    const Interval all = hull(*ra, *rb);
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

  // ---- parts of buffers ----

  // A value of the elements of a region. Later pieces hide earlier ones.
  struct Piece {
    Region region;
    uint32_t value = 0;
  };

  static bool are_disjoint(const Region& x, const Region& y) {
    for (size_t d = 0; d < x.runs.size(); ++d) {
      const Region::Run &a = x.runs[d], &b = y.runs[d];
      const int64_t last_a = a.begin + a.step * (a.count - 1), last_b = b.begin + b.step * (b.count - 1);
      if (last_a < b.begin || last_b < a.begin) return true;
      if (a.step == b.step && (a.begin - b.begin) % a.step != 0) return true;
    }
    return false;
  }
  // The piece of a region that nothing hides.
  Piece* piece_of(uint32_t buffer, const Region& region) {
    for (size_t i = pieces_[buffer].size(); i-- > 0;) {
      Piece& p = pieces_[buffer][i];
      if (p.region.runs == region.runs) return &p;
      if (!are_disjoint(p.region, region)) return nullptr;
    }
    return nullptr;
  }

  // Whether a point lies in a region; none: each does.
  Prim is_inside(const Region& region, const Dims& shape, const Point& point) {
    Prim all;
    auto require = [&](PrimKind test, Prim e, int64_t bound) {
      const Prim holds = prims_.node(test, kBool, e, math_.constant(bound));
      all = all ? prims_.node(PrimKind::logical_and, kBool, all, holds) : holds;
    };
    for (size_t d = 0; d < shape.size(); ++d) {
      const Region::Run& r = region.runs[d];
      if (r.begin > 0) require(PrimKind::ge, point[d], r.begin);
      if (r.begin + r.step * r.count < shape[d]) require(PrimKind::lt, point[d], r.begin + r.step * r.count);
      if (r.step > 1) require(PrimKind::eq, math_.remainder(math_.add(point[d], math_.constant(-r.begin)), r.step), 0);
    }
    return all;
  }

  Prim load_of(const Piece& piece, DType dtype, const Point& point) {
    Point index;
    for (size_t d = 0; d < point.size(); ++d) {
      const Region::Run& r = piece.region.runs[d];
      index.push_back(r.count == 1 ? math_.constant(0)
                                   : math_.quotient(math_.add(point[d], math_.constant(-r.begin)), r.step));
    }
    return prims_.load(piece.value, dtype, index);
  }

  // Makes one value of the pieces, over what was there before if they leave something of it.
  bool join(uint32_t buffer) {
    const std::vector<Piece> pieces = pieces_[buffer];
    const KernelBuffer& b = in_.buffers[buffer];
    int64_t written = 0;
    bool is_all = true;
    for (size_t i = 0; i < pieces.size(); ++i) {
      int64_t elements = 1;
      for (int64_t d : pieces[i].region.shape) elements *= d;
      written += elements;
      for (size_t j = 0; j < i; ++j) is_all = is_all && are_disjoint(pieces[i].region, pieces[j].region);
    }
    is_all = is_all && written == b.elements();
    KernelValue v{in_.name, b.dtype, b.shape, {}, new_point(b.shape), {}, {}};
    size_t first = 0;
    if (is_all) {
      v.body = load_of(pieces[first++], b.dtype, v.point);
    } else {
      // A parameter of which a part stays as it was is better written in place.
      if (!current_[buffer] || out_.list[*current_[buffer]].param) return false;
      v.body = prims_.load(*current_[buffer], b.dtype, v.point);
    }
    for (; first < pieces.size(); ++first) {
      const Prim inside = is_inside(pieces[first].region, b.shape, v.point),
                 made = load_of(pieces[first], b.dtype, v.point);
      v.body = inside ? prims_.node(PrimKind::select, b.dtype, inside, made, v.body) : made;
    }
    current_[buffer] = static_cast<uint32_t>(out_.list.size());
    pieces_[buffer].clear();
    out_.list.push_back(std::move(v));
    return true;
  }

  std::optional<uint32_t> value_of(uint32_t buffer) {
    if (!pieces_[buffer].empty() && !join(buffer)) return std::nullopt;
    if (!current_[buffer] && in_.buffers[buffer].param) {
      const KernelBuffer& b = in_.buffers[buffer];
      current_[buffer] = static_cast<uint32_t>(out_.list.size());
      out_.list.push_back({{}, b.dtype, b.shape, b.param, {}, {}, {}});
    }
    return current_[buffer];
  }

  // ---- assignments ----

  // The element that an assignment writes, before.
  struct Old {
    uint32_t buffer = 0;
    Prim element;
  };

  // With loads of values; none if something is read that was never written.
  Prim with_values(Prim e, const PrimMap& loops, const std::optional<Old>& old) {
    bool is_known = true;
    Rewriting rewrite(
        prims_, math_,
        [&](Prim var) {
          auto at = loops.find(var);
          return at == loops.end() ? Prim() : at->second;
        },
        [&](uint32_t buffer, DType d, std::span<const Prim> index) {
          if (old && old->buffer == buffer) return old->element;
          const std::optional<uint32_t> value = value_of(buffer);
          is_known = is_known && value;
          return prims_.load(value.value_or(0), d, index);
        });
    const Prim out = rewrite(e);
    return is_known ? out : Prim();
  }

  // The value of an assignment under construction.
  struct Draft {
    Region region;
    KernelValue v;
    PrimMap values;             // of the loops
    std::vector<Axis> reduced;  // the loops that are no dims
  };
  std::optional<Draft> draft(const Assignment& a) {
    const KernelBuffer& buffer = in_.buffers[a.buffer];
    Placement placement(prims_, math_, in_.loops);
    const std::optional<Region> region = placement.region(a.index, buffer.shape);
    if (!region) return std::nullopt;
    Draft d{*region, {in_.name, buffer.dtype, region->shape, {}, new_point(region->shape), {}, {}}, {}, {}};
    placement.invert(d.v.point, d.values);
    std::map<uint32_t, Axis> bounded;
    for (Prim c : conjuncts_of(prims_, a.condition)) {
      if (auto axis = bound_axis(a, c, d)) bounded.insert(*axis);
    }
    for (uint32_t l : a.loops) {
      const CountedLoop& loop = in_.loops[l];
      if (auto axis = bounded.find(l); axis != bounded.end()) d.reduced.push_back(axis->second);
      if (d.values.contains(loop.axis) || std::ranges::find(a.at_first, l) != a.at_first.end()) continue;
      const Prim axis = prims_.var(context_.name("r"));
      math_.set_extent(axis, loop.extent);
      d.reduced.push_back({axis, loop.extent});
      d.values[loop.axis] = axis;
    }
    return d;
  }

  // Loops that are no dims, the digits of a number that a condition bounds, are one axis up to the bound. Nothing else
  // is reduced between them: the order stays. The first of them, and the axis.
  std::optional<std::pair<uint32_t, Axis>> bound_axis(const Assignment& a, Prim condition, Draft& d) {
    const PrimNode& n = prims_[condition];
    const std::optional<int64_t> bound = n.kind == PrimKind::lt ? prims_.constant(n.rhs()) : std::nullopt;
    if (!bound || *bound < 2 || prims_[n.lhs()].dtype != kInt64) return std::nullopt;
    const Linear sum = linear_form(prims_, n.lhs());
    std::vector<uint32_t> reduced;
    for (uint32_t l : a.loops) {
      if (!d.values.contains(in_.loops[l].axis) && std::ranges::find(a.at_first, l) == a.at_first.end())
        reduced.push_back(l);
    }
    const auto is_digit = [&](uint32_t l) { return sum.coefficient(in_.loops[l].axis) != 0; };
    const auto first = std::ranges::find_if(reduced, is_digit);
    auto last = first;
    while (last != reduced.end() && is_digit(*last)) ++last;
    const std::span<const uint32_t> digits(first, last);
    if (sum.constant != 0 || digits.empty() || digits.size() != sum.terms.size()) return std::nullopt;
    Dims extents;
    int64_t count = 1;
    for (size_t i = digits.size(); i-- > 0;) {
      const CountedLoop& loop = in_.loops[digits[i]];
      if (sum.coefficient(loop.axis) != count || __builtin_mul_overflow(count, loop.extent, &count))
        return std::nullopt;
      extents.insert(extents.begin(), loop.extent);
    }
    if (*bound > count) return std::nullopt;
    const Prim axis = prims_.var(context_.name("r"));
    math_.set_extent(axis, *bound);
    Point parts;
    math_.unflatten(axis, extents, parts);
    for (size_t i = 0; i < digits.size(); ++i) d.values[in_.loops[digits[i]].axis] = parts[i];
    return std::pair(digits.front(), Axis{axis, *bound});
  }

  bool put(uint32_t buffer, Draft d) {
    const uint32_t made = static_cast<uint32_t>(out_.list.size());
    out_.list.push_back(std::move(d.v));
    if (d.region.is_whole(in_.buffers[buffer].shape)) {
      pieces_[buffer].clear();
      current_[buffer] = made;
    } else if (Piece* piece = piece_of(buffer, d.region)) {
      piece->value = made;
    } else {
      pieces_[buffer].push_back({d.region, made});
    }
    return pieces_[buffer].size() <= kMaxPieces;
  }

  bool add(size_t number) {
    const Assignment& a = in_.list[number];
    std::optional<Draft> d = draft(a);
    if (!d) return false;
    bool reads_itself = false;
    for (const Access& r : reads_[number]) {
      if (r.buffer != a.buffer) continue;
      if (r.index != a.index) return false;
      reads_itself = true;
    }
    std::optional<Old> old;
    if (reads_itself || a.condition) old = old_element(a, d->region, d->v.point);
    if (reads_itself && !old) return false;
    if (!d->reduced.empty()) {
      if (!reads_itself || !reduce(a, std::move(d->reduced), d->values, *old, d->v)) return false;
    } else if (!compute(a, d->values, old, d->v)) {
      return false;
    }
    return put(a.buffer, std::move(*d));
  }

  // ---- places of extremes ----

  // What this assignment and the next one find, over a loop that is no dim.
  std::optional<ArgExtreme> arg_extreme(size_t number) const {
    if (number + 1 >= in_.list.size()) return std::nullopt;
    const Assignment& at = in_.list[number];
    const bool reduces = std::ranges::any_of(at.loops, [&](uint32_t l) {
      return std::ranges::find(at.at_first, l) == at.at_first.end() &&
             std::ranges::none_of(at.index, [&](Prim i) { return mentions(i, in_.loops[l].axis); });
    });
    return reduces ? find_arg_extreme(prims_, at, in_.list[number + 1]) : std::nullopt;
  }

  bool add_arg_extreme(size_t number, const ArgExtreme& step) {
    const Assignment &at = in_.list[number], &best = in_.list[number + 1];
    for (Prim root : {step.element, step.place}) {
      for (uint32_t b : values_read(prims_, root)) {
        if (b == at.buffer || b == best.buffer) return false;
      }
    }
    if (in_.buffers[at.buffer].shape != in_.buffers[best.buffer].shape) return false;
    std::optional<Draft> extreme = draft(best), place = draft(at);
    if (!extreme || !place) return false;
    const std::optional<Old> first_best = old_element(best, extreme->region, extreme->v.point),
                             first_best_there = old_element(best, place->region, place->v.point),
                             first_place = old_element(at, place->region, place->v.point);
    if (!first_best || !first_best_there || !first_place) return false;
    const std::optional<int64_t> first = filled_with(*first_place);
    PlaceParts parts{place->reduced,
                     with_values(step.element, place->values, {}),
                     wide(step.place, place->values),
                     {},
                     first_best_there->element,
                     first.value_or(0),
                     {}};
    const std::optional<Interval> places = parts.place ? math_.range(parts.place) : std::nullopt;
    if (!first || !parts.element || !places || places->low <= *first) return false;
    if (!places->within(INT64_MIN / 2, INT64_MAX / 2) || !rises(prims_, parts.place, place->reduced)) return false;
    parts.places = *places;
    const Prim body = with_values(step.element, extreme->values, {});
    if (!body) return false;
    const Prim result = prims_.var(context_.name("best"), extreme->v.dtype);
    const OfNan nan = extreme->v.dtype.is_any_float() ? OfNan::replace : OfNan::keep;
    extreme->v.reductions.push_back({step.combine, nan, extreme->reduced, first_best->element, body, result});
    extreme->v.body = result;
    if (!put(best.buffer, std::move(*extreme))) return false;
    parts.best = old_element(best, place->region, place->v.point)->element;
    const Prim where = place_of_extreme(context_, parts, place->v.reductions);
    place->v.body = cast(prims_, where, place->v.dtype);
    return put(at.buffer, std::move(*place));
  }

  // A place as int64, over the point and what is reduced.
  Prim wide(Prim place, const PrimMap& values) {
    const PrimNode& n = prims_[place];
    if (n.kind == PrimKind::cast && prims_[n.lhs()].dtype == kInt64) place = n.lhs();
    return prims_[place].dtype == kInt64 ? with_values(place, values, {}) : Prim();
  }

  // The number that all elements of a value are.
  std::optional<int64_t> filled_with(const Old& old) const {
    const KernelValue& v = out_.list[prims_[old.element].c];
    if (v.param || !v.reductions.empty()) return std::nullopt;
    return prims_.constant(v.body);
  }

  // None if nobody has written it.
  std::optional<Old> old_element(const Assignment& a, const Region& region, const Point& point) {
    const DType dtype = in_.buffers[a.buffer].dtype;
    if (const Piece* piece = piece_of(a.buffer, region)) return Old{a.buffer, prims_.load(piece->value, dtype, point)};
    const std::optional<uint32_t> value = value_of(a.buffer);
    if (!value) return std::nullopt;
    Point index;
    for (size_t d = 0; d < point.size(); ++d) {
      const Region::Run& r = region.runs[d];
      index.push_back(math_.add(math_.mul(point[d], r.step), math_.constant(r.begin)));
    }
    return Old{a.buffer, prims_.load(*value, dtype, index)};
  }

  // For each point by itself.
  bool compute(const Assignment& a, const PrimMap& values, const std::optional<Old>& old, KernelValue& v) {
    v.body = with_values(a.value, values, old);
    if (!v.body) return false;
    if (!a.condition) return true;
    const Prim condition = with_values(a.condition, values, old);
    if (!condition) return false;
    if (prims_.is_constant(condition, 1)) return true;
    if (!old) return false;
    if (const std::optional<Prim> first = under_opposite(condition, old->element)) {
      v.body = prims_.node(PrimKind::select, v.dtype, prims_[condition].lhs(), *first, v.body);
      return true;
    }
    v.body = prims_.node(PrimKind::select, v.dtype, condition, v.body, old->element);
    return true;
  }

  // What an element is where the condition does not hold, if it was written there alone: an else goes on with its if.
  std::optional<Prim> under_opposite(Prim condition, Prim element) {
    const KernelValue& before = out_.list[prims_[element].c];
    const PrimNode choice = before.body ? prims_[before.body] : PrimNode();
    if (choice.kind != PrimKind::select || !before.reductions.empty()) return std::nullopt;
    PrimMap at;
    std::span<const Prim> index = prims_.call_args(element);
    for (size_t d = 0; d < index.size(); ++d) at[before.point[d]] = index[d];
    if (prims_[condition].kind != PrimKind::logical_not) return std::nullopt;
    if (replaced(prims_, math_, choice.lhs(), at) != prims_[condition].lhs()) return std::nullopt;
    return replaced(prims_, math_, choice.rhs(), at);
  }

  // The value with which each step combines what is there.
  struct Step {
    Combine combine = Combine::none;
    Prim with;
    OfNan nan = OfNan::keep;
  };
  std::optional<Step> step_of(Prim e, Prim self) {
    const PrimNode n = prims_[e];
    const bool is_float = n.dtype.is_float();
    auto mentions_self = [&](Prim p) { return mentions(p, self); };
    if (n.kind == PrimKind::add) return sum_step(e, self);
    if (n.kind == PrimKind::mul) {
      if (n.lhs() == self && !mentions_self(n.rhs())) return Step{Combine::product, n.rhs()};
      if (n.rhs() == self && !mentions_self(n.lhs())) return Step{Combine::product, n.lhs()};
      return std::nullopt;
    }
    if (n.kind == PrimKind::min || n.kind == PrimKind::max) {
      const Combine combine = n.kind == PrimKind::min ? Combine::min : Combine::max;
      if (n.lhs() == self && !mentions_self(n.rhs())) return Step{combine, n.rhs()};
      if (n.rhs() == self && !mentions_self(n.lhs())) return Step{combine, n.lhs()};
      return std::nullopt;
    }
    if (n.kind == PrimKind::select && (is_float || n.dtype.is_integral())) return extreme_step(n, self);
    return std::nullopt;
  }

  // a > b ? a : b, one of them self; with `or isnan(self)` where self is a.
  std::optional<Step> extreme_step(const PrimNode& n, Prim self) {
    const Prim if_true = n.rhs(), if_false = Prim(n.c);
    PrimNode test = prims_[n.lhs()];
    bool keeps = false;
    if (test.kind == PrimKind::select && prims_.is_constant(test.rhs(), 1) && if_true == self) {
      keeps = true;
      if (is_nan_of(Prim(test.c), self)) test = prims_[test.lhs()];
      else if (is_nan_of(test.lhs(), self)) test = prims_[Prim(test.c)];
    }
    const bool is_turned = test.lhs() == if_false && test.rhs() == if_true;
    if (!is_turned && (test.lhs() != if_true || test.rhs() != if_false)) return std::nullopt;
    if (test.kind != PrimKind::gt && test.kind != PrimKind::lt) return std::nullopt;
    const Combine combine = (test.kind == PrimKind::lt) == is_turned ? Combine::max : Combine::min;
    if (if_true == self && !mentions(if_false, self))
      return Step{combine, if_false, keeps ? OfNan::keep : OfNan::replace};
    if (if_false == self && !mentions(if_true, self)) return Step{combine, if_true, OfNan::skip};
    return std::nullopt;
  }

  bool is_nan_of(Prim e, Prim of) const {
    const PrimNode& n = prims_[e];
    if (n.kind != PrimKind::call || context_.text(n.name()) != "isnan") return false;
    const Prim arg = prims_.call_args(e)[0];
    const PrimNode& cast = prims_[arg];
    return arg == of || (cast.kind == PrimKind::cast && cast.dtype.is_any_float() && cast.lhs() == of);
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
    if (others.size() > 1 && prims_[root].dtype == kFloat16) return std::nullopt;  // each of them is rounded
    Prim sum = others[0];
    for (size_t i = 1; i < others.size(); ++i) sum = prims_.node(PrimKind::add, prims_[root].dtype, sum, others[i]);
    return Step{Combine::sum, sum};
  }

  bool reduce(const Assignment& a, std::vector<Axis> axes, const PrimMap& values, const Old& old, KernelValue& v) {
    const Prim self = prims_.load(a.buffer, v.dtype, a.index);
    // if x > self: self = x
    const bool compares = a.condition && mentions(a.condition, self);
    std::optional<Step> step =
        step_of(compares ? prims_.node(PrimKind::select, v.dtype, a.condition, a.value, self) : a.value, self);
    if (!step) return false;
    const bool adds = step->combine == Combine::sum || step->combine == Combine::product;
    const bool has_sums = v.dtype.is_float() || (v.dtype.is_integral() && !v.dtype.is_boolean());
    if (adds && !has_sums) return false;
    Prim body = with_values(step->with, values, old);
    if (!body) return false;
    const Prim condition = a.condition && !compares ? with_values(a.condition, values, old) : prims_.boolean(true);
    if (!condition) return false;
    if (!prims_.is_constant(condition, 1)) {
      // What is left out must not be noticed: it replaces a NaN, and a NaN that is kept has no equal.
      if (!adds && v.dtype.is_any_float() && step->nan != OfNan::skip) return false;
      const Prim nothing = adds ? number(prims_, step->combine == Combine::sum ? 0 : 1, v.dtype)
                                : extreme(prims_, v.dtype, step->combine == Combine::max);
      body = prims_.node(PrimKind::select, v.dtype, condition, body, nothing);
    }
    const Prim result = prims_.var(context_.name("sum"), v.dtype);
    v.reductions.push_back({step->combine, step->nan, std::move(axes), old.element, body, result});
    v.body = result;
    return true;
  }

  Context& context_;
  PrimStore& prims_;
  IndexMath& math_;
  Assignments in_;
  std::vector<std::vector<Access>> reads_;        // of each assignment
  std::vector<std::optional<uint32_t>> current_;  // the value of each buffer
  std::vector<std::vector<Piece>> pieces_;        // of each buffer, written since
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
