// SPDX-License-Identifier: Apache-2.0
// What is recognised in a kernel's text, that it computes what the reference executor does, and the nearest misses.
#include <doctest/doctest.h>

#include "recognised.h"

using namespace hammock;
using namespace hammock::loop;

namespace {

// A kernel of these parameters ("A: 4x6xfloat32, ...") and lines.
std::string kernel_text(const std::string& params, const std::string& body) {
  std::string text = "@T.prim_func\ndef kernel(" + params + "):\n";
  size_t begin = 0;
  while (begin < body.size()) {
    size_t end = std::min(body.find('\n', begin), body.size());
    if (end > begin) text += "    " + body.substr(begin, end - begin) + "\n";
    begin = end + 1;
  }
  return text;
}

std::string buffer(const std::string& name, const std::string& shape, const std::string& dtype = "float32") {
  return name + ": T.Buffer((" + shape + "), \"" + dtype + "\")";
}

// The form of what is recognised; what differs from the reference executor, if something does.
std::string form(const std::string& params, const std::string& body) {
  KernelScript script(kernel_text(params, body));
  REQUIRE_MESSAGE(script.module.has_value(), script.errors);
  const Comparison c = compare(script, GlobalId(0), 1);
  return c.wrong.empty() ? c.form : c.form + ", but " + c.wrong;
}

const std::string kMatrices = buffer("A", "5, 7") + ", " + buffer("B", "7, 6") + ", " + buffer("C", "5, 6");
const std::string kRow = buffer("A", "8") + ", " + buffer("B", "8");

}  // namespace

TEST_CASE("matrix products in any spelling are contractions") {
  const char* kSpellings[] = {
      R"(
for i, j, k in T.grid(5, 6, 7):
    with T.block("C"):
        vi, vj, vk = T.axis.remap("SSR", [i, j, k])
        with T.init():
            C[vi, vj] = T.float32(0)
        C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
)",
      R"(
for i, j in T.grid(5, 6):
    C[i, j] = T.float32(0)
    for k in range(7):
        C[i, j] += A[i, k] * B[k, j]
)",
      R"(
for i, j in T.grid(5, 6):
    C[i, j] = T.float32(0)
for k, j, i in T.grid(7, 6, 5):
    C[i, j] = B[k, j] * A[i, k] + C[i, j]
)",
      R"(
for k in range(7):
    for i, j in T.grid(5, 6):
        with T.block("C"):
            vk = T.axis.reduce(7, k)
            vi, vj = T.axis.remap("SS", [i, j])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
)",
      R"(
for i, j in T.grid(5, 6):
    with T.block("C"):
        vi, vj = T.axis.remap("SS", [i, j])
        s = T.alloc_buffer((1,), scope="local")
        s[0] = T.float32(0)
        for k in range(7):
            s[0] = s[0] + A[vi, k] * B[k, vj]
        C[vi, vj] = s[0]
)",
      R"(
s = T.decl_buffer((1,))
for i, j in T.grid(5, 6):
    s[0] = T.float32(0)
    for k in range(7):
        s[0] = s[0] + A[i, k] * B[k, j]
    C[i, j] = s[0]
)",
  };
  for (const char* body : kSpellings) {
    CAPTURE(body);
    CHECK(form(kMatrices, body) == "contraction");
  }
}

TEST_CASE("a product takes what follows it along") {
  const std::string biased = kMatrices + ", " + buffer("D", "6");
  CHECK(form(biased, R"(
for i, j in T.grid(5, 6):
    C[i, j] = D[j]
    for k in range(7):
        C[i, j] += A[i, k] * B[k, j]
for i, j in T.grid(5, 6):
    C[i, j] = T.max(C[i, j], T.float32(0))
)") == "contraction");
  CHECK(form(kMatrices, R"(
t = T.alloc_buffer((5, 6))
for i, j, k in T.grid(5, 6, 7):
    with T.block("t"):
        vi, vj, vk = T.axis.remap("SSR", [i, j, k])
        with T.init():
            t[vi, vj] = T.float32(0)
        t[vi, vj] = t[vi, vj] + A[vi, vk] * B[vk, vj]
for i, j in T.grid(5, 6):
    C[i, j] = T.tanh(t[i, j]) * T.float32(0.5) + A[i, j]
)") == "contraction");
}

TEST_CASE("a sum in a scalar takes along what follows it, too") {
  CHECK(form(kMatrices, R"(
s = T.alloc_buffer((1,))
for i, j in T.grid(5, 6):
    s[0] = T.float32(1)
    for k in range(7):
        s[0] = s[0] + A[i, k] * B[k, j]
    C[i, j] = T.max(s[0], T.float32(0))
)") == "contraction");
  CHECK(form(kMatrices, R"(
s = T.alloc_buffer((1, 6))
for i in range(5):
    for j in range(6):
        s[0, j] = T.float32(0)
    for k, j in T.grid(7, 6):
        s[0, j] = s[0, j] + A[i, k] * B[k, j]
    for j in range(6):
        C[i, j] = T.tanh(s[0, j])
)") == "contraction");
}

TEST_CASE("operands are read through their strides, or computed before") {
  CHECK(form(buffer("A", "7, 5") + ", " + buffer("B", "6, 7") + ", " + buffer("C", "5, 6"), R"(
for i, j, k in T.grid(5, 6, 7):
    with T.block("C"):
        vi, vj, vk = T.axis.remap("SSR", [i, j, k])
        with T.init():
            C[vi, vj] = T.float32(0)
        C[vi, vj] = C[vi, vj] + A[vk, vi] * B[vj, vk]
)") == "contraction");
  CHECK(form(kMatrices, R"(
for i, j, k in T.grid(5, 6, 7):
    with T.block("C"):
        vi, vj, vk = T.axis.remap("SSR", [i, j, k])
        with T.init():
            C[vi, vj] = T.float32(0)
        C[vi, vj] = C[vi, vj] + T.max(A[vi, vk], T.float32(0)) * B[vk, vj]
)") == "nest(store); contraction");
  CHECK(form(buffer("A", "3, 5, 7", "int8") + ", " + buffer("B", "3, 7, 6", "int8") + ", " +
                 buffer("C", "3, 5, 6", "int32"),
             R"(
for b, i, j, k in T.grid(3, 5, 6, 7):
    with T.block("C"):
        vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
        with T.init():
            C[vb, vi, vj] = 0
        C[vb, vi, vj] = C[vb, vi, vj] + T.Cast("int32", A[vb, vi, vk]) * T.Cast("int32", B[vb, vk, vj])
)") == "contraction");
  CHECK(form(buffer("A", "5, 2, 3") + ", " + buffer("B", "3, 2, 6") + ", " + buffer("C", "5, 6"), R"(
for i, j, k, l in T.grid(5, 6, 2, 3):
    with T.block("C"):
        vi, vj, vk, vl = T.axis.remap("SSRR", [i, j, k, l])
        with T.init():
            C[vi, vj] = T.float32(0)
        C[vi, vj] = C[vi, vj] + A[vi, vk, vl] * B[vl, vk, vj]
)")
            .find("contraction") != std::string::npos);
}

TEST_CASE("convolutions are contractions over windows") {
  const std::string image = buffer("X", "2, 3, 8, 9") + ", " + buffer("W", "4, 3, 3, 3") + ", ";
  CHECK(form(image + buffer("Y", "2, 4, 6, 7"), R"(
for n, o, y, x, c, r, s in T.grid(2, 4, 6, 7, 3, 3, 3):
    with T.block("Y"):
        vn, vo, vy, vx, vc, vr, vs = T.axis.remap("SSSSRRR", [n, o, y, x, c, r, s])
        with T.init():
            Y[vn, vo, vy, vx] = T.float32(0)
        Y[vn, vo, vy, vx] = Y[vn, vo, vy, vx] + X[vn, vc, vy + vr, vx + vs] * W[vo, vc, vr, vs]
)") == "contraction(window)");
  // padding inside of the product, a stride, loops without blocks
  CHECK(form(image + buffer("Y", "2, 4, 4, 9"), R"(
for n, o, y, x in T.grid(2, 4, 4, 9):
    Y[n, o, y, x] = T.float32(0)
    for c, r, s in T.grid(3, 3, 3):
        Y[n, o, y, x] = Y[n, o, y, x] + T.if_then_else(1 <= y * 2 + r and y * 2 + r < 9 and 1 <= x + s and x + s < 10, X[n, c, y * 2 + r - 1, x + s - 1], T.float32(0)) * W[o, c, r, s]
)") == "contraction(window)");
  // groups: each of the two reads its own channels
  CHECK(form(buffer("X", "2, 6, 8, 9") + ", " + buffer("W", "4, 3, 3, 3") + ", " + buffer("Y", "2, 4, 6, 7"), R"(
for n, o, y, x, c, r, s in T.grid(2, 4, 6, 7, 3, 3, 3):
    with T.block("Y"):
        vn, vo, vy, vx, vc, vr, vs = T.axis.remap("SSSSRRR", [n, o, y, x, c, r, s])
        with T.init():
            Y[vn, vo, vy, vx] = T.float32(0)
        Y[vn, vo, vy, vx] = Y[vn, vo, vy, vx] + X[vn, vo // 2 * 3 + vc, vy + vr, vx + vs] * W[vo, vc, vr, vs]
)") == "contraction(window)");
  // a window that begins inside of the image
  CHECK(form(image + buffer("Y", "2, 4, 5, 6"), R"(
for n, o, y, x in T.grid(2, 4, 5, 6):
    Y[n, o, y, x] = T.float32(0)
    for c, r, s in T.grid(3, 3, 3):
        Y[n, o, y, x] += X[n, c, y + r + 1, x + s + 1] * W[o, c, r, s]
)") == "contraction(window)");
  // the condition leaves out more than what is outside
  CHECK(form(image + buffer("Y", "2, 4, 8, 9"), R"(
for n, o, y, x in T.grid(2, 4, 8, 9):
    Y[n, o, y, x] = T.float32(0)
    for c, r, s in T.grid(3, 3, 3):
        Y[n, o, y, x] += T.if_then_else(2 <= y + r and y + r < 9 and 1 <= x + s and x + s < 10, X[n, c, y + r - 1, x + s - 1], T.float32(0)) * W[o, c, r, s]
)") == "nest(sum, store)");
}

TEST_CASE("softmax and the norms are one nest") {
  const std::string matrices = buffer("A", "5, 8") + ", " + buffer("B", "5, 8");
  CHECK(form(matrices, R"(
m = T.alloc_buffer((5,))
s = T.alloc_buffer((5,))
for i in range(5):
    m[i] = T.float32(-1e30)
    for j in range(8):
        m[i] = T.max(m[i], A[i, j])
    s[i] = T.float32(0)
    for j in range(8):
        s[i] = s[i] + T.exp(A[i, j] - m[i])
    for j in range(8):
        B[i, j] = T.exp(A[i, j] - m[i]) / s[i]
)") == "nest(max, sum, store)");
  CHECK(form(matrices, R"(
m = T.alloc_buffer((1,))
s = T.alloc_buffer((1,))
e = T.alloc_buffer((8,))
for i in range(5):
    m[0] = A[i, 0]
    for j in range(1, 8):
        m[0] = T.max(A[i, j], m[0])
    s[0] = T.float32(0)
    for j in range(8):
        e[j] = T.exp(A[i, j] - m[0])
    for j in range(8):
        s[0] = s[0] + e[j]
    for j in range(8):
        B[i, j] = e[j] / s[0]
)") == "nest(max, sum, store)");
  CHECK(form(matrices, R"(
mean = T.alloc_buffer((5,))
var = T.alloc_buffer((5,))
for i, j in T.grid(5, 8):
    with T.block("mean"):
        vi, vj = T.axis.remap("SR", [i, j])
        with T.init():
            mean[vi] = T.float32(0)
        mean[vi] = mean[vi] + A[vi, vj] * T.float32(0.125)
for i, j in T.grid(5, 8):
    with T.block("var"):
        vi, vj = T.axis.remap("SR", [i, j])
        with T.init():
            var[vi] = T.float32(0)
        var[vi] = var[vi] + (A[vi, vj] - mean[vi]) * (A[vi, vj] - mean[vi])
for i, j in T.grid(5, 8):
    B[i, j] = (A[i, j] - mean[i]) * T.rsqrt(var[i] * T.float32(0.125) + T.float32(0.001))
)") == "nest(sum, sum, store)");
  // along columns
  CHECK(form(matrices, R"(
s = T.alloc_buffer((8,))
for j in range(8):
    s[j] = T.float32(0)
for i, j in T.grid(5, 8):
    s[j] = s[j] + A[i, j]
for i, j in T.grid(5, 8):
    B[i, j] = A[i, j] / (s[j] * s[j] + T.float32(1))
)") == "nest(sum, store)");
}

TEST_CASE("elements, copies, gathers and what stands under conditions") {
  CHECK(form(kRow, "for i in range(8):\n    B[i] = T.exp(A[7 - i])") == "nest(store)");
  CHECK(form(kRow, "for i in range(8):\n    B[i] = T.if_then_else(i > 0, A[i - 1], T.float32(0))") == "nest(store)");
  CHECK(form(buffer("A", "4, 6") + ", " + buffer("B", "24"), "for i, j in T.grid(4, 6):\n    B[i * 6 + j] = A[i, j]") ==
        "nest(store)");
  CHECK(form(buffer("A", "4, 6") + ", " + buffer("I", "8", "int32") + ", " + buffer("B", "8"),
             "for i in range(8):\n    B[i] = A[1, T.max(T.min(I[i], 5), 0)]") == "nest(store)");
  CHECK(form(kRow, "for i in range(8):\n    B[i] = A[i]\nfor i in range(8):\n    B[i] = B[i] * B[i]") == "nest(store)");
  // in place, by way of a temporary
  CHECK(form(buffer("A", "8"), "for i in range(8):\n    A[i] = A[i] * T.float32(2)") == "nest(store); nest(store)");
  CHECK(form(kRow, R"(
for i in range(8):
    B[i] = A[i]
    if i < 4:
        B[i] = B[i] + T.float32(1)
)") == "nest(store)");
}

TEST_CASE("buffers are written in parts") {
  const std::string parts = buffer("A", "3, 5") + ", " + buffer("B", "4, 5") + ", " + buffer("C", "7, 5");
  CHECK(form(parts, R"(
for i, j in T.grid(3, 5):
    C[i, j] = A[i, j]
for i, j in T.grid(4, 5):
    C[i + 3, j] = B[i, j] * T.float32(2)
)") == "nest(store)");
  // a later part hides what an earlier one has written there, and the sum goes on where it stands
  CHECK(form(buffer("A", "4, 6") + ", " + buffer("C", "8"), R"(
for i in range(8):
    C[i] = T.float32(1)
for i in range(5):
    C[i + 1] = T.float32(2)
for i in range(4):
    C[i * 2 + 1] = T.float32(0)
    for k in range(6):
        C[i * 2 + 1] = C[i * 2 + 1] + A[i, k]
for i in range(4):
    C[i * 2] = C[i * 2] * T.float32(4)
)") == "nest(sum, store); nest(store); nest(store)");
  CHECK(form(kRow, R"(
t = T.alloc_buffer((10,))
t[0] = T.float32(0)
t[9] = T.float32(0)
for i in range(8):
    t[i + 1] = A[i]
for i in range(8):
    B[i] = t[i] + t[i + 1] + t[i + 2]
)") == "nest(store)");
  // the maxima are those of two rows
  CHECK(form(buffer("A", "2, 6") + ", " + buffer("B", "8, 8") + ", " + buffer("C", "8, 9"), R"(
for i, j in T.grid(8, 9):
    C[i, j] = B[i, 7 - i]
for i in range(2):
    C[i, 2] = T.float32(0)
    for k in range(6):
        C[i, 2] = T.max(C[i, 2], A[1 - i, k])
)") == "nest(max, store); nest(store)");
  // not all of it is written, or not before it is read
  CHECK(form(kRow, "B[6] = A[2]\nfor i in range(8):\n    B[i] = B[i] + A[i]") == "");
  CHECK(form(kRow, "for i in range(7):\n    B[i] = A[i]") == "");
  CHECK(form(kRow, R"(
t = T.alloc_buffer((8,))
for i in range(7):
    t[i] = A[i]
for i in range(8):
    B[i] = t[i]
)") == "");
}

TEST_CASE("loops are digits of an index") {
  CHECK(form(kRow, "for i in range(8):\n    B[7 - i] = A[i]") == "nest(store)");
  CHECK(form(buffer("A", "4, 6") + ", " + buffer("B", "6, 4"),
             "for f in range(24):\n    B[f % 6, f // 6] = A[f // 6, f % 6]") == "nest(store)");
  // tiles that reach beyond the edge
  CHECK(form(buffer("A", "10, 7") + ", " + buffer("B", "10"), R"(
for i0, k0, i1, k1 in T.grid(3, 2, 4, 4):
    with T.block("B"):
        vi = T.axis.spatial(10, i0 * 4 + i1)
        vk = T.axis.reduce(7, k0 * 4 + k1)
        T.where(i0 * 4 + i1 < 10 and k0 * 4 + k1 < 7)
        with T.init():
            B[vi] = T.float32(0)
        B[vi] = B[vi] + A[vi, vk]
)") == "nest(sum, store)");
  // digits that overlap, and ones with a gap
  CHECK(form(buffer("A", "4, 6") + ", " + buffer("B", "14"), "for i, j in T.grid(4, 6):\n    B[i * 3 + j] = A[i, j]") ==
        "");
  CHECK(form(buffer("A", "4, 6") + ", " + buffer("B", "30"), "for i, j in T.grid(4, 6):\n    B[i * 8 + j] = A[i, j]") ==
        "");
}

TEST_CASE("windows on one memory are one buffer") {
  CHECK(form(kMatrices, R"(
flat = T.decl_buffer((30,), data=C.data)
turned = T.decl_buffer((6, 7), strides=(1, 6), data=B.data)
for i, j, k in T.grid(5, 6, 7):
    with T.block("C"):
        vi, vj, vk = T.axis.remap("SSR", [i, j, k])
        with T.init():
            flat[vi * 6 + vj] = T.float32(0)
        flat[vi * 6 + vj] = flat[vi * 6 + vj] + A[vi, vk] * turned[vj, vk]
)") == "contraction");
  CHECK(form(buffer("A", "4, 6") + ", " + buffer("B", "2, 6"), R"(
rest = T.decl_buffer((2, 6), elem_offset=12, data=A.data)
for i, j in T.grid(2, 6):
    B[i, j] = rest[i, j] + A[i, j]
)") == "nest(store)");
  // the second statement writes what the first one reads later
  CHECK(form(buffer("A", "8") + ", " + buffer("B", "8"), R"(
other = T.decl_buffer((2, 4), data=A.data)
for i, j in T.grid(2, 4):
    B[i * 4 + j] = A[7 - (i * 4 + j)]
    other[i, j] = T.float32(0)
)") == "");
  // beyond the memory
  CHECK(form(kRow, "w = T.decl_buffer((8,), elem_offset=1, data=A.data)\nfor i in range(8):\n    B[i] = w[i]") == "");
}

TEST_CASE("a maximum that keeps NaN") {
  CHECK(form(buffer("A", "5, 8") + ", " + buffer("B", "5"), R"(
for i, k in T.grid(5, 8):
    with T.block("B"):
        vi, vk = T.axis.remap("SR", [i, k])
        with T.init():
            B[vi] = T.float32("-inf")
        B[vi] = T.Select(B[vi] > A[vi, vk] or T.isnan(B[vi]), B[vi], A[vi, vk])
)") == "nest(max, store)");
  CHECK(form(buffer("A", "5, 8") + ", " + buffer("B", "5"), R"(
for i in range(5):
    B[i] = T.float32("inf")
for i, k in T.grid(5, 8):
    B[i] = T.Select(T.isnan(A[i, k]) or B[i] < A[i, k], B[i], A[i, k])
)") == "");
}

TEST_CASE("the place of an extreme is found after it") {
  const std::string params = buffer("A", "5, 7") + ", " + buffer("at", "5", "int64");
  const std::string begin =
      "for i, k in T.grid(5, 7):\n    with T.block(\"at\"):\n"
      "        vi, vk = T.axis.remap(\"SR\", [i, k])\n        with T.init():\n"
      "            at[vi] = T.int64(-1)\n            best[vi] = T.min_value(\"float32\")\n";
  auto body = [&](const std::string& place) {
    return "best = T.alloc_buffer((5,))\n" + begin +
           "        x0: T.int64 = T.Select(best[vi] > A[vi, vk] or best[vi] == A[vi, vk] and at[vi] < " + place +
           ", at[vi], " + place + ")\n        x1: T.float32 = T.Select(best[vi] > A[vi, vk], best[vi], A[vi, vk])\n" +
           "        at[vi] = x0\n        best[vi] = x1\n";
  };
  CHECK(form(params, body("T.Cast(\"int64\", vk)")) == "nest(max, max, min, store)");
  CHECK(form(params, body("T.Cast(\"int64\", vi * 7 + vk)")) == "nest(max, max, min, store)");
  CHECK(form(params, body("T.Cast(\"int64\", 6 - vk)")).empty());  // a later one may lie before
  CHECK(form(params, body("T.Cast(\"int64\", vk - 1)")).empty());  // the first one is what the loop begins with
}

TEST_CASE("what comes later in a loop may not come first") {
  // the second statement writes what the first one reads in the next iteration
  CHECK(form(buffer("A", "9") + ", " + buffer("B", "8"), R"(
for i in range(8):
    B[i] = A[i]
    A[i + 1] = B[i] * T.float32(2)
)") == "");
  CHECK(form(buffer("A", "8") + ", " + buffer("B", "8") + ", " + buffer("C", "8"), R"(
for i in range(8):
    B[i] = A[i]
    C[i] = B[7 - i]
)") == "");
  // a sum that goes on from one row to the next
  CHECK(form(buffer("A", "5, 8") + ", " + buffer("B", "5"), R"(
s = T.alloc_buffer((1,))
s[0] = T.float32(0)
for i in range(5):
    for j in range(8):
        s[0] = s[0] + A[i, j]
    B[i] = s[0]
)") == "");
  // the init of a row destroys what another row has added up
  CHECK(form(buffer("A", "5, 8") + ", " + buffer("B", "8"), R"(
for i, j in T.grid(5, 8):
    B[j] = T.float32(0)
    for k in range(3):
        B[j] = B[j] + A[i, j]
)") == "");
}

TEST_CASE("a product of elements") {
  CHECK(form(buffer("A", "5, 8") + ", " + buffer("B", "5"), R"(
for i in range(5):
    B[i] = T.float32(1)
for i, j in T.grid(5, 8):
    B[i] = B[i] * A[i, j]
)") == "nest(product, store)");
}

TEST_CASE("recurrences, other reductions and scatters are no values") {
  CHECK(form(kRow, "B[0] = A[0]\nfor i in range(7):\n    B[i + 1] = B[i] + A[i + 1]") == "");
  CHECK(form(kRow, "for i in range(7):\n    B[i + 1] = B[i] * T.float32(2)") == "");
  CHECK(form(buffer("A", "5, 8") + ", " + buffer("B", "5"), R"(
for i in range(5):
    B[i] = T.float32(1)
for i, j in T.grid(5, 8):
    B[i] = A[i, j] - B[i]
)") == "");
  CHECK(form(buffer("A", "5, 8") + ", " + buffer("B", "5"), "for i, j in T.grid(5, 8):\n    B[i] = A[i, j]") == "");
  CHECK(form(buffer("A", "8") + ", " + buffer("I", "8", "int32") + ", " + buffer("B", "8"),
             "for i in range(8):\n    B[T.max(T.min(I[i], 7), 0)] = A[i]") == "");
  CHECK(form(kRow, "for i in range(4):\n    B[i * 2] = A[i]") == "");
}

TEST_CASE("ifs: the first iteration, a bound, a choice, an extreme") {
  CHECK(form(kMatrices, R"(
for i, j, k in T.grid(5, 6, 7):
    if k == 0:
        C[i, j] = T.float32(0)
    C[i, j] = C[i, j] + A[i, k] * B[k, j]
)") == "contraction");
  CHECK(form(kMatrices, R"(
for i, j, k in T.grid(5, 6, 7):
    C[i, j] = C[i, j] + A[i, k] * B[k, j]
    if k == 0:
        C[i, j] = T.float32(0)
)") == "");
  CHECK(form(kMatrices, R"(
for i0, j, k0, i1, k1 in T.grid(2, 6, 2, 3, 4):
    with T.block("C"):
        T.where(i0 * 3 + i1 < 5 and k0 * 4 + k1 < 7)
        vi = T.axis.spatial(5, i0 * 3 + i1)
        vj = T.axis.spatial(6, j)
        vk = T.axis.reduce(7, k0 * 4 + k1)
        with T.init():
            C[vi, vj] = T.float32(0)
        C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
)") == "contraction");
  CHECK(form(kRow, R"(
for i in range(8):
    if A[i] > T.float32(0):
        B[i] = A[i]
    else:
        B[i] = A[i] * T.float32(0.1)
)") == "nest(store)");
  CHECK(form(buffer("A", "5, 8") + ", " + buffer("B", "5"), R"(
for i in range(5):
    B[i] = A[i, 0]
    for k in range(8):
        if B[i] < A[i, k]:
            B[i] = A[i, k]
)") == "nest(max, store)");
}

TEST_CASE("what a condition reads stays until it is used no more") {
  CHECK(form(kRow, R"(
for i in range(8):
    B[i] = A[i]
for i in range(8):
    if B[i] > T.float32(0):
        B[i] = B[i] - T.float32(1)
)") == "nest(store)");
  CHECK(form(kRow, R"(
for i in range(8):
    B[i] = A[i]
for i in range(8):
    if B[i] > T.float32(0):
        B[i] = B[i] - T.float32(1)
        B[i] = B[i] - T.float32(1)
)") == "");
  CHECK(form(kRow, R"(
w = T.decl_buffer((8,), data=B.data)
for i in range(8):
    B[i] = A[i]
for i in range(8):
    if B[i] > T.float32(0):
        w[i] = B[i] - T.float32(1)
    else:
        B[i] = T.float32(2)
)") == "");
  CHECK(form(kRow, R"(
w = T.decl_buffer((8,), data=B.data)
for i in range(8):
    B[i] = A[i]
for i in range(8):
    x: T.float32 = B[i]
    w[i] = T.float32(5)
    A[i] = x
)") == "");
}

TEST_CASE("products of a few vectors are reductions") {
  const std::string body = R"(
for i, j in T.grid(I, J):
    C[i, j] = T.float32(1)
    for k in range(64):
        C[i, j] += A[i, k] * B[j, k]
)";
  auto product = [&](const std::string& rows, const std::string& columns) {
    std::string text = body;
    text.replace(text.find('I'), 1, rows).replace(text.find('J'), 1, columns);
    return form(
        buffer("A", rows + ", 64") + ", " + buffer("B", columns + ", 64") + ", " + buffer("C", rows + ", " + columns),
        text);
  };
  CHECK(product("1", "30") == "nest(sum, store)");
  CHECK(product("30", "8") == "nest(sum, store)");
  CHECK(product("9", "30") == "contraction");
  CHECK(form(buffer("A", "64") + ", " + buffer("B", "64, 30") + ", " + buffer("C", "30"), R"(
for j in range(30):
    C[j] = T.float32(0)
    for k in range(64):
        C[j] += A[k] * B[k, j]
)") == "contraction");
}

TEST_CASE("what may fail is not recognised") {
  CHECK(form(kRow, "for i in range(8):\n    B[i] = A[i + 1]") == "");
  CHECK(form(kRow, "for i in range(8):\n    B[i] = T.if_then_else(i < 8, A[i + 1], T.float32(0))") == "");
  CHECK(form(kRow,
             "for i in range(8):\n    B[i] = T.if_then_else(i < 7 or A[i + 1] > T.float32(0), A[i], T.float32(0))") ==
        "");
  CHECK(form(kRow,
             "for i in range(8):\n    B[i] = T.if_then_else(i < 7 and A[i + 1] > T.float32(0), A[i], T.float32(0))") ==
        "nest(store)");
  const std::string integers = buffer("A", "8", "int32") + ", " + buffer("B", "8", "int32");
  CHECK(form(integers, "for i in range(8):\n    B[i] = 7 // A[i]") == "");
  CHECK(form(integers, "for i in range(8):\n    B[i] = A[i] // 3 + i % 3") == "nest(store)");
  CHECK(form(integers, "for i in range(8):\n    B[i] = T.shift_left(A[i], i * 5)") == "");
  CHECK(form(integers, "for i in range(8):\n    B[i] = T.shift_left(A[i], i % 4 * 10)") == "nest(store)");
  CHECK(form(integers, "for i in range(8):\n    B[i] = A[A[i]]") == "");
  // 64 bits wrap: of the largest number the sum is less than 8, too
  const std::string far = buffer("I", "8", "int64") + ", " + kRow;
  CHECK(form(far,
             "for i in range(8):\n    B[i] = T.if_then_else(T.int64(0) <= I[i] and I[i] + T.int64(1) < T.int64(8), "
             "A[I[i] + T.int64(1)], T.float32(0))") == "");
  CHECK(form(far,
             "for i in range(8):\n    B[i] = T.if_then_else(T.int64(0) <= I[i] and I[i] < T.int64(7), "
             "A[I[i] + T.int64(1)], T.float32(0))") == "nest(store)");
  CHECK(form(kRow, "assert A[0] > T.float32(0), \"no\"\nfor i in range(8):\n    B[i] = A[i]") == "");
}

TEST_CASE("integers wrap in their own type") {
  const std::string integers = buffer("A", "8", "int8") + ", " + buffer("B", "8", "int8");
  CHECK(form(integers, "for i in range(8):\n    B[i] = A[i] * T.int8(100) + T.Cast(\"int8\", i * 70)") ==
        "nest(store)");
  CHECK(form(buffer("A", "8, 300", "int8") + ", " + buffer("B", "8", "int8"), R"(
for i in range(8):
    B[i] = T.int8(0)
for i, j in T.grid(8, 300):
    B[i] = B[i] + A[i, j] * A[i, 299 - j]
)") == "nest(sum, store)");
}

TEST_CASE("parallel, vectorised and unrolled loops are plain ones") {
  CHECK(form(kRow, "for i in T.parallel(8):\n    B[i] = A[i]") == "nest(store)");
  CHECK(form(kRow, "for i in T.vectorized(8):\n    B[i] = A[i]") == "nest(store)");
  CHECK(form(kRow, "for i in T.unroll(8):\n    B[i] = A[i]") == "nest(store)");
  CHECK(form(buffer("A", "8, 5") + ", " + buffer("B", "5, 6") + ", " + buffer("C", "8, 6"), R"(
for i_0 in T.parallel(4):
    for i_1 in T.unroll(2):
        for j in T.vectorized(6):
            with T.block("zero"):
                vi = T.axis.spatial(8, i_0 * 2 + i_1)
                vj = T.axis.spatial(6, j)
                C[vi, vj] = T.float32(0)
    for k in T.unroll(5):
        for i_1 in range(2):
            for j in T.vectorized(6):
                with T.block("add"):
                    vi = T.axis.spatial(8, i_0 * 2 + i_1)
                    vj = T.axis.spatial(6, j)
                    vk = T.axis.reduce(5, k)
                    C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
)") == "contraction");
  // each iteration reads what the one before wrote
  CHECK(form(kRow, "for i in T.vectorized(7):\n    B[i + 1] = B[i] + A[i]") == "");
}

TEST_CASE("sums of float16 are rounded after each step, in their order") {
  const std::string halves = buffer("A", "5, 8", "float16") + ", " + buffer("B", "5", "float16");
  CHECK(form(halves, R"(
for i in range(5):
    B[i] = T.float16(0)
for i, j in T.grid(5, 8):
    B[i] = B[i] + A[i, j]
)") == "nest(sum, store)");
  CHECK(form(halves, R"(
for i in range(5):
    B[i] = T.float16(0)
for j, i in T.grid(8, 5):
    B[i] = A[i, j] * A[i, 7 - j] + B[i]
)") == "nest(sum, store)");
  CHECK(form(halves, R"(
for i in range(5):
    B[i] = T.float16(0)
for i, j in T.grid(5, 8):
    B[i] = B[i] + A[i, j] + A[i, 7 - j]
)") == "");
  // the second factor is computed before, side by side for the lanes
  CHECK(form(buffer("A", "40, 7", "float16") + ", " + buffer("W", "6, 7", "int8") + ", " +
                 buffer("C", "40, 6", "float16"),
             R"(
w = T.alloc_buffer((6, 7), "float16")
for j, k in T.grid(6, 7):
    w[j, k] = T.exp(T.Cast("float16", W[j, k])) * T.float16(0.5)
for i, j, k in T.grid(40, 6, 7):
    with T.block("C"):
        vi, vj, vk = T.axis.remap("SSR", [i, j, k])
        with T.init():
            C[vi, vj] = T.float16(0)
        C[vi, vj] = C[vi, vj] + A[vi, vk] * w[vj, vk]
)") == "nest(store); nest(sum, store)");
}

TEST_CASE("weights are made of what they are packed in, then multiplied") {
  const std::string product = R"(
for i, j, k in T.grid(9, 12, 16):
    with T.block("C"):
        vi, vj, vk = T.axis.remap("SSR", [i, j, k])
        with T.init():
            C[vi, vj] = T.float32(0)
        C[vi, vj] = C[vi, vj] + A[vi, vk] * )";
  const std::string packed = buffer("A", "9, 16") + ", " + buffer("W", "12, 2", "uint32") + ", ";
  const std::string decode =
      "T.Cast(\"float32\", T.bitwise_and(T.shift_right(W[J, K // 8], T.Cast(\"uint32\", K % 8) * T.uint32(4)), "
      "T.uint32(15)))";
  auto at = [&](std::string text, const std::string& j, const std::string& k) {
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] == 'J' || text[i] == 'K') text.replace(i, 1, text[i] == 'J' ? j : k);
    }
    return text;
  };
  const std::string fill = "w = T.alloc_buffer((12, 16))\nfor j, k in T.grid(12, 16):\n    w[j, k] = ";
  const std::string scaled = packed + buffer("S", "12, 4") + ", " + buffer("C", "9, 12");
  const std::string value = "(" + decode + " - T.float32(7)) * S[J, K // 4]";
  CHECK(form(scaled, fill + at(value, "j", "k") + product + "w[vj, vk]") == "nest(store); contraction");
  CHECK(form(scaled, product + "(" + at(value, "vj", "vk") + ")") == "nest(store); contraction");
  const std::string bits = packed + buffer("S", "12, 4", "uint32") + ", " + buffer("C", "9, 12");
  const std::string exact =
      decode + " * T.reinterpret(\"float32\", T.shift_left(S[J, K // 4] % T.uint32(97), T.uint32(20)))";
  CHECK(form(bits, fill + at(exact, "j", "k") + product + "w[vj, vk]") == "nest(store); contraction");
}

TEST_CASE("what a text says else of its schedule changes nothing") {
  CHECK(form(kRow, "for i in T.serial(8, annotations={\"pragma_unroll\": 1}):\n    B[i] = A[i]") == "nest(store)");
  CHECK(form(kRow, "T.attr(0, \"pragma_auto_unroll\", 16)\nfor i in range(8):\n    B[i] = A[i]") == "nest(store)");
  CHECK(form(kRow,
             "t = T.alloc_buffer((8,), scope=\"shared\")\nfor i in range(8):\n    t[i] = A[i]\nfor i in range(8):\n    "
             "B[i] = t[i]") == "nest(store)");
}

TEST_CASE("lets stand for their values while these last") {
  CHECK(form(kRow, "for i in range(8):\n    x: T.float32 = A[i]\n    B[i] = x * x") == "nest(store)");
  CHECK(form(buffer("A", "8") + ", " + buffer("B", "8"), R"(
for i in range(8):
    x: T.float32 = A[i]
    A[i] = B[i]
    B[i] = x
)") == "");
  CHECK(form(buffer("A", "5, 8") + ", " + buffer("S", "5") + ", " + buffer("Q", "5"), R"(
for i, j in T.grid(5, 8):
    with T.block("two"):
        vi, vj = T.axis.remap("SR", [i, j])
        with T.init():
            S[vi] = T.float32(0)
            Q[vi] = T.float32(0)
        s: T.float32 = S[vi] + A[vi, vj]
        q: T.float32 = Q[vi] + A[vi, vj] * A[vi, vj]
        S[vi] = s
        Q[vi] = q
)") == "nest(sum, store); nest(sum, store)");
}

TEST_CASE("a hostile kernel is given up in time") {
  std::string deep = "A[i]";
  for (int k = 0; k < 150; ++k) deep = "(" + deep + " + A[i])";
  CHECK(form(kRow, "for i in range(8):\n    B[i] = " + deep) == "nest(store)");
  // Each sum is part of the next one twice.
  std::string sums;
  for (int k = 0; k < 60; ++k) {
    const std::string from = k == 0 ? "I[i]" : "x" + std::to_string(k - 1), to = "x" + std::to_string(k);
    sums += "    " + to + ": T.int64 = " + from + " + T.max(" + from + " // T.int64(3), " + from + " // T.int64(5))\n";
  }
  const std::string numbers = buffer("I", "8", "int64") + ", " + buffer("O", "8", "int64");
  CHECK(form(numbers, "for i in range(8):\n" + sums + "    O[i] = x59") == "nest(store)");
  std::string nested = sums;
  for (size_t at = 0; (at = nested.find("I[i]", at)) != std::string::npos;) nested.replace(at, 4, "T.int64(i)");
  CHECK(form(numbers, "for i in range(8):\n" + nested + "    O[i] = x59") == "nest(store)");
  std::string many;
  for (int k = 0; k < 400; ++k) many += "for i in range(8):\n    B[i] = A[i] + T.float32(" + std::to_string(k) + ")\n";
  CHECK(form(kRow, many) == "");
  CHECK(form(buffer("A", "4") + ", " + buffer("B", "4"),
             "for i in range(4):\n    B[i] = A[i]\nfor i in T.serial(T.int64(0)):\n    B[0] = A[3]") == "nest(store)");
}
