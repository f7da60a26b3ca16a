// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "hammock/base/source.h"

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

}  // namespace hammock
