// SPDX-License-Identifier: Apache-2.0
// What is defined at a place of a function: values, and symbols.
//
// Scopes nest (function, branch, dataflow block). Leaving one takes back what was defined in it. A struct info that was
// found in order stays so until something is taken back, which `epoch` counts.
#pragma once

#include <vector>

#include "hammock/ir/module.h"

namespace hammock {

class VisibleScope {
 public:
  enum class State : uint8_t { unseen, visible, left };

  void enter_function(const Function& fn);  // forgets all values
  void open() { marks_.push_back({values_.size(), symbols_.size()}); }
  void close();
  // A dataflow block takes its values back, but not the symbols that its casts define.
  void open_dataflow() { marks_.push_back({values_.size(), SIZE_MAX}); }

  // A nested function sees the values around it, but not their symbols, and nothing that is local to a dataflow block.
  void enter_lambda(LambdaId lambda);
  void leave_lambda();
  LambdaId lambda() const { return lambdas_.back().id; }

  State state(Value v) const { return states_[v.index]; }
  LambdaId lambda_of(Value v) const { return value_lambdas_[v.index]; }
  void define(Value v);

  bool is_defined(Prim symbol) const {
    return symbol.index < symbol_serials_.size() && symbol_serials_[symbol.index] == lambdas_.back().serial;
  }
  // By a function around the nested one, which does not see it.
  bool is_hidden(Prim symbol) const {
    return !is_defined(symbol) && symbol.index < symbol_serials_.size() && symbol_serials_[symbol.index] != 0;
  }
  void define(Prim symbol);

  uint32_t epoch() const { return epoch_; }

 private:
  struct Mark {
    size_t values, symbols;
  };
  struct Frame {
    LambdaId id;
    uint32_t serial;
  };
  std::vector<State> states_;
  std::vector<LambdaId> value_lambdas_;
  std::vector<Value> values_;
  std::vector<uint32_t> symbol_serials_;  // by symbol: the function that sees it, 0 for none
  std::vector<std::pair<Prim, uint32_t>> symbols_;
  std::vector<Mark> marks_;
  std::vector<Frame> lambdas_;
  uint32_t serial_ = 0;
  uint32_t epoch_ = 1;
};

}  // namespace hammock
