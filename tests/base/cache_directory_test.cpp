// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/cache_directory.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace hammock;
namespace fs = std::filesystem;

namespace {

// Sets a variable for a while; null: it is unset.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    const char* old = std::getenv(name);
    if (old) old_ = old;
    set(value);
  }
  ~Variable() { set(old_ ? old_->c_str() : nullptr); }

 private:
  void set(const char* value) { value ? setenv(name_, value, 1) : unsetenv(name_); }
  const char* name_;
  std::optional<std::string> old_;
};

}  // namespace

TEST_CASE("the folder of the cache is made for the user, where the variables say") {
  const fs::path folder = fs::temp_directory_path() / ("cache-" + std::to_string(std::rand()));
  const std::string home = (folder / "home").string(), cache = (folder / "cache").string();
  const Variable nowhere("HAMMOCK_CACHE", nullptr);
  {
    const Variable no_cache("XDG_CACHE_HOME", nullptr), at_home("HOME", home.c_str());
    CHECK(cache_directory() == home + "/.cache/hammock");
    struct stat status {};
    REQUIRE(stat((home + "/.cache/hammock").c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0700);
    CHECK(cache_directory() == home + "/.cache/hammock");
    const Variable relative("XDG_CACHE_HOME", "cache"), elsewhere("HOME", home.c_str());
    CHECK(cache_directory() == home + "/.cache/hammock");
  }
  {
    const Variable has_cache("XDG_CACHE_HOME", cache.c_str()), at_home("HOME", home.c_str());
    CHECK(cache_directory() == cache + "/hammock");
    fs::permissions(cache + "/hammock", fs::perms::all);
    CHECK(!cache_directory());
    fs::remove(cache + "/hammock");
    std::ofstream(cache + "/hammock") << "a file";
    CHECK(!cache_directory());
  }
  {
    const Variable here("HAMMOCK_CACHE", cache.c_str()), at_home("HOME", home.c_str());
    CHECK(cache_directory() == cache);
    const Variable off("HAMMOCK_CACHE", "off");
    CHECK(!cache_directory());
  }
  {
    const Variable no_cache("XDG_CACHE_HOME", nullptr), no_home("HOME", nullptr);
    CHECK(!cache_directory());
  }
  fs::remove_all(folder);
}
