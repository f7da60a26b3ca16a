// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/disk_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "hammock/base/hash.h"

namespace hammock {
namespace {

constexpr std::string_view kUnfinished = ".new-";        // how names of files begin that are being written
constexpr time_t kFresh = 3600, kAbandoned = 24 * 3600;  // seconds

// In front of the bytes of an entry.
struct Header {
  char magic[8] = {'h', 'a', 'm', 'm', 'o', 'c', 'k', '1'};
  uint64_t length = 0, sum = 0;
};

// Finds damage; it is no defence.
uint64_t sum_of(std::string_view key, std::string_view bytes) {
  uint64_t sum = hash_bytes(key);
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    uint64_t word;
    std::memcpy(&word, bytes.data(), 8);
    sum = hash_mix(sum, word);
  }
  return hash_mix(sum, hash_bytes(bytes));
}

bool is_own(const struct stat& status) {
  return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

class File {
 public:
  explicit File(int number) : number_(number) {}
  ~File() {
    if (number_ >= 0) close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  operator int() const { return number_; }

 private:
  int number_;
};

std::optional<std::string> read_all(int file, size_t bytes) {
  std::string text(bytes, '\0');
  for (size_t at = 0; at < bytes;) {
    const ssize_t count = read(file, text.data() + at, bytes - at);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    at += static_cast<size_t>(count);
  }
  return text;
}

bool write_all(int file, const void* data, size_t bytes) {
  const auto* from = static_cast<const char*>(data);
  while (bytes > 0) {
    const ssize_t count = ::write(file, from, bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    from += count, bytes -= static_cast<size_t>(count);
  }
  return true;
}

// What an entry says, if it is whole.
std::optional<std::string> read_entry(int file, const std::string& key, int64_t most_bytes) {
  struct stat status {};
  Header header, expected;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || !is_own(status)) return std::nullopt;
  const auto of_header = static_cast<off_t>(sizeof(header));
  if (status.st_size < of_header || status.st_size - of_header > most_bytes) return std::nullopt;
  std::optional<std::string> text = read_all(file, static_cast<size_t>(status.st_size));
  if (!text) return std::nullopt;
  std::memcpy(&header, text->data(), sizeof(header));
  text->erase(0, sizeof(header));
  expected.length = text->size(), expected.sum = sum_of(key, *text);
  if (std::memcmp(&header, &expected, sizeof(header)) != 0) return std::nullopt;
  if (std::time(nullptr) - status.st_mtime > kFresh) futimens(file, nullptr);  // it was used now
  return text;
}

bool is_key(std::string_view name) {
  return name.size() == DiskCache::kKeyDigits && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// f(name, status) for each entry of the folder, and for each that is being written.
template <class F>
void for_each_file(int folder, F&& f) {
  const int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> open(again >= 0 ? fdopendir(again) : nullptr, closedir);
  if (!open) return;
  while (const dirent* entry = readdir(open.get())) {
    const std::string_view name = entry->d_name;
    struct stat status {};
    if (!is_key(name) && !name.starts_with(kUnfinished)) continue;
    if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISDIR(status.st_mode))
      f(std::string(name), status);
  }
}

}  // namespace

DiskCache::DiskCache(std::string folder, int64_t max_bytes) : max_bytes_(max_bytes) {
  mkdir(folder.c_str(), 0700);
  folder_ = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct stat status {};
  if (folder_ < 0 || fstat(folder_, &status) != 0) problem_ = folder + ": " + std::strerror(errno);
  else if (!is_own(status)) problem_ = folder + ": others may write to it";
  if (problem_.empty()) return;
  if (folder_ >= 0) close(folder_);
  folder_ = -1;
}

DiskCache::~DiskCache() {
  if (folder_ >= 0) close(folder_);
}

std::optional<std::string> DiskCache::find(const std::string& key) {
  if (folder_ < 0) return std::nullopt;
  const File file(openat(folder_, key.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (file < 0 && errno == ENOENT) return std::nullopt;
  std::optional<std::string> bytes;
  if (file >= 0) bytes = read_entry(file, key, max_bytes_ / 4);
  if (!bytes) unlinkat(folder_, key.c_str(), 0);
  return bytes;
}

void DiskCache::add(const std::string& key, std::string_view bytes) {
  if (folder_ < 0 || static_cast<int64_t>(bytes.size()) > max_bytes_ / 4) return;
  static std::atomic<uint64_t> number = 0;
  const std::string name = std::string(kUnfinished) + std::to_string(getpid()) + "-" + std::to_string(number++);
  {
    const File file(openat(folder_, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (file < 0) return;
    if (!write(file, key, bytes) || renameat(folder_, name.c_str(), folder_, key.c_str()) != 0) {
      unlinkat(folder_, name.c_str(), 0);
      return;
    }
  }
  // A look at all entries costs what they are many. Nobody counts for all processes, so chance decides, by what is new.
  const int64_t slack = std::max<int64_t>(max_bytes_ / 32, 1),
                size = static_cast<int64_t>(bytes.size() + sizeof(Header));
  static std::atomic<uint64_t> seed = std::random_device()();
  const auto chance = static_cast<int64_t>(hash_mix(seed++, size) % static_cast<uint64_t>(slack));
  if (chance < size || unseen_.fetch_add(size) + size > slack) evict();
}

bool DiskCache::write(int file, const std::string& key, std::string_view bytes) const {
  Header header;
  header.length = bytes.size(), header.sum = sum_of(key, bytes);
  return write_all(file, &header, sizeof(header)) && write_all(file, bytes.data(), bytes.size());
}

// Down to three quarters of the bound, so that the next look is far away. Another process may do the same.
void DiskCache::evict() {
  unseen_ = 0;
  struct Entry {
    timespec used;
    std::string name;
    int64_t bytes;
  };
  std::vector<Entry> entries;
  int64_t bytes = 0;
  const time_t now = std::time(nullptr);
  for_each_file(folder_, [&](std::string name, const struct stat& status) {
    const bool is_unfinished = name.starts_with(kUnfinished);
    if (is_unfinished && now - status.st_mtime > kAbandoned) unlinkat(folder_, name.c_str(), 0);
    if (is_unfinished) return;
    bytes += status.st_size;
    entries.push_back({status.st_mtim, std::move(name), status.st_size});
  });
  if (bytes <= max_bytes_) return;
  std::ranges::sort(entries, {}, [](const Entry& e) { return std::pair(e.used.tv_sec, e.used.tv_nsec); });
  for (const Entry& e : entries) {
    if (bytes <= max_bytes_ / 4 * 3) return;
    unlinkat(folder_, e.name.c_str(), 0);
    bytes -= e.bytes;
  }
}

DiskCache::Usage DiskCache::usage() const {
  Usage out;
  if (folder_ < 0) return out;
  for_each_file(folder_, [&](const std::string& name, const struct stat& status) {
    if (name.starts_with(kUnfinished)) return;
    ++out.entries;
    out.bytes += status.st_size;
  });
  return out;
}

DiskCache::Usage DiskCache::clear() {
  Usage out;
  if (folder_ < 0) return out;
  for_each_file(folder_, [&](const std::string& name, const struct stat& status) {
    if (unlinkat(folder_, name.c_str(), 0) != 0 || name.starts_with(kUnfinished)) return;
    ++out.entries;
    out.bytes += status.st_size;
  });
  return out;
}

}  // namespace hammock
