// SPDX-License-Identifier: Apache-2.0
// The third kind of wrong: ours. A failed CHECK throws InternalError, which nobody catches but
// the outermost entry of the program (exit code 70) and the golden-test runner.
#pragma once

#include <stdexcept>
#include <string>

namespace hammock {

struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] void check_failed(const char* file, int line, const char* condition, const std::string& message);

}  // namespace hammock

#define HAMMOCK_CHECK(condition, message)                                                 \
  do {                                                                                    \
    if (!(condition)) ::hammock::check_failed(__FILE__, __LINE__, #condition, (message)); \
  } while (false)
