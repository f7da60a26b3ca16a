// SPDX-License-Identifier: Apache-2.0
// A call of an operator as its reference rule sees it: operands, attributes by name, a place for errors.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "element.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/runtime/tensor.h"
#include "shape.h"

namespace hammock {
struct EvalOptions;
}

namespace hammock::reference {

class OpCall {
 public:
  OpCall(const Function& fn, Value node, std::span<const RuntimeValue* const> args, const EvalOptions& options)
      : attrs(fn, node), fn_(fn), node_(node), args_(args), options_(options) {}

  Op op() const { return fn_[node_].op; }
  const Context& context() const { return fn_.context(); }
  const EvalOptions& options() const { return options_; }

  // Operands. The dispatcher has checked that those of kind T are tensors.
  size_t size() const { return args_.size(); }
  const RuntimeValue& value(size_t i) const { return *args_[i]; }
  const Tensor& tensor(size_t i) const { return *args_[i]->tensor(); }
  bool has_tensor(size_t i) const { return i < args_.size() && args_[i]->tensor(); }
  // A shape, a tuple of integers or a list of them (prim values); nothing if the operand is something else.
  std::optional<Dims> integers(size_t i) const;
  std::optional<int64_t> integer(size_t i) const;
  std::optional<double> real(size_t i) const;  // of an integer or float prim value
  DType operand_dtype(size_t i) const;         // of a prim value, as its struct info says; else int64 or float32

  const CallAttrs attrs;

  // "R.add: <text>", at the call. A rule returns it; what helps it throws it, as make(), cast() and copy_view() do.
  Error fail(std::string text, Error::Kind kind = Error::Kind::run) const;
  Error unsupported_dtype(DType dtype) const {
    return fail("dtype " + to_string(dtype) + " is not supported", Error::Kind::unsupported);
  }
  Tensor make(DType dtype, Dims shape) const;
  // An axis counted from the front; which ones a list names, each once.
  size_t axis(int64_t axis, size_t rank) const;
  std::vector<bool> marked(const Dims& axes, size_t rank) const;
  // Of the tensor that the call gives, as inference tells it for these operands.
  Result<Dims> inferred_shape() const;

  // A tensor from a function of its element type: body(Tag<T>).
  template <class F>
  Result<RuntimeValue> typed(DType dtype, F&& body) const {
    Result<RuntimeValue> result = unsupported_dtype(dtype);
    for_element(dtype, [&](auto tag) { result = wrap(body(tag)); });
    return result;
  }
  template <class F>
  Result<RuntimeValue> typed_float(DType dtype, F&& body) const {
    Result<RuntimeValue> result = unsupported_dtype(dtype);
    for_float(dtype, [&](auto tag) { result = wrap(body(tag)); });
    return result;
  }

 private:
  static Result<RuntimeValue> wrap(Result<Tensor> t) {
    if (!t) return t.error();
    return RuntimeValue{std::move(*t)};
  }
  static Result<RuntimeValue> wrap(Result<RuntimeValue> v) { return v; }

  const Function& fn_;
  Value node_;
  std::span<const RuntimeValue* const> args_;
  const EvalOptions& options_;
};

// The signature of the rules that ops.def names in its eval column.
using Evaluation = Result<RuntimeValue> (*)(const OpCall&);

inline RuntimeValue value_of(Tensor t) { return {std::move(t)}; }

// The elements of a view of `in`, made contiguous. Works on bytes, for every dtype.
Tensor copy_view(const OpCall& call, const Tensor& in, int64_t offset, Dims shape, const Dims& strides);
// Every element converted as astype does.
Tensor cast(const OpCall& call, const Tensor& in, DType dtype);

}  // namespace hammock::reference
