// SPDX-License-Identifier: Apache-2.0
// A loop over the columns of the kernel. In it, each row of the image is loaded once and multiplied by the rows of the
// kernel that meet it, which are in registers: an element of each in all lanes, or a vector of channels. Of
// groups of channels a vector's lanes change places first.
#include "depthwise_step.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>

#include <map>
#include <utility>
#include <vector>

#include "gemm_step.h"

namespace hammock::jit {

std::string depthwise_step_name(const DepthwisePlan& p) {
  static constexpr const char* kTypes[] = {"f32", "f64", "i32", "i64"};
  const ImageWindow& v = p.shape.window;
  std::string name = std::string("depthwise_") + kTypes[static_cast<int>(p.shape.type)] + "_" +
                     std::to_string(v.kernel_h) + "x" + std::to_string(p.columns()) + "_" + std::to_string(p.rows) +
                     "x" + std::to_string(p.tile_columns()) + "_of" + std::to_string(v.out_w) + "_rows" +
                     std::to_string(p.row_step());
  if (p.shape.depth > 1) name += "_groups";
  if (p.has_channel_lanes())
    name += "_channels" + std::to_string(p.vector_step()) + "_taps" + std::to_string(p.tap_bytes());
  for (int64_t kh = 1; kh < v.kernel_h; ++kh) name += "_" + std::to_string(p.offsets[kh * p.columns()]);
  return name;
}

void emit_depthwise_step(const Emission& emission, const DepthwisePlan& p) {
  const std::string name = depthwise_step_name(p);
  if (emission.module.getFunction(name)) return;
  const ImageWindow& v = p.shape.window;
  const int64_t e = p.element_bytes();
  llvm::IRBuilder<> b(emission.llvm);
  llvm::Type *pointer = b.getPtrTy(), *element = gemm_element(b, p.shape.type);
  auto* vector = llvm::FixedVectorType::get(element, static_cast<unsigned>(p.lanes));
  auto* function =
      llvm::Function::Create(llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer, pointer, pointer}, false),
                             llvm::Function::WeakODRLinkage, name, emission.module);
  set_kernel_attributes(*function, emission.host);
  for (unsigned i = 0; i < 4; ++i) function->addParamAttr(i, llvm::Attribute::NoAlias);
  b.SetInsertPoint(llvm::BasicBlock::Create(emission.llvm, "", function));
  const auto at = [&](llvm::Value* from, int64_t bytes) {
    return b.CreateConstGEP1_64(b.getInt8Ty(), from, static_cast<uint64_t>(bytes));
  };
  const llvm::Align align(static_cast<uint64_t>(e));
  const auto multiply_add = [&](llvm::Value* x, llvm::Value* w, llvm::Value* sum) {
    if (element->isFloatingPointTy()) return emit_multiply_add(b, emission.host, x, w, sum);
    return b.CreateAdd(b.CreateMul(x, w), sum);
  };

  // The sums that each row of the image belongs to, and by which row of the kernel.
  std::map<int64_t, std::vector<std::pair<int64_t, int64_t>>> uses;
  for (int64_t row = 0; row < p.rows; ++row)
    for (int64_t kh = 0; kh < v.kernel_h; ++kh)
      uses[row * p.row_step() * e + p.offsets[kh * p.columns()]].emplace_back(row, kh);

  std::vector<llvm::Value*> sums(static_cast<size_t>(p.rows * p.vectors), llvm::Constant::getNullValue(vector));
  sums = counted_loop(b, b.getInt64(0), b.getInt64(p.columns()), 1, sums, [&](llvm::Value* kw, auto& carried) {
    llvm::Value* offset = b.CreateLoad(b.getInt32Ty(), b.CreateGEP(b.getInt32Ty(), function->getArg(2), kw));
    llvm::Value* image = b.CreateGEP(b.getInt8Ty(), function->getArg(0), b.CreateSExt(offset, b.getInt64Ty()));
    llvm::Value* column = b.CreateGEP(b.getInt8Ty(), function->getArg(1), b.CreateMul(kw, b.getInt64(p.tap_bytes())));
    std::vector<llvm::Value*> weights;
    for (int64_t kh = 0; kh < v.kernel_h; ++kh) {
      llvm::Value* place = at(column, kh * p.columns() * p.tap_bytes());
      weights.push_back(p.has_channel_lanes() ? b.CreateAlignedLoad(vector, place, align)
                                              : b.CreateVectorSplat(static_cast<unsigned>(p.lanes),
                                                                    b.CreateAlignedLoad(element, place, align)));
    }
    llvm::Value* places = nullptr;
    if (p.shape.depth > 1)
      places = b.CreateAlignedLoad(llvm::FixedVectorType::get(b.getInt32Ty(), static_cast<unsigned>(p.lanes)),
                                   at(column, v.kernel_h * p.columns() * p.tap_bytes()), align);
    for (const auto& [bytes, meets] : uses)
      for (int64_t i = 0; i < p.vectors; ++i) {
        llvm::Value* x = b.CreateAlignedLoad(vector, at(image, bytes + i * p.vector_step() * e), align);
        if (places) x = b.CreateIntrinsic(llvm::Intrinsic::x86_avx512_permvar_sf_512, {}, {x, places});
        for (auto [row, kh] : meets) {
          llvm::Value*& sum = carried[static_cast<size_t>(row * p.vectors + i)];
          sum = multiply_add(x, weights[static_cast<size_t>(kh)], sum);
        }
      }
  });
  for (int64_t row = 0; row < p.rows; ++row)
    for (int64_t i = 0; i < p.vectors; ++i)
      b.CreateAlignedStore(sums[static_cast<size_t>(row * p.vectors + i)],
                           at(function->getArg(3), (row * v.out_w * p.channels + i * p.lanes) * e), align);
  b.CreateRetVoid();
}

}  // namespace hammock::jit
