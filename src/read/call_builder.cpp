// SPDX-License-Identifier: Apache-2.0
// A call becomes the little tree that a script would have there: literals as literals, values as names that are bound
// to them.
#include "hammock/read/call_builder.h"

#include <bit>

#include "elaborate.h"

namespace hammock {

using namespace read;

class CallBuilder::Impl {
 public:
  Impl(std::shared_ptr<Context> context, const Module* module)
      : context_(*context),
        own_(context),
        source_("", ""),
        scratch_(context),
        // The elaborator adds functions to a module only where it reads definitions.
        elaborator_(source_, ast_, module ? const_cast<Module&>(*module) : own_, diagnostics_, options_) {
    elaborator_.read_calls_for(scratch_);
  }

  void attach(Function& fn, Span span) {
    elaborator_.read_calls_for(fn);
    span_ = span;
  }

  void begin() {
    ast_.exprs.clear();
    ast_.lists.clear();
    ast_.operations.clear();
    bound_ = 0;
    diagnostics_ = Diagnostics();
    elaborator_.open_call();
  }

  std::optional<CallValue> finish(ExprId e, std::string& error) {
    Item item = elaborator_.read_call(e);
    std::optional<CallValue> result;
    if (item) result = value_of(item);
    if (!result) error = diagnostics_.all().empty() ? "this is no value" : diagnostics_.all()[0].text;
    elaborator_.close_call();
    return result;
  }

  ExprId node(Expr e) {
    e.span = span_;
    ast_.exprs.push_back(e);
    return ExprId(static_cast<uint32_t>(ast_.exprs.size() - 1));
  }
  ExprId list(ExprKind kind, std::span<const ExprId> parts) {
    Expr e{kind, 0, {}, static_cast<uint32_t>(ast_.lists.size()), static_cast<uint32_t>(parts.size())};
    ast_.lists.insert(ast_.lists.end(), parts.begin(), parts.end());
    return node(e);
  }
  ExprId name(std::string_view text) {
    Expr e{ExprKind::name, 0, {}, context_.name(text).index, Name::kNone};
    if (size_t dot = text.find('.'); dot != std::string_view::npos) e.b = context_.name(text.substr(0, dot)).index;
    return node(e);
  }
  // The caller bounds the depth.
  ExprId expr(const CallValue& v) {
    switch (v.kind) {
      case CallValue::Kind::none: return literal(Literal::none);
      case CallValue::Kind::boolean: return literal(v.integer ? Literal::true_ : Literal::false_);
      case CallValue::Kind::string: return node({ExprKind::string, 0, {}, v.id, Name::kNone});
      case CallValue::Kind::list:
      case CallValue::Kind::tuple:
      case CallValue::Kind::dict: {
        std::vector<ExprId> parts;
        for (const CallValue& part : v.items) parts.push_back(expr(part));
        return list(v.kind == CallValue::Kind::list    ? ExprKind::list
                    : v.kind == CallValue::Kind::tuple ? ExprKind::tuple
                                                       : ExprKind::dict,
                    parts);
      }
      case CallValue::Kind::integer:
      case CallValue::Kind::real:
        if (v.kind == CallValue::Kind::real || v.integer >= 0) {
          uint64_t bits =
              v.kind == CallValue::Kind::real ? std::bit_cast<uint64_t>(v.real) : static_cast<uint64_t>(v.integer);
          return node({v.kind == CallValue::Kind::real ? ExprKind::real : ExprKind::integer,
                       0,
                       {},
                       static_cast<uint32_t>(bits),
                       static_cast<uint32_t>(bits >> 32)});
        }
        [[fallthrough]];
      default: return bound(v);
    }
  }
  ExprId literal(Literal l) { return node({ExprKind::constant, static_cast<uint8_t>(l), {}}); }

  ExprId call(ExprId callee, std::span<const CallValue> args, std::span<const std::pair<Name, CallValue>> keywords) {
    std::vector<ExprId> parts{callee};
    for (const CallValue& a : args) parts.push_back(expr(a));
    for (const auto& [key, value] : keywords) {
      ExprId e = expr(value);
      parts.push_back(node({ExprKind::keyword, 0, {}, key.index, e.index}));
    }
    return list(ExprKind::call, parts);
  }
  ExprId operation(Operator op, const CallValue* lhs, const CallValue& rhs) {
    std::vector<OperationItem> items;
    if (lhs) items.push_back({expr(*lhs)});
    items.push_back({{}, op, lhs == nullptr, span_});
    items.push_back({expr(rhs)});
    Expr e{
        ExprKind::operation, 0, {}, static_cast<uint32_t>(ast_.operations.size()), static_cast<uint32_t>(items.size())};
    ast_.operations.insert(ast_.operations.end(), items.begin(), items.end());
    return node(e);
  }
  std::string bound_name(const CallValue& v) {
    std::string text = "%" + std::to_string(bound_++);
    Item item = elaborator_.make(v.kind == CallValue::Kind::value  ? What::expr
                                 : v.kind == CallValue::Kind::prim ? What::prim
                                 : v.kind == CallValue::Kind::info ? What::info
                                 : v.kind == CallValue::Kind::attr ? What::object
                                                                   : What::integer,
                                 span_, v.id);
    if (v.kind == CallValue::Kind::integer) item.integer = v.integer;
    elaborator_.bind(context_.name(text), item);
    return text;
  }
  ExprId bound(const CallValue& v) { return name(bound_name(v)); }

  std::optional<CallValue> value_of(const Item& item) {
    using Kind = CallValue::Kind;
    switch (item.what) {
      case What::nothing: return CallValue{};
      case What::boolean: return CallValue{Kind::boolean, item.integer};
      case What::integer: return CallValue{Kind::integer, item.integer};
      case What::real: return CallValue{Kind::real, 0, item.real};
      case What::string: return CallValue{Kind::string, 0, 0, item.id};
      case What::expr:
        return elaborator_.infer(item.value()) ? std::optional(CallValue::of(item.value())) : std::nullopt;
      case What::prim: return CallValue::of(item.prim());
      case What::info: return CallValue::of(item.info());
      case What::object: return CallValue{Kind::attr, 0, 0, item.id};
      case What::cast: return CallValue::of(elaborator_.cast_node(item));
      case What::list:
      case What::tuple: {
        CallValue list{item.is(What::list) ? Kind::list : Kind::tuple};
        for (const Item& part : elaborator_.items(item)) {
          std::optional<CallValue> v = value_of(part);
          if (!v) return v;
          list.items.push_back(std::move(*v));
        }
        return list;
      }
      default: return std::nullopt;
    }
  }

  Context& context_;
  Module own_;
  Source source_;
  Ast ast_;
  Diagnostics diagnostics_;
  ReadOptions options_;
  Function scratch_;
  Elaborator elaborator_;
  Span span_;
  size_t bound_ = 0;
};

CallBuilder::CallBuilder(std::shared_ptr<Context> context, const Module* module)
    : impl_(std::make_unique<Impl>(std::move(context), module)) {}
CallBuilder::~CallBuilder() = default;

void CallBuilder::attach(Function& fn, Span span) { impl_->attach(fn, span); }

std::optional<CallValue> CallBuilder::call(std::string_view name, std::span<const CallValue> args,
                                           std::span<const std::pair<Name, CallValue>> keywords) {
  impl_->begin();
  return impl_->finish(impl_->call(impl_->name(name), args, keywords), error_);
}

std::optional<CallValue> CallBuilder::call(Value callee, std::string_view method, std::span<const CallValue> args,
                                           std::span<const std::pair<Name, CallValue>> keywords) {
  impl_->begin();
  std::string name = impl_->bound_name(CallValue::of(callee));
  if (!method.empty()) name += "." + std::string(method);
  return impl_->finish(impl_->call(impl_->name(name), args, keywords), error_);
}

std::optional<CallValue> CallBuilder::binary(Operator op, const CallValue& lhs, const CallValue& rhs) {
  impl_->begin();
  return impl_->finish(impl_->operation(op, &lhs, rhs), error_);
}

std::optional<CallValue> CallBuilder::unary(Operator op, const CallValue& operand) {
  impl_->begin();
  return impl_->finish(impl_->operation(op, nullptr, operand), error_);
}

std::optional<CallValue> CallBuilder::item(const CallValue& base, const CallValue& index) {
  impl_->begin();
  ExprId parts[] = {impl_->expr(base), impl_->expr(index)};
  return impl_->finish(impl_->list(ExprKind::index, parts), error_);
}

std::optional<Attr> CallBuilder::attr(const CallValue& value) {
  impl_->begin();
  std::optional<Attr> result = impl_->elaborator_.attr(impl_->expr(value));
  if (!result) error_ = impl_->diagnostics_.all().empty() ? "this is no attribute" : impl_->diagnostics_.all()[0].text;
  impl_->elaborator_.close_call();
  return result;
}

bool CallBuilder::knows(std::string_view name) { return impl_->elaborator_.knows(impl_->context_.name(name)); }

}  // namespace hammock
