// SPDX-License-Identifier: Apache-2.0
// The direction of the house: a layer includes only what this table and its closure allow. README's map is this table.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

namespace fs = std::filesystem;

namespace {

const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"base", {}},
    {"ir", {"base"}},
    {"prim", {"ir"}},
    {"infer", {"prim"}},
    {"tir", {"prim"}},
    {"print", {"tir", "infer"}},
    {"syntax", {"ir"}},
    {"python", {"syntax", "prim"}},
    {"read", {"python", "infer", "tir"}},
    {"verify", {"infer", "tir"}},
    {"rewrite", {"infer", "tir"}},
    {"lower", {"infer", "tir"}},
    {"passes", {"rewrite", "verify", "eval", "lower"}},
    {"script", {"python", "read", "passes"}},
    {"runtime", {"base"}},
    {"eval", {"infer", "tir", "runtime"}},
    {"loop", {"lower"}},
    {"jit", {"loop", "runtime"}},
    {"exec", {"eval", "jit", "rewrite"}},
    {"io", {"runtime"}},
    {"tool", {"script", "print", "exec", "io"}},
    {"language", {"tool"}},
    {"cli", {"language"}},
};

std::set<std::string> reachable(const std::string& layer) {
  std::set<std::string> all{layer};
  for (const std::string& next : kMayInclude.at(layer)) all.merge(reachable(next));
  return all;
}

// f(layer, file, text between the brackets or quotes) for every include line below include/hammock and src.
template <class F>
void for_each_include(F&& f) {
  for (const char* root : {HAMMOCK_ROOT "/include/hammock", HAMMOCK_ROOT "/src"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file()) continue;
      std::string layer = *fs::relative(entry.path(), root).begin();
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("#include")) continue;
        size_t open = line.find_first_of("<\""), close = line.find_last_of(">\"");
        if (open == std::string::npos || close <= open) continue;
        f(layer, entry.path().string(), line.substr(open + 1, close - open - 1));
      }
    }
  }
}

}  // namespace

TEST_CASE("a layer includes only what it may") {
  size_t seen = 0;
  for_each_include([&](const std::string& layer, const std::string& file, const std::string& what) {
    REQUIRE_MESSAGE(kMayInclude.contains(layer), file, " lies in no layer");
    if (!what.starts_with("hammock/")) return;
    std::string target = what.substr(8, what.find('/', 8) - 8);
    CHECK_MESSAGE(reachable(layer).contains(target), file, " includes ", what);
    ++seen;
  });
  CHECK(seen > 50);
}

TEST_CASE("a layer links what the table allows") {
  std::map<std::string, std::set<std::string>> links;
  std::ifstream in(HAMMOCK_ROOT "/CMakeLists.txt");
  for (std::string line; std::getline(in, line);) {
    constexpr std::string_view kCall = "hammock_layer(";
    size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos || line.compare(begin, kCall.size(), kCall) != 0) continue;
    begin += kCall.size();
    std::istringstream words(line.substr(begin, line.find(')') - begin));
    std::string layer, other;
    words >> layer;
    std::set<std::string>& all = links[layer];
    while (words >> other) {
      if (kMayInclude.contains(other)) all.insert(other);
    }
  }
  CHECK(links == kMayInclude);
}

TEST_CASE("who embeds the passes links neither ANTLR nor LLVM") {
  for (const char* layer : {"rewrite", "passes"}) {
    CHECK(!reachable(layer).contains("syntax"));
    CHECK(!reachable(layer).contains("jit"));
  }
}

TEST_CASE("only syntax knows ANTLR and only jit knows LLVM") {
  for_each_include([](const std::string& layer, const std::string& file, const std::string& what) {
    if (what.starts_with("antlr4") || what.starts_with("ScriptParser"))
      CHECK_MESSAGE(layer == "syntax", file, " includes ", what);
    if (what.starts_with("llvm/")) CHECK_MESSAGE(layer == "jit", file, " includes ", what);
  });
}

TEST_CASE("tool and language open no file and write no stream") {
  constexpr const char* kStreams[] = {"<iostream>", "<fstream>", "<cstdio>",  "std::cout",
                                      "std::cerr",  "fopen",     "fmt::print"};
  for (const char* root : {HAMMOCK_ROOT "/include/hammock/tool", HAMMOCK_ROOT "/src/tool",
                           HAMMOCK_ROOT "/include/hammock/language", HAMMOCK_ROOT "/src/language"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        for (const char* word : kStreams)
          CHECK_MESSAGE(line.find(word) == std::string::npos, entry.path().string(), " has ", word);
      }
    }
  }
}

// Scripts inside of tests may be wider: they are what a command prints.
TEST_CASE("lines end at column 120") {
  for (const char* root : {HAMMOCK_ROOT "/include", HAMMOCK_ROOT "/src"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path());
      size_t number = 0;
      for (std::string line; std::getline(in, line);) {
        ++number;
        CHECK_MESSAGE(line.size() <= 120, entry.path().string(), ":", number, " has ", line.size(), " columns");
      }
    }
  }
}
