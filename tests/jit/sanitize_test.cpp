// SPDX-License-Identifier: Apache-2.0
// In a build with AddressSanitizer kernels are instrumented: one that leaves its tensors is reported.
#include "session.h"

#ifdef __SANITIZE_ADDRESS__
#include <sys/wait.h>
#include <unistd.h>

#include "nest_test.h"

using namespace hammock;
using namespace hammock::jit;

TEST_CASE("a kernel that reads past a tensor is reported") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(ends[1], 2);
    Maker m;
    uint32_t x = m.buffer(kFloat32, {32}), y = m.buffer(kFloat32, {32}, true);
    auto i = m.axis(32);
    m.store({i}, y, {i.var}, m.load(x, {i.var}));
    std::vector<Tensor> data = {*Tensor::make(kFloat32, {16}),
                                *Tensor::make(kFloat32, {32})};  // half of what the kernel reads
    run_compiled(m.context, m.done(), data, Host::native(), 1);
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[256];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK_FALSE((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  CHECK(text.find("heap-buffer-overflow") != std::string::npos);
}
#endif
