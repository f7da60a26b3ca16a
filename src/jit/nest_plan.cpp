// SPDX-License-Identifier: Apache-2.0
#include "nest_plan.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <string_view>
#include <unordered_set>

#include "hammock/prim/intrinsics.h"
#include "math.h"

namespace hammock::jit {

namespace {

using loop::Axis;
using loop::Combine;
using loop::Stage;

constexpr double kLatency = 12;       // of a step that waits for the one before
constexpr int64_t kPointWork = 8192;  // elements per point aimed at: some microseconds, and a strip of it fits L1
constexpr size_t kMostTurned = 2;     // squares, each of which takes as many registers as there are lanes
constexpr int kLongestTurned = 16;    // rows of a square
constexpr int64_t kMostBetween = 8;   // operations on what is turned, which are written out for each of the rows

struct Access {
  Prim load;  // none: a store
  Linear address;
  std::unordered_set<uint32_t> mixed;    // variables inside its other terms
  std::unordered_set<uint32_t> stepped;  // those that only move it by steps from neighbour to neighbour
};

// What the stages touch, and what else they need to know of the axes.
class Uses {
 public:
  Uses(const IndexAnalysis& analysis, const loop::LoweredKernel& kernel)
      : analysis_(analysis), prims_(analysis.context().prims), kernel_(kernel) {}

  void add(const Stage& stage) {
    walk(stage.body);
    if (stage.combine == Combine::none) {
      access({}, stage.out, stage.index);
      count(kernel_.buffers[stage.out].dtype);
    } else {
      walk(stage.init);
    }
  }

  const std::vector<Access>& accesses() const { return accesses_; }
  const Access& store() const { return *std::ranges::find(accesses_, Prim(), &Access::load); }  // there is one
  bool is_pinned(Prim var) const { return pinned_.count(var.index) != 0; }
  int64_t operations() const { return operations_; }
  int64_t widest() const { return widest_; }
  bool calls_libm() const { return calls_libm_; }

 private:
  void count(DType dtype) {
    widest_ = std::max<int64_t>(widest_, dtype.is_any_float() ? std::max<int64_t>(4, dtype.bytes()) : dtype.bytes());
  }

  void access(Prim load, uint32_t buffer, std::span<const Prim> index) {
    Access a{load, analysis_.address(kernel_.buffers[buffer], index), {}, {}};
    for (const auto& [term, c] : a.address.terms) {
      if (prims_[term].kind == PrimKind::var) continue;
      if (moves_by_steps(term, c)) {
        a.stepped.insert(prims_[term].lhs().index);
        pinned_.insert(prims_[term].lhs().index);
        continue;
      }
      std::vector<Prim> stack{term};
      std::unordered_set<uint32_t> seen;
      while (!stack.empty()) {
        Prim e = stack.back();
        stack.pop_back();
        if (!seen.insert(e.index).second) continue;
        if (prims_[e].kind == PrimKind::var) a.mixed.insert(e.index);
        prims_.operands(e, stack);
      }
      pinned_.insert(a.mixed.begin(), a.mixed.end());
      walk(term);
    }
    accesses_.push_back(std::move(a));
  }

  // A variable floordiv or floormod a power of two, see ExprEmitter: whatever the lanes are.
  bool moves_by_steps(Prim term, int64_t coefficient) const {
    const PrimNode& n = prims_[term];
    if ((n.kind != PrimKind::floordiv && n.kind != PrimKind::floormod) || prims_[n.lhs()].kind != PrimKind::var)
      return false;
    const int64_t by = prims_.constant(n.rhs()).value_or(0);
    return std::abs(coefficient) == 1 && by > 1 && std::has_single_bit(static_cast<uint64_t>(by));
  }

  void walk(Prim root) {
    std::vector<Prim> stack{root};
    while (!stack.empty()) {
      Prim e = stack.back();
      stack.pop_back();
      if (!e || !seen_.insert(e.index).second) continue;
      const PrimNode& n = prims_[e];
      if (n.kind == PrimKind::load) {
        count(kernel_.buffers[n.c].dtype);
        std::vector<Prim> index(prims_.call_args(e).begin(), prims_.call_args(e).end());
        access(e, n.c, index);
        continue;
      }
      if (n.kind == PrimKind::var) {
        pinned_.insert(e.index);
        continue;
      }
      if (n.dtype.is_any_float()) count(n.dtype);
      operations_ += cost(n);
      prims_.operands(e, stack);
    }
  }

  int64_t cost(const PrimNode& n) {
    if (n.kind == PrimKind::int_imm || n.kind == PrimKind::float_imm) return 0;
    if (n.kind == PrimKind::mod && n.dtype.is_any_float()) return cost_of_function(n.dtype, true);
    if (n.kind != PrimKind::call) return 1;
    const IntrinsicRow* called = find_intrinsic(analysis_.context().text(n.name()));
    if (called && (called->is_instruction() || called->scalar == ScalarFunction::bits)) return 3;
    if (called && called->intrinsic == Intrinsic::reinterpret) return 0;
    const bool is_ours =
        called && (called->scalar == ScalarFunction::polynomial || called->scalar == ScalarFunction::composed);
    const int64_t cost = cost_of_function(n.dtype, is_ours);
    return is_ours && is_computed_in_double(called->intrinsic) ? 3 * cost + 1 : cost;
  }

  int64_t cost_of_function(DType dtype, bool is_ours) {
    if (dtype == kFloat64 || !is_ours) calls_libm_ = true;
    return 16;
  }

  const IndexAnalysis& analysis_;
  const PrimStore& prims_;
  const loop::LoweredKernel& kernel_;
  std::vector<Access> accesses_;
  std::unordered_set<uint32_t> pinned_, seen_;
  int64_t operations_ = 0;
  int64_t widest_ = 1;
  bool calls_libm_ = false;
};

// Drops axes of extent 1 and merges neighbours (i, j) whose every address is c * (i * extent(j) + j) + ...
void simplify(std::vector<Axis>& axes, const Uses& uses, std::vector<Prim>& zeros) {
  std::vector<Axis> out;
  for (const Axis& axis : axes) {
    if (axis.extent == 1) {
      zeros.push_back(axis.var);
      continue;
    }
    if (!out.empty()) {
      Axis& before = out.back();
      // before.var may stand for several axes already: its own coefficient is that of the fastest of them.
      bool fits = !uses.is_pinned(before.var) && !uses.is_pinned(axis.var);
      for (const Access& a : uses.accesses()) {
        fits = fits && a.address.coefficient(before.var) == axis.extent * a.address.coefficient(axis.var);
      }
      if (fits) {
        zeros.push_back(before.var);
        before = {axis.var, before.extent * axis.extent};
        continue;
      }
    }
    out.push_back(axis);
  }
  axes = std::move(out);
}

int64_t product(const std::vector<Axis>& axes) {
  int64_t n = 1;
  for (const Axis& a : axes) n *= a.extent;
  return n;
}

int lanes_for(const Uses& uses, const Host& host) {
  return static_cast<int>(std::clamp<int64_t>(host.vector_bytes / uses.widest(), 2, 64));
}

// Cost of the accesses of one vector of points along `axis`, per lane; `others`: of a store, its axes, along one of
// which what is contiguous can be loaded and turned.
double lane_cost(const Uses& uses, const Axis& axis, int lanes, bool is_woven = false,
                 std::span<const Axis> others = {}) {
  double cost = 0.25 * static_cast<double>(uses.operations());
  for (const Access& a : uses.accesses()) {
    int64_t stride = a.address.coefficient(axis.var);
    bool mixed = a.mixed.count(axis.var.index) != 0;
    const bool stepped = a.stepped.count(axis.var.index) != 0;
    const bool shuffles = is_shuffled(stride) && (a.load || is_woven);
    const bool turns = a.load && uses.operations() <= kMostBetween &&
                       std::ranges::any_of(others, [&](const Axis& o) { return a.address.coefficient(o.var) == 1; });
    const double strided = shuffles ? 1 + static_cast<double>(std::abs(stride)) : turns ? 2 : 0.6 * lanes;
    cost += mixed ? 0.8 * lanes : stepped ? 2 : stride == 0 ? 0.25 : stride == 1 ? 1 : strided;
  }
  int64_t vectors = (axis.extent + lanes - 1) / lanes;
  return cost * static_cast<double>(vectors) / static_cast<double>(axis.extent);
}

// Of one point, one at a time.
double scalar_cost(const Uses& uses) {
  return 0.25 * static_cast<double>(uses.operations()) + static_cast<double>(uses.accesses().size());
}

// A store of two to four elements side by side for each step of another axis.
struct Weave {
  size_t lane, inside;
};

std::optional<Weave> find_weave(const std::vector<Axis>& axes, const Uses& uses, int lanes) {
  const Access& store = uses.store();
  if (!store.mixed.empty() || !store.stepped.empty()) return std::nullopt;
  for (size_t inside = 0; inside < axes.size(); ++inside) {
    const int64_t count = axes[inside].extent;
    if (count < 2 || !is_shuffled(count) || store.address.coefficient(axes[inside].var) != 1) continue;
    for (size_t lane = 0; lane < axes.size(); ++lane) {
      if (axes[lane].extent >= lanes && store.address.coefficient(axes[lane].var) == count) return Weave{lane, inside};
    }
  }
  return std::nullopt;
}

// The cheapest axis for the lanes; none if scalars are as good.
std::optional<size_t> best_axis(const std::vector<Axis>& axes, const Uses& uses, int lanes, double& cost,
                                std::optional<Weave> weave = std::nullopt, bool is_store = false) {
  std::optional<size_t> best;
  cost = scalar_cost(uses);
  for (size_t i = axes.size(); i-- > 0;) {
    const std::span<const Axis> others = is_store ? std::span(axes) : std::span<const Axis>();
    double c = lane_cost(uses, axes[i], lanes, weave && weave->lane == i, others);
    if (c < cost) {
      cost = c;
      best = i;
    }
  }
  return best;
}

int unroll_for(const Uses& uses, const Host& host, int64_t extent, int lanes, bool reduces) {
  if (uses.calls_libm()) return 1;
  int wanted = uses.operations() > 48 ? 1 : uses.operations() > 16 ? 2 : reduces ? 4 : 2;
  while (wanted > 1 &&
         (lanes * wanted > 64 || extent < lanes * wanted || (!host.has_masks && extent % (lanes * wanted) != 0)))
    wanted /= 2;
  return wanted;
}

void finish(Part& part) { part.points = product(part.outer) * part.strips(); }

// The loads that a transposition finds contiguous along one axis and far apart along that of the lanes.
std::vector<Prim> turned_loads(const Uses& uses, const Axis& lane, const Axis& contiguous,
                               const IndexAnalysis& analysis, const loop::LoweredKernel& kernel) {
  const PrimStore& prims = analysis.context().prims;
  std::vector<Prim> out;
  if (uses.operations() > kMostBetween) return out;
  for (const Access& a : uses.accesses()) {
    if (!a.load || out.size() == kMostTurned || a.address.coefficient(contiguous.var) != 1) continue;
    const auto moves_other = [&](const Axis& axis) {
      return a.mixed.contains(axis.var.index) || a.stepped.contains(axis.var.index);
    };
    const bool is_even =
        !moves_other(lane) && !moves_other(contiguous) && !is_shuffled(a.address.coefficient(lane.var));
    if (is_even && analysis.inside(kernel.buffers[prims[a.load].c], prims.call_args(a.load))) out.push_back(a.load);
  }
  return out;
}

// How many elements of each row of the result are written together: a line, and several of rows that fall on the same
// few lines of L1.
int64_t width_of_turned(const Stage& stage, const Uses& uses, const Axis& contiguous,
                        const loop::LoweredKernel& kernel) {
  constexpr int64_t kLine = 64, kRepeat = 4096;  // bytes
  const int64_t bytes = kernel.buffers[stage.out].dtype.bytes(),
                apart = std::gcd(uses.store().address.coefficient(contiguous.var) * bytes, kRepeat);
  return kLine / bytes * (apart >= kRepeat / 2 ? 4 : apart >= kRepeat / 4 ? 2 : 1);
}

// A store without reductions: all its axes may be divided.
Part plan_store(const Stage& stage, std::vector<Axis> axes, const IndexAnalysis& analysis,
                const loop::LoweredKernel& kernel, const Host& host) {
  Uses uses(analysis, kernel);
  uses.add(stage);
  Part part;
  Sweep sweep{&stage, {}, false, {}};
  simplify(axes, uses, part.zeros);
  int lanes = lanes_for(uses, host);
  double cost = 0;
  const std::optional<Weave> weave = uses.operations() <= kMostBetween ? find_weave(axes, uses, lanes) : std::nullopt;
  if (std::optional<size_t> lane = best_axis(axes, uses, lanes, cost, weave, true)) {
    Axis axis = axes[*lane];
    if (weave && weave->lane == *lane) part.woven = axes[weave->inside];
    axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(*lane));
    axes.push_back(axis);
    if (part.woven) std::erase_if(axes, [&](const Axis& a) { return a.var == part.woven->var; });
    part.lanes = lanes;
    part.unroll = unroll_for(uses, host, axis.extent, lanes, false);
    sweep.has_lanes = true;
    // A transposition: the axis along which something else is contiguous goes inside the lanes, where it
    // finds the cache lines that the lanes have fetched.
    for (const Access& a : uses.accesses()) {
      if (part.woven || std::abs(a.address.coefficient(axis.var)) <= 1) continue;
      for (size_t i = 0; i + 1 < axes.size() && !part.lanes_outside; ++i) {
        if (a.address.coefficient(axes[i].var) != 1) continue;
        std::rotate(axes.begin() + static_cast<std::ptrdiff_t>(i), axes.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                    axes.end());
        part.lanes_outside = true;  // ..., lane axis, contiguous axis
      }
    }
  }
  int64_t inner = part.woven ? part.woven->extent : 1;
  if (part.woven) part.unroll = 1;
  if (part.lanes_outside) {
    part.unroll = 1;
    sweep.has_lanes = false;
    sweep.axes = {axes.back()};
    axes.pop_back();
    part.stripped = axes.back();
    axes.pop_back();
    part.turned = turned_loads(uses, *part.stripped, sweep.axes[0], analysis, kernel);
    if (!part.turned.empty()) part.lanes = std::min(part.lanes, kLongestTurned);
    inner = sweep.axes[0].extent;
    int64_t width = kPointWork / inner;
    if (!part.turned.empty()) width = std::max(width, width_of_turned(stage, uses, sweep.axes[0], kernel));
    part.strip = part.lanes * std::max<int64_t>(1, width / part.lanes);
    part.strip = std::min(part.strip, (part.stripped->extent + part.lanes - 1) / part.lanes * part.lanes);
    inner *= std::min(part.strip, part.stripped->extent);
  } else if (sweep.has_lanes && axes.back().extent > 2 * kPointWork) {
    part.stripped = axes.back();
    axes.pop_back();
    part.strip = kPointWork;
    inner = kPointWork;
  } else {
    while (!axes.empty() && (inner * axes.back().extent <= kPointWork || (sweep.axes.empty() && sweep.has_lanes))) {
      sweep.axes.insert(sweep.axes.begin(), axes.back());
      inner *= axes.back().extent;
      axes.pop_back();
    }
  }
  part.outer = std::move(axes);
  part.sweeps.push_back(std::move(sweep));
  part.work = inner * (2 + uses.operations() / 4);
  finish(part);
  return part;
}

// Whether each step is rounded so much that the order shows.
bool is_ordered(const Stage& stage, const PrimStore& prims) {
  const bool adds = stage.combine == Combine::sum || stage.combine == Combine::product;
  return adds && prims[stage.body].dtype.is_narrow_float();
}

bool is_made_of(const PrimStore& prims, Prim whole, Prim part) {
  std::unordered_set<Prim> seen;
  for (std::vector<Prim> stack{whole}; !stack.empty();) {
    const Prim e = stack.back();
    stack.pop_back();
    if (e == part) return true;
    if (seen.insert(e).second) prims.operands(e, stack);
  }
  return false;
}

// softmax: exp(x - max) is summed up, then divided by the sum.
void keep_elements(Part& part, const PrimStore& prims) {
  for (size_t i = 1; i < part.sweeps.size(); ++i) {
    Sweep &sum = part.sweeps[i - 1], &next = part.sweeps[i];
    const Prim element = sum.stage->body;
    const bool is_call = prims[element].kind == PrimKind::call && prims[element].dtype == kFloat32;
    const bool has_rows = sum.has_lanes && next.has_lanes && sum.axes.size() == 1 && next.axes.size() == 1 &&
                          sum.axes[0].var == next.axes[0].var && sum.axes[0].extent <= kLongestKept;
    if (sum.stage->combine != Combine::sum || next.stage->combine != Combine::none || !is_call || !has_rows) continue;
    if (is_made_of(prims, next.stage->body, element)) sum.keeps = next.kept = element;
  }
}

Part plan_stages(const loop::Nest& nest, const IndexAnalysis& analysis, const loop::LoweredKernel& kernel,
                 const Host& host) {
  Part part;
  Uses all(analysis, kernel);
  for (const Stage& s : nest.stages) all.add(s);
  part.outer = nest.outer;
  simplify(part.outer, all, part.zeros);
  part.lanes = lanes_for(all, host);
  int longest = 0;  // the stage that costs most
  int64_t longest_size = 0;
  double inside = 0;
  std::vector<double> outside(part.outer.size(), 0);
  for (const Stage& s : nest.stages) {
    Uses uses(analysis, kernel);
    uses.add(s);
    Sweep sweep{&s, s.axes, false, {}};
    simplify(sweep.axes, uses, sweep.zeros);
    int64_t size = product(sweep.axes);
    double cost = 0;
    const std::optional<size_t> lane = best_axis(sweep.axes, uses, part.lanes, cost);
    if (is_ordered(s, analysis.context().prims)) {
      cost = scalar_cost(uses) + kLatency;
    } else if (lane) {
      std::rotate(sweep.axes.begin() + static_cast<std::ptrdiff_t>(*lane),
                  sweep.axes.begin() + static_cast<std::ptrdiff_t>(*lane) + 1, sweep.axes.end());
      sweep.has_lanes = true;
    }
    bool reduces = s.combine != Combine::none;
    inside += cost * static_cast<double>(size) + (reduces && sweep.has_lanes ? 12 : 2);
    for (size_t i = 0; i < outside.size(); ++i) {
      outside[i] += lane_cost(uses, part.outer[i], part.lanes) * static_cast<double>(size) + 2.0 / part.lanes;
    }
    part.work += size * (2 + uses.operations() / 4);
    if (size >= longest_size) {
      longest_size = size;
      longest = static_cast<int>(part.sweeps.size());
    }
    part.sweeps.push_back(std::move(sweep));
  }
  auto best = std::min_element(outside.begin(), outside.end());
  if (best != outside.end() && *best < inside) {
    auto lane = part.outer.begin() + (best - outside.begin());
    part.stripped = *lane;
    part.outer.erase(lane);
    part.lanes_outside = true;
    part.unroll = unroll_for(all, host, part.stripped->extent, part.lanes, true);
    part.strip = part.lanes * part.unroll;
    for (Sweep& s : part.sweeps) {
      s.has_lanes = false;
      if (s.stage->nan != loop::OfNan::keep) s.axes = s.stage->axes;  // in the order that the stage says
    }
    part.work *= part.strip;
  } else if (part.sweeps[static_cast<size_t>(longest)].has_lanes) {
    const Sweep& sweep = part.sweeps[static_cast<size_t>(longest)];
    Uses uses(analysis, kernel);
    uses.add(*sweep.stage);
    // Products have much to compile, and wait for memory with less.
    const bool is_product = sweep.stage->combine == Combine::product;
    part.unroll = unroll_for(uses, host, sweep.axes.back().extent, part.lanes, !is_product);
  }
  if (!part.lanes_outside) keep_elements(part, analysis.context().prims);
  finish(part);
  return part;
}

}  // namespace

std::vector<Part> plan_nest(const IndexAnalysis& analysis, const loop::LoweredKernel& kernel, const loop::Nest& nest,
                            const Host& host) {
  std::vector<Part> parts;
  bool stores_only =
      std::all_of(nest.stages.begin(), nest.stages.end(), [](const Stage& s) { return s.combine == Combine::none; });
  if (stores_only && (nest.outer.empty() || nest.stages.size() == 1)) {
    for (const Stage& s : nest.stages) {
      std::vector<Axis> axes = nest.outer;
      axes.insert(axes.end(), s.axes.begin(), s.axes.end());
      parts.push_back(plan_store(s, std::move(axes), analysis, kernel, host));
    }
  } else {
    parts.push_back(plan_stages(nest, analysis, kernel, host));
  }
  return parts;
}

}  // namespace hammock::jit
