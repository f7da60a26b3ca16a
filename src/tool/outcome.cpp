// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/outcome.h"

#include <iterator>

namespace hammock::tool {

Status status_of(const Error& error) {
  switch (error.kind) {
    case Error::Kind::usage:
    case Error::Kind::io: return kUsage;
    case Error::Kind::unsupported: return kInvalid;
    case Error::Kind::run:
    case Error::Kind::memory: return kRunFailed;
  }
  return kInternal;
}

size_t Outcome::error_count() const {
  size_t count = 0;
  for (const Diagnostics& report : reports) count += report.error_count();
  return count;
}

void Outcome::add(Diagnostics diagnostics) {
  diagnostics.sort();
  if (!diagnostics.all().empty()) reports.push_back(std::move(diagnostics));
}

void Outcome::add(Outcome next) {
  status = next.status;
  failure = std::move(next.failure);
  std::move(next.reports.begin(), next.reports.end(), std::back_inserter(reports));
}

}  // namespace hammock::tool
