// SPDX-License-Identifier: Apache-2.0
// The kernels are walked side by side. A variable or a buffer of the first stands for that of the second which was met
// with it, and neither for any other; so where each is defined need not be known. What a buffer is made of is compared
// when the rest is, since its parts may mention buffers. Predicates of loads and stores count, although TVM forgets
// them.
#include "hammock/tir/equal.h"

#include <algorithm>
#include <unordered_set>

#include "hammock/tir/effects.h"
#include "hammock/tir/walk.h"

namespace hammock::tir {
namespace {

// Numbers of the first to those of the second, one to one.
class Meetings {
 public:
  bool meet(uint32_t a, uint32_t b) {
    auto [to, is_new] = there_.try_emplace(a, b);
    return is_new ? back_.try_emplace(b, a).second : to->second == b;
  }
  bool has(uint32_t a) const { return there_.contains(a); }

 private:
  std::unordered_map<uint32_t, uint32_t> there_, back_;
};

class Equal {
 public:
  Equal(const Kernel& a, const Kernel& b, const std::function<bool(Name, Name)>& is_same, Symbols symbols)
      : a_(a),
        b_(b),
        context_(*a.context),
        prims_(context_.prims),
        attrs_(context_.attrs),
        is_same_(is_same),
        symbols_(symbols) {}

  bool run() {
    auto parameter = [&](const Parameter& x, const Parameter& y) {
      return prim(x.var, y.var) && bool(x.buffer) == bool(y.buffer) && buffer(x.buffer, y.buffer);
    };
    const bool is_same_symbol =
        symbols_ == Symbols::ignored || (a_.is_private == b_.is_private && symbol(a_) == symbol(b_));
    return is_same_symbol && a_.has_result == b_.has_result && a_.result == b_.result &&
           std::ranges::equal(a_.params, b_.params, parameter) && statements() && attribute(a_.attrs, b_.attrs) &&
           declarations();
  }

 private:
  // As the text says it, or the kernel's name.
  static Name symbol(const Kernel& k) { return k.is_private ? Name() : k.symbol ? k.symbol : k.name; }

  bool variable(Prim x, Prim y) {
    const PrimNode &v = prims_[x], &w = prims_[y];
    if (v.dtype != w.dtype || v.is_size_var != w.is_size_var) return false;
    auto of = [](const Kernel& k, Prim p) {
      auto at = k.variables.find(p.index);
      return at == k.variables.end() ? Variable() : at->second;
    };
    const Variable s = of(a_, x), t = of(b_, y);
    auto scope = [&](const Variable& u) {
      const std::string_view text = u.scope ? context_.text(u.scope) : std::string_view();
      return text.empty() ? "global" : text;
    };
    return s.is_pointer == t.is_pointer && s.element == t.element && scope(s) == scope(t) &&
           variables_.meet(x.index, y.index);
  }

  bool prim(Prim root_a, Prim root_b) {
    std::vector<std::pair<Prim, Prim>> open{{root_a, root_b}};
    std::vector<Prim> operands_a, operands_b;
    while (!open.empty()) {
      const auto [x, y] = open.back();
      open.pop_back();
      if (bool(x) != bool(y)) return false;
      if (!x || !seen_.insert(static_cast<uint64_t>(x.index) << 32 | y.index).second) continue;
      const PrimNode n = prims_[x], m = prims_[y];
      if (n.kind != m.kind || n.dtype != m.dtype) return false;
      if (n.kind == PrimKind::var) {
        if (!variable(x, y)) return false;
        continue;
      }
      if (n.kind == PrimKind::load && !buffer(BufferId(n.c), BufferId(m.c))) return false;
      if (n.kind == PrimKind::call && !function(n.name(), m.name())) return false;
      operands_a.clear();
      operands_b.clear();
      prims_.operands(x, operands_a);
      prims_.operands(y, operands_b);
      if (operands_a.size() != operands_b.size()) return false;
      const bool is_leaf = operands_a.empty() && n.kind != PrimKind::load && n.kind != PrimKind::call;
      if (is_leaf && x != y) return false;
      for (size_t i = operands_a.size(); i-- > 0;) open.push_back({operands_a[i], operands_b[i]});
    }
    return true;
  }

  bool function(Name x, Name y) const {
    const std::string_view f = context_.text(x), g = context_.text(y);
    if (!f.starts_with("@") || !g.starts_with("@")) return x == y;
    return is_same_(context_.strings.find(f.substr(1)), context_.strings.find(g.substr(1)));
  }

  bool prims(std::span<const Prim> x, std::span<const Prim> y) {
    return std::ranges::equal(x, y, [&](Prim p, Prim q) { return prim(p, q); });
  }

  bool buffer(BufferId x, BufferId y) {
    if (!x || !y) return x == y;
    if (!buffers_.has(x.index)) met_.emplace_back(x, y);
    return buffers_.meet(x.index, y.index);
  }
  bool declaration(const Buffer& b, const Buffer& c) {
    return prim(b.data, c.data) && b.dtype == c.dtype && prims(b.shape, c.shape) && prims(b.strides, c.strides) &&
           b.axis_separators == c.axis_separators && prim(b.elem_offset, c.elem_offset) && b.alignment == c.alignment &&
           b.kind == c.kind;
  }
  bool declarations() {
    for (size_t i = 0; i < met_.size(); ++i) {  // more of them may be met here
      if (!declaration(a_[met_[i].first], b_[met_[i].second])) return false;
    }
    return true;
  }
  bool buffers(std::span<const BufferId> x, std::span<const BufferId> y) {
    return std::ranges::equal(x, y, [&](BufferId p, BufferId q) { return buffer(p, q); });
  }

  bool range(const Range& x, const Range& y) { return prim(x.min, y.min) && prim(x.extent, y.extent); }
  bool region(const BufferRegion& x, const BufferRegion& y) {
    return buffer(x.buffer, y.buffer) &&
           std::ranges::equal(x.ranges, y.ranges, [&](const Range& r, const Range& s) { return range(r, s); });
  }
  bool regions(std::span<const BufferRegion> x, std::span<const BufferRegion> y) {
    return std::ranges::equal(x, y, [&](const BufferRegion& r, const BufferRegion& s) { return region(r, s); });
  }
  bool iter_var(const IterVar& x, const IterVar& y) {
    return range(x.domain, y.domain) && prim(x.var, y.var) && x.kind == y.kind && x.tag == y.tag;
  }

  bool attribute(Attr root_a, Attr root_b) {
    std::vector<std::pair<Attr, Attr>> open{{root_a, root_b}};
    while (!open.empty()) {
      const auto [x, y] = open.back();
      open.pop_back();
      if (bool(x) != bool(y)) return false;
      if (x == y) continue;
      if (attrs_[x].kind != attrs_[y].kind || attrs_.items(x).size() != attrs_.items(y).size()) return false;
      if (attrs_[x].kind == AttrKind::prim) {
        if (!prim(Prim(attrs_[x].id), Prim(attrs_[y].id))) return false;
        continue;
      }
      if (attrs_[x].value != attrs_[y].value || attrs_.items(x).empty()) return false;
      for (size_t i = attrs_.items(x).size(); i-- > 0;) open.push_back({attrs_.items(x)[i], attrs_.items(y)[i]});
    }
    return true;
  }

  bool node(const Stmt& s, const Stmt& t) {
    if ((s.number == Id<int>::kNone) != (t.number == Id<int>::kNone)) return false;
    if (s.number == Id<int>::kNone) return true;
    const AttrNode &x = a_.nodes[s.number], &y = b_.nodes[t.number];
    return x.kind == y.kind && prim(x.prim, y.prim) && buffers(x.buffers, y.buffers) &&
           iter_var(x.iter_var, y.iter_var) && attribute(x.attribute, y.attribute) &&
           prims(x.parameters, y.parameters) && prims(x.results, y.results) && prims(x.identities, y.identities);
  }

  bool block(const Block& x, const Block& y) {
    auto match = [&](const MatchBuffer& m, const MatchBuffer& n) {
      return buffer(m.target, n.target) && region(m.source, n.source);
    };
    auto is_true = [&](Prim p) { return !p || prims_.is_constant(p, 1); };
    const bool is_same_predicate = is_true(x.predicate) ? is_true(y.predicate) : prim(x.predicate, y.predicate);
    return x.is_realized == y.is_realized && prims(x.values, y.values) && is_same_predicate &&
           std::ranges::equal(x.vars, y.vars, [&](const IterVar& v, const IterVar& w) { return iter_var(v, w); }) &&
           buffers(x.allocations, y.allocations) && std::ranges::equal(x.matches, y.matches, match) &&
           regions(x.reads, y.reads) && regions(x.writes, y.writes) && x.has_init == y.has_init &&
           attribute(x.annotations, y.annotations);
  }

  bool has_region(const Stmt& s) const { return s.kind == StmtKind::realize || s.kind == StmtKind::prefetch; }

  // Which error an assertion is. The parts of its message are together what its text is.
  std::string_view error(const Stmt& s) const {
    return s.annotations ? context_.text(Name(attrs_[attrs_.items(s.annotations)[0]].id)) : "RuntimeError";
  }

  bool statement(const Stmt& s, const Stmt& t) {
    if (s.kind != t.kind || s.loop != t.loop || s.has_else != t.has_else || s.dtype != t.dtype || s.text != t.text ||
        step_of(s) != step_of(t))
      return false;
    if (!prim(s.value, t.value) || !prim(s.min, t.min) || !prim(s.var, t.var) || !buffer(s.buffer, t.buffer) ||
        !prims(a_.list(s), b_.list(t)))
      return false;
    if (s.kind == StmtKind::assertion ? error(s) != error(t) : !attribute(s.annotations, t.annotations)) return false;
    if (s.kind == StmtKind::allocate_const) {
      const Constant &c = context_[s.data], &d = context_[t.data];
      return c.dtype == d.dtype && c.shape == d.shape && c.data == d.data;
    }
    if (has_region(s)) return region(a_.regions[s.number], b_.regions[t.number]);
    if (s.kind == StmtKind::attr) return node(s, t);
    return s.kind != StmtKind::block || block(a_.block(s), b_.block(t));
  }

  bool statements() {
    const std::vector<StmtId> x = in_order(a_), y = in_order(b_);
    return std::ranges::equal(
        x, y, [&](StmtId s, StmtId t) { return bool(s) == bool(t) && (!s || statement(a_[s], b_[t])); });
  }

  const Kernel &a_, &b_;
  const Context& context_;
  const PrimStore& prims_;
  const AttrStore& attrs_;
  const std::function<bool(Name, Name)>& is_same_;
  const Symbols symbols_;
  Meetings variables_, buffers_;
  std::vector<std::pair<BufferId, BufferId>> met_;
  std::unordered_set<uint64_t> seen_;  // pairs of expressions that are equal if all that is left is
};

}  // namespace

bool equal(const Kernel& a, const Kernel& b, const std::function<bool(Name, Name)>& is_same, Symbols symbols) {
  return &a == &b || Equal(a, b, is_same, symbols).run();
}

}  // namespace hammock::tir
