// SPDX-License-Identifier: Apache-2.0
// The right side of rules: terms are built from the inside out with an explicit stack, what is mentioned twice once.
#include "hammock/rewrite/rule.h"

#include <algorithm>
#include <cmath>

#include "attribute.h"
#include "hammock/base/check.h"
#include "hammock/infer/describe.h"
#include "hammock/infer/infer.h"
#include "hammock/ir/constant.h"

namespace hammock {

// ---- Rule -----------------------------------------------------------------------------------------------------------

Rule& Rule::rewrite(PatternId pattern, PatternId replacement) {
  root = pattern;
  term = replacement;
  return *this;
}
Rule& Rule::rewrite(PatternId pattern, ValueMaker make) {
  root = pattern;
  make_value = std::move(make);
  return *this;
}
Rule& Rule::rewrite_tuple(std::vector<PatternId> patterns, ValueMaker make) {
  fields = std::move(patterns);
  make_value = std::move(make);
  return *this;
}
Rule& Rule::rewrite_tuple(std::vector<PatternId> patterns, PatternId replacement) {
  fields = std::move(patterns);
  term = replacement;
  return *this;
}
Rule& Rule::rewrite(PatternGraph patterns, BindingsMaker make) {
  graph = std::make_shared<PatternGraph>(std::move(patterns));
  make_bindings = std::move(make);
  return *this;
}
Rule& Rule::rewrite(PatternGraph patterns, std::vector<std::pair<PatternId, PatternId>> replacements) {
  graph = std::make_shared<PatternGraph>(std::move(patterns));
  terms = std::move(replacements);
  return *this;
}

// ---- Build ----

Value Build::decline(std::string why, Diag code) {
  if (reason_.empty()) {
    reason_ = std::move(why);
    reason_code_ = code;
  }
  return {};
}

Value Build::decline(const Diagnostics& problems, std::string otherwise) {
  if (problems.all().empty()) return decline(std::move(otherwise));
  return decline(problems.all()[0].text, problems.all()[0].id);
}

static constexpr size_t kMaxTermSteps = 1'000'000;

static Span span_of(const Function& fn, Value root) { return root ? fn[root].span : Span(); }

Value Build::call(Op op, std::span<const Value> args, std::span<const std::pair<std::string_view, Attr>> attrs) {
  for (Value v : args) {
    if (!v) return decline("an operand of R." + std::string(hammock::info(op).name) + " was not made");
  }
  const OpInfo& row = hammock::info(op);
  for (uint8_t i : row.attrs) {
    const Param& p = row.params[i];
    bool is_set = std::any_of(attrs.begin(), attrs.end(), [&](const auto& a) { return a.first == p.name; });
    if (!is_set && !p.has_default && p.default_param < 0)
      return decline("R." + std::string(row.name) + " needs a value for " + std::string(p.name));
  }
  for (const auto& [name, value] : attrs) {
    if (row.attr_index(name) < 0)
      return decline("R." + std::string(row.name) + " has no attribute " + std::string(name));
  }
  Diagnostics problems;
  Value v = make_call(fn, module, op, args, default_attrs(context(), op, attrs), span_of(fn, root), &problems);
  return v ? v : decline(problems, "R." + std::string(row.name) + " cannot be inferred");
}

Value Build::call(Op op, std::initializer_list<Value> args,
                  std::initializer_list<std::pair<std::string_view, Attr>> attrs) {
  return call(op, {args.begin(), args.size()}, {attrs.begin(), attrs.size()});
}

Value Build::call_like(Value like, std::span<const Value> args) {
  for (Value v : args) {
    if (!v) return decline("an operand was not made");
  }
  Node node = fn[like];
  HAMMOCK_CHECK(node.kind == NodeKind::call_op, "call_like of something that is no call of an operator");
  Diagnostics problems;
  StructInfo info = Infer(fn, module, &problems).call({node.op, args, node.attrs, node.sinfo_args(), node.span});
  if (!info) return decline(problems, "it cannot be inferred");
  node.info = info;
  node.name = Name();
  node.is_output = false;
  return fn.add(node, args);
}

Value Build::number(double value, DType dtype) {
  Constant c;
  c.dtype = dtype;
  bool is_whole = std::nearbyint(value) == value && std::fabs(value) < 9e18;
  bool is_made = dtype == kBool ? append_integer(c.data, value != 0, dtype)
                 : dtype.is_integral()
                     ? dtype.is_scalar() && is_whole && append_integer(c.data, static_cast<int64_t>(value), dtype)
                     : dtype.is_scalar() && append_real(c.data, value, dtype);
  if (!is_made)
    return decline(dtype.is_integral() && is_whole ? "a number beyond " + to_string(dtype)
                                                   : "a number of dtype " + to_string(dtype));
  return constant(std::move(c));
}

Value Build::constant(Constant c) { return fn.add_constant(context().constant(std::move(c)), span_of(fn, root)); }

Value Build::tuple(std::span<const Value> fields) {
  for (Value v : fields) {
    if (!v) return decline("a field was not made");
  }
  return fn.add_tuple(fields, span_of(fn, root));
}

Value Build::get_item(Value tuple, uint32_t index) {
  if (!tuple) return decline("a tuple was not made");
  const InfoNode& info = context().infos[fn.info(tuple)];
  if (info.kind != InfoKind::tuple || index >= info.list_size)
    return decline("item " + std::to_string(index) + " of " + describe(context(), fn.info(tuple)));
  return fn.add_get_item(tuple, index, span_of(fn, root));
}

Value Build::shape(std::span<const Prim> dims) { return fn.add_shape(dims, span_of(fn, root)); }

// ---- terms ----

Value Build::term(PatternId root_term) {
  std::vector<Value>& built = built_;
  built.resize(patterns.size());
  std::vector<PatternId> open{root_term};
  size_t steps = 0;
  auto is_built_call = [&](PatternId p) { return patterns[p].kind == PatternKind::call && !match[p]; };
  while (!open.empty()) {
    PatternId p = open.back();
    if (built[p.index]) {
      open.pop_back();
      continue;
    }
    if (match[p]) {
      built[p.index] = match[p];
      continue;
    }
    bool is_ready = true;
    PatternId of = p;
    if (patterns[p].kind == PatternKind::has_attrs && is_built_call(patterns.parts(p)[0])) of = patterns.parts(p)[0];
    for (PatternId part : patterns.parts(of).subspan(patterns[of].kind == PatternKind::call ? 1 : 0)) {
      if (built[part.index] || patterns[part].kind == PatternKind::each) continue;
      if (++steps > kMaxTermSteps) return decline("the replacement is larger than the bound");
      open.push_back(part);
      is_ready = false;
    }
    if (!is_ready) continue;
    open.pop_back();
    built[p.index] = build_row(p);
    if (!built[p.index]) return decline("the replacement has " + patterns.describe(p) + ", which cannot be made");
  }
  return built[root_term.index];
}

// A number of its own dtype, or of that of another value.
static Value build_number(Build& build, const ConstantTest& test, Value like) {
  if (!test.like) return build.number(*test.splat, test.dtype);
  const InfoStore& infos = build.context().infos;
  if (!like || !infos.is_tensor(build.fn.info(like)))
    return build.decline("a number beside something that is no tensor");
  return build.number(*test.splat, infos[build.fn.info(like)].dtype);
}

// What was built of these; of each, all that it stands for.
static std::vector<Value> fields_of(const Build& build, std::span<const Value> built, std::span<const PatternId> of) {
  std::vector<Value> out;
  for (PatternId p : of) {
    if (build.patterns[p].kind != PatternKind::each) {
      out.push_back(built[p.index]);
      continue;
    }
    std::vector<Value> repeated = build.match.all(build.patterns.parts(p)[0]);
    out.insert(out.end(), repeated.begin(), repeated.end());
  }
  return out;
}

Value Build::build_row(PatternId p) {
  std::vector<Value>& built = built_;
  const PatternNode& node = patterns[p];
  std::span<const PatternId> parts = patterns.parts(p);
  auto part = [&](size_t i) { return built[parts[i].index]; };
  switch (node.kind) {
    case PatternKind::call: return build_call(p, {});
    case PatternKind::has_attrs: {
      // The attributes belong to the call that is built for them.
      if (patterns[parts[0]].kind == PatternKind::call && !match[parts[0]])
        return build_call(parts[0], patterns.attr_tests(node));
      return part(0);
    }
    case PatternKind::tuple: return tuple(fields_of(*this, built, parts));
    case PatternKind::get_item: return node.is_exact() ? get_item(part(0), node.index()) : Value();
    case PatternKind::constant: {
      if (!node.is_exact()) return {};
      const ConstantTest& test = patterns.constant_test(node);
      if (test.equals) return fn.add_constant(test.equals, span_of(fn, root));
      if (!test.splat) return {};
      Value like = test.like ? match[test.like] : Value();
      if (test.like && !like) like = built[test.like.index] ? built[test.like.index] : term(test.like);
      return build_number(*this, test, like);
    }
    case PatternKind::shape: {
      std::vector<Prim> dims;
      for (Prim d : std::vector<Prim>(context().infos.dims(node.info).begin(), context().infos.dims(node.info).end())) {
        dims.push_back(match.substitute(context(), d));
      }
      return shape(dims);
    }
    case PatternKind::prim: return node.is_exact() ? fn.add_prim(match.substitute(context(), node.prim())) : Value();
    case PatternKind::string: return node.is_exact() ? fn.add_string(node.text()) : Value();
    case PatternKind::value: return node.value();
    case PatternKind::make: return patterns.maker(node)(*this);
    case PatternKind::has_shape:
    case PatternKind::has_dtype:
    case PatternKind::has_info:
    case PatternKind::where:
    case PatternKind::used_inside: return part(0);
    case PatternKind::either:
    case PatternKind::both:
      for (PatternId q : parts) {
        if (match[q]) return match[q];
      }
      return {};
    default: return {};
  }
}

Value Build::build_call(PatternId p, std::span<const AttrTest> tests) {
  std::span<const PatternId> parts = patterns.parts(p);
  std::vector<Value> args = fields_of(*this, built_, parts.subspan(1));
  Op op = match.op(parts[0]);
  if (op == Op::none && patterns[parts[0]].kind == PatternKind::op) op = patterns[parts[0]].op;
  if (op == Op::none) return {};
  std::vector<std::pair<std::string_view, Attr>> attrs;
  for (const AttrTest& test : tests) {
    Attr value = test.make ? test.make(*this) : test.is ? match.attr(test.is) : test.equals;
    if (!value) return decline("no value for attribute " + std::string(context().text(test.name)));
    attrs.emplace_back(context().text(test.name), value);
  }
  return call(op, args, attrs);
}

}  // namespace hammock
