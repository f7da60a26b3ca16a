// SPDX-License-Identifier: Apache-2.0
// A kernel that is added is copied into the one that is made: its parameters are the buffers that it is called with,
// its symbols what these say, its other variables are fresh, and all numbers are moved behind those that are there.
//
// Symbols are bound as a call binds them, but by expressions: first the dims that are a symbol, then those from which
// one symbol follows (n - 1 given m - 1). What cannot be equal is refused, what may be is trusted, as TVM does.
// Expressions stay as they stand: nothing is folded.
#include "hammock/tir/fuse.h"

#include <algorithm>
#include <optional>

#include "hammock/prim/simplify.h"
#include "hammock/prim/walk.h"
#include "hammock/tir/effects.h"
#include "hammock/tir/walk.h"
#include "rebuilt.h"

namespace hammock::tir {

// What one kernel becomes.
class FusedKernel::Addition {
 public:
  Addition(FusedKernel& whole, const Call& call, std::string& why_not)
      : whole_(whole),
        call_(call),
        from_(call.kernel),
        to_(*whole.kernel_),
        context_(*whole.context_),
        prims_(context_.prims),
        why_not_(why_not),
        buffers_(from_.buffers.size()),
        stmts_(static_cast<uint32_t>(to_.stmts.size())),
        blocks_(static_cast<uint32_t>(to_.blocks.size())),
        regions_(static_cast<uint32_t>(to_.regions.size())),
        nodes_(static_cast<uint32_t>(to_.nodes.size())),
        suites_(static_cast<uint32_t>(to_.suites.size())),
        lists_(static_cast<uint32_t>(to_.lists.size())) {}

  std::vector<BufferId> run() {
    const Stmt* only = from_.body.size == 1 ? &from_[from_.suite(from_.body)[0]] : nullptr;
    if (only == nullptr || !is_root(*only)) return refuse("its body is no plain root block");
    root_ = &from_.block(*only);
    const auto returns = [&](const Stmt& s) { return jump_of(from_, s) == Jump::return_; };
    if (std::ranges::any_of(from_.stmts, returns)) return refuse("it returns");
    if (!find_results() || !bind_inputs() || !bind_dims()) return {};
    add_buffers();
    add_statements();
    for (StmtId s : from_.suite(root_->body)) whole_.body_.push_back(moved(s));
    std::vector<BufferId> out;
    for (uint32_t param : results_) out.push_back(buffers_[from_.params[param].buffer.index]);
    return out;
  }

 private:
  struct Equation {
    Prim declared, given;
  };

  std::vector<BufferId> refuse(std::string why) {
    why_not_ = std::move(why);
    return {};
  }
  bool fail(std::string why) { return refuse(std::move(why)), false; }

  bool is_root(const Stmt& s) const {
    if (s.kind != StmtKind::block) return false;
    const Block& b = from_.block(s);
    return b.is_realized && b.vars.empty() && !b.has_init && b.matches.empty() &&
           (!b.predicate || prims_.is_constant(b.predicate, 1));
  }

  bool find_results() {
    uint32_t next = static_cast<uint32_t>(call_.inputs.size());
    for (size_t i = 0; i < call_.results.size(); ++i) {
      const bool is_new = i >= call_.in_place.size() || call_.in_place[i] < 0;
      results_.push_back(is_new ? next++ : static_cast<uint32_t>(call_.in_place[i]));
      if (!is_new && results_.back() >= call_.inputs.size()) return fail("a result in place of no input");
    }
    first_scalar_ = next;
    if (first_scalar_ + call_.scalars.size() != from_.params.size()) return fail("it takes other arguments");
    const auto begin = from_.params.begin();
    const auto is_tensor = [&](const Parameter& p) { return p.buffer && from_[p.buffer].strides.empty(); };
    if (!std::all_of(begin, begin + first_scalar_, is_tensor)) return fail("a parameter is no compact tensor");
    return true;
  }

  bool bind_inputs() {
    for (uint32_t i = 0; i < call_.inputs.size(); ++i) {
      const Buffer& declared = from_[from_.params[i].buffer];
      Buffer& given = to_[call_.inputs[i]];
      const Variable* data = variable(from_, declared.data);
      if (data != nullptr && whole_.is_untouched_.erase(call_.inputs[i]) > 0) {
        given.axis_separators = declared.axis_separators;
        to_.variables[given.data.index].scope = data->scope;
      } else if (given.axis_separators != declared.axis_separators) {
        return fail("its inputs have other axis separators than before");
      }
      if (given.dtype != declared.dtype || !equate(declared.shape, given.shape))
        return fail("an input has another rank or dtype than the kernel says");
      bind(from_.params[i].buffer, call_.inputs[i]);
    }
    for (size_t i = 0; i < results_.size(); ++i) {
      if (!equate(from_[from_.params[results_[i]].buffer].shape, call_.results[i]))
        return fail("a result has another rank than the kernel says");
    }
    for (size_t i = 0; i < call_.scalars.size(); ++i)
      equations_.push_back({from_.params[first_scalar_ + i].var, call_.scalars[i]});
    return true;
  }

  void bind(BufferId declared, BufferId given) {
    buffers_[declared.index] = given;
    done_.emplace(from_[declared].data, to_[given].data);
    if (const Prim offset = from_[declared].elem_offset; offset && prims_[offset].kind == PrimKind::var)
      done_.emplace(offset, to_[given].elem_offset);
  }

  bool equate(std::span<const Prim> declared, std::span<const Prim> given) {
    for (size_t i = 0; i < std::min(declared.size(), given.size()); ++i) equations_.push_back({declared[i], given[i]});
    return declared.size() == given.size();
  }

  bool bind_dims() {
    std::vector<Equation> compound;
    for (const Equation& e : equations_) {
      if (prims_[e.declared].kind != PrimKind::var) compound.push_back(e);
      else if (!define(e)) return fail("a symbol has another dtype than what it stands for");
    }
    for (const Equation& e : compound) {
      if (!define(inverted(e))) return fail("a symbol has another dtype than what it stands for");
    }
    SymbolSet symbols;
    for (const Equation& e : equations_) symbols.add_free(context_, e.declared);
    for (Prim s : symbols.in_order()) {
      if (!done_.contains(s)) return fail("a symbol of it does not follow from its arguments");
    }
    for (const Equation& e : equations_) {
      const Prim declared = of(e.declared);
      if (declared != e.given && prove_equal(context_, declared, e.given) == Truth::no)
        return fail("a dim cannot be what the kernel says");
    }
    return true;
  }

  // Of a symbol that has no value so far.
  bool define(const Equation& e) {
    if (prims_[e.declared].kind != PrimKind::var || done_.contains(e.declared)) return true;
    done_.emplace(e.declared, e.given);
    return prims_[e.declared].dtype == prims_[e.given].dtype;
  }

  // From n - 1 and m - 1, n and m.
  Equation inverted(Equation e) const {
    while (true) {
      const PrimNode a = prims_[e.declared], b = prims_[e.given];
      const bool is_invertible = a.kind == PrimKind::add || a.kind == PrimKind::sub || a.kind == PrimKind::mul;
      if (!is_invertible || a.kind != b.kind || prims_.is_constant(a.lhs(), 0) || prims_.is_constant(a.rhs(), 0))
        return e;
      const bool same_left = prims_.constant(a.lhs()) && a.lhs() == b.lhs();
      if (!same_left && !(prims_.constant(a.rhs()) && a.rhs() == b.rhs())) return e;
      e = same_left ? Equation{a.rhs(), b.rhs()} : Equation{a.lhs(), b.lhs()};
    }
  }

  static const Variable* variable(const Kernel& kernel, Prim p) {
    const auto at = kernel.variables.find(p.index);
    return at == kernel.variables.end() ? nullptr : &at->second;
  }

  // The kernel's own ones, and its results.
  void add_buffers() {
    for (size_t i = 0; i < results_.size(); ++i) {
      const BufferId declared = from_.params[results_[i]].buffer;
      if (buffers_[declared.index]) continue;
      Buffer b = from_[declared];
      const Variable* data = variable(from_, b.data);
      b.shape = call_.results[i];
      if (!prims_.constant(b.elem_offset)) b.elem_offset = prims_.integer(0);
      bind(declared, whole_.add_buffer(std::move(b), data != nullptr ? *data : Variable()));
    }
    const size_t count = to_.buffers.size();
    for (uint32_t i = 0; i < buffers_.size(); ++i) {
      if (buffers_[i]) continue;
      buffers_[i] = to_.add(from_.buffers[i]);
      to_[buffers_[i]].span = {};
    }
    for (size_t i = count; i < to_.buffers.size(); ++i) {
      Buffer& b = to_.buffers[i];
      one(b.data), all(b.shape), all(b.strides), one(b.elem_offset);
    }
    for (BufferId b : root_->allocations) whole_.allocate(buffers_[b.index]);
    for (uint32_t param : results_) {
      const BufferId b = buffers_[from_.params[param].buffer.index];
      if (param < call_.inputs.size()) continue;
      to_[b].name = whole_.intermediate_name(to_[b].name);
      whole_.allocate(b);
    }
  }

  // ---- expressions and numbers of the kernel in the other one ----
  Prim of(Prim root) {
    operands_first(
        prims_, root, [&](Prim e) { return done_.contains(e); },
        [&](Prim e, std::vector<Prim>& operands) {
          if (prims_[e].kind == PrimKind::var) {
            done_.emplace(e, fresh(e));
            return;
          }
          bool is_same = prims_[e].kind != PrimKind::load;
          for (Prim& o : operands) {
            const Prim made = done_.at(o);
            is_same &= made == o;
            o = made;
          }
          done_.emplace(e, is_same ? e : image(e, operands));
        });
    return done_.at(root);
  }

  Prim image(Prim e, std::span<const Prim> operands) {
    const PrimNode n = prims_[e];
    return n.kind == PrimKind::load ? prims_.load(buffers_[n.c].index, n.dtype, operands)
                                    : rebuilt(prims_, e, operands);
  }

  Prim fresh(Prim var) {
    const PrimNode n = prims_[var];
    const Prim made = prims_.var(n.name(), n.dtype, n.is_size_var);
    if (const Variable* known = variable(from_, var)) (to_.variables[made.index] = *known).span = {};
    return made;
  }

  void one(Prim& p) {
    if (p) p = of(p);
  }
  void all(std::vector<Prim>& list) {
    for (Prim& p : list) one(p);
  }
  void range(Range& r) { one(r.min), one(r.extent); }
  void iter_var(IterVar& v) { one(v.var), range(v.domain); }
  void buffer(BufferId& b) {
    if (b) b = buffers_[b.index];
  }
  void region(BufferRegion& r) {
    buffer(r.buffer);
    for (Range& d : r.ranges) range(d);
    r.span = {};
  }
  void suite(Suite& s) const { s.begin += suites_; }
  StmtId moved(StmtId s) const { return StmtId(s.index + stmts_); }

  // Of several regions of one buffer the first counts, as in TVM.
  void regions(std::vector<BufferRegion>& list) {
    std::vector<BufferRegion> kept;
    std::unordered_set<BufferId> seen;
    for (BufferRegion& r : list) {
      region(r);
      if (seen.insert(r.buffer).second) kept.push_back(std::move(r));
    }
    list = std::move(kept);
  }

  void add_statements() {
    for (Stmt s : from_.stmts) {
      one(s.var), one(s.value), one(s.min), buffer(s.buffer);
      if (s.kind == StmtKind::attr) s.number += nodes_;
      if (s.kind == StmtKind::block) s.number += blocks_;
      if (s.kind == StmtKind::realize || s.kind == StmtKind::prefetch) s.number += regions_;
      s.list_begin += lists_;
      suite(s.body), suite(s.other);
      s.span = {};
      to_.stmts.push_back(std::move(s));
    }
    for (const Block& b : from_.blocks) add_block(b);
    for (BufferRegion r : from_.regions) region(r), to_.regions.push_back(std::move(r));
    for (AttrNode n : from_.nodes) {
      one(n.prim), iter_var(n.iter_var), all(n.parameters), all(n.results), all(n.identities);
      for (BufferId& b : n.buffers) buffer(b);
      to_.nodes.push_back(std::move(n));
    }
    for (StmtId s : from_.suites) to_.suites.push_back(moved(s));
    for (Prim p : from_.lists) one(p), to_.lists.push_back(p);
  }

  void add_block(const Block& block) {
    if (&block == root_) {  // what is in it stands in another one
      to_.blocks.emplace_back();
      return;
    }
    Block b = block;
    for (IterVar& v : b.vars) iter_var(v);
    all(b.values), one(b.predicate);
    regions(b.reads), regions(b.writes);
    for (BufferId& a : b.allocations) buffer(a);
    for (MatchBuffer& m : b.matches) buffer(m.target), region(m.source);
    suite(b.init), suite(b.body);
    to_.blocks.push_back(std::move(b));
  }

  FusedKernel& whole_;
  const Call& call_;
  const Kernel& from_;
  Kernel& to_;
  Context& context_;
  PrimStore& prims_;
  std::string& why_not_;
  const Block* root_ = nullptr;
  std::vector<uint32_t> results_;  // their parameters
  uint32_t first_scalar_ = 0;
  std::vector<Equation> equations_;
  std::vector<BufferId> buffers_;                               // by buffer of the kernel
  PrimMap done_;                                                // expressions of the kernel in the other one
  uint32_t stmts_, blocks_, regions_, nodes_, suites_, lists_;  // as many were there
};

FusedKernel::FusedKernel(std::shared_ptr<Context> context)
    : context_(std::move(context)), kernel_(std::make_shared<Kernel>(context_)) {}

BufferId FusedKernel::add_buffer(Buffer buffer, const Variable& data) {
  buffer.data = context_->prims.var(buffer.name, kHandle);
  buffer.span = {};
  Variable& variable = kernel_->variables[buffer.data.index] = data;
  variable.hint = {}, variable.span = {}, variable.is_pointer = true;
  return kernel_->add(std::move(buffer));
}

void FusedKernel::allocate(BufferId b) {
  allocations_.push_back(b);
  names_.insert((*kernel_)[b].name);
}

BufferId FusedKernel::add_input(Name name, DType dtype, std::span<const Prim> shape) {
  Buffer b;
  b.name = name;
  b.dtype = dtype;
  b.shape.assign(shape.begin(), shape.end());
  b.elem_offset = context_->prims.integer(0, shape.empty() ? kInt32 : kInt64);
  Variable data;
  data.element = dtype.is_boolean() ? kInt8 : dtype;
  data.scope = context_->name("global");
  inputs_.push_back(add_buffer(std::move(b), data));
  is_untouched_.insert(inputs_.back());
  return inputs_.back();
}

std::vector<BufferId> FusedKernel::add(const Call& call, std::string& why_not) {
  return Addition(*this, call, why_not).run();
}

// x_intermediate, x_intermediate_1, x_intermediate_1_2 ...: TVM lengthens the name that was taken last. Beyond a bound
// it is the first one that gets a number.
Name FusedKernel::intermediate_name(Name of) {
  constexpr uint32_t kMaxLengthened = 256;
  const Name first = context_->name(std::string(context_->text(of)) + "_intermediate");
  auto& [stem, number] = stems_.try_emplace(first, first, 0).first->second;
  Name name = stem;
  while (names_.contains(name)) {
    name = context_->name(std::string(context_->text(stem)) + "_" + std::to_string(++number));
    stem = number < kMaxLengthened ? name : first;
  }
  return name;
}

// From the inside out: of blocks of one name the first keeps it.
void FusedKernel::name_blocks() {
  std::unordered_map<Name, uint32_t> taken;  // names, with the last number behind them
  auto enter = [](StmtId) { return true; };
  auto nothing = [](StmtId, Part) {};
  auto leave = [&](StmtId id) {
    const Stmt& s = (*kernel_)[id];
    if (s.kind != StmtKind::block) return;
    Name& name = kernel_->blocks[s.number].name;
    const Name wanted = name;
    while (taken.contains(name))
      name = context_->name(std::string(context_->text(wanted)) + "_" + std::to_string(++taken[wanted]));
    taken.emplace(name, 0);
  };
  walk(*kernel_, kernel_->body, enter, nothing, nothing, leave);
}

std::shared_ptr<Kernel> FusedKernel::finish(std::span<const BufferId> results, std::span<const Prim> symbols) {
  PrimStore& prims = context_->prims;
  const auto add_parameter = [&](const std::string& name, BufferId b) {
    kernel_->params.push_back({prims.var(context_->name("p_" + name), kHandle), b});
  };
  for (BufferId b : inputs_) add_parameter(std::string(context_->text((*kernel_)[b].name)), b);
  for (size_t k = 0; k < results.size(); ++k) add_parameter("output" + std::to_string(k), results[k]);
  for (Prim s : symbols) kernel_->params.push_back({s, {}});
  const std::unordered_set<BufferId> given(results.begin(), results.end());
  std::erase_if(allocations_, [&](BufferId b) { return given.contains(b); });
  kernel_->body = kernel_->add(body_);
  name_blocks();
  Block root;
  root.name = context_->name("root");
  root.allocations = std::move(allocations_);
  root.body = kernel_->body;
  Stmt s;
  s.kind = StmtKind::block;
  s.number = static_cast<uint32_t>(kernel_->blocks.size());
  kernel_->blocks.push_back(std::move(root));
  const StmtId id = kernel_->add(std::move(s));
  kernel_->body = kernel_->add(std::span(&id, 1));
  kernel_->is_private = true;
  kernel_->attrs = context_->sorted_dict({{context_->name("tir.noalias"), context_->attrs.prim(prims.boolean(true))}});
  return std::move(kernel_);
}

}  // namespace hammock::tir
