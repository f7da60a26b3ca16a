// SPDX-License-Identifier: Apache-2.0
#include "zip_library.h"

#include <dlfcn.h>

#include "file.h"
#include "hammock/base/check.h"

namespace hammock {
namespace {

struct Loaded {
  ZipLibrary functions;
  std::string problem;  // empty: there is none

  Loaded() {
    void* library = dlopen(HAMMOCK_LIBZIP, RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr) {
      note();
      return;
    }
#define ZIP_FUNCTION(name)                                                                  \
  functions.name = reinterpret_cast<decltype(&::zip_##name)>(dlsym(library, "zip_" #name)); \
  if (functions.name == nullptr) note();
#include "zip_functions.def"
#undef ZIP_FUNCTION
  }

  void note() {
    const char* why = dlerror();
    problem = std::string("archives need libzip (Debian's package libzip4), which cannot be loaded: ") +
              (why != nullptr ? why : HAMMOCK_LIBZIP);
  }
};

// Stays loaded until the program ends.
const Loaded& loaded() {
  static const Loaded library;
  return library;
}

}  // namespace

std::optional<Error> load_zip(const std::string& path) {
  if (loaded().problem.empty()) return std::nullopt;
  return io_error(path, loaded().problem);
}

const ZipLibrary& zip() {
  HAMMOCK_CHECK(loaded().problem.empty(), loaded().problem);
  return loaded().functions;
}

}  // namespace hammock
