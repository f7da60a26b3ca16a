// SPDX-License-Identifier: Apache-2.0
#include "ranged_product.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <cmath>

namespace hammock::jit {

std::vector<llvm::Constant*> RangedProduct::plain_identity() const {
  return {llvm::ConstantFP::get(type_, 1), llvm::ConstantFP::getInfinity(type_)};
}

RangedProduct::Values RangedProduct::plain(const Values& a, const Values& b) {
  Value* product = b_.CreateFMul(a[0], b[0]);
  Value* least = lesser(magnitude(product), a[1]);
  return {product, b.size() > 1 ? lesser(b[1], least) : least};
}

RangedProduct::Value* RangedProduct::lesser(Value* a, Value* b) {
  return b_.CreateSelect(b_.CreateFCmpOLT(a, b), a, b);
}

RangedProduct::Value* RangedProduct::magnitude(Value* x) { return b_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x); }

RangedProduct::Value* RangedProduct::is_open(const Values& a, Value* mask) {
  Value* is_finite = b_.CreateFCmpOLT(magnitude(a[0]), llvm::ConstantFP::getInfinity(a[0]->getType()));
  Value* is_normal = b_.CreateFCmpOGE(a[1], power_of_two(type_->isFloatTy() ? -126 : -1022, a[1]->getType()));
  if (a.size() > 2)
    is_normal = b_.CreateOr(is_normal, b_.CreateFCmpOEQ(a[2], llvm::Constant::getNullValue(a[2]->getType())));
  Value* open = b_.CreateNot(b_.CreateAnd(is_finite, is_normal));
  if (mask != nullptr) open = b_.CreateAnd(open, mask);
  return open->getType()->isVectorTy() ? b_.CreateOrReduce(open) : open;
}

std::vector<llvm::Constant*> RangedProduct::exact_identity() const {
  return {llvm::ConstantFP::get(type_, 1), b_.getInt32(0)};
}

// Twice for the smallest and the largest numbers.
RangedProduct::Values RangedProduct::exact(Value* x) {
  llvm::Type* power = b_.getInt32Ty();
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(x->getType()))
    power = llvm::FixedVectorType::get(power, vector->getNumElements());
  return tamed(tamed({x, llvm::Constant::getNullValue(power)}));
}

RangedProduct::Values RangedProduct::exact(const Values& a, const Values& b) {
  Value* factor = b_.CreateFMul(a[0], b[0]);
  return tamed({factor, b_.CreateAdd(a[1], b[1])});
}

// Three steps take any factor to infinity or zero. The last of those that are needed is the one that rounds.
RangedProduct::Value* RangedProduct::rounded(const Values& a) {
  llvm::Type *type = a[0]->getType(), *powers = a[1]->getType();
  llvm::Constant *zero = llvm::Constant::getNullValue(powers), *one = llvm::ConstantInt::get(powers, 1);
  Value *product = a[0], *left = a[1];
  for (int i = 0; i < 3; ++i) {
    Value *is_up = b_.CreateICmpSGT(left, zero), *is_down = b_.CreateICmpSLT(left, zero);
    Value* by = b_.CreateSelect(is_down, power_of_two(-step(), type), llvm::ConstantFP::get(type, 1));
    product = b_.CreateFMul(product, b_.CreateSelect(is_up, power_of_two(step(), type), by));
    Value* nearer = b_.CreateSelect(is_down, b_.CreateAdd(left, one), left);
    left = b_.CreateSelect(is_up, b_.CreateSub(left, one), nearer);
  }
  return product;
}

llvm::Constant* RangedProduct::power_of_two(int exponent, llvm::Type* like) const {
  return llvm::ConstantFP::get(like, std::ldexp(1.0, exponent));
}

// Infinities, zeros and NaN stay what they are, whatever their power becomes.
RangedProduct::Values RangedProduct::tamed(Values a) {
  llvm::Type *type = a[0]->getType(), *powers = a[1]->getType();
  Value* size = magnitude(a[0]);
  Value* is_large = b_.CreateFCmpOGT(size, power_of_two(step() / 2, type));
  Value* is_small = b_.CreateFCmpOLT(size, power_of_two(-step() / 2, type));
  Value* by = b_.CreateSelect(is_small, power_of_two(step(), type), llvm::ConstantFP::get(type, 1));
  by = b_.CreateSelect(is_large, power_of_two(-step(), type), by);
  Value* power =
      b_.CreateSelect(is_small, llvm::Constant::getAllOnesValue(powers), llvm::Constant::getNullValue(powers));
  power = b_.CreateSelect(is_large, llvm::ConstantInt::get(powers, 1), power);
  return {b_.CreateFMul(a[0], by), b_.CreateAdd(a[1], power)};
}

}  // namespace hammock::jit
