// SPDX-License-Identifier: Apache-2.0
// Variables are numbered in the order in which they appear, expressions are written once, with a stack: the text has no
// more lines than the kernel has statements and nodes. It is no T.prim_func: that is the printer's.
#include "code_text.h"

#include <fmt/format.h>

#include <unordered_map>

#include "hammock/prim/walk.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/walk.h"

namespace hammock::loop {
namespace {

using tir::StmtKind;

class CodeWriter {
 public:
  CodeWriter(const tir::Kernel& kernel, std::string& out) : kernel_(kernel), context_(*kernel.context), out_(out) {}

  void run() {
    line("code {}", kernel_.has_result ? to_string(kernel_.result) : "");
    for (const tir::Buffer& b : kernel_.buffers) buffer(b);
    for (const tir::Parameter& p : kernel_.params) {
      if (p.buffer) line("param B{}", p.buffer.index);
      else line("param {}", expr(p.var));
    }
    tir::walk(
        kernel_, kernel_.body,
        [&](tir::StmtId s) {
          statement(kernel_[s]);
          return true;
        },
        [&](tir::StmtId, tir::Part part) { line("{{{}", static_cast<int>(part)); },
        [&](tir::StmtId, tir::Part) { line("}}"); }, [](tir::StmtId) {});
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }
  std::string text(Name n) const { return n ? fmt::format("{}:{}", context_.text(n).size(), context_.text(n)) : "-"; }

  void buffer(const tir::Buffer& b) {
    const std::string shape = list(b.shape), strides = list(b.strides);
    const std::string data = expr(b.data), offset = b.elem_offset ? expr(b.elem_offset) : "-";
    line("buffer {} {} {} ({}) ({}) {} {} {} {}", text(b.name), data, to_string(b.dtype), shape, strides, offset,
         kernel_.scope(b), static_cast<int>(b.kind), b.offset_factor);
  }

  void region(const tir::BufferRegion& r) {
    std::string ranges;
    for (const tir::Range& x : r.ranges) {
      const std::string min = expr(x.min), extent = expr(x.extent);
      ranges += fmt::format(" {}:{}", min, extent);
    }
    line("region B{}{}", r.buffer.index, ranges);
  }

  void statement(const tir::Stmt& s) {
    const std::string var = expr(s.var), value = expr(s.value), min = expr(s.min), items = list(kernel_.list(s));
    line("{} {} {} {} {} {} {} ({}) {} B{} {}", static_cast<int>(s.kind), static_cast<int>(s.loop), to_string(s.dtype),
         var, value, min, tir::step_of(s), items, text(s.text), s.buffer.index, s.has_else);
    if (s.data) constant(s.data);
    switch (s.kind) {
      case StmtKind::block: block(kernel_.block(s)); break;
      case StmtKind::attr: node(kernel_.nodes[s.number]); break;
      case StmtKind::realize:
      case StmtKind::prefetch: region(kernel_.regions[s.number]); break;
      default: break;
    }
  }

  // The bytes; of a large constant, which one it is.
  void constant(ConstantId id) {
    const Constant& c = context_[id];
    line("data {} {}", to_string(c.dtype), c.data.size());
    if (c.data.size() > kLargeConstant) return line("constant {}", id.index);
    for (std::byte b : c.data) fmt::format_to(std::back_inserter(out_), "{:02x}", static_cast<unsigned>(b));
    out_ += '\n';
  }

  void node(const tir::AttrNode& n) {
    const std::string prim = expr(n.prim), var = expr(n.iter_var.var), min = expr(n.iter_var.domain.min),
                      extent = expr(n.iter_var.domain.extent);
    line("node {} {} {} {} {} {}", static_cast<int>(n.kind), prim, var, min, extent, text(n.iter_var.tag));
    for (tir::BufferId b : n.buffers) line("B{}", b.index);
  }

  void block(const tir::Block& b) {
    const std::string values = list(b.values), predicate = expr(b.predicate);
    line("block ({}) {} {} {}", values, predicate, b.is_realized, b.has_init);
    for (const tir::IterVar& v : b.vars) {
      const std::string var = expr(v.var), min = expr(v.domain.min), extent = expr(v.domain.extent);
      line("axis {} {} {} {}", static_cast<int>(v.kind), var, min, extent);
    }
    for (tir::BufferId a : b.allocations) line("alloc B{}", a.index);
    for (const tir::MatchBuffer& m : b.matches) {
      line("match B{}", m.target.index);
      region(m.source);
    }
  }

  std::string list(std::span<const Prim> es) {
    std::string out;
    for (Prim e : es) out += (out.empty() ? "" : ", ") + expr(e);
    return out;
  }

  // The name or the immediate that stands for an expression; writes the lines that it needs first.
  std::string expr(Prim root) {
    if (!root) return "-";
    operands_first(
        context_.prims, root, [&](Prim e) { return names_.contains(e.index); },
        [&](Prim e, const std::vector<Prim>& operands) { names_[e.index] = define(e, operands); });
    return names_[root.index];
  }

  std::string define(Prim e, std::span<const Prim> operands) {
    const PrimNode& n = context_.prims[e];
    const std::string type = to_string(n.dtype);
    switch (n.kind) {
      case PrimKind::int_imm: return fmt::format("{}:{}", n.value, type);
      case PrimKind::float_imm: return fmt::format("{:a}:{}", n.real, type);
      case PrimKind::string_imm: return fmt::format("\"{}\"", text(n.name()));
      case PrimKind::var: {
        auto at = kernel_.variables.find(e.index);
        const bool is_pointer = at != kernel_.variables.end() && at->second.is_pointer;
        return fmt::format("v{}:{}{}:{}", next_var_++, type, is_pointer ? to_string(at->second.element) : "",
                           text(kernel_.hint(e)));
      }
      default: break;
    }
    std::string args;
    for (Prim o : operands) args += " " + names_[o.index];
    std::string name = fmt::format("x{}", next_value_++);
    const std::string detail = n.kind == PrimKind::call   ? text(n.name())
                               : n.kind == PrimKind::load ? fmt::format("B{}", n.c)
                                                          : std::string();
    line("{} = {} {}{}{}", name, static_cast<int>(n.kind), type, detail, args);
    return name;
  }

  const tir::Kernel& kernel_;
  const Context& context_;
  std::string& out_;
  int next_var_ = 0, next_value_ = 0;
  std::unordered_map<uint32_t, std::string> names_;
};

}  // namespace

void write_code(const tir::Kernel& kernel, std::string& out) { CodeWriter(kernel, out).run(); }

}  // namespace hammock::loop
