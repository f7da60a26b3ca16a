// SPDX-License-Identifier: Apache-2.0
// Memory for bytes that were read from a file and can be read from there again.
//
// A program that packs its weights never looks at what it packed them from, unless somebody else does: `--compare`, a
// result that is a weight, other weights behind it. Such memory is given back while its address and its bytes stay
// valid: the file is mapped in its place, and a page comes from there when it is touched. The file must not be changed
// in place while the memory lives; replacing it, as Hammock itself writes files, is no change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace hammock {

// `bytes` of uninitialised memory for what stands at `offset` of the open `file`, with huge pages advised. Null where
// the system has no such block or cannot map the file; the file may be closed afterwards.
std::shared_ptr<std::byte> allocate_for_file(int file, int64_t offset, int64_t bytes);

// Gives back the memory that begins here, if it was allocated for a file and is filled from it; false if it was not.
bool give_back_to_file(const std::byte* begin);

}  // namespace hammock
