// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/suggest.h"

#include <algorithm>
#include <vector>

namespace hammock {
namespace {

// Names longer than this are not misspellings of anything; the bound keeps the table small.
constexpr size_t kLongestName = 64;

constexpr std::string_view kQuestion = "; did you mean '", kQuestionEnd = "'?";

size_t edit_distance(std::string_view a, std::string_view b, size_t limit) {
  size_t width = b.size() + 1;
  std::vector<size_t> rows(3 * width);
  size_t *before = rows.data(), *last = before + width, *now = last + width;
  for (size_t j = 0; j < width; ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    size_t best = i;
    for (size_t j = 1; j < width; ++j) {
      size_t change = last[j - 1] + (a[i - 1] != b[j - 1]);
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, change});
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
      best = std::min(best, now[j]);
    }
    if (best > limit) return best;
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

}  // namespace

std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates) {
  if (name.size() > kLongestName) return {};
  size_t best = std::max<size_t>(1, name.size() / 3) + 1;
  std::string_view found;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > kLongestName || candidate.empty()) continue;
    size_t distance = edit_distance(name, candidate, best);
    if (distance < best) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates) {
  std::string_view found = nearest(name, candidates);
  return found.empty() ? std::string() : std::string(kQuestion) + std::string(found) + std::string(kQuestionEnd);
}

std::string_view suggestion_in(std::string_view message) {
  size_t at = message.rfind(kQuestion);
  if (at == std::string_view::npos) return {};
  std::string_view rest = message.substr(at + kQuestion.size());
  return rest.substr(0, rest.find(kQuestionEnd));
}

}  // namespace hammock
