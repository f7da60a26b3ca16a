// SPDX-License-Identifier: Apache-2.0
#include "hammock/read/read.h"

#include <string>

#include "ast.h"
#include "elaborate.h"
#include "hammock/base/utf8.h"
#include "parse.h"

namespace hammock {

std::optional<Module> read_module(std::shared_ptr<const Source> source, std::shared_ptr<Context> context, Diagnostics& diagnostics,
                                  const ReadOptions& options) {
  const size_t errors = diagnostics.error_count();
  std::string_view text = source->text();
  if (text.size() >= Span::kNowhere) {
    diagnostics.report(Diag::too_large, {}, "the text has 4 GiB or more");
    return std::nullopt;
  }
  if (size_t bad = first_bad_byte(text); bad < text.size()) {
    uint32_t at = static_cast<uint32_t>(bad);
    bool is_nul = text[bad] == '\0';
    diagnostics.report(Diag::not_text, {at, at + 1}, is_nul ? "the file has a NUL byte: it is not text" : "the file is not UTF-8 text");
    return std::nullopt;
  }
  read::Ast ast;
  read::parse_script(text, *context, ast, diagnostics);
  Module module(context);
  read::Elaborator(*source, ast, module, diagnostics, options).run();
  if (diagnostics.error_count() != errors) return std::nullopt;
  return module;
}

}  // namespace hammock
