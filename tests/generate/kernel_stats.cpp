// SPDX-License-Identifier: Apache-2.0
#include "kernel_stats.h"

#include <fmt/format.h>

#include <array>

#include "hammock/loop/program.h"
#include "roundtrip.h"

namespace hammock::generate {
namespace {

constexpr std::array<std::string_view, 60> kWords = {"\"float32\"",
                                                     "\"float64\"",
                                                     "\"float16\"",
                                                     "\"bfloat16\"",
                                                     "\"e4m3_float8\"",
                                                     "\"e5m2_float8\"",
                                                     "\"bool\"",
                                                     "\"int8\"",
                                                     "\"int16\"",
                                                     "\"int32\"",
                                                     "\"int64\"",
                                                     "\"uint8\"",
                                                     "\"uint32\"",
                                                     "\"uint64\"",
                                                     "T.parallel(",
                                                     "T.vectorized(",
                                                     "T.unroll(",
                                                     "T.grid(",
                                                     "T.thread_binding(",
                                                     "while ",
                                                     "if ",
                                                     "assert ",
                                                     "T.where(",
                                                     "T.init()",
                                                     "T.axis.remap(",
                                                     "T.axis.spatial(",
                                                     "T.axis.reduce(",
                                                     "T.alloc_buffer(",
                                                     "T.decl_buffer(",
                                                     "T.allocate_const(",
                                                     "T.match_buffer(A",
                                                     "T.match_buffer(L",
                                                     "strides=",
                                                     "elem_offset=",
                                                     "offset_factor=",
                                                     "T.Ramp(",
                                                     "T.Broadcast(",
                                                     "predicate=",
                                                     "T.Select(",
                                                     "T.if_then_else(",
                                                     "T.reinterpret(",
                                                     "T.q_multiply_shift",
                                                     "s0 = T.int64()",
                                                     "tir_vars=",
                                                     "R.call_tir_inplace(",
                                                     "T.Let(",
                                                     "T.tvm_stack_make_array(",
                                                     "T.Shuffle(",
                                                     "T.dp4a(",
                                                     "T.address_of(",
                                                     ".data)",
                                                     "Module.f",
                                                     "Module.g",
                                                     "break",
                                                     "continue",
                                                     "return T.",
                                                     ".elem_offset",
                                                     "x4\"",
                                                     "_value(",
                                                     "T.tvm_storage_sync("};
constexpr std::array<std::string_view, 4> kForms = {"nests", "contractions", "attention", "statements"};

}  // namespace

void KernelStats::add(const Module& module) {
  const std::string text = text_of(module);
  ++modules_;
  for (std::string_view word : kWords) holding_[std::string(word)] += text.find(word) != std::string::npos;
}

void KernelStats::add_steps(const Module& module, uint64_t seed) {
  const GlobalId entry(static_cast<uint32_t>(module.functions.size() - 1));
  Result<Sample> sample = sample_arguments(module, entry, seed);
  if (!sample) return;
  std::vector<loop::Binding> dims;
  for (const auto& [symbol, value] : sample->symbols)
    dims.push_back({std::string(module.context().text(module.context().prims[symbol].name())), value});
  Result<loop::Program> program = loop::lower(module, entry, dims);
  if (!program) {
    ++steps_["programs that are not compiled: " + program.error().text];
    return;
  }
  for (const loop::Step& s : program->steps)
    ++steps_[s.check ? "checks of indices" : std::string(kForms[s.kernel.body.index()])];
}

std::string KernelStats::text() const {
  std::string out = fmt::format("of {} modules hold", modules_);
  for (const auto& [word, count] : holding_) out += fmt::format("\n  {:5} {}", count, word);
  if (!steps_.empty()) out += "\nsteps of compiled programs";
  for (const auto& [form, count] : steps_) out += fmt::format("\n  {:5} {}", count, form);
  return out + "\n";
}

}  // namespace hammock::generate
