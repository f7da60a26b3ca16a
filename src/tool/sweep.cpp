// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/sweep.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

namespace hammock::tool {
namespace {

constexpr std::string_view kDots = "..";

struct Range {
  int64_t from = 0, to = 0, step = 1;
  uint64_t count() const { return static_cast<uint64_t>(to - from) / static_cast<uint64_t>(step) + 1; }
};

std::optional<int64_t> number(std::string_view text) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Of FROM..TO or FROM..TO:STEP.
std::optional<Range> range(std::string_view text) {
  const size_t dots = text.find(kDots), colon = text.find(':');
  const std::string_view end = text.substr(0, colon).substr(dots + kDots.size());
  const std::optional<int64_t> from = number(text.substr(0, dots)), to = number(end),
                               step = colon == std::string_view::npos ? 1 : number(text.substr(colon + 1));
  if (!from || !to || !step || *from < 0 || *to < *from || *step < 1) return std::nullopt;
  return Range{*from, *to, *step};
}

Error usage(std::string text) { return {Error::Kind::usage, std::move(text), {}}; }

}  // namespace

Result<std::vector<SweepSize>> sizes_of_sweep(std::span<const std::string> dims) {
  std::vector<SweepSize> sizes(1);
  for (const std::string& dim : dims) {
    const size_t equal = dim.find('=');
    const std::string_view value = equal == std::string::npos ? "" : std::string_view(dim).substr(equal + 1);
    const size_t dots = value.find(kDots);
    if (dots == std::string_view::npos || dots > value.find(':')) {
      for (SweepSize& size : sizes) size.dims.push_back(dim);
      continue;
    }
    const std::optional<Range> found = range(value);
    if (!found)
      return usage(
          fmt::format("--dim={}: expected NAME=FROM..TO or NAME=FROM..TO:STEP, FROM at least 0 and at most TO, "
                      "STEP at least 1, such as n=1..512:7",
                      dim));
    if (found->count() > kMaxSweepSizes / sizes.size())
      return usage(fmt::format("--dim={}: a sweep of more than {} sizes", dim, kMaxSweepSizes));
    std::vector<SweepSize> next;
    for (const SweepSize& size : sizes) {
      for (uint64_t i = 0; i < found->count(); ++i) {
        SweepSize& made = next.emplace_back(size);
        made.dims.push_back(
            fmt::format("{}{}", dim.substr(0, equal + 1), found->from + static_cast<int64_t>(i) * found->step));
        made.text += (made.text.empty() ? "" : ", ") + made.dims.back();
      }
    }
    sizes = std::move(next);
  }
  if (sizes.size() == 1 && sizes[0].text.empty()) sizes.clear();
  return sizes;
}

}  // namespace hammock::tool
