// SPDX-License-Identifier: Apache-2.0
// Entries that several runs of a program share: bytes by a key, each in a file of its own.
//
// An entry is found as it was added, or not at all: it is written under another name first, says how long it is and
// sums up to what it says. One that does not is removed, and so is one that somebody else owns or could have written;
// a folder that others may write to is not used. Whatever goes wrong with files, nothing is found or nothing is kept.
//
// The entries together stay within a bound, roughly: who adds looks at all of them now and then, and removes those that
// were used least recently. Any number of processes and threads may do all of this at the same time.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hammock {

class DiskCache {
 public:
  static constexpr int64_t kMaxBytes = int64_t{512} << 20;
  static constexpr size_t kKeyDigits = 32;

  // The folder is made, for the user alone, if it is missing; not those that it is in.
  explicit DiskCache(std::string folder, int64_t max_bytes = kMaxBytes);
  ~DiskCache();
  DiskCache(const DiskCache&) = delete;
  DiskCache& operator=(const DiskCache&) = delete;

  // A key has kKeyDigits digits, hexadecimal, in lower case. No other file of the folder is ever touched.
  std::optional<std::string> find(const std::string& key);
  void add(const std::string& key, std::string_view bytes);

  struct Usage {
    int64_t entries = 0, bytes = 0;
  };
  Usage usage() const;
  // Removes all entries; what there was.
  Usage clear();
  // Why nothing is found and kept; empty: it works.
  const std::string& problem() const { return problem_; }

 private:
  bool write(int file, const std::string& key, std::string_view bytes) const;
  void evict();

  std::string problem_;
  int64_t max_bytes_;
  int folder_ = -1;
  std::atomic<int64_t> unseen_ = 0;  // bytes written since the last look at all entries
};

}  // namespace hammock
