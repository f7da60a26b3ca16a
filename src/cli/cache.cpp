// SPDX-License-Identifier: Apache-2.0
// hammock cache: the code of kernels that `run` keeps for later runs.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command_line.h"
#include "hammock/base/cache_directory.h"
#include "hammock/base/disk_cache.h"

namespace hammock::cli {

std::optional<std::string> kernel_folder(const Io& io) {
  if (!io.may_keep) return std::nullopt;
  std::optional<std::string> folder = cache_directory();
  if (folder) *folder += "/kernels";
  return folder;
}

int cache_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  bool clear = false, json = false;
  line.flag("--clear", clear, "remove all of it");
  line.flag("--json", json, "as one JSON object");
  if (std::optional<int> over = line.parse(args)) return *over;

  const std::optional<std::string> folder = kernel_folder(io);
  std::optional<DiskCache> cache;
  if (folder) cache.emplace(*folder);
  const std::string problem = cache ? cache->problem() : "it is off, or there is no folder for it";
  DiskCache::Usage usage;
  if (cache) usage = clear ? cache->clear() : cache->usage();
  if (json) {
    nlohmann::ordered_json object;
    object["folder"] = folder ? nlohmann::ordered_json(*folder) : nlohmann::ordered_json();
    object["problem"] = problem.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(problem);
    object[clear ? "removed" : "entries"] = usage.entries;
    object["bytes"] = usage.bytes;
    object["max_bytes"] = DiskCache::kMaxBytes;
    io.out(object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  } else if (!problem.empty()) {
    io.out(fmt::format("nothing is kept: {}\n", problem));
  } else {
    io.out(fmt::format("{}: {} entries, {:.1f} MiB{}\n", *folder, usage.entries,
                       static_cast<double>(usage.bytes) / 1048576,
                       clear ? ", removed" : fmt::format(" of at most {} MiB", DiskCache::kMaxBytes >> 20)));
  }
  return kFine;
}

}  // namespace hammock::cli
