// SPDX-License-Identifier: Apache-2.0
// The samples of the pattern language, as rules in C++.
#include "hammock/rewrite/drive.h"

#include "text.h"

using namespace hammock;

static const char* kDoubles = R"(
@R.function
def main(x: R.Tensor((16, 16), "float32")):
    with R.dataflow():
        x2 = R.add(x, x)
        x4 = R.add(x2, x2)
        R.output(x4)
    return x4
)";

TEST_CASE("x + x becomes x * 2, level by level") {
  Text t(kDoubles);
  Rule r("double", t.context);
  Pattern x = r.patterns().any();
  RewriteResult result = t.rewrite({r.rewrite(x + x, x * 2)});
  CHECK(t.bindings() == "x2 = R.multiply(x, R.const(2.0, \"float32\"))\nx4 = R.multiply(x2, R.const(2.0, \"float32\"))\n");
  CHECK(result.rewrites == 2);
  CHECK(result.end == RewriteEnd::fixed_point);
  CHECK(t.events.size() == 2);
  CHECK(t.events[1].number == 2);
}

TEST_CASE("a pattern that is mentioned twice matches two levels at once") {
  Text t(kDoubles);
  Rule r("quadruple", t.context);
  Pattern x = r.patterns().any(), add1 = x + x;
  t.rewrite({r.rewrite(add1 + add1, x * 4)});
  CHECK(t.bindings() == "x4 = R.multiply(x, R.const(4.0, \"float32\"))\n");
}

TEST_CASE("a rule that returns what it got changes nothing") {
  Text t(kDoubles);
  std::string before = print(t.module);
  Rule r("identity", t.context);
  Pattern x = r.patterns().any();
  r.rewrite(x + x, [](Build& b) { return b.root; });
  CHECK_FALSE(t.rewrite({r}).changed);
  CHECK(print(t.module) == before);
}

TEST_CASE("attention, literally") {
  Text t(R"(
@R.function
def main(Q: R.Tensor((2, 4096, 8, 40), "float32"), K: R.Tensor((2, 4096, 8, 40), "float32"), V: R.Tensor((2, 4096, 8, 40), "float32")):
    with R.dataflow():
        lv58 = R.permute_dims(Q, axes=[0, 2, 1, 3])
        lv59 = R.reshape(lv58, R.shape([16, 4096, 40]))
        lv61 = R.permute_dims(K, axes=[0, 2, 1, 3])
        lv62 = R.reshape(lv61, R.shape([16, 4096, 40]))
        lv64 = R.permute_dims(V, axes=[0, 2, 1, 3])
        lv65 = R.reshape(lv64, R.shape([16, 4096, 40]))
        lv62_transposed = R.permute_dims(lv62, axes=[0, 2, 1])
        lv3_1 = R.matmul(lv59, lv62_transposed)
        lv68 = R.multiply(lv3_1, R.const(0.15811388194561005, "float32"))
        lv69 = R.nn.softmax(lv68, axis=-1)
        lv_3 = R.matmul(lv69, lv65)
        lv71 = R.reshape(lv_3, R.shape([2, 8, 4096, 40]))
        lv72 = R.permute_dims(lv71, axes=[0, 2, 1, 3])
        R.output(lv72)
    return lv72
)");
  using namespace ops;
  Rule r("attention", t.context);
  Patterns& p = r.patterns();
  auto to_bsh = [&](Pattern x) { return reshape(permute_dims(x), p.any()); };
  auto to_bsnh = [&](Pattern x) { return permute_dims(reshape(x, p.any())); };
  Pattern q = p.any(), k = p.any(), v = p.any();
  Pattern scores = matmul(to_bsh(q), permute_dims(to_bsh(v))) * p.constant();
  t.rewrite({r.rewrite(to_bsnh(matmul(nn_softmax(scores), to_bsh(k))), nn_attention(q, k, v))});
  CHECK(t.bindings() == "lv72 = R.nn.attention(Q, V, K, scale=None, causal_mask=None, window_size=None)\n");
}

TEST_CASE("a constant on either side, with a condition on its value") {
  Text t(R"(
@R.function(private=True)
def main(x: R.Tensor((1024,))):
    with R.dataflow():
        y = R.add(x, x)
        out = R.add(R.const(1.0), y)
        R.output(out)
    return out
)");
  Rule r("two for one", t.context);
  Patterns& p = r.patterns();
  Pattern op = p.op_of({Op::add, Op::multiply}), arg = p.any();
  t.rewrite({r.rewrite(op(arg, p.number(1)), op(arg, p.number(2)))});
  CHECK(t.bindings() == "y = R.add(x, x)\nout = R.add(y, R.const(2.0, \"float32\"))\n");
}

TEST_CASE("distribution until it converges, with the names that the language gives") {
  Text t(R"(
@R.function(private=True)
def main(x: R.Tensor((1024,)), y: R.Tensor((1024,)), z: R.Tensor((1024,))):
    with R.dataflow():
        a = R.add(x, y)
        b = R.add(a, z)
        out = R.multiply(b, R.const(5.0))
        R.output(out)
    return out
)");
  Rule r("distribute", t.context);
  Pattern left = r.patterns().any(), right = r.patterns().any(), c = r.patterns().constant();
  t.rewrite({r.rewrite((left + right) * c, left * c + right * c)});
  CHECK(t.bindings() ==
        "lv3 = R.multiply(x, R.const(5.0, \"float32\"))\n"
        "lv4 = R.multiply(y, R.const(5.0, \"float32\"))\n"
        "lv1 = R.add(lv3, lv4)\n"
        "lv2 = R.multiply(z, R.const(5.0, \"float32\"))\n"
        "out = R.add(lv1, lv2)\n");
}
