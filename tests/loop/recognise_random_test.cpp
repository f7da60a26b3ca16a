// SPDX-License-Identifier: Apache-2.0
// Random kernels: whatever is recognised in them computes what the reference executor does. The loops of one statement
// stand in any order and around more than one statement, indices go beside the point, buffers are written twice and
// read too early, so that many must not be recognised.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>

#include "recognised.h"

using namespace hammock;
using namespace hammock::loop;

namespace {

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  std::string run() {
    for (int i = 0; i < 3; ++i) extents_[i] = random_.between(1, 4);
    const int params = static_cast<int>(random_.between(2, 4)), locals = static_cast<int>(random_.between(0, 2));
    std::string header;
    dtype_ = random_.chance(70) ? "float32" : random_.chance(50) ? "int32" : "int8";
    for (int i = 0; i < params; ++i) {
      buffers_.push_back(random_buffer("P" + std::to_string(i)));
      const Buffer& b = buffers_.back();
      header += (header.empty() ? "" : ", ") + b.name + ": T.Buffer((" + shape(b) + "), \"" + dtype_ + "\")";
    }
    for (int i = 0; i < locals; ++i) {
      buffers_.push_back(random_buffer("L" + std::to_string(i)));
      line(buffers_.back().name + " = T.alloc_buffer((" + shape(buffers_.back()) + "), \"" + dtype_ + "\")");
    }
    for (int i = 0; i < locals; ++i) {
      if (random_.chance(80)) set(buffers_[buffers_.size() - 1 - static_cast<size_t>(i)]);
    }
    const int groups = static_cast<int>(random_.between(1, 4));
    for (int i = 0; i < groups; ++i) group();
    return "@T.prim_func\ndef kernel(" + header + "):\n" + text_;
  }

 private:
  struct Buffer {
    std::string name;
    std::vector<int> dims;  // numbers of extents
  };

  Buffer random_buffer(std::string name) {
    Buffer b{std::move(name), {}};
    const int rank = static_cast<int>(random_.between(1, 3));
    for (int i = 0; i < rank; ++i) b.dims.push_back(static_cast<int>(random_.below(3)));
    return b;
  }
  std::string shape(const Buffer& b) const {
    std::string out;
    for (int d : b.dims) out += std::to_string(extents_[d]) + ", ";
    return out;
  }

  void line(const std::string& s) { text_ += std::string(4 * depth_, ' ') + s + "\n"; }
  std::string number(int v) const {
    return dtype_ == "float32" ? "T.float32(" + std::to_string(v) + ")" : "T." + dtype_ + "(" + std::to_string(v) + ")";
  }

  void set(const Buffer& b) {
    for (int d : b.dims) open_loop(d);
    std::string at;
    std::map<int, size_t> used;
    for (int d : b.dims) at += (at.empty() ? "" : ", ") + vars_[d][used[d]++];
    line(b.name + "[" + at + "] = " + (random_.chance(50) ? number(1) : place(buffers_[0])));
    depth_ = 1;
    vars_.clear();
  }

  // Loops around one to three statements, of which each may have loops of its own.
  void group() {
    const size_t depth = depth_;
    const std::map<int, std::vector<std::string>> outside = vars_;
    const int loops = static_cast<int>(random_.between(0, 2));
    for (int i = 0; i < loops; ++i) open_loop(static_cast<int>(random_.below(3)));
    const int statements = static_cast<int>(random_.between(1, 3));
    for (int i = 0; i < statements; ++i) statement();
    depth_ = depth;
    vars_ = outside;
  }

  std::string open_loop(int dim) {
    const std::string name = "i" + std::to_string(next_++);
    const bool begins_later = random_.chance(5);
    line("for " + name + " in " +
         (begins_later ? "range(1, " + std::to_string(extents_[dim] + 1) + "):"
                       : "range(" + std::to_string(extents_[dim]) + "):"));
    ++depth_;
    vars_[dim].push_back(begins_later ? name + " - 1" : name);
    return vars_[dim].back();
  }

  // A variable over the dim; sometimes beside it.
  std::string index(int dim) {
    if (random_.chance(60) && !vars_[dim].empty()) return random_.pick(vars_[dim]);
    if (vars_[dim].empty()) return random_.chance(50) ? "0" : std::to_string(extents_[dim] - 1);
    const std::string v = random_.chance(80) ? vars_[dim].back() : random_.pick(vars_[dim]);
    if (random_.chance(92)) return v;
    const std::string n = std::to_string(extents_[dim]);
    switch (random_.below(5)) {
      case 0: return n + " - 1 - (" + v + ")";
      case 1: return "(" + v + " + 1) % " + n;
      case 2: return "T.min(" + v + " + 1, " + n + " - 1)";
      case 3: return "T.max(" + v + " - 1, 0)";
      default: return random_.chance(20) ? v + " + 1" : "(" + v + ") // 2";
    }
  }
  std::string place(const Buffer& b) {
    std::string out;
    for (int d : b.dims) out += (out.empty() ? "" : ", ") + index(d);
    return b.name + "[" + out + "]";
  }

  std::string value(int depth = 0) {
    switch (random_.below(depth > 2 ? 2 : 7)) {
      case 0: return number(static_cast<int>(random_.between(-3, 3)));
      case 1:
      case 2: return place(random_.pick(buffers_));
      case 3: return "(" + value(depth + 1) + " + " + value(depth + 1) + ")";
      case 4: return "(" + value(depth + 1) + " - " + value(depth + 1) + ")";
      case 5: return "T.max(" + value(depth + 1) + ", " + value(depth + 1) + ")";
      default: {
        const int dim = static_cast<int>(random_.below(3));
        const std::string i = index(dim);
        return "T.if_then_else(" + i + " > 0, " + value(depth + 1) + ", " + value(depth + 1) + ")";
      }
    }
  }

  // The loops that a buffer still needs; then what is done at each point.
  void statement() {
    const size_t depth = depth_;
    const std::map<int, std::vector<std::string>> outside = vars_;
    const Buffer b = random_.pick(buffers_);
    std::vector<int> missing, reduced;
    for (int d : b.dims) {
      if (vars_[d].empty() || random_.chance(60)) missing.push_back(d);
    }
    const bool reduces = random_.chance(45);
    for (int i = 0; reduces && i < 1 + static_cast<int>(random_.below(2)); ++i)
      reduced.push_back(static_cast<int>(random_.below(3)));
    if (reduces && random_.chance(50)) {
      reduction_block(b, missing, reduced);
    } else {
      random_.shuffle(missing);
      for (int d : missing) open_loop(d);
      // The place is made before the reduction's loops are known.
      const std::string at = place(b);
      if (random_.chance(8)) {
        line("if " + index(static_cast<int>(random_.below(3))) + " < 2:");
        ++depth_;
      }
      if (reduces) {
        if (random_.chance(70)) line(at + " = " + number(static_cast<int>(random_.between(-1, 1))));
        for (int d : reduced) open_loop(d);
        line(at + " = " + step(at));
      } else if (random_.chance(15)) {
        line(at + " = " + at + " + " + value());
      } else {
        line(at + " = " + value());
      }
    }
    depth_ = depth;
    vars_ = outside;
  }

  std::string step(const std::string& at) {
    switch (random_.below(4)) {
      case 0: return at + " + " + value() + " * " + value();
      case 1: return "T.max(" + at + ", " + value() + ")";
      case 2: return value() + " + " + at;
      default: return at + " + " + value();
    }
  }

  void reduction_block(const Buffer& b, const std::vector<int>& missing, const std::vector<int>& reduced) {
    struct Loop {
      int dim;
      bool is_reduced;
      std::string name;
    };
    std::vector<Loop> loops;
    for (int d : missing) loops.push_back({d, false, {}});
    for (int d : reduced) loops.push_back({d, true, {}});
    random_.shuffle(loops);
    for (Loop& l : loops) {
      l.name = open_loop(l.dim);
      vars_[l.dim].pop_back();
    }
    line("with T.block(\"b" + std::to_string(next_++) + "\"):");
    ++depth_;
    std::map<int, std::vector<std::string>> spatial = vars_;
    for (const Loop& l : loops) {
      const std::string v = "v" + std::to_string(next_++);
      line(v + " = T.axis." + (l.is_reduced ? "reduce" : "spatial") + "(" + std::to_string(extents_[l.dim]) + ", " +
           l.name + ")");
      vars_[l.dim].push_back(v);
      if (!l.is_reduced) spatial[l.dim].push_back(v);
    }
    const std::map<int, std::vector<std::string>> all = std::exchange(vars_, spatial);
    const std::string at = place(b);
    if (random_.chance(85)) {
      line("with T.init():");
      ++depth_;
      line(at + " = " + number(static_cast<int>(random_.between(-1, 1))));
      --depth_;
    }
    vars_ = all;
    line(at + " = " + step(at));
  }

  generate::Choices random_;
  int64_t extents_[3] = {};
  std::string dtype_;
  std::vector<Buffer> buffers_;
  std::map<int, std::vector<std::string>> vars_;
  std::string text_;
  size_t depth_ = 1;
  int next_ = 0;
};

}  // namespace

TEST_CASE("what is recognised in random kernels is what they compute") {
  const char* wanted = std::getenv("HAMMOCK_RANDOM_KERNELS");
  const uint64_t count = wanted ? std::strtoull(wanted, nullptr, 10) : 3000;
  size_t read = 0, recognised = 0;
  for (uint64_t seed = 0; seed < count; ++seed) {
    const std::string text = Generator(seed).run();
    KernelScript script(text);
    if (!script.module) continue;
    ++read;
    const Comparison c = compare(script, GlobalId(0), seed, 1e-4);
    recognised += !c.form.empty();
    INFO("seed " << seed << ": " << c.form << "\n" << text);
    CHECK(c.wrong == "");
  }
  MESSAGE(recognised << " of " << read << " recognised");
  CHECK(recognised * 20 > read);
}
