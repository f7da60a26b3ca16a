// SPDX-License-Identifier: Apache-2.0
// What the emitters of both kernels of attention share: vectors of scores, and what bias and weights are to them.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

#include "compiled_kernel.h"
#include "gemm_step.h"
#include "math.h"

namespace hammock::jit {

class ScoreEmitter {
 protected:
  using Value = llvm::Value;

  ScoreEmitter(const Emission& emission, const loop::Attention& attention, Packed type)
      : e_(emission),
        scale_(attention.scale),
        cap_(attention.cap),
        bias_replaces_(attention.bias_replaces),
        b_(emission.llvm),
        math_(b_, emission.host),
        element_(gemm_element(b_, type)),
        lanes_(emission.host.vector_bytes / packed_bytes(type)),
        vector_(llvm::FixedVectorType::get(element_, static_cast<unsigned>(lanes_))),
        align_(static_cast<uint64_t>(packed_bytes(type))) {}

  void begin(const std::string& name, const std::vector<llvm::Type*>& types) {
    function_ = llvm::Function::Create(llvm::FunctionType::get(b_.getVoidTy(), types, false),
                                       llvm::Function::ExternalLinkage, name, e_.module);
    set_kernel_attributes(*function_, e_.host);
    b_.SetInsertPoint(block());
  }

  Value* arg(unsigned i) { return function_->getArg(i); }
  llvm::BasicBlock* block() { return llvm::BasicBlock::Create(e_.llvm, "", function_); }
  Value* splat(double x) { return llvm::ConstantFP::get(vector_, x); }
  Value* greater(Value* a, Value* b) { return b_.CreateSelect(b_.CreateFCmpOGT(a, b), a, b); }
  // The score of a product of query and key.
  Value* scaled(Value* product) {
    Value* const score = b_.CreateFMul(product, splat(scale_));
    if (cap_ == 0) return score;
    return b_.CreateFMul(math_.call("tanh", element_->isFloatTy() ? kFloat32 : kFloat64, {{score}}), splat(cap_));
  }
  Value* with_bias(Value* score, Value* bias) {
    if (!bias_replaces_) return b_.CreateFAdd(score, bias);
    return b_.CreateSelect(b_.CreateFCmpUNE(bias, splat(0)), bias, score);
  }

  // Vector v from `base` on.
  Value* load_one(Value* base, int64_t v) { return b_.CreateAlignedLoad(vector_, place_of(base, v), align_); }
  void store_one(Value* value, Value* base, int64_t v) { b_.CreateAlignedStore(value, place_of(base, v), align_); }

  const Emission& e_;
  double scale_;
  double cap_;
  bool bias_replaces_;
  llvm::IRBuilder<> b_;
  Math math_;
  llvm::Type* element_;
  int64_t lanes_;
  llvm::FixedVectorType* vector_;
  llvm::Align align_;
  llvm::Function* function_ = nullptr;

 private:
  Value* place_of(Value* base, int64_t v) {
    return b_.CreateConstInBoundsGEP1_64(vector_, base, static_cast<uint64_t>(v));
  }
};

}  // namespace hammock::jit
