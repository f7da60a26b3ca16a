// SPDX-License-Identifier: Apache-2.0
// Random expressions of kernels, as text, over what is in scope at a place.
//
// Whatever is asked for can be read: both sides of an operator have one dtype, and where constants could be folded to
// something that the language refuses (a division by 0, an unsigned number below 0) one side is not constant. It has a
// value wherever it is computed: indices lie in their buffers, by how they are made or because a condition says so;
// divisors are not 0, shifts are less than the width. `may_fail` lets some of that go.
#pragma once

#include <string>
#include <vector>

#include "choices.h"
#include "hammock/base/dtype.h"

namespace hammock::generate {

// How many; the text is of the kernel's index dtype.
struct Extent {
  std::string text;
  int64_t size = 0;  // 0: only the run knows
};

// A buffer, or a view: those of one memory are never written and read by iterations that run in any order.
struct TextBuffer {
  std::string name;
  DType dtype;
  std::vector<size_t> dims;  // numbers of extents
  int memory = 0;
  bool is_readable = false, is_writable = false;
  int64_t elements = 0;  // that lie one behind the other at its pointer, if that many are known to
};

class Expressions {
 public:
  struct Variable {
    std::string text;  // within [0, extent)
    size_t extent;
  };
  struct Named {
    std::string name;
    DType dtype;
  };
  // What ends with a suite.
  struct Scope {
    std::vector<Variable> variables;
    std::vector<Named> named;
    size_t buffers = 0;
  };

  explicit Expressions(Choices& choices) : c_(choices) {}

  std::string number(int64_t v) const;  // of the index dtype
  std::string constant(DType t);
  std::string index(size_t extent);
  std::string place(const TextBuffer& b);  // an element of it
  std::string value(DType t, int depth = 0);
  std::string condition(int depth = 0);
  std::string vector(DType t, int lanes, int depth = 0);
  DType vector_dtype();  // as buffers of vectors have them
  std::string mask(int64_t first, int lanes, int64_t end) const;

  Scope scope() const { return {variables, named, buffers.size()}; }
  void restore(Scope s) {
    variables = std::move(s.variables);
    named = std::move(s.named);
    buffers.resize(s.buffers);
  }
  bool is_readable(const TextBuffer& b) const { return b.is_readable && b.memory != hidden; }

  DType index_dtype = kInt32;
  std::vector<Extent> extents;
  std::vector<TextBuffer> buffers;
  std::vector<Variable> variables;
  std::vector<Named> named;
  // Kernels of the module that compute a number of numbers.
  struct Callee {
    std::string name;
    std::vector<DType> operands;
    DType result;
  };
  std::vector<Callee> callees;
  std::vector<std::string> declarations;  // lines that come before the one in which the expression stands
  int hidden = -1;                        // memory that must not be read here
  bool may_fail = false;
  bool is_repeated = false;  // the text stands several times: nothing is bound in it
  bool is_plain = false;     // short, over elements at the loops' variables

 private:
  const TextBuffer* readable(DType t);
  std::string any_index();
  std::string loaded_index();
  std::string load(DType t);
  std::string guarded_load(DType t);
  std::string computed(DType t, int depth);  // never a constant
  std::string choice(DType t, int depth);
  std::string let(DType t, int depth);
  std::string call(const Callee& callee, int depth);
  std::string lane(DType t, int depth);  // of a vector
  std::string truth(int depth);
  std::string divisor(DType t, int depth);
  std::string shift(DType t, int depth);
  std::string vector_leaf(DType t, int lanes);
  std::string vector_truth(int lanes, int depth);
  std::string vector_choice(DType t, int lanes, int depth);
  std::string tile(DType t, int lanes);  // elements that lie together; may be empty
  std::string integer(DType t, int depth);
  std::string real(DType t, int depth);
  std::string cast(DType t, int depth);

  Choices& c_;
  bool is_in_index_ = false;  // of what is read for an index
  int lets_ = 0;
};

}  // namespace hammock::generate
