// SPDX-License-Identifier: Apache-2.0
// The table of families, from the lower column of ops.def.
#include "family.h"

namespace hammock::loop {
namespace {

constexpr const Family* none = nullptr;
template <class T>
constexpr const Family* address(const T& f) {
  if constexpr (std::is_same_v<T, Family>) return &f;
  else return nullptr;
}

}  // namespace

const Family* family(Op op) {
  static const Family* const table[] = {
#define OP(id, signature, traits, infer, eval, lower) address(lower),
#include "hammock/ir/ops.def"
#undef OP
  };
  return op == Op::none ? nullptr : table[static_cast<size_t>(op)];
}

bool has_lowering(Op op) { return family(op) != nullptr; }

}  // namespace hammock::loop
