// SPDX-License-Identifier: Apache-2.0
// A round takes 64 bytes of k: a tile for each row of the grid from the left factor's rows, one for each column from
// the panel, and a product for each sum. Four sums or more hide the time that a product takes.
//
// Here a GemmStep's `a` are rows that are a_step apart and go on along k; k counts groups of four bytes, and is a
// multiple of a tile's. A step that fetches asks for kPlacesOfRound places in each round, in the last ones again.
#include "tile_step.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>

#include "gemm_step.h"
#include "hammock/runtime/tiles.h"

namespace hammock::jit {

std::optional<Packed> tile_type(DType acc, DType lhs, DType rhs, const Host& host) {
  auto is_byte = [](DType t) { return t == kInt8 || t == kUint8; };
  const bool is_int = acc.is_integral() && acc.bits <= 32 && !acc.is_boolean();
  if (is_int && is_byte(lhs) && is_byte(rhs) && (host.tile_products & kTileInt8)) return Packed::quads;
  const bool is_float = acc.is_any_float() && acc != kFloat64;
  if (is_float && lhs == kBfloat16 && rhs == kBfloat16 && (host.tile_products & kTileBf16)) return Packed::pairs;
  return std::nullopt;
}

std::string TileLoop::name() const {
  const std::string types =
      type == Packed::pairs ? "bf16" : std::string(is_left_signed ? "s8" : "u8") + (is_right_signed ? "s8" : "u8");
  return "tiles_" + types + "_" + std::to_string(grid.down) + "x" + std::to_string(grid.across) +
         (fetches ? "_fetch" : "");
}

namespace {

class TileEmitter {
 public:
  TileEmitter(const Emission& emission, const TileLoop& loop)
      : e_(emission), loop_(loop), grid_(loop.grid), b_(emission.llvm) {}

  void emit(const std::string& name) {
    llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
    std::vector<llvm::Type*> types{i64, pointer, i64, pointer, i64, pointer, i64};
    if (loop_.fetches) types.insert(types.end(), {pointer, i64, i64, i64});
    auto* type = llvm::FunctionType::get(b_.getVoidTy(), types, false);
    function_ = llvm::Function::Create(type, llvm::Function::WeakODRLinkage, name, e_.module);
    set_kernel_attributes(*function_, e_.host);
    function_->addFnAttr(kCounted);
    function_->addFnAttr(kFixedNumbers);
    for (unsigned i : {1u, 3u, 5u}) function_->addParamAttr(i, llvm::Attribute::NoAlias);
    b_.SetInsertPoint(block());
    begin();
    llvm::Value* const column = b_.getInt64(static_cast<uint64_t>(grid_.across * kTileRowBytes));
    std::vector<llvm::Value*> start{arg(1), arg(3)};
    if (loop_.fetches) start.push_back(arg(7));
    counted_loop(b_, b_.getInt64(0), arg(0), kTileRows, start, [&](llvm::Value*, std::vector<llvm::Value*>& at) {
      if (loop_.fetches) at[2] = fetch(at[2]);
      round(at[0], at[1], column);
      at[0] = place(at[0], kTileRowBytes);
      at[1] = place(at[1], kTileRows * grid_.across * kTileRowBytes);
    });
    each_sum([&](int tile, llvm::Value* to) { call(kStore, tile, to, column); });
    b_.CreateRetVoid();
  }

 private:
  enum Action : uint8_t { kLoad, kStore };

  llvm::Value* arg(unsigned i) { return function_->getArg(i); }
  llvm::BasicBlock* block() { return llvm::BasicBlock::Create(e_.llvm, "", function_); }
  llvm::Value* place(llvm::Value* from, int64_t bytes) {
    return b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), from, static_cast<uint64_t>(bytes));
  }
  llvm::Value* number(int tile) {
    return e_.host.has_soft_tiles ? static_cast<llvm::Value*>(b_.getInt32(static_cast<uint32_t>(tile)))
                                  : b_.getInt8(static_cast<uint8_t>(tile));
  }

  void call_soft(const char* name, llvm::ArrayRef<llvm::Value*> args) {
    std::vector<llvm::Type*> types;
    for (llvm::Value* a : args) types.push_back(a->getType());
    llvm::FunctionCallee callee =
        e_.module.getOrInsertFunction(name, llvm::FunctionType::get(b_.getVoidTy(), types, false));
    b_.CreateCall(callee, args);
  }
  void call(Action action, int tile, llvm::Value* at, llvm::Value* stride) {
    llvm::Value* const args[] = {number(tile), at, stride};
    if (e_.host.has_soft_tiles) return call_soft(action == kLoad ? "hammock_tile_load" : "hammock_tile_store", args);
    b_.CreateIntrinsic(action == kLoad ? llvm::Intrinsic::x86_tileloadd64 : llvm::Intrinsic::x86_tilestored64, {},
                       args);
  }
  void zero(int tile) {
    if (e_.host.has_soft_tiles) return call_soft("hammock_tile_zero", {number(tile)});
    b_.CreateIntrinsic(llvm::Intrinsic::x86_tilezero, {}, {number(tile)});
  }
  void multiply(int sum, int left, int right) {
    const bool is_bf16 = loop_.type == Packed::pairs, l = loop_.is_left_signed, r = loop_.is_right_signed;
    if (e_.host.has_soft_tiles) {
      const uint32_t product = is_bf16 ? kSoftBf16 : (l ? kSoftLeftSigned : 0u) | (r ? kSoftRightSigned : 0u);
      return call_soft("hammock_tile_multiply", {b_.getInt32(product), number(sum), number(left), number(right)});
    }
    const llvm::Intrinsic::ID id = is_bf16  ? llvm::Intrinsic::x86_tdpbf16ps
                                   : l && r ? llvm::Intrinsic::x86_tdpbssd
                                   : l      ? llvm::Intrinsic::x86_tdpbsud
                                   : r      ? llvm::Intrinsic::x86_tdpbusd
                                            : llvm::Intrinsic::x86_tdpbuud;
    b_.CreateIntrinsic(id, {}, {number(sum), number(left), number(right)});
  }

  template <class F>
  void each_sum(F&& f) {
    for (int64_t i = 0; i < grid_.down; ++i)
      for (int64_t j = 0; j < grid_.across; ++j)
        f(grid_.sum(i, j), place(arg(5), (i * kTileRows * grid_.across + j) * kTileRowBytes));
  }

  // The sums so far, or none.
  void begin() {
    llvm::BasicBlock *adds = block(), *overwrites = block(), *after = block();
    b_.CreateCondBr(b_.CreateICmpNE(arg(6), b_.getInt64(0)), adds, overwrites);
    b_.SetInsertPoint(adds);
    llvm::Value* const column = b_.getInt64(static_cast<uint64_t>(grid_.across * kTileRowBytes));
    each_sum([&](int tile, llvm::Value* from) { call(kLoad, tile, from, column); });
    b_.CreateBr(after);
    b_.SetInsertPoint(overwrites);
    each_sum([&](int tile, llvm::Value*) { zero(tile); });
    b_.CreateBr(after);
    b_.SetInsertPoint(after);
  }

  void round(llvm::Value* a, llvm::Value* b, llvm::Value* column) {
    for (int64_t i = 0; i < grid_.down; ++i) {
      llvm::Value* rows = i == 0
                              ? a
                              : b_.CreateGEP(b_.getInt8Ty(), a,
                                             b_.CreateMul(arg(2), b_.getInt64(static_cast<uint64_t>(i * kTileRows))));
      call(kLoad, grid_.left(i), rows, arg(2));
    }
    for (int64_t j = 0; j < grid_.across; ++j) {
      call(kLoad, grid_.right(j), place(b, j * kTileRowBytes), column);
      for (int64_t i = 0; i < grid_.down; ++i) multiply(grid_.sum(i, j), grid_.left(i), grid_.right(j));
    }
  }

  // The next places, if there are any, are those of the next round.
  llvm::Value* fetch(llvm::Value* from) {
    for (uint64_t i = 0; i < kPlacesOfRound; ++i) {
      llvm::Value* at = b_.CreateLoad(b_.getPtrTy(), b_.CreateConstInBoundsGEP1_64(b_.getPtrTy(), from, i));
      emit_fetch(b_, at, grid_.across * kTileRowBytes);
    }
    llvm::Value* next = b_.CreateConstInBoundsGEP1_64(b_.getPtrTy(), from, kPlacesOfRound);
    llvm::Value* end = b_.CreateInBoundsGEP(b_.getPtrTy(), arg(7), arg(8));
    return b_.CreateSelect(b_.CreateICmpULT(next, end), next, from);
  }

  const Emission& e_;
  const TileLoop& loop_;
  const TileGrid grid_;
  llvm::IRBuilder<> b_;
  llvm::Function* function_ = nullptr;
};

}  // namespace

void emit_tile_step(const Emission& emission, const TileLoop& loop) {
  const std::string name = loop.name();
  if (emission.module.getFunction(name) == nullptr) TileEmitter(emission, loop).emit(name);
}

}  // namespace hammock::jit
