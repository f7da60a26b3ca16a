// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/graph.h"

#include "text.h"

using namespace hammock;

// Three matmuls of one input become one, and slices of it.
static Rule qkv(Context& context) {
  Rule r("qkv", context);
  Patterns& p = r.patterns();
  PatternGraph graph(p);
  Pattern inp = p.any(), wq = p.any(), wk = p.any(), wv = p.any();
  Pattern q = ops::matmul(inp, wq), k = ops::matmul(inp, wk), v = ops::matmul(inp, wv);
  for (Pattern m : {q, k, v}) graph.add_call(m);
  return r.rewrite(std::move(graph), [=](Build& b) {
    AttrStore& attrs = b.context().attrs;
    Value weights[] = {b[wq], b[wk], b[wv]};
    Value wide = b.call(Op::matmul, {b[inp], b.call(Op::concat, {b.tuple(weights)}, {{"axis", attrs.integer(1)}})});
    auto numbers = [&](int64_t n) {
      Value prim = b.fn.add_prim(b.context().prims.integer(n));
      return b.tuple(std::span(&prim, 1));
    };
    auto slice = [&](int64_t from) {
      return b.call(Op::strided_slice, {wide, numbers(2), numbers(from), numbers(from + 640)});
    };
    return std::vector<Replacement>{{b[q], slice(0)}, {b[k], slice(640)}, {b[v], slice(1280)}};
  });
}

TEST_CASE("two groups of three in one round, named in the order in which they stand") {
  Text t(R"(
@R.function
def main(x1: R.Tensor((2, 1024, 640), "float32"), x2: R.Tensor((2, 1024, 640), "float32"), w0: R.Tensor((640, 640), "float32"), w1: R.Tensor((640, 640), "float32"), w2: R.Tensor((640, 640), "float32"), w3: R.Tensor((640, 640), "float32"), w4: R.Tensor((640, 640), "float32"), w5: R.Tensor((640, 640), "float32")):
    with R.dataflow():
        lv0 = R.matmul(x1, w0)
        lv3 = R.matmul(x2, w3)
        lv1 = R.matmul(x1, w1)
        lv4 = R.matmul(x2, w4)
        lv2 = R.matmul(x1, w2)
        lv5 = R.matmul(x2, w5)
        out = (lv0, lv1, lv2, lv3, lv4, lv5)
        R.output(out)
    return out
)");
  RewriteResult result = t.rewrite({qkv(t.context)});
  CHECK(result.rewrites == 2);
  std::string names;
  for_each_binding(t.fn, t.fn.self().body,
                   [&](Value v, const Block&) { names += std::string(t.context.text(t.fn[v].name)) + " "; });
  CHECK(names == "lv lv1 lv0 lv2 lv3 lv3 lv1 lv4 lv2 lv5 out ");
}

TEST_CASE("weights computed between the matmuls come first") {
  Text t(R"(
@R.function
def main(x1: R.Tensor((2, 1024, 640), "float32"), w0: R.Tensor((640, 640), "float32"), w1: R.Tensor((640, 640), "float32"), w2: R.Tensor((640, 640), "float32")):
    with R.dataflow():
        w0_t = R.permute_dims(w0, axes=None)
        lv0 = R.matmul(x1, w0_t)
        w1_t = R.permute_dims(w1, axes=None)
        w1_t_t = R.permute_dims(w1_t, axes=None)
        lv1 = R.matmul(x1, w1_t_t)
        w2_t = R.permute_dims(w2, axes=None)
        lv2 = R.matmul(x1, w2_t)
        out = (lv0, lv1, lv2)
        R.output(out)
    return out
)");
  t.rewrite({qkv(t.context)});
  std::string names;
  for_each_binding(t.fn, t.fn.self().body,
                   [&](Value v, const Block&) { names += std::string(t.context.text(t.fn[v].name)) + " "; });
  CHECK(names == "w0_t w1_t w1_t_t w2_t lv lv1 lv0 lv1 lv2 out ");
}

// Finds all matches; each match's values of `p` as names, matches separated by `|`.
static std::string found(const Text& t, const PatternGraph& graph, PatternId p, bool remove = true) {
  Places places(t.fn);
  UseTable uses(t.fn, places);
  const PlacedBlock& block = places.blocks[0];
  GraphSearch search(graph, t.fn, places, uses, t.fn[block.region].blocks[block.index].bindings, {});
  Match match;
  std::string out;
  while (search.next(match)) {
    if (!out.empty()) out += "| ";
    for (Value v : match.all(p)) {
      out += std::string(t.context.text(t.fn[v].name)) + " ";
      if (remove) search.remove(v);
    }
  }
  CHECK_FALSE(search.was_bounded());
  return out;
}

static const char* kFan = R"(
@R.function
def main(x: R.Tensor((4, 4), "float32"), y: R.Tensor((4, 4), "float32"), w: R.Tensor((4, 4), "float32"), u: R.Tensor((4, 6), "float32")):
    with R.dataflow():
        a = R.matmul(x, w)
        e = R.exp(x)
        b = R.matmul(x, u)
        c = R.matmul(x, y)
        d = R.matmul(y, w)
        n = R.negative(a)
        m = R.add(n, d)
        R.output(m, e, b, c)
    return (m, e, b, c)
)";

TEST_CASE("any number of branches of one pattern") {
  Text t(kFan);
  Patterns p(t.context);
  Pattern x = p.any(), w = p.any(), product = ops::matmul(x, w);
  PatternGraph graph(p);
  graph.add_call(product);
  graph.branches(product, {x}, 2);
  CHECK(found(t, graph, product) == "a b c ");
  PatternGraph one(p);
  one.add_call(product);
  one.branches(product, {x}, 1);
  CHECK(found(t, one, product) == "a b c | d ");
}

TEST_CASE("a fork finds its consumers whatever their order") {
  Text t(kFan);
  Patterns p(t.context);
  Pattern x = p.any(), any = p.any(), e = ops::exp(p.any());
  PatternGraph graph(p);
  graph.fork_to(x, std::vector<PatternId>{any, e});
  CHECK(found(t, graph, e) == "e ");
}

TEST_CASE("only used by counts results, and positions are those of the arguments") {
  Text t(kFan);
  Patterns p(t.context);
  auto chain = [&](bool only, int index) {
    Pattern producer = p.any(), consumer = p.call_of({Op::negative, Op::exp, Op::add}, {p.any()}).and_more();
    PatternGraph graph(p);
    only ? graph.only_used_by(producer, consumer, index) : graph.used_by(producer, consumer, index);
    return found(t, graph, consumer);
  };
  CHECK(chain(false, -1) == "e | n | m ");
  CHECK(chain(true, -1) == "n | m ");
  CHECK(chain(false, 1) == "m ");
}

TEST_CASE("the same shape, and values that must not escape") {
  Text t(kFan);
  Patterns p(t.context);
  Pattern x = p.any(), w1 = p.any(), w2 = p.any(), a = ops::matmul(x, w1), b = ops::matmul(x, w2);
  PatternGraph graph(p);
  graph.add_call(a);
  graph.add_call(b);
  graph.same_shape({w1, w2});
  CHECK(found(t, graph, b) == "c ");

  Pattern product = ops::matmul(p.any(), p.any()), after = p.call_of({Op::negative, Op::add}, {product}).and_more();
  PatternGraph inner(p);
  inner.add_call(product);
  inner.used_by(product, after);
  inner.must_not_escape();
  CHECK(found(t, inner, after) == "n | m ");
}

TEST_CASE("a declined match does not end the search") {
  Text t(kFan);
  Patterns p(t.context);
  Pattern x = p.any(), w = p.any(), product = ops::matmul(x, w);
  PatternGraph graph(p);
  graph.add_call(product);
  CHECK(found(t, graph, product, false) == "a | b | c | d ");
}

TEST_CASE("thirty branches wanted where there are twenty-nine is decided at once") {
  std::string text = "@R.function\ndef main(x: R.Tensor((4, 4), \"float32\")):\n    with R.dataflow():\n";
  std::string sum = "x";
  for (int i = 0; i < 29; ++i) text += "        e" + std::to_string(i) + " = R.exp(x)\n";
  for (int i = 0; i < 29; ++i) {
    text += "        s" + std::to_string(i) + " = R.add(" + sum + ", e" + std::to_string(i) + ")\n";
    sum = "s" + std::to_string(i);
  }
  Text t(text + "        R.output(s28)\n    return s28\n");
  Patterns p(t.context);
  Pattern x = p.any();
  PatternGraph graph(p);
  Pattern last;
  for (int i = 0; i < 30; ++i) {
    last = ops::exp(x);
    graph.add_call(last);
  }
  CHECK(found(t, graph, last) == "");
}

TEST_CASE("terms of one match share what they mention") {
  Text t(R"(
@R.function
def main(x: R.Tensor((8, 8), "float32"), w: R.Tensor((8, 8), "float32"), u: R.Tensor((8, 8), "float32")):
    with R.dataflow():
        a = R.matmul(x, w)
        b = R.matmul(x, u)
        c = R.multiply(a, b)
        R.output(c)
    return c
)");
  Rule r("pairs", t.context);
  Patterns& p = r.patterns();
  Pattern x = p.any(), u = p.any(), v = p.any(), a = ops::matmul(x, u), b = ops::matmul(x, v);
  PatternGraph graph(p);
  graph.add_call(a);
  graph.add_call(b);
  Pattern both = ops::split(ops::matmul(x, ops::concat(p.tuple({u, v})).has_attr("axis", 1)));
  AttrTest sections{t.context.name("indices_or_sections"), t.context.attrs.integer(2), {}, {}, {}},
      axis{t.context.name("axis"), t.context.attrs.integer(1), {}, {}, {}};
  both = p.has_attrs(both, {sections, axis});
  r.rewrite(std::move(graph), std::vector<std::pair<PatternId, PatternId>>{{a, both[0]}, {b, both[1]}});
  RewriteResult result = t.rewrite({r});
  CHECK(result.rewrites == 1);
  CHECK(t.bindings() ==
        "lv = R.concat((w, u), axis=1)\nlv1 = R.matmul(x, lv, out_dtype=\"void\")\nlv2 = R.split(lv1, "
        "indices_or_sections=2, axis=1)\n"
        "a = lv2[0]\nb = lv2[1]\nc = R.multiply(a, b)\n");
}
