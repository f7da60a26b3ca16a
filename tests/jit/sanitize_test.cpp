// SPDX-License-Identifier: Apache-2.0
// In a build with AddressSanitizer kernels are instrumented: one that leaves its tensors is reported.
#include "session.h"

#ifdef HAMMOCK_ADDRESS_SANITIZER
#include "../child_process.h"
#include "nest_test.h"

using namespace hammock;
using namespace hammock::jit;

TEST_CASE("a kernel that reads past a tensor is reported") {
  auto [code, text] = run_in_child([] {
    Maker m;
    uint32_t x = m.buffer(kFloat32, {32}), y = m.buffer(kFloat32, {32}, true);
    auto i = m.axis(32);
    m.store({i}, y, {i.var}, m.load(x, {i.var}));
    std::vector<Tensor> data = {*Tensor::make(kFloat32, {16}),
                                *Tensor::make(kFloat32, {32})};  // half of what the kernel reads
    run_compiled(m.context, m.done(), data, Host::native(), 1);
  });
  CHECK(code != 0);
  CHECK(text.find("heap-buffer-overflow") != std::string::npos);
}
#endif
