// SPDX-License-Identifier: Apache-2.0
// Scripts as text in, rewritten modules out; and whether both compute the same.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "hammock/eval/eval.h"
#include "hammock/io/tensor_file.h"
#include "hammock/passes/pass.h"
#include "hammock/print/print.h"
#include "hammock/read/read.h"
#include "hammock/verify/verify.h"

namespace hammock {

inline Module read_script(std::string text) {
  auto source = std::make_shared<const Source>("test", std::move(text));
  Diagnostics diagnostics(source);
  std::optional<Module> module = read_module(source, std::make_shared<Context>(), diagnostics);
  CAPTURE(render(diagnostics));
  REQUIRE(module.has_value());
  return std::move(*module);
}

// A function `main(parameters)` with one dataflow block that returns its last line's variable.
inline std::string dataflow_script(std::string parameters, std::string_view lines, std::string_view result) {
  std::string text = "from tvm.script import ir as I, tir as T, relax as R\n\n@R.function\ndef main(" + parameters +
                     "):\n    with R.dataflow():\n";
  while (!lines.empty()) {
    size_t end = std::min(lines.find(';'), lines.size());
    std::string_view line = lines.substr(0, end);
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    text += "        " + std::string(line) + "\n";
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return text + "        result = " + std::string(result) + "\n        R.output(result)\n    return result\n";
}

// Runs a pipeline, every pass verified; the remarks go to `remarks`.
inline Changed run_passes(Module& module, std::string_view pipeline, std::string* remarks = nullptr,
                          std::vector<RewriteEvent>* events = nullptr) {
  Diagnostics diagnostics;
  auto steps = parse_pipeline(pipeline, diagnostics);
  REQUIRE(steps.has_value());
  PassContext context{diagnostics, {}};
  if (events) context.events = [events](const RewriteEvent& e) { events->push_back(e); };
  Changed changed = run_pipeline(module, *steps, context, /*verify_each=*/true);
  if (remarks) {
    for (const Diagnostic& d : diagnostics.all()) *remarks += d.text + "\n";
  }
  return changed;
}

inline size_t count(std::string_view text, std::string_view what) {
  size_t n = 0;
  for (size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + what.size())) ++n;
  return n;
}

// Random float32 arguments for `main`; symbolic dims become 3, 4, 5 ... in the order in which they appear.
inline std::vector<RuntimeValue> random_arguments(const Module& module) {
  const Function& fn = *module.relax("main");
  const Context& context = module.context();
  std::vector<std::pair<Prim, int64_t>> symbols;
  std::vector<RuntimeValue> out;
  for (Value param : fn.self().params) {
    std::vector<int64_t> shape;
    for (Prim dim : context.infos.dims(fn.info(param))) {
      std::optional<int64_t> extent = context.prims.constant(dim);
      for (auto [symbol, value] : symbols) extent = symbol == dim ? value : extent;
      if (!extent) symbols.emplace_back(dim, extent.emplace(3 + static_cast<int64_t>(symbols.size())));
      shape.push_back(*extent);
    }
    REQUIRE(context.infos[fn.info(param)].dtype == kFloat32);
    out.push_back({*make_tensor("rand(uniform, low=-1, high=1)", kFloat32, shape, out.size())});
  }
  return out;
}

inline void check_equal(const RuntimeValue& a, const RuntimeValue& b) {
  if (const RuntimeTuple* fields = a.tuple()) {
    REQUIRE(b.tuple());
    REQUIRE(fields->size() == b.tuple()->size());
    for (size_t i = 0; i < fields->size(); ++i) check_equal((*fields)[i], (*b.tuple())[i]);
    return;
  }
  const Tensor *x = a.tensor(), *y = b.tensor();
  REQUIRE((x && y));
  CHECK(x->dtype == y->dtype);
  REQUIRE(x->shape == y->shape);
  double worst = 0;
  for (int64_t i = 0; i < x->elements(); ++i)
    worst = std::max(worst, std::abs(element_as_double(*x, i) - element_as_double(*y, i)));
  CHECK(worst <= (x->dtype == kFloat16 ? 1e-2 : 1e-5));
}

inline void check_same_numbers(const Module& before, const Module& after) {
  auto run = [](const Module& m) {
    auto result = evaluate(m, *m.find("main"), random_arguments(m));
    CAPTURE((result.ok() ? std::string() : result.error().text));
    REQUIRE(result.ok());
    return *result;
  };
  check_equal(run(before), run(after));
}

}  // namespace hammock
