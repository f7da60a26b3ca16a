// SPDX-License-Identifier: Apache-2.0
// What the machine can do at most, measured: the bounds that the times of kernels are held against.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "hammock/runtime/machine.h"

namespace hammock {

// Operations on elements of a type, a product that is added to a sum counting two; bytes read from a level of memory;
// bytes read that another core has just written; bytes read and written by a copy in memory.
enum class Speed : uint8_t { f32, f64, bf16, i8, l1, l2, l3, other, memory, copy };
inline constexpr size_t kSpeeds = 10;

struct SpeedRow {
  Speed speed;
  std::string_view name, unit, help;  // the unit is of 1e9 per second
};
std::span<const SpeedRow> speed_rows();

// Per second, of one thread and of all together; 0: the machine has no such instructions, or no such level, or its
// threads did not run on two cores at once.
struct Rate {
  double one = 0, all = 0;
  std::string by;  // the instructions
};

struct MachineSpeed {
  int threads = 1;  // all
  CacheSizes caches;
  std::array<Rate, kSpeeds> rates;
  double hand_off = 0;  // seconds from one loop of a thread pool to the next; 0: unknown, or there is one thread

  const Rate& operator[](Speed s) const { return rates[static_cast<size_t>(s)]; }
  Rate& operator[](Speed s) { return rates[static_cast<size_t>(s)]; }
  // Of so many threads.
  double rate(Speed s, int count) const;
  // The nearest level that holds so many bytes, divided among so many threads.
  Speed level(double bytes, int count) const;
};

// Takes half a second or so, and says after each of speed_rows() that it is done.
MachineSpeed measure_speed(int threads, const std::function<void()>& progress);

// As the system calls it, "AMD EPYC 9354"; empty: it does not say.
std::string processor_name();

}  // namespace hammock
