// SPDX-License-Identifier: Apache-2.0
// Memory for tensors, and the small floating-point formats in software.
//
// Every size is computed with overflow checks and held against the machine's memory before anything is allocated, so
// that a shape from a file or a script cannot bring the process down.
#include "hammock/runtime/tensor.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "hammock/base/check.h"
#include "hammock/base/storage.h"
#include "hammock/runtime/guard.h"
#include "hammock/runtime/machine.h"

namespace hammock {
namespace {

constexpr int64_t kHugePage = INT64_C(2) << 20;

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

// A format of 8 bits: sign, exponent, mantissa. e4m3 has no infinity and one NaN (all ones); e5m2 is a shortened half.
struct Float8 {
  int mantissa_bits, bias, max_bits;
  bool has_infinity;
};
constexpr Float8 kE4m3{3, 7, 0x7e, false};
constexpr Float8 kE5m2{2, 15, 0x7b, true};

float decode(const Float8& f, uint8_t bits) {
  int magnitude = bits & 0x7f;
  float sign = bits & 0x80 ? -1.0f : 1.0f;
  if (magnitude > f.max_bits) {
    bool infinite = f.has_infinity && magnitude == f.max_bits + 1;
    return infinite ? sign * std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  }
  int exponent = magnitude >> f.mantissa_bits;
  int mantissa = magnitude & ((1 << f.mantissa_bits) - 1);
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(mantissa), 1 - f.bias - f.mantissa_bits);
  return sign * std::ldexp(static_cast<float>(mantissa + (1 << f.mantissa_bits)), exponent - f.bias - f.mantissa_bits);
}

uint8_t encode(const Float8& f, float value) {
  auto sign = static_cast<uint8_t>(std::signbit(value) ? 0x80 : 0);
  if (std::isnan(value)) return sign | 0x7f;
  float magnitude = std::fabs(value);
  int exponent = magnitude == 0 || std::isinf(magnitude) ? 1 - f.bias : std::max(std::ilogb(magnitude), 1 - f.bias);
  // In units of the last place, to nearest even; a carry into the next binade is right as it stands.
  double units = std::nearbyint(std::ldexp(static_cast<double>(magnitude), f.mantissa_bits - exponent));
  int first = (exponent + f.bias - 1) << f.mantissa_bits;
  bool overflows = std::isinf(magnitude) || first + units > f.max_bits;
  if (overflows) return sign | static_cast<uint8_t>(f.has_infinity ? f.max_bits + 1 : 0x7f);
  return sign | static_cast<uint8_t>(first + static_cast<int>(units));
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

std::shared_ptr<std::byte> allocate_bytes(int64_t bytes) {
  if (is_memory_guarded()) return allocate_guarded(bytes);
  int64_t alignment = bytes >= kHugePage ? kHugePage : 64;
  auto size = static_cast<size_t>(std::max<int64_t>(bytes, 1));
  void* block = nullptr;
  if (posix_memalign(&block, static_cast<size_t>(alignment), size) != 0) return nullptr;
  if (bytes >= kHugePage) madvise(block, size, MADV_HUGEPAGE);
  const auto held = static_cast<int64_t>(size);
  live_bytes.fetch_add(held, std::memory_order_relaxed);
  return {static_cast<std::byte*>(block), [held](std::byte* p) {
            live_bytes.fetch_sub(held, std::memory_order_relaxed);
            std::free(p);
          }};
}

std::string shape_text(std::span<const int64_t> shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

int64_t Tensor::elements() const {
  if (std::ranges::find(shape, 0) != shape.end())
    return 0;  // the others may be so large that their product does not fit
  int64_t count = 1;
  for (int64_t d : shape) count *= d;
  return count;
}

Result<Tensor> Tensor::make(DType dtype, std::vector<int64_t> shape) {
  auto what = [&] { return "a tensor of shape " + shape_text(shape) + " and dtype " + to_string(dtype); };
  if (!is_storable(dtype)) return Error{Error::Kind::unsupported, what() + " cannot be stored", {}};
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
  auto memory = static_cast<double>(machine_memory());
  if (overflows || exact > memory) {
    return Error{Error::Kind::memory, what() + " needs " + in_gib(exact) + "; this machine has " + in_gib(memory), {}};
  }
  const auto held = static_cast<double>(allocated_bytes());
  if (exact + held > memory) {
    return Error{Error::Kind::memory,
                 what() + " needs " + in_gib(exact) + " besides the " + in_gib(held) +
                     " that other tensors hold; this machine has " + in_gib(memory),
                 {}};
  }
  Tensor t{dtype, std::move(shape), allocate_bytes(bytes)};
  if (!t.data) {
    shape = t.shape;
    return Error{
        Error::Kind::memory,
        what() + " needs " + in_gib(exact) + ", which the system does not give; this machine has " + in_gib(memory),
        {}};
  }
  return t;
}

// ---- small floats --------------------------------------------------------------------------------------------------

float half_to_float(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t magnitude = static_cast<uint32_t>(bits & 0x7fff) << 13;  // exponent and mantissa at their places in a float
  if (magnitude >= 0x0f800000) return __builtin_bit_cast(float, sign | 0x70000000 | magnitude);  // infinity, NaN
  // The exponent is 112 too small; a product rights it for subnormal numbers too, exactly.
  float value = __builtin_bit_cast(float, magnitude) * 0x1p112f;
  return __builtin_bit_cast(float, sign | __builtin_bit_cast(uint32_t, value));
}

uint16_t float_to_half(float value) {
  auto bits = __builtin_bit_cast(uint32_t, value);
  uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return static_cast<uint16_t>(sign | 0x7e00);
  if (magnitude >= 0x477ff000) return static_cast<uint16_t>(sign | 0x7c00);  // 65520 is halfway to the next power
  if (magnitude < 0x38800000) {
    // Below 2^-14: the last place of 0.5f is that of a subnormal half, so this sum is rounded as it should be.
    float sum = __builtin_bit_cast(float, magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (__builtin_bit_cast(uint32_t, sum) - 0x3f000000));
  }
  return static_cast<uint16_t>(sign | ((magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1)) >> 13));
}

uint16_t float_to_bfloat(float value) {
  auto bits = __builtin_bit_cast(uint32_t, value);
  if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<uint16_t>(bits >> 16 | 0x40);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

float float8_to_float(DType dtype, uint8_t bits) {
  return decode(dtype.code == DType::Code::e4m3 ? kE4m3 : kE5m2, bits);
}
uint8_t float_to_float8(DType dtype, float value) {
  return encode(dtype.code == DType::Code::e4m3 ? kE4m3 : kE5m2, value);
}

// ---- elements ------------------------------------------------------------------------------------------------------

double element_as_double(const Tensor& t, int64_t i) {
  switch (t.dtype.code) {
    case DType::Code::floating:
      if (t.dtype.bits == 16) return half_to_float(t.as<uint16_t>()[i]);
      if (t.dtype.bits == 32) return t.as<float>()[i];
      if (t.dtype.bits == 64) return t.as<double>()[i];
      break;
    case DType::Code::bfloat: return bfloat_to_float(t.as<uint16_t>()[i]);
    case DType::Code::e4m3:
    case DType::Code::e5m2: return float8_to_float(t.dtype, t.as<uint8_t>()[i]);
    case DType::Code::unsigned_integer:
      if (t.dtype.bits == 64) return static_cast<double>(t.as<uint64_t>()[i]);
      return static_cast<double>(element_as_integer(t, i));
    case DType::Code::integer: return static_cast<double>(element_as_integer(t, i));
    case DType::Code::handle: break;
  }
  HAMMOCK_CHECK(false, "element of a tensor of dtype " + to_string(t.dtype));
}

int64_t element_as_integer(const Tensor& t, int64_t i) {
  if (t.dtype.code == DType::Code::integer) {
    switch (t.dtype.bits) {
      case 8: return t.as<int8_t>()[i];
      case 16: return t.as<int16_t>()[i];
      case 32: return t.as<int32_t>()[i];
      case 64: return t.as<int64_t>()[i];
    }
  } else if (t.dtype.code == DType::Code::unsigned_integer) {
    switch (t.dtype.bits) {
      case 1: return t.as<uint8_t>()[i] != 0;
      case 8: return t.as<uint8_t>()[i];
      case 16: return t.as<uint16_t>()[i];
      case 32: return t.as<uint32_t>()[i];
      case 64: return static_cast<int64_t>(t.as<uint64_t>()[i]);
    }
  } else {
    double value = element_as_double(t, i);
    if (value >= -0x1p63 && value < 0x1p63) return static_cast<int64_t>(value);
    return std::isnan(value) || value < 0 ? std::numeric_limits<int64_t>::min() : std::numeric_limits<int64_t>::max();
  }
  HAMMOCK_CHECK(false, "element of a tensor of dtype " + to_string(t.dtype));
}

}  // namespace hammock
