// SPDX-License-Identifier: Apache-2.0
// What is wrong with an input: rows of one table, collected, located, rendered.
//
// Nobody prints a diagnostic by himself. A layer reports to a Diagnostics and goes on; the command line renders
// them when it is done. The table is diagnostics.def: a code, a severity and the meaning in a sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/base/source.h"

namespace hammock {

enum class Diag : uint16_t {
#define DIAG(id, code, severity, meaning) id,
#include "hammock/base/diagnostics.def"
#undef DIAG
  count
};

enum class Severity : uint8_t { error, warning, remark };
std::string_view name(Severity severity);

struct DiagInfo {
  std::string_view code;  // "E0203"
  Severity severity;
  std::string_view meaning;  // one sentence, for `hammock list diagnostics`
};
const DiagInfo& info(Diag diag);
// By its code, upper or lower case; none if there is no such code.
std::optional<Diag> find_diag(std::string_view code);

// What `hammock explain` says of a code (explanations.cpp): a paragraph, a script that gets the message, and the script
// mended. A first line
// `$ hammock ...` of a script is the command to run with it, `hammock check` if there is none.
struct Explanation {
  std::string_view text, wrong, right;
};
Explanation explanation(Diag diag);

struct Note {
  Span span;
  std::string text;
};

struct Diagnostic {
  Diag id;
  Span span;  // nowhere: about the file as a whole
  std::string text;
  std::vector<Note> notes;
  // The argument of the call at `span` that it is about: a parameter of the operator, or one of the function.
  std::optional<uint32_t> argument = std::nullopt;
};

// The diagnostics of one source. At most `limit` are kept, the rest is counted.
class Diagnostics {
 public:
  static constexpr size_t kLimit = 200;
  static constexpr size_t kMostKept = 100'000;
  static constexpr size_t kLongestText = 2000;  // bytes of a message; more is cut in the middle

  explicit Diagnostics(std::shared_ptr<const Source> source = nullptr) : source_(std::move(source)) {}

  // Returns the new row so that notes can be added; it is valid until the next report.
  Diagnostic& report(Diag id, Span span, std::string text);

  Diagnostic& last() { return all_.back(); }
  bool has_errors() const { return errors_ > 0; }
  size_t error_count() const { return errors_; }
  const std::vector<Diagnostic>& all() const { return all_; }
  std::vector<Diagnostic>& all() { return all_; }  // to write texts anew
  size_t dropped() const { return dropped_; }
  const std::shared_ptr<const Source>& source() const { return source_; }
  void set_source(std::shared_ptr<const Source> source) { source_ = std::move(source); }
  void set_limit(size_t limit) { limit_ = limit; }

  // In the order of their places, without those that repeat another at the same place.
  void sort();

 private:
  std::shared_ptr<const Source> source_;
  std::vector<Diagnostic> all_;
  Diagnostic overflow_{};
  size_t errors_ = 0;
  size_t dropped_ = 0;
  size_t limit_ = kLimit;
};

struct RenderOptions {
  bool color = false;
  bool json = false;
  size_t max_errors = Diagnostics::kMostKept;
};

// `file:line:col: error: text [code]`, the source lines with the range underlined; then the notes.
//
// As JSON one object per line, whose keys are always there:
//   {"file", "line", "column", "end_line", "end_column", "severity", "code", "message", "suggestion", "notes"}
// Lines and columns count from 1, columns in bytes of the UTF-8 text; the end is behind the last character; the four
// are null for what has no place, and so is the file for what is about none. severity: "error", "warning" or "remark".
// suggestion: the name that was probably meant, or null. notes: objects with the keys from "file" to "end_column" and
// "message". If not all are shown, a last object has the code null and says in its message how many more there are.
std::string render(const Diagnostics& diagnostics, const RenderOptions& options = {});
// Such an object for an error without a place and a code; `file` may be empty.
std::string json_error(std::string_view message, std::string_view file = {});

}  // namespace hammock
