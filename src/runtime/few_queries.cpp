// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/few_queries.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "rounding.h"

namespace hammock {
namespace {

constexpr int64_t kBlockKeys = 128;
constexpr int64_t kLeastPiece = 512;  // keys
constexpr int64_t kRowsAtOnce = 256;  // of all heads of a chunk: their scratch stays in L2

// The scratch of a member: of each row of a chunk the query, the scores of a block, the output and its state.
struct Layout {
  int64_t query, scores, out, state, bias, end;
};
Layout layout_of(const FewQueriesPlan& p) {
  const int64_t rows = p.heads_at_once * p.rows;
  Layout l;
  l.query = 0;
  l.scores = l.query + rows * p.query_row;
  l.out = l.scores + rows * p.scores_row;
  l.state = l.out + rows * p.out_row;
  l.bias = l.state + rows * p.state_row;
  l.end = l.bias + (p.problem.bias ? p.scores_row : 0);
  return l;
}

struct Common {
  const FewQueriesPlan& p;
  const FewQueriesCode& code;
  const AttentionRun& run;
  const Layout l;
  const AttentionProblem& q() const { return p.problem; }

  // Where a piece's sums of a row are kept.
  std::byte* part(int64_t batch, int64_t piece, int64_t head, int64_t i) const {
    const int64_t row = ((batch * p.pieces + piece) * q().heads + head) * q().q_len + i;
    return run.shared + row * (p.out_row + p.state_row);
  }

  // out / total, as the result.
  template <class T>
  void finish(T* out, T total, int64_t batch, int64_t head, int64_t i) const {
    const AttentionOperand& o = q().out;
    if (q().is_guarded && !(total > 0)) std::fill_n(out, q().value_size, T{});
    else if (p.seen_by(i) > 0)
      for (int64_t d = 0; d < q().value_size; ++d) out[d] /= total;
    unpack_panel(q().type, reinterpret_cast<std::byte*>(out), q().value_size, 1, q().value_size, o.dtype,
                 run.out + (batch * o.batch + head * o.head + i * o.sequence) * o.dtype.bytes(), 1, o.size);
  }

  template <class T>
  void merge(int64_t batch, int64_t head, int64_t i, std::byte* scratch) const {
    T* out = reinterpret_cast<T*>(scratch + l.out);
    std::fill_n(out, q().value_size, T{});
    auto sums = [&](int64_t piece) { return reinterpret_cast<const T*>(part(batch, piece, head, i)); };
    auto state = [&](int64_t piece) { return reinterpret_cast<const T*>(part(batch, piece, head, i) + p.out_row); };
    constexpr T infinity = std::numeric_limits<T>::infinity();
    T most = -infinity, total = 0;
    for (int64_t piece = 0; piece < p.pieces; ++piece) most = std::max(most, state(piece)[0]);
    const T reference = most == -infinity ? T{} : most;
    for (int64_t piece = 0; piece < p.pieces; ++piece) {
      const T weight = std::exp(state(piece)[0] - reference), *from = sums(piece);
      total += weight * state(piece)[1];
      for (int64_t d = 0; d < q().value_size; ++d) out[d] += weight * from[d];
    }
    finish(out, total, batch, head, i);
  }
};

// Heads [begin, end) of K and V in one batch, and the keys of one piece.
struct Worker : Common {
  int64_t batch, begin, end, piece;
  std::byte* scratch;

  int64_t rows() const { return (end - begin) * p.rows; }
  int64_t head_of(int64_t row) const { return begin * p.shared + row / q().q_len; }
  int64_t query_of(int64_t row) const { return row % q().q_len; }
  std::byte* query(int64_t row) const { return scratch + l.query + row * p.query_row; }
  std::byte* scores(int64_t row) const { return scratch + l.scores + row * p.scores_row; }
  std::byte* out(int64_t row) const { return scratch + l.out + row * p.out_row; }
  std::byte* state(int64_t row) const { return scratch + l.state + row * p.state_row; }

  const std::byte* at(const AttentionOperand& o, const std::byte* data, int64_t head, int64_t i) const {
    return data + (batch * o.batch + head * o.head + i * o.sequence) * o.dtype.bytes();
  }
  const std::byte* key(int64_t head, int64_t i) const { return at(q().key, run.key, head, i); }
  const std::byte* value(int64_t head, int64_t i) const { return at(q().value, run.value, head, i); }

  void start() const {
    for (int64_t row = 0; row < rows(); ++row) {
      std::fill_n(query(row), p.query_row, std::byte{});
      gather(at(q().query, run.query, head_of(row), query_of(row)), q().query.dtype, q().query.size, 0, q().head_size,
             query(row));
      std::fill_n(out(row), p.out_row, std::byte{});
      if (q().type == Packed::f64) reset<double>(row);
      else reset<float>(row);
    }
  }
  // Elements [first, first + count) of a row.
  void gather(const std::byte* data, DType dtype, int64_t stride, int64_t first, int64_t count, std::byte* to) const {
    PackSource s;
    s.data = data, s.dtype = dtype, s.w_stride = stride;
    pack_panels(q().type, s, 0, 1, first, count, count, to, 0);
  }
  template <class T>
  void reset(int64_t row) const {
    T* at = reinterpret_cast<T*>(state(row));
    at[0] = -std::numeric_limits<T>::infinity();
    at[1] = 0;
  }

  // f(first of at most `lanes` keys, how many, head of K and V, row, how many rows, of the head's groups which) for the
  // keys [first, last) in the order of memory.
  template <class F>
  void each(int64_t first, int64_t last, F&& f) const {
    for (int64_t i = first; i < last; i += p.lanes)
      for (int64_t head = begin; head < end; ++head)
        for (int64_t g = 0; g < p.row_groups; ++g)
          f(i, std::min(p.lanes, last - i), head, (head - begin) * p.rows + 2 * g, std::min<int64_t>(2, p.rows - 2 * g),
            g);
  }

  void weigh(int64_t first, int64_t last) const {
    const std::byte *packed = nullptr, *bias = nullptr;
    for (int64_t row = 0; row < rows(); ++row) {
      const int64_t keys = std::min(last, p.seen_by(query_of(row))) - first;
      if (keys <= 0) continue;
      if (q().bias) {
        const AttentionBias& b = *q().bias;
        const std::byte* data =
            run.bias + (batch * b.batch + head_of(row) * b.head + query_of(row) * b.query) * b.dtype.bytes();
        const DType own = q().type == Packed::f64 ? kFloat64 : kFloat32;
        if (b.dtype == own && b.key == 1 && keys % p.lanes == 0) {
          bias = data + first * b.dtype.bytes();
        } else {
          bias = scratch + l.bias;
          if (data != packed) gather(data, b.dtype, b.key, first, last - first, scratch + l.bias);
          packed = data;
        }
      }
      code.weigh(scores(row), keys, state(row), out(row), bias);
    }
  }

  // What comes next is fetched by the groups of rows that share it, each a part.
  void work(int64_t first, int64_t last, int64_t end_of_piece) const {
    const int64_t e = p.element_bytes(), everyone = p.seen_by(0);
    auto part_of = [](const std::byte* next, int64_t fetched, int64_t row_bytes, int64_t group, const std::byte* here) {
      const int64_t offset = group * fetched;
      return offset < row_bytes ? next + offset : here;
    };
    const int64_t key_bytes = q().head_size * q().key.dtype.bytes(),
                  value_bytes = q().value_size * q().value.dtype.bytes();
    each(first, last, [&](int64_t i, int64_t keys, int64_t head, int64_t row, int64_t count, int64_t group) {
      const std::byte *here = key(head, i), *next = i + p.lanes < last ? key(head, i + p.lanes) : value(head, first);
      code.score[count - 1](here, keys, query(row), scores(row) + (i - first) * e,
                            part_of(next, p.fetched_of_key, key_bytes, group, here));
    });
    weigh(first, last);
    each(first, last, [&](int64_t i, int64_t keys, int64_t head, int64_t row, int64_t count, int64_t group) {
      const std::byte *here = value(head, i), *next = i + p.lanes < last    ? value(head, i + p.lanes)
                                                      : last < end_of_piece ? key(head, last)
                                                                            : here;
      next = part_of(next, p.fetched_of_value, value_bytes, group, here);
      auto seen = [&](int64_t r) { return std::min(keys, p.seen_by(query_of(r)) - i); };
      std::byte* weights = scores(row) + (i - first) * e;
      if (i + keys <= everyone || (seen(row) == keys && seen(row + count - 1) == keys)) {
        code.add[count - 1](here, keys, weights, out(row), next);
        return;
      }
      // A value times the weight 0 of a hidden key need not be 0.
      for (int64_t r = row; r < row + count; ++r)
        if (seen(r) > 0) code.add[0](here, seen(r), scores(r) + (i - first) * e, out(r), next);
    });
  }

  void leave() const {
    for (int64_t row = 0; row < rows(); ++row) {
      if (p.pieces > 1) {
        std::byte* to = part(batch, piece, head_of(row), query_of(row));
        std::memcpy(to, out(row), static_cast<size_t>(p.out_row));
        std::memcpy(to + p.out_row, state(row), static_cast<size_t>(p.state_row));
      } else if (q().type == Packed::f64) {
        finish_row<double>(row);
      } else {
        finish_row<float>(row);
      }
    }
  }
  template <class T>
  void finish_row(int64_t row) const {
    finish(reinterpret_cast<T*>(out(row)), reinterpret_cast<const T*>(state(row))[1], batch, head_of(row),
           query_of(row));
  }
};

// Else queries go into vector lanes, idle ones among them, and K and V are packed for them, which takes long where
// they come from memory and have rows in pages of their own. Nanoseconds for each key of a head, measured with 16
// lanes; for several queries only where it is clearly less.
bool are_few(const AttentionProblem& q, int64_t shared, int64_t lanes) {
  constexpr int64_t kMostRows = 256, kLarge = 4 << 20, kPage = 4096;
  constexpr double kRow = 1.45, kOfSize = 0.0215, kBegin = 75, kLane = 0.35, kLaneOfSize = 0.0225;
  constexpr double kPacked = 0.015, kPackedFromMemory = 0.15, kClearly = 1.25;  // the first two for each byte
  const int64_t rows = shared * q.q_len;
  if (shared > kMostRows || q.q_len > kMostRows || rows > kMostRows) return false;
  if (q.q_len == 1) return true;
  const double size = static_cast<double>(round_up(q.head_size, lanes) + round_up(q.value_size, lanes)) / 2,
               keys = static_cast<double>(std::max<int64_t>(1, q.kv_len)),
               bytes = static_cast<double>(q.head_size * q.key.dtype.bytes() + q.value_size * q.value.dtype.bytes());
  const bool is_from_memory = bytes * keys * static_cast<double>(q.batch * q.kv_heads) > kLarge &&
                              q.key.sequence * q.key.dtype.bytes() >= kPage;
  const double few = static_cast<double>(rows) * (kRow + kOfSize * size + kBegin / keys),
               packed = static_cast<double>(shared * round_up(q.q_len, lanes)) * (kLane + kLaneOfSize * size) +
                        bytes * (is_from_memory ? kPackedFromMemory : kPacked);
  return few * kClearly < packed;
}

}  // namespace

std::optional<FewQueriesPlan> plan_few_queries(const AttentionProblem& q, int64_t lanes) {
  auto has_rows = [&](const AttentionOperand& o) {
    const bool is_float = o.dtype == kFloat32 || o.dtype == kFloat16 || o.dtype == kBfloat16;
    return o.size == 1 && (q.type == Packed::f64 ? o.dtype == kFloat64 : is_float);
  };
  if (q.q_len < 1 || q.heads < 1 || q.kv_heads < 1 || q.head_size < 1 || q.value_size < 1 || !has_rows(q.key) ||
      !has_rows(q.value) || q.window < q.kAll || q.sequences > 0)
    return std::nullopt;
  if (!are_few(q, q.heads / q.kv_heads, lanes)) return std::nullopt;
  FewQueriesPlan p;
  p.problem = q;
  p.lanes = lanes, p.shared = q.heads / q.kv_heads;
  p.rows = p.shared * q.q_len, p.row_groups = std::max<int64_t>(1, ceil_div(p.rows, 2));
  const bool is_headwise = q.key.sequence < q.key.head;  // keys of a head are nearer to each other than to other heads'
  p.heads_at_once =
      is_headwise ? 1 : std::min(q.kv_heads, std::max<int64_t>(1, kRowsAtOnce / std::max<int64_t>(1, p.rows)));
  const int64_t pieces = std::max<int64_t>(1, p.seen() / kLeastPiece);
  p.piece_keys = round_up(std::max<int64_t>(1, ceil_div(p.seen(), pieces)), kBlockKeys);
  p.pieces = std::max<int64_t>(1, ceil_div(p.seen(), p.piece_keys));
  auto row = [&](int64_t elements) { return whole_lines(round_up(elements, lanes) * p.element_bytes()); };
  p.query_row = row(q.head_size), p.scores_row = row(kBlockKeys), p.out_row = row(q.value_size), p.state_row = row(2);
  auto fetched = [&](const AttentionOperand& o, int64_t size) {
    return whole_lines(ceil_div(size * o.dtype.bytes(), p.row_groups));
  };
  p.fetched_of_key = fetched(q.key, q.head_size), p.fetched_of_value = fetched(q.value, q.value_size);
  return p;
}

int64_t FewQueriesPlan::member_bytes() const { return layout_of(*this).end; }
int64_t FewQueriesPlan::shared_bytes() const {
  return pieces == 1 ? 0 : problem.batch * problem.heads * problem.q_len * pieces * (out_row + state_row);
}

void run_few_queries(const FewQueriesPlan& p, const FewQueriesCode& code, const AttentionRun& run, ThreadPool& pool) {
  const AttentionProblem& q = p.problem;
  const Common common{p, code, run, layout_of(p)};
  const int64_t pieces = p.pieces, seen = p.seen(), units = q.batch * pieces * q.kv_heads;
  // Chunks that end together, and have long rows of memory.
  constexpr int64_t kChunksOfThread = 2;
  const int64_t chunks = pool.size() == 1 ? 1 : pool.size() * kChunksOfThread;
  pool.parallel_for(units, std::max<int64_t>(1, ceil_div(units, chunks)), [&](int64_t begin, int64_t end, int member) {
    for (int64_t at = begin; at < end;) {
      const int64_t batch = at / q.kv_heads / pieces, piece = at / q.kv_heads % pieces, head = at % q.kv_heads;
      const int64_t heads = std::min({end - at, q.kv_heads - head, p.heads_at_once});
      const Worker worker{common, batch, head, head + heads, piece, run.member(member)};
      worker.start();
      const int64_t last = std::min(seen, (piece + 1) * p.piece_keys);
      for (int64_t first = piece * p.piece_keys; first < last; first += kBlockKeys)
        worker.work(first, std::min(last, first + kBlockKeys), last);
      worker.leave();
      at += heads;
    }
  });
  if (pieces == 1) return;
  constexpr int64_t kMergedAtOnce = 1 << 14;  // elements
  const int64_t rows = q.batch * q.heads * q.q_len;
  const int64_t grain = std::max<int64_t>(1, kMergedAtOnce / (pieces * q.value_size));
  pool.parallel_for(rows, grain, [&](int64_t begin, int64_t end, int member) {
    for (int64_t at = begin; at < end; ++at) {
      const int64_t batch = at / q.q_len / q.heads, head = at / q.q_len % q.heads, i = at % q.q_len;
      if (q.type == Packed::f64) common.merge<double>(batch, head, i, run.member(member));
      else common.merge<float>(batch, head, i, run.member(member));
    }
  });
}

}  // namespace hammock
