// SPDX-License-Identifier: Apache-2.0
// Kernels as text (TIR, section 4).
//
// A frame is a list of lines that a construct is building. What is used and not defined anywhere is declared in the
// frame of the innermost construct that holds all its uses, before the line under way; so a first walk finds for every
// variable and buffer the construct that holds it, and lines go to lists that are spliced, never copied, into the frame
// around them. Constructs that stand last in a suite need no indentation: the loop over a suite goes on with their
// bodies, so that a thousand lets are no recursion.
#include "hammock/print/kernel.h"

#include <algorithm>
#include <list>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hammock/base/scalable.h"
#include "hammock/ir/constant.h"
#include "hammock/ir/prim_kind.h"
#include "hammock/prim/intrinsics.h"
#include "hammock/print/print.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/threads.h"
#include "hammock/tir/walk.h"
#include "literal.h"
#include "names.h"

namespace hammock {
namespace {

using namespace tir;
using tir::Block;

using Lines = std::list<std::string>;

// Where in the tree something stands: a statement, the branch of a statement, or the kernel itself.
using Place = uint32_t;
constexpr Place kKernel = 0, kNowhere = 0xffffffff;
Place place(StmtId s) { return 1 + s.index * 4; }
Place place(StmtId s, Part part) { return 1 + s.index * 4 + 1 + static_cast<uint32_t>(part); }

// ---- where things are used ----

class Uses {
 public:
  explicit Uses(const Kernel& kernel) : kernel_(kernel), prims_(kernel.context->prims) { run(); }

  // The innermost place around all uses; kKernel if there are none.
  Place of(Prim var) const { return find(vars_, var.index); }
  Place of(BufferId b) const { return find(buffers_, b.index); }
  bool has(BufferId b) const { return buffers_.contains(b.index); }
  Place parent(Place p) const {
    auto at = parents_.find(p);
    return at == parents_.end() ? kKernel : at->second;
  }
  int count(Prim var) const {
    auto at = counts_.find(var.index);
    return at == counts_.end() ? 0 : at->second;
  }

 private:
  static Place find(const std::unordered_map<uint32_t, Place>& map, uint32_t key) {
    auto at = map.find(key);
    return at == map.end() ? kKernel : at->second;
  }
  // The innermost place around an earlier use and this one is the innermost that is still open around the earlier one
  // (Tarjan's offline lowest common ancestors).
  void note(std::unordered_map<uint32_t, Place>& map, uint32_t key) {
    auto [at, is_new] = map.try_emplace(key, here_);
    if (!is_new) at->second = open_around(at->second);
  }
  Place open_around(Place p) {
    Place root = p;
    while (true) {
      auto at = closed_.find(root);
      if (at == closed_.end()) break;
      root = at->second;
    }
    while (p != root) p = std::exchange(closed_[p], root);
    return root;
  }
  void expression(Prim root) {
    if (!root) return;
    stack_.assign(1, root);
    while (!stack_.empty()) {
      Prim e = stack_.back();
      stack_.pop_back();
      const PrimNode& n = prims_[e];
      if (n.kind == PrimKind::var) {
        ++counts_[e.index];
        note(vars_, e.index);
        continue;
      }
      if (n.kind == PrimKind::load) pending_.push_back(BufferId(n.c));
      prims_.operands(e, stack_);
    }
    std::vector<BufferId> found;
    found.swap(pending_);
    for (BufferId b : found) buffer(b);
  }
  void buffer(BufferId b) {
    note(buffers_, b.index);
    // The fields of a buffer were counted here already.
    if (!fields_.insert(static_cast<uint64_t>(b.index) << 32 | here_).second) return;
    const Buffer& buffer = kernel_[b];
    for (Prim p : buffer.shape) expression(p);
    expression(buffer.data);
    for (Prim p : buffer.strides) expression(p);
    expression(buffer.elem_offset);
  }
  void region(const BufferRegion& r) {
    buffer(r.buffer);
    for (const Range& d : r.ranges) expression(d.min), expression(d.extent);
  }
  void attribute(Attr a) {
    if (!a) return;
    const AttrStore& attrs = kernel_.context->attrs;
    if (attrs[a].kind == AttrKind::prim) expression(Prim(attrs[a].id));
    if (attrs[a].kind == AttrKind::list || attrs[a].kind == AttrKind::dict) {
      for (Attr item : attrs.items(a)) attribute(item);
    }
  }
  void statement(const Stmt& s) {
    expression(s.var);
    expression(s.min);
    expression(s.value);
    for (Prim p : kernel_.list(s)) expression(p);
    if (s.buffer) buffer(s.buffer);
    attribute(s.annotations);
    if (s.kind == StmtKind::realize || s.kind == StmtKind::prefetch) region(kernel_.regions[s.number]);
    if (s.kind == StmtKind::attr) {
      const tir::AttrNode& n = kernel_.nodes[s.number];
      expression(n.prim);
      for (BufferId b : n.buffers) buffer(b);
      expression(n.iter_var.var);
      expression(n.iter_var.domain.min);
      expression(n.iter_var.domain.extent);
      for (Prim p : n.identities) expression(p);
    }
    if (s.kind != StmtKind::block) return;
    const Block& b = kernel_.block(s);
    for (const IterVar& v : b.vars) expression(v.var), expression(v.domain.min), expression(v.domain.extent);
    for (Prim p : b.values) expression(p);
    expression(b.predicate);
    for (const auto* list : {&b.reads, &b.writes}) {
      for (const BufferRegion& r : *list) region(r);
    }
    attribute(b.annotations);
    for (BufferId a : b.allocations) buffer(a);
    for (const MatchBuffer& m : b.matches) buffer(m.target), region(m.source);
  }
  void enter_place(Place p) {
    parents_.try_emplace(p, here_);
    here_ = p;
  }
  void leave_place() {
    const Place around = parent(here_);
    closed_[here_] = around;
    here_ = around;
  }
  void run() {
    for (const Parameter& p : kernel_.params) {
      expression(p.var);
      if (p.buffer) buffer(p.buffer);
    }
    attribute(kernel_.attrs);
    auto enter = [&](StmtId id) {
      enter_place(place(id));
      statement(kernel_[id]);
      return true;
    };
    auto begin = [&](StmtId id, Part part) { enter_place(place(id, part)); };
    auto end = [&](StmtId, Part) { leave_place(); };
    auto leave = [&](StmtId) { leave_place(); };
    walk(kernel_, kernel_.body, enter, begin, end, leave);
  }

  const Kernel& kernel_;
  const PrimStore& prims_;
  Place here_ = kKernel;
  std::unordered_map<Place, Place> parents_;
  std::unordered_map<Place, Place> closed_;  // places that were left: one around them
  std::unordered_map<uint32_t, Place> vars_, buffers_;
  std::unordered_map<uint32_t, int> counts_;
  std::unordered_set<uint64_t> fields_;
  std::vector<Prim> stack_;
  std::vector<BufferId> pending_;
};

// ---- printing ----

constexpr int kComparison = 6;  // the precedence

// The versions that have 'break', steps of loops, and pointers to global memory where they say no scope.
constexpr int kJumps = 22, kSteps = 23, kGlobalPointers = 26;

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : ", ") + part;
  return out;
}

class KernelPrinter {
 public:
  KernelPrinter(const Kernel& kernel, const KernelPrintOptions& options)
      : kernel_(kernel),
        context_(*kernel.context),
        prims_(context_.prims),
        options_(options),
        uses_(kernel),
        names_(context_.strings),
        comments_(options.comments && !kernel.comments.empty() ? &kernel.comments : nullptr) {
    for (const tir::AttrNode& n : kernel.nodes) {
      if (n.kind == tir::AttrNode::Kind::iter_var && n.iter_var.kind == IterKind::thread)
        threads_.try_emplace(n.iter_var.var.index, n.iter_var.tag);
    }
    for (const Parameter& p : kernel.params) {
      if (p.buffer) ++data_counts_[kernel[p.buffer].data.index];
    }
  }

  std::string print(std::string_view name);

 private:
  using Matched = std::pair<BufferId, std::string>;
  struct Waiting {
    uint32_t place;  // in the text that was read
    At at;
    uint32_t number;
  };

  enum class Declared : uint8_t { pointer, whole, match };

  struct Frame {
    Place place = kKernel;
    bool is_concise = false;
    int depth = 0;
    Lines lines;
    std::vector<uint32_t> vars, buffers;  // defined in it
  };

  // ---- versions (dialect.def)
  bool since(int version) const { return is_in(version, options_.dialect); }
  bool newer(Spelling spelling) const { return is_new(spelling, options_.dialect); }
  std::string spell(Spelling spelling) const { return std::string(hammock::spell(spelling, options_.dialect)); }
  void gap(std::string_view what, Span at) {
    if (options_.gaps) options_.gaps->push_back({std::string(what), at});
  }
  std::string quoted(std::string_view text) const;
  std::string dtype_text(DType d) const;
  std::string truth(bool value) const;
  std::string real(double value) const;

  Frame& frame() { return frames_.back(); }
  void push(Place place, int depth) {
    frames_.push_back({place, false, depth, {}, {}, {}});
    frame_of_.try_emplace(place, frames_.size() - 1);
    names_.open();
  }
  // Its lines go to the frame around it.
  void pop() {
    Frame top = std::move(frames_.back());
    frames_.pop_back();
    if (auto at = frame_of_.find(top.place); at != frame_of_.end() && at->second == frames_.size()) frame_of_.erase(at);
    names_.close();
    for (uint32_t v : top.vars) vars_.erase(v);
    for (uint32_t b : top.buffers) buffers_.erase(b);
    frame().lines.splice(frame().lines.end(), top.lines);
  }
  // ---- comments (ir/comments.h)
  void comment_lines(Frame& f, At at, uint32_t number) {
    if (!comments_) return;
    for (Name text : comments_->at(at, number)) line(f, std::string(context_.text(text)));
  }
  void comment_lines(At at, uint32_t number) { comment_lines(frame(), at, number); }
  // Of a construct, and of the declaration that is one with it.
  void end_comments(StmtId id) {
    if (auto declaration = merged_.find(id.index); declaration != merged_.end())
      comment_lines(At::end, declaration->second.index);
    comment_lines(At::end, id.index);
  }
  std::string behind(At at, uint32_t number) const {
    std::string out;
    if (!comments_) return out;
    for (Name text : comments_->at(at, number)) (out += "  ") += context_.text(text);
    return out;
  }
  void line(std::string text, At before, At behind_at, uint32_t number) {
    line(frame(), std::move(text), before, behind_at, number);
  }
  void line(Frame& f, std::string text, At before, At behind_at, uint32_t number) {
    comment_lines(f, before, number);
    line(f, std::move(text) + behind(behind_at, number));
  }
  // Of a statement: its first line, or all of it.
  void line(StmtId id, std::string text) { line(std::move(text), At::before, At::behind, id.index); }
  void line(uint32_t block, BlockLine which, std::string text) {
    line(std::move(text), At::line_before, At::line_behind, line_number(block, which));
  }
  std::string decorator() const;
  void function_attributes(std::string_view name);
  void block_header(std::span<const StmtId> statements, int depth, const std::string& header);
  void find_waiting();
  void waiting_comments(Span before);
  std::string parameters();
  std::string parameter(const Parameter& p);

  void line(std::string text) { line(frame(), std::move(text)); }
  void line(Frame& f, std::string text) {
    text.insert(0, static_cast<size_t>(f.depth * options_.indent_spaces), ' ');
    text += '\n';
    f.lines.push_back(std::move(text));
  }

  std::string define(Prim var, size_t at) {
    Name hint = kernel_.hint(var);
    std::string name(names_.text(names_.define(hint && !context_.text(hint).empty() ? hint : Name(), at + 1)));
    vars_[var.index] = name;
    frames_[at].vars.push_back(var.index);
    return name;
  }
  std::string define(Prim var) { return define(var, frames_.size() - 1); }
  void define_as(Prim var, std::string form, size_t at) {
    for (At place : {At::symbol_before, At::symbol_behind}) comment_lines(frames_[at], place, var.index);
    vars_[var.index] = std::move(form);
    frames_[at].vars.push_back(var.index);
  }
  std::string define(BufferId b, size_t at) {
    Name hint = kernel_[b].name;
    std::string name;
    if (hint && !context_.text(hint).empty()) {
      name = names_.text(names_.define(hint, at + 1));
    } else {
      Name found = context_.strings.find("buffer");
      if (found) name = names_.text(names_.define(found, at + 1));
      else names_.reserve("buffer"), name = "buffer";
    }
    buffers_[b.index] = name;
    frames_[at].buffers.push_back(b.index);
    return name;
  }
  std::string define(BufferId b) { return define(b, frames_.size() - 1); }
  size_t frame_around(Place p) const;

  std::string variable(Prim var);
  std::string buffer(BufferId b);
  std::string type(Prim var) const;
  std::string creation(Prim var) const;
  std::string expression(Prim e, int min_precedence = 0);
  std::string immediate(const PrimNode& n) const;
  std::string list(std::span<const Prim> prims);
  std::string tuple(std::span<const Prim> prims);
  std::string indices(std::span<const Prim> prims);
  std::string region(const BufferRegion& r, bool has_ranges = false);
  std::string regions(const std::vector<BufferRegion>& all);
  bool says_dtype(const IntrinsicRow& row, DType dtype, std::span<const Prim> args) const;
  bool reads_otherwise(const IntrinsicRow& row, std::span<const Prim> args) const;
  std::string call(Prim e);
  std::string attribute(Attr a);
  std::string index_map(Attr a);
  std::string node(const tir::AttrNode& n);
  std::string iter_var(const IterVar& v);
  Prim end(Range r) { return prims_add(r.min, r.extent); }
  Prim prims_add(Prim a, Prim b) {
    if (prims_[a].dtype != prims_[b].dtype && prims_.constant(a))
      a = const_cast<PrimStore&>(prims_).integer(*prims_.constant(a), prims_[b].dtype);
    if (prims_[a].dtype != prims_[b].dtype && prims_.constant(b))
      b = const_cast<PrimStore&>(prims_).integer(*prims_.constant(b), prims_[a].dtype);
    return const_cast<PrimStore&>(prims_).add(a, b);
  }
  Prim lanes(DType vector, DType as = kInt32);
  bool is_infix(Prim e) const;

  std::unordered_map<uint32_t, int> variable_counts(const Buffer& b) const;
  std::string declaration(BufferId b, std::string_view method, std::vector<std::string> lead, size_t at, Declared mode);
  bool is_inline(const Parameter& p);
  void suite(Suite s);
  // True if the statement's body goes on at this level, in a frame that was pushed.
  bool statement(StmtId id, Suite& rest);
  bool evaluate_statement(StmtId id, const Stmt& s, Suite& rest);
  bool store_statement(StmtId id, const Stmt& s, Suite& rest);
  bool let_statement(StmtId id, const Stmt& s, Suite& rest);
  bool assertion_statement(StmtId id, const Stmt& s, Suite& rest);
  bool while_statement(StmtId id, const Stmt& s, Suite& rest);
  bool allocate_statement(StmtId id, const Stmt& s, Suite& rest);
  bool allocated_buffer(StmtId id, const Stmt& s, Suite& rest);
  bool allocate_const_statement(StmtId id, const Stmt& s, Suite& rest);
  bool declare_statement(StmtId id, const Stmt& s, Suite& rest);
  bool attr_statement(StmtId id, const Stmt& s, Suite& rest);
  bool realize_statement(StmtId id, const Stmt& s, Suite& rest);
  bool prefetch_statement(StmtId id, const Stmt& s, Suite& rest);
  void for_(StmtId id);
  std::string loop_bounds(const Stmt& s, std::string_view function);
  void block(StmtId id, const Block& b);
  void block_vars(const Block& b);
  void allocation(BufferId b, size_t at);
  void if_(StmtId id);
  bool is_flat(const Stmt& s) const;
  bool is_comment_root(const Stmt& s) const;
  bool construct(StmtId id, const std::string& bare, const std::string& with, Suite body, Suite& rest,
                 bool has_frame = false);
  std::string loop_function(const Stmt& s) const;
  const Stmt* loop_of(Prim var) const;

  const Kernel& kernel_;
  const Context& context_;
  const PrimStore& prims_;
  KernelPrintOptions options_;
  Uses uses_;
  Names names_;
  std::vector<Frame> frames_;
  std::unordered_map<Place, size_t> frame_of_;
  std::unordered_map<uint32_t, Name> threads_;     // the tags of thread variables
  std::unordered_map<uint32_t, int> data_counts_;  // buffers of parameters, by their data
  std::unordered_map<uint32_t, std::string> vars_, buffers_;
  std::unordered_map<uint32_t, const Stmt*> loops_;  // open ones
  std::vector<Matched> matched_;                     // buffers of parameters that have a line, with the parameters
  const Comments* comments_;                         // null: none
  std::unordered_map<uint32_t, StmtId> merged_;      // by allocation: the declaration that is one with it
  std::vector<Waiting> waiting_;                     // of lines that the text does not have, the first last
};

std::string KernelPrinter::quoted(std::string_view text) const {
  for (const SpellingInfo& row : spellings()) {
    if (row.kind == SpellingKind::text && row.older == text && newer(row.id)) return print_string(row.newer);
  }
  return print_string(text);
}

// Vectors of bools are uint1 in the text.
std::string KernelPrinter::dtype_text(DType d) const {
  std::string text = to_string(d);
  if (d.is_boolean() && d.lanes > 1) return text.replace(0, 4, "uint1");
  if (d.code < DType::Code::e4m3) return text;
  for (const SpellingInfo& row : spellings()) {
    if (row.kind == SpellingKind::dtype && text.starts_with(row.older))
      text.replace(0, row.older.size(), spell(row.id));
  }
  return text;
}

// In attributes.
std::string KernelPrinter::truth(bool value) const {
  const std::string text = value ? "True" : "False";
  return newer(Spelling::boolean) ? text : "T.bool(" + text + ")";
}

std::string KernelPrinter::real(double value) const {
  std::string out;
  append_float(out, value);
  return newer(Spelling::boolean) && out.front() != '"' ? out : "T.float32(" + out + ")";
}

size_t KernelPrinter::frame_around(Place p) const {
  for (;; p = uses_.parent(p)) {
    if (auto at = frame_of_.find(p); at != frame_of_.end()) return at->second;
    if (p == kKernel) return 0;
  }
}

std::string KernelPrinter::type(Prim var) const {
  const DType d = prims_[var].dtype;
  auto at = kernel_.variables.find(var.index);
  if (d.code != DType::Code::handle || at == kernel_.variables.end() || !at->second.is_pointer)
    return "T." + dtype_text(d);
  std::string out = "T.handle(\"" + dtype_text(at->second.element) + "\"";
  std::string_view scope = at->second.scope ? context_.text(at->second.scope) : "";
  const bool is_said = !scope.empty() && (scope != "global" || !since(kGlobalPointers));
  if (is_said) out += ", \"" + std::string(scope) + "\"";
  return out + ")";
}

std::string KernelPrinter::creation(Prim var) const {
  std::string out = type(var);
  if (out.back() == ')') return out;
  return out + (prims_[var].is_size_var ? "(is_size_var=True)" : "()");
}

std::string KernelPrinter::variable(Prim var) {
  if (auto at = vars_.find(var.index); at != vars_.end()) return at->second;
  const size_t at = frame_around(uses_.of(var));
  std::string name = define(var, at);
  if (auto thread = threads_.find(var.index); thread != threads_.end()) {
    line(frames_[at],
         name + " = T.env_thread(\"" + std::string(context_.text(thread->second)) + "\"" +
             (prims_[var].dtype == kInt32 ? "" : ", \"" + dtype_text(prims_[var].dtype) + "\"") + ")",
         At::symbol_before, At::symbol_behind, var.index);
    return name;
  }
  line(frames_[at], name + " = " + creation(var), At::symbol_before, At::symbol_behind, var.index);
  return name;
}

std::string KernelPrinter::buffer(BufferId b) {
  if (auto at = buffers_.find(b.index); at != buffers_.end()) return at->second;
  const size_t at = frame_around(uses_.of(b));
  std::string name = define(b, at);
  std::string text = declaration(b, "T.Buffer", {}, at, Declared::whole);
  line(frames_[at], name + " = " + text, At::buffer_before, At::buffer_behind, b.index);
  return name;
}

// ---- expressions ----

std::string KernelPrinter::immediate(const PrimNode& n) const {
  std::string out;
  if (n.kind == PrimKind::float_imm) append_float(out, n.real);
  else if (n.dtype.is_boolean()) out = n.value ? "True" : "False";
  else if (n.dtype.is_unsigned()) out = std::to_string(static_cast<uint64_t>(n.value));
  else out = std::to_string(n.value);
  if (n.kind == PrimKind::int_imm && n.dtype == kInt32) return out;
  return "T." + dtype_text(n.dtype) + "(" + out + ")";
}

bool KernelPrinter::is_infix(Prim e) const {
  const PrimNode& n = prims_[e];
  if (row(n.kind).infix.empty()) return false;
  if (n.kind == PrimKind::logical_not) return prims_[n.lhs()].kind != PrimKind::int_imm || true;
  if (n.kind == PrimKind::div && n.dtype.is_integral()) return false;
  if ((n.kind == PrimKind::logical_and || n.kind == PrimKind::logical_or) && !n.dtype.is_scalar()) return false;
  return prims_[n.lhs()].dtype == prims_[n.rhs()].dtype && !prims_.folds(n.kind, n.lhs(), n.rhs());
}

std::string KernelPrinter::list(std::span<const Prim> prims) {
  std::string out;
  for (Prim p : prims) out += (out.empty() ? "" : ", ") + expression(p);
  return out;
}

std::string KernelPrinter::tuple(std::span<const Prim> prims) {
  return "(" + list(prims) + (prims.size() == 1 ? ",)" : ")");
}

// How many a vector has.
Prim KernelPrinter::lanes(DType vector, DType as) {
  PrimStore& store = const_cast<PrimStore&>(prims_);
  const int factor = vscale_factor(vector);
  if (factor == 0) return store.integer(vector.lanes, as);
  const Prim unit = store.call(kernel_.context->name("vscale"), kInt32, {});
  const Prim count = store.mul(unit, store.integer(factor, kInt32));
  return as == kInt32 ? count : store.node(PrimKind::cast, as, count);
}

std::string KernelPrinter::indices(std::span<const Prim> prims) {
  if (prims.empty()) return "()";
  std::string out;
  for (size_t i = 0; i < prims.size(); ++i) {
    const PrimNode n = prims_[prims[i]];
    if (i > 0) out += ", ";
    const std::optional<int64_t> stride = n.kind == PrimKind::ramp ? prims_.constant(n.rhs()) : std::nullopt;
    if (!stride || *stride == 0) {  // no slice has a step of 0
      out += expression(prims[i]);
      continue;
    }
    PrimStore& store = const_cast<PrimStore&>(prims_);
    Prim span = store.mul(lanes(n.dtype, prims_[n.rhs()].dtype), n.rhs());
    out += expression(n.lhs()) + ":" + expression(prims_add(n.lhs(), span));
    if (*stride != 1) out += ":" + expression(n.rhs());
  }
  return out;
}

// Is T.name of these operands no function, or one that gives another node (TIR 1.12)?
bool KernelPrinter::reads_otherwise(const IntrinsicRow& row, std::span<const Prim> args) const {
  if (row.form == IntrinsicForm::inner || row.intrinsic == Intrinsic::abs) return true;
  const PrimNode n = args.empty() ? PrimNode() : prims_[args[0]];
  switch (row.intrinsic) {
    case Intrinsic::isnan:
      if (n.dtype.bits == 16) return true;
      [[fallthrough]];
    case Intrinsic::floor:
    case Intrinsic::ceil:
    case Intrinsic::trunc:
    case Intrinsic::round:
    case Intrinsic::nearbyint: return n.dtype.is_integral() || n.kind == PrimKind::float_imm;
    case Intrinsic::likely:
    case Intrinsic::if_then_else: return n.kind == PrimKind::int_imm;
    default: return false;
  }
}

// Do the name and the operands of a call say its dtype?
bool KernelPrinter::says_dtype(const IntrinsicRow& row, DType dtype, std::span<const Prim> args) const {
  if (!row.operands.holds(args.size()) || reads_otherwise(row, args)) return false;
  if (row.result.kind == IntrinsicResult::Kind::written) return true;
  return (row.result.kind == IntrinsicResult::Kind::always || !args.empty()) &&
         result_dtype(prims_, row, args) == dtype;
}

std::string KernelPrinter::call(Prim e) {
  const PrimNode n = prims_[e];
  std::string_view name = context_.text(n.name());
  const std::span<const Prim> span = prims_.call_args(e);
  const std::vector<Prim> args(span.begin(), span.end());
  if (name.starts_with("@")) {
    std::string out(options_.class_name);
    if (!out.empty()) out += '.';
    return out + std::string(name.substr(1)) + "(" + list(args) + ")";
  }
  if (name == "buffer") return buffer(BufferId(prims_[args[0]].c));
  if (name == "Let") {
    std::string var = variable(args[1]), value = expression(args[2]), body = expression(args[0]);
    return "T.Let(" + body + ", where={" + var + ": " + value + "})";
  }
  if (name == "Shuffle") {
    const size_t count = static_cast<size_t>(*prims_.constant(args.back()));
    return "T.Shuffle([" + list(std::span(args).first(count)) + "], [" +
           list(std::span(args).subspan(count, args.size() - count - 1)) + "])";
  }
  if (name == "vload") {
    std::string buffer_name = buffer(BufferId(prims_[args[0]].c));
    std::span<const Prim> at = prims_.call_args(args[0]);
    return buffer_name + ".vload([" + list(std::vector<Prim>(at.begin(), at.end())) +
           "], predicate=" + expression(args[1]) + ")";
  }
  const IntrinsicRow* intrinsic = find_intrinsic(name);
  const bool says_all = intrinsic && says_dtype(*intrinsic, n.dtype, args);
  if (!says_all && options_.is_lossy) *options_.is_lossy = true;
  if (!says_all && !options_.is_lossy) {
    const std::string packed = "tvm_" + std::string(name);
    const std::string_view op = intrinsic && find_intrinsic(packed) == intrinsic ? packed : name;
    return "T.Call(\"" + dtype_text(n.dtype) + "\", " + quoted("tir." + std::string(op)) + ", [" + list(args) + "])";
  }
  std::vector<std::string> parts;
  if (!args.empty()) parts.push_back(list(args));
  const std::string dtype = '"' + dtype_text(n.dtype) + '"';
  if (intrinsic && intrinsic->form == IntrinsicForm::dtype_first) parts.insert(parts.begin(), dtype);
  if (intrinsic && intrinsic->form == IntrinsicForm::dtype_last) parts.push_back(dtype);
  return "T." + std::string(name) + "(" + joined(parts) + ")";
}

std::string KernelPrinter::expression(Prim e, int min_precedence) {
  const PrimNode n = prims_[e];
  switch (n.kind) {
    case PrimKind::int_imm:
    case PrimKind::float_imm: return immediate(n);
    case PrimKind::string_imm: return quoted(context_.text(n.name()));
    case PrimKind::var: return variable(e);
    case PrimKind::load: {
      std::string name = buffer(BufferId(n.c));
      std::span<const Prim> at = prims_.call_args(e);
      return name + "[" + indices(std::vector<Prim>(at.begin(), at.end())) + "]";
    }
    case PrimKind::call: return call(e);
    case PrimKind::cast: return "T.Cast(\"" + dtype_text(n.dtype) + "\", " + expression(n.lhs()) + ")";
    case PrimKind::select: {
      std::string a = expression(n.lhs()), b = expression(n.rhs());
      return "T.Select(" + a + ", " + b + ", " + expression(Prim(n.c)) + ")";
    }
    case PrimKind::ramp: {
      std::string a = expression(n.lhs()), b = expression(n.rhs());
      return "T.Ramp(" + a + ", " + b + ", " + expression(lanes(n.dtype)) + ")";
    }
    case PrimKind::broadcast: {
      const std::string value = expression(n.lhs());
      return "T.Broadcast(" + value + ", " + expression(lanes(n.dtype)) + ")";
    }
    default: break;
  }
  const PrimRow& f = row(n.kind);
  if (!is_infix(e)) {
    std::string a = expression(n.lhs());
    if (n.rhs()) a += ", " + expression(n.rhs());
    return "T." + std::string(f.call()) + "(" + a + ")";
  }
  std::string out;
  if (n.kind == PrimKind::logical_not) {
    out = "not " + expression(n.lhs(), f.precedence);
  } else {
    const int left = f.precedence == kComparison ? f.precedence + 1 : f.precedence;
    out = expression(n.lhs(), left);
    out += f.infix;
    out += expression(n.rhs(), f.precedence + 1);
  }
  return f.precedence < min_precedence ? "(" + out + ")" : out;
}

std::string KernelPrinter::region(const BufferRegion& r, bool has_ranges) {
  std::string out = buffer(r.buffer) + "[";
  if (r.ranges.empty()) out += "()";
  for (size_t i = 0; i < r.ranges.size(); ++i) {
    if (i > 0) out += ", ";
    out += expression(r.ranges[i].min);
    if (has_ranges || !prims_.is_constant(r.ranges[i].extent, 1)) out += ":" + expression(end(r.ranges[i]));
  }
  return out + "]";
}

std::string KernelPrinter::regions(const std::vector<BufferRegion>& all) {
  std::string out;
  for (const BufferRegion& r : all) out += (out.empty() ? "" : ", ") + region(r);
  return out;
}

std::string KernelPrinter::index_map(Attr a) {
  const AttrStore& attrs = context_.attrs;
  push(frame().place, frame().depth);
  std::string params, results;
  for (Attr p : attrs.map_params(a)) params += (params.empty() ? "" : ", ") + define(Prim(attrs[p].id));
  size_t count = 0;
  for (Attr r : attrs.map_results(a)) results += (count++ ? ", " : "") + attribute(r);
  pop();
  std::string out = "T.index_map(lambda " + params + ": (" + results + (count == 1 ? ",)" : ")");
  return out;
}

std::string KernelPrinter::attribute(Attr a) {
  const AttrStore& attrs = context_.attrs;
  const hammock::AttrNode& n = attrs[a];
  switch (n.kind) {
    case AttrKind::none: return "None";
    case AttrKind::boolean: return truth(n.value != 0);
    case AttrKind::integer: return std::to_string(n.value);
    case AttrKind::real: return real(n.real);
    case AttrKind::string: return quoted(context_.text(Name(n.id)));
    case AttrKind::prim: {
      const Prim p(n.id);
      const bool is_truth = prims_[p].kind == PrimKind::int_imm && prims_[p].dtype == kBool;
      if (is_truth) return truth(prims_[p].value != 0);
      const bool is_plain = prims_[p].kind == PrimKind::float_imm && prims_[p].dtype == kFloat32;
      return is_plain ? real(prims_[p].real) : expression(p);
    }
    case AttrKind::list: {
      std::string out;
      for (Attr item : attrs.items(a)) out += (out.empty() ? "" : ", ") + attribute(item);
      return "[" + out + "]";
    }
    case AttrKind::dict: {
      std::string out;
      std::span<const Attr> items = attrs.items(a);
      for (size_t i = 0; i + 1 < items.size(); i += 2)
        out += (i ? ", " : "") + attribute(items[i]) + ": " + attribute(items[i + 1]);
      return "{" + out + "}";
    }
    case AttrKind::index_map: {
      std::string out = index_map(a);
      if (Attr inverse = attrs.map_inverse(a)) out += ", inverse_index_map=" + index_map(inverse).substr(12);
      return out + ")";
    }
    case AttrKind::target: return "T.target(" + attribute(attrs.items(a)[0]) + ")";
    default: return "None";
  }
}

std::string KernelPrinter::iter_var(const IterVar& v) {
  constexpr std::string_view kKinds[] = {"DataPar",  "CommReduce", "Ordered",      "Opaque",    "ThreadIndex",
                                         "Unrolled", "Vectorized", "Parallelized", "Tensorized"};
  std::string out = "T.iter_var(" + variable(v.var) + ", ";
  if (v.domain.extent) {
    out += "T.Range(" + expression(v.domain.min) + ", " + expression(end(v.domain)) + ")";
  } else {
    out += "None";
  }
  return out + ", \"" + std::string(kKinds[static_cast<size_t>(v.kind)]) + "\", \"" +
         std::string(v.tag ? context_.text(v.tag) : "") + "\")";
}

std::string KernelPrinter::node(const tir::AttrNode& n) {
  switch (n.kind) {
    case tir::AttrNode::Kind::prim: return expression(n.prim);
    case tir::AttrNode::Kind::attribute: return attribute(n.attribute);
    case tir::AttrNode::Kind::buffer: return buffer(n.buffers[0]);
    case tir::AttrNode::Kind::iter_var: return iter_var(n.iter_var);
    case tir::AttrNode::Kind::buffers: {
      std::string out;
      for (BufferId b : n.buffers) out += (out.empty() ? "" : ", ") + buffer(b);
      return "[" + out + "]";
    }
    case tir::AttrNode::Kind::reducer: {
      push(frame().place, frame().depth);
      std::string params;
      for (Prim p : n.parameters) params += (params.empty() ? "" : ", ") + define(p);
      std::string result = n.results.size() == 1 ? expression(n.results[0]) : tuple(n.results);
      pop();
      return "T.comm_reducer(lambda " + params + ": " + result + ", [" + list(n.identities) + "])";
    }
  }
  return "";
}

// ---- buffers ----

std::string KernelPrinter::declaration(BufferId id, std::string_view method, std::vector<std::string> lead, size_t at,
                                       Declared mode) {
  const Buffer& b = kernel_[id];
  const std::string& name = buffers_.at(id.index);
  std::unordered_map<uint32_t, int> counts = variable_counts(b);
  std::vector<std::string> names, creations;
  std::vector<Prim> created;
  auto is_new = [&](Prim p) { return prims_[p].kind == PrimKind::var && !vars_.contains(p.index); };
  auto out_of_line = [&](Prim p) {
    created.push_back(p);
    names.push_back(define(p, at));
    creations.push_back(creation(p));
  };
  std::vector<std::string> args = std::move(lead);
  std::string shape;
  for (Prim p : b.shape) {
    if (is_new(p)) out_of_line(p);
    shape += (shape.empty() ? "" : ", ") + expression(p);
  }
  args.push_back("(" + shape + (b.shape.size() == 1 ? ",)" : ")"));
  if (b.dtype != kFloat32) args.push_back("\"" + dtype_text(b.dtype) + "\"");
  if (!is_new(b.data)) {
    args.push_back("data=" + expression(b.data));
  } else if (mode == Declared::pointer) {
    out_of_line(b.data);
    args.push_back("data=" + expression(b.data));
  } else if (counts[b.data.index] == 1) {
    define_as(b.data, name + ".data", at);
  } else {
    out_of_line(b.data);
  }
  if (!b.strides.empty()) {
    std::string strides;
    for (size_t i = 0; i < b.strides.size(); ++i) {
      const Prim p = b.strides[i];
      const bool is_own = is_new(p) && counts[p.index] == 1;
      if (i > 0) strides += ", ";
      if (is_own) define_as(p, name + ".strides[" + std::to_string(i) + "]", at);
      else if (is_new(p)) out_of_line(p);
      strides += is_own ? quoted(context_.text(kernel_.hint(p))) : expression(p);
    }
    args.push_back("strides=(" + strides + (b.strides.size() == 1 ? ",)" : ")"));
  }
  bool needs_factor = false;
  if (is_new(b.elem_offset)) {
    if (counts[b.elem_offset.index] == 1) {
      define_as(b.elem_offset, name + ".elem_offset", at);
      needs_factor = true;
    } else {
      out_of_line(b.elem_offset);
    }
  } else if (!prims_.is_constant(b.elem_offset, 0)) {
    args.push_back("elem_offset=" + expression(b.elem_offset));
  }
  std::string_view scope = kernel_.scope(b);
  if (scope != "global") args.push_back("scope=" + quoted(scope));
  if (b.alignment != 64) args.push_back("align=" + std::to_string(b.alignment));
  if (needs_factor || b.offset_factor != 1) args.push_back("offset_factor=" + std::to_string(b.offset_factor));
  if (newer(Spelling::block_function) && (b.kind == BufferKind::auto_broadcast || !b.axis_separators.empty()))
    gap(b.axis_separators.empty() ? "buffer_type" : "axis_separators", b.span);
  if (b.kind == BufferKind::auto_broadcast) args.push_back("buffer_type=\"auto\"");
  if (!b.axis_separators.empty()) {
    std::vector<std::string> places;
    for (int64_t i : b.axis_separators) places.push_back(std::to_string(i));
    args.push_back("axis_separators=[" + joined(places) + "]");
  }
  if (!names.empty()) {
    std::string behind_all;
    for (Prim p : created) {
      comment_lines(frames_[at], At::symbol_before, p.index);
      behind_all += behind(At::symbol_behind, p.index);
    }
    line(frames_[at], joined(names) + " = " + joined(creations) + behind_all);
  }
  return std::string(method) + "(" + joined(args) + ")";
}

// How often the buffer mentions each variable.
std::unordered_map<uint32_t, int> KernelPrinter::variable_counts(const Buffer& b) const {
  std::unordered_map<uint32_t, int> counts;
  std::vector<Prim> stack{b.elem_offset, b.data};
  stack.insert(stack.end(), b.strides.begin(), b.strides.end());
  stack.insert(stack.end(), b.shape.begin(), b.shape.end());
  while (!stack.empty()) {
    const Prim e = stack.back();
    stack.pop_back();
    if (prims_[e].kind == PrimKind::var) ++counts[e.index];
    else prims_.operands(e, stack);
  }
  return counts;
}

bool KernelPrinter::is_inline(const Parameter& p) {
  const Buffer& b = kernel_[p.buffer];
  if (uses_.count(p.var) != 1 || !b.strides.empty() || kernel_.scope(b) != "global" || b.alignment != 64 ||
      b.offset_factor != 1 || b.kind != BufferKind::plain || !b.axis_separators.empty())
    return false;
  if (prims_.constant(b.elem_offset) && !prims_.is_constant(b.elem_offset, 0)) return false;
  std::vector<Prim> stack(b.shape.begin(), b.shape.end());
  stack.push_back(b.elem_offset);
  while (!stack.empty()) {
    Prim e = stack.back();
    stack.pop_back();
    if (prims_[e].kind == PrimKind::var) return false;
    prims_.operands(e, stack);
  }
  return data_counts_.at(b.data.index) == 1;
}

// ---- statements ----

const Stmt* KernelPrinter::loop_of(Prim var) const {
  auto at = loops_.find(var.index);
  return at == loops_.end() ? nullptr : at->second;
}

std::string KernelPrinter::loop_function(const Stmt& s) const {
  switch (s.loop) {
    case ForKind::serial: return s.annotations ? "T.serial" : "range";
    case ForKind::parallel: return "T.parallel";
    case ForKind::vectorized: return "T.vectorized";
    case ForKind::unrolled: return "T.unroll";
    case ForKind::thread_binding: return "T.thread_binding";
  }
  return "";
}

std::string KernelPrinter::loop_bounds(const Stmt& s, std::string_view function) {
  std::string out;
  if (prims_.is_constant(s.min, 0) && step_of(s) == 1) out = expression(s.value);
  else out = expression(s.min), out += ", " + expression(end({s.min, s.value}));
  if (s.loop == ForKind::thread_binding) out += ", thread=" + quoted(context_.text(s.text));
  if (s.annotations) out += ", annotations=" + attribute(s.annotations);
  if (step_of(s) == 1) return out;
  if (!since(kSteps)) gap("a step of a loop", s.span);
  const Prim step = const_cast<PrimStore&>(prims_).integer(step_of(s), prims_[s.var].dtype);
  return out + (function == "range" ? ", " : ", step=") + expression(step);
}

void KernelPrinter::for_(StmtId id) {
  std::vector<StmtId> chain;
  std::unordered_set<uint32_t> vars;
  for (StmtId at = id;;) {
    const Stmt& s = kernel_[at];
    if (s.kind != StmtKind::loop || s.loop != ForKind::serial || s.annotations || step_of(s) != 1 ||
        !prims_.is_constant(s.min, 0))
      break;
    std::vector<Prim> stack{s.value};
    bool is_free = true;
    while (!stack.empty()) {
      Prim e = stack.back();
      stack.pop_back();
      is_free &= !vars.contains(e.index);
      prims_.operands(e, stack);
    }
    if (!is_free) break;
    chain.push_back(at);
    vars.insert(s.var.index);
    if (s.body.size != 1) break;
    at = kernel_.suite(s.body)[0];
  }
  const int depth = frame().depth;
  const bool is_grid = chain.size() >= 2;
  const Stmt& s = kernel_[id];
  const std::string function = is_grid ? "T.grid" : loop_function(s);
  // In the frame around the loop: what a header names is declared before its line.
  std::string bounds;
  if (!is_grid) chain = {id}, bounds = loop_bounds(s, function);
  for (size_t i = 0; is_grid && i < chain.size(); ++i)
    bounds += (i == 0 ? "" : ", ") + expression(kernel_[chain[i]].value);
  push(place(id), depth + 1);
  std::string names;
  for (StmtId at : chain) names += (names.empty() ? "" : ", ") + define(kernel_[at].var);
  const std::string header = "for " + names + " in " + function + "(" + bounds + "):";
  // A remapped variable may be that of a loop directly below the chain's, too.
  std::vector<StmtId> open;
  for (StmtId at : chain) {
    open.push_back(at);
    loops_[kernel_[at].var.index] = &kernel_[at];
  }
  suite(kernel_[chain.back()].body);
  for (StmtId at : open) loops_.erase(kernel_[at].var.index);
  for (size_t i = chain.size(); i-- > 0;) comment_lines(At::end, chain[i].index);
  block_header(chain, depth, header);
  pop();
}

// The line that the lines of the frame stand under.
void KernelPrinter::block_header(std::span<const StmtId> statements, int depth, const std::string& header) {
  Lines lines;
  lines.swap(frame().lines);
  const int inner = std::exchange(frame().depth, depth);
  std::string behind_all;
  for (StmtId id : statements) {
    comment_lines(At::before, id.index);
    behind_all += behind(At::behind, id.index);
  }
  line(header + behind_all);
  frame().depth = inner;
  frame().lines.splice(frame().lines.end(), lines);
}

void KernelPrinter::block_vars(const Block& b) {
  auto domain = [&](const IterVar& v) {
    if (prims_.is_constant(v.domain.min, 0)) return expression(v.domain.extent);
    std::string lo = expression(v.domain.min);
    return "(" + lo + ", " + expression(end(v.domain)) + ")";
  };
  auto is_remappable = [&](size_t i) {
    const IterVar& v = b.vars[i];
    if (!b.is_realized || (v.kind != IterKind::spatial && v.kind != IterKind::reduce)) return false;
    const Stmt* loop = loop_of(b.values[i]);
    return loop && loop->min == v.domain.min && loop->value == v.domain.extent;
  };
  for (size_t i = 0; i < b.vars.size();) {
    size_t last = i;
    while (last < b.vars.size() && is_remappable(last)) ++last;
    if (last - i >= 2) {
      std::string names, letters, loops;
      for (size_t k = i; k < last; ++k) {
        names += (k > i ? ", " : "") + define(b.vars[k].var);
        letters += b.vars[k].kind == IterKind::spatial ? 'S' : 'R';
      }
      for (size_t k = i; k < last; ++k) loops += (k > i ? ", " : "") + expression(b.values[k]);
      std::string behind_all;
      for (size_t k = i; k < last; ++k) {
        comment_lines(At::symbol_before, b.vars[k].var.index);
        behind_all += behind(At::symbol_behind, b.vars[k].var.index);
      }
      line(names + " = T.axis.remap(\"" + letters + "\", [" + loops + "])" + behind_all);
      i = last;
      continue;
    }
    const IterVar& v = b.vars[i];
    constexpr std::string_view kKinds[] = {"spatial", "reduce", "scan", "opaque"};
    std::string text =
        "T.axis." + std::string(kKinds[std::min<size_t>(static_cast<size_t>(v.kind), 3)]) + "(" + domain(v);
    if (b.is_realized) text += ", " + expression(b.values[i]);
    text += ")";
    std::string name = define(v.var);
    line(name + " = " + text, At::symbol_before, At::symbol_behind, v.var.index);
    ++i;
  }
}

void KernelPrinter::block(StmtId id, const Block& b) {
  const int depth = frame().depth;
  const uint32_t number = kernel_[id].number;
  push(place(id), depth + 1);
  block_vars(b);
  if (b.is_realized && b.predicate && !prims_.is_constant(b.predicate, 1)) {
    line(number, BlockLine::where, "T.where(" + expression(b.predicate) + ")");
  } else {
    for (At at : {At::line_before, At::line_behind}) comment_lines(at, line_number(number, BlockLine::where));
  }
  std::string reads = regions(b.reads);
  line(number, BlockLine::reads, "T.reads(" + reads + ")");
  std::string writes = regions(b.writes);
  line(number, BlockLine::writes, "T.writes(" + writes + ")");
  if (b.annotations)
    line(number, BlockLine::attrs, spell(Spelling::tir_block_attr) + "(" + attribute(b.annotations) + ")");
  const size_t at = frames_.size() - 1;
  for (BufferId a : b.allocations) allocation(a, at);
  for (const MatchBuffer& m : b.matches) {
    std::string name = define(m.target), source = region(m.source);
    std::string text = declaration(m.target, "T.match_buffer", {source}, at, Declared::match);
    line(name + " = " + text, At::buffer_before, At::buffer_behind, m.target.index);
  }
  if (b.has_init) {
    push(place(id, Part::init), depth + 1);  // what its suite names of the block around it is declared before this line
    line(number, BlockLine::init, "with T.init():");
    frame().depth = depth + 2;
    suite(b.init);
    comment_lines(At::block_end, id.index);
    pop();
  }
  suite(b.body);
  comment_lines(At::end, id.index);
  const std::string header = "with " + spell(Spelling::tir_block) + "(" + quoted(context_.text(b.name)) +
                             (b.is_realized ? "" : ", no_realize=True") + "):";
  block_header(std::span(&id, 1), depth, header);
  pop();
}

void KernelPrinter::allocation(BufferId b, size_t at) {
  std::string name = define(b);
  std::string text = declaration(b, spell(Spelling::tir_buffer), {}, at, Declared::whole);
  line(name + " = " + text, At::buffer_before, At::buffer_behind, b.index);
}

void KernelPrinter::if_(StmtId id) {
  const Stmt& s = kernel_[id];
  const int depth = frame().depth;
  const std::string header = "if " + expression(s.value) + ":";
  push(kNowhere, depth);  // what both branches use is declared before the `if`
  line(id, header);
  push(place(id, Part::body), depth + 1);
  suite(s.body);
  comment_lines(At::end, id.index);
  pop();
  if (s.has_else) {
    line("else:", At::else_before, At::else_behind, id.index);
    push(place(id, Part::other), depth + 1);
    suite(s.other);
    comment_lines(At::block_end, id.index);
    pop();
  }
  pop();
}

// Newer versions have no `with` for these: what they bind holds to the end of the suite.
bool KernelPrinter::is_flat(const Stmt& s) const {
  if (!newer(Spelling::flat_scope)) return false;
  return s.kind == StmtKind::let || s.kind == StmtKind::assertion || s.kind == StmtKind::declare ||
         (s.kind == StmtKind::allocate && !s.value);
}

// The body of a construct: at this level if it stands last or is flat, else in a `with`.
bool KernelPrinter::construct(StmtId id, const std::string& bare, const std::string& with, Suite body, Suite& rest,
                              bool has_frame) {
  const bool is_concise = is_flat(kernel_[id]) || frames_[frames_.size() - 1 - has_frame].is_concise;
  const int depth = frames_[frames_.size() - 1 - has_frame].depth;
  if (!has_frame) push(place(id), depth);
  auto declaration = merged_.find(id.index);  // its line is the last of two
  const StmtId last = declaration == merged_.end() ? id : declaration->second;
  auto first_line = [&](const std::string& text) {
    comment_lines(At::before, last.index);
    const std::string own = behind(At::behind, last.index);
    line(text + (own.empty() ? behind(At::behind, id.index) : own));
  };
  if (is_concise && !bare.empty()) {
    first_line(bare);
    rest = body;
    return true;
  }
  first_line(with);
  frame().depth = depth + 1;
  suite(body);
  end_comments(id);
  pop();
  return false;
}

bool KernelPrinter::evaluate_statement(StmtId id, const Stmt& s, Suite&) {
  const PrimNode n = prims_[s.value];
  const Jump jump = jump_of(kernel_, s);
  if (jump == Jump::return_ && prims_.call_args(s.value).size() == 1) {
    line(id, "return " + expression(prims_.call_args(s.value)[0]));
  } else if (jump == Jump::break_ || jump == Jump::continue_) {
    const std::string_view word = jump == Jump::break_ ? "break" : "continue";
    if (!since(kJumps)) gap("'" + std::string(word) + "'", s.span);
    line(id, std::string(word));
  } else if (n.kind == PrimKind::call) {
    line(id, expression(s.value));
  } else {
    line(id, "T.evaluate(" + expression(s.value) + ")");
  }
  return false;
}

bool KernelPrinter::store_statement(StmtId id, const Stmt& s, Suite&) {
  std::string name = buffer(s.buffer), value = expression(s.value);
  std::span<const Prim> at = kernel_.list(s);
  if (s.min) {
    std::string where = list(at);
    line(id, name + ".vstore([" + where + "], " + value + ", predicate=" + expression(s.min) + ")");
  } else {
    line(id, name + "[" + indices(at) + "] = " + value);
  }
  return false;
}

bool KernelPrinter::let_statement(StmtId id, const Stmt& s, Suite& rest) {
  std::string kind = type(s.var), value = expression(s.value);
  if (auto known = vars_.find(s.var.index); known != vars_.end()) {
    if (newer(Spelling::flat_scope)) gap("T.LetStmt of a variable that is made elsewhere", s.span);
    return construct(id, "", "with T.LetStmt(" + value + ", var=" + known->second + "):", s.body, rest);
  }
  push(place(id), frame().depth);
  std::string name = define(s.var);
  const bool is_pointer = kind.starts_with("T.handle(");
  const std::string annotation = newer(Spelling::let_annotation) ? "T.let[" + kind + "]" : kind;
  return construct(id, name + ": " + annotation + " = " + value,
                   "with T.LetStmt(" + value + (is_pointer ? ", " + kind : "") + ") as " + name + ":", s.body, rest,
                   true);
}

bool KernelPrinter::assertion_statement(StmtId id, const Stmt& s, Suite& rest) {
  const std::string text = expression(s.value);
  const AttrStore& attrs = context_.attrs;
  std::string error = "\"RuntimeError\"", message = quoted(context_.text(s.text)), parts = "[" + message + "]";
  if (s.annotations) {
    error = attribute(attrs.items(s.annotations)[0]);
    parts = attribute(attrs.items(s.annotations)[1]);
  }
  const bool is_usual = error == "\"RuntimeError\"";
  if (!is_usual && !newer(Spelling::assertion)) gap("an assertion that is a " + error, s.span);
  if (!is_usual || newer(Spelling::assertion)) message = "(" + error + ", " + parts + ")";
  return construct(id, "assert " + text + ", " + message, "with T.Assert(" + text + ", " + message + "):", s.body,
                   rest);
}

bool KernelPrinter::while_statement(StmtId id, const Stmt& s, Suite&) {
  const int depth = frame().depth;
  std::string text = expression(s.value);
  push(place(id), depth);
  line(id, "while " + text + ":");
  frame().depth = depth + 1;
  suite(s.body);
  comment_lines(At::end, id.index);
  pop();
  return false;
}

bool KernelPrinter::allocate_statement(StmtId id, const Stmt& s, Suite& rest) {
  // With a declaration of the very buffer inside it, it is one.
  const StmtId only = s.body.size == 1 ? kernel_.suite(s.body)[0] : StmtId();
  const Stmt* inner = only ? &kernel_[only] : nullptr;
  const bool is_declaration = inner && inner->kind == StmtKind::declare && kernel_[inner->buffer].data == s.var &&
                              kernel_[inner->buffer].dtype == s.dtype && !s.value && (!s.annotations || is_flat(s)) &&
                              std::ranges::equal(kernel_[inner->buffer].shape, kernel_.list(s));
  if (is_declaration) {
    const size_t at = frames_.size() - 1;
    const int depth = frame().depth;
    push(place(id), depth);
    comment_lines(At::before, id.index);
    if (comments_ && comments_->has(At::behind, only.index)) comment_lines(At::behind, id.index);
    merged_[id.index] = only;
    std::string name = define(inner->buffer);
    std::string text =
        declaration(inner->buffer, is_flat(s) ? "T.alloc_buffer" : "T.decl_buffer", {}, at, Declared::whole);
    if (s.annotations) text.insert(text.size() - 1, ", annotations=" + attribute(s.annotations));
    return construct(id, name + " = " + text, "with " + text + " as " + name + ":", inner->body, rest, true);
  }
  if (is_flat(s)) return allocated_buffer(id, s, rest);
  if (newer(Spelling::allocation)) gap("the condition of an allocation", s.span);
  std::string extents = list(kernel_.list(s));
  auto at = kernel_.variables.find(s.var.index);
  std::string scope(at != kernel_.variables.end() && at->second.scope ? context_.text(at->second.scope) : "global");
  std::string text = "T.allocate([" + extents + "], \"" + dtype_text(s.dtype) + "\", " + quoted(scope);
  if (s.value) text += ", " + expression(s.value);
  if (s.annotations) text += ", annotations=" + attribute(s.annotations);
  text += ")";
  std::string name = define(s.var);
  return construct(id, name + " = " + text, "with " + text + " as " + name + ":", s.body, rest);
}

// Newer versions allocate buffers: the pointer is that of one.
bool KernelPrinter::allocated_buffer(StmtId id, const Stmt& s, Suite& rest) {
  std::string text = "T.alloc_buffer(" + tuple(kernel_.list(s));
  if (s.dtype != kFloat32) text += ", \"" + dtype_text(s.dtype) + "\"";
  auto at = kernel_.variables.find(s.var.index);
  const std::string_view scope =
      at != kernel_.variables.end() && at->second.scope ? context_.text(at->second.scope) : "global";
  if (scope != "global" && !scope.empty()) text += ", scope=" + quoted(scope);
  if (s.annotations) text += ", annotations=" + attribute(s.annotations);
  const std::string name = define(s.var);
  vars_[s.var.index] = name + ".data";
  return construct(id, name + " = " + text + ")", "", s.body, rest);
}

bool KernelPrinter::allocate_const_statement(StmtId id, const Stmt& s, Suite& rest) {
  if (newer(Spelling::allocation)) gap("T.allocate_const", s.span);
  const Constant& c = context_[s.data];
  std::string values;
  const int64_t count = c.shape.empty() ? 1 : c.shape[0];
  for (int64_t i = 0; i < count; ++i) {
    if (i > 0) values += ", ";
    if (c.dtype.is_any_float()) append_float(values, element(c, static_cast<size_t>(i)).value_or(0));
    else values += std::to_string(static_cast<int64_t>(integer_element(c, static_cast<size_t>(i)).value_or(0)));
  }
  std::string extents = list(kernel_.list(s));
  std::string text = "T.allocate_const([" + values + "], \"" + dtype_text(s.dtype) + "\", [" + extents + "])";
  push(place(id), frame().depth);
  std::string name = define(s.var);
  return construct(id, name + " = " + text, "with " + text + " as " + name + ":", s.body, rest, true);
}

bool KernelPrinter::declare_statement(StmtId id, const Stmt& s, Suite& rest) {
  const size_t at = frames_.size() - 1;
  push(place(id), frame().depth);
  std::string name = define(s.buffer);
  std::string text = declaration(s.buffer, "T.decl_buffer", {}, at, Declared::pointer);
  return construct(id, name + " = " + text, "with " + text + " as " + name + ":", s.body, rest, true);
}

bool KernelPrinter::attr_statement(StmtId id, const Stmt& s, Suite& rest) {
  const tir::AttrNode& n = kernel_.nodes[s.number];
  std::string_view key = context_.text(s.text);
  if (tir::is_thread_key(key) && n.kind == tir::AttrNode::Kind::iter_var) {
    const Prim var = n.iter_var.var;
    Place p = uses_.of(var);
    bool is_inside = false;
    for (;; p = uses_.parent(p)) {
      is_inside |= p == place(id);
      if (p == kKernel) break;
    }
    if (vars_.contains(var.index) || !is_inside) {
      std::string name = variable(var), extent = expression(s.value);
      std::string text = "T.launch_thread(" + name + ", " + extent + ")";
      return construct(id, text, "with " + text + ":", s.body, rest);
    }
    std::string tag = quoted(context_.text(n.iter_var.tag)), extent = expression(s.value);
    std::string text = "T.launch_thread(" + tag + ", " + extent + ")";
    push(place(id), frame().depth);
    std::string name = define(var);
    return construct(id, name + " = " + text, "with " + text + " as " + name + ":", s.body, rest, true);
  }
  std::string what = node(n);
  std::string text = "T.attr(" + what + ", " + quoted(key) + ", " + expression(s.value) + ")";
  return construct(id, text, "with " + text + ":", s.body, rest);
}

bool KernelPrinter::realize_statement(StmtId id, const Stmt& s, Suite& rest) {
  if (newer(Spelling::tir_block)) gap("T.realize", s.span);
  std::string text = "T.realize(" + region(kernel_.regions[s.number], true);
  if (s.text) text += ", " + quoted(context_.text(s.text));
  if (!prims_.is_constant(s.value, 1)) text += ", condition=" + expression(s.value);
  text += ")";
  return construct(id, text, "with " + text + ":", s.body, rest);
}

bool KernelPrinter::prefetch_statement(StmtId id, const Stmt& s, Suite&) {
  if (newer(Spelling::boolean)) gap("T.prefetch", s.span);
  const BufferRegion& r = kernel_.regions[s.number];
  std::string bounds;
  for (const Range& d : r.ranges)
    bounds += (bounds.empty() ? "" : ", ") + ("T.Range(" + expression(d.min) + ", " + expression(end(d)) + ")");
  line(id, "T.prefetch(" + buffer(r.buffer) + ", [" + bounds + "])");
  return false;
}

bool KernelPrinter::statement(StmtId id, Suite& rest) {
  const Stmt& s = kernel_[id];
  switch (s.kind) {
    case StmtKind::evaluate: return evaluate_statement(id, s, rest);
    case StmtKind::store: return store_statement(id, s, rest);
    case StmtKind::let: return let_statement(id, s, rest);
    case StmtKind::assertion: return assertion_statement(id, s, rest);
    case StmtKind::loop: for_(id); return false;
    case StmtKind::while_: return while_statement(id, s, rest);
    case StmtKind::if_: if_(id); return false;
    case StmtKind::block: block(id, kernel_.block(s)); return false;
    case StmtKind::allocate: return allocate_statement(id, s, rest);
    case StmtKind::allocate_const: return allocate_const_statement(id, s, rest);
    case StmtKind::declare: return declare_statement(id, s, rest);
    case StmtKind::attr: return attr_statement(id, s, rest);
    case StmtKind::realize: return realize_statement(id, s, rest);
    case StmtKind::prefetch: return prefetch_statement(id, s, rest);
  }
  return false;
}

void KernelPrinter::suite(Suite s) {
  std::vector<StmtId> pushed;  // constructs whose bodies are the rest of the suite
  std::vector<Suite> left{s};  // what is to be printed, the innermost last; none is empty
  if (s.size == 0) left.clear();
  while (!left.empty()) {
    Suite& at = left.back();
    const StmtId id = kernel_.suite(at)[0];
    if (at.size == 1) left.pop_back();
    else ++at.begin, --at.size;
    frame().is_concise = left.empty();
    waiting_comments(kernel_[id].span);
    Suite rest;
    if (!statement(id, rest)) continue;
    pushed.push_back(id);
    if (rest.size > 0) left.push_back(rest);
  }
  for (; !pushed.empty(); pushed.pop_back()) {
    end_comments(pushed.back());
    pop();
  }
}

bool KernelPrinter::is_comment_root(const Stmt& s) const {
  if (s.kind != StmtKind::block) return false;
  const Block& b = kernel_.block(s);
  if (!b.is_realized || !b.vars.empty() || (b.predicate && !prims_.is_constant(b.predicate, 1)) || b.annotations ||
      !b.matches.empty() || !b.reads.empty() || !b.writes.empty() || b.has_init)
    return false;
  if (!b.allocations.empty()) return true;
  if (b.body.size == 1) {
    const Stmt& only = kernel_[kernel_.suite(b.body)[0]];
    if (only.kind == StmtKind::block && kernel_.block(only).is_realized) return !kernel_.block(only).vars.empty();
  }
  bool has_block = false;
  walk(
      kernel_, b.body,
      [&](StmtId id) {
        has_block |= kernel_[id].kind == StmtKind::block;
        return true;
      },
      [](StmtId, Part) {}, [](StmtId, Part) {}, [](StmtId) {});
  return has_block;
}

std::string KernelPrinter::parameter(const Parameter& p) {
  if (!p.buffer || !is_inline(p)) {
    std::string var = define(p.var);
    if (p.buffer) matched_.push_back({p.buffer, var});
    return var + ": " + type(p.var);
  }
  std::string buffer_name = define(p.buffer);
  const Buffer& b = kernel_[p.buffer];
  std::string text = buffer_name + ": T.Buffer(" + tuple(b.shape) + ", \"" + dtype_text(b.dtype) + "\")";
  define_as(b.data, buffer_name + ".data", 0);
  return text;
}

// In one line, or where they have comments in a line each.
std::string KernelPrinter::parameters() {
  bool has_comments = false;
  auto has = [&](At at, uint32_t number) { has_comments |= comments_ && comments_->has(at, number); };
  has(At::params_begin, 0);
  has(At::params_end, 0);
  for (uint32_t i = 0; i < kernel_.params.size(); ++i) has(At::param_before, i), has(At::param_behind, i);
  std::string out;
  if (!has_comments) {
    for (const Parameter& p : kernel_.params) out += (out.empty() ? "" : ", ") + parameter(p);
    return out;
  }
  Lines lines;
  lines.swap(frame().lines);
  for (uint32_t i = 0; i < kernel_.params.size(); ++i)
    line(parameter(kernel_.params[i]) + ",", At::param_before, At::param_behind, i);
  comment_lines(At::params_end, 0);
  out = behind(At::params_begin, 0) + "\n";
  for (const std::string& l : frame().lines) out += l;
  frame().lines.swap(lines);
  return out + std::string(static_cast<size_t>(options_.depth * options_.indent_spaces), ' ');
}

// Comments of lines that the text does not have stand before what follows these: of attributes of nothing, of buffers
// that stand in the signature, and of buffers and variables that nothing uses.
void KernelPrinter::find_waiting() {
  if (!comments_) return;
  auto is_printed = [&](BufferId b) {
    const auto of = std::ranges::find(kernel_.params, b, &Parameter::buffer);
    return uses_.has(b) &&
           (of == kernel_.params.end() || std::ranges::find(matched_, b, &Matched::first) != matched_.end());
  };
  auto wait = [&](At before, At behind, auto is_gone, auto span_of) {
    for (At at : {before, behind}) {
      for (const auto& [number, texts] : comments_->all(at)) {
        if (is_gone(number)) waiting_.push_back({span_of(number).begin, at, number});
      }
    }
  };
  wait(
      At::buffer_before, At::buffer_behind, [&](uint32_t b) { return !is_printed(BufferId(b)); },
      [&](uint32_t b) { return kernel_[BufferId(b)].span; });
  wait(
      At::symbol_before, At::symbol_behind, [&](uint32_t v) { return uses_.count(Prim(v)) == 0; },
      [&](uint32_t v) {
        const auto known = kernel_.variables.find(v);
        return known == kernel_.variables.end() ? Span() : known->second.span;
      });
  std::ranges::stable_sort(waiting_, {}, &Waiting::place);
  std::ranges::reverse(waiting_);
}

void KernelPrinter::waiting_comments(Span before) {
  while (!waiting_.empty() && (!before || waiting_.back().place < before.begin)) {
    comment_lines(waiting_.back().at, waiting_.back().number);
    waiting_.pop_back();
  }
}

// `T.func_attr({...})`, if there is anything to say.
void KernelPrinter::function_attributes(std::string_view name) {
  std::vector<std::pair<std::string, std::string>> attrs;
  if (kernel_.symbol && context_.text(kernel_.symbol) != name)
    attrs.push_back({"global_symbol", quoted(context_.text(kernel_.symbol))});
  if (kernel_.attrs) {
    std::span<const Attr> items = context_.attrs.items(kernel_.attrs);
    for (size_t i = 0; i + 1 < items.size(); i += 2)
      attrs.push_back({std::string(context_.text(Name(context_.attrs[items[i]].id))), attribute(items[i + 1])});
  }
  std::ranges::sort(attrs);
  std::string dict;
  for (auto& [key, value] : attrs) dict += (dict.empty() ? "" : ", ") + quoted(key) + ": " + value;
  if (!attrs.empty()) return line("T.func_attr({" + dict + "})", At::attrs_before, At::attrs_behind, 0);
  for (At at : {At::attrs_before, At::attrs_behind}) waiting_.push_back({0, at, 0});
}

std::string KernelPrinter::decorator() const {
  const bool says_blocks = newer(Spelling::block_function) && !kernel_.blocks.empty();
  std::string out = "@T.prim_func";
  if (!kernel_.is_private && !says_blocks) return out;
  out += kernel_.is_private ? "(private=True" : "(";
  if (says_blocks) out += kernel_.is_private ? ", s_tir=True" : "s_tir=True";
  return out + ")";
}

std::string KernelPrinter::print(std::string_view name) {
  for (std::string_view taken : {"I", "T", "R"}) names_.reserve(taken);
  push(kKernel, options_.depth + 1);
  const std::string params = parameters();
  function_attributes(name);
  find_waiting();
  for (auto& [b, var] : matched_) {
    waiting_comments(kernel_[b].span);
    std::string buffer_name = define(b);
    std::string text = declaration(b, "T.match_buffer", {var}, 0, Declared::match);
    line(buffer_name + " = " + text, At::buffer_before, At::buffer_behind, b.index);
  }
  Suite body = kernel_.body;
  const StmtId first = body.size == 1 ? kernel_.suite(body)[0] : StmtId();
  const bool is_root = first && is_comment_root(kernel_[first]);
  if (is_root) {
    const Block& root = kernel_.block(kernel_[first]);
    line("# with " + spell(Spelling::tir_block) + "(\"root\"):");
    for (At at : {At::before, At::behind}) comment_lines(at, first.index);
    for (BufferId a : root.allocations) {
      waiting_comments(kernel_[a].span);
      allocation(a, 0);
    }
    body = root.body;
  }
  suite(body);
  waiting_comments({});
  if (is_root) comment_lines(At::end, first.index);
  comment_lines(At::end, Id<int>::kNone);
  frame().depth = options_.depth;
  Lines lines;
  lines.swap(frame().lines);
  line(decorator() + behind(At::decorator_behind, 0));
  comment_lines(At::def_before, 0);
  line("def " + std::string(name) + "(" + params + ")" +
       (kernel_.has_result ? " -> T." + dtype_text(kernel_.result) : "") + ":" + behind(At::def_behind, 0));
  lines.splice(lines.begin(), frame().lines);
  std::string out;
  for (const std::string& l : lines) out += l;
  return out;
}

}  // namespace

std::string print_kernel(const Kernel& kernel, std::string_view name, const KernelPrintOptions& options) {
  return KernelPrinter(kernel, options).print(name);
}

}  // namespace hammock
