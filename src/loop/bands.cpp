// SPDX-License-Identifier: Apache-2.0
// A group begins with the life of one large memory, from the step that makes it to the last that reads it, and grows by
// the lives of others that reach into it.
#include "hammock/loop/bands.h"

#include <algorithm>
#include <optional>
#include <set>

#include "lowerer.h"
#include "statements.h"
#include "translation.h"

namespace hammock::loop {
namespace {

constexpr uint32_t kMostSteps = 16;  // of a group
constexpr int kMostCuts = 4;         // of the points of a group, besides those that its kernels show
constexpr int64_t kSmallest = 64;    // parts of what is least for a group: to begin its kernels would take longer
constexpr int64_t kAlignment = 64;

// The axes, outermost first, that a kernel's work may be divided by.
std::vector<Axis>* lead_axes(LoweredKernel& kernel) {
  if (auto* c = std::get_if<Contraction>(&kernel.body)) return c->rhs_element ? nullptr : &c->batch;
  auto* nest = std::get_if<Nest>(&kernel.body);
  if (nest == nullptr) return nullptr;
  if (!nest->outer.empty()) return &nest->outer;
  const bool is_store = nest->stages.size() == 1 && nest->stages[0].combine == Combine::none;
  return is_store ? &nest->stages[0].axes : nullptr;
}
const std::vector<Axis>* lead_axes(const LoweredKernel& kernel) {
  return lead_axes(const_cast<LoweredKernel&>(kernel));
}

// The products of the first axes: how many points there are at each depth.
std::vector<int64_t> counts(const LoweredKernel& kernel) {
  std::vector<int64_t> out;
  const std::vector<Axis>* axes = lead_axes(kernel);
  if (axes == nullptr) return out;
  int64_t count = 1;
  for (const Axis& a : *axes) {
    if (a.extent == 1) continue;
    if (a.extent < 1 || __builtin_mul_overflow(count, a.extent, &count)) break;
    out.push_back(count);
  }
  return out;
}

// Can the outermost `bands` points of such a kernel be told apart?
bool divides(const std::vector<int64_t>& counts, int64_t bands) {
  int64_t before = 1;
  for (int64_t count : counts) {
    if (count >= bands) return count % bands == 0 && bands % before == 0;
    before = count;
  }
  return false;
}

// The kernel of one band.
class BandKernel {
 public:
  // `bands`: a variable for each of the extents.
  BandKernel(Context& context, const LoweredKernel& whole, const std::vector<int64_t>& extents,
             const std::vector<Prim>& bands)
      : kernel(whole),
        uses(whole.buffers.size()),
        prims_(context.prims),
        math_(prims_),
        extents_(extents),
        bands_(bands) {}

  struct Use {
    std::optional<std::vector<int64_t>> strides;  // in elements; none: it is not used
    Interval reach{0, 0};                         // of the first band, in elements from the pointer
  };
  LoweredKernel kernel;
  std::vector<Use> uses;                               // by buffer
  std::optional<std::pair<size_t, int64_t>> would_do;  // if that extent were divided into parts of so many

  bool make() {
    if (!map_axes()) return false;
    if (auto* c = std::get_if<Contraction>(&kernel.body)) make(*c);
    else make(std::get<Nest>(kernel.body));
    return is_even_;
  }

 private:
  bool map_axes() {
    for (size_t i = 0; i < bands_.size(); ++i) {
      math_.set_extent(bands_[i], extents_[i]);
      first_[bands_[i]] = math_.constant(0);
    }
    std::vector<Axis>& axes = *lead_axes(kernel);
    size_t next = 0;
    for (size_t a = 0; next < extents_.size(); ++a) {
      Axis& axis = axes[a];
      int64_t taken = 1;
      Prim number = math_.constant(0);
      const size_t begin = next;
      for (; next < extents_.size() && taken < axis.extent && axis.extent % (taken * extents_[next]) == 0; ++next) {
        number = math_.add(math_.mul(number, extents_[next]), bands_[next]);
        taken *= extents_[next];
      }
      const bool is_last = next == extents_.size();
      if (taken != axis.extent && !is_last) return false;
      const int64_t left = axis.extent / taken;
      number = math_.mul(number, left);
      if (taken > 1) shares_.push_back({a, left, begin, next});
      axis.extent = left;
      if (left > 1) number = math_.add(number, axis.var);
      of_axis_[axis.var] = number;
    }
    for (const Axis& axis : axes) {
      if (axis.extent == 1) of_axis_.emplace(axis.var, math_.constant(0));
    }
    auto know = [&](const std::vector<Axis>& some) {
      for (const Axis& axis : some) math_.set_extent(axis.var, axis.extent);
    };
    if (const auto* c = std::get_if<Contraction>(&kernel.body)) {
      know(c->batch);
      know({c->m, c->n});
    } else {
      const Nest& nest = std::get<Nest>(kernel.body);
      know(nest.outer);
      for (const Stage& s : nest.stages) know(s.axes);
    }
    return true;
  }

  bool is_band(Prim e) const { return std::ranges::find(bands_, e) != bands_.end(); }

  void make(Contraction& c) {
    const Window& w = c.window;
    const int64_t along_k = w.is_plain ? (c.k - 1) * c.lhs.col_stride
                                       : (w.channels - 1) * c.lhs.channel_stride + (w.taps() - 1) * c.lhs.col_stride;
    factor(c, c.lhs, (c.m.extent - 1) * c.lhs.row_stride, along_k);
    if (w.is_plain) factor(c, c.rhs, (c.k - 1) * c.rhs.row_stride, (c.n.extent - 1) * c.rhs.col_stride);
    else
      factor(c, c.rhs,
             (w.channels - 1) * w.channel_stride + (w.depth - 1) * w.slice_stride + (w.height - 1) * w.row_stride,
             (w.width - 1) * w.col_stride);
    change(c.epilogue);
    store(c.out, c.index);
    std::erase_if(c.batch, [](const Axis& a) { return a.extent == 1; });
  }

  // A factor's matrix has its last element at the sum of `rows` and `columns`.
  void factor(const Contraction& c, Factor& f, int64_t rows, int64_t columns) {
    std::vector<int64_t> strides(extents_.size(), 0);
    Interval reach = Interval{std::min<int64_t>(rows, 0), std::max<int64_t>(rows, 0)} +
                     Interval{std::min<int64_t>(columns, 0), std::max<int64_t>(columns, 0)};
    std::vector<int64_t> left;
    for (const Share& s : shares_) {
      int64_t stride = f.batch_strides[s.axis] * s.left;
      for (size_t i = s.end; i-- > s.begin; stride *= extents_[i]) strides[i] = stride;
    }
    for (size_t a = 0; a < c.batch.size(); ++a) {
      if (c.batch[a].extent == 1) continue;
      left.push_back(f.batch_strides[a]);
      reach = reach + Interval{0, c.batch[a].extent - 1} * f.batch_strides[a];
    }
    f.batch_strides = std::move(left);
    const bool moves = std::ranges::any_of(strides, [](int64_t s) { return s != 0; });
    if (f.is_weight && moves) is_even_ = false;  // it is packed as a whole
    use(f.buffer, strides, reach);
  }

  void make(Nest& nest) {
    for (Stage& s : nest.stages) {
      change(s.body);
      if (s.combine == Combine::none) store(s.out, s.index);
      else change(s.init);
    }
    std::vector<Axis>& axes = *lead_axes(kernel);
    std::erase_if(axes, [](const Axis& a) { return a.extent == 1; });
  }

  // ---- expressions

  Prim in_bands(Prim e) { return replaced(prims_, math_, e, of_axis_); }
  Prim of_first(Prim e) { return replaced(prims_, math_, e, first_); }

  // Nothing but addresses may know the band.
  void change(Prim& root) {
    const Prim e = in_bands(root);
    std::vector<Prim> open{e};
    std::set<uint32_t> seen;
    while (!open.empty() && is_even_) {
      const Prim part = open.back();
      open.pop_back();
      if (!seen.insert(part.index).second) continue;
      if (is_band(part)) is_even_ = false;
      if (prims_[part].kind == PrimKind::load) access(prims_[part].c, prims_.call_args(part));
      else prims_.operands(part, open);
    }
    if (is_even_) root = of_first(e);
  }

  void store(uint32_t buffer, std::vector<Prim>& index) {
    for (Prim& i : index) i = in_bands(i);
    access(buffer, index);
    for (Prim& i : index) i = of_first(i);
  }

  // What is read for the index is read, too: by every band at the same place, since no part of it may know the band.
  void access(uint32_t buffer, std::span<const Prim> index) {
    std::vector<Prim> loads;
    access(buffer, index, loads);
    std::set<uint32_t> seen;
    while (!loads.empty() && is_even_) {
      const Prim load = loads.back();
      loads.pop_back();
      if (seen.insert(load.index).second) access(prims_[load].c, prims_.call_args(load), loads);
    }
  }

  // `loads`: those of the index are added.
  void access(uint32_t buffer, std::span<const Prim> index, std::vector<Prim>& loads) {
    Linear address;
    for (size_t d = 0; d < index.size(); ++d)
      address.add(linear_form(prims_, index[d]), kernel.buffers[buffer].strides[d]);
    std::vector<int64_t> strides(extents_.size(), 0);
    Linear rest;
    rest.constant = address.constant;
    for (const auto& [term, coefficient] : address.terms) {
      const auto band = std::ranges::find(bands_, term);
      if (band != bands_.end()) {
        strides[static_cast<size_t>(band - bands_.begin())] = coefficient;
        continue;
      }
      rest.add(term, coefficient);
      for (Prim part : parts_of(prims_, term)) {
        if (is_band(part)) is_even_ = false;
        if (prims_[part].kind == PrimKind::load) loads.push_back(part);
      }
      if (!is_even_) return note(term);
    }
    use(buffer, strides, math_.range(rest).value_or(Interval()));
  }

  // A quotient or remainder of a band's number would be none if there were two numbers.
  void note(Prim term) {
    const PrimNode& n = prims_[term];
    if (n.kind != PrimKind::floordiv && n.kind != PrimKind::floormod) return;
    const auto band = std::ranges::find(bands_, n.lhs());
    const std::optional<int64_t> by = prims_.constant(n.rhs());
    if (band == bands_.end() || !by) return;
    const auto at = static_cast<size_t>(band - bands_.begin());
    if (*by > 1 && *by < extents_[at] && extents_[at] % *by == 0) would_do = {at, *by};
  }

  void use(uint32_t buffer, const std::vector<int64_t>& strides, Interval reach) {
    Use& u = uses[buffer];
    if (u.strides && *u.strides != strides) is_even_ = false;
    u.reach = u.strides ? Interval{std::min(u.reach.low, reach.low), std::max(u.reach.high, reach.high)} : reach;
    u.strides = strides;
  }

  // The extents [begin, end) of the group are of this axis; `left` of its points are in each band.
  struct Share {
    size_t axis;
    int64_t left;
    size_t begin, end;
  };

  PrimStore& prims_;
  IndexMath math_;
  const std::vector<int64_t>& extents_;
  const std::vector<Prim>& bands_;
  PrimMap of_axis_, first_;
  std::vector<Share> shares_;
  bool is_even_ = true;
};

class Maker {
 public:
  Maker(Context& context, const Program& program, const BandLimits& limits)
      : context_(context), program_(program), limits_(limits), lives_(program.memories.size()) {}

  std::vector<BandGroup> run() {
    for (uint32_t s = 0; s < program_.steps.size(); ++s) {
      for (const Argument& a : program_.steps[s].args) {
        Life& l = lives_[a.memory];
        l.first = std::min(l.first, s);
        l.last = s;
      }
    }
    std::vector<uint32_t> seeds;
    for (uint32_t m = 0; m < lives_.size(); ++m) {
      const Memory& memory = program_.memories[m];
      if (memory.storage == Storage::arena && memory.bytes >= limits_.least && lives_[m].last > lives_[m].first)
        seeds.push_back(m);
    }
    std::ranges::stable_sort(seeds, std::ranges::greater(), [&](uint32_t m) { return program_.memories[m].bytes; });
    std::vector<BandGroup> out;
    is_taken_.resize(program_.steps.size());
    for (uint32_t m : seeds) {
      if (!is_free(lives_[m])) continue;
      std::optional<BandGroup> group = make(lives_[m]);
      if (!group) continue;
      out.push_back(grown(std::move(*group)));
      for (uint32_t s = out.back().first; s <= out.back().last(); ++s) is_taken_[s] = true;
    }
    std::ranges::sort(out, {}, &BandGroup::first);
    return out;
  }

 private:
  struct Life {
    uint32_t first = UINT32_MAX, last = 0;
  };

  bool is_free(Life range) const {
    return range.last - range.first < kMostSteps &&
           std::find(is_taken_.begin() + range.first, is_taken_.begin() + range.last + 1, true) ==
               is_taken_.begin() + range.last + 1;
  }

  // By the lives of memories that the group makes or reads, the nearest first.
  BandGroup grown(BandGroup group) {
    std::set<std::pair<uint32_t, uint32_t>> tried;
    for (bool grows = true; grows;) {
      grows = false;
      std::vector<Life> further;
      for (uint32_t s = group.first; s <= group.last(); ++s) {
        for (const Argument& a : program_.steps[s].args) {
          const Life l{std::min(lives_[a.memory].first, group.first), std::max(lives_[a.memory].last, group.last())};
          const bool is_new = l.first < group.first || l.last > group.last();
          if (program_.memories[a.memory].storage == Storage::arena && is_new && is_free(l)) further.push_back(l);
        }
      }
      std::ranges::stable_sort(further, {}, [](const Life& l) { return l.last - l.first; });
      for (const Life& l : further) {
        if (!tried.insert({l.first, l.last}).second) continue;
        std::optional<BandGroup> larger = make(l);
        if (!larger) continue;
        group = std::move(*larger);
        grows = true;
        break;
      }
    }
    return group;
  }

  std::optional<BandGroup> make(Life range) {
    std::set<int64_t> choices;
    std::vector<std::vector<int64_t>> depths;
    for (uint32_t s = range.first; s <= range.last; ++s) {
      const Step& step = program_.steps[s];
      if (step.check || step.is_constant || step.is_preparation) return std::nullopt;
      depths.push_back(counts(step.kernel));
      choices.insert(depths.back().begin(), depths.back().end());
    }
    for (int64_t bands : choices) {
      const bool fits = std::ranges::all_of(depths, [&](const auto& d) { return divides(d, bands); });
      if (bands < limits_.bands || !fits || !has_room(range, bands)) continue;
      std::set<int64_t> cuts{1, bands};
      for (const auto& d : depths) {
        for (int64_t count : d) {
          if (count < bands) cuts.insert(count);
        }
      }
      for (int i = 0; i <= kMostCuts; ++i) {
        std::vector<int64_t> extents;
        bool is_chain = true;
        for (auto at = std::next(cuts.begin()); at != cuts.end(); ++at) {
          is_chain = is_chain && *at % *std::prev(at) == 0;
          extents.push_back(*at / *std::prev(at));
        }
        std::optional<std::pair<size_t, int64_t>> would_do;
        if (!is_chain) break;
        if (std::optional<BandGroup> group = make(range, extents, would_do)) return group;
        if (!would_do) break;
        cuts.insert(*std::next(cuts.begin(), static_cast<std::ptrdiff_t>(would_do->first)) *
                    (extents[would_do->first] / would_do->second));
      }
    }
    return std::nullopt;
  }

  bool is_own(uint32_t memory, Life range) const {
    return program_.memories[memory].storage == Storage::arena && lives_[memory].first >= range.first &&
           lives_[memory].last <= range.last;
  }
  static int64_t aligned(int64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

  bool has_room(Life range, int64_t bands) const {
    std::set<uint32_t> own;
    int64_t bytes = 0;
    for (uint32_t s = range.first; s <= range.last; ++s) {
      for (const Argument& a : program_.steps[s].args) {
        if (!is_own(a.memory, range) || !own.insert(a.memory).second) continue;
        if (program_.memories[a.memory].bytes % bands != 0) return false;
        bytes += aligned(program_.memories[a.memory].bytes / bands);
      }
    }
    return bytes >= limits_.least / kSmallest && bytes <= limits_.most;
  }

  std::optional<BandGroup> make(Life range, const std::vector<int64_t>& extents,
                                std::optional<std::pair<size_t, int64_t>>& would_do) {
    std::vector<Prim> bands;
    for (size_t i = 0; i < extents.size(); ++i)
      bands.push_back(context_.prims.var(context_.name("band" + std::to_string(i))));
    std::set<uint32_t> written;
    std::map<uint32_t, int> users;
    for (uint32_t s = range.first; s <= range.last; ++s) {
      const Step& step = program_.steps[s];
      std::set<uint32_t> used;
      for (size_t b = 0; b < step.args.size(); ++b) {
        if (step.kernel.buffers[b].is_output) written.insert(step.args[b].memory);
        used.insert(step.args[b].memory);
      }
      for (uint32_t m : used) ++users[m];
    }
    BandGroup group;
    group.first = range.first;
    group.extents = extents;
    std::map<uint32_t, int64_t> own;
    for (uint32_t s = range.first; s <= range.last; ++s) {
      const Step& step = program_.steps[s];
      BandKernel made(context_, step.kernel, extents, bands);
      if (!made.make()) {
        would_do = made.would_do;
        return std::nullopt;
      }
      BandStep out;
      for (size_t b = 0; b < step.args.size(); ++b) {
        const uint32_t m = step.args[b].memory;
        const BandKernel::Use& use = made.uses[b];
        BandArgument argument{m, step.args[b].offset, use.strides.value_or(std::vector<int64_t>(extents.size(), 0))};
        for (int64_t& stride : argument.strides) stride *= step.kernel.buffers[b].dtype.bytes();
        const bool is_shared = written.contains(m) && (users[m] > 1 || is_own(m, range));
        if (is_shared && use.strides && !keeps_to_band(argument, use.reach, step.kernel.buffers[b].dtype, extents))
          return std::nullopt;
        if (is_own(m, range)) {
          argument.strides.clear();
          own.emplace(m, program_.memories[m].bytes / group.bands());
        }
        out.args.push_back(std::move(argument));
      }
      out.kernel = std::move(made.kernel);
      group.steps.push_back(std::move(out));
    }
    for (const auto& [memory, bytes] : own) {
      group.own.push_back({memory, group.own_bytes, bytes});
      group.own_bytes += aligned(bytes);
    }
    return group;
  }

  // Does the argument stay in the part of its memory that is the band's, if all of it is divided into equal parts?
  bool keeps_to_band(const BandArgument& argument, Interval reach, DType dtype,
                     const std::vector<int64_t>& extents) const {
    int64_t part = program_.memories[argument.memory].bytes;
    for (size_t i = 0; i < extents.size(); ++i) {
      if (part % extents[i] != 0) return false;
      part /= extents[i];
      if (argument.strides[i] != part) return false;
    }
    const Interval bytes = reach * dtype.bytes() + Interval{argument.offset, argument.offset};
    return bytes.within(0, part - dtype.bytes());
  }

  Context& context_;
  const Program& program_;
  const BandLimits& limits_;
  std::vector<Life> lives_;
  std::vector<bool> is_taken_;  // steps that are in a group
};

}  // namespace

std::vector<BandGroup> make_bands(Context& context, Program& program, const BandLimits& limits) {
  std::vector<BandGroup> groups = Maker(context, program, limits).run();
  if (!groups.empty()) plan_memory(program, groups);
  return groups;
}

}  // namespace hammock::loop
