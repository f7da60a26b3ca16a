// SPDX-License-Identifier: Apache-2.0
#include "hammock/print/splice.h"

#include "hammock/base/marks.h"

namespace hammock {
namespace {

bool is_golden(const Source& source) {
  for (uint32_t i = 1; i <= source.line_count(); ++i) {
    std::string_view line = source.line(i);
    if (line.starts_with(kGoldenDirective)) return true;
    if (!line.empty() && line[0] != '#') return false;
  }
  return false;
}

class Splicer {
 public:
  Splicer(const Source& source, const PrintOptions& options) : source_(source.text()), options_(options) {}

  bool add(const Module& module) {
    Definition definition = print_definition(module, options_);
    for (size_t i = 0; i < 3; ++i) out_.uses[i] |= definition.uses[i];
    std::string_view line = source_.substr(module.text.begin, source_.find_first_of("\r\n", module.text.begin) - module.text.begin);
    size_t end = module.text.begin + line.size();
    line_end_ = end >= source_.size() ? "\n" : source_.substr(end, source_[end] == '\r' && source_.substr(end).starts_with("\r\n") ? 2 : 1);
    std::string_view indentation = line.substr(0, module.indentation);
    if (!definition.metadata.empty()) {
      if (module.metadata && module.metadata.end <= at_) return false;
      if (module.metadata) copy_to(module.metadata.begin);
      lines(definition.metadata, "");
      if (module.metadata) at_ = module.metadata.end;
    }
    size_t feed = indentation.rfind('\f');  // a form feed before the first line is not the others'
    size_t kept = feed == std::string_view::npos ? 0 : feed + 1;
    copy_to(module.text.begin + static_cast<uint32_t>(kept));
    lines(definition.text, indentation.substr(kept));
    at_ = module.text.end;
    return true;
  }

  Spliced finish() {
    copy_to(static_cast<uint32_t>(source_.size()));
    return std::move(out_);
  }

 private:
  void copy_to(uint32_t end) {
    out_.text += source_.substr(at_, end - at_);
    at_ = end;
  }

  void lines(std::string_view text, std::string_view indentation) {
    while (!text.empty()) {
      size_t end = text.find('\n');
      if (end > 0) out_.text += indentation;
      out_.text += text.substr(0, end);
      out_.text += line_end_;
      text.remove_prefix(end + 1);
    }
  }

  std::string_view source_;
  const PrintOptions& options_;
  Spliced out_;
  std::string_view line_end_;
  uint32_t at_ = 0;  // what stands before is written
};

}  // namespace

Result<Spliced> splice(const Source& source, std::span<const Module> modules, bool has_python, const PrintOptions& options) {
  if (modules.size() == 1 && !has_python && !is_golden(source)) {
    PrintOptions whole = options;
    whole.show_meta |= static_cast<bool>(modules[0].metadata);  // else the file would lose its constants
    return Spliced{print(modules[0], whole) + "\n", {}};
  }
  Splicer splicer(source, options);
  for (const Module& module : modules) {
    if (!splicer.add(module)) return Error{Error::Kind::unsupported, "several definitions use the constants of one `metadata = ...`: they cannot be rewritten in place", module.text};
  }
  return splicer.finish();
}

}  // namespace hammock
