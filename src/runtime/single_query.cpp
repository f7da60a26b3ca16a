// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/single_query.h"

#include <algorithm>
#include <limits>

#include "rounding.h"

namespace hammock {
namespace {

constexpr int64_t kBlockKeys = 128;

// The scratch of a member: of each head of a chunk the query, the scores of a block, the output and its state.
struct Layout {
  int64_t query_row, scores_row, out_row, state_row;  // bytes of each head
  int64_t query, scores, out, state, bias, end;
};
Layout layout_of(const SingleQueryPlan& p) {
  const int64_t e = p.element_bytes(), heads = p.heads_at_once * p.shared;
  auto row = [&](int64_t elements) { return whole_lines(round_up(elements, p.lanes) * e); };
  Layout l;
  l.query_row = row(p.problem.head_size), l.scores_row = row(kBlockKeys), l.out_row = row(p.problem.value_size),
  l.state_row = row(2);
  l.query = 0;
  l.scores = l.query + heads * l.query_row;
  l.out = l.scores + heads * l.scores_row;
  l.state = l.out + heads * l.out_row;
  l.bias = l.state + heads * l.state_row;
  l.end = l.bias + (p.problem.bias ? l.scores_row : 0);
  return l;
}

// Heads [begin, end) of K and V in one batch.
struct Worker {
  const SingleQueryPlan& p;
  const SingleQueryCode& code;
  const AttentionRun& run;
  const Layout& l;
  int64_t batch, begin, end;
  std::byte* scratch;

  const AttentionProblem& q() const { return p.problem; }
  int64_t heads() const { return (end - begin) * p.shared; }
  int64_t head_of(int64_t i) const { return begin * p.shared + i; }

  const std::byte* row(const AttentionOperand& o, const std::byte* data, int64_t kv_head, int64_t key) const {
    return data + (batch * o.batch + kv_head * o.head + key * o.sequence) * o.dtype.bytes();
  }
  const std::byte* key(int64_t kv_head, int64_t key) const { return row(q().key, run.key, kv_head, key); }
  const std::byte* value(int64_t kv_head, int64_t key) const { return row(q().value, run.value, kv_head, key); }

  void start() const {
    for (int64_t i = 0; i < heads(); ++i) {
      PackSource s;
      s.data = row(q().query, run.query, head_of(i), 0);
      s.dtype = q().query.dtype, s.k_stride = q().query.size, s.w_stride = 1;
      std::byte* to = scratch + l.query + i * l.query_row;
      std::fill_n(to, l.query_row, std::byte{});
      pack_panels(q().type, s, 0, q().head_size, 0, 1, 1, to, 0);
      std::fill_n(scratch + l.out + i * l.out_row, l.out_row, std::byte{});
      if (q().type == Packed::f64) reset<double>(i);
      else reset<float>(i);
    }
  }
  template <class T>
  T* state(int64_t i) const {
    return reinterpret_cast<T*>(scratch + l.state + i * l.state_row);
  }
  template <class T>
  void reset(int64_t i) const {
    state<T>(i)[0] = -std::numeric_limits<T>::infinity();
    state<T>(i)[1] = 0;
  }

  // f(first of at most `lanes` keys, how many, head of K and V, head of the query, counted from the chunk's first) for
  // the keys [first, last) in the order of memory.
  template <class F>
  void each(int64_t first, int64_t last, F&& f) const {
    for (int64_t at = first; at < last; at += p.lanes)
      for (int64_t i = 0; i < heads(); ++i) f(at, std::min(p.lanes, last - at), begin + i / p.shared, i);
  }

  void weigh(int64_t first, int64_t keys) const {
    for (int64_t i = 0; i < heads(); ++i) {
      if (q().bias && (i == 0 || q().bias->head != 0)) {
        const AttentionBias& b = *q().bias;
        PackSource s;
        s.data = run.bias + (batch * b.batch + head_of(i) * b.head) * b.dtype.bytes();
        s.dtype = b.dtype, s.k_stride = b.key, s.w_stride = 1;
        pack_panels(q().type, s, first, keys, 0, 1, 1, scratch + l.bias, 0);
      }
      code.weigh(scratch + l.scores + i * l.scores_row, keys, scratch + l.state + i * l.state_row,
                 scratch + l.out + i * l.out_row, scratch + l.bias);
    }
  }

  // Of the heads that share keys only the first fetches what comes next; what the others fetch is there.
  void work(int64_t first, int64_t last, int64_t seen) const {
    const int64_t e = p.element_bytes();
    each(first, last, [&](int64_t at, int64_t keys, int64_t kv_head, int64_t i) {
      const std::byte *here = key(kv_head, at),
                      *next = at + p.lanes < last ? key(kv_head, at + p.lanes) : value(kv_head, first);
      code.score(here, keys, scratch + l.query + i * l.query_row,
                 scratch + l.scores + i * l.scores_row + (at - first) * e, i % p.shared == 0 ? next : here);
    });
    weigh(first, last - first);
    each(first, last, [&](int64_t at, int64_t keys, int64_t kv_head, int64_t i) {
      const std::byte *here = value(kv_head, at), *next = at + p.lanes < last ? value(kv_head, at + p.lanes)
                                                          : last < seen       ? key(kv_head, last)
                                                                              : here;
      code.add(here, keys, scratch + l.scores + i * l.scores_row + (at - first) * e, scratch + l.out + i * l.out_row,
               i % p.shared == 0 ? next : here);
    });
  }

  template <class T>
  void finish(bool sees_any) const {
    const AttentionOperand& o = q().out;
    for (int64_t i = 0; i < heads(); ++i) {
      T* out = reinterpret_cast<T*>(scratch + l.out + i * l.out_row);
      const T total = state<T>(i)[1];
      for (int64_t d = 0; sees_any && d < q().value_size; ++d) out[d] /= total;
      unpack_panel(q().type, reinterpret_cast<std::byte*>(out), 1, q().value_size, 1, o.dtype,
                   run.out + (batch * o.batch + head_of(i) * o.head) * o.dtype.bytes(), o.size, o.sequence);
    }
  }
};

}  // namespace

std::optional<SingleQueryPlan> plan_single_query(const AttentionProblem& q, int64_t lanes) {
  auto has_rows = [&](const AttentionOperand& o) {
    const bool is_float = o.dtype == kFloat32 || o.dtype == kFloat16 || o.dtype == kBfloat16;
    return o.size == 1 && (q.type == Packed::f64 ? o.dtype == kFloat64 : is_float);
  };
  if (q.q_len != 1 || q.kv_heads < 1 || q.head_size < 1 || q.value_size < 1 || !has_rows(q.key) || !has_rows(q.value))
    return std::nullopt;
  SingleQueryPlan p;
  p.problem = q;
  p.lanes = lanes, p.shared = q.heads / q.kv_heads;
  p.is_headwise = q.key.sequence < q.key.head;
  p.heads_at_once = p.is_headwise ? 1 : q.kv_heads;
  return p;
}

int64_t SingleQueryPlan::member_bytes() const { return layout_of(*this).end; }

void run_single_query(const SingleQueryPlan& p, const SingleQueryCode& code, const AttentionRun& run,
                      ThreadPool& pool) {
  const AttentionProblem& q = p.problem;
  const Layout layout = layout_of(p);
  const int64_t seen = q.is_causal ? std::clamp<int64_t>(1 + q.causal_offset, 0, q.kv_len) : q.kv_len;
  // Chunks that end together, and have long rows of memory.
  constexpr int64_t kChunksOfThread = 2;
  const int64_t count = q.batch * q.kv_heads, chunks = pool.size() == 1 ? 1 : pool.size() * kChunksOfThread;
  pool.parallel_for(count, std::max<int64_t>(1, ceil_div(count, chunks)), [&](int64_t begin, int64_t end, int member) {
    for (int64_t at = begin; at < end;) {
      const int64_t batch = at / q.kv_heads, head = at % q.kv_heads;
      const int64_t heads = std::min({end - at, q.kv_heads - head, p.heads_at_once});
      const Worker worker{p, code, run, layout, batch, head, head + heads, run.member(member)};
      worker.start();
      for (int64_t first = 0; first < seen; first += kBlockKeys)
        worker.work(first, std::min(seen, first + kBlockKeys), seen);
      if (q.type == Packed::f64) worker.finish<double>(seen > 0);
      else worker.finish<float>(seen > 0);
      at += heads;
    }
  });
}

}  // namespace hammock
