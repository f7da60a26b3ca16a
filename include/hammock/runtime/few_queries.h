// SPDX-License-Identifier: Apache-2.0
// Attention of few queries for each head of K and V, as a decoder has it: one query, those of heads that share keys, a
// few tokens that are checked at once. Keys and values are used where they lie, and read in the order of memory: of
// every `lanes` keys one head after the other, as many heads as a chunk has, fetching the next keys meanwhile. So one
// query is as fast as K and V come from memory, and several cost the multiply-adds that they are.
//
// The queries that share keys are the rows of a head of K and V; rows are taken two at a time, so that what is loaded
// is used twice. Rows are computed by themselves: results depend on no other one, and not on who does what.
//
//   For every chunk of heads of K and V and piece of the keys, in parallel:
//     for every block of keys:  scores[row][key] = K x q       score()   sizes in the vector lanes
//                               scores become weights          weigh()   keys in the vector lanes
//                               out[row][size] += weights x V  add()
//   out = the pieces' sums, each scaled to the greatest maximum / total weight
//
// Pieces depend on the number of keys alone, so results do not depend on the number of threads.
#pragma once

#include <algorithm>
#include <optional>

#include "hammock/runtime/attention.h"

namespace hammock {

struct FewQueriesPlan {
  AttentionProblem problem;
  int64_t lanes = 1, shared = 1;       // shared: heads of the query for each of K and V
  int64_t rows = 1, row_groups = 1;    // of each head of K and V
  int64_t heads_at_once = 1;           // of K and V, at most
  int64_t piece_keys = 1, pieces = 1;  // a multiple of the block
  // Between the rows' parts in the scratch, in bytes: whole lines.
  int64_t query_row = 0, scores_row = 0, out_row = 0, state_row = 0;
  int64_t fetched_of_key = 0, fetched_of_value = 0;  // bytes of a row of K or V that each group of rows fetches

  int64_t element_bytes() const { return packed_bytes(problem.type); }
  // The keys that query i sees, and any one.
  int64_t seen_by(int64_t i) const {
    return problem.is_causal ? std::clamp<int64_t>(i + 1 + problem.causal_offset, 0, problem.kv_len) : problem.kv_len;
  }
  int64_t seen() const { return seen_by(problem.q_len - 1); }
  int64_t member_bytes() const;
  int64_t shared_bytes() const;
};

// None: the keys or values of a head do not lie side by side, a window hides the first of them, or so many queries
// share them that packing pays.
std::optional<FewQueriesPlan> plan_few_queries(const AttentionProblem& problem, int64_t lanes);

// scores[row][lanes] = K x query for the `keys` keys from `key` on, at most lanes; the others repeat the last of them.
// Meanwhile a part of as many rows from `ahead` on, of K's distance, is fetched.
using FewQueriesScore = void (*)(const std::byte* key, int64_t keys, const std::byte* query, std::byte* scores,
                                 const std::byte* ahead);
// Of one row: scores *= scale, += bias[keys]; scores = exp(scores - maximum), and state = {maximum, total} is brought
// up to date; `out` is scaled to the new maximum. From `keys` to the next multiple of lanes weights are 0, whatever the
// scores.
using FewQueriesWeigh = void (*)(std::byte* scores, int64_t keys, std::byte* state, std::byte* out,
                                 const std::byte* bias);
// out[row][size] += weights[row][keys] x the keys' values from `value` on. Fetches a part of `keys` rows from `ahead`
// on, of V's distance.
using FewQueriesAdd = void (*)(const std::byte* value, int64_t keys, const std::byte* weights, std::byte* out,
                               const std::byte* ahead);

struct FewQueriesCode {
  FewQueriesScore score[2] = {};  // of one row, of two
  FewQueriesAdd add[2] = {};
  FewQueriesWeigh weigh = nullptr;
};

void run_few_queries(const FewQueriesPlan& plan, const FewQueriesCode& code, const AttentionRun& run, ThreadPool& pool);

}  // namespace hammock
