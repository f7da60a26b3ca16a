// SPDX-License-Identifier: Apache-2.0
#include "statements.h"

#include <algorithm>

#include "hammock/prim/symbols.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/walk.h"
#include "translation.h"
#include "views.h"

namespace hammock::loop {
namespace {

using tir::Part;
using tir::Stmt;
using tir::StmtId;
using tir::StmtKind;

constexpr size_t kMaxAssignments = 256, kMaxLoops = 16;
constexpr int64_t kMaxElements = int64_t{1} << 40;

// A let stands as its value wherever it is used, unless what the value reads may have changed by then.
struct Let {
  std::vector<uint32_t> reads;  // memories
  size_t first = 0;             // the assignment after it
  size_t loops = 0;             // around it
  std::vector<size_t> uses;     // assignments
  bool is_used_deeper = false;  // in a loop below it
};

// A condition is computed once: it may read what it guards if that is written last.
struct If {
  Prim condition;
  std::vector<uint32_t> reads;  // memories
  size_t first = 0;             // the assignment after it
  size_t loops = 0;             // around it
  std::vector<uint32_t> at_first;
};

// The elements of a buffer in the memory of another one.
struct Window {
  uint32_t base = 0;
  int64_t offset = 0;
  Dims strides;
};

class Reader {
 public:
  Reader(IndexMath& math, Context& context, const tir::Kernel& kernel)
      : math_(math),
        context_(context),
        prims_(context.prims),
        kernel_(kernel),
        translate_(context, math, [this](uint32_t b) { return number(tir::BufferId(b)); }) {}

  std::optional<Assignments> run() {
    if (kernel_.has_result || !read_params()) return std::nullopt;
    tir::walk(
        kernel_, kernel_.body, [this](StmtId s) { return is_fine_ && enter(s); },
        [this](StmtId, Part p) {
          if (is_fine_) begin(p);
        },
        [this](StmtId, Part p) {
          if (is_fine_) end(p);
        },
        [this](StmtId s) {
          if (is_fine_) leave(s);
        });
    if (!is_fine_ || out_.list.empty()) return std::nullopt;
    look_through_windows();
    out_.name = kernel_.name;
    return std::move(out_);
  }

 private:
  void give_up() { is_fine_ = false; }

  // ---- buffers ----
  std::optional<Dims> shape_of(const tir::Buffer& b) const {
    Dims shape;
    int64_t elements = 1;
    for (Prim d : b.shape) {
      const std::optional<int64_t> extent = prims_.constant(d);
      if (!extent || *extent < 0 || __builtin_mul_overflow(elements, *extent, &elements) || elements > kMaxElements)
        return std::nullopt;
      shape.push_back(*extent);
    }
    const bool is_scalar_type =
        b.dtype.is_scalar() &&
        (b.dtype.is_integral() ? b.dtype.bits == 1 || b.dtype.bits >= 8 : b.dtype.is_float() || b.dtype == kBfloat16);
    return is_scalar_type && b.kind == tir::BufferKind::plain ? std::optional(shape) : std::nullopt;
  }
  // Where the elements of a buffer lie in the base of its memory.
  std::optional<Window> window_of(const tir::Buffer& b, const Dims& shape, uint32_t base) const {
    Window out{base, 0, contiguous_strides(shape)};
    if (b.elem_offset) {
      const std::optional<int64_t> offset = prims_.constant(b.elem_offset);
      if (!offset || *offset < 0 || *offset > kMaxElements) return std::nullopt;
      out.offset = *offset;
    }
    int64_t last = out.offset;
    for (size_t i = 0; i < shape.size(); ++i) {
      if (!b.strides.empty()) {
        const std::optional<int64_t> stride = prims_.constant(b.strides[i]);
        if (!stride || *stride < 0 || *stride > kMaxElements) return std::nullopt;
        out.strides[i] = *stride;
      }
      int64_t reach = 0;
      if (__builtin_mul_overflow(out.strides[i], std::max<int64_t>(shape[i] - 1, 0), &reach) ||
          __builtin_add_overflow(last, reach, &last))
        return std::nullopt;
    }
    return last < std::max<int64_t>(out_.buffers[base].elements(), 1) ? std::optional(out) : std::nullopt;
  }
  static bool is_whole(const Window& window, const Dims& shape) {
    const Dims compact = contiguous_strides(shape);
    for (size_t i = 0; i < shape.size(); ++i) {
      if (shape[i] != 1 && window.strides[i] != compact[i]) return false;
    }
    return window.offset == 0;
  }

  // The first buffer on a memory is its base, the others are windows on it.
  bool add_buffer(tir::BufferId id, std::optional<uint32_t> param) {
    const tir::Buffer& b = kernel_[id];
    const std::string_view scope = kernel_.scope(b);
    const std::optional<Dims> shape = shape_of(b);
    if (!shape || (scope != "global" && scope != "local" && !scope.starts_with("shared"))) return false;
    const uint32_t number = static_cast<uint32_t>(out_.buffers.size());
    const auto [base, is_base] = base_of_.try_emplace(b.data.index, number);
    KernelBuffer made{b.dtype, *shape, param, loops_};
    if (!is_base) made.loops = out_.buffers[base->second].loops;
    out_.buffers.push_back(std::move(made));
    std::optional<Window> window = window_of(b, *shape, base->second);
    if (!window || out_.buffers[base->second].dtype != b.dtype) return false;
    if (is_base && !is_whole(*window, *shape)) return false;
    windows_.push_back(is_base ? std::nullopt : std::move(window));
    numbers_[id.index] = number;
    return true;
  }

  bool read_params() {
    for (uint32_t i = 0; i < kernel_.params.size(); ++i) {
      const tir::BufferId b = kernel_.params[i].buffer;
      if (!b || base_of_.contains(kernel_[b].data.index) || !add_buffer(b, i)) return false;
    }
    return true;
  }

  std::optional<uint32_t> number(tir::BufferId b) {
    if (auto at = numbers_.find(b.index); at != numbers_.end()) return at->second;
    const uint32_t data = kernel_[b].data.index;
    if (auto memory = allocated_.find(data); memory != allocated_.end() && !base_of_.contains(data)) {
      base_of_[data] = static_cast<uint32_t>(out_.buffers.size());
      out_.buffers.push_back({memory->second.dtype, {memory->second.elements}, std::nullopt, memory->second.loops});
      windows_.emplace_back();
    }
    if (!base_of_.contains(data) || !add_buffer(b, std::nullopt)) return std::nullopt;
    return numbers_.at(b.index);
  }

  // Accesses of windows become accesses of what they are windows on.
  void look_through_windows() {
    if (std::ranges::none_of(windows_, &std::optional<Window>::has_value)) return;
    auto in_base = [&](const Window& w, std::span<const Prim> index) {
      Prim at = math_.constant(w.offset);
      for (size_t i = 0; i < index.size(); ++i) at = math_.add(at, math_.mul(index[i], w.strides[i]));
      std::vector<Prim> out;
      math_.unflatten(at, out_.buffers[w.base].shape, out);
      return out;
    };
    Rewriting rewrite(
        prims_, math_, [](Prim) { return Prim(); },
        [&](uint32_t b, DType d, std::span<const Prim> index) {
          return windows_[b] ? prims_.load(windows_[b]->base, d, in_base(*windows_[b], index))
                             : prims_.load(b, d, index);
        });
    for (Assignment& a : out_.list) {
      for (Prim& i : a.index) i = rewrite(i);
      a.value = rewrite(a.value);
      if (a.condition) a.condition = rewrite(a.condition);
      if (!windows_[a.buffer]) continue;
      a.index = in_base(*windows_[a.buffer], a.index);
      a.buffer = windows_[a.buffer]->base;
    }
  }

  // ---- statements ----
  bool enter(StmtId id) {
    const Stmt& s = kernel_[id];
    switch (s.kind) {
      case StmtKind::let: enter_let(s); break;
      case StmtKind::assertion: {
        const Prim holds = translate_(s.value);
        if (!holds || prims_.constant(holds).value_or(0) == 0) give_up();
        break;
      }
      case StmtKind::loop: return enter_loop(s);
      case StmtKind::if_: enter_if(s); break;
      case StmtKind::allocate: enter_allocate(s); break;
      case StmtKind::attr:
        if (s.text && context_.text(s.text) == "buffer_bind_scope") give_up();
        break;
      case StmtKind::declare:
      case StmtKind::block: break;
      case StmtKind::store: store(s); break;
      case StmtKind::evaluate:
        if (!prims_.constant(s.value)) give_up();
        break;
      default: give_up();
    }
    if (is_fine_ && s.kind == StmtKind::block) enter_block(s);
    return is_fine_;
  }

  bool enter_loop(const Stmt& s) {
    const Prim min = translate_.index(s.min), extent = translate_.index(s.value);
    const std::optional<int64_t> from = min ? prims_.constant(min) : std::nullopt,
                                 all = extent ? prims_.constant(extent) : std::nullopt;
    int64_t end = 0;
    if (!from || !all || __builtin_add_overflow(*from, std::max<int64_t>(*all, 0), &end)) give_up();
    if (!is_fine_ || *all <= 0) return false;
    const int64_t count = (*all - 1) / tir::step_of(s) + 1;
    Prim at = math_.constant(*from);
    const uint32_t number = static_cast<uint32_t>(out_.loops.size());
    if (count > 1) {
      const Prim axis = prims_.var(prims_[s.var].name());
      math_.set_extent(axis, count);
      out_.loops.push_back({axis, count});
      loops_.push_back(number);
      at = math_.add(math_.mul(axis, tir::step_of(s)), at);
    }
    loop_of_[s.var.index] = count > 1 ? std::optional(number) : std::nullopt;
    const Prim value = translate_.exact(at, prims_[s.var].dtype);
    if (!value || loops_.size() > kMaxLoops) give_up();
    if (is_fine_) translate_.bind(s.var, value);
    return is_fine_;
  }

  void enter_if(const Stmt& s) {
    const Prim condition = read(s.value);
    if (!condition) return;
    ifs_.push_back({condition, reads(condition), out_.list.size(), loops_.size(), at_first_});
    conditions_.push_back(condition);
    std::vector<Prim> rest = conjuncts_of(prims_, condition);
    if (std::erase_if(rest, [&](Prim c) { return stand_at_first(c); }) == 0) return;
    conditions_.back() = prims_.boolean(true);
    for (Prim c : rest) {
      Prim& all = conditions_.back();
      all = prims_.is_constant(all, 1) ? c : prims_.node(PrimKind::select, kBool, all, c, prims_.boolean(false));
    }
  }
  void leave_if() {
    const If& own = ifs_.back();
    for (size_t i = own.first; i < out_.list.size(); ++i) {
      const Assignment& a = out_.list[i];
      if (std::ranges::find(own.reads, memory_of(a.buffer)) == own.reads.end()) continue;
      if (i + 1 != out_.list.size() || a.loops.size() != own.loops) give_up();
    }
    at_first_ = own.at_first;
    ifs_.pop_back();
    conditions_.pop_back();
  }

  // Loops that a condition keeps at their first iteration: a sum of them is zero.
  bool stand_at_first(Prim condition) {
    const PrimNode& n = prims_[condition];
    if (n.kind != PrimKind::eq || prims_[n.lhs()].dtype != kInt64 || !math_.range(n.lhs()) || !math_.range(n.rhs()))
      return false;
    const Linear sum = linear_form(prims_, math_.add(n.lhs(), math_.mul(n.rhs(), -1)));
    if (sum.constant != 0 || sum.terms.empty()) return false;
    std::vector<uint32_t> found;
    for (auto [term, coefficient] : sum.terms) {
      auto loop = std::ranges::find(loops_, term, [&](uint32_t l) { return out_.loops[l].axis; });
      if (loop == loops_.end() || (coefficient < 0) != (sum.terms[0].second < 0)) return false;
      found.push_back(*loop);
    }
    for (uint32_t l : found) {
      if (std::ranges::find(at_first_, l) == at_first_.end()) at_first_.push_back(l);
    }
    return true;
  }

  void enter_let(const Stmt& s) {
    const Prim value = read(s.value);
    if (!value) return;
    lets_[s.var.index] = {reads(value), out_.list.size(), loops_.size(), {}, false};
    translate_.bind(s.var, value);
  }
  void leave_let(const Stmt& s) {
    const Let& let = lets_.at(s.var.index);
    for (size_t i = let.first; i < out_.list.size(); ++i) {
      const uint32_t written = memory_of(out_.list[i].buffer);
      if (std::ranges::find(let.reads, written) == let.reads.end()) continue;
      const bool is_later_used = std::ranges::any_of(let.uses, [&](size_t use) { return use > i; });
      if (is_later_used || let.is_used_deeper || out_.list[i].loops.size() != let.loops) give_up();
    }
  }

  void enter_allocate(const Stmt& s) {
    int64_t elements = 1;
    for (Prim e : kernel_.list(s)) {
      const std::optional<int64_t> extent = prims_.constant(e);
      if (!extent || *extent < 0 || __builtin_mul_overflow(elements, *extent, &elements)) return give_up();
    }
    if (s.value && !prims_.is_constant(s.value, 1)) return give_up();
    allocated_[s.var.index] = {s.dtype, elements, loops_};
  }

  // ---- blocks ----
  void enter_block(const Stmt& s) {
    const tir::Block& block = kernel_.block(s);
    if (!block.is_realized || !block.matches.empty()) return give_up();
    Prim predicate = prims_.boolean(true);
    if (block.predicate) {
      predicate = read_once(block.predicate);
      if (!predicate) return;
    }
    conditions_.push_back(predicate);
    Facts facts(prims_, math_);
    if (const Prim all = condition()) facts.assume(all, true);
    std::vector<uint32_t> reduced;
    std::vector<Prim> values;
    for (size_t i = 0; i < block.vars.size(); ++i) {
      const tir::IterVar& v = block.vars[i];
      const Prim value = translate_.index(block.values[i]), min = translate_.index(v.domain.min),
                 extent = translate_.index(v.domain.extent);
      if (!value || !min || !extent) return give_up();
      for (Prim p : {value, min, extent}) {
        if (!reads(p).empty() || !is_sound(context_, math_, out_.buffers, p, condition())) return give_up();
      }
      // What the reference executor asks of a block variable.
      const Prim last = math_.add(math_.add(min, extent), math_.constant(-1));
      if (!facts.proves(math_.add(value, math_.mul(min, -1)))) return give_up();
      if (!facts.proves(math_.add(last, math_.mul(value, -1)))) return give_up();
      if (v.kind == tir::IterKind::reduce && block.has_init && !find_reduction(value, min, reduced)) return give_up();
      const Prim typed = translate_.exact(value, prims_[v.var].dtype);
      if (!typed) return give_up();
      values.push_back(typed);
    }
    for (size_t i = 0; i < values.size(); ++i) translate_.bind(block.vars[i].var, values[i]);
    for (tir::BufferId b : block.allocations) {
      if (!add_buffer(b, std::nullopt)) return give_up();
    }
    reduced_.push_back(std::move(reduced));
  }

  // The loops that a reduction variable counts, from its minimum on: it is there when all of them begin.
  bool find_reduction(Prim value, Prim min, std::vector<uint32_t>& reduced) {
    const Linear sum = linear_form(prims_, math_.add(value, math_.mul(min, -1)));
    for (auto [term, coefficient] : sum.terms) {
      auto loop = std::ranges::find(loops_, term, [&](uint32_t l) { return out_.loops[l].axis; });
      if (loop == loops_.end() || coefficient < 0) return false;
      reduced.push_back(*loop);
    }
    return sum.constant == 0;
  }

  // ---- parts ----
  void begin(Part part) {
    if (part == Part::init) {
      outer_firsts_.push_back(at_first_);
      at_first_.insert(at_first_.end(), reduced_.back().begin(), reduced_.back().end());
    }
    if (part == Part::other) {
      const Prim c = ifs_.back().condition;
      at_first_ = ifs_.back().at_first;
      const std::optional<int64_t> known = prims_.constant(c);
      conditions_.back() = known ? prims_.boolean(*known == 0) : prims_.node(PrimKind::logical_not, kBool, c);
    }
  }
  void end(Part part) {
    if (part != Part::init) return;
    at_first_ = std::move(outer_firsts_.back());
    outer_firsts_.pop_back();
  }
  void leave(StmtId id) {
    const Stmt& s = kernel_[id];
    switch (s.kind) {
      case StmtKind::let: leave_let(s); break;
      case StmtKind::loop:
        if (loop_of_.at(s.var.index)) loops_.pop_back();
        break;
      case StmtKind::if_: leave_if(); break;
      case StmtKind::block:
        conditions_.pop_back();
        reduced_.pop_back();
        break;
      default: break;
    }
  }

  // ---- stores ----
  Prim condition() {
    Prim all;
    for (Prim c : conditions_) {
      if (prims_.is_constant(c, 1)) continue;
      all = all ? prims_.node(PrimKind::select, kBool, all, c, prims_.boolean(false)) : c;
    }
    return all;
  }

  // An expression that may use lets and read memory.
  Prim read(Prim e) {
    note_uses(e);
    const Prim made = translate_(e);
    if (!made) give_up();
    if (made && !is_sound(context_, math_, out_.buffers, made, condition())) give_up();
    return made;
  }

  // The same where it is computed before, and not again at, each of the assignments that it is for.
  Prim read_once(Prim e) {
    const Prim made = read(e);
    if (made && !reads(made).empty()) give_up();
    return made;
  }

  std::vector<uint32_t> reads(Prim e) const {
    std::vector<uint32_t> out;
    for (Prim p : parts_of(prims_, e)) {
      if (prims_[p].kind == PrimKind::load) out.push_back(memory_of(prims_[p].c));
    }
    return out;
  }
  // The base of a window.
  uint32_t memory_of(uint32_t buffer) const { return windows_[buffer] ? windows_[buffer]->base : buffer; }

  void note_uses(Prim e) {
    if (lets_.empty()) return;
    for (Prim p : parts_of(prims_, e)) {
      auto at = lets_.find(p.index);
      if (at == lets_.end()) continue;
      at->second.uses.push_back(out_.list.size());
      if (loops_.size() != at->second.loops) at->second.is_used_deeper = true;
    }
  }

  void store(const Stmt& s) {
    Assignment a;
    a.condition = condition();
    if (a.condition && prims_.is_constant(a.condition, 0)) return;
    const std::optional<uint32_t> buffer = number(s.buffer);
    if (!buffer || s.min || out_.list.size() >= kMaxAssignments) return give_up();
    a.loops = loops_;
    a.at_first = at_first_;
    a.buffer = *buffer;
    const PrimMap first = first_iteration();
    auto as_stored = [&](Prim e) { return first.empty() ? e : replaced(prims_, math_, e, first); };
    if (a.condition) {
      a.condition = as_stored(a.condition);
      if (prims_.is_constant(a.condition, 0)) return;
      if (prims_.is_constant(a.condition, 1)) a.condition = {};
    }
    for (Prim e : kernel_.list(s)) {
      note_uses(e);
      const Prim index = translate_.index(e);
      if (!index) return give_up();
      const Prim at = as_stored(index);
      if (!is_sound(context_, math_, out_.buffers, at, a.condition)) return give_up();
      a.index.push_back(math_.add(at, math_.constant(0)));
    }
    note_uses(s.value);
    a.value = translate_(s.value);
    if (!a.value || prims_[a.value].dtype != out_.buffers[*buffer].dtype) return give_up();
    a.value = as_stored(a.value);
    if (!is_sound(context_, math_, out_.buffers, a.value, a.condition)) return give_up();
    // The place, as if it were read.
    const Prim place = prims_.load(*buffer, out_.buffers[*buffer].dtype, a.index);
    if (!is_sound(context_, math_, out_.buffers, place, a.condition)) return give_up();
    out_.list.push_back(std::move(a));
  }

  PrimMap first_iteration() const {
    PrimMap out;
    for (uint32_t l : at_first_) out[out_.loops[l].axis] = math_.constant(0);
    return out;
  }

  struct Allocated {
    DType dtype;
    int64_t elements = 0;
    std::vector<uint32_t> loops;
  };

  IndexMath& math_;
  Context& context_;
  PrimStore& prims_;
  const tir::Kernel& kernel_;
  Translation translate_;
  Assignments out_;
  std::vector<uint32_t> loops_;
  std::vector<Prim> conditions_;  // of ifs and blocks around
  std::vector<If> ifs_;
  std::vector<std::vector<uint32_t>> reduced_;
  std::vector<uint32_t> at_first_;
  std::vector<std::vector<uint32_t>> outer_firsts_;  // of inits around
  std::unordered_map<uint32_t, std::optional<uint32_t>> loop_of_;
  std::unordered_map<uint32_t, uint32_t> numbers_;
  std::unordered_map<uint32_t, uint32_t> base_of_;  // of a data pointer
  std::vector<std::optional<Window>> windows_;      // of each buffer
  std::unordered_map<uint32_t, Allocated> allocated_;
  std::unordered_map<uint32_t, Let> lets_;
  bool is_fine_ = true;
};

}  // namespace

std::optional<Assignments> find_assignments(IndexMath& math, Context& context, const tir::Kernel& kernel) {
  return Reader(math, context, kernel).run();
}

}  // namespace hammock::loop
