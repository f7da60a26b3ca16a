// SPDX-License-Identifier: Apache-2.0
// hammock fmt: the canonical text.
#include <fmt/format.h>

#include <algorithm>

#include "command_line.h"
#include "hammock/io/tensor_file.h"
#include "hammock/print/identifier.h"
#include "hammock/print/print.h"

namespace hammock::cli {
namespace {

struct FmtOptions {
  bool check = false, in_place = false, diff = false, short_form = false, no_sugar = false, no_comments = false;
  bool verify_roundtrip = false;
  std::string name, module_alias = "cls", ir_prefix = "I", tir_prefix = "T", relax_prefix = "R";
  int indent = 4;
  Dialect dialect = Dialect::tvm_0_19;
  Constants constants = Constants::complete;
};

// Empty or a name; the message otherwise.
std::string is_name(const std::string& text) {
  return text.empty() || is_identifier(text) ? "" : "'" + text + "' is no name";
}

// What functions call the class hides nothing that their text needs.
std::string is_alias(const std::string& text) {
  constexpr std::string_view kTaken[] = {"I", "T", "R", "ir", "tir", "tirx", "relax", "metadata"};
  return std::ranges::find(kTaken, text) == std::end(kTaken) ? is_name(text)
                                                             : "'" + text + "' means something else in the text";
}

int format_script(Io& io, const Script& script, const std::string& path, const FmtOptions& options) {
  PrintOptions print_options;
  print_options.comments = !options.no_comments;
  print_options.constants = options.constants;
  print_options.show_all_struct_info = !options.short_form;
  print_options.inferred = inferred_call;
  print_options.name = options.name;
  print_options.module_alias = options.module_alias;
  print_options.ir_prefix = options.ir_prefix;
  print_options.tir_prefix = options.tir_prefix;
  print_options.relax_prefix = options.relax_prefix;
  print_options.indent_spaces = options.indent;
  print_options.syntax_sugar = !options.no_sugar;
  print_options.dialect = options.dialect;
  const Form form = options.in_place || options.check || options.diff ? Form::in_place : Form::canonical;
  const Printed printed = print(script, form, print_options);
  show(io, printed.imports);
  if (int code =
          tell(io, check_printed(script, printed, {options.in_place || options.check, options.verify_roundtrip}));
      code != kFine)
    return code;
  const std::string& text = printed.text;
  if (form == Form::canonical) {
    io.out(text);
    return kFine;
  }
  std::string_view before = script.source->text();
  if (options.diff) io.out(unified_diff(before, text, {script.source->name(), "", "formatted"}, io.out_color));
  if (options.check) {
    if (text == before) return kFine;
    if (!options.diff) io.out(fmt::format("{}\n", script.source->name()));
    return kFalse;
  }
  return options.in_place && text != before ? write_text(io, path, text) : static_cast<int>(kFine);
}

constexpr FlagRule kFmtRules[] = {
    {"--check --diff", FlagRule::not_with, "--in-place", "it changes nothing"},
};

}  // namespace

int fmt_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::vector<std::string> files;
  FmtOptions options;
  line.argument("FILE", &files, "scripts, folders of them; '-' or none: standard input");
  line.flag("--check", options.check, "print the names of files that are not canonical and exit with 1");
  line.flag("-i,--in-place", options.in_place, "rewrite the files; Python around the definitions stays as it is");
  line.flag("--diff", options.diff, "print what would change, as `patch` takes it");
  line.flag("--no-comments", options.no_comments, "leave out the comments, as TVM does");
  line.add_meta();
  line.flag("--short", options.short_form, "leave out annotations that can be inferred");
  line.option("--name", &options.name,
              "name of the class (as it is written), or of a lone function without a symbol of its own", is_name);
  line.option("--module-alias", &options.module_alias, "what functions call the class (cls); empty: its name",
              is_alias);
  line.option("--ir-prefix", &options.ir_prefix, "what stands for I", OneOf{{"I", "ir"}});
  line.option("--tir-prefix", &options.tir_prefix, "what stands for T", OneOf{{"T", "tir", "tirx"}});
  line.option("--relax-prefix", &options.relax_prefix, "what stands for R", OneOf{{"R", "relax"}});
  line.option("--indent", &options.indent, "spaces of a level (4)", FromTo{1, 16});
  line.flag("--no-sugar", options.no_sugar, "bind statements without a value to '_'");
  line.add_dialect();
  line.add_roundtrip();
  if (std::optional<int> over = line.parse(args, kFmtRules)) return *over;
  options.dialect = line.dialect;
  options.constants = line.constants;
  options.verify_roundtrip = line.verify_roundtrip;
  if (int code = options.in_place ? refuse_streams(io, files) : static_cast<int>(kFine); code != kFine) return code;

  return for_each_script(
      io, files, {.any_results = true, .takes_unchecked = true, .is_printed = true},
      [&](const Script& script, const std::string& path) { return format_script(io, script, path, options); });
}

}  // namespace hammock::cli
