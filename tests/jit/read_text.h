// SPDX-License-Identifier: Apache-2.0
// A module from its text, which must be valid.
#pragma once

#include <doctest/doctest.h>

#include "hammock/read/read.h"

namespace hammock::jit {

inline Module read(const std::string& text) {
  auto source = std::make_shared<Source>("test", text);
  Diagnostics diagnostics(source);
  std::optional<Module> module = read_module(source, std::make_shared<Context>(), diagnostics);
  REQUIRE_MESSAGE(module.has_value(), render(diagnostics));
  REQUIRE_MESSAGE(!diagnostics.has_errors(), render(diagnostics));
  return std::move(*module);
}

}  // namespace hammock::jit
