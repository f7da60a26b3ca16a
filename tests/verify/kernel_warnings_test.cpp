// SPDX-License-Identifier: Apache-2.0
// Random kernels: what is warned of, happens. Each kernel that is said to leave a buffer, or to divide by zero, fails
// in the reference executor; and a kernel that runs is warned of nothing such.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "choices.h"
#include "hammock/eval/kernel.h"
#include "hammock/read/read.h"
#include "hammock/verify/verify.h"

using namespace hammock;

namespace {

// Loops, some of which hang on others, blocks, lets, conditions that hold for some iterations, and indices that are
// mostly in range.
class RandomKernel {
 public:
  explicit RandomKernel(uint64_t seed) : choices_(seed) {}

  std::string text() {
    std::string out =
        "@T.prim_func\ndef f(a: T.handle, B: T.Buffer((12,), \"int32\"), C: T.Buffer((4, 6), \"int32\")):\n"
        "    m = T.int32()\n    A = T.match_buffer(a, (m,), \"int32\")\n";
    const int statements = static_cast<int>(choices_.between(1, 2));
    for (int i = 0; i < statements; ++i) nest(out, 1, static_cast<int>(choices_.between(1, 3)));
    return out;
  }

 private:
  static std::string indentation(int depth) { return std::string(static_cast<size_t>(depth) * 4, ' '); }
  std::string number(int64_t low, int64_t high) { return std::to_string(choices_.between(low, high)); }

  void nest(std::string& out, int depth, int levels) {
    const size_t outer = vars_.size();
    if (levels == 0) return statement(out, depth);
    const std::string v = "v" + std::to_string(count_++);
    switch (choices_.below(vars_.empty() ? 4 : 7)) {
      case 0: out += indentation(depth) + "for " + v + " in range(m):\n"; break;
      case 4: out += indentation(depth) + "for " + v + " in range(" + choices_.pick(vars_) + " + 1):\n"; break;
      case 5: {
        const std::string b = "b" + v;
        out += indentation(depth) + "for " + b + " in range(" + number(1, 4) + "):\n" + indentation(depth + 1) +
               "with T.block(\"b\"):\n" + indentation(depth + 2) + v + " = T.axis.spatial(64, " + b + " * " +
               number(1, 3) + " + " + number(0, 3) + ")\n";
        vars_ = {v};  // others may not be used
        nest(out, depth + 2, levels - 1);
        vars_.clear();
        return;
      }
      case 6: {
        const std::string of = choices_.pick(vars_);
        out += indentation(depth) + "if " + of + (choices_.chance(50) ? " < " : " >= ") + number(0, 5) + ":\n";
        nest(out, depth + 1, levels - 1);
        return;
      }
      default: out += indentation(depth) + "for " + v + " in range(" + number(0, 2) + ", " + number(3, 7) + "):\n";
    }
    vars_.push_back(v);
    nest(out, depth + 1, levels - 1);
    vars_.resize(std::min(vars_.size(), outer));
  }

  void statement(std::string& out, int depth) {
    std::string value = load() + " + " + load();
    if (choices_.chance(20) && !vars_.empty())
      value = "T.if_then_else(" + choices_.pick(vars_) + " < " + number(0, 5) + ", " + load() + ", " + load() + ")";
    if (choices_.chance(15)) value += " // T.max(" + index(1) + ", " + number(0, 1) + ")";
    out += indentation(depth) + load() + " = " + value + "\n";
  }

  std::string load() {
    switch (choices_.below(3)) {
      case 0: return "A[" + index(2) + "]";
      case 1: return "B[" + index(2) + "]";
      default: return "C[" + index(1) + ", " + index(1) + "]";
    }
  }

  std::string index(int depth) {
    if (depth == 0 || choices_.chance(30)) {
      if (vars_.empty() || choices_.chance(25)) return choices_.chance(15) ? "m" : number(0, 4);
      return choices_.pick(vars_);
    }
    switch (choices_.below(7)) {
      case 0: return "(" + index(depth - 1) + " + " + index(depth - 1) + ")";
      case 1: return "(" + index(depth - 1) + " - " + index(depth - 1) + ")";
      case 2: return index(depth - 1) + " * " + number(0, 3);
      case 3: return index(depth - 1) + " // " + number(1, 3);
      case 4: return index(depth - 1) + " % " + number(1, 6);
      case 5: return "T.min(" + index(depth - 1) + ", " + index(depth - 1) + ")";
      default: return "T.max(" + index(depth - 1) + ", " + index(depth - 1) + ")";
    }
  }

  generate::Choices choices_;
  std::vector<std::string> vars_;
  int count_ = 0;
};

RuntimeValue zeros(std::vector<int64_t> shape) {
  Tensor t = *Tensor::make(kInt32, std::move(shape));
  std::fill_n(t.as<int32_t>(), t.elements(), 0);
  return {t};
}

}  // namespace

TEST_CASE("what random kernels are warned of happens when they run") {
  int warned = 0, failed = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    const std::string text = RandomKernel(seed).text();
    auto source = std::make_shared<Source>("kernel.py", text);
    Diagnostics diagnostics(source);
    std::optional<Module> module = read_module(source, std::make_shared<Context>(), diagnostics);
    if (!module) continue;  // a division by the constant 0
    verify(*module, diagnostics);
    INFO(text);
    INFO(render(diagnostics));
    REQUIRE(!diagnostics.has_errors());
    warn_of_kernels(*module, diagnostics);
    bool is_warned = false;
    for (const Diagnostic& d : diagnostics.all())
      is_warned |= d.id == Diag::index_out_of_bounds || d.id == Diag::fails_when_run;
    bool fails_always = true;
    for (int64_t m : {8, 11}) {  // large enough for every condition to hold in some iteration
      const RuntimeValue arguments[] = {zeros({m}), zeros({12}), zeros({4, 6})};
      fails_always &= !run_kernel(*module, GlobalId(0), arguments);
    }
    if (is_warned) INFO(render(diagnostics));
    if (is_warned) CHECK(fails_always);
    warned += is_warned;
    failed += fails_always;
  }
  MESSAGE(warned, " of ", failed, " kernels that fail are warned of");
  CHECK(warned * 2 > failed);
}
