// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/dialect.h"

#include <doctest/doctest.h>

#include "hammock/ir/op.h"
#include "hammock/ir/prim_text.h"

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

TEST_CASE("the text of a prim_func under the names that tir has by itself, and of another class") {
  constexpr std::string_view kText =
      "@tir.prim_func\ndef f(a: tirx.handle):\n    tir.func_attr({\"a\": tir.bool( True )})\n    with "
      "tir.block(\"tir.b\"):\n        Mod.g(x.Mod.y)\n";
  CHECK(respell_prim_text(kText, Dialect::tvm_0_26) ==
        "@tir.prim_func(s_tir=True)\ndef f(a: tirx.handle):\n    tir.func_attr({\"a\": True})\n    with "
        "tir.sblock(\"tir.b\"):\n        Mod.g(x.Mod.y)\n");
  constexpr PrimTextName kNames[] = {{"tir", "T"}, {"tirx", "T"}, {"Mod", "Module"}};
  CHECK(rename_in_prim_text(kText, kNames) ==
        "@T.prim_func\ndef f(a: T.handle):\n    T.func_attr({\"a\": T.bool( True )})\n    with T.block(\"tir.b\"):\n   "
        "     Module.g(x.Mod.y)\n");
}

TEST_CASE("the text of a prim_func in either spelling") {
  constexpr std::string_view kOlder =
      "@T.prim_func(private=True)\n"
      "def f(a: T.handle):\n"
      "    T.func_attr({\"tir.noalias\": T.bool(True), \"s\": \"T.block\"})\n"
      "    # with T.block(\"root\"):\n"
      "    b = T.alloc_buffer((4,), \"e4m3_float8\")\n"
      "    with T.block(\"x\"):\n"
      "        T.block_attr({\"k\": True})\n"
      "        b[0] = T.bool(True)  # T.block stays in comments\n";
  constexpr std::string_view kNewer =
      "@T.prim_func(private=True, s_tir=True)\n"
      "def f(a: T.handle):\n"
      "    T.func_attr({\"tirx.noalias\": True, \"s\": \"T.block\"})\n"
      "    # with T.sblock(\"root\"):\n"
      "    b = T.sblock_alloc_buffer((4,), \"float8_e4m3fn\")\n"
      "    with T.sblock(\"x\"):\n"
      "        T.sblock_attr({\"k\": True})\n"
      "        b[0] = T.bool(True)  # T.block stays in comments\n";
  CHECK(respell_prim_text(kOlder, Dialect::tvm_0_26) == kNewer);
  CHECK(respell_prim_text(kNewer, Dialect::tvm_0_19) == kOlder);
  CHECK(respell_prim_text(kOlder, Dialect::tvm_0_19) == kOlder);
  CHECK(respell_prim_text(kNewer, Dialect::tvm_0_26) == kNewer);
}

TEST_CASE("an allocation that is a statement has no older spelling") {
  std::string_view missing;
  constexpr std::string_view kText =
      "@T.prim_func(s_tir=True)\ndef f(a: T.handle):\n    b = T.alloc_buffer((4,))\n    with T.sblock(\"x\"):\n        "
      "b[0] = 0\n";
  std::string text = respell_prim_text(kText, Dialect::tvm_0_19, &missing);
  CHECK(missing == "T.alloc_buffer as a statement");
  CHECK(
      text ==
      "@T.prim_func\ndef f(a: T.handle):\n    b = T.alloc_buffer((4,))\n    with T.block(\"x\"):\n        b[0] = 0\n");
}

TEST_CASE("texts that end early do no harm") {
  for (std::string_view text : {"", "@T.prim_func(", "@T.prim_func", "T.func_attr(", "\"abc", "\"\"\"a", "# with ",
                                "@T.prim_func(s_tir=True", "T.bool(", "'\\"}) {
    prim_text_uses(text);
    respell_prim_text(text, Dialect::tvm_0_26);
  }
}
