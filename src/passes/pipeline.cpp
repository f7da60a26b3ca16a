// SPDX-License-Identifier: Apache-2.0
// The text of a pipeline:
//
//   pipeline := step (',' step)*
//   step     := NAME ('{' option (',' option)* '}')? | '[' pipeline ']' ('*' NUMBER)?
//   option   := NAME '=' VALUE | NAME               (a name alone means true)
//
// Recursive descent over the groups, whose depth is bounded. The first problem of each step is reported and the rest of
// the text is read on where that is possible.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "hammock/base/suggest.h"
#include "hammock/passes/pass.h"

namespace hammock {
namespace {

constexpr std::string_view kPassesOfTvm[] = {
#define TVM_PASS(name) #name,
#include "passes_of_tvm.def"
#undef TVM_PASS
};

constexpr NamedPipeline kNamedPipelines[] = {
#define PIPELINE(name, passes, help) {name, passes, help},
#include "hammock/passes/pipelines.def"
#undef PIPELINE
};

class PipelineParser {
 public:
  PipelineParser(std::string_view text, Diagnostics& diagnostics) : text_(text), diagnostics_(diagnostics) {}

  std::optional<std::vector<PipelineStep>> run() {
    std::vector<PipelineStep> steps;
    skip_spaces();
    if (at_ == text_.size()) return steps;
    if (parse_steps(steps, 0) && at_ < text_.size()) {
      report(Diag::bad_pipeline, at_, at_ + 1,
             text_[at_] == ']' ? "']' closes no group" : "a ',' is expected between the passes");
    }
    return is_good_ ? std::optional(std::move(steps)) : std::nullopt;
  }

 private:
  // False where reading cannot go on.
  bool parse_steps(std::vector<PipelineStep>& steps, int depth) {
    do {
      skip_spaces();
      if (!parse_step(steps.emplace_back(), depth)) return false;
      skip_spaces();
    } while (take(','));
    return true;
  }

  bool parse_step(PipelineStep& step, int depth) {
    size_t begin = at_;
    if (take('[')) return parse_group(step, depth, begin);
    std::string_view name = take_word();
    if (name.empty()) return report(Diag::bad_pipeline, at_, at_ + 1, "the name of a pass or '[' is expected");
    const auto named = std::ranges::find(kNamedPipelines, name, &NamedPipeline::name);
    if (named != std::end(kNamedPipelines)) {
      step.group = *PipelineParser(named->passes, diagnostics_).run();
      return true;
    }
    step.pass = find_pass(name);
    if (!step.pass) unknown_pass(name, begin);
    skip_spaces();
    if (!take('{')) {
      if (step.pass) fill_defaults(step);
      return true;
    }
    return parse_options(step, at_ - 1);
  }

  bool parse_group(PipelineStep& step, int depth, size_t begin) {
    if (depth >= kMaxPipelineDepth) {
      return report(Diag::too_deep, begin, begin + 1,
                    fmt::format("groups are nested more than {} deep", kMaxPipelineDepth));
    }
    if (!parse_steps(step.group, depth + 1)) return false;
    skip_spaces();
    if (!take(']')) {
      diagnostics_.report(Diag::bad_pipeline, span(at_, at_ + 1), "a ',' or ']' is expected")
          .notes.push_back({span(begin, begin + 1), "the group begins here"});
      return is_good_ = false;
    }
    skip_spaces();
    if (!take('*')) return true;
    skip_spaces();
    size_t number = at_;
    std::string_view digits = take_word();
    auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step.bound);
    if (error != std::errc() || end != digits.data() + digits.size() || step.bound < 1 ||
        step.bound > kMaxPipelineBound) {
      report(Diag::bad_pipeline, number, std::max(at_, number + 1),
             fmt::format("a number of repetitions from 1 to {} is expected", kMaxPipelineBound));
    }
    return true;
  }

  bool parse_options(PipelineStep& step, size_t brace) {
    while (true) {
      skip_spaces();
      if (take('}')) break;
      size_t begin = at_;
      std::string_view name = take_word();
      if (name.empty()) {
        if (at_ < text_.size())
          return report(Diag::bad_pipeline, at_, at_ + 1, "the name of an option or '}' is expected");
        diagnostics_.report(Diag::bad_pipeline, span(at_, at_ + 1), "a '}' is expected")
            .notes.push_back({span(brace, brace + 1), "the options begin here"});
        return is_good_ = false;
      }
      size_t value_begin = at_;
      std::string_view value = "true";
      if (take('=')) {
        value_begin = at_;
        value = take_value();
      }
      if (step.pass) set_option(step, name, begin, value, value_begin);
      skip_spaces();
      take(',');
    }
    if (step.pass) fill_defaults(step);
    return true;
  }

  // Up to '}' or to the comma before the next `name=`: a value may be a list.
  std::string_view take_value() {
    size_t end = at_, begin = at_;
    for (size_t i = at_; i <= text_.size(); ++i) {
      if (i == text_.size() || text_[i] == '}') {
        end = i;
        break;
      }
      if (text_[i] != ',') continue;
      size_t next = text_.find_first_of(",=}", i + 1);
      end = i;
      if (next != std::string_view::npos && text_[next] == '=') break;
    }
    at_ = end;
    std::string_view value = text_.substr(begin, end - begin);
    while (!value.empty() && value.back() == ' ') value.remove_suffix(1);
    return value;
  }

  void set_option(PipelineStep& step, std::string_view name, size_t begin, std::string_view value, size_t value_begin) {
    std::vector<PassOption> options = options_of(*step.pass);
    auto option = std::find_if(options.begin(), options.end(), [&](const PassOption& o) { return o.name == name; });
    if (option == options.end()) {
      std::vector<std::string_view> names;
      for (const PassOption& o : options) names.push_back(o.name);
      report(Diag::bad_pipeline, begin, begin + name.size(),
             fmt::format("{} has no option '{}'{}", step.pass->name, name,
                         names.empty() ? "; it takes none" : did_you_mean(name, names)));
      return;
    }
    for (const auto& [key, _] : step.options.values) {
      if (key == name)
        report(Diag::bad_pipeline, begin, begin + name.size(), fmt::format("option '{}' is given twice", name));
    }
    if (std::string expected = what_is_expected(*option, value); !expected.empty()) {
      report(Diag::bad_pipeline, value_begin, std::max(value_begin + 1, value_begin + value.size()),
             fmt::format("option '{}' takes {}", name, expected));
      return;
    }
    step.options.values.emplace_back(name, value);
  }

  // Empty if the value will do.
  static std::string what_is_expected(const PassOption& option, std::string_view value) {
    std::string_view usual = option.default_value;
    if (!option.alternatives.empty()) {
      const auto& all = option.alternatives;
      return std::find(all.begin(), all.end(), value) != all.end() ? ""
                                                                   : fmt::format("one of {}", fmt::join(all, ", "));
    }
    if (usual == "true" || usual == "false") return value == "true" || value == "false" ? "" : "true or false";
    int64_t number = 0;
    auto is_number = [&](std::string_view s) {
      auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), number);
      return error == std::errc() && end == s.data() + s.size() && !s.empty();
    };
    if (is_number(usual)) return is_number(value) && number >= 0 ? "" : "a number that is not negative";
    return "";
  }

  static void fill_defaults(PipelineStep& step) {
    for (const PassOption& option : options_of(*step.pass)) {
      auto& values = step.options.values;
      bool is_set = std::any_of(values.begin(), values.end(), [&](const auto& v) { return v.first == option.name; });
      if (!is_set) values.emplace_back(option.name, option.default_value);
    }
  }

  void unknown_pass(std::string_view name, size_t begin) {
    if (std::ranges::find(kPassesOfTvm, name) != std::end(kPassesOfTvm)) {
      report(Diag::unknown_pass, begin, at_, fmt::format("'{}' is a pass of TVM that Hammock does not have", name));
      return;
    }
    std::vector<std::string_view> names;
    for (const PassInfo& pass : passes()) names.push_back(pass.name);
    for (const NamedPipeline& pipeline : kNamedPipelines) names.push_back(pipeline.name);
    report(Diag::unknown_pass, begin, at_, fmt::format("unknown pass '{}'{}", name, did_you_mean(name, names)));
  }

  bool report(Diag diag, size_t begin, size_t end, std::string text) {
    diagnostics_.report(diag, span(begin, end), std::move(text));
    return is_good_ = false;
  }

  static Span span(size_t begin, size_t end) { return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}; }
  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  std::string_view take_word() {
    size_t begin = at_;
    auto is_word = [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-' ||
             c == '.';
    };
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  std::string_view text_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
  bool is_good_ = true;
};

}  // namespace

std::span<const NamedPipeline> named_pipelines() { return kNamedPipelines; }

std::optional<std::vector<PipelineStep>> parse_pipeline(std::string_view text, Diagnostics& diagnostics) {
  Diagnostics problems(std::make_shared<Source>("--passes", std::string(text)));
  auto steps = PipelineParser(text, problems).run();
  if (steps) return steps;
  diagnostics.set_source(problems.source());
  for (const Diagnostic& problem : problems.all())
    diagnostics.report(problem.id, problem.span, problem.text).notes = problem.notes;
  return std::nullopt;
}

}  // namespace hammock
