// SPDX-License-Identifier: Apache-2.0
#include "probe.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>

#include "hammock/base/cache_directory.h"
#include "hammock/base/hash.h"
#include "hammock/io/tensor_file.h"
#include "hammock/jit/executable.h"
#include "hammock/runtime/thread_pool.h"

namespace hammock::cli {
namespace {

// Rises where something else is measured than before, so that it is not taken from what was kept.
constexpr int kMeasures = 3;

// The lines that are kept: what the figures are of, then a name and numbers in each, and at last that it is whole.
std::string heading(const Machine& m) {
  return fmt::format("hammock {}, measures {}\n{}\n{}\nthreads {}\n", HAMMOCK_VERSION, kMeasures, m.processor,
                     jit::target_description(), m.speed.threads);
}

constexpr std::string_view kEnd = "end\n";

std::string kept_text(const Machine& m) {
  const MachineSpeed& s = m.speed;
  std::string text = heading(m) + fmt::format("hand-off {}\n", s.hand_off);
  for (const SpeedRow& row : speed_rows())
    text += fmt::format("{} {} {} {}\n", row.name, s[row.speed].one, s[row.speed].all, s[row.speed].by);
  return text + std::string(kEnd);
}

class KeptText {
 public:
  explicit KeptText(std::string_view text) : rest_(text) {}

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  // A number and what ends it.
  bool take(double& number, char end) {
    const auto [at, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error != std::errc() || !(number >= 0) || std::isinf(number)) return false;
    rest_.remove_prefix(static_cast<size_t>(at - rest_.data()));
    return take(std::string_view(&end, 1));
  }
  bool take_line(std::string& line) {
    const size_t end = rest_.find('\n');
    if (end == std::string_view::npos) return false;
    line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return true;
  }
  bool is_over() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

// False: it is of another machine, or damaged.
bool read(const std::string& text, Machine& m) {
  KeptText kept(text);
  MachineSpeed speed = m.speed;
  if (!kept.take(heading(m)) || !kept.take("hand-off ") || !kept.take(speed.hand_off, '\n')) return false;
  for (const SpeedRow& row : speed_rows()) {
    Rate& rate = speed[row.speed];
    const bool is_read = kept.take(row.name) && kept.take(" ") && kept.take(rate.one, ' ') &&
                         kept.take(rate.all, ' ') && kept.take_line(rate.by);
    if (!is_read) return false;
  }
  if (!kept.take(kEnd) || !kept.is_over()) return false;
  m.speed = std::move(speed);
  return true;
}

// The number and the CPU of "LLVM 19.1.7, znver4, and its features".
std::string compiler_name() {
  const std::string all = jit::target_description();
  const size_t first = all.find(',');
  return all.substr(0, first == std::string::npos ? first : all.find(',', first + 1));
}

}  // namespace

Machine probe(const Io& io, bool is_fresh) {
  Machine out{.processor = processor_name(), .compiler = compiler_name()};
  out.speed.threads = usable_cores();
  out.speed.caches = cache_sizes();
  if (const std::optional<std::string> folder = cache_directory(); folder && io.may_write)
    out.file = fmt::format("{}/machine-{:016x}", *folder, hash_bytes(heading(out)));
  std::error_code absent;
  const auto kind = std::filesystem::symlink_status(out.file, absent).type();
  if (kind != std::filesystem::file_type::regular && kind != std::filesystem::file_type::not_found) out.file.clear();
  if (!is_fresh && !out.file.empty()) {
    const Result<std::string> text = read_file(out.file);
    if (text && read(*text, out)) return out;
  }
  Progress progress(io, "measuring the machine:", speed_rows().size());
  out.speed = measure_speed(out.speed.threads, [&] { progress.step(); });
  out.is_measured = true;
  if (!out.file.empty() && !write_file(out.file, kept_text(out))) out.file.clear();
  return out;
}

}  // namespace hammock::cli
