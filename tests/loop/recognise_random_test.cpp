// SPDX-License-Identifier: Apache-2.0
// Random kernels: whatever is recognised in them computes what the reference executor does. Indices go beside the
// point, buffers are written twice and read too early, so that many must not be recognised.
#include <doctest/doctest.h>

#include <cstdlib>

#include "recognised.h"
#include "tir_module.h"

using namespace hammock;
using namespace hammock::loop;

TEST_CASE("what is recognised in random kernels is what they compute") {
  const char* wanted = std::getenv("HAMMOCK_RANDOM_KERNELS");
  const uint64_t count = wanted ? std::strtoull(wanted, nullptr, 10) : 3000;
  size_t kernels = 0, recognised = 0;
  for (uint64_t seed = 0; seed < count; ++seed) {
    generate::Choices choices(seed);
    const std::string text = generate::kernel_module_text(choices, generate::KernelUse::executors);
    KernelScript script(text);
    REQUIRE_MESSAGE(script.module, script.errors);
    for (uint32_t f = 0; f < script.module->functions.size(); ++f) {
      if (script.module->functions[f].relax()) continue;
      ++kernels;
      const Comparison c = compare(script, GlobalId(f), seed, 1e-4, seed % 4 == 0);
      recognised += !c.form.empty();
      INFO("seed " << seed << ", function " << f << ": " << c.form << "\n" << text);
      CHECK(c.wrong == "");
    }
  }
  MESSAGE(recognised << " of " << kernels << " recognised");
  CHECK(recognised * 20 > kernels);
}
