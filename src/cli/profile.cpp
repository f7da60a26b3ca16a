// SPDX-License-Identifier: Apache-2.0
#include "profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "hammock/tool/bound.h"

namespace hammock::cli {

Profile profile(std::span<const jit::StepTime> steps, const MachineSpeed& speed, int threads) {
  Profile out;
  out.sum.name = fmt::format("{} steps", steps.size());
  double operations = 0, bytes = 0, bounds = 0;
  for (const jit::StepTime& s : steps) out.sum.ms += s.ms;
  for (const jit::StepTime& s : steps) {
    KernelSpeed& k = out.kernels.emplace_back();
    k.name = s.name;
    k.ms = s.ms;
    k.calls = s.calls;
    k.share = out.sum.ms > 0 ? s.ms / out.sum.ms : 0;
    if (s.ms <= 0) continue;
    const auto calls = static_cast<double>(s.calls);
    if (s.work.operations) {
      operations += calls * static_cast<double>(*s.work.operations);
      if (*s.work.operations > 0) k.gflops = calls * static_cast<double>(*s.work.operations) / s.ms * 1e-6;
    }
    bytes += calls * static_cast<double>(s.work.bytes);
    if (s.work.bytes > 0) k.gbytes = calls * static_cast<double>(s.work.bytes) / s.ms * 1e-6;
    const std::optional<double> least = bound(speed, s.work, threads);
    if (!least) continue;
    k.bound = calls * *least * 1000 / s.ms;
    bounds += calls * *least * 1000;
  }
  out.sum.share = out.sum.ms > 0 ? 1 : 0;
  if (out.sum.ms > 0 && operations > 0) out.sum.gflops = operations / out.sum.ms * 1e-6;
  if (out.sum.ms > 0 && bytes > 0) out.sum.gbytes = bytes / out.sum.ms * 1e-6;
  if (out.sum.ms > 0 && bounds > 0) out.sum.bound = bounds / out.sum.ms;
  return out;
}

std::string table(const Profile& profile) {
  std::string out = "      ms      %  GFLOP/s     GB/s  bound  step\n";
  auto line = [&](const KernelSpeed& k) {
    auto number = [](const std::optional<double>& x) { return x ? fmt::format("{:.1f}", *x) : std::string("-"); };
    const std::string bound = k.bound ? fmt::format("{:.1f}%", 100 * *k.bound) : "-";
    const std::string calls = k.calls > 1 ? fmt::format(" ({} calls)", k.calls) : "";
    out += fmt::format("{:8.3f} {:5.1f}% {:>8} {:>8} {:>6}  {}{}\n", k.ms, 100 * k.share, number(k.gflops),
                       number(k.gbytes), bound, k.name, calls);
  };
  for (const KernelSpeed& k : profile.kernels) line(k);
  line(profile.sum);
  return out;
}

nlohmann::ordered_json to_json(const KernelSpeed& k) {
  using Json = nlohmann::ordered_json;
  auto number = [](const std::optional<double>& x) { return x ? Json(*x) : Json(); };
  return {{"name", k.name},
          {"ms", k.ms},
          {"share", k.share},
          {"calls", k.calls},
          {"gflops", number(k.gflops)},
          {"gbytes", number(k.gbytes)},
          {"bound", number(k.bound)}};
}

std::string trace_text(const Trace& trace) {
  struct Line {
    int64_t begin, end;  // nanoseconds, so that what lies in another event does so in the text
    std::string text;
  };
  std::vector<Line> lines;
  double first = HUGE_VAL;
  for (const Trace::Event& e : trace.events()) first = std::min(first, e.begin_ms);
  for (const Trace::Memory& m : trace.memory()) first = std::min(first, m.at_ms);
  auto since = [&](double ms) { return static_cast<int64_t>((ms - first) * 1e6); };
  auto microseconds = [](int64_t ns) { return fmt::format("{}.{:03}", ns / 1000, ns % 1000); };
  auto quoted = [](std::string_view text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  };
  std::set<int> threads;
  for (const Trace::Event& e : trace.events()) {
    threads.insert(e.thread);
    const int64_t begin = since(e.begin_ms), end = std::max(begin, since(e.end_ms));
    std::string arguments;
    if (e.arguments) {
      for (const auto& [name, value] : *e.arguments)
        arguments += fmt::format("{}{}:{}", arguments.empty() ? "" : ",", quoted(name), quoted(value));
    }
    lines.push_back(
        {begin, end,
         fmt::format(R"({{"ph":"X","pid":1,"tid":{},"ts":{},"dur":{},"cat":{},"name":{},"args":{{{}}}}})", e.thread,
                     microseconds(begin), microseconds(end - begin), quoted(e.category), quoted(e.name), arguments)});
  }
  for (const Trace::Memory& m : trace.memory()) {
    lines.push_back({since(m.at_ms), since(m.at_ms),
                     fmt::format(R"({{"ph":"C","pid":1,"ts":{},"name":"memory","args":{{"bytes":{}}}}})",
                                 microseconds(since(m.at_ms)), m.bytes)});
  }
  std::ranges::stable_sort(
      lines, [](const Line& a, const Line& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  std::string out = R"([{"ph":"M","pid":1,"name":"process_name","args":{"name":"hammock"}})";
  for (int thread : threads) {
    out += fmt::format(
        ",\n"
        R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":"thread {}"}}}})",
        thread, thread);
  }
  for (const Line& l : lines) out += ",\n" + l.text;
  return out + "]\n";
}

}  // namespace hammock::cli
