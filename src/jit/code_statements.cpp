// SPDX-License-Identifier: Apache-2.0
// Statements of a kernel (TIR 5.3, 5.5 to 5.7), walked with a stack: `enter` emits what comes before the parts of a
// statement, `leave` what comes after them and takes back what the statement bound.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "code_emitter.h"
#include "hammock/prim/intrinsics.h"
#include "hammock/runtime/tensor.h"

namespace hammock::jit {

using llvm::Value;
using tir::ForKind;
using tir::StmtId;
using tir::StmtKind;

namespace {

using Kind = FailureSite::Kind;
using Wide = Interval::Wide;

constexpr int64_t kMaxReserved = 1 << 20;  // bytes of a buffer that may need less

int64_t saturated_times(int64_t a, int64_t b) {
  const Wide p = static_cast<Wide>(a) * b;
  return p > kMaxCodeSteps ? kMaxCodeSteps + 1 : static_cast<int64_t>(p);
}

}  // namespace

// ---- what is known before ----

// The steps of every statement as far as they are constant. A loop that is not constant, or too long, pays when it
// begins for all of its iterations, and counts for nothing in what is around it.
void CodeEmitter::weigh(const tir::Kernel& kernel) {
  std::vector<int64_t> sums{0};
  auto key = [&](StmtId s) { return std::pair(&kernel, s.index); };
  tir::walk(
      kernel, kernel.body,
      [&](StmtId) {
        sums.push_back(1);
        return true;
      },
      [](StmtId, tir::Part) {}, [](StmtId, tir::Part) {},
      [&](StmtId id) {
        const tir::Stmt& s = kernel[id];
        const int64_t inside = sums.back();
        sums.pop_back();
        int64_t steps = inside;
        work_[key(id)] = inside;
        if (s.kind == StmtKind::loop) {
          const std::optional<int64_t> extent = prims_.constant(s.value);
          const bool is_vector = s.kind == StmtKind::loop && s.loop == ForKind::vectorized;
          const int64_t count = extent ? std::max<int64_t>(*extent, 0) / tir::step_of(s) + (tir::step_of(s) != 1) : 0;
          steps = extent ? saturated_times(is_vector ? count / 8 + 1 : count, inside) : kMaxCodeSteps + 1;
          if (steps > kMaxCodeSteps) {
            pays_.insert(key(id));
            steps = 0;
          }
        }
        if (s.kind == StmtKind::while_) steps = 0;
        sums.back() = std::min(sums.back() + steps, kMaxCodeSteps + 1);
      });
}

// ---- the walk ----

void CodeEmitter::emit_body(const tir::Kernel& kernel) {
  weigh(kernel);
  tir::walk(
      kernel, kernel.body, [&](StmtId id) { return enter(id); },
      [&](StmtId id, tir::Part part) { begin_part(id, part); }, [&](StmtId id, tir::Part part) { end_part(id, part); },
      [&](StmtId id) { leave(id); });
}

bool CodeEmitter::enter(StmtId id) {
  const tir::Stmt& s = tir()[id];
  statement_ = &s;
  statement_id_ = id;
  values_.clear();
  wides_.clear();
  in_memory_.clear();
  safe_.clear();
  if (++statements_ > kMaxCodeStatements)
    unsupported("more than " + std::to_string(kMaxCodeStatements) + " statements in a kernel and those that it calls");
  const int64_t used = here().used;
  auto is_done = [&] {  // with what it held of the scratch memory
    here().used = used;
    return false;
  };
  if (s.kind == StmtKind::store) {
    limit_region();
    store(s);
    return is_done();
  }
  if (s.kind == StmtKind::evaluate) {
    evaluate(s);
    return is_done();
  }
  if (s.kind == StmtKind::prefetch) return false;
  Level level;
  level.stmt = id;
  level.facts = ranges_.mark();
  level.used = used;
  switch (s.kind) {
    case StmtKind::let: enter_let(s, level); break;
    case StmtKind::attr: enter_attr(s, level); break;
    case StmtKind::assertion:
      require(emit_condition(s.value), {Kind::assertion, s.text ? std::string(text(s.text)) : ""});
      ranges_.assume(s.value, true, false);
      break;
    case StmtKind::loop: enter_loop(s, s.var, s.min, s.value, level); break;
    case StmtKind::while_: {
      level.head = new_block();
      level.after = new_block();
      branch(level.head);
      b_.SetInsertPoint(level.head);
      count_loop(level);
      Value* condition = emit_condition(s.value);
      Block* body = new_block();
      b_.CreateCondBr(condition, body, level.after);
      b_.SetInsertPoint(body);
      pay(number(1), kStepsOfWhile);
      ranges_.assume(s.value, true, false);
      break;
    }
    case StmtKind::if_: {
      Block* then = new_block();
      level.after = new_block();
      level.other = s.has_else ? new_block() : level.after;
      b_.CreateCondBr(emit_condition(s.value), then, level.other);
      b_.SetInsertPoint(then);
      ranges_.assume(s.value, true, false);
      break;
    }
    case StmtKind::allocate:
    case StmtKind::allocate_const: enter_allocation(s, level); break;
    case StmtKind::declare: freeze(s.buffer); break;
    case StmtKind::block: enter_block(s, level); break;
    default: cannot_run(s);
  }
  levels_.push_back(std::move(level));
  return true;
}

// The work of LLVM's scheduler grows with the square of what it looks at together; a label ends that. (A new block
// would not: blocks that only follow each other are merged.)
void CodeEmitter::limit_region() {
  constexpr int kMaxStores = 64;
  if (region_block_ != b_.GetInsertBlock()) stores_in_region_ = 0;
  region_block_ = b_.GetInsertBlock();
  if (++stores_in_region_ < kMaxStores) return;
  stores_in_region_ = 0;
  llvm::MDNode* name = llvm::MDNode::get(emission_.llvm, {llvm::MDString::get(emission_.llvm, "region")});
  b_.CreateIntrinsic(llvm::Intrinsic::codeview_annotation, {}, {llvm::MetadataAsValue::get(emission_.llvm, name)});
}

void CodeEmitter::begin_part(StmtId id, tir::Part part) {
  const tir::Stmt& s = tir()[id];
  Level& level = levels_.back();
  if (s.kind == StmtKind::if_ && part == tir::Part::other) {
    b_.SetInsertPoint(level.other);
    ranges_.drop(level.facts);
    ranges_.assume(s.value, false, false);
  }
  if (part == tir::Part::init) {
    values_.clear();
    wides_.clear();
    Block* then = new_block();
    level.other = new_block();
    b_.CreateCondBr(is_first(tir().block(s)), then, level.other);
    b_.SetInsertPoint(then);
  }
}

void CodeEmitter::end_part(StmtId id, tir::Part part) {
  const tir::Stmt& s = tir()[id];
  Level& level = levels_.back();
  if (s.kind == StmtKind::if_) branch(level.after);
  if (part == tir::Part::init) {
    branch(level.other);
    b_.SetInsertPoint(level.other);
  }
}

void CodeEmitter::leave(StmtId id) {
  const tir::Stmt& s = tir()[id];
  Level level = std::move(levels_.back());
  levels_.pop_back();
  values_.clear();
  wides_.clear();
  if (level.is_outlined) {
    end_parallel(s, level);
  } else if (level.is_loop) {
    end_loop(s, level);
  } else if (s.kind == StmtKind::while_) {
    branch(level.head);
    b_.SetInsertPoint(level.after);
  } else if (level.after != nullptr) {
    if (s.kind != StmtKind::if_) branch(level.after);
    b_.SetInsertPoint(level.after);
  }
  loops_ -= level.loops;
  ranges_.drop(level.facts);
  for (Prim v : level.bound) {
    variables_.erase(v.index);
    ranges_.unbind(v);
  }
  if (s.kind == StmtKind::block) {
    for (const tir::MatchBuffer& m : tir().block(s).matches) active_->matches.erase(m.target.index);
  } else if (s.kind == StmtKind::attr) {
    if (const auto view = tir::bound_view(tir(), s)) active_->matches.erase(view->target.index);
  }
  here().used = level.used;
}

// ---- simple ones ----

void CodeEmitter::enter_let(const tir::Stmt& s, Level& level) {
  const DType dtype = node(s.var).dtype;
  Variable v;
  if (dtype.code == DType::Code::handle) {
    v.is_pointer = true;
    v.pointer = pointer(s.value);
  } else if (is_wide(s.var)) {
    v.lanes = stored_lanes(s.value, true);
  } else {
    v.value = rounded(emit(s.value), dtype);
    if (is_integer(s.var)) {
      if (!dtype.is_boolean() && !calls_kernels(s.value)) v.wide = wide(s.value);
      const bool is_fixed = !ranges_.reads_memory(s.value);
      ranges_.bind(s.var, ranges_.of(s.value), is_fixed ? std::optional(ranges_.linear(s.value)) : std::nullopt);
    }
  }
  bind(s.var, v);
  level.bound.push_back(s.var);
}

// Keys without a meaning for what is computed are passed over (TIR 5.6).
void CodeEmitter::enter_attr(const tir::Stmt& s, Level& level) {
  const std::string_view key = s.text ? text(s.text) : "";
  const std::optional<tir::MatchBuffer> view = tir::bound_view(tir(), s);
  if (view) {
    views_.push_back(*view);
    enter_match(views_.back(), level);
  } else if (key == "buffer_bind_scope" || key == "realize_scope") {
    cannot_run(s);
  }
}

void CodeEmitter::evaluate(const tir::Stmt& s) {
  const PrimNode& n = node(s.value);
  if (n.kind == PrimKind::string_imm) return;
  const std::string_view name = n.kind == PrimKind::call ? text(n.name()) : "";
  const tir::Jump jump = tir::jump_of(tir(), s);
  if (jump == tir::Jump::break_ || jump == tir::Jump::continue_) return leave_loop(jump);
  if (jump == tir::Jump::return_) {
    Block* to = active_->end;
    if (active_->function != level()) unsupported("a return within a parallel loop");
    const Prim value = prims_.call_args(s.value)[0];
    if (node(value).dtype.code == DType::Code::handle) return_pointer(value);
    else if (active_->result == nullptr) give_value(value);
    else store_result(convert(emit(value), node(value).dtype, active_->kernel->result));
    branch(to ? to : here().exit);
    b_.SetInsertPoint(new_block());  // nobody comes here
    return;
  }
  const IntrinsicRow* called = find_intrinsic(name);
  if (called && called->execution == IntrinsicExecution::nothing) return;
  const bool is_pointer = n.dtype.code == DType::Code::handle && !n.dtype.is_unknown();
  if (name.starts_with('@')) call_kernel(s.value, name.substr(1), /*is_asked=*/false);
  else if (is_pointer) (void)pointer(s.value);
  else if (is_wide(s.value)) evaluate_by_lanes(s.value);
  else emit(s.value);
}

void CodeEmitter::leave_loop(tir::Jump jump) {
  auto loop = std::ranges::find_if(levels_.rbegin(), levels_.rend(), [&](const Level& level) {
    return level.is_loop || level.is_outlined || tir()[level.stmt].kind == StmtKind::while_;
  });
  if (loop == levels_.rend() || loop->is_outlined) unsupported("a 'break' or 'continue' outside of a loop");
  if (jump == tir::Jump::continue_ && !loop->is_loop) {
    branch(loop->head);
  } else if (jump == tir::Jump::continue_) {
    if (loop->latch == nullptr) loop->latch = new_block();
    branch(loop->latch);
  } else {
    branch(loop->after);
  }
  b_.SetInsertPoint(new_block());  // nobody comes here
}

// Where the caller of the kernel looks for what it returns.
void CodeEmitter::give_value(Prim e) {
  Value* value = emit(e);
  if (!code_.gives_value || active_->kernel != code_.kernel.get() || !tir().has_result) return;
  const DType result = tir().result;
  value = convert(value, node(e).dtype, result);
  if (result.is_any_float()) value = b_.CreateBitCast(convert(value, result, kFloat64), b_.getInt64Ty());
  else value = b_.CreateIntCast(value, b_.getInt64Ty(), result.is_integer());
  b_.CreateStore(number(1), given_value_);
  b_.CreateStore(value, b_.CreateConstGEP1_64(b_.getInt64Ty(), given_value_, 1));
}

// ---- loops ----

void CodeEmitter::count_loop(Level& level) {
  level.loops = 1;
  if (++loops_ > kMaxCodeLoops) here().function->addFnAttr(kPlain);
}

void CodeEmitter::pay(Value* count, int64_t work) {
  require(b_.CreateICmpSLE(count, number(kMaxCodeSteps / std::max<int64_t>(work, 1))), {Kind::steps});
  Value* left = b_.CreateSub(b_.CreateLoad(b_.getInt64Ty(), here().budget), b_.CreateMul(count, number(work)));
  require(b_.CreateICmpSGE(left, number(0)), {Kind::steps});
  b_.CreateStore(left, here().budget);
}

void CodeEmitter::bind_loop_variable(Prim var, Value* at, Interval range, Level& level) {
  bind_integer(var, at, range);
  level.bound.push_back(var);
}

void CodeEmitter::bind_integer(Prim var, Value* at, Interval range) {
  Variable v;
  v.wide = at;
  const DType dtype = node(var).dtype;
  const Interval all = values_of(dtype);
  if (!range.within(all)) {
    range = all;
    if (dtype.bits < 64) {
      v.value = b_.CreateTrunc(at, scalar_type(dtype));
      v.wide = dtype.is_integer() ? b_.CreateSExt(v.value, b_.getInt64Ty()) : b_.CreateZExt(v.value, b_.getInt64Ty());
    }
  }
  bind(var, v);
  ranges_.bind(var, range);
}

void CodeEmitter::enter_loop(const tir::Stmt& s, Prim var, Prim min, Prim extent, Level& level) {
  if (auto at = collapsed_.find({active_->kernel, level.stmt.index}); at != collapsed_.end()) {
    bind_loop_variable(var, at->second.first, at->second.second, level);
    collapsed_.erase(at);
    return;
  }
  count_loop(level);
  const int64_t inside = work_.at({active_->kernel, level.stmt.index});
  const bool pays =
      pays_.contains({active_->kernel, level.stmt.index}) || (active_->depth > 0 && loops_ == active_->loops + 1);
  const Index from = min ? index(min) : index(0), count = index(extent);
  const Interval range_from = range_of(from), range_count = range_of(count);
  if (pays) {
    Value* positive = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, count.value, number(0));
    pay(positive, inside);
  }
  if (s.kind == StmtKind::loop && s.loop == ForKind::parallel && tir::step_of(s) == 1 && this->level() == 0 &&
      !is_serial_) {
    begin_parallel(s, level);
    return;
  }
  const Index end = plus(from, count);
  level.is_loop = true;
  level.end = end.value;
  level.after = new_block();
  level.head = new_block();
  Block* before = b_.GetInsertBlock();
  if (range_count.low > 0) branch(level.head);
  else b_.CreateCondBr(b_.CreateICmpSGT(count.value, number(0)), level.head, level.after);
  b_.SetInsertPoint(level.head);
  level.at = b_.CreatePHI(b_.getInt64Ty(), 2);
  level.at->addIncoming(from.value, before);
  Interval range{range_from.low, range_from.high + range_count.high - 1};
  if (range.high < range.low) range.high = range.low;  // no iteration
  bind_loop_variable(var, level.at, range, level);
  const bool is_plain = range_from.low == range_from.high && range_count.low == range_count.high;
  if (is_plain) return;
  const Linear at{0, {{var, 1}}};
  if (end.linear && !ranges_.reads_memory(extent) && (!min || !ranges_.reads_memory(min)))
    ranges_.assume_less(at, *end.linear);
  if (min && from.linear && !ranges_.reads_memory(min)) {
    Linear below = *from.linear;
    below.constant -= 1;
    ranges_.assume_less(below, at);
  }
}

void CodeEmitter::end_loop(const tir::Stmt& s, Level& level) {
  if (level.latch != nullptr) {
    branch(level.latch);
    b_.SetInsertPoint(level.latch);
  }
  const int64_t step = tir::step_of(s);
  // The next one may lie beyond 64 bits where there is none.
  Value* next = b_.CreateAdd(level.at, number(step), "", false, step == 1);
  level.at->addIncoming(next, b_.GetInsertBlock());
  Value* goes_on =
      step == 1 ? b_.CreateICmpSLT(next, level.end) : b_.CreateICmpSGT(b_.CreateSub(level.end, level.at), number(step));
  // LLVM finds by itself which loops to make vectors of: a hint would let it sum in another order.
  b_.CreateCondBr(goes_on, level.head, level.after);
  b_.SetInsertPoint(level.after);
}

// The loop and those parallel ones that are its whole body are one range of iterations, of which a function of its own
// runs a part.
void CodeEmitter::begin_parallel(const tir::Stmt& s, Level& level) {
  struct Nested {
    StmtId id;
    Prim var;
    Index from, count;
  };
  std::vector<Nested> nest;
  StmtId id = level.stmt;
  for (const tir::Stmt* at = &s;;) {
    nest.push_back({id, at->var, at->min ? index(at->min) : index(0), index(at->value)});
    if (at->body.size != 1) break;
    id = tir().suite(at->body)[0];
    const tir::Stmt* inner = &tir()[id];
    const bool joins = inner->kind == StmtKind::loop && inner->loop == ForKind::parallel && tir::step_of(*inner) == 1 &&
                       prims_.constant(inner->value) && (!inner->min || prims_.constant(inner->min)) &&
                       !pays_.contains({active_->kernel, id.index});
    if (!joins) break;
    at = inner;
  }
  Value* total = number(1);
  for (Nested& n : nest) {
    n.count.value = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, n.count.value, number(0));
    total = b_.CreateMul(total, n.count.value);
  }
  level.is_outlined = true;
  level.count = total;
  level.work = work_.at({active_->kernel, nest.back().id.index});
  level.return_to = b_.GetInsertBlock();

  llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
  auto* type = llvm::FunctionType::get(b_.getVoidTy(), {pointer, pointer, i64, i64, pointer}, false);
  llvm::Function* body = llvm::Function::Create(type, llvm::Function::InternalLinkage,
                                                emission_.name + "_" + std::to_string(bodies_++), emission_.module);
  begin_function(body, body->getArg(0));
  here().captured = body->getArg(1);
  here().scratch = body->getArg(4);
  Value *begin = body->getArg(2), *end = body->getArg(3);
  level.head = new_block();
  level.after = new_block();
  level.end = end;
  Block* before = b_.GetInsertBlock();
  b_.CreateCondBr(b_.CreateICmpSLT(begin, end), level.head, level.after);
  b_.SetInsertPoint(level.head);
  level.at = b_.CreatePHI(i64, 2);
  level.at->addIncoming(begin, before);
  // The last one is the fastest.
  Value* rest = level.at;
  for (size_t k = nest.size(); k-- > 0;) {
    const Nested& n = nest[k];
    Value* at = rest;
    if (k > 0) {
      Value* count = fetch(n.count.value, 0);
      at = b_.CreateURem(rest, count);
      rest = b_.CreateUDiv(rest, count);
    }
    at = b_.CreateAdd(at, fetch(n.from.value, 0), "", false, true);
    const Interval from = range_of(n.from), count = range_of(n.count);
    Interval range{from.low, from.high + count.high - 1};
    if (range.high < range.low) range.high = range.low;
    if (k == 0) bind_loop_variable(n.var, at, range, level);
    else collapsed_[{active_->kernel, n.id.index}] = {at, range};
  }
}

void CodeEmitter::end_parallel(const tir::Stmt&, Level& level) {
  Value* next = b_.CreateAdd(level.at, number(1), "", false, true);
  level.at->addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpSLT(next, level.end), level.head, level.after);
  b_.SetInsertPoint(level.after);
  // What the parts used is gone for all.
  Value* left = b_.CreateLoad(b_.getInt64Ty(), here().budget);
  b_.CreateAtomicRMW(llvm::AtomicRMWInst::Sub, shared_budget(), b_.CreateSub(here().first_budget, left),
                     llvm::MaybeAlign(8), llvm::AtomicOrdering::Monotonic);
  Function child = std::move(here());
  functions_.back().function = child.function;
  functions_.back().exit = child.exit;
  end_function();
  member_peak_ = std::max(member_peak_, child.peak);

  b_.SetInsertPoint(level.return_to);
  llvm::IRBuilder<> entry(here().entry->getTerminator());
  auto* block = llvm::ArrayType::get(b_.getInt8Ty(), static_cast<uint64_t>(std::max<int64_t>(child.captured_bytes, 1)));
  llvm::AllocaInst* captured = entry.CreateAlloca(block);
  captured->setAlignment(llvm::Align(64));
  for (const auto& [value, offset] : child.captures)
    b_.CreateStore(value, b_.CreateConstGEP1_64(b_.getInt8Ty(), captured, static_cast<uint64_t>(offset)));
  llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
  Value* context = here().context;
  Value* parallel = b_.CreateLoad(pointer, b_.CreateConstGEP1_64(pointer, context, kParallel));
  auto* type = llvm::FunctionType::get(b_.getVoidTy(), {pointer, pointer, pointer, i64, i64}, false);
  b_.CreateStore(b_.CreateLoad(i64, here().budget), shared_budget());
  b_.CreateCall(type, parallel, {context, child.function, captured, level.count, number(level.work)});
  b_.CreateStore(b_.CreateLoad(i64, shared_budget()), here().budget);
  Value* failed = b_.CreateLoad(b_.getInt32Ty(), b_.CreateConstGEP1_64(pointer, context, kHasFailed));
  Block* good = new_block();
  b_.CreateCondBr(b_.CreateICmpEQ(failed, b_.getInt32(0)), good, here().exit);
  b_.SetInsertPoint(good);
}

// ---- blocks ----

void CodeEmitter::enter_block(const tir::Stmt& s, Level& level) {
  const tir::Block& block = tir().block(s);
  if (!block.is_realized && !block.vars.empty()) cannot_run(s);
  // All values, then the predicate, see the variables around the block.
  std::vector<Index> values;
  for (size_t i = 0; i < block.vars.size(); ++i) {
    const Prim var = block.vars[i].var, value = block.values[i];
    Index at;
    const Interval all = values_of(node(var).dtype);
    if (ranges_.of(value).within(all)) {
      at = {wide(value), ranges_.of(value), std::nullopt};
      if (!ranges_.reads_memory(value)) at.linear = ranges_.linear(value);
    } else {
      Value* converted = convert(emit(value), node(value).dtype, node(var).dtype);
      const bool has_sign = node(var).dtype.is_integer();
      at = {has_sign ? b_.CreateSExt(converted, b_.getInt64Ty()) : b_.CreateZExt(converted, b_.getInt64Ty()), all, {}};
    }
    values.push_back(std::move(at));
  }
  if (block.predicate && !prims_.is_constant(block.predicate, 1)) {
    Block* then = new_block();
    level.after = new_block();
    b_.CreateCondBr(emit_condition(block.predicate), then, level.after);
    b_.SetInsertPoint(then);
    ranges_.assume(block.predicate, true, false);
  }
  for (size_t i = 0; i < block.vars.size(); ++i) bind_axis(block, i, values[i], level);
  for (tir::BufferId b : block.allocations) allocate_buffer(b, level);
  for (const tir::MatchBuffer& m : block.matches) enter_match(m, level);
}

// A variable of a block lies in its domain.
void CodeEmitter::bind_axis(const tir::Block& block, size_t i, const Index& at, Level& level) {
  const tir::IterVar& v = block.vars[i];
  Interval range = range_of(at);
  if (v.domain.min && v.domain.extent) {
    const Index min = index(v.domain.min), extent = index(v.domain.extent);
    const Interval low = range_of(min), size = range_of(extent);
    bool is_inside = range.low >= low.high && range.high < low.low + size.low;
    if (!is_inside && at.linear && min.linear && extent.linear) {
      Linear above = *at.linear, beyond = *at.linear;
      above.add(*min.linear, -1);
      beyond.add(*min.linear, -1);
      beyond.add(*extent.linear, -1);
      is_inside = ranges_.of(above).low >= 0 && ranges_.of(beyond).high < 0;
    }
    if (!is_inside) {
      Value* from_min = b_.CreateSub(at.value, min.value);
      // TVM writes 1 - v for the extent of a domain that is the single value v.
      Value* most = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, extent.value, number(1));
      require(b_.CreateICmpULT(from_min, most), {Kind::domain, name_of(v.var)}, [&] {
        return std::vector{at.value, extent.value, min.value};
      });
    }
    range = {std::max(range.low, low.low), std::min(range.high, low.high + std::max<Wide>(size.high - 1, 0))};
    if (range.high < range.low) range = {low.low, low.low};  // never reached
  }
  Variable variable;
  variable.wide = at.value;
  bind(v.var, variable);
  ranges_.bind(v.var, range, at.linear);
  level.bound.push_back(v.var);
}

// Whether all reduction variables are at their least value. Sums that are, are so term by term, which LLVM sees
// through.
Value* CodeEmitter::is_first(const tir::Block& block) {
  Value* all = b_.getTrue();
  auto also = [&](Value* v) { all = b_.CreateAnd(all, v); };
  for (const tir::IterVar& v : block.vars) {
    if (v.kind != tir::IterKind::reduce || !v.domain.min) continue;
    const Interval domain = ranges_.of(v.domain.min);
    const Linear sum = ranges_.linear(v.var);
    Wide least = sum.constant;
    bool is_known = domain.low == domain.high;
    for (const auto& [term, c] : sum.terms) {
      const Interval r = ranges_.of(term);
      is_known = is_known && r.has_low() && r.has_high() && !ranges_.reads_memory(term);
      if (is_known) least += (c > 0 ? r.low : r.high) * c;
    }
    if (!is_known || least != domain.low) {
      also(b_.CreateICmpEQ(wide(v.var), wide(v.domain.min)));
      continue;
    }
    for (const auto& [term, c] : sum.terms) {
      const Interval r = ranges_.of(term);
      also(b_.CreateICmpEQ(wide(term), number(static_cast<int64_t>(c > 0 ? r.low : r.high))));
    }
  }
  return all;
}

// ---- memory ----

void CodeEmitter::enter_allocation(const tir::Stmt& s, Level& level) {
  Variable v;
  v.is_pointer = true;
  const std::string name = name_of(s.var);
  level.bound.push_back(s.var);
  if (s.kind == StmtKind::allocate_const) {
    const Constant& c = context_[s.data];
    llvm::Constant* data = llvm::ConstantDataArray::getRaw(
        llvm::StringRef(reinterpret_cast<const char*>(c.data.data()), c.data.size()), c.data.size(), b_.getInt8Ty());
    auto* global = new llvm::GlobalVariable(emission_.module, data->getType(), true, llvm::GlobalValue::PrivateLinkage,
                                            data, emission_.name + "_constant");
    global->setAlignment(llvm::Align(64));
    v.pointer.region = new_region(global, static_cast<int64_t>(c.data.size()), 64, name);
    v.pointer.region->is_constant = true;
    level.allocated.push_back(v.pointer.region);
    bind(s.var, v);
    return;
  }
  Wide bytes = s.dtype.bytes();
  Index actual = index(s.dtype.bytes());
  std::vector<Index> extents;
  for (Prim e : tir().list(s)) {
    const Interval r = ranges_.of(e);
    bytes = Interval::times(bytes, std::max<Wide>(r.high, 0));
    extents.push_back(index(e));
    actual = times(actual, not_negative(extents.back()));
  }
  if (bytes > kMaxReserved && !is_constant(tir().list(s))) {
    Value* is_wanted = s.value ? emit_condition(s.value) : b_.getTrue();
    v.pointer.region = allocate_anew(s.var, extents, s.dtype, text(tir().hint(s.var)), is_wanted);
    Region& r = *v.pointer.region;
    r.may_be_null = s.value && !prims_.is_constant(s.value, 1);
    if (r.may_be_null) r.base = b_.CreateSelect(is_wanted, r.base, llvm::ConstantPointerNull::get(b_.getPtrTy()));
    level.allocated.push_back(v.pointer.region);
    bind(s.var, v);
    return;
  }
  if (bytes > machine_memory()) too_large(text(tir().hint(s.var)), tir().list(s), s.dtype);
  v.pointer.region = allocate(s.var, static_cast<int64_t>(bytes), name);
  limit(*v.pointer.region, actual);
  if (s.value && !prims_.is_constant(s.value, 1)) {
    Region& r = *v.pointer.region;
    Value* is_wanted = emit_condition(s.value);
    r.dynamic_bytes = b_.CreateSelect(is_wanted, actual.value, number(0));
    r.base = b_.CreateSelect(is_wanted, r.base, llvm::ConstantPointerNull::get(b_.getPtrTy()));
    r.may_be_null = true;
  }
  level.allocated.push_back(v.pointer.region);
  bind(s.var, v);
}

CodeEmitter::Index CodeEmitter::not_negative(const Index& i) {
  if (i.range.low >= 0) return i;
  return {b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, i.value, number(0)), max(i.range, {0, 0}), {}};
}

// Only so many bytes of it are there.
void CodeEmitter::limit(Region& region, const Index& bytes) {
  if (!llvm::isa<llvm::ConstantInt>(bytes.value)) region.dynamic_bytes = bytes.value;
}

void CodeEmitter::too_large(std::string_view name, std::span<const Prim> extents, DType dtype) const {
  std::string shape;
  for (Prim e : extents) {
    const std::optional<int64_t> extent = prims_.constant(e);
    if (!extent) unsupported("the buffer '" + std::string(name) + "', whose size only the run knows");
    shape += (shape.empty() ? "" : ", ") + std::to_string(*extent);
  }
  no_memory("the buffer '" + std::string(name) + "' of shape (" + shape + (extents.size() == 1 ? ",)" : ")") +
            " and dtype " + to_string(dtype) + " does not");
}

void CodeEmitter::allocate_buffer(tir::BufferId b, Level& level) {
  freeze(b);
  const tir::Buffer& buffer = tir()[b];
  // Symbols of its own: compact, from the beginning.
  auto define = [&](Prim p, const Index& value) {
    if (!p || node(p).kind != PrimKind::var || variables_.contains(p.index)) return;
    Variable v;
    v.wide = value.value;
    bind(p, v);
    ranges_.bind(p, value.range, value.linear);
    level.bound.push_back(p);
  };
  define(buffer.elem_offset, index(0));
  Index compact = index(1);
  Wide span = 0, size = 1;
  for (size_t d = buffer.shape.size(); d-- > 0;) {
    const Interval extent = ranges_.of(buffer.shape[d]);
    if (!buffer.strides.empty()) {
      define(buffer.strides[d], compact);
      span = Interval::clamped(span + Interval::times(std::max<Wide>(extent.high - 1, 0),
                                                      std::max<Wide>(ranges_.of(buffer.strides[d]).high, 0)));
    }
    size = Interval::times(size, std::max<Wide>(extent.high, 0));
    compact = times(compact, not_negative(field(b, buffer.shape[d])));
  }
  Wide elements = buffer.strides.empty() ? size : size == 0 ? 0 : span + 1;
  if (buffer.elem_offset) elements = elements + std::max<Wide>(ranges_.of(buffer.elem_offset).high, 0);
  const Wide bytes = Interval::times(elements, buffer.dtype.bytes());
  const bool is_plain = buffer.strides.empty() && (!buffer.elem_offset || prims_.is_constant(buffer.elem_offset, 0));
  Variable v;
  v.is_pointer = true;
  if (is_plain && bytes > kMaxReserved && !is_constant(buffer.shape)) {
    std::vector<Index> extents;
    for (Prim p : buffer.shape) extents.push_back(field(b, p));
    v.pointer.region = allocate_anew(buffer.data, extents, buffer.dtype, plain_name_of(b), b_.getTrue());
  } else {
    if (bytes > machine_memory()) too_large(plain_name_of(b), buffer.shape, buffer.dtype);
    v.pointer.region = allocate(buffer.data, static_cast<int64_t>(bytes), name_of(b));
    if (is_plain) limit(*v.pointer.region, times(compact, index(buffer.dtype.bytes())));
  }
  level.allocated.push_back(v.pointer.region);
  bind(buffer.data, v);
  level.bound.push_back(buffer.data);
}

// The target is a view of a part of the source; its symbols get the values that the source gives them.
void CodeEmitter::enter_match(const tir::MatchBuffer& m, Level& level) {
  const tir::Buffer &target = tir()[m.target], &source = tir()[m.source.buffer];
  std::vector<Value*> begins;
  std::vector<Index> at;
  for (const tir::Range& r : m.source.ranges) {
    at.push_back(index(r.min));
    begins.push_back(at.back().value);
  }
  auto define = [&](Prim p, const Index& value, const std::string& what) {
    if (!p) return;
    if (node(p).kind == PrimKind::var && !variables_.contains(p.index)) {
      Variable v;
      v.wide = value.value;
      bind(p, v);
      ranges_.bind(p, range_of(value));
      level.bound.push_back(p);
    } else {
      const Index have = index(p);
      const Interval a = range_of(have), b = range_of(value);
      if (a.low == a.high && a == b) return;
      require(b_.CreateICmpEQ(have.value, value.value), {Kind::mismatch, what + " of " + name_of(m.target)}, [&] {
        return std::vector{value.value, have.value};
      });
    }
  };
  const size_t leading = m.source.ranges.size() - target.shape.size();
  for (size_t d = 0; d < target.shape.size(); ++d)
    define(target.shape[d], index(m.source.ranges[leading + d].extent), "dim " + std::to_string(d));
  tir::BufferId b = m.source.buffer;
  std::vector<Index> element = at;
  while (resolve_match(b, element, nullptr)) {
  }
  const std::vector<Index> strides = strides_of(b);
  Index address = offset_of(b);
  for (size_t d = 0; d < element.size(); ++d) address = plus(address, times(element[d], strides[d]));
  for (size_t d = 0; d < target.strides.size(); ++d) {
    const size_t from = strides.size() - target.strides.size() + d;
    if (from < strides.size()) define(target.strides[d], strides[from], "the stride of dim " + std::to_string(d));
  }
  if (target.elem_offset && !prims_.is_constant(target.elem_offset, 0)) {
    if (target.offset_factor > 1 && node(target.elem_offset).kind == PrimKind::var)
      require(b_.CreateICmpEQ(b_.CreateSRem(address.value, number(target.offset_factor)), number(0)),
              {Kind::factor, name_of(m.target)}, [&] {
                return std::vector{address.value, number(target.offset_factor)};
              });
    define(target.elem_offset, address, "the offset");
  }
  if (auto data = variables_.find(source.data.index); data != variables_.end() && target.data != source.data) {
    Variable v = data->second;
    v.pointer.offset = fetch(v.pointer.offset, v.owner);
    bind(target.data, v);
    level.bound.push_back(target.data);
  }
  active_->matches[m.target.index] = &m;
  active_->match_begins[m.target.index] = std::move(begins);
  active_->match_owner[m.target.index] = this->level();
}

}  // namespace hammock::jit
