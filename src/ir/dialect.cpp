// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/dialect.h"

namespace hammock {
namespace {

constexpr DialectInfo kDialects[] = {
    {Dialect::tvm_0_19, "tvm-0.19", "what TVM 0.19 prints and reads"},
    {Dialect::tvm_0_26, "tvm-0.26", "what TVM 0.26 prints and reads"},
};

}  // namespace

std::span<const DialectInfo> dialects() { return kDialects; }

std::optional<Dialect> find_dialect(std::string_view name) {
  for (const DialectInfo& d : kDialects) {
    if (d.name == name) return d.dialect;
  }
  return std::nullopt;
}

std::string_view name(Dialect dialect) {
  for (const DialectInfo& d : kDialects) {
    if (d.dialect == dialect) return d.name;
  }
  return {};
}

}  // namespace hammock
