// SPDX-License-Identifier: Apache-2.0
// Random modules of several functions whose annotations are sometimes wrong: arguments, results, match_casts, annotated
// calls, local functions that capture. Whatever check accepts, both executors compute alike, or refuse for the same
// reason.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

#include "../generate/choices.h"
#include "hammock/eval/eval.h"
#include "hammock/io/tensor_file.h"
#include "hammock/jit/executable.h"
#include "hammock/read/read.h"
#include "hammock/verify/verify.h"

using namespace hammock;
using generate::Choices;

namespace {

class Writer {
 public:
  explicit Writer(Choices& choices) : choices_(choices) {}

  std::string module() {
    text_ = "@I.ir_module\nclass Module:\n";
    const int functions = static_cast<int>(choices_.between(1, 3));
    for (int i = 0; i < functions; ++i) function("f" + std::to_string(i), i, parameter_type(), parameter_type());
    function("main", functions, choices_.chance(50) ? "(\"n\",)" : "(2,)", choices_.chance(50) ? "(\"m\",)" : "(3,)");
    return text_;
  }

 private:
  void line(int depth, const std::string& text) {
    text_ += std::string(static_cast<size_t>(4 * depth), ' ') + text + "\n";
  }
  std::string tensor(const std::string& dims) {
    return dims.empty() ? "R.Tensor(ndim=1, dtype=\"float32\")" : "R.Tensor(" + dims + ", \"float32\")";
  }
  std::string parameter_type() {
    return choices_.pick(std::vector<std::string>{"", "", "(\"n\",)", "(\"n\",)", "(\"m\",)", "(2,)", "(3,)"});
  }

  // Of a result, an annotation or a match_cast; in a body dims have no quotes.
  std::string claim(bool in_body) {
    std::vector<std::string> dims{"", "", "", "(2,)", "(3,)", "(4,)", "(6,)"};
    for (const std::string& s : symbols_) {
      for (const std::string& d : {s, s, s + " + 1", s + " * 2"})
        dims.push_back(in_body ? "(" + d + ",)" : "(\"" + d + "\",)");
    }
    std::string type = tensor(choices_.pick(dims));
    if (choices_.chance(5)) type = "R.Object";
    if (choices_.chance(3)) type = "R.Tensor(ndim=2, dtype=\"float32\")";
    if (choices_.chance(3)) type = "R.Tensor(ndim=1, dtype=\"float64\")";
    return type;
  }

  std::string fresh() { return "v" + std::to_string(next_++); }

  void function(const std::string& name, int callable, const std::string& first, const std::string& second) {
    symbols_.clear();
    for (const std::string& type : {first, second}) {
      for (const char* s : {"n", "m"}) {
        if (type.find('"' + std::string(s) + '"') != std::string::npos &&
            std::ranges::find(symbols_, s) == symbols_.end())
          symbols_.push_back(s);
      }
    }
    std::string result = choices_.chance(60) ? " -> " + claim(false) : "";
    line(1, "@R.function");
    line(1, "def " + name + "(x: " + tensor(first) + ", y: " + tensor(second) + ")" + result + ":");
    for (const std::string& s : symbols_) line(2, s + " = T.int64()");
    line(2, "k = T.int64()");
    line(2, "cls = Module");
    values_ = {"x", "y"};
    locals_.clear();
    line(2, "return " + body(2, callable));
    text_ += "\n";
  }

  // The value that comes last.
  std::string body(int depth, int callable) {
    const int steps = static_cast<int>(choices_.between(1, 5));
    for (int i = 0; i < steps; ++i) {
      std::string a = choices_.pick(values_), b = choices_.pick(values_), v = fresh();
      switch (choices_.below(8)) {
        case 0: line(depth, v + " = R.negative(" + a + ")"); break;
        case 1: line(depth, v + " = R.concat((" + a + ", " + b + "), axis=0)"); break;
        case 2: {
          std::string type = depth == 2 && choices_.chance(20) ? "R.Tensor((k,), \"float32\")" : claim(true);
          line(depth, v + " = R.match_cast(" + a + ", " + type + ")");
          break;
        }
        case 3: line(depth, v + ": " + claim(true) + " = R.add(" + a + ", " + a + ")"); break;
        case 4:
          line(depth, "t" + v + " = (" + a + ", " + b + ")");
          line(depth, v + " = t" + v + "[1]");
          break;
        case 5:
          if (depth < 4) local(depth);
          continue;
        default: {
          if (callable == 0 && locals_.empty()) continue;
          const bool is_local = !locals_.empty() && (callable == 0 || choices_.chance(50));
          std::string callee = is_local ? choices_.pick(locals_)
                                        : "cls.f" + std::to_string(choices_.below(static_cast<uint32_t>(callable)));
          std::string annotation = choices_.chance(30) ? ": " + claim(true) : "";
          line(depth, v + annotation + " = " + callee + "(" + a + (is_local ? "" : ", " + b) + ")");
        }
      }
      values_.push_back(v);
    }
    return choices_.chance(80) ? values_.back() : choices_.pick(values_);
  }

  void local(int depth) {
    std::string name = "g" + std::to_string(next_++), param = "a" + std::to_string(next_++);
    std::vector<std::string> dims{"", "(2,)"};
    for (const std::string& s : symbols_) dims.push_back("(" + s + ",)");
    std::string dim = choices_.pick(dims);
    std::vector<std::string> outer_symbols = std::move(symbols_), outer_values = values_, outer_locals = locals_;
    symbols_.clear();
    if (dim == "(n,)" || dim == "(m,)") symbols_ = {dim.substr(1, 1)};
    line(depth, "@R.function");
    line(depth, "def " + name + "(" + param + ": " + tensor(dim) + ")" +
                    (choices_.chance(50) ? " -> " + claim(true) : "") + ":");
    values_.push_back(param);
    line(depth + 1, "return " + body(depth + 1, 0));
    symbols_ = std::move(outer_symbols);
    values_ = std::move(outer_values);
    locals_ = std::move(outer_locals);
    locals_.push_back(name);
  }

  Choices& choices_;
  std::string text_;
  std::vector<std::string> symbols_, values_, locals_;
  int next_ = 0;
};

RuntimeValue from_one(int64_t n) {
  Tensor t = *Tensor::make(kFloat32, {n});
  for (int64_t i = 0; i < n; ++i) t.as<float>()[i] = static_cast<float>(i + 1);
  return {t};
}

struct Counts {
  int refused = 0, computed = 0, failed = 0, not_compiled = 0;
};

// What the executors disagree on; empty if they agree.
std::string try_one(uint64_t seed, Counts& counts) {
  Choices choices(seed);
  std::string text = Writer(choices).module();
  auto source = std::make_shared<const Source>("random.py", text);
  Diagnostics diagnostics(source);
  std::optional<Module> module = read_module(source, std::make_shared<Context>(), diagnostics);
  if (!module || diagnostics.has_errors() || !verify(*module, diagnostics)) {
    ++counts.refused;
    return {};
  }
  GlobalId entry = *module->find("main");
  std::vector<RuntimeValue> args{from_one(2), from_one(3)};
  Result<RuntimeValue> expected = evaluate(*module, entry, args);
  jit::CompileOptions options;
  options.threads = 1;
  options.dims = {{"n", 2}, {"m", 3}};
  Result<std::unique_ptr<jit::Executable>> compiled = jit::Executable::compile(*module, entry, options);
  Result<RuntimeValue> found = compiled ? (*compiled)->run(args) : Result<RuntimeValue>(compiled.error());
  if (!found && found.error().kind == Error::Kind::unsupported) {
    ++counts.not_compiled;
    return {};
  }
  auto shown = [](const Result<RuntimeValue>& r) { return r ? format_value(*r) : "error: " + r.error().text; };
  // What a local function captures is checked by eval before its body, by the JIT where it is used.
  auto says = [&](const char* word) { return !expected && expected.error().text.find(word) != std::string::npos; };
  const bool is_check = says("expected") && !says("uses:");
  if (expected.ok() != found.ok() || (expected.ok() && shown(expected) != shown(found)) ||
      (is_check && shown(expected) != shown(found))) {
    return "seed " + std::to_string(seed) + "\n" + text + "eval: " + shown(expected) + "\njit:  " + shown(found);
  }
  ++(expected ? counts.computed : counts.failed);
  return {};
}

}  // namespace

TEST_CASE("what is declared holds in both executors, or both say what does not") {
  const char* wanted = std::getenv("HAMMOCK_BOUNDARIES");  // for campaigns: how many
  const uint64_t programs = wanted ? std::strtoull(wanted, nullptr, 10) : 800;
  Counts counts;
  int disagreements = 0;
  for (uint64_t seed = 1; seed <= programs && disagreements < 3; ++seed) {
    std::string problem = try_one(seed, counts);
    CHECK_MESSAGE(problem.empty(), problem);
    disagreements += !problem.empty();
  }
  MESSAGE(counts.computed << " computed, " << counts.failed << " failed, " << counts.refused << " refused, "
                          << counts.not_compiled << " not compiled");
  CHECK(counts.computed > static_cast<int>(programs / 20));
  CHECK(counts.failed > static_cast<int>(programs / 50));
}
