// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/golden.h"

#include <doctest/doctest.h>

using namespace hammock::tool;
using Arguments = std::vector<std::string>;

TEST_CASE("directives stand in the first comment lines, the last #| block is the expectation") {
  GoldenFile golden =
      parse_golden("# test: check\n# test: fmt --short\n# why\nx = 1  # test: no\n#| old\ny = 2\n#| a\n#|\n#|  b\n");
  CHECK(golden.directives == std::vector<std::string>{"check", "fmt --short"});
  CHECK(golden.expected == "a\n\n b\n");
  CHECK(golden.head == "# test: check\n# test: fmt --short\n# why\nx = 1  # test: no\n#| old\ny = 2\n");
}

TEST_CASE("an update replaces the block and nothing above it") {
  std::string text = "# test: check\nx\n";
  GoldenFile golden = parse_golden(text);
  std::string updated = with_expected(golden, "one\n\ntwo\n");
  CHECK(updated == "# test: check\nx\n\n#| one\n#|\n#| two\n");
  CHECK(parse_golden(updated).expected == "one\n\ntwo\n");
  CHECK(with_expected(parse_golden(updated), "three\n") == "# test: check\nx\n\n#| three\n");
}

TEST_CASE("a script that commands leave as it is stands between head and block") {
  GoldenFile golden = parse_golden("# run-all: fmt; opt --passes='A;B'\n# why\n\n# kept\nx = 1\n\n#| a\n");
  CHECK(golden.run_all == Arguments{"fmt", "opt --passes='A;B'"});
  CHECK(golden.script == "# kept\nx = 1");

  std::vector<Arguments> asked;
  auto run = [&](const Arguments& args) {
    asked.push_back(args);
    return CommandResult{0, args[0] == "fmt" ? "# kept\nx = 1\n" : "x = 2\n", ""};
  };
  GoldenOutcome outcome = run_golden(golden, "file.py", run);
  CHECK(asked == std::vector<Arguments>{{"fmt", "file.py"}, {"opt", "file.py", "--passes=A;B"}});
  CHECK(outcome.problem.find("'opt --passes='A;B'' changes the script") == 0);
  CHECK(outcome.problem.find("-x = 1\n+x = 2\n") != std::string::npos);
  CHECK(run_golden(parse_golden("# run-all: ;\nx = 1\n"), "file.py", run).problem == "'# run-all:' names no command");
}

TEST_CASE("words of a directive are split as a shell does") {
  CHECK(split_words("opt --passes='A, B' \"c d\"e") == Arguments{"opt", "--passes=A, B", "c de"});
  CHECK(split_words("  ") == Arguments{});
  CHECK_FALSE(split_words("opt 'open").has_value());
}

TEST_CASE("a run directive names its inputs in brackets and runs both executors") {
  CHECK(directive_arguments("run main(x=iota(2, 3), y=2xf32=[1 2]) --dim=n=3") ==
        Arguments{"run", "--entry=main", "--engine=eval", "--compare=jit", "--input=x=iota(2, 3)",
                  "--input=y=2xf32=[1 2]", "--dim=n=3"});
  CHECK(directive_arguments("run main()") == Arguments{"run", "--entry=main", "--engine=eval", "--compare=jit"});
  CHECK(directive_arguments("run --engine=eval --fill=rand(normal,seed=1)") ==
        Arguments{"run", "--engine=eval", "--fill=rand(normal,seed=1)"});
  CHECK_FALSE(directive_arguments("run main(x=iota(2").has_value());
}
