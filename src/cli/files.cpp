// SPDX-License-Identifier: Apache-2.0
// The scripts that a command is given: files, folders, the standard input.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "command.h"
#include "hammock/io/tensor_file.h"

namespace hammock::cli {
namespace fs = std::filesystem;

FoundFiles python_files(const std::string& folder) {
  FoundFiles found;
  std::vector<fs::path> folders{folder};
  while (!folders.empty()) {
    fs::path at = std::move(folders.back());
    folders.pop_back();
    std::error_code error, vanished;  // a link to nothing is no file
    for (auto it = fs::directory_iterator(at, error); !error && it != fs::directory_iterator(); it.increment(error)) {
      if (it->path().filename().string().starts_with('.')) continue;
      if (it->is_directory(vanished)) {
        if (!it->is_symlink(vanished)) folders.push_back(it->path());
      } else if (it->path().extension() == ".py" && it->is_regular_file(vanished)) {
        found.files.push_back(it->path().string());
      }
    }
    if (error)
      found.problems.push_back({Error::Kind::io, fmt::format("{}: {}", at.string(), system_text(error.value())), {}});
  }
  std::ranges::sort(found.files);
  std::ranges::sort(found.problems, {}, &Error::text);
  return found;
}

int refuse_streams(const Io& io, std::span<const std::string> paths) {
  if (paths.empty() || std::ranges::find(paths, "-") != paths.end())
    return io.fail(kUsage, "--in-place: the standard input cannot be edited");
  for (const std::string& path : paths) {
    std::error_code ignored;
    const fs::file_type type = fs::status(path, ignored).type();
    const bool is_stream = type == fs::file_type::fifo || type == fs::file_type::character ||
                           type == fs::file_type::block || type == fs::file_type::socket;
    if (is_stream) return io.fail(kUsage, fmt::format("--in-place: {} is no file that can be edited", path));
  }
  return kFine;
}

int for_each_script(Io& io, const std::vector<std::string>& paths, const ScriptOptions& options,
                    const std::function<int(const Script&, const std::string& path)>& work) {
  struct File {
    std::string path;
    bool is_found = false;  // in a folder: it may hold no definition
  };
  std::vector<File> files;
  int worst = kFine;
  size_t scripts = 0, problems = 0;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (!io.may_write || path == "-" || !fs::is_directory(path, ignored)) {
      files.push_back({path});
      continue;
    }
    FoundFiles found = python_files(path);
    for (const Error& error : found.problems) worst = io.fail(kUsage, error.text);
    problems += found.problems.size();
    for (std::string& file : found.files) files.push_back({std::move(file), true});
  }
  if (paths.empty()) files.push_back({input_or_stdin(io, "")});

  {
    Progress progress(io, "file", files.size());
    for (const File& file : files) {
      progress.hide();
      ScriptOptions script_options = options;
      script_options.may_be_empty = file.is_found;
      const Script script = load_script(io, file.path, script_options);
      const int code = script ? work(script, file.path) : script.outcome.status;
      worst = std::max(worst, code);
      scripts += script || code != kFine;
      problems += std::max<size_t>(script.outcome.error_count(), code != kFine);
      progress.step();
    }
  }
  if (scripts == 0 && worst == kFine)
    return io.fail(kUsage, fmt::format("{}: no file defines a module or a function", paths[0]));
  if (scripts > 1 && !io.diagnostics.json) {
    std::string count = problems == 0   ? "no problems"
                        : problems == 1 ? "1 problem"
                                        : fmt::format("{} problems", problems);
    io.err(fmt::format("{} files, {}\n", scripts, count));
  }
  return worst;
}

}  // namespace hammock::cli
