// SPDX-License-Identifier: Apache-2.0
// Blocks of queries are independent; inside one everything stays in the caches: the scores of 128 keys in L1, the
// output and the strips of K and V of a head in L2. Rows of one head lie apart, where processors foresee nothing: what
// is read or written next is fetched while something is computed.
#include "hammock/runtime/attention.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "fetch.h"
#include "rounding.h"

namespace hammock {
namespace {

constexpr int64_t kBlockKeys = 128;    // with 48 queries the scores take half of L1
constexpr int64_t kPackedAtOnce = 32;  // keys
// Packed keys and values of a sequence that is short.
constexpr int64_t kShortBytes = 256 << 10;

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

  std::byte* packed_keys(int64_t batch, int64_t kv_head) const {
    return run.shared + (batch * q().kv_heads + kv_head) * (p.key_bytes() + p.value_bytes());
  }
  std::byte* packed_values(int64_t batch, int64_t kv_head) const { return packed_keys(batch, kv_head) + p.key_bytes(); }

  PackSource source(const AttentionOperand& o, const std::byte* data, int64_t batch, int64_t head) const {
    PackSource s;
    s.data = data + (batch * o.batch + head * o.head) * o.dtype.bytes();
    s.dtype = o.dtype;
    return s;
  }

  // Rows [first, last) of a head, into L2.
  static void fetch(const AttentionOperand& o, const std::byte* data, int64_t batch, int64_t head, int64_t size,
                    int64_t first, int64_t last) {
    const int64_t e = o.dtype.bytes();
    if (o.size != 1) return;
    for (int64_t i = first; i < last; ++i)
      fetch_lines(data + (batch * o.batch + head * o.head + i * o.sequence) * e, size * e);
  }

  void fetch_keys(int64_t batch, int64_t kv_head, int64_t first, int64_t last) const {
    fetch(q().key, run.key, batch, kv_head, q().head_size, first, last);
    fetch(q().value, run.value, batch, kv_head, q().value_size, first, last);
  }

  void pack_head(int64_t batch, int64_t kv_head) const {
    const int64_t at_once = round_up(kPackedAtOnce, p.key_rows);
    for (int64_t key = 0; key < q().kv_len; key += at_once) {
      const int64_t next = std::min(key + at_once, q().kv_len);
      fetch_keys(batch, kv_head, next, std::min(next + at_once, q().kv_len));
      pack_keys(batch, kv_head, key, next - key);
    }
  }

  void pack_keys(int64_t batch, int64_t kv_head, int64_t first, int64_t count) const {
    if (!p.key_in_place) {
      PackSource keys = source(q().key, run.key, batch, kv_head);
      keys.k_stride = q().key.size, keys.w_stride = q().key.sequence;
      pack_panels(q().type, keys, 0, q().head_size, first, count, p.key_rows,
                  packed_keys(batch, kv_head) + first * q().head_size * e(), p.key_rows * q().head_size * e());
    }
    if (p.value_in_place) return;
    PackSource values = source(q().value, run.value, batch, kv_head);
    values.k_stride = q().value.sequence, values.w_stride = q().value.size;
    pack_panels(q().type, values, first, count, 0, q().value_size, p.value_rows,
                packed_values(batch, kv_head) + first * p.value_rows * e(), p.value_rows * q().kv_len * e());
  }

  void pack_bias(int64_t batch, int64_t head, int64_t query, int64_t queries, int64_t key, int64_t keys,
                 std::byte* to) const {
    const AttentionBias& b = *q().bias;
    PackSource s;
    s.data = run.bias + (batch * b.batch + head * b.head) * b.dtype.bytes();
    s.dtype = b.dtype, s.k_stride = b.key, s.w_stride = b.query;
    pack_panels(q().type, s, key, keys, query, queries, p.columns, to, 0);
  }

  // scores[key][query] for whole strips from `first` on, until `keys` are there.
  void score(int64_t batch, int64_t kv_head, int64_t first, int64_t keys, const std::byte* query,
             std::byte* scores) const {
    const int64_t row = p.columns * e();
    const std::byte* strips = packed_keys(batch, kv_head);
    const std::byte* head = run.key + (batch * q().key.batch + kv_head * q().key.head) * e();
    for (int64_t at = 0; at < keys; at += p.key_rows) {
      const int64_t key = first + at;
      if (!p.key_in_place)
        code.scores(q().head_size, strips + key * q().head_size * e(), p.key_rows * e(), query, row, scores + at * row,
                    0);
      else
        (key + p.key_rows <= q().kv_len ? code.scores : code.tail_scores)(
            q().head_size, head + key * q().key.sequence * e(), e(), query, row, scores + at * row, 0);
    }
  }

  // out[d][query] (+)= V^T x weights of the keys from `first` on; = where they are the first ones
  void add_values(int64_t batch, int64_t kv_head, int64_t first, int64_t keys, bool are_first, const std::byte* weights,
                  std::byte* out) const {
    const int64_t row = p.columns * e();
    const std::byte* head =
        run.value + (batch * q().value.batch + kv_head * q().value.head + first * q().value.sequence) * e();
    for (int64_t s = 0; s < p.value_strips(); ++s) {
      const std::byte* strip = p.value_in_place
                                   ? head + s * p.value_rows * e()
                                   : packed_values(batch, kv_head) + (s * q().kv_len + first) * p.value_rows * e();
      code.values(keys, strip, (p.value_in_place ? q().value.sequence : p.value_rows) * e(), weights, row,
                  out + s * p.value_rows * row, !are_first);
    }
  }

  // Values of the keys from `first` on: used in place, piece i is those of key first + i; packed, strip i of all keys.
  template <class T>
  const T* value_piece(int64_t batch, int64_t kv_head, int64_t first, int64_t i) const {
    if (!p.value_in_place)
      return reinterpret_cast<const T*>(packed_values(batch, kv_head)) + (i * q().kv_len + first) * p.value_rows;
    return reinterpret_cast<const T*>(run.value) + batch * q().value.batch + kv_head * q().value.head +
           (first + i) * q().value.sequence;
  }

  template <class T>
  bool are_values_finite(int64_t batch, int64_t kv_head, int64_t first, int64_t keys) const {
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    const int64_t pieces = p.value_in_place ? keys : p.value_strips(),
                  length = p.value_in_place ? q().value_size : keys * p.value_rows;
    const Bits infinity = std::bit_cast<Bits>(std::numeric_limits<T>::infinity());
    for (int64_t i = 0; i < pieces; ++i) {
      const T* piece = value_piece<T>(batch, kv_head, first, i);
      Bits most = 0;
      for (int64_t j = 0; j < length; ++j) most = std::max(most, std::bit_cast<Bits>(piece[j]) & (~Bits{} >> 1));
      if (most >= infinity) return false;
    }
    return true;
  }

  // As add_values, where some of the keys are hidden from some queries and their values times 0 would not be 0.
  template <class T>
  void add_visible(int64_t batch, int64_t kv_head, int64_t first, int64_t keys, bool are_first, int64_t visible,
                   const std::byte* weights, std::byte* out) const {
    T* to = reinterpret_cast<T*>(out);
    if (are_first) std::fill_n(to, p.value_strips() * p.value_rows * p.columns, T{});
    for (int64_t key = 0; key < keys; ++key) {
      const T* weight = reinterpret_cast<const T*>(weights) + key * p.columns;
      for (int64_t d = 0; d < q().value_size; ++d) {
        const T value = p.value_in_place ? value_piece<T>(batch, kv_head, first, key)[d]
                                         : value_piece<T>(batch, kv_head, first,
                                                          d / p.value_rows)[key * p.value_rows + d % p.value_rows];
        for (int64_t c = std::max<int64_t>(0, key - visible + 1);
             c < std::min(p.columns, key - visible + q().window + 1); ++c)
          to[d * p.columns + c] += weight[c] * value;
      }
    }
  }

  // The keys [first, last) against a block of queries, which may be the first ones.
  void add_keys(int64_t batch, int64_t head, int64_t query, int64_t queries, int64_t first, int64_t last,
                bool are_first, std::byte* scratch, const Layout& l) const {
    const int64_t kv_head = head * q().kv_heads / q().heads, keys = last - first;
    std::byte* scores = scratch + l.scores;
    score(batch, kv_head, first, keys, scratch + l.query, scores);
    if (q().bias) pack_bias(batch, head, query, queries, first, keys, scratch + l.bias);
    const int64_t visible = q().is_causal ? query + q().causal_offset - first + 1 : keys;
    code.block(scores, keys, scratch + l.state, scratch + l.out, are_first ? 0 : p.value_strips() * p.value_rows,
               scratch + l.bias, visible);
    const bool is_double = q().type == Packed::f64, hides = visible < keys || visible + p.columns - 1 > q().window;
    if (hides && !(is_double ? are_values_finite<double>(batch, kv_head, first, keys)
                             : are_values_finite<float>(batch, kv_head, first, keys)))
      (this->*(is_double ? &Worker::add_visible<double> : &Worker::add_visible<float>))(
          batch, kv_head, first, keys, are_first, visible, scores, scratch + l.out);
    else add_values(batch, kv_head, first, keys, are_first, scores, scratch + l.out);
  }

  // out = 0 for queries that see no key.
  void clear_blind(int64_t query, int64_t queries, std::byte* out) const {
    for (int64_t c = 0; c < queries; ++c) {
      const int64_t last = query + c + q().causal_offset;
      if (std::min(last + 1, q().kv_len) > std::max<int64_t>(0, last + 1 - q().window)) continue;
      for (int64_t d = 0; d < q().value_size; ++d) std::fill_n(out + (d * p.columns + c) * e(), e(), std::byte{});
    }
  }

  void work(int64_t batch, int64_t head, int64_t query, std::byte* scratch) const {
    const Layout l = layout_of(p);
    const int64_t queries = std::min(p.columns, q().q_len - query);
    fetch(q().out, run.out, batch, head, q().value_size, query, query + queries);
    PackSource s = source(q().query, run.query, batch, head);
    s.k_stride = q().query.size, s.w_stride = q().query.sequence;
    pack_panels(q().type, s, 0, q().head_size, query, queries, p.columns, scratch + l.query, 0);
    if (q().type == Packed::f64) reset<double>(scratch + l.state, p.columns);
    else reset<float>(scratch + l.state, p.columns);
    const int64_t seen =
        q().is_causal ? std::clamp<int64_t>(query + queries + q().causal_offset, 0, q().kv_len) : q().kv_len;
    // From a whole strip on.
    const int64_t begin =
        std::clamp<int64_t>(query + q().causal_offset + 1 - q().window, 0, seen) / p.key_rows * p.key_rows;
    const int64_t rows = p.value_strips() * p.value_rows;
    for (int64_t first = begin; first < seen; first += p.block_keys)
      add_keys(batch, head, query, queries, first, std::min(seen, first + p.block_keys), first == begin, scratch, l);
    if (begin == seen) std::fill_n(scratch + l.out, rows * p.columns * e(), std::byte{});
    else code.finish(scratch + l.out, rows, scratch + l.state);
    if (q().is_causal) clear_blind(query, queries, scratch + l.out);
    const AttentionOperand& o = q().out;
    unpack_panel(q().type, scratch + l.out, p.columns, q().value_size, queries, o.dtype,
                 run.out + (batch * o.batch + head * o.head + query * o.sequence) * o.dtype.bytes(), o.size,
                 o.sequence);
  }
};

}  // namespace

AttentionPlan plan_attention(AttentionProblem problem, VectorRegisters registers) {
  AttentionPlan p;
  p.problem = std::move(problem);
  const AttentionProblem& q = p.problem;
  const int64_t queries = q.sequences > 0 ? ceil_div(q.q_len, q.sequences) : q.q_len;  // of a sequence, about
  const GemmTile tile = choose_tile(std::max<int64_t>(1, q.value_size), std::max<int64_t>(1, queries), registers);
  p.columns = tile.columns;
  p.value_rows = tile.rows;
  const int64_t vectors = tile.columns / registers.lanes;
  const int64_t most = std::clamp<int64_t>(vectors == 1 ? 14 : registers.most_rows(vectors), 1, 14);
  p.key_rows = most > 8 && most < 12 ? 8 : most;  // 8 divides more lengths than 9, and is as fast
  p.key_rows = std::min(p.key_rows, std::max<int64_t>(1, q.kv_len));
  // Packing pays if several blocks of queries read what is packed. In place, the tail is that of all keys.
  constexpr int64_t kFewBlocks = 2;
  const DType dtype = q.type == Packed::f64 ? kFloat64 : kFloat32;
  if (q.sequences == 0 && ceil_div(q.q_len, p.columns) * (q.heads / std::max<int64_t>(1, q.kv_heads)) <= kFewBlocks) {
    p.key_in_place = q.key.dtype == dtype && q.key.size == 1 && q.key.sequence > 0;
    if (p.key_in_place) p.key_rows = std::min<int64_t>(p.key_rows, 8);  // rows may lie on the same lines of L1
    int64_t rows = std::min(vectors == 1 ? std::min<int64_t>(16, registers.most_rows(1)) : most, q.value_size);
    while (rows > 1 && q.value_size % rows != 0) --rows;
    p.value_in_place = q.value.dtype == dtype && q.value.size == 1 && rows >= std::min<int64_t>(4, q.value_size);
    if (p.value_in_place) p.value_rows = rows;
  }
  p.block_keys =
      std::min(std::max<int64_t>(1, kBlockKeys / p.key_rows), std::max<int64_t>(1, p.key_strips())) * p.key_rows;
  return p;
}

int64_t AttentionPlan::member_bytes() const {
  return layout_of(*this).end + (problem.sequences > 0 ? kShortBytes + 64 : 0);
}

void run_attention(const AttentionPlan& p, const AttentionCode& code, const AttentionRun& run, ThreadPool& pool) {
  const AttentionProblem& q = p.problem;
  const Worker worker{p, code, run};
  if (q.kv_len > 0 && !(p.key_in_place && p.value_in_place))
    pool.parallel_for(q.batch * q.kv_heads, 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t i = begin; i < end; ++i) worker.pack_head(i / q.kv_heads, i % q.kv_heads);
    });
  const int64_t blocks = ceil_div(q.q_len, p.columns);
  const int64_t count = q.batch * q.heads * blocks;
  auto batch = [&](int64_t i) { return i / blocks / q.heads; };
  auto head = [&](int64_t i) { return i / blocks % q.heads; };
  auto query = [&](int64_t i) {
    return p.columns * (q.is_causal ? blocks - 1 - i % blocks : i % blocks);  // the long ones first
  };
  pool.parallel_for(count, 1, [&](int64_t begin, int64_t end, int member) {
    for (int64_t i = begin; i < end; ++i) {
      if (const int64_t next = i + 1; next < count)  // that the member takes, unless others did
        Worker::fetch(q.query, run.query, batch(next), head(next), q.head_size, query(next),
                      std::min(query(next) + p.columns, q.q_len));
      worker.work(batch(i), head(i), query(i), run.member(member));
    }
  });
}

bool are_valid(const SequenceStarts& starts, const AttentionProblem& problem) {
  const auto are_inside = [](std::span<const int64_t> s, int64_t rows) {
    return !s.empty() && std::ranges::is_sorted(s) && s.front() >= 0 && s.back() <= rows;
  };
  return starts.q.size() == starts.kv.size() && are_inside(starts.q, problem.q_len) &&
         are_inside(starts.kv, problem.kv_len);
}

namespace {

// A sequence by itself: the plan of all with its lengths, which makes what is packed smaller, and where it lies.
struct Sequence {
  AttentionPlan plan;
  AttentionRun run;

  Sequence(const AttentionPlan& all, const AttentionRun& whole, bool aligns_ends, int64_t q, int64_t q_end, int64_t kv,
           int64_t kv_end)
      : plan(all), run(whole) {
    AttentionProblem& p = plan.problem;
    const auto moved = [](auto* data, const AttentionOperand& o, int64_t rows) {
      return data + rows * o.sequence * o.dtype.bytes();
    };
    run.query = moved(whole.query, p.query, q);
    run.out = moved(whole.out, p.out, q);
    run.key = moved(whole.key, p.key, kv);
    run.value = moved(whole.value, p.value, kv);
    p.q_len = q_end - q;
    p.kv_len = kv_end - kv;
    p.causal_offset = aligns_ends ? p.kv_len - p.q_len : 0;
  }

  bool is_short() const {
    constexpr int64_t kFewBlocks = 4;
    const AttentionProblem& p = plan.problem;
    return p.q_len <= kFewBlocks * plan.columns && p.kv_heads * (plan.key_bytes() + plan.value_bytes()) <= kShortBytes;
  }
  // On one thread; the keys and values are packed behind the member's scratch.
  void attend(const AttentionCode& code, int member) {
    const AttentionProblem& p = plan.problem;
    std::byte* const scratch = run.member(member);
    run.shared = scratch + layout_of(plan).end;
    const Worker worker{plan, code, run};
    for (int64_t head = 0; head < p.kv_heads && p.kv_len > 0; ++head) worker.pack_head(0, head);
    for (int64_t head = 0; head < p.heads; ++head)
      for (int64_t query = 0; query < p.q_len; query += plan.columns) worker.work(0, head, query, scratch);
  }
};

}  // namespace

void run_sequences(const AttentionPlan& plan, const AttentionCode& code, const AttentionRun& run,
                   const SequenceStarts& starts, ThreadPool& pool) {
  const auto count = static_cast<int64_t>(starts.q.size()) + 1;
  // 0: the queries before all sequences; the last: those behind. They see no key.
  const auto sequence = [&](int64_t s) {
    const auto i = static_cast<size_t>(s);
    const bool is_none = s == 0 || s == count - 1;
    return Sequence(plan, run, starts.aligns_ends, s == 0 ? 0 : starts.q[i - 1],
                    s == count - 1 ? plan.problem.q_len : starts.q[i], is_none ? 0 : starts.kv[i - 1],
                    is_none ? 0 : starts.kv[i]);
  };
  // Of a long one all threads have blocks, of the others each has some.
  bool has_short = false;
  for (int64_t s = 0; s < count; ++s) {
    const Sequence one = sequence(s);
    if (one.plan.problem.q_len == 0) continue;
    if (one.is_short()) has_short = true;
    else run_attention(one.plan, code, one.run, pool);
  }
  if (!has_short) return;
  constexpr int64_t kPieces = 16;  // of a member
  pool.parallel_for(count, std::max<int64_t>(1, count / (kPieces * pool.size())),
                    [&](int64_t begin, int64_t end, int member) {
                      for (int64_t s = begin; s < end; ++s) {
                        Sequence one = sequence(s);
                        if (one.plan.problem.q_len > 0 && one.is_short()) one.attend(code, member);
                      }
                    });
}

}  // namespace hammock
