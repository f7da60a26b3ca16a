// SPDX-License-Identifier: Apache-2.0
// Kernels as functions of their module (TIR 1.3): what they see of the script around them.
//
// A kernel is read where its module declares its functions, since Relax functions that are declared before it may call
// it, and its purity and the shapes of its buffers are told by its body.
#include <array>

#include "elaborate.h"
#include "hammock/tir/signature.h"

namespace hammock::read {

void Elaborator::declare_prim_func(GlobalId g, StmtId id) {
  const Stmt& stmt = ast_[id];
  KernelSurroundings& around = *this;
  if (!kernels_) kernels_.emplace(module_.shared_context(), source_, ast_, diagnostics_, around);
  ++function_number_;
  KernelReader::Reading reading = kernels_->read(stmt);
  note_blocks(stmt, *reading.kernel);
  if (reading.has_signature) {
    module_[g].info = tir::signature(*reading.kernel);
  } else {  // what calls it says nothing of it
    module_[g].info = extern_info();
    globals_.erase(module_[g].name);
    bad_globals_[module_[g].name] = true;
  }
  PrimFunc body;
  if (reading.is_whole) body.kernel = std::move(reading.kernel);
  module_[g].body = std::move(body);
}

// In newer versions the decorator of a kernel with blocks says so.
void Elaborator::note_blocks(const Stmt& stmt, const tir::Kernel& kernel) {
  if (!options_.spellings) return;
  const ExprId decorator = ast_.decorators(stmt).back();
  const bool is_call = ast_[decorator].kind == ExprKind::call;
  const Span callee = ast_[is_call ? ast_.list(decorator)[0] : decorator].span, whole = ast_[decorator].span;
  std::string kept;
  bool says_so = false;
  for (ExprId arg : is_call ? ast_.list(decorator).subspan(1) : std::span<const ExprId>()) {
    const bool is_it = ast_[arg].kind == ExprKind::keyword && text(Name(ast_[arg].a)) == "s_tir";
    says_so |= is_it;
    const bool is_keyword = ast_[arg].kind == ExprKind::keyword;
    const Span value = ast_[is_keyword ? ExprId(ast_[arg].b) : arg].span;
    if (!is_it) kept += (kept.empty() ? "" : ", ") + written_text({ast_[arg].span.begin, value.end});
  }
  if (!says_so && kernel.blocks.empty()) return;
  if (!says_so) kept += kept.empty() ? "s_tir=True" : ", s_tir=True";
  options_.spellings->push_back(
      {Spelling::block_function, says_so, whole, written_text(callee) + (kept.empty() ? "" : "(" + kept + ")")});
}

// ---- what a kernel sees ----

std::optional<KernelValue> Elaborator::value_around(Name name, Span span) {
  const Item* item = scopes_.in_scope(name);
  if (!item || item->is(What::module)) return std::nullopt;
  if (item->is(What::unknown)) {
    auto why = why_unknown_.find(name);
    throw Mistake{Diag::undefined_name,
                  span,
                  quoted(text(name)) + " is not defined: " +
                      (why == why_unknown_.end() ? "what Python assigns to it is not evaluated" : why->second),
                  {{item->span, "it is bound here"}}};
  }
  return kernel_value(*item, span);
}

KernelValue Elaborator::kernel_value(const Item& item, Span span) {
  KernelValue v;
  v.span = span;
  switch (item.what) {
    case What::bad: throw Mistake{Diag::count, span, "", {}};
    case What::nothing: return v;
    case What::boolean:
    case What::integer:
      v.kind = item.is(What::integer) ? ValueKind::integer : ValueKind::boolean;
      v.integer = item.integer;
      return v;
    case What::real:
      v.kind = ValueKind::real;
      v.real = item.real;
      return v;
    case What::string:
      v.kind = ValueKind::string;
      v.text = item.name();
      return v;
    case What::prim:
    case What::file_symbol:
      v.kind = ValueKind::prim;
      v.prim = item.is(What::prim) ? item.prim() : symbol_of_file(item).prim();
      return v;
    case What::tuple:
    case What::list: {  // nests at most kMaxDepth deep
      auto [known, is_new] = lists_.try_emplace(item.begin);
      if (is_new || known->second.items->size() != item.size) {
        v.kind = ValueKind::list;
        v.items = std::make_shared<std::vector<KernelValue>>();
        for (const Item& part : std::vector<Item>(items(item).begin(), items(item).end()))
          v.items->push_back(kernel_value(part, span));
        lists_[item.begin] = v;
        return v;
      }
      return known->second;
    }
    case What::wide: throw Mistake{Diag::too_large, span, "the integer does not fit into 64 bits", {}};
    default:
      throw Mistake{
          Diag::not_a_prim, span, "a kernel has no use for " + describe(item), {{item.span, "it is bound here"}}};
  }
}

std::vector<std::string_view> Elaborator::names_around() const { return visible_names(); }

bool Elaborator::is_module(Name name) const {
  const Item* item = scopes_.in_scope(name);
  return class_name_ && (text(name) == "cls" || name == class_name_ || (item && item->is(What::module)));
}

std::optional<DType> Elaborator::result_of(Name function) {
  if (!results_) {
    results_.emplace();
    for (StmtId id = members_; id; id = class_name_ ? ast_[id].next : StmtId()) {
      if (ast_[id].kind != StmtKind::def) continue;
      const Def& def = ast_.defs[ast_[id].def];
      ExprId type = def.result;
      if (type && ast_[type].kind == ExprKind::call) type = ast_.list(type)[0];  // T.handle("float32", "global")
      std::string_view result = type && ast_[type].kind == ExprKind::name ? text(Name(ast_[type].a)) : "";
      const size_t dot = result.rfind('.');
      const std::optional<DType> dtype =
          dot == std::string_view::npos ? std::nullopt : parse_dtype(result.substr(dot + 1));
      results_->emplace(def.name, dtype.value_or(kVoid));
    }
  }
  auto found = results_->find(function);
  return found == results_->end() ? std::nullopt : std::optional(found->second);
}

void Elaborator::note_spelling(Spelling spelling, bool is_newer, Span span, std::string other) {
  if (options_.spellings) options_.spellings->push_back({spelling, is_newer, span, std::move(other)});
}

void Elaborator::note_string(std::string_view text, Span span) { note_text(text, span); }

}  // namespace hammock::read
