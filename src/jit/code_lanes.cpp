// SPDX-License-Identifier: Apache-2.0
// Vectors of more lanes than are compiled as values of LLVM, whose work grows with their square. What has one is
// emitted for one lane (`lane_`): the value of such a vector is then that of the lane, and a statement is a loop over
// the lanes of what it computes.
//
// What needs other lanes of its operands than its own, what is computed under a condition, and what reads memory that
// the statement writes, is computed for all lanes before that loop, into memory (`in_memory_`).
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <unordered_set>

#include "code_emitter.h"
#include "hammock/prim/walk.h"

namespace hammock::jit {

using llvm::Value;

bool CodeEmitter::has_wide_operand(Prim e) const {
  std::vector<Prim> operands;
  prims_.operands(e, operands);
  return std::ranges::any_of(operands, [&](Prim o) { return is_wide(o); });
}

// Of other lanes than its own.
bool CodeEmitter::rearranges(Prim e) const {
  const IntrinsicRow* called = intrinsic_of(context_, e);
  if (called == nullptr) return false;
  switch (called->intrinsic) {
    case Intrinsic::Shuffle:
    case Intrinsic::vectorlow:
    case Intrinsic::vectorhigh:
    case Intrinsic::vectorcombine: return true;
    case Intrinsic::reinterpret: return node(prims_.call_args(e)[0]).dtype.lanes != node(e).dtype.lanes;
    default: return false;
  }
}

bool CodeEmitter::stands_alone(Prim e) const {
  const PrimNode& n = node(e);
  if (n.kind == PrimKind::select) return node(n.lhs()).dtype.is_scalar();
  const IntrinsicRow* called = intrinsic_of(context_, e);
  if (called == nullptr) return false;
  const bool is_choice = called->intrinsic == Intrinsic::if_then_else;
  return (is_choice && node(prims_.call_args(e)[0]).dtype.is_scalar()) || called->intrinsic == Intrinsic::Let ||
         rearranges(e);
}

template <class F>
void CodeEmitter::each_lane(int lanes, const F& f) {
  Block *before = b_.GetInsertBlock(), *head = new_block(), *after = new_block();
  branch(head);
  b_.SetInsertPoint(head);
  llvm::PHINode* lane = b_.CreatePHI(b_.getInt64Ty(), 2);
  lane->addIncoming(number(0), before);
  safe_.clear();
  at_lane(lane, [&] { return f(), 0; });
  safe_.clear();
  Value* next = b_.CreateAdd(lane, number(1), "", true, true);
  lane->addIncoming(next, b_.GetInsertBlock());
  b_.CreateCondBr(b_.CreateICmpULT(next, number(lanes)), head, after);
  b_.SetInsertPoint(after);
}

// ---- values ----

Value* CodeEmitter::lane_in(Value* memory, DType dtype, Value* lane) {
  llvm::Type* type = scalar_type(dtype);
  return b_.CreateLoad(type, b_.CreateGEP(type, memory, lane));
}

Value* CodeEmitter::lane_value(Prim e) {
  if (lane_ == nullptr) unsupported("a vector of " + std::to_string(node(e).dtype.lanes) + " lanes in such a place");
  auto at = in_memory_.find(e.index);
  if (at != in_memory_.end() && at->second != nullptr) return lane_in(at->second, node(e).dtype, lane_);
  return make(e);
}

Value* CodeEmitter::narrow_value(Prim e) {
  Value* lane = std::exchange(lane_, nullptr);
  Value* value = nullptr;
  if (node(e).kind == PrimKind::call && rearranges(e) && has_wide_operand(e)) {
    const DType dtype = node(e).dtype;
    Value* memory = lanes_alone(e);
    value = llvm::PoisonValue::get(register_type(dtype));
    if (dtype.is_scalar()) value = lane_in(memory, dtype, number(0));
    for (int64_t i = 0; !dtype.is_scalar() && i < dtype.lanes; ++i)
      value = b_.CreateInsertElement(value, lane_in(memory, dtype, number(i)), number(i));
  } else {
    value = make(e);
  }
  lane_ = lane;
  return value;
}

// ---- all lanes, in memory ----

// Emits what the lanes of a wide vector need before the loop over them.
void CodeEmitter::prepare(Prim e) {
  if (node(e).dtype.code == DType::Code::handle) return;
  if (!is_wide(e)) {
    if (is_safe(e)) return;
    emit(e);
    if (is_integer(e)) wide(e);
    return;
  }
  if (calls_kernels(e))
    unsupported("a call of a kernel within a vector of " + std::to_string(node(e).dtype.lanes) + " lanes");
  if (!in_memory_.try_emplace(e.index, nullptr).second) return;
  if (stands_alone(e)) {
    Value* memory = lanes_alone(e);
    in_memory_[e.index] = memory;
    return;
  }
  std::vector<Prim> operands;
  prims_.operands(e, operands);
  for (Prim o : operands) prepare(o);
}

Value* CodeEmitter::room_of_lanes(DType dtype, int64_t lanes) {
  return room(lanes * static_cast<int64_t>(emission_.module.getDataLayout().getTypeAllocSize(scalar_type(dtype))));
}

void CodeEmitter::store_lanes(Prim e, Value* to, bool is_bound) {
  const DType dtype = node(e).dtype;
  llvm::Type* type = scalar_type(dtype);
  auto put = [&](Value* value, Value* lane) {
    b_.CreateStore(is_bound ? rounded(value, dtype) : value, b_.CreateGEP(type, to, lane));
  };
  if (is_wide(e)) {
    prepare(e);
    each_lane(dtype.lanes, [&] { put(emit(e), lane_); });
    return;
  }
  Value* all = emit(e);
  if (dtype.is_scalar()) put(all, number(0));
  for (int64_t i = 0; !dtype.is_scalar() && i < dtype.lanes; ++i)
    put(b_.CreateExtractElement(all, number(i)), number(i));
}

Value* CodeEmitter::stored_lanes(Prim e, bool is_bound) {
  Value* to = room_of_lanes(node(e).dtype, node(e).dtype.lanes);
  store_lanes(e, to, is_bound);
  return to;
}

// Of operands of one dtype, one behind the other.
Value* CodeEmitter::lanes_of_all(std::span<const Prim> operands) {
  const DType dtype = node(operands[0]).dtype;
  int64_t lanes = 0;
  for (Prim o : operands) lanes += std::max<int64_t>(node(o).dtype.lanes, 1);
  Value* all = room_of_lanes(dtype, lanes);
  int64_t at = 0;
  for (Prim o : operands) {
    store_lanes(o, b_.CreateGEP(scalar_type(dtype), all, number(at)));
    at += std::max<int64_t>(node(o).dtype.lanes, 1);
  }
  return all;
}

Value* CodeEmitter::lanes_alone(Prim e) {
  const PrimNode& n = node(e);
  if (n.kind == PrimKind::select) return lanes_of_choice(n.lhs(), n.rhs(), Prim(n.c));
  const IntrinsicRow& called = *intrinsic_of(context_, e);
  if (!tir::can_call(prims_, called, e)) cannot_run(e);
  std::span<const Prim> args = prims_.call_args(e);
  switch (called.intrinsic) {
    case Intrinsic::if_then_else: return lanes_of_choice(args[0], args[1], args[2]);
    case Intrinsic::vectorcombine: return lanes_of_all(args);
    case Intrinsic::vectorlow: return lanes_of_all(args.last(1));  // T.vectorlow(dtype, v), too
    case Intrinsic::vectorhigh: {
      Value* all = lanes_of_all(args.last(1));
      return b_.CreateGEP(scalar_type(n.dtype), all, number(n.dtype.lanes));
    }
    case Intrinsic::Shuffle: return shuffled_lanes(e);
    case Intrinsic::reinterpret: return reinterpreted_lanes(e);
    default: break;
  }
  Value* to = room_of_lanes(n.dtype, n.dtype.lanes);
  with_let(e, [&](Prim body) { return store_lanes(body, to), 0; });
  return to;
}

Value* CodeEmitter::lanes_of_choice(Prim condition, Prim if_true, Prim if_false) {
  Value* to = room_of_lanes(node(if_true).dtype, node(if_true).dtype.lanes);
  Value* truth = emit_condition(condition);
  arms(condition, truth, if_true, if_false, [&](Prim value) { return store_lanes(value, to), 0; });
  return to;
}

Value* CodeEmitter::shuffled_lanes(Prim e) {
  const Shuffle shuffle = shuffle_of(e);
  std::vector<uint32_t> chosen(shuffle.lanes.begin(), shuffle.lanes.end());
  llvm::Constant* data = llvm::ConstantDataArray::get(emission_.llvm, chosen);
  auto* table = new llvm::GlobalVariable(emission_.module, data->getType(), true, llvm::GlobalValue::PrivateLinkage,
                                         data, emission_.name + "_lanes");
  const DType dtype = node(e).dtype;
  Value *from = lanes_of_all(shuffle.vectors), *to = room_of_lanes(dtype, std::ssize(chosen));
  each_lane(static_cast<int>(chosen.size()), [&] {
    Value* which = b_.CreateLoad(b_.getInt32Ty(), b_.CreateGEP(b_.getInt32Ty(), table, lane_));
    Value* value = lane_in(from, dtype, b_.CreateZExt(which, b_.getInt64Ty()));
    b_.CreateStore(value, b_.CreateGEP(scalar_type(dtype), to, lane_));
  });
  return to;
}

// By way of the bytes that a buffer would have.
Value* CodeEmitter::reinterpreted_lanes(Prim e) {
  const Prim operand = prims_.call_args(e)[0];
  const DType dtype = node(e).dtype, given = node(operand).dtype;
  check_reinterpret(e);
  Value *from = lanes_of_all({{operand}}), *bytes = room(given.bytes()), *to = room_of_lanes(dtype, dtype.lanes);
  each_lane(given.lanes, [&] {
    Value* value = to_memory(rounded(lane_in(from, given, lane_), given), given);
    b_.CreateStore(value, b_.CreateGEP(memory_type(given), bytes, lane_));
  });
  each_lane(dtype.lanes, [&] {
    llvm::Type* type = memory_type(dtype);
    Value* value = from_memory(b_.CreateLoad(type, b_.CreateGEP(type, bytes, lane_)), dtype);
    b_.CreateStore(value, b_.CreateGEP(scalar_type(dtype), to, lane_));
  });
  return to;
}

// ---- accesses and statements ----

// An element may be a vector, too.
CodeEmitter::Place CodeEmitter::place_of_lane(tir::BufferId b, std::span<const Prim> indices, Value* mask) {
  const uint64_t lanes = std::max<uint64_t>(tir()[b].dtype.lanes, 1);
  auto at = [&] {
    std::vector<Index> out;
    for (Prim i : indices) out.push_back(index(i));
    return out;
  };
  if (lanes == 1) return place_at(b, at(), mask);
  Value* element = b_.CreateUDiv(lane_, number(static_cast<int64_t>(lanes)));
  Place place = place_at(b, at_lane(element, at), mask);
  Value* within = b_.CreateURem(lane_, number(static_cast<int64_t>(lanes)));
  place.pointer = b_.CreateInBoundsGEP(memory_type(tir()[b].dtype), place.pointer, within);
  return place;
}

bool CodeEmitter::may_read(Prim root, const Region* region) {
  std::unordered_set<uint32_t> seen;
  bool reads = false;
  operands_first(
      prims_, root, [&](Prim e) { return seen.contains(e.index); },
      [&](Prim e, const std::vector<Prim>&) {
        seen.insert(e.index);
        if (node(e).kind != PrimKind::load) return;
        const Region* other = pointer_of_data(tir::BufferId(node(e).c)).region;
        reads = reads || (other && region && (other == region || other->scope == 0 || region->scope == 0));
      });
  return reads;
}

void CodeEmitter::store_by_lanes(const tir::Stmt& s) {
  const Region* region = pointer_of_data(s.buffer).region;
  auto prepare_part = [&](Prim e) {
    if (!e) return;
    if (is_wide(e)) {
      prepare(e);
      if (!may_read(e, region)) return;
      Value* memory = stored_lanes(e);
      in_memory_[e.index] = memory;
    } else {
      emit(e);
      if (is_integer(e)) wide(e);
    }
  };
  prepare_part(s.value);
  prepare_part(s.min);
  for (Prim i : tir().list(s)) prepare_part(i);
  each_lane(node(s.value).dtype.lanes, [&] { store_value(s); });
}

void CodeEmitter::evaluate_by_lanes(Prim e) {
  prepare(e);
  each_lane(node(e).dtype.lanes, [&] { emit(e); });
}

}  // namespace hammock::jit
