// SPDX-License-Identifier: Apache-2.0
#include "hammock/tir/effects.h"

#include <algorithm>
#include <unordered_set>

#include "hammock/prim/intrinsics.h"
#include "hammock/prim/walk.h"
#include "hammock/tir/walk.h"

namespace hammock::tir {
namespace {

class Effects {
 public:
  explicit Effects(const Kernel& kernel) : kernel_(kernel), prims_(kernel.context->prims) {
    for (size_t i = 0; i < kernel.params.size(); ++i) {
      const Parameter& p = kernel.params[i];
      if (prims_[p.var].dtype.code == DType::Code::handle) parameter_of_[p.var.index] = i;
      if (p.buffer) parameter_of_.try_emplace(kernel[p.buffer].data.index, i);
    }
  }

  std::vector<bool> run() {
    written_.assign(kernel_.params.size(), false);
    walk(
        kernel_, kernel_.body,
        [&](StmtId id) {
          look_at(kernel_[id]);
          return true;
        },
        [](StmtId, Part) {}, [](StmtId, Part) {}, [](StmtId) {});
    return std::move(written_);
  }

 private:
  void write(Prim pointer) {
    auto at = parameter_of_.find(pointer.index);
    if (at != parameter_of_.end()) written_[at->second] = true;
  }

  // The target is a view of the source.
  void match(BufferId target, BufferId source) {
    auto at = parameter_of_.find(kernel_[source].data.index);
    if (at != parameter_of_.end()) parameter_of_.insert_or_assign(kernel_[target].data.index, at->second);
  }

  void look_at(const Stmt& s) {
    if (s.kind == StmtKind::store) write(kernel_[s.buffer].data);
    mention(s.value);
    mention(s.min);
    for (Prim p : kernel_.list(s)) mention(p);
    if (s.kind == StmtKind::attr && s.number != Id<int>::kNone && kernel_.nodes[s.number].buffers.size() == 2)
      match(kernel_.nodes[s.number].buffers[0], kernel_.nodes[s.number].buffers[1]);
    if (s.kind != StmtKind::block) return;
    const Block& block = kernel_.block(s);
    for (const MatchBuffer& m : block.matches) match(m.target, m.source.buffer);
    for (Prim p : block.values) mention(p);
    mention(block.predicate);
  }

  // Whoever has a pointer may write through it; T.tvm_access_ptr says what for, and T.address_of is a pointer.
  void mention(Prim root) {
    std::vector<Prim> stack{root};
    while (!stack.empty()) {
      const Prim p = stack.back();
      stack.pop_back();
      if (!p || !seen_.insert(p.index).second) continue;
      const PrimNode& n = prims_[p];
      if (n.kind == PrimKind::var) write(p);
      std::string_view name = n.kind == PrimKind::call ? kernel_.context->text(n.name()) : "";
      if (name == "isnullptr") continue;
      if (name == "tvm_access_ptr") {
        std::span<const Prim> args = prims_.call_args(p);
        if (args.size() == 5 && prims_.is_constant(args[4], 1)) continue;
      }
      if (name == "address_of") {
        const Prim load = prims_.call_args(p)[0];
        if (prims_[load].kind == PrimKind::load) write(kernel_[BufferId(prims_[load].c)].data);
      }
      operands_.clear();
      prims_.operands(p, operands_);
      stack.insert(stack.end(), operands_.begin(), operands_.end());
    }
  }

  const Kernel& kernel_;
  const PrimStore& prims_;
  std::unordered_map<uint32_t, size_t> parameter_of_;  // by pointer
  std::unordered_set<uint32_t> seen_;
  std::vector<Prim> operands_;
  std::vector<bool> written_;
};

}  // namespace

// Of every call in the kernel, once.
template <class Holds>
static bool all_calls(const Kernel& kernel, const Holds& holds) {
  const PrimStore& prims = kernel.context->prims;
  bool all = true;
  std::unordered_set<uint32_t> seen;
  for_each_expression(kernel, [&](Prim root) {
    operands_first(
        prims, root, [&](Prim e) { return !all || seen.contains(e.index); },
        [&](Prim e, std::vector<Prim>&) {
          seen.insert(e.index);
          if (prims[e].kind == PrimKind::call) all = holds(kernel.context->text(prims[e].name()));
        });
  });
  return all;
}

bool only_computes(const Kernel& kernel) {
  return all_calls(kernel, [](std::string_view name) {
    const IntrinsicRow* row = find_intrinsic(name);
    return !row || (row->effect != IntrinsicEffect::updates && row->effect != IntrinsicEffect::opaque);
  });
}

bool is_pure(const Kernel& kernel) {
  std::unordered_set<uint32_t> own;
  for (const Stmt& s : kernel.stmts) {
    if (s.kind == StmtKind::allocate) own.insert(s.var.index);
  }
  auto stores = [&](const Stmt& s) { return s.kind == StmtKind::store && !own.contains(kernel[s.buffer].data.index); };
  return std::ranges::none_of(kernel.stmts, stores) && only_computes(kernel) &&
         all_calls(kernel, [](std::string_view name) { return !name.starts_with("@"); });
}

bool renames_pointers(const Kernel& kernel) {
  std::unordered_set<uint32_t> declared, pointers;
  for (const Parameter& p : kernel.params) {
    if (p.buffer) declared.insert(p.buffer.index);
    pointers.insert(p.var.index);
  }
  for (const Block& b : kernel.blocks) {
    for (BufferId a : b.allocations) declared.insert(a.index);
    for (const MatchBuffer& m : b.matches) declared.insert(m.target.index);
  }
  auto declares_it = [&](const Stmt& s) {  // the allocation of a buffer that is declared in it: its pointer has no name
    const Stmt* inner = s.kind == StmtKind::allocate && s.body.size == 1 ? &kernel[kernel.suite(s.body)[0]] : nullptr;
    return inner && inner->kind == StmtKind::declare && kernel[inner->buffer].data == s.var &&
           kernel[inner->buffer].dtype == s.dtype && !s.value && !s.annotations &&
           std::ranges::equal(kernel[inner->buffer].shape, kernel.list(s));
  };
  for (const Stmt& s : kernel.stmts) {
    if (s.var && !declares_it(s)) pointers.insert(s.var.index);
  }
  for (uint32_t i = 0; i < kernel.buffers.size(); ++i) {
    if (!declared.contains(i) && pointers.contains(kernel.buffers[i].data.index)) return true;
  }
  return false;
}

Jump jump_of(const Kernel& kernel, const Stmt& s) {
  if (s.kind != StmtKind::evaluate) return Jump::none;
  const PrimNode& n = kernel.context->prims[s.value];
  const IntrinsicRow* row = n.kind == PrimKind::call ? find_intrinsic(kernel.context->text(n.name())) : nullptr;
  if (!row) return Jump::none;
  switch (row->intrinsic) {
    case Intrinsic::ret: return Jump::return_;
    case Intrinsic::break_loop: return Jump::break_;
    case Intrinsic::continue_loop: return Jump::continue_;
    default: return Jump::none;
  }
}

std::optional<MatchBuffer> bound_view(const Kernel& kernel, const Stmt& s) {
  if (s.kind != StmtKind::attr || s.number == Id<int>::kNone || !s.text) return std::nullopt;
  const Context& context = *kernel.context;
  const AttrNode& node = kernel.nodes[s.number];
  if (context.text(s.text) != "buffer_bind_scope" || node.buffers.size() != 2) return std::nullopt;
  const PrimNode& part = context.prims[s.value];
  if (part.kind != PrimKind::call || context.text(part.name()) != "tvm_tuple") return std::nullopt;
  MatchBuffer view{node.buffers[0], {node.buffers[1], {}, {}}};
  std::span<const Prim> args = context.prims.call_args(s.value);
  for (size_t i = 0; i + 1 < args.size(); i += 2) view.source.ranges.push_back({args[i], args[i + 1]});
  return view;
}

std::vector<bool> written_parameters(const Kernel& kernel) { return Effects(kernel).run(); }

}  // namespace hammock::tir
