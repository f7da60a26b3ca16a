// SPDX-License-Identifier: Apache-2.0
// Mutated scripts through the commands: whatever the text, a command ends with an exit code of its own.
//
//   hammock_mutate --count=50000 --seed=1 --seeds=FOLDER --seeds=FILE.jsonl --keep=FOLDER --show=7
//
// A case is a script (a golden test, a sample, what --seeds adds; of a .jsonl the "text" of each line) with one to four
// mutations: tokens and lines left out, repeated, exchanged; numbers, names, dtypes, operators and words replaced by
// others; the end cut off; brackets and suites nested; bytes. It goes through `check`, `fmt` and `migrate`, and where
// it is valid through `opt` with a few passes and through `run` in both executors, with small dims. A rule script is
// applied to a small function.
//
// Each case runs in a child process. It fails if a command ends with 70 (a defect of Hammock) or by a signal, if passes
// leave of a valid script one that is not, or if it needs more than 10 seconds of processor time or 768 MiB. Where the
// executors disagree is said and counted, but fails only with --strict: a mutation may make a program that rounding
// takes apart. Each case is a function of its seed: --seed=S --count=1 repeats it, --show=S prints its text.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cases.h"
#include "choices.h"
#include "cli/command.h"
#include "hammock/eval/sample.h"
#include "hammock/ir/op.h"
#include "hammock/passes/pass.h"
#include "rule_target.h"

using namespace hammock;
using generate::Choices;

namespace {

constexpr size_t kLargestSeed = 64 << 10, kLargestCase = 256 << 10;
constexpr rlim_t kMemory = rlim_t{512} << 20, kProgram = rlim_t{256} << 20, kSeconds = 10;  // kProgram: its own pages
constexpr double kMostWork = 2e7;
constexpr std::string_view kName = "case.py", kTargetName = "target.py";
constexpr int kDiffers = 100;  // a child's exit code beside those of the commands

struct Options {
  generate::Cases cases{.count = 600};
  std::vector<std::string> seeds;
  std::string keep;
  bool strict = false;
};

// ---- seeds ----

struct Seed {
  std::string name, text;
  bool is_rules = false;
};

class Seeds {
 public:
  void add(const std::filesystem::path& path) {
    if (std::filesystem::is_directory(path)) {
      std::vector<std::filesystem::path> files;
      for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
      }
      std::ranges::sort(files);
      for (const auto& file : files) add_file(file);
    } else {
      add_file(path);
    }
  }
  const std::vector<Seed>& all() const { return seeds_; }

 private:
  void add_file(const std::filesystem::path& path) {
    const std::string extension = path.extension();
    if (extension != ".py" && extension != ".rules" && extension != ".jsonl") return;
    std::ifstream file(path);
    if (extension == ".jsonl") {
      int number = 0;
      for (std::string line; std::getline(file, line);)
        add_text(fmt::format("{}:{}", path.string(), ++number), nlohmann::json::parse(line).at("text"));
    } else {
      std::stringstream text;
      text << file.rdbuf();
      add_text(path, text.str());
    }
  }
  void add_text(std::string name, std::string text) {
    // What a golden test expects is no script.
    if (size_t expected = text.find("\n#|"); expected != std::string::npos) text.resize(expected + 1);
    if (text.size() > kLargestSeed || text.empty()) return;
    bool is_rules = text.find("R.rewriter") != std::string::npos || text.find("relax.dpl") != std::string::npos ||
                    name.ends_with(".rules");
    seeds_.push_back({std::move(name), std::move(text), is_rules});
  }

  std::vector<Seed> seeds_;
};

// ---- mutations ----

struct Piece {
  enum class Kind : uint8_t { name, number, string, blank, line_end, other } kind;
  std::string text;
};
using Pieces = std::vector<Piece>;

Piece::Kind kind_of(char c) {
  const unsigned char byte = static_cast<unsigned char>(c);
  if (std::isdigit(byte)) return Piece::Kind::number;
  if (std::isalpha(byte) || c == '_' || byte >= 0x80) return Piece::Kind::name;
  if (c == '\n') return Piece::Kind::line_end;
  if (c == '"' || c == '\'') return Piece::Kind::string;
  return c == ' ' || c == '\t' ? Piece::Kind::blank : Piece::Kind::other;
}

Pieces pieces_of(std::string_view text) {
  Pieces out;
  for (size_t at = 0; at < text.size();) {
    const Piece::Kind kind = kind_of(text[at]);
    size_t end = at + 1;
    auto goes_on = [&](char c) {
      switch (kind) {
        case Piece::Kind::name: return kind_of(c) == Piece::Kind::name || kind_of(c) == Piece::Kind::number || c == '.';
        case Piece::Kind::number: return kind_of(c) == Piece::Kind::number || c == '.';
        case Piece::Kind::blank: return kind_of(c) == Piece::Kind::blank;
        case Piece::Kind::string: return c != text[at] && c != '\n';
        default: return false;
      }
    };
    while (end < text.size() && goes_on(text[end])) ++end;
    if (kind == Piece::Kind::string && end < text.size() && text[end] == text[at]) ++end;
    out.push_back({kind, std::string(text.substr(at, end - at))});
    at = end;
  }
  return out;
}

std::string text_of(const Pieces& pieces) {
  std::string out;
  for (const Piece& piece : pieces) out += piece.text;
  return out;
}

constexpr std::array<std::string_view, 24> kNumbers = {"0",
                                                       "1",
                                                       "2",
                                                       "3",
                                                       "5",
                                                       "7",
                                                       "8",
                                                       "16",
                                                       "63",
                                                       "-1",
                                                       "-2",
                                                       "0.5",
                                                       "1.5",
                                                       "1e30",
                                                       "-0.0",
                                                       "1e-7",
                                                       "255",
                                                       "256",
                                                       "65536",
                                                       "2147483648",
                                                       "4294967296",
                                                       "9223372036854775807",
                                                       "18446744073709551616",
                                                       "True"};
constexpr std::array<std::string_view, 20> kDtypes = {
    "\"float32\"", "\"float16\"", "\"float64\"", "\"bfloat16\"",      "\"int8\"",          "\"int32\"",   "\"int64\"",
    "\"uint8\"",   "\"uint32\"",  "\"bool\"",    "\"float8_e4m3fn\"", "\"int4\"",          "\"float33\"", "\"\"",
    "\"handle\"",  "\"void\"",    "\"int1\"",    "\"float32x4\"",     "\"float4_e2m1fn\"", "\"uint64\""};
constexpr std::array<std::string_view, 68> kWords = {"(",
                                                     ")",
                                                     "[",
                                                     "]",
                                                     "{",
                                                     "}",
                                                     ",",
                                                     ":",
                                                     ".",
                                                     "=",
                                                     "->",
                                                     "*",
                                                     "**",
                                                     "@",
                                                     "-",
                                                     "+",
                                                     "//",
                                                     "%",
                                                     "==",
                                                     "<",
                                                     "~",
                                                     "\"",
                                                     "'",
                                                     "\"\"\"",
                                                     "#",
                                                     ";",
                                                     "\\",
                                                     "\t",
                                                     "\n",
                                                     "\n    ",
                                                     "\r\n",
                                                     "def",
                                                     "class",
                                                     "return",
                                                     "with",
                                                     "if",
                                                     "else:",
                                                     "elif",
                                                     "for",
                                                     "while",
                                                     "import",
                                                     "from",
                                                     "as",
                                                     "pass",
                                                     "lambda",
                                                     "not",
                                                     "and",
                                                     "in",
                                                     "None",
                                                     "True",
                                                     "...",
                                                     "cls",
                                                     "axis=",
                                                     "out_dtype=",
                                                     "out_sinfo=",
                                                     "sinfo_args=",
                                                     "strides=",
                                                     "layout=\"NHWC\"",
                                                     "m = T.int64()\n",
                                                     "\"n\"",
                                                     "\"n * 2\"",
                                                     "R.Tensor(ndim=2)",
                                                     "R.Object",
                                                     "R.shape([2, n])",
                                                     "R.prim_value(n)",
                                                     "T.max(n, 1)",
                                                     "@I.pyfunc",
                                                     "np.zeros((2, 3), \"float32\")"};

class Mutator {
 public:
  Mutator(std::string text, const std::vector<Seed>& seeds, Choices& choices)
      : text_(std::move(text)), seeds_(seeds), choices_(choices) {}

  std::string run() {
    for (uint32_t n = 1 + choices_.below(4); n > 0; --n) {
      const uint32_t kind = choices_.below(100);
      if (kind < 70) pieces();
      else if (kind < 88) lines();
      else if (kind < 92) text_.resize(choices_.below(static_cast<uint32_t>(text_.size()) + 1));
      else if (kind < 95) nest();
      else bytes();
      if (text_.size() > kLargestCase) text_.resize(kLargestCase);
    }
    return std::move(text_);
  }

 private:
  // One that holds for `is_wanted`, from a random place on; the size if there is none.
  template <class Wanted>
  size_t find(const Pieces& pieces, Wanted&& is_wanted) {
    if (pieces.empty()) return 0;
    const size_t from = choices_.below(static_cast<uint32_t>(pieces.size()));
    for (size_t i = 0; i < pieces.size(); ++i) {
      size_t at = (from + i) % pieces.size();
      if (is_wanted(pieces[at])) return at;
    }
    return pieces.size();
  }

  static bool is_token(const Piece& p) { return p.kind != Piece::Kind::blank && p.kind != Piece::Kind::line_end; }
  static bool is_dtype(const Piece& p) {
    return p.kind == Piece::Kind::string && std::ranges::find(kDtypes, p.text) != kDtypes.end();
  }
  static bool is_operator(const Piece& p) {
    return p.kind == Piece::Kind::name && p.text.starts_with("R.") && p.text.size() > 2 &&
           std::islower(static_cast<unsigned char>(p.text[2]));
  }

  void pieces() {
    Pieces all = pieces_of(text_);
    if (all.empty()) return;
    auto of_kind = [](Piece::Kind kind) { return [kind](const Piece& p) { return p.kind == kind; }; };
    auto replace = [&](size_t at, std::string text) {
      if (at < all.size()) all[at].text = std::move(text);
    };
    const size_t token = find(all, is_token);
    if (token == all.size()) return;
    switch (choices_.below(12)) {
      case 0: all.erase(all.begin() + static_cast<ptrdiff_t>(token)); break;
      case 1: {
        const Piece again = all[token];
        all.insert(all.begin() + static_cast<ptrdiff_t>(token), again);
        break;
      }
      case 2: std::swap(all[token], all[find(all, is_token)]); break;
      case 3:
      case 4: replace(find(all, of_kind(Piece::Kind::number)), std::string(choices_.pick(kNumbers))); break;
      case 5:
      case 6: {
        const size_t other = find(all, of_kind(Piece::Kind::name));
        if (other < all.size()) replace(find(all, of_kind(Piece::Kind::name)), all[other].text);
        break;
      }
      case 7: replace(find(all, is_dtype), std::string(choices_.pick(kDtypes))); break;
      case 8:
      case 9: replace(find(all, is_operator), "R." + std::string(choices_.pick(op_names()))); break;
      case 10: replace(token, std::string(choices_.pick(kWords))); break;
      case 11:
        all.insert(all.begin() + static_cast<ptrdiff_t>(token),
                   {Piece::Kind::other, std::string(choices_.pick(kWords))});
        break;
    }
    text_ = text_of(all);
  }

  static std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
      size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      out.emplace_back(text.substr(0, end));
      text.remove_prefix(end);
    }
    return out;
  }

  void lines() {
    std::vector<std::string> all = lines_of(text_);
    if (all.empty()) return;
    const uint32_t size = static_cast<uint32_t>(all.size());
    const size_t at = choices_.below(size), other = choices_.below(size);
    switch (choices_.below(7)) {
      case 0: all.erase(all.begin() + static_cast<ptrdiff_t>(at)); break;
      case 1: all.insert(all.begin() + static_cast<ptrdiff_t>(at), std::string(all[at])); break;
      case 2: std::swap(all[at], all[other]); break;
      case 3: all.insert(all.begin() + static_cast<ptrdiff_t>(other), std::string(all[at])); break;
      case 4:
        all[at] = std::string(choices_.below(9), ' ') +
                  all[at].substr(std::min(all[at].find_first_not_of(' '), all[at].size() - 1));
        break;
      case 5: {
        const std::vector<std::string> foreign = lines_of(choices_.pick(seeds_).text);
        all.insert(all.begin() + static_cast<ptrdiff_t>(at), choices_.pick(foreign));
        break;
      }
      case 6: {
        const size_t end = std::min<size_t>(all.size(), at + 1 + choices_.below(8));
        const std::vector<std::string> block(all.begin() + static_cast<ptrdiff_t>(at),
                                             all.begin() + static_cast<ptrdiff_t>(end));
        all.insert(all.begin() + static_cast<ptrdiff_t>(other), block.begin(), block.end());
        break;
      }
    }
    text_.clear();
    for (const std::string& line : all) text_ += line;
  }

  void nest() {
    constexpr std::array<std::array<std::string_view, 2>, 8> kNests = {{{"(", ")"},
                                                                        {"[", "]"},
                                                                        {"R.add(", ", x)"},
                                                                        {"-", ""},
                                                                        {"{\"a\": ", "}"},
                                                                        {"R.Tuple(", ")"},
                                                                        {"x + (", ")"},
                                                                        {"lambda i: ", ""}}};
    const size_t depth = 1 + choices_.below(choices_.chance(50) ? 12 : 2000);
    if (choices_.chance(25)) {  // suites
      std::string suites;
      for (size_t i = 0; i < std::min<size_t>(depth, 300); ++i)
        suites += std::string(4 + i, ' ') + (choices_.chance(50) ? "if c:\n" : "with R.dataflow():\n");
      std::vector<std::string> all = lines_of(text_);
      all.insert(all.begin() + choices_.below(static_cast<uint32_t>(all.size()) + 1), suites);
      text_.clear();
      for (const std::string& line : all) text_ += line;
      return;
    }
    Pieces all = pieces_of(text_);
    const size_t at =
        find(all, [](const Piece& p) { return p.kind == Piece::Kind::name || p.kind == Piece::Kind::number; });
    if (at >= all.size()) return;
    const auto& [open, close] = choices_.pick(kNests);
    std::string text;
    for (size_t i = 0; i < depth; ++i) text += open;
    text += all[at].text;
    for (size_t i = 0; i < depth; ++i) text += close;
    all[at].text = text;
    text_ = text_of(all);
  }

  void bytes() {
    for (uint32_t n = 1 + choices_.below(4); n > 0 && !text_.empty(); --n) {
      const size_t at = choices_.below(static_cast<uint32_t>(text_.size()));
      const char byte = static_cast<char>(choices_.below(256));
      switch (choices_.below(3)) {
        case 0: text_[at] = byte; break;
        case 1: text_.insert(at, 1, byte); break;
        case 2: text_.erase(at, 1 + choices_.below(20)); break;
      }
    }
  }

  std::string text_;
  const std::vector<Seed>& seeds_;
  Choices& choices_;
};

// ---- the commands, in a child process ----

class Child {
 public:
  Child(const std::string& text, Choices& choices, int report) : text_(text), choices_(choices), report_(report) {}

  // The worst that a command made of it: kInternal, kDiffers or kFine.
  int run(bool is_rules) {
    if (is_rules) {
      command({"rules", "list", std::string(kName)});
      command({"opt", "--rules=" + std::string(kName), std::string(kTargetName)});
      return worst_;
    }
    const int checked = command({"check", std::string(kName)});
    command({"fmt", "--diff", std::string(kName)});
    if (checked != cli::kFine) return worst_;
    command({"check", "--diagnostics=json", "--verify-roundtrip", std::string(kName)});
    command({"fmt", "--verify-roundtrip", choices_.chance(50) ? "--dialect=tvm-0.26" : "--short", std::string(kName)});
    command({"migrate", "--diff", std::string(kName)});
    if (command({"opt", "--verify-roundtrip", "--passes=" + random_passes(), std::string(kName)}) == cli::kInvalid) {
      const std::string error = error_;
      if (command({"opt", std::string(kName)}) == cli::kFine) fail(error);  // not one that asks not to be checked
    }
    run_functions();
    return worst_;
  }

 private:
  int command(cli::Arguments args) {
    cli::Io io;
    error_.clear();
    io.out = [](std::string_view) {};
    io.err = [&](std::string_view text) {
      if (error_.size() < 4000) error_ += text;
    };
    io.read = [&](const std::string& path) -> Result<std::string> {
      if (path == kName) return text_;
      if (path == kTargetName) return std::string(generate::kRuleTarget);
      return Error{Error::Kind::io, path + ": there is no such file", {}};
    };
    io.may_write = false;
    io.threads = 1;
    if (args[0] == "run" || args[0] == "opt") args.insert(args.begin() + 1, "--max-errors=3");
    note(args);
    const int code = cli::run_command(io, args);
    if (code == cli::kInternal || error_.find("out of memory") != std::string::npos) {
      fail(error_);
    } else if (code == cli::kFalse && args[0] == "run" && worst_ == cli::kFine) {
      worst_ = kDiffers;
      say(error_);
    }
    return code;
  }
  void fail(std::string_view error) {
    worst_ = cli::kInternal;
    say(error);
  }

  // What runs now, for the parent, should this be the end of it.
  void note(const cli::Arguments& args) {
    std::string line = "\n$ hammock";
    for (const std::string& arg : args) line += " " + arg;
    say(line + "\n");
  }
  void say(std::string_view text) {
    if (write(report_, text.data(), text.size()) < 0) _exit(cli::kUsage);
  }

  std::string random_passes() {
    std::string out;
    for (uint32_t n = 1 + choices_.below(3); n > 0; --n)
      out += (out.empty() ? "" : ",") + std::string(choices_.pick(passes()).name);
    return choices_.chance(20) ? "[" + out + "]*2" : out;
  }

  void run_functions() {
    auto source = std::make_shared<const Source>(std::string(kName), text_);
    Diagnostics diagnostics(source);
    std::optional<Definitions> definitions = read_definitions(source, std::make_shared<Context>(), diagnostics);
    if (!definitions || definitions->modules.size() != 1) return;
    const Module& module = definitions->modules[0];
    int most = 3;
    for (uint32_t g = 0; g < module.functions.size() && most > 0; ++g) {
      if (!module.functions[g].relax()) continue;
      --most;
      Result<Sample> sample = sample_arguments(module, GlobalId(g), 1, kMostWork);
      if (!sample) continue;
      cli::Arguments args{"run", std::string(kName),
                          fmt::format("--entry={}", module.context().text(module.functions[g].name)),
                          "--fill=rand(normal,seed=1)", "--max-steps=10000"};  // recursion may have lost its end
      for (const auto& [symbol, value] : sample->symbols)
        args.push_back(fmt::format("--dim={}={}", module.context().text(module.context().prims[symbol].name()), value));
      cli::Arguments both = args;
      both.insert(both.end(), {"--threads=1", "--compare=eval"});
      if (command(both) == cli::kFine) continue;
      args.push_back("--engine=eval");
      command(args);
    }
  }

  const std::string& text_;
  Choices& choices_;
  int report_;
  std::string error_;  // of the last command
  int worst_ = cli::kFine;
};

struct Outcome {
  std::string problem;  // empty: none
  bool differs = false;
  std::string log;
};

Outcome run_case(const std::string& text, bool is_rules, Choices choices) {
  int ends[2];
  if (pipe(ends) != 0) throw CLI::RuntimeError("pipe", 2);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    const rlimit memory{kMemory, kMemory}, time{kSeconds, kSeconds + 1}, none{0, 0};
    setrlimit(RLIMIT_DATA, &memory);
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &none);
    alarm(static_cast<unsigned>(30 * kSeconds));
    try {
      _exit(Child(text, choices, ends[1]).run(is_rules));
    } catch (const std::exception& e) {
      const std::string_view what = e.what();
      if (write(ends[1], what.data(), what.size()) < 0) _exit(cli::kInternal);
      _exit(cli::kInternal);
    }
  }
  close(ends[1]);
  Outcome outcome;
  char buffer[4096];
  for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;) outcome.log.append(buffer, static_cast<size_t>(n));
  close(ends[0]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const double seconds = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  outcome.differs = code == kDiffers;
  if (WIFSIGNALED(status) && seconds >= static_cast<double>(kSeconds))
    outcome.problem = fmt::format("{:.1f} s", seconds);
  else if (WIFSIGNALED(status)) outcome.problem = fmt::format("signal {}", WTERMSIG(status));
  else if (code != cli::kFine && code != kDiffers) outcome.problem = fmt::format("exit code {}", code);
  else if (usage.ru_maxrss > static_cast<long>((kMemory + kProgram) >> 10))
    outcome.problem = fmt::format("{} MiB", usage.ru_maxrss >> 10);
  return outcome;
}

int campaign(const Options& options) {
  Seeds seeds;
  for (const char* folder : {HAMMOCK_ROOT "/tests/golden", HAMMOCK_ROOT "/samples"}) seeds.add(folder);
  for (const std::string& path : options.seeds) seeds.add(path);
  int passed = 0, failed = 0, different = 0;
  options.cases.for_each([&](uint64_t number) {
    Choices choices(number);
    const Seed& seed = choices.pick(seeds.all());
    const std::string text = Mutator(seed.text, seeds.all(), choices).run();
    if (number == options.cases.shown) fmt::print("{}", text);
    const Outcome outcome = run_case(text, seed.is_rules, choices);
    different += outcome.differs;
    const bool is_bad = !outcome.problem.empty() || (options.strict && outcome.differs);
    ++(is_bad ? failed : passed);
    if (!is_bad && !outcome.differs) return;
    fmt::print("---- seed {}, {}: {}\n{}\n", number, seed.name, is_bad ? outcome.problem : "the executors disagree",
               outcome.log.substr(outcome.log.size() - std::min<size_t>(outcome.log.size(), 3000)));
    std::fflush(stdout);
    if (options.keep.empty()) return;
    std::filesystem::create_directories(options.keep);
    std::ofstream(fmt::format("{}/{}{}.py", options.keep, is_bad ? "" : "differs-", number)) << text;
  });
  fmt::print("{} scripts, {} of which the executors compute differently\n{} passed, {} failed\n", seeds.all().size(),
             different, passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Mutated scripts through the commands");
  options.cases.add_flags(app, "--count");
  app.add_option("--seeds", options.seeds, "scripts beside those of the tests and samples: files, folders");
  app.add_option("--keep", options.keep, "a folder for the texts that fail");
  app.add_flag("--strict", options.strict, "executors that disagree are a failure");
  CLI11_PARSE(app, argc, argv);
  try {
    return campaign(options);
  } catch (const CLI::Error& e) {
    return app.exit(e);
  }
}
