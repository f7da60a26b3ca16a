// SPDX-License-Identifier: Apache-2.0
// Patterns that a script registers for FuseOpsByPattern, and what their checks see of a match.
//
//   def check(context):
//       return not has_leaking_intermediate_variables(context)
//
//   register_patterns([("lib.matmul_relu", pattern, {"lhs": x, "root": product}, check)])
//
// A check is a run as that of a rewriter: what it sees are values of the function that is being divided, good for this
// match only. A variable and the value that it is bound to are one here, so `matched_bindings` maps a variable to
// itself.
#include <algorithm>

#include "hammock/rewrite/standard_patterns.h"
#include "tvm.h"

namespace hammock::script {
namespace {

constexpr size_t kMaxFusions = 10'000;

}  // namespace

// ---- making them ----

// (name, pattern, annotation_patterns, check, attrs_getter), the last three of which may be absent or None.
uint32_t Tvm::add_fusion(std::span<const Datum> parts, std::string_view what) {
  may_make_patterns();
  auto fail = [&](std::string text) { interpreter_->fail(std::string(what) + ": " + text, Diag::wrong_script_value); };
  if (fusions_.size() >= kMaxFusions)
    interpreter_->fail("more than " + std::to_string(kMaxFusions) + " patterns with names", Diag::too_large);
  if (parts.size() < 2 || parts.size() > 5)
    fail("a name and a pattern are wanted, and perhaps annotations, a check and attributes, not " +
         std::to_string(parts.size()) + " things");
  auto part = [&](size_t i) { return i < parts.size() ? parts[i] : Datum(); };
  if (!Interpreter::is_text(part(0))) fail("the name is a string, not " + interpreter_->type_name(part(0)));
  std::string_view name = Interpreter::text_of(part(0));
  if (name.empty() || std::ranges::any_of(name, [](unsigned char c) { return c < ' '; }))
    fail("the name is empty, or of several lines");
  if (!part(1).is(Type::pattern)) fail("a pattern is wanted behind the name, not " + interpreter_->type_name(part(1)));
  Fusion made{
      {std::string(name), patterns_, PatternId(part(1).id), {}, {}, {}, interpreter_->place()}, part(3), part(4)};
  if (part(2).is(Type::dict)) {
    for (const Dict::Entry& e : part(2).as<Dict>().entries) {
      if (e.is_gone) continue;
      if (!Interpreter::is_text(e.key) || !e.value.is(Type::pattern))
        fail("annotations are a dict from names to patterns");
      made.pattern.annotations.emplace_back(Interpreter::text_of(e.key), PatternId(e.value.id));
    }
  } else if (!part(2).is_none()) {
    fail("annotations are a dict from names to patterns, not " + interpreter_->type_name(part(2)));
  }
  uint32_t number = static_cast<uint32_t>(fusions_.size());
  if (!made.check.is_none()) {
    must_be_callable(made.check, "a check");
    made.pattern.check = [this, number](const FusionMatch& found) { return run_check(number, found); };
  }
  if (!made.attrs.is_none()) {
    must_be_callable(made.attrs, "what gets the attributes");
    made.pattern.attrs = [this, number](const FusionMatch& found) { return run_attrs(number, found); };
  }
  for (Datum d : {made.check, made.attrs}) {
    if (!d.is_none()) kept_.push_back(d);
  }
  interpreter_->take(sizeof(Fusion) + made.pattern.name.size());
  fusions_.push_back(std::move(made));
  return number;
}

Datum Tvm::fusion_pattern(const Bound& b) { return Datum::of(Type::fusion, add_fusion(b.values, "FusionPattern")); }

Datum Tvm::register_patterns(const Bound& b) {
  may_make_patterns();
  size_t number = 0;
  for (Datum entry : interpreter_->elements(b[0])) {
    std::string what = "entry " + std::to_string(++number) + " of register_patterns";
    if (!entry.is(Type::fusion) && !entry.is_sequence()) {
      interpreter_->fail(
          what + " is a tuple of a name and a pattern, or a FusionPattern, not " + interpreter_->type_name(entry),
          Diag::wrong_script_value);
    }
    if (registered_.size() >= kMaxFusions)
      interpreter_->fail("more than " + std::to_string(kMaxFusions) + " patterns with names", Diag::too_large);
    registered_.push_back(entry.is(Type::fusion) ? entry.id : add_fusion(entry.as<Sequence>().items, what));
    Span& span = fusions_[registered_.back()].pattern.span;
    if (!span) span = interpreter_->place();  // of the library
  }
  return {};
}

// What was registered later comes first; behind that the standard library, in its own order.
std::vector<uint32_t> Tvm::known_fusions() {
  may_make_patterns();
  if (standard_.empty()) {
    for (FusionPattern& pattern : standard_patterns(patterns_)) {
      standard_.push_back(static_cast<uint32_t>(fusions_.size()));
      fusions_.push_back({std::move(pattern), {}, {}});
    }
    interpreter_->take(patterns_->size() * 100);
  }
  std::vector<uint32_t> known(registered_.rbegin(), registered_.rend());
  known.insert(known.end(), standard_.begin(), standard_.end());
  return known;
}

Datum Tvm::get_patterns_with_prefix(const Bound& b) {
  if (!Interpreter::is_text(b[0]))
    interpreter_->fail("a prefix is a string, not " + interpreter_->type_name(b[0]), Diag::not_a_string);
  std::vector<Datum> out;
  for (uint32_t i : known_fusions()) {
    if (fusions_[i].pattern.name.starts_with(Interpreter::text_of(b[0]))) out.push_back(Datum::of(Type::fusion, i));
  }
  return interpreter_->list(std::move(out));
}

Datum Tvm::get_pattern(const Bound& b) {
  if (!Interpreter::is_text(b[0]))
    interpreter_->fail("a name is a string, not " + interpreter_->type_name(b[0]), Diag::not_a_string);
  for (uint32_t i : known_fusions()) {
    if (fusions_[i].pattern.name == Interpreter::text_of(b[0])) return Datum::of(Type::fusion, i);
  }
  return {};
}

std::optional<Datum> Tvm::fusion_attribute(uint32_t number, std::string_view name) {
  const Fusion& fusion = fusions_[number];
  if (name == "name") return interpreter_->text(fusion.pattern.name);
  if (name == "pattern") return Datum::of(Type::pattern, fusion.pattern.root.index);
  if (name == "check") return fusion.check;
  if (name == "attrs_getter") return fusion.attrs;
  if (name != "annotation_patterns") return std::nullopt;
  Datum out = interpreter_->dict();
  for (const auto& [key, p] : fusion.pattern.annotations)
    interpreter_->put(out.as<Dict>(), interpreter_->text(key), Datum::of(Type::pattern, p.index));
  return out;
}

std::vector<FusionPattern> Tvm::registered() const {
  std::vector<FusionPattern> out;
  for (auto i = registered_.rbegin(); i != registered_.rend(); ++i) out.push_back(fusions_[*i].pattern);
  return out;
}

// ---- a match, as checks see it ----

template <class Run>
void Tvm::look_at(const FusionMatch& found, Run&& run) {
  if (has_failed_) return;
  Build build(found.fn, &found.module, *patterns_, found.match, found.root);
  Restored<Build*> keep_build(build_);
  Restored<uint32_t> keep_run(run_);
  Restored<const FusionMatch*> keep_found(found_);
  build_ = &build;
  run_ = ++runs_;
  found_ = &found;
  try {
    run();
  } catch (const ScriptError& error) {
    report(error);
  }
}

bool Tvm::run_check(uint32_t number, const FusionMatch& found) {
  bool is_fine = false;
  look_at(found, [&] {
    Datum context = Datum::of(Type::check, number, run_);
    is_fine =
        interpreter_->truth(interpreter_->call_from_outside(fusions_[number].check, {std::span(&context, 1), {}}));
  });
  return is_fine;
}

std::vector<std::pair<Name, Attr>> Tvm::run_attrs(uint32_t number, const FusionMatch& found) {
  std::vector<std::pair<Name, Attr>> out;
  look_at(found, [&] {
    Datum parts = annotated(number);
    Datum made = interpreter_->call_from_outside(fusions_[number].attrs, {std::span(&parts, 1), {}});
    auto fail = [&](std::string text) {
      throw ScriptError{Diag::wrong_script_value, fusions_[number].pattern.span, std::move(text), {}};
    };
    if (!made.is(Type::dict)) fail("attributes are a dict from names to values, not " + interpreter_->type_name(made));
    attach();
    for (const Dict::Entry& e : made.as<Dict>().entries) {
      if (e.is_gone) continue;
      if (!Interpreter::is_text(e.key))
        fail("the name of an attribute is a string, not " + interpreter_->type_name(e.key));
      std::string_view name = Interpreter::text_of(e.key);
      if (name == "Composite" || name == "Primitive")
        fail("the attribute " + std::string(name) + " is set by the pass");
      std::optional<Attr> value = calls_->attr(call_value(e.value));
      if (!value) fail(calls_->error().text);
      out.emplace_back(context_.name(name), *value);
    }
  });
  return out;
}

// Those parts with names that took part in the match.
Datum Tvm::annotated(uint32_t number) {
  Datum out = interpreter_->dict();
  for (const auto& [name, p] : fusions_[number].pattern.annotations) {
    Value v = found_->match[p];
    Op op = found_->match.op(p);
    if (!v && op == Op::none) continue;
    interpreter_->put(out.as<Dict>(), interpreter_->text(name),
                      v ? of(v) : Datum::of(Type::op, static_cast<uint32_t>(op)));
  }
  return out;
}

void Tvm::must_be_at_hand(Datum d) const {
  if (!found_ || d.run != run_)
    interpreter_->fail("this belongs to another match; nothing of a match can be kept from one check to the next",
                       Diag::outside_of_match);
}

std::optional<Datum> Tvm::check_attribute(Datum d, std::string_view name) {
  must_be_at_hand(d);
  if (name == "matched_expr") return of(found_->root);
  if (name == "annotated_expr") return annotated(d.id);
  if (name == "var_usages") return Datum::of(Type::usages, 0, run_);
  if (name == "value_to_bound_var") return Datum::of(Type::bindings, 0, run_);
  if (name != "matched_bindings") return std::nullopt;
  Datum out = interpreter_->dict();
  for (Value v : found_->bindings) interpreter_->put(out.as<Dict>(), of(v), of(v));
  return out;
}

// The variables of the block that use it, each once.
Datum Tvm::users_of(Datum variable) {
  if (!variable.is(Type::expr))
    interpreter_->fail("usages are looked up by a variable, not by " + interpreter_->type_name(variable),
                       Diag::wrong_script_value);
  const UseTable::Users users = found_->uses.users(value(variable));
  interpreter_->charge(users.size());
  uint32_t block = found_->places[found_->root].block;
  std::vector<Datum> out;
  Value last;
  for (Value user : users) {
    if (user != std::exchange(last, user) && found_->places[user].block == block) out.push_back(of(user));
  }
  return interpreter_->list(std::move(out));
}

Datum Tvm::m_usages_get(Datum self, const Bound& b) {
  must_be_at_hand(self);
  return users_of(b[0]);
}

// Is a value of the match, other than its result, visible outside of it?
Datum Tvm::has_leaking_variables(const Bound& b) {
  if (!b[0].is(Type::check))
    interpreter_->fail("the context of a check is wanted here, not " + interpreter_->type_name(b[0]),
                       Diag::wrong_script_value);
  must_be_at_hand(b[0]);
  auto position = [&](Value v) { return found_->places[v].position; };
  uint32_t block = found_->places[found_->root].block;
  auto is_inside = [&](Value user) {
    return found_->places[user].block == block &&
           std::ranges::binary_search(found_->bindings, position(user), {}, position);
  };
  for (Value v : found_->bindings) {
    if (v == found_->root) continue;
    const UseTable::Users users = found_->uses.users(v);
    interpreter_->charge(users.size() + 1);
    if (found_->fn[v].is_output || found_->uses.is_returned(v) || !std::ranges::all_of(users, is_inside))
      return Datum::of(true);
  }
  return Datum::of(false);
}

}  // namespace hammock::script
