// SPDX-License-Identifier: Apache-2.0
// Structural equality: the same functions up to the names of variables.
#pragma once

#include <string>

#include "hammock/ir/module.h"

namespace hammock {

// The text form leaves out the dtypes of integers in R.prim_value(3) and in attributes.
enum class Integers : bool { typed, untyped };

// Where two modules of one context differ, in a few words; empty if they are equal. Functions are found by name, in any
// order; a lone function may have any name. Comments, places, names of variables and where in a run of blocks of one
// kind a new one begins do not count, nor do dtypes that the text leaves out, where integers are untyped.
std::string difference(const Module& a, const Module& b, Integers integers = Integers::typed);
// Where the functions of `a` are others than those of the same names: the one of `b` for each, or none.
std::string difference(const Module& a, const Module& b, std::span<const GlobalId> pairs,
                       Integers integers = Integers::typed);
std::vector<GlobalId> pairs_by_name(const Module& a, const Module& b);

// Whether a function holds an integer of another dtype than the int64 that R.prim_value(3) is read as: its text may be
// refused.
bool has_untyped_integers(const Module& module);

// Whether the text of a kernel has other names for its pointers each time it is read, as TVM's has.
bool renames_pointers(const Module& module);

}  // namespace hammock
