// SPDX-License-Identifier: Apache-2.0
// The machine code of kernels, kept for later runs of this program.
//
// A unit is a kernel, or a function that kernels call. Its key is a hash of its text and of all that its code depends
// on besides: the processor, what the plans of kernels ask the machine for, and this very program (the build id that
// the linker gave it), so that neither another machine nor another build finds it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hammock/base/disk_cache.h"
#include "session.h"

namespace hammock::jit {

class KernelCache {
 public:
  // No folder: keys are given, and nothing is kept.
  KernelCache(const Host& host, const std::string& folder);

  std::string key(std::string_view text) const;

  struct Unit {
    Object object = {};
    std::string facts = {};  // CompiledKernel::facts
    // Of a unit that shares its code (code_store.h): the key of the unit that has that code, and the table.
    std::string code = {}, table = {};
  };
  std::optional<Unit> find(const std::string& key);
  void add(const std::string& key, const Unit& unit);

 private:
  std::string environment_;
  std::unique_ptr<DiskCache> files_;
};

}  // namespace hammock::jit
