// SPDX-License-Identifier: Apache-2.0
// The single changes that rules and passes make, numbered from 1 over all that is done to a script, so that a run can
// be ended behind any of them, and the one that makes a difference be looked for.
//
// Whoever is about to make a change takes a number for it, and leaves everything as it is where none is left. A pass
// that takes none is one change as a whole.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/ir/function.h"

namespace hammock {

struct Application {
  uint64_t number = 0;
  std::string pass;      // empty: rules of a script
  std::string rule;      // empty: the pass has none
  std::string function;  // empty: the pass as a whole
  std::string binding;   // where it happened
  Span span;             // its place in the script
};

class Applications {
 public:
  static constexpr uint64_t kAll = std::numeric_limits<uint64_t>::max();
  explicit Applications(uint64_t limit = kAll) : limit_(limit) {}

  uint64_t left() const { return limit_ - all_.size(); }
  bool is_over() const { return left() == 0; }
  const std::vector<Application>& all() const { return all_; }

  // What follows is done by this pass.
  void begin(std::string_view pass) {
    pass_ = pass;
    if (on_begin) on_begin(pass);
  }
  std::function<void(std::string_view pass)> on_begin;  // may be empty
  // False: no change may be made any more.
  bool take(std::string_view rule, const Function& fn, Value at) {
    if (is_over()) return false;
    all_.push_back({all_.size() + 1, pass_, std::string(rule), std::string(fn.context().text(fn.self().name)),
                    at && fn[at].name ? std::string(fn.context().text(fn[at].name)) : "", at ? fn[at].span : Span()});
    return true;
  }
  // The pass as a whole was one.
  void take_pass() { all_.push_back({all_.size() + 1, pass_, {}, {}, {}, {}}); }

 private:
  uint64_t limit_;
  std::string pass_;
  std::vector<Application> all_;
};

}  // namespace hammock
