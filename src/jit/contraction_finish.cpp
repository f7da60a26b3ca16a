// SPDX-License-Identifier: Apache-2.0
#include "contraction_finish.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <utility>

#include "expr_emitter.h"
#include "gemm_step.h"

namespace hammock::jit {
namespace {

using loop::Contraction;

// A function of a rectangle: (buffers, batch, first row, rows, first column, columns, memory, ...). Of each row whole
// vectors are taken, then the rest.
class RectangleEmitter {
 protected:
  RectangleEmitter(const Emission& emission, const loop::LoweredKernel& kernel, const Roles& roles,
                   const IndexAnalysis& analysis)
      : e_(emission),
        kernel_(kernel),
        c_(std::get<Contraction>(kernel.body)),
        roles_(roles),
        analysis_(analysis),
        b_(emission.llvm) {}

  using Rows = std::function<void(ExprEmitter& expr)>;
  // What cannot be emitted, if something cannot.
  std::optional<std::string> emit_function(const std::string& name, bool has_stride, const Rows& rows) {
    llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
    std::vector<llvm::Type*> types{pointer, pointer, i64, i64, i64, i64, pointer};
    if (has_stride) types.push_back(i64);
    auto* type = llvm::FunctionType::get(b_.getVoidTy(), types, false);
    function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, e_.module);
    set_kernel_attributes(*function_, e_.host);
    for (unsigned i : {0u, 1u, 6u}) function_->addParamAttr(i, llvm::Attribute::NoAlias);
    b_.SetInsertPoint(llvm::BasicBlock::Create(e_.llvm, "entry", function_));
    std::vector<llvm::Value*> pointers;
    for (size_t i = 0; i < kernel_.buffers.size(); ++i)
      pointers.push_back(b_.CreateLoad(pointer, b_.CreateConstGEP1_64(pointer, arg(0), i)));
    ExprEmitter expr(b_, analysis_, kernel_, e_.host, std::move(pointers));
    for (size_t i = 0; i < roles_.batch.size(); ++i)
      expr.bind(roles_.batch[i].var, b_.CreateLoad(i64, b_.CreateConstGEP1_64(i64, arg(1), i)));
    rows(expr);
    b_.CreateRetVoid();
    return expr.unsupported();
  }

  llvm::Value* arg(unsigned i) { return function_->getArg(i); }

  template <class F>
  void loop(llvm::Value* begin, llvm::Value* end, int64_t step, F&& body) {
    counted_loop(b_, begin, end, step, {}, [&](llvm::Value* i, auto&) { body(i); });
  }

  // body(column, lanes, mask or null)
  template <class F>
  void each_vector(llvm::Value* columns, int lanes, bool has_tail, F&& body) {
    llvm::Value* whole = b_.CreateAnd(columns, b_.getInt64(-lanes));
    loop(b_.getInt64(0), whole, lanes, [&](llvm::Value* column) { body(column, lanes, nullptr); });
    if (has_tail && e_.host.has_masks)
      loop(whole, columns, lanes, [&](llvm::Value* column) { body(column, lanes, mask(column, columns, lanes)); });
    else if (has_tail) loop(whole, columns, 1, [&](llvm::Value* column) { body(column, 1, nullptr); });
  }

  llvm::Value* mask(llvm::Value* column, llvm::Value* columns, int lanes) {
    auto* type = llvm::FixedVectorType::get(b_.getInt1Ty(), static_cast<unsigned>(lanes));
    return b_.CreateIntrinsic(llvm::Intrinsic::get_active_lane_mask, {type, b_.getInt64Ty()}, {column, columns});
  }

  const Emission& e_;
  const loop::LoweredKernel& kernel_;
  const Contraction& c_;
  const Roles& roles_;
  const IndexAnalysis& analysis_;
  Builder b_;
  llvm::Function* function_ = nullptr;
};

class FinishEmitter : RectangleEmitter {
 public:
  FinishEmitter(const Emission& emission, const loop::LoweredKernel& kernel, const Roles& roles, const Sums& sums,
                const IndexAnalysis& analysis)
      : RectangleEmitter(emission, kernel, roles, analysis), sums_(sums) {}

  std::optional<std::string> emit(const std::string& name) {
    return emit_function(name, false, [&](ExprEmitter& expr) {
      loop(b_.getInt64(0), arg(3), 1, [&](llvm::Value* row) {
        expr.bind(roles_.rows.var, split(expr, b_.CreateAdd(arg(2), row), roles_.rows, roles_.row_batch));
        llvm::Value* sums = b_.CreateGEP(element(), arg(6), b_.CreateMul(row, b_.getInt64(sums_.columns)));
        const int lanes = e_.host.vector_bytes / static_cast<int>(packed_bytes(sums_.type));
        each_vector(arg(5), lanes, sums_.has_tail,
                    [&](llvm::Value* column, int of, llvm::Value* mask) { point(expr, sums, column, of, mask); });
      });
    });
  }

 private:
  llvm::Type* element() { return gemm_element(b_, sums_.type); }

  // Binds the axes of `batch` for an index over (batch.., axis); returns the part of the axis.
  llvm::Value* split(ExprEmitter& expr, llvm::Value* index, const loop::Axis& axis,
                     const std::vector<loop::Axis>& batch) {
    if (batch.empty()) return index;
    llvm::Value* extent = b_.getInt64(static_cast<uint64_t>(axis.extent));
    llvm::Value* inner = b_.CreateURem(index, extent);
    llvm::Value* outer = b_.CreateUDiv(index, extent);
    for (size_t i = batch.size(); i-- > 0;) {
      extent = b_.getInt64(static_cast<uint64_t>(batch[i].extent));
      expr.bind(batch[i].var, b_.CreateURem(outer, extent));
      outer = b_.CreateUDiv(outer, extent);
    }
    return inner;
  }

  void point(ExprEmitter& expr, llvm::Value* sums, llvm::Value* column, int lanes, llvm::Value* mask) {
    llvm::Value* first = split(expr, b_.CreateAdd(arg(4), column), roles_.columns, roles_.column_batch);
    expr.begin(lanes, roles_.columns.var, first, mask);
    llvm::Type* type = lanes == 1 ? element() : llvm::FixedVectorType::get(element(), static_cast<unsigned>(lanes));
    llvm::Value* acc = b_.CreateAlignedLoad(type, b_.CreateGEP(element(), sums, column),
                                            llvm::Align(static_cast<uint64_t>(packed_bytes(sums_.type))));
    if (c_.acc_dtype.is_any_float()) {
      if (c_.acc_dtype.bits == 16) acc = expr.from_memory(expr.to_memory(acc, c_.acc_dtype), c_.acc_dtype);
    } else if (c_.acc_dtype.bits < 32) {
      llvm::Type* narrow = b_.getIntNTy(c_.acc_dtype.bits);
      acc = b_.CreateTrunc(acc, lanes == 1 ? narrow : llvm::FixedVectorType::get(narrow, static_cast<unsigned>(lanes)));
    }
    expr.bind(c_.acc, acc);
    expr.store(c_.out, c_.index, expr.emit_vector(c_.epilogue));
  }

  const Sums sums_;
};

// The elements of the right factor in a rectangle of k and n.
class MakeEmitter : RectangleEmitter {
 public:
  MakeEmitter(const Emission& emission, const loop::LoweredKernel& kernel, const Roles& roles, bool is_along_k,
              const IndexAnalysis& analysis)
      : RectangleEmitter(emission, kernel, roles, analysis), is_along_k_(is_along_k) {}

  std::optional<std::string> emit(const std::string& name) {
    const DType dtype = kernel_.buffers[c_.rhs.buffer].dtype;
    const unsigned row = is_along_k_ ? 4 : 2, column = is_along_k_ ? 2 : 4;  // arguments: where it begins, how many
    const Prim row_var = is_along_k_ ? c_.n.var : c_.inner, column_var = is_along_k_ ? c_.inner : c_.n.var;
    return emit_function(name, true, [&](ExprEmitter& expr) {
      loop(b_.getInt64(0), arg(row + 1), 1, [&](llvm::Value* i) {
        expr.bind(row_var, b_.CreateAdd(arg(row), i));
        llvm::Value* to = b_.CreateGEP(expr.memory_type(dtype), arg(6), b_.CreateMul(i, arg(7)));
        each_vector(arg(column + 1), e_.host.vector_bytes / 4, true,
                    [&](llvm::Value* at, int lanes, llvm::Value* mask) {
                      expr.begin(lanes, column_var, b_.CreateAdd(arg(column), at), mask);
                      llvm::Value* value = expr.to_memory(expr.emit_vector(c_.rhs_element), dtype);
                      llvm::Value* place = b_.CreateGEP(expr.memory_type(dtype), to, at);
                      const llvm::Align align(static_cast<uint64_t>(dtype.bytes()));
                      if (mask) b_.CreateMaskedStore(value, place, align, mask);
                      else b_.CreateAlignedStore(value, place, align);
                    });
      });
    });
  }

 private:
  const bool is_along_k_;
};

}  // namespace

std::optional<std::string> emit_finish(const Emission& emission, const loop::LoweredKernel& kernel, const Roles& roles,
                                       const Sums& sums, const IndexAnalysis& analysis, const std::string& name) {
  return FinishEmitter(emission, kernel, roles, sums, analysis).emit(name);
}

std::optional<std::string> emit_make(const Emission& emission, const loop::LoweredKernel& kernel, const Roles& roles,
                                     bool is_along_k, const IndexAnalysis& analysis, const std::string& name) {
  return MakeEmitter(emission, kernel, roles, is_along_k, analysis).emit(name);
}

}  // namespace hammock::jit
