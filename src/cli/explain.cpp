// SPDX-License-Identifier: Apache-2.0
// hammock explain: the pages of hammock/tool/explain.h on the terminal or as JSON. Commands explain themselves.
#include "hammock/tool/explain.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "hammock/base/suggest.h"
#include "hammock/tool/site.h"

namespace hammock::cli {
namespace {

using Json = nlohmann::ordered_json;

std::vector<Entry> all_entries() {
  std::vector<Entry> all = entries();
  for (const Command& c : commands()) all.push_back({Topic::command, std::string(c.name), std::string(c.help)});
  return all;
}

std::string help_of(const Command& command) {
  std::string text;
  Io io;
  io.out = io.err = [&](std::string_view s) { text += s; };
  command.run(io, command, {"--help"});
  return text;
}

Page page_of_command(const Entry& entry) {
  const Command& command = *find_command(entry.name);
  return {Topic::command,
          entry.name,
          fmt::format("{}: {}", command.name, command.help),
          {{"name", "", Look::hidden, entry.name},
           {"meaning", "", Look::hidden, entry.summary},
           {"help", "help", Look::output, help_of(command)}}};
}

Json as_json(const Page& page) {
  Json object;
  if (page.topic != Topic::diagnostic) object["kind"] = name(page.topic);
  for (const Piece& piece : page.pieces) {
    Json& field = object[std::string(piece.key)];
    if (piece.look != Look::rows) field = piece.text;
    else field = Json::object();
    for (const auto& [left, right] : piece.rows) field[left] = right;
  }
  for (const auto& [topic, other] : page.related) object["see_also"].push_back(spelled(topic, other));
  return object;
}

Json as_json(const Entry& entry) {
  return {{"kind", name(entry.topic)}, {"name", entry.name}, {"summary", entry.summary}};
}

// A heading for each kind of thing, and a line for each thing of it.
std::string as_list(const std::vector<Entry>& all, bool color) {
  constexpr size_t kWidest = 40;
  std::string out;
  for (size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    size_t width = 0;
    for (end = begin; end < all.size() && all[end].topic == all[begin].topic; ++end)
      width = std::max(width, std::min(all[end].name.size(), kWidest));
    out += fmt::format("{}{}{}:{}\n", out.empty() ? "" : "\n", color ? "\x1b[1m" : "", plural(all[begin].topic),
                       color ? "\x1b[0m" : "");
    for (size_t i = begin; i < end; ++i) out += fmt::format("  {:{}}  {}\n", all[i].name, width, all[i].summary);
  }
  return out;
}

Page page(const Entry& entry) { return entry.topic == Topic::command ? page_of_command(entry) : page_of(entry); }

// The pages as a site in a folder, which is made where it is missing.
int write_site(Io& io, const std::vector<Entry>& all, const std::string& folder) {
  namespace fs = std::filesystem;
  if (!io.may_write) return io.fail(kUsage, kNoWriting);
  Progress progress(io, "pages:", all.size());
  std::vector<Page> pages;
  for (const Entry& entry : all) {
    progress.step();
    pages.push_back(page(entry));
  }
  progress.hide();
  for (const SiteFile& file : make_site(all, pages)) {
    const fs::path path = fs::path(folder) / file.path;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) return io.fail(kUsage, fmt::format("{}: {}", path.parent_path().string(), error.message()));
    if (int code = write_text(io, path.string(), file.text); code != kFine) return code;
  }
  return kFine;
}

int unknown(Io& io, const std::vector<Entry>& all, std::string_view name) {
  std::vector<std::string_view> names;
  for (const Entry& e : all) names.push_back(e.name);
  std::string_view meant = nearest(unprefixed(name), names);
  std::string upper(name);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return io.fail(kUsage, fmt::format("there is nothing named '{}' to explain{} (hammock explain lists all)", name,
                                     did_you_mean(meant.empty() ? upper : std::string(unprefixed(name)), names)));
}

}  // namespace

int explain_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::vector<std::string> names;
  std::string folder;
  bool json = false;
  line.argument("NAME", &names,
                "of an operator, a pass, a pipeline, a host function, a diagnostic (E0203) or a command; none: list "
                "them all");
  line.suggest("NAME", [](const Arguments&) {
    std::vector<Suggestion> words;
    for (const Entry& e : all_entries()) words.push_back({e.name, e.summary});
    return words;
  });
  line.flag("--json", json, "one JSON array, with all fields");
  line.option("--html", &folder, "write pages of everything to this folder, with an index.html that needs no network",
              is_path);
  constexpr FlagRule kRules[] = {{"--html", FlagRule::not_with, "--json", "it writes pages"}};
  if (std::optional<int> over = line.parse(args, kRules)) return *over;
  if (!folder.empty() && !names.empty()) return io.fail(kUsage, "--html writes pages of everything, not of some names");

  const std::vector<Entry> all = all_entries();
  if (!folder.empty()) return write_site(io, all, folder);
  Json array = Json::array();
  if (names.empty()) {
    for (const Entry& e : all) array.push_back(as_json(e));
    io.out(json ? array.dump(2) + "\n" : as_list(all, io.out_color));
    return kFine;
  }
  std::string text;
  std::vector<const Entry*> chosen;
  for (const std::string& name : names) {
    chosen.push_back(find_entry(all, name));
    if (!chosen.back()) return unknown(io, all, name);
  }
  for (const Entry* entry : chosen) {
    if (json) array.push_back(as_json(page(*entry)));
    else text += (text.empty() ? "" : "\n") + as_text(page(*entry), io.out_color);
  }
  io.out(json ? array.dump(2) + "\n" : text);
  return kFine;
}

}  // namespace hammock::cli
