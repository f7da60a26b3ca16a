// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/attrs.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "hammock/ir/call_attrs.h"

namespace hammock {

using Entries = std::vector<std::pair<Name, Attr>>;

static Entries entries_without(const Context& context, Attr attrs, std::string_view key) {
  Entries out;
  if (!attrs || context.attrs[attrs].kind != AttrKind::dict) return out;
  const std::span<const Attr> items = context.attrs.items(attrs);
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    const Name name(context.attrs[items[i]].id);
    if (context.text(name) != key) out.emplace_back(name, items[i + 1]);
  }
  return out;
}

Attr with_attr(Context& context, Attr attrs, std::string_view key, Attr value) {
  Entries entries = entries_without(context, attrs, key);
  entries.emplace_back(context.name(key), value);
  return context.sorted_dict(std::move(entries));
}

Attr without_attr(Context& context, Attr attrs, std::string_view key) {
  Entries entries = entries_without(context, attrs, key);
  return entries.empty() ? Attr() : context.sorted_dict(std::move(entries));
}

bool has_nonzero_attr(const Context& context, Attr attrs, std::string_view key) {
  const std::optional<Attr> value = context.find(attrs, key);
  return value && number_of(context, *value).value_or(0) != 0;
}

std::optional<size_t> first_weight(const Context& context, Attr attrs) {
  constexpr double kMost = 1 << 30;
  const std::optional<Attr> value = context.find(attrs, "num_input");
  const std::optional<double> number = value ? number_of(context, *value) : std::nullopt;
  if (!number || std::isnan(*number)) return std::nullopt;
  return static_cast<size_t>(std::ceil(std::clamp(*number, 0.0, kMost)));
}

}  // namespace hammock
