// SPDX-License-Identifier: Apache-2.0
// What Python passes becomes items, and items become what Python gets.
#include "hammock/read/call_builder.h"

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

  // The caller bounds the depth.
  Item item(const CallValue& v) {
    using Kind = CallValue::Kind;
    Item item = elaborator_.make(What::nothing, span_, v.id);
    switch (v.kind) {
      case Kind::none: break;
      case Kind::boolean:
      case Kind::integer:
        item.what = v.kind == Kind::integer ? What::integer : What::boolean;
        item.integer = v.integer;
        break;
      case Kind::real:
        item.what = What::real;
        item.real = v.real;
        break;
      case Kind::string: item.what = What::string; break;
      case Kind::value: item.what = What::expr; return elaborator_.used(item);
      case Kind::prim: item.what = What::prim; break;
      case Kind::info: item.what = What::info; break;
      case Kind::attr: item.what = What::object; break;
      case Kind::list:
      case Kind::tuple:
      case Kind::dict: {
        std::vector<Item> parts;
        for (const CallValue& part : v.items) parts.push_back(this->item(part));
        const What what = v.kind == Kind::list ? What::list : v.kind == Kind::tuple ? What::tuple : What::dict;
        return elaborator_.list_of(what, parts, span_);
      }
    }
    return item;
  }

  std::vector<Arg> arguments(std::span<const CallValue> args, std::span<const std::pair<Name, CallValue>> keywords) {
    std::vector<Arg> out;
    for (const CallValue& a : args) out.push_back(item(a));
    for (const auto& [key, value] : keywords) out.push_back(Arg(item(value), key));
    return out;
  }

  Diagnostic first_error(Diag id, std::string text) const {
    return diagnostics_.all().empty() ? Diagnostic{id, span_, std::move(text), {}} : diagnostics_.all()[0];
  }

  // `make` says what is called.
  template <typename Make>
  std::optional<CallValue> call(Diagnostic& error, const Make& make) {
    diagnostics_ = Diagnostics();
    std::optional<CallValue> result;
    if (Item item = make()) result = value_of(item);
    if (!result) error = first_error(Diag::no_value, "this is no value");
    elaborator_.end_call();
    return result;
  }

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
};

CallBuilder::CallBuilder(std::shared_ptr<Context> context, const Module* module)
    : impl_(std::make_unique<Impl>(std::move(context), module)) {}
CallBuilder::~CallBuilder() = default;

void CallBuilder::attach(Function& fn, Span span) { impl_->attach(fn, span); }

std::optional<CallValue> CallBuilder::call(std::string_view name, std::span<const CallValue> args,
                                           std::span<const std::pair<Name, CallValue>> keywords) {
  return impl_->call(error_, [&] {
    return impl_->elaborator_.call_named(impl_->context_.name(name), impl_->arguments(args, keywords), impl_->span_);
  });
}

std::optional<CallValue> CallBuilder::call(Value callee, std::string_view method, std::span<const CallValue> args,
                                           std::span<const std::pair<Name, CallValue>> keywords) {
  return impl_->call(error_, [&] {
    Item function = impl_->elaborator_.make(What::expr, impl_->span_, callee.index);
    if (method.empty()) function = impl_->elaborator_.used(function);
    return impl_->elaborator_.call_item(function, method, impl_->arguments(args, keywords), impl_->span_);
  });
}

std::optional<CallValue> CallBuilder::binary(Operator op, const CallValue& lhs, const CallValue& rhs) {
  return impl_->call(error_, [&] {
    const Item left = impl_->item(lhs), right = impl_->item(rhs);
    return impl_->elaborator_.narrow(impl_->elaborator_.apply(op, false, left, right, impl_->span_));
  });
}

std::optional<CallValue> CallBuilder::unary(Operator op, const CallValue& operand) {
  return impl_->call(error_, [&] {
    return impl_->elaborator_.narrow(impl_->elaborator_.apply(op, true, {}, impl_->item(operand), impl_->span_));
  });
}

std::optional<CallValue> CallBuilder::item(const CallValue& base, const CallValue& index) {
  return impl_->call(error_, [&] {
    const Item whole = impl_->item(base);
    return impl_->elaborator_.subscript(whole, impl_->item(index), impl_->span_);
  });
}

std::optional<Attr> CallBuilder::attr(const CallValue& value) {
  impl_->diagnostics_ = Diagnostics();
  std::optional<Attr> result = impl_->elaborator_.attr(Arg(impl_->item(value)));
  if (!result) error_ = impl_->first_error(Diag::not_an_attribute, "this is no attribute");
  impl_->elaborator_.end_call();
  return result;
}

bool CallBuilder::knows(std::string_view name) { return impl_->elaborator_.knows(impl_->context_.name(name)); }

}  // namespace hammock
