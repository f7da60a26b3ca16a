// SPDX-License-Identifier: Apache-2.0
// Well-formedness (language 5). One walk in program order with an explicit stack; every violation is reported.
// (S): only with check_struct_info.
//
//  1  every value has struct info                                2 (S) every struct info is in order (15, 16)
//  3  functions referred to are in the module                    4  the info of a function of the module is a function
//  5  `global_symbol` equals the function's name                 6  values are defined before use and in scope
//  7  nothing is bound twice                                     8  a parameter belongs to one function
//  9  a symbol occurs in one function of the module             11  what a dataflow block does not output stays in it,
// 14  operands are leaves or bound values                           and is not captured by a nested function
// 15  symbols are defined before use                            16  shape variables are defined before use
// 17  dims are integers                                         18  no `if` in a dataflow block
// 19 (S) no impure call in a dataflow block                     20 (S) no impure call in a pure function
// 21  relax.force_pure only on pure functions                   22  a function says what it returns
// 24  calls are in the normal form of their operator (what      25  a kernel call agrees with the kernel's signature
//     inference can say of it comes with 26)
// 26 (S) the info of a call does not contradict inference       27 (S) the info of a variable covers that of its value
// 28 (S) what a function returns does not contradict what it declares (ours; whether it fits is checked when it runs)
//
// Impossible by construction: 10 and 12 (being local to a dataflow block is a property of where a binding stands),
// 13 (a region is the body of a function or of a branch; it must have one owner, which is checked), 23 (kernels are
// functions of the module only). The rules of kernels are in kernel.cpp.
#include <algorithm>
#include <unordered_set>

#include "kernel_verifier.h"
#include "verifier.h"

namespace hammock {
namespace {

constexpr bool is_leaf_or_tuple(NodeKind kind) { return is_leaf(kind) || kind == NodeKind::tuple; }

}  // namespace

Diagnostic& Verifier::report(Diag id, Span span, std::string text) {
  return diagnostics_.report(id, span, std::move(text));
}

Diagnostic& Verifier::report_at(Diag id, Value use, Value definition, std::string text) {
  Diagnostic& d = report(id, (*fn_)[use].span, std::move(text));
  if (Span span = (*fn_)[definition].span) d.notes.push_back({span, name(definition) + " is bound here"});
  return d;
}

std::string Verifier::name(Value v) const {
  Name hint = (*fn_)[v].name;
  return hint ? "'" + std::string(context_.text(hint)) + "'" : "an unnamed value";
}

void Verifier::module() {
  for (uint32_t i = 0; i < module_.functions.size(); ++i) {
    const GlobalFunction& f = module_.functions[i];
    if (f.info && context_.infos[f.info].kind != InfoKind::function) {
      report(Diag::ill_formed, f.span,
             "the struct info of function '" + std::string(context_.text(f.name)) + "' is not R.Callable");
    }
    if (f.relax()) function(GlobalId(i));
  }
  kernels();
}

void Verifier::kernels() {
  std::optional<KernelVerifier> verifier;
  std::unordered_set<const tir::Kernel*> seen;
  for (uint32_t i = 0; i < module_.functions.size(); ++i) {
    const tir::Kernel* kernel = module_.functions[i].kernel().get();
    if (!kernel || !seen.insert(kernel).second) continue;
    if (options_.takes_unchecked && kernel->is_unchecked) continue;
    if (!verifier) verifier.emplace(module_, diagnostics_);
    verifier->kernel(*kernel, i);
  }
}

void Verifier::function(GlobalId g) {
  const GlobalFunction& f = module_[g];
  fn_ = f.relax();
  function_index_ = g.index;
  is_incomplete_ = std::ranges::find(options_.incomplete, g) != options_.incomplete.end();
  scope_.enter_function(*fn_);
  is_bound_.assign(fn_->size(), false);
  is_local_.assign(fn_->size(), false);
  is_region_seen_.assign(fn_->regions.size(), false);
  leaf_epochs_.assign(fn_->size(), 0);
  for (const Region& r : fn_->regions) {
    for (const Block& b : r.blocks) {
      for (Value v : b.bindings) {
        is_bound_[v.index] = true;
        if (b.is_dataflow && !(*fn_)[v].is_output) is_local_[v.index] = true;
      }
    }
  }
  std::optional<Attr> symbol = context_.find(fn_->self().attrs, "global_symbol");
  if (options_.check_symbols && symbol && !module_.is_lone_function &&
      (context_.attrs[*symbol].kind != AttrKind::string || Name(context_.attrs[*symbol].id) != f.name)) {
    const AttrNode& value = context_.attrs[*symbol];
    std::string found =
        value.kind == AttrKind::string ? "'" + std::string(context_.text(Name(value.id))) + "'" : "no string";
    report(Diag::ill_formed, f.span,
           "attribute 'global_symbol' is " + found + ", but the function is called '" +
               std::string(context_.text(f.name)) + "'");
  }
  enter_lambda(LambdaId(0));
  enter_region(fn_->self().body, {}, true);
  while (!stack_.empty()) step();
}

void Verifier::enter_lambda(LambdaId id) {
  const Lambda& lambda = (*fn_)[id];
  scope_.enter_lambda(id);
  if (!lambda.is_pure && is_forced_pure(lambda))
    report(Diag::ill_formed, lambda.span, "attribute 'relax.force_pure' on a function that is declared impure");
  if (!lambda.ret) report(Diag::ill_formed, lambda.span, "the function does not say what it returns");
  for (Value p : lambda.params) {
    if (StructInfo info = fn_->info(p)) define_symbols(info);
  }
  for (Value p : lambda.params) {
    if (scope_.state(p) == VisibleScope::State::unseen) {
      scope_.define(p);
    } else {
      report_at(Diag::ill_formed, p, p, "parameter " + name(p) + " is the parameter of a function already");
    }
    if (StructInfo info = fn_->info(p)) {
      define_shape_vars(info);
      check_info(info, (*fn_)[p].span);
    } else {
      report(Diag::ill_formed, (*fn_)[p].span, "parameter " + name(p) + " has no struct info");
    }
  }
  if (lambda.ret) check_info(lambda.ret, lambda.span);
}

void Verifier::enter_region(RegionId id, Value owner, bool is_lambda) {
  HAMMOCK_CHECK(!is_region_seen_[id.index], "a region has two owners");
  is_region_seen_[id.index] = true;
  stack_.push_back({id, owner, is_lambda});
}

void Verifier::step() {
  Frame& at = stack_.back();
  const Region& region = (*fn_)[at.region];
  if (at.block == region.blocks.size()) return leave_region();
  const Block& b = region.blocks[at.block];
  if (!at.in_block) {
    at.in_block = true;
    if (b.is_dataflow) scope_.open_dataflow();
  }
  if (at.binding < b.bindings.size()) return binding(b.bindings[at.binding++]);
  end_block(b);
  ++at.block;
  at.binding = 0;
  at.in_block = false;
}

// What a dataflow block outputs is defined again in the scope around it.
void Verifier::end_block(const Block& b) {
  if (!b.is_dataflow) return;
  scope_.close();
  for (Value v : b.bindings) {
    if ((*fn_)[v].is_output) scope_.define(v);
  }
}

void Verifier::leave_region() {
  Frame at = stack_.back();
  Value result = (*fn_)[at.region].result;
  Node user;
  const bool is_variable = result && (is_bound_[result.index] || (*fn_)[result].kind == NodeKind::param);
  const bool is_outer = is_variable && scope_.lambda_of(result) != scope_.lambda();
  user.span = result && !is_outer ? (*fn_)[result].span : at.owner ? (*fn_)[at.owner].span : fn_->self().span;
  if (result) {
    operand(result, user);
  } else {
    report(Diag::ill_formed, user.span, "a body without a result");
  }
  stack_.pop_back();
  if (at.is_lambda) {
    if (result && options_.check_struct_info && options_.check_results) check_result(scope_.lambda(), result);
    scope_.leave_lambda();
    if (at.owner && options_.check_struct_info) check_binding_info(at.owner);
    return;
  }
  scope_.close();
  bool is_then = fn_->then_region(at.owner) == at.region;
  if (is_then) {
    scope_.open();
    enter_region(fn_->else_region(at.owner), at.owner, false);
  } else {
    bind(at.owner);
    if (options_.check_struct_info) check_binding_info(at.owner);
  }
}

void Verifier::binding(Value v) {
  const Node& node = (*fn_)[v];
  if (node.kind == NodeKind::param) {
    report_at(Diag::ill_formed, v, v, "parameter " + name(v) + " is bound in a block");
    return;
  }
  if (node.kind == NodeKind::lambda) {
    bind(v);
    LambdaId id = node.lambda();
    enter_lambda(id);
    return enter_region((*fn_)[id].body, v, true);
  }
  operands(v);
  if (node.kind == NodeKind::cond) {
    if (in_dataflow()) report(Diag::bad_block, node.span, "an if inside a dataflow block");
    scope_.open();
    return enter_region(fn_->then_region(v), v, false);
  }
  if (is_leaf(node.kind)) leaf(v, node);
  if (node.kind == NodeKind::match_cast) {
    define_symbols(node.cast_to());
    define_shape_vars(node.cast_to());
    check_info(node.cast_to(), node.span);
  }
  if (node.kind == NodeKind::call_op || node.kind == NodeKind::call) check_call(v);
  bind(v);
  if (options_.check_struct_info) check_binding_info(v);
}

void Verifier::bind(Value v) {
  if (scope_.state(v) == VisibleScope::State::unseen) {
    scope_.define(v);
  } else {
    report_at(Diag::ill_formed, v, v, name(v) + " is bound twice");
  }
  const Node& node = (*fn_)[v];
  if (!node.info) {
    report(Diag::ill_formed, node.span, name(v) + " has no struct info");
  } else if (options_.check_struct_info) {
    check_info(node.info, node.span);
  }
}

void Verifier::operands(Value v) {
  const Node& node = (*fn_)[v];
  for (Value arg : fn_->args(v)) {
    const Node& a = (*fn_)[arg];
    // The value of a match_cast may be a call without a variable.
    bool is_inline_call = node.kind == NodeKind::match_cast && !is_leaf_or_tuple(a.kind) && !is_bound_[arg.index];
    if (!is_inline_call) {
      operand(arg, node);
      continue;
    }
    for (Value inner : fn_->args(arg)) operand(inner, node);
    if (a.kind == NodeKind::call_op || a.kind == NodeKind::call) check_call(arg);
  }
}

// A use of a value. Tuples that are written out are uses of their fields.
void Verifier::operand(Value root, const Node& user) {
  todo_.assign(1, root);
  while (!todo_.empty()) {
    Value v = todo_.back();
    todo_.pop_back();
    const Node& node = (*fn_)[v];
    bool is_variable = is_bound_[v.index] || node.kind == NodeKind::param;
    if (!is_variable) {
      if (!is_leaf_or_tuple(node.kind)) {
        report(Diag::ill_formed, user.span, "an operand that is neither a variable nor a leaf");
      } else if (leaf_epochs_[v.index] != scope_.epoch()) {
        leaf_epochs_[v.index] = scope_.epoch();
        leaf(v, user);
        std::span<const Value> fields = fn_->args(v);
        todo_.insert(todo_.end(), fields.rbegin(), fields.rend());
      }
      continue;
    }
    if (scope_.state(v) == VisibleScope::State::visible) {
      if (options_.check_struct_info && node.info) check_info(node.info, user.span);
      bool is_captured_local = scope_.lambda_of(v) != scope_.lambda() && is_local_[v.index];
      if (!is_captured_local) continue;
      Diagnostic& d = report(Diag::bad_block, user.span,
                             name(v) + " is local to a dataflow block; a nested function cannot use it");
      if (node.span) d.notes.push_back({node.span, name(v) + " is bound here"});
      continue;
    }
    if (is_incomplete_ && node.kind == NodeKind::param)
      continue;  // stands for a variable that nothing binds, which was reported
    bool is_late = scope_.state(v) == VisibleScope::State::left;
    bool is_local = is_late && is_local_[v.index];
    std::string why = is_local  ? " is local to a dataflow block that ends before this use"
                      : is_late ? " is used outside its scope"
                                : " is used before it is defined";
    Diagnostic& d = report(is_local ? Diag::bad_block : Diag::undefined_name, user.span, name(v) + why);
    if (node.span) d.notes.push_back({node.span, name(v) + " is bound here"});
  }
}

void Verifier::leaf(Value v, const Node& user) {
  const Node& node = (*fn_)[v];
  Span span = node.span ? node.span : user.span;
  if (node.kind == NodeKind::global && node.global().index >= module_.functions.size()) {
    report(Diag::unknown_function, span, "a function that is not in the module");
    return;
  }
  if (node.kind == NodeKind::op_ref || node.kind == NodeKind::opaque || node.kind == NodeKind::global) return;
  if (!node.info) {
    report(Diag::ill_formed, span, "an expression without struct info");
  } else if (node.kind == NodeKind::shape) {
    check_info(node.shape(), span);
  } else if (options_.check_struct_info && node.kind != NodeKind::prim_value) {
    check_info(node.info, span);
  }
}

bool verify(const Module& module, Diagnostics& diagnostics, const VerifyOptions& options) {
  size_t before = diagnostics.all().size() + diagnostics.dropped();
  Verifier(module, diagnostics, options).module();
  return diagnostics.all().size() + diagnostics.dropped() == before;
}

}  // namespace hammock
