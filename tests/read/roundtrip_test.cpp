// SPDX-License-Identifier: Apache-2.0
// Human-written scripts and their canonical text: names, normal form, conversions.
#include <doctest/doctest.h>

#include "read_test.h"

using namespace hammock;
using hammock::test::canonical;

TEST_CASE("temporaries are numbered after the statements before them") {
  CHECK(canonical(R"(
@R.function
def f(x: R.Tensor((2,), "float32")):
    b = R.multiply(R.add(x, x), x)
    c = R.add(R.add(b, b), R.multiply(b, x))
    return R.add(R.add(c, x), c)
)") == R"(# from tvm.script import relax as R

@R.function
def f(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
    gv: R.Tensor((2,), dtype="float32") = R.add(x, x)
    b: R.Tensor((2,), dtype="float32") = R.multiply(gv, x)
    gv2: R.Tensor((2,), dtype="float32") = R.add(b, b)
    gv3: R.Tensor((2,), dtype="float32") = R.multiply(b, x)
    c: R.Tensor((2,), dtype="float32") = R.add(gv2, gv3)
    gv5: R.Tensor((2,), dtype="float32") = R.add(c, x)
    gv6: R.Tensor((2,), dtype="float32") = R.add(gv5, c)
    return gv6)");
}
