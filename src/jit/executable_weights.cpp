// SPDX-License-Identifier: Apache-2.0
// Weights are folded and packed before the first run that has them, and what they were made from is given back.
#include <algorithm>

#include "executable_state.h"
#include "hammock/base/check.h"
#include "hammock/runtime/file_memory.h"
#include "hammock/runtime/guard.h"

namespace hammock::jit {

std::optional<Error> Executable::State::pack(size_t step) {
  const loop::Step& s = program.steps[step];
  if (s.check) return std::nullopt;
  uint32_t number = kernel_of[step];
  std::vector<Packing> packings = compiled[number]->packings();
  packed_of[step].clear();
  for (size_t which = 0; which < packings.size(); ++which) {
    const loop::Argument& argument = s.args[packings[which].buffer];
    Storage storage = program.memories[argument.memory].storage;
    HAMMOCK_CHECK(storage == Storage::weight || storage == Storage::constant || storage == Storage::folded,
                  "a kernel packs what is no weight: " + s.name);
    const std::byte* from = base[argument.memory] + argument.offset;
    std::shared_ptr<std::byte>& to = packed[{number, {which, from}}];
    if (!to) {
      to = allocate_bytes(packings[which].bytes);
      if (!to) return no_memory(packings[which].bytes, "packed weights");
      packed_bytes += packings[which].bytes;
      guard_block(to.get(), "a packed weight");
      compiled[number]->pack(which, from, to.get(), pool);
    }
    packed_of[step].push_back(to.get());
  }
  return std::nullopt;
}

// A step fetches the weights of the next one that has some, unless it is far away.
void Executable::State::look_ahead() {
  constexpr size_t kSteps = 4;
  std::vector<MemoryAhead> ahead;
  size_t since = 0;
  for (size_t i = program.steps.size(); i-- > 0; ++since) {
    const loop::Step& s = program.steps[i];
    if (s.is_constant || s.check) continue;
    if (since < kSteps) following[i] = ahead;
    std::vector<MemoryAhead> first;
    for (int member = 0; member < pool.size(); ++member)
      first.push_back(compiled[kernel_of[i]]->first_read(packed_of[i].data(), member, pool.size()));
    if (std::ranges::all_of(first, [](const MemoryAhead& m) { return m.count == 0; })) continue;
    ahead = std::move(first);
    since = 0;
  }
}

// By memory: the arguments and results that it is.
std::vector<uint32_t> Executable::State::readers_of_memories() const {
  std::vector<uint32_t> readers(program.memories.size());
  for (const loop::Step& s : program.steps) {
    for (const loop::Argument& a : s.args) ++readers[a.memory];
  }
  for (const loop::ResultLeaf& l : program.results) ++readers[l.memory];
  return readers;
}

// The memories of a step's arguments that it has no more use for once weights are folded and packed.
std::vector<uint32_t> Executable::State::read_before_runs(size_t step) const {
  const loop::Step& s = program.steps[step];
  std::vector<uint32_t> memories;
  if (s.is_constant) {
    for (const loop::Argument& a : s.args) memories.push_back(a.memory);
  } else if (!s.check) {
    for (const Packing& p : compiled[kernel_of[step]]->packings()) memories.push_back(s.args[p.buffer].memory);
  }
  return memories;
}

// Folds and packs if these are other weights than those of the last run. Weights that only this reads are given back.
std::optional<Error> Executable::State::use_weights(std::span<const RuntimeValue> args) {
  std::vector<Tensor> given(program.memories.size());
  bool same = has_weights;
  for (size_t i = 0; i < given.size(); ++i) {
    if (program.memories[i].storage != Storage::weight) continue;
    given[i] = *tensor_of(program.memories[i], args);
    same = same && weights[i].data == given[i].data;
  }
  if (same) return std::nullopt;
  has_weights = false;
  following.assign(program.steps.size(), {});
  packed.clear();
  packed_bytes = 0;
  std::vector<uint32_t> readers = readers_of_memories();  // who still has to read them
  for (size_t i = 0; i < program.steps.size(); ++i) {
    if (std::optional<Error> error = pack(i)) return error;
    if (program.steps[i].is_constant) {
      if (std::optional<Error> error = launch(i)) return error;
    }
    for (uint32_t memory : read_before_runs(i)) {
      if (--readers[memory] == 0 && gives_back_weights) give_back_to_file(base[memory]);
    }
  }
  look_ahead();
  weights = std::move(given);
  has_weights = true;
  return std::nullopt;
}

}  // namespace hammock::jit
