// SPDX-License-Identifier: Apache-2.0
// The cases of a random test: numbers in a row, each of which makes a case, and the same one again.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "hammock/base/clock.h"

namespace hammock::generate {

struct Cases {
  int count;
  uint64_t first = 1, shown = 0;
  double seconds = 0;

  void add_flags(CLI::App& app, const std::string& count_flag) {
    app.add_option(count_flag, count, fmt::format("how many ({})", count));
    app.add_option("--seed", first, "of the first (1)");
    app.add_option("--seconds", seconds, "stop after so long");
    app.add_option("--show", shown, "print the text of this seed");
  }

  template <class Case>
  void for_each(Case&& make) const {
    const double start = now_ms();
    for (int i = 0; i < count && (seconds <= 0 || now_ms() - start <= 1000 * seconds); ++i)
      make(first + static_cast<uint64_t>(i));
  }
};

}  // namespace hammock::generate
