// SPDX-License-Identifier: Apache-2.0
// Names in messages, and "did you mean": the candidate nearest to a misspelt name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hammock {

inline std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

// The nearest candidate by edit distance with transpositions (Damerau, restricted), if it is near enough to be
// what the writer meant (a third of the length, at least 1); empty if none. Ties go to the first candidate.
std::string_view nearest(std::string_view name, std::span<const std::string_view> candidates);

// `; did you mean 'x'?`, or nothing.
std::string did_you_mean(std::string_view name, std::span<const std::string_view> candidates);

// What a message that ends so proposes; empty if it does not.
std::string_view suggestion_in(std::string_view message);

}  // namespace hammock
