// SPDX-License-Identifier: Apache-2.0
// Numbers of a kernel: how they lie in memory and in registers, and the operators on them (TIR 5.4).
//
// Unlike the expressions of the other loop forms (expr_emitter.h), minimum and maximum take the second operand where
// one is NaN, bfloat16 and float8 are rounded only where they are cast, bound, stored or given by a function, and
// nothing is contracted.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

#include <cmath>

#include "code_emitter.h"
#include "hammock/base/element.h"
#include "math.h"

namespace hammock::jit {

using llvm::Type;
using llvm::Value;

namespace {

bool is_float8(DType d) { return d.code == DType::Code::e4m3 || d.code == DType::Code::e5m2; }
DType scalar(DType d) {
  d.lanes = 1;
  return d;
}

}  // namespace

Type* CodeEmitter::scalar_type(DType dtype) const {
  if (dtype.code == DType::Code::floating && dtype.bits == 64) return Type::getDoubleTy(emission_.llvm);
  if (dtype.is_any_float()) return Type::getFloatTy(emission_.llvm);
  if (dtype.is_integral()) return Type::getIntNTy(emission_.llvm, dtype.bits);
  return llvm::PointerType::get(emission_.llvm, 0);
}

Type* CodeEmitter::register_type(DType dtype) const {
  Type* type = scalar_type(dtype);
  return dtype.lanes > 1 ? llvm::FixedVectorType::get(type, dtype.lanes) : type;
}

Type* CodeEmitter::memory_type(DType dtype) const {
  if (dtype.code == DType::Code::floating && dtype.bits == 16) return Type::getHalfTy(emission_.llvm);
  if (dtype.is_narrow_float() || (dtype.is_integral() && dtype.bits % 8 != 0))
    return Type::getIntNTy(emission_.llvm, static_cast<unsigned>((dtype.bits + 7) / 8 * 8));
  return scalar_type(dtype);
}

Type* CodeEmitter::like(Value* value, Type* scalar) const {
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  return type ? llvm::FixedVectorType::get(scalar, type->getNumElements()) : scalar;
}

Value* CodeEmitter::constant(Value* like, double value) { return llvm::ConstantFP::get(like->getType(), value); }

Value* CodeEmitter::any(Value* truths) { return truths->getType()->isVectorTy() ? b_.CreateOrReduce(truths) : truths; }

// The lane of a value that is the first whose truth is set; a scalar itself.
Value* CodeEmitter::chosen_lane(Value* value, Value* truths) {
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  if (type == nullptr) return value;
  Value* bits = b_.CreateBitCast(truths, b_.getIntNTy(type->getNumElements()));
  Value* first = b_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, b_.getFalse());
  return b_.CreateExtractElement(value, first);
}

// ---- memory ----

namespace {

// The 256 values of a float8 as a table.
llvm::GlobalVariable* float8_table(llvm::Module& module, DType dtype) {
  const std::string name = "values_of_" + to_string(dtype);
  if (llvm::GlobalVariable* known = module.getNamedGlobal(name)) return known;
  std::vector<float> values;
  for (int i = 0; i < 256; ++i) values.push_back(float8_to_float(dtype, static_cast<uint8_t>(i)));
  llvm::Constant* data = llvm::ConstantDataArray::get(module.getContext(), values);
  return new llvm::GlobalVariable(module, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data, name);
}

}  // namespace

Value* CodeEmitter::from_memory(Value* value, DType dtype) {
  dtype = scalar(dtype);
  Type* type = like(value, scalar_type(dtype));
  if (dtype.is_boolean()) return b_.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
  if (dtype.is_integral()) return b_.CreateTrunc(value, type);
  if (dtype == kFloat16) return b_.CreateFPExt(value, type);
  if (dtype == kBfloat16) {
    Value* bits = b_.CreateShl(b_.CreateZExt(value, like(value, b_.getInt32Ty())), 16);
    return b_.CreateBitCast(bits, type);
  }
  if (!is_float8(dtype)) return value;
  llvm::GlobalVariable* table = float8_table(emission_.module, dtype);
  auto look_up = [&](Value* at) {
    return b_.CreateLoad(b_.getFloatTy(), b_.CreateGEP(b_.getFloatTy(), table, b_.CreateZExt(at, b_.getInt64Ty())));
  };
  if (!value->getType()->isVectorTy()) return look_up(value);
  Value* out = llvm::PoisonValue::get(type);
  for (int i = 0; i < lanes_of(value); ++i) {
    const auto lane = static_cast<uint64_t>(i);
    out = b_.CreateInsertElement(out, look_up(b_.CreateExtractElement(value, lane)), lane);
  }
  return out;
}

// The value is rounded to the dtype.
Value* CodeEmitter::to_memory(Value* value, DType dtype) {
  dtype = scalar(dtype);
  Type* type = like(value, memory_type(dtype));
  if (dtype.is_boolean()) return b_.CreateZExt(value, type);
  if (dtype.is_integral()) return dtype.is_integer() ? b_.CreateSExt(value, type) : b_.CreateZExt(value, type);
  if (dtype == kFloat16) return b_.CreateFPTrunc(value, type);
  if (!dtype.is_narrow_float()) return value;
  Value* bits = b_.CreateBitCast(value, like(value, b_.getInt32Ty()));
  if (dtype == kBfloat16) return b_.CreateTrunc(b_.CreateLShr(bits, 16), type);
  // A float8 is what the C++ side makes of the float.
  auto* function_type = llvm::FunctionType::get(b_.getInt8Ty(), {b_.getFloatTy()}, false);
  llvm::FunctionCallee encode = emission_.module.getOrInsertFunction(
      dtype.code == DType::Code::e4m3 ? "hammock_to_e4m3" : "hammock_to_e5m2", function_type);
  auto* function = llvm::cast<llvm::Function>(encode.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  if (!value->getType()->isVectorTy()) return b_.CreateCall(encode, {value});
  Value* out = llvm::PoisonValue::get(type);
  for (int i = 0; i < lanes_of(value); ++i) {
    const auto lane = static_cast<uint64_t>(i);
    out = b_.CreateInsertElement(out, b_.CreateCall(encode, {b_.CreateExtractElement(value, lane)}), lane);
  }
  return out;
}

Value* CodeEmitter::rounded(Value* value, DType dtype) {
  dtype = scalar(dtype);
  if (!dtype.is_narrow_float()) return value;
  if (dtype == kFloat16)
    return b_.CreateFPExt(b_.CreateFPTrunc(value, like(value, Type::getHalfTy(emission_.llvm))), value->getType());
  if (is_float8(dtype)) return from_memory(to_memory(value, dtype), dtype);
  // Nearest even on the upper half of the bits; a NaN keeps its upper half and stays quiet.
  Value* bits = b_.CreateBitCast(value, like(value, b_.getInt32Ty()));
  auto word = [&](uint32_t w) { return llvm::ConstantInt::get(bits->getType(), w); };
  Value* even = b_.CreateAnd(b_.CreateLShr(bits, 16), word(1));
  Value* near = b_.CreateAdd(bits, b_.CreateAdd(even, word(0x7fff)));
  Value* result = b_.CreateSelect(b_.CreateFCmpUNO(value, value), b_.CreateOr(bits, word(0x00400000)), near);
  return b_.CreateBitCast(b_.CreateAnd(result, word(0xffff0000)), value->getType());
}

Value* CodeEmitter::after(Value* value, DType dtype) {
  return scalar(dtype) == kFloat16 ? rounded(value, dtype) : value;
}

// ---- conversions ----

Value* CodeEmitter::convert(Value* value, DType from, DType to) {
  from = scalar(from);
  to = scalar(to);
  if (from == to) return rounded(value, to);
  Type* type = like(value, scalar_type(to));
  const bool has_sign = from.is_integer();
  if (to.is_boolean()) {
    Value* zero = llvm::Constant::getNullValue(value->getType());
    return from.is_integral() ? b_.CreateICmpNE(value, zero) : b_.CreateFCmpONE(value, zero);
  }
  if (from.is_integral() && to.is_integral()) return b_.CreateIntCast(value, type, has_sign);
  if (from.is_integral()) {
    Value* real = has_sign ? b_.CreateSIToFP(value, type) : b_.CreateUIToFP(value, type);
    return rounded(real, to);
  }
  if (to.is_integral()) return saturate(value, to);
  if (from == kFloat64 && to.is_narrow_float()) return rounded(narrow_to_odd(b_, value), to);
  return rounded(b_.CreateFPCast(value, type), to);
}

// Truncated; NaN is 0, what is too large or too small the largest or smallest.
Value* CodeEmitter::saturate(Value* value, DType to) {
  Type *from = value->getType(), *type = like(value, scalar_type(to));
  auto real = [&](double r) { return llvm::ConstantFP::get(from, r); };
  const bool has_sign = to.is_integer();
  const int exponent = to.bits - (has_sign ? 1 : 0);
  const double low = has_sign ? -std::ldexp(1.0, exponent) : 0, beyond = std::ldexp(1.0, exponent);
  value = b_.CreateSelect(b_.CreateFCmpUNO(value, value), real(0), value);
  value = b_.CreateSelect(b_.CreateFCmpOLT(value, real(low)), real(low), value);
  Value* is_beyond = b_.CreateFCmpOGE(value, real(beyond));
  value = b_.CreateSelect(is_beyond, real(0), value);
  Type* whole_type = to.bits < 32 ? like(value, b_.getInt32Ty()) : type;
  Value* whole = has_sign || to.bits < 32 ? b_.CreateFPToSI(value, whole_type) : b_.CreateFPToUI(value, whole_type);
  if (whole_type != type) whole = b_.CreateTrunc(whole, type);
  const llvm::APInt most = has_sign ? llvm::APInt::getSignedMaxValue(to.bits) : llvm::APInt::getMaxValue(to.bits);
  return b_.CreateSelect(is_beyond, llvm::ConstantInt::get(type, most), whole);
}

// ---- operators ----

Value* CodeEmitter::compare(PrimKind kind, DType dtype, Value* a, Value* b) {
  using P = llvm::CmpInst::Predicate;
  static constexpr P kFloat[] = {P::FCMP_OEQ, P::FCMP_UNE, P::FCMP_OLT, P::FCMP_OLE, P::FCMP_OGT, P::FCMP_OGE};
  static constexpr P kSigned[] = {P::ICMP_EQ, P::ICMP_NE, P::ICMP_SLT, P::ICMP_SLE, P::ICMP_SGT, P::ICMP_SGE};
  static constexpr P kUnsigned[] = {P::ICMP_EQ, P::ICMP_NE, P::ICMP_ULT, P::ICMP_ULE, P::ICMP_UGT, P::ICMP_UGE};
  const size_t which = static_cast<size_t>(kind) - static_cast<size_t>(PrimKind::eq);
  if (dtype.is_any_float()) return b_.CreateFCmp(kFloat[which], a, b);
  return b_.CreateICmp((dtype.is_integer() ? kSigned : kUnsigned)[which], a, b);
}

Value* CodeEmitter::binary(const PrimNode& n, DType operands, Value* a, Value* b) {
  const bool is_float = n.dtype.is_any_float();
  switch (n.kind) {
    case PrimKind::add: return is_float ? after(b_.CreateFAdd(a, b), n.dtype) : b_.CreateAdd(a, b);
    case PrimKind::sub: return is_float ? after(b_.CreateFSub(a, b), n.dtype) : b_.CreateSub(a, b);
    case PrimKind::mul: return is_float ? after(b_.CreateFMul(a, b), n.dtype) : b_.CreateMul(a, b);
    case PrimKind::min: return b_.CreateSelect(compare(PrimKind::lt, operands, a, b), a, b);
    case PrimKind::max: return b_.CreateSelect(compare(PrimKind::gt, operands, a, b), a, b);
    case PrimKind::div:
      if (is_float) return after(b_.CreateFDiv(a, b), n.dtype);
      break;
    case PrimKind::mod:
      if (is_float) {
        Value* args[] = {a, b};
        return after(Math(b_, emission_.host).call("fmod", n.dtype, args), n.dtype);
      }
      break;
    case PrimKind::floordiv:
    case PrimKind::floormod: {
      if (!is_float) break;
      Value* quotient = b_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, after(b_.CreateFDiv(a, b), n.dtype));
      if (n.kind == PrimKind::floordiv) return quotient;
      return after(b_.CreateFSub(a, after(b_.CreateFMul(quotient, b), n.dtype)), n.dtype);
    }
    default: unsupported("an expression of an unknown kind");
  }
  return integer_division(n.kind, n.dtype, a, b, true);
}

// The divisor is not 0. The least number divided by -1 wraps; the machine would trap.
Value* CodeEmitter::integer_division(PrimKind kind, DType dtype, Value* a, Value* b, bool a_can_be_least) {
  const bool has_sign = dtype.is_integer();
  const bool wants_quotient = kind == PrimKind::div || kind == PrimKind::floordiv;
  const bool floors = has_sign && (kind == PrimKind::floordiv || kind == PrimKind::floormod);
  if (!has_sign) return wants_quotient ? b_.CreateUDiv(a, b) : b_.CreateURem(a, b);
  Type* type = a->getType();
  Value *zero = llvm::Constant::getNullValue(type), *minus = llvm::Constant::getAllOnesValue(type);
  Value *is_minus = nullptr, *divisor = b;
  llvm::Constant* known = llvm::dyn_cast<llvm::Constant>(b);
  if (known && type->isVectorTy()) known = known->getSplatValue();
  const bool is_plain = known && !known->isAllOnesValue();
  if (!is_plain && a_can_be_least) {
    is_minus = b_.CreateICmpEQ(b, minus);
    divisor = b_.CreateSelect(is_minus, llvm::ConstantInt::get(type, 1), b);
  }
  Value* quotient = b_.CreateSDiv(a, divisor);
  Value* rest = b_.CreateSub(a, b_.CreateMul(quotient, divisor));
  if (floors) {
    Value* down = b_.CreateAnd(b_.CreateICmpNE(rest, zero), b_.CreateICmpSLT(b_.CreateXor(rest, divisor), zero));
    quotient = b_.CreateSub(quotient, b_.CreateZExt(down, type));
    rest = b_.CreateAdd(rest, b_.CreateSelect(down, divisor, zero));
  }
  if (!wants_quotient) return rest;  // by -1 and by 1 it is 0
  return is_minus ? b_.CreateSelect(is_minus, b_.CreateNeg(a), quotient) : quotient;
}

}  // namespace hammock::jit
