// SPDX-License-Identifier: Apache-2.0
// One step of k: a load per vector of the panel, a broadcast per row, a multiply-add per sum. The loop is rolled,
// because 24 to 28 multiply-adds hide its overhead; only tiles with few sums are unrolled, with partial sums of their
// own, since there the latency of the additions would be the limit. A step that fetches has a loop around it, with a
// few lines for each round: all asked for at once would keep the panel's own from coming.
//
// What x86 with AVX2 or AVX-512 multiplies in registers is written as assembly (gemm_assembly.h), unless the code is
// for other sizes as well; the LLVM IR here is for that, and for all other machines and types.
#include "gemm_step.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "gemm_assembly.h"
#include "hammock/base/check.h"

namespace hammock::jit {

llvm::Type* gemm_element(llvm::IRBuilder<>& b, Packed type) {
  switch (type) {
    case Packed::f32:
    case Packed::pairs: return b.getFloatTy();
    case Packed::f64: return b.getDoubleTy();
    case Packed::i64: return b.getInt64Ty();
    case Packed::i32:
    case Packed::quads:
    case Packed::shorts: return b.getInt32Ty();
  }
  return nullptr;
}

std::vector<llvm::Value*> counted_loop(llvm::IRBuilderBase& b, llvm::Value* begin, llvm::Value* end, int64_t step,
                                       const std::vector<llvm::Value*>& start, const LoopBody& body) {
  auto block = [&] { return llvm::BasicBlock::Create(b.getContext(), "", b.GetInsertBlock()->getParent()); };
  llvm::BasicBlock *before = b.GetInsertBlock(), *inside = block(), *after = block();
  b.CreateCondBr(b.CreateICmpSLT(begin, end), inside, after);
  b.SetInsertPoint(inside);
  auto phi = [&](llvm::Value* first) {
    llvm::PHINode* p = b.CreatePHI(first->getType(), 2);
    p->addIncoming(first, before);
    return p;
  };
  llvm::PHINode* i = phi(begin);
  std::vector<llvm::PHINode*> phis;
  for (llvm::Value* value : start) phis.push_back(phi(value));
  std::vector<llvm::Value*> carried(phis.begin(), phis.end());
  body(i, carried);
  llvm::Value* next = b.CreateNSWAdd(i, b.getInt64(static_cast<uint64_t>(step)));
  llvm::BasicBlock* last = b.GetInsertBlock();
  i->addIncoming(next, last);
  for (size_t k = 0; k < phis.size(); ++k) phis[k]->addIncoming(carried[k], last);
  b.CreateCondBr(b.CreateICmpSLT(next, end), inside, after);
  b.SetInsertPoint(after);
  std::vector<llvm::Value*> out;
  for (size_t k = 0; k < phis.size(); ++k) {
    llvm::PHINode* p = phi(start[k]);
    p->addIncoming(carried[k], last);
    out.push_back(p);
  }
  return out;
}

llvm::Value* emit_multiply_add(llvm::IRBuilderBase& b, const Host& host, llvm::Value* a, llvm::Value* x,
                               llvm::Value* sum) {
  if (host.has_fma) return b.CreateIntrinsic(llvm::Intrinsic::fma, {sum->getType()}, {a, x, sum});
  return b.CreateFAdd(b.CreateFMul(a, x), sum);
}

void emit_fetch(llvm::IRBuilderBase& b, llvm::Value* place, int64_t bytes) {
  constexpr uint32_t kRead = 0, kL2 = 2, kData = 1;
  for (int64_t at = 0; at < bytes; at += 64)
    b.CreateIntrinsic(llvm::Intrinsic::prefetch, {b.getPtrTy()},
                      {b.CreateConstGEP1_64(b.getInt8Ty(), place, static_cast<uint64_t>(at)), b.getInt32(kRead),
                       b.getInt32(kL2), b.getInt32(kData)});
}

llvm::Value* emit_widened_load(llvm::IRBuilderBase& b, llvm::FixedVectorType* type, llvm::Value* place, DType dtype,
                               llvm::Value* mask) {
  llvm::Type* element = dtype == kFloat16    ? b.getHalfTy()
                        : dtype == kBfloat16 ? static_cast<llvm::Type*>(b.getInt16Ty())
                                             : type->getElementType();
  auto* stored = llvm::FixedVectorType::get(element, type->getNumElements());
  const llvm::Align align(static_cast<uint64_t>(dtype.bytes()));
  llvm::Value* loaded = mask == nullptr
                            ? static_cast<llvm::Value*>(b.CreateAlignedLoad(stored, place, align))
                            : b.CreateMaskedLoad(stored, place, align, mask, llvm::Constant::getNullValue(stored));
  if (dtype == kFloat16) return b.CreateFPExt(loaded, type);
  if (dtype != kBfloat16) return loaded;
  llvm::Value* wide = b.CreateZExt(loaded, llvm::FixedVectorType::get(b.getInt32Ty(), type->getNumElements()));
  return b.CreateBitCast(b.CreateShl(wide, 16), type);
}

std::string GemmLoop::name() const {
  static constexpr const char* kTypes[] = {"f32", "f64", "i32", "i64", "quads", "pairs", "shorts"};
  return std::string("gemm_") + kTypes[static_cast<int>(type)] + (has_header ? "_header" : "") +
         (is_left_signed ? "_of_signed_"
          : flips_left   ? "_of_flipped_"
                         : "_") +
         std::to_string(rows) + "x" + std::to_string(columns) +
         (row_bytes == 0 ? "" : "_rows" + std::to_string(row_bytes)) +
         (line == 0 ? "" : "_lines" + std::to_string(line) + "x" + std::to_string(line_bytes)) +
         (has_offsets         ? "_window"
          : has_right_offsets ? "_columns"
                              : "") +
         (right == kFloat16    ? "_of_halves"
          : right == kBfloat16 ? "_of_bfloats"
                               : "") +
         (fetches ? "_fetch" : "");
}

namespace {

llvm::Function* declare(const Emission& e, const std::string& name, bool fetches) {
  llvm::Type *pointer = llvm::PointerType::getUnqual(e.llvm), *i64 = llvm::Type::getInt64Ty(e.llvm);
  std::vector<llvm::Type*> types{i64, pointer, i64, pointer, i64, pointer, i64};
  if (fetches) types.insert(types.end(), {pointer, i64, i64, i64});
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(e.llvm), types, false);
  auto* out = llvm::Function::Create(type, llvm::Function::WeakODRLinkage, name, e.module);
  set_kernel_attributes(*out, e.host);
  return out;
}

class StepEmitter {
 public:
  StepEmitter(const Emission& emission, const GemmLoop& loop)
      : e_(emission),
        type_(loop.type),
        b_(emission.llvm),
        rows_(loop.rows),
        row_bytes_(loop.row_bytes == 0 ? packed_bytes(loop.type) : loop.row_bytes),
        line_(loop.line == 0 ? loop.rows : loop.line),
        line_bytes_(loop.line_bytes),
        has_header_(loop.has_header),
        is_left_signed_(loop.is_left_signed),
        flips_left_(loop.flips_left),
        fetches_(loop.fetches),
        has_offsets_(loop.has_offsets),
        has_right_offsets_(loop.has_right_offsets),
        right_(loop.right),
        element_(gemm_element(b_, type_)) {
    lanes_ = emission.host.vector_bytes / packed_bytes(type_);
    vectors_ = loop.columns / lanes_;
    vector_ = llvm::FixedVectorType::get(element_, static_cast<unsigned>(lanes_));
    align_ = llvm::Align(static_cast<uint64_t>(packed_bytes(type_)));
  }

  void emit(const std::string& name) {
    llvm::Type* pointer = b_.getPtrTy();
    function_ = declare(e_, name, fetches_);
    if (unrolling() == 1) function_->addFnAttr(kCounted);
    constexpr int64_t kMaxOffsets = 8;  // in registers
    if (rows_ > kMaxOffsets) function_->addFnAttr(kFixedNumbers);
    // By LLVM's models of earlier processors, loads are moved ahead of what needs them until registers run out.
    constexpr const char* kModel = "sapphirerapids";
    if (e_.host.has_masks && e_.host.cpu != kModel) function_->addFnAttr("tune-cpu", kModel);
    for (unsigned i : {1u, 3u, 5u}) function_->addParamAttr(i, llvm::Attribute::NoAlias);
    b_.SetInsertPoint(block());
    Point at{has_offsets_ ? b_.CreateIntToPtr(arg(2), pointer) : arg(1),
             has_right_offsets_ ? b_.CreateIntToPtr(arg(4), pointer) : arg(3),
             std::vector<llvm::Value*>(static_cast<size_t>(rows_ * vectors_), llvm::Constant::getNullValue(vector_))};
    const int64_t unroll = unrolling();
    HAMMOCK_CHECK(unroll == 1 || !fetches_, "partial sums would depend on what is fetched");
    if (fetches_) {
      at = fetching_loop(at);
      llvm::Value* made = b_.CreateAdd(b_.CreateMul(arg(8), arg(9)), arg(10));
      at = loop(at, b_.CreateSub(arg(0), made), 1);
    } else if (unroll > 1) {
      llvm::Value* times = b_.CreateUDiv(arg(0), b_.getInt64(unroll));
      at = loop(at, times, unroll);
      at = loop(at, b_.CreateURem(arg(0), b_.getInt64(unroll)), 1);
    } else {
      at = loop(at, arg(0), 1);
    }
    if (has_header_) add_header(at.sums);
    store(at.sums);
  }

 private:
  struct Point {
    llvm::Value *a, *b;  // the left factor's element of row 0, the panel; or their offsets
    std::vector<llvm::Value*> sums;
  };

  llvm::Value* arg(unsigned i) { return function_->getArg(i); }
  llvm::BasicBlock* block() { return llvm::BasicBlock::Create(e_.llvm, "", function_); }
  int64_t unrolling() const { return gemm_unrolling(rows_ * vectors_); }

  llvm::Value* multiply_add(llvm::Value* a, llvm::Value* b, llvm::Value* sum) {
    switch (type_) {
      case Packed::f32:
      case Packed::f64: return emit_multiply_add(b_, e_.host, a, b, sum);
      case Packed::i32:
      case Packed::i64: return b_.CreateAdd(b_.CreateMul(a, b), sum);
      case Packed::quads: {
        if (is_left_signed_) std::swap(a, b);  // the instruction's first factor is not signed
        return b_.CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpdpbusd_512, {}, {sum, a, b});
      }
      case Packed::pairs: {
        auto* pairs = llvm::FixedVectorType::get(b_.getBFloatTy(), 2 * vector_->getNumElements());
        llvm::Value* const args[] = {sum, b_.CreateBitCast(a, pairs), b_.CreateBitCast(b, pairs)};
        return b_.CreateIntrinsic(llvm::Intrinsic::x86_avx512bf16_dpbf16ps_512, {}, args);
      }
      case Packed::shorts: {
        auto* shorts = llvm::FixedVectorType::get(b_.getInt16Ty(), 2 * vector_->getNumElements());
        const llvm::Intrinsic::ID madd = lanes_ == 16  ? llvm::Intrinsic::x86_avx512_pmaddw_d_512
                                         : lanes_ == 8 ? llvm::Intrinsic::x86_avx2_pmadd_wd
                                                       : llvm::Intrinsic::x86_sse2_pmadd_wd;
        llvm::Value* const args[] = {b_.CreateBitCast(a, shorts), b_.CreateBitCast(b, shorts)};
        return b_.CreateAdd(b_.CreateIntrinsic(madd, {}, args), sum);
      }
    }
    return nullptr;
  }
  llvm::Value* add(llvm::Value* a, llvm::Value* b) {
    return element_->isFloatingPointTy() ? b_.CreateFAdd(a, b) : b_.CreateAdd(a, b);
  }

  llvm::Value* with_offset(llvm::Value* base, llvm::Value* place) {
    llvm::Value* offset = b_.CreateAlignedLoad(b_.getInt32Ty(), place, llvm::Align(4));
    return b_.CreateInBoundsGEP(b_.getInt8Ty(), base, b_.CreateSExt(offset, b_.getInt64Ty()));
  }

  int64_t row_place(int64_t row) const { return row / line_ * line_bytes_ + row % line_ * row_bytes_; }

  // The left factor's element of each row, in all lanes. Where a multiply-add takes one lane of a register, rows that
  // lie side by side come as vectors.
  std::vector<llvm::Value*> rows_of(llvm::Value* a) {
    std::vector<llvm::Value*> out;
    const bool has_vectors = e_.host.has_lane_operands && row_bytes_ == packed_bytes(type_) && line_ == rows_;
    if (has_offsets_) a = with_offset(arg(1), a);
    while (static_cast<int64_t>(out.size()) < rows_) {
      const auto r = static_cast<int64_t>(out.size());
      int64_t count = has_vectors ? lanes_ : 1;
      while (count > rows_ - r) count /= 2;
      llvm::Value* place = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), a, static_cast<uint64_t>(row_place(r)));
      llvm::Type* type = count == 1 ? element_ : llvm::FixedVectorType::get(element_, static_cast<unsigned>(count));
      llvm::Value* loaded = b_.CreateAlignedLoad(type, place, align_);
      if (flips_left_) loaded = b_.CreateXor(loaded, llvm::ConstantInt::get(type, kFlippedSigns));
      for (int64_t i = 0; i < count; ++i) {
        const std::vector<int> lane(static_cast<size_t>(lanes_), static_cast<int>(i));
        out.push_back(count == 1 ? b_.CreateVectorSplat(static_cast<unsigned>(lanes_), loaded)
                                 : b_.CreateShuffleVector(loaded, lane));
      }
    }
    return out;
  }

  // sums += one step of k at the two addresses
  void step(llvm::Value* a, llvm::Value* b, std::vector<llvm::Value*>& sums) {
    std::vector<llvm::Value*> panel;
    if (has_right_offsets_) b = with_offset(arg(3), b);
    const bool widens = right_ == kFloat16 || right_ == kBfloat16;
    const int64_t bytes = lanes_ * (widens ? right_.bytes() : packed_bytes(type_));
    for (int64_t v = 0; v < vectors_; ++v) {
      llvm::Value* place = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), b, static_cast<uint64_t>(v * bytes));
      panel.push_back(widens ? emit_widened_load(b_, vector_, place, right_)
                             : b_.CreateAlignedLoad(vector_, place, align_));
    }
    const std::vector<llvm::Value*> splats = rows_of(a);
    for (int64_t r = 0; r < rows_; ++r) {
      llvm::Value* row = splats[static_cast<size_t>(r)];
      for (int64_t v = 0; v < vectors_; ++v) {
        llvm::Value*& sum = sums[static_cast<size_t>(r * vectors_ + v)];
        sum = multiply_add(row, panel[static_cast<size_t>(v)], sum);
      }
    }
  }

  llvm::Value* place_after(llvm::Value* place, llvm::Value* step, bool has_offsets) {
    return has_offsets ? b_.CreateConstInBoundsGEP1_64(b_.getInt32Ty(), place, 1)
                       : b_.CreateInBoundsGEP(b_.getInt8Ty(), place, step);
  }

  // `times` rounds of `unroll` steps, each of which has sums of its own; added in order at the end.
  Point loop(const Point& from, llvm::Value* times, int64_t unroll, bool may_be_none = true) {
    const size_t count = from.sums.size();
    std::vector<llvm::Value*> start = from.sums;
    start.resize(count * static_cast<size_t>(unroll), llvm::Constant::getNullValue(vector_));
    llvm::BasicBlock *before = b_.GetInsertBlock(), *inside = block(), *after = block();
    if (may_be_none) b_.CreateCondBr(b_.CreateICmpEQ(times, b_.getInt64(0)), after, inside);
    else b_.CreateBr(inside);

    b_.SetInsertPoint(inside);
    auto phi = [&](llvm::Value* first) {
      llvm::PHINode* p = b_.CreatePHI(first->getType(), 2);
      p->addIncoming(first, before);
      return p;
    };
    llvm::PHINode *left = phi(times), *a = phi(from.a), *b = phi(from.b);
    std::vector<llvm::PHINode*> phis;
    for (llvm::Value* v : start) phis.push_back(phi(v));
    std::vector<llvm::Value*> sums(phis.begin(), phis.end());
    llvm::Value *next_a = a, *next_b = b;
    for (int64_t u = 0; u < unroll; ++u) {
      std::vector<llvm::Value*> part(sums.begin() + static_cast<long>(count) * u,
                                     sums.begin() + static_cast<long>(count) * (u + 1));
      step(next_a, next_b, part);
      std::copy(part.begin(), part.end(), sums.begin() + static_cast<long>(count) * u);
      next_a = place_after(next_a, arg(2), has_offsets_);
      next_b = place_after(next_b, arg(4), has_right_offsets_);
    }
    llvm::Value* fewer = b_.CreateNUWSub(left, b_.getInt64(1));
    left->addIncoming(fewer, inside);
    a->addIncoming(next_a, inside);
    b->addIncoming(next_b, inside);
    for (size_t i = 0; i < phis.size(); ++i) phis[i]->addIncoming(sums[i], inside);
    b_.CreateCondBr(b_.CreateICmpEQ(fewer, b_.getInt64(0)), after, inside);

    b_.SetInsertPoint(after);
    auto merge = [&](llvm::Value* skipped, llvm::Value* looped) -> llvm::Value* {
      if (!may_be_none) return looped;
      llvm::PHINode* p = b_.CreatePHI(skipped->getType(), 2);
      p->addIncoming(skipped, before);
      p->addIncoming(looped, inside);
      return p;
    };
    Point out{merge(from.a, next_a), merge(from.b, next_b), {}};
    std::vector<llvm::Value*> merged;
    for (size_t i = 0; i < sums.size(); ++i) merged.push_back(merge(start[i], sums[i]));
    out.sums.assign(merged.begin(), merged.begin() + static_cast<long>(count));
    for (size_t i = count; i < merged.size(); ++i) out.sums[i % count] = add(out.sums[i % count], merged[i]);
    return out;
  }

  // A place for every so many steps.
  Point fetching_loop(const Point& from) {
    llvm::BasicBlock *before = b_.GetInsertBlock(), *outside = block(), *after = block();
    b_.CreateCondBr(b_.CreateICmpEQ(arg(8), b_.getInt64(0)), after, outside);
    b_.SetInsertPoint(outside);
    auto phi = [&](llvm::Value* first) {
      llvm::PHINode* p = b_.CreatePHI(first->getType(), 2);
      p->addIncoming(first, before);
      return p;
    };
    llvm::PHINode *left = phi(arg(8)), *ahead = phi(arg(7)), *a = phi(from.a), *b = phi(from.b);
    std::vector<llvm::PHINode*> phis;
    for (llvm::Value* v : from.sums) phis.push_back(phi(v));
    llvm::Value* place = b_.CreateLoad(b_.getPtrTy(), ahead);
    emit_fetch(b_, place, fetched_at_once(vectors_ * e_.host.vector_bytes));
    llvm::Value* longer = b_.CreateZExt(b_.CreateICmpULE(left, arg(10)), b_.getInt64Ty());
    Point inner =
        loop({a, b, std::vector<llvm::Value*>(phis.begin(), phis.end())}, b_.CreateAdd(arg(9), longer), 1, false);
    llvm::Value* fewer = b_.CreateNUWSub(left, b_.getInt64(1));
    llvm::BasicBlock* inside = b_.GetInsertBlock();
    left->addIncoming(fewer, inside);
    ahead->addIncoming(b_.CreateConstInBoundsGEP1_64(b_.getPtrTy(), ahead, 1), inside);
    a->addIncoming(inner.a, inside);
    b->addIncoming(inner.b, inside);
    for (size_t i = 0; i < phis.size(); ++i) phis[i]->addIncoming(inner.sums[i], inside);
    b_.CreateCondBr(b_.CreateICmpEQ(fewer, b_.getInt64(0)), after, outside);
    b_.SetInsertPoint(after);
    auto merge = [&](llvm::Value* skipped, llvm::Value* looped) -> llvm::Value* {
      llvm::PHINode* p = b_.CreatePHI(skipped->getType(), 2);
      p->addIncoming(skipped, before);
      p->addIncoming(looped, inside);
      return p;
    };
    Point out{merge(from.a, inner.a), merge(from.b, inner.b), {}};
    for (size_t i = 0; i < phis.size(); ++i) out.sums.push_back(merge(from.sums[i], inner.sums[i]));
    return out;
  }

  void add_header(std::vector<llvm::Value*>& sums) {
    for (int64_t v = 0; v < vectors_; ++v) {
      llvm::Value* place = b_.CreateConstGEP1_64(vector_, arg(3), static_cast<uint64_t>(v - vectors_));
      llvm::Value* header = b_.CreateAlignedLoad(vector_, place, align_);
      for (int64_t r = 0; r < rows_; ++r)
        sums[static_cast<size_t>(r * vectors_ + v)] = add(sums[static_cast<size_t>(r * vectors_ + v)], header);
    }
  }

  void store(const std::vector<llvm::Value*>& sums) {
    llvm::BasicBlock *adds = block(), *overwrites = block();
    b_.CreateCondBr(b_.CreateICmpNE(arg(6), b_.getInt64(0)), adds, overwrites);
    for (llvm::BasicBlock* way : {adds, overwrites}) {
      b_.SetInsertPoint(way);
      for (size_t i = 0; i < sums.size(); ++i) {
        llvm::Value* place = b_.CreateConstInBoundsGEP1_64(vector_, arg(5), i);
        llvm::Value* sum = way == adds ? add(b_.CreateAlignedLoad(vector_, place, align_), sums[i]) : sums[i];
        b_.CreateAlignedStore(sum, place, align_);
      }
      b_.CreateRetVoid();
    }
  }

  const Emission& e_;
  Packed type_;
  llvm::IRBuilder<> b_;
  int64_t rows_, row_bytes_, line_, line_bytes_, lanes_ = 1, vectors_ = 1;
  bool has_header_, is_left_signed_, flips_left_, fetches_, has_offsets_, has_right_offsets_;
  DType right_;
  llvm::Type* element_;
  llvm::FixedVectorType* vector_ = nullptr;
  llvm::Align align_;
  llvm::Function* function_ = nullptr;
};

void emit_assembly(const Emission& e, const std::string& name, const GemmLoop& loop, const std::string& text) {
  llvm::Function* function = declare(e, name, loop.fetches);
  for (const auto attribute : {llvm::Attribute::Naked, llvm::Attribute::NoInline}) function->addFnAttr(attribute);
  function->addFnAttr(kCounted);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(e.llvm, "", function));
  auto* type = llvm::FunctionType::get(b.getVoidTy(), false);
  b.CreateCall(llvm::InlineAsm::get(type, text, "", /*hasSideEffects=*/true));
  b.CreateUnreachable();
}

}  // namespace

int64_t gemm_unrolling(int64_t sums) {
  int64_t unroll = 1;
  while (unroll < 8 && sums * unroll < kFewestSums) unroll *= 2;
  return unroll;
}

void emit_gemm_step(const Emission& emission, const GemmLoop& loop) {
  const std::string name = loop.name();
  if (emission.module.getFunction(name) != nullptr) return;
  std::optional<std::string> text;
  if (!emission.has_sizes) text = gemm_assembly(emission.host, loop);
  if (text) emit_assembly(emission, name, loop, *text);
  else StepEmitter(emission, loop).emit(name);
}

}  // namespace hammock::jit
