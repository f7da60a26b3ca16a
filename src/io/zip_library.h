// SPDX-License-Identifier: Apache-2.0
// libzip, loaded when the first archive is read or written: it brings libcrypto, and both would cost every start of the
// program 2 ms.
#pragma once

#include <zip.h>

#include <optional>
#include <string>

#include "hammock/base/result.h"

namespace hammock {

struct ZipLibrary {
#define ZIP_FUNCTION(name) decltype(&::zip_##name) name = nullptr;
#include "zip_functions.def"
#undef ZIP_FUNCTION
};

// Error (io), with the path of the archive in it: the library is not there.
std::optional<Error> load_zip(const std::string& path);
// After load_zip().
const ZipLibrary& zip();

}  // namespace hammock
