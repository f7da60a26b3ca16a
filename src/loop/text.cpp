// SPDX-License-Identifier: Apache-2.0
// A kernel as text, in the form of a T.prim_func.
//
// Variables are numbered in the order in which they appear, common subexpressions are written once (`x0 = ...`), so the
// text has no more lines than the kernel has nodes, and equal kernels have equal texts. Floats are written exactly.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "code_text.h"
#include "hammock/ir/prim_kind.h"
#include "hammock/prim/walk.h"
#include "lowerer.h"

namespace hammock::loop {
namespace {

class Writer {
 public:
  Writer(const Context& context, const LoweredKernel& kernel)
      : context_(context), prims_(context.prims), kernel_(kernel) {}

  std::string run() {
    out_ = "@T.prim_func\ndef kernel(";
    for (size_t i = 0; i < kernel_.buffers.size(); ++i) out_ += fmt::format("{}b{}: T.handle", i ? ", " : "", i);
    out_ += "):\n";
    for (size_t i = 0; i < kernel_.buffers.size(); ++i) {
      const Buffer& b = kernel_.buffers[i];
      line("B{} = T.match_buffer(b{}, ({}), \"{}\", strides=({}){})", i, i, list(b.shape), to_string(b.dtype),
           list(b.strides), b.is_output ? ", output=True" : "");
    }
    std::visit([&](const auto& body) { write(body); }, kernel_.body);
    return std::move(out_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_.append(static_cast<size_t>(2 * depth_), ' ');
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  static std::string list(const std::vector<int64_t>& values) { return fmt::format("{}", fmt::join(values, ", ")); }
  std::string list(std::span<const Prim> es) {
    std::string out;
    for (Prim e : es) out += (out.empty() ? "" : ", ") + expr(e);
    return out;
  }

  // `for` lines of the axes; the caller takes the depth back.
  void loops(const std::vector<Axis>& axes) {
    for (const Axis& a : axes) {
      line("for {} in range({}):", name_new(a.var), a.extent);
      ++depth_;
    }
  }
  std::string name_new(Prim var) {
    std::string name = fmt::format("v{}", next_var_++);
    names_[var.index] = name;
    return name;
  }

  void write(const Nest& nest) {
    loops(nest.outer);
    for (const Stage& s : nest.stages) {
      auto outside = names_;
      loops(s.axes);
      if (s.combine == Combine::none) {
        std::string value = expr(s.body);
        line("B{}[{}] = {}", s.out, list(s.index), value);
        names_ = std::move(outside);
      } else {
        constexpr const char* kNans[] = {"", ", nan=skip", ", nan=replace"};
        std::string value = expr(s.body);
        std::string result = fmt::format("v{}", next_var_++);
        line("{} = {}({}, init={}, dtype=\"{}\"{})", result, kCombineNames[static_cast<size_t>(s.combine)], value,
             expr(s.init), to_string(prims_[s.result].dtype), kNans[static_cast<int>(s.nan)]);
        names_ = std::move(outside);
        names_[s.result.index] = result;
      }
      depth_ -= static_cast<int>(s.axes.size());
    }
  }

  std::string factor(const Factor& f, const std::string& channel = "") {
    return fmt::format("B{}(batch=({}), row={}, col={}{}{})", f.buffer, list(f.batch_strides), f.row_stride,
                       f.col_stride, channel, f.is_weight ? ", weight" : "");
  }

  void write(const Contraction& c) {
    loops(c.batch);
    loops({c.m, c.n});
    if (c.rhs_element) {
      const std::string inner = name_new(c.inner), value = expr(c.rhs_element);
      line("rhs at {} = {}", inner, value);
    }
    const bool has_channels = !c.window.is_plain && c.lhs.channel_stride != c.window.taps() * c.lhs.col_stride;
    const std::string channel = has_channels ? fmt::format(", channel={}", c.lhs.channel_stride) : "";
    std::string acc = name_new(c.acc);
    line("{} = contract(k={}, lhs={}, rhs={}, dtype=\"{}\")", acc, c.k, factor(c.lhs, channel), factor(c.rhs),
         to_string(c.acc_dtype));
    if (const Window& w = c.window; !w.is_plain) {
      const auto dims = [&](int64_t d, int64_t h, int64_t width) {
        return w.has_depth() ? list({d, h, width}) : list({h, width});
      };
      line("window(image=({}, {}), kernel=({}), out=({}), stride=({}), dilation=({}), pad=({}), strides=({}, {}))",
           w.channels, dims(w.depth, w.height, w.width), dims(w.kernel_d, w.kernel_h, w.kernel_w),
           dims(w.out_d, w.out_h, w.out_w), dims(w.stride_d, w.stride_h, w.stride_w),
           dims(w.dilation_d, w.dilation_h, w.dilation_w), dims(w.pad_front, w.pad_top, w.pad_left), w.channel_stride,
           dims(w.slice_stride, w.row_stride, w.col_stride));
      if (!c.takes_winograd) line("by products alone");
    }
    std::string value = expr(c.epilogue);
    line("B{}[{}] = {}", c.out, list(c.index), value);
  }

  void write(const Attention& a) {
    line(
        "B{} = attention(B{}, B{}, B{}, bias={}{}, batch={}, heads={}, kv_heads={}, q_len={}, kv_len={}, head_size={}, "
        "value_size={}, scale={}, cap={}{}, mask={})",
        a.out, a.query, a.key, a.value, a.bias, a.bias_replaces ? " replaces" : "", a.batch, a.heads, a.kv_heads,
        a.q_len, a.kv_len, a.head_size, a.value_size, a.scale, a.cap, a.guards ? ", guards" : "",
        static_cast<int>(a.mask));
    if (a.window < Attention::kAll) line("window {}", a.window);
    if (a.has_sequences()) line("sequences from B{} and B{}", a.starts_q, a.starts_kv);
  }

  void write(const Code& c) {
    write_code(*c.kernel, out_);
    for (const auto& callee : c.callees) write_code(*callee, out_);
    if (c.may_overlap) out_ += "may overlap\n";
    if (c.gives_value) out_ += "gives value\n";
    if (c.must_return) out_ += "must return\n";
    if (!std::holds_alternative<std::monostate>(c.routine)) out_ += "by a routine\n";
  }

  void write(const Unwritten&) { line("B0 is unwritten"); }

  // The name or the immediate that stands for an expression; writes the lines that it needs first. No recursion: an
  // expression may be as deep as a fusion group is large.
  std::string expr(Prim root) {
    operands_first(
        prims_, root, [&](Prim e) { return names_.contains(e.index); },
        [&](Prim e, const std::vector<Prim>& operands) { names_[e.index] = define(e, operands); });
    return names_[root.index];
  }

  std::string define(Prim e, std::span<const Prim> operands) {
    const PrimNode& n = prims_[e];
    std::string type = to_string(n.dtype);
    auto in = [&](size_t i) -> const std::string& { return names_[operands[i].index]; };
    switch (n.kind) {
      case PrimKind::int_imm:
        return n.dtype == kInt64 ? fmt::format("{}", n.value) : fmt::format("T.{}({})", type, n.value);
      case PrimKind::float_imm: return fmt::format("T.{}({:a})", type, n.real);
      case PrimKind::string_imm: return fmt::format("\"{}\"", context_.text(n.name()));
      case PrimKind::var: return name_new(e);  // unbound: not of a valid kernel
      default: break;
    }
    std::string args;
    for (Prim o : operands) args += (args.empty() ? "" : ", ") + names_[o.index];
    std::string value;
    switch (n.kind) {
      case PrimKind::load: value = fmt::format("B{}[{}]", n.c, args); break;
      case PrimKind::call: value = fmt::format("T.{}({})", context_.text(n.name()), args); break;
      case PrimKind::cast: value = fmt::format("T.Cast(\"{}\", {})", type, in(0)); break;
      default: value = fmt::format("T.{}({})", row(n.kind).node, args);
    }
    std::string name = fmt::format("x{}", next_value_++);
    line("{} = {}", name, value);
    return name;
  }

  const Context& context_;
  const PrimStore& prims_;
  const LoweredKernel& kernel_;
  std::string out_;
  int depth_ = 1;
  int next_var_ = 0, next_value_ = 0;
  std::unordered_map<uint32_t, std::string> names_;
};

}  // namespace

std::string to_text(const Context& context, const LoweredKernel& kernel) { return Writer(context, kernel).run(); }

bool is_text_complete(const LoweredKernel& kernel) {
  const auto* code = std::get_if<Code>(&kernel.body);
  if (code == nullptr) return true;
  const tir::Kernel& k = *code->kernel;
  return code->callees.empty() && std::ranges::none_of(k.stmts, [&](const tir::Stmt& s) {
           return s.data && (*k.context)[s.data].data.size() > kLargeConstant;
         });
}

}  // namespace hammock::loop
