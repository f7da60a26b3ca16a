// SPDX-License-Identifier: Apache-2.0
// Functions are paired first, then the values of each pair (value_match.h). What is left without a pair falls into
// groups: bindings that use each other, and those that stand for each other in a user that has a pair. A group is what
// was replaced, or was added or removed where one side of it is empty.
#include "hammock/tool/module_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "hammock/ir/call_attrs.h"
#include "hammock/print/kernel.h"
#include "hammock/print/print.h"
#include "hammock/rewrite/equal.h"
#include "hammock/rewrite/liveness.h"
#include "hammock/rewrite/places.h"
#include "hammock/tir/equal.h"
#include "hammock/tool/diff.h"
#include "value_match.h"

namespace hammock::tool {
namespace {

// ---- functions -----------------------------------------------------------------------------------------------------

// Pairs of functions: such as do the same under one name, then under any, then those of one name, then, where one is
// left on each side, those of one signature.
class FunctionMatch {
 public:
  FunctionMatch(const Module& a, const Module& b)
      : a_(a), b_(b), in_b_(a.functions.size()), in_a_(b.functions.size()) {}

  std::vector<GlobalId> run() {
    if (a_.is_lone_function && b_.is_lone_function && kind(a_, 0) == kind(b_, 0)) pair(0, 0);
    by([](const Module& m, uint32_t i) { return is_public_code(m, i) ? name_key(m, i) : 0; }, true);
    kernels();
    relax_functions();
    by(name_key, true);
    by([&](const Module& m, uint32_t i) { return hash_mix(kind(m, i), m.functions[i].info.index) | 1; }, false);
    return std::move(in_b_);
  }

 private:
  static uint64_t kind(const Module& m, uint32_t i) { return m.functions[i].body.index(); }
  void pair(uint32_t x, uint32_t y) {
    in_b_[x] = GlobalId(y);
    in_a_[y] = GlobalId(x);
  }

  static uint64_t name_key(const Module& m, uint32_t i) { return hash_mix(kind(m, i), m.functions[i].name.index) | 1; }
  static bool is_public_code(const Module& m, uint32_t i) {
    return m.functions[i].relax() && !is_private(m.functions[i]);
  }

  // Open functions of one key, which is not 0.
  template <class Key>
  void by(Key&& key, bool in_order) {
    std::unordered_map<uint64_t, std::pair<std::vector<uint32_t>, std::vector<uint32_t>>> all;
    std::vector<uint64_t> keys;
    for (uint32_t i = 0; i < in_b_.size(); ++i) {
      if (uint64_t k = in_b_[i] ? 0 : key(a_, i); k != 0) all[k].first.push_back(i), keys.push_back(k);
    }
    for (uint32_t i = 0; i < in_a_.size(); ++i) {
      if (uint64_t k = in_a_[i] ? 0 : key(b_, i); k != 0) all[k].second.push_back(i);
    }
    for (uint64_t k : keys) {
      auto& [x, y] = all[k];
      if (!in_order && (x.size() != 1 || y.size() != 1)) continue;
      for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) pair(x[i], y[i]);
      x.clear();
    }
  }

  // Kernels of equal text; what they call counts as equal where it is paired, or has one name.
  void kernels() {
    constexpr size_t kMostTries = 8;
    std::unordered_map<Name, Name> names;
    const auto is_same = [&](Name x, Name y) {
      auto at = names.find(x);
      return (at == names.end() ? x : at->second) == y;
    };
    const auto any = [](Name) { return Name(0); };
    std::unordered_map<uint64_t, std::vector<uint32_t>> by_hash;
    for (uint32_t i = 0; i < in_a_.size(); ++i) {
      if (!in_a_[i] && b_.functions[i].kernel()) by_hash[tir::hash(*b_.functions[i].kernel(), any)].push_back(i);
    }
    for (const bool same_name : {true, false}) {
      for (uint32_t i = 0; i < in_b_.size(); ++i) {
        const GlobalFunction& f = a_.functions[i];
        auto found = in_b_[i] || !f.kernel() ? by_hash.end() : by_hash.find(tir::hash(*f.kernel(), any));
        if (found == by_hash.end()) continue;
        size_t tries = 0;
        for (uint32_t y : found->second) {
          if (in_a_[y] || (same_name && b_.functions[y].name != f.name)) continue;
          if (++tries > kMostTries) break;
          if (!tir::equal(*f.kernel(), *b_.functions[y].kernel(), is_same, tir::Symbols::ignored)) continue;
          pair(i, y);
          names.emplace(f.name, b_.functions[y].name);
          break;
        }
      }
    }
  }

  // Functions of the same content. Of what they call only the signature counts.
  void relax_functions() {
    Vocabulary vocabulary(a_.context());
    std::vector<uint64_t> of_a = contents(a_, in_b_, vocabulary), of_b = contents(b_, in_a_, vocabulary);
    auto content = [&](const Module& m, uint32_t i) { return (&m == &a_ ? of_a : of_b)[i]; };
    by([&](const Module& m,
           uint32_t i) { return content(m, i) == 0 ? 0 : hash_mix(content(m, i), m.functions[i].name.index) | 1; },
       true);
    by(content, true);
  }
  std::vector<uint64_t> contents(const Module& m, std::span<const GlobalId> pairs, Vocabulary& vocabulary) const {
    std::vector<uint64_t> out(pairs.size());
    std::vector<uint32_t> globals;
    for (const GlobalFunction& f : m.functions) globals.push_back(static_cast<uint32_t>(f.body.index()));
    for (uint32_t i = 0; i < pairs.size(); ++i) {
      const Function* fn = pairs[i] ? nullptr : m.functions[i].relax();
      if (!fn) continue;
      Side side(m, *fn, globals, vocabulary, false);
      std::vector<uint32_t> params(fn->self().params.size());
      std::iota(params.begin(), params.end(), 0);
      side.number(params);
      out[i] = hash_mix(side.value[side.root.index], params.size()) | 1;
      for (Value p : fn->self().params) out[i] = hash_mix(out[i], side.info[p.index].index) | 1;
    }
    return out;
  }

  const Module& a_;
  const Module& b_;
  std::vector<GlobalId> in_b_, in_a_;
};

// ---- one function --------------------------------------------------------------------------------------------------

class RelaxDiff {
 public:
  RelaxDiff(const Module& ma, const Module& mb, const Function& a, const Function& b,
            std::span<const uint32_t> globals_a, std::span<const uint32_t> globals_b)
      : vocabulary_(a.context()),
        a_(ma, a, globals_a, vocabulary_, false),
        b_(mb, b, globals_b, vocabulary_, true),
        match_(a_, b_, vocabulary_.words) {}

  void run(FunctionDiff& out) {
    out_ = &out;
    pair_params();
    match_.run();
    signature();
    pair_regions();
    pairs();
    groups();
    effects();
    std::ranges::stable_sort(entries_, {}, &Placed::at);
    for (Placed& entry : entries_) out.entries.push_back(std::move(entry.entry));
  }

 private:
  struct Placed {
    uint32_t at;  // in the first function, or behind what stands there
    DiffEntry entry;
  };

  std::string_view text(Name name) const { return name ? a_.fn.context().text(name) : "_"; }
  static bool is_root(const Side& side, Value v) { return v == side.root; }

  DiffItem item(const Side& side, Value v) const {
    const Function& fn = side.fn;
    if (is_root(side, v)) {
      const Value result = fn.body().result;
      // A variable has the place where it is bound, which is another.
      return {"", fn[result].name ? Span() : fn[result].span, "return " + operand_text(side, result)};
    }
    const Node& node = fn[v];
    std::string name(text(node.name));
    std::string line;
    if (node.kind == NodeKind::cond) line = fmt::format("if {}: {}", operand_text(side, fn.args(v)[0]), name);
    else if (node.kind == NodeKind::lambda) line = fmt::format("def {}", name);
    else if (node.kind == NodeKind::param) line = fmt::format("{}: {}", name, info_text(side, node.info));
    else line = print_binding(side.module, fn, v);
    return {std::move(name), node.span, std::move(line)};
  }
  std::string info_text(const Side& side, StructInfo info) const {
    return info ? print(side.fn.context(), info, &side.module) : "R.Object";
  }
  // A variable by its name; what is written out, by what it is.
  std::string operand_text(const Side& side, Value v) const {
    const Node& node = side.fn[v];
    if (node.name) return std::string(text(node.name));
    if (node.kind != NodeKind::tuple) return "...";
    std::string out = "(";
    for (Value field : side.fn.args(v)) out += (out.size() > 1 ? ", " : "") + operand_text(side, field);
    return out + ")";
  }

  void add(uint32_t at, Change change, std::string what, std::span<const Value> before, std::span<const Value> after) {
    DiffEntry entry{change, std::move(what), {}, {}};
    for (Value v : before) entry.before.push_back(item(a_, v));
    for (Value v : after) entry.after.push_back(item(b_, v));
    entries_.push_back({at, std::move(entry)});
  }
  void add(uint32_t at, Change change, std::string what, Value before, Value after) {
    add(at, change, std::move(what), std::span(&before, before ? 1 : 0), std::span(&after, after ? 1 : 0));
  }

  // ---- parameters: by name, then in order
  void pair_params() {
    const std::vector<Value>&p = a_.fn.self().params, &q = b_.fn.self().params;
    std::unordered_map<Name, size_t> by_name;
    for (size_t j = 0; j < q.size(); ++j) by_name.emplace(b_.fn[q[j]].name, j);
    std::vector<size_t> in_b(p.size(), q.size());
    std::vector<bool> is_taken(q.size());
    for (size_t i = 0; i < p.size(); ++i) {
      auto at = by_name.find(a_.fn[p[i]].name);
      if (at == by_name.end() || is_taken[at->second]) continue;
      in_b[i] = at->second;
      is_taken[at->second] = true;
    }
    for (size_t i = 0, j = 0; i < p.size(); ++i) {
      if (in_b[i] != q.size()) continue;
      while (j < q.size() && is_taken[j]) ++j;
      const bool is_alike = j < q.size() && kind_of(a_.fn.info(p[i])) == kind_of(b_.fn.info(q[j]));
      if (!is_alike) continue;
      in_b[i] = j;
      is_taken[j] = true;
    }
    std::vector<uint32_t> numbers_a, numbers_b(q.size());
    for (uint32_t j = 0; j < q.size(); ++j) numbers_b[j] = static_cast<uint32_t>(p.size()) + j;
    for (uint32_t i = 0; i < p.size(); ++i) {
      numbers_a.push_back(i);
      if (in_b[i] == q.size()) continue;
      numbers_b[in_b[i]] = i;
      pair_symbols(a_.fn.info(p[i]), b_.fn.info(q[in_b[i]]));
      match_.pair(p[i], q[in_b[i]]);
    }
    pair_other_symbols();
    a_.number(numbers_a);
    b_.number(numbers_b);
  }
  // A number and a text are no pair.
  std::pair<InfoKind, int> kind_of(StructInfo info) const {
    const InfoNode& node = a_.fn.context().infos[info ? info : a_.fn.context().infos.object()];
    return {node.kind, node.kind == InfoKind::tensor ? node.ndim : 0};
  }
  void pair_symbols(StructInfo x, StructInfo y) {
    if (!x || !y) return;
    std::vector<Prim> p = free_symbols(a_.fn.context(), x), q = free_symbols(a_.fn.context(), y);
    for (size_t i = 0; p.size() == q.size() && i < p.size(); ++i) {
      if (a_.knows(p[i]) || b_.knows(q[i])) continue;
      const Prim both = vocabulary_.fresh(p[i]);
      a_.rename(p[i], both);
      b_.rename(q[i], both);
    }
  }
  // Those of the signature that no pair of parameters has: by name.
  void pair_other_symbols() {
    std::unordered_map<Name, Prim> by_name;
    auto each = [](Side& side, auto&& f) {
      for (Value v : side.fn.self().params) {
        if (!side.fn.info(v)) continue;
        for (Prim s : free_symbols(side.fn.context(), side.fn.info(v))) {
          if (!side.knows(s)) f(s);
        }
      }
    };
    each(a_, [&](Prim s) {
      const Prim to = vocabulary_.fresh(s);
      by_name.emplace(a_.fn.context().prims[s].name(), to);
      a_.rename(s, to);
    });
    each(b_, [&](Prim s) {
      auto at = by_name.find(b_.fn.context().prims[s].name());
      b_.rename(s, at == by_name.end() ? vocabulary_.fresh(s) : at->second);
      if (at != by_name.end()) by_name.erase(at);
    });
  }

  void signature() {
    const Lambda &x = a_.fn.self(), &y = b_.fn.self();
    std::vector<uint32_t> places(b_.fn.size());
    for (uint32_t j = 0; j < y.params.size(); ++j) places[y.params[j].index] = j;
    std::vector<uint32_t> in_b;
    for (Value p : x.params) {
      const Value q = match_.in_b(p);
      if (!q) {
        add(0, Change::removed, "parameter", p, {});
        continue;
      }
      in_b.push_back(places[q.index]);
      if (a_.info[p.index] != b_.info[q.index]) add(0, Change::changed, "struct info of a parameter", p, q);
      if (a_.fn[p].name != b_.fn[q].name) add(0, Change::renamed, "", p, q);
    }
    for (Value q : y.params) {
      if (!match_.in_a(q)) add(0, Change::added, "parameter", {}, q);
    }
    if (!std::ranges::is_sorted(in_b)) add_words("order of the parameters", names(a_), names(b_));
    if (a_.attr(x.attrs) != b_.attr(y.attrs)) add_words("attributes", attributes(x), attributes(y));
    if (x.is_pure != y.is_pure) add_words("purity", x.is_pure ? "pure" : "impure", y.is_pure ? "pure" : "impure");
    if (x.is_private != y.is_private)
      add_words("visibility", x.is_private ? "private" : "public", y.is_private ? "private" : "public");
    if (x.ret && y.ret && a_.without_names(x.ret) != b_.without_names(y.ret))
      add_words("struct info of the result", info_text(a_, x.ret), info_text(b_, y.ret));
    for (bool is_dataflow : {true, false}) {
      const size_t m = blocks(a_.fn, is_dataflow), n = blocks(b_.fn, is_dataflow);
      if (m != n) add_words(is_dataflow ? "dataflow blocks" : "other blocks", std::to_string(m), std::to_string(n));
    }
  }
  void add_words(std::string_view what, std::string before, std::string after) {
    DiffEntry entry{Change::changed, std::string(what), {}, {}};
    entry.before.push_back({"", a_.fn.self().span, std::move(before)});
    entry.after.push_back({"", b_.fn.self().span, std::move(after)});
    entries_.push_back({0, std::move(entry)});
  }
  std::string names(const Side& side) const {
    std::string out;
    for (Value p : side.fn.self().params) out += (out.empty() ? "" : ", ") + std::string(text(side.fn[p].name));
    return out;
  }
  std::string attributes(const Lambda& lambda) const {
    return lambda.attrs ? print_attr(a_.fn.context(), lambda.attrs) : "{}";
  }
  static size_t blocks(const Function& fn, bool is_dataflow) {
    size_t count = 0;
    for (const Region& r : fn.regions)
      count += static_cast<size_t>(std::ranges::count(r.blocks, is_dataflow, &Block::is_dataflow));
    return count;
  }

  // ---- pairs
  void pair_regions() {
    region_in_b_.assign(a_.fn.regions.size(), Side::kNone);
    region_in_b_[a_.fn.self().body.index] = b_.fn.self().body.index;
    for (Value x : a_.order) {
      const Value y = match_.in_b(x);
      if (is_root(a_, x) || !y || a_.fn[x].kind != b_.fn[y].kind) continue;
      if (a_.fn[x].kind == NodeKind::cond) {
        region_in_b_[a_.fn.then_region(x).index] = b_.fn.then_region(y).index;
        region_in_b_[a_.fn.else_region(x).index] = b_.fn.else_region(y).index;
      } else if (a_.fn[x].kind == NodeKind::lambda) {
        region_in_b_[a_.fn[a_.fn[x].lambda()].body.index] = b_.fn[b_.fn[y].lambda()].body.index;
      }
    }
    position_.assign(a_.fn.size() + 1, 0);
    for (uint32_t i = 0; i < a_.order.size(); ++i) position_[a_.order[i].index] = i + 1;
  }

  bool is_paired(Value x, Value y) const { return match_.in_b(x) && match_.in_b(x) == y; }
  static bool is_param(const Side& side, Value v) { return side.label[v.index] == Side::kNone; }
  bool is_open_a(Value x) const { return !match_.in_b(x) && !is_param(a_, x); }
  bool is_open_b(Value y) const { return !match_.in_a(y) && !is_param(b_, y); }

  // What of the two differs, in words; empty: nothing that their operands do not explain.
  std::string change(Value x, Value y) {
    std::vector<std::string> out;
    if (is_root(a_, x)) {
      if (has_other_operand(a_.operands(x), b_.operands(y)) || a_.label[x.index] != b_.label[y.index]) return "result";
      return "";
    }
    attributes(x, y, out);
    operands(x, y, out);
    if (out.empty() && a_.label[x.index] != b_.label[y.index] && a_.operands(x).size() == b_.operands(y).size())
      out.push_back("value");
    if (a_.info[x.index] != b_.info[y.index]) {
      if (out.empty() && has_other_info(x, y)) ++out_->followers;
      else out.push_back("struct info");
    }
    if (a_.fn[x].is_output != b_.fn[y].is_output && region_in_b_[a_.region[x.index]] == b_.region[y.index])
      out.push_back("visibility behind its block");
    return fmt::format("{}", fmt::join(out, ", "));
  }
  bool has_other_info(Value x, Value y) const {
    std::span<const Value> p = a_.operands(x), q = b_.operands(y);
    if (p.size() != q.size()) return true;
    for (size_t i = 0; i < p.size(); ++i) {
      if (!is_paired(p[i], q[i]) || a_.info[p[i].index] != b_.info[q[i].index]) return true;
    }
    return false;
  }
  // Without what was added, removed or replaced.
  bool has_other_operand(std::span<const Value> p, std::span<const Value> q) const {
    if (p.size() != q.size())
      return std::ranges::none_of(p, [&](Value v) { return is_open_a(v); }) &&
             std::ranges::none_of(q, [&](Value v) { return is_open_b(v); });
    for (size_t i = 0; i < p.size(); ++i) {
      if (!is_paired(p[i], q[i]) && !is_open_a(p[i]) && !is_open_b(q[i])) return true;
    }
    return false;
  }
  void attributes(Value x, Value y, std::vector<std::string>& out) {
    const Node &m = a_.fn[x], &n = b_.fn[y];
    if (m.kind != NodeKind::call_op || m.op != n.op || !m.attrs || !n.attrs) return;
    std::span<const Attr> p = a_.fn.context().attrs.items(m.attrs), q = a_.fn.context().attrs.items(n.attrs);
    const OpInfo& op = info(m.op);
    for (size_t i = 0; i < std::min({p.size(), q.size(), op.attrs.size()}); ++i) {
      const Attr s = p[i], t = q[i];
      if (a_.attr(s) != b_.attr(t)) out.emplace_back(op.params[op.attrs[i]].name);
    }
  }
  // Of an operator under the names of its row; of others, all in one.
  void operands(Value x, Value y, std::vector<std::string>& out) {
    std::span<const Value> p = a_.fn.args(x), q = b_.fn.args(y);
    const Node& node = a_.fn[x];
    for (size_t i = 0; i < std::max(p.size(), q.size()); ++i) {
      std::vector<uint32_t> words_a, words_b;
      std::vector<Value> variables_a, variables_b;
      if (i < p.size()) a_.write(p[i], words_a, variables_a);
      if (i < q.size()) b_.write(q[i], words_b, variables_b);
      const bool is_explained =
          variables_a.size() != variables_b.size() && !has_other_operand(variables_a, variables_b);
      if ((words_a == words_b || is_explained) && !has_other_operand(variables_a, variables_b)) continue;
      const OpInfo* op = node.kind == NodeKind::call_op ? &info(node.op) : nullptr;
      const bool has_name = op && i < op->operands.size() && !op->params[op->operands[i]].name.empty();
      out.push_back(has_name ? std::string(op->params[op->operands[i]].name) : fmt::format("operand {}", i + 1));
    }
  }

  void pairs() {
    for (Value x : a_.order) {
      const Value y = match_.in_b(x);
      if (!y) continue;
      const uint32_t at = position_[x.index];
      if (std::string what = change(x, y); !what.empty()) add(at, Change::changed, std::move(what), x, y);
      if (is_root(a_, x)) continue;
      if (region_in_b_[a_.region[x.index]] != b_.region[y.index])
        add(at, Change::moved, place(a_, x) + " to " + place(b_, y), x, y);
      if (a_.fn[x].name == b_.fn[y].name) continue;
      if (is_made(text(a_.fn[x].name)) && is_made(text(b_.fn[y].name))) ++out_->renumbered;
      else add(at, Change::renamed, "", x, y);
    }
  }
  std::string place(const Side& side, Value v) const {
    const Value owner = side.owner[v.index];
    if (!owner) return "the body";
    if (side.fn[owner].kind == NodeKind::lambda) return fmt::format("the function '{}'", text(side.fn[owner].name));
    const bool is_then = side.fn.then_region(owner).index == side.region[v.index];
    return fmt::format("the {} of '{}'", is_then ? "branch" : "other branch", text(side.fn[owner].name));
  }

  // Bindings with effects that stand in another order: all but the longest run that is in order in both.
  void effects() {
    std::vector<uint8_t> impure = impure_bindings(a_.fn, Places(a_.fn));
    std::vector<uint32_t> position_b(b_.fn.size() + 1);
    for (uint32_t i = 0; i < b_.order.size(); ++i) position_b[b_.order[i].index] = i;
    std::vector<Value> in_order;
    for (Value x : a_.order) {
      if (!is_root(a_, x) && impure[x.index] && match_.in_b(x)) in_order.push_back(x);
    }
    // `ends[k]`: the last of a run of k + 1 that ends first in b (patience sorting); `before`: what it follows.
    std::vector<size_t> ends, before(in_order.size());
    auto position = [&](size_t i) { return position_b[match_.in_b(in_order[i]).index]; };
    for (size_t i = 0; i < in_order.size(); ++i) {
      auto at = std::ranges::lower_bound(ends, position(i), {}, position);
      before[i] = at == ends.begin() ? i : *std::prev(at);
      if (at == ends.end()) ends.push_back(i);
      else *at = i;
    }
    std::vector<bool> stays(in_order.size());
    for (size_t i = ends.empty() ? 0 : ends.back(); !ends.empty(); i = before[i]) {
      stays[i] = true;
      if (before[i] == i) break;
    }
    for (size_t i = 0; i < in_order.size(); ++i) {
      if (!stays[i])
        add(position_[in_order[i].index], Change::moved, "the order of effects", in_order[i], match_.in_b(in_order[i]));
    }
  }

  // ---- groups
  uint32_t find(uint32_t i) {
    while (group_[i] != i) i = group_[i] = group_[group_[i]];
    return i;
  }
  void join(uint32_t i, uint32_t j) { group_[find(j)] = find(i); }
  uint32_t in_group(const Side& side, Value v) const {
    return v.index + (&side == &b_ ? static_cast<uint32_t>(a_.fn.size()) + 1 : 0);
  }

  void groups() {
    group_.resize(a_.fn.size() + b_.fn.size() + 2);
    std::iota(group_.begin(), group_.end(), 0);
    auto is_open = [&](const Side& side, Value v) { return &side == &a_ ? is_open_a(v) : is_open_b(v); };
    for (const Side* side : {&a_, &b_}) {
      for (Value v : side->order) {
        if (!is_open(*side, v)) continue;
        for (Value operand : side->operands(v)) {
          if (is_open(*side, operand)) join(in_group(*side, v), in_group(*side, operand));
        }
        const Value owner = side->owner[v.index];
        if (owner && is_open(*side, owner)) join(in_group(*side, owner), in_group(*side, v));
      }
    }
    for (Value x : a_.order) {
      if (match_.in_b(x)) join_operands(a_.operands(x), b_.operands(match_.in_b(x)));
    }
    report_groups();
  }
  // Those at the same place; between equal ends, where there are more on one side.
  void join_operands(std::span<const Value> p, std::span<const Value> q) {
    if (p.size() == q.size()) {
      for (size_t i = 0; i < p.size(); ++i) join_open(p.subspan(i, 1), q.subspan(i, 1));
      return;
    }
    while (!p.empty() && !q.empty() && is_paired(p.front(), q.front())) p = p.subspan(1), q = q.subspan(1);
    while (!p.empty() && !q.empty() && is_paired(p.back(), q.back()))
      p = p.first(p.size() - 1), q = q.first(q.size() - 1);
    join_open(p, q);
  }
  void join_open(std::span<const Value> p, std::span<const Value> q) {
    auto x = std::ranges::find_if(p, [&](Value v) { return is_open_a(v); });
    auto y = std::ranges::find_if(q, [&](Value v) { return is_open_b(v); });
    if (x == p.end() || y == q.end()) return;
    const uint32_t first = in_group(a_, *x);
    for (Value v : p) {
      if (is_open_a(v)) join(first, in_group(a_, v));
    }
    for (Value v : q) {
      if (is_open_b(v)) join(first, in_group(b_, v));
    }
  }

  void report_groups() {
    struct Group {
      uint32_t at = 0;
      std::vector<Value> before, after;
    };
    std::vector<Group> all;
    std::unordered_map<uint32_t, size_t> numbers;
    auto group_of = [&](uint32_t member, uint32_t at) -> Group& {
      auto [found, is_new] = numbers.try_emplace(find(member), all.size());
      if (is_new) all.push_back({at, {}, {}});
      return all[found->second];
    };
    for (Value x : a_.order) {
      if (is_open_a(x)) group_of(in_group(a_, x), position_[x.index]).before.push_back(x);
    }
    uint32_t at = 0;
    for (Value y : b_.order) {
      if (Value x = match_.in_a(y)) at = position_[x.index];
      if (is_open_b(y)) group_of(in_group(b_, y), at).after.push_back(y);
    }
    for (const Group& g : all) {
      const Change change = g.before.empty() ? Change::added : g.after.empty() ? Change::removed : Change::replaced;
      add(g.at, change, "", g.before, g.after);
    }
  }

  Vocabulary vocabulary_;
  Side a_, b_;
  ValueMatch match_;
  FunctionDiff* out_ = nullptr;
  std::vector<Placed> entries_;
  std::vector<uint32_t> region_in_b_, position_, group_;
};

// Of a kernel, a member of Python's, or an external function.
std::string function_text(const Module& module, const GlobalFunction& f) {
  if (auto python = std::get_if<PythonFunc>(&f.body)) return python->text;
  if (auto external = std::get_if<ExternFunction>(&f.body))
    return fmt::format("R.ExternFunc({})\n", print_string(module.context().text(external->symbol)));
  return f.kernel() ? print_kernel(*f.kernel(), module.context().text(f.name), {.class_name = "Module"}) : "";
}

// Up to the name that it has in its module.
bool is_same_text(const GlobalFunction& f, const GlobalFunction& g) {
  return f.kernel() && g.kernel() &&
         tir::equal(
             *f.kernel(), *g.kernel(), [](Name x, Name y) { return x == y; }, tir::Symbols::ignored);
}

DiffItem function_item(const Module& module, GlobalId f) {
  return {std::string(module.context().text(module[f].name)), module[f].span, ""};
}

}  // namespace

std::string_view name(Change change) {
  constexpr std::string_view kNames[] = {"added", "removed", "replaced", "changed", "moved", "renamed"};
  return kNames[static_cast<size_t>(change)];
}

std::vector<GlobalId> same_functions(const Module& a, const Module& b) { return FunctionMatch(a, b).run(); }

ModuleDiff diff(const Module& a, const Module& b) {
  ModuleDiff out;
  const std::vector<GlobalId> in_b = same_functions(a, b);
  std::vector<uint32_t> globals_a, globals_b;
  for (uint32_t j = 0; j < b.functions.size(); ++j) globals_b.push_back(static_cast<uint32_t>(a.functions.size()) + j);
  for (uint32_t i = 0; i < in_b.size(); ++i) {
    globals_a.push_back(i);
    if (in_b[i]) globals_b[in_b[i].index] = i;
  }
  if (a.attrs != b.attrs) out.own.emplace_back("the attributes of the module");
  if (a.global_infos != b.global_infos) out.own.emplace_back("the global infos of the module");
  for (uint32_t i = 0; i < in_b.size(); ++i) {
    FunctionDiff of{.before = function_item(a, GlobalId(i)), .is_kernel = a.functions[i].is_kernel()};
    if (in_b[i]) {
      const GlobalFunction &f = a.functions[i], &g = b[in_b[i]];
      of.after = function_item(b, in_b[i]);
      const bool has_name = !a.is_lone_function || !b.is_lone_function;
      if (has_name && f.name != g.name) of.entries.push_back({Change::renamed, "", {*of.before}, {*of.after}});
      if (f.relax() && g.relax()) RelaxDiff(a, b, *f.relax(), *g.relax(), globals_a, globals_b).run(of);
      if (!f.relax() && !is_same_text(f, g))
        of.text = unified_diff(function_text(a, f), function_text(b, g), {of.before->name, "", ""}, false);
      if (of.is_equal()) continue;
    }
    out.functions.push_back(std::move(of));
  }
  std::vector<bool> is_old(b.functions.size());
  for (GlobalId g : in_b) {
    if (g) is_old[g.index] = true;
  }
  for (uint32_t j = 0; j < is_old.size(); ++j) {
    if (!is_old[j])
      out.functions.push_back({.after = function_item(b, GlobalId(j)), .is_kernel = b.functions[j].is_kernel()});
  }
  return out;
}

}  // namespace hammock::tool
