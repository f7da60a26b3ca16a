// SPDX-License-Identifier: Apache-2.0
// The values of a kernel as items of a graph, which the Lowerer makes kernels of.
//
//   a copy in another order           a view
//   reductions, and what is made of   one swept item: softmax is a maximum, a sum and an element for each row
//   them for the same rows
//   sums of products                  products
//   everything else                   elements
#include "hammock/loop/recognise.h"

#include <algorithm>
#include <set>

#include "lowerer.h"
#include "products.h"
#include "translation.h"

namespace hammock::loop {
namespace {

constexpr size_t kMaxSwept = 2000;                 // nodes of the expressions of a swept item
constexpr int64_t kFewRows = 8, kLongRow = 16384;  // rows that are better stored by all threads

class GraphOfValues {
 public:
  GraphOfValues(Context& context, IndexMath& math, KernelValues values)
      : context_(context), prims_(context.prims), math_(math), values_(std::move(values)) {}

  Graph run() {
    inline_constants();
    find_live();
    const size_t count = values_.list.size();
    products_.resize(count);
    for (uint32_t v = 0; v < count; ++v) {
      if (is_live_[v]) products_[v] = find_product(context_, math_, values_, v);
      if (is_live_[v] && !products_[v]) turn_factors(v);
    }
    find_live();
    find_sweeps(static_cast<uint32_t>(count));
    items_.resize(values_.list.size());
    for (uint32_t v = 0; v < count; ++v) {
      if (is_live_[v] && !is_absorbed_[v]) add(v);
    }
    for (auto [param, v] : values_.results) graph_.results.push_back(items_[v]);
    graph_.result_info = context_.infos.void_();
    return std::move(graph_);
  }

 private:
  KernelValue& value(uint32_t v) { return values_.list[v]; }
  bool is_input(uint32_t v) const { return values_.list[v].param.has_value(); }

  // What a value reads; a product only its factors and its start.
  std::vector<uint32_t> reads(uint32_t v) const {
    if (v < products_.size() && products_[v]) {
      std::vector<uint32_t> out{products_[v]->lhs.value, products_[v]->rhs.value};
      if (products_[v]->init) {
        for (uint32_t r : values_read(prims_, products_[v]->init)) out.push_back(r);
      }
      std::ranges::sort(out);
      out.erase(std::unique(out.begin(), out.end()), out.end());
      return out;
    }
    return values_read(prims_, values_.list[v]);
  }

  void find_live() {
    is_live_.assign(values_.list.size(), false);
    std::vector<uint32_t> stack;
    for (auto [param, v] : values_.results) stack.push_back(v);
    while (!stack.empty()) {
      const uint32_t v = stack.back();
      stack.pop_back();
      if (is_live_[v]) continue;
      is_live_[v] = true;
      if (is_input(v)) continue;
      for (uint32_t r : reads(v)) stack.push_back(r);
    }
  }

  // The expression where loads of values are something else; `of` gives none where they stay.
  template <class F>
  Prim with_loads(Prim e, F&& of) {
    Rewriting rewrite(
        prims_, math_, [](Prim) { return Prim(); },
        [&](uint32_t v, DType d, std::span<const Prim> index) {
          const Prim made = of(v, index);
          return made ? made : prims_.load(v, d, index);
        });
    return rewrite(e);
  }
  Prim at_point(const KernelValue& v, Prim e, std::span<const Prim> index) {
    PrimMap at;
    for (size_t d = 0; d < index.size(); ++d) at[v.point[d]] = index[d];
    return replaced(prims_, math_, e, at);
  }

  // Fills disappear in what reads them.
  void inline_constants() {
    for (KernelValue& v : values_.list) {
      if (v.param) continue;
      auto constant = [&](uint32_t u, std::span<const Prim>) {
        const KernelValue& fill = values_.list[u];
        if (fill.param || !fill.reductions.empty()) return Prim();
        const PrimKind kind = prims_[fill.body].kind;
        return kind == PrimKind::int_imm || kind == PrimKind::float_imm ? fill.body : Prim();
      };
      for (Reduction& r : v.reductions) {
        r.init = with_loads(r.init, constant);
        r.body = with_loads(r.body, constant);
      }
      v.body = with_loads(v.body, constant);
    }
  }

  // A sum of float16 keeps its order, so the lanes lie along an axis of the result. What is computed and read along an
  // axis of the sum is turned, so that lanes find it side by side.
  void turn_factors(uint32_t v) {
    if (is_input(v) || value(v).reductions.size() != 1 || value(v).dtype != kFloat16) return;
    Reduction sum = value(v).reductions[0];
    const Point point = value(v).point;
    const auto lane =
        std::find_if(point.rbegin(), point.rend(), [&](Prim p) { return prims_[p].kind == PrimKind::var; });
    if (sum.combine != Combine::sum || lane == point.rend()) return;
    sum.body = with_loads(sum.body, [&](uint32_t u, std::span<const Prim> index) -> Prim {
      const auto at = std::ranges::find(index, *lane);
      const bool is_along_sum =
          !index.empty() && std::ranges::find(sum.axes, index.back(), &Axis::var) != sum.axes.end();
      if (is_input(u) || at == index.end() || !is_along_sum) return {};
      return turned(u, static_cast<size_t>(at - index.begin()), index);
    });
    value(v).reductions[0] = std::move(sum);
  }

  // An element of a copy that has the dim last.
  Prim turned(uint32_t u, size_t dim, std::span<const Prim> index) {
    KernelValue copy;
    copy.name = value(u).name;
    copy.dtype = value(u).dtype;
    Point from(index.size()), at;
    auto move = [&](size_t d) {
      copy.shape.push_back(value(u).shape[d]);
      from[d] = copy.shape.back() == 1 ? math_.constant(0) : prims_.var(context_.name("d"));
      if (copy.shape.back() != 1) math_.set_extent(from[d], copy.shape.back());
      copy.point.push_back(from[d]);
      at.push_back(index[d]);
    };
    for (size_t d = 0; d < index.size(); ++d) {
      if (d != dim) move(d);
    }
    move(dim);
    copy.body = prims_.load(u, copy.dtype, from);
    values_.list.push_back(std::move(copy));
    return prims_.load(static_cast<uint32_t>(values_.list.size() - 1), value(u).dtype, at);
  }

  // ---- sweeps ----

  struct Sweep {
    std::vector<Reduction> reductions;
    Prim body;
    std::set<uint32_t> members;
    std::optional<std::vector<Prim>> rows;  // the axes of the root that the reductions are for; sorted
    bool is_fine = true;
  };

  static KernelValue as_value(const Sweep& sweep) {
    KernelValue out;
    out.reductions = sweep.reductions;
    out.body = sweep.body;
    return out;
  }

  bool reduces(uint32_t v) const {
    return !is_input(v) && v < products_.size() && !products_[v] && !values_.list[v].reductions.empty();
  }
  bool is_map(uint32_t v) const {
    return !is_input(v) && !(v < products_.size() && products_[v]) && values_.list[v].reductions.empty();
  }

  void find_sweeps(uint32_t count) {
    is_absorbed_.assign(values_.list.size(), false);
    sweeps_.resize(count);
    std::vector<bool> depends(values_.list.size(), false);  // maps that need a reduction
    std::vector<std::vector<uint32_t>> readers(values_.list.size());
    for (uint32_t v = 0; v < values_.list.size(); ++v) {
      if (!is_live_[v] || is_input(v)) continue;
      for (uint32_t r : reads(v)) {
        readers[r].push_back(v);
        if (v >= count) continue;  // a factor that is computed
        depends[v] = depends[v] || reduces(r) || (is_map(r) && depends[r]);
      }
    }
    std::set<uint32_t> results;
    for (auto [param, v] : values_.results) results.insert(v);
    for (uint32_t root = count; root-- > 0;) {
      if (!is_live_[root] || is_absorbed_[root]) continue;
      if (!reduces(root) && !(is_map(root) && depends[root])) continue;
      std::set<uint32_t> kept;  // outside, in memory
      for (int round = 0; round < 32; ++round) {
        Sweep sweep = make_sweep(root, depends, kept);
        if (!sweep.is_fine) break;
        const size_t before = kept.size();
        for (uint32_t v : values_read(prims_, as_value(sweep))) {
          if (sweep.members.contains(v)) kept.insert(v);  // elsewhere in it, too
        }
        for (uint32_t m : sweep.members) {
          auto is_member = [&](uint32_t r) { return sweep.members.contains(r); };
          const bool is_ours = m == root || (!results.contains(m) && std::ranges::all_of(readers[m], is_member));
          if (!is_ours) kept.insert(m);
        }
        if (kept.size() != before) continue;
        if (sweep.reductions.empty()) break;
        for (uint32_t m : sweep.members) is_absorbed_[m] = is_absorbed_[m] || m != root;
        sweeps_[root] = std::move(sweep);
        break;
      }
    }
  }

  Sweep make_sweep(uint32_t root, const std::vector<bool>& depends, const std::set<uint32_t>& kept) {
    Sweep sweep;
    sweep.members.insert(root);
    const KernelValue& v = value(root);
    std::vector<Prim> axes;
    int64_t elements = 1;
    for (size_t d = 0; d < v.shape.size(); ++d) {
      elements *= v.shape[d];
      if (v.shape[d] != 1) axes.push_back(v.point[d]);
    }
    std::ranges::sort(axes);
    if (!v.reductions.empty()) sweep.rows = axes;
    sweep.body = absorb(sweep, v, v.body, axes, depends, kept);
    size_t nodes = parts_of(prims_, sweep.body).size();
    for (const Reduction& r : sweep.reductions) nodes += parts_of(prims_, r.body).size();
    sweep.is_fine = sweep.is_fine && nodes <= kMaxSwept;
    if (sweep.is_fine && sweep.rows && is_map(root)) {
      int64_t rows = 1;
      for (size_t d = 0; d < v.shape.size(); ++d) {
        if (std::ranges::find(*sweep.rows, v.point[d]) != sweep.rows->end()) rows *= v.shape[d];
      }
      if (rows < kFewRows && elements > kLongRow) sweep.is_fine = false;
    }
    return sweep;
  }

  // The expression with the members' reductions before it, and their maps in it.
  Prim absorb(Sweep& sweep, const KernelValue& of, Prim e, const std::vector<Prim>& axes,
              const std::vector<bool>& depends, const std::set<uint32_t>& kept, int depth = 0) {
    if (depth > 64) sweep.is_fine = false;
    if (!sweep.is_fine) return e;
    auto inside = [&](Prim x) {
      return with_loads(x, [&](uint32_t u, std::span<const Prim> index) -> Prim {
        if (u >= depends.size() || kept.contains(u)) return {};
        const KernelValue& v = value(u);
        const bool is_reduction = reduces(u);
        if (!is_reduction && !(is_map(u) && depends[u])) return {};
        if (is_reduction && !is_for_rows(sweep, v, index, axes)) return {};
        sweep.members.insert(u);
        if (is_reduction) {
          // once, whatever reads it: the index is always the row
          // (in another order of the axes it is another row: that one is read from memory)
          if (auto known = absorbed_.find(u); known != absorbed_.end())
            return std::ranges::equal(known->second.index, index) ? known->second.value : Prim();
        }
        KernelValue moved = v;
        for (Reduction& r : moved.reductions) {
          r.init = at_point(v, r.init, index);
          r.body = at_point(v, r.body, index);
        }
        const Prim made = absorb(sweep, moved, at_point(v, v.body, index), axes, depends, kept, depth + 1);
        if (is_reduction) absorbed_[u] = {{index.begin(), index.end()}, made};
        return made;
      });
    };
    if (depth == 0) absorbed_.clear();
    for (const Reduction& r : of.reductions) {
      Reduction made = r;
      made.init = inside(r.init);
      made.body = inside(r.body);
      sweep.reductions.push_back(std::move(made));
    }
    return inside(e);
  }

  // Is it one value for each row of the sweep? The first one says what the rows are.
  bool is_for_rows(Sweep& sweep, const KernelValue& v, std::span<const Prim> index, const std::vector<Prim>& axes) {
    std::vector<Prim> used;
    for (size_t d = 0; d < index.size(); ++d) {
      if (v.shape[d] == 1) continue;
      if (!std::ranges::binary_search(axes, index[d]) || std::ranges::find(used, index[d]) != used.end()) return false;
      if (math_.range(index[d])->high + 1 != v.shape[d]) return false;  // a part has fewer rows
      used.push_back(index[d]);
    }
    std::ranges::sort(used);
    if (!sweep.rows) sweep.rows = used;
    return sweep.rows == used;
  }

  // ---- items ----

  void add(uint32_t v) {
    GraphItem item;
    item.dtype = value(v).dtype;
    item.shape = value(v).shape;
    if (is_input(v)) {
      item.storage = Storage::param;
      item.source = *value(v).param;
    } else if (!(is_map(v) && !sweeps_of(v) && describe_view(v, item))) {
      item.definition = define(v, item);
    }
    items_[v] = ItemId(static_cast<uint32_t>(graph_.items.size()));
    graph_.items.push_back(std::move(item));
  }

  const Sweep* sweeps_of(uint32_t v) const { return v < sweeps_.size() && sweeps_[v] ? &*sweeps_[v] : nullptr; }

  std::shared_ptr<const Definition> define(uint32_t v, GraphItem& item) {
    auto d = std::make_shared<Definition>();
    d->name = value(v).name;
    d->point = value(v).point;
    if (v < products_.size() && products_[v]) {
      d->product = products_[v];
      d->operands = reads(v);
    } else if (const Sweep* s = sweeps_of(v)) {
      d->reductions = s->reductions;
      d->body = s->body;
      d->steps = steps_of(*s, item);
      for (Prim axis : d->point)
        d->is_swept.push_back(prims_[axis].kind == PrimKind::var && !std::ranges::binary_search(*s->rows, axis));
      d->operands = values_read(prims_, as_value(*s));
    } else {
      d->body = value(v).body;
      d->operands = values_read(prims_, d->body);
      d->cost = cost_of(d->body);
    }
    for (uint32_t o : d->operands) {
      if (!items_[o]) add(o);  // a factor that is computed
      item.inputs.push_back(items_[o]);
      d->is_in_place.push_back(d->body && value(o).shape == item.shape && is_read_in_place(*d, o));
    }
    return d;
  }

  static int64_t steps_of(const Sweep& sweep, const GraphItem& item) {
    int64_t most = 1, points = item.elements();
    for (const Reduction& r : sweep.reductions) {
      int64_t steps = 1;
      for (const Axis& a : r.axes) {
        if (__builtin_mul_overflow(steps, a.extent, &steps)) return INT64_MAX;
      }
      most = std::max(most, steps);
    }
    return __builtin_mul_overflow(points, most, &points) ? INT64_MAX : points;
  }

  bool is_read_in_place(const Definition& d, uint32_t operand) {
    for (Prim e : parts_of(prims_, d.body)) {
      if (prims_[e].kind == PrimKind::load && prims_[e].c == operand &&
          !std::ranges::equal(prims_.call_args(e), d.point))
        return false;
    }
    return true;
  }

  int cost_of(Prim root) const {
    int cost = 0;
    for (Prim e : parts_of(prims_, root)) {
      const PrimNode& n = prims_[e];
      const bool is_free = n.kind <= PrimKind::var || n.kind == PrimKind::load || n.dtype == kInt64;
      const bool is_dear = n.kind == PrimKind::call && !n.dtype.is_integral();
      cost += is_free ? 0 : is_dear ? 16 : n.kind == PrimKind::div ? 2 : 1;
    }
    return std::max(cost, 1);
  }

  // A copy that the reader can do without.
  bool describe_view(uint32_t v, GraphItem& item) {
    const PrimNode& n = prims_[value(v).body];
    if (n.kind != PrimKind::load) return false;
    const uint32_t from = n.c;
    const Dims& shape = value(from).shape;
    const Point& point = value(v).point;
    std::span<const Prim> args = prims_.call_args(value(v).body);
    const Point index(args.begin(), args.end());
    if (!items_[from]) add(from);
    const GraphItem before = item;
    item.inputs = {items_[from]};
    int64_t count = 1;
    for (int64_t d : shape) count *= d;
    auto is = [&] { return std::ranges::equal(source(math_, item, shape, point), index); };
    item.view = ViewForm::reshape;
    if (count == item.elements() && is()) return true;
    item.view = ViewForm::broadcast;
    if (shape.size() <= item.shape.size() && can_broadcast(shape, item.shape) && is()) return true;
    item.view = ViewForm::permute;
    if (shape.size() == item.shape.size() && permutation(shape, index, point, item) && is()) return true;
    item.view = ViewForm::slice;
    if (shape.size() == item.shape.size() && slice(index, point, item) && is()) return true;
    item = before;
    return false;
  }

  static bool can_broadcast(const Dims& from, const Dims& to) {
    const size_t lead = to.size() - from.size();
    for (size_t d = 0; d < from.size(); ++d) {
      if (from[d] != 1 && from[d] != to[lead + d]) return false;
    }
    return true;
  }
  static bool permutation(const Dims& shape, const Point& index, const Point& point, GraphItem& item) {
    item.numbers.clear();
    std::vector<bool> is_used(shape.size(), false);
    for (size_t d = 0; d < point.size(); ++d) {
      size_t a = 0;
      while (a < shape.size() && (is_used[a] || shape[a] != item.shape[d] || index[a] != point[d])) ++a;
      if (a == shape.size()) return false;
      is_used[a] = true;
      item.numbers.push_back(static_cast<int64_t>(a));
    }
    return true;
  }
  bool slice(const Point& index, const Point& point, GraphItem& item) const {
    const size_t rank = point.size();
    item.numbers.assign(2 * rank, 1);
    for (size_t d = 0; d < rank; ++d) {
      const Linear sum = linear_form(prims_, index[d]);
      item.numbers[d] = sum.constant;
      if (sum.terms.empty() && item.shape[d] == 1) continue;
      if (sum.terms.size() != 1 || sum.terms[0].first != point[d]) return false;
      item.numbers[rank + d] = sum.terms[0].second;
    }
    return true;
  }

  Context& context_;
  PrimStore& prims_;
  IndexMath& math_;
  KernelValues values_;
  std::vector<bool> is_live_, is_absorbed_;
  std::vector<std::optional<Product>> products_;
  std::vector<std::optional<Sweep>> sweeps_;
  struct Absorbed {
    std::vector<Prim> index;
    Prim value;
  };
  std::map<uint32_t, Absorbed> absorbed_;  // a sweep's reductions
  std::vector<ItemId> items_;
  Graph graph_;
};

// A memory of the program as a parameter of the kernel or a temporary.
class Places {
 public:
  Places(const Program& program, const KernelValues& values, Recognised& out) : out_(out) {
    std::set<uint32_t> read;  // parameters
    for (const Step& step : program.steps) {
      for (const Argument& a : step.args) {
        const Memory& memory = program.memories[a.memory];
        if (memory.storage == Storage::param) read.insert(memory.index);
      }
    }
    places_.resize(program.memories.size());
    for (uint32_t m = 0; m < program.memories.size(); ++m) {
      const Memory& memory = program.memories[m];
      if (memory.storage == Storage::param) places_[m] = {false, memory.index, 0};
      else if (memory.storage == Storage::result && !read.contains(values.results[memory.index].first))
        places_[m] = {false, values.results[memory.index].first, 0};
      else if (memory.storage == Storage::result || memory.storage == Storage::arena)
        places_[m] = {true, new_temporary(memory), 0};
      else is_fine_ = false;
    }
  }
  bool is_fine() const { return is_fine_; }
  Recognised::Argument at(uint32_t memory, int64_t offset = 0) const {
    Recognised::Argument a = places_[memory];
    a.offset = offset;
    return a;
  }

 private:
  uint32_t new_temporary(const Memory& memory) {
    out_.temporaries.push_back({memory.dtype, memory.shape});
    return static_cast<uint32_t>(out_.temporaries.size() - 1);
  }
  Recognised& out_;
  std::vector<Recognised::Argument> places_;
  bool is_fine_ = true;
};

Recognised::Step copy_step(Context& context, const Memory& memory, Recognised::Argument from, Recognised::Argument to) {
  int64_t elements = 1;
  for (int64_t d : memory.shape) elements *= d;
  const Axis axis{context.prims.var(context.name("i")), elements};
  Recognised::Step step;
  step.kernel.buffers = {{memory.dtype, {elements}, {1}, false}, {memory.dtype, {elements}, {1}, true}};
  Nest nest;
  Stage stage;
  stage.axes = {axis};
  stage.index = {axis.var};
  stage.body = context.prims.load(0, memory.dtype, stage.index);
  stage.out = 1;
  nest.stages.push_back(std::move(stage));
  step.kernel.body = std::move(nest);
  step.args = {from, to};
  step.name = "copy";
  return step;
}

}  // namespace

std::optional<Recognised> recognise(Context& context, const tir::Kernel& kernel) {
  IndexMath math(context.prims);
  std::optional<Assignments> assignments = find_assignments(math, context, kernel);
  if (!assignments) return std::nullopt;
  std::optional<KernelValues> values = find_values(context, math, std::move(*assignments));
  if (!values) return std::nullopt;
  Graph graph = GraphOfValues(context, math, *values).run();
  Result<Program> program = Lowerer(context, std::move(graph)).run();
  if (!program) return std::nullopt;
  Recognised out;
  const Places places(*program, *values, out);
  if (!places.is_fine()) return std::nullopt;
  for (Step& step : program->steps) {
    if (step.check) return std::nullopt;
    Recognised::Step made{std::move(step.kernel), {}, std::move(step.name)};
    for (const Argument& a : step.args) made.args.push_back(places.at(a.memory, a.offset));
    out.steps.push_back(std::move(made));
  }
  for (size_t n = 0; n < program->results.size(); ++n) {
    const uint32_t memory = program->results[n].memory;
    const Recognised::Argument from = places.at(memory), to{false, values->results[n].first, 0};
    if (!from.is_temporary && from.number == to.number) continue;
    // A parameter that is given to another one, and written itself.
    if (!from.is_temporary &&
        std::ranges::find(values->results, from.number, &std::pair<uint32_t, uint32_t>::first) != values->results.end())
      return std::nullopt;
    if (program->memories[memory].bytes > 0)
      out.steps.push_back(copy_step(context, program->memories[memory], from, to));
  }
  return out;
}

}  // namespace hammock::loop
