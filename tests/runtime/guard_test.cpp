// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/guard.h"

#include "../child_process.h"
#include "hammock/base/sanitizer.h"
#include "hammock/runtime/tensor.h"

using namespace hammock;

namespace {

// `body` with guarded memory.
template <class F>
std::pair<int, std::string> guarded(F&& body) {
  return run_in_child([&] {
    guard_memory();
    guard_step("the kernel add");
    body();
  });
}

Tensor tensor() {
  Tensor t = *Tensor::make(kFloat32, {3});
  guard_block(t.data.get(), "x");
  return t;
}

void defect(const std::pair<int, std::string>& seen, const std::string& text) {
#ifndef HAMMOCK_ADDRESS_SANITIZER  // which has an exit code of its own
  CHECK(seen.first == 70);
#endif
  CHECK(seen.first != 0);
  CHECK(seen.second.find(text) != std::string::npos);
}

}  // namespace

TEST_CASE("inside of a block nothing happens") {
  auto seen = guarded([] {
    Tensor t = tensor();
    for (int i = 0; i < 3; ++i) t.as<float>()[i] += 1;
    check_block(t.data.get());
    if (t.as<uint8_t>()[0] == 0) _exit(1);  // was poisoned
    Tensor empty = *Tensor::make(kInt64, {0});
    check_block(empty.data.get());
  });
  CHECK(seen == std::pair<int, std::string>{0, ""});
}

TEST_CASE("accesses outside of a block end the process") {
  defect(guarded([] {
           Tensor t = tensor();
           volatile float* at = t.as<float>();
           static_cast<void>(at[4]);
         }),
         "a read 4 bytes behind the end of x, in the kernel add");
  defect(guarded([] {
           Tensor t = tensor();
           volatile float* at = t.as<float>();
           at[3] = 1;
         }),
         "0 bytes behind the end of x, in the kernel add");
  defect(guarded([] {
           Tensor t = tensor();
           volatile float* at = t.as<float>();
           at[-1] = 1;
           check_block(t.data.get());
         }),
         "somebody wrote 4 bytes in front of x, in the kernel add");
  defect(guarded([] {
           Tensor t = tensor();
           volatile float* at = t.as<float>();
           at[-2] = 1;
         }),
         "somebody wrote 8 bytes in front of x");  // found when it is freed
  defect(guarded([] {
           volatile float* at = tensor().as<float>();
           static_cast<void>(*at);
         }),
         "outside of every block of memory, in the kernel add");
}
