// SPDX-License-Identifier: Apache-2.0
// The pass over the items, as lowerer.h describes it.
#include "lowerer.h"

#include <algorithm>

#include "definition.h"
#include "hammock/base/check.h"

namespace hammock::loop {

constexpr int64_t kMaxRepeats = 16;

namespace {

bool is_number(const GraphItem& item) { return item.storage == Storage::constant && item.elements() == 1; }

int cost_of(const GraphItem& item) {
  const Family& f = *family(item);
  return f.cost ? f.cost(item) : 1;
}

}  // namespace

Result<Program> lower(const Module& module, GlobalId entry, std::span<const Binding> dims,
                      std::span<const Known> arguments, FastProducts fast) {
  Result<Graph> graph = make_graph(module, entry, dims, arguments);
  if (!graph) return graph.error();
  return Lowerer(module.context(), std::move(*graph)).run(fast);
}

Result<Program> Lowerer::run(FastProducts fast) {
  find_attention(context_, graph_);
  widen_convolutions(context_, graph_, fast.of_bfloat16);
  multiply_dequantized(context_, graph_);
  narrow_factors(context_, graph_);
  lay_channels_last(context_, graph_);
  pad_images(context_, graph_, fast.of_bytes);
  split_pools(context_, graph_);
  split_resizes(context_, graph_);
  states_.resize(graph_.items.size());
  count_uses();
  try {
    for (uint32_t i = 0; i < graph_.items.size(); ++i) {
      if (state(ItemId(i)).is_live) process(ItemId(i));
    }
    return_results();
  } catch (const Failure& failure) {
    return failure.error;
  }
  for (size_t n = 0; n < graph_.kinds.size(); ++n) program_.results[n].kind = graph_.kinds[n];
  program_.result_info = graph_.result_info;
  plan_memory(program_);
  return std::move(program_);
}

void Lowerer::unsupported(std::string what, ItemId at) {
  throw Failure{{Error::Kind::unsupported, "cannot compile " + std::move(what), graph_[at].span}};
}

void Lowerer::count_uses() {
  for (ItemId r : graph_.results) state(r).is_live = state(r).is_result = true;
  for (ItemId e : graph_.effects) state(e).is_live = true;
  for (size_t k = graph_.items.size(); k-- > 0;) {
    ItemId i(static_cast<uint32_t>(k));
    if (!state(i).is_live) continue;
    if (const KernelCall* call = graph_[i].call.get()) {
      Call& known = calls_[call];
      known.is_live.resize(call->outputs);
      known.is_live[graph_[i].source] = true;
    }
    std::span<const ItemId> inputs = graph_[i].inputs;
    const Family* f = family(graph_[i]);
    for (size_t n = 0; n < inputs.size(); ++n) {
      state(inputs[n]).is_live = true;
      if (f->kind != FamilyKind::view && f->reads != Reads::strided && f->reads != Reads::small)
        state(inputs[n]).wants_dense = true;
      if (std::ranges::find(inputs.first(n), inputs[n]) == inputs.begin() + static_cast<std::ptrdiff_t>(n))
        ++state(inputs[n]).uses;
    }
  }
  consumers_begin_.assign(graph_.items.size() + 1, 0);
  for (size_t k = 0; k < states_.size(); ++k) consumers_begin_[k + 1] = consumers_begin_[k] + states_[k].uses;
  consumers_.resize(consumers_begin_.back());
  std::vector<uint32_t> at(consumers_begin_.begin(), consumers_begin_.end() - 1);
  for (uint32_t k = 0; k < states_.size(); ++k) {
    if (!states_[k].is_live) continue;
    std::span<const ItemId> inputs = graph_[ItemId(k)].inputs;
    for (size_t n = 0; n < inputs.size(); ++n) {
      bool is_first = std::ranges::find(inputs.first(n), inputs[n]) == inputs.begin() + static_cast<std::ptrdiff_t>(n);
      if (is_first) consumers_[at[inputs[n].index]++] = ItemId(k);
    }
  }
}

// From an item with several consumers to the one elementwise item where all of them meet. In between there are only
// elementwise items of the same shape, at most kMaxRegion; they are marked with where they began.
bool Lowerer::find_region(ItemId i) {
  constexpr size_t kMaxRegion = 24;
  std::vector<ItemId> open{i}, members;  // open: sorted by program order
  while (open.size() > 1 || members.empty()) {
    ItemId next = open.front();
    if (state(next).is_result || members.size() >= kMaxRegion) return false;
    open.erase(open.begin());
    members.push_back(next);
    for (uint32_t k = consumers_begin_[next.index]; k < consumers_begin_[next.index + 1]; ++k) {
      ItemId c = consumers_[k];
      const GraphItem& node = graph_[c];
      if (!reads_in_place(node, next) || node.shape != graph_[i].shape || node.unit != graph_[i].unit) return false;
      auto at = std::ranges::lower_bound(open, c);
      if (at == open.end() || *at != c) open.insert(at, c);
    }
    if (open.empty()) return false;
  }
  for (ItemId m : members) {
    if (!state(m).entry) state(m).entry = i;
  }
  return true;
}

ItemId Lowerer::anchor(ItemId i) const {
  ItemId a = state(i).anchor;
  for (ItemId at = i; a; at = state(at).carrier) {
    if (is_stored(at)) return ItemId();
    if (at == a) break;
  }
  return a;
}

void Lowerer::release(ItemId i) {
  if (ItemId entry = state(i).entry) store(entry);
  if (!anchor(i)) return;
  const std::vector<ItemId> after = after_narrowest(i);
  store(after.empty() ? i : state(after.back()).carrier);
  for (size_t k = after.size(); k-- > 0;) measure(after[k]);
}

// On the way from a delayed item to its anchor, the items before the one that takes the fewest bytes, from the end: if
// they are not dear and read nothing but numbers, their consumer had better compute them.
std::vector<ItemId> Lowerer::after_narrowest(ItemId i) const {
  constexpr int32_t kMostMoved = 16;
  std::vector<ItemId> passed;
  size_t best = 0;
  int64_t bytes = graph_[i].dtype.bytes();
  int32_t cost = 0;
  const ItemId end = anchor(i);
  for (ItemId at = i; at != end; at = state(at).carrier) {
    const GraphItem& item = graph_[at];
    const ItemId carrier = state(at).carrier;
    const auto is_free = [&](ItemId o) { return o == carrier || is_number(graph_[o]); };
    if (item.view != ViewForm::none || state(carrier).entry || !std::ranges::all_of(item.inputs, is_free)) break;
    if ((cost += cost_of(item)) > kMostMoved) break;
    passed.push_back(at);
    if (graph_[carrier].dtype.bytes() >= bytes) continue;
    best = passed.size();
    bytes = graph_[carrier].dtype.bytes();
  }
  passed.resize(best);
  return passed;
}

// ---- the walk ----

void Lowerer::process(ItemId i) {
  const GraphItem& item = graph_[i];
  if (item.is_source()) return process_input(i);
  State& s = state(i);
  s.is_constant =
      !item.inputs.empty() && std::ranges::all_of(item.inputs, [&](ItemId o) { return state(o).is_constant; });
  if (item.call) return process_kernel(i);
  const Family& f = *family(item);
  if (item.view != ViewForm::none) process_view(i);
  else if (f.kind == FamilyKind::element) process_element(i, f);
  else process_anchor(i, f);
  if (s.is_stored) return;
  bool is_dear = anchor(i) || s.cost > kCheap || s.streams > 3;
  if (s.is_result) materialise(i);
  else if (s.depth >= kMaxChain) store(i);
  else if (s.uses > 1 && is_dear && !s.entry && !find_region(i)) store(i);
}

void Lowerer::process_input(ItemId i) {
  const GraphItem& item = graph_[i];
  State& s = state(i);
  s.is_constant = item.storage != Storage::param;
  s.is_stored = true;
  program_.memories.push_back(
      {item.storage, item.elements() * item.dtype.bytes(), item.source, 0, item.dtype, item.shape, item.path});
  s.view = contiguous_view(static_cast<uint32_t>(program_.memories.size() - 1), item.shape);
}

// Weights are worked on once, not as a part of what is done in every run. Nothing is fused across the border of a unit.
void Lowerer::store_before_use(ItemId operand, ItemId consumer) {
  if (is_stored(operand)) return;
  bool is_weight = state(operand).is_constant && !state(consumer).is_constant;
  if (is_weight || graph_[operand].unit != graph_[consumer].unit) store(operand);
}

// The layout of an anchor's result that puts the end of a chain at `dest`.
std::optional<View> Lowerer::at_anchor(ItemId root, const View& dest) const {
  std::optional<View> v = dest;
  const ItemId end = anchor(root);
  for (ItemId i = root; v && i != end; i = state(i).carrier) {
    const ItemId carrier = state(i).carrier;
    if (graph_[i].view != ViewForm::none) v = undo(graph_[i], *v, graph_[carrier].shape);
  }
  return v;
}

bool Lowerer::can_carry(ItemId operand, ItemId consumer) const {
  const State& s = state(operand);
  return anchor(operand) && (s.uses == 1 || s.entry) && !s.is_result && s.depth + 1 < kMaxChain &&
         graph_[operand].elements() == graph_[consumer].elements();
}

void Lowerer::process_view(ItemId i) {
  const GraphItem& item = graph_[i];
  State& s = state(i);
  ItemId o = item.inputs[0];
  store_before_use(o, i);
  if (ItemId a = anchor(o); a && !is_stored(o)) {
    if (is_bijective(item) && can_carry(o, i) && family(graph_[a])->absorbs != Absorbs::nothing) {
      s.anchor = a;
      s.carrier = o;
      if (at_anchor(i, contiguous_view(0, item.shape))) {
        s.depth = state(o).depth + 1;
        s.cost = state(o).cost;
        s.streams = state(o).streams;
        return;
      }
      s.anchor = s.carrier = ItemId();
    }
    store(o);
  }
  if (is_stored(o)) {
    if (auto v = apply(item, view(o))) {
      s.is_stored = true;
      s.view = *v;
      return;
    }
    s.cost = 2;  // index arithmetic
    s.streams = 1;
    return;
  }
  if (state(o).depth + 1 >= kMaxChain) {
    store(o);
    return process_view(i);
  }
  s.cost = state(o).cost + (item.view == ViewForm::reshape ? 1 : 0);
  s.streams = state(o).streams;
  s.depth = state(o).depth + 1;
}

// The indices lie in memory then, and a step of its own looks at all of them: kernels do not ask.
void Lowerer::check_indices(ItemId i, size_t operand, Op op, IndexRange range) {
  const ItemId indices = graph_[i].inputs[operand];
  const View v = store(indices);
  Step step;
  step.check = IndexCheck{op, {graph_[indices].dtype, v.shape, v.strides, false}, std::move(range)};
  step.args.push_back({v.memory, v.offset * graph_[indices].dtype.bytes()});
  step.name = "indices of " + std::string(info(op).name);
  step.is_constant = state(indices).is_constant;
  step.span = graph_[i].span;
  program_.steps.push_back(std::move(step));
}

void Lowerer::measure(ItemId i) {
  State& s = state(i);
  s.cost = cost_of(graph_[i]);
  s.streams = s.depth = 0;
  for (ItemId o : graph_[i].inputs) {
    const State& os = state(o);
    s.cost += os.is_stored ? 0 : os.cost;
    s.streams += os.is_stored ? !is_number(graph_[o]) : os.streams;
    s.depth = std::max(s.depth, os.is_stored ? 0 : os.depth + 1);
  }
}

void Lowerer::process_element(ItemId i, const Family& f) {
  const GraphItem& item = graph_[i];
  State& s = state(i);
  ItemId carrier;
  if (f.indices && item.inputs.size() > 1) {
    for (const auto& [operand, range] : f.indices(context_, graph_, item)) check_indices(i, operand, item.op, range);
  }
  for (ItemId o : item.inputs) {
    store_before_use(o, i);
    if (is_stored(o)) continue;
    const State& os = state(o);
    // what is computed for few elements is not computed again for each of many
    bool repeats = graph_[o].elements() * 8 <= item.elements() && os.cost > 1;
    if (ItemId a = anchor(o)) {
      bool carries = reads_in_place(item, o) && can_carry(o, i) && graph_[o].shape == item.shape &&
                     family(graph_[a])->absorbs == Absorbs::operations;
      ItemId other = carrier ? anchor(carrier) : ItemId();
      if (!carries) {
        store(o);
      } else if (!other || other == a) {
        carrier = o;
      } else if (other < a) {  // the later anchor goes on
        release(carrier);
        carrier = o;
      } else {
        release(o);
      }
    } else if (const bool is_dear = f.reads == Reads::often && os.cost > kCheap;
               f.reads == Reads::strided || is_dear || repeats || os.depth + 1 >= kMaxChain) {
      store(o);
    }
  }
  for (measure(i); s.cost > kMaxCost || s.streams > kMaxStreams; measure(i)) {
    ItemId dearest;
    for (ItemId o : item.inputs) {
      if (!is_stored(o) && o != carrier && (!dearest || state(o).cost > state(dearest).cost)) dearest = o;
    }
    if (!dearest) dearest = std::exchange(carrier, ItemId());
    if (!dearest) break;  // many operands of one operator
    store(dearest);
  }
  if (carrier && anchor(carrier) && !is_stored(carrier)) {
    s.anchor = anchor(carrier);
    s.carrier = carrier;
  }
}

void Lowerer::process_anchor(ItemId i, const Family& f) {
  const GraphItem& item = graph_[i];
  State& s = state(i);
  for (size_t n = 0; n < item.inputs.size(); ++n) {
    ItemId o = item.inputs[n];
    const bool is_small = f.reads == Reads::small && is_unpacked_for(o, n, i);
    if (!is_small) store_before_use(o, i);
    if (is_stored(o)) continue;
    const State& os = state(o);
    bool keeps = false;
    // what a reduction reads again and again is computed once
    const bool repeats = item.definition && item.definition->steps / kMaxRepeats > graph_[o].elements();
    switch (f.reads == Reads::once && repeats ? Reads::often : f.reads) {
      case Reads::strided: break;
      case Reads::small: keeps = is_small; break;
      case Reads::once: keeps = !anchor(o); break;
      case Reads::often: keeps = !anchor(o) && os.cost <= kCheap; break;
      case Reads::pieces: keeps = true; break;
    }
    if (!keeps || os.depth + 1 >= kMaxChain || os.streams > kMaxStreams) {
      store(o);
    } else {
      s.depth = std::max(s.depth, os.depth + 1);
    }
  }
  s.anchor = i;
}

// ---- storing ----

namespace {

bool has_dense_rows(const View& v) {
  for (size_t k = v.shape.size(); k-- > 0;) {
    if (v.shape[k] != 1) return v.strides[k] == 1;
  }
  return true;
}

}  // namespace

const View& Lowerer::store(ItemId i) {
  // Inside a region others may compute the same from the same anchor: let them find the beginning in memory.
  if (ItemId entry = state(i).entry; entry && entry != i && !is_stored(i)) store(entry);
  // The views above what has to be computed
  std::vector<ItemId> views;
  ItemId below = i;
  while (!is_stored(below) && graph_[below].view != ViewForm::none) {
    views.push_back(below);
    below = graph_[below].inputs[0];
  }
  if (!is_stored(below)) {
    std::optional<View> v = contiguous_view(0, graph_[below].shape);
    for (size_t k = views.size(); v && k-- > 0;) v = apply(graph_[views[k]], *v);
    if (v && !views.empty() && state(i).wants_dense && !has_dense_rows(*v)) v.reset();
    if (v || views.empty()) {
      materialise(below);
    } else {
      materialise(i);  // in the order in which it is read
      return view(i);
    }
  }
  for (size_t k = views.size(); k-- > 0;) {
    State& s = state(views[k]);
    if (s.is_stored) continue;
    auto v = apply(graph_[views[k]], view(graph_[views[k]].inputs[0]));
    if (!v) {
      materialise(views[k]);
      continue;
    }
    s.is_stored = true;
    s.view = *v;
    s.anchor = s.carrier = ItemId();
  }
  return view(i);
}

uint32_t Lowerer::new_memory(ItemId i, Storage storage) {
  const GraphItem& item = graph_[i];
  program_.memories.push_back({storage, item.elements() * item.dtype.bytes(), 0, 0, item.dtype, item.shape});
  return static_cast<uint32_t>(program_.memories.size() - 1);
}

void Lowerer::materialise(ItemId i, const View* dest) {
  State& s = state(i);
  View place =
      dest ? *dest : contiguous_view(new_memory(i, s.is_constant ? Storage::folded : Storage::arena), graph_[i].shape);
  if (graph_[i].elements() > 0) {
    Target target{i, s.is_stored ? ItemId() : anchor(i), place};
    if (target.anchor) {
      auto v = at_anchor(i, place);
      HAMMOCK_CHECK(v.has_value(), "a layout that the anchor cannot store");
      target.dest = *v;
    }
    KernelBuilder builder(*this);
    const Family* f = target.anchor ? family(graph_[target.anchor]) : nullptr;
    if (f) {
      f->emit(builder, target);
    } else {
      Nest nest;
      std::vector<Axis> axes;
      Point point = builder.point(graph_[i].shape, axes);
      Prim value = builder.element(i, point);
      nest.stages.push_back(builder.store_stage(target, std::move(axes), value, point));
      add_step(builder, {{}, std::move(nest)}, target);
    }
  }
  if (s.is_stored) return;  // a copy
  s.is_stored = true;
  s.view = place;
  s.anchor = s.carrier = ItemId();
}

void Lowerer::place(ItemId i, const View& dest) {
  const State& s = state(i);
  bool can_go_there = !s.is_stored && !s.is_result && s.uses == 1 && (!anchor(i) || at_anchor(i, dest));
  if (!s.is_stored && !can_go_there && anchor(i)) store(i);
  materialise(i, &dest);
}

View Lowerer::dense_copy(const View& from, ItemId reader) { return dense_copy(from, reader, is_weight(from.memory)); }

View Lowerer::dense_copy(const View& from, ItemId reader, bool is_constant) {
  DType dtype = program_.memories[from.memory].dtype;
  int64_t elements = 1;
  for (int64_t d : from.shape) elements *= d;
  program_.memories.push_back(
      {is_constant ? Storage::folded : Storage::arena, elements * dtype.bytes(), 0, 0, dtype, from.shape});
  View to = contiguous_view(static_cast<uint32_t>(program_.memories.size() - 1), from.shape);
  KernelBuilder builder(*this);
  Target target{reader, ItemId(), to};
  if (elements == 0) return to;
  Nest nest;
  std::vector<Axis> axes;
  Point point = builder.point(from.shape, axes);
  Prim value = builder.load(from, point);
  nest.stages.push_back(builder.store_stage(target, std::move(axes), value, point));
  add_step(builder, {{}, std::move(nest)}, target);
  program_.steps.back().is_constant = is_constant;
  return to;
}

View Lowerer::table(Constant constant) {
  Dims shape = constant.shape;
  DType dtype = constant.dtype;
  int64_t bytes = static_cast<int64_t>(constant.data.size());
  ConstantId id = context_.constant(std::move(constant));
  program_.memories.push_back({Storage::constant, bytes, id.index, 0, dtype, shape});
  return contiguous_view(static_cast<uint32_t>(program_.memories.size() - 1), shape);
}

std::vector<ItemId> Lowerer::chain(const Target& target) const {
  std::vector<ItemId> out;
  for (ItemId i = target.root; i != target.anchor; i = state(i).carrier) out.push_back(i);
  std::ranges::reverse(out);
  return out;
}

void Lowerer::add_step(KernelBuilder& builder, LoweredKernel kernel, const Target& target) {
  if (auto* nest = std::get_if<Nest>(&kernel.body); nest && add_pieces(builder, *nest, target)) return;
  Step step;
  kernel.buffers = std::move(builder.buffers_);
  step.kernel = std::move(kernel);
  for (const View& v : builder.views_) {
    step.args.push_back({v.memory, v.offset * program_.memories[v.memory].dtype.bytes()});
  }
  std::vector<ItemId>& operators = builder.operators_;
  if (target.anchor) operators.push_back(target.anchor);
  std::ranges::sort(operators);
  operators.erase(std::unique(operators.begin(), operators.end()), operators.end());
  for (ItemId i : operators) {
    if (graph_[i].is_source()) continue;
    if (step.name.size() > 100) {
      step.name += "+...";
      break;
    }
    const Definition* d = graph_[i].definition.get();
    step.name += (step.name.empty() ? "" : "+") + std::string(d ? context_.text(d->name) : info(graph_[i].op).name);
  }
  if (step.name.empty()) step.name = "copy";
  if (uint32_t unit = graph_[target.root].unit)
    step.name = std::string(context_.text(graph_.units[unit])) + "/" + step.name;
  step.is_constant = state(target.root).is_constant && program_.memories[target.dest.memory].storage == Storage::folded;
  step.span = graph_[target.root].span;
  program_.steps.push_back(std::move(step));
}

// ---- results ----

void Lowerer::return_results() {
  for (uint32_t n = 0; n < graph_.results.size(); ++n) {
    ItemId r = graph_.results[n];
    const View v = store(r);
    Memory& m = program_.memories[v.memory];
    bool is_whole = v.offset == 0 && v.is_contiguous() && m.bytes == graph_[r].elements() * m.dtype.bytes();
    if (is_whole && m.storage == Storage::arena) {
      m.storage = Storage::result;
      m.index = n;
      m.shape = graph_[r].shape;
      program_.results.push_back({v.memory});
    } else if (is_whole && m.storage != Storage::result && m.shape == graph_[r].shape) {
      program_.results.push_back({v.memory});
    } else {
      uint32_t copy = new_memory(r, Storage::result);
      program_.memories[copy].index = n;
      View dest = contiguous_view(copy, graph_[r].shape);
      materialise(r, &dest);
      program_.results.push_back({copy});
    }
  }
}

// ---- variables ----

Prim Lowerer::axis_var(size_t number) {
  while (axis_vars_.size() <= number)
    axis_vars_.push_back(context_.prims.var(context_.name("i" + std::to_string(axis_vars_.size()))));
  return axis_vars_[number];
}

Prim Lowerer::value_var(size_t number, DType dtype) {
  Prim& v = value_vars_[{number, dtype.pack()}];
  if (!v) v = context_.prims.var(context_.name("v" + std::to_string(number)), dtype);
  return v;
}

}  // namespace hammock::loop
