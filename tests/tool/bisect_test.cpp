// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/bisect.h"

#include <doctest/doctest.h>

#include "hammock/tool/reduce.h"

namespace hammock::tool {
namespace {

TEST_CASE("the first bad change is found in a logarithm of tests") {
  for (uint64_t total : {1u, 2u, 3u, 7u, 100u, 1257u}) {
    for (uint64_t wrong = 1; wrong <= total; wrong += 1 + total / 50) {
      int tests = 0;
      const FirstBad found = first_bad(total, [&](uint64_t n) {
        ++tests;
        return n < wrong ? Verdict::good : Verdict::bad;
      });
      CHECK(found.bad == wrong);
      CHECK(found.last_good == wrong - 1);
      CHECK(tests <= 11);
    }
  }
}

TEST_CASE("without a total the search goes upwards") {
  for (uint64_t wrong : {1u, 2u, 3u, 50u, 1000u}) {
    int tests = 0;
    const FirstBad found = first_bad(std::nullopt, [&](uint64_t n) {
      ++tests;
      return n < wrong ? Verdict::good : Verdict::bad;
    });
    CHECK(found.bad == wrong);
    CHECK(found.last_good == wrong - 1);
    CHECK(tests <= 22);
  }
}

TEST_CASE("a test that never fails again ends the search upwards") {
  int tests = 0;
  CHECK(!first_bad(std::nullopt, [&](uint64_t) { return ++tests, Verdict::good; }).is_found);
  CHECK(tests <= 64);
}

TEST_CASE("what is skipped widens the answer") {
  const auto test = [](uint64_t n) { return n >= 40 ? Verdict::bad : n >= 30 ? Verdict::skip : Verdict::good; };
  const FirstBad found = first_bad(100, test);
  CHECK(found.bad == 40);
  CHECK(found.last_good == 29);
  const FirstBad all = first_bad(10, [](uint64_t) { return Verdict::skip; });
  CHECK(all.last_good == 0);
  CHECK(all.bad == 10);
}

constexpr const char* kChain = R"(
@R.function
def main(x: R.Tensor((4, 8), "float32"), w: R.Tensor((8, 8), "float32")):
    with R.dataflow():
        a = R.nn.relu(x)
        b = R.matmul(a, w)
        c = R.nn.silu(b)
        d = R.add(c, x)
        e = R.exp(d)
        R.output(e)
    return e
)";

// As who judges the candidates one after the other.
FindFirst first_that(std::function<bool(const std::string&)> fails) {
  return [=](const NextCandidate& next) -> std::optional<size_t> {
    size_t number = 0;
    for (std::optional<std::string> text = next(); text; text = next(), ++number) {
      if (read_script("t.py", *text) && fails(*text)) return number;
    }
    return std::nullopt;
  };
}

TEST_CASE("what is left of a script is what the failure needs") {
  const Reduced reduced = reduce(
      "t.py", kChain, first_that([](const std::string& t) { return t.find("R.nn.silu") != std::string::npos; }), {});
  CHECK(reduced.fails);
  CHECK(reduced.bindings == 1);
  CHECK(reduced.text.find("matmul") == std::string::npos);
  CHECK(reduced.text.find("(1, 1)") != std::string::npos);
}

TEST_CASE("it does not depend on how many candidates are asked for") {
  const auto fails = [](const std::string& t) { return t.find("R.add") != std::string::npos; };
  const FindFirst greedy = [&](const NextCandidate& next) -> std::optional<size_t> {
    std::vector<std::string> all;
    for (std::optional<std::string> text = next(); text; text = next()) all.push_back(*text);
    for (size_t i = 0; i < all.size(); ++i) {
      if (read_script("t.py", all[i]) && fails(all[i])) return i;
    }
    return std::nullopt;
  };
  CHECK(reduce("t.py", kChain, first_that(fails), {}).text == reduce("t.py", kChain, greedy, {}).text);
}

TEST_CASE("a script that does not fail is not reduced") {
  const Reduced reduced = reduce("t.py", kChain, first_that([](const std::string&) { return false; }), {});
  CHECK(!reduced.fails);
  CHECK(reduced.text == kChain);
}

}  // namespace
}  // namespace hammock::tool
