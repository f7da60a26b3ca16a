// SPDX-License-Identifier: Apache-2.0
// What the commands share: where text comes from and goes to, the flags that all of them have, exit codes.
//
// A command is a function of an Io and its arguments, so that the golden tests run the very same code in process.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/base/clock.h"
#include "hammock/base/diagnostic.h"
#include "hammock/base/result.h"
#include "hammock/ir/dialect.h"
#include "hammock/print/print.h"
#include "hammock/tool/diff.h"
#include "hammock/tool/script.h"

namespace hammock::cli {

using namespace tool;

class CommandLine;

struct Io {
  std::function<void(std::string_view)> out;                    // results
  std::function<void(std::string_view)> err;                    // everything else
  std::function<Result<std::string>(const std::string&)> read;  // a file, or "-"
  bool out_color = false;
  bool err_color = false;
  bool err_terminal = false;                        // progress may be shown
  bool may_write = true;                            // golden tests write no files
  bool may_keep = false;                            // code of kernels, for later runs
  int threads = 0;                                  // 0: all cores, unless a flag says otherwise
  RenderOptions diagnostics;                        // how they are shown: --diagnostics, --max-errors
  std::function<void(const CommandLine&)> inspect;  // called with the flags of a command, which does nothing then
  std::shared_ptr<Coverage> coverage;               // what the command uses of the tables; none: nobody asks
  std::string file;                                 // that is at work, as JSON names it; none: the command line

  // `hammock: error: text` to err, or an object of JSON without a place and a code; returns the exit code.
  int fail(int code, std::string_view text) const;
};
// Of the process, which has one.
Io standard_io();
// Everything for the standard output is written, or the exit code becomes one that says so.
int finish_output(const Io& io, int code);

// Why a command refuses where !may_write.
constexpr std::string_view kNoWriting = "golden tests write no files";
// The text to the file; the exit code.
int write_text(const Io& io, const std::string& path, std::string_view text);

using Arguments = std::vector<std::string>;

struct Command {
  std::string_view name;
  std::string_view usage;  // behind `hammock NAME`
  std::string_view help;   // one line
  std::string_view examples;
  int (*run)(Io&, const Command&, const Arguments&);
};
std::span<const Command> commands();
const Command* find_command(std::string_view name);
// Runs `args[0]` with the rest, catching internal errors (exit code 70).
int run_command(Io& io, const Arguments& args);

// Renders to io.err, as the flags say.
void show(Io& io, const Diagnostics& diagnostics);
// All reports, then the failure; the exit code.
int tell(Io& io, const Outcome& outcome);
// Reads the file, and tells what is wrong with it.
Script load_script(Io& io, const std::string& path, ScriptOptions options = {});

// `what 12 of 688`, or `what 12` where the total is not known (0), on one line of a terminal, at most ten times a
// second; nothing elsewhere. Gone at the end. Any thread may call.
class Progress {
 public:
  Progress(const Io& io, std::string what, size_t total) : io_(io), what_(std::move(what)), total_(total) {}
  ~Progress();
  void step();
  void hide();  // before other text; the next step shows it again

 private:
  const Io& io_;
  std::string what_;
  size_t total_, done_ = 0;
  double shown_ms_ = 0;
  bool is_shown_ = false;
  std::mutex mutex_;
};

struct FoundFiles {
  std::vector<std::string> files;
  std::vector<Error> problems;  // folders that cannot be read
};
FoundFiles python_files(const std::string& folder);
// kUsage, with a message, where --in-place cannot write back what it read: the standard input, pipes, devices.
int refuse_streams(const Io& io, std::span<const std::string> paths);
// Every script, in the order given; of a folder all files of Python in it and below that hold definitions, by name, but
// for hidden folders and links to folders. No file: standard input. `work` gives the exit code. Where there are
// several, a last line on io.err counts. The worst exit code.
int for_each_script(Io& io, const std::vector<std::string>& paths, const ScriptOptions& options,
                    const std::function<int(const Script&, const std::string& path)>& work);

// Where the code of kernels is kept from run to run; none: nowhere.
std::optional<std::string> kernel_folder(const Io& io);

// No file: standard input, with a hint if that is a terminal.
std::string input_or_stdin(const Io& io, const std::string& path);

}  // namespace hammock::cli
