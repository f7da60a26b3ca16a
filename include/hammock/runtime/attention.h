// SPDX-License-Identifier: Apache-2.0
// Attention with queries in the vector lanes (jit-performance 3.1): both products are computed transposed, so that
// maximum, exponential and sum over the keys go down the columns and need no horizontal step.
//
//   K and V are packed into strips once, or used in place if few queries read them. For every block of queries, in
//   parallel:
//     for every block of keys:  scores[key][query] = K strips x Q^T       step()
//                               scores become weights, sums are rescaled  block()
//                               out[d][query] += V^T strips x scores      step()
//     out /= total weight                                                 finish()
//
// The softmax is online: each block of keys corrects what the earlier ones summed up with a smaller maximum.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "hammock/runtime/gemm.h"

namespace hammock {

struct AttentionOperand {
  DType dtype;
  int64_t batch = 0, sequence = 0, head = 0, size = 0;  // strides in elements
};
struct AttentionBias {
  DType dtype;
  int64_t batch = 0, head = 0, query = 0, key = 0;
};

struct AttentionProblem {
  int64_t batch = 0, heads = 0, kv_heads = 0, q_len = 0, kv_len = 0, head_size = 0, value_size = 0;
  AttentionOperand query, key, value, out;
  std::optional<AttentionBias> bias;
  bool is_causal = false;
  int64_t sequences = 0;    // unless 0, for run_sequences
  bool is_guarded = false;  // out is 0 where the total is 0 or no number
  // Causal: query i sees key j iff i + offset - window < j <= i + offset.
  static constexpr int64_t kAll = int64_t{1} << 40;
  int64_t causal_offset = 0, window = kAll;
  Packed type = Packed::f32;
};

struct AttentionPlan {
  AttentionProblem problem;
  int64_t columns = 1;                   // queries of a block
  int64_t key_rows = 1, value_rows = 1;  // of a strip of K (keys), of V^T (sizes)
  int64_t block_keys = 1;                // a multiple of key_rows
  bool key_in_place = false, value_in_place = false;
  int64_t tail_keys() const { return problem.kv_len % key_rows; }  // of the last strip, if it is not whole
  int64_t key_strips() const { return (problem.kv_len + key_rows - 1) / key_rows; }
  int64_t value_strips() const { return (problem.value_size + value_rows - 1) / value_rows; }
  int64_t key_bytes() const {
    return key_in_place ? 0 : key_strips() * key_rows * problem.head_size * packed_bytes(problem.type);
  }  // per head
  int64_t value_bytes() const {
    return value_in_place ? 0 : value_strips() * value_rows * problem.kv_len * packed_bytes(problem.type);
  }
  int64_t shared_bytes() const { return problem.batch * problem.kv_heads * (key_bytes() + value_bytes()) + 64; }
  int64_t member_bytes() const;
};

AttentionPlan plan_attention(AttentionProblem problem, VectorRegisters registers);

// scores[keys][columns] *= scale, += bias[keys][columns]; key r of the block is hidden from query column c if
// r >= visible + c, or r < visible + c - window. Then scores = exp(scores - maximum) and state = maximum[columns],
// total[columns] are brought up to date; out[rows][columns] is scaled to the new maximum.
using AttentionBlock = void (*)(std::byte* scores, int64_t keys, std::byte* state, std::byte* out, int64_t rows,
                                const std::byte* bias, int64_t visible);
// out[rows][columns] /= total
using AttentionFinish = void (*)(std::byte* out, int64_t rows, const std::byte* state);

struct AttentionCode {
  GemmStep scores = nullptr, values = nullptr;  // tiles of key_rows and of value_rows
  GemmStep tail_scores = nullptr;               // of tail_keys(), if keys are used in place
  AttentionBlock block = nullptr;
  AttentionFinish finish = nullptr;
};

struct AttentionRun {
  const std::byte *query = nullptr, *key = nullptr, *value = nullptr, *bias = nullptr;
  std::byte* out = nullptr;
  std::byte* shared = nullptr;                   // shared_bytes(), 64-byte aligned
  std::function<std::byte*(int member)> member;  // member_bytes() each
};
void run_attention(const AttentionPlan& plan, const AttentionCode& code, const AttentionRun& run, ThreadPool& pool);
// Of sequences that lie one after the other in a batch of one: sequence s has the rows [q[s], q[s + 1]) of the queries,
// [kv[s], kv[s + 1]) of the keys, and no bias. Queries of none give 0. Ends: the masks of sequences align these.
struct SequenceStarts {
  std::span<const int64_t> q, kv;  // as many, rising, within the rows
  bool aligns_ends = false;
};
bool are_valid(const SequenceStarts& starts, const AttentionProblem& problem);
void run_sequences(const AttentionPlan& plan, const AttentionCode& code, const AttentionRun& run,
                   const SequenceStarts& starts, ThreadPool& pool);

}  // namespace hammock
