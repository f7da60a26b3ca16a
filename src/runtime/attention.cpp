// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/attention.h"

#include <algorithm>
#include <limits>

namespace hammock {
namespace {

constexpr int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }
constexpr int64_t round_up(int64_t a, int64_t b) { return ceil_div(a, b) * b; }
constexpr int64_t kBlockKeys = 128;  // with 48 queries the scores take half of L1
constexpr int64_t kSeesAll = int64_t{1} << 40;

// The scratch of a member.
struct Layout {
  int64_t query, scores, bias, out, state, end;
};
Layout layout_of(const AttentionPlan& p) {
  const int64_t e = packed_bytes(p.problem.type), row = p.columns * e;
  Layout l;
  l.query = 0;
  l.scores = l.query + round_up(p.problem.head_size * row, 64);
  l.bias = l.scores + round_up(p.block_keys * row, 64);
  l.out = l.bias + (p.problem.bias ? round_up(p.block_keys * row, 64) : 0);
  l.state = l.out + round_up(p.value_strips() * p.value_rows * row, 64);
  l.end = l.state + round_up(2 * row, 64);
  return l;
}

template <class T>
void reset(std::byte* state, int64_t columns) {
  T* at = reinterpret_cast<T*>(state);
  std::fill_n(at, columns, -std::numeric_limits<T>::infinity());
  std::fill_n(at + columns, columns, T{});
}

struct Worker {
  const AttentionPlan& p;
  const AttentionCode& code;
  const AttentionRun& run;

  const AttentionProblem& q() const { return p.problem; }
  int64_t e() const { return packed_bytes(q().type); }

  std::byte* packed_keys(int64_t batch, int64_t kv_head) const { return run.shared + (batch * q().kv_heads + kv_head) * (p.key_bytes() + p.value_bytes()); }
  std::byte* packed_values(int64_t batch, int64_t kv_head) const { return packed_keys(batch, kv_head) + p.key_bytes(); }

  PackSource source(const AttentionOperand& o, const std::byte* data, int64_t batch, int64_t head) const {
    PackSource s;
    s.data = data + (batch * o.batch + head * o.head) * o.dtype.bytes();
    s.dtype = o.dtype;
    return s;
  }

  void pack_head(int64_t batch, int64_t kv_head) const {
    PackSource keys = source(q().key, run.key, batch, kv_head);
    keys.k_stride = q().key.size, keys.w_stride = q().key.sequence;
    pack_panels(q().type, keys, 0, q().head_size, 0, q().kv_len, p.key_rows, packed_keys(batch, kv_head), p.key_rows * q().head_size * e());
    PackSource values = source(q().value, run.value, batch, kv_head);
    values.k_stride = q().value.sequence, values.w_stride = q().value.size;
    pack_panels(q().type, values, 0, q().kv_len, 0, q().value_size, p.value_rows, packed_values(batch, kv_head), p.value_rows * q().kv_len * e());
  }

  void pack_bias(int64_t batch, int64_t head, int64_t query, int64_t queries, int64_t key, int64_t keys, std::byte* to) const {
    const AttentionBias& b = *q().bias;
    PackSource s;
    s.data = run.bias + (batch * b.batch + head * b.head) * b.dtype.bytes();
    s.dtype = b.dtype, s.k_stride = b.key, s.w_stride = b.query;
    pack_panels(q().type, s, key, keys, query, queries, p.columns, to, 0);
  }

  // The keys [first, last) against a block of queries.
  void add_keys(int64_t batch, int64_t head, int64_t query, int64_t queries, int64_t first, int64_t last, std::byte* scratch, const Layout& l) const {
    const int64_t kv_head = head * q().kv_heads / q().heads, row = p.columns * e(), keys = last - first;
    std::byte* scores = scratch + l.scores;
    const std::byte* strips = packed_keys(batch, kv_head);
    for (int64_t at = 0; at < keys; at += p.key_rows)
      code.scores(q().head_size, strips + (first + at) * q().head_size * e(), p.key_rows * e(), scratch + l.query, row, scores + at * row, 0);
    if (q().bias) pack_bias(batch, head, query, queries, first, keys, scratch + l.bias);
    const int64_t visible = q().is_causal ? query + q().causal_offset - first + 1 : kSeesAll;
    const bool is_first = first == 0;
    code.block(scores, keys, scratch + l.state, scratch + l.out, is_first ? 0 : p.value_strips() * p.value_rows, scratch + l.bias, visible);
    for (int64_t s = 0; s < p.value_strips(); ++s)
      code.values(keys, packed_values(batch, kv_head) + (s * q().kv_len + first) * p.value_rows * e(), p.value_rows * e(), scores, row,
                  scratch + l.out + s * p.value_rows * row, !is_first);
  }

  void work(int64_t batch, int64_t head, int64_t query, std::byte* scratch) const {
    const Layout l = layout_of(p);
    const int64_t queries = std::min(p.columns, q().q_len - query);
    PackSource s = source(q().query, run.query, batch, head);
    s.k_stride = q().query.size, s.w_stride = q().query.sequence;
    pack_panels(q().type, s, 0, q().head_size, query, queries, p.columns, scratch + l.query, 0);
    if (q().type == Packed::f64) reset<double>(scratch + l.state, p.columns);
    else reset<float>(scratch + l.state, p.columns);
    const int64_t seen = q().is_causal ? std::clamp<int64_t>(query + queries + q().causal_offset, 0, q().kv_len) : q().kv_len;
    const int64_t rows = p.value_strips() * p.value_rows;
    if (seen == 0) std::fill_n(scratch + l.out, rows * p.columns * e(), std::byte{});
    for (int64_t first = 0; first < seen; first += p.block_keys)
      add_keys(batch, head, query, queries, first, std::min(seen, first + p.block_keys), scratch, l);
    code.finish(scratch + l.out, rows, scratch + l.state);
    const AttentionOperand& o = q().out;
    unpack_panel(q().type, scratch + l.out, p.columns, q().value_size, queries, o.dtype,
                 run.out + (batch * o.batch + head * o.head + query * o.sequence) * o.dtype.bytes(), o.size, o.sequence);
  }
};

}  // namespace

AttentionPlan plan_attention(AttentionProblem problem, int lanes, int registers) {
  AttentionPlan p;
  p.problem = std::move(problem);
  const AttentionProblem& q = p.problem;
  const GemmTile tile = choose_tile(std::max<int64_t>(1, q.value_size), std::max<int64_t>(1, q.q_len), lanes, registers);
  p.columns = tile.columns;
  p.value_rows = tile.rows;
  const int64_t vectors = tile.columns / lanes;
  p.key_rows = std::clamp<int64_t>((registers - 1 - vectors) / vectors, 1, 14);
  if (p.key_rows > 8 && p.key_rows < 12) p.key_rows = 8;  // divides more lengths, and as fast
  p.key_rows = std::min(p.key_rows, std::max<int64_t>(1, q.kv_len));
  p.block_keys = std::min(std::max<int64_t>(1, kBlockKeys / p.key_rows), std::max<int64_t>(1, p.key_strips())) * p.key_rows;
  return p;
}

int64_t AttentionPlan::member_bytes() const { return layout_of(*this).end; }

void run_attention(const AttentionPlan& p, const AttentionCode& code, const AttentionRun& run, ThreadPool& pool) {
  const AttentionProblem& q = p.problem;
  const Worker worker{p, code, run};
  if (q.kv_len > 0)
    pool.parallel_for(q.batch * q.kv_heads, 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) worker.pack_head(i / q.kv_heads, i % q.kv_heads);
    });
  const int64_t blocks = ceil_div(q.q_len, p.columns);
  pool.parallel_for(q.batch * q.heads * blocks, 1, [&](int64_t begin, int64_t end, int member) {
    for (int64_t i = begin; i < end; ++i) {
      const int64_t which = q.is_causal ? blocks - 1 - i % blocks : i % blocks;  // the long ones first
      worker.work(i / blocks / q.heads, i / blocks % q.heads, which * p.columns, run.member(member));
    }
  });
}

}  // namespace hammock
