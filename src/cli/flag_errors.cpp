// SPDX-License-Identifier: Apache-2.0
// CLI11 tells the kind of an error by its class, and the rest in a text: `--color: blue not in {auto,always}`.
#include "flag_errors.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "hammock/base/suggest.h"

namespace hammock::cli {
namespace {

// The parts of `text` before and behind the first `mark`; nothing behind if there is none.
std::pair<std::string_view, std::string_view> split(std::string_view text, std::string_view mark) {
  const size_t at = text.find(mark);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + mark.size())};
}

std::string one_of(std::string_view list, std::string_view value) {
  std::vector<std::string_view> words;
  while (!list.empty()) {
    auto [word, rest] = split(list, ",");
    words.push_back(word);
    list = rest;
  }
  std::string text;
  for (size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + std::string(words[i]);
  return text + " is expected" + did_you_mean(value, words);
}

std::string wrong_value(std::string_view text) {
  auto [flag, problem] = split(text, ": ");
  if (auto [value, list] = split(problem, " not in {"); !list.empty())
    return fmt::format("{}={}: {}", flag, value, one_of(list.substr(0, list.find('}')), value));
  auto [value, range] = split(problem, " not in range ");
  if (range.empty()) return std::string(text);
  if (value.starts_with("Value ")) value.remove_prefix(6);
  auto [low, high] = split(range, " to ");
  const bool is_bounded = high.size() < 20;  // else it is the greatest number that there is
  return fmt::format("{}={}: {} is expected", flag, value,
                     is_bounded ? fmt::format("a number from {} to {}", low, high) : "a number greater than 0");
}

}  // namespace

std::string describe(const CLI::ParseError& error) {
  const std::string_view text = error.what();
  if (dynamic_cast<const CLI::ValidationError*>(&error)) return wrong_value(text);
  if (dynamic_cast<const CLI::ConversionError*>(&error)) {
    auto [flag, value] = split(text.substr(text.find(": ") + 2), " = ");
    return fmt::format("{}={}: a number is expected", flag, value);
  }
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error)) {
    const std::string_view flag = split(text, ":").first;
    return flag.size() < text.size() ? fmt::format("{} needs a value", flag) : std::string(text);
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error))
    return fmt::format("an argument is missing: {}", split(text, " is required").first);
  if (dynamic_cast<const CLI::ExcludesError*>(&error)) {
    auto [flag, other] = split(text, " excludes ");
    return fmt::format("{} cannot be given with {}", flag, other);
  }
  return std::string(text);
}

}  // namespace hammock::cli
