// SPDX-License-Identifier: Apache-2.0
#include "statements.h"

#include <algorithm>

#include "hammock/prim/symbols.h"
#include "hammock/tir/walk.h"
#include "translation.h"

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
  std::vector<uint32_t> reads;  // buffers
  size_t first = 0;             // the assignment after it
  size_t loops = 0;             // around it
  std::vector<size_t> uses;     // assignments
  bool is_used_deeper = false;  // in a loop below it
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
    out_.name = kernel_.name;
    return std::move(out_);
  }

 private:
  void give_up() { is_fine_ = false; }

  // ---- buffers ----
  bool is_compact(const tir::Buffer& b, Dims& shape) const {
    int64_t elements = 1;
    for (Prim d : b.shape) {
      const std::optional<int64_t> extent = prims_.constant(d);
      if (!extent || *extent < 0 || __builtin_mul_overflow(elements, *extent, &elements) || elements > kMaxElements)
        return false;
      shape.push_back(*extent);
    }
    const Dims compact = contiguous(shape);
    for (size_t i = 0; i < b.strides.size(); ++i) {
      if (shape[i] != 1 && prims_.constant(b.strides[i]) != compact[i]) return false;
    }
    const bool is_scalar_type =
        b.dtype.is_scalar() &&
        (b.dtype.is_integral() ? b.dtype.bits == 1 || b.dtype.bits >= 8 : b.dtype.is_float() || b.dtype == kBfloat16);
    return is_scalar_type && b.kind == tir::BufferKind::plain &&
           (!b.elem_offset || prims_.is_constant(b.elem_offset, 0));
  }
  static Dims contiguous(const Dims& shape) {
    Dims out(shape.size());
    int64_t below = 1;
    for (size_t i = shape.size(); i-- > 0;) {
      out[i] = below;
      below *= shape[i];
    }
    return out;
  }

  bool add_buffer(tir::BufferId id, std::optional<uint32_t> param) {
    const tir::Buffer& b = kernel_[id];
    KernelBuffer made{b.dtype, {}, param, loops_};
    const std::string_view scope = kernel_.scope(b);
    if (!is_compact(b, made.shape) || (scope != "global" && scope != "local")) return false;
    if (!by_data_.try_emplace(b.data.index, id).second) return false;  // two windows on one memory
    numbers_[id.index] = static_cast<uint32_t>(out_.buffers.size());
    out_.buffers.push_back(std::move(made));
    return true;
  }

  bool read_params() {
    for (uint32_t i = 0; i < kernel_.params.size(); ++i) {
      const tir::BufferId b = kernel_.params[i].buffer;
      if (!b || !add_buffer(b, i)) return false;
    }
    return true;
  }

  std::optional<uint32_t> number(tir::BufferId b) {
    auto at = numbers_.find(b.index);
    if (at == numbers_.end()) {  // the one window on memory of T.allocate
      auto memory = allocated_.find(kernel_[b].data.index);
      if (memory == allocated_.end() || kernel_[b].dtype != memory->second.dtype) return std::nullopt;
      std::swap(loops_, memory->second.loops);
      const bool is_added = add_buffer(b, std::nullopt);
      std::swap(loops_, memory->second.loops);
      if (!is_added || out_.buffers.back().elements() > memory->second.elements) return std::nullopt;
      at = numbers_.find(b.index);
    }
    return at->second;
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
      case StmtKind::if_: {
        const Prim condition = read_once(s.value);
        if (condition) conditions_.push_back(condition);
        break;
      }
      case StmtKind::allocate: enter_allocate(s); break;
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
                                 count = extent ? prims_.constant(extent) : std::nullopt;
    const bool is_plain = s.loop == tir::ForKind::serial && (!s.annotations || is_empty(s.annotations));
    int64_t end = 0;
    if (!is_plain || !from || !count || __builtin_add_overflow(*from, std::max<int64_t>(*count, 0), &end)) give_up();
    if (!is_fine_ || *count <= 0) return false;
    Prim at = math_.constant(*from);
    const uint32_t number = static_cast<uint32_t>(out_.loops.size());
    if (*count > 1) {
      const Prim axis = prims_.var(prims_[s.var].name());
      math_.set_extent(axis, *count);
      out_.loops.push_back({axis, *count});
      loops_.push_back(number);
      at = math_.add(axis, at);
    }
    loop_of_[s.var.index] = *count > 1 ? std::optional(number) : std::nullopt;
    const Prim value = translate_.exact(at, prims_[s.var].dtype);
    if (!value || loops_.size() > kMaxLoops) give_up();
    if (is_fine_) translate_.bind(s.var, value);
    return is_fine_;
  }

  bool is_empty(Attr annotations) const {
    const AttrNode& n = context_.attrs[annotations];
    return n.kind == AttrKind::none || (n.kind == AttrKind::dict && n.list_size == 0);
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
      const uint32_t written = out_.list[i].buffer;
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
    if (s.annotations && !is_empty(s.annotations)) return give_up();
    allocated_[s.var.index] = {s.dtype, elements, loops_};
  }

  // ---- blocks ----
  void enter_block(const Stmt& s) {
    const tir::Block& block = kernel_.block(s);
    if (!block.is_realized || !block.matches.empty()) return give_up();
    std::vector<uint32_t> reduced;
    std::vector<Prim> values;
    for (size_t i = 0; i < block.vars.size(); ++i) {
      const tir::IterVar& v = block.vars[i];
      const Prim value = translate_.index(block.values[i]), min = translate_.index(v.domain.min),
                 extent = translate_.index(v.domain.extent);
      if (!value || !min || !extent || !reads(value).empty()) return give_up();
      // What the reference executor asks of a block variable.
      const std::optional<Range> below = math_.range(math_.add(value, math_.mul(min, -1)));
      const std::optional<Range> above =
          math_.range(math_.add(math_.add(min, extent), math_.mul(math_.add(value, math_.constant(1)), -1)));
      if (!below || !above || below->low < 0 || above->low < 0) return give_up();
      if (v.kind == tir::IterKind::reduce && block.has_init && !find_reduction(value, min, reduced)) return give_up();
      const Prim typed = translate_.exact(value, prims_[v.var].dtype);
      if (!typed) return give_up();
      values.push_back(typed);
    }
    Prim predicate;
    if (block.predicate) {
      predicate = read_once(block.predicate);
      if (!predicate) return;
    }
    for (size_t i = 0; i < values.size(); ++i) translate_.bind(block.vars[i].var, values[i]);
    conditions_.push_back(predicate ? predicate : prims_.boolean(true));
    for (tir::BufferId b : block.allocations) {
      if (!add_buffer(b, std::nullopt)) return give_up();
    }
    reduced_.push_back(std::move(reduced));
  }

  // The loop that a reduction variable counts, from its minimum on; none if there is only that.
  bool find_reduction(Prim value, Prim min, std::vector<uint32_t>& reduced) {
    const Prim at = math_.add(value, math_.mul(min, -1));
    if (prims_.is_constant(at, 0)) return true;
    for (uint32_t l : loops_) {
      if (out_.loops[l].axis == at) {
        reduced.push_back(l);
        return true;
      }
    }
    return false;
  }

  // ---- parts ----
  void begin(Part part) {
    if (part == Part::init) {
      at_first_ = reduced_.back();
      // The predicate of the block may hold elsewhere than where the init runs.
      if (!at_first_.empty() && !prims_.is_constant(conditions_.back(), 1)) give_up();
    }
    if (part == Part::other) {
      const Prim c = conditions_.back();
      const std::optional<int64_t> known = prims_.constant(c);
      conditions_.back() = known ? prims_.boolean(*known == 0) : prims_.node(PrimKind::logical_not, kBool, c);
    }
  }
  void end(Part part) {
    if (part == Part::init) at_first_.clear();
  }
  void leave(StmtId id) {
    const Stmt& s = kernel_[id];
    switch (s.kind) {
      case StmtKind::let: leave_let(s); break;
      case StmtKind::loop:
        if (loop_of_.at(s.var.index)) loops_.pop_back();
        break;
      case StmtKind::if_: conditions_.pop_back(); break;
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
      if (prims_[p].kind == PrimKind::load) out.push_back(prims_[p].c);
    }
    return out;
  }

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
    auto as_stored = [&](Prim e) { return first.empty() ? e : Substitution(prims_, first)(e); };
    if (a.condition) a.condition = as_stored(a.condition);
    for (Prim e : kernel_.list(s)) {
      note_uses(e);
      const Prim index = translate_.index(e);
      if (!index) return give_up();
      a.index.push_back(math_.add(as_stored(index), math_.constant(0)));
    }
    note_uses(s.value);
    a.value = translate_(s.value);
    if (!a.value || prims_[a.value].dtype != out_.buffers[*buffer].dtype) return give_up();
    a.value = as_stored(a.value);
    if (!is_sound(context_, math_, out_.buffers, a.value, a.condition)) return give_up();
    for (Prim i : a.index) {
      if (!is_sound(context_, math_, out_.buffers, i, a.condition)) return give_up();
    }
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
  std::vector<std::vector<uint32_t>> reduced_;
  std::vector<uint32_t> at_first_;
  std::unordered_map<uint32_t, std::optional<uint32_t>> loop_of_;
  std::unordered_map<uint32_t, uint32_t> numbers_;
  std::unordered_map<uint32_t, tir::BufferId> by_data_;
  std::unordered_map<uint32_t, Allocated> allocated_;
  std::unordered_map<uint32_t, Let> lets_;
  bool is_fine_ = true;
};

}  // namespace

int64_t KernelBuffer::elements() const {
  int64_t n = 1;
  for (int64_t d : shape) n *= d;
  return n;
}

std::optional<Assignments> find_assignments(IndexMath& math, Context& context, const tir::Kernel& kernel) {
  return Reader(math, context, kernel).run();
}

}  // namespace hammock::loop
