// SPDX-License-Identifier: Apache-2.0
#include "code_facts.h"

#include <cstring>

namespace hammock::jit {
namespace {

class Writer {
 public:
  template <class T>
  void operator()(const T& number) {
    out.append(reinterpret_cast<const char*>(&number), sizeof(number));
  }
  void operator()(const std::string& text) {
    (*this)(uint64_t{text.size()});
    out += text;
  }
  std::string out;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left(bytes) {}
  template <class T>
  void operator()(T& number) {
    if (left.size() < sizeof(number)) return fail();
    std::memcpy(&number, left.data(), sizeof(number));
    left.remove_prefix(sizeof(number));
  }
  void operator()(std::string& text) {
    uint64_t size = 0;
    (*this)(size);
    if (left.size() < size) return fail();
    text = left.substr(0, size);
    left.remove_prefix(size);
  }
  void fail() {
    is_good = false;
    left = {};
  }
  std::string_view left;
  bool is_good = true;
};

template <class F, class Site>
void each_of(F& f, Site& s) {
  f(s.kind), f(s.what), f(s.rank), f(s.dim), f(s.numbers), f(s.dtype), f(s.stmt.index);
}

template <class F, class Functions>
void each_number(F& f, Functions& functions) {
  f(functions.member_scratch), f(functions.shared_scratch), f(functions.needs_stack);
}

}  // namespace

std::string to_bytes(const CodeFunctions& functions) {
  Writer write;
  each_number(write, functions);
  for (const FailureSite& s : functions.sites) each_of(write, s);
  return std::move(write.out);
}

std::optional<CodeFunctions> code_functions(std::string_view bytes) {
  Reader read(bytes);
  CodeFunctions functions;
  each_number(read, functions);
  while (!read.left.empty()) each_of(read, functions.sites.emplace_back());
  if (!read.is_good) return std::nullopt;
  return functions;
}

}  // namespace hammock::jit
