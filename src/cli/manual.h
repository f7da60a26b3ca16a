// SPDX-License-Identifier: Apache-2.0
// Manual pages, in the language of man (groff_man(7)), and the texts that they share with the help.
#pragma once

#include <string>
#include <string_view>

#include "command.h"

namespace hammock::cli {

inline constexpr std::string_view kSummary =
    "Hammock reads Relax scripts (TVMScript), checks them, rewrites them, prints them back and runs them on the CPU.\n"
    "\n";
inline constexpr std::string_view kExamples =
    "  hammock fmt model.py\n"
    "  hammock opt --passes=CombineParallelMatmul,DeadCodeElimination model.py -o combined.py\n"
    "  hammock run combined.py --fill='rand(normal,seed=7)' --compare=eval\n";
// A line for each, behind `indentation`.
std::string exit_codes(std::string_view indentation);

std::string manual_page();  // hammock(1)
std::string manual_page(const Io& io, const Command& command);

}  // namespace hammock::cli
