// SPDX-License-Identifier: Apache-2.0
// What running a kernel would find anyway, where that is sure (kernel_ranges.h): warnings, never a false one.
//
// W0201  an index leaves its buffer, or the value of a block variable its domain (X4)
// W0202  a block touches what the regions that it declares leave out
// W0203  a buffer is read before anything can have written it
// W0204  a division by 0, a shift by too many bits, an index that is no integer (X3)
// W0205  a loop or an init that never runs
// W0206  a buffer without a use
// W0207  a vectorized loop that TVM cannot compile (X12)
// W0208  iterations of a parallel loop that store to the same elements
// W0210  functions of one global_symbol
// W0211  a way through the kernel that ends without the value that it declares
// R0103  what no CPU runs (X7, X8)
//
// What a constant condition leaves out is not looked at.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "hammock/ir/prim_kind.h"
#include "hammock/prim/intrinsics.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/refusal.h"
#include "hammock/tir/threads.h"
#include "hammock/tir/walk.h"
#include "hammock/verify/verify.h"
#include "kernel_ranges.h"

namespace hammock {
namespace {

using tir::BufferId;
using tir::Part;
using tir::StmtId;
using tir::StmtKind;

constexpr size_t kMostBlocks = 8;  // around an access, whose regions are held against it

class KernelWarnings {
 public:
  KernelWarnings(const Module& module, Diagnostics& diagnostics)
      : module_(module), context_(module.context()), diagnostics_(diagnostics), ranges_(module.context()) {}
  // `fresh`: the calls that give a parameter memory which nobody has written, by parameter.
  void kernel(const tir::Kernel& kernel, uint32_t function, const std::vector<Span>& fresh);

 private:
  using Stmt = tir::Stmt;
  struct Use {  // of the memory behind a data variable
    size_t loads = 0, stores = 0;
    bool escapes = false;
    StmtId store;
  };
  struct OpenBlock {
    StmtId id;
    size_t mark = 0;
    bool is_condition = false;
  };
  struct OpenPart {
    size_t mark = 0;
    bool is_condition = false, is_dead = false;
  };
  struct OpenLoop {
    StmtId id;
    int conditions = 0;
    size_t mark = 0;
  };

  // ---- the whole
  void count_uses();
  void count_uses(Prim root, std::vector<Prim>& stack);
  void count_stmt(StmtId id, std::vector<Prim>& stack);
  void warn_of_uses();
  void warn_of_end();
  void warn_of_memory(BufferId b, std::string_view what);
  void find_unwritten(const std::vector<Span>& fresh);
  void first_use(BufferId b, bool is_store, bool is_passed);

  // ---- the walk
  bool returns_early() const;
  bool enter(StmtId id);
  void begin(StmtId id, Part part);
  void end(StmtId id, Part part);
  void leave(StmtId id);
  void loop(StmtId id);
  void attribute(const Stmt& s);
  bool block(StmtId id);
  void init(const tir::Block& b);
  void define_fields(BufferId b);
  void expression(Prim root);
  void node(Prim e, bool is_sure, bool is_passed);
  void access(BufferId b, std::span<const Prim> indices, bool is_sure, bool is_store);
  void regions(BufferId b, std::span<const Prim> indices, bool is_sure, bool is_store);
  bool covers(const OpenBlock& open, BufferId b, std::span<const Prim> indices, bool is_sure, bool is_store);
  void race(const Stmt& s);
  bool is_sure() const { return conditions_ == 0 && varying_ == 0; }
  bool is_constant(Prim condition, bool value) {
    if (!context_.prims[condition].dtype.is_boolean()) return false;  // an integer may be taken as one
    const Interval r = ranges_.range(condition);
    return value ? r.low > 0 : r.high < 1;
  }

  Diagnostic& report(Diag id, std::string text) { return diagnostics_.report(id, place_, std::move(text)); }
  std::string quoted(Name name) const { return "'" + std::string(name ? context_.text(name) : "") + "'"; }
  std::string name(BufferId b) const { return quoted((*kernel_)[b].name); }
  void note(Diagnostic& d, BufferId b) const {
    if (Span span = (*kernel_)[b].span) d.notes.push_back({span, name(b) + " is declared here"});
  }

  const Module& module_;
  const Context& context_;
  Diagnostics& diagnostics_;
  KernelRanges ranges_;
  const tir::Kernel* kernel_ = nullptr;
  StmtId statement_;
  Span place_;
  std::vector<Span> places_;
  std::vector<size_t> marks_;
  std::vector<OpenBlock> blocks_;
  std::vector<OpenLoop> parallel_;
  std::vector<OpenPart> parts_;
  int conditions_ = 0, dead_ = 0, vectorized_ = 0;
  int varying_ = 0;                               // loops around that may not run where another loop is at its end
  std::unordered_map<uint32_t, Use> uses_;        // by data variable
  std::unordered_map<uint32_t, Span> unwritten_;  // memory that no store before here fills; a call that gives it
  std::unordered_set<Prim> counted_;
  std::unordered_set<uint64_t> said_;  // block, buffer and whether it is written
  std::vector<std::pair<Prim, bool>> todo_;
  std::vector<Prim> operands_;
  bool is_executable_ = true;
};

void KernelWarnings::kernel(const tir::Kernel& kernel, uint32_t function, const std::vector<Span>& fresh) {
  kernel_ = &kernel;
  places_.assign(1, module_.functions[function].span);
  place_ = places_[0];
  marks_.clear();
  blocks_.clear();
  parallel_.clear();
  parts_.clear();
  uses_ = {};
  said_ = {};
  counted_ = {};
  conditions_ = returns_early() ? 1 : 0;
  dead_ = vectorized_ = varying_ = 0;
  is_executable_ = true;
  ranges_.enter_kernel(kernel.stmts.size());
  count_uses();
  find_unwritten(fresh);
  for (const tir::Parameter& p : kernel.params) ranges_.define(p.var, {});
  for (const tir::Parameter& p : kernel.params) {
    if (p.buffer) define_fields(p.buffer);
  }
  tir::walk(
      kernel, kernel.body, [&](StmtId id) { return enter(id); }, [&](StmtId id, Part part) { begin(id, part); },
      [&](StmtId id, Part part) { end(id, part); }, [&](StmtId id) { leave(id); });
  warn_of_uses();
  warn_of_end();
}

void KernelWarnings::warn_of_end() {
  if (!kernel_->has_result || !tir::may_end_without_return(*kernel_)) return;
  place_ = places_[0];
  report(Diag::ends_without_value,
         "the kernel may end without the " + to_string(kernel_->result) + " that it is declared to return");
}

// Whether a return, break or continue may leave out iterations of loops.
bool KernelWarnings::returns_early() const {
  auto is_return = [&](const Stmt& s) { return tir::jump_of(*kernel_, s) != tir::Jump::none; };
  const auto all = std::ranges::count_if(kernel_->stmts, is_return);
  const auto outermost =
      std::ranges::count_if(kernel_->suite(kernel_->body), [&](StmtId id) { return is_return((*kernel_)[id]); });
  return all != outermost;
}

void KernelWarnings::define_fields(BufferId id) {
  const tir::Buffer& b = (*kernel_)[id];
  auto define = [&](Prim p, Interval range) {
    if (p && context_.prims[p].kind == PrimKind::var && !ranges_.is_defined(p)) ranges_.define(p, range);
  };
  define(b.data, {});
  for (Prim p : b.shape) define(p, {0, Interval::kInfinity});
  for (Prim p : b.strides) define(p, {});
  define(b.elem_offset, {});
}

// ---- the walk ----

bool KernelWarnings::enter(StmtId id) {
  if (dead_ > 0) return false;
  const Stmt& s = (*kernel_)[id];
  place_ = s.span ? s.span : places_.back();
  statement_ = id;
  const size_t mark = ranges_.mark();
  places_.push_back(place_);
  marks_.push_back(mark);
  switch (s.kind) {
    case StmtKind::let:
      expression(s.value);
      ranges_.define_value(s.var, s.value, {});
      break;
    case StmtKind::attr: attribute(s); break;
    case StmtKind::assertion:
      expression(s.value);
      ++conditions_;
      break;
    case StmtKind::while_:
      if (vectorized_ > 0) report(Diag::not_vectorizable, "a 'while' in a vectorized loop");
      [[fallthrough]];
    case StmtKind::if_:
    case StmtKind::evaluate: expression(s.value); break;
    case StmtKind::loop: loop(id); break;
    case StmtKind::allocate:
    case StmtKind::allocate_const:
      expression(s.value);
      for (Prim p : kernel_->list(s)) expression(p);
      if (vectorized_ > 0 && std::ranges::any_of(kernel_->list(s), [&](Prim p) { return !context_.prims.constant(p); }))
        report(Diag::not_vectorizable, "an allocation of varying size in a vectorized loop");
      ranges_.define(s.var, {});
      break;
    case StmtKind::store:
      expression(s.value);
      for (Prim p : kernel_->list(s)) expression(p);
      expression(s.min);
      first_use(s.buffer, true, true);
      if (!s.min) access(s.buffer, kernel_->list(s), is_sure(), true);
      race(s);
      break;
    case StmtKind::block:
      if (!block(id)) {
        ranges_.pop(mark);
        marks_.pop_back();
        places_.pop_back();
        return false;
      }
      break;
    case StmtKind::realize:
    case StmtKind::prefetch:
      define_fields(kernel_->regions[s.number].buffer);
      if (s.kind == StmtKind::prefetch) break;
      if (is_executable_) report(Diag::not_executable, "T.realize runs on no CPU");
      is_executable_ = false;
      break;
    default: break;
  }
  return true;
}

void KernelWarnings::begin(StmtId id, Part part) {
  const Stmt& s = (*kernel_)[id];
  OpenPart open{ranges_.mark()};
  if (s.kind == StmtKind::if_) {
    const bool holds = part == Part::body;
    open.is_condition = !is_constant(s.value, holds);
    open.is_dead = !ranges_.assume(s.value, holds);
  } else if (s.kind == StmtKind::loop) {
    open.is_dead = ranges_.range(s.value).high < 1;
  } else {
    open.is_condition = s.kind == StmtKind::while_ || part == Part::init;
  }
  conditions_ += open.is_condition;
  dead_ += open.is_dead;
  parts_.push_back(open);
}

void KernelWarnings::end(StmtId, Part) {
  const OpenPart open = parts_.back();
  parts_.pop_back();
  conditions_ -= open.is_condition;
  dead_ -= open.is_dead;
  ranges_.pop(open.mark);
}

void KernelWarnings::leave(StmtId id) {
  const Stmt& s = (*kernel_)[id];
  if (s.kind == StmtKind::assertion) --conditions_;
  if (s.kind == StmtKind::loop) {
    vectorized_ -= s.loop == tir::ForKind::vectorized;
    varying_ -= !ranges_.is_free_of_loops(s.value);
    if (s.loop == tir::ForKind::parallel) parallel_.pop_back();
  }
  if (s.kind == StmtKind::block) {
    conditions_ -= blocks_.back().is_condition;
    blocks_.pop_back();
  }
  ranges_.pop(marks_.back());
  marks_.pop_back();
  places_.pop_back();
}

void KernelWarnings::loop(StmtId id) {
  const Stmt& s = (*kernel_)[id];
  expression(s.min);
  expression(s.value);
  const Interval extent = ranges_.range(s.value);
  if (extent.high < 1) report(Diag::never_runs, "the loop never runs: its extent is never above 0");
  if (s.loop == tir::ForKind::vectorized) {
    if (!context_.prims.constant(s.value))
      report(Diag::not_vectorizable, "the extent of a vectorized loop is no constant");
    if (vectorized_ > 0) report(Diag::not_vectorizable, "a vectorized loop in another");
    ++vectorized_;
  }
  if (s.loop == tir::ForKind::parallel) parallel_.push_back({id, conditions_, ranges_.mark()});
  varying_ += !ranges_.is_free_of_loops(s.value);
  ranges_.define_loop(s.var, s.min, s.value);
}

void KernelWarnings::attribute(const Stmt& s) {
  expression(s.value);
  const tir::AttrNode& node = kernel_->nodes[s.number];
  const std::string_view key = context_.text(s.text);
  if (node.kind == tir::AttrNode::Kind::iter_var && tir::is_thread_key(key)) {
    const tir::Range& domain = node.iter_var.domain;
    if (domain.min && domain.extent) ranges_.define_loop(node.iter_var.var, domain.min, domain.extent);
    else ranges_.define(node.iter_var.var, {});
  } else if (node.kind == tir::AttrNode::Kind::buffers) {
    for (BufferId b : node.buffers) define_fields(b);
  }
}

// False: it never runs.
bool KernelWarnings::block(StmtId id) {
  const tir::Block& b = kernel_->block((*kernel_)[id]);
  expression(b.predicate);
  const bool is_condition = b.predicate && !is_constant(b.predicate, true);
  if (b.predicate && !ranges_.assume(b.predicate, true)) return false;
  conditions_ += is_condition;
  for (Prim value : b.values) expression(value);
  const size_t mark = ranges_.mark();
  for (size_t i = 0; i < b.vars.size(); ++i) {
    const tir::IterVar& v = b.vars[i];
    const Prim value = i < b.values.size() ? b.values[i] : Prim();
    // TVM makes domains of other blocks' variables that do not hold the value, and runs them.
    if (value && context_.prims.constant(v.domain.min) && context_.prims.constant(v.domain.extent)) {
      const KernelRanges::Outside outside = ranges_.outside(value, v.domain.min, v.domain.extent, is_sure());
      if (outside) {
        Diagnostic& d = report(Diag::index_out_of_bounds,
                               "the value of block variable " + quoted(kernel_->hint(v.var)) +
                                   (outside.reaches ? " reaches " + std::to_string(*outside.reaches) + "," : " is") +
                                   " outside of its domain");
        if (auto at = kernel_->variables.find(v.var.index); at != kernel_->variables.end() && at->second.span)
          d.notes.push_back({at->second.span, "its domain is given here"});
      }
    }
    const Interval first = ranges_.range(v.domain.min), count = ranges_.range(v.domain.extent);
    ranges_.define_value(v.var, value, {first.low, first.high + count.high});
  }
  if (b.has_init) init(b);
  blocks_.push_back({id, mark, is_condition});
  for (BufferId a : b.allocations) ranges_.define((*kernel_)[a].data, {});
  for (const tir::MatchBuffer& m : b.matches) define_fields(m.target);
  return true;
}

// It runs where all reduction variables are at their minimum.
void KernelWarnings::init(const tir::Block& b) {
  for (size_t i = 0; i < b.vars.size() && i < b.values.size(); ++i) {
    const tir::IterVar& v = b.vars[i];
    if (v.kind != tir::IterKind::reduce) continue;
    if (ranges_.range(b.values[i]).low <= ranges_.range(v.domain.min).high) continue;
    Diagnostic& d =
        report(Diag::never_runs, "the init of block " + quoted(b.name) + " never runs: reduction variable " +
                                     quoted(kernel_->hint(v.var)) + " is never at its minimum");
    if (auto at = kernel_->variables.find(v.var.index); at != kernel_->variables.end() && at->second.span)
      d.notes.push_back({at->second.span, "its domain is given here"});
    return;
  }
}

// ---- expressions ----

void KernelWarnings::expression(Prim root) {
  if (!root) return;
  todo_.assign(1, {root, true});
  while (!todo_.empty()) {
    const auto [e, is_passed] = todo_.back();  // whenever the statement runs
    todo_.pop_back();
    const bool is_sure = is_passed && this->is_sure();
    if (!ranges_.visit(e, is_sure)) continue;
    node(e, is_sure, is_passed);
    const PrimNode& n = context_.prims[e];
    operands_.clear();
    context_.prims.operands(e, operands_);
    const std::string_view intrinsic = n.kind == PrimKind::call ? context_.text(n.name()) : "";
    const bool chooses = n.kind == PrimKind::select || intrinsic == "if_then_else";
    const bool is_short = n.kind == PrimKind::logical_and || n.kind == PrimKind::logical_or;
    for (size_t i = operands_.size(); i-- > 0;) {
      if (intrinsic == "vload" && i == 0) continue;  // its predicate may switch off any lane
      bool passed = is_passed;
      if (i > 0 && chooses) {
        if (is_constant(operands_[0], i == 2)) continue;
        passed = passed && is_constant(operands_[0], i == 1);
      } else if (i > 0 && is_short) {
        const bool goes_on = n.kind == PrimKind::logical_and;
        if (is_constant(operands_[0], !goes_on)) continue;
        passed = passed && is_constant(operands_[0], goes_on);
      }
      todo_.push_back({operands_[i], passed});
    }
  }
}

void KernelWarnings::node(Prim e, bool is_sure, bool is_passed) {
  const PrimNode& n = context_.prims[e];
  if (n.kind == PrimKind::load) {
    const std::span<const Prim> indices = context_.prims.call_args(e);
    access(BufferId(n.c), indices, is_sure, false);
    first_use(BufferId(n.c), false, is_passed);
  } else if (row(n.kind).group == PrimGroup::division && n.dtype.is_integral()) {
    if (ranges_.range(n.rhs()) == Interval{0, 0})
      report(Diag::fails_when_run, "a division by an expression that is always 0");
  } else if (n.kind == PrimKind::call) {
    const std::string_view intrinsic = context_.text(n.name());
    if (intrinsic == "shift_left" || intrinsic == "shift_right") {
      const Interval by = ranges_.range(context_.prims.call_args(e)[1]);
      if (by.low >= n.dtype.bits || by.high < 0)
        report(Diag::fails_when_run, "a shift by bits that " + to_string(n.dtype) + " does not have");
    }
    const IntrinsicRow* known = is_executable_ ? intrinsic_of(context_, e) : nullptr;
    if (!known || known->execution == IntrinsicExecution::computed || known->execution == IntrinsicExecution::nothing)
      return;
    is_executable_ = false;
    report(Diag::not_executable, "T." + std::string(known->name) + " runs on no CPU");
  }
}

void KernelWarnings::access(BufferId id, std::span<const Prim> indices, bool is_sure, bool is_store) {
  const tir::Buffer& b = (*kernel_)[id];
  if (indices.size() != b.shape.size()) return;
  for (size_t i = 0; i < indices.size(); ++i) {
    if (const DType dtype = context_.prims[indices[i]].dtype; !dtype.is_integral()) {
      note(report(Diag::fails_when_run, "an index of buffer " + name(id) + " is of " + to_string(dtype)), id);
      return;
    }
    const KernelRanges::Outside outside = ranges_.outside(indices[i], {}, b.shape[i], is_sure);
    if (!outside) continue;
    const std::optional<int64_t> extent = context_.prims.constant(b.shape[i]);
    const std::string dim = "dim " + std::to_string(i);
    std::string text = "an index of buffer " + name(id);
    if (outside.reaches)
      text += (outside.is_above ? " reaches " : " comes down to ") + std::to_string(*outside.reaches);
    else text += outside.is_above ? " goes beyond " + dim : " goes below 0 in " + dim;
    if (outside.reaches && extent)
      text += ", but " + dim + " has " + std::to_string(*extent) + (*extent == 1 ? " element" : " elements");
    else if (outside.reaches) text += " in " + dim;
    note(report(Diag::index_out_of_bounds, text), id);
    return;
  }
  regions(id, indices, is_sure, is_store);
}

// ---- regions ----

// The innermost block that leaves the access out is told of it.
void KernelWarnings::regions(BufferId id, std::span<const Prim> indices, bool is_sure, bool is_store) {
  const uint32_t memory = ranges_.depth((*kernel_)[id].data);
  if (memory == KernelScope::kNowhere) return;
  const size_t least = blocks_.size() - std::min(blocks_.size(), kMostBlocks);
  for (size_t i = blocks_.size(); i-- > least;) {
    if (memory >= blocks_[i].mark) return;  // the block's own
    const tir::Block& b = kernel_->block((*kernel_)[blocks_[i].id]);
    const bool is_root = i == 0 && b.vars.empty();
    if (is_store ? !b.has_writes : !b.has_reads) continue;
    if (is_root && (is_store ? b.writes : b.reads).empty()) continue;
    if (!covers(blocks_[i], id, indices, is_sure, is_store)) return;
  }
}

bool KernelWarnings::covers(const OpenBlock& open, BufferId id, std::span<const Prim> indices, bool is_sure,
                            bool is_store) {
  const tir::Block& b = kernel_->block((*kernel_)[open.id]);
  const Prim data = (*kernel_)[id].data;
  const tir::BufferRegion* missed = nullptr;
  auto has = [&](const tir::BufferRegion& r) {
    if ((*kernel_)[r.buffer].data != data) return false;
    if (r.buffer != id || r.ranges.size() != indices.size()) return true;  // another view of it
    for (size_t i = 0; i < indices.size(); ++i) {
      if (!ranges_.outside(indices[i], r.ranges[i].min, r.ranges[i].extent, is_sure)) continue;
      missed = &r;
      return false;
    }
    return true;
  };
  if (std::ranges::any_of(is_store ? b.writes : b.reads, has)) return true;
  if (!is_store && std::ranges::any_of(b.writes, has)) return true;  // what a reduction adds to
  if (!said_.insert(uint64_t{open.id.index} << 32 | id.index << 1 | is_store).second) return false;
  const std::string what = std::string(is_store ? "writes " : "reads ") + name(id);
  Diagnostic& d =
      report(Diag::outside_of_region,
             "block " + quoted(b.name) + " " + what +
                 (missed ? " outside of the region that it declares"
                         : std::string(", which its ") + (is_store ? "T.writes" : "T.reads") + " leaves out"));
  const Span at = missed && missed->span ? missed->span : (*kernel_)[open.id].span;
  if (at) d.notes.push_back({at, missed ? "the region" : "block " + quoted(b.name) + " begins here"});
  return false;
}

// ---- parallel loops ----

// All iterations store the same elements, each a value of its own.
void KernelWarnings::race(const Stmt& s) {
  for (const OpenLoop& open : parallel_) {
    const Stmt& loop = (*kernel_)[open.id];
    const uint32_t memory = ranges_.depth((*kernel_)[s.buffer].data);
    if (open.conditions != conditions_ || memory == KernelScope::kNowhere || memory >= open.mark) continue;
    if (const std::optional<int64_t> extent = context_.prims.constant(loop.value); !extent || *extent < 2) continue;
    bool is_same = true;
    for (Prim index : kernel_->list(s)) is_same = is_same && !ranges_.depends(index, loop.var);
    if (!is_same || !ranges_.depends(s.value, loop.var)) continue;
    Diagnostic& d =
        report(Diag::data_race, "every iteration of the parallel loop over " + quoted(kernel_->hint(loop.var)) +
                                    " stores to the same elements of buffer " + name(s.buffer));
    if (loop.span) d.notes.push_back({loop.span, "the loop"});
    return;
  }
}

// ---- uses of memory ----

void KernelWarnings::find_unwritten(const std::vector<Span>& fresh) {
  unwritten_ = {};
  auto add = [&](Prim data, Span call) {
    if (!uses_[data.index].escapes) unwritten_[data.index] = call;
  };
  for (const Stmt& s : kernel_->stmts) {
    if (s.kind == StmtKind::allocate) add(s.var, {});
  }
  for (const tir::Block& b : kernel_->blocks) {
    for (BufferId a : b.allocations) add((*kernel_)[a].data, {});
  }
  for (size_t i = 0; i < std::min(fresh.size(), kernel_->params.size()); ++i) {
    if (fresh[i] && kernel_->params[i].buffer) add((*kernel_)[kernel_->params[i].buffer].data, fresh[i]);
  }
}

// Statements are passed in the order in which they run first. A load that a condition may leave out then may run later,
// behind a store that comes later in the text.
void KernelWarnings::first_use(BufferId id, bool is_store, bool is_passed) {
  const auto known = unwritten_.find((*kernel_)[id].data.index);
  if (known == unwritten_.end()) return;
  const Use& use = uses_[known->first];
  const bool only_here = use.stores == 1 && use.store == statement_ && !(*kernel_)[statement_].min;
  const bool is_first = use.stores == 0 || (is_passed && (conditions_ == 0 || only_here));
  if (!is_store && !is_first) return;
  if (!is_store) {
    Diagnostic& d = report(
        Diag::read_before_written,
        "buffer " + name(id) + (use.stores == 0 ? " is read, but nothing writes it" : " is read before it is written"));
    note(d, id);
    if (known->second) d.notes.push_back({known->second, "this call gives it memory that nobody has written"});
  }
  unwritten_.erase(known);
}

void KernelWarnings::count_uses(Prim root, std::vector<Prim>& stack) {
  if (!root) return;
  stack.assign(1, root);
  while (!stack.empty()) {
    const Prim e = stack.back();
    stack.pop_back();
    const PrimNode& n = context_.prims[e];
    if (n.kind < PrimKind::var || !counted_.insert(e).second) continue;
    if (n.kind == PrimKind::var) {
      if (n.dtype == kHandle) uses_[e.index].escapes = true;
      continue;
    }
    if (n.kind == PrimKind::load) ++uses_[(*kernel_)[BufferId(n.c)].data.index].loads;
    // A call with effects may write the elements that its operands load.
    const IntrinsicRow* known = intrinsic_of(context_, e);
    if (known && (!known->is_pure() || known->name == "address_of")) {
      for (Prim p : context_.prims.call_args(e)) {
        if (context_.prims[p].kind == PrimKind::load)
          uses_[(*kernel_)[BufferId(context_.prims[p].c)].data.index].escapes = true;
      }
    }
    context_.prims.operands(e, stack);
  }
}

void KernelWarnings::count_stmt(StmtId id, std::vector<Prim>& stack) {
  const Stmt& s = (*kernel_)[id];
  for (Prim p : {s.value, s.min}) count_uses(p, stack);
  for (Prim p : kernel_->list(s)) count_uses(p, stack);
  auto count_region = [&](const tir::BufferRegion& r) {
    for (const tir::Range& range : r.ranges) {
      count_uses(range.min, stack);
      count_uses(range.extent, stack);
    }
  };
  auto escape = [&](BufferId b) { uses_[(*kernel_)[b].data.index].escapes = true; };
  if (s.kind == StmtKind::store) {
    Use& use = uses_[(*kernel_)[s.buffer].data.index];
    ++use.stores;
    use.store = id;
  } else if (s.kind == StmtKind::attr) {
    const tir::AttrNode& node = kernel_->nodes[s.number];
    for (BufferId b : node.buffers) escape(b);
    count_uses(node.prim, stack);
  } else if (s.kind == StmtKind::realize || s.kind == StmtKind::prefetch) {
    escape(kernel_->regions[s.number].buffer);
    count_region(kernel_->regions[s.number]);
  } else if (s.kind == StmtKind::block) {
    const tir::Block& b = kernel_->block(s);
    for (Prim p : b.values) count_uses(p, stack);
    count_uses(b.predicate, stack);
    for (const tir::IterVar& v : b.vars) {
      count_uses(v.domain.min, stack);
      count_uses(v.domain.extent, stack);
    }
    std::ranges::for_each(b.reads, count_region);
    std::ranges::for_each(b.writes, count_region);
    for (const tir::MatchBuffer& m : b.matches) escape(m.source.buffer);
  }
}

void KernelWarnings::count_uses() {
  std::vector<Prim> stack;
  for (uint32_t i = 0; i < kernel_->stmts.size(); ++i) count_stmt(StmtId(i), stack);
  for (const tir::Buffer& b : kernel_->buffers) {
    for (Prim p : b.shape) count_uses(p, stack);
    for (Prim p : b.strides) count_uses(p, stack);
    count_uses(b.elem_offset, stack);
  }
}

void KernelWarnings::warn_of_memory(BufferId id, std::string_view what) {
  const tir::Buffer& b = (*kernel_)[id];
  const Use use = uses_[b.data.index];
  place_ = b.span ? b.span : places_[0];
  if (use.escapes) return;
  if (use.loads == 0 && use.stores == 0) {
    report(Diag::unused_buffer, "buffer " + name(id) + " is " + std::string(what) + ", and nothing uses it");
  }
}

void KernelWarnings::warn_of_uses() {
  for (const tir::Block& b : kernel_->blocks) {
    for (BufferId a : b.allocations) warn_of_memory(a, "allocated");
    for (const tir::MatchBuffer& m : b.matches) warn_of_memory(m.target, "matched with a region");
  }
}

// The calls of kernels that give parameters fresh memory.
std::unordered_map<const tir::Kernel*, std::vector<Span>> fresh_parameters(const Module& module) {
  std::unordered_map<const tir::Kernel*, std::vector<Span>> calls;
  const InfoStore& infos = module.context().infos;
  auto fields = [&](StructInfo info) { return infos[info].kind == InfoKind::tuple ? infos.fields(info).size() : 1; };
  for (const GlobalFunction& f : module.functions) {
    const Function* fn = f.relax();
    for (uint32_t i = 0; fn && i < fn->size(); ++i) {
      const Value call(i);
      const Node& node = (*fn)[call];
      if (node.kind != NodeKind::call_op || (node.op != Op::call_tir && node.op != Op::call_tir_with_grad)) continue;
      const Node& callee = (*fn)[fn->args(call)[0]];
      const StructInfo given = (*fn)[fn->args(call)[1]].info;
      if (callee.kind != NodeKind::global || !given || !node.info || infos[given].kind != InfoKind::tuple) continue;
      const tir::Kernel* kernel = module.functions[callee.global().index].kernel().get();
      if (!kernel) continue;
      std::vector<Span>& known = calls[kernel];
      known.resize(std::max(known.size(), fields(given) + fields(node.info)));
      for (size_t at = fields(given); at < fields(given) + fields(node.info); ++at) known[at] = node.span;
    }
  }
  return calls;
}

// What links a module takes one function of a symbol.
void warn_of_symbols(const Module& module, Diagnostics& diagnostics) {
  std::unordered_map<Name, const GlobalFunction*> known;
  for (const GlobalFunction& f : module.functions) {
    const tir::Kernel* kernel = f.kernel().get();
    const bool is_private = kernel ? kernel->is_private : !f.relax() || f.relax()->self().is_private;
    if (is_private) continue;
    const Name symbol = kernel && kernel->symbol ? kernel->symbol : f.name;
    const auto [first, is_new] = known.try_emplace(symbol, &f);
    if (is_new) continue;
    const auto text = [&](Name name) { return "'" + std::string(module.context().text(name)) + "'"; };
    Diagnostic& d = diagnostics.report(Diag::shared_symbol, f.span,
                                       "function " + text(f.name) + " has the global_symbol " + text(symbol) +
                                           ", which is that of " + text(first->second->name));
    if (first->second->span) d.notes.push_back({first->second->span, "it is defined here"});
  }
}

}  // namespace

void warn_of_kernels(const Module& module, Diagnostics& diagnostics) {
  std::optional<KernelWarnings> warnings;
  std::unordered_set<const tir::Kernel*> seen;
  const auto fresh = fresh_parameters(module);
  for (uint32_t i = 0; i < module.functions.size(); ++i) {
    const tir::Kernel* kernel = module.functions[i].kernel().get();
    if (!kernel || kernel->is_unchecked || !seen.insert(kernel).second) continue;
    if (!warnings) warnings.emplace(module, diagnostics);
    const auto calls = fresh.find(kernel);
    warnings->kernel(*kernel, i, calls == fresh.end() ? std::vector<Span>() : calls->second);
  }
  if (!seen.empty()) warn_of_symbols(module, diagnostics);
}

}  // namespace hammock
