// SPDX-License-Identifier: Apache-2.0
// The words that an attribute takes: pad_mode is "constant", "reflect" ... TVM's types refuse some other words; the
// rest they accept, and its kernels refuse them or take them for the default. What the types accept is refused here
// when the operator runs, so that it is not in the way of a script that is only read.
#include <algorithm>

#include "infer_call.h"

namespace hammock::rules {

bool words_are_known(Infer& infer, const Call& call) {
  for (const Param& param : info(call.op).params) {
    if (param.words.empty() || (!param.has_only_words && !infer.is_at_run())) continue;
    InferCall r(infer, call);
    std::string_view word = r.string(param.name);
    if (r.is_none(param.name) || std::ranges::find(param.words, word) != param.words.end()) continue;
    std::string list;
    for (std::string_view w : param.words)
      list += (list.empty() ? "\"" : w == param.words.back() ? "\" or \"" : "\", \"") + std::string(w);
    return r.wrong(Diag::bad_attribute_value, r.at(param.name), " must be ", list, "\", found \"", word, "\"");
  }
  return true;
}

}  // namespace hammock::rules
