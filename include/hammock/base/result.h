// SPDX-License-Identifier: Apache-2.0
// A value, or why there is none. For what is wrong with the environment or a run; the script's own mistakes are
// diagnostics (diagnostic.h).
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "hammock/base/check.h"
#include "hammock/base/source.h"

namespace hammock {

struct Error {
  enum class Kind { usage, io, run, unsupported, memory };  // exit codes 2, 2, 4, 3, 4
  Kind kind = Kind::run;
  std::string text;
  Span span;           // in the script, if the error has a place there
  Span declared = {};  // where the script says what the run contradicts
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}
  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& operator*() { return get(); }
  const T& operator*() const { return const_cast<Result*>(this)->get(); }
  T* operator->() { return &get(); }
  const T* operator->() const { return &const_cast<Result*>(this)->get(); }
  Error& error() { return std::get<1>(state_); }
  const Error& error() const { return std::get<1>(state_); }

 private:
  T& get() {
    HAMMOCK_CHECK(ok(), "value of a failed result: " + std::get<1>(state_).text);
    return std::get<0>(state_);
  }
  std::variant<T, Error> state_;
};

}  // namespace hammock
