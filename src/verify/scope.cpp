// SPDX-License-Identifier: Apache-2.0
#include "scope.h"

namespace hammock {

void VisibleScope::enter_function(const Function& fn) {
  states_.assign(fn.size(), State::unseen);
  value_lambdas_.assign(fn.size(), LambdaId());
  values_.clear();
  ++epoch_;
}

void VisibleScope::enter_lambda(LambdaId lambda) {
  lambdas_.push_back({lambda, ++serial_});
  ++epoch_;
  open();
}

void VisibleScope::leave_lambda() {
  close();
  lambdas_.pop_back();
}

void VisibleScope::close() {
  Mark mark = marks_.back();
  marks_.pop_back();
  for (size_t i = mark.values; i < values_.size(); ++i) states_[values_[i].index] = State::left;
  values_.resize(mark.values);
  for (; symbols_.size() > mark.symbols; symbols_.pop_back())
    symbol_serials_[symbols_.back().first.index] = symbols_.back().second;
  ++epoch_;
}

void VisibleScope::define(Value v) {
  states_[v.index] = State::visible;
  value_lambdas_[v.index] = lambda();
  values_.push_back(v);
}

void VisibleScope::define(Prim symbol) {
  if (symbol_serials_.size() <= symbol.index) symbol_serials_.resize(symbol.index + symbol.index / 2 + 64);
  symbols_.emplace_back(symbol, symbol_serials_[symbol.index]);
  symbol_serials_[symbol.index] = lambdas_.back().serial;
}

}  // namespace hammock
