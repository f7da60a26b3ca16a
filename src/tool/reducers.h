// SPDX-License-Identifier: Apache-2.0
// The table of reducers: what a script is made smaller by.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/tool/reduce.h"

namespace hammock::tool {

// A script on its way.
struct ReduceState {
  Script script;  // empty if it is not valid
  std::string text;
  bool is_short = true;  // annotations that follow are left out
  std::span<const ReduceHint> hints;
};

// A smaller text, or none where the edit does not apply.
using ReduceEdit = std::function<std::optional<std::string>(const ReduceState&)>;

struct Reducer {
  std::string_view name;
  std::vector<ReduceEdit> (*edits)(const ReduceState&);
};
// In the order in which they are tried.
std::span<const Reducer> reducers();

// As the candidates are written.
std::string print_candidate(const Definitions& definitions, bool is_short);

// Of the graph (reduce_graph.cpp).
std::vector<ReduceEdit> around_hints(const ReduceState& state);
std::vector<ReduceEdit> drop_functions(const ReduceState& state);
std::vector<ReduceEdit> choose_results(const ReduceState& state);
std::vector<ReduceEdit> end_earlier(const ReduceState& state);
std::vector<ReduceEdit> begin_later(const ReduceState& state);
std::vector<ReduceEdit> bindings_to_parameters(const ReduceState& state);
std::vector<ReduceEdit> pass_operands_on(const ReduceState& state);
std::vector<ReduceEdit> constants_to_parameters(const ReduceState& state);
std::vector<ReduceEdit> symbols_to_numbers(const ReduceState& state);

// Of the text (reduce_text.cpp).
std::vector<ReduceEdit> smaller_dims(const ReduceState& state);
std::vector<ReduceEdit> plain_dtypes(const ReduceState& state);
std::vector<ReduceEdit> default_attributes(const ReduceState& state);
std::vector<ReduceEdit> fewer_lines(const ReduceState& state);
std::vector<ReduceEdit> simpler_numbers(const ReduceState& state);

}  // namespace hammock::tool
