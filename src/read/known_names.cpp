// SPDX-License-Identifier: Apache-2.0
#include "hammock/read/known_names.h"

#include <algorithm>
#include <vector>

#include "forms.h"
#include "kernel_reader.h"
#include "special.h"

namespace hammock {

std::span<const std::string> known_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names = read::Expressions::builtin_names();
    for (std::string_view name : read::KernelReader::function_names()) names.push_back("T." + std::string(name));
    std::ranges::sort(names);
    const auto repeated = std::ranges::unique(names);
    names.erase(repeated.begin(), repeated.end());
    return names;
  }();
  return kNames;
}

std::optional<std::string_view> parameters_of_form(std::string_view name) {
  const read::FormRow* form = read::find_form("", name);
  return form ? std::optional(form->params) : std::nullopt;
}

}  // namespace hammock
