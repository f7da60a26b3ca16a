// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/disk_cache.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

using namespace hammock;
namespace fs = std::filesystem;

namespace {

struct Folder {
  Folder() {
    char name[] = "/tmp/disk-cache-XXXXXX";
    path = mkdtemp(name);
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

std::string key_of(int number) {
  std::string key = std::to_string(number);
  return std::string(DiskCache::kKeyDigits - key.size(), 'a') + key;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

const std::string kKey = key_of(7);

}  // namespace

TEST_CASE("an entry is found as it was added, by everybody") {
  const Folder folder;
  DiskCache cache(folder.path / "here"), other(folder.path / "here");
  CHECK(cache.problem().empty());
  CHECK_FALSE(cache.find(kKey));
  const std::string bytes("one\0two", 7);
  cache.add(kKey, bytes);
  cache.add(key_of(8), "");
  CHECK(cache.find(kKey) == bytes);
  CHECK(other.find(kKey) == bytes);
  CHECK(other.find(key_of(8)) == "");
  other.add(kKey, "three");
  CHECK(cache.find(kKey) == "three");
  CHECK(cache.usage().entries == 2);
  struct stat status {};
  REQUIRE(stat((folder.path / "here" / kKey).c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0600);
  REQUIRE(stat((folder.path / "here").c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0700);
}

TEST_CASE("a damaged entry is not found, and gone") {
  const Folder folder;
  const fs::path path = folder.path / kKey;
  DiskCache cache(folder.path);
  cache.add(kKey, "machine code, as it were");
  const std::string whole = text_of(path);
  std::vector<std::string> damaged{whole + "!", whole + whole, ""};
  for (size_t i = 0; i < whole.size(); ++i) {
    damaged.push_back(whole.substr(0, i));
    damaged.push_back(whole);
    damaged.back()[i] ^= 0x10;
  }
  for (const std::string& text : damaged) {
    write(path, text);
    CHECK_FALSE(cache.find(kKey));
    CHECK_FALSE(fs::exists(path));
  }
  write(path, whole);
  CHECK(cache.find(kKey));
  fs::rename(path, folder.path / key_of(8));  // an entry of another key
  CHECK_FALSE(cache.find(key_of(8)));
}

TEST_CASE("what others could have written is not found") {
  const Folder folder;
  const fs::path path = folder.path / "here" / kKey;
  {
    DiskCache cache(folder.path / "here");
    cache.add(kKey, "code");
    fs::permissions(path, fs::perms::others_write, fs::perm_options::add);
    CHECK_FALSE(cache.find(kKey));
    CHECK_FALSE(fs::exists(path));
    write(folder.path / "elsewhere", "code");
    fs::create_symlink(folder.path / "elsewhere", path);
    CHECK_FALSE(cache.find(kKey));
    CHECK(fs::exists(folder.path / "elsewhere"));
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    CHECK_FALSE(cache.find(kKey));
    cache.add(kKey, "code");
    CHECK(cache.find(kKey));
  }
  fs::permissions(folder.path / "here", fs::perms::all);
  DiskCache cache(folder.path / "here");
  CHECK(cache.problem().find("others may write") != std::string::npos);
  CHECK_FALSE(cache.find(kKey));
  cache.add(key_of(8), "code");
  CHECK_FALSE(fs::exists(folder.path / "here" / key_of(8)));
  CHECK(cache.usage().entries == 0);
  CHECK(cache.clear().entries == 0);
}

TEST_CASE("where nothing can be kept, nothing is found") {
  const Folder folder;
  write(folder.path / "file", "text");
  for (const fs::path& path : {folder.path / "file", folder.path / "file" / "below", folder.path / "not" / "there"}) {
    DiskCache cache(path);
    CHECK_FALSE(cache.problem().empty());
    cache.add(kKey, "code");
    CHECK_FALSE(cache.find(kKey));
  }
  DiskCache cache(folder.path / "gone");
  fs::remove_all(folder.path / "gone");
  cache.add(kKey, "code");
  CHECK_FALSE(cache.find(kKey));
}

TEST_CASE("the oldest entries go, and no other file") {
  const Folder folder;
  DiskCache cache(folder.path, 100'000);
  write(folder.path / "notes.txt", "mine");
  write(folder.path / ".new-1-1", "a process was killed");
  fs::last_write_time(folder.path / ".new-1-1", fs::file_time_type::clock::now() - std::chrono::hours(48));
  const std::string bytes(5000, 'x');
  for (int i = 0; i < 100; ++i) {
    cache.add(key_of(i), bytes);
    fs::last_write_time(folder.path / key_of(i), fs::file_time_type::clock::now() - std::chrono::hours(24 - i / 10));
    CHECK(cache.find(key_of(0)));  // which is used all the time
    CHECK(cache.usage().bytes < 110'000);
  }
  CHECK(cache.find(key_of(99)));
  CHECK_FALSE(cache.find(key_of(50)));
  CHECK(cache.usage().entries >= 10);
  CHECK_FALSE(fs::exists(folder.path / ".new-1-1"));
  cache.add(key_of(100), std::string(50'000, 'x'));  // more than a quarter of all
  CHECK_FALSE(cache.find(key_of(100)));
  const DiskCache::Usage before = cache.usage(), removed = cache.clear();
  CHECK(removed.entries == before.entries);
  CHECK(cache.usage().entries == 0);
  CHECK(text_of(folder.path / "notes.txt") == "mine");
}

TEST_CASE("many write, find and remove at once") {
  const Folder folder;
  std::atomic<int> wrong = 0;
  auto work = [&](int member) {
    DiskCache cache(folder.path, 20'000);
    for (int i = 0; i < 400; ++i) {
      const int number = (i * 7 + member) % 20;
      const std::string bytes(static_cast<size_t>(100 * number), static_cast<char>('a' + number));
      cache.add(key_of(number), bytes);
      if (const auto found = cache.find(key_of(number)); found && *found != bytes) ++wrong;
      if (i % 100 == member) cache.clear();
    }
  };
  std::vector<std::thread> team;
  for (int i = 0; i < 4; ++i) team.emplace_back(work, i);
  for (std::thread& t : team) t.join();
  CHECK(wrong == 0);
  for (const auto& entry : fs::directory_iterator(folder.path)) CHECK(entry.path().filename().string()[0] != '.');
}
