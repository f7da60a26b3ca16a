// SPDX-License-Identifier: Apache-2.0
// Products of many floats, whose parts may be too large or too small for their type where all of it is not.
//
// Usually none is: the product is made in any order, and with it the least magnitude of its parts. Where the product is
// not finite, or a part was below the normal numbers, it is `open`, and made again of factors in [2^-32, 2^32] (of
// float64: 2^-256 and 2^256) with a power of two beside them. Scaling by it rounds nothing, so each step has the digits
// that it would have had in a type with more exponents, and the result is rounded to its range once. With a factor of 0
// a finite product is right as it is: the least of the factors is looked for before they are multiplied again.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <vector>

namespace hammock::jit {

class RangedProduct {
 public:
  using Value = llvm::Value;
  using Values = std::vector<Value*>;
  using Builder = llvm::IRBuilder<>;

  // Of a scalar or of vectors of `type`: float or double.
  RangedProduct(Builder& builder, llvm::Type* type) : b_(builder), type_(type) {}

  // {product, least magnitude}: its neutral values, one step with {factor} or with another such product, and whether
  // it is open (i1; of vectors whether one of those that the mask lets through is, if there is a mask), which the least
  // magnitude of the factors may say better, as a third value.
  std::vector<llvm::Constant*> plain_identity() const;
  Values plain(const Values& a, const Values& b);
  Value* is_open(const Values& a, Value* mask = nullptr);
  Value* lesser(Value* a, Value* b);
  Value* magnitude(Value* x);

  // {factor, power}: the same.
  std::vector<llvm::Constant*> exact_identity() const;
  Values exact(Value* x);
  Values exact(const Values& a, const Values& b);
  Value* rounded(const Values& a);

 private:
  llvm::Constant* power_of_two(int exponent, llvm::Type* like) const;
  Values tamed(Values a);
  int step() const { return type_->isFloatTy() ? 64 : 512; }  // twice the exponent of the largest factor

  Builder& b_;
  llvm::Type* type_;
};

}  // namespace hammock::jit
