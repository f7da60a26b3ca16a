// SPDX-License-Identifier: Apache-2.0
// Element types as the language spells them: int8, uint1 (= bool), float32, bfloat16, handle, void, float32x4 ...
//
// `void` is "unknown". Widths are in bits; a bool takes one byte in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hammock {

struct DType {
  // The numbers are those of DLPack, which the metadata blobs store.
  enum class Code : uint8_t {
    integer = 0,
    unsigned_integer = 1,
    floating = 2,
    handle = 3,
    bfloat = 4,
    e4m3 = 6,
    e5m2 = 7
  };

  Code code = Code::handle;
  uint8_t bits = 0;
  uint16_t lanes = 0;  // 0 together with handle and 0 bits: void; 0xffff - n: scalable by n

  static constexpr DType make(Code code, int bits, int lanes = 1) {
    return {code, static_cast<uint8_t>(bits), static_cast<uint16_t>(lanes)};
  }
  static constexpr DType integer(int bits) { return make(Code::integer, bits); }
  static constexpr DType unsigned_integer(int bits) { return make(Code::unsigned_integer, bits); }
  static constexpr DType floating(int bits) { return make(Code::floating, bits); }
  static constexpr DType boolean() { return make(Code::unsigned_integer, 1); }
  static constexpr DType bfloat16() { return make(Code::bfloat, 16); }
  static constexpr DType unknown() { return {}; }
  static constexpr DType handle() { return make(Code::handle, 64); }

  constexpr bool is_unknown() const { return code == Code::handle && bits == 0; }
  constexpr bool is_boolean() const { return code == Code::unsigned_integer && bits == 1; }
  constexpr bool is_integer() const { return code == Code::integer; }
  constexpr bool is_unsigned() const { return code == Code::unsigned_integer && bits != 1; }
  constexpr bool is_integral() const { return code == Code::integer || code == Code::unsigned_integer; }
  // float16, float32, float64: what the language's inference calls a float type.
  constexpr bool is_float() const { return code == Code::floating; }
  constexpr bool is_any_float() const { return code != Code::handle && !is_integral(); }
  // What is computed in float32 and then rounded.
  constexpr bool is_narrow_float() const { return is_any_float() && bits < 32; }
  constexpr bool is_scalar() const { return lanes == 1; }
  // Bytes of one element in memory; 0 for void.
  constexpr int64_t bytes() const { return is_unknown() ? 0 : (bits + 7) / 8 * (lanes == 0 ? 1 : lanes); }
  constexpr uint32_t pack() const {
    return static_cast<uint32_t>(code) | static_cast<uint32_t>(bits) << 8 | static_cast<uint32_t>(lanes) << 16;
  }
  static constexpr DType unpack(uint32_t packed) {
    return make(static_cast<Code>(packed & 0xff), static_cast<int>(packed >> 8 & 0xff), static_cast<int>(packed >> 16));
  }
  friend constexpr bool operator==(DType, DType) = default;
};

inline constexpr DType kFloat16 = DType::floating(16), kFloat32 = DType::floating(32), kFloat64 = DType::floating(64);
inline constexpr DType kInt8 = DType::integer(8), kInt16 = DType::integer(16), kInt32 = DType::integer(32),
                       kInt64 = DType::integer(64);
inline constexpr DType kUint8 = DType::unsigned_integer(8), kBool = DType::boolean(), kBfloat16 = DType::bfloat16();
inline constexpr DType kVoid = DType::unknown(), kHandle = DType::handle();

// "float32", "bool", "uint8", "float32x4", "void", "e4m3_float8"; the empty text is void. Nothing if it names no dtype.
std::optional<DType> parse_dtype(std::string_view text);
std::string to_string(DType dtype);

}  // namespace hammock
