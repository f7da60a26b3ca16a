// SPDX-License-Identifier: Apache-2.0
// What is known of a text: read, checked, its names resolved. It never changes, so that threads may share it.
//
// Queries take places of the analysed text. Whoever asks about a text that has been edited since maps them (Changes).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hammock/language/names.h"
#include "hammock/tool/script.h"

namespace hammock::language {

struct Analysis {
  std::string_view text() const { return source->text(); }
  std::string_view text(Name name) const { return script.context->text(name); }
  const Definitions& definitions() const { return script ? script.definitions : script.unsound; }
  std::vector<const Diagnostic*> diagnostics() const;  // what `hammock check` says, in its order
  size_t dropped() const;                              // diagnostics beyond the bound

  // Of a parameter or binding, by an occurrence that defines it; none where nothing was inferred.
  StructInfo info(const Occurrence& definition) const;
  // Of the call that begins and ends there.
  StructInfo info(Span call) const;

  std::shared_ptr<const Source> source;
  tool::Script script;
  syntax::Ast ast;
  Names names;

  struct Known {
    Span span;
    Name name;
    StructInfo info;
  };
  std::vector<Known> known;  // values, sorted by place
};

std::shared_ptr<const Analysis> analyse(std::string name, std::string text);
// The statements and the names only, in a fraction of the time.
std::shared_ptr<const Analysis> names_of(std::string name, std::string text);

}  // namespace hammock::language
