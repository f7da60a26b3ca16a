// SPDX-License-Identifier: Apache-2.0
// Inside `io`: files that appear whole or not at all.
#pragma once

#include <cerrno>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "hammock/base/result.h"

namespace hammock {

inline Error io_error(const std::string& path, const std::string& text) { return {Error::Kind::io, path + ": " + text, {}}; }
inline Error system_error(const std::string& path) { return io_error(path, std::strerror(errno)); }

// The parts one after the other; as write_file in tensor_file.h.
Result<bool> write_parts(const std::string& path, std::span<const std::string_view> parts);

}  // namespace hammock
