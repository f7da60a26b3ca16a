// SPDX-License-Identifier: Apache-2.0
// The scripts that a command is given: files, folders, the standard input.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "command.h"

namespace hammock::cli {
namespace {

namespace fs = std::filesystem;

bool is_hidden(const fs::path& path) { return path.filename().string().starts_with('.'); }

}  // namespace

Result<std::vector<std::string>> python_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(folder, error); !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    std::error_code vanished;  // a link to nothing is no file
    if (is_hidden(it->path())) {
      it.disable_recursion_pending();
    } else if (it->path().extension() == ".py" && it->is_regular_file(vanished)) {
      files.push_back(it->path().string());
    }
  }
  if (error) return Error{Error::Kind::io, fmt::format("{}: {}", folder, error.message()), {}};
  std::ranges::sort(files);
  return files;
}

int for_each_script(Io& io, const std::vector<std::string>& paths, const std::function<ScriptOutcome(const ScriptFile&)>& work) {
  std::vector<ScriptFile> files;
  int worst = kFine;
  size_t scripts = 0, problems = 0;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!io.may_write || path == "-" || !fs::is_directory(path, ignored)) {
      files.push_back({path});
      continue;
    }
    Result<std::vector<std::string>> found = python_files(path);
    if (!found) {
      worst = io.fail(kUsage, found.error().text);
      ++problems;
      continue;
    }
    for (std::string& file : *found) files.push_back({std::move(file), true});
  }
  if (paths.empty()) files.push_back({input_or_stdin(io, "")});

  {
    Progress progress(io, "file", files.size());
    for (const ScriptFile& file : files) {
      ScriptOutcome outcome = work(file);
      worst = std::max(worst, outcome.exit);
      scripts += outcome.is_script;
      problems += outcome.problems;
      progress.step();
    }
  }
  if (scripts == 0 && worst == kFine) return io.fail(kUsage, fmt::format("{}: no file defines a module or a function", paths[0]));
  if (scripts > 1 && !io.diagnostics.json) {
    std::string count = problems == 0 ? "no problems" : problems == 1 ? "1 problem" : fmt::format("{} problems", problems);
    io.err(fmt::format("{} files, {}\n", scripts, count));
  }
  return worst;
}

}  // namespace hammock::cli
