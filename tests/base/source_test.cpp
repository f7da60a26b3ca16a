// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/source.h"

#include <doctest/doctest.h>

namespace hammock {

TEST_CASE("every kind of line end counts once") {
  for (const char* text : {"ab\ncd\nef", "ab\rcd\ref", "ab\r\ncd\r\nef", "ab\rcd\r\nef"}) {
    Source source("test", text);
    CHECK(source.line_count() == 3);
    CHECK(source.line(2) == "cd");
    const uint32_t last = static_cast<uint32_t>(source.text().size()) - 1;
    CHECK(source.place(last).line == 3);
    CHECK(source.place(last).column == 2);
  }
  CHECK(Source("test", "ab\r").line_count() == 2);
  CHECK(Source("test", "\r\r").line_count() == 3);
}

TEST_CASE("a byte order mark is in no column") {
  Source source("x",
                "\xef\xbb\xbf"
                "ab\nc");
  CHECK(source.place(0).column == 1);
  CHECK(source.place(3).column == 1);
  CHECK(source.place(4).column == 2);
  CHECK(source.place(6).line == 2);
  CHECK(source.line(1) == "ab");
}

}  // namespace hammock
