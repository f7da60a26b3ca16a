// SPDX-License-Identifier: Apache-2.0
// Outlining: groups of bindings of a dataflow block become calls of new private functions (passes 17.3).
//
//   lv = R.nn.conv2d(x, w); out = R.nn.relu(lv)   ->   out = cls.fused_relax_nn_conv2d_relax_nn_relu(x, w)
//
// The new function has what the group reads as parameters: variables under their names, constants (unless they stay
// inside) and other leaves as param_0, param_1 ...; of a tuple of which only fields are read, the fields; and
// `tir_vars`, a shape of the symbols that no other parameter defines. Its result is what is used outside the group, a
// tuple if that is more than one value. Functions that are equal up to names are made once. The call stands where the
// group began, or behind what it needs.
//
// Groups that would need themselves, alone or crosswise with others (merge.h), are left as they are, and named.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "hammock/ir/module.h"
#include "hammock/rewrite/clone.h"
#include "hammock/rewrite/names.h"
#include "hammock/rewrite/rewriter.h"

namespace hammock {

struct OutlineGroup {
  std::vector<Value> bindings;  // of one dataflow block, in its order
  Attr attrs;                   // dict of what the new function gets besides Primitive=1; none: nothing
  std::string
      name;  // of the function, if more than kMaxNamedParts operators would be in it; empty: they are, however many
};

inline constexpr size_t kMaxNamedParts = 16;

// What became of a group.
struct Outlined {
  enum class Outcome : uint8_t { called, unused, cyclic };
  Outcome outcome = Outcome::called;
  GlobalId function;  // called: what is called
  Value call;         // called: the new binding
};

class Outliner {
 public:
  Outliner(Module& module, bool constants_inside);

  // Groups are disjoint. Unused ones (nothing outside reads them) are removed.
  std::vector<Outlined> run(Function& fn, std::span<const OutlineGroup> groups);
  // The functions made so far; number i becomes function number `module.functions.size() + i`.
  std::vector<GlobalFunction>& functions() { return made_; }
  // A name that no function has, and that none gets but by this call: the wanted one, or one with a number behind it.
  Name free_name(const std::string& wanted);
  // Moves the functions into the module, behind its own; until then the ids of Outlined and of the calls name nothing.
  void finish();

 private:
  GlobalId add_function(Function fn, std::string_view name);
  StructInfo info_of(GlobalId g) const;

  Module& module_;
  Context& context_;
  bool constants_inside_;
  std::vector<GlobalFunction> made_;
  std::unordered_map<std::string, uint32_t> names_;   // taken; the last number that was tried behind it
  std::unordered_map<std::string, GlobalId> by_key_;  // equal functions have equal keys
  NumberedSymbols numbered_symbols_;                  // in keys
  NameSupply variables_;                              // of all functions of the module until it is finished
};

// A lone function becomes the first of a class, in which it is called what its `global_symbol` says.
void become_class(Module& module);

}  // namespace hammock
