// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/deep_stack.h"

#include <pthread.h>

namespace hammock {
namespace {

struct Job {
  int64_t bytes;
  const std::function<void(const std::byte*)>& body;
};

void* run(void* data) {
  const Job& job = *static_cast<Job*>(data);
  // Not the address of a variable: a sanitizer may keep it elsewhere.
  job.body(static_cast<const std::byte*>(__builtin_frame_address(0)) - job.bytes);
  return nullptr;
}

}  // namespace

bool run_on_stack(int64_t bytes, const std::function<void(const std::byte* end)>& body) {
  Job job{bytes, body};
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread;
  const bool runs = pthread_attr_setstacksize(&attributes, static_cast<size_t>(bytes)) == 0 &&
                    pthread_create(&thread, &attributes, run, &job) == 0;
  pthread_attr_destroy(&attributes);
  return runs && pthread_join(thread, nullptr) == 0;
}

}  // namespace hammock
