// SPDX-License-Identifier: Apache-2.0
// hammock test: golden tests, in process and in parallel.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "command_line.h"
#include "hammock/io/tensor_file.h"
#include "hammock/runtime/guard.h"
#include "hammock/runtime/thread_pool.h"
#include "hammock/tool/coverage.h"
#include "hammock/tool/golden.h"

namespace hammock::cli {
namespace {

namespace fs = std::filesystem;

// Every .py file below the paths, sorted, so that the report does not depend on the file system.
Result<std::vector<std::string>> golden_files(const std::vector<std::string>& paths, const std::string& filter) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
      FoundFiles found = python_files(path);
      if (!found.problems.empty()) return found.problems[0];
      files.insert(files.end(), found.files.begin(), found.files.end());
    } else {
      if (!fs::exists(path, error))
        return Error{Error::Kind::io, fmt::format("{}: there is no such file or folder", path), {}};
      files.push_back(path);
    }
  }
  std::erase_if(files, [&](const std::string& f) { return f.find(filter) == std::string::npos; });
  std::ranges::sort(files);
  return files;
}

enum class Verdict { passed, failed, updated, skipped };

struct Report {
  Verdict verdict = Verdict::passed;
  std::string text;  // what differs
};

// A command in process, on the text of a golden test.
CommandResult run_in_process(const std::string& name, const std::string& text, const std::string& folder,
                             const Arguments& args, std::shared_ptr<Coverage> coverage) {
  CommandResult result;
  Io io;
  io.out = [&](std::string_view s) { result.out += s; };
  io.err = [&](std::string_view s) { result.err += s; };
  io.read = [&](const std::string& path) -> Result<std::string> {
    if (path == name) return text;
    // Rules may stand in another file, beside the test or on a way from there.
    if (!path.starts_with('/') && (path.ends_with(".rules") || path.ends_with(".py")))
      return read_file(folder + "/" + path);
    return Error{Error::Kind::io,
                 fmt::format("{}: golden tests read their own file, and scripts on a way from there", path),
                 {}};
  };
  io.may_write = false;
  io.threads = 1;
  io.coverage = std::move(coverage);
  result.code = run_command(io, args);
  return result;
}

Report run_file(const std::string& path, bool update, bool color, std::shared_ptr<Coverage> coverage) {
  Result<std::string> text = read_file(path);
  if (!text) return {Verdict::failed, text.error().text + "\n"};
  GoldenFile golden = parse_golden(*text);
  const std::string name = fs::path(path).filename().string(),
                    folder = path.find('/') == std::string::npos ? "." : fs::path(path).parent_path().string();
  GoldenOutcome outcome = run_golden(
      golden, name, [&](const Arguments& args) { return run_in_process(name, *text, folder, args, coverage); });
  if (!outcome.problem.empty()) return {Verdict::failed, fmt::format("{}: {}\n", path, outcome.problem)};
  if (outcome.is_skipped) return {Verdict::skipped, {}};
  if (outcome.output == golden.expected) return {};
  if (update) {
    Result<bool> written = write_file(path, with_expected(golden, outcome.output));
    if (!written) return {Verdict::failed, written.error().text + "\n"};
    return {Verdict::updated, {}};
  }
  return {Verdict::failed, unified_diff(golden.expected, outcome.output, {path, "expected", "now"}, color)};
}

}  // namespace

int test_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::vector<std::string> paths;
  std::string filter;
  bool update = false, guard = false, is_covered = false;
  int jobs = 0;
  line.required_argument("PATH", &paths, "files, or folders with .py files");
  line.flag("--update", update, "write the current output into the files' `#|` blocks");
  line.option("--filter", &filter, "only files whose path contains this");
  line.flag("--guard", guard, "as `hammock run --guard`, for all tests");
  line.flag("--coverage", is_covered, "also print the passes, operators and diagnostics that no test used");
  line.option("-j,--jobs", &jobs, "files at a time (all cores)", FromTo{1, 1024});
  if (std::optional<int> over = line.parse(args)) return *over;
  if (!io.may_write) return io.fail(kUsage, "a golden test runs no golden tests");
  if (update && std::getenv("CI")) return io.fail(kUsage, "--update is not for CI (the variable CI is set)");

  Result<std::vector<std::string>> files = golden_files(paths, filter);
  if (!files) return io.fail(kUsage, files.error().text);
  if (files->empty()) return io.fail(kUsage, "no golden test found");

  if (guard) guard_memory();
  auto coverage = is_covered ? std::make_shared<Coverage>() : nullptr;
  std::vector<Report> reports(files->size());
  std::atomic<size_t> next = 0;
  {
    Progress progress(io, "golden test", files->size());
    auto work = [&] {
      for (size_t i = next++; i < files->size(); i = next++) {
        reports[i] = run_file((*files)[i], update, io.out_color, coverage);
        progress.step();
      }
    };
    std::vector<std::thread> team;
    for (int i = 1; i < (jobs ? jobs : usable_cores()); ++i) team.emplace_back(work);
    work();
    for (std::thread& t : team) t.join();
  }

  size_t counts[4] = {};
  for (size_t i = 0; i < reports.size(); ++i) {
    ++counts[static_cast<size_t>(reports[i].verdict)];
    io.out(reports[i].text);
    if (reports[i].verdict == Verdict::updated) io.out(fmt::format("updated {}\n", (*files)[i]));
  }
  size_t failed = counts[static_cast<size_t>(Verdict::failed)];
  size_t skipped = counts[static_cast<size_t>(Verdict::skipped)];
  io.out(fmt::format("{} passed, {} failed{}\n", reports.size() - failed - skipped, failed,
                     skipped ? fmt::format(", {} skipped (they need the JIT)", skipped) : ""));
  if (coverage) io.out(coverage_report(*coverage));
  return failed ? kFalse : kFine;
}

}  // namespace hammock::cli
