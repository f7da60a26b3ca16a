// SPDX-License-Identifier: Apache-2.0
// Random arguments for a function, from a seed: what a check by running runs on.
//
// They fit the parameters' struct info: symbolic dims get small sizes, elements suit their dtype. Where the function
// shows what it does with a parameter, the values suit that too: indices lie in the range of what they index, divisors
// and operands of logarithms and roots are positive, shifts are small. Uses are followed through variables, views,
// tuples and calls.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "hammock/ir/module.h"
#include "hammock/prim/evaluate.h"
#include "hammock/runtime/tensor.h"

namespace hammock {

inline constexpr int64_t kMaxSampledDim = 7;  // of a symbolic dim

// What suits the elements of an operand, as the operator's row says; other elements give NaN or make a run fail.
Domain domain_of(Op op, size_t operand);

struct Sample {
  std::vector<RuntimeValue> args;
  std::vector<std::pair<Prim, int64_t>> symbols;  // of the parameters
  std::string text;                               // "x: (2, 3) float32, y: (3,) float32; n = 2"; at most 12 of them
  // Elementary operations of a run, roughly: elements of the arguments, elements that operators look at, products of
  // contractions. Both branches of an `if` count, a function once for each call in the text, unknown dims as 8.
  double work = 0;
  bool has_wrong_index = false;
  bool has_large = false;  // so large that products or powers of it may overflow
};

// suited   what suits the operators that use them
// finite   what suits operators that look elements up or need them to mean something (an index, a variance); arithmetic
// gets whatever
//          numbers there are, halves, zeros and the ends of the integers' ranges more often than others. Shifts stay
//          below the bits.
// special  what suits nothing but indices; in every second tensor NaN, infinities, -0.0, the smallest floats, the ends
// of the
//          integers' ranges
enum class Elements : uint8_t { suited, finite, special };

// ordinary  small ones, spread evenly
// few       each element is one of three, of every parameter the same three: elements are equal, in a tensor and across
// tensors near      most are one of SampleStyle::constants, beside it, beyond it, or twice as large wide      integers
// of the dtype's whole width, floats of many magnitudes No float is so large that sums of it overflow. Shifts and [0,
// 1) stay what they are, indices in range.
enum class Numbers : uint8_t { ordinary, few, near, wide };

// What a function compares with, clips to, selects by: its scalars, elements of small constants, and attributes. At
// most 64.
void append_numbers(const Function& fn, std::vector<Number>& numbers);

// What a program is tried on, or an executor.
struct SampleStyle {
  int64_t min_dim = 1, max_dim = kMaxSampledDim;  // of a symbolic dim
  bool has_equal_dims = false;                    // all of them are equal
  Elements elements = Elements::suited;
  Numbers numbers = Numbers::ordinary;
  std::vector<Number> constants;   // for Numbers::near
  double largest = 4e9;            // float for Numbers::near and wide
  bool is_scaled = false;          // floats of matrices are the smaller the larger these are, as a network begins
  bool has_wrong_indices = false;  // one element of one tensor of indices lies outside
};

// The same seed gives the same arguments on every machine. Error (unsupported): a parameter that is a function or an
// object, or more than `max_work` to do; Error (run): dims that come out negative.
Result<Sample> sample_arguments(const Module& module, GlobalId function, uint64_t seed, double max_work = 1e18,
                                const SampleStyle& style = {});

}  // namespace hammock
