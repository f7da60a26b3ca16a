// SPDX-License-Identifier: Apache-2.0
#include "expr_emitter.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "hammock/base/check.h"
#include "hammock/base/storage.h"
#include "math.h"

namespace hammock::jit {

using llvm::Type;
using llvm::Value;

namespace {

bool is_half_float(DType d) { return d == kFloat16 || d == kBfloat16; }

llvm::FixedVectorType* vector_of(Type* element, int lanes) {
  return llvm::FixedVectorType::get(element, static_cast<unsigned>(lanes));
}

// Whether a float has just been rounded to a bfloat16, or loaded as one.
bool is_bfloat(Value* value) {
  using namespace llvm::PatternMatch;
  return match(
      value, m_BitCast(m_CombineOr(m_And(m_Value(), m_SpecificInt(0xffff0000)), m_Shl(m_Value(), m_SpecificInt(16)))));
}

}  // namespace

ExprEmitter::ExprEmitter(Builder& builder, const IndexAnalysis& analysis, const loop::LoweredKernel& kernel,
                         const Host& host, std::vector<Value*> pointers)
    : b_(builder),
      analysis_(analysis),
      context_(analysis.context()),
      kernel_(kernel),
      host_(host),
      pointers_(std::move(pointers)) {}

void ExprEmitter::begin(int lanes, Prim axis, Value* base, Value* mask) {
  lanes_ = lanes;
  axis_ = lanes > 1 ? axis : Prim();
  base_ = base;
  mask_ = mask;
  values_.clear();
  narrow_values_.clear();
  guards_.clear();
  guard_store_.clear();
  if (axis) bindings_.erase(axis.index);
  if (axis && lanes == 1) bindings_[axis.index] = base;
}

void ExprEmitter::bind(Prim var, Value* value) { bindings_[var.index] = value; }

// ---- types ----

Type* ExprEmitter::register_type(DType dtype) const {
  if (dtype == kFloat64) return b_.getDoubleTy();
  if (dtype == kFloat32 || is_half_float(dtype)) return b_.getFloatTy();
  if (!dtype.is_integral() && !is_storable(dtype)) return b_.getInt32Ty();
  if (is_nibble(dtype)) return b_.getInt8Ty();
  return b_.getIntNTy(dtype.bits);  // what only goes by, a float8 or int4, is moved as its bits
}

Type* ExprEmitter::memory_type(DType dtype) const {
  if (dtype == kFloat16) return b_.getHalfTy();
  if (dtype == kBfloat16) return b_.getInt16Ty();
  if (dtype.is_boolean()) return b_.getInt8Ty();
  return register_type(dtype);
}

Type* ExprEmitter::like(Value* value, Type* scalar) const {
  return is_vector(value) ? vector_of(scalar, lanes_of(value)) : scalar;
}

Value* ExprEmitter::from_memory(Value* value, DType dtype) {
  if (dtype.is_boolean()) return b_.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
  if (dtype == kFloat16) return b_.CreateFPExt(value, like(value, b_.getFloatTy()));
  if (dtype == kBfloat16) {
    Value* wide = b_.CreateZExt(value, like(value, b_.getInt32Ty()));
    return b_.CreateBitCast(b_.CreateShl(wide, 16), like(value, b_.getFloatTy()));
  }
  return value;
}

Value* ExprEmitter::to_memory(Value* value, DType dtype) {
  if (dtype.is_boolean()) return b_.CreateZExt(value, like(value, b_.getInt8Ty()));
  if (dtype == kFloat16) return b_.CreateFPTrunc(value, like(value, b_.getHalfTy()));
  if (dtype == kBfloat16) {
    Value* bits = b_.CreateBitCast(round_to(value, dtype), like(value, b_.getInt32Ty()));
    return b_.CreateTrunc(b_.CreateLShr(bits, 16), like(value, b_.getInt16Ty()));
  }
  return value;
}

Value* ExprEmitter::round_to(Value* value, DType dtype) {
  if (dtype == kFloat16) return b_.CreateFPExt(b_.CreateFPTrunc(value, like(value, b_.getHalfTy())), value->getType());
  if (dtype != kBfloat16 || is_bfloat(value)) return value;
  // Nearest even on the upper half of the bits; a NaN keeps its upper half and stays quiet.
  Value* bits = b_.CreateBitCast(value, like(value, b_.getInt32Ty()));
  auto word = [&](uint32_t w) { return llvm::ConstantInt::get(bits->getType(), w); };
  Value* even = b_.CreateAnd(b_.CreateLShr(bits, 16), word(1));
  Value* rounded = b_.CreateAdd(bits, b_.CreateAdd(even, word(0x7fff)));
  Value* result = b_.CreateSelect(b_.CreateFCmpUNO(value, value), b_.CreateOr(bits, word(0x00400000)), rounded);
  return b_.CreateBitCast(b_.CreateAnd(result, word(0xffff0000)), value->getType());
}

Value* ExprEmitter::convert(Value* value, DType from, DType to) {
  if (from == to) return value;
  Type* type = like(value, register_type(to));
  bool unsigned_from = from.is_unsigned() || from.is_boolean();
  if (to.is_boolean()) {
    Value* zero = llvm::Constant::getNullValue(value->getType());
    return from.is_integral() ? b_.CreateICmpNE(value, zero) : b_.CreateFCmpUNE(value, zero);
  }
  if (from.is_integral() && to.is_integral()) return b_.CreateIntCast(value, type, !unsigned_from);
  if (from.is_integral())
    return round_to(unsigned_from ? b_.CreateUIToFP(value, type) : b_.CreateSIToFP(value, type), to);
  if (to.is_integral()) return saturate(value, to);
  if (from == kFloat64 && to == kFloat16) return round_to(narrow_to_odd(b_, value), to);
  return round_to(b_.CreateFPCast(value, type), to);
}

// Truncated, NaN is 0, what is too large or too small the largest or smallest. (llvm.fptosi.sat does vectors lane by
// lane.)
Value* ExprEmitter::saturate(Value* value, DType to) {
  Type *from = value->getType(), *type = like(value, register_type(to));
  auto real = [&](double r) { return llvm::ConstantFP::get(from, r); };
  bool is_signed = to.is_integer();
  int exponent = to.bits - (is_signed ? 1 : 0);
  double low = is_signed ? -std::ldexp(1.0, exponent) : 0, beyond = std::ldexp(1.0, exponent);
  value = b_.CreateSelect(b_.CreateFCmpUNO(value, value), real(0), value);
  value = b_.CreateSelect(b_.CreateFCmpOLT(value, real(low)), real(low), value);
  int digits = from->getScalarType()->isDoubleTy() ? 53 : 24;
  if (exponent <= std::min(digits, 31)) {  // the largest value is a float, and all of them are 32-bit integers
    value = b_.CreateSelect(b_.CreateFCmpOGT(value, real(beyond - 1)), real(beyond - 1), value);
    return b_.CreateIntCast(b_.CreateFPToSI(value, like(value, b_.getInt32Ty())), type, true);
  }
  Value* is_beyond = b_.CreateFCmpOGE(value, real(beyond));
  value = b_.CreateSelect(is_beyond, real(0), value);
  Value* whole = is_signed ? b_.CreateFPToSI(value, type) : b_.CreateFPToUI(value, type);
  llvm::APInt most = is_signed ? llvm::APInt::getSignedMaxValue(to.bits) : llvm::APInt::getMaxValue(to.bits);
  return b_.CreateSelect(is_beyond, llvm::ConstantInt::get(type, most), whole);
}

// ---- lanes ----

Value* ExprEmitter::widen(Value* value) {
  return lanes_ > 1 && !is_vector(value) ? b_.CreateVectorSplat(static_cast<unsigned>(lanes_), value) : value;
}

void ExprEmitter::unify(Value*& a, Value*& b) {
  if (is_vector(a) && !is_vector(b)) b = b_.CreateVectorSplat(static_cast<unsigned>(lanes_of(a)), b);
  if (is_vector(b) && !is_vector(a)) a = b_.CreateVectorSplat(static_cast<unsigned>(lanes_of(b)), a);
}

Value* ExprEmitter::iota(Type* element) const {
  std::vector<llvm::Constant*> lanes;
  for (int i = 0; i < lanes_; ++i) lanes.push_back(llvm::ConstantInt::get(element, static_cast<uint64_t>(i)));
  return llvm::ConstantVector::get(lanes);
}

Value* ExprEmitter::emit_vector(Prim e) { return widen(emit(e)); }

// Operands have smaller ids than their users, so the ids give an order without recursion. What is only needed under a
// condition is left to make_select.
Value* ExprEmitter::emit(Prim root) {
  std::vector<Prim> stack{root}, order, operands;
  std::unordered_map<uint32_t, bool> seen;
  while (!stack.empty()) {
    Prim e = stack.back();
    stack.pop_back();
    if (!seen.emplace(e.index, true).second || values_.count({e.index, nullptr})) continue;
    order.push_back(e);
    const PrimNode& n = context_.prims[e];
    if (n.kind == PrimKind::load) continue;  // its indices are sums, emitted with it
    operands.clear();
    context_.prims.operands(e, operands);
    if (n.kind == PrimKind::select) {
      std::erase_if(operands, [&](Prim o) { return o != n.lhs() && is_unsafe(o); });
    }
    stack.insert(stack.end(), operands.begin(), operands.end());
  }
  std::sort(order.begin(), order.end());
  for (Prim e : order) {
    const PrimNode& n = context_.prims[e];
    if (n.dtype == kInt64 && n.kind != PrimKind::load && e != root) continue;  // as part of a sum, if at all
    emit_under(e, nullptr);
  }
  return emit_under(root, nullptr);
}

bool ExprEmitter::is_unsafe(Prim root) {
  std::vector<Prim> stack{root}, order, operands;
  while (!stack.empty()) {
    Prim e = stack.back();
    stack.pop_back();
    if (!unsafe_.emplace(e.index, false).second) continue;
    order.push_back(e);
    context_.prims.operands(e, stack);
  }
  std::sort(order.begin(), order.end());
  for (Prim e : order) {
    const PrimNode& n = context_.prims[e];
    bool unsafe = n.kind == PrimKind::load && !analysis_.inside(kernel_.buffers[n.c], context_.prims.call_args(e));
    operands.clear();
    context_.prims.operands(e, operands);
    for (Prim o : operands) unsafe = unsafe || unsafe_[o.index];
    unsafe_[e.index] = unsafe;
  }
  return unsafe_[root.index];
}

const ExprEmitter::Guard* ExprEmitter::guard_under(const Guard* outer, Value* condition) {
  if (outer != nullptr) {
    Value* before = outer->condition;
    unify(before, condition);
    condition = b_.CreateAnd(before, condition);
  }
  const Guard*& known = guards_[{outer, condition}];
  if (known == nullptr) known = &guard_store_.emplace_back(Guard{outer, condition});
  return known;
}

Value* ExprEmitter::emit_under(Prim e, const Guard* guard) {
  if (guard != nullptr && !is_unsafe(e)) guard = nullptr;
  for (const Guard* g = guard;; g = g->outer) {  // what is there under a weaker condition will do
    auto known = values_.find({e.index, g});
    if (known != values_.end()) return known->second;
    if (g == nullptr) break;
  }
  Value* value = make(e, guard);
  values_[{e.index, guard}] = value;
  return value;
}

Value* ExprEmitter::fail(std::string what, DType dtype) {
  if (!unsupported_) unsupported_ = std::move(what);
  return llvm::PoisonValue::get(register_type(dtype));
}

// ---- nodes ----

Value* ExprEmitter::make(Prim e, const Guard* guard) {
  const PrimNode& n = context_.prims[e];
  switch (n.kind) {
    case PrimKind::int_imm: {
      Type* type = register_type(n.dtype);
      if (n.dtype.is_integral()) return llvm::ConstantInt::get(type, static_cast<uint64_t>(n.value), true);
      return llvm::ConstantFP::get(type, static_cast<double>(n.value));
    }
    case PrimKind::float_imm: return round_to(llvm::ConstantFP::get(register_type(n.dtype), n.real), n.dtype);
    case PrimKind::var: {
      if (axis_ && e == axis_) return emit_index(e, guard, false);
      auto found = bindings_.find(e.index);
      HAMMOCK_CHECK(found != bindings_.end(), "a loop variable without a value");
      return found->second;
    }
    case PrimKind::select: return make_select(n, guard);
    case PrimKind::cast: return convert(emit_under(n.lhs(), guard), context_.prims[n.lhs()].dtype, n.dtype);
    case PrimKind::call: return make_call(e, guard);
    case PrimKind::load: return make_load(e, guard);
    case PrimKind::logical_not: return b_.CreateNot(emit_under(n.lhs(), guard));
    case PrimKind::string_imm: return fail("a string in a kernel", n.dtype);
    default: break;
  }
  const PrimNode& left = context_.prims[n.lhs()];
  bool is_compare = n.kind >= PrimKind::eq && n.kind <= PrimKind::ge;
  if (n.dtype == kInt64) return emit_index(e, guard, false);
  Value *a = nullptr, *b = nullptr;
  if (is_compare && left.dtype == kInt64) {
    bool narrow = is_narrow(n.lhs()) && is_narrow(n.rhs());
    a = emit_index(n.lhs(), guard, narrow);
    b = emit_index(n.rhs(), guard, narrow);
    auto match = [&](Value*& scalar, Value* vector) {
      if (is_vector(vector) && !is_vector(scalar)) scalar = b_.CreateTrunc(scalar, vector->getType()->getScalarType());
    };
    match(a, b);
    match(b, a);
  } else {
    a = emit_under(n.lhs(), guard);
    b = emit_under(n.rhs(), guard);
  }
  unify(a, b);
  if (is_compare) return make_compare(n, a, b, left.dtype.is_integer(), left.dtype.is_any_float());
  if (n.kind == PrimKind::logical_and) return b_.CreateAnd(a, b);
  if (n.kind == PrimKind::logical_or) return b_.CreateOr(a, b);
  return make_arithmetic(n, a, b);
}

Value* ExprEmitter::make_select(const PrimNode& n, const Guard* guard) {
  Prim if_true = n.rhs(), if_false = Prim(n.c);
  Value* condition = emit_under(n.lhs(), guard);
  Value* a = emit_under(if_true, is_unsafe(if_true) ? guard_under(guard, condition) : nullptr);
  Value* b = emit_under(if_false, is_unsafe(if_false) ? guard_under(guard, b_.CreateNot(condition)) : nullptr);
  unify(a, b);
  if (is_vector(condition)) {
    a = widen(a);
    b = widen(b);
  }
  return b_.CreateSelect(condition, a, b);
}

Value* ExprEmitter::make_compare(const PrimNode& n, Value* a, Value* b, bool is_signed, bool is_float) {
  using P = llvm::CmpInst::Predicate;
  static constexpr P kFloat[] = {P::FCMP_OEQ, P::FCMP_UNE, P::FCMP_OLT, P::FCMP_OLE, P::FCMP_OGT, P::FCMP_OGE};
  static constexpr P kSigned[] = {P::ICMP_EQ, P::ICMP_NE, P::ICMP_SLT, P::ICMP_SLE, P::ICMP_SGT, P::ICMP_SGE};
  static constexpr P kUnsigned[] = {P::ICMP_EQ, P::ICMP_NE, P::ICMP_ULT, P::ICMP_ULE, P::ICMP_UGT, P::ICMP_UGE};
  size_t which = static_cast<size_t>(n.kind) - static_cast<size_t>(PrimKind::eq);
  if (is_float) return b_.CreateFCmp(kFloat[which], a, b);
  return b_.CreateICmp((is_signed ? kSigned : kUnsigned)[which], a, b);
}

Value* ExprEmitter::combine(loop::Combine how, loop::OfNan nan, DType dtype, Value* a, Value* b) {
  if (nan != loop::OfNan::keep && dtype.is_any_float()) {
    if (nan == loop::OfNan::skip) std::swap(a, b);
    return b_.CreateSelect(how == loop::Combine::max ? b_.CreateFCmpOGT(a, b) : b_.CreateFCmpOLT(a, b), a, b);
  }
  PrimNode n;
  n.dtype = dtype;
  switch (how) {
    case loop::Combine::sum: n.kind = PrimKind::add; break;
    case loop::Combine::product: n.kind = PrimKind::mul; break;
    case loop::Combine::max: n.kind = PrimKind::max; break;
    default: n.kind = PrimKind::min;
  }
  return make_arithmetic(n, a, b);
}

Value* ExprEmitter::make_arithmetic(const PrimNode& n, Value* a, Value* b) {
  bool is_float = n.dtype.is_any_float(), is_signed = n.dtype.is_integer();
  auto rounded = [&](Value* v) { return round_to(v, n.dtype); };
  auto contracted = [&](Value* v) {  // a product and a sum may become one operation
    if (auto* i = llvm::dyn_cast<llvm::Instruction>(v)) i->setHasAllowContract(true);
    return rounded(v);
  };
  switch (n.kind) {
    case PrimKind::add: return is_float ? contracted(b_.CreateFAdd(a, b)) : b_.CreateAdd(a, b);
    case PrimKind::sub: return is_float ? contracted(b_.CreateFSub(a, b)) : b_.CreateSub(a, b);
    case PrimKind::mul: return is_float ? contracted(b_.CreateFMul(a, b)) : b_.CreateMul(a, b);
    case PrimKind::min:
    case PrimKind::max: {
      // NaN wins on either side: a > b is false for a NaN b, which is then chosen; a NaN a is asked for.
      bool is_max = n.kind == PrimKind::max;
      if (!is_float)
        return b_.CreateBinaryIntrinsic(is_max ? (is_signed ? llvm::Intrinsic::smax : llvm::Intrinsic::umax)
                                               : (is_signed ? llvm::Intrinsic::smin : llvm::Intrinsic::umin),
                                        a, b);
      Value* better = is_max ? b_.CreateFCmpOGT(a, b) : b_.CreateFCmpOLT(a, b);
      Value* chosen = b_.CreateSelect(better, a, b);
      if (llvm::isa<llvm::Constant>(a)) return chosen;
      return b_.CreateSelect(b_.CreateFCmpUNO(a, a), a, chosen);
    }
    case PrimKind::div:
      if (is_float) return rounded(b_.CreateFDiv(a, b));
      return make_integer_division(n, a, b);
    case PrimKind::mod:
      if (is_float) {
        Value* args[] = {a, b};
        return rounded(Math(b_, host_).call("fmod", n.dtype, args));
      }
      return make_integer_division(n, a, b);
    case PrimKind::floordiv:
    case PrimKind::floormod: {
      if (!is_float) return make_integer_division(n, a, b);
      Value* quotient = b_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, b_.CreateFDiv(a, b));
      return rounded(n.kind == PrimKind::floordiv ? quotient : b_.CreateFSub(a, b_.CreateFMul(quotient, b)));
    }
    default: return fail("an expression of an unknown kind", n.dtype);
  }
}

// A division by zero gives 0, and the smallest number by -1 itself: the machine would trap.
Value* ExprEmitter::make_integer_division(const PrimNode& n, Value* a, Value* b) {
  bool is_signed = n.dtype.is_integer();
  bool wants_quotient = n.kind == PrimKind::div || n.kind == PrimKind::floordiv;
  bool floors = is_signed && (n.kind == PrimKind::floordiv || n.kind == PrimKind::floormod);
  Type* type = a->getType();
  Value *zero = llvm::Constant::getNullValue(type), *one = llvm::ConstantInt::get(type, 1),
        *minus = llvm::Constant::getAllOnesValue(type);
  Value* scalar = b;
  if (auto* c = llvm::dyn_cast<llvm::Constant>(b); c && c->getType()->isVectorTy()) scalar = c->getSplatValue();
  auto* known = llvm::dyn_cast_or_null<llvm::ConstantInt>(scalar);
  bool is_plain = known && !known->isZero() && !(is_signed && known->isMinusOne());
  Value *is_zero = nullptr, *is_minus = nullptr, *divisor = b;
  if (!is_plain) {
    is_zero = b_.CreateICmpEQ(b, zero);
    divisor = b_.CreateSelect(is_zero, one, b);
    if (is_signed) {
      is_minus = b_.CreateICmpEQ(b, minus);
      divisor = b_.CreateSelect(is_minus, one, divisor);
    }
  }
  // Machines divide integers one by one, floats in vectors: a quotient that is no whole number is too far from the next
  // one to be rounded to it.
  const bool takes_floats = !is_plain && is_vector(a) && n.dtype.bits <= 32;
  Value* quotient = nullptr;
  if (takes_floats) {
    Type *word = like(a, b_.getInt32Ty()), *real = like(a, n.dtype.bits <= 16 ? b_.getFloatTy() : b_.getDoubleTy());
    const bool has_sign = is_signed || n.dtype.bits < 32;
    const auto as_real = [&](Value* v) {
      Value* wide = b_.CreateIntCast(v, word, is_signed);
      return has_sign ? b_.CreateSIToFP(wide, real) : b_.CreateUIToFP(wide, real);
    };
    Value* ratio = b_.CreateFDiv(as_real(a), as_real(divisor));
    quotient =
        b_.CreateIntCast(has_sign ? b_.CreateFPToSI(ratio, word) : b_.CreateFPToUI(ratio, word), type, is_signed);
  } else {
    quotient = is_signed ? b_.CreateSDiv(a, divisor) : b_.CreateUDiv(a, divisor);
  }
  Value* rest = b_.CreateSub(a, b_.CreateMul(quotient, divisor));
  if (floors) {
    Value* down = b_.CreateAnd(b_.CreateICmpNE(rest, zero), b_.CreateICmpSLT(b_.CreateXor(rest, divisor), zero));
    quotient = b_.CreateSub(quotient, b_.CreateZExt(down, type));
    rest = b_.CreateAdd(rest, b_.CreateSelect(down, divisor, zero));
  }
  Value* result = wants_quotient ? quotient : rest;
  if (is_minus && wants_quotient) result = b_.CreateSelect(is_minus, b_.CreateNeg(a), result);
  return is_zero ? b_.CreateSelect(is_zero, zero, result) : result;
}

Value* ExprEmitter::make_call(Prim e, const Guard* guard) {
  const PrimNode& n = context_.prims[e];
  std::string_view name = context_.text(n.name());
  if (name.starts_with("tir.")) name.remove_prefix(4);
  if (name == "reinterpret") {  // an integer's bits as a float
    Value* bits = emit_under(context_.prims.call_args(e)[0], guard);
    return from_memory(b_.CreateBitCast(bits, like(bits, memory_type(n.dtype))), n.dtype);
  }
  std::vector<Value*> args;
  DType dtype = n.dtype;
  for (Prim arg : context_.prims.call_args(e)) {
    args.push_back(emit_under(arg, guard));
    if (n.dtype.is_boolean()) dtype = context_.prims[arg].dtype;  // isnan and its like
  }
  bool varies = std::any_of(args.begin(), args.end(), [](Value* v) { return is_vector(v); });
  if (varies) {
    for (Value*& v : args) v = widen(v);
  }
  Value* value = Math(b_, host_).call(name, dtype, args);
  if (value == nullptr) return fail("the intrinsic " + std::string(name) + " on " + to_string(dtype), n.dtype);
  return n.dtype.is_boolean() ? value : round_to(value, n.dtype);
}

// ---- indices ----

bool ExprEmitter::is_narrow(const Linear& sum) const {
  constexpr int64_t kLimit = std::numeric_limits<int32_t>::max();
  if (sum.constant > kLimit || sum.constant < -kLimit) return false;
  // Every partial sum must fit too.
  int64_t reach = std::abs(sum.constant);
  for (const auto& [term, c] : sum.terms) {
    if (c > kLimit || c < -kLimit) return false;
    std::optional<Interval> r = analysis_.range(Linear{0, {{term, c}}});
    if (!r || !r->within(-kLimit, kLimit)) return false;
    reach += static_cast<int64_t>(std::max(-r->low, r->high)) + std::abs(c) * 64;
    if (reach > kLimit) return false;
  }
  return reach <= kLimit;
}

bool ExprEmitter::is_narrow(Prim e) const { return is_narrow(analysis_.affine(e)); }

Value* ExprEmitter::emit_index(Prim e, const Guard* guard, bool narrow) {
  return emit_sum(analysis_.affine(e), guard, narrow);
}

// The lane axis floordiv or floormod a constant that is a multiple of the lanes or divides them.
std::optional<ExprEmitter::Steps> ExprEmitter::steps_of(Prim term) {
  const PrimNode& n = context_.prims[term];
  const bool divides = n.kind == PrimKind::floordiv, is_rest = n.kind == PrimKind::floormod;
  if (!axis_ || (!divides && !is_rest) || n.lhs() != axis_) return std::nullopt;
  const int64_t by = context_.prims.constant(n.rhs()).value_or(0);
  if (by <= 0 || (by % lanes_ != 0 && lanes_ % by != 0)) return std::nullopt;
  Value* divisor = b_.getInt64(static_cast<uint64_t>(by));
  Steps out{divides ? b_.CreateUDiv(base_, divisor) : b_.CreateURem(base_, divisor), {}};
  for (int64_t lane = 0; lane < lanes_; ++lane) out.of_lanes.push_back(divides ? lane / by : lane % by);
  return out;
}

Value* ExprEmitter::constants(std::span<const int64_t> values, Type* element) const {
  std::vector<llvm::Constant*> out;
  for (int64_t v : values) out.push_back(llvm::ConstantInt::get(element, static_cast<uint64_t>(v), true));
  return llvm::ConstantVector::get(out);
}

Value* ExprEmitter::emit_sum(const Linear& sum, const Guard* guard, bool narrow) {
  Type* element = narrow ? b_.getInt32Ty() : b_.getInt64Ty();
  Value* scalar = b_.getInt64(static_cast<uint64_t>(sum.constant));
  Value* vector = nullptr;
  auto add = [&](Value* v) { vector = vector ? b_.CreateAdd(vector, v) : v; };
  for (const auto& [term, c] : sum.terms) {
    if (axis_ && term == axis_) {
      scalar = b_.CreateAdd(scalar, b_.CreateMul(base_, b_.getInt64(static_cast<uint64_t>(c))));
      add(b_.CreateMul(iota(element),
                       llvm::ConstantInt::get(vector_of(element, lanes_), static_cast<uint64_t>(c), true)));
      continue;
    }
    if (std::optional<Steps> steps = steps_of(term)) {
      scalar = b_.CreateAdd(scalar, b_.CreateMul(steps->first, b_.getInt64(static_cast<uint64_t>(c))));
      for (int64_t& step : steps->of_lanes) step *= c;
      if (std::ranges::any_of(steps->of_lanes, [](int64_t s) { return s != 0; }))
        add(constants(steps->of_lanes, element));
      continue;
    }
    Value* v = emit_term(term, guard, narrow);
    if (!is_vector(v)) {
      scalar = b_.CreateAdd(scalar, b_.CreateMul(v, b_.getInt64(static_cast<uint64_t>(c))));
    } else {
      add(c == 1 ? v : b_.CreateMul(v, llvm::ConstantInt::get(v->getType(), static_cast<uint64_t>(c), true)));
    }
  }
  if (vector == nullptr) return scalar;
  return b_.CreateAdd(vector, b_.CreateVectorSplat(static_cast<unsigned>(lanes_), b_.CreateTrunc(scalar, element)));
}

// A term: i64 if it is a scalar, else of the width asked for.
Value* ExprEmitter::emit_term(Prim term, const Guard* guard, bool narrow) {
  const PrimNode& n = context_.prims[term];
  if (guard != nullptr && !is_unsafe(term)) guard = nullptr;
  auto& memo = narrow ? narrow_values_ : values_;
  auto known = memo.find({term.index, guard});
  if (known != memo.end()) return known->second;
  Value* value = nullptr;
  bool is_binary = n.kind >= PrimKind::add && n.kind <= PrimKind::max;
  if (n.dtype == kInt64 && is_binary) {
    bool narrow_operands = narrow && is_narrow(n.lhs()) && is_narrow(n.rhs());
    Value *a = emit_index(n.lhs(), guard, narrow_operands), *b = emit_index(n.rhs(), guard, narrow_operands);
    if (is_vector(a) && !is_vector(b)) b = b_.CreateTrunc(b, a->getType()->getScalarType());
    if (is_vector(b) && !is_vector(a)) a = b_.CreateTrunc(a, b->getType()->getScalarType());
    unify(a, b);
    std::optional<Interval> ra = analysis_.range(n.lhs()), rb = analysis_.range(n.rhs());
    bool is_positive = ra && rb && ra->low >= 0 && rb->low >= 1;
    PrimNode as = n;
    if (is_positive && (n.kind == PrimKind::floordiv || n.kind == PrimKind::floormod))
      as.dtype = DType::unsigned_integer(64);
    value = make_arithmetic(as, a, b);
  } else {
    value = n.kind == PrimKind::var || n.dtype != kInt64 || !narrow ? emit_under(term, guard) : make(term, guard);
  }
  if (narrow && is_vector(value) && value->getType()->getScalarType() != b_.getInt32Ty()) {
    value = b_.CreateTrunc(value, vector_of(b_.getInt32Ty(), lanes_));
  }
  memo[{term.index, guard}] = value;
  return value;
}

// ---- memory ----

ExprEmitter::Place ExprEmitter::place(uint32_t buffer, std::span<const Prim> index, const Guard* guard) {
  const loop::Buffer& shape = kernel_.buffers[buffer];
  Linear address = analysis_.address(shape, index);
  bool narrow = is_narrow(address);
  Place out;
  Value* scalar = b_.getInt64(static_cast<uint64_t>(address.constant));
  for (const auto& [term, c] : address.terms) {
    Value* v = nullptr;
    if (axis_ && term == axis_) {
      out.stride = c;
      v = base_;
    } else if (std::optional<Steps> steps = steps_of(term)) {
      v = steps->first;
      out.steps.resize(static_cast<size_t>(lanes_), 0);
      for (size_t i = 0; i < out.steps.size(); ++i) out.steps[i] += c * steps->of_lanes[i];
    } else {
      v = emit_term(term, guard, narrow);
    }
    if (is_vector(v)) {
      Value* scaled = b_.CreateMul(v, llvm::ConstantInt::get(v->getType(), static_cast<uint64_t>(c), true));
      out.offsets = out.offsets ? b_.CreateAdd(out.offsets, scaled) : scaled;
    } else {
      scalar = b_.CreateAdd(scalar, b_.CreateMul(v, b_.getInt64(static_cast<uint64_t>(c))));
    }
  }
  if (std::ranges::all_of(out.steps, [](int64_t s) { return s == 0; })) out.steps.clear();
  if (!out.steps.empty()) {
    for (size_t i = 0; i < out.steps.size(); ++i) out.steps[i] += out.stride * static_cast<int64_t>(i);
    out.stride = 0;
  }
  if (out.offsets && (out.stride != 0 || !out.steps.empty())) {
    Type* element = out.offsets->getType()->getScalarType();
    Value* step = llvm::ConstantInt::get(out.offsets->getType(), static_cast<uint64_t>(out.stride), true);
    Value* steps = out.steps.empty() ? b_.CreateMul(iota(element), step) : constants(out.steps, element);
    out.offsets = b_.CreateAdd(out.offsets, steps);
    out.steps.clear();
  }
  out.pointer = b_.CreateGEP(memory_type(shape.dtype), pointers_[buffer], scalar);
  return out;
}

Value* ExprEmitter::load_scalar(Value* pointer, DType dtype, Value* condition) {
  if (condition != nullptr) {
    if (is_vector(condition)) condition = b_.CreateOrReduce(condition);
    if (safe_place_ == nullptr) {
      llvm::Module& module = *b_.GetInsertBlock()->getModule();
      Type* type = b_.getInt64Ty();
      safe_place_ = new llvm::GlobalVariable(module, type, true, llvm::GlobalValue::PrivateLinkage,
                                             llvm::Constant::getNullValue(type));
    }
    pointer = b_.CreateSelect(condition, pointer, safe_place_);
  }
  return b_.CreateAlignedLoad(memory_type(dtype), pointer, llvm::Align(static_cast<uint64_t>(dtype.bytes())));
}

// All elements from the lowest of the steps to the highest as one vector, each to its lanes; null if there are others
// between them, which may be nobody's.
Value* ExprEmitter::load_neighbours(const Place& place, Type* type, llvm::Align align) {
  const auto [low, high] = std::ranges::minmax(place.steps);
  if (high - low >= lanes_) return nullptr;
  std::vector<bool> is_met(static_cast<size_t>(high - low + 1), false);
  std::vector<int> chosen;
  for (int64_t step : place.steps) {
    is_met[static_cast<size_t>(step - low)] = true;
    chosen.push_back(static_cast<int>(step - low));
  }
  if (std::ranges::find(is_met, false) != is_met.end()) return nullptr;
  Value* first = b_.CreateGEP(type, place.pointer, b_.getInt64(static_cast<uint64_t>(low)));
  return b_.CreateShuffleVector(b_.CreateAlignedLoad(vector_of(type, static_cast<int>(is_met.size())), first, align),
                                chosen);
}

// Every second to fourth element, or from the last one to the first: as vectors of neighbours, of which the last one
// ends where the last lane's element does, shuffled into place. Null if the stride is another.
Value* ExprEmitter::load_strided(const Place& place, Type* type, llvm::Align align, Value* condition) {
  const int64_t stride = place.stride, reach = std::abs(stride) * (lanes_ - 1);
  if (place.offsets || stride == 0 || !is_shuffled(stride)) return nullptr;
  const int64_t lowest = std::min<int64_t>(0, stride * (lanes_ - 1)), last = lowest + reach + 1 - lanes_;
  Type* vector = vector_of(type, lanes_);
  Value* out = llvm::PoisonValue::get(vector);
  std::vector<bool> is_there(static_cast<size_t>(lanes_), false);
  for (int64_t first = lowest; first < lowest + reach + 1; first += lanes_) {
    const int64_t begin = std::min(first, last);
    // The lanes whose elements are here, and those elements.
    std::vector<int> chosen, lane_of(static_cast<size_t>(lanes_), lanes_);
    for (int lane = 0; lane < lanes_; ++lane) {
      const int64_t at = stride * lane - begin;
      const bool is_here = !is_there[static_cast<size_t>(lane)] && at >= 0 && at < lanes_;
      chosen.push_back(is_here ? lanes_ + static_cast<int>(at) : lane);
      if (!is_here) continue;
      is_there[static_cast<size_t>(lane)] = true;
      lane_of[static_cast<size_t>(at)] = lane;
    }
    Value* from = b_.CreateGEP(type, place.pointer, b_.getInt64(static_cast<uint64_t>(begin)));
    Value* loaded = nullptr;
    if (condition == nullptr) {
      loaded = b_.CreateAlignedLoad(vector, from, align);
    } else {
      Value* off = llvm::Constant::getNullValue(condition->getType());
      loaded = b_.CreateMaskedLoad(vector, from, align, b_.CreateShuffleVector(condition, off, lane_of),
                                   llvm::Constant::getNullValue(vector));
    }
    out = b_.CreateShuffleVector(out, loaded, chosen);
  }
  return out;
}

Value* ExprEmitter::load_lane_by_lane(const Place& place, DType dtype, Value* condition) {
  Type* type = memory_type(dtype);
  Value* out = llvm::PoisonValue::get(vector_of(type, lanes_));
  for (int lane = 0; lane < lanes_; ++lane) {
    Value* offset = b_.getInt64(static_cast<uint64_t>(place.stride * lane));
    if (place.offsets)
      offset = b_.CreateSExt(b_.CreateExtractElement(place.offsets, static_cast<uint64_t>(lane)), b_.getInt64Ty());
    Value* on =
        condition && is_vector(condition) ? b_.CreateExtractElement(condition, static_cast<uint64_t>(lane)) : condition;
    out = b_.CreateInsertElement(out, load_scalar(b_.CreateGEP(type, place.pointer, offset), dtype, on),
                                 static_cast<uint64_t>(lane));
  }
  return out;
}

Value* ExprEmitter::make_load(Prim e, const Guard* guard) {
  const PrimNode& n = context_.prims[e];
  DType dtype = kernel_.buffers[n.c].dtype;
  Place at = place(n.c, context_.prims.call_args(e), guard);
  Type* type = memory_type(dtype);
  llvm::Align align(static_cast<uint64_t>(dtype.bytes()));
  Value* condition = guard ? guard->condition : nullptr;
  if (mask_ != nullptr && condition != nullptr && is_vector(condition))
    condition = b_.CreateAnd(condition, mask_);  // true beyond the end, perhaps
  if (!at.offsets && at.steps.empty() && at.stride == 0)
    return from_memory(load_scalar(at.pointer, dtype, condition), dtype);
  if (mask_ != nullptr && condition == nullptr) condition = mask_;
  else if (mask_ != nullptr && !is_vector(condition)) condition = b_.CreateAnd(widen(condition), mask_);
  Type* vector = vector_of(type, lanes_);
  Value* value = at.steps.empty() || condition ? nullptr : load_neighbours(at, type, align);
  if (value == nullptr && !at.steps.empty()) at.offsets = constants(at.steps, b_.getInt64Ty());
  if (value != nullptr) {
  } else if (!at.offsets && at.stride == 1) {
    value = condition
                ? b_.CreateMaskedLoad(vector, at.pointer, align, widen(condition), llvm::Constant::getNullValue(vector))
                : static_cast<Value*>(b_.CreateAlignedLoad(vector, at.pointer, align));
  } else if (Value* strided = load_strided(at, type, align, condition ? widen(condition) : nullptr)) {
    value = strided;
  } else if (dtype.bits >= 32 && host_.vector_bytes >= 32) {
    Value* offsets = at.offsets;
    if (offsets == nullptr) {
      Type* element = std::abs(at.stride) < (int64_t{1} << 24) ? b_.getInt32Ty() : b_.getInt64Ty();
      offsets = b_.CreateMul(
          iota(element), llvm::ConstantInt::get(vector_of(element, lanes_), static_cast<uint64_t>(at.stride), true));
    }
    Value* all = llvm::Constant::getAllOnesValue(vector_of(b_.getInt1Ty(), lanes_));
    value = b_.CreateMaskedGather(vector, b_.CreateGEP(type, at.pointer, offsets), align,
                                  condition ? widen(condition) : all, llvm::Constant::getNullValue(vector));
  } else {
    value = load_lane_by_lane(at, dtype, condition);
  }
  return from_memory(value, dtype);
}

std::vector<Value*> ExprEmitter::load_turned(Prim load, int count) {
  const PrimNode& n = context_.prims[load];
  const DType dtype = kernel_.buffers[n.c].dtype;
  const Place at = place(n.c, context_.prims.call_args(load), nullptr);
  Type *type = memory_type(dtype), *vector = vector_of(type, lanes_);
  const llvm::Align align(static_cast<uint64_t>(dtype.bytes()));
  std::vector<llvm::Constant*> is_in_row;
  for (int i = 0; i < lanes_; ++i) is_in_row.push_back(b_.getInt1(i < count));
  std::vector<Value*> rows;
  for (int lane = 0; lane < lanes_; ++lane) {
    Value* row = b_.CreateGEP(type, at.pointer, b_.getInt64(static_cast<uint64_t>(at.stride * lane)));
    if (mask_ != nullptr)  // the first lane is always on
      row = b_.CreateSelect(b_.CreateExtractElement(mask_, static_cast<uint64_t>(lane)), row, at.pointer);
    rows.push_back(count == lanes_ ? static_cast<Value*>(b_.CreateAlignedLoad(vector, row, align))
                                   : b_.CreateMaskedLoad(vector, row, align, llvm::ConstantVector::get(is_in_row),
                                                         llvm::Constant::getNullValue(vector)));
  }
  // Squares of 2 x 2 swap two of their elements, then those of 4 x 4 swap two of their squares, and so on.
  for (int side = 1; side < lanes_; side *= 2) {
    std::vector<int> upper, lower;
    for (int i = 0; i < lanes_; ++i) {
      const bool is_right = (i & side) != 0;
      upper.push_back(is_right ? lanes_ + i - side : i);
      lower.push_back(is_right ? lanes_ + i : i + side);
    }
    for (size_t i = 0; i < rows.size(); ++i) {
      if ((i & static_cast<size_t>(side)) != 0) continue;
      Value *a = rows[i], *b = rows[i + static_cast<size_t>(side)];
      rows[i] = b_.CreateShuffleVector(a, b, upper);
      rows[i + static_cast<size_t>(side)] = b_.CreateShuffleVector(a, b, lower);
    }
  }
  rows.resize(static_cast<size_t>(count));
  for (Value*& row : rows) row = from_memory(row, dtype);
  return rows;
}

void ExprEmitter::store(uint32_t buffer, std::span<const Prim> index, Value* value) {
  DType dtype = kernel_.buffers[buffer].dtype;
  Type* type = memory_type(dtype);
  llvm::Align align(static_cast<uint64_t>(dtype.bytes()));
  Place at = place(buffer, index, nullptr);
  if (lanes_ == 1) {
    b_.CreateAlignedStore(to_memory(value, dtype), at.pointer, align);
    return;
  }
  value = to_memory(widen(value), dtype);
  if (!at.steps.empty()) at.offsets = constants(at.steps, b_.getInt64Ty());
  if (!at.offsets && at.stride == 1) {
    if (mask_) {
      b_.CreateMaskedStore(value, at.pointer, align, mask_);
    } else {
      b_.CreateAlignedStore(value, at.pointer, align);
    }
    return;
  }
  Value* offsets = at.offsets;
  if (offsets == nullptr) {
    offsets = b_.CreateMul(iota(b_.getInt64Ty()), llvm::ConstantInt::get(vector_of(b_.getInt64Ty(), lanes_),
                                                                         static_cast<uint64_t>(at.stride), true));
  }
  Value* all = llvm::Constant::getAllOnesValue(vector_of(b_.getInt1Ty(), lanes_));
  b_.CreateMaskedScatter(value, b_.CreateGEP(type, at.pointer, offsets), align, mask_ ? mask_ : all);
}

void ExprEmitter::store_woven(uint32_t buffer, std::span<const Prim> index, std::span<Value* const> values) {
  const DType dtype = kernel_.buffers[buffer].dtype;
  const llvm::Align align(static_cast<uint64_t>(dtype.bytes()));
  const Place at = place(buffer, index, nullptr);
  const int count = static_cast<int>(values.size());
  std::vector<Value*> parts;
  for (Value* value : values) parts.push_back(to_memory(widen(value), dtype));
  for (int first = 0; first < count * lanes_; first += lanes_) {
    Value* out = llvm::PoisonValue::get(parts[0]->getType());
    for (int part = 0; part < count; ++part) {
      std::vector<int> chosen;
      for (int i = 0; i < lanes_; ++i) chosen.push_back((first + i) % count == part ? lanes_ + (first + i) / count : i);
      out = b_.CreateShuffleVector(out, parts[static_cast<size_t>(part)], chosen);
    }
    Value* pointer = b_.CreateGEP(memory_type(dtype), at.pointer, b_.getInt64(static_cast<uint64_t>(first)));
    if (mask_ == nullptr) {
      b_.CreateAlignedStore(out, pointer, align);
      continue;
    }
    std::vector<int> lane_of;
    for (int i = 0; i < lanes_; ++i) lane_of.push_back((first + i) / count);
    b_.CreateMaskedStore(out, pointer, align, b_.CreateShuffleVector(mask_, lane_of));
  }
}

}  // namespace hammock::jit
