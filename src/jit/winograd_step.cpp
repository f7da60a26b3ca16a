// SPDX-License-Identifier: Apache-2.0
// Rows, then columns, each a loop over what the other one goes along, with the half-transformed tile on the stack: a
// tile of 36 vectors is more than there are registers, and the loops keep the code small.
//
// For the points 0, +-p, infinity, the polynomials of +p and -p are the same but for the sign of their odd part, so
// that both come from two sums.
#include "winograd_step.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <vector>

#include "gemm_step.h"
#include "hammock/runtime/winograd.h"

namespace hammock::jit {
namespace {

constexpr int64_t kKernel = 3;
using Values = std::vector<llvm::Value*>;

class StepEmitter {
 public:
  StepEmitter(const Emission& emission, int64_t tile)
      : e_(emission),
        b_(emission.llvm),
        tile_(tile),
        n_(tile + 2),
        lanes_(emission.host.vector_bytes / 4),
        p_(winograd_points(tile)),
        vector_(llvm::FixedVectorType::get(b_.getFloatTy(), static_cast<unsigned>(lanes_))) {}

  void emit_input(const std::string& name) {
    llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
    begin(name, llvm::FunctionType::get(b_.getVoidTy(), {pointer, pointer, i64}, false), {0u, 1u});
    llvm::Value* half = stack(n_ * n_);  // [row][point of a row]
    each(n_, [&](llvm::Value* row, Values&) {
      const int64_t chunk = winograd_chunk(tile_);
      llvm::Value* from = b_.CreateGEP(b_.getFloatTy(), arg(0), b_.CreateMul(row, b_.getInt64(lanes_ * chunk)));
      Values x = columns_of(from, 0, chunk, 4);
      if (n_ > 4) {
        const Values more = columns_of(from, 4, chunk, n_ - 4);
        x.insert(x.end(), more.begin(), more.end());
      }
      x = forward(x);
      for (int64_t k = 0; k < n_; ++k) store(x[k], at(half, b_.CreateAdd(b_.CreateMul(row, count(n_)), count(k))));
    });
    forward_columns(half, arg(1), arg(2));
    b_.CreateRetVoid();
  }

  // The last vector of channels goes back over some of the one before.
  void emit_pixels_input(const std::string& name) {
    llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
    begin(name, llvm::FunctionType::get(b_.getVoidTy(), {pointer, i64, pointer, i64}, false), {0u, 2u});
    llvm::Value* half = stack(n_ * n_);  // [row][point of a row]
    llvm::Value* last = b_.CreateSub(arg(1), count(lanes_));
    counted_loop(b_, count(0), arg(1), lanes_, {}, [&](llvm::Value* next, Values&) {
      llvm::Value* channel = b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, next, last);
      each(n_, [&](llvm::Value* row, Values&) {
        llvm::Value* pixels = b_.CreateGEP(pointer, arg(0), b_.CreateMul(row, count(n_)));
        Values x;
        for (int64_t j = 0; j < n_; ++j) {
          llvm::Value* pixel = b_.CreateLoad(pointer, b_.CreateConstGEP1_64(pointer, pixels, static_cast<uint64_t>(j)));
          x.push_back(load(b_.CreateGEP(b_.getFloatTy(), pixel, channel)));
        }
        x = forward(x);
        for (int64_t k = 0; k < n_; ++k) store(x[k], at(half, b_.CreateAdd(b_.CreateMul(row, count(n_)), count(k))));
      });
      forward_columns(half, b_.CreateGEP(b_.getFloatTy(), arg(2), channel), arg(3));
    });
    b_.CreateRetVoid();
  }

  void emit_weight(const std::string& name) {
    llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
    begin(name, llvm::FunctionType::get(b_.getVoidTy(), {pointer, i64, i64, pointer, i64, pointer, i64, i64}, false),
          {0u, 3u, 5u});
    llvm::Value* kernel = b_.CreateMul(arg(1), count(kKernel * kKernel));
    counted_loop(b_, count(0), arg(2), 1, {}, [&](llvm::Value* channel, Values&) {
      llvm::Value* from = b_.CreateGEP(b_.getFloatTy(), arg(0), b_.CreateMul(channel, kernel));
      llvm::Value* to = byte_at(arg(5), b_.CreateMul(channel, arg(6)));
      counted_loop(b_, count(0), arg(1), lanes_, {}, [&](llvm::Value* row, Values&) {
        counted_loop(b_, count(0), arg(4), 1, {b_.CreateGEP(b_.getFloatTy(), to, row)},
                     [&](llvm::Value* point_row, Values& place) {
                       Values terms, points;
                       for (int64_t i = 0; i < kKernel; ++i) {
                         llvm::Value* term = b_.CreateAdd(b_.CreateMul(point_row, count(kKernel)), count(i));
                         term = b_.CreateLoad(b_.getFloatTy(), b_.CreateGEP(b_.getFloatTy(), arg(3), term));
                         terms.push_back(b_.CreateVectorSplat(static_cast<unsigned>(lanes_), term));
                       }
                       for (int64_t j = 0; j < kKernel; ++j) {
                         Values x;
                         for (int64_t i = 0; i < kKernel; ++i) {
                           llvm::Value* element = b_.CreateAdd(row, b_.CreateMul(arg(1), count(i * kKernel + j)));
                           x.push_back(load(b_.CreateGEP(b_.getFloatTy(), from, element)));
                         }
                         llvm::Value* even = multiply_add(x[2], terms[2], b_.CreateFMul(x[0], terms[0]));
                         points.push_back(multiply_add(x[1], terms[1], even));
                       }
                       for (llvm::Value* point : evaluate(points)) {
                         store(point, place[0]);
                         place[0] = byte_at(place[0], arg(7));
                       }
                     });
      });
    });
    b_.CreateRetVoid();
  }

  void emit_output(const std::string& name) {
    llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
    begin(name, llvm::FunctionType::get(i64, {pointer, i64, pointer}, false), {0u, 2u});
    backward_all([&](llvm::Value* row, const Values& x) {
      store_pixels(x, b_.CreateGEP(b_.getFloatTy(), arg(2), b_.CreateMul(row, count(lanes_ * tile_))));
    });
  }

  void emit_pixels_output(const std::string& name) {
    llvm::Type *pointer = b_.getPtrTy(), *i64 = b_.getInt64Ty();
    begin(name, llvm::FunctionType::get(i64, {pointer, i64, pointer, i64, i64}, false), {0u, 2u});
    backward_all([&](llvm::Value* row, const Values& x) {
      llvm::Value* to = byte_at(arg(2), b_.CreateMul(row, arg(3)));
      for (llvm::Value* pixel : x) {
        store(pixel, to);
        to = byte_at(to, arg(4));
      }
    });
  }

 private:
  void begin(const std::string& name, llvm::FunctionType* type, std::initializer_list<unsigned> pointers) {
    function_ = llvm::Function::Create(type, llvm::Function::WeakODRLinkage, name, e_.module);
    set_kernel_attributes(*function_, e_.host);
    for (unsigned i : pointers) function_->addParamAttr(i, llvm::Attribute::NoAlias);
    b_.SetInsertPoint(llvm::BasicBlock::Create(e_.llvm, "", function_));
  }

  llvm::Value* arg(unsigned i) { return function_->getArg(i); }
  llvm::Value* count(int64_t n) { return b_.getInt64(static_cast<uint64_t>(n)); }
  llvm::Value* number(double x) { return llvm::ConstantFP::get(vector_, x); }
  llvm::Value* stack(int64_t vectors) { return b_.CreateAlloca(vector_, count(vectors)); }
  llvm::Value* at(llvm::Value* base, llvm::Value* index) { return b_.CreateInBoundsGEP(vector_, base, index); }
  llvm::Value* byte_at(llvm::Value* base, llvm::Value* index) {
    return b_.CreateInBoundsGEP(b_.getInt8Ty(), base, index);
  }
  llvm::Value* load(llvm::Value* from) { return b_.CreateAlignedLoad(vector_, from, llvm::Align(4)); }
  void store(llvm::Value* value, llvm::Value* to) { b_.CreateAlignedStore(value, to, llvm::Align(4)); }
  Values each(int64_t times, const LoopBody& body, const Values& start = {}) {
    return counted_loop(b_, count(0), count(times), 1, start, body);
  }

  // [row][point of a row] -> points.
  void forward_columns(llvm::Value* half, llvm::Value* to, llvm::Value* point_bytes) {
    each(n_, [&](llvm::Value* column, Values&) {
      Values x;
      for (int64_t i = 0; i < n_; ++i) x.push_back(load(at(half, b_.CreateAdd(count(i * n_), column))));
      x = forward(x);
      for (int64_t i = 0; i < n_; ++i)
        store(x[i], byte_at(to, b_.CreateMul(b_.CreateAdd(count(i * n_), column), point_bytes)));
    });
  }

  // The points at the first argument, as far apart as the second says, to rows of pixels. Returns from the function.
  void backward_all(const std::function<void(llvm::Value* row, const Values& pixels)>& put) {
    llvm::Value* half = stack(tile_ * n_);  // [row of pixels][point of a row]
    each(n_, [&](llvm::Value* column, Values&) {
      Values x;
      for (int64_t i = 0; i < n_; ++i)
        x.push_back(load(byte_at(arg(0), b_.CreateMul(b_.CreateAdd(count(i * n_), column), arg(1)))));
      x = backward(x);
      for (int64_t y = 0; y < tile_; ++y) store(x[y], at(half, b_.CreateAdd(count(y * n_), column)));
    });
    // 0 times a number is 0, and NaN else.
    const Values zeros = each(tile_,
                              [&](llvm::Value* row, Values& carried) {
                                Values x;
                                for (int64_t k = 0; k < n_; ++k)
                                  x.push_back(load(at(half, b_.CreateAdd(b_.CreateMul(row, count(n_)), count(k)))));
                                x = backward(x);
                                for (llvm::Value* pixel : x) carried[0] = multiply_add(pixel, number(0), carried[0]);
                                put(row, x);
                              },
                              {number(0)});
    llvm::Value* mask = b_.CreateFCmpUNO(zeros[0], zeros[0]);
    mask = b_.CreateBitCast(mask, b_.getIntNTy(static_cast<unsigned>(lanes_)));
    b_.CreateRet(b_.CreateZExt(mask, b_.getInt64Ty()));
  }

  llvm::Value* multiply_add(llvm::Value* a, llvm::Value* b, llvm::Value* sum) {
    return emit_multiply_add(b_, e_.host, a, b, sum);
  }

  // The coefficients of the product of (x^2 - q^2) over all q but the one at `left_out`, by powers of x^2.
  std::vector<double> polynomial(size_t left_out) const {
    std::vector<double> out{1};
    for (size_t i = 0; i < p_.size(); ++i) {
      if (i == left_out) continue;
      out.push_back(0);
      for (size_t k = out.size(); k-- > 0;) out[k] = (k > 0 ? out[k - 1] : 0) - p_[i] * p_[i] * out[k];
    }
    return out;
  }

  // The sum of coefficient k times x[first + 2 k]; the last coefficient is 1.
  llvm::Value* dot(const std::vector<double>& coefficients, const Values& x, size_t first) {
    llvm::Value* sum = x[first + 2 * (coefficients.size() - 1)];
    for (size_t k = coefficients.size() - 1; k-- > 0;)
      sum = multiply_add(x[first + 2 * k], number(coefficients[k]), sum);
    return sum;
  }

  // A row of the image's tile to its points.
  Values forward(const Values& x) {
    Values out{dot(polynomial(p_.size()), x, 0)};
    for (size_t i = 0; i < p_.size(); ++i) {
      const std::vector<double> others = polynomial(i);
      llvm::Value *even = dot(others, x, 2), *odd = dot(others, x, 1);
      out.push_back(multiply_add(odd, number(p_[i]), even));
      out.push_back(multiply_add(odd, number(-p_[i]), even));
    }
    out.push_back(dot(polynomial(p_.size()), x, 1));
    return out;
  }

  // The polynomial with three coefficients at the points, as backward() wants it.
  Values evaluate(const Values& x) {
    const std::span<const WinogradTerm> terms = winograd_terms(tile_);
    Values out{b_.CreateFMul(x[0], number(terms[0][0]))};
    for (size_t i = 1; i <= 2 * p_.size(); i += 2) {
      llvm::Value* even = multiply_add(x[2], number(terms[i][2]), b_.CreateFMul(x[0], number(terms[i][0])));
      out.push_back(multiply_add(x[1], number(terms[i][1]), even));
      out.push_back(multiply_add(x[1], number(terms[i + 1][1]), even));
    }
    out.push_back(x[2]);
    return out;
  }

  // Points to pixels: pixel k is the sum over the points of their k-th powers times the values there.
  Values backward(const Values& x) {
    Values sums, differences, out;
    for (size_t i = 0; i < p_.size(); ++i) {
      sums.push_back(b_.CreateFAdd(x[2 * i + 1], x[2 * i + 2]));
      differences.push_back(b_.CreateFSub(x[2 * i + 1], x[2 * i + 2]));
    }
    std::vector<double> powers(p_.size(), 1);
    for (int64_t k = 0; k < tile_; ++k) {
      llvm::Value* pixel = k == 0 ? x.front() : k == tile_ - 1 ? x.back() : nullptr;
      for (size_t i = 0; i < p_.size(); ++i) {
        llvm::Value* term = k % 2 == 0 ? sums[i] : differences[i];
        if (powers[i] == 1) pixel = pixel != nullptr ? b_.CreateFAdd(pixel, term) : term;
        else if (pixel == nullptr) pixel = b_.CreateFMul(term, number(powers[i]));
        else pixel = multiply_add(term, number(powers[i]), pixel);
        powers[i] *= p_[i];
      }
      out.push_back(pixel);
    }
    return out;
  }

  // Four lanes at a time: lane i of each quarter is `lane(i)`, counted over both vectors' quarters.
  llvm::Value* shuffle(llvm::Value* a, llvm::Value* b, std::initializer_list<int> of_quarter) {
    std::vector<int> mask;
    for (int64_t quarter = 0; quarter < lanes_; quarter += 4)
      for (int i : of_quarter)
        mask.push_back(static_cast<int>(quarter) + (i < 4 ? i : i - 4 + static_cast<int>(lanes_)));
    return b_.CreateShuffleVector(a, b, mask);
  }

  // The first `wanted` of four elements of the chunks from `offset` on, a vector each with a chunk per lane.
  Values columns_of(llvm::Value* from, int64_t offset, int64_t chunk, int64_t wanted) {
    auto* quarter = llvm::FixedVectorType::get(b_.getFloatTy(), 4);
    Values rows;  // of four chunks: quarter g holds chunk 4 g + i
    for (int64_t i = 0; i < 4; ++i) {
      Values parts;
      for (int64_t g = 0; g < lanes_ / 4; ++g) {
        llvm::Value* place =
            b_.CreateConstInBoundsGEP1_64(b_.getFloatTy(), from, static_cast<uint64_t>((4 * g + i) * chunk + offset));
        parts.push_back(b_.CreateAlignedLoad(quarter, place, llvm::Align(4)));
      }
      rows.push_back(joined(std::move(parts)));
    }
    llvm::Value *low01 = shuffle(rows[0], rows[1], {0, 4, 1, 5}), *low23 = shuffle(rows[2], rows[3], {0, 4, 1, 5});
    Values out{shuffle(low01, low23, {0, 1, 4, 5}), shuffle(low01, low23, {2, 3, 6, 7})};
    if (wanted == 2) return out;
    llvm::Value *high01 = shuffle(rows[0], rows[1], {2, 6, 3, 7}), *high23 = shuffle(rows[2], rows[3], {2, 6, 3, 7});
    out.push_back(shuffle(high01, high23, {0, 1, 4, 5}));
    out.push_back(shuffle(high01, high23, {2, 3, 6, 7}));
    return out;
  }

  llvm::Value* joined(Values parts) {
    while (parts.size() > 1) {
      Values pairs;
      for (size_t i = 0; i < parts.size(); i += 2) {
        const auto width = llvm::cast<llvm::FixedVectorType>(parts[i]->getType())->getNumElements();
        std::vector<int> mask(2 * width);
        for (size_t k = 0; k < mask.size(); ++k) mask[k] = static_cast<int>(k);
        pairs.push_back(b_.CreateShuffleVector(parts[i], parts[i + 1], mask));
      }
      parts = std::move(pairs);
    }
    return parts[0];
  }

  // `tile` vectors with a tile in each lane -> [lane][tile].
  void store_pixels(const Values& x, llvm::Value* to) {
    llvm::Value *low = shuffle(x[0], x[1], {0, 4, 1, 5}), *high = shuffle(x[0], x[1], {2, 6, 3, 7});
    if (tile_ == 2) {
      for (int64_t g = 0; g < lanes_ / 4; ++g) {
        store_quarter(low, g, to, 8 * g);
        store_quarter(high, g, to, 8 * g + 4);
      }
      return;
    }
    llvm::Value *low23 = shuffle(x[2], x[3], {0, 4, 1, 5}), *high23 = shuffle(x[2], x[3], {2, 6, 3, 7});
    const Values rows{shuffle(low, low23, {0, 1, 4, 5}), shuffle(low, low23, {2, 3, 6, 7}),
                      shuffle(high, high23, {0, 1, 4, 5}), shuffle(high, high23, {2, 3, 6, 7})};
    for (int64_t g = 0; g < lanes_ / 4; ++g)
      for (int64_t i = 0; i < 4; ++i) store_quarter(rows[i], g, to, (4 * g + i) * 4);
  }

  void store_quarter(llvm::Value* from, int64_t quarter, llvm::Value* to, int64_t offset) {
    std::vector<int> mask;
    for (int i = 0; i < 4; ++i) mask.push_back(static_cast<int>(4 * quarter) + i);
    store(b_.CreateShuffleVector(from, mask),
          b_.CreateConstInBoundsGEP1_64(b_.getFloatTy(), to, static_cast<uint64_t>(offset)));
  }

  const Emission& e_;
  llvm::IRBuilder<> b_;
  int64_t tile_, n_, lanes_;
  std::span<const double> p_;
  llvm::FixedVectorType* vector_;
  llvm::Function* function_ = nullptr;
};

}  // namespace

std::string winograd_input_name(int64_t tile) { return "winograd_input_" + std::to_string(tile); }
std::string winograd_weight_name(int64_t tile) { return "winograd_weight_" + std::to_string(tile); }
std::string winograd_output_name(int64_t tile) { return "winograd_output_" + std::to_string(tile); }
std::string winograd_pixels_input_name(int64_t tile) { return "winograd_pixels_input_" + std::to_string(tile); }
std::string winograd_pixels_output_name(int64_t tile) { return "winograd_pixels_output_" + std::to_string(tile); }

namespace {
using Emit = void (StepEmitter::*)(const std::string& name);
void emit_once(const Emission& emission, int64_t tile, const std::string& name, Emit emit) {
  if (emission.module.getFunction(name) != nullptr) return;
  StepEmitter emitter(emission, tile);
  (emitter.*emit)(name);
}
}  // namespace

void emit_winograd_steps(const Emission& emission, int64_t tile) {
  emit_once(emission, tile, winograd_input_name(tile), &StepEmitter::emit_input);
  emit_once(emission, tile, winograd_weight_name(tile), &StepEmitter::emit_weight);
  emit_once(emission, tile, winograd_output_name(tile), &StepEmitter::emit_output);
}

void emit_winograd_pixels_steps(const Emission& emission, int64_t tile) {
  emit_once(emission, tile, winograd_pixels_input_name(tile), &StepEmitter::emit_pixels_input);
  emit_once(emission, tile, winograd_weight_name(tile), &StepEmitter::emit_weight);
  emit_once(emission, tile, winograd_pixels_output_name(tile), &StepEmitter::emit_pixels_output);
}

}  // namespace hammock::jit
