// SPDX-License-Identifier: Apache-2.0
// Calls of operators guessed from their rows of the table.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "choices.h"
#include "generate.h"
#include "hammock/infer/infer.h"

namespace hammock::generate {

// What calls are made of; the function under construction provides it.
class Values {
 public:
  virtual ~Values() = default;
  virtual Choices& choices() = 0;
  virtual Function& fn() = 0;
  virtual const Module& module() = 0;
  // Values that can be used here, the latest last.
  virtual const std::vector<Value>& visible() = 0;
  virtual Value new_tensor(std::span<const Prim> dims, DType dtype) = 0;  // a parameter or a constant
  virtual Value new_param(StructInfo info) = 0;
  virtual Prim random_dim() = 0;
  virtual void limit(std::vector<Prim>& dims) = 0;  // makes dims smaller where the product is large
  virtual DType random_dtype() = 0;
  virtual const Runner* runner() = 0;
  bool is_runnable() { return runner() != nullptr; }
  virtual bool is_for_executors() = 0;  // see Options
  // Puts a node into the current block.
  virtual Value emit(Value node) = 0;
};

class Calls {
 public:
  explicit Calls(Values& values) : v_(values), fn_(values.fn()), cx_(fn_.context()), c_(values.choices()) {}

  // A call of `op` with guessed operands and attributes, in the current block; none if no guess was a call.
  Value guess(Op op);
  // A call with these operands, others guessed or by default.
  Value make(Op op, std::span<const Value> args, std::vector<std::pair<std::string_view, Attr>> attrs = {});
  Value make(Op op, std::initializer_list<Value> args, std::vector<std::pair<std::string_view, Attr>> attrs = {}) {
    return make(op, std::span(args.begin(), args.size()), std::move(attrs));
  }

  Value pick_tensor(bool needs_float = false);
  Value like(Value v);  // another value of the same dtype, often of the same struct info
  Value scalar(DType dtype, double value);
  Value positive(Value v);  // elements made positive; and so on for what else operators ask for
  std::optional<std::vector<Prim>> dims(Value v) const;
  bool is_tensor(Value v) const { return v && fn_.info(v) && cx_.infos.is_tensor(fn_.info(v)); }
  DType dtype(Value v) const { return cx_.infos[fn_.info(v)].dtype; }
  bool is_float(Value v) const { return is_tensor(v) && dtype(v).is_float(); }
  int64_t rank(Value v) const { return is_tensor(v) ? cx_.infos[fn_.info(v)].ndim : -1; }
  // The dims in another order, merged or split: the same number of elements.
  std::vector<Prim> reshaped(std::vector<Prim> dims);

 private:
  std::optional<std::vector<Value>> operands(const OpInfo& row);
  Value operand(const OpInfo& row, const Param& param, size_t index, const std::vector<Value>& before);
  Value other_tensor(const OpInfo& row, const Param& param, const std::vector<Value>& before);
  Value shape(const Param& param, const std::vector<Value>& before);
  Value tuple_of_numbers(const Param& param, Value of);
  Domain domain(Op op, size_t index) { return v_.is_runnable() ? v_.runner()->domain_of(op, index) : Domain::any; }
  Value suited(Op op, size_t index, Value v);
  Attr attributes(const OpInfo& row, const std::vector<Value>& args);
  Attr attribute(Op op, const Param& param, const std::vector<Value>& args);
  std::vector<int64_t> integers(const Param& param, int64_t rank);
  int64_t axis(int64_t rank);
  bool computes(Op op, Value call);

  Values& v_;
  Function& fn_;
  Context& cx_;
  Choices& c_;
};

// Operators that guess() may be asked for; with a runner, those that it knows.
std::vector<Op> guessable_ops(const Runner* runner);

}  // namespace hammock::generate
