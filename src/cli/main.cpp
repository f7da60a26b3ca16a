// SPDX-License-Identifier: Apache-2.0
// The program is the table of commands (commands.cpp), and how it takes memory: what is as large as the statements and
// the bindings of a long script lies in large pages, a fault for each of which costs a tenth of what a fault for each
// of its small ones does.
#include <cstdlib>
#include <new>

#include "command.h"
#include "hammock/base/pages.h"
#include "hammock/base/sanitizer.h"

#ifndef HAMMOCK_ADDRESS_SANITIZER
void* operator new(size_t bytes) {
  constexpr size_t kLarge = size_t{4} << 20;
  for (;;) {
    if (void* block = std::malloc(bytes > 0 ? bytes : 1)) {
      if (bytes >= kLarge) hammock::prefer_huge_pages(block, bytes);
      return block;
    }
    std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, size_t) noexcept { std::free(block); }
#endif

int main(int argc, char** argv) {
  hammock::cli::Io io = hammock::cli::standard_io();
  return hammock::cli::finish_output(io, hammock::cli::run_command(io, {argv + 1, argv + argc}));
}
