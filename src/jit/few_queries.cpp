// SPDX-License-Identifier: Apache-2.0
// Attention of few queries: the driver of runtime/few_queries.h with five functions made here. A row of K or V is whole
// vectors and a part of one, that is loaded under a mask; the query's part is filled with zeros.
// What comes next is fetched into L2: rows that lie apart by a power of two have the same few places in L1.
#include "few_queries.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <limits>
#include <vector>

#include "score_emitter.h"

namespace hammock::jit {
namespace {

using llvm::Value;
using Vectors = std::vector<Value*>;

class RowEmitter : private ScoreEmitter {
 public:
  RowEmitter(const Emission& emission, const FewQueriesPlan& plan, const loop::Attention& attention)
      : ScoreEmitter(emission, attention, plan.problem.type), plan_(plan) {}

  void emit_score(const std::string& name, int64_t rows) {
    llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
    begin(name, {pointer, i64, pointer, pointer, pointer});
    const AttentionOperand& key = plan_.problem.key;
    const int64_t size = plan_.problem.head_size, vectors = vectors_of(size), at_once = lanes_ / rows;
    Value* last = b_.CreateSub(arg(1), b_.getInt64(1));
    counted_loop(b_, b_.getInt64(0), arg(1), at_once, {}, [&](Value* first, Vectors&) {
      Vectors keys;
      for (int64_t k = 0; k < at_once; ++k) {
        Value* number = b_.CreateAdd(first, b_.getInt64(static_cast<uint64_t>(k)));
        keys.push_back(row_at(arg(0), b_.CreateSelect(b_.CreateICmpSLT(last, number), last, number), key));
        emit_fetch(b_, row_at(arg(4), number, key), plan_.fetched_of_key);
      }
      Vectors sums(static_cast<size_t>(lanes_));  // of row r and key k at r * at_once + k
      for (int64_t v = 0; v < vectors; ++v) {
        Vectors queries;
        for (int64_t r = 0; r < rows; ++r) queries.push_back(load_one(row_of(arg(2), r, plan_.query_row), v));
        for (int64_t k = 0; k < at_once; ++k) {
          Value* part = load_row(keys[static_cast<size_t>(k)], v, size, key.dtype);
          for (int64_t r = 0; r < rows; ++r) {
            Value *&sum = sums[static_cast<size_t>(r * at_once + k)], *query = queries[static_cast<size_t>(r)];
            sum = sum == nullptr ? b_.CreateFMul(part, query) : multiply_add(part, query, sum);
          }
        }
      }
      Value* totals = totals_of(std::move(sums));
      for (int64_t r = 0; r < rows; ++r) {
        std::vector<int> own;
        for (int64_t k = 0; k < at_once; ++k) own.push_back(static_cast<int>(r * at_once + k));
        Value* to = b_.CreateInBoundsGEP(element_, row_of(arg(3), r, plan_.scores_row), first);
        b_.CreateAlignedStore(b_.CreateShuffleVector(totals, own), to, align_);
      }
    });
    b_.CreateRetVoid();
  }

  void emit_weigh(const std::string& name) {
    llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
    begin(name, {pointer, i64, pointer, pointer, pointer});
    const double infinity = std::numeric_limits<double>::infinity();
    Value *old = load_element(arg(2), 0), *total = load_element(arg(2), 1);
    Value* largest = keys({b_.CreateVectorSplat(count(), old)}, [&](Value* place, Value* at, Vectors& carried) {
      Value* score = scaled(load_one(place, 0));
      if (plan_.problem.bias) {
        Value* bias = load_one(b_.CreateInBoundsGEP(element_, arg(4), at), 0);
        score = with_bias(score, bias);
      }
      score = b_.CreateSelect(is_key(at), score, splat(-infinity));
      store_one(score, place, 0);
      carried[0] = greater(score, carried[0]);
    })[0];
    Value* most = b_.CreateVectorSplat(count(), fold(largest, [&](Value* a, Value* b) { return greater(a, b); }));
    Value* reference = b_.CreateSelect(b_.CreateFCmpOEQ(most, splat(-infinity)), splat(0), most);
    Value* sums = keys({splat(0)}, [&](Value* place, Value*, Vectors& carried) {
      Value* weight = exp(b_.CreateFSub(load_one(place, 0), reference));
      store_one(weight, place, 0);
      carried[0] = b_.CreateFAdd(carried[0], weight);
    })[0];
    Value* sum = fold(sums, [&](Value* a, Value* b) { return b_.CreateFAdd(a, b); });
    Value* correction = exp(b_.CreateFSub(b_.CreateVectorSplat(count(), old), reference));
    total = b_.CreateFAdd(b_.CreateFMul(total, b_.CreateExtractElement(correction, uint64_t{0})), sum);
    Value* now = b_.CreateExtractElement(most, uint64_t{0});
    store_element(now, arg(2), 0), store_element(total, arg(2), 1);
    llvm::BasicBlock *rescale = block(), *done = block();
    b_.CreateCondBr(b_.CreateFCmpUNE(now, old), rescale, done);
    b_.SetInsertPoint(rescale);
    for (int64_t v = 0; v < vectors_of(plan_.problem.value_size); ++v)
      store_one(b_.CreateFMul(load_one(arg(3), v), correction), arg(3), v);
    b_.CreateBr(done);
    b_.SetInsertPoint(done);
    b_.CreateRetVoid();
  }

  void emit_add(const std::string& name, int64_t rows) {
    llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
    begin(name, {pointer, i64, pointer, pointer, pointer});
    const AttentionOperand& value = plan_.problem.value;
    const int64_t size = plan_.problem.value_size, vectors = vectors_of(size);
    const int64_t most = std::max<int64_t>(1, e_.host.vector_registers / 2 / rows);  // of a row in registers at once
    for (int64_t from = 0; from < vectors; from += most) {
      const int64_t count_here = std::min(vectors - from, most);
      const Vectors zeros(static_cast<size_t>(rows * count_here), splat(0));
      const Vectors sums = counted_loop(b_, b_.getInt64(0), arg(1), 1, zeros, [&](Value* number, Vectors& carried) {
        Value* row = row_at(arg(0), number, value);
        if (from == 0) emit_fetch(b_, row_at(arg(4), number, value), plan_.fetched_of_value);
        Vectors weights;
        for (int64_t r = 0; r < rows; ++r) {
          Value* place = b_.CreateInBoundsGEP(element_, row_of(arg(2), r, plan_.scores_row), number);
          weights.push_back(b_.CreateVectorSplat(count(), b_.CreateAlignedLoad(element_, place, align_)));
        }
        for (int64_t i = 0; i < count_here; ++i) {
          Value* part = load_row(row, from + i, size, value.dtype);
          for (int64_t r = 0; r < rows; ++r) {
            Value*& sum = carried[static_cast<size_t>(r * count_here + i)];
            sum = multiply_add(part, weights[static_cast<size_t>(r)], sum);
          }
        }
      });
      for (int64_t r = 0; r < rows; ++r) {
        Value* out = row_of(arg(3), r, plan_.out_row);
        for (int64_t i = 0; i < count_here; ++i)
          store_one(b_.CreateFAdd(load_one(out, from + i), sums[static_cast<size_t>(r * count_here + i)]), out,
                    from + i);
      }
    }
    b_.CreateRetVoid();
  }

 private:
  void begin(const std::string& name, const std::vector<llvm::Type*>& types) {
    ScoreEmitter::begin(name, types);
    function_->addParamAttr(3, llvm::Attribute::NoAlias);
  }

  unsigned count() const { return static_cast<unsigned>(lanes_); }
  int64_t vectors_of(int64_t size) const { return (size + lanes_ - 1) / lanes_; }
  Value* exp(Value* x) { return element_->isFloatTy() ? math_.normal_exp(x) : math_.call("exp", kFloat64, {{x}}); }
  Value* multiply_add(Value* a, Value* b, Value* sum) { return emit_multiply_add(b_, e_.host, a, b, sum); }

  Value* load_element(Value* base, uint64_t i) {
    return b_.CreateAlignedLoad(element_, b_.CreateConstInBoundsGEP1_64(element_, base, i), align_);
  }
  void store_element(Value* value, Value* base, uint64_t i) {
    b_.CreateAlignedStore(value, b_.CreateConstInBoundsGEP1_64(element_, base, i), align_);
  }

  // Row r of the scratch.
  Value* row_of(Value* base, int64_t r, int64_t bytes) {
    return b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), base, static_cast<uint64_t>(r * bytes));
  }
  Value* row_at(Value* base, Value* number, const AttentionOperand& o) {
    return b_.CreateGEP(b_.getInt8Ty(), base,
                        b_.CreateMul(number, b_.getInt64(static_cast<uint64_t>(o.sequence * o.dtype.bytes()))));
  }
  // Vector v of a row of K or V, as what is computed with.
  Value* load_row(Value* row, int64_t v, int64_t size, DType dtype) {
    Value* place =
        b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), row, static_cast<uint64_t>(v * lanes_ * dtype.bytes()));
    if ((v + 1) * lanes_ <= size) return emit_widened_load(b_, vector_, place, dtype);
    std::vector<llvm::Constant*> is_on;
    for (int64_t i = 0; i < lanes_; ++i) is_on.push_back(b_.getInt1(v * lanes_ + i < size));
    return emit_widened_load(b_, vector_, place, dtype, llvm::ConstantVector::get(is_on));
  }
  // The sum over the lanes of each of `lanes` vectors, as one vector. Of two vectors the neighbouring groups of lanes
  // are added: first inside of registers of 128 bits, whose shuffles are cheap, by elements and then by pairs of them,
  // then by whole ones. That leaves all sums in order.
  Value* totals_of(Vectors sums) {
    const auto within = std::min<int64_t>(lanes_, 16 / plan_.element_bytes());
    while (sums.size() > 1) {
      const bool is_within = static_cast<int64_t>(sums.size()) > lanes_ / within;
      const int64_t width = is_within ? 1 : within;      // what moves as one
      const int64_t span = is_within ? within : lanes_;  // where it stays inside
      std::vector<int> even, odd;
      for (int64_t base = 0; base < lanes_; base += span)
        for (int64_t from : {int64_t{0}, lanes_})
          for (int64_t at = 0; at < span; at += 2 * width)
            for (int64_t i = 0; i < width; ++i) {
              even.push_back(static_cast<int>(from + base + at + i));
              odd.push_back(static_cast<int>(from + base + at + width + i));
            }
      Vectors halves;
      for (size_t i = 0; i < sums.size(); i += 2)
        halves.push_back(b_.CreateFAdd(b_.CreateShuffleVector(sums[i], sums[i + 1], even),
                                       b_.CreateShuffleVector(sums[i], sums[i + 1], odd)));
      sums = std::move(halves);
    }
    return sums[0];
  }

  template <class F>
  Value* fold(Value* vector, F&& f) {
    for (int64_t half = lanes_ / 2; half > 0; half /= 2) {
      std::vector<int> upper(static_cast<size_t>(lanes_), -1);
      for (int64_t i = 0; i < half; ++i) upper[static_cast<size_t>(i)] = static_cast<int>(half + i);
      vector = f(vector, b_.CreateShuffleVector(vector, upper));
    }
    return b_.CreateExtractElement(vector, uint64_t{0});
  }

  // body(place of `lanes` scores, the number of the first, carried)
  Vectors keys(const Vectors& start, const std::function<void(Value*, Value*, Vectors&)>& body) {
    return counted_loop(b_, b_.getInt64(0), arg(1), lanes_, start, [&](Value* at, Vectors& carried) {
      body(b_.CreateInBoundsGEP(element_, arg(0), at), at, carried);
    });
  }
  Value* is_key(Value* at) {
    std::vector<llvm::Constant*> lanes;
    for (int64_t i = 0; i < lanes_; ++i) lanes.push_back(b_.getInt32(static_cast<uint32_t>(i)));
    Value* left = b_.CreateTrunc(b_.CreateSub(arg(1), at), b_.getInt32Ty());
    return b_.CreateICmpSLT(llvm::ConstantVector::get(lanes), b_.CreateVectorSplat(count(), left));
  }

  const FewQueriesPlan& plan_;
};

constexpr const char *kScore[] = {"_score", "_score2"}, *kAdd[] = {"_add", "_add2"}, *kWeigh = "_weigh";

class FewQueriesKernel : public CompiledKernel {
 public:
  FewQueriesKernel(FewQueriesPlan plan, const loop::Attention& a, std::string name)
      : plan_(std::move(plan)), a_(a), name_(std::move(name)) {}

  void link(const Symbols& symbols) override {
    for (const size_t i : {0, 1}) {
      if (static_cast<int64_t>(i) >= plan_.rows) continue;
      code_.score[i] = reinterpret_cast<FewQueriesScore>(symbols(name_ + kScore[i]));
      code_.add[i] = reinterpret_cast<FewQueriesAdd>(symbols(name_ + kAdd[i]));
    }
    code_.weigh = reinterpret_cast<FewQueriesWeigh>(symbols(name_ + kWeigh));
  }
  int64_t member_scratch_bytes() const override { return plan_.member_bytes(); }
  int64_t shared_scratch_bytes() const override { return plan_.shared_bytes(); }

  std::optional<Error> run(const Launch& launch) const override {
    run_few_queries(plan_, code_, run_of(a_, launch), launch.pool);
    return std::nullopt;
  }

 private:
  FewQueriesPlan plan_;
  FewQueriesCode code_;
  loop::Attention a_;
  std::string name_;
};

}  // namespace

std::unique_ptr<CompiledKernel> compile_few_queries(const Emission& emission, const FewQueriesPlan& plan,
                                                    const loop::Attention& attention) {
  if (!emission.facts) {
    for (const size_t i : {0, 1}) {
      if (static_cast<int64_t>(i) >= plan.rows) continue;
      RowEmitter(emission, plan, attention).emit_score(emission.name + kScore[i], static_cast<int64_t>(i) + 1);
      RowEmitter(emission, plan, attention).emit_add(emission.name + kAdd[i], static_cast<int64_t>(i) + 1);
    }
    RowEmitter(emission, plan, attention).emit_weigh(emission.name + kWeigh);
  }
  return std::make_unique<FewQueriesKernel>(plan, attention, emission.name);
}

}  // namespace hammock::jit
