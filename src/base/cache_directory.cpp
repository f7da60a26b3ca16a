// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/cache_directory.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace hammock {
namespace {

// The value of a variable that has an absolute path: a relative one would mean another folder in each run.
std::string_view path_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value && value[0] == '/' ? value : "";
}

// With the folders that it is in.
void make_folder(const std::string& path) {
  for (size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1))
    mkdir(path.substr(0, end).c_str(), 0700);
  mkdir(path.c_str(), 0700);
}

bool is_own_folder(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0 && access(path.c_str(), W_OK | X_OK) == 0;
}

}  // namespace

std::optional<std::string> cache_directory() {
  const char* given = std::getenv("HAMMOCK_CACHE");
  if (given != nullptr && *given != '\0' && *given != '/') return std::nullopt;
  const std::string_view own = path_of("HAMMOCK_CACHE"), all = path_of("XDG_CACHE_HOME"), home = path_of("HOME");
  if (own.empty() && all.empty() && home.empty()) return std::nullopt;
  const std::string path = !own.empty()   ? std::string(own)
                           : !all.empty() ? std::string(all) + "/hammock"
                                          : std::string(home) + "/.cache/hammock";
  make_folder(path);
  if (!is_own_folder(path)) return std::nullopt;
  return path;
}

}  // namespace hammock
