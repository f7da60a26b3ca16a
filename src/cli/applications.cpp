// SPDX-License-Identifier: Apache-2.0
#include "applications.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace hammock::cli {

std::string describe(const Application& application, const Source& source) {
  std::string text = application.pass;
  if (!application.rule.empty())
    text += fmt::format("{}rule '{}'", application.pass.empty() ? "" : ", ", application.rule);
  if (!application.function.empty()) text += " at " + application.function;
  if (!application.binding.empty()) text += ":" + application.binding;
  if (!application.span) return text;
  const LineColumn at = source.place(application.span.begin);
  return text + fmt::format(" ({}:{}:{})", source.name(), at.line, at.column);
}

nlohmann::ordered_json to_json(const Application& application, const Source& source) {
  nlohmann::ordered_json object;
  const auto text = [&](const char* key, const std::string& value) {
    object[key] = value.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(value);
  };
  object["number"] = application.number;
  text("pass", application.pass);
  text("rule", application.rule);
  text("function", application.function);
  text("binding", application.binding);
  object["line"] = nullptr;
  object["column"] = nullptr;
  if (!application.span) return object;
  const LineColumn at = source.place(application.span.begin);
  object["line"] = at.line;
  object["column"] = at.column;
  return object;
}

std::string list_applications(std::span<const Application> applications, const Source& source, bool as_json) {
  std::string out;
  for (const Application& a : applications)
    out += as_json ? to_json(a, source).dump() + "\n" : fmt::format("{}: {}\n", a.number, describe(a, source));
  return out;
}

}  // namespace hammock::cli
