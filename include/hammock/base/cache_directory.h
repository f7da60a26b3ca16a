// SPDX-License-Identifier: Apache-2.0
// Where what takes long to find out is kept from one run to the next.
//
// Whoever keeps something there writes it with write_file() of io, whole or not at all, says in its name or in its text
// what it is of (a version, a processor), takes what cannot be read for what is missing, and does without where nothing
// can be kept.
#pragma once

#include <optional>
#include <string>

namespace hammock {

// $HAMMOCK_CACHE, $XDG_CACHE_HOME/hammock, or ~/.cache/hammock; made, for the user alone, if it is missing. None: the
// variables name no absolute path, the first one is "off" (or another word), the folder cannot be made, or somebody
// else might write into it.
std::optional<std::string> cache_directory();

}  // namespace hammock
