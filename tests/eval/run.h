// SPDX-License-Identifier: Apache-2.0
// Scripts and calls, run by the reference executor, with literals for arguments and results.
#pragma once

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "hammock/eval/eval.h"
#include "hammock/io/tensor_file.h"
#include "hammock/read/read.h"

namespace hammock::test {

// "2x3xfloat32=..." with the language's dtype names, or short ones.
inline Tensor literal(const std::string& text) {
  std::vector<int64_t> shape;
  std::string rest = text.substr(0, text.find('='));
  while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') {
    shape.push_back(std::stoll(rest));
    rest = rest.substr(rest.find('x') + 1);
  }
  constexpr std::pair<std::string_view, std::string_view> kShort[] = {
      {"f", "float"}, {"bf", "bfloat"}, {"i", "int"}, {"u", "uint"}};
  std::optional<DType> dtype = parse_dtype(rest);
  for (auto [head, full] : kShort) {
    bool is_short =
        rest.starts_with(head) && rest.size() > head.size() && rest[head.size()] >= '0' && rest[head.size()] <= '9';
    if (!dtype && is_short) dtype = parse_dtype(std::string(full) + rest.substr(head.size()));
  }
  REQUIRE_MESSAGE(dtype.has_value(), text);
  Result<Tensor> t = make_tensor(text, *dtype, shape);
  REQUIRE_MESSAGE(t.ok(), t.error().text);
  return *t;
}

struct Script {
  std::shared_ptr<const Source> source;
  std::shared_ptr<Context> context = std::make_shared<Context>();
  std::optional<Module> module;
};

inline Script read(const std::string& text) {
  Script s;
  s.source = std::make_shared<const Source>("test.py", text);
  Diagnostics diagnostics(s.source);
  s.module = read_module(s.source, s.context, diagnostics);
  REQUIRE_MESSAGE(s.module.has_value(), render(diagnostics));
  return s;
}

inline Result<RuntimeValue> run(const Script& s, std::vector<RuntimeValue> args, const EvalOptions& options = {}) {
  std::optional<GlobalId> entry = s.module->find("main");
  REQUIRE(entry.has_value());
  return evaluate(*s.module, *entry, args, options);
}

// The value as it prints, or the error's text.
inline std::string printed(const Result<RuntimeValue>& value) {
  return value ? format_value(*value) : "error: " + value.error().text;
}

// One call; x0, x1 ... are the inputs.
inline Result<RuntimeValue> call(const std::string& expression, const std::vector<std::string>& inputs) {
  std::string params;
  std::vector<RuntimeValue> args;
  for (size_t i = 0; i < inputs.size(); ++i) {
    Tensor t = literal(inputs[i]);
    params += (i ? ", x" : "x") + std::to_string(i) + ": R.Tensor(" + shape_text(t.shape) + ", \"" +
              to_string(t.dtype) + "\")";
    args.push_back({t});
  }
  return run(read("@R.function\ndef main(" + params + "):\n    y = " + expression + "\n    return y\n"), args);
}

struct Vector {
  const char* expression;
  std::vector<std::string> inputs;
  std::vector<std::string> expected;
};

// Every expected tensor, the fields of a tuple in order, to six digits.
inline void check(const Vector& v) {
  INFO(v.expression);
  Result<RuntimeValue> value = call(v.expression, v.inputs);
  REQUIRE_MESSAGE(value.ok(), value.error().text);
  std::vector<Tensor> tensors;
  if (value->tensor()) tensors.push_back(*value->tensor());
  if (value->tuple()) {
    for (const RuntimeValue& field : *value->tuple()) {
      REQUIRE(field.tensor());
      tensors.push_back(*field.tensor());
    }
  }
  REQUIRE(tensors.size() == v.expected.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    Tensor expected = literal(v.expected[i]);
    Tolerance tolerance{expected.dtype.is_integral() ? 0.0 : 1e-5, expected.dtype.is_integral() ? 0.0 : 1e-6, true};
    CHECK_MESSAGE(compare_tensors(tensors[i], expected, tolerance).empty(), format_tensor(tensors[i]));
  }
}

}  // namespace hammock::test
