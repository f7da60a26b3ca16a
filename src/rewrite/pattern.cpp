// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/pattern.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

#include "hammock/base/check.h"
#include "hammock/infer/describe.h"
#include "hammock/tir/kernel.h"

namespace hammock {

// ---- Patterns -----------------------------------------------------------------------------------------------------

Pattern Patterns::add(PatternKind kind, std::initializer_list<PatternId> parts, uint32_t payload) {
  return add({.kind = kind, .payload = payload}, {parts.begin(), parts.size()});
}

Pattern Patterns::add(PatternNode node, std::span<const PatternId> parts) {
  node.parts_begin = static_cast<uint32_t>(parts_.size());
  node.parts_size = static_cast<uint32_t>(parts.size());
  parts_.insert(parts_.end(), parts.begin(), parts.end());
  nodes_.push_back(node);
  return {this, PatternId(static_cast<uint32_t>(nodes_.size() - 1))};
}

static std::vector<PatternId> ids(std::span<const Pattern> patterns) { return {patterns.begin(), patterns.end()}; }

Pattern Patterns::global_containing(std::string_view text) {
  Pattern p = global(text);
  nodes_[p.id().index].is_open = true;
  return p;
}

Pattern Patterns::op(Op op) { return add({.kind = PatternKind::op, .op = op}, {}); }

Pattern Patterns::op_of(std::initializer_list<Op> ops) {
  std::vector<Pattern> all;
  for (Op o : ops) all.push_back(op(o));
  return all.size() == 1 ? all[0] : either(all);
}

Pattern Patterns::constant(ConstantTest test) {
  constant_tests_.push_back(std::move(test));
  return add(PatternKind::constant, {}, static_cast<uint32_t>(constant_tests_.size() - 1));
}

Pattern Patterns::shape(std::span<const Prim> dims) {
  return add({.kind = PatternKind::shape, .info = context_->infos.shape(dims)}, {});
}

Pattern Patterns::call(Pattern callee, std::span<const Pattern> operands, bool is_open) {
  std::vector<PatternId> parts{callee};
  parts.insert(parts.end(), operands.begin(), operands.end());
  return add({.kind = PatternKind::call, .is_open = is_open}, parts);
}

Pattern Patterns::tuple(std::span<const Pattern> fields, bool is_ordered) {
  return add({.kind = is_ordered ? PatternKind::tuple : PatternKind::unordered_tuple}, ids(fields));
}

Pattern Patterns::each(Pattern p, uint32_t at_least) { return add(PatternKind::each, {p}, at_least); }

Pattern Patterns::either(std::span<const Pattern> alternatives) {
  return add({.kind = PatternKind::either}, ids(alternatives));
}

Pattern Patterns::both(std::initializer_list<Pattern> all) {
  return add({.kind = PatternKind::both}, ids({all.begin(), all.size()}));
}

Pattern Patterns::call_tir(std::string_view name, std::optional<std::span<const Pattern>> args,
                           std::optional<Pattern> tir_vars) {
  std::vector<Pattern> operands{name.empty() ? global() : global_containing(name), args ? tuple(*args) : any()};
  if (tir_vars) operands.push_back(*tir_vars);
  return call(op(Op::call_tir), operands);
}

Pattern Patterns::call_dps_packed(std::string_view symbol, std::optional<std::span<const Pattern>> args) {
  std::vector<Pattern> operands{extern_func(symbol), args ? tuple(*args) : any()};
  return call(op(Op::call_dps_packed), operands);
}

Pattern Patterns::call_packed(std::string_view symbol, std::optional<std::span<const Pattern>> args) {
  return call(extern_func(symbol), args.value_or(std::span<const Pattern>()), !args);
}

Pattern Patterns::kernel(std::shared_ptr<const tir::Kernel> kernel) {
  kernels_.push_back(std::move(kernel));
  return add(PatternKind::kernel, {}, static_cast<uint32_t>(kernels_.size() - 1));
}

Pattern Patterns::dominates(Pattern parent, Pattern path, Pattern child) {
  return add(PatternKind::region, {parent, path, child});
}

Prim Patterns::dim(std::string_view name, DType dtype) {
  Prim symbol = context_->prims.var(context_->name(name), dtype);
  make_dim(symbol);
  return symbol;
}

Pattern Patterns::has_shape(Pattern p, std::span<const Prim> dims) {
  return add({.kind = PatternKind::has_shape, .info = context_->infos.shape(dims)}, std::array{p.id()});
}

Pattern Patterns::has_info(Pattern p, StructInfo info) {
  return add({.kind = PatternKind::has_info, .info = info}, std::array{p.id()});
}

Pattern Patterns::has_attrs(Pattern p, std::vector<AttrTest> tests) {
  attr_tests_.push_back(std::move(tests));
  return add(PatternKind::has_attrs, {p}, static_cast<uint32_t>(attr_tests_.size() - 1));
}

Pattern Patterns::where(Pattern p, std::string text, ValueTest holds) {
  conditions_.emplace_back(std::move(text), std::move(holds));
  return add(PatternKind::where, {p}, static_cast<uint32_t>(conditions_.size() - 1));
}

Pattern Patterns::make(std::function<Value(Build&)> maker) {
  makers_.push_back(std::move(maker));
  return add(PatternKind::make, {}, static_cast<uint32_t>(makers_.size() - 1));
}

Pattern Patterns::dup(Pattern p) {
  std::unordered_map<PatternId, PatternId> copies;
  std::vector<PatternId> open{p};
  while (!open.empty()) {
    PatternId at = open.back();
    if (copies.contains(at)) {
      open.pop_back();
      continue;
    }
    bool is_ready = true;
    for (PatternId part : parts(at)) {
      if (copies.contains(part)) continue;
      open.push_back(part);
      is_ready = false;
    }
    if (!is_ready) continue;
    open.pop_back();
    std::vector<PatternId> copied;
    for (PatternId part : parts(at)) copied.push_back(copies[part]);
    PatternId copy = add(nodes_[at.index], copied);
    if (!label(at).empty()) set_label(copy, label(at));
    if (span(at)) set_span(copy, span(at));
    copies[at] = copy;
  }
  return {this, copies[p]};
}

void Patterns::set_label(PatternId p, std::string_view label) {
  if (labels_.size() <= p.index) labels_.resize(p.index + 1);
  labels_[p.index] = label;
}

void Patterns::set_span(PatternId p, Span span) {
  if (spans_.size() <= p.index) spans_.resize(p.index + 1);
  spans_[p.index] = span;
}

// ---- in words -------------------------------------------------------------------------------------------------------

static std::string number_text(double number) {
  char buffer[32];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return {buffer, end};
}

static std::string describe(const ConstantTest& test) {
  if (test.splat) return "R.const(" + number_text(*test.splat) + ")";
  return test.equals ? "a certain constant" : "a constant that passes a test";
}

constexpr size_t kMostDescribed = 2000;  // bytes of a list, about

// Of what has no parts.
std::string Patterns::describe_leaf(const PatternNode& node) const {
  auto named = [&](std::string_view what) {
    return std::string(what) + (node.is_exact() ? " '" + std::string(context_->text(node.text())) + "'" : "");
  };
  switch (node.kind) {
    case PatternKind::value: return "a certain value";
    case PatternKind::variable: return named("a variable");
    case PatternKind::dataflow_variable: return named("a dataflow variable");
    case PatternKind::global: return named("a function");
    case PatternKind::kernel: return "the kernel '" + std::string(context_->text(kernel(node)->name)) + "'";
    case PatternKind::extern_func: return named("an external function");
    case PatternKind::op: return "R." + std::string(hammock::info(node.op).name);
    case PatternKind::constant: return node.is_exact() ? hammock::describe(constant_test(node)) : "a constant";
    case PatternKind::shape: return "R.shape(" + dims_text(node) + ")";
    case PatternKind::prim:
      return node.is_exact() ? "R.prim_value(" + hammock::describe(*context_, node.prim()) + ")" : "R.prim_value(_)";
    case PatternKind::string: return named("a string");
    case PatternKind::dtype: return "a dtype";
    case PatternKind::make: return "something made";
    default: return "_";
  }
}

std::string Patterns::dims_text(const PatternNode& node) const {
  return hammock::describe(*context_, context_->infos.dims(node.info));
}

std::string Patterns::describe(PatternId p, int depth) const {
  const PatternNode& node = nodes_[p.index];
  auto part = [&](size_t i) { return describe(parts(p)[i], depth - 1); };
  auto list = [&](size_t from, std::string_view between) {
    if (depth <= 0) return std::string("...");
    std::string out;
    for (size_t i = from; i < parts(p).size(); ++i) {
      if (out.size() > kMostDescribed) return out + std::string(between) + "...";
      out += (i > from ? std::string(between) : "") + part(i);
    }
    return out;
  };
  if (!label(p).empty() && node.parts_size == 0) return std::string(label(p));
  switch (node.kind) {
    case PatternKind::call: {
      bool is_either = nodes_[parts(p)[0].index].kind == PatternKind::either;
      std::string name = is_either ? "(" + describe(parts(p)[0], 1) + ")" : part(0);
      std::string rest = list(1, ", ");
      return name + "(" + rest + (node.is_open && depth > 0 ? (rest.empty() ? "..." : ", ...") : "") + ")";
    }
    case PatternKind::tuple: return "(" + list(0, ", ") + (node.parts_size == 1 ? ",)" : ")");
    case PatternKind::unordered_tuple: return "a tuple of " + list(0, ", ") + " in some order";
    case PatternKind::get_item: return part(0) + (node.is_exact() ? "[" + std::to_string(node.index()) + "]" : "[_]");
    case PatternKind::each: return "*" + part(0);
    case PatternKind::either: return list(0, " | ");
    case PatternKind::both: return list(0, " & ");
    case PatternKind::never: return "not " + part(0);
    case PatternKind::has_shape: return part(0) + " of shape " + dims_text(node);
    case PatternKind::has_dtype: return part(0) + " of dtype " + to_string(node.dtype());
    case PatternKind::has_info: return part(0) + " of struct info " + hammock::describe(*context_, node.info);
    case PatternKind::has_attrs: {
      std::string names;
      for (const AttrTest& test : attr_tests(node))
        names += (names.empty() ? "" : ", ") + std::string(context_->text(test.name));
      return part(0) + " with " + names;
    }
    case PatternKind::where: return part(0) + " where " + std::string(condition_text(node));
    case PatternKind::used_inside: return part(0) + " used inside the match only";
    case PatternKind::region: return part(2) + " dominated by " + part(0);
    default: return describe_leaf(node);
  }
}

// ---- Pattern ----

Pattern Pattern::operator()(std::initializer_list<Pattern> operands) const {
  return in_->call(*this, {operands.begin(), operands.size()});
}

Pattern Pattern::and_more() const {
  const PatternNode& node = (*in_)[id_];
  HAMMOCK_CHECK(node.kind == PatternKind::call, "and_more() of something that is no call");
  std::vector<Pattern> operands;
  for (PatternId part : in_->parts(id_).subspan(1)) operands.emplace_back(in_, part);
  return in_->call({in_, in_->parts(id_)[0]}, operands, true);
}

Pattern Pattern::operator[](uint32_t index) const { return in_->get_item(*this, index); }
Pattern Pattern::item() const { return in_->get_item(*this, std::nullopt); }

Pattern Pattern::has_shape(std::initializer_list<int64_t> dims) const {
  std::vector<Prim> prims;
  for (int64_t d : dims) prims.push_back(in_->context().prims.integer(d));
  return has_shape(prims);
}
Pattern Pattern::has_shape(std::span<const Prim> dims) const { return in_->has_shape(*this, dims); }
Pattern Pattern::has_dtype(DType dtype) const { return in_->has_dtype(*this, dtype); }
Pattern Pattern::has_info(StructInfo info) const { return in_->has_info(*this, info); }
Pattern Pattern::has_rank(int rank) const {
  return in_->has_info(*this, in_->context().infos.tensor_of_rank(rank, kVoid));
}

Pattern Pattern::has_attr(std::string_view name, Attr value) const {
  return in_->has_attrs(*this, {{.name = in_->context().name(name), .equals = value}});
}
Pattern Pattern::has_attr(std::string_view name, int64_t value) const {
  return has_attr(name, in_->context().attrs.integer(value));
}
Pattern Pattern::has_attr(std::string_view name, AttrVar variable) const {
  return in_->has_attrs(*this, {{.name = in_->context().name(name), .is = variable}});
}
Pattern Pattern::has_attr_where(std::string_view name, std::function<bool(const Context&, Attr)> holds) const {
  return in_->has_attrs(*this, {{.name = in_->context().name(name), .holds = std::move(holds)}});
}
Pattern Pattern::with_attr(std::string_view name, std::function<Attr(Build&)> make) const {
  return in_->has_attrs(*this, {{.name = in_->context().name(name), .make = std::move(make)}});
}
Pattern Pattern::where(std::string text, ValueTest holds) const {
  return in_->where(*this, std::move(text), std::move(holds));
}
Pattern Pattern::used_inside() const { return in_->used_inside(*this); }
Pattern Pattern::dup() const { return in_->dup(*this); }

}  // namespace hammock
