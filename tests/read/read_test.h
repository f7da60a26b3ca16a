// SPDX-License-Identifier: Apache-2.0
// What the tests of the reader share: a script to its canonical text, or to its diagnostics.
#pragma once

#include <memory>
#include <string>

#include "hammock/print/print.h"
#include "hammock/read/read.h"

namespace hammock::test {

inline const std::string kHead = "@R.function\ndef f(x: R.Tensor((2,), \"float32\")):\n";

struct ReadResult {
  std::optional<Module> module;
  Diagnostics diagnostics;
};

inline ReadResult read(std::string text) {
  auto source = std::make_shared<Source>("test.py", std::move(text));
  ReadResult result{std::nullopt, Diagnostics(source)};
  result.module = read_module(source, std::make_shared<Context>(), result.diagnostics);
  result.diagnostics.sort();
  return result;
}

// The canonical text, or the diagnostics.
inline std::string canonical(std::string text) {
  ReadResult result = read(std::move(text));
  return result.module ? print(*result.module) : render(result.diagnostics);
}

// `line:column code` of each diagnostic, separated by spaces.
inline std::string problems(std::string text) {
  ReadResult result = read(std::move(text));
  std::string out;
  for (const Diagnostic& d : result.diagnostics.all()) {
    if (!out.empty()) out += ' ';
    LineColumn at = d.span ? result.diagnostics.source()->place(d.span.begin) : LineColumn{};
    out += std::to_string(at.line) + ':' + std::to_string(at.column) + ' ' + std::string(info(d.id).code);
  }
  return out;
}

}  // namespace hammock::test
