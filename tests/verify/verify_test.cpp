// SPDX-License-Identifier: Apache-2.0
// One case per rule of well-formedness. Most violations cannot be written as a script (the reader refuses them), so
// the functions are built by hand.
#include "hammock/verify/verify.h"

#include <doctest/doctest.h>

#include <array>

using namespace hammock;

namespace {

// A module of one function `main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool"))`.
struct Script {
  std::shared_ptr<Context> context = std::make_shared<Context>();
  Module module{context};
  StructInfo tensor = context->infos.tensor(std::array{context->prims.integer(2)}, kFloat32);
  Value x, c;

  Script() {
    add_function("main");
    x = param("x", tensor);
    c = param("c", context->infos.tensor({}, kBool));
    fn().body().result = x;
  }
  void add_function(std::string_view name) {
    StructInfo info = context->infos.function(std::array{tensor}, tensor, true);
    module.functions.push_back({context->name(name), info, Function(context), {}});
    Function& f = *module.functions.back().relax();
    f.self().body = (f.add_lambda(), f.add_region());
    f.self().ret = tensor;
  }
  Function& fn(size_t i = 0) { return *module.functions[i].relax(); }
  Value param(std::string_view name, StructInfo info, size_t i = 0) {
    Function& f = fn(i);
    f.self().params.push_back(f.add_param(context->name(name), info));
    return f.self().params.back();
  }
  Node node(NodeKind kind, StructInfo info, uint32_t payload = Id<int>::kNone) {
    Node n;
    n.kind = kind;
    n.info = info;
    n.payload = payload;
    n.name = context->name("y");
    return n;
  }
  Value put(RegionId region, Value v, bool is_dataflow = false, bool is_output = false) {
    std::vector<Block>& blocks = fn()[region].blocks;
    if (blocks.empty() || blocks.back().is_dataflow != is_dataflow) blocks.push_back({is_dataflow, {}});
    blocks.back().bindings.push_back(v);
    fn()[v].is_output = is_output;
    return v;
  }
  Value put(Value v, bool is_dataflow = false, bool is_output = false) {
    return put(fn().self().body, v, is_dataflow, is_output);
  }
  Value call(Op op, std::vector<Value> args, StructInfo info, Attr attrs = {}) {
    Value v = fn().add_call(op, args, attrs, info);
    fn()[v].name = context->name("y");
    return v;
  }
  Value add(Value a, Value b) { return call(Op::add, {a, b}, tensor); }
  Value cast(Value v, StructInfo info) { return fn().add(node(NodeKind::match_cast, info, info.index), std::array{v}); }
  RegionId region(Value result) {
    RegionId r = fn().add_region();
    fn()[r].result = result;
    return r;
  }
  Value branches(RegionId then_region, RegionId else_region) {
    Node n = node(NodeKind::cond, tensor, then_region.index);
    n.else_region = else_region;
    return fn().add(n, std::array{c});
  }
  // A nested function of no parameters.
  Value nested(RegionId body) {
    LambdaId id = fn().add_lambda();
    fn()[id].body = body;
    fn()[id].ret = tensor;
    return fn().add(node(NodeKind::lambda, context->infos.function({}, tensor, true), id.index));
  }
  // The texts, a line each.
  std::string problems() {
    Diagnostics d;
    bool is_fine = verify(module, d);
    std::string texts;
    for (const Diagnostic& one : d.all()) texts += (texts.empty() ? "" : "\n") + one.text;
    CHECK(is_fine == texts.empty());
    return texts;
  }
};

}  // namespace

TEST_CASE("a function with a dataflow block, an if and a nested function is well-formed") {
  Script s;
  Value local = s.put(s.add(s.x, s.x), true);
  Value out = s.put(s.add(local, s.x), true, true);
  RegionId then_region = s.region({});
  s.fn()[then_region].result = s.put(then_region, s.add(out, out));
  Value chosen = s.put(s.branches(then_region, s.region(s.x)));
  s.put(s.nested(s.region(chosen)));
  s.fn().body().result = chosen;
  CHECK(s.problems() == "");
}

TEST_CASE("1: a value without struct info") {
  Script s;
  s.put(s.call(Op::add, {s.x, s.x}, {}));
  CHECK(s.problems() == "'y' has no struct info");
}

TEST_CASE("3: a function that the module does not have") {
  Script s;
  Value g = s.fn().add(s.node(NodeKind::global, s.module.functions[0].info, 7));
  s.put(s.fn().add(s.node(NodeKind::call, s.tensor), std::array{g, s.x}));
  CHECK(s.problems() == "a function that is not in the module");
}

TEST_CASE("4: the struct info of a function is R.Callable") {
  Script s;
  s.module.functions[0].info = s.tensor;
  CHECK(s.problems() == "the struct info of function 'main' is not R.Callable");
}

TEST_CASE("5: global_symbol is the name of the function") {
  Script s;
  s.fn().self().attrs =
      s.context->sorted_dict({{s.context->name("global_symbol"), s.context->attrs.string(s.context->name("g"))}});
  CHECK(s.problems() == "attribute 'global_symbol' is 'g', but the function is called 'main'");
}

TEST_CASE("6: values are bound before they are used, and not used after their scope") {
  Script s;
  Value late = s.add(s.x, s.x);
  Value early = s.add(late, s.x);
  s.put(early);
  s.put(late);
  RegionId then_region = s.region({});
  Value inner = s.fn()[then_region].result = s.put(then_region, s.add(s.x, s.x));
  s.put(s.branches(then_region, s.region(s.x)));
  s.fn().body().result = inner;
  CHECK(s.problems() ==
        "'y' is used before it is defined\n"
        "'y' is used outside its scope");
}

TEST_CASE("6: a function-valued binding may refer to itself") {
  Script s;
  RegionId body = s.region({});
  Value f = s.nested(body);
  s.fn()[body].result = s.put(body, s.fn().add(s.node(NodeKind::call, s.tensor), std::array{f}));
  s.put(f);
  CHECK(s.problems() == "");
}

TEST_CASE("7: nothing is bound twice") {
  Script s;
  Value y = s.put(s.add(s.x, s.x));
  s.put(y);
  s.fn().self().params.push_back(s.x);
  CHECK(s.problems() ==
        "parameter 'x' is the parameter of a function already\n"
        "'y' is bound twice");
}

TEST_CASE("8: a parameter belongs to one function") {
  Script s;
  Value f = s.nested(s.region(s.x));
  s.fn()[s.fn()[f].lambda()].params.push_back(s.x);
  s.fn()[f].info = s.context->infos.function(std::array{s.tensor}, s.tensor, true);
  s.put(f);
  CHECK(s.problems() == "parameter 'x' is the parameter of a function already");
}

TEST_CASE("9: a symbol occurs in one function") {
  Script s;
  StructInfo symbolic = s.context->infos.tensor(std::array{s.context->prims.var(s.context->name("n"))}, kFloat32);
  s.param("a", symbolic);
  s.add_function("other");
  s.fn(1).body().result = s.param("a", symbolic, 1);
  CHECK(s.problems() == "symbol 'n' belongs to function 'main'");
}

TEST_CASE("11: what is local to a dataflow block stays in it") {
  Script s;
  Value local = s.put(s.add(s.x, s.x), true);
  s.put(s.nested(s.region(local)), true);
  s.fn().body().result = local;
  CHECK(s.problems() ==
        "'y' is local to a dataflow block; a nested function cannot use it\n"
        "'y' is local to a dataflow block that ends before this use");
}

TEST_CASE("14: operands are variables or leaves") {
  Script s;
  s.put(s.add(s.add(s.x, s.x), s.x));
  CHECK(s.problems() == "an operand that is neither a variable nor a leaf");
}

TEST_CASE("14: the value of a match_cast may be a call") {
  Script s;
  s.put(s.cast(s.add(s.x, s.x), s.tensor));
  CHECK(s.problems() == "");
}

TEST_CASE("15: symbols are defined by whole dims of parameters and by match_cast") {
  Script s;
  PrimStore& p = s.context->prims;
  Prim m = p.var(s.context->name("m")), n = p.var(s.context->name("n"));
  Value a = s.param("a", s.context->infos.tensor(std::array{p.add(m, p.integer(1))}, kFloat32));
  CHECK(s.problems() == "symbol 'm' is used but nothing defines it: no parameter and no match_cast before");
  s.param("b", s.context->infos.tensor(std::array{m}, kFloat32));
  CHECK(s.problems() == "");
  s.put(s.fn().add_shape(std::array{n}));
  CHECK(s.problems() == "symbol 'n' is used but nothing defines it: no parameter and no match_cast before");
  s.fn().body().blocks.clear();
  s.put(s.cast(a, s.context->infos.tensor(std::array{n}, kFloat32)));
  s.put(s.fn().add_shape(std::array{n}));
  CHECK(s.problems() == "");
}

TEST_CASE("15: a symbol defined in a branch ends with it, and nested functions do not see outer symbols") {
  Script s;
  Prim n = s.context->prims.var(s.context->name("n")), m = s.context->prims.var(s.context->name("m"));
  StructInfo symbolic = s.context->infos.tensor(std::array{n}, kFloat32);
  RegionId then_region = s.region(s.x);
  s.put(then_region, s.cast(s.x, symbolic));
  s.put(s.branches(then_region, s.region(s.x)));
  s.put(s.fn().add_shape(std::array{n}));
  s.param("a", s.context->infos.tensor(std::array{m}, kFloat32));
  RegionId body = s.region(s.x);
  s.put(body, s.fn().add_shape(std::array{m}));
  s.put(s.nested(body));
  CHECK(s.problems() ==
        "symbol 'n' is used but nothing defines it: no parameter and no match_cast before\n"
        "symbol 'm' is used in a local function, which sees no symbols of the function around it");
}

TEST_CASE("16: shape variables are defined before use; a parameter may define one") {
  Script s;
  Value shape = s.fn().add_param(s.context->name("s"), s.context->infos.shape_of_rank(1));
  StructInfo by_variable = s.context->infos.tensor_of_shape_var(shape, 1, kFloat32);
  s.put(s.call(Op::reshape, {s.x, shape}, by_variable));
  CHECK(s.problems() ==
        "'s' is used before it is defined\n"
        "shape variable 's' is used in struct info where it is not defined");
  s.fn().self().params.push_back(shape);
  CHECK(s.problems() == "");
}

TEST_CASE("17: dims are integers") {
  Script s;
  s.param("a", s.context->infos.tensor(std::array{s.context->prims.real(1.5)}, kFloat32));
  CHECK(s.problems() == "a dim of dtype float32; dims are integers");
}

TEST_CASE("18: no if in a dataflow block") {
  Script s;
  s.put(s.branches(s.region(s.x), s.region(s.x)), true);
  CHECK(s.problems() == "an if inside a dataflow block");
}

TEST_CASE("19 and 20: impure calls only in impure functions, never in a dataflow block") {
  Script s;
  Value print = s.call(Op::print, {s.fn().add_string(s.context->name("")), s.x}, s.context->infos.void_());
  s.put(print);
  CHECK(s.problems() == "R.print is impure, but the function is declared pure");
  s.fn().self().is_pure = false;
  CHECK(s.problems() == "");
  s.fn().body().blocks[0].is_dataflow = true;
  CHECK(s.problems() == "R.print is impure, but a dataflow block is pure");
}

TEST_CASE("20: a call of an impure function is impure, unless purity is forced") {
  Script s;
  Value f = s.param("f", s.context->infos.function({}, s.tensor, false));
  s.put(s.fn().add(s.node(NodeKind::call, s.tensor), std::array{f}));
  CHECK(s.problems() == "'f' is impure, but the function is declared pure");
  s.fn().self().attrs = s.context->sorted_dict({{s.context->name("relax.force_pure"), s.context->attrs.boolean(true)}});
  CHECK(s.problems() == "");
}

TEST_CASE("21: force_pure on an impure function") {
  Script s;
  s.fn().self().is_pure = false;
  s.fn().self().attrs = s.context->sorted_dict({{s.context->name("relax.force_pure"), s.context->attrs.boolean(true)}});
  CHECK(s.problems() == "attribute 'relax.force_pure' on a function that is declared impure");
}

TEST_CASE("22: a function says what it returns") {
  Script s;
  s.fn().self().ret = {};
  CHECK(s.problems() == "the function does not say what it returns");
}

namespace {

// A call of a kernel with the arguments `args`, giving `out`. The kernel's parameters are tensors of shape (4,).
Value kernel_call(Script& s, Op op, size_t param_count, Value args, StructInfo out, Attr attrs = {}) {
  StructInfo four = s.context->infos.tensor(std::array{s.context->prims.integer(4)}, kFloat32);
  StructInfo type = s.context->infos.function(std::vector(param_count, four), s.context->infos.void_(), false);
  s.module.functions.push_back({s.context->name("k"), type, PrimFunc(), {}});
  Value k = s.fn().add(s.node(NodeKind::global, type, 1));
  Value v = s.call(op, {k, args}, out, attrs);
  s.fn()[v].set_sinfo_args(s.context->attrs.list(std::array{s.context->attrs.info(out)}));
  return v;
}

}  // namespace

TEST_CASE("24: the arguments of call_tir are written out") {
  Script s;
  StructInfo four = s.context->infos.tensor(std::array{s.context->prims.integer(4)}, kFloat32);
  Value t = s.param("t", s.context->infos.tuple(std::array{four}));
  s.put(kernel_call(s, Op::call_tir, 2, t, four));
  CHECK(s.problems() == "the arguments of R.call_tir are not written out as a tuple");
}

TEST_CASE("24: in-place indices name distinct inputs of the same shape") {
  Script s;
  StructInfo four = s.context->infos.tensor(std::array{s.context->prims.integer(4)}, kFloat32);
  Value a = s.param("a", four);
  auto record = [&](int64_t index) {
    return s.context->attrs.list(std::array{s.context->attrs.integers(std::array{index})});
  };
  s.put(kernel_call(s, Op::call_tir_inplace, 1, s.fn().add_tuple(std::array{a}), four, record(0)));
  CHECK(s.problems() == "");
  auto problems_with = [&](int64_t index) {
    s.fn()[s.fn().body().blocks[0].bindings[0]].attrs = record(index);
    return s.problems();
  };
  CHECK(problems_with(-1) ==
        "'k' takes 1 argument, the call gives 2 inputs and outputs\n"
        "R.call_tir_inplace: inplace_indices must name an argument, found only -1");
  CHECK(problems_with(1) == "R.call_tir_inplace: inplace_indices names argument 1, there are 1");
  CHECK(problems_with(-2) == "R.call_tir_inplace: inplace_indices names argument -2, there are 1");
}

TEST_CASE("24: a tensor is not inspected for what is known of it") {
  Script s;
  s.put(s.call(Op::inspect_tensor_ndim, {s.x}, s.context->infos.object()));
  CHECK(s.problems() == "R.inspect.tensor_ndim of what is known to be 1");
}

TEST_CASE("25: out_sinfo agrees with the kernel's signature") {
  Script s;
  StructInfo four = s.context->infos.tensor(std::array{s.context->prims.integer(4)}, kFloat32);
  Value a = s.param("a", four);
  s.put(kernel_call(s, Op::call_tir, 2, s.fn().add_tuple(std::array{a}), s.tensor));
  CHECK(s.problems() == "out_sinfo is R.Tensor((2,), \"float32\"), but 'k' gives R.Tensor((4,), \"float32\")");
}

TEST_CASE("26: struct info that inference contradicts; trusted where it is only finer") {
  Script s;
  Value a = s.param("a", s.context->infos.tensor_of_rank(1, kFloat32));
  s.put(s.call(Op::add, {a, a}, s.tensor));
  CHECK(s.problems() == "");
  s.put(s.call(Op::add, {s.x, s.x}, s.context->infos.tensor(std::array{s.context->prims.integer(5)}, kFloat32)));
  CHECK(s.problems() == "'y' is R.Tensor((5,), \"float32\"), but the call gives R.Tensor((2,), \"float32\")");
}

TEST_CASE("27: a variable covers its value") {
  Script s;
  Value alias = s.put(s.fn().add(s.node(NodeKind::alias, s.context->infos.object()), std::array{s.x}));
  CHECK(s.problems() == "");
  s.fn()[alias].info = s.context->infos.tensor(std::array{s.context->prims.integer(5)}, kFloat32);
  CHECK(s.problems() == "'y' is R.Tensor((5,), \"float32\"), but its value is R.Tensor((2,), \"float32\")");
  Value item =
      s.put(s.fn().add(s.node(NodeKind::get_item, s.tensor, 3), std::array{s.fn().add_tuple(std::array{s.x})}));
  CHECK(s.problems() ==
        "'y' is R.Tensor((5,), \"float32\"), but its value is R.Tensor((2,), \"float32\")\n"
        "index 3 of a tuple of 1");
  CHECK(bool(item));
}

TEST_CASE("without struct info only the rules of structure are checked") {
  Script s;
  s.put(s.call(Op::add, {s.x, s.x}, s.context->infos.tensor(std::array{s.context->prims.integer(5)}, kFloat32)));
  Diagnostics d;
  CHECK(verify(s.module, d, {.check_struct_info = false}));
}

TEST_CASE("a violation points to the definition that it is about") {
  Script s;
  Value y = s.put(s.add(s.x, s.x), true);
  s.fn()[y].span = {10, 11};
  s.fn().body().result = y;
  Diagnostics d;
  verify(s.module, d);
  REQUIRE(d.all().size() == 1);
  CHECK(d.all()[0].text == "'y' is local to a dataflow block that ends before this use");
  REQUIRE(d.all()[0].notes.size() == 1);
  CHECK(d.all()[0].notes[0].span == Span{10, 11});
}
