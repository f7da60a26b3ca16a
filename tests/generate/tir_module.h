// SPDX-License-Identifier: Apache-2.0
// Random modules of kernels, as text: T.prim_funcs of every form that both executors run, and a Relax function `main`
// that calls them by R.call_tir and R.call_tir_inplace and returns what they computed.
//
// The same choices give the same text on every machine. The text is valid, a run of `main` ends soon, and every element
// of its result is defined; a module in sixteen does things that fail when it runs, in loops that run in order.
#pragma once

#include <string>

#include "choices.h"
#include "hammock/ir/module.h"

namespace hammock::generate {

// Of one of text the canonical text reads back to itself; one for executors may have more.
enum class KernelUse : bool { text, executors };

std::string kernel_module_text(Choices& choices, KernelUse use);

// Read; an InternalError with the text and the diagnostics if the reader refuses it.
Module kernel_module(Choices& choices, KernelUse use);

}  // namespace hammock::generate
