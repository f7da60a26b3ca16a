// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "hammock/ir/op.h"
#include "hammock/ir/spelling.h"

using namespace hammock;

TEST_CASE("a spelling is that of the dialect, and both are found") {
  CHECK(spell(Spelling::out_infos, Dialect::tvm_0_19) == "out_sinfo");
  CHECK(spell(Spelling::out_infos, Dialect::tvm_0_26) == "out_ty");
  CHECK(older_spelling(SpellingKind::keyword, "out_ty") == "out_sinfo");
  CHECK(older_spelling(SpellingKind::keyword, "axis") == "axis");
  CHECK(find_newer(SpellingKind::name, "R.Any")->id == Spelling::any);
  for (const DialectInfo& d : dialects()) CHECK(find_dialect(d.name) == d.dialect);
}

TEST_CASE("the table is sorted by version") {
  for (size_t i = 1; i + 1 < spellings().size(); ++i) CHECK(spellings()[i - 1].since <= spellings()[i].since);
}

TEST_CASE("versions stand in the signatures of operators") {
  const OpInfo& take = info(Op::take);
  CHECK(take.params.back().name == "mode");
  CHECK_FALSE(take.params.back().is_in(Dialect::tvm_0_19));
  CHECK(take.params.back().is_in(Dialect::tvm_0_26));
  const Param& separators = info(Op::layout_transform).params[3];
  CHECK(separators.is_in(Dialect::tvm_0_19));
  CHECK_FALSE(separators.is_in(Dialect::tvm_0_26));
  const OpInfo& pool = info(Op::nn_avg_pool1d);
  const Param& count = pool.params[pool.attrs[static_cast<size_t>(pool.attr_index("count_include_pad"))]];
  CHECK(count.default_text == "False");
  CHECK(count.newer_default == "True");
}
