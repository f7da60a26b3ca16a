// SPDX-License-Identifier: Apache-2.0
// What happened when, and on which thread: of a run that somebody wants to look at.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hammock {

// Times are those of now_ms(). Any thread may add.
class Trace {
 public:
  using Arguments = std::vector<std::pair<std::string, std::string>>;
  struct Event {
    std::string name;
    std::string_view category;
    int thread = 0;  // of a pool: its member
    double begin_ms = 0, end_ms = 0;
    std::shared_ptr<const Arguments> arguments = nullptr;
  };
  struct Memory {
    double at_ms;
    int64_t bytes;  // allocated_bytes()
  };

  // Beyond this many nothing is added: nobody looks at more.
  static constexpr size_t kMost = 1'000'000;

  void add(Event event);
  // That so much memory is held now, where it is another amount than before.
  void note_memory();
  // What the loops of a pool are that run from now on.
  void name_loops(std::string name);
  // A member of a pool worked on a loop until now.
  void add_loop(int member, double begin_ms);

  // What stands at an address, for those who do not know its name.
  void set_name(const void* thing, std::string name) { names_.insert_or_assign(thing, std::move(name)); }
  std::string name_of(const void* thing) const {
    const auto found = names_.find(thing);
    return found == names_.end() ? "" : found->second;
  }

  // When nobody adds.
  const std::vector<Event>& events() const { return events_; }
  const std::vector<Memory>& memory() const { return memory_; }
  bool is_full() const { return events_.size() + memory_.size() >= kMost; }

 private:
  std::mutex mutex_;
  std::vector<Event> events_;
  std::vector<Memory> memory_;
  std::string loops_;
  std::unordered_map<const void*, std::string> names_;
};

}  // namespace hammock
