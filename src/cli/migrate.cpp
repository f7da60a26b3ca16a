// SPDX-License-Identifier: Apache-2.0
// hammock migrate: scripts in the spelling of another version of TVM.
#include "hammock/tool/migrate.h"

#include "command_line.h"
#include "hammock/io/tensor_file.h"

namespace hammock::cli {
namespace {

struct MigrateRun : MigrateOptions {
  bool check = false, diff = false;
};

// The exit code.
int migrate_script(Io& io, const Script& script, const std::string& path, const MigrateRun& options) {
  const Migration result = migrate(script, options);
  if (int code = tell(io, result.outcome); code != kFine) return code;
  const bool prints_text = path == "-" && !options.check && !options.diff;
  prints_text || options.diff ? io.err(result.report) : io.out(result.report);
  const Source& source = *script.source;
  if (options.diff) io.out(unified_diff(source.text(), result.text, {source.name(), "", "migrated"}, io.out_color));
  if (prints_text) io.out(result.text);
  if (options.check) return result.is_unchanged ? kFine : kFalse;
  if (path == "-" || options.diff || result.is_unchanged || !io.may_write) return kFine;
  Result<bool> written = write_file(path, result.text);
  return written ? static_cast<int>(kFine) : io.fail(kUsage, written.error().text);
}

constexpr FlagRule kMigrateRules[] = {
    {"--check --diff", FlagRule::not_with, "--in-place", "it changes nothing"},
};

}  // namespace

int migrate_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::vector<std::string> files;
  bool in_place = false;
  std::string to = std::string(name(Dialect::tvm_0_26)), from;
  MigrateRun options;
  std::vector<std::string> names;
  for (const DialectInfo& d : dialects()) names.emplace_back(d.name);
  line.argument("FILE", &files, "scripts, folders of them; '-' or none: standard input, the result to standard output");
  line.option("--to", &to, "the version whose spelling is wanted (tvm-0.26)", OneOf{names});
  line.option("--from", &from, "the version for which the files are written (what their spellings say)", OneOf{names});
  line.flag("--check", options.check, "change nothing; exit with 1 if something would change");
  line.flag("--diff", options.diff, "change nothing; print what would change, as `patch` takes it");
  line.flag("-i,--in-place", in_place, "rewrite the files, as without it; the standard input is refused");
  line.add_meta();
  line.add_roundtrip();
  if (std::optional<int> over = line.parse(args, kMigrateRules)) return *over;
  if (line.constants == Constants::omitted)
    return io.fail(kUsage,
                   "--no-meta: what migrate writes has to mean the same; hammock fmt --no-meta leaves constants out");
  if (int code = in_place ? refuse_streams(io, files) : static_cast<int>(kFine); code != kFine) return code;
  options.verify_roundtrip = line.verify_roundtrip;
  options.constants = line.constants;
  options.to = *find_dialect(to);
  if (!from.empty()) options.from = find_dialect(from);
  return for_each_script(
      io, files, {.any_results = true, .takes_unchecked = true, .spellings = true, .dialect = options.from},
      [&](const Script& script, const std::string& path) { return migrate_script(io, script, path, options); });
}

}  // namespace hammock::cli
