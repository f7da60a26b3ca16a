// SPDX-License-Identifier: Apache-2.0
// The attributes of a call of an operator, by the names of its row, as values of C++. Whoever reads an attribute reads
// it here, so that an attribute means the same to inference, evaluation, kernels and passes.
//
// A call has a record with every attribute of its row, for reading a script or making a call puts in the defaults. To
// ask for a name that the row lacks is a mistake of the caller, and is checked; where several operators share a
// function and some lack the attribute, the caller asks with a fallback, which also stands for None.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "hammock/ir/function.h"

namespace hammock {

class CallAttrs {
 public:
  CallAttrs(const Context& context, Op op, Attr record) : context_(&context), op_(op), record_(record) {}
  CallAttrs(const Function& fn, Value call) : CallAttrs(fn.context(), fn[call].op, fn[call].attrs) {}

  // Invalid if the operator has no attribute of this name, or the call no record.
  Attr find(std::string_view name) const;
  Attr attr(std::string_view name) const;
  bool is_none(std::string_view name) const;
  bool is_list(std::string_view name) const;
  // Numbers may be written as prims. What is no number is 0, and no bool is False.
  int64_t integer(std::string_view name) const { return maybe_integer(attr(name)).value_or(0); }
  int64_t integer(std::string_view name, int64_t fallback) const {
    return maybe_integer(find(name)).value_or(fallback);
  }
  std::optional<int64_t> maybe_integer(std::string_view name) const { return maybe_integer(attr(name)); }
  bool boolean(std::string_view name) const { return integer(name) != 0; }
  bool boolean(std::string_view name, bool fallback) const { return integer(name, fallback) != 0; }
  double real(std::string_view name) const;
  double real(std::string_view name, double fallback) const;
  std::string_view string(std::string_view name) const { return string(attr(name), {}); }
  std::string_view string(std::string_view name, std::string_view fallback) const {
    return string(find(name), fallback);
  }
  DType dtype(std::string_view name) const { return context_->attr_dtype(attr(name)); }  // void if None
  // A number is a list of one; None is an empty list, or nothing.
  std::vector<int64_t> integers(std::string_view name) const;
  std::optional<std::vector<int64_t>> maybe_integers(std::string_view name) const;
  std::vector<double> reals(std::string_view name) const;  // of a list; empty if there is none

 private:
  std::optional<int64_t> maybe_integer(Attr a) const;
  std::string_view string(Attr a, std::string_view fallback) const;

  const Context* context_;
  Op op_;
  Attr record_;
};

// Of a number, a bool, or a prim that is a number.
std::optional<double> number_of(const Context& context, Attr attr);

}  // namespace hammock
