// SPDX-License-Identifier: Apache-2.0
// Attention of one query, as a decoder has it for each token. No key or value is used twice (but by heads that share
// them), so the kernel is as fast as K and V come from memory, and reads them in the order in which they lie there: of
// every `lanes` keys one head after the other, as many heads as a chunk has, fetching the next keys meanwhile.
//
//   For every chunk of heads of K and V, in parallel:
//     for every block of keys:  scores[key] = K x q     score()   sizes in the vector lanes
//                               scores become weights,  weigh()   keys in the vector lanes
//                               out[size] += weights x V          add()
//     out /= total weight
//
// Each head is computed by itself: results depend neither on the chunks nor on the number of threads.
#pragma once

#include <optional>

#include "hammock/runtime/attention.h"

namespace hammock {

struct SingleQueryPlan {
  AttentionProblem problem;
  int64_t lanes = 1, shared = 1;  // shared: heads of the query for each of K and V
  bool is_headwise = false;       // the keys of a head are nearer to each other than to those of the next one
  int64_t heads_at_once = 1;      // of K and V, at most
  int64_t element_bytes() const { return packed_bytes(problem.type); }
  int64_t member_bytes() const;
};

// None: the keys or values of a head do not lie side by side, or there are several queries.
std::optional<SingleQueryPlan> plan_single_query(const AttentionProblem& problem, int64_t lanes);

// scores[lanes] = K x query for the `keys` keys from `key` on, at most lanes; the others repeat the last of them.
// Meanwhile as many rows from `ahead` on, of K's distance, are fetched.
using SingleQueryScore = void (*)(const std::byte* key, int64_t keys, const std::byte* query, std::byte* scores,
                                  const std::byte* ahead);
// scores *= scale, += bias[keys]; scores = exp(scores - maximum), and state = {maximum, total} is brought up to date;
// `out` is scaled to the new maximum. From `keys` to the next multiple of lanes weights are 0, whatever the scores.
using SingleQueryWeigh = void (*)(std::byte* scores, int64_t keys, std::byte* state, std::byte* out,
                                  const std::byte* bias);
// out[size] += weights[keys] x the keys' values from `value` on. Fetches `keys` rows from `ahead` on, of V's distance.
using SingleQueryAdd = void (*)(const std::byte* value, int64_t keys, const std::byte* weights, std::byte* out,
                                const std::byte* ahead);

struct SingleQueryCode {
  SingleQueryScore score = nullptr;
  SingleQueryWeigh weigh = nullptr;
  SingleQueryAdd add = nullptr;
};

// run.shared is not used.
void run_single_query(const SingleQueryPlan& plan, const SingleQueryCode& code, const AttentionRun& run,
                      ThreadPool& pool);

}  // namespace hammock
