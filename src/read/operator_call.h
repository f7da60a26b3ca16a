// SPDX-License-Identifier: Apache-2.0
// Calls of operators, by the operator table: arguments to parameters, conversions by the kind of the parameter.
#pragma once

#include "plain_call.h"

namespace hammock::read {

class OperatorCalls : public PlainCalls {
 public:
  using PlainCalls::PlainCalls;

 protected:
  struct Matched {
    std::array<const Arg*, 24> by_param{};  // null where absent
    std::vector<const Arg*> rest;
  };

  // ---- calls (call.cpp)
  Item call_operator(Op op, const CallSite& site) override;
  bool match(Op op, const CallSite& site, Matched& out);
  Item call_matched(Op op, const Matched& matched, const CallSite& site);
  bool operand(const OpInfo& row, const Param& param, const Arg& arg, const Matched& matched, std::vector<Value>& out,
               Span span);
  bool is_default(const Param& param, Value v) const;
  Attr changed_default(const Param& param, Attr older, Span span);
  Value primitive_operand(const OpInfo& row, const Param& param, Item item);
  bool default_operand(const OpInfo& row, const Param& param, const Matched& matched, std::vector<Value>& out,
                       Span span);
  std::optional<Attr> attribute_value(const OpInfo& row, const Param& param, const Arg& arg);
  std::optional<Attr> integer_list(const OpInfo& row, const Param& param, Item item);
  std::optional<Attr> index_map_attr(const OpInfo& row, const Param& param, const Arg& arg);
  std::optional<Attr> wrong_kind(Diag id, const OpInfo& row, const Param& param, const Item& item,
                                 std::string_view wanted);
  const std::vector<Attr>& default_record(Op op);
  std::optional<Attr> index_map(const Arg& lambda, std::vector<int64_t>* separators = nullptr);

  std::vector<std::vector<Attr>> default_records_;
  std::vector<int64_t> axis_separators_;  // of the lambda that index_map_attr read last
};

}  // namespace hammock::read
