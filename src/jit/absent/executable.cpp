// SPDX-License-Identifier: Apache-2.0
// The layer `jit` of a build without LLVM (HAMMOCK_JIT=OFF): it compiles nothing and says so.
#include "hammock/jit/executable.h"

namespace hammock::jit {

struct Compiler::State {};

Compiler::Compiler(int, std::string, std::string) {}
Compiler::~Compiler() = default;
void Compiler::begin() {}

struct Executable::State {};

Executable::Executable(std::unique_ptr<State> state) : state_(std::move(state)) {}
Executable::~Executable() = default;

namespace {
Error absent() {
  return {Error::Kind::unsupported, "this build has no JIT (HAMMOCK_JIT=OFF); --engine=eval runs scripts", {}};
}
}  // namespace

Result<std::unique_ptr<Executable>> Executable::compile(const Module&, GlobalId, const CompileOptions&) {
  return absent();
}
Result<std::string> Executable::dump(const Module&, GlobalId, const CompileOptions&, CodeForm) { return absent(); }
std::vector<std::string> processors() { return {}; }
std::optional<Error> check_processor(const std::string&, bool) { return absent(); }

// No Executable exists, so nothing below is called.
Result<RuntimeValue> Executable::run(std::span<const RuntimeValue>, std::vector<StepTime>*) { return RuntimeValue{}; }
const CompileStats& Executable::stats() const {
  static const CompileStats kNone;
  return kNone;
}
int64_t Executable::peak_bytes() const { return 0; }

size_t Executable::results() const { return 0; }
double Executable::preparation_ms() const { return 0; }

bool is_available() { return false; }
std::string target_description() { return "no JIT"; }

}  // namespace hammock::jit
