// SPDX-License-Identifier: Apache-2.0
// Memory for tensors, and their elements as numbers.
//
// Every size is computed with overflow checks and held against the machine's memory before anything is allocated, so
// that a shape from a file or a script cannot bring the process down.
#include "hammock/runtime/tensor.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "hammock/base/check.h"
#include "hammock/base/element.h"
#include "hammock/base/pages.h"
#include "hammock/base/storage.h"
#include "hammock/runtime/guard.h"
#include "hammock/runtime/machine.h"

namespace hammock {
namespace {

std::string in_gib(double bytes) {
  char text[40];
  std::snprintf(text, sizeof text, bytes < 1073741824.0 ? "%.3g GiB" : "%.1f GiB", bytes / 1073741824.0);
  return text;
}

// A limit file of the cgroup file system holds a number or "max".
int64_t limit_in(const std::string& path) {
  std::ifstream file(path);
  int64_t limit = 0;
  return file >> limit && limit > 0 ? limit : std::numeric_limits<int64_t>::max();
}

int64_t cgroup_limit() {
  int64_t limit =
      std::min(limit_in("/sys/fs/cgroup/memory.max"), limit_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
  std::ifstream own("/proc/self/cgroup");
  for (std::string line; std::getline(own, line);) {
    if (line.starts_with("0::/")) limit = std::min(limit, limit_in("/sys/fs/cgroup" + line.substr(3) + "/memory.max"));
  }
  return limit;
}

}  // namespace

int64_t machine_memory() {
  static const int64_t memory =
      std::min<int64_t>(static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE), cgroup_limit());
  return memory;
}

namespace {
std::atomic<int64_t> live_bytes{0};
}  // namespace

int64_t allocated_bytes() { return live_bytes.load(std::memory_order_relaxed); }

void count_allocated(int64_t bytes) { live_bytes.fetch_add(bytes, std::memory_order_relaxed); }

std::shared_ptr<std::byte> allocate_bytes(int64_t bytes) {
  if (is_memory_guarded()) return allocate_guarded(bytes);
  int64_t alignment = bytes >= kHugePage ? kHugePage : 64;
  auto size = static_cast<size_t>(std::max<int64_t>(bytes, 1));
  void* block = nullptr;
  if (posix_memalign(&block, static_cast<size_t>(alignment), size) != 0) return nullptr;
  prefer_huge_pages(block, size);
  const auto held = static_cast<int64_t>(size);
  count_allocated(held);
  return {static_cast<std::byte*>(block), [held](std::byte* p) {
            count_allocated(-held);
            std::free(p);
          }};
}

std::string shape_text(std::span<const int64_t> shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

double he_deviation(std::span<const int64_t> shape) {
  if (shape.size() < 2) return 1;
  double others = 1;
  for (int64_t dim : shape) others *= static_cast<double>(dim);
  others /= static_cast<double>(std::max<int64_t>(1, *std::ranges::max_element(shape)));
  return std::sqrt(2 / std::max(1.0, others));
}

int64_t Tensor::elements() const {
  if (std::ranges::find(shape, 0) != shape.end())
    return 0;  // the others may be so large that their product does not fit
  int64_t count = 1;
  for (int64_t d : shape) count *= d;
  return count;
}

Result<Tensor> Tensor::make(DType dtype, std::vector<int64_t> shape, const Allocate& allocate) {
  auto what = [&] { return "a tensor of shape " + shape_text(shape) + " and dtype " + to_string(dtype); };
  if (!is_storable(dtype))
    return Error{Error::Kind::unsupported, "a tensor of dtype " + to_string(dtype) + " cannot be stored", {}};
  double exact = static_cast<double>(dtype.bytes()), others = 1;  // dims but for those that are 0
  int64_t bytes = dtype.bytes();
  bool overflows = false;
  for (int64_t d : shape) {
    if (d < 0) return Error{Error::Kind::run, what() + " has a negative dim", {}};
    exact *= static_cast<double>(d);
    others *= static_cast<double>(std::max<int64_t>(d, 1));
    overflows |= __builtin_mul_overflow(bytes, d, &bytes);
  }
  if (exact == 0) {
    // Kernels count rows, even of nothing.
    if (others > 0x1p31)
      return Error{Error::Kind::memory,
                   what() + " is empty, but its other dims multiply to more than 2^31, which is the bound",
                   {}};
    bytes = 0;
    overflows = false;
  }
  if (overflows) return Error{Error::Kind::memory, what() + " needs " + in_gib(exact) + ", which no machine has", {}};
  auto memory = static_cast<double>(machine_memory());
  if (exact > memory) {
    return Error{Error::Kind::memory, what() + " needs " + in_gib(exact) + "; this machine has " + in_gib(memory), {}};
  }
  const auto held = static_cast<double>(allocated_bytes());
  if (exact + held > memory) {
    return Error{Error::Kind::memory,
                 what() + " needs " + in_gib(exact) + " besides the " + in_gib(held) +
                     " that other tensors hold; this machine has " + in_gib(memory),
                 {}};
  }
  Tensor t{dtype, std::move(shape), allocate ? allocate(bytes) : allocate_bytes(bytes)};
  if (!t.data) {
    shape = t.shape;
    return Error{
        Error::Kind::memory,
        what() + " needs " + in_gib(exact) + ", which the system does not give; this machine has " + in_gib(memory),
        {}};
  }
  return t;
}

// ---- elements ------------------------------------------------------------------------------------------------------

double element_as_double(const Tensor& t, int64_t i) {
  if (t.dtype == kBool) return t.as<uint8_t>()[i] != 0;
  double value = 0;
  const bool known = for_stored(t.dtype, [&]<class T>(Tag<T>) { value = static_cast<double>(t.as<T>()[i]); });
  HAMMOCK_CHECK(known, "element of a tensor of dtype " + to_string(t.dtype));
  return value;
}

int64_t element_as_integer(const Tensor& t, int64_t i) {
  if (t.dtype == kBool) return t.as<uint8_t>()[i] != 0;
  int64_t value = 0;
  const bool known = for_integer(t.dtype, [&]<class T>(Tag<T>) { value = static_cast<int64_t>(t.as<T>()[i]); });
  if (known) return value;
  const double real = element_as_double(t, i);
  return std::isnan(real) ? std::numeric_limits<int64_t>::min() : saturated<int64_t>(real);
}

}  // namespace hammock
