// SPDX-License-Identifier: Apache-2.0
// One walk, as equal.cpp compares. A variable or a buffer is the number of its first mention; an expression is hashed
// once, from its operands, so that it costs what it holds and not how often its parts are shared.
#include "hammock/base/hash.h"

#include <unordered_map>

#include "hammock/prim/walk.h"
#include "hammock/tir/equal.h"
#include "hammock/tir/walk.h"

namespace hammock::tir {
namespace {

class Hash {
 public:
  Hash(const Kernel& kernel, const std::function<Name(Name)>& same)
      : kernel_(kernel), context_(*kernel.context), prims_(context_.prims), attrs_(context_.attrs), same_(same) {}

  uint64_t run() {
    mix(kernel_.has_result);
    mix(kernel_.result);
    mix(kernel_.params.size());
    for (const Parameter& p : kernel_.params) mix(p.var), mix(p.buffer);
    for (StmtId s : in_order(kernel_)) {
      mix(bool(s));
      if (s) mix(kernel_[s]);
    }
    mix(kernel_.attrs);
    for (size_t i = 0; i < met_.size(); ++i) mix(kernel_[met_[i]]);  // more of them may be met here
    return hash_;
  }

 private:
  void mix(uint64_t v) { hash_ = hash_mix(hash_, v); }
  void mix(DType t) { mix(static_cast<uint64_t>(t.code) << 32 | static_cast<uint64_t>(t.bits) << 16 | t.lanes); }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void mix(Enum e) { mix(static_cast<uint64_t>(e)); }
  void mix(Name n) { mix(static_cast<uint64_t>(n.index)); }
  template <class T>
  void mix(const std::vector<T>& all) {
    mix(std::span<const T>(all));
  }
  template <class T>
  void mix(std::span<const T> all) {
    mix(all.size());
    for (const T& one : all) mix(one);
  }

  void mix(BufferId b) {
    if (!b) return mix(~uint64_t(0));
    auto [number, is_new] = buffers_.try_emplace(b.index, buffers_.size());
    if (is_new) met_.push_back(b);
    mix(number->second);
  }
  void mix(const Buffer& b) {
    mix(b.data);
    mix(b.dtype);
    mix(b.shape);
    mix(b.strides);
    for (int64_t axis : b.axis_separators) mix(static_cast<uint64_t>(axis));
    mix(b.elem_offset);
    mix(static_cast<uint64_t>(b.alignment));
    mix(b.kind);
  }

  void mix(Prim root) {
    if (!root) return mix(~uint64_t(0));
    operands_first(
        prims_, root, [&](Prim e) { return known_.contains(e.index); },
        [&](Prim e, std::vector<Prim>& operands) {
          const uint64_t before = std::exchange(hash_, 0);
          node(e);
          mix(operands.size());
          for (Prim o : operands) mix(known_.at(o.index));
          known_.emplace(e.index, std::exchange(hash_, before));
        });
    mix(known_.at(root.index));
  }
  void node(Prim e) {
    const PrimNode& n = prims_[e];
    mix(n.kind);
    mix(n.dtype);
    switch (n.kind) {
      case PrimKind::var: return variable(e);
      case PrimKind::load: return mix(BufferId(n.c));
      case PrimKind::call: return mix(function(n.name()));
      case PrimKind::int_imm:
      case PrimKind::float_imm:
      case PrimKind::string_imm: return mix(static_cast<uint64_t>(e.index));
      default: return;
    }
  }
  void variable(Prim e) {
    auto at = kernel_.variables.find(e.index);
    const Variable v = at == kernel_.variables.end() ? Variable() : at->second;
    mix(variables_.try_emplace(e.index, variables_.size()).first->second);
    mix(prims_[e].is_size_var);
    mix(v.is_pointer);
    mix(v.element);
    const std::string_view scope = v.scope ? context_.text(v.scope) : std::string_view();
    mix(hash_bytes(scope.empty() ? "global" : scope));
  }
  Name function(Name called) const {
    const std::string_view text = context_.text(called);
    return text.starts_with("@") ? same_(context_.strings.find(text.substr(1))) : called;
  }

  void mix(const Range& r) { mix(r.min), mix(r.extent); }
  void mix(const BufferRegion& r) { mix(r.buffer), mix(r.ranges); }
  void mix(const MatchBuffer& m) { mix(m.target), mix(m.source); }
  void mix(const IterVar& v) { mix(v.domain), mix(v.var), mix(v.kind), mix(v.tag); }

  void mix(Attr root) {
    std::vector<Attr> open{root};
    while (!open.empty()) {
      const Attr a = open.back();
      open.pop_back();
      mix(bool(a));
      if (!a) continue;
      mix(attrs_[a].kind);
      if (attrs_[a].kind == AttrKind::prim) mix(Prim(attrs_[a].id));
      else mix(static_cast<uint64_t>(attrs_[a].value));
      mix(attrs_.items(a).size());
      open.insert(open.end(), attrs_.items(a).begin(), attrs_.items(a).end());
    }
  }

  void mix(const AttrNode& n) {
    mix(n.kind);
    mix(n.prim);
    mix(n.buffers);
    mix(n.iter_var);
    mix(n.attribute);
    mix(n.parameters);
    mix(n.results);
    mix(n.identities);
  }
  void mix(const Block& b) {
    mix(b.is_realized);
    mix(b.values);
    mix(b.predicate && !prims_.is_constant(b.predicate, 1) ? b.predicate : Prim());
    mix(b.vars);
    mix(b.allocations);
    mix(b.matches);
    mix(b.reads);
    mix(b.writes);
    mix(b.has_init);
    mix(b.annotations);
  }
  void mix(const Stmt& s) {
    mix(s.kind);
    mix(s.loop);
    mix(s.has_else);
    mix(s.dtype);
    mix(s.text);
    mix(s.value);
    mix(s.min);
    mix(s.var);
    mix(s.buffer);
    mix(kernel_.list(s));
    if (s.kind != StmtKind::assertion) mix(s.annotations);
    if (s.kind == StmtKind::allocate_const) {
      const std::vector<std::byte>& data = context_[s.data].data;
      mix(context_[s.data].dtype);
      mix(hash_bytes({reinterpret_cast<const char*>(data.data()), data.size()}));
    }
    if (s.kind == StmtKind::block) mix(kernel_.block(s));
    if (s.kind == StmtKind::realize || s.kind == StmtKind::prefetch) mix(kernel_.regions[s.number]);
    if (s.kind == StmtKind::attr && s.number != Id<int>::kNone) mix(kernel_.nodes[s.number]);
  }

  const Kernel& kernel_;
  const Context& context_;
  const PrimStore& prims_;
  const AttrStore& attrs_;
  const std::function<Name(Name)>& same_;
  uint64_t hash_ = 0;
  std::unordered_map<uint32_t, uint64_t> variables_, buffers_, known_;  // known_: hashes, by Prim
  std::vector<BufferId> met_;
};

}  // namespace

uint64_t hash(const Kernel& kernel, const std::function<Name(Name)>& same) { return Hash(kernel, same).run(); }

}  // namespace hammock::tir
