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
  CHECK(t.bindings() ==
        "x2 = R.multiply(x, R.const(2.0, \"float32\"))\nx4 = R.multiply(x2, R.const(2.0, \"float32\"))\n");
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

TEST_CASE("a rule whose result is a tuple applies where no such tuple is written") {
  Text t(R"(
@R.function
def main(x: R.Tensor((4, 4), "float32"), y: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        a = R.exp(x)
        p = R.exp(y)
        b = R.negative(x)
        q = R.negative(y)
        R.output(a, b, p, q)
    return (a, b, p, q)
)");
  Rule r("both", t.context);
  Patterns& p = r.patterns();
  Pattern x = p.any();
  r.rewrite(p.tuple({ops::exp(x), ops::negative(x)}),
            ops::split(ops::concat(p.tuple({x, x})).has_attr("axis", 0)).has_attr("indices_or_sections", 2));
  RewriteResult result = t.rewrite({r});
  CHECK(result.rewrites == 2);
  CHECK(t.bindings() ==
        "lv = R.concat((x, x), axis=0)\nlv1 = R.split(lv, indices_or_sections=2, axis=0)\na = lv1[0]\n"
        "lv2 = R.concat((y, y), axis=0)\nlv3 = R.split(lv2, indices_or_sections=2, axis=0)\np = lv3[0]\nb = lv1[1]\nq "
        "= lv3[1]\n");
}

TEST_CASE("three positions that overlap take three bindings") {
  Text t(R"(
@R.function
def main(x: R.Tensor((4, 4), "float32"), y: R.Tensor((4, 4), "float32"), z: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        a = R.exp(x)
        b = R.exp(y)
        c = R.exp(z)
        R.output(a, b, c)
    return (a, b, c)
)");
  Rule r("three", t.context);
  Patterns& p = r.patterns();
  Pattern a = p.any(), b = p.any(), c = p.any();
  using namespace ops;
  r.rewrite_tuple({exp(a), exp(b), exp(c)}, p.tuple({negative(a), negative(b), negative(c)}));
  CHECK(t.rewrite({r}).rewrites == 1);
  CHECK(t.bindings() == "a = R.negative(x)\nb = R.negative(y)\nc = R.negative(z)\n");
}

TEST_CASE("a value that is used between the bindings of a tuple is not computed twice") {
  Text t(R"(
@R.function
def main(x: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        a = R.exp(x)
        u = R.log(a)
        b = R.negative(u)
        R.output(a, b)
    return (a, b)
)");
  Rule r("both", t.context);
  Patterns& p = r.patterns();
  Pattern x = p.any(), y = p.any();
  r.rewrite_tuple({ops::exp(x), ops::negative(y)}, p.tuple({ops::sin(x), ops::cos(y)}));
  CHECK_FALSE(t.rewrite({r}).changed);
}

TEST_CASE("rules that undo each other end, and are named") {
  Text t(kDoubles);
  Rule there("there", t.context), back("back", t.context);
  Pattern x = there.patterns().any(), y = back.patterns().any();
  there.rewrite(x + x, x * 2);
  back.rewrite(y * 2, y + y);
  RewriteResult result = t.rewrite({there, back});
  CHECK(result.end == RewriteEnd::cycle);
  CHECK(result.message.find("undo") != std::string::npos);

  Text u(kDoubles);
  Rule grows("grows", u.context);
  Pattern z = grows.patterns().any();
  grows.rewrite(z + z, ops::abs(z + z));
  RewriteOptions options;
  options.max_rounds = 20;
  result = u.rewrite({grows}, options);
  CHECK(result.end == RewriteEnd::too_many);
  CHECK(result.rules == std::vector<size_t>{0});
  CHECK(result.message == "stopped after 20 rounds: rule 'grows' applies to what it made");
}

TEST_CASE("a replacement of other struct info is declined with a reason") {
  Text t(kDoubles);
  Rule r("transpose", t.context);
  Pattern x = r.patterns().any();
  r.rewrite(x + x, ops::expand_dims(x).with_attr(
                       "axis", [](Build& b) { return b.context().attrs.integers(std::vector<int64_t>{0}); }));
  CHECK_FALSE(t.rewrite({r}).changed);
  REQUIRE(t.events.size() == 2);
  CHECK_FALSE(t.events[0].applied);
  CHECK(t.events[0].reason ==
        "the replacement has struct info R.Tensor((1, 16, 16), \"float32\"), not R.Tensor((16, 16), \"float32\")");
}

TEST_CASE("the old value may be part of the new one; a value may become another") {
  Text t(kDoubles);
  Rule r("positive", t.context);
  Pattern x = r.patterns().any();
  RewriteOptions options;
  options.once = true;
  r.rewrite(x + x, [](Build& b) { return b.call(Op::abs, {b.root}); });
  t.rewrite({r}, options);
  CHECK(t.bindings() == "lv = R.add(x, x)\nx2 = R.abs(lv)\nlv1 = R.add(x2, x2)\nx4 = R.abs(lv1)\n");

  Text u(kDoubles);
  Rule drop("drop", u.context);
  Pattern y = drop.patterns().any();
  drop.rewrite(y + y, y);
  u.rewrite({drop});
  CHECK(u.bindings() == "x4 = x\n");
}

TEST_CASE("nothing matches across an impure call, nor what branches see of the outside") {
  Text t(R"(
@R.function(pure=False)
def main(x: R.Tensor((4, 4), "float32")):
    a = R.exp(x)
    u: R.Tuple() = R.print(x, format="")
    b = R.negative(a)
    c = R.exp(b)
    d = R.negative(c)
    return d
)");
  Rule r("neg exp", t.context);
  Pattern x = r.patterns().any();
  CHECK(t.rewrite({r.rewrite(ops::negative(ops::exp(x)), ops::abs(x))}).rewrites == 1);
  CHECK(t.bindings().find("b = R.negative(a)") != std::string::npos);
  CHECK(t.bindings().find("d = R.abs(b)") != std::string::npos);
}

TEST_CASE("each replacement can be looked at by itself") {
  Text t(kDoubles);
  Rule r("double", t.context);
  Pattern x = r.patterns().any();
  RewriteOptions options;
  size_t looked = 0;
  options.check = [&](const Function& before, const Function& after, const RewriteEvent& e) {
    CHECK(before[e.at].op == Op::add);
    CHECK(after[e.at].op == Op::multiply);
    ++looked;
    return true;
  };
  std::vector<RuleStats> stats;
  options.stats = &stats;
  t.rewrite({r.rewrite(x + x, x * 2)}, options);
  CHECK(looked == 2);
  CHECK(t.bindings() ==
        "x2 = R.multiply(x, R.const(2.0, \"float32\"))\nx4 = R.multiply(x2, R.const(2.0, \"float32\"))\n");
  REQUIRE(stats.size() == 1);
  CHECK(stats[0].hits == 2);
  CHECK(stats[0].tries == 2);
}

// (((a + w0) + w1) + ...) * c, which becomes a sum of products from the end of the chain on, one in each round.
static std::string chain(size_t length) {
  constexpr size_t kWeights = 7;
  const std::string tensor = "R.Tensor((4,), dtype=\"float32\")";
  std::string text = "@R.function\ndef main(s0: " + tensor + ", c: " + tensor;
  for (size_t w = 0; w < kWeights; ++w) text += ", w" + std::to_string(w) + ": " + tensor;
  text += ") -> " + tensor + ":\n    with R.dataflow():\n";
  auto sum = [](size_t i) { return "s" + std::to_string(i); };
  for (size_t i = 1; i <= length; ++i)
    text += "        " + sum(i) + " = R.add(" + sum(i - 1) + ", w" + std::to_string(i % kWeights) + ")\n";
  return text + "        y = R.multiply(" + sum(length) + ", c)\n        R.output(y)\n    return y\n";
}

static Rule distribute(Context& context) {
  Rule r("distribute", context);
  Pattern a = r.patterns().any(), b = r.patterns().any(), c = r.patterns().any();
  return r.rewrite((a + b) * c, a * c + b * c);
}

TEST_CASE("a chain in which each replacement enables the next costs what it is long") {
  constexpr size_t kLength = 300;
  uint64_t tries[2];
  std::string text[2];
  for (Sweep sweep : {Sweep::unless_sparse, Sweep::always}) {
    Text t(chain(kLength));
    std::vector<RuleStats> stats;
    RewriteOptions options;
    options.sweep = sweep;
    options.stats = &stats;
    RewriteResult result = t.rewrite({distribute(t.context)}, options);
    CHECK(result.end == RewriteEnd::fixed_point);
    CHECK(result.rewrites == kLength);
    tries[sweep == Sweep::always] = stats[0].tries;
    text[sweep == Sweep::always] = print(t.module);
  }
  CHECK(text[0] == text[1]);
  CHECK(tries[0] <= 10 * kLength);  // two products and those around them in each round, all in the first and last
  CHECK(tries[1] >= kLength * kLength / 4);  // each product in each round
}

TEST_CASE("few replacements or many in a round: what comes out is the same, names and all") {
  for (Sweep sweep : {Sweep::if_needed, Sweep::unless_sparse, Sweep::always}) {
    Text t(R"(
@R.function
def main(x: R.Tensor((4, 4), "float32"), y: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        a = R.negative(R.negative(x))
        b = R.add(a, y)
        c = R.multiply(b, y)
        d = R.negative(c)
        e = R.negative(d)
        f = R.add(e, b)
        R.output(f)
    return f
)");
    RewriteOptions options;
    options.sweep = sweep;
    Rule twice("twice", t.context), spread = distribute(t.context);
    Pattern z = twice.patterns().any();
    twice.rewrite(-(-z), z);
    RewriteResult result = t.rewrite({spread, twice}, options);
    CHECK(result.rewrites == 3);
    CHECK(t.bindings() ==
          "b = R.add(x, y)\nlv1 = R.multiply(x, y)\nlv2 = R.multiply(y, y)\nc = R.add(lv1, lv2)\nf = R.add(c, b)\n");
  }
}

TEST_CASE("what is used inside only is seen when its other user goes") {
  for (Sweep sweep : {Sweep::if_needed, Sweep::always}) {
    Text t(R"(
@R.function
def main(x: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        a = R.exp(x)
        b = R.negative(a)
        c = R.sin(a)
        d = R.cos(c)
        e = R.add(b, d)
        R.output(e)
    return e
)");
    RewriteOptions options;
    options.sweep = sweep;
    Rule inside("inside", t.context), drop("drop", t.context);
    Pattern u = inside.patterns().any(), v = drop.patterns().any();
    inside.rewrite(ops::negative(ops::exp(u).used_inside()), ops::abs(u));
    drop.rewrite(ops::cos(ops::sin(ops::exp(v))), ops::tan(v));
    CHECK(t.rewrite({inside, drop}, options).rewrites == 2);
    CHECK(t.bindings() == "b = R.abs(x)\nd = R.tan(x)\ne = R.add(b, d)\n");
  }
}

TEST_CASE("rules that undo each other are noticed in long functions, too") {
  for (Sweep sweep : {Sweep::if_needed, Sweep::always}) {
    Text t(chain(100));
    Rule there("there", t.context), back("back", t.context);
    Pattern x = there.patterns().any(), y = there.patterns().any(), u = back.patterns().any(),
            w = back.patterns().any();
    there.rewrite(x * y, ops::subtract(x, ops::negative(y)));
    back.rewrite(ops::subtract(u, ops::negative(w)), u * w);
    RewriteOptions options;
    options.sweep = sweep;
    RewriteResult result = t.rewrite({there, back}, options);
    CHECK(result.end == RewriteEnd::cycle);
    CHECK(result.rounds == 3);
  }
}

TEST_CASE("a returned tuple is a candidate, and is a returned tuple again") {
  const char* script = R"(
@R.function
def main(x: R.Tensor((4, 4), "float32"), y: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        a = R.exp(x)
        b = R.negative(y)
        R.output(a, b)
    return (a, b)
)";
  Text t(script);
  Rule r("pair", t.context);
  Patterns& p = r.patterns();
  Pattern x = p.any(), y = p.any(), a = ops::exp(x);
  r.rewrite(p.tuple({a, ops::negative(y)}), p.tuple({a, ops::abs(ops::sin(y))}));
  CHECK(t.rewrite({r}).rewrites == 2);  // the tuple, and b, which matches the tuple's field beside a
  CHECK(t.bindings() == "a = R.exp(x)\nlv2 = R.sin(y)\nlv3 = R.abs(lv2)\n");
  CHECK(print(t.module).find("return (a, lv3)") != std::string::npos);

  // The same value in another form; a rule that matches and declines.
  Text u(script);
  Rule whole("whole", u.context), declines("declines", u.context);
  Pattern z = whole.patterns().any(), w = declines.patterns().any();
  whole.rewrite(whole.patterns().tuple({ops::exp(z), whole.patterns().any()}), [&](Build& b) {
    return b.call(Op::split, {b[z]}, {{"indices_or_sections", b.context().attrs.integer(2)}});
  });
  declines.rewrite(declines.patterns().tuple({w, declines.patterns().any()}), [](Build&) { return Value(); });
  std::string before = print(u.module);
  CHECK_FALSE(u.rewrite({whole, declines}).changed);  // of other struct info
  CHECK(print(u.module) == before);

  Text v(R"(
@R.function
def main(x: R.Tensor((4, 4), "float32"), flag: R.Tensor((), "bool")):
    if flag:
        r = (x, x)
        s = r
    else:
        q = R.exp(x)
        s = (q, x)
    return (s, x)
)");
  Rule swap("swap", v.context);
  Pattern c = swap.patterns().any(), d = swap.patterns().any();
  swap.rewrite(swap.patterns().tuple({ops::exp(c), d}), swap.patterns().tuple({d, d}));
  CHECK(v.rewrite({swap}).rewrites == 1);
}
