// SPDX-License-Identifier: Apache-2.0
// What special forms are made of: a row says how one is called, a call holds its arguments by parameter.
#pragma once

#include <string_view>
#include <vector>

#include "item.h"

namespace hammock::read {

class SpecialForms;
struct FormCall;

// A special form: its name with the prefix, its parameters in order ("value dtype?": `?` may be absent, a last `*`
// takes the rest), and what reads it.
struct FormRow {
  std::string_view name;
  std::string_view params;
  Item (SpecialForms::*read)(const FormCall&);
};
// Null if there is none.
const FormRow* find_form(std::string_view prefix, std::string_view name);

struct FormCall {
  const SpecialForms& owner;
  const FormRow& row;
  const CallSite& site;
  Span span;
  std::vector<Arg> args;  // by parameter
  std::vector<Arg> rest;
  std::vector<Arg> keywords;  // of a row whose parameters end in `**`
  // The argument of a parameter, absent if it is None.
  Arg operator[](std::string_view param) const {
    const Arg* arg = find(param);
    return arg ? *arg : Arg();
  }
  const Arg* find(std::string_view param) const;  // null in place of absent
  size_t positional = 0;
};

}  // namespace hammock::read
