// SPDX-License-Identifier: Apache-2.0
// Loops of instructions that wait for nothing but their unit: chains of multiply-adds, of which there are more than the
// units have steps, and reads of blocks that lie in one level of memory. The best of several trials counts: whatever
// else runs on the machine makes a trial slower, and nothing makes it faster.
#include "hammock/runtime/speed.h"

#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "hammock/base/clock.h"
#include "hammock/runtime/tensor.h"
#include "hammock/runtime/thread_pool.h"
#include "hammock/runtime/tiles.h"

namespace hammock {
namespace {

constexpr SpeedRow kRows[] = {
    {Speed::f32, "f32", "GFLOP/s", "multiply-add of float32"},
    {Speed::f64, "f64", "GFLOP/s", "multiply-add of float64"},
    {Speed::bf16, "bf16", "GFLOP/s", "products of bfloat16, added up as float32"},
    {Speed::i8, "int8", "GOP/s", "products of int8, added up as int32"},
    {Speed::l1, "L1", "GB/s", "read from the first cache"},
    {Speed::l2, "L2", "GB/s", "read from the second cache"},
    {Speed::l3, "L3", "GB/s", "read from the third cache"},
    {Speed::other, "other", "GB/s", "read of what another core has just written"},
    {Speed::memory, "memory", "GB/s", "read from memory"},
    {Speed::copy, "copy", "GB/s", "read from memory and written to it"},
};
static_assert(std::size(kRows) == kSpeeds);

// ---- loops of arithmetic ----

constexpr int kChains = 12;  // with two operands, they fit into 16 registers

// What keeps a value that nobody reads.
template <class T>
void use(const T& value) {
  asm volatile("" : : "m"(value) : "memory");
}

#define MULTIPLY_ADDS(name, target, type, bytes)                                  \
  target void name(int64_t rounds) {                                              \
    typedef type Vector __attribute__((vector_size(bytes)));                      \
    Vector sums[kChains], a = Vector{} + type(0.999), b = Vector{} + type(0.001); \
    for (int i = 0; i < kChains; ++i) sums[i] = Vector{} + static_cast<type>(i);  \
    for (int64_t r = 0; r < rounds; ++r) {                                        \
      UNROLL for (int i = 0; i < kChains; ++i) sums[i] = sums[i] * a + b;         \
    }                                                                             \
    Vector total = sums[0];                                                       \
    for (int i = 1; i < kChains; ++i) total += sums[i];                           \
    use(total);                                                                   \
  }
#define READ(name, target, bytes)                                            \
  target void name(const std::byte* from, int64_t count) {                   \
    typedef long long Vector __attribute__((vector_size(bytes), may_alias)); \
    Vector sums[8] = {};                                                     \
    const auto* vectors = reinterpret_cast<const Vector*>(from);             \
    for (int64_t i = 0; i < count / (bytes); i += 8) {                       \
      UNROLL for (int k = 0; k < 8; ++k) sums[k] |= vectors[i + k];          \
    }                                                                        \
    Vector total = sums[0];                                                  \
    for (int k = 1; k < 8; ++k) total |= sums[k];                            \
    use(total);                                                              \
  }
#define PRODUCTS(name, target, Vector, zero, one, step)                    \
  target void name(int64_t rounds) {                                       \
    Vector sums[kChains], a = one, b = one;                                \
    for (Vector & sum : sums) sum = zero;                                  \
    for (int64_t r = 0; r < rounds; ++r) {                                 \
      UNROLL for (int i = 0; i < kChains; ++i) {                           \
        asm volatile("" : "+x"(b)); /* nothing is computed once for all */ \
        sums[i] = step;                                                    \
      }                                                                    \
    }                                                                      \
    Vector total = sums[0];                                                \
    for (int i = 1; i < kChains; ++i) total += sums[i];                    \
    use(total);                                                            \
  }
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 12")
#endif
#define TARGET(features) __attribute__((target(features)))

MULTIPLY_ADDS(multiply_adds_f32, , float, 16)
MULTIPLY_ADDS(multiply_adds_f64, , double, 16)
READ(read_16, , 16)
#ifdef __x86_64__
MULTIPLY_ADDS(multiply_adds_f32_avx2, TARGET("avx2,fma"), float, 32)
MULTIPLY_ADDS(multiply_adds_f64_avx2, TARGET("avx2,fma"), double, 32)
READ(read_32, TARGET("avx2"), 32)
MULTIPLY_ADDS(multiply_adds_f32_avx512, TARGET("avx512f"), float, 64)
MULTIPLY_ADDS(multiply_adds_f64_avx512, TARGET("avx512f"), double, 64)
READ(read_64, TARGET("avx512f"), 64)
PRODUCTS(products_avx2, TARGET("avx2"), __m256i, _mm256_setzero_si256(), _mm256_set1_epi8(1),
         _mm256_add_epi32(sums[i], _mm256_madd_epi16(_mm256_maddubs_epi16(a, b), a)))
PRODUCTS(products_vnni, TARGET("avx512f,avx512vnni"), __m512i, _mm512_setzero_si512(), _mm512_set1_epi8(1),
         _mm512_dpbusd_epi32(sums[i], a, b))
PRODUCTS(products_bf16, TARGET("avx512f,avx512bf16"), __m512, _mm512_setzero_ps(), _mm512_set1_ps(1),
         _mm512_dpbf16_ps(sums[i], (__m512bh)a, (__m512bh)b))
// Four sums in turn, which hide the time that a product takes.
#define TILE_PRODUCTS(name, target, multiply)    \
  target void name(int64_t rounds) {             \
    const TileGrid grid{2, 2};                   \
    set_tile_shapes(grid.shapes(2 * kTileRows)); \
    for (int64_t r = 0; r < rounds; ++r) {       \
      for (int i = 0; i < kChains; i += 4) {     \
        multiply(0, 4, 6);                       \
        multiply(1, 4, 7);                       \
        multiply(2, 5, 6);                       \
        multiply(3, 5, 7);                       \
      }                                          \
    }                                            \
    release_tiles();                             \
  }
static_assert(kChains % 4 == 0);
#ifdef __linux__
TILE_PRODUCTS(tiles_i8, TARGET("amx-tile,amx-int8"), _tile_dpbssd)
TILE_PRODUCTS(tiles_bf16, TARGET("amx-tile,amx-bf16"), _tile_dpbf16ps)
#endif
#endif

using Loop = void (*)(int64_t rounds);
using Reader = void (*)(const std::byte* from, int64_t bytes);

// The best loop that this processor runs; none: it has no such instructions.
struct Arithmetic {
  Loop loop = nullptr;
  int64_t operations = 0;  // of a chain in a round
  std::string by;
};

Arithmetic arithmetic(Speed speed) {
#ifdef __x86_64__
  const bool has_avx512 = __builtin_cpu_supports("avx512f") > 0;
  const bool has_avx2 = __builtin_cpu_supports("avx2") > 0 && __builtin_cpu_supports("fma") > 0;
  switch (speed) {
    case Speed::f32:
      if (has_avx512) return {multiply_adds_f32_avx512, 32, "AVX-512 FMA"};
      if (has_avx2) return {multiply_adds_f32_avx2, 16, "AVX2 FMA"};
      return {multiply_adds_f32, 8, "SSE2 multiply, add"};
    case Speed::f64:
      if (has_avx512) return {multiply_adds_f64_avx512, 16, "AVX-512 FMA"};
      if (has_avx2) return {multiply_adds_f64_avx2, 8, "AVX2 FMA"};
      return {multiply_adds_f64, 4, "SSE2 multiply, add"};
    case Speed::i8:
#ifdef __linux__
      if (tile_products() & kTileInt8) return {tiles_i8, 2 * 16 * 16 * 64, "AMX"};
#endif
      if (has_avx512 && __builtin_cpu_supports("avx512vnni") > 0) return {products_vnni, 128, "AVX-512 VNNI"};
      if (has_avx2) return {products_avx2, 64, "AVX2 vpmaddubsw"};
      return {};
    case Speed::bf16:
#ifdef __linux__
      if (tile_products() & kTileBf16) return {tiles_bf16, 2 * 16 * 16 * 32, "AMX"};
#endif
      if (has_avx512 && __builtin_cpu_supports("avx512bf16") > 0) return {products_bf16, 64, "AVX-512 BF16"};
      return {};
    default: return {};
  }
#else
  if (speed == Speed::f32) return {multiply_adds_f32, 8, "vectors of 16 bytes"};
  if (speed == Speed::f64) return {multiply_adds_f64, 4, "vectors of 16 bytes"};
  return {};
#endif
}

Reader reader() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f") > 0) return read_64;
  if (__builtin_cpu_supports("avx2") > 0) return read_32;
#endif
  return read_16;
}

// ---- measuring ----

constexpr int kTrials = 16;
constexpr double kTrial = 1e-3;  // seconds: short, so that some trials are left alone

// The time of this thread on its core.
double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// Where this thread is now; where the system does not say, each member of a pool has one.
int core_of([[maybe_unused]] int member) {
#ifdef __linux__
  return sched_getcpu();
#else
  return member;
#endif
}

class Prober {
 public:
  explicit Prober(int threads) : pool_(threads) { out_.threads = threads, out_.caches = cache_sizes(); }

  MachineSpeed run(const std::function<void()>& progress) {
    allocate();
    warm_up();
    for (const SpeedRow& row : kRows) {
      if (row.speed <= Speed::i8) measure_arithmetic(row.speed);
      else if (row.speed == Speed::other) measure_other();
      else if (row.speed == Speed::copy) measure_copy();
      else measure_read(row.speed);
      pool_.rest();
      progress();
    }
    if (pool_.size() > 1) measure_hand_off();
    return std::move(out_);
  }

 private:
  // The best of some trials of work(number of one of the threads), in seconds.
  template <class Work, class Next = void (*)()>
  double best(
      int threads, Work&& work, Next&& next = [] {}) {
    double best = 1e30;
    for (int trial = 0; trial < kTrials; ++trial) {
      const double start = now_ms();
      if (threads == 1) work(0);
      else pool_.parallel_for(threads, 1, [&](int64_t begin, int64_t, int) { work(begin); });
      best = std::min(best, (now_ms() - start) * 1e-3);
      next();
    }
    return best;
  }

  // Of work(begin, bytes, trial) on a block that the threads divide.
  template <class Work>
  Rate shared_rate(int64_t bytes, Work&& work) {
    const int64_t share = bytes / pool_.size() / kLine * kLine;
    if (share == 0) return {};
    int trial = kParts / 2;  // the first parts lie in a cache still
    const double one = best(1, [&](int64_t) { work(0, share * pool_.size(), trial++); });
    const double all = best(
        pool_.size(), [&](int64_t thread) { work(thread * share, share, trial); }, [&] { ++trial; });
    Rate out;
    out.one = static_cast<double>(share * pool_.size()) / one;
    out.all = std::max(out.one, static_cast<double>(share * pool_.size()) / all);
    return out;
  }

  // Of what each thread has for itself: its own time on its core counts, so that a busy machine is no slower one.
  // `amount`: what work(thread, repeats) does in one of the repeats.
  template <class Work>
  Rate own_rate(double amount, Work&& work) {
    const int64_t repeats = repeats_of(work);
    std::vector<double> least(static_cast<size_t>(pool_.size()), 1e30);
    for (int trial = 0; trial < kTrials; ++trial) {
      pool_.parallel_for(pool_.size(), 1, [&](int64_t begin, int64_t, int) {
        const double start = thread_seconds();
        work(begin, repeats);
        double& least_of_it = least[static_cast<size_t>(begin)];
        least_of_it = std::min(least_of_it, thread_seconds() - start);
      });
    }
    Rate out;
    const double all = amount * static_cast<double>(repeats);
    out.one = all / best(1, [&](int64_t) { work(0, repeats); });
    for (double seconds : least) {
      out.all += all / seconds;
      out.one = std::max(out.one, all / seconds);
    }
    return out;
  }

  // So many that a trial is long enough for the clock.
  template <class Work>
  static int64_t repeats_of(Work&& work) {
    for (int64_t repeats = 1;; repeats *= 2) {
      const double start = thread_seconds();
      work(0, repeats);
      const double seconds = thread_seconds() - start;
      if (seconds < kTrial / 2) continue;
      return std::max<int64_t>(1, static_cast<int64_t>(static_cast<double>(repeats) * kTrial / seconds));
    }
  }

  void measure_arithmetic(Speed speed) {
    const Arithmetic found = arithmetic(speed);
    if (!found.loop) return;
    out_[speed] = own_rate(static_cast<double>(found.operations * kChains),
                           [&](int64_t, int64_t repeats) { found.loop(repeats); });
    out_[speed].by = found.by;
  }

  // A block for each thread: half of what its level holds.
  int64_t block_of(Speed level) const {
    const CacheSizes& c = out_.caches;
    switch (level) {
      case Speed::l1: return c.l1 / 2;
      case Speed::l2: return c.l2 / 2;
      case Speed::l3: return std::min(c.l3 / 2, bytes_) / pool_.size();
      default: return bytes_ / pool_.size();
    }
  }

  void measure_read(Speed level) {
    const int64_t block = block_of(level) / kLine * kLine;
    if (block < kLine || block * pool_.size() > bytes_) return;
    const Reader read = reader();
    auto work = [&](int64_t thread, int64_t repeats) {
      for (int64_t r = 0; r < repeats; ++r) read(memory_.get() + thread * block, block);
    };
    if (level == Speed::l1 || level == Speed::l2) {
      out_[level] = own_rate(static_cast<double>(block), work);
      return;
    }
    // What one thread reads alone is the same: its share may lie in a nearer level.
    const int64_t whole = block * pool_.size(), parts = level == Speed::memory ? kParts : 1;
    out_[level] = shared_rate(whole / parts, [&](int64_t at, int64_t bytes, int trial) {
      read(memory_.get() + (trial % parts) * (whole / parts) + at, bytes);
    });
  }

  // Each member writes a block and then reads that of the next one: once, and if that one wrote it, on another core,
  // for else it lies where the reader has it from before. Nothing is measured where threads are never on two cores at
  // once.
  void measure_other() {
    const int64_t members = pool_.size(), block = block_of(Speed::l2) / kLine * kLine;
    if (members == 1 || block < kLine || block * members > bytes_) return;
    const Reader read = reader();
    std::vector<double> least(static_cast<size_t>(members), 1e30);
    struct Last {
      int written = -1, core = 0, read = -1;  // trials; where it wrote
    };
    std::vector<Last> last(static_cast<size_t>(members));
    auto read_next = [&](int member, int trial) {
      const int64_t next = (member + 1) % members;
      const Last& writer = last[static_cast<size_t>(next)];
      if (writer.written != trial || writer.core == core_of(member)) return 1e30;
      if (std::exchange(last[static_cast<size_t>(member)].read, trial) == trial) return 1e30;
      const double start = now_ms();
      read(memory_.get() + next * block, block);
      return (now_ms() - start) * 1e-3;
    };
    double alone = 1e30;
    int seen = 0;
    const double begin = now_ms();
    for (int trial = 0; seen < 4 * kTrials && now_ms() - begin < 100; ++trial) {
      pool_.parallel_for(members, 1, [&](int64_t, int64_t, int member) {
        std::memset(memory_.get() + member * block, trial, static_cast<size_t>(block));
        Last& own = last[static_cast<size_t>(member)];
        own.written = trial, own.core = core_of(member);
      });
      if (trial % 2 == 0) {
        const double seconds = read_next(0, trial);
        alone = std::min(alone, seconds);
        seen += seconds < 1e30;
        continue;
      }
      pool_.parallel_for(members, 1, [&](int64_t, int64_t, int member) {
        double& least_of_it = least[static_cast<size_t>(member)];
        least_of_it = std::min(least_of_it, read_next(member, trial));
      });
    }
    Rate& out = out_[Speed::other];
    const double bytes = static_cast<double>(block);
    out.one = alone < 1e30 ? bytes / alone : 0;
    for (double seconds : least) out.all += seconds < 1e30 ? bytes / seconds : out.one;
    out.one = std::max(out.one, out.all / static_cast<double>(members));
  }

  void measure_copy() {
    const int64_t half = bytes_ / 2, part = half / kParts;
    if (part == 0) return;
    out_[Speed::copy] = shared_rate(part, [&](int64_t at, int64_t bytes, int trial) {
      std::byte* from = memory_.get() + (trial % kParts) * part + at;
      std::memcpy(from + half, from, static_cast<size_t>(bytes));
    });
    out_[Speed::copy].one *= 2;
    out_[Speed::copy].all *= 2;
  }

  // A block that no cache holds, if there is memory for it. Virtual machines may not say how large the last cache is.
  void allocate() {
    constexpr int64_t kLeast = int64_t{64} << 20, kMost = int64_t{512} << 20;
    const int64_t wanted = out_.caches.l3 == 0 ? kMost : std::clamp(4 * out_.caches.l3, kLeast, kMost);
    bytes_ = std::min(wanted, machine_memory() / 8) / kLine * kLine;
    memory_ = allocate_bytes(bytes_);
    if (!memory_) bytes_ = 0;
    const int64_t part = bytes_ / pool_.size();
    pool_.parallel_for(pool_.size(), 1, [&](int64_t thread, int64_t, int) {
      std::memset(memory_.get() + thread * part, 1, static_cast<size_t>(part));
    });
  }

  // Until the clock of the processor is as fast as it gets.
  void warm_up() {
    const Arithmetic any = arithmetic(Speed::f32);
    for (const double start = now_ms(); now_ms() - start < 20;)
      pool_.parallel_for(pool_.size(), 1, [&](int64_t, int64_t, int) { any.loop(10000); });
  }

  // Of loops in which each member had its turn: one that comes late finds nothing left to do, and such loops are short.
  void measure_hand_off() {
    constexpr int kLoops = 100;
    struct alignas(64) Turn {
      int member;
    };
    std::vector<Turn> turns(static_cast<size_t>(pool_.size()));
    double best = 1e30;
    for (int trial = 0; trial < 4 * kTrials; ++trial) {
      std::vector<double> times;
      for (int i = 0; i < kLoops; ++i) {
        const double start = now_ms();
        pool_.parallel_for(pool_.size(), 1,
                           [&](int64_t at, int64_t, int member) { turns[static_cast<size_t>(at)].member = member; });
        const double time = now_ms() - start;
        std::vector<bool> came(turns.size());
        for (const Turn& turn : turns) came[static_cast<size_t>(turn.member)] = true;
        if (std::ranges::all_of(came, std::identity())) times.push_back(time);
      }
      if (times.empty()) continue;
      const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
      std::ranges::nth_element(times, middle);
      best = std::min(best, *middle * 1e-3);
    }
    pool_.rest();
    out_.hand_off = best < 1e30 ? best : 0;
  }

  static constexpr int64_t kLine = 4096;  // blocks are whole ones
  static constexpr int64_t kParts = 8;    // of what lies in memory, one in each trial: short, and not in a cache
  ThreadPool pool_;
  MachineSpeed out_;
  std::shared_ptr<std::byte> memory_;
  int64_t bytes_ = 0;
};

}  // namespace

std::span<const SpeedRow> speed_rows() { return kRows; }

double MachineSpeed::rate(Speed s, int count) const {
  const Rate& r = (*this)[s];
  return count >= threads ? r.all : std::min(r.all, r.one * count);
}

Speed MachineSpeed::level(double bytes, int count) const {
  const double each = bytes / std::clamp(count, 1, threads);
  if (each <= static_cast<double>(caches.l1)) return Speed::l1;
  if (each <= static_cast<double>(caches.l2)) return Speed::l2;
  return bytes <= static_cast<double>(caches.l3) && (*this)[Speed::l3].one > 0 ? Speed::l3 : Speed::memory;
}

MachineSpeed measure_speed(int threads, const std::function<void()>& progress) { return Prober(threads).run(progress); }

std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "";
}

}  // namespace hammock
