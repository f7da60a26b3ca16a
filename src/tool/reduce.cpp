// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/reduce.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "hammock/base/check.h"
#include "hammock/infer/infer.h"
#include "reducers.h"

namespace hammock::tool {
namespace {

constexpr Reducer kLines = {"lines", fewer_lines};
constexpr Reducer kReducers[] = {
    {"what is around the place", around_hints},
    {"functions", drop_functions},
    {"results", choose_results},
    {"an earlier end", end_earlier},
    {"a later beginning", begin_later},
    {"bindings", bindings_to_parameters},
    {"operands in place of results", pass_operands_on},
    {"constants", constants_to_parameters},
    {"symbols", symbols_to_numbers},
    {"attributes", default_attributes},
    {"dims", smaller_dims},
    {"dtypes", plain_dtypes},
    kLines,
    {"numbers", simpler_numbers},
};

StructInfo inferred(const Module& module, const Function& fn, Value call) {
  const Node& node = fn[call];
  return Infer(fn, &module, nullptr).call({node.op, fn.args(call), node.attrs, node.sinfo_args(), node.span});
}

class Reduction {
 public:
  Reduction(const std::string& name, const FindFirst& find_first, const ReduceOptions& options)
      : name_(name), find_first_(find_first), options_(options) {
    state_.hints = options.hints;
  }

  Reduced run(const std::string& text) {
    out_.text = text;
    if (!begin(text)) return out_;
    if (!state_.script) reduce_by(kLines);  // of what is cut first, no numbers are tried
    bool goes_on = true;
    while (goes_on && !is_over()) {
      goes_on = false;
      for (const Reducer& reducer : kReducers) goes_on |= reduce_by(reducer);
    }
    end();
    return out_;
  }

 private:
  bool is_over() const { return options_.is_interrupted && options_.is_interrupted(); }

  // The text as it prints, with as few annotations as it fails with.
  bool begin(const std::string& text) {
    state_.text = text;
    state_.script = read(text);
    for (bool is_short : {true, false}) {
      if (!state_.script) break;
      const std::string printed = print_candidate(state_.script.definitions, is_short);
      if (!fails(printed)) continue;
      state_.is_short = is_short;
      become(printed);
      return true;
    }
    return fails(text) && (become(text), true);
  }

  // As other commands print it, if it fails like this, too.
  void end() {
    if (state_.script && !is_over()) {
      const std::string printed = print_candidate(state_.script.definitions, false);
      if (printed != state_.text && fails(printed)) become(printed);
    }
    out_.bindings = state_.script ? count_bindings(state_.script.definitions) : 0;
  }

  bool fails(const std::string& text) {
    bool is_given = false;
    ++out_.tried;
    return find_first_([&]() -> std::optional<std::string> {
             if (std::exchange(is_given, true)) return std::nullopt;
             return text;
           })
        .has_value();
  }

  // What cannot even be read is cut line by line.
  Script read(const std::string& text) const {
    try {
      return read_script(name_, text);
    } catch (const InternalError&) {
      return {};
    }
  }

  void become(std::string text) {
    tried_.insert(std::hash<std::string>()(text));
    state_.text = text;
    state_.script = read(text);
    out_.text = std::move(text);
    out_.fails = true;
    if (state_.script) out_.bindings = count_bindings(state_.script.definitions);
  }

  void tell(const Reducer& reducer) {
    if (options_.progress) options_.progress({reducer.name, out_.bindings, state_.text.size(), out_.tried, out_.kept});
  }

  // Edits go on where the last one was kept, so that each is tried once before the end.
  bool reduce_by(const Reducer& reducer) {
    bool has_changed = false;
    std::vector<ReduceEdit> edits = reducer.edits(state_);
    size_t first = 0;
    while (!edits.empty() && !is_over()) {
      std::vector<std::string> texts;
      std::vector<size_t> edit_of;
      size_t next = 0;
      const std::optional<size_t> found = find_first_([&]() -> std::optional<std::string> {
        while (next < edits.size() && !is_over()) {
          const size_t edit = (first + next++) % edits.size();
          std::optional<std::string> text = apply(edits[edit]);
          if (!text || *text == state_.text || tried_.contains(std::hash<std::string>()(*text))) continue;
          ++out_.tried;
          tell(reducer);
          texts.push_back(*text);
          edit_of.push_back(edit);
          return text;
        }
        return std::nullopt;
      });
      for (size_t i = 0; i < texts.size() && (!found || i <= *found) && !is_over(); ++i)
        tried_.insert(std::hash<std::string>()(texts[i]));
      if (!found) break;
      has_changed = true;
      ++out_.kept;
      become(std::move(texts[*found]));
      tell(reducer);
      edits = reducer.edits(state_);
      if (!edits.empty()) first = edit_of[*found] % edits.size();
    }
    return has_changed;
  }

  // An edit may ask for what the toolchain refuses.
  std::optional<std::string> apply(const ReduceEdit& edit) const {
    try {
      return edit(state_);
    } catch (const InternalError&) {
      return std::nullopt;
    }
  }

  const std::string& name_;
  const FindFirst& find_first_;
  const ReduceOptions& options_;
  ReduceState state_;
  std::unordered_set<size_t> tried_;  // hashes of texts
  Reduced out_;
};

}  // namespace

std::span<const Reducer> reducers() { return kReducers; }

std::string print_candidate(const Definitions& definitions, bool is_short) {
  PrintOptions options;
  options.show_all_struct_info = !is_short;
  options.inferred = inferred;
  return print(definitions, options);
}

size_t count_bindings(const Definitions& definitions) {
  size_t count = 0;
  for (const Module& module : definitions.modules) {
    for (const GlobalFunction& f : module.functions) {
      if (const Function* fn = f.relax()) for_each_binding(*fn, fn->self().body, [&](Value, const Block&) { ++count; });
    }
  }
  return count;
}

Reduced reduce(const std::string& name, const std::string& text, const FindFirst& find_first,
               const ReduceOptions& options) {
  return Reduction(name, find_first, options).run(text);
}

}  // namespace hammock::tool
