// SPDX-License-Identifier: Apache-2.0
// Coefficients are minimax fits (Remez exchange, relative error of the whole function), rounded to float.
#include "math.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include <array>
#include <bit>
#include <limits>
#include <string>

#include "compiled_kernel.h"

namespace hammock::jit {

using llvm::Type;
using llvm::Value;
namespace intrinsic = llvm::Intrinsic;

namespace {

// exp(r) = 1 + r + r^2 Q(r), |r| <= ln 2 / 2; relative error 3.1e-9
constexpr std::array kExp = {0.4999999403953552f, 0.1666651964187622f, 0.04166839271783829f, 0.008368780836462975f,
                             0.0013814467238262296f};
// 2^f, 0 <= f < 1; 2e-9
constexpr std::array kExp2 = {1.0f,           0x1.62e42cp-1f,  0x1.ebfd54p-3f, 0x1.c68914p-5f,
                              0x1.3d0b88p-7f, 0x1.46d6a4p-10f, 0x1.c541a4p-13f};
// log(1 + f) = f - f^2 / 2 + f^3 P(f), sqrt(1/2) <= 1 + f <= sqrt(2); 3.2e-8
constexpr std::array kLog = {0.3333390951156616f,  -0.2500133812427521f,  0.19963063299655914f, -0.1657758504152298f,
                             0.14914767444133759f, -0.14267487823963165f, 0.08700437843799591f};
// erf(x) = x + x P(x^2), |x| <= 0.94; 2e-8
constexpr std::array kErfNear = {0.12837915122509003f, -0.37612465023994446f, 0.11281507462263107f,
                                 -0.0267554372549057f, 0.004976833239197731f, -0.0005907964077778161f};
// erf(x) = 1 - exp(P(x)), 0.9 <= x <= 4.05; 1.7e-9
constexpr std::array kErfFar = {-0.00016644797869957983f, -1.127797245979309f,   -0.6369760632514954f,
                                -0.10411367565393448f,    0.022315211594104767f, -0.0030654899310320616f,
                                0.00019821962632704526f};
// tanh(x) = x + x^3 P(x^2), |x| <= 0.63; 4.8e-9
constexpr std::array kTanh = {-0.33333277702331543f, 0.13331331312656403f, -0.05373000726103783f, 0.020606176927685738f,
                              -0.005666977260261774f};

}  // namespace

Value* narrow_to_odd(llvm::IRBuilder<>& b, Value* value) {
  Value* near = b.CreateFPTrunc(value, in_lanes_of(value, b.getFloatTy()));
  Value* back = b.CreateFPExt(near, value->getType());
  Value* bits = b.CreateBitCast(near, in_lanes_of(near, b.getInt32Ty()));
  const auto size = [&](Value* v) { return b.CreateUnaryIntrinsic(intrinsic::fabs, v); };
  Value* is_beyond = b.CreateFCmpOGT(size(back), size(value));
  Value* odd = b.CreateOr(b.CreateSub(bits, b.CreateZExt(is_beyond, bits->getType())),
                          llvm::ConstantInt::get(bits->getType(), 1));
  Value* is_infinite = b.CreateFCmpOEQ(size(near), llvm::ConstantFP::getInfinity(near->getType()));
  Value* is_kept = b.CreateOr(b.CreateFCmpUEQ(back, value), is_infinite);
  return b.CreateBitCast(b.CreateSelect(is_kept, bits, odd), near->getType());
}

// log_base 2 is the sum of two numbers, of which the first has so few bits that e times it is exact.
struct Math::Base {
  double log2, ln;
  double two_high, two_low;
};

namespace {

constexpr Math::Base kE{1.4426950408889634, 1, 0.693359375, -2.12194440054690583e-4};
constexpr Math::Base kTwo{1, 0.6931471805599453, 1, 0};
constexpr Math::Base kTen{3.321928094887362, 2.302585092994046, 0.301025390625, 4.6050389811952e-06};

llvm::FixedVectorType* as_vector(const Value* v) { return llvm::dyn_cast<llvm::FixedVectorType>(v->getType()); }

}  // namespace

int lanes_of(const Value* value) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  return vector ? static_cast<int>(vector->getNumElements()) : 1;
}

Type* in_lanes_of(const Value* value, Type* lane) {
  auto* vector = as_vector(value);
  return vector ? llvm::FixedVectorType::get(lane, vector->getNumElements()) : lane;
}

Value* Math::constant(Value* like, double value) { return llvm::ConstantFP::get(like->getType(), value); }

Value* Math::fma(Value* a, Value* b, Value* c) {
  return b_.CreateIntrinsic(host_.has_fma ? intrinsic::fma : intrinsic::fmuladd, {a->getType()}, {a, b, c});
}

Value* Math::bits_of(Value* x) {
  return b_.CreateBitCast(x, in_lanes_of(x, b_.getIntNTy(x->getType()->getScalarSizeInBits())));
}

static int lanes_of_register(Value* x) { return 512 / static_cast<int>(x->getType()->getScalarSizeInBits()); }

bool Math::scales_under_mask(Value* x) const { return host_.has_masks && lanes_of(x) % lanes_of_register(x) == 0; }

// vscalefps takes any exponent; elsewhere the factor is split in two, so that denormal results round once.
Value* Math::scale(Value* x, Value* n, Value* is_zero) {
  llvm::FixedVectorType* type = as_vector(x);
  unsigned lanes = type ? type->getNumElements() : 1;
  const bool is_double = x->getType()->getScalarType()->isDoubleTy();
  if (scales_under_mask(x)) {
    const auto own = static_cast<unsigned>(lanes_of_register(x));
    Value* out = nullptr;
    for (unsigned at = 0; at < lanes; at += own) {
      std::vector<int> piece;
      for (unsigned i = 0; i < own; ++i) piece.push_back(static_cast<int>(at + i));
      Value* xs = lanes == own ? x : b_.CreateShuffleVector(x, piece);
      Value* ns = lanes == own ? n : b_.CreateShuffleVector(n, piece);
      Type* bits = b_.getIntNTy(own);
      Value* mask = llvm::Constant::getAllOnesValue(bits);
      if (is_zero != nullptr) {
        Value* zeros = lanes == own ? is_zero : b_.CreateShuffleVector(is_zero, piece);
        mask = b_.CreateBitCast(b_.CreateNot(zeros), bits);
      }
      Value* y = b_.CreateIntrinsic(
          is_double ? intrinsic::x86_avx512_mask_scalef_pd_512 : intrinsic::x86_avx512_mask_scalef_ps_512, {},
          {xs, ns, llvm::Constant::getNullValue(xs->getType()), mask, b_.getInt32(4)});
      if (lanes == own) return y;
      std::vector<int> place;
      for (unsigned i = 0; i < lanes; ++i) place.push_back(i < own ? static_cast<int>(i) : -1);
      y = b_.CreateShuffleVector(y, place);
      if (out == nullptr) {
        out = y;
        continue;
      }
      for (unsigned i = 0; i < lanes; ++i) place[i] = static_cast<int>(i >= at && i < at + own ? lanes + i - at : i);
      out = b_.CreateShuffleVector(out, y, place);
    }
    return out;
  }
  if (is_double) {
    // Counted from 2048, so that the halves of the exponent are no negative numbers.
    Value* bits = bits_of(b_.CreateFAdd(n, constant(n, 0x1.8p52)));
    auto word = [&](uint64_t w) { return llvm::ConstantInt::get(bits->getType(), w); };
    Value* whole = b_.CreateAnd(b_.CreateAdd(bits, word(2048)), word(4095));
    Value* half = b_.CreateLShr(whole, 1);
    auto power_of_two = [&](Value* e) {
      return b_.CreateBitCast(b_.CreateShl(b_.CreateSub(e, word(1)), 52), x->getType());
    };
    Value* y = b_.CreateFMul(b_.CreateFMul(x, power_of_two(half)), power_of_two(b_.CreateSub(whole, half)));
    return is_zero == nullptr ? y : b_.CreateSelect(is_zero, constant(x, 0), y);
  }
  Type* integer = b_.getInt32Ty();
  if (type) integer = llvm::FixedVectorType::get(integer, lanes);
  // The last bits of the sum are n, which is small: a conversion of NaN has no value, this one has some.
  constexpr float kMagic = 0x1.8p23f;
  Value* whole = b_.CreateSub(b_.CreateBitCast(b_.CreateFAdd(n, constant(n, kMagic)), integer),
                              llvm::ConstantInt::get(integer, std::bit_cast<uint32_t>(kMagic)));
  Value* half = b_.CreateAShr(whole, 1);
  auto power_of_two = [&](Value* e) {
    return b_.CreateBitCast(b_.CreateShl(b_.CreateAdd(e, llvm::ConstantInt::get(integer, 127)), 23), x->getType());
  };
  Value* y = b_.CreateFMul(b_.CreateFMul(x, power_of_two(half)), power_of_two(b_.CreateSub(whole, half)));
  return is_zero == nullptr ? y : b_.CreateSelect(is_zero, constant(x, 0), y);
}

// base^x = 2^n e^(r ln base), n = round(x log2 base), r = x - n log_base 2 in two steps, of which the first is exact.
Value* Math::power_of(const Base& base, Value* x, Value* is_zero) {
  Value* n = unary(intrinsic::roundeven, base.log2 == 1 ? x : b_.CreateFMul(x, constant(x, base.log2)));
  Value* r = fma(n, constant(x, -base.two_high), x);
  if (base.two_low != 0) r = fma(n, constant(x, -base.two_low), r);
  if (base.ln != 1) r = b_.CreateFMul(r, constant(x, base.ln));
  Value* p = fma(polynomial(r, kExp), b_.CreateFMul(r, r), r);
  return scale(b_.CreateFAdd(p, constant(x, 1)), n, is_zero);
}

// 0 below `low`, where it would round to 0: not by way of it, since a result that underflows takes a processor more
// than a hundred cycles, and masks hide whole rows of a softmax. Infinity above `high`.
Value* Math::power_within(const Base& base, Value* x, double low, double high) {
  Value* is_zero = b_.CreateFCmpOLT(x, constant(x, low));
  if (!scales_under_mask(x)) x = b_.CreateSelect(is_zero, constant(x, 0), x);
  return power_of(base, b_.CreateSelect(b_.CreateFCmpOGT(x, constant(x, high)), constant(x, high), x), is_zero);
}

Value* Math::exp_of_clamped(Value* x) { return power_of(kE, x); }

Value* Math::exp(Value* x) { return power_within(kE, x, -104, 89); }
Value* Math::normal_exp(Value* x) { return power_within(kE, x, -87.33, 89); }
Value* Math::small_exp2(Value* x) {
  constexpr double kLeast = -125.99;
  if (!scales_under_mask(x) || lanes_of(x) != 16) return power_within(kTwo, x, kLeast, 129);
  Value *zero = llvm::Constant::getNullValue(x->getType()), *current = b_.getInt32(4);
  constexpr int kFloor = 9;  // what is left of that, without exceptions
  Value* fraction = b_.CreateIntrinsic(intrinsic::x86_avx512_mask_reduce_ps_512, {},
                                       {x, b_.getInt32(kFloor), zero, b_.getInt16(0xffff), current});
  Value* is_normal = b_.CreateBitCast(b_.CreateFCmpUGE(x, constant(x, kLeast)), b_.getInt16Ty());
  return b_.CreateIntrinsic(intrinsic::x86_avx512_mask_scalef_ps_512, {},
                            {polynomial(fraction, kExp2), x, zero, is_normal, current});
}
Value* Math::exp2(Value* x) { return power_within(kTwo, x, -151, 129); }
Value* Math::exp10(Value* x) { return power_within(kTen, x, -46, 39); }

Value* Math::log(Value* x) { return log_to(kE, x); }
Value* Math::log2(Value* x) { return log_to(kTwo, x); }
Value* Math::log10(Value* x) { return log_to(kTen, x); }

// x = 2^e (1 + f).
Value* Math::log_to(const Base& base, Value* x) {
  Type* integer = in_lanes_of(x, b_.getInt32Ty());
  auto word = [&](uint32_t w) { return llvm::ConstantInt::get(integer, w); };
  Value* is_denormal = b_.CreateFCmpOLT(x, constant(x, std::numeric_limits<float>::min()));
  Value* normal = b_.CreateSelect(is_denormal, b_.CreateFMul(x, constant(x, 8388608)), x);
  Value* bits = b_.CreateBitCast(normal, integer);
  Value* exponent = b_.CreateAShr(b_.CreateSub(bits, word(0x3f3504f3)), 23);
  Value* f =
      b_.CreateFSub(b_.CreateBitCast(b_.CreateSub(bits, b_.CreateShl(exponent, 23)), x->getType()), constant(x, 1));
  exponent = b_.CreateSub(exponent, b_.CreateSelect(is_denormal, word(23), word(0)));
  Value* e = b_.CreateSIToFP(exponent, x->getType());
  Value* f2 = b_.CreateFMul(f, f);
  Value* y = b_.CreateFMul(b_.CreateFMul(f2, f), polynomial(f, kLog));
  if (base.ln == 1) y = fma(e, constant(x, base.two_low), y);
  y = fma(f2, constant(x, -0.5), y);
  Value* fraction = b_.CreateFAdd(f, y);
  if (base.ln != 1) {
    const auto factor = static_cast<double>(static_cast<float>(1 / base.ln));
    Value* lost = b_.CreateFAdd(b_.CreateFSub(f, fraction), y);  // by the sum's rounding
    Value* rest = fma(fraction, constant(x, 1 / base.ln - factor), b_.CreateFMul(lost, constant(x, factor)));
    if (base.two_low != 0) rest = fma(e, constant(x, base.two_low), rest);
    fraction = fma(fraction, constant(x, factor), rest);
  }
  Value* result = fma(e, constant(x, base.two_high), fraction);
  result = b_.CreateSelect(b_.CreateFCmpOEQ(x, constant(x, kInfinity)), x, result);
  Value* outside = b_.CreateSelect(b_.CreateFCmpOEQ(x, constant(x, 0)), constant(x, -kInfinity), constant(x, kNan));
  return b_.CreateSelect(b_.CreateFCmpOGT(x, constant(x, 0)), result, outside);
}

Value* Math::erf(Value* x) {
  Value* a = unary(intrinsic::fabs, x);
  Value* near = fma(x, polynomial(b_.CreateFMul(x, x), kErfNear), x);
  Value* four = constant(x, 4);  // erf(4) rounds to 1
  Value* clamped = b_.CreateSelect(b_.CreateFCmpOGT(a, four), four, a);
  Value* far = b_.CreateFSub(constant(x, 1), exp_of_clamped(polynomial(clamped, kErfFar)));
  return b_.CreateSelect(b_.CreateFCmpOLT(a, constant(x, 0.92)), near,
                         b_.CreateBinaryIntrinsic(intrinsic::copysign, far, x));
}

Value* Math::tanh(Value* x) {
  Value* a = unary(intrinsic::fabs, x);
  Value* x2 = b_.CreateFMul(x, x);
  Value* near = fma(b_.CreateFMul(x, x2), polynomial(x2, kTanh), x);
  Value* ten = constant(x, 10);  // tanh(10) rounds to 1
  Value* clamped = b_.CreateSelect(b_.CreateFCmpOGT(a, ten), ten, a);
  Value* e = exp_of_clamped(b_.CreateFAdd(clamped, clamped));
  Value* far = b_.CreateFSub(constant(x, 1), b_.CreateFDiv(constant(x, 2), b_.CreateFAdd(e, constant(x, 1))));
  return b_.CreateBinaryIntrinsic(
      intrinsic::copysign, b_.CreateSelect(b_.CreateFCmpOLT(a, constant(x, 0.625)), near, far), x);  // -0 stays -0
}

// With e = exp(-|x|): 1 / (1 + e), and e / (1 + e) for negative x, so that nothing overflows or cancels. What the sum
// loses in rounding is put right in the quotient.
Value* Math::sigmoid(Value* x) {
  Value* a = b_.CreateFNeg(unary(intrinsic::fabs, x));
  Value* low = constant(x, -104);
  return sigmoid_of(x, exp_of_clamped(b_.CreateSelect(b_.CreateFCmpOLT(a, low), low, a)));
}

Value* Math::sigmoid_of(Value* x, Value* e) {
  Value* one = constant(x, 1);
  Value* top = b_.CreateSelect(b_.CreateFCmpOLT(x, constant(x, 0)), e, one);
  Value* sum = b_.CreateFAdd(one, e);
  Value* lost = b_.CreateFAdd(b_.CreateFSub(one, sum), e);
  Value* quotient = b_.CreateFDiv(top, sum);
  return fma(b_.CreateFNeg(quotient), lost, quotient);
}

Value* Math::round_away(Value* x) {
  bool is_double = x->getType()->getScalarType()->isDoubleTy();
  Value* almost_half = constant(x, is_double ? 0.49999999999999994 : 0.49999997019767761);
  return unary(intrinsic::trunc, b_.CreateFAdd(x, b_.CreateBinaryIntrinsic(intrinsic::copysign, almost_half, x)));
}

Value* Math::power(Value* x, Value* y) {
  auto* constant_y = llvm::dyn_cast<llvm::Constant>(y);
  if (constant_y && constant_y->getType()->isVectorTy()) constant_y = constant_y->getSplatValue();
  if (auto* known = llvm::dyn_cast_or_null<llvm::ConstantFP>(constant_y)) {
    double value = known->getType()->isDoubleTy() ? known->getValueAPF().convertToDouble()
                                                  : static_cast<double>(known->getValueAPF().convertToFloat());
    if (value == 1) return x;
    if (value == 2) return b_.CreateFMul(x, x);
    if (value == 3) return b_.CreateFMul(b_.CreateFMul(x, x), x);
    if (value == -1) return b_.CreateFDiv(constant(x, 1), x);
    if (value == 0.5) {  // pow(-0, 0.5) is +0 and pow(-inf, 0.5) is +inf
      Value* root = unary(intrinsic::sqrt, b_.CreateFAdd(x, constant(x, 0)));
      return b_.CreateSelect(b_.CreateFCmpOEQ(x, constant(x, -kInfinity)), constant(x, kInfinity), root);
    }
  }
  if (!x->getType()->getScalarType()->isDoubleTy()) return power_in_double(x, y);
  if (host_.has_fma) return double_power(x, y);
  // libm says NaN where the other operand is a NaN that signals.
  Value *args[] = {x, y}, *one = constant(x, 1);
  Value* is_one = b_.CreateOr(b_.CreateFCmpOEQ(y, constant(x, 0)), b_.CreateFCmpOEQ(x, one));
  return b_.CreateSelect(is_one, one, lane_by_lane("pow", args));
}

llvm::FunctionCallee Math::libm(std::string_view name, Type* scalar, size_t args) {
  llvm::Module& module = *b_.GetInsertBlock()->getModule();
  const llvm::SmallVector<Type*, 2> types(args, scalar);
  llvm::FunctionCallee callee = module.getOrInsertFunction(std::string(name) + (scalar->isFloatTy() ? "f" : ""),
                                                           llvm::FunctionType::get(scalar, types, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  return callee;
}

Value* Math::lane_by_lane(std::string_view name, std::span<Value* const> args) {
  llvm::FunctionCallee callee = libm(name, args[0]->getType()->getScalarType(), args.size());
  llvm::FixedVectorType* type = as_vector(args[0]);
  if (type == nullptr) return b_.CreateCall(callee, llvm::SmallVector<Value*, 2>(args.begin(), args.end()));
  Value* out = llvm::PoisonValue::get(type);
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    llvm::SmallVector<Value*, 2> operands;
    for (Value* a : args) operands.push_back(b_.CreateExtractElement(a, lane));
    out = b_.CreateInsertElement(out, b_.CreateCall(callee, operands), lane);
  }
  return out;
}

// A function of vectors with a loop over their lanes: little code, and where it is called, hardly any.
llvm::Function* Math::lanes_of_libm(std::string_view name, Type* type, size_t args) {
  auto* vector = llvm::cast<llvm::FixedVectorType>(type);
  const std::string own = std::string(name) + ".lanes" + std::to_string(vector->getNumElements());
  llvm::Module& module = *b_.GetInsertBlock()->getModule();
  if (llvm::Function* known = module.getFunction(own)) return known;
  const llvm::SmallVector<Type*, 2> types(args, type);
  auto* function =
      llvm::Function::Create(llvm::FunctionType::get(type, types, false), llvm::Function::InternalLinkage, own, module);
  set_kernel_attributes(*function, host_);
  function->addFnAttr(llvm::Attribute::NoInline);
  function->addFnAttr(llvm::Attribute::Cold);
  function->setDoesNotAccessMemory();
  function->setWillReturn();
  llvm::FunctionCallee callee = libm(name, vector->getElementType(), args);
  llvm::IRBuilder<> b(b_.getContext());
  auto block = [&] { return llvm::BasicBlock::Create(b.getContext(), "", function); };
  llvm::BasicBlock *entry = block(), *inside = block(), *after = block();
  b.SetInsertPoint(entry);
  b.CreateBr(inside);
  b.SetInsertPoint(inside);
  llvm::PHINode *lane = b.CreatePHI(b.getInt64Ty(), 2), *so_far = b.CreatePHI(type, 2);
  llvm::SmallVector<Value*, 2> operands;
  for (llvm::Argument& a : function->args()) operands.push_back(b.CreateExtractElement(&a, lane));
  Value* out = b.CreateInsertElement(so_far, b.CreateCall(callee, operands), lane);
  Value* next = b.CreateAdd(lane, b.getInt64(1), "", true, true);
  lane->addIncoming(b.getInt64(0), entry);
  lane->addIncoming(next, inside);
  so_far->addIncoming(llvm::PoisonValue::get(type), entry);
  so_far->addIncoming(out, inside);
  b.CreateCondBr(b.CreateICmpULT(next, b.getInt64(vector->getNumElements())), inside, after);
  b.SetInsertPoint(after);
  b.CreateRet(out);
  return function;
}

Value* Math::or_libm(std::string_view name, Value* is_rare, Value* usual, std::span<Value* const> args) {
  Type* type = usual->getType();
  const llvm::SmallVector<Value*, 2> operands(args.begin(), args.end());
  Value* any = is_rare;
  if (auto* lanes = as_vector(is_rare)) {
    any = b_.CreateIsNotNull(b_.CreateBitCast(is_rare, b_.getIntNTy(lanes->getNumElements())));
  }
  llvm::BasicBlock* before = b_.GetInsertBlock();
  auto block = [&] { return llvm::BasicBlock::Create(b_.getContext(), "", before->getParent()); };
  llvm::BasicBlock *rare = block(), *after = block();
  b_.CreateCondBr(any, rare, after, llvm::MDBuilder(b_.getContext()).createUnlikelyBranchWeights());
  b_.SetInsertPoint(rare);
  llvm::FunctionCallee callee =
      type->isVectorTy() ? llvm::FunctionCallee(lanes_of_libm(name, type, args.size())) : libm(name, type, args.size());
  Value* right = b_.CreateSelect(is_rare, b_.CreateCall(callee, operands), usual);
  b_.CreateBr(after);
  b_.SetInsertPoint(after);
  llvm::PHINode* out = b_.CreatePHI(type, 2);
  out->addIncoming(usual, before);
  out->addIncoming(right, rare);
  return out;
}

Value* Math::shift(bool is_left, DType dtype, Value* x, Value* by) {
  // All bits are gone, those of the sign aside, where the count is not below the width; negative counts are not.
  Value *last = llvm::ConstantInt::get(x->getType(), dtype.bits - 1),
        *zero = llvm::Constant::getNullValue(x->getType());
  Value* count = b_.CreateBinaryIntrinsic(intrinsic::umin, by, last);
  if (!is_left && dtype.is_integer()) return b_.CreateAShr(x, count);
  Value* shifted = is_left ? b_.CreateShl(x, count) : b_.CreateLShr(x, count);
  return b_.CreateSelect(b_.CreateICmpUGT(by, last), zero, shifted);
}

Value* Math::call_on_integers(Intrinsic function, DType dtype, std::span<Value* const> args) {
  Value* x = args[0];
  switch (function) {
    case Intrinsic::bitwise_and: return b_.CreateAnd(x, args[1]);
    case Intrinsic::bitwise_or: return b_.CreateOr(x, args[1]);
    case Intrinsic::bitwise_xor: return b_.CreateXor(x, args[1]);
    case Intrinsic::bitwise_not: return b_.CreateNot(x);
    case Intrinsic::shift_left: return shift(true, dtype, x, args[1]);
    case Intrinsic::shift_right: return shift(false, dtype, x, args[1]);
    case Intrinsic::fabs:
    case Intrinsic::abs: return dtype.is_integer() ? b_.CreateBinaryIntrinsic(intrinsic::abs, x, b_.getFalse()) : x;
    case Intrinsic::floor:
    case Intrinsic::ceil:
    case Intrinsic::trunc:
    case Intrinsic::round:
    case Intrinsic::nearbyint:
    case Intrinsic::likely:
    case Intrinsic::tvm_thread_invariant: return x;
    case Intrinsic::popcount: return unary(intrinsic::ctpop, x);
    case Intrinsic::clz: {
      Type* result = in_lanes_of(x, b_.getInt32Ty());
      return b_.CreateZExtOrTrunc(b_.CreateBinaryIntrinsic(intrinsic::ctlz, x, b_.getFalse()), result);
    }
    default: return nullptr;
  }
}

Value* Math::call_on_floats(Intrinsic function, std::span<Value* const> args) {
  Value* x = args[0];
  switch (function) {
    case Intrinsic::sqrt: return unary(intrinsic::sqrt, x);
    case Intrinsic::rsqrt: return b_.CreateFDiv(constant(x, 1), unary(intrinsic::sqrt, x));
    case Intrinsic::fabs:
    case Intrinsic::abs: return unary(intrinsic::fabs, x);
    case Intrinsic::floor: return unary(intrinsic::floor, x);
    case Intrinsic::ceil: return unary(intrinsic::ceil, x);
    case Intrinsic::trunc: return unary(intrinsic::trunc, x);
    case Intrinsic::nearbyint: return unary(intrinsic::roundeven, x);
    case Intrinsic::round: return round_away(x);
    case Intrinsic::fma: return b_.CreateIntrinsic(intrinsic::fma, {x->getType()}, {x, args[1], args[2]});
    case Intrinsic::likely:
    case Intrinsic::tvm_thread_invariant: return x;
    case Intrinsic::isnan: return b_.CreateFCmpUNO(x, x);
    case Intrinsic::isinf: return b_.CreateFCmpOEQ(unary(intrinsic::fabs, x), constant(x, kInfinity));
    case Intrinsic::isfinite: return b_.CreateFCmpOLT(unary(intrinsic::fabs, x), constant(x, kInfinity));
    case Intrinsic::pow: return power(x, args[1]);
    case Intrinsic::ldexp:
      if (!args[1]->getType()->getScalarType()->isIntegerTy(32)) return nullptr;
      return b_.CreateIntrinsic(intrinsic::ldexp, {x->getType(), args[1]->getType()}, {x, args[1]});
    case Intrinsic::copysign:  // the sign of a NaN depends on how it was computed, so that it counts as positive
      return b_.CreateSelect(b_.CreateFCmpUNO(args[1], args[1]), unary(intrinsic::fabs, x),
                             b_.CreateBinaryIntrinsic(intrinsic::copysign, x, args[1]));
    default: return nullptr;
  }
}

Value* Math::composed(Intrinsic function, bool is_double, Value* x) {
  if (function == Intrinsic::exp10) {
    Value* args[] = {constant(x, 10), x};
    return is_double ? lane_by_lane("pow", args) : exp10(x);
  }
  if (function != Intrinsic::sigmoid) return nullptr;
  return is_double ? sigmoid_of(x, double_exp(b_.CreateFNeg(unary(intrinsic::fabs, x)))) : sigmoid(x);
}

// Those that the C library computes with an error of several ulp in float32.
Value* Math::in_double(std::string_view name, Value* x) {
  Value* args[] = {b_.CreateFPExt(x, in_lanes_of(x, b_.getDoubleTy()))};
  return b_.CreateFPTrunc(lane_by_lane(name, args), x->getType());
}

// The next number of float16 is not that of float32, in which the operands are.
Value* Math::next_half(Value* x, Value* towards) {
  Type *half = in_lanes_of(x, b_.getHalfTy()), *bits = in_lanes_of(x, b_.getInt16Ty());
  auto number = [&](uint64_t value) { return llvm::ConstantInt::get(bits, value); };
  Value *zero = constant(x, 0), *is_less = b_.CreateFCmpOLT(x, towards);
  Value* is_away = b_.CreateICmpEQ(is_less, b_.CreateFCmpOGT(x, zero));
  Value* from = b_.CreateBitCast(b_.CreateFPTrunc(x, half), bits);
  Value* moved = b_.CreateAdd(from, b_.CreateSelect(is_away, number(1), number(0xffff)));
  Value* least = b_.CreateSelect(b_.CreateFCmpOLT(towards, zero), number(0x8001), number(1));
  Value* next = b_.CreateSelect(b_.CreateFCmpOEQ(x, zero), least, moved);
  Value* there = b_.CreateFPExt(b_.CreateBitCast(next, half), x->getType());
  Value* unmoved = b_.CreateSelect(b_.CreateFCmpUNO(x, x), x, towards);
  return b_.CreateSelect(b_.CreateFCmpUEQ(x, towards), unmoved, there);
}

Value* Math::call(std::string_view name, DType dtype, std::span<Value* const> args) {
  const IntrinsicRow* row = find_intrinsic(name);
  if (row == nullptr || row->scalar == ScalarFunction::none || !row->operands.holds(args.size())) return nullptr;
  if (dtype.is_integral()) return call_on_integers(row->intrinsic, dtype, args);
  if (row->intrinsic == Intrinsic::nextafter && dtype == kFloat16) return next_half(args[0], args[1]);
  if (Value* value = call_on_floats(row->intrinsic, args)) return value;
  const bool is_double = dtype == kFloat64;
  if (row->scalar == ScalarFunction::composed && args.size() == 1) return composed(row->intrinsic, is_double, args[0]);
  if (is_double) {
    switch (row->intrinsic) {
      case Intrinsic::exp: return double_exp(args[0]);
      case Intrinsic::log: return double_log(args[0]);
      case Intrinsic::log1p: return double_log1p(args[0]);
      case Intrinsic::expm1: return double_expm1(args[0]);
      case Intrinsic::erf: return double_erf(args[0]);
      case Intrinsic::tanh: return double_tanh(args[0]);
      case Intrinsic::sin: return double_sine(args[0], false);
      case Intrinsic::cos: return double_sine(args[0], true);
      default: break;
    }
  } else {
    switch (row->intrinsic) {
      case Intrinsic::exp: return exp(args[0]);
      case Intrinsic::exp2: return exp2(args[0]);
      case Intrinsic::log: return log(args[0]);
      case Intrinsic::log2: return log2(args[0]);
      case Intrinsic::log10: return log10(args[0]);
      case Intrinsic::erf: return erf(args[0]);
      case Intrinsic::tanh: return tanh(args[0]);
      case Intrinsic::sin: return sine(args[0], false);
      case Intrinsic::cos: return sine(args[0], true);
      case Intrinsic::tan: return tan(args[0]);
      case Intrinsic::asin: return asin(args[0]);
      case Intrinsic::acos: return acos(args[0]);
      case Intrinsic::atan: return atan(args[0]);
      case Intrinsic::atan2: return atan2(args[0], args[1]);
      case Intrinsic::expm1: return expm1(args[0]);
      case Intrinsic::log1p: return log1p(args[0]);
      case Intrinsic::sinh: return sinh(args[0]);
      case Intrinsic::cosh: return cosh(args[0]);
      case Intrinsic::asinh: return asinh(args[0]);
      case Intrinsic::acosh: return acosh(args[0]);
      case Intrinsic::atanh: return atanh(args[0]);
      case Intrinsic::cbrt: return cbrt(args[0]);
      case Intrinsic::erfc: return erfc(args[0]);
      case Intrinsic::hypot: return hypot(args[0], args[1]);
      case Intrinsic::fmod: return fmod(args[0], args[1]);
      case Intrinsic::tgamma:
      case Intrinsic::lgamma: return in_double(row->name, args[0]);
      default: break;
    }
  }
  return row->scalar == ScalarFunction::library || row->scalar == ScalarFunction::polynomial
             ? lane_by_lane(row->name, args)
             : nullptr;
}

}  // namespace hammock::jit
