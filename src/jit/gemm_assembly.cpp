// SPDX-License-Identifier: Apache-2.0
// The loop of gemm_step.cpp, instruction by instruction as LLVM makes it, but that the steps of k stand here once:
// those that fetch and those left over take turns in one loop.
//
//   rdi  steps to go          rsi  left factor          rcx  panel            r9  sums in memory
//   rax  of the present round rdx  from step to step    r8   from step to step
//   r10  what is fetched      r11  the offset of the left factor or the panel, where a table has it
//
// Vector registers: the sums, the panel's vectors, and the others in turn for the left factor's elements. Parameters
// that are on the stack stay there: each is read once a round, or once.
#include "gemm_assembly.h"

#include <fmt/format.h>

#include <bit>
#include <cstdlib>
#include <iterator>
#include <limits>

#include "session.h"

namespace hammock::jit {
namespace {

// Of a type of sums.
struct Instructions {
  const char *load, *broadcast, *multiply_add, *add;
};

std::optional<Instructions> instructions_for(const Host& host, Packed type) {
  if (type == Packed::f32 && host.has_fma) return Instructions{"vmovups", "vbroadcastss", "vfmadd231ps", "vaddps"};
  if (type == Packed::f64 && host.has_fma) return Instructions{"vmovupd", "vbroadcastsd", "vfmadd231pd", "vaddpd"};
  if (type == Packed::pairs) return Instructions{"vmovups", "vbroadcastss", "vdpbf16ps", "vaddps"};
  if (type == Packed::quads) return Instructions{"vmovdqu32", "vpbroadcastd", "vpdpbusd", "vpaddd"};
  return std::nullopt;
}

class Assembler {
 public:
  Assembler(const Host& host, const GemmLoop& loop, const Instructions& names)
      : host_(host),
        loop_(loop),
        names_(names),
        row_bytes_(loop.row_bytes == 0 ? packed_bytes(loop.type) : loop.row_bytes),
        line_(loop.line == 0 ? loop.rows : loop.line),
        vectors_(loop.columns * packed_bytes(loop.type) / host.vector_bytes),
        sums_(loop.rows * vectors_),
        unrolling_(gemm_unrolling(sums_)),
        panel_(sums_ * unrolling_),
        keeps_panel_(loop.rows > 1 || loop.is_left_signed),
        splats_(panel_ + (keeps_panel_ ? vectors_ : 0)) {}

  bool fits() const {
    for (int64_t r = 0; r < loop_.rows; ++r)
      if (std::abs(row_place(r)) > std::numeric_limits<int32_t>::max()) return false;
    return splats_ < flips();
  }

  std::string text() {
    for (int64_t i = 0; i < panel_; ++i) {
      if (loop_.has_header && i < sums_) line("{} {}(%rcx), {}", names_.load, place(i % vectors_ - vectors_), wide(i));
      else line("vxorps {0}, {0}, {0}", narrow(i));
    }
    if (loop_.flips_left) {
      line("movl $${}, %eax", kFlippedSigns);
      line("vpbroadcastd %eax, {}", wide(flips()));
    }
    if (loop_.fetches) fetching_loop();
    else plain_loops();
    line("cmpq $$0, 8(%rsp)");
    line("je {}", label(9));
    for (int64_t i = 0; i < sums_; ++i) line("{} {}(%r9), {}, {}", names_.add, place(i), wide(i), wide(i));
    here(9);
    for (int64_t i = 0; i < sums_; ++i) line("{} {}, {}(%r9)", names_.load, wide(i), place(i));
    line("vzeroupper");
    line("retq");
    return std::move(text_);
  }

 private:
  template <class... A>
  void line(fmt::format_string<A...> format, A&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<A>(args)...);
    text_ += '\n';
  }
  // Of this function: LLVM keeps labels that are numbers alone from module to module.
  static std::string label(int number) { return fmt::format(".Lstep${{:uid}}_{}", number); }
  void here(int number) { line("{}:", label(number)); }
  std::string wide(int64_t number) const {
    return fmt::format("%{}mm{}", host_.vector_bytes == 64 ? 'z' : 'y', number);
  }
  static std::string narrow(int64_t number) { return fmt::format("%xmm{}", number); }
  // Of a vector of the panel or of the sums.
  int64_t place(int64_t vector) const { return vector * host_.vector_bytes; }
  // The register of what the left factor is flipped with, behind the others.
  int64_t flips() const { return host_.vector_registers - (loop_.flips_left ? 1 : 0); }
  int64_t row_place(int64_t row) const { return row / line_ * loop_.line_bytes + row % line_ * row_bytes_; }

  // Those that are fetched, round by round, then the others.
  void fetching_loop() {
    line("movq 16(%rsp), %r10");
    here(1);
    line("movq 24(%rsp), %r11");  // rounds to go
    line("testq %r11, %r11");
    line("je {}", label(2));
    line("movq (%r10), %rax");
    for (int64_t at = 0; at < fetched_at_once(place(vectors_)); at += 64) line("prefetcht1 {}(%rax)", at);
    line("addq $$8, %r10");
    line("movq 40(%rsp), %rax");
    line("cmpq %r11, %rax");
    line("movq 32(%rsp), %rax");
    line("sbbq $$-1, %rax");  // and one, in the last rounds
    line("decq 24(%rsp)");
    line("subq %rax, %rdi");
    line("jmp {}", label(3));
    here(2);
    line("movq %rdi, %rax");
    line("xorl %edi, %edi");
    line("testq %rax, %rax");
    line("je {}", label(5));
    steps(3, 1, "rax");
    line("jmp {}", label(1));
    here(5);
  }

  void plain_loops() {
    if (unrolling_ > 1) {
      line("movq %rdi, %rax");
      line("andl $${}, %edi", unrolling_ - 1);
      line("shrq $${}, %rax", std::countr_zero(static_cast<uint64_t>(unrolling_)));
      line("je {}", label(2));
      steps(1, unrolling_, "rax");
      here(2);
      for (int64_t i = sums_; i < panel_; ++i)
        line("{} {}, {}, {}", names_.add, wide(i), wide(i % sums_), wide(i % sums_));
    }
    line("testq %rdi, %rdi");
    line("je {}", label(5));
    steps(3, 1, "rdi");
    here(5);
  }

  // As many rounds of `unroll` steps as the register says, at least one.
  void steps(int number, int64_t unroll, const char* times) {
    line(".p2align 4");
    here(number);
    for (int64_t u = 0; u < unroll; ++u) step(u * sums_);
    line("decq %{}", times);
    line("jne {}", label(number));
  }

  // To the sums from `first` on.
  void step(int64_t first) {
    const char *a = "rsi", *b = "rcx";
    if (loop_.has_offsets) {
      line("movslq (%rdx), %r11");
      a = "rsi,%r11";
    } else if (loop_.has_right_offsets) {
      line("movslq (%r8), %r11");
      b = "rcx,%r11";
    }
    for (int64_t v = 0; v < vectors_ && keeps_panel_; ++v)
      line("{} {}(%{}), {}", names_.load, place(v), b, wide(panel_ + v));
    // The factor of quads that is not signed cannot be what is in memory.
    const bool may_be_in_memory = loop_.type != Packed::quads || loop_.is_left_signed;
    const bool is_row_used_once = vectors_ == 1 && keeps_panel_ && host_.has_masks && may_be_in_memory;
    for (int64_t r = 0; r < loop_.rows; ++r) {
      if (is_row_used_once) {
        line("{} {}(%{}){{1to{}}}, {}, {}", names_.multiply_add, row_place(r), a,
             host_.vector_bytes / packed_bytes(loop_.type), wide(panel_), wide(first + r));
        continue;
      }
      const std::string row = wide(splats_ + r % (flips() - splats_));
      if (loop_.flips_left) line("vpxord {}(%{}){{1to16}}, {}, {}", row_place(r), a, wide(flips()), row);
      else line("{} {}(%{}), {}", names_.broadcast, row_place(r), a, row);
      for (int64_t v = 0; v < vectors_; ++v) {
        const std::string right = keeps_panel_ ? wide(panel_ + v) : fmt::format("{}(%{})", place(v), b);
        line("{} {}, {}, {}", names_.multiply_add, loop_.is_left_signed ? row : right,
             loop_.is_left_signed ? right : row, wide(first + r * vectors_ + v));
      }
    }
    line("{}", loop_.has_offsets ? "addq $$4, %rdx" : "addq %rdx, %rsi");
    line("{}", loop_.has_right_offsets ? "addq $$4, %r8" : "addq %r8, %rcx");
  }

  const Host& host_;
  const GemmLoop& loop_;
  const Instructions& names_;
  const int64_t row_bytes_, line_, vectors_, sums_, unrolling_;
  const int64_t panel_;  // the first register
  const bool keeps_panel_;
  const int64_t splats_;  // the first register
  std::string text_;
};

}  // namespace

std::optional<std::string> gemm_assembly(const Host& host, const GemmLoop& loop) {
  constexpr int kFewest = 32;  // bytes of a register: with fewer, elements are broadcast by other instructions
  const bool is_known_call = host.triple.starts_with("x86_64") && host.triple.find("linux") != std::string::npos;
  if (kIsSanitized || !is_known_call || host.vector_bytes < kFewest) return std::nullopt;
  const std::optional<Instructions> names = instructions_for(host, loop.type);
  if (!names || (loop.has_offsets && loop.has_right_offsets) || loop.right.bits == 16) return std::nullopt;
  Assembler assembler(host, loop, *names);
  if (!assembler.fits()) return std::nullopt;
  return assembler.text();
}

}  // namespace hammock::jit
