// SPDX-License-Identifier: Apache-2.0
// ExpandMatmulOfSum: the product with a sum becomes the sum of products, for weights that are patched at run time.
//
//   matmul(x, a + b)                ->  matmul(x, a) + matmul(x, b)
//   matmul(x, permute_dims(a + b))  ->  matmul(x, permute_dims(a)) + matmul(x, permute_dims(b))
//
// Left alone: sums that can be computed before the run, sums that broadcast, and integers that the product widens
// (their sum would wrap where the sum of products does not).
#include <memory>

#include "algebra.h"

namespace hammock {
namespace {

Value expand(Build& b, CompileTime& is_compile_time, Value x, Value left, Value right, Value transpose) {
  if (is_compile_time(left) && is_compile_time(right)) return b.decline("both summands are known before the run");
  const InfoStore& infos = b.context().infos;
  if (!infos.has_shape(b.fn.info(left)) || !infos.has_shape(b.fn.info(right)))
    return b.decline("the shapes of the summands are not known");
  if (b.fn.info(left) != b.fn.info(right)) return b.decline("the summands differ in shape or dtype");
  DType dtype = infos[b.fn.info(left)].dtype;
  if (dtype.is_integral() && infos[b.fn.info(b.root)].dtype != dtype)
    return b.decline("the product widens integers that the sum may wrap");
  auto product = [&](Value factor) {
    if (transpose) factor = b.call_like(transpose, std::span(&factor, 1));
    Value args[] = {x, factor};
    return factor ? b.call_like(b.root, args) : Value();
  };
  Value of_left = product(left), of_right = product(right);
  return of_left && of_right ? b.call(Op::add, {of_left, of_right}) : Value();
}

std::vector<Rule> expand_rules(Function& fn) {
  auto is_compile_time = std::make_shared<CompileTime>(fn);
  auto rows = std::make_shared<Patterns>(fn.context());
  Patterns& p = *rows;
  Pattern x = p.any(), left = p.any(), right = p.any(), sum = left + right, transpose = ops::permute_dims(sum);
  std::vector<Rule> rules;
  rules.emplace_back("matmul-of-sum", rows).rewrite(ops::matmul(x, sum), [=](Build& b) {
    return expand(b, *is_compile_time, b[x], b[left], b[right], {});
  });
  rules.emplace_back("matmul-of-transposed-sum", rows).rewrite(ops::matmul(x, transpose), [=](Build& b) {
    return expand(b, *is_compile_time, b[x], b[left], b[right], definition(b.fn, b[transpose]));
  });
  return rules;
}

}  // namespace

Changed expand_matmul_of_sum(Module& module, const PassOptions&, PassContext& context) {
  return rule_pass(module, context, [](Function& fn) { return expand_rules(fn); });
}

}  // namespace hammock
