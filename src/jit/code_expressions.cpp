// SPDX-License-Identifier: Apache-2.0
// Expressions of a kernel. The value of a node is emitted once in a statement; what is emitted on one side of a choice
// is forgotten after it. A choice whose arms are safe to compute anyway is a select, any other a branch.
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>

#include "code_emitter.h"
#include "hammock/prim/walk.h"
#include "math.h"

namespace hammock::jit {

using llvm::Value;
namespace intrinsic = llvm::Intrinsic;

namespace {

using Kind = FailureSite::Kind;

bool is_index_operator(PrimKind kind) { return kind >= PrimKind::add && kind <= PrimKind::max; }

std::string_view plain(std::string_view name) {
  if (name.starts_with("tir.")) name.remove_prefix(4);
  return name;
}

}  // namespace

Value* CodeEmitter::emit(Prim e) {
  if (auto known = values_.find(e.index); known != values_.end()) return known->second;
  if (node(e).dtype.lanes > 0x7fff) cannot_run(e);  // of variable size
  Value* value = is_wide(e) ? lane_value(e) : narrow_value(e);
  if (!calls_kernels(e)) values_[e.index] = value;
  return value;
}

// Is a kernel called in it? Then it is computed as often as it stands there.
bool CodeEmitter::calls_kernels(Prim root) {
  operands_first(
      prims_, root, [&](Prim e) { return with_calls_.contains(e.index); },
      [&](Prim e, const std::vector<Prim>& operands) {
        bool calls = node(e).kind == PrimKind::call && text(node(e).name()).starts_with('@');
        for (Prim o : operands) calls = calls || with_calls_[o.index];
        with_calls_[e.index] = calls;
      });
  return with_calls_[root.index];
}

// A scalar integer as 64 bits. An operation that cannot wrap is done in them.
Value* CodeEmitter::wide(Prim e) {
  if (auto known = wides_.find(e.index); known != wides_.end()) return known->second;
  Value* value = wide_of(e);
  if (!calls_kernels(e)) wides_[e.index] = value;
  return value;
}

Value* CodeEmitter::wide_of(Prim e) {
  const PrimNode& n = node(e);
  if (n.kind == PrimKind::int_imm) return number(n.value);
  auto extended = [&](Value* v) {
    return n.dtype.is_integer() ? b_.CreateSExt(v, b_.getInt64Ty()) : b_.CreateZExt(v, b_.getInt64Ty());
  };
  if (n.kind == PrimKind::var) {
    auto at = variables_.find(e.index);
    if (at != variables_.end() && at->second.wide != nullptr) return fetch(at->second.wide, at->second.owner);
    return extended(emit(e));
  }
  if (n.kind == PrimKind::cast && is_integer(n.lhs()) && !n.dtype.is_boolean() && !ranges_.wraps(e))
    return wide(n.lhs());
  const bool is_plain = is_index_operator(n.kind) && is_integer(n.lhs()) && !ranges_.wraps(e) &&
                        ranges_.of(e).high <= INT64_MAX && ranges_.of(n.lhs()).high <= INT64_MAX &&
                        ranges_.of(n.rhs()).high <= INT64_MAX && !ranges_.reads_memory(e);
  if (!is_plain) return extended(emit(e));
  const Interval ra = ranges_.of(n.lhs()), rb = ranges_.of(n.rhs());
  Value *a = wide(n.lhs()), *b = wide(n.rhs());
  switch (n.kind) {
    case PrimKind::add: return b_.CreateAdd(a, b, "", false, true);
    case PrimKind::sub: return b_.CreateSub(a, b, "", false, true);
    case PrimKind::mul: return b_.CreateMul(a, b, "", false, true);
    case PrimKind::min:
    case PrimKind::max:
      return b_.CreateBinaryIntrinsic(n.kind == PrimKind::min ? intrinsic::smin : intrinsic::smax, a, b);
    default: break;
  }
  check_divisor(n.rhs(), b, a);
  const DType as = ra.low >= 0 && rb.low >= 0 ? DType::unsigned_integer(64) : kInt64;
  return integer_division(n.kind, as, a, b, ra.low == std::numeric_limits<int64_t>::min());
}

void CodeEmitter::check_divisor(Prim divisor, Value* value, Value* dividend) {
  const DType dtype = node(divisor).dtype;
  if (dtype.is_scalar()) {
    const Interval r = ranges_.of(divisor);
    if (r.low > 0 || r.high < 0) return;
  } else if (const PrimNode& n = node(divisor); n.kind == PrimKind::broadcast) {
    const Interval r = ranges_.of(n.lhs());
    if (r.low > 0 || r.high < 0) return;
  }
  Value* is_zero = b_.CreateICmpEQ(value, llvm::Constant::getNullValue(value->getType()));
  require(b_.CreateNot(any(is_zero)), {Kind::division}, [&] {
    Value* which = chosen_lane(dividend, is_zero);
    return std::vector{b_.CreateIntCast(which, b_.getInt64Ty(), dtype.is_integer())};
  });
}

Value* CodeEmitter::variable(Prim e) {
  const DType dtype = node(e).dtype;
  auto at = variables_.find(e.index);
  if (at == variables_.end()) unsupported("the variable " + name_of(e) + ", which has no value here");
  const Variable& v = at->second;
  if (v.is_pointer) cannot_run(e);
  if (v.lanes != nullptr) return lane_in(fetch(v.lanes, v.owner), dtype, lane_);
  if (v.value != nullptr) return fetch(v.value, v.owner);
  Value* value = fetch(v.wide, v.owner);
  return dtype.bits == 64 ? value : b_.CreateTrunc(value, scalar_type(dtype));
}

Value* CodeEmitter::make(Prim e) {
  const PrimNode& n = node(e);
  switch (n.kind) {
    case PrimKind::int_imm:
      if (!n.dtype.is_integral()) cannot_run(e);
      return llvm::ConstantInt::get(scalar_type(n.dtype), static_cast<uint64_t>(n.value));
    case PrimKind::float_imm: return rounded(llvm::ConstantFP::get(scalar_type(n.dtype), n.rounded()), n.dtype);
    case PrimKind::string_imm: cannot_run(e);
    case PrimKind::var: return variable(e);
    case PrimKind::load: return load(e, Prim());
    case PrimKind::cast: {
      if (n.dtype.is_any_float() && !tir::is_element(n.dtype)) cannot_run(e);
      const DType from = node(n.lhs()).dtype;
      if (from.code == DType::Code::handle || n.dtype.code == DType::Code::handle || from.lanes != n.dtype.lanes)
        cannot_run(e);
      return convert(emit(n.lhs()), from, n.dtype);
    }
    case PrimKind::ramp: {
      if (n.dtype.is_any_float()) cannot_run(e);
      Value *base = emit(n.lhs()), *stride = emit(n.rhs());
      llvm::Type* lane = base->getType();
      if (lane_ != nullptr) return b_.CreateAdd(base, b_.CreateMul(stride, b_.CreateTrunc(lane_, lane)));
      std::vector<llvm::Constant*> lanes;
      for (uint64_t i = 0; i < n.dtype.lanes; ++i) lanes.push_back(llvm::ConstantInt::get(lane, i));
      return b_.CreateAdd(splat(base, n.dtype.lanes),
                          b_.CreateMul(splat(stride, n.dtype.lanes), llvm::ConstantVector::get(lanes)));
    }
    case PrimKind::broadcast: return splat(emit(n.lhs()), lane_ ? 1 : n.dtype.lanes);
    case PrimKind::select:
      if (node(n.lhs()).dtype.is_scalar()) return choice(n.lhs(), n.rhs(), Prim(n.c), n.dtype);
      return lanes_choice(n.lhs(), n.rhs(), Prim(n.c));
    case PrimKind::logical_not: return b_.CreateNot(emit(n.lhs()));
    case PrimKind::logical_and:
    case PrimKind::logical_or: return make_logical(e);
    case PrimKind::call: return make_call(e);
    default: return make_binary(e);
  }
}

Value* CodeEmitter::make_binary(Prim e) {
  const PrimNode& n = node(e);
  const DType operands = node(n.lhs()).dtype;
  const bool is_compare = row(n.kind).group == PrimGroup::comparison;
  // Of loop variables: in 64 bits, in which LLVM follows them.
  if (is_integer(n.lhs()) && !operands.is_boolean() && !ranges_.reads_memory(e)) {
    if (is_compare && ranges_.of(n.lhs()).high <= INT64_MAX && ranges_.of(n.rhs()).high <= INT64_MAX) {
      Value *a = wide(n.lhs()), *b = wide(n.rhs());
      return compare(n.kind, kInt64, a, b);
    }
    if (!is_compare && !ranges_.wraps(e) && ranges_.of(e).high <= INT64_MAX && ranges_.of(n.lhs()).high <= INT64_MAX &&
        ranges_.of(n.rhs()).high <= INT64_MAX) {
      Value* value = wide(e);
      return n.dtype.bits == 64 ? value : b_.CreateTrunc(value, scalar_type(n.dtype));
    }
  }
  if (operands.code == DType::Code::handle && operands.is_scalar() &&
      (n.kind == PrimKind::eq || n.kind == PrimKind::ne)) {
    Value* same = same_pointer(n.lhs(), n.rhs());
    return n.kind == PrimKind::eq ? same : b_.CreateNot(same);
  }
  if (operands.code == DType::Code::handle) cannot_run(e);
  Value *a = emit(n.lhs()), *b = emit(n.rhs());
  if (is_compare) return compare(n.kind, operands, a, b);
  if (row(n.kind).group == PrimGroup::division && n.dtype.is_integral()) {
    check_divisor(n.rhs(), b, a);
    if (n.dtype.is_boolean())
      return b_.CreateAnd(
          a, llvm::ConstantInt::get(a->getType(), n.kind == PrimKind::div || n.kind == PrimKind::floordiv));
  }
  return binary(n, operands, a, b);
}

// ---- choices ----

// Nothing in it fails, reads where it may not, or takes long.
bool CodeEmitter::is_safe(Prim root) {
  if (safe_epoch_ != ranges_.epoch()) {
    safe_.clear();
    safe_epoch_ = ranges_.epoch();
  }
  operands_first(
      prims_, root, [&](Prim e) { return safe_.contains(e.index); },
      [&](Prim e, const std::vector<Prim>& operands) {
        bool safe = values_.contains(e.index) || is_total(e);
        for (Prim o : operands) safe = safe && (safe_[o.index] || values_.contains(e.index));
        safe_[e.index] = safe;
      });
  return safe_[root.index];
}

// The operation itself.
bool CodeEmitter::is_total(Prim e) {
  const PrimNode& n = node(e);
  if (n.kind == PrimKind::load) return is_proved(tir::BufferId(n.c), prims_.call_args(e));
  if (row(n.kind).group == PrimGroup::division) {
    if (n.dtype.is_any_float()) return n.kind != PrimKind::mod;
    if (!n.dtype.is_scalar()) return false;
    const Interval r = ranges_.of(n.rhs());
    return r.low > 0 || r.high < 0;
  }
  if (n.kind != PrimKind::call) return true;
  const IntrinsicRow* called = intrinsic_of(context_, e);
  if (called == nullptr || (n.dtype.is_any_float() && n.dtype.bits == 64)) return false;
  switch (called->intrinsic) {
    case Intrinsic::if_then_else: return true;
    case Intrinsic::reinterpret: return !has_wide_operand(e);
    case Intrinsic::shift_left:
    case Intrinsic::shift_right: return false;  // by too many bits
    default: break;
  }
  return called->scalar != ScalarFunction::none && called->scalar != ScalarFunction::library;
}

Value* CodeEmitter::lanes_choice(Prim condition, Prim if_true, Prim if_false) {
  Value *truths = emit(condition), *a = emit(if_true), *b = emit(if_false);
  return b_.CreateSelect(truths, a, b);
}

Value* CodeEmitter::choice(Prim condition, Prim if_true, Prim if_false, DType dtype) {
  if (dtype.code == DType::Code::handle) unsupported("a pointer as a number");
  Value* truth = emit_condition(condition);
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(truth)) return emit(known->isOne() ? if_true : if_false);
  if (is_safe(if_true) && is_safe(if_false)) {
    Value *a = emit(if_true), *b = emit(if_false);
    return b_.CreateSelect(truth, a, b);
  }
  const auto [a, b] = arms(condition, truth, if_true, if_false, [&](Prim value) { return emit(value); });
  return either(a.made, a.end, b.made, b.end);
}

Value* CodeEmitter::either(Value* a, Block* from_a, Value* b, Block* from_b) {
  if (a == b) return a;
  llvm::PHINode* phi = b_.CreatePHI(a->getType(), 2);
  phi->addIncoming(a, from_a);
  phi->addIncoming(b, from_b);
  return phi;
}

Value* CodeEmitter::make_logical(Prim e) {
  const PrimNode& n = node(e);
  const bool is_and = n.kind == PrimKind::logical_and;
  if (!n.dtype.is_scalar() || is_safe(n.rhs())) {
    Value *a = emit(n.lhs()), *b = emit(n.rhs());
    return is_and ? b_.CreateAnd(a, b) : b_.CreateOr(a, b);
  }
  Value* left = emit(n.lhs());
  Block *begin = b_.GetInsertBlock(), *right = new_block(), *after = new_block();
  b_.CreateCondBr(left, is_and ? right : after, is_and ? after : right);
  b_.SetInsertPoint(right);
  const size_t mark = ranges_.mark();
  ranges_.assume(n.lhs(), is_and, !calls_kernels(n.rhs()));
  Value* value = forgetting([&] { return emit(n.rhs()); });
  ranges_.drop(mark);
  Block* end = b_.GetInsertBlock();
  branch(after);
  b_.SetInsertPoint(after);
  llvm::PHINode* phi = b_.CreatePHI(b_.getInt1Ty(), 2);
  phi->addIncoming(b_.getInt1(!is_and), begin);
  phi->addIncoming(value, end);
  return phi;
}

// ---- calls ----

Value* CodeEmitter::make_call(Prim e) {
  const PrimNode& n = node(e);
  const std::string_view name = plain(text(n.name()));
  std::span<const Prim> args = prims_.call_args(e);
  if (name.starts_with('@')) return call_kernel(e, name.substr(1));
  const IntrinsicRow* called = find_intrinsic(name);
  if (called == nullptr || !tir::can_call(prims_, *called, e)) cannot_run(e);
  if (name == "Let" && args.size() == 3) return with_let(e, [&](Prim body) { return emit(body); });
  if (name == "Shuffle") return make_shuffle(e);
  if (name == "vload" && args.size() == 2 && node(args[0]).kind == PrimKind::load) return load(args[0], args[1]);
  if (name == "if_then_else" && args.size() == 3) {
    if (!node(args[0]).dtype.is_scalar()) return lanes_choice(args[0], args[1], args[2]);
    return choice(args[0], args[1], args[2], n.dtype);
  }
  if (is_passed_on(name) && args.size() == 1) return emit(args[0]);
  if (name == "undef") return llvm::Constant::getNullValue(type_here(n.dtype));
  if (name == "reinterpret" && args.size() == 1) return make_reinterpret(e);
  if (name == "isnullptr" && args.size() == 1) return b_.CreateIsNull(parts_of(pointer(args[0])).base);
  if (name == "q_multiply_shift") return make_multiply_shift(e, false);
  if (name == "q_multiply_shift_per_axis") return make_multiply_shift(e, true);
  if (name == "call_pure_extern" || name == "call_extern" || name == "call_llvm_pure_intrin" ||
      name == "call_llvm_intrin")
    return make_external(e);
  if (Value* value = make_function(e, name)) return value;
  cannot_run(e);
}

Value* CodeEmitter::make_function(Prim e, std::string_view name) {
  const PrimNode& n = node(e);
  std::span<const Prim> args = prims_.call_args(e);
  if (args.empty()) return nullptr;
  const DType dtype = node(args[0]).dtype;
  auto arg = [&](size_t i) { return emit(args[i]); };
  const bool is_pair = args.size() == 2;
  if (dtype.is_integral()) {
    if (name == "shift_left" && is_pair) return make_shift(e, true);
    if (name == "shift_right" && is_pair) return make_shift(e, false);
    if (name == "large_uint_imm" && is_pair) {
      return b_.CreateOr(b_.CreateShl(wide(args[1]), 32), b_.CreateAnd(wide(args[0]), number(0xffffffff)));
    }
    if (name == "get_active_lane_mask" && is_pair) {
      if (lane_ != nullptr) return b_.CreateICmpSLT(b_.CreateAdd(wide(args[0]), lane_), wide(args[1]));
      std::vector<llvm::Constant*> lanes;
      for (uint64_t i = 0; i < n.dtype.lanes; ++i) lanes.push_back(b_.getInt64(i));
      Value* at = b_.CreateAdd(splat(wide(args[0]), n.dtype.lanes), llvm::ConstantVector::get(lanes));
      return b_.CreateICmpSLT(at, splat(wide(args[1]), n.dtype.lanes));
    }
    if (name == "dp4a") {
      llvm::Type* type = llvm::FixedVectorType::get(b_.getInt32Ty(), 4);
      auto extended = [&](size_t i) {
        return node(args[i]).dtype.is_integer() ? b_.CreateSExt(arg(i), type) : b_.CreateZExt(arg(i), type);
      };
      Value *a = extended(0), *b = extended(1), *sum = b_.CreateAddReduce(b_.CreateMul(a, b));
      return args.size() == 3 ? b_.CreateAdd(sum, arg(2)) : sum;
    }
  }
  if (name == "vectorlow" || name == "vectorhigh" || (name == "vectorcombine" && is_pair)) {
    Value *b = arg(args.size() - 1), *a = name == "vectorcombine" ? arg(0) : b;  // T.vectorlow(dtype, v), too
    std::vector<int> lanes(n.dtype.lanes);
    const int half = dtype.lanes / 2;
    for (size_t i = 0; i < lanes.size(); ++i) lanes[i] = static_cast<int>(i) + (name == "vectorhigh" ? half : 0);
    return b_.CreateShuffleVector(a, b, lanes);
  }
  const IntrinsicRow* function = find_intrinsic(name);
  return function == nullptr ? nullptr : of_numbers(*function, n.dtype, args);
}

// An exponent of any dtype as an int32.
Value* CodeEmitter::exponent(Value* value, DType dtype) {
  llvm::Type *wide = like(value, b_.getInt64Ty()), *narrow = like(value, b_.getInt32Ty());
  if (value->getType() == narrow && dtype.is_integer()) return value;
  constexpr int64_t kMost = 100000;  // more than any float has
  auto bound = [&](int64_t v) { return llvm::ConstantInt::get(wide, static_cast<uint64_t>(v), true); };
  value = dtype.is_integer() ? b_.CreateSExt(value, wide) : b_.CreateZExt(value, wide);
  value = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, value, bound(kMost));
  return b_.CreateTrunc(b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value, bound(-kMost)), narrow);
}

// Null: it cannot be computed on these.
Value* CodeEmitter::of_numbers(const IntrinsicRow& function, DType result, std::span<const Prim> args) {
  const DType dtype = node(args[0]).dtype;
  if (function.scalar == ScalarFunction::none || (!dtype.is_integral() && !dtype.is_any_float())) return nullptr;
  const bool is_scaled = function.intrinsic == Intrinsic::ldexp && args.size() == 2;
  std::vector<Value*> operands;
  for (Prim p : args) operands.push_back(emit(p));
  if (is_scaled) operands[1] = exponent(operands[1], node(args[1]).dtype);
  DType lane = dtype;
  lane.lanes = 1;
  Value* value = Math(b_, emission_.host).call(function.name, lane, operands);
  return value == nullptr || result.is_integral() ? value : rounded(value, result);
}

Value* CodeEmitter::make_shift(Prim e, bool left) {
  const PrimNode& n = node(e);
  std::span<const Prim> args = prims_.call_args(e);
  Value *a = emit(args[0]), *by = emit(args[1]);
  const Interval r = node(args[1]).dtype.is_scalar() ? ranges_.of(args[1]) : Interval();
  if (!r.within(0, n.dtype.bits - 1)) {
    Value* bad = b_.CreateICmpUGE(by, llvm::ConstantInt::get(by->getType(), n.dtype.bits));
    require(b_.CreateNot(any(bad)), {Kind::shift}, [&] {
      Value* amount = b_.CreateIntCast(chosen_lane(by, bad), b_.getInt64Ty(), n.dtype.is_integer());
      return std::vector{amount, number(n.dtype.bits)};
    });
  }
  if (left) return b_.CreateShl(a, by);
  return n.dtype.is_integer() ? b_.CreateAShr(a, by) : b_.CreateLShr(a, by);
}

void CodeEmitter::check_reinterpret(Prim e) {
  const DType to = node(e).dtype, from = node(prims_.call_args(e)[0]).dtype;
  const bool is_pointer = to.code == DType::Code::handle || from.code == DType::Code::handle;
  const bool is_whole = (to.bits % 8 == 0 && from.bits % 8 == 0) || to.bits == from.bits;
  if (is_pointer || to.bits * to.lanes != from.bits * from.lanes || !is_whole) cannot_run(e);
}

Value* CodeEmitter::make_reinterpret(Prim e) {
  check_reinterpret(e);
  const DType to = node(e).dtype, from = node(prims_.call_args(e)[0]).dtype;
  llvm::Type* type = memory_type(to);
  if (to.lanes > 1 && lane_ == nullptr) type = llvm::FixedVectorType::get(type, to.lanes);
  return from_memory(b_.CreateBitCast(to_memory(rounded(emit(prims_.call_args(e)[0]), from), from), type), to);
}

// vectors, indices, the number of vectors
CodeEmitter::Shuffle CodeEmitter::shuffle_of(Prim e) {
  std::span<const Prim> args = prims_.call_args(e);
  const std::optional<int64_t> count = prims_.constant(args.back());
  if (!count || *count < 1 || static_cast<size_t>(*count) >= args.size()) cannot_run(e);
  Shuffle out{args.first(static_cast<size_t>(*count)), {}};
  int64_t lanes = 0;
  for (Prim p : out.vectors) lanes += std::max<int64_t>(node(p).dtype.lanes, 1);
  for (Prim p : args.subspan(out.vectors.size()).first(args.size() - out.vectors.size() - 1)) {
    const std::optional<int64_t> at = prims_.constant(p);
    if (!at || *at < 0 || *at >= lanes) cannot_run(e);
    out.lanes.push_back(static_cast<size_t>(*at));
  }
  return out;
}

Value* CodeEmitter::make_shuffle(Prim e) {
  const Shuffle shuffle = shuffle_of(e);
  std::vector<Value*> lanes;
  for (Prim p : shuffle.vectors) {
    Value* v = emit(p);
    const int n = node(p).dtype.lanes;
    for (int i = 0; i < n; ++i) lanes.push_back(n == 1 ? v : b_.CreateExtractElement(v, static_cast<uint64_t>(i)));
  }
  if (shuffle.lanes.size() == 1) return lanes[shuffle.lanes[0]];
  Value* out = llvm::PoisonValue::get(register_type(node(e).dtype));
  for (size_t i = 0; i < shuffle.lanes.size(); ++i)
    out = b_.CreateInsertElement(out, lanes[shuffle.lanes[i]], static_cast<uint64_t>(i));
  return out;
}

// Fixed point: x, y, (q, s) or (l, r, q, has_l, has_r); see TIR, appendix A.
Value* CodeEmitter::make_multiply_shift(Prim e, bool per_axis) {
  std::span<const Prim> args = prims_.call_args(e);
  if (args.size() != (per_axis ? 7u : 4u)) cannot_run(e);
  const int lanes = lane_ ? 1 : node(args[0]).dtype.lanes;
  auto operand = [&](size_t i) {
    Value* v = emit(args[i]);
    if (!v->getType()->isVectorTy()) v = splat(v, lanes);
    return b_.CreateSExt(v, like(v, b_.getInt64Ty()));
  };
  Value *x = operand(0), *y = operand(1);
  auto small = [&](int64_t v) { return llvm::ConstantInt::get(x->getType(), static_cast<uint64_t>(v), true); };
  auto within = [&](Value* v, int64_t low, int64_t high) {
    return b_.CreateICmpULE(b_.CreateSub(v, small(low)), small(high - low));
  };
  auto rounded_shift = [&](Value* v, Value* by) {  // by 1 to 62
    return b_.CreateAShr(b_.CreateAdd(v, b_.CreateShl(small(1), b_.CreateSub(by, small(1)))), by);
  };
  auto where = [&](Value* condition, Value* amount) { return b_.CreateSelect(condition, amount, small(1)); };
  auto least = [&](Value* v) { return b_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, v, small(0)); };
  Value *left = nullptr, *right = nullptr;
  if (per_axis) {
    auto if_set = [&](size_t flag, size_t i) {
      return b_.CreateSelect(b_.CreateICmpNE(operand(flag), small(0)), operand(i), small(0));
    };
    left = if_set(5, 2);
    right = b_.CreateAdd(if_set(6, 3), operand(4));
  } else {
    left = least(operand(3));
    right = b_.CreateAdd(least(b_.CreateNeg(operand(3))), operand(2));
  }
  Value* is_fine = b_.CreateAnd(within(right, 1, 62), within(left, 0, 62));
  Value* product = b_.CreateMul(b_.CreateShl(x, where(is_fine, left)), y);
  Value* out = b_.CreateSelect(is_fine, rounded_shift(product, where(is_fine, right)), small(0));
  if (!per_axis) {  // a power of two
    Value* by = b_.CreateSub(operand(3), small(1));
    Value *is_up = within(by, 1, 62), *is_down = within(by, -62, -1);
    Value* up = b_.CreateShl(x, where(is_up, by));
    Value* down = rounded_shift(x, where(is_down, b_.CreateNeg(by)));
    Value* shifted = b_.CreateSelect(is_up, up, b_.CreateSelect(is_down, down, x));
    Value* is_half = b_.CreateAnd(b_.CreateICmpEQ(y, small(int64_t{1} << 30)), within(by, -62, 62));
    out = b_.CreateSelect(is_half, shifted, out);
  }
  return b_.CreateTrunc(out, type_here(node(e).dtype));
}

// Functions of C and of LLVM.
Value* CodeEmitter::make_external(Prim e) {
  const PrimNode& n = node(e);
  std::span<const Prim> args = prims_.call_args(e);
  if (args.empty() || node(args[0]).kind != PrimKind::string_imm) cannot_run(e);
  const std::string_view symbol = text(node(args[0]).name());
  const IntrinsicRow* function = find_external(symbol, n.dtype);
  args = args.subspan(1);
  if (plain(text(n.name())).starts_with("call_llvm") && args.size() > 1 &&
      node(args[0]).dtype == DType::unsigned_integer(32))
    args = args.subspan(1);  // older versions say the number of types in the signature first
  const bool is_fine = function && n.dtype.is_any_float() && function->operands.holds(args.size()) &&
                       std::ranges::all_of(args, [&](Prim p) { return node(p).dtype == n.dtype; });
  Value* value = is_fine ? of_numbers(*function, n.dtype, args) : nullptr;
  if (value == nullptr) cannot_run(e);
  return value;
}

}  // namespace hammock::jit
