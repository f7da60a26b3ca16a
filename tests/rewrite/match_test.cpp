// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/match.h"

#include "text.h"

using namespace hammock;

// Does the binding match? What was matched is in `match`.
struct Try : Text {
  explicit Try(const std::string& text) : Text(text), p(context), scope{.module = &module} {}
  bool matches(std::string_view name, Pattern pattern) {
    return Matcher(p, pattern).match(fn, (*this)[name], match, scope);
  }
  std::string name(PatternId pattern) const {
    return match[pattern] ? std::string(context.text(fn[match[pattern]].name)) : "none";
  }
  Patterns p;
  Match match;
  Scope scope;
};

static const char* kSums = R"(
@R.function
def main(x: R.Tensor((2, 2), "float32"), y: R.Tensor((2, 2), "float32")):
    with R.dataflow():
        m = R.matmul(x, y)
        s = R.add(y, m)
        q = R.add(x, y)
        p = R.multiply(q, s)
        d = R.subtract(q, y)
        b = q
        e = R.exp(b)
        mx = R.maximum(x, R.const(1, "float32"))
        two = R.add(R.const(1, "float32"), R.const(1, "float32"))
        c = R.const(2, "float32")
        k = R.multiply(x, c)
        R.output(p, d, e, mx, two, k)
    return (p, d, e, mx, two, k)
)";

TEST_CASE("both orders of commutative operands are tried, and choices are taken back") {
  Try t(kSums);
  Pattern left = t.p.any(), right = t.p.any(), bias = t.p.any(), product = ops::matmul(left, right);
  CHECK(t.matches("s", product + bias));
  CHECK(t.name(product) == "m");
  CHECK(t.name(bias) == "y");
  CHECK_FALSE(t.matches("m", product + bias));
  // The first order of the first addition is wrong, which shows only at the last operand.
  Pattern u = t.p.any(), v = t.p.any();
  CHECK(t.matches("p", (v + u) * (ops::matmul(u, v) + v)));
  CHECK(t.name(u) == "x");
  CHECK(t.name(v) == "y");
  // Across siblings: the order of the addition follows from the second operand of the subtraction.
  CHECK(t.matches("d", (u + v) - u));
  CHECK(t.name(u) == "y");
}

TEST_CASE("commutative is what the table of operators says") {
  Try t(kSums);
  Pattern x = t.p.any();
  CHECK(t.matches("mx", ops::maximum(t.p.constant(), x)));
  CHECK(t.name(x) == "x");
  CHECK_FALSE(t.matches("d", ops::subtract(t.p.variable("y"), t.p.any())));
}

TEST_CASE("a pattern mentioned twice is one value: equal leaves are, equal calls are not") {
  Try t(kSums);
  Pattern x = t.p.any();
  CHECK(t.matches("two", x + x));
  CHECK_FALSE(t.matches("q", x + x));
}

TEST_CASE("patterns see through other names, and keep the name that was used") {
  Try t(kSums);
  Pattern sum = t.p.any() + t.p.any();
  CHECK(t.matches("e", ops::exp(sum)));
  CHECK(t.name(sum) == "b");
  CHECK(t.match.definition(sum) == t["q"]);
  Pattern c = t.p.number(2);
  CHECK(t.matches("k", t.p.any() * c));
  CHECK(t.name(c) == "c");
  CHECK_FALSE(t.matches("k", t.p.any() * t.p.number(3)));
  CHECK(t.matches("k", t.p.any() * t.p.constant_where([](const Constant& k) { return k.is_scalar(); })));
}

TEST_CASE("variables by name, bound or not") {
  Try t(kSums);
  CHECK(t.matches("s", t.p.variable("m") + t.p.variable("y")));
  CHECK(t.matches("s", t.p.dataflow_variable("m") + t.p.any()));
  CHECK_FALSE(t.matches("s", t.p.dataflow_variable("y") + t.p.variable("m")));
  CHECK_FALSE(t.matches("two", t.p.variable() + t.p.any()));
}

TEST_CASE("alternatives, conjunctions, negations") {
  Try t(kSums);
  Pattern x = t.p.any(), y = t.p.any(), product = ops::matmul(x, y), sum = x + y, either = product | sum;
  CHECK(t.matches("q", either));
  CHECK(t.match.has(sum));
  CHECK_FALSE(t.match.has(product));
  CHECK(t.matches("q", sum & either));
  CHECK_FALSE(t.matches("q", ~sum));
  CHECK(t.matches("m", ~sum));
  CHECK_FALSE(t.match.has(sum));
  // What an alternative bound is taken back with it.
  Pattern u = t.p.any(), v = t.p.any();
  CHECK(t.matches("d", ((u + v) | (v + u)) - u));
  CHECK(t.matches("d", ~(u - u) & (v - u)));
  CHECK_FALSE(t.matches("d", ~(v - u)));
}

TEST_CASE("the callee is a pattern") {
  Try t(kSums);
  Pattern op = t.p.op_of({Op::subtract, Op::multiply});
  CHECK(t.matches("p", op(t.p.any(), t.p.any())));
  CHECK(t.match.op(op) == Op::multiply);
  CHECK(t.matches("p", t.p.any()(t.p.any(), t.p.any())));
  CHECK_FALSE(t.matches("p", op(t.p.any())));
  CHECK(t.matches("p", op(t.p.any()).and_more()));
  CHECK_FALSE(t.matches("q", op(t.p.any(), t.p.any())));
}

static const char* kAttributes = R"(
@R.function
def main(x: R.Tensor((2, 3), "float32"), z: R.Tensor(dtype="float32", ndim=3)):
    with R.dataflow():
        t = R.permute_dims(x)
        u = R.permute_dims(x, axes=[1, 0])
        s = R.nn.softmax(x, axis=-1)
        m = R.mean(x, axis=[0], keepdims=True)
        r = R.astype(x, "float16")
        w = R.permute_dims(z)
        c = R.concat((s, t, s), axis=0) if False else s
        R.output(t, u, m, r, w)
    return (t, u, m, r, w)
)";

TEST_CASE("attributes mean the same in every spelling") {
  std::string text = kAttributes;
  size_t at = text.find("        c = ");
  text.erase(at, text.find('\n', at) + 1 - at);
  Try t(text);
  AttrStore& attrs = t.context.attrs;
  Attr swapped = attrs.integers(std::vector<int64_t>{1, 0}), negative = attrs.integers(std::vector<int64_t>{-1, 0});
  Pattern x = t.p.any();
  for (const char* name : {"t", "u"}) {
    CHECK(t.matches(name, ops::permute_dims(x).has_attr("axes", attrs.none())));
    CHECK(t.matches(name, ops::permute_dims(x).has_attr("axes", swapped)));
    CHECK(t.matches(name, ops::permute_dims(x).has_attr("axes", negative)));
    CHECK_FALSE(t.matches(name, ops::permute_dims(x).has_attr("axes", attrs.integers(std::vector<int64_t>{0, 1}))));
  }
  CHECK(t.matches("w", ops::permute_dims(x).has_attr("axes", attrs.none())));
  CHECK_FALSE(t.matches("w", ops::permute_dims(x).has_attr("axes", swapped)));
  CHECK(t.matches("s", ops::nn_softmax(x).has_attr("axis", 1)));
  CHECK_FALSE(t.matches("s", ops::nn_softmax(x).has_attr("axis", 0)));
  CHECK(t.matches("m", ops::mean(x).has_attr("keepdims", 1)));
  CHECK(t.matches("r", ops::astype(x).has_attr("dtype", attrs.string(t.context.name("float16")))));
  CHECK_FALSE(t.matches("r", ops::astype(x).has_attr("no_such", 1)));
  CHECK_FALSE(t.matches("r", x.has_attr("dtype", attrs.none())));
  AttrVar axes = t.p.attr_var();
  CHECK(t.matches("u", ops::permute_dims(x).has_attr("axes", axes)));
  CHECK(t.match.attr(axes) == swapped);
}

TEST_CASE("struct info is matched with proofs, dims of patterns are variables") {
  Try t(R"(
@R.function
def main(a: R.Tensor((64, 128), "float32"), b: R.Tensor((1, 128), "float32"), c: R.Tensor(("n", 4), "float32"), d: R.Tensor(("n",), "float32"), e: R.Tensor(ndim=2, dtype="float32"), k: R.Tensor(("2 * n + 1",), "float32")):
    n = T.int64()
    with R.dataflow():
        s = R.add(a, a)
        u = R.add(a, b)
        v = R.exp(c)
        w = R.exp(d)
        x = R.exp(e)
        y = R.exp(k)
        R.output(s, u, v, w, x, y)
    return (s, u, v, w, x, y)
)");
  InfoStore& infos = t.context.infos;
  PrimStore& prims = t.context.prims;
  auto tensor = [&](std::vector<Prim> dims) { return infos.tensor(dims, kFloat32); };
  Prim m = t.p.dim("m"), n = t.p.dim("n");
  Pattern l = t.p.any().has_info(tensor({m, n})), r = t.p.any().has_info(tensor({m, n}));
  CHECK(t.matches("s", l + r));
  CHECK(prims.constant(t.match.dim(m)) == 64);
  CHECK_FALSE(t.matches("u", l + r));
  CHECK(t.matches("u", t.p.any().has_shape({64, 128}) + t.p.any().has_shape({1, 128})));
  // A symbol of the program is no number, and is not equal to another.
  CHECK_FALSE(t.matches("w", ops::exp(t.p.any().has_shape({16}))));
  CHECK_FALSE(t.matches("v", ops::exp(t.p.any().has_info(tensor({m, m})))));
  CHECK(t.matches("v", ops::exp(t.p.any().has_info(tensor({m, prims.integer(4)})))));
  CHECK_FALSE(t.matches("x", ops::exp(t.p.any().has_shape({2, 2}))));
  CHECK(t.matches("x", ops::exp(t.p.any().has_rank(2))));
  CHECK_FALSE(t.matches("x", ops::exp(t.p.any().has_dtype(kFloat16))));
  // 2m + 1 = 2n + 1 gives m; m + n = ... does not give both.
  CHECK(t.matches("y",
                  ops::exp(t.p.any().has_info(tensor({prims.add(prims.mul(m, prims.integer(2)), prims.integer(1))})))));
  CHECK_FALSE(t.matches("y", ops::exp(t.p.any().has_info(tensor({prims.mul(m, prims.integer(2))})))));
  CHECK_FALSE(t.matches("y", ops::exp(t.p.any().has_info(tensor({prims.add(m, n)})))));
}

TEST_CASE("tuples in any order are paired without taking the first that fits for good") {
  Try t(R"(
@R.function
def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float32")):
    with R.dataflow():
        a = R.concat((R.const([1, 2], "float32"), x))
        e = R.exp(x)
        b = R.concat((x, e, y))
        g = (x, e)
        h = g[1]
        R.output(a, b, h)
    return (a, b, h)
)");
  auto unordered = [&](std::vector<Pattern> fields) { return ops::concat(t.p.tuple(fields, false)); };
  CHECK(t.matches("a", unordered({t.p.any(), t.p.constant()})));
  CHECK(t.matches("a", unordered({t.p.constant(), t.p.any()})));
  CHECK_FALSE(t.matches("a", unordered({t.p.constant(), t.p.constant()})));
  Pattern x = t.p.any();
  CHECK(t.matches("b", unordered({x, t.p.any(), ops::exp(x)})));
  CHECK(t.name(x) == "x");
  CHECK(t.matches("h", t.p.tuple({t.p.any(), ops::exp(t.p.any())})[1]));
  CHECK(t.matches("h", t.p.any().item()));
  CHECK_FALSE(t.matches("h", t.p.any()[0]));
}

TEST_CASE("any number of fields of one kind") {
  Try t(R"(
@R.function
def main(x: R.Tensor((2, 2), "float32"), y: R.Tensor((2, 2), "float32"), z: R.Tensor((2, 2), "float32")):
    with R.dataflow():
        a = R.permute_dims(x)
        b = R.permute_dims(y)
        c = R.permute_dims(z)
        d = R.concat((a, b, c), axis=1)
        e = R.concat((a, y, c), axis=1)
        f = R.add(R.multiply(x, y), R.multiply(x, z))
        R.output(d, e, f)
    return (d, e, f)
)");
  Pattern x = t.p.any(), transposed = ops::permute_dims(x);
  std::vector<Pattern> fields{t.p.each(transposed, 2)};
  CHECK(t.matches("d", ops::concat(t.p.tuple(fields))));
  std::vector<Value> all = t.match.all(x);
  REQUIRE(all.size() == 3);
  CHECK(all[0] == t["x"]);
  CHECK(all[2] == t["z"]);
  CHECK_FALSE(t.matches("e", ops::concat(t.p.tuple(fields))));
  std::vector<Pattern> first{t.p.any(), t.p.each(transposed)};
  CHECK_FALSE(t.matches("e", ops::concat(t.p.tuple(first))));
  std::vector<Pattern> four{t.p.each(transposed, 4)};
  CHECK_FALSE(t.matches("d", ops::concat(t.p.tuple(four))));
}

TEST_CASE("functions: a part of the name, the whole symbol") {
  Try t(R"(
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def fused_relu_add(a: T.handle, b: T.handle):
        T.evaluate(0)

    @R.function
    def main(x: R.Tensor((2,), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.fused_relu_add, (x,), out_sinfo=R.Tensor((2,), dtype="float32"))
            b = R.call_dps_packed("lib_add", (a, x), out_sinfo=R.Tensor((2,), dtype="float32"))
            c = R.call_pure_packed("lib_mul", b, x, sinfo_args=(R.Tensor((2,), dtype="float32"),))
            R.output(c)
        return c
)");
  CHECK(t.matches("a", t.p.call_tir("relu")));
  CHECK(t.matches("a", t.p.call_tir("")));
  CHECK_FALSE(t.matches("a", t.p.call_tir("mul")));
  CHECK_FALSE(t.matches("a", ops::call_tir(t.p.global("relu"), t.p.any())));
  std::vector<Pattern> args{t.p.call_tir("relu"), t.p.any()};
  CHECK(t.matches("b", t.p.call_dps_packed("lib_add", args)));
  CHECK_FALSE(t.matches("b", t.p.call_dps_packed("lib")));
  CHECK(t.matches("c", ops::call_pure_packed(t.p.extern_func("lib_mul"), t.p.any(), t.p.any())));
  CHECK_FALSE(t.matches("c", t.p.call_packed("lib_mul")));
}

TEST_CASE("a copy of a pattern is another pattern of the same shape") {
  Try t(kSums);
  Pattern x = t.p.any(), sum = x + t.p.any();
  CHECK_FALSE(t.matches("p", sum * sum));
  CHECK(t.matches("p", sum * sum.dup()));
  Pattern open = t.p.op(Op::add)(x).and_more().has_dtype(kFloat32);
  CHECK(t.matches("p", open * open.dup()));
  Pattern twice = (x + x).dup();
  CHECK(t.matches("two", twice));
  CHECK_FALSE(t.matches("q", twice));
}

TEST_CASE("values that nothing outside of the match uses; conditions") {
  Try t(kSums);
  Pattern m = ops::matmul(t.p.any(), t.p.any()), q = t.p.any() + t.p.any();
  CHECK(t.matches("s", m.used_inside() + t.p.any()));
  CHECK_FALSE(t.matches("d", q.used_inside() - t.p.any()));
  auto is_square = [](const Matched& m) { return m.fn.context().infos.has_shape(m.fn.info(m.value)); };
  CHECK(t.matches("d", q.where("square", is_square) - t.p.any()));
  CHECK_FALSE(t.matches("d", q.where("never", [](const Matched&) { return false; }) - t.p.any()));
}

TEST_CASE("chains of commutative calls that do not match end soon") {
  std::string text =
      "@R.function\ndef main(x: R.Tensor((4,), \"float32\"), y: R.Tensor((4,), \"float32\")):\n    with "
      "R.dataflow():\n        s0 = R.add(x, y)\n";
  for (int i = 1; i < 40; ++i)
    text +=
        "        s" + std::to_string(i) + " = R.add(s" + std::to_string(i - 1) + ", s" + std::to_string(i - 1) + ")\n";
  for (int i = 0; i < 40; ++i)
    text += "        t" + std::to_string(i) + " = R.add(" + (i ? "t" + std::to_string(i - 1) : "x") + ", s" +
            std::to_string(i) + ")\n";
  Try t(text + "        R.output(t39, s39)\n    return (t39, s39)\n");
  Pattern deep = ops::exp(t.p.any());
  for (int i = 0; i < 30; ++i) deep = deep + t.p.any();
  CHECK_FALSE(t.matches("t39", deep));
  CHECK_FALSE(t.match.was_bounded());
  // With a value that is mentioned throughout, the bound ends it.
  Pattern x = t.p.any(), shared = ops::exp(x);
  for (int i = 0; i < 30; ++i) shared = shared + (x | t.p.any());
  CHECK_FALSE(t.matches("t39", shared));
}

static const char* kDiamond = R"(
@R.function
def main(x: R.Tensor((6, 4), "float32"), m: R.Tensor((3, 4), "float32")):
    with R.dataflow():
        mask = R.exp(m)
        parts = R.split(x, 2, axis=0)
        a = parts[0]
        b = parts[1]
        l = R.sin(a)
        bias = R.negative(mask)
        r = R.cos(b)
        s = R.add(l, r)
        t = R.add(s, bias)
        out = R.reshape(t, (12,))
        R.output(out)
    return out
)";

TEST_CASE("a dominator pattern covers everything between two values") {
  Try t(kDiamond);
  Pattern x = t.p.any(), split = ops::split(x), reshape = ops::reshape(t.p.any(), t.p.any());
  Pattern diamond = t.p.dominates(split, reshape);
  CHECK(t.matches("out", diamond));
  CHECK(t.name(split) == "parts");
  CHECK(t.name(x) == "x");
  std::string region;
  for (Value v : t.match.region(diamond)) region += std::string(t.context.text(t.fn[v].name)) + " ";
  // The mask serves the region alone, so that it belongs to it.
  CHECK(region == "mask a b l bias r s t out ");
  // The path has to match.
  Pattern no_cos = ~ops::cos(t.p.any());
  CHECK_FALSE(t.matches("out", t.p.dominates(split, no_cos, reshape)));
  // ... but inputs from aside need not.
  Pattern no_exp = ~ops::exp(t.p.any());
  Pattern without = t.p.dominates(split, no_exp, reshape);
  CHECK(t.matches("out", without));
  CHECK(t.match.region(without).size() == 8);
  CHECK_FALSE(t.matches("out", t.p.dominates(ops::sin(t.p.any()), ops::cos(t.p.any()))));
}

TEST_CASE("a value of the region that is used elsewhere spoils it") {
  std::string text = kDiamond;
  text.replace(text.find("R.output(out)"), 13, "R.output(out, r)");
  text.replace(text.find("return out"), 10, "return (out, r)");
  Try t(text);
  Pattern split = ops::split(t.p.any()), reshape = ops::reshape(t.p.any(), t.p.any());
  CHECK_FALSE(t.matches("out", t.p.dominates(split, reshape)));
  CHECK(t.matches("out", t.p.dominates(ops::sin(t.p.any()), reshape)));
}

TEST_CASE("the nearest miss says where a match stopped, what was wanted and what was found") {
  Try t(kSums);
  Pattern pattern = ops::exp(ops::matmul(t.p.any(), t.p.any()) + t.p.any());
  Miss miss;
  CHECK_FALSE(Matcher(t.p, pattern).match(t.fn, t["e"], t.match, t.scope, &miss));
  CHECK(miss.matched == 4);
  CHECK(miss.wanted == "R.matmul(_, _)");
  CHECK(miss.at == t["x"]);
  CHECK(miss.inside == t["q"]);
  CHECK(miss.found == "'x', a parameter of struct info R.Tensor((2, 2), \"float32\")");
}
