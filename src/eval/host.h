// SPDX-License-Identifier: Apache-2.0
// Host functions: the packed functions of TVM's runtime that lowered scripts call by name.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "hammock/base/result.h"
#include "hammock/runtime/tensor.h"

namespace hammock::reference {

// An error has no place: the call's is meant.
using HostFunction = Result<RuntimeValue> (*)(std::span<const RuntimeValue> args);

struct HostRow {
  // Those beside functions are what operators do by other names: the executor does it.
  enum class Kind : uint8_t { function, calls, binds, calls_kernel };
  std::string_view name;
  HostFunction run;
  size_t least;              // arguments
  bool writes_last = false;  // gives its result in its last argument
  Kind kind = Kind::function;
};

// Null: there is none of that name.
const HostRow* find_host_function(std::string_view name);
std::string too_few_arguments(const HostRow& row, size_t given);
// Of those that are functions, with enough arguments.
Result<RuntimeValue> call_host_function(const HostRow& row, std::span<const RuntimeValue> args);

}  // namespace hammock::reference
