// SPDX-License-Identifier: Apache-2.0
// Statements are numbered as they are met, each before its parts, and copied when all have numbers; buffers and blocks
// get theirs where they are first mentioned.
#include "hammock/tir/excerpt.h"

#include <algorithm>

#include "hammock/prim/symbols.h"
#include "hammock/prim/walk.h"
#include "hammock/tir/copy.h"
#include "hammock/tir/walk.h"

namespace hammock::tir {
namespace {

Suite single_statement(const Kernel& kernel, uint32_t statement) {
  return {root_block(kernel)->body.begin + statement, 1};
}

class Copy {
 public:
  explicit Copy(const Kernel& from)
      : from_(from), prims_(from.context->prims), out_(std::make_shared<Kernel>(from.context)) {}

  std::shared_ptr<Kernel> run(const Excerpt& excerpt) {
    out_->is_private = true;
    out_->is_unchecked = from_.is_unchecked;
    out_->variables = from_.variables;
    for (const Parameter& p : excerpt.params) out_->params.push_back({p.var, buffer(p.buffer)});
    Block root = *root_block(from_);
    root.annotations = {};
    root.allocations.clear();
    for (BufferId b : excerpt.allocations) root.allocations.push_back(buffer(b));
    for (Stmt& s : number(excerpt)) out_->add(std::move(s));
    for (Stmt& s : out_->stmts) fill(s);
    std::vector<StmtId> body;
    for (uint32_t i : excerpt.statements) body.push_back(new_ids_.at(from_.suite(root_block(from_)->body)[i]));
    root.body = out_->add(body);
    Stmt around = from_[from_.suite(from_.body)[0]];
    around.number = static_cast<uint32_t>(out_->blocks.size());
    out_->blocks.push_back(std::move(root));
    out_->body = out_->add(std::vector{out_->add(around)});
    return copy(*out_);
  }

 private:
  // The statements as they are, in the order of their new numbers.
  std::vector<Stmt> number(const Excerpt& excerpt) {
    std::vector<Stmt> found;
    const auto enter = [&](StmtId id) {
      new_ids_.emplace(id, StmtId(static_cast<uint32_t>(found.size())));
      found.push_back(from_[id]);
      return true;
    };
    const auto nothing = [](auto&&...) {};
    for (uint32_t i : excerpt.statements) walk(from_, single_statement(from_, i), enter, nothing, nothing, nothing);
    return found;
  }

  // A copied statement names what is copied.
  void fill(Stmt& s) {
    s.value = expression(s.value);
    s.min = expression(s.min);
    s.buffer = buffer(s.buffer);
    s.body = suite(s.body);
    s.other = suite(s.other);
    std::vector<Prim> list;
    for (Prim p : from_.list(s)) list.push_back(expression(p));
    out_->set_list(s, list);
    if (s.number == Id<int>::kNone) return;
    switch (s.kind) {
      case StmtKind::attr: s.number = add(out_->nodes, node(from_.nodes[s.number])); return;
      case StmtKind::block: s.number = add(out_->blocks, block(from_.blocks[s.number])); return;
      case StmtKind::realize:
      case StmtKind::prefetch: s.number = add(out_->regions, region(from_.regions[s.number])); return;
      default: return;
    }
  }

  template <class T>
  static uint32_t add(std::vector<T>& to, T made) {
    to.push_back(std::move(made));
    return static_cast<uint32_t>(to.size() - 1);
  }

  Suite suite(Suite old) {
    std::vector<StmtId> out;
    for (StmtId s : from_.suite(old)) out.push_back(new_ids_.at(s));
    return out_->add(out);
  }

  Block block(Block b) {
    for (IterVar& v : b.vars) range(v.domain);
    for (Prim& p : b.values) p = expression(p);
    b.predicate = expression(b.predicate);
    for (BufferRegion& r : b.reads) r = region(std::move(r));
    for (BufferRegion& r : b.writes) r = region(std::move(r));
    for (BufferId& a : b.allocations) a = buffer(a);
    for (MatchBuffer& m : b.matches) m = {buffer(m.target), region(std::move(m.source))};
    b.init = suite(b.init);
    b.body = suite(b.body);
    return b;
  }

  BufferRegion region(BufferRegion r) {
    r.buffer = buffer(r.buffer);
    for (Range& d : r.ranges) range(d);
    return r;
  }

  void range(Range& r) { r = {expression(r.min), expression(r.extent)}; }

  AttrNode node(AttrNode n) {
    n.prim = expression(n.prim);
    for (BufferId& b : n.buffers) b = buffer(b);
    range(n.iter_var.domain);
    for (Prim& p : n.results) p = expression(p);
    for (Prim& p : n.identities) p = expression(p);
    return n;
  }

  BufferId buffer(BufferId old) {
    if (!old) return old;
    const auto known = buffers_.find(old);
    if (known != buffers_.end()) return known->second;
    const BufferId added = out_->add(from_[old]);
    buffers_.emplace(old, added);
    Buffer b = from_[old];
    for (Prim& d : b.shape) d = expression(d);
    for (Prim& d : b.strides) d = expression(d);
    b.elem_offset = expression(b.elem_offset);
    (*out_)[added] = std::move(b);
    return added;
  }

  Prim expression(Prim root) {
    if (!root) return root;
    operands_first(
        prims_, root, [&](Prim e) { return done_.contains(e); },
        [&](Prim e, std::vector<Prim>& operands) {
          const bool is_load = prims_[e].kind == PrimKind::load;
          const bool is_same = std::ranges::all_of(operands, [&](Prim o) { return done_.at(o) == o; });
          for (Prim& o : operands) o = done_.at(o);
          const Prim made = is_load   ? prims_.load(buffer(BufferId(prims_[e].c)).index, prims_[e].dtype, operands)
                            : is_same ? e
                                      : with_operands(prims_, e, operands);
          done_.emplace(e, made);
        });
    return done_.at(root);
  }

  const Kernel& from_;
  PrimStore& prims_;
  std::shared_ptr<Kernel> out_;
  std::unordered_map<StmtId, StmtId> new_ids_;
  std::unordered_map<BufferId, BufferId> buffers_;
  PrimMap done_;
};

}  // namespace

const Block* root_block(const Kernel& kernel) {
  const Stmt* s = kernel.body.size == 1 ? &kernel[kernel.suite(kernel.body)[0]] : nullptr;
  if (!s || s->kind != StmtKind::block) return nullptr;
  const Block& block = kernel.block(*s);
  return block.vars.empty() && !block.predicate && !block.has_init && block.matches.empty() ? &block : nullptr;
}

std::shared_ptr<Kernel> excerpt_of(const Kernel& kernel, const Excerpt& excerpt) { return Copy(kernel).run(excerpt); }

bool has_free_variables(const Kernel& kernel) {
  const PrimStore& prims = kernel.context->prims;
  std::unordered_set<Prim> bound;
  const auto bind = [&](Prim p) {
    if (p && prims[p].kind == PrimKind::var) bound.insert(p);
  };
  for (const Parameter& p : kernel.params) {
    bind(p.var);
    if (p.buffer) std::ranges::for_each(kernel[p.buffer].shape, bind);
  }
  for (const Buffer& b : kernel.buffers) {
    bind(b.data);
    bind(b.elem_offset);
    std::ranges::for_each(b.strides, bind);
  }
  for (const Stmt& s : kernel.stmts) bind(s.var);
  for (const Block& b : kernel.blocks) {
    for (const IterVar& v : b.vars) bind(v.var);
  }
  for (const AttrNode& n : kernel.nodes) {
    bind(n.iter_var.var);
    std::ranges::for_each(n.parameters, bind);
  }
  SymbolSet mentioned;
  for_each_expression(kernel, [&](Prim p) { mentioned.add_free(*kernel.context, p); });
  return !std::ranges::all_of(mentioned.in_order(), [&](Prim s) { return bound.contains(s); });
}

Parameter parameter_for(const Kernel& kernel, BufferId buffer) {
  Context& context = *kernel.context;
  return {context.prims.var(context.name("var_" + std::string(context.text(kernel[buffer].name))), kHandle), buffer};
}

std::vector<BufferId> touched_buffers(const Kernel& kernel, uint32_t statement) {
  std::vector<BufferId> out;
  std::unordered_set<BufferId> seen;
  std::unordered_set<Prim> done;
  const auto touch = [&](BufferId b) {
    if (b && seen.insert(b).second) out.push_back(b);
  };
  std::unordered_map<Prim, BufferId> pointers;
  for (uint32_t i = 0; i < kernel.buffers.size(); ++i) pointers.emplace(kernel.buffers[i].data, BufferId(i));
  const auto expression = [&](Prim root) {
    if (!root) return;
    operands_first(
        kernel.context->prims, root, [&](Prim e) { return done.contains(e); },
        [&](Prim e, const std::vector<Prim>&) {
          done.insert(e);
          if (kernel.context->prims[e].kind == PrimKind::load) touch(BufferId(kernel.context->prims[e].c));
          if (const auto pointer = pointers.find(e); pointer != pointers.end()) touch(pointer->second);
        });
  };
  const auto enter = [&](StmtId id) {
    const Stmt& s = kernel[id];
    expression(s.value);
    for (Prim p : kernel.list(s)) expression(p);
    if (s.kind == StmtKind::block) {
      for (BufferId b : kernel.block(s).allocations) seen.insert(b);
      for (const MatchBuffer& m : kernel.block(s).matches) {
        touch(m.source.buffer);
        seen.insert(m.target);
      }
      for (Prim p : kernel.block(s).values) expression(p);
    }
    if (s.kind == StmtKind::declare) seen.insert(s.buffer);
    else touch(s.buffer);
    return true;
  };
  const auto nothing = [](auto&&...) {};
  walk(kernel, single_statement(kernel, statement), enter, nothing, nothing, nothing);
  return out;
}

}  // namespace hammock::tir
