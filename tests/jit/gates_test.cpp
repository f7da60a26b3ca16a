// SPDX-License-Identifier: Apache-2.0
// Speed without a clock: the loops in which kernels spend their time, held to what they may hold (gates.def).
//
// A script is compiled for a processor, which need not be this one, to assembly, where LLVM says of each block which
// loop it is in, and of each instruction whether it is there because registers ran out. No innermost loop of a kernel
// calls anything, and has such an instruction only where a row says so; the longest one of the row's function has as
// many multiply-adds as the row says, all in registers of that width, and in all as many instructions as it says, or
// fewer.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/jit/executable.h"
#include "read_text.h"
#include "session.h"

using namespace hammock;
using namespace hammock::jit;

namespace {

// What the rows name. Sizes that vectors divide: no loops for the rest.
const std::map<std::string_view, const char*> kScripts = {
    {"gemm", R"(
@R.function
def main(x: R.Tensor((1024, 512), "float32"), w: R.Tensor((512, 1024), "float32")):
    y = R.matmul(x, w)
    return y
)"},
    {"weights", R"(
@R.function
def main(x: R.Tensor((1024, 512), "float32"), w: R.Tensor((512, 1024), "float32")):
    R.func_attr({"num_input": 1})
    y = R.matmul(x, w)
    return y
)"},
    {"doubles", R"(
@R.function
def main(x: R.Tensor((1024, 512), "float64"), w: R.Tensor((512, 1024), "float64")):
    y = R.matmul(x, w)
    return y
)"},
    {"bytes", R"(
@R.function
def main(x: R.Tensor((1024, 512), "uint8"), w: R.Tensor((512, 1024), "int8")):
    y = R.matmul(x, w, out_dtype="int32")
    return y
)"},
    {"signed_bytes", R"(
@R.function
def main(x: R.Tensor((1024, 512), "int8"), w: R.Tensor((512, 1024), "uint8")):
    y = R.matmul(x, w, out_dtype="int32")
    return y
)"},
    {"halves", R"(
@R.function
def main(x: R.Tensor((1024, 512), "bfloat16"), w: R.Tensor((512, 1024), "bfloat16")):
    y = R.matmul(x, w, out_dtype="float32")
    return y
)"},
    {"gemv", R"(
@R.function
def main(x: R.Tensor((1, 4096), "float32"), w: R.Tensor((4096, 4096), "float32")):
    y = R.matmul(x, w)
    return y
)"},
    {"gelu", R"(
@R.function
def main(x: R.Tensor((1024, 512), "float32"), w: R.Tensor((512, 1024), "float32"), b: R.Tensor((1024,), "float32")):
    y = R.nn.gelu(R.add(R.matmul(x, w), b))
    return y
)"},
    {"conv", R"(
@R.function
def main(x: R.Tensor((1, 64, 64, 64), "float32"), w: R.Tensor((64, 64, 5, 5), "float32")):
    y = R.nn.conv2d(x, w, padding=[2, 2, 2, 2])
    return y
)"},
    {"winograd", R"(
@R.function
def main(x: R.Tensor((1, 64, 64, 64), "float32"), w: R.Tensor((64, 64, 3, 3), "float32")):
    R.func_attr({"num_input": 1})
    y = R.nn.conv2d(x, w, padding=[1, 1, 1, 1])
    return y
)"},
    {"pixels", R"(
@R.function
def main(x: R.Tensor((1, 64, 64, 64), "float32"), w: R.Tensor((64, 64, 3, 3), "float32")):
    R.func_attr({"num_input": 1})
    y = R.nn.conv2d(x, w, padding=[1, 1, 1, 1], data_layout="NHWC")
    return y
)"},
    {"attention", R"(
@R.function
def main(q: R.Tensor((2, 1024, 8, 64), "float32"), k: R.Tensor((2, 1024, 8, 64), "float32"), v: R.Tensor((2, 1024, 8, 64), "float32")):
    y = R.nn.attention(q, k, v)
    return y
)"},
    {"softmax", R"(
@R.function
def main(x: R.Tensor((1024, 1024), "float32")):
    y = R.nn.softmax(x, axis=-1)
    return y
)"},
    {"norm", R"(
@R.function
def main(x: R.Tensor((1024, 1024), "float32"), g: R.Tensor((1024,), "float32"), b: R.Tensor((1024,), "float32")):
    y = R.nn.layer_norm(x, g, b, axes=[-1])
    return y
)"},
    {"chain", R"(
@R.function
def main(x: R.Tensor((1024, 1024), "float32"), y: R.Tensor((1024, 1024), "float32")):
    z = R.nn.relu(R.subtract(R.multiply(R.add(x, y), x), y))
    return z
)"},
    {"exp", R"(
@R.function
def main(x: R.Tensor((1024, 1024), "float32")):
    z = R.exp(x)
    return z
)"},
    {"transpose", R"(
@R.function
def main(x: R.Tensor((1024, 1024), "float32")):
    z = R.permute_dims(x)
    return z
)"},
    {"weave", R"(
@R.function
def main(x: R.Tensor((3, 65536), "float32")):
    z = R.permute_dims(x)
    return z
)"},
    {"sum", R"(
@R.function
def main(x: R.Tensor((1024, 1024), "float32")):
    z = R.sum(x, axis=[1])
    return z
)"},
};

struct Gate {
  std::string_view script, cpu, function, vectors;
  int multiply_adds, instructions, stack;
};

const Gate kGates[] = {
#define GATE(script, cpu, function, vectors, multiply_adds, instructions, stack) \
  {#script, cpu, function, vectors, multiply_adds, instructions, stack},
#include "gates.def"
#undef GATE
};

// An innermost loop, as lines of assembly.
struct Loop {
  std::string function, text;
  int instructions = 0, multiply_adds = 0, narrow = 0, stack = 0, calls = 0;
};

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

bool starts_with_one_of(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view p) { return text.starts_with(p); });
}

void add(Loop& loop, std::string_view line, std::string_view vectors) {
  loop.text += std::string(line) + "\n";
  if (!line.starts_with('\t') || line.size() < 2 || starts_with_one_of(line.substr(1), {".", "#", "//", " "})) return;
  const std::string_view mnemonic = line.substr(1, line.find_first_of(" \t", 1) - 1);
  ++loop.instructions;
  loop.stack += contains(line, "Spill") || contains(line, "Reload");
  loop.calls += starts_with_one_of(mnemonic, {"call"}) || mnemonic == "bl" || mnemonic == "blr";
  if (!starts_with_one_of(mnemonic, {"vfmadd", "vfnmadd", "vfmsub", "fmla", "fmls", "vpdpbusd", "vdpbf16", "vpmulld",
                                     "vpmaddwd", "mla", "tdp"}))
    return;
  ++loop.multiply_adds;
  loop.narrow += !contains(line, vectors);
}

// The name behind `mark`, without the prefix by which labels are told from symbols: "BB0_3".
std::string_view name_behind(std::string_view line, std::string_view mark) {
  const size_t at = line.find(mark);
  if (at == line.npos) return {};
  line.remove_prefix(at + mark.size());
  return line.substr(0, line.find_first_of(" \t:"));
}

// Loops of functions that are assembly from the start (gemm_assembly.h), of which LLVM says nothing: from a label to
// the jump back to it.
class WrittenLoops {
 public:
  WrittenLoops(std::vector<Loop>& found, std::string_view vectors) : found_(found), vectors_(vectors) {}

  void see(const std::string& function, std::string_view line) {
    constexpr std::string_view kLabel = ".Lstep";
    if (line.starts_with(kLabel)) {
      open_.push_back({std::string(line.substr(0, line.find(':'))), {function, {}, 0, 0, 0, 0, 0}});
      return;
    }
    for (auto& [label, loop] : open_) add(loop, line, vectors_);
    const std::string target(line.substr(std::min(line.find(kLabel), line.size())));
    const auto at = std::ranges::find(open_, target, [](const auto& o) { return o.first; });
    if (target.empty() || at == open_.end()) return;
    if (!at->second.text.empty()) found_.push_back(at->second);
    // What is around it is no innermost loop.
    open_.clear();
  }
  void end() { open_.clear(); }

 private:
  std::vector<Loop>& found_;
  std::string_view vectors_;
  std::vector<std::pair<std::string, Loop>> open_;  // from each label so far
};

std::vector<Loop> innermost_loops(std::string_view assembly, std::string_view vectors) {
  std::vector<Loop> loops;
  std::map<std::string, size_t, std::less<>> by_header;  // of the function
  std::string function, label;
  Loop* in = nullptr;
  WrittenLoops written(loops, vectors);
  while (!assembly.empty()) {
    const std::string_view line = assembly.substr(0, assembly.find('\n'));
    assembly.remove_prefix(std::min(assembly.size(), line.size() + 1));
    const bool is_block = line.starts_with(".LBB") || contains(line.substr(0, 8), "%bb.");
    if (is_block) {
      label = line.starts_with(".L") ? std::string(name_behind(line, ".L")) : "";
      in = nullptr;
    } else if (!line.empty() && std::string_view(" \t#./").find(line[0]) == std::string_view::npos) {
      function = line.substr(0, line.find(':'));
      by_header.clear();
      written.end();
      in = nullptr;
    }
    if (contains(line, "Inner Loop Header")) {
      by_header[label] = loops.size();
      loops.push_back({function, {}, 0, 0, 0, 0, 0});
      in = &loops.back();
    } else if (const std::string_view header = name_behind(line, "in Loop: Header="); !header.empty()) {
      const auto at = by_header.find(header);
      in = at == by_header.end() ? nullptr : &loops[at->second];
    }
    if (in != nullptr) add(*in, line, vectors);
    else written.see(function, line);
  }
  return loops;
}

}  // namespace

// A sanitizer checks each access of kernels, too: such loops have no budget.
TEST_CASE("the inner loops of kernels keep within their budgets" * doctest::skip(kIsSanitized)) {
  std::map<std::pair<std::string_view, std::string_view>, std::string> known;
  for (const Gate& gate : kGates) {
    std::string& assembly = known[{gate.script, gate.cpu}];
    if (assembly.empty()) {
      const Module module = read(kScripts.at(gate.script));
      CompileOptions options;
      options.cpu = gate.cpu;
      options.threads = 1;
      const auto dump = Executable::dump(module, *module.find("main"), options, CodeForm::assembly);
      REQUIRE_MESSAGE(dump.ok(), (dump.ok() ? "" : dump.error().text));
      assembly = *dump;
    }
    const std::string_view script = gate.script, cpu = gate.cpu, function = gate.function;
    CAPTURE(script);
    CAPTURE(cpu);
    CAPTURE(function);
    int most_elsewhere = 0;  // where another row allows it
    for (const Gate& other : kGates) {
      if (other.script == gate.script && other.cpu == gate.cpu) most_elsewhere = std::max(most_elsewhere, other.stack);
    }
    const Loop* longest = nullptr;
    const std::vector<Loop> loops = innermost_loops(assembly, gate.vectors);
    for (const Loop& loop : loops) {
      CHECK_MESSAGE(loop.calls == 0, loop.function << " calls something in\n" << loop.text);
      const bool is_meant = contains(loop.function, gate.function);
      CHECK_MESSAGE(loop.stack <= (is_meant ? gate.stack : most_elsewhere), loop.function
                                                                                << " has too few registers in\n"
                                                                                << loop.text);
      if (is_meant && (longest == nullptr || loop.instructions > longest->instructions)) longest = &loop;
    }
    REQUIRE_MESSAGE(longest != nullptr, "no loop in\n" << assembly);
    CHECK_MESSAGE(longest->multiply_adds == gate.multiply_adds, longest->multiply_adds << " multiply-adds instead of "
                                                                                       << gate.multiply_adds << " in "
                                                                                       << longest->function << "\n"
                                                                                       << longest->text);
    CHECK_MESSAGE(contains(longest->text, gate.vectors), "no " << gate.vectors << " in\n" << longest->text);
    CHECK_MESSAGE(longest->narrow == 0, "registers that are no " << gate.vectors << " in\n" << longest->text);
    CHECK_MESSAGE(longest->instructions <= gate.instructions, longest->instructions << " instructions instead of "
                                                                                    << gate.instructions << " in "
                                                                                    << longest->function << "\n"
                                                                                    << longest->text);
  }
}

TEST_CASE("softmax computes an exponential once") {
  const Module module = read(kScripts.at("softmax"));
  CompileOptions options;
  options.cpu = "x86-64-v4";
  options.threads = 1;
  const auto dump = Executable::dump(module, *module.find("main"), options, CodeForm::assembly);
  REQUIRE_MESSAGE(dump.ok(), (dump.ok() ? "" : dump.error().text));
  int loops = 0;
  for (const Loop& loop : innermost_loops(*dump, "zmm")) loops += contains(loop.text, "vscalefps");
  CHECK(loops == 1);
}
