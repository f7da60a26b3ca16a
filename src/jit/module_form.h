// SPDX-License-Identifier: Apache-2.0
// What modules of IR that differ in numbers only have in common, and one module that does for all of them.
//
// A place is an operand that is a number, or a vector of numbers, and could be a variable as well: an extent, a stride,
// the divisor of a mean. Not those that LLVM wants to be constant, and nothing that is no operand: vector widths, masks
// of shuffles, alignments, which of the loops there are. Modules of the same text have the same places, and mean the
// same if the numbers there are the same.
#pragma once

#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hammock::jit {

// Where the numbers of variable places lie in a table of 64-byte aligned memory.
struct NumberTable {
  static constexpr int64_t kFixed = -1;
  std::vector<int64_t> offsets;  // of each place in bytes, or kFixed
  int64_t bytes = 0;
};

class ModuleForm {
 public:
  struct Place {
    llvm::Use* use;
    uint32_t first = 0, count = 0;  // of its words; the elements of a vector one by one
    uint32_t bits = 0;              // of an element
  };

  // Which numbers are places. `cheap`: those that cost nothing to read from memory. A divisor is none of them, nor is
  // what stands in a function with the attribute kFixedNumbers.
  enum class Numbers { all, cheap };
  ModuleForm(llvm::Module& module, Numbers numbers);

  // Identifies everything but the words; the names of the module and of its functions are part of it.
  const std::string& text() const { return text_; }
  const std::vector<Place>& places() const { return places_; }
  const std::vector<uint64_t>& words() const { return words_; }

  // The places that have an offset take their numbers from there: the address of the table is what calls of the
  // module's functions pass in the register of `nest`. False: a function that needs it is called by its address.
  bool take_from(const NumberTable& table);

 private:
  void find_places(llvm::Function& function);
  llvm::Module& module_;
  Numbers numbers_;
  std::vector<Place> places_;
  std::vector<uint64_t> words_;
  std::string text_;
};

}  // namespace hammock::jit
