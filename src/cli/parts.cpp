// SPDX-License-Identifier: Apache-2.0
#include "parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

namespace hammock::cli {

void declare_numbers(CommandLine& line, CompareOptions& runs) {
  line.group("Numbers");
  line.option("--runs", &runs.runs, fmt::format("random inputs that every function is run on ({})", runs.runs),
              FromTo{1, 1000000});
  line.option("--check-seed", &runs.seed, "the seed of the first run (1)");
  line.option("--rtol", &runs.bounds.rtol, "relative tolerance (what rounding explains; with --atol alone, 1e-5)",
              Sign::not_negative);
  line.option("--atol", &runs.bounds.atol, "absolute tolerance (what rounding explains; with --rtol alone, 1e-8)",
              Sign::not_negative);
  line.option("--check-work", &runs.max_work, "elementary operations that the runs of a function may take (4e9)",
              Sign::positive);
}

PartFlags::PartFlags(CommandLine& line) {
  line.step("--passes", pipelines_, "A{key=value},[B,C]*4,D: the passes, as of `hammock opt`");
  line.step("--rules", rule_paths_, "a rule script, likewise; in the order in which both are given", is_path);
}

int PartFlags::read(Io& io, const CommandLine& line) {
  size_t next_pipeline = 0, next_rules = 0;
  for (const std::string& step : line.given_steps()) {
    PartText& part = parts_.emplace_back();
    if (step == "--passes") {
      part.text = pipelines_[next_pipeline++];
      Diagnostics problems(std::make_shared<Source>("--passes", part.text));
      const bool is_good = parse_pipeline(part.text, problems).has_value();
      show(io, problems);
      if (!is_good) return kUsage;
      continue;
    }
    part.rules = rule_paths_[next_rules++];
    Result<std::string> text = io.read(part.rules);
    if (!text) return io.fail(kUsage, text.error().text);
    part.text = std::move(*text);
  }
  return kFine;
}

std::string PartFlags::as_flags(const std::string& folder) const {
  std::string out;
  for (const PartText& part : parts_) {
    std::error_code error;
    std::string path = part.rules;
    if (!path.empty() && !folder.empty()) path = std::filesystem::proximate(path, folder, error).string();
    if (error) path = part.rules;
    out += path.empty() ? " --passes=" + shell_word(part.text) : " --rules=" + shell_word(path);
  }
  return out;
}

Result<std::vector<NamedDim>> dims_of(std::span<const std::string> texts) {
  std::vector<NamedDim> out;
  for (const std::string& text : texts) {
    const size_t equal = text.find('=');
    const std::string_view value = equal == std::string::npos ? "" : std::string_view(text).substr(equal + 1);
    NamedDim dim{text.substr(0, equal), 0};
    auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), dim.value);
    if (value.empty() || error != std::errc() || end != value.data() + value.size() || dim.value < 0)
      return Error{Error::Kind::usage, fmt::format("--dim={}: expected NAME=8", text), {}};
    if (dim.name.empty())
      return Error{Error::Kind::usage, fmt::format("--dim={}: there is no name before '='", text), {}};
    if (std::ranges::any_of(out, [&](const NamedDim& d) { return d.name == dim.name; }))
      return Error{Error::Kind::usage, fmt::format("--dim={}: '{}' has a value already", text, dim.name), {}};
    out.push_back(std::move(dim));
  }
  return out;
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,=:+@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace hammock::cli
