// SPDX-License-Identifier: Apache-2.0
// One kernel compiled and run by itself, without a program around it.
#pragma once

#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "choices.h"
#include "compiled_kernel.h"
#include "hammock/base/check.h"
#include "hammock/base/element.h"
#include "hammock/io/tensor_file.h"
#include "hammock/runtime/tensor.h"
#include "session.h"

namespace hammock::jit {

template <class T>
constexpr DType dtype_of() {
  if constexpr (std::is_same_v<T, float>) return kFloat32;
  else if constexpr (std::is_same_v<T, double>) return kFloat64;
  else if constexpr (std::is_same_v<T, int8_t>) return kInt8;
  else if constexpr (std::is_same_v<T, uint8_t>) return kUint8;
  else if constexpr (std::is_same_v<T, int16_t>) return kInt16;
  else if constexpr (std::is_same_v<T, int32_t>) return kInt32;
  else if constexpr (std::is_same_v<T, Bfloat>) return kBfloat16;
  else return kInt64;
}

// Normal numbers, or integers of the whole width.
template <class T>
std::vector<T> random_values(int64_t count, uint64_t seed) {
  std::vector<T> out(static_cast<size_t>(count));
  if constexpr (std::is_integral_v<T>) {
    generate::Choices random(seed);
    for (T& x : out) x = static_cast<T>(random.bits());
  } else if constexpr (std::is_same_v<T, Bfloat>) {
    const std::vector<float> wide = random_values<float>(count, seed);
    std::ranges::transform(wide, out.begin(), [](float x) { return T(x); });
  } else {
    Tensor t = *make_tensor("rand(seed=" + std::to_string(seed) + ")", dtype_of<T>(), std::array{count});
    std::copy_n(t.as<T>(), count, out.begin());
  }
  return out;
}

class KernelRunner {
 public:
  using Compile = Result<std::unique_ptr<CompiledKernel>> (*)(const Emission&, const loop::LoweredKernel&);
  KernelRunner(Compile compile, const Context& context, loop::LoweredKernel kernel, int threads = 2,
               const Host& host = Host::native())
      : kernel_(std::move(kernel)), pool_(threads), session_(std::make_unique<Session>(host, 1)) {
    auto module = session_->new_module(0, "test");
    const Emission emission{module->getContext(), *module, context, host, "k0"};
    auto compiled = compile(emission, kernel_);
    if (!compiled) {
      error = compiled.error().text;
      return;
    }
    compiled_ = std::move(*compiled);
    auto object = session_->compile(0, *module);
    HAMMOCK_CHECK(object.ok(), "compile");
    auto added = session_->add(std::move(*object));
    HAMMOCK_CHECK(added.ok(), "add");
    compiled_->link([&](const std::string& name) { return session_->lookup({name})->front(); });
    scratch_.reserve(threads, compiled_->member_scratch_bytes(), compiled_->shared_scratch_bytes());
  }

  // Weights are packed at the first run and stay so, as often as there are numbers of copies.
  void run(const std::vector<void*>& buffers, size_t copy = 0) {
    if (copy >= copies_.size()) copies_.resize(copy + 1);
    Copy& c = copies_[copy];
    if (c.packed.empty()) {
      const std::vector<Packing> packings = compiled_->packings();
      for (size_t i = 0; i < packings.size(); ++i) {
        c.packed.push_back(allocate_bytes(packings[i].bytes));
        compiled_->pack(i, buffers[packings[i].buffer], c.packed.back().get(), pool_);
        c.pointers.push_back(c.packed.back().get());
      }
    }
    (void)compiled_->run({buffers.data(), c.pointers.data(), pool_, scratch_, kernel_});
  }

  std::string error;  // of a kernel that is not supported

 private:
  struct Copy {
    std::vector<std::shared_ptr<std::byte>> packed;
    std::vector<const std::byte*> pointers;
  };
  loop::LoweredKernel kernel_;
  ThreadPool pool_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<CompiledKernel> compiled_;
  Scratch scratch_;
  std::vector<Copy> copies_;  // of the packed weights
};

}  // namespace hammock::jit
