// SPDX-License-Identifier: Apache-2.0
// Any bytes: the reader ends without a crash; what it accepts prints, and the canonical text reads back to itself.
// How to build and run it: tests/fuzz/run.sh.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "hammock/base/check.h"
#include "hammock/print/print.h"
#include "hammock/read/read.h"
#include "hammock/rewrite/equal.h"
#include "hammock/verify/verify.h"

using namespace hammock;

namespace {

std::optional<Module> read(const std::string& text, std::shared_ptr<Context> context, Diagnostics& diagnostics) {
  auto source = std::make_shared<Source>("fuzz", text);
  diagnostics.set_source(source);
  return read_module(source, std::move(context), diagnostics);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Diagnostics first;
  std::optional<Module> module =
      read(std::string(reinterpret_cast<const char*>(data), size), std::make_shared<Context>(), first);
  if (!module) {
    HAMMOCK_CHECK(first.has_errors(), "refused without a reason");
    render(first);
    return 0;
  }
  Diagnostics problems(first.source());
  bool is_well_formed = verify(*module, problems);
  std::string text = print(*module);
  if (!is_well_formed) return 0;
  Diagnostics second;
  std::optional<Module> again = read(text, module->shared_context(), second);
  std::string text_again = again ? print(*again) : render(second);
  if (text == text_again || has_untyped_integers(*module)) return 0;
  if (again && renames_pointers(*module) && difference(*module, *again).empty()) return 0;
  std::fprintf(stderr, "---- printed\n%s\n---- read back and printed\n%s\n", text.c_str(), text_again.c_str());
  std::abort();
}
