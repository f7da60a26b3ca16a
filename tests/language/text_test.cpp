// SPDX-License-Identifier: Apache-2.0
// Edits and positions, against a text that is split into lines anew each time.
#include "hammock/language/text.h"

#include <doctest/doctest.h>

#include <random>

#include "hammock/base/utf8.h"

using namespace hammock;
using namespace hammock::language;

namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines{""};
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    if (text[i] == '\n' || text[i] == '\r') lines.emplace_back();
    else lines.back() += text[i];
  }
  return lines;
}

}  // namespace

TEST_CASE("characters of positions are bytes or code units") {
  const Text text("a = \"\xc3\xa4\xf0\x9f\x98\x80\"\nb");  // 4 + 1 + (1: 2 bytes) + (2: 4 bytes) + 1
  CHECK(text.offset({0, 5}, Encoding::utf16) == 5);
  CHECK(text.offset({0, 6}, Encoding::utf16) == 7);
  CHECK(text.offset({0, 7}, Encoding::utf16) == 7);  // between the halves of a pair
  CHECK(text.offset({0, 8}, Encoding::utf16) == 11);
  CHECK(text.offset({0, 7}, Encoding::utf32) == 11);
  CHECK(text.offset({0, 7}, Encoding::utf8) == 7);
  CHECK(text.offset({0, 99}, Encoding::utf16) == 12);
  CHECK(text.offset({9, 0}, Encoding::utf16) == text.size());
  CHECK(text.position(11, Encoding::utf16) == Position{0, 8});
  CHECK(text.position(7, Encoding::utf16) == Position{0, 6});
  CHECK(text.position(13, Encoding::utf16) == Position{1, 0});
}

TEST_CASE("edits at random places leave the text and its lines as they are") {
  std::mt19937 random(7);
  const std::string pieces[] = {"\n", "\r", "\r\n", "x", "\xc3\xa4", "\xf0\x9f\x98\x80", "ab\ncd", ""};
  for (int round = 0; round < 200; ++round) {
    std::string plain;
    Text text;
    for (int step = 0; step < 60; ++step) {
      const uint32_t a = static_cast<uint32_t>(random() % (plain.size() + 1));
      const uint32_t b = std::min(static_cast<uint32_t>(plain.size()), a + static_cast<uint32_t>(random() % 4));
      const std::string& with = pieces[random() % std::size(pieces)];
      plain.replace(a, b - a, with);
      if (step % 5 == 4) text.assign(plain);
      else text.replace({a, b}, with);
      REQUIRE(text.str() == plain);
      const std::vector<std::string> lines = split(plain);
      REQUIRE(text.line_count() == lines.size());
      for (uint32_t i = 0; i < lines.size(); ++i) REQUIRE(text.line(i) == lines[i]);
    }
  }
}

TEST_CASE("places follow the changes before and behind them") {
  Text text("x = R.add(a, b)\ny = x\n");
  Changes changes;
  changes.add(text.replace({0, 0}, "# two\n"));
  changes.add(text.replace({19, 20}, "cc"));  // b
  CHECK(text.str() == "# two\nx = R.add(a, cc)\ny = x\n");
  CHECK(changes.forward({0, 1}) == Span{6, 7});
  CHECK(changes.forward({4, 9}) == Span{10, 15});
  CHECK(!changes.forward({13, 14}));  // it was replaced
  CHECK(changes.forward({16, 17}) == Span{23, 24});
  CHECK(changes.forward({0, 15}) == Span{6, 22});  // around a change
  CHECK(changes.back(6) == 0);
  CHECK(changes.back(23) == 16);
  CHECK(changes.back(3) == 0);  // inside of what is new
}

TEST_CASE("many changes as one") {
  Text text("x = R.add(a, b)\ny = x\n");
  const Edit edits[] = {{{20, 21}, "left"}, {{10, 11}, ""}, {{0, 1}, "left"}};
  const Change all = text.replace(edits);
  CHECK(text.str() == "left = R.add(, b)\ny = left\n");
  CHECK(text.line_count() == 3);
  CHECK(all.span == Span{0, 21});
  CHECK(text.replace(std::span<const Edit>()).size == 0);
  // Joined changes are where each of them is.
  std::mt19937 random(5);
  for (int round = 0; round < 500; ++round) {
    const std::string before = "0123456789abcdefghijklmnopqrstuvwxyz";
    Text now(before);
    Changes changes;
    for (int step = 0; step < 4; ++step) {
      const uint32_t a = static_cast<uint32_t>(random() % (now.size() + 1));
      const uint32_t b = std::min(now.size(), a + static_cast<uint32_t>(random() % 4));
      changes.join(now.replace({a, b}, std::string(random() % 4, '-')));
    }
    REQUIRE(changes.size() == 1);
    for (uint32_t i = 0; i < before.size(); ++i) {
      const Span at = changes.forward({i, i + 1});
      if (at) CHECK(now.str().substr(at.begin, 1) == before.substr(i, 1));
    }
    CHECK(changes.back(now.size()) == before.size());
  }
}
