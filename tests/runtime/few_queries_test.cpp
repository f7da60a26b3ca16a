// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/few_queries.h"

#include <doctest/doctest.h>

using namespace hammock;

namespace {

// Whether so many queries of `heads` take `kv_heads` of so many keys in place, on a processor with 16 lanes.
bool are_few(int64_t queries, int64_t keys, int64_t heads, int64_t kv_heads, int64_t size) {
  AttentionProblem q;
  q.batch = 1, q.heads = heads, q.kv_heads = kv_heads, q.q_len = queries, q.kv_len = keys;
  q.head_size = q.value_size = size;
  for (AttentionOperand* o : {&q.query, &q.key, &q.value, &q.out}) {
    const int64_t all = o == &q.query || o == &q.out ? heads : kv_heads;
    o->dtype = kFloat32, o->sequence = all * size, o->head = size, o->size = 1;
  }
  return plan_few_queries(q, 16).has_value();
}

}  // namespace

TEST_CASE("queries are few where that is faster than to fill lanes with them") {
  CHECK(are_few(1, 32, 8, 8, 16));
  CHECK(are_few(1, 8192, 32, 1, 128));
  CHECK(are_few(2, 512, 8, 8, 16));
  CHECK(are_few(8, 1024, 8, 8, 64));
  CHECK_FALSE(are_few(8, 512, 8, 8, 16));     // short rows
  CHECK_FALSE(are_few(8, 32, 8, 8, 64));      // few keys
  CHECK(are_few(16, 2048, 32, 32, 128));      // from memory, each key in a page of its own
  CHECK_FALSE(are_few(63, 4096, 4, 4, 128));  // lanes are full
}
