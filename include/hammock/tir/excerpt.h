// SPDX-License-Identifier: Apache-2.0
// Some of what a kernel does, as a kernel of its own.
#pragma once

#include <memory>
#include <span>

#include "hammock/tir/kernel.h"

namespace hammock::tir {

// The block around all that the kernel does, without variables, an init or views; null if there is none.
const Block* root_block(const Kernel& kernel);

struct Excerpt {
  std::vector<uint32_t> statements;   // of the root block, by number
  std::vector<Parameter> params;      // with buffers of the kernel
  std::vector<BufferId> allocations;  // of the root block
};
// Private, without attributes and a name. Variables are fresh; buffers keep their names, and what else they are.
std::shared_ptr<Kernel> excerpt_of(const Kernel& kernel, const Excerpt& excerpt);

// Does it mention variables that neither it nor its parameters define? Such an excerpt is none that could be called.
bool has_free_variables(const Kernel& kernel);

// A parameter for a buffer that had none.
Parameter parameter_for(const Kernel& kernel, BufferId buffer);

// The buffers that a statement of the root block touches, each once; of what it allocates itself none.
std::vector<BufferId> touched_buffers(const Kernel& kernel, uint32_t statement);

}  // namespace hammock::tir
