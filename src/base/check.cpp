// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/check.h"

#include <cstring>

namespace hammock {

void check_failed(const char* file, int line, const char* condition, const std::string& message) {
  const char* base = std::strrchr(file, '/');
  throw InternalError(message + " [" + condition + "] at " + (base ? base + 1 : file) + ":" + std::to_string(line));
}

}  // namespace hammock
