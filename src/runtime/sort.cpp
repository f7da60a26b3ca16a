// SPDX-License-Identifier: Apache-2.0
// A line goes one of four ways: few elements count who stands before them; few kept ones of many go through a filter
// that the last of the best so far sets; elements that their keys give back are sorted as bare keys; all others with
// their places, by radix.
#include "hammock/runtime/sort.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "radix_sort.h"
#include "rounding.h"
#include "sort_keys.h"
#include "wide_vectors.h"

namespace hammock {
namespace {

constexpr int64_t kFew = 64;            // elements of a line that are ranked
constexpr int64_t kBest = 8;            // kept ones of few that are found without ranking all
constexpr int64_t kBlock = 64;          // elements that are held against the filter at once
constexpr int64_t kLongLine = 1 << 17;  // elements of a line that all threads sort together
constexpr int64_t kGathered = 4 << 20;  // bytes of neighbouring lines
constexpr int64_t kTask = 1 << 14;      // elements that are worth a hand-over to another thread

// Few of many: sorting the best is cheaper than sorting all.
bool is_filtered(int64_t length, int64_t kept) { return length > kFew && kept < length / 8; }
int64_t filter_room(int64_t kept) { return 2 * kept + kBlock; }

template <class T>
using EntryOf = std::conditional_t<sizeof(T) == 8, WideEntry, NarrowEntry>;

int64_t entry_bytes(DType dtype) { return dtype.bytes() == 8 ? sizeof(WideEntry) : sizeof(NarrowEntry); }

// Few lines, and long ones: all threads work on each. Nothing depends on how many there are.
bool is_shared(const LineSort& s) { return s.inner == 1 && s.outer < 4 && s.length >= kLongLine; }

// The parts of such a line that are filtered each by itself.
int64_t filtered_parts(int64_t length, int64_t kept) {
  return std::clamp<int64_t>(length / std::max(kLongLine / 2, 16 * kept), 1, 64);
}

// The scratch of a member, or the shared one.
struct Layout {
  int64_t lines = 1;  // that are sorted one after the other
  int64_t pitch = 0;  // elements from line to line, where they are gathered
  int64_t gathered = 0, values = 0, places = 0, entries = 0, other = 0, end = 0;

  Layout(const LineSort& s) {
    const int64_t size = s.dtype.bytes();
    if (s.inner > 1) {
      pitch = s.length + 64 / size;
      lines = std::clamp<int64_t>(kGathered / (pitch * size), 1, std::min(s.inner, 64 / size));
    }
    const bool is_gathered = s.inner > 1;
    const int64_t kept = s.first + s.count;
    const bool is_few = is_filtered(s.length, kept);
    const int64_t parts = is_shared(s) ? filtered_parts(s.length, kept) : 1;
    const int64_t room = is_few ? parts * filter_room(kept) : s.length;
    auto take = [&](int64_t bytes) { return std::exchange(end, end + round_up(bytes, 64)); };
    gathered = take(is_gathered ? lines * pitch * size : 0);
    values = take(is_gathered ? lines * s.count * size : 0);
    places = take(is_gathered ? lines * s.count * 8 : 0);
    entries = take(room * entry_bytes(s.dtype));
    other = take(is_few ? 0 : room * entry_bytes(s.dtype));
  }
};

// Where the kept ranks of a line go.
template <class Bits>
struct Kept {
  Bits* values;
  void* places;
  DType dtype;  // of the places

  void place(int64_t at, uint32_t place) const {
    if (dtype == kInt32) static_cast<int32_t*>(places)[at] = static_cast<int32_t>(place);
    else if (dtype == kInt64) static_cast<int64_t*>(places)[at] = place;
    else static_cast<double*>(places)[at] = place;
  }
};

template <class T>
class LineSorter {
 public:
  using Bits = typename Keys<T>::Bits;
  using Entry = EntryOf<T>;
  static constexpr int kKeyBits = Keys<T>::kBits;

  explicit LineSorter(const LineSort& sort) : sort_(sort), keys_(sort.descending) {}

  // Room for entries: two times what Layout says.
  void run(const Bits* x, const Kept<Bits>& to, Entry* entries, Entry* other) const {
    const int64_t last = sort_.first + sort_.count;
    if (sort_.length <= kFew) return last <= kBest ? insert(x, to, last) : rank(x, to);
    if (is_filtered(sort_.length, last)) {
      const int64_t found = best(x, 0, sort_.length, last, entries);
      std::sort(entries, entries + found);
      return put(entries + sort_.first, x, to);
    }
    if (!to.places) {
      using Bare = BareKey<Bits>;
      Bare* bare = reinterpret_cast<Bare*>(entries);
      if (!make(x, 0, sort_.length, bare)) {
        bare = radix_sort(bare, reinterpret_cast<Bare*>(other), sort_.length, kKeyBits);
        return put_keys(bare + sort_.first, to);
      }
    }
    make(x, 0, sort_.length, entries);
    put(radix_sort(entries, other, sort_.length, kKeyBits) + sort_.first, x, to);
  }

  // By all threads; `counts` is SharedRadixSort's.
  void run_shared(const Bits* x, const Kept<Bits>& to, Entry* entries, Entry* other, std::byte* counts,
                  ThreadPool& pool) const {
    const int64_t last = sort_.first + sort_.count;
    if (is_filtered(sort_.length, last)) return filter_shared(x, to, entries, last, pool);
    SharedRadixSort sort(sort_.length, counts, pool);
    if (!to.places) {
      using Bare = BareKey<Bits>;
      Bare* bare = reinterpret_cast<Bare*>(entries);
      std::array<bool, SharedRadixSort::kMostPieces> odd{};
      sort.each_piece([&](int64_t p, int64_t begin, int64_t end) { odd[p] = make(x, begin, end, bare + begin); });
      if (std::ranges::find(odd, true) == odd.end()) {
        bare = sort.run(bare, reinterpret_cast<Bare*>(other), kKeyBits);
        return put_keys(bare + sort_.first, to);
      }
    }
    sort.each_piece([&](int64_t, int64_t begin, int64_t end) { make(x, begin, end, entries + begin); });
    put(sort.run(entries, other, kKeyBits) + sort_.first, x, to);
  }

 private:
  // Entries of the elements [begin, end). True: a key does not give its element back.
  template <class E>
  bool make(const Bits* x, int64_t begin, int64_t end, E* out) const {
    return in_vectors([&, keys = keys_]() ALWAYS_INLINE {
      Bits odd = 0;
      for (int64_t i = begin; i < end; ++i) {
        out[i - begin] = E::of(keys.key(x[i]), static_cast<uint32_t>(i));
        odd |= Bits(Keys<T>::is_odd(x[i]));
      }
      return odd != 0;
    });
  }

  // The first `kept` entries in sorted order are among what is found, which is not more; there are so many elements.
  int64_t best(const Bits* x, int64_t begin, int64_t end, int64_t kept, Entry* found) const {
    return in_vectors([&, keys = keys_, kept]() ALWAYS_INLINE {
      int64_t count = 0;
      Bits bound = 0;
      bool is_bounded = false;
      std::array<Bits, kBlock> block;
      for (int64_t at = begin; at < end; at += kBlock) {
        const int64_t here = std::min(kBlock, end - at);
        if (here == kBlock) {
          Bits any = 0;
          for (int64_t i = 0; i < kBlock; ++i) {
            block[i] = keys.key(x[at + i]);
            any |= Bits(block[i] < bound ? Keys<T>::kAll : 0);
          }
          if (is_bounded && any == 0) continue;
        } else {
          for (int64_t i = 0; i < here; ++i) block[i] = keys.key(x[at + i]);
        }
        for (int64_t i = 0; i < here; ++i) {
          found[count] = Entry::of(block[i], static_cast<uint32_t>(at + i));
          count += !is_bounded | (block[i] < bound);
        }
        if (count < 2 * kept) continue;
        // Who comes later needs a smaller key than the last one that is kept.
        std::nth_element(found, found + kept - 1, found + count);
        count = kept;
        bound = static_cast<Bits>(found[kept - 1].key());
        is_bounded = true;
      }
      if (count <= kept) return count;
      std::nth_element(found, found + kept - 1, found + count);
      return kept;
    });
  }

  void filter_shared(const Bits* x, const Kept<Bits>& to, Entry* entries, int64_t kept, ThreadPool& pool) const {
    const int64_t parts = filtered_parts(sort_.length, kept), size = ceil_div(sort_.length, parts);
    std::array<int64_t, 64> found{};
    pool.parallel_for(parts, 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t p = begin; p < end; ++p)
        found[p] = best(x, p * size, std::min((p + 1) * size, sort_.length), kept, entries + p * filter_room(kept));
    });
    Entry* last = entries;
    for (int64_t p = 0; p < parts; ++p) last = std::copy_n(entries + p * filter_room(kept), found[p], last);
    std::nth_element(entries, entries + kept - 1, last);
    std::sort(entries, entries + kept);
    put(entries + sort_.first, x, to);
  }

  // Each element looks for its place among the best before it.
  void insert(const Bits* x, const Kept<Bits>& to, int64_t kept) const {
    std::array<Bits, kFew> all;
    std::array<Bits, kBest> best;
    std::array<uint32_t, kBest> places;
    make_keys(x, all);
    int64_t found = 0;
    for (int64_t i = 0; i < sort_.length; ++i) {
      const Bits key = all[i];
      if (found == kept && key >= best[kept - 1]) continue;
      int64_t at = found < kept ? found++ : kept - 1;
      for (; at > 0 && key < best[at - 1]; --at) best[at] = best[at - 1], places[at] = places[at - 1];
      best[at] = key;
      places[at] = static_cast<uint32_t>(i);
    }
    for (int64_t k = 0; k < sort_.count; ++k) {
      const uint32_t place = places[sort_.first + k];
      if (to.values) to.values[k] = x[place];
      if (to.places) to.place(k, place);
    }
  }

  void make_keys(const Bits* x, std::array<Bits, kFew>& out) const {
    in_vectors([&, keys = keys_, n = sort_.length]() ALWAYS_INLINE {
      for (int64_t i = 0; i < n; ++i) out[i] = keys.key(x[i]);
      return true;
    });
  }

  // Each element counts those before it.
  void rank(const Bits* x, const Kept<Bits>& to) const {
    using Number = std::conditional_t<sizeof(Bits) == 8, uint64_t, uint32_t>;
    constexpr int64_t kLanes = 16;
    alignas(64) std::array<Number, kFew> numbers, ranks, own;
    const int64_t n = sort_.length, keep = sort_.count, first = sort_.first;
    in_vectors([&, keys = keys_, all = (n + kLanes - 1) / kLanes * kLanes]() ALWAYS_INLINE {
      for (int64_t i = 0; i < all; ++i) {
        numbers[i] = i < n ? Number(keys.key(x[i])) : 0;
        ranks[i] = 0;
        own[i] = static_cast<Number>(i);
      }
      for (int64_t j = 0; j < n; ++j) {
        const Number other = numbers[j], at = static_cast<Number>(j);
        for (int64_t i = 0; i < all; ++i)
          ranks[i] += Number(other < numbers[i]) | (Number(other == numbers[i]) & Number(at < own[i]));
      }
      return true;
    });
    for (int64_t i = 0; i < n; ++i) {
      const int64_t at = static_cast<int64_t>(ranks[i]) - first;
      if (at < 0 || at >= keep) continue;
      if (to.values) to.values[at] = x[i];
      if (to.places) to.place(at, static_cast<uint32_t>(i));
    }
  }

  void put_keys(const BareKey<Bits>* sorted, const Kept<Bits>& to) const {
    in_vectors([&, keys = keys_, count = sort_.count, values = to.values]() ALWAYS_INLINE {
      for (int64_t k = 0; k < count; ++k) values[k] = keys.element(sorted[k].bits);
      return true;
    });
  }

  void put(const Entry* sorted, const Bits* x, const Kept<Bits>& to) const {
    for (int64_t k = 0; to.values && k < sort_.count; ++k) to.values[k] = x[sorted[k].place()];
    for (int64_t k = 0; to.places && k < sort_.count; ++k) to.place(k, sorted[k].place());
  }

  const LineSort& sort_;
  Keys<T> keys_;
};

// All lines of one sort.
template <class T>
class Sorting {
 public:
  using Bits = typename Keys<T>::Bits;
  using Entry = EntryOf<T>;

  Sorting(const LineSort& sort, const SortRun& run) : s_(sort), run_(run), layout_(sort), line_(sort) {}

  void run(ThreadPool& pool) {
    if (is_shared(s_)) {
      std::byte* counts = run_.shared_scratch + layout_.end;
      for (int64_t o = 0; o < s_.outer; ++o)
        line_.run_shared(x() + o * s_.length, to(o), entries(run_.shared_scratch), other(run_.shared_scratch), counts,
                         pool);
      return;
    }
    const int64_t blocks = ceil_div(s_.inner, layout_.lines);
    const int64_t grain = std::max<int64_t>(1, kTask / (s_.length * layout_.lines));
    pool.parallel_for(s_.outer * blocks, grain, [&](int64_t begin, int64_t end, int member) {
      std::byte* scratch = run_.member_scratch(member);
      for (int64_t b = begin; b < end; ++b) {
        if (s_.inner == 1) line_.run(x() + b * s_.length, to(b), entries(scratch), other(scratch));
        else sort_neighbours(b / blocks, b % blocks * layout_.lines, scratch);
      }
    });
  }

 private:
  const Bits* x() const { return static_cast<const Bits*>(run_.x); }
  Entry* entries(std::byte* scratch) const { return reinterpret_cast<Entry*>(scratch + layout_.entries); }
  Entry* other(std::byte* scratch) const { return reinterpret_cast<Entry*>(scratch + layout_.other); }
  // Of a line that lies in one piece.
  Kept<Bits> to(int64_t line) const {
    const int64_t at = line * s_.count;
    Bits* values = s_.gives_values ? static_cast<Bits*>(run_.values) + at : nullptr;
    return {values, has_places() ? static_cast<std::byte*>(run_.places) + at * s_.places.bytes() : nullptr, s_.places};
  }
  bool has_places() const { return !s_.places.is_unknown(); }

  void sort_neighbours(int64_t o, int64_t first, std::byte* scratch) const {
    const int64_t lines = std::min(layout_.lines, s_.inner - first), pitch = layout_.pitch, count = s_.count;
    Bits* gathered = reinterpret_cast<Bits*>(scratch + layout_.gathered);
    const Bits* from = x() + o * s_.length * s_.inner + first;
    for (int64_t k = 0; k < s_.length; ++k) {
      for (int64_t l = 0; l < lines; ++l) gathered[l * pitch + k] = from[k * s_.inner + l];
    }
    Bits* values = s_.gives_values ? reinterpret_cast<Bits*>(scratch + layout_.values) : nullptr;
    std::byte* places = has_places() ? scratch + layout_.places : nullptr;
    const int64_t size = s_.places.bytes();
    for (int64_t l = 0; l < lines; ++l)
      line_.run(gathered + l * pitch,
                {values ? values + l * count : nullptr, places ? places + l * count * size : nullptr, s_.places},
                entries(scratch), other(scratch));
    const int64_t to = o * count * s_.inner + first;
    if (values) spread(values, lines, static_cast<Bits*>(run_.values) + to);
    if (places && size == 4)
      spread(reinterpret_cast<uint32_t*>(places), lines, static_cast<uint32_t*>(run_.places) + to);
    if (places && size == 8)
      spread(reinterpret_cast<uint64_t*>(places), lines, static_cast<uint64_t*>(run_.places) + to);
  }

  template <class N>
  void spread(const N* from, int64_t lines, N* to) const {
    for (int64_t k = 0; k < s_.count; ++k) {
      for (int64_t l = 0; l < lines; ++l) to[k * s_.inner + l] = from[l * s_.count + k];
    }
  }

  const LineSort& s_;
  const SortRun& run_;
  Layout layout_;
  LineSorter<T> line_;
};

}  // namespace

bool is_sortable(const LineSort& s) {
  const bool fits = s.length < int64_t{UINT32_MAX} &&
                    (s.places.is_unknown() || s.places == kInt32 || s.places == kInt64 || s.places == kFloat64);
  return fits && for_element(s.dtype, [](auto) {});
}

int64_t sort_member_bytes(const LineSort& s) { return is_shared(s) ? 0 : Layout(s).end; }

int64_t sort_shared_bytes(const LineSort& s) { return is_shared(s) ? Layout(s).end + SharedRadixSort::bytes() : 0; }

void sort_lines(const LineSort& s, const SortRun& run, ThreadPool& pool) {
  if (s.outer * s.inner * s.count == 0) return;
  for_element(s.dtype, [&]<class T>(Tag<T>) { Sorting<T>(s, run).run(pool); });
}

}  // namespace hammock
