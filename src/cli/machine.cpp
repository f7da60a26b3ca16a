// SPDX-License-Identifier: Apache-2.0
// hammock machine: what the processor and the memory can do at most.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command_line.h"
#include "probe.h"

namespace hammock::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string bytes_text(int64_t bytes) {
  return bytes >= 1 << 20 ? fmt::format("{:g} MiB", static_cast<double>(bytes) / (1 << 20))
                          : fmt::format("{:g} KiB", static_cast<double>(bytes) / 1024);
}

// Of a level of memory; 0: it has none that counts.
int64_t size_of(const CacheSizes& caches, Speed speed) {
  return speed == Speed::l1 ? caches.l1 : speed == Speed::l2 ? caches.l2 : speed == Speed::l3 ? caches.l3 : 0;
}

std::string where(const Machine& m) {
  if (m.file.empty()) return "measured now, and kept nowhere: there is no folder for it";
  return fmt::format("{} {}", m.is_measured ? "measured now, and kept in" : "measured before, and kept in", m.file);
}

std::string table(const Machine& m) {
  const MachineSpeed& s = m.speed;
  std::string out = fmt::format("{}{} thread{}; the JIT: {}\n{}\n\n", m.processor.empty() ? "" : m.processor + ", ",
                                s.threads, s.threads == 1 ? "" : "s", m.compiler, where(m));
  out += fmt::format("  {:8}{:>12}{:>12}\n", "", "1 thread", s.threads > 1 ? fmt::format("{} threads", s.threads) : "");
  auto line = [&](std::string_view name, double one, double all, std::string_view unit, const std::string& help) {
    auto number = [](double x) { return x > 0 ? fmt::format("{:.{}f}", x, x < 10 ? 2 : 1) : std::string(); };
    out +=
        fmt::format("  {:8}{:>12}{:>12}  {:8} {}\n", name, number(one), s.threads > 1 ? number(all) : "", unit, help);
  };
  for (const SpeedRow& row : speed_rows()) {
    const Rate& r = s[row.speed];
    if (r.one == 0) continue;
    const int64_t size = size_of(s.caches, row.speed);
    const std::string more = size > 0 ? ", " + bytes_text(size) : r.by.empty() ? "" : ": " + r.by;
    line(row.name, r.one * 1e-9, r.all * 1e-9, row.unit, std::string(row.help) + more);
  }
  if (s.hand_off > 0) line("hand-off", 0, s.hand_off * 1e6, "us", "from one loop of the thread pool to the next");
  return out;
}

Json to_json(const Machine& m) {
  const MachineSpeed& s = m.speed;
  Json out{{"processor", m.processor}, {"jit", m.compiler}, {"threads", s.threads}, {"measured", m.is_measured}};
  out["file"] = m.file.empty() ? Json() : Json(m.file);
  out["caches"] = {{"L1", s.caches.l1}, {"L2", s.caches.l2}, {"L3", s.caches.l3 ? Json(s.caches.l3) : Json()}};
  out["rates"] = Json::object();
  for (const SpeedRow& row : speed_rows()) {
    const Rate& r = s[row.speed];
    if (r.one == 0) continue;
    Json& rate = out["rates"][std::string(row.name)];
    rate = {{"one", r.one * 1e-9}, {"all", r.all * 1e-9}, {"unit", row.unit}};
    if (!r.by.empty()) rate["by"] = r.by;
  }
  out["hand_off_us"] = s.hand_off > 0 ? Json(s.hand_off * 1e6) : Json();
  return out;
}

}  // namespace

int machine_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  bool json = false, is_fresh = false;
  line.flag("--fresh", is_fresh, "measure again, and keep that");
  line.flag("--json", json, "one object; rates in 1e9 of their unit per second");
  if (std::optional<int> over = line.parse(args)) return *over;
  const Machine machine = probe(io, is_fresh);
  io.out(json ? to_json(machine).dump(2) + "\n" : table(machine));
  return kFine;
}

}  // namespace hammock::cli
