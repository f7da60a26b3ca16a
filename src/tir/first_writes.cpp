// SPDX-License-Identifier: Apache-2.0
// One walk in the order of execution finds the stores whose indices are digits, which the loops around them run
// through: a store fills a box of its buffer, whatever the others do. One box that is all of the buffer fills it, or
// several that follow each other along a dim. What is read between must be stored before: in the same iteration of the
// loops around both, in an earlier one (a scan), or by a store that is over.
#include "hammock/tir/first_writes.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "hammock/base/storage.h"
#include "hammock/prim/linear.h"
#include "hammock/prim/walk.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/walk.h"

namespace hammock::tir {
namespace {

constexpr size_t kMaxLevels = 64;  // loops, or conditions, around an access
constexpr size_t kMaxFills = 16, kMaxReads = 1024, kMaxExits = 64;

class FirstWrites {
 public:
  explicit FirstWrites(const Kernel& kernel) : kernel_(kernel), prims_(kernel.context->prims) {}

  std::unordered_set<uint32_t> run() {
    for (const Parameter& p : kernel_.params) {
      if (p.buffer) add_buffer(p.buffer, false);
    }
    walk(
        kernel_, kernel_.body, [&](StmtId id) { return enter(kernel_[id]); },
        [&](StmtId id, Part part) { begin(kernel_[id], part); }, [&](StmtId id, Part part) { end(kernel_[id], part); },
        [&](StmtId id) { leave(kernel_[id]); });
    std::unordered_set<uint32_t> out;
    for (const auto& [pointer, memory] : memories_) {
      if (!memory.fails && !gives_up_ && is_filled(memory)) out.insert(pointer);
    }
    return out;
  }

 private:
  using Indices = std::vector<std::optional<Linear>>;
  struct Loop {
    uint32_t number;  // each statement has its own
    Prim var;
    bool is_pinned = false;  // stands at its beginning: the init of a block
  };
  struct Access {
    BufferId buffer;  // none: anything in the memory
    Indices indices;
    std::vector<Loop> loops;
    size_t place;  // in the order of the text
  };
  struct Run {
    int64_t begin, end;
  };
  // A store, and what it has filled of each dim when its loops are over.
  struct Fill {
    Access store;
    std::vector<Run> runs;
  };
  struct Exit {
    Jump jump;
    std::vector<Loop> loops;
    size_t place;
  };
  // base // divisor % modulus; no modulus: 0
  struct Piece {
    Linear base;
    int64_t divisor = 1, modulus = 0;
  };
  // A sum, and how many first values it is about.
  struct Covered {
    Linear sum;
    int64_t count;
  };
  struct Memory {
    std::optional<int64_t> bytes;
    bool is_ours = false;              // allocated, nobody reads it after the kernel
    size_t loops = 0, conditions = 0;  // around the allocation
    std::vector<Fill> fills;
    std::vector<Access> reads;
    bool fails = false;
  };

  // ---- memory ----

  void add_memory(Prim pointer, std::optional<int64_t> bytes, bool is_ours) {
    auto [at, is_new] = memories_.try_emplace(pointer.index);
    at->second = {bytes, is_ours, loops_.size(), conditions_.size(), {}, {}, !is_new};
  }
  void add_buffer(BufferId b, bool is_ours) {
    add_memory(kernel_[b].data, bytes_of(kernel_[b].dtype, kernel_[b].shape), is_ours);
  }

  std::optional<int64_t> bytes_of(DType dtype, std::span<const Prim> extents) const {
    int64_t bytes = dtype.bytes();
    for (Prim e : extents) {
      const std::optional<int64_t> extent = prims_.constant(e);
      if (!extent || __builtin_mul_overflow(bytes, *extent, &bytes)) return std::nullopt;
    }
    return bytes;
  }

  Memory* memory_of(Prim pointer) {
    auto at = memories_.find(pointer.index);
    return at == memories_.end() ? nullptr : &at->second;
  }

  // Whether the buffer is all of a memory, one element after the other.
  bool is_whole(const Buffer& b, const Memory& memory) const {
    if (!memory.bytes || bytes_of(b.dtype, b.shape) != memory.bytes || b.dtype.lanes != 1) return false;
    if (b.elem_offset && !prims_.is_constant(b.elem_offset, 0)) return false;
    int64_t compact = 1;
    for (size_t d = b.shape.size(); d-- > 0 && !b.strides.empty();) {
      const int64_t extent = *prims_.constant(b.shape[d]);
      if (extent != 1 && !prims_.is_constant(b.strides[d], compact)) return false;
      compact *= extent;
    }
    return true;
  }

  // ---- indices ----

  // How many values a term has, from 0 on: a loop's variable, the lanes of a vector, or a piece.
  std::optional<int64_t> extent_of(Prim term) const {
    auto at = extents_.find(term.index);
    return at == extents_.end() || at->second == 0 ? std::nullopt : std::optional(at->second);
  }
  Interval values(const Linear& sum) const {
    return interval_of(sum, [&](Prim term) {
      const std::optional<int64_t> extent = extent_of(term);
      return extent ? Interval{0, *extent - 1} : Interval();
    });
  }

  // A sum of loops' variables, none of whose parts wraps.
  std::optional<Linear> linear(Prim root) {
    std::unordered_map<uint32_t, std::optional<Linear>> known;
    operands_first(
        prims_, root, [&](Prim e) { return known.contains(e.index); },
        [&](Prim e, const std::vector<Prim>&) {
          std::optional<Linear> made = combined(e, known);
          if (made && !values(*made).within(values_of(DType::make(prims_[e].dtype.code, prims_[e].dtype.bits))))
            made.reset();
          known[e.index] = std::move(made);
        });
    return known[root.index];
  }

  std::optional<Linear> combined(Prim e, const std::unordered_map<uint32_t, std::optional<Linear>>& known) {
    const PrimNode n = prims_[e];
    if (!n.dtype.is_integral()) return std::nullopt;
    auto of = [&](Prim operand) -> const std::optional<Linear>& { return known.at(operand.index); };
    switch (n.kind) {
      case PrimKind::int_imm: return Linear{n.value, {}};
      case PrimKind::var: {
        auto at = bindings_.find(e.index);
        return at == bindings_.end() ? std::nullopt : at->second;
      }
      case PrimKind::cast: return of(n.lhs());
      case PrimKind::add:
      case PrimKind::sub: return sum(of(n.lhs()), of(n.rhs()), n.kind == PrimKind::add ? 1 : -1);
      case PrimKind::mul:
        if (std::optional<int64_t> factor = prims_.constant(n.rhs())) return sum(Linear(), of(n.lhs()), *factor);
        if (std::optional<int64_t> factor = prims_.constant(n.lhs())) return sum(Linear(), of(n.rhs()), *factor);
        return std::nullopt;
      case PrimKind::ramp: {
        const std::optional<int64_t> stride = prims_.constant(n.rhs());
        extents_[e.index] = n.dtype.lanes;
        return stride ? sum(of(n.lhs()), Linear{0, {{e, 1}}}, *stride) : std::nullopt;
      }
      case PrimKind::floordiv:
      case PrimKind::floormod: return part(e, of(n.lhs()), prims_.constant(n.rhs()));
      default: return std::nullopt;
    }
  }

  static std::optional<Linear> sum(const std::optional<Linear>& a, const std::optional<Linear>& b, int64_t factor) {
    constexpr int64_t kLargest = int64_t{1} << 31;
    auto is_small = [](int64_t c) { return c <= kLargest && c >= -kLargest; };
    if (!a || !b || !is_small(factor) || !is_small(b->constant)) return std::nullopt;
    if (!std::ranges::all_of(b->terms, is_small, &std::pair<Prim, int64_t>::second)) return std::nullopt;
    Linear out = *a;
    out.add(*b, factor);
    return out;
  }

  // Of a * divisor + b with b within [0, divisor): a or b. Of another sum a term by itself.
  std::optional<Linear> part(Prim e, const std::optional<Linear>& of, std::optional<int64_t> divisor) {
    const bool is_quotient = prims_[e].kind == PrimKind::floordiv;
    if (!of || !divisor || *divisor <= 0) return std::nullopt;
    Linear quotient, rest{of->constant, {}};
    for (auto [term, c] : of->terms) {
      if (c % *divisor == 0) quotient.add(term, c / *divisor);
      else rest.add(term, c);
    }
    if (values(rest).within(0, *divisor - 1)) return is_quotient ? quotient : rest;
    Piece made{*of, 1, 0};
    const auto outer = of->constant == 0 && of->terms.size() == 1 && of->terms[0].second == 1
                           ? parts_.find(of->terms[0].first.index)
                           : parts_.end();
    if (outer != parts_.end()) made = outer->second;
    else if (std::ranges::any_of(of->terms, [&](const auto& t) { return parts_.contains(t.first.index); })) return {};
    if (made.modulus % *divisor != 0) return std::nullopt;
    if (is_quotient && __builtin_mul_overflow(made.divisor, *divisor, &made.divisor)) return std::nullopt;
    made.modulus = is_quotient ? made.modulus / *divisor : *divisor;
    const Interval all = values(made.base);
    if (!all.within(0, INT64_MAX)) return std::nullopt;
    extents_[e.index] = made.modulus != 0 ? made.modulus : static_cast<int64_t>(all.high / made.divisor) + 1;
    parts_[e.index] = std::move(made);
    return Linear{0, {{e, 1}}};
  }

  Indices linear(std::span<const Prim> indices) {
    Indices out;
    for (Prim i : indices) out.push_back(linear(i));
    return out;
  }

  // ---- accesses ----

  // A memory's pointer goes somewhere, or what is read is no element of a buffer that is known.
  void touch(Prim pointer) {
    if (Memory* m = memory_of(pointer)) read(*m, {}, {});
  }

  void read(Memory& m, BufferId buffer, Indices indices) {
    m.fails |= m.reads.size() >= kMaxReads;
    if (!m.fails) m.reads.push_back({buffer, std::move(indices), loops_, next_place_++});
  }

  bool is_digit_of(const Access& store, Prim var) const {
    return std::ranges::any_of(store.indices, [&](const auto& sum) { return var && has(*sum, var); });
  }

  // The loops around both that are digits of the store.
  std::vector<Prim> shared_digits(const Access& store, const std::vector<Loop>& loops, size_t first) const {
    std::vector<Prim> out;
    for (size_t i = first; i < std::min(store.loops.size(), loops.size()); ++i) {
      if (store.loops[i].number != loops[i].number) break;
      if (is_digit_of(store, loops[i].var)) out.push_back(loops[i].var);
    }
    return out;
  }

  // Whether what the fill has of the places of a read is there by then.
  bool is_before(const Fill& fill, const Access& read, const Memory& m) const {
    const Access& store = fill.store;
    const bool is_element = read.buffer == store.buffer && read.indices.size() == fill.runs.size();
    for (size_t d = 0; is_element && d < fill.runs.size(); ++d) {
      if (!read.indices[d]) continue;
      const Interval at = values(*read.indices[d]);
      if (at.high < fill.runs[d].begin || at.low >= fill.runs[d].end) return true;
    }
    const std::vector<Prim> shared = shared_digits(store, read.loops, m.loops);
    std::unordered_map<uint32_t, int64_t> moved;
    for (size_t d = 0; d < fill.runs.size() && !shared.empty(); ++d) {
      if (!is_element || !read.indices[d]) return false;
      const Linear &at = *read.indices[d], &stored = *store.indices[d];
      if (is_of_iteration(at, stored, shared)) continue;
      // That of another iteration: c iterations later.
      if (stored.terms.size() != 1 || at.terms != stored.terms) return false;
      auto [var, factor] = stored.terms[0];
      if (std::ranges::find(shared, var) == shared.end()) return false;
      moved[var.index] = (at.constant - stored.constant) / factor;  // of one digit, 1 or -1
    }
    for (Prim var : shared) {
      auto by = moved.find(var.index);
      if (by != moved.end() && by->second != 0) return by->second < 0;
    }
    return store.place < read.place;
  }

  // Whether none of the iterations that the fill needs is left out by a jump. Where memory is gone after the jump,
  // nobody reads it.
  bool is_reached(const Fill& fill, const Memory& m) const {
    return std::ranges::all_of(exits_, [&](const Exit& e) {
      const Access& store = fill.store;
      if (e.jump == Jump::return_)
        return m.is_ours || (store.place < e.place && shared_digits(store, e.loops, m.loops).empty());
      const size_t level = e.loops.size() - 1;
      if (level < m.loops || store.loops.size() <= level || store.loops[level].number != e.loops[level].number)
        return true;
      return store.place < e.place && (e.jump == Jump::continue_ || !is_digit_of(store, e.loops[level].var));
    });
  }

  bool is_filled(const Memory& m) const {
    std::vector<const Fill*> parts;
    for (const Fill& f : m.fills) {
      if (is_reached(f, m)) parts.push_back(&f);
    }
    auto comes_first = [&](std::span<const Fill* const> fills) {
      return std::ranges::all_of(m.reads, [&](const Access& read) {
        return std::ranges::all_of(fills, [&](const Fill* f) { return is_before(*f, read, m); });
      });
    };
    for (const Fill*& f : parts) {
      if (is_whole(*f, f->runs.size()) && comes_first({&f, 1})) return true;
    }
    if (parts.empty()) return false;
    for (size_t d = 0; d < parts[0]->runs.size(); ++d) {
      const std::vector<const Fill*> row = row_along(d, parts);
      if (!row.empty() && comes_first(row)) return true;
    }
    return false;
  }

  // All of the buffer, but for a dim.
  bool is_whole(const Fill& f, size_t but) const {
    std::span<const Prim> shape = kernel_[f.store.buffer].shape;
    for (size_t d = 0; d < f.runs.size(); ++d) {
      if (d != but && (f.runs[d].begin != 0 || f.runs[d].end != prims_.constant(shape[d]))) return false;
    }
    return true;
  }

  // Fills that follow each other along a dim, from its beginning to its end.
  std::vector<const Fill*> row_along(size_t dim, std::vector<const Fill*> parts) const {
    const BufferId buffer = parts[0]->store.buffer;
    std::erase_if(parts, [&](const Fill* f) { return f->store.buffer != buffer || !is_whole(*f, dim); });
    std::ranges::stable_sort(parts, {}, [&](const Fill* f) { return f->runs[dim].begin; });
    int64_t end = 0;
    std::vector<const Fill*> out;
    for (const Fill* f : parts) {
      if (f->runs[dim].begin > end) return {};
      if (f->runs[dim].end <= end) continue;
      end = f->runs[dim].end;
      out.push_back(f);
    }
    return end == prims_.constant(kernel_[buffer].shape[dim]) ? out : std::vector<const Fill*>();
  }

  bool has(const Linear& sum, Prim var) const {
    return std::ranges::any_of(sum.terms, [&](const auto& t) {
      auto part = parts_.find(t.first.index);
      return t.first == var || (part != parts_.end() && part->second.base.coefficient(var) != 0);
    });
  }

  // Whether the place is one that the store has filled in this iteration of the loops.
  bool is_of_iteration(Linear at, Linear stored, std::span<const Prim> shared) const {
    int64_t least = 0;  // of the digits that stay; none: all values of the others are there
    const Linear all = stored;
    for (auto [term, c] : all.terms) {
      std::vector<Prim> vars{term};
      if (auto part = parts_.find(term.index); part != parts_.end()) {
        vars.clear();
        for (const auto& t : part->second.base.terms) vars.push_back(t.first);
      }
      const auto stays =
          std::ranges::count_if(vars, [&](Prim v) { return std::ranges::find(shared, v) != shared.end(); });
      if (stays == 0) continue;
      if (static_cast<size_t>(stays) != vars.size() || at.coefficient(term) != c) return false;
      at.add(term, -c);
      stored.add(term, -c);
      if (least == 0 || std::abs(c) < least) least = std::abs(c);
    }
    if (least == 0) return true;
    if (std::ranges::any_of(shared, [&](Prim v) { return has(at, v); })) return false;
    const Interval filled = values(stored);
    return filled.has_low() && filled.has_high() && filled.high - filled.low < least && values(at).within(filled);
  }

  void write(const Stmt& s) {
    Memory* m = memory_of(kernel_[s.buffer].data);
    if (!m || m->fails || s.min || m->fills.size() >= kMaxFills) return;
    Access access{s.buffer, linear(kernel_.list(s)), loops_, next_place_++};
    for (std::optional<Linear>& index : access.indices) {
      for (const Loop& l : loops_) {
        if (index && l.is_pinned) index->add(l.var, -index->coefficient(l.var));
      }
    }
    if (std::optional<std::vector<Run>> runs = filled(*m, access, prims_[s.value].dtype.lanes))
      m->fills.push_back({std::move(access), std::move(*runs)});
  }

  // What it fills of each dim.
  std::optional<std::vector<Run>> filled(const Memory& m, const Access& access, int lanes) {
    const Buffer& b = kernel_[access.buffer];
    if (!is_whole(b, m) || access.indices.size() != b.shape.size()) return std::nullopt;
    std::vector<Covered> covered;
    for (size_t d = 0; d < b.shape.size(); ++d) {
      if (!access.indices[d]) return std::nullopt;
      covered.push_back({*access.indices[d], *prims_.constant(b.shape[d])});
    }
    if (!add_bases(covered)) return std::nullopt;
    std::unordered_set<uint32_t> used;
    std::vector<Run> out;
    int stored = 1;
    for (const Covered& c : covered) {
      const std::optional<Run> run = run_of(c);
      if (!run) return std::nullopt;
      bool has_parts = out.size() >= b.shape.size();
      for (auto [term, factor] : c.sum.terms) {
        has_parts |= parts_.contains(term.index);
        if (parts_.contains(term.index)) continue;
        const auto outer = loops_.begin() + static_cast<std::ptrdiff_t>(m.loops);
        if (std::ranges::find(loops_.begin(), outer, term, &Loop::var) != outer) return std::nullopt;
        if (!used.insert(term.index).second) return std::nullopt;
        if (prims_[term].kind == PrimKind::ramp) stored *= prims_[term].dtype.lanes;
      }
      if (has_parts && (run->begin != 0 || run->end != c.count)) return std::nullopt;
      out.push_back(*run);
    }
    const bool is_always = std::all_of(conditions_.begin() + static_cast<std::ptrdiff_t>(m.conditions),
                                       conditions_.end(), [&](Prim c) { return c && holds_inside(c, covered); });
    if (stored != lanes || !is_always) return std::nullopt;
    out.resize(b.shape.size());
    return out;
  }

  // What parts are made of takes all values if the parts together do: each of them once, from the last digit on.
  bool add_bases(std::vector<Covered>& covered) const {
    struct Digit {
      const Piece* part;
      int64_t count;
    };
    std::vector<Digit> digits;
    for (const Covered& c : covered) {
      for (auto [term, factor] : c.sum.terms) {
        auto part = parts_.find(term.index);
        if (part == parts_.end()) continue;
        const bool is_alone = c.sum.terms.size() == 1 && factor == 1;
        digits.push_back({&part->second, is_alone ? c.count : *extent_of(term)});
      }
    }
    std::ranges::stable_sort(digits, {}, [](const Digit& d) { return d.part->divisor; });
    const size_t dims = covered.size();
    for (const Digit& d : digits) {
      const auto is_base = [&](const Covered& c) {
        return c.sum.constant == d.part->base.constant && c.sum.terms == d.part->base.terms;
      };
      auto at = std::find_if(covered.begin() + static_cast<std::ptrdiff_t>(dims), covered.end(), is_base);
      if (at == covered.end()) at = covered.insert(at, {d.part->base, 1});
      // The digit below this one was counted to its modulus, or it was not the last.
      if (at->count != d.part->divisor || __builtin_mul_overflow(at->count, d.count, &at->count)) return false;
    }
    return true;
  }

  // The values that it takes one after the other, up to the count.
  std::optional<Run> run_of(const Covered& c) const {
    std::vector<std::pair<int64_t, Prim>> digits;
    for (auto [term, factor] : c.sum.terms) {
      if (extent_of(term) != 1) digits.emplace_back(std::abs(factor), term);
    }
    std::ranges::sort(digits);
    int64_t count = 1;
    for (auto [factor, term] : digits) {
      if (factor != count || __builtin_mul_overflow(count, extent_of(term).value_or(0), &count)) return std::nullopt;
    }
    const Interval all = values(c.sum);
    if (!all.has_low() || all.low < 0 || all.low >= c.count) return std::nullopt;
    const int64_t begin = static_cast<int64_t>(all.low);
    return Run{begin, count < c.count - begin ? begin + count : c.count};
  }

  // Whether the condition leaves out nothing but places beyond the buffer.
  bool holds_inside(Prim condition, const std::vector<Covered>& covered) {
    std::vector<Prim> stack{condition};
    while (!stack.empty()) {
      const Prim e = stack.back();
      const PrimNode n = prims_[e];
      stack.pop_back();
      if (prims_.is_constant(e, 1)) continue;
      if (n.kind == PrimKind::logical_and) {
        stack.insert(stack.end(), {n.lhs(), n.rhs()});
        continue;
      }
      if (n.kind != PrimKind::lt) return false;
      const std::optional<int64_t> bound = prims_.constant(n.rhs());
      const std::optional<Linear> sum = bound ? linear(n.lhs()) : std::nullopt;
      if (sum && values(*sum).high < *bound) continue;
      const bool is_extent = sum && std::ranges::any_of(covered, [&](const Covered& c) {
                               return c.sum.constant == sum->constant && c.sum.terms == sum->terms && c.count <= *bound;
                             });
      if (!is_extent) return false;
    }
    return true;
  }

  // All that an expression reads, and the pointers that it hands out.
  void mention(Prim root) {
    std::vector<Prim> stack{root};
    std::unordered_set<uint32_t> seen;
    std::vector<Prim> operands;
    while (!stack.empty()) {
      const Prim e = stack.back();
      stack.pop_back();
      if (!e || !seen.insert(e.index).second) continue;
      const PrimNode n = prims_[e];
      if (n.kind == PrimKind::var) touch(e);
      if (n.kind == PrimKind::load) {
        const BufferId b(n.c);
        if (Memory* m = memory_of(kernel_[b].data)) read(*m, b, linear(prims_.call_args(e)));
      }
      operands.clear();
      prims_.operands(e, operands);
      const bool is_pointer = n.kind == PrimKind::call && kernel_.context->text(n.name()) == "address_of";
      if (is_pointer && prims_[operands[0]].kind == PrimKind::load)
        touch(kernel_[BufferId(prims_[operands[0]].c)].data);
      stack.insert(stack.end(), operands.begin(), operands.end());
    }
  }

  // ---- statements ----

  bool enter(const Stmt& s) {
    gives_up_ |= loops_.size() > kMaxLevels || conditions_.size() > kMaxLevels;
    if (gives_up_) return false;
    if (const Jump jump = jump_of(kernel_, s); jump != Jump::none) {
      exits_.push_back({jump, loops_, next_place_++});
      gives_up_ |= exits_.size() > kMaxExits || (jump != Jump::return_ && loops_.empty());
    }
    mention(s.value);
    mention(s.min);
    for (Prim p : kernel_.list(s)) mention(p);
    switch (s.kind) {
      case StmtKind::store: write(s); break;
      case StmtKind::let: bindings_[s.var.index] = linear(s.value); break;
      case StmtKind::loop: enter_loop(s); break;
      case StmtKind::while_: push_loop({}), conditions_.emplace_back(); break;
      case StmtKind::allocate:
        add_memory(s.var,
                   s.value && !prims_.is_constant(s.value, 1) ? std::nullopt : bytes_of(s.dtype, kernel_.list(s)),
                   true);
        break;
      case StmtKind::block: enter_block(kernel_.block(s)); break;
      case StmtKind::attr:
        for (BufferId b : kernel_.nodes[s.number].buffers) touch(kernel_[b].data);
        break;
      case StmtKind::realize:
      case StmtKind::prefetch: gives_up_ = true; break;
      default: break;
    }
    return !gives_up_;
  }

  void push_loop(Prim var) { loops_.push_back({next_loop_++, var}); }

  void enter_loop(const Stmt& s) {
    const std::optional<int64_t> min = s.min ? prims_.constant(s.min) : 0, extent = prims_.constant(s.value);
    const bool is_known = min && extent && *extent > 0;
    // One that may have no iteration is a condition.
    conditions_.push_back(is_known ? kernel_.context->prims.boolean(true) : Prim());
    push_loop(s.var);
    bindings_[s.var.index].reset();
    const int64_t count = is_known ? (*extent - 1) / step_of(s) + 1 : 0;
    gives_up_ |= extents_.try_emplace(s.var.index, count).first->second != count;
    if (!is_known) return;
    Linear at{*min, {}};
    at.add(s.var, step_of(s));
    bindings_[s.var.index] = std::move(at);
  }

  void enter_block(const Block& block) {
    std::vector<std::optional<Linear>> values;
    for (Prim v : block.values) {
      mention(v);
      values.push_back(linear(v));
    }
    mention(block.predicate);
    conditions_.push_back(block.predicate ? block.predicate : kernel_.context->prims.boolean(true));
    for (size_t i = 0; i < values.size(); ++i) bindings_[block.vars[i].var.index] = values[i];
    for (BufferId b : block.allocations) add_buffer(b, true);
    for (const MatchBuffer& m : block.matches) touch(kernel_[m.source.buffer].data);
  }

  void begin(const Stmt& s, Part part) {
    if (s.kind == StmtKind::if_) conditions_.push_back(part == Part::body ? s.value : Prim());
    if (part != Part::init) return;
    pins_.push_back(loops_);
    bool is_known = true;
    for (const IterVar& v : kernel_.block(s).vars) {
      if (v.kind != IterKind::reduce || !v.domain.min) continue;
      const std::optional<Linear>& at = bindings_[v.var.index];
      is_known = is_known && at && prims_.is_constant(v.domain.min, at->constant);
      for (size_t i = 0; is_known && i < at->terms.size(); ++i) {
        auto loop = std::ranges::find(loops_, at->terms[i].first, &Loop::var);
        is_known = loop != loops_.end() && at->terms[i].second > 0;
        if (is_known) loop->is_pinned = true;
      }
    }
    conditions_.push_back(is_known ? kernel_.context->prims.boolean(true) : Prim());
  }
  void end(const Stmt& s, Part part) {
    if (s.kind == StmtKind::if_ || part == Part::init) conditions_.pop_back();
    if (part != Part::init) return;
    loops_ = std::move(pins_.back());
    pins_.pop_back();
  }
  void leave(const Stmt& s) {
    const bool is_loop = s.kind == StmtKind::loop || s.kind == StmtKind::while_;
    if (is_loop) loops_.pop_back();
    if (is_loop || s.kind == StmtKind::block) conditions_.pop_back();
  }

  const Kernel& kernel_;
  PrimStore& prims_;
  std::unordered_map<uint32_t, Memory> memories_;                 // by pointer
  std::unordered_map<uint32_t, std::optional<Linear>> bindings_;  // of variables
  std::unordered_map<uint32_t, int64_t> extents_;                 // of terms
  std::unordered_map<uint32_t, Piece> parts_;                     // terms that are no variables
  std::vector<Loop> loops_;
  std::vector<Prim> conditions_;  // none: nothing is known of it
  std::vector<std::vector<Loop>> pins_;
  std::vector<Exit> exits_;
  uint32_t next_loop_ = 0;
  size_t next_place_ = 0;
  bool gives_up_ = false;
};

}  // namespace

std::unordered_set<uint32_t> filled_before_read(const Kernel& kernel) { return FirstWrites(kernel).run(); }

}  // namespace hammock::tir
