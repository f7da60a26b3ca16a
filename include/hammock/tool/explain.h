// SPDX-License-Identifier: Apache-2.0
// What there is to explain, as pages. Their texts stand in tables: src/tool/operator_docs.def and pass_docs.def,
// src/base/explanations.cpp, and the rows of what they explain. What an example gives is computed when it is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hammock/base/result.h"
#include "hammock/ir/op.h"

namespace hammock::tool {

enum class Topic : uint8_t { op, pass, pipeline, host_function, diagnostic, command };
std::string_view name(Topic topic);
std::string plural(Topic topic);

struct Entry {
  Topic topic;
  std::string name, summary;  // a line
  std::string family = {};    // of an operator
};
// By topic, and then in the order of the tables; commands, which only the program knows, are not among them.
std::vector<Entry> entries();
// As a script, a pipeline or a message may spell the name: R.add and relax.add for add, dead-code-elimination, e0203.
const Entry* find_entry(const std::vector<Entry>& entries, std::string_view name);
// Without `R.` or `relax.`.
std::string_view unprefixed(std::string_view name);

// What a piece of a page looks like. Prose is one paragraph without line ends.
enum class Look : uint8_t { hidden, prose, script, diff, output, rows };
struct Piece {
  std::string_view key;  // in JSON
  std::string heading;   // empty: it needs none
  Look look = Look::prose;
  std::string text;
  std::vector<std::pair<std::string, std::string>> rows = {};
};
struct Page {
  Topic topic;
  std::string name, title;    // the title begins with the name
  std::vector<Piece> pieces;  // JSON has all of them, a text those that are not hidden
  std::vector<std::pair<Topic, std::string>> related = {};
};
Page page_of(const Entry& entry);
// As a script names it: R.add.
std::string spelled(Topic topic, std::string_view name);
// `color`: of a terminal, where what a pass changes is shown as a diff.
std::string as_text(const Page& page, bool color);

// A script and arguments for its function main, as `hammock run --input` takes them.
struct OperatorExample {
  std::string script;
  std::vector<std::pair<std::string, std::string>> inputs;
  std::string why_not_run;  // empty: it can be run
};
OperatorExample example_of_operator(Op op);
struct ExampleResult {
  std::string value, printed;
};
// By the reference executor, and by the JIT where `compare` says so, which must agree.
Result<ExampleResult> run_example(const OperatorExample& example, bool compare = false);

// What a pass, or a pipeline, makes of its example: short canonical texts.
struct PassExample {
  std::string script, first, passes;  // as written; what runs before, and what runs
  std::string before, after;
};
Result<PassExample> example_of_pass(std::string_view name);

}  // namespace hammock::tool
