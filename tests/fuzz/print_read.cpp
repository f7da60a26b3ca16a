// SPDX-License-Identifier: Apache-2.0
// The bytes decide on a module, half of the time on one of kernels, which is well-formed; its text reads back to the
// same module and the same text.
//
// How to build and run it: tests/fuzz/run.sh.
#include <cstdio>
#include <cstdlib>

#include "generate.h"
#include "roundtrip.h"
#include "tir_module.h"

using namespace hammock;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  generate::Choices choices(std::span(data, size));
  std::string problem =
      generate::roundtrip_problem(choices.chance(50) ? generate::kernel_module(choices, generate::KernelUse::text)
                                                     : generate::generate(choices, {}));
  if (problem.empty()) return 0;
  std::fprintf(stderr, "---- %s\n", problem.c_str());
  std::abort();
}
