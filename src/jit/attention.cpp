// SPDX-License-Identifier: Apache-2.0
// Attention: the driver of runtime/attention.h with the inner loops of products and two functions made here, both over
// columns of queries:
//
//   block    scores -> weights; a query all of whose keys are hidden so far keeps weight 0, not NaN
//   finish   out / total; 0 / 0 where all weights are 0, as in the reference (the driver clears queries that see no
//   key)
#include "hammock/runtime/attention.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "compiled_kernel.h"
#include "few_queries.h"
#include "score_emitter.h"

namespace hammock::jit {
namespace {

using llvm::Value;
using Vectors = std::vector<Value*>;  // one per vector of columns

class ColumnEmitter : private ScoreEmitter {
 public:
  ColumnEmitter(const Emission& emission, const AttentionPlan& plan, const loop::Attention& attention)
      : ScoreEmitter(emission, attention, plan.problem.type), plan_(plan), vectors_(plan.columns / lanes_) {}

  void emit_block(const std::string& name) {
    llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
    begin(name, {pointer, i64, pointer, pointer, i64, pointer, i64});
    const Vectors old = load(arg(2), 0);
    Weights w;
    if (!plan_.problem.is_causal) {
      w = make_weights(old, false);
    } else {
      llvm::BasicBlock *masked = block(), *plain = block(), *after = block();
      b_.CreateCondBr(hides_some(), masked, plain);
      b_.SetInsertPoint(masked);
      const Weights hidden = make_weights(old, true);
      masked = b_.GetInsertBlock();
      b_.CreateBr(after);
      b_.SetInsertPoint(plain);
      const Weights all = make_weights(old, false);
      plain = b_.GetInsertBlock();
      b_.CreateBr(after);
      b_.SetInsertPoint(after);
      auto join = [&](const Vectors& a, const Vectors& b) {
        Vectors out;
        for (size_t v = 0; v < a.size(); ++v) {
          llvm::PHINode* phi = b_.CreatePHI(vector_, 2);
          phi->addIncoming(a[v], masked);
          phi->addIncoming(b[v], plain);
          out.push_back(phi);
        }
        return out;
      };
      w = {join(hidden.largest, all.largest), join(hidden.reference, all.reference), join(hidden.sums, all.sums)};
    }
    const Vectors totals = load(arg(2), vectors_);
    Vectors correction;
    Value* changed = nullptr;
    for (int64_t v = 0; v < vectors_; ++v) {
      const auto i = static_cast<size_t>(v);
      correction.push_back(exp(b_.CreateFSub(old[i], w.reference[i])));
      store_one(w.largest[i], arg(2), v);
      store_one(b_.CreateFAdd(b_.CreateFMul(totals[i], correction[i]), w.sums[i]), arg(2), vectors_ + v);
      Value* differs = b_.CreateFCmpUNE(w.largest[i], old[i]);
      changed = changed == nullptr ? differs : b_.CreateOr(changed, differs);
    }
    llvm::BasicBlock *rescale = block(), *done = block();
    b_.CreateCondBr(b_.CreateOrReduce(changed), rescale, done);
    b_.SetInsertPoint(rescale);
    rows(arg(3), arg(4), {}, [&](Value* row, Value*, Vectors&) {
      for (int64_t v = 0; v < vectors_; ++v)
        store_one(b_.CreateFMul(load_one(row, v), correction[static_cast<size_t>(v)]), row, v);
    });
    b_.CreateBr(done);
    b_.SetInsertPoint(done);
    b_.CreateRetVoid();
  }

  void emit_finish(const std::string& name) {
    begin(name, {b_.getPtrTy(), b_.getInt64Ty(), b_.getPtrTy()});
    const Vectors totals = load(arg(2), vectors_);
    Vectors reciprocals, has_weights;
    for (Value* total : totals) {
      reciprocals.push_back(b_.CreateFDiv(splat(1), total));
      has_weights.push_back(b_.CreateFCmpOGT(total, splat(0)));
    }
    rows(arg(0), arg(1), {}, [&](Value* row, Value*, Vectors&) {
      for (int64_t v = 0; v < vectors_; ++v) {
        const auto i = static_cast<size_t>(v);
        Value* out = divide(load_one(row, v), totals[i], reciprocals[i]);
        if (plan_.problem.is_guarded) out = b_.CreateSelect(has_weights[i], out, splat(0));
        store_one(out, row, v);
      }
    });
    b_.CreateRetVoid();
  }

 private:
  struct Weights {
    Vectors largest, reference, sums;  // reference: what is subtracted, the maximum, or 0 while all keys were hidden
  };

  // scores = exp(scores * scale + bias - maximum), or the bias instead of the score, where hidden ones are -inf and the
  // maximum is over all and `old`. Without bias and hidden keys the first sweep only reads, and finds the maximum
  // before the scale if that keeps the order.
  Weights make_weights(const Vectors& old, bool is_masked) {
    const bool has_bias = plan_.problem.bias.has_value(), stores = has_bias || is_masked || cap_ != 0;
    const bool is_scaled_later = !stores && scale_ > 0;
    const double infinity = std::numeric_limits<double>::infinity();
    Weights w;
    const Vectors start = is_scaled_later ? Vectors(old.size(), splat(-infinity)) : old;
    w.largest = rows_in_pairs(start, [&](Value* row, Value* number, Vectors& largest) {
      for (int64_t v = 0; v < vectors_; ++v) {
        Value* score = load_one(row, v);
        if (!is_scaled_later) score = scaled(score);
        if (has_bias) {
          Value* bias_row = b_.CreateGEP(element_, arg(5), b_.CreateMul(number, b_.getInt64(plan_.columns)));
          Value* bias = load_one(bias_row, v);
          score = with_bias(score, bias);
        }
        if (is_masked) score = b_.CreateSelect(is_visible(number, v), score, splat(-infinity));
        if (stores) store_one(score, row, v);
        Value*& most = largest[static_cast<size_t>(v)];
        most = greater(score, most);
      }
    });
    for (size_t v = 0; v < old.size(); ++v) {
      Value*& largest = w.largest[v];
      if (is_scaled_later) largest = greater(b_.CreateFMul(largest, splat(scale_)), old[v]);
      w.reference.push_back(b_.CreateSelect(b_.CreateFCmpOEQ(largest, splat(-infinity)), splat(0), largest));
    }
    const Vectors zero(old.size(), splat(0));
    w.sums = rows(arg(0), arg(1), zero, [&](Value* row, Value*, Vectors& sums) {
      for (int64_t v = 0; v < vectors_; ++v) {
        const auto i = static_cast<size_t>(v);
        Value* score = load_one(row, v);
        if (!stores) score = b_.CreateFMul(score, splat(scale_));  // not fused: none is to be above the maximum
        Value* weight = exp(b_.CreateFSub(score, w.reference[i]));
        store_one(weight, row, v);
        sums[i] = b_.CreateFAdd(sums[i], weight);
      }
    });
    return w;
  }

  bool has_window() const { return plan_.problem.window < AttentionProblem::kAll; }
  // Is a key of the block hidden from a query, the last one from the first or the first one from the last?
  Value* hides_some() {
    Value* const after = b_.CreateICmpSLT(arg(6), arg(1));
    if (!has_window()) return after;
    return b_.CreateOr(
        after, b_.CreateICmpSGT(arg(6), b_.getInt64(static_cast<uint64_t>(plan_.problem.window - plan_.columns + 1))));
  }
  // lane c of vector v sees key `number` if visible + c - window <= number < visible + c
  Value* is_visible(Value* number, int64_t v) {
    std::vector<llvm::Constant*> columns;
    for (int64_t i = 0; i < lanes_; ++i) columns.push_back(b_.getInt32(static_cast<uint32_t>(v * lanes_ + i)));
    const auto lanes = [&](Value* x) { return b_.CreateVectorSplat(static_cast<unsigned>(lanes_), x); };
    Value* distance = lanes(b_.CreateTrunc(b_.CreateSub(number, arg(6)), b_.getInt32Ty()));
    Value* const column = llvm::ConstantVector::get(columns);
    if (!has_window()) return b_.CreateICmpSLT(distance, column);
    const auto most = std::min<int64_t>(plan_.problem.window, std::numeric_limits<int32_t>::max());
    Value* const back = b_.CreateSub(b_.CreateSub(column, distance), lanes(b_.getInt32(1)));  // from the last visible
    return b_.CreateICmpULT(back, lanes(b_.getInt32(static_cast<uint32_t>(most))));
  }

  void begin(const std::string& name, const std::vector<llvm::Type*>& types) {
    ScoreEmitter::begin(name, types);
    for (unsigned i = 0; i < types.size(); ++i)
      if (types[i]->isPointerTy()) function_->addParamAttr(i, llvm::Attribute::NoAlias);
  }

  // Weights are beside one of 1; products with those that are no normal numbers would be many times as slow. Only the
  // difference is multiplied by log2 e: a score and the maximum have that of their rounding already.
  Value* exp(Value* x) {
    if (!element_->isFloatTy()) return math_.call("exp", kFloat64, {{x}});
    constexpr double kLog2E = 1.4426950408889634;
    return math_.small_exp2(b_.CreateFMul(x, splat(kLog2E)));
  }
  // x / total by way of 1 / total and of what that leaves, which is no number if x is infinite.
  Value* divide(Value* x, Value* total, Value* reciprocal) {
    if (!e_.host.has_fma) return b_.CreateFDiv(x, total);
    auto fma = [&](Value* a, Value* b, Value* c) {
      return b_.CreateIntrinsic(llvm::Intrinsic::fma, {vector_}, {a, b, c});
    };
    Value *quotient = b_.CreateFMul(x, reciprocal), *rest = fma(b_.CreateFNeg(quotient), total, x);
    return b_.CreateSelect(b_.CreateFCmpUNO(rest, rest), quotient, fma(rest, reciprocal, quotient));
  }
  Vectors load(Value* row, int64_t from) {
    Vectors out;
    for (int64_t v = 0; v < vectors_; ++v) out.push_back(load_one(row, from + v));
    return out;
  }

  // body(row, its number, carried) for `count` rows of columns; what the last one leaves in `carried`
  Vectors rows(Value* base, Value* count, const Vectors& start,
               const std::function<void(Value*, Value*, Vectors&)>& body) {
    return counted_loop(b_, b_.getInt64(0), count, 1, start, [&](Value* number, Vectors& carried) {
      body(b_.CreateInBoundsGEP(element_, base, b_.CreateNSWMul(number, b_.getInt64(plan_.columns))), number, carried);
    });
  }

  // The greatest of all rows of scores; those of even and of odd number side by side, since one waits for the other.
  Vectors rows_in_pairs(const Vectors& start, const std::function<void(Value*, Value*, Vectors&)>& body) {
    Vectors both = start;
    both.insert(both.end(), start.begin(), start.end());
    const auto half = static_cast<int64_t>(start.size());
    Value *last = b_.CreateSub(arg(1), b_.getInt64(1)), *one = b_.getInt64(1);
    auto at = [&](Value* number) {
      return b_.CreateInBoundsGEP(element_, arg(0), b_.CreateNSWMul(number, b_.getInt64(plan_.columns)));
    };
    both = counted_loop(b_, b_.getInt64(0), last, 2, both, [&](Value* number, Vectors& carried) {
      for (int64_t i : {int64_t{0}, int64_t{1}}) {
        Vectors part(carried.begin() + i * half, carried.begin() + (i + 1) * half);
        Value* own = i == 0 ? number : b_.CreateNSWAdd(number, one);
        body(at(own), own, part);
        std::ranges::copy(part, carried.begin() + i * half);
      }
    });
    Vectors out;
    for (int64_t v = 0; v < half; ++v)
      out.push_back(greater(both[static_cast<size_t>(v)], both[static_cast<size_t>(half + v)]));
    return counted_loop(b_, b_.CreateAnd(arg(1), b_.CreateNot(one)), arg(1), 1, out,
                        [&](Value* number, Vectors& carried) { body(at(number), number, carried); });
  }

  const AttentionPlan& plan_;
  int64_t vectors_;
};

AttentionOperand operand(const loop::Buffer& b) {
  return {b.dtype, b.strides[0], b.strides[1], b.strides[2], b.strides[3]};
}

AttentionProblem problem_of(const loop::Attention& a, const loop::LoweredKernel& kernel) {
  AttentionProblem p;
  const loop::Buffer& key = kernel.buffers[a.key];
  p.batch = a.batch, p.heads = a.heads, p.kv_heads = key.shape[2];
  p.q_len = a.q_len, p.kv_len = a.kv_len, p.head_size = a.head_size, p.value_size = a.value_size;
  p.query = operand(kernel.buffers[a.query]), p.key = operand(key), p.value = operand(kernel.buffers[a.value]),
  p.out = operand(kernel.buffers[a.out]);
  if (a.bias >= 0) {
    const loop::Buffer& b = kernel.buffers[static_cast<size_t>(a.bias)];
    auto stride = [&](size_t i) { return b.shape[i] == 1 ? 0 : b.strides[i]; };
    p.bias = AttentionBias{b.dtype, stride(0), stride(1), stride(2), stride(3)};
  }
  p.is_guarded = a.guards;
  p.is_causal = a.mask != loop::Attention::Mask::none;
  p.causal_offset = a.mask == loop::Attention::Mask::bottom_right ? a.kv_len - a.q_len : 0;
  p.window = a.window;
  if (a.has_sequences())
    p.sequences = std::max<int64_t>(1, kernel.buffers[static_cast<size_t>(a.starts_q)].shape[0] - 1);
  p.type = p.out.dtype == kFloat64 ? Packed::f64 : Packed::f32;
  return p;
}

class AttentionKernel : public CompiledKernel {
 public:
  AttentionKernel(AttentionPlan plan, const loop::Attention& a, std::string name)
      : plan_(std::move(plan)), a_(a), name_(std::move(name)) {}

  static GemmLoop score_loop(const AttentionPlan& p, int64_t rows) {
    const bool strides = p.key_in_place && rows > 1;
    return {.type = p.problem.type,
            .rows = rows,
            .columns = p.columns,
            .row_bytes = strides ? p.problem.key.sequence * packed_bytes(p.problem.type) : 0};
  }
  static bool has_tail(const AttentionPlan& p) { return p.key_in_place && p.tail_keys() > 0; }
  static GemmLoop value_loop(const AttentionPlan& p) { return {p.problem.type, p.value_rows, p.columns}; }

  void link(const Symbols& symbols) override {
    code_.scores = reinterpret_cast<GemmStep>(symbols(score_loop(plan_, plan_.key_rows).name()));
    if (has_tail(plan_))
      code_.tail_scores = reinterpret_cast<GemmStep>(symbols(score_loop(plan_, plan_.tail_keys()).name()));
    code_.values = reinterpret_cast<GemmStep>(symbols(value_loop(plan_).name()));
    code_.block = reinterpret_cast<AttentionBlock>(symbols(name_ + "_block"));
    code_.finish = reinterpret_cast<AttentionFinish>(symbols(name_ + "_finish"));
  }
  int64_t member_scratch_bytes() const override { return plan_.member_bytes(); }
  int64_t shared_scratch_bytes() const override { return plan_.shared_bytes(); }

  std::optional<Error> run(const Launch& launch) const override {
    if (a_.has_sequences()) return run_sequences(launch);
    run_attention(plan_, code_, run_of(a_, launch), launch.pool);
    return std::nullopt;
  }

 private:
  std::optional<Error> run_sequences(const Launch& launch) const {
    const std::vector<int64_t> q = starts(launch, a_.starts_q), kv = starts(launch, a_.starts_kv);
    const SequenceStarts all{q, kv, a_.mask == loop::Attention::Mask::bottom_right};
    if (!are_valid(all, plan_.problem)) {
      return Error{
          Error::Kind::run, "R.nn.attention_var_len: sequence starts are not increasing or lie outside the rows", {}};
    }
    hammock::run_sequences(plan_, code_, run_of(a_, launch), all, launch.pool);
    return std::nullopt;
  }
  static std::vector<int64_t> starts(const Launch& launch, int32_t buffer) {
    const loop::Buffer& b = launch.kernel.buffers[static_cast<size_t>(buffer)];
    const auto* data = static_cast<const std::byte*>(launch.buffers[buffer]);
    std::vector<int64_t> out;
    for (int64_t i = 0; i < b.shape[0]; ++i) {
      const std::byte* at = data + i * b.strides[0] * b.dtype.bytes();
      out.push_back(b.dtype == kInt32 ? *reinterpret_cast<const int32_t*>(at) : *reinterpret_cast<const int64_t*>(at));
    }
    return out;
  }

  AttentionPlan plan_;
  AttentionCode code_;
  loop::Attention a_;
  std::string name_;
};

}  // namespace

AttentionRun run_of(const loop::Attention& a, const Launch& launch) {
  auto data = [&](uint32_t buffer) { return static_cast<const std::byte*>(launch.buffers[buffer]); };
  AttentionRun run;
  run.query = data(a.query), run.key = data(a.key), run.value = data(a.value);
  if (a.bias >= 0) run.bias = data(static_cast<uint32_t>(a.bias));
  run.out = static_cast<std::byte*>(launch.buffers[a.out]);
  run.shared = launch.scratch.shared();
  run.member = [&launch](int member) { return launch.scratch.member(member); };
  return run;
}

Result<std::unique_ptr<CompiledKernel>> compile_attention(const Emission& emission, const loop::LoweredKernel& kernel) {
  const auto& a = std::get<loop::Attention>(kernel.body);
  AttentionProblem problem = problem_of(a, kernel);
  for (DType dtype : {problem.query.dtype, problem.key.dtype, problem.value.dtype, problem.out.dtype,
                      problem.bias ? problem.bias->dtype : kFloat32})
    if (!can_pack(problem.type, dtype)) return Error{Error::Kind::unsupported, "attention of " + to_string(dtype), {}};
  const VectorRegisters registers = emission.host.registers(problem.type);
  if (const auto plan = plan_few_queries(problem, emission.host.vector_bytes / packed_bytes(problem.type)))
    return compile_few_queries(emission, *plan, a);
  AttentionPlan plan = plan_attention(std::move(problem), registers);
  if (!emission.facts) {
    emit_gemm_step(emission, AttentionKernel::score_loop(plan, plan.key_rows));
    if (AttentionKernel::has_tail(plan)) emit_gemm_step(emission, AttentionKernel::score_loop(plan, plan.tail_keys()));
    emit_gemm_step(emission, AttentionKernel::value_loop(plan));
    ColumnEmitter(emission, plan, a).emit_block(emission.name + "_block");
    ColumnEmitter(emission, plan, a).emit_finish(emission.name + "_finish");
  }
  return std::unique_ptr<CompiledKernel>(std::make_unique<AttentionKernel>(std::move(plan), a, emission.name));
}

}  // namespace hammock::jit
