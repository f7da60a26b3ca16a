// SPDX-License-Identifier: Apache-2.0
// The program is the table of commands (commands.cpp).
#include "command.h"

int main(int argc, char** argv) {
  hammock::cli::Io io = hammock::cli::standard_io();
  return hammock::cli::finish_output(io, hammock::cli::run_command(io, {argv + 1, argv + argc}));
}
