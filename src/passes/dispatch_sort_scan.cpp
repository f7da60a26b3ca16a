// SPDX-License-Identifier: Apache-2.0
// DispatchSortScan: sorts and scans become calls of kernels, sorts of such that call the runtime's functions (legalize,
// 7.3). Where nothing says a device, it is a CPU.
#include "hammock/lower/lower.h"
#include "legalize.h"

namespace hammock {

Changed dispatch_sort_scan(Module& module, const PassOptions&, PassContext& context) {
  return legalize(module, context, lower::Use::dispatch);
}

}  // namespace hammock
