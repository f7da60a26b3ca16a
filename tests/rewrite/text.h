// SPDX-License-Identifier: Apache-2.0
// Functions as text: read one, rewrite it, print it.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "hammock/print/print.h"
#include "hammock/read/read.h"
#include "hammock/rewrite/drive.h"
#include "hammock/verify/verify.h"

namespace hammock {

struct Text {
  Module module;
  Function& fn;
  Context& context;
  std::vector<RewriteEvent> events;

  explicit Text(const std::string& text) : module(read(text)), fn(*first(module)), context(module.context()) {}

  static Module read(const std::string& text) {
    auto source = std::make_shared<const Source>("test", text);
    Diagnostics diagnostics(source);
    std::optional<Module> module = read_module(source, std::make_shared<Context>(), diagnostics);
    REQUIRE_MESSAGE(module.has_value(), render(diagnostics));
    return std::move(*module);
  }
  static Function* first(Module& module) {
    for (GlobalFunction& global : module.functions) {
      if (global.relax()) return global.relax();
    }
    return nullptr;
  }

  // The binding of that name.
  Value operator[](std::string_view name) const {
    Value found;
    for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
      if (context.text(fn[v].name) == name) found = v;
    });
    for (Value p : fn.self().params) {
      if (context.text(fn[p].name) == name) found = p;
    }
    REQUIRE_MESSAGE(static_cast<bool>(found), std::string(name));
    return found;
  }

  RewriteResult rewrite(std::vector<Rule> rules, RewriteOptions options = {}) {
    options.events = [this](const RewriteEvent& e) { events.push_back(e); };
    RewriteResult result = hammock::rewrite(fn, &module, rules, options);
    Diagnostics problems;
    bool is_good = verify(module, problems);
    REQUIRE_MESSAGE(is_good, render(problems));
    return result;
  }
  // The bindings, one in a line, without annotations.
  std::string bindings() const {
    std::string text = print(module), out;
    size_t at = 0;
    while (at < text.size()) {
      size_t end = std::min(text.find('\n', at), text.size());
      std::string line = text.substr(at, end - at);
      at = end + 1;
      size_t from = line.find_first_not_of(' ');
      if (from == std::string::npos || line[from] == '@' || line.find("def ") != std::string::npos || line[from] == '#')
        continue;
      line = line.substr(from);
      size_t colon = line.find(": R."), equals = line.find(" = ");
      if (colon != std::string::npos && equals != std::string::npos && colon < equals)
        line = line.substr(0, colon) + line.substr(equals);
      if (line.find(" = ") != std::string::npos) out += line + "\n";
    }
    return out;
  }
};

}  // namespace hammock
