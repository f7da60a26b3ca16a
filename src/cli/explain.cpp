// SPDX-License-Identifier: Apache-2.0
// hammock explain: what a diagnostic means, with an example that gets it and the example mended.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "hammock/base/suggest.h"
#include "hammock/base/utf8.h"

namespace hammock::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string_view without_line_end(std::string_view text) { return text.substr(0, text.size() - text.ends_with('\n')); }

// The paragraph without the line ends of its source.
std::string paragraph(std::string_view text) {
  std::string out(without_line_end(text));
  std::ranges::replace(out, '\n', ' ');
  return out;
}

Json as_json(Diag diag) {
  const DiagInfo& row = info(diag);
  Explanation e = explanation(diag);
  Json object{{"code", row.code},
              {"severity", name(row.severity)},
              {"meaning", row.meaning},
              {"explanation", paragraph(e.text)},
              {"wrong", valid_utf8(e.wrong)},
              {"right", e.right}};
  return object;
}

std::string indented(std::string_view script) {
  std::string out;
  while (!script.empty()) {
    std::string_view line = script.substr(0, script.find('\n'));
    out += line.empty() ? "\n" : fmt::format("    {}\n", valid_utf8(line));
    script.remove_prefix(std::min(line.size() + 1, script.size()));
  }
  return out;
}

std::string as_text(Diag diag, bool color) {
  const DiagInfo& row = info(diag);
  Explanation e = explanation(diag);
  std::string_view bold = color ? "\x1b[1m" : "", red = color ? "\x1b[1;31m" : "", green = color ? "\x1b[1;32m" : "",
                   reset = color ? "\x1b[0m" : "";
  return fmt::format("{}{}{} ({}): {}\n\n{}\n{}wrong:{}\n\n{}\n{}right:{}\n\n{}", bold, row.code, reset,
                     name(row.severity), row.meaning, e.text, red, reset, indented(e.wrong), green, reset,
                     indented(e.right));
}

int unknown(Io& io, std::string_view code) {
  std::vector<std::string_view> codes;
  for (size_t i = 0; i < static_cast<size_t>(Diag::count); ++i) codes.push_back(info(static_cast<Diag>(i)).code);
  std::string upper(code);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return io.fail(kUsage, fmt::format("there is no diagnostic '{}'{} (hammock explain lists them)", code,
                                     did_you_mean(upper, codes)));
}

}  // namespace

int explain_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::vector<std::string> codes;
  bool json = false;
  line.argument("CODE", &codes, "codes of diagnostics, such as E0203; none: list them all");
  line.flag("--json", json, "one JSON array");
  if (std::optional<int> over = line.parse(args)) return *over;

  std::vector<Diag> chosen;
  for (const std::string& code : codes) {
    std::optional<Diag> diag = find_diag(code);
    if (!diag) return unknown(io, code);
    chosen.push_back(*diag);
  }
  if (codes.empty()) {
    for (size_t i = 0; i < static_cast<size_t>(Diag::count); ++i) chosen.push_back(static_cast<Diag>(i));
  }
  Json array = Json::array();
  std::string text;
  for (Diag diag : chosen) {
    if (json) array.push_back(as_json(diag));
    else if (codes.empty()) text += fmt::format("{}  {}\n", info(diag).code, info(diag).meaning);
    else text += (text.empty() ? "" : "\n") + as_text(diag, io.out_color);
  }
  io.out(json ? array.dump(2) + "\n" : text);
  return kFine;
}

}  // namespace hammock::cli
