// SPDX-License-Identifier: Apache-2.0
// Well-formedness of kernels (TIR 3). One walk in program order with an explicit stack, each expression looked at once
// in a scope; every violation is reported.
//
// V1   a block with variables uses no variable of a loop around it, but for the values and domains of its variables
// V2   variables, and the memory of buffers, are defined before use, in scope, and once in a module; functions that are
//      called are in the module
// X1   conditions are scalar bools or integers
// X2   what is returned has the dtype that is declared, and nothing returns out of a parallel loop
// X3   bounds of loops and regions are integers, and so are the indices of which regions are found
// X9   a buffer's parameter is a handle, and has one buffer
// X10  predicates have the lanes of what they guard
// B2   casts keep lanes, T.address_of takes an element, T.Shuffle lanes that there are
// B3   as many indices as dims
// B4   a store has the dtype and lanes of its elements
// B11  a block variable has the dtype of its domain
// B16  strides, offset, alignment and dims of a buffer are possible, also of one that is a part of another
//
// The reader refuses B1 to B17 in texts; those above are looked at again for kernels that are made otherwise. V3 is
// none in TVM either. Whether a value lies in its domain (X4) and whether buffers that share their data are given the
// same memory (X11) is found when a kernel runs; X5 says that all kinds of block variables are fine. What only hinders
// a run (X6 to X8, X12, an index that is no integer) is a remark or a warning, see kernel_warnings.cpp.
#include <algorithm>

#include "hammock/tir/threads.h"
#include "kernel_verifier.h"

namespace hammock {

using tir::Part;
using tir::StmtId;
using tir::StmtKind;

void KernelVerifier::kernel(const tir::Kernel& kernel, uint32_t function) {
  kernel_ = &kernel;
  function_ = function;
  owners_.resize(context_.prims.size());
  scope_.enter_kernel();
  places_.assign(1, module_.functions[function].span);
  place_ = places_[0];
  marks_.clear();
  blocks_.clear();
  around_.clear();
  known_buffers_.assign(kernel.buffers.size(), false);
  parallel_loops_ = 0;
  walks_ = 0;
  parameters();
  tir::walk(
      kernel, kernel.body, [&](StmtId id) { return enter(id); }, [](StmtId, Part) {}, [](StmtId, Part) {},
      [&](StmtId id) { leave(id); });
}

void KernelVerifier::parameters() {
  auto at = [&](Span span) { place_ = span ? span : places_[0]; };
  auto span_of = [&](Prim var) {
    auto found = kernel_->variables.find(var.index);
    return found == kernel_->variables.end() ? Span() : found->second.span;
  };
  for (const tir::Parameter& p : kernel_->params) {
    at(span_of(p.var));
    define(p.var);
    if (p.buffer && context_.prims[p.var].dtype != kHandle)
      report(Diag::bad_kernel, "parameter " + name(p.var) + " has a buffer, so it must be a T.handle");
  }
  for (bool is_use : {false, true}) {
    for (const tir::Parameter& p : kernel_->params) {
      if (!p.buffer) continue;
      at((*kernel_)[p.buffer].span);
      is_use ? fields(p.buffer) : define_fields(p.buffer);
    }
  }
}

bool KernelVerifier::enter(StmtId id) {
  const Stmt& s = (*kernel_)[id];
  marks_.push_back(scope_.mark());
  place_ = s.span ? s.span : places_.back();
  places_.push_back(place_);
  switch (s.kind) {
    case StmtKind::let:
      expression(s.value);
      define(s.var);
      break;
    case StmtKind::attr: attribute(s); break;
    case StmtKind::assertion: condition(s, "the condition of the assertion"); break;
    case StmtKind::while_:
      condition(s, "the condition of the loop");
      loops_.push_back(id);
      break;
    case StmtKind::if_: condition(s, "the condition"); break;
    case StmtKind::loop:
      for (Prim p : {s.min, s.value}) {
        expression(p);
        if (!context_.prims[p].dtype.is_integral() || !context_.prims[p].dtype.is_scalar())
          report(Diag::bad_kernel, "the bounds of a loop are integers, not " + to_string(context_.prims[p].dtype));
      }
      define(s.var, static_cast<uint32_t>(blocks_.size()));
      parallel_loops_ += s.loop == tir::ForKind::parallel;
      loops_.push_back(id);
      break;
    case StmtKind::allocate:
    case StmtKind::allocate_const:
      expression(s.value);
      for (Prim p : kernel_->list(s)) expression(p);
      define(s.var);
      if (s.kind == StmtKind::allocate_const) constant_data(s);
      break;
    case StmtKind::declare: fields(s.buffer); break;
    case StmtKind::store: store(s); break;
    case StmtKind::evaluate: evaluate(s); break;
    case StmtKind::block: enter_block(id, kernel_->block(s)); break;
    case StmtKind::realize:
      expression(s.value);
      define_fields(kernel_->regions[s.number].buffer);
      region(kernel_->regions[s.number]);
      break;
    case StmtKind::prefetch: region(kernel_->regions[s.number]); break;
  }
  return true;
}

void KernelVerifier::enter_block(StmtId id, const tir::Block& b) {
  for (Prim value : b.values) expression(value);
  expression(b.predicate);
  for (const tir::IterVar& v : b.vars) {
    expression(v.domain.min);
    expression(v.domain.extent);
    domain(v);
    define(v.var);
  }
  if (!b.vars.empty()) blocks_.push_back(id);
  around_.push_back(&b);
  block(b);
}

void KernelVerifier::leave(StmtId id) {
  const Stmt& s = (*kernel_)[id];
  if (s.kind == StmtKind::loop || s.kind == StmtKind::while_) loops_.pop_back();
  if (s.kind == StmtKind::loop) parallel_loops_ -= s.loop == tir::ForKind::parallel;
  if (s.kind == StmtKind::block) {
    around_.pop_back();
    if (!kernel_->block(s).vars.empty()) blocks_.pop_back();
  }
  scope_.pop(marks_.back());
  marks_.pop_back();
  places_.pop_back();
}

// What follows the variables and their values.
void KernelVerifier::block(const tir::Block& b) {
  const Span outer = place_;
  for (const auto* list : {&b.reads, &b.writes}) {
    for (const tir::BufferRegion& r : *list) {
      place_ = r.span ? r.span : outer;
      region(r);
    }
  }
  auto place = [&](tir::BufferId id) { place_ = (*kernel_)[id].span ? (*kernel_)[id].span : outer; };
  for (tir::BufferId id : b.allocations) {
    place(id);
    define((*kernel_)[id].data);
    fields(id);
  }
  for (const tir::MatchBuffer& m : b.matches) {
    place(m.target);
    region(m.source);
  }
  for (const tir::MatchBuffer& m : b.matches) {
    place(m.target);
    define_fields(m.target);
    match(m);
  }
  place_ = outer;
}

void KernelVerifier::attribute(const Stmt& s) {
  expression(s.value);
  const tir::AttrNode& node = kernel_->nodes[s.number];
  const std::string_view key = context_.text(s.text);
  if (node.kind == tir::AttrNode::Kind::iter_var && tir::is_thread_key(key)) {
    expression(node.iter_var.domain.min, Levels::unchecked);
    expression(node.iter_var.domain.extent, Levels::unchecked);
    define(node.iter_var.var, KernelScope::kNowhere, node.iter_var.kind == tir::IterKind::thread);
  } else if (node.kind == tir::AttrNode::Kind::buffers && key == "buffer_bind_scope" && node.buffers.size() == 2) {
    fields(node.buffers[1]);
    define_fields(node.buffers[0]);
  } else if (node.kind == tir::AttrNode::Kind::prim) {
    expression(node.prim, Levels::unchecked);
  }
}

void KernelVerifier::condition(const Stmt& s, std::string_view what) {
  expression(s.value);
  const DType dtype = context_.prims[s.value].dtype;
  if (!dtype.is_integral() || !dtype.is_scalar())
    report(Diag::bad_kernel, std::string(what) + " is a scalar bool, not " + to_string(dtype));
}

void KernelVerifier::access(tir::BufferId id, std::span<const Prim> indices, bool is_store) {
  buffer(id);
  const tir::Buffer& b = (*kernel_)[id];
  if (indices.size() != b.shape.size()) {
    Diagnostic& d =
        report(Diag::bad_kernel, "buffer " + name(id) + " of rank " + std::to_string(b.shape.size()) + " has " +
                                     std::to_string(indices.size()) + (indices.size() == 1 ? " index" : " indices"));
    if (b.span) d.notes.push_back({b.span, "the buffer is declared here"});
  }
  for (size_t i = 0; i < indices.size(); ++i) {
    const DType dtype = context_.prims[indices[i]].dtype;
    if (!dtype.is_scalar() && i + 1 < indices.size())
      report(Diag::bad_kernel, "only the last index of buffer " + name(id) + " may be a vector");
    index(id, indices[i], is_store);
  }
}

void KernelVerifier::store(const Stmt& s) {
  expression(s.value);
  fields(s.buffer);
  for (Prim index : kernel_->list(s)) expression(index);
  expression(s.min);
  access(s.buffer, kernel_->list(s), true);
  const DType element = (*kernel_)[s.buffer].dtype, given = context_.prims[s.value].dtype;
  const int lanes = element.lanes * (s.list_size == 0 ? 1 : context_.prims[kernel_->list(s).back()].dtype.lanes);
  if (given != DType::make(element.code, element.bits, lanes)) {
    report(Diag::bad_kernel,
           "a value of " + to_string(given) + " is stored in buffer " + name(s.buffer) + " of " + to_string(element));
  }
  if (s.min) predicate(s.min, lanes);
}

void KernelVerifier::predicate(Prim condition, int lanes) {
  const DType dtype = context_.prims[condition].dtype;
  if (dtype.is_boolean() && dtype.lanes == lanes) return;
  report(Diag::bad_kernel, "the predicate is " + to_string(dtype) + ", and guards " + std::to_string(lanes) +
                               (lanes == 1 ? " element" : " elements"));
}

void KernelVerifier::evaluate(const Stmt& s) {
  expression(s.value);
  const tir::Jump jump = tir::jump_of(*kernel_, s);
  if (jump == tir::Jump::break_ || jump == tir::Jump::continue_)
    return leaves_loop(jump == tir::Jump::break_ ? "break" : "continue");
  if (jump != tir::Jump::return_) return;
  const std::span<const Prim> args = context_.prims.call_args(s.value);
  if (parallel_loops_ > 0) report(Diag::bad_kernel, "a parallel loop cannot be left by a return");
  if (args.empty() || !kernel_->has_result || context_.prims[args[0]].dtype == kernel_->result) return;
  Diagnostic& d =
      report(Diag::bad_kernel, "a value of " + to_string(context_.prims[args[0]].dtype) +
                                   " is returned, but the kernel is declared to return " + to_string(kernel_->result));
  if (places_[0]) d.notes.push_back({places_[0], "it is declared here"});
}

// Only iterations that run one after the other, in their order, can be left out.
void KernelVerifier::leaves_loop(std::string_view word) {
  const std::string what = "'" + std::string(word) + "'";
  if (loops_.empty()) {
    report(Diag::bad_kernel, what + " stands in no loop");
    return;
  }
  const Stmt& loop = (*kernel_)[loops_.back()];
  const bool is_serial =
      loop.kind == StmtKind::while_ || loop.loop == tir::ForKind::serial || loop.loop == tir::ForKind::unrolled;
  if (is_serial) return;
  Diagnostic& d = report(Diag::bad_kernel, what + " leaves a loop whose iterations are not run one after the other");
  if (loop.span) d.notes.push_back({loop.span, "it is this loop"});
}

void KernelVerifier::region(const tir::BufferRegion& r) {
  fields(r.buffer);
  for (const tir::Range& range : r.ranges) {
    for (Prim p : {range.min, range.extent}) {
      expression(p, r.span ? Levels::checked : Levels::unchecked);  // found ones follow from the body
      if (context_.prims[p].dtype.is_integral() && context_.prims[p].dtype.is_scalar()) continue;
      report(Diag::bad_kernel, "a region of buffer " + name(r.buffer) + " is bounded by integers, not " +
                                   to_string(context_.prims[p].dtype));
    }
  }
  if (r.ranges.size() == (*kernel_)[r.buffer].shape.size()) return;
  report(Diag::bad_kernel, "a region of buffer " + name(r.buffer) + " of rank " +
                               std::to_string((*kernel_)[r.buffer].shape.size()) + " has " +
                               std::to_string(r.ranges.size()) + " dims");
}

}  // namespace hammock
