// SPDX-License-Identifier: Apache-2.0
// Memory that notices when somebody leaves it, for tests: `hammock run --guard`, `hammock test --guard`.
//
// Once guard_memory() was called, every block of allocate_bytes ends exactly where a page begins that nobody may touch.
// Another such page lies in front, and between it and the block there are bytes of a known value, the slack. New blocks
// are filled with 0xCB, freed ones are gone. Whoever reads or writes behind a block, far in front of it, or after it
// was freed ends the process with exit code 70 and a message that names the block and the step that used it; a slack
// that was written to is found when the block is checked or freed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace hammock {

void guard_memory();  // from now on, for the whole process; handles SIGSEGV and SIGBUS
bool is_memory_guarded();

// These do nothing without guard_memory().
//
// What this thread does now, for messages: "the kernel matmul+add", "R.matmul". Blocks made in it are said to be of it.
void guard_step(std::string_view step);
// The block is called so, and is used by this thread's step.
void guard_block(const void* begin, std::string_view name);
// Ends the process, as above, if somebody wrote in front of the block.
void check_block(const void* begin);
// Fills `bytes` bytes with what new blocks have.
void poison(void* begin, int64_t bytes);

// For allocate_bytes.
std::shared_ptr<std::byte> allocate_guarded(int64_t bytes);

}  // namespace hammock
