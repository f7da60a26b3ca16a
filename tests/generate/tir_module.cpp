// SPDX-License-Identifier: Apache-2.0
#include "tir_module.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "hammock/base/check.h"
#include "hammock/read/read.h"
#include "tir_kernel.h"

namespace hammock::generate {
namespace {

using Role = KernelSignature::Role;

// Half of the buffers are float32, as kernels are.
constexpr DType kE4m3 = DType::make(DType::Code::e4m3, 8), kE5m2 = DType::make(DType::Code::e5m2, 8);
constexpr std::array<DType, 19> kBufferDTypes = {kFloat32,
                                                 kFloat32,
                                                 kFloat32,
                                                 kFloat32,
                                                 kFloat32,
                                                 kFloat32,
                                                 kInt32,
                                                 kInt32,
                                                 kInt64,
                                                 kInt8,
                                                 kUint8,
                                                 kBool,
                                                 kFloat16,
                                                 kFloat64,
                                                 kBfloat16,
                                                 kInt16,
                                                 DType::unsigned_integer(64),
                                                 kE4m3,
                                                 kE5m2};

class ModuleWriter {
 public:
  ModuleWriter(Choices& choices, KernelUse use)
      : c_(choices), use_(use), may_fail_(choices.chance(6)), is_dataflow_(choices.chance(40)) {}

  std::string run() {
    for (int i = 0; i < 3; ++i) sizes_.push_back(std::to_string(1 + c_.below(i == 0 ? 8 : 5)));
    for (const char* symbol : {"n", "m"}) {
      if (c_.chance(30)) sizes_.emplace_back(symbol), symbols_.emplace_back(symbol);
    }
    std::string kernels;
    if (c_.chance(25)) kernels += callees();
    if (use_ == KernelUse::executors && c_.chance(15)) return "@I.ir_module\nclass Module:\n" + kernels + alone();
    for (uint32_t n = 1 + c_.below(3), i = 0; i < n; ++i) kernels += kernel(i) + "\n";
    return "@I.ir_module\nclass Module:\n" + kernels + main_text();
  }

 private:
  struct Value {
    std::string name;
    DType dtype;
    std::vector<std::string> dims;  // in the symbols of main
  };
  // The signature, and main's view of it.
  struct Draft {
    KernelSignature signature;
    std::map<std::string, size_t> extents;  // by the dim in main
    std::vector<std::string> dims;          // of each extent, in main
    std::vector<int> in_place;              // of each output of a call in place: the argument that it is, or -1
  };

  static bool is_number(const std::string& dim) { return dim.find_first_not_of("0123456789") == std::string::npos; }
  static std::string joined(const std::vector<std::string>& dims, const char* quote) {
    std::string out;
    for (const std::string& d : dims) out += is_number(d) ? d + ", " : quote + d + quote + ", ";
    return out;
  }
  static std::string info(const Value& v, const char* quote) {
    return fmt::format("R.Tensor(({}), \"{}\")", joined(v.dims, quote), to_string(v.dtype));
  }

  // ---- signatures ----

  size_t extent(Draft& d, const std::string& dim, bool may_be_symbol = true) {
    auto [at, is_new] = d.extents.try_emplace(dim, d.dims.size());
    if (!is_new) return at->second;
    d.dims.push_back(dim);
    KernelSignature& s = d.signature;
    // An int32 kernel knows all its sizes.
    const bool is_symbol = may_be_symbol && (!is_number(dim) || (s.index_dtype == kInt64 && c_.chance(20)));
    if (is_symbol) {
      s.symbols.push_back(fmt::format("s{}", s.symbols.size()));
      s.extents.push_back({s.symbols.back(), 0});
    } else {
      s.extents.push_back({fmt::format("T.{}({})", to_string(s.index_dtype), dim), std::stoll(dim)});
    }
    return at->second;
  }

  // A value that is there already, or a new parameter of main.
  size_t operand(bool needs_number) {
    std::vector<size_t> fitting;
    for (size_t i = 0; i < values_.size(); ++i) {
      if (!needs_number || std::ranges::all_of(values_[i].dims, is_number)) fitting.push_back(i);
    }
    if (!fitting.empty() && c_.chance(55)) return c_.pick(fitting);
    Value v{fmt::format("p{}", values_.size()), c_.pick(kBufferDTypes), {}};
    if (!values_.empty() && c_.chance(60)) v.dtype = c_.pick(values_).dtype;
    const uint32_t rank = c_.chance(8) ? 0 : 1 + c_.below(3);
    for (uint32_t i = 0; i < rank; ++i) {
      const std::string& dim = c_.pick(sizes_);
      v.dims.push_back(needs_number && !is_number(dim) ? sizes_[0] : dim);
    }
    params_.push_back(values_.size());
    values_.push_back(v);
    return values_.size() - 1;
  }

  // The dims that one of the first two arguments has alone: what a contraction of them leaves.
  std::vector<std::string> product_dims(const std::vector<size_t>& args) const {
    std::vector<std::string> out;
    for (size_t i = 0; i < 2 && args.size() > 1; ++i) {
      const std::vector<std::string>& other = values_[args[1 - i]].dims;
      for (const std::string& dim : values_[args[i]].dims) {
        if (std::ranges::find(other, dim) == other.end()) out.push_back(dim);
      }
    }
    return out;
  }

  Value output(Draft& d, const std::vector<size_t>& args) {
    Value v{
        {}, d.signature.buffers.empty() || c_.chance(40) ? c_.pick(kBufferDTypes) : d.signature.buffers[0].dtype, {}};
    for (uint32_t rank = c_.chance(6) ? 0 : 1 + c_.below(3); rank > 0; --rank) v.dims.push_back(c_.pick(d.dims));
    if (const std::vector<std::string> dims = product_dims(args); !dims.empty() && dims.size() < 4 && c_.chance(40))
      return {{}, v.dtype, dims};
    // A product of two dims that the inputs have.
    if (!v.dims.empty() && c_.chance(8)) {
      const std::string a = c_.pick(d.dims), b = c_.pick(d.dims);
      if (!is_number(a) && is_number(b) && a.find(' ') == std::string::npos) {
        const std::string dim = a + " * " + b;
        const size_t from = d.extents.at(a), by = d.extents.at(b);
        d.extents[dim] = d.dims.size();
        d.dims.push_back(dim);
        d.signature.extents.push_back(
            {fmt::format("({} * {})", d.signature.extents[from].text, d.signature.extents[by].text), 0});
        v.dims.back() = dim;
      }
    }
    return v;
  }

  void add(Draft& d, const Value& v, Role role) {
    KernelSignature::Buffer b{v.dtype, {}, role};
    for (const std::string& dim : v.dims) b.dims.push_back(extent(d, dim));
    d.signature.buffers.push_back(std::move(b));
  }

  Draft draft(std::string name, KernelSignature::Kind kind) {
    Draft d;
    d.signature.name = std::move(name);
    d.signature.kind = kind;
    d.signature.may_fail = may_fail_;
    d.signature.may_have_tables = use_ == KernelUse::executors;
    d.signature.index_dtype = c_.chance(30) ? kInt32 : kInt64;
    return d;
  }

  // ---- kernels that kernels call ----

  std::string callees() {
    std::string out;
    for (uint32_t n = c_.below(3), i = 0; i < n; ++i) {
      Draft d = draft(fmt::format("g{}", i), KernelSignature::Kind::numbers);
      d.signature.may_fail = false;  // it is called where the order is free
      d.signature.result = c_.pick(kBufferDTypes);
      d.signature.callees = numbers_;
      extent(d, "3", false);
      Expressions::Callee callee{d.signature.name, {}, d.signature.result};
      for (uint32_t operands = 1 + c_.below(3), k = 0; k < operands; ++k) {
        callee.operands.push_back(c_.pick(kBufferDTypes));
        d.signature.scalars.push_back({fmt::format("a{}", k), callee.operands.back()});
      }
      out += kernel_text(c_, d.signature, 1) + "\n";
      numbers_.push_back(std::move(callee));
    }
    for (uint32_t n = c_.below(3), i = 0; i < n; ++i) out += subroutine(i) + "\n";
    return out;
  }

  std::string subroutine(uint32_t number) {
    Draft d = draft(fmt::format("f{}", number), KernelSignature::Kind::pointers);
    d.signature.callees = numbers_;
    d.signature.subroutines = subroutines_;
    KernelSignature::Subroutine out{d.signature.name, {}, {}};
    for (uint32_t pointers = 1 + c_.below(3), i = 0; i < pointers; ++i) {
      Value v{{}, c_.pick(kBufferDTypes), {}};
      int64_t elements = 1;
      for (uint32_t rank = c_.below(3); rank > 0; --rank) {
        v.dims.push_back(std::to_string(1 + c_.below(4)));
        elements *= std::stoll(v.dims.back());
      }
      constexpr std::array kRoles = {Role::input, Role::output, Role::both};
      const Role role = i == 0 ? Role::both : c_.pick(kRoles);
      for (const std::string& dim : v.dims) extent(d, dim, false);
      add(d, v, role);
      out.pointers.push_back({v.dtype, elements, role != Role::input});
    }
    if (d.dims.empty()) extent(d, "3", false);
    if (c_.chance(40)) d.signature.scalars.push_back({"c0", kInt64}), out.scalars.emplace_back();
    subroutines_.push_back(std::move(out));
    return kernel_text(c_, d.signature, 1);
  }

  // ---- kernels ----

  // A kernel that returns a number, and a function of its parameters.
  std::string alone() {
    Draft d = draft("k", KernelSignature::Kind::alone);
    d.signature.callees = numbers_;
    d.signature.subroutines = subroutines_;
    constexpr std::array kRoles = {Role::input, Role::output, Role::both};
    for (uint32_t n = 1 + c_.below(3); n > 0; --n) {
      values_.clear();  // nothing stands twice
      const size_t first = params_.size();
      operand(d.signature.index_dtype == kInt32);
      Value v = values_.back();
      v.name = fmt::format("p{}", first);
      given_.push_back(v);
      add(d, v, first == 0 ? Role::both : c_.pick(kRoles));
    }
    if (d.dims.empty()) extent(d, "3", false);
    values_ = std::move(given_);
    for (size_t i = 0; i < params_.size(); ++i) params_[i] = i;
    std::string scalars;
    constexpr std::array kNumbers = {kInt64, kInt32, kFloat32, kInt8, kBool, kFloat64};
    for (uint32_t n = c_.below(3), i = 0; i < n; ++i) {
      d.signature.scalars.push_back({fmt::format("c{}", i), c_.pick(kNumbers)});
      scalars += fmt::format(", c{}: R.Prim(\"{}\")", i, to_string(d.signature.scalars.back().dtype));
    }
    d.signature.result = c_.chance(80) ? c_.pick(kBufferDTypes) : kVoid;
    results_ = "p0, ";
    return main_text("inputs", scalars) + "\n" + kernel_text(c_, d.signature, 1);
  }

  // A kernel, and its call in main.
  std::string kernel(uint32_t number) {
    Draft d = draft(fmt::format("k{}", number), KernelSignature::Kind::tensors);
    d.signature.callees = numbers_;
    d.signature.subroutines = subroutines_;
    const bool is_int32 = d.signature.index_dtype == kInt32;
    std::vector<size_t> args;
    const bool is_in_place = c_.chance(15);
    for (uint32_t n = 1 + c_.below(3); n > 0; --n) {
      const size_t a = operand(is_int32);
      const bool is_there = std::ranges::find(args, a) != args.end();
      if (is_in_place && is_there) continue;
      args.push_back(a);
      const bool is_changed = is_in_place && (args.size() == 1 || c_.chance(30));
      if (is_changed) d.in_place.push_back(static_cast<int>(args.size() - 1));
      add(d, values_[a], is_changed ? Role::both : Role::input);
    }
    c_.shuffle(d.in_place);
    if (d.dims.empty()) extent(d, "3", false);
    std::vector<Value> outputs;
    for (int i : d.in_place) outputs.push_back(values_[args[static_cast<size_t>(i)]]);
    for (uint32_t n = is_in_place ? c_.below(2) : 1 + (c_.chance(25) ? 1 : 0); n > 0; --n) {
      if (is_in_place) d.in_place.push_back(-1);
      outputs.push_back(output(d, args));
      add(d, outputs.back(), Role::output);
    }
    if (c_.chance(20)) d.signature.scalars.push_back({"c0", kInt64});
    call(d, args, outputs);
    const std::string text = kernel_text(c_, d.signature, 1);
    return text + more_calls(d, args, outputs, text);
  }

  // What passes may find to be the same: another call, or one of an equal kernel under another name, whose text it
  // returns.
  std::string more_calls(Draft& d, const std::vector<size_t>& args, const std::vector<Value>& outputs,
                         std::string text) {
    if (c_.chance(15)) call(d, args, outputs);
    if (!c_.chance(20)) return "";
    const std::string before = "def " + d.signature.name + "(";
    d.signature.name += "_twin";
    const size_t at = text.find(before);
    HAMMOCK_CHECK(at != std::string::npos, "the text of a kernel has its name");
    text.replace(at, before.size(), "def " + d.signature.name + "(");
    if (c_.chance(80)) call(d, args, outputs);
    return "\n" + text;
  }

  void call(const Draft& d, const std::vector<size_t>& args, std::vector<Value> outputs) {
    const bool is_in_place = !d.in_place.empty();
    std::string arguments, infos, more;
    for (size_t a : args) arguments += values_[a].name + ", ";
    for (const Value& v : outputs) infos += (infos.empty() ? "" : ", ") + info(v, "");
    if (outputs.size() > 1) infos = "[" + infos + "]";
    if (is_in_place) more = fmt::format(", inplace_indices=[{}]", fmt::join(d.in_place, ", "));
    if (!d.signature.scalars.empty()) {
      std::string size = c_.pick(sizes_);
      if (!is_number(size) && !is_bound(size)) size = "3";
      more += fmt::format(", tir_vars=R.shape([{}])", c_.chance(50) ? size : size + " + 1");
    }
    const std::string name = fmt::format("v{}", values_.size());
    lines_ += fmt::format("        {} = R.{}(cls.{}, ({}), out_sinfo={}{})\n", name,
                          is_in_place ? "call_tir_inplace" : "call_tir", d.signature.name, arguments, infos, more);
    for (size_t i = 0; i < outputs.size(); ++i) {
      outputs[i].name = name;
      if (outputs.size() > 1) {
        outputs[i].name = fmt::format("{}_{}", name, i);
        lines_ += fmt::format("        {} = {}[{}]\n", outputs[i].name, name, i);
      }
      results_ += outputs[i].name + ", ";
    }
    values_.insert(values_.end(), outputs.begin(), outputs.end());
    if (c_.chance(20)) between();
  }

  // An operator of Relax among the kernels.
  void between() {
    const Value v = values_.back();
    if (v.dtype != kFloat32) return;
    Value sum{fmt::format("w{}", values_.size()), v.dtype, v.dims};
    lines_ +=
        fmt::format("        {} = R.{}\n", sum.name,
                    c_.chance(50) ? fmt::format("add({}, {})", v.name, v.name) : fmt::format("nn.relu({})", v.name));
    results_ += sum.name + ", ";
    values_.push_back(std::move(sum));
  }

  bool is_bound(const std::string& symbol) const {
    return std::ranges::any_of(params_, [&](size_t p) { return std::ranges::count(values_[p].dims, symbol) > 0; });
  }

  std::string main_text(std::string_view name = "main", const std::string& more = "") const {
    std::string params;
    for (size_t p : params_)
      params += fmt::format("{}{}: {}", params.empty() ? "" : ", ", values_[p].name, info(values_[p], "\""));
    std::string out = fmt::format("    @R.function\n    def {}({}{}):\n", name, params, more);
    for (const std::string& s : symbols_) {
      if (is_bound(s)) out += fmt::format("        {} = T.int64()\n", s);
    }
    out += "        cls = Module\n";
    if (!is_dataflow_ || lines_.empty()) return out + lines_ + fmt::format("        return ({})\n", results_);
    out += "        with R.dataflow():\n";
    for (size_t at = 0, end; at < lines_.size(); at = end + 1) {
      end = lines_.find('\n', at);
      out += "    " + lines_.substr(at, end + 1 - at);
    }
    const std::string outputs = results_.substr(0, results_.size() - 2);
    return out + fmt::format("            R.output({})\n        return ({})\n", outputs, results_);
  }

  Choices& c_;
  const KernelUse use_;
  const bool may_fail_, is_dataflow_;
  std::vector<std::string> sizes_, symbols_;
  std::vector<Value> values_, given_;
  std::vector<Expressions::Callee> numbers_;
  std::vector<KernelSignature::Subroutine> subroutines_;
  std::vector<size_t> params_;
  std::string lines_, results_;
};

}  // namespace

std::string kernel_module_text(Choices& choices, KernelUse use) { return ModuleWriter(choices, use).run(); }

Module kernel_module(Choices& choices, KernelUse use) {
  const std::string text = kernel_module_text(choices, use);
  auto source = std::make_shared<Source>("kernels.py", text);
  Diagnostics diagnostics(source);
  std::optional<Module> module = read_module(source, std::make_shared<Context>(), diagnostics);
  HAMMOCK_CHECK(module.has_value(), "the text of random kernels is refused:\n" + render(diagnostics) + text);
  return std::move(*module);
}

}  // namespace hammock::generate
