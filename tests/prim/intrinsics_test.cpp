// SPDX-License-Identifier: Apache-2.0
#include "hammock/prim/intrinsics.h"

#include <doctest/doctest.h>

#include <set>

using namespace hammock;

TEST_CASE("intrinsics: a row each, found by every spelling") {
  std::set<std::string_view> names;
  for (const IntrinsicRow& r : intrinsics()) {
    CAPTURE(r.name);
    CHECK(names.insert(r.name).second);
    CHECK(&row(r.intrinsic) == &r);
    CHECK(find_intrinsic(r.name) == &r);
    const bool says_dtype = r.form == IntrinsicForm::dtype_first || r.form == IntrinsicForm::dtype_last;
    CHECK(says_dtype == (r.result.kind == IntrinsicResult::Kind::written));
    if (r.scalar != ScalarFunction::none) {
      CHECK(r.is_pure());
      CHECK(r.execution == IntrinsicExecution::computed);
      CHECK(r.operands.least >= 1);
    }
  }
  CHECK(find_intrinsic("power") == &row(Intrinsic::pow));
  CHECK(find_intrinsic("tir.tvm_call_packed") == &row(Intrinsic::call_packed));
  CHECK(find_intrinsic("expo") == nullptr);
}

TEST_CASE("intrinsics: the dtype of a call") {
  Context context;
  PrimStore& prims = context.prims;
  const Prim x = prims.var(context.name("x"), kFloat64),
             i = prims.var(context.name("i"), DType::make(kInt8.code, 8, 4));
  auto dtype = [&](Intrinsic which, std::vector<Prim> operands) { return result_dtype(prims, row(which), operands); };
  CHECK(dtype(Intrinsic::exp, {x}) == kFloat64);
  CHECK(dtype(Intrinsic::isnan, {x}) == kBool);
  CHECK(dtype(Intrinsic::clz, {i}) == DType::make(kInt32.code, 32, 4));
  CHECK(dtype(Intrinsic::tvm_warp_shuffle, {i, x}) == kFloat64);
  CHECK(dtype(Intrinsic::ptx_mma, {x}) == kVoid);
  CHECK(dtype(Intrinsic::exp, {}) == kVoid);
  CHECK(intrinsic_of(context, prims.call(context.name("exp"), kFloat64, std::vector{x})) == &row(Intrinsic::exp));
  CHECK(intrinsic_of(context, x) == nullptr);
}

TEST_CASE("intrinsics: functions of C and LLVM are those of the rows") {
  CHECK(find_external("expf", kFloat32) == &row(Intrinsic::exp));
  CHECK(find_external("expf", kFloat64) == nullptr);
  CHECK(find_external("erf", kFloat32) == &row(Intrinsic::erf));
  CHECK(find_external("erff", kFloat32) == &row(Intrinsic::erf));
  CHECK(find_external("llvm.roundeven.f32", kFloat32) == &row(Intrinsic::nearbyint));
  CHECK(find_external("llvm.fmuladd.f64", kFloat64) == &row(Intrinsic::fma));
  CHECK(find_external("sigmoid", kFloat64) == nullptr);
  CHECK(find_external("llvm.prefetch", kFloat32) == nullptr);
}
