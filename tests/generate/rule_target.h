// SPDX-License-Identifier: Apache-2.0
// A small function that random rule scripts are applied to.
#pragma once

#include <string_view>

namespace hammock::generate {

inline constexpr std::string_view kRuleTarget = R"(@R.function
def main(x: R.Tensor((4, 8), "float32"), w: R.Tensor((8, 8), "float32")):
    with R.dataflow():
        a = R.add(x, x)
        b = R.matmul(a, w)
        c = R.multiply(b, R.const(2, "float32"))
        d = R.permute_dims(c)
        e = R.matmul(a, w)
        R.output(d, e)
    return (d, e)
)";

}  // namespace hammock::generate
