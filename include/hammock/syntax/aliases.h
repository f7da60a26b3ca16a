// SPDX-License-Identifier: Apache-2.0
// What the imports of a file call the namespaces of the language, and their members: `from tvm.script import relax as
// rx`.
//
// Names that nothing imports are as the language writes them. A binding hides the one before it, until the scope ends
// that it stands in.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hammock/ir/imports.h"

namespace hammock::syntax {

class Aliases {
 public:
  // `import path as name`, or a member by that path. Paths that do not lead into TVM are ignored; `name` views the
  // text.
  void bind(std::string_view name, std::string_view path);
  // The name is bound to something else.
  void hide(std::string_view name);

  using State = size_t;
  State state() const { return entries_.size(); }
  void go_back(State state);

  // `rx.nn.relu` as the language writes it, R.nn.relu; the name itself if no import says otherwise. Good until the next
  // binding.
  std::string_view canonical(std::string_view dotted);
  // No name of the language is called anything else.
  bool are_usual() const { return unusual_ == 0; }
  // Of a module or member in TVM, by its name in force: tvm.script.relax; empty for any other.
  std::string path(std::string_view dotted) const;
  // The name in force of one letter's namespace (I, T, R: imports.h); empty if it has none, or the letter.
  std::string_view prefix(size_t space) const;

 private:
  struct Entry {
    std::string_view name;
    std::string path;       // empty: hidden
    size_t previous;        // of this name, or kNone
    size_t space = kNone;   // that the name denotes
    bool is_usual = false;  // the language calls it so, too
  };
  static constexpr size_t kNone = SIZE_MAX;
  const Entry* find(std::string_view name) const;

  std::vector<Entry> entries_;
  size_t unusual_ = 0;                                   // of them
  std::unordered_map<std::string_view, size_t> last_;    // by name
  std::array<std::vector<size_t>, kNamespaces> spaces_;  // entries that denote one
  std::unordered_map<std::string_view, std::string> known_;
};

}  // namespace hammock::syntax
