// SPDX-License-Identifier: Apache-2.0
// Whatever bytes a constant has, its text reads back to them.
#include <doctest/doctest.h>

#include <bit>
#include <cstring>

#include "choices.h"
#include "hammock/base/check.h"
#include "hammock/print/print.h"
#include "hammock/read/read.h"

using namespace hammock;

namespace {

struct Program {
  std::shared_ptr<Context> context = std::make_shared<Context>();
  Module module{context};

  // A function that returns the constant.
  Program(Constant constant, bool is_written) {
    Function fn(context);
    fn.add_lambda();
    RegionId body = fn.add_region();
    Value v = fn.add_constant(context->constant(std::move(constant)));
    fn[v].is_written = is_written;
    Value bound = fn.add_alias(v);
    fn[bound].name = context->name("c");
    fn[body].blocks.push_back({false, {bound}});
    fn[body].result = bound;
    Lambda self;
    self.name = context->name("main");
    self.body = body;
    self.ret = fn.info(v);
    fn.self() = self;
    StructInfo info = context->infos.function({}, self.ret, true);
    module.functions.push_back({self.name, info, std::move(fn), {}});
    module.is_lone_function = true;
  }
  const Constant& constant() const {
    const Function& fn = *module.functions[0].relax();
    for (const Node& node : fn.nodes) {
      if (node.kind == NodeKind::constant) return (*context)[node.constant()];
    }
    throw InternalError("there is no constant");
  }
};

// The line that binds it, after the text was read and printed again with the same result.
std::string line_of(const Program& program, PrintOptions options = {}) {
  std::string text = print(program.module, options);
  Diagnostics diagnostics(std::make_shared<Source>("printed", text));
  std::optional<Module> again =
      read_module(std::make_shared<Source>("printed", text), std::make_shared<Context>(), diagnostics);
  REQUIRE_MESSAGE(again, text << render(diagnostics));
  CHECK(print(*again, options) == text);
  const Function& fn = *again->functions[0].relax();
  const Constant& wanted = program.constant();
  int count = 0;
  for (const Node& node : fn.nodes) {
    if (node.kind != NodeKind::constant) continue;
    ++count;
    const Constant& got = again->context()[node.constant()];
    CHECK(got.dtype == wanted.dtype);
    CHECK(got.shape == wanted.shape);
    CHECK_MESSAGE(got.data == wanted.data, text);
  }
  CHECK(count == 1);
  size_t begin = text.find(" = ", text.find("    c: ")) + 3;
  return text.substr(begin, text.find('\n', begin) - begin);
}

template <class T>
Constant constant(DType dtype, std::vector<int64_t> shape, const std::vector<T>& values) {
  Constant c{dtype, std::move(shape), std::vector<std::byte>(values.size() * sizeof(T))};
  if (!values.empty()) std::memcpy(c.data.data(), values.data(), c.data.size());
  return c;
}

template <class T>
std::string written(DType dtype, std::vector<int64_t> shape, const std::vector<T>& values) {
  return line_of(Program(constant(dtype, std::move(shape), values), true));
}

constexpr std::string_view kEntry = "metadata[\"relax.expr.Constant\"][0]";

}  // namespace

TEST_CASE("short constants are lists of the shortest numbers that read back") {
  CHECK(written<float>(kFloat32, {4}, {1.5f, 0.1f, -0.0f, 1e-40f}) == "R.const([1.5, 0.1, -0.0, 1e-40], \"float32\")");
  CHECK(written<float>(kFloat32, {2}, {3.4028235e38f, 16777216.0f}) ==
        "R.const([3.4028235e+38, 16777216.0], \"float32\")");
  CHECK(written<double>(kFloat64, {3}, {0.1, 5e-324, 1e100}) == "R.const([0.1, 5e-324, 1e+100], \"float64\")");
  CHECK(written<uint16_t>(kFloat16, {3}, {0x2e66, 0x0001, 0x7bff}) == "R.const([0.1, 6e-08, 65500.0], \"float16\")");
  CHECK(written<uint16_t>(kBfloat16, {2}, {0x3dcd, 0x7f7f}) == "R.const([0.1, 3.39e+38], \"bfloat16\")");
  CHECK(written<int64_t>(kInt64, {2}, {INT64_MIN, INT64_MAX}) ==
        "R.const([-9223372036854775808, 9223372036854775807], \"int64\")");
  CHECK(written<uint8_t>(kUint8, {1, 2}, {0, 255}) == "R.const([[0, 255]], \"uint8\")");
  CHECK(written<uint8_t>(kBool, {2}, {1, 0}) == "R.const([True, False], \"bool\")");
  CHECK(written<uint8_t>(kUint8, {}, {7}) == "R.const(7, \"uint8\")");
  CHECK(written<uint16_t>(kBfloat16, {}, {0x3fc0}) == "R.const(1.5, \"bfloat16\")");
  CHECK(written<int32_t>(DType::integer(32), {2, 1, 2}, {1, 2, 3, 4}) == "R.const([[[1, 2]], [[3, 4]]], \"int32\")");
  CHECK(written<uint32_t>(kFloat32, {4}, {0x7fc00000, 0xffc00000, 0x7f800000, 0xff800000}) ==
        R"(R.const(["nan", "-nan", "inf", "-inf"], "float32"))");
}

TEST_CASE("empty tensors are lists, unless an empty dim stands before others") {
  CHECK(written<uint64_t>(DType::unsigned_integer(64), {1}, {UINT64_MAX}) ==
        "R.const([18446744073709551615], \"uint64\")");
  CHECK(written<float>(kFloat32, {0}, {}) == "R.const([], \"float32\")");
  CHECK(written<float>(kFloat32, {2, 0}, {}) == "R.const([[], []], \"float32\")");
  CHECK(written<float>(kFloat32, {0, 2}, {}) == kEntry);
  CHECK(written<float>(kFloat32, {1000000000, 0}, {}) == kEntry);
}

TEST_CASE("what no number says, and what is long, stands in the metadata section") {
  CHECK(written<uint32_t>(kFloat32, {2}, {0x7fc00001, 0}) == kEntry);  // the payload of a NaN
  CHECK(written<uint32_t>(kFloat32, {}, {0x7f800001}) == kEntry);      // also of a scalar
  CHECK(written<uint8_t>(kBool, {1}, {2}) == kEntry);
  CHECK(written<uint8_t>(DType::make(DType::Code::e4m3, 8), {}, {0x38}) == kEntry);
  CHECK(written<float>(DType::make(DType::Code::floating, 32, 2), {1}, {1, 2}) == kEntry);
  CHECK(written<float>(kFloat32, {16}, std::vector<float>(16)).starts_with("R.const([0.0, "));
  CHECK(written<float>(kFloat32, {17}, std::vector<float>(17)) == kEntry);
}

TEST_CASE("what was not written as numbers stays in the metadata section, but for scalars of TVM's text") {
  auto made = [](Constant c, PrintOptions options = {}) { return line_of(Program(std::move(c), false), options); };
  CHECK(made(constant<float>(kFloat32, {1}, {1})) == kEntry);
  CHECK(made(constant<uint8_t>(kUint8, {}, {7})) == kEntry);
  CHECK(made(constant<float>(kFloat32, {}, {0.1f})) == "R.const(0.10000000149011612, \"float32\")");
  CHECK(made(constant<float>(kFloat32, {1}, {0.1f}), {.dialect = Dialect::tvm_0_26}) == "R.const([0.1], \"float32\")");
}

TEST_CASE("TVM's two forms know no lists") {
  Program p(constant<float>(kFloat32, {1}, {1}), true);
  CHECK(line_of(p, {.constants = Constants::metadata}) == kEntry);
  std::vector<Span> omitted;
  std::string text = print(p.module, {.constants = Constants::omitted, .omitted = &omitted});
  CHECK(text.ends_with("# Metadata omitted. Use show_meta=True in script() method to show it."));
  CHECK(omitted.size() == 1);
  omitted.clear();
  print(Program(constant<float>(kFloat32, {}, {1}), true).module,
        {.constants = Constants::omitted, .omitted = &omitted});
  CHECK(omitted.empty());
}

TEST_CASE("any bytes of any dtype and shape read back") {
  generate::Choices random(1);
  const std::vector<DType> dtypes = {kFloat16,
                                     kFloat32,
                                     kFloat64,
                                     kBfloat16,
                                     kInt8,
                                     kInt16,
                                     kInt32,
                                     kInt64,
                                     kUint8,
                                     DType::unsigned_integer(16),
                                     DType::unsigned_integer(32),
                                     DType::unsigned_integer(64),
                                     kBool,
                                     DType::make(DType::Code::e4m3, 8),
                                     DType::make(DType::Code::e5m2, 8),
                                     DType::integer(4),
                                     DType::make(DType::Code::floating, 16, 4)};
  for (int i = 0; i < 3000; ++i) {
    Constant c;
    c.dtype = random.pick(dtypes);
    int64_t count = 1;
    for (uint32_t rank = random.below(4); rank > 0; --rank) {
      c.shape.push_back(static_cast<int64_t>(random.below(4) == 0 ? random.below(2) : 1 + random.below(4)));
      count *= c.shape.back();
    }
    c.data.resize(static_cast<size_t>(count * c.dtype.bytes()));
    for (std::byte& b : c.data) {
      const uint64_t draw = random.bits();
      b = draw % 8 == 0   ? std::byte{0}
          : draw % 8 == 1 ? std::byte{0xff}
          : draw % 8 == 2 ? std::byte{0x7f}
                          : static_cast<std::byte>(draw >> 8);
      if (c.dtype.is_boolean() && draw % 16 > 0) b &= std::byte{1};
    }
    Program p(std::move(c), random.below(2) == 0);
    line_of(p);
    if (!p.constant().is_scalar())
      line_of(p, {.constants = Constants::metadata});  // of a NaN TVM's text says no payload
    if (random.below(2) == 0) line_of(p, {.dialect = Dialect::tvm_0_26});
  }
}
