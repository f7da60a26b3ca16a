// SPDX-License-Identifier: Apache-2.0
// RemoveRedundantReshape: reshapes of reshapes are one, and a reshape to the shape that is there is none.
#include "algebra.h"

namespace hammock {
namespace {

std::vector<Rule> reshape_rules(Context& context) {
  auto rows = std::make_shared<Patterns>(context);
  Patterns& p = *rows;
  Pattern x = p.any(), inner = p.any(), outer = p.any();
  std::vector<Rule> rules;
  rules.emplace_back("reshape-of-reshape", rows)
      .rewrite(ops::reshape(ops::reshape(x, inner), outer), ops::reshape(x, outer));
  rules.emplace_back("reshape-to-itself", rows).rewrite(ops::reshape(x, outer), [=](Build& b) {
    bool is_same = b.context().infos.has_shape(b.info(x)) && b.info(x) == b.fn.info(b.root);
    return is_same ? b[x] : Value();
  });
  return rules;
}

bool is_primitive(const Function& fn) {
  std::optional<Attr> attr = fn.context().find(fn.self().attrs, "Primitive");
  return attr && fn.context().attrs[*attr].value != 0;
}

}  // namespace

Changed remove_redundant_reshape(Module& module, const PassOptions&, PassContext& context) {
  return rule_pass(module, context,
                   [](Function& fn) { return is_primitive(fn) ? std::vector<Rule>() : reshape_rules(fn.context()); });
}

}  // namespace hammock
