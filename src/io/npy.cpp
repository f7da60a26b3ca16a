// SPDX-License-Identifier: Apache-2.0
// The .npy format.
//
// The header is a Python dict with exactly the keys descr, fortran_order and shape. It is parsed as far as numpy writes
// it and bounded before anything is allocated; big endian data is turned, Fortran order is transposed.
//
// Dtypes that numpy lacks: bfloat16 is written and read as '<V2', which is what numpy.save writes for the bfloat16 of
// ml_dtypes. The two float8 formats are written as their bytes, '|u1', since '|V1' would not tell them apart;
// int4 as int8, uint4 as uint8.
#include "npy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>

#include "file.h"
#include "hammock/io/tensor_file.h"
#include "hammock/runtime/file_memory.h"
#include "hammock/runtime/guard.h"

namespace hammock {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kMaxHeader = 1 << 16;
constexpr size_t kMaxRank = 64;

struct Descr {
  std::string_view text;  // without the byte order
  DType dtype;
};
constexpr Descr kDescrs[] = {{"b1", kBool},
                             {"i1", kInt8},
                             {"i2", kInt16},
                             {"i4", kInt32},
                             {"i8", kInt64},
                             {"u1", kUint8},
                             {"u2", DType::unsigned_integer(16)},
                             {"u4", DType::unsigned_integer(32)},
                             {"u8", DType::unsigned_integer(64)},
                             {"f2", kFloat16},
                             {"f4", kFloat32},
                             {"f8", kFloat64},
                             {"V2", kBfloat16}};

struct Header {
  DType dtype;
  bool is_big_endian = false;
  bool is_fortran = false;
  std::vector<int64_t> shape;
};

// The dict of a header. Every function leaves `problem` when the text is not what it expects.
class HeaderParser {
 public:
  explicit HeaderParser(std::string_view text) : rest_(text) {}

  std::optional<Header> parse() {
    Header h;
    bool seen[3] = {};
    expect('{');
    while (problem.empty() && !accept('}')) {
      std::string key = quoted();
      expect(':');
      if (!problem.empty()) break;
      int which = key == "descr" ? 0 : key == "fortran_order" ? 1 : key == "shape" ? 2 : -1;
      if (which < 0) return fail("unknown key '" + key.substr(0, 40) + "' in the header");
      if (std::exchange(seen[which], true)) return fail("key '" + key + "' twice in the header");
      if (which == 0) descr(h);
      if (which == 1) h.is_fortran = boolean();
      if (which == 2) h.shape = integers();
      if (!accept(',') && !peek('}')) return fail("malformed header");
    }
    skip_blanks();
    if (problem.empty() && !rest_.empty()) return fail("malformed header");
    if (problem.empty() && !(seen[0] && seen[1] && seen[2]))
      return fail("the header lacks descr, fortran_order or shape");
    return problem.empty() ? std::optional(h) : std::nullopt;
  }

  std::string problem;

 private:
  std::nullopt_t fail(std::string text) {
    if (problem.empty()) problem = std::move(text);
    return std::nullopt;
  }
  void skip_blanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n' || rest_[0] == '\t')) rest_.remove_prefix(1);
  }
  bool peek(char c) {
    skip_blanks();
    return !rest_.empty() && rest_[0] == c;
  }
  bool accept(char c) {
    if (!peek(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail("malformed header");
  }
  std::string quoted() {
    char quote = accept('\'') ? '\'' : accept('"') ? '"' : '\0';
    size_t end = quote ? rest_.find(quote) : std::string_view::npos;
    if (end == std::string_view::npos) return fail("malformed header"), "";
    std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    return text;
  }
  bool boolean() {
    skip_blanks();
    for (bool value : {true, false}) {
      std::string_view word = value ? "True" : "False";
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    fail("malformed header");
    return false;
  }
  std::vector<int64_t> integers() {
    std::vector<int64_t> values;
    expect('(');
    while (problem.empty() && !accept(')')) {
      skip_blanks();
      int64_t value = 0;
      auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
      if (error != std::errc() || value < 0) return fail("a shape that is not a list of sizes"), values;
      rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
      accept('L');  // Python 2
      if (values.size() == kMaxRank) return fail("more than 64 dims"), values;
      values.push_back(value);
      if (!accept(',') && !peek(')')) return fail("malformed header"), values;
    }
    return values;
  }
  void descr(Header& h) {
    if (peek('[')) {
      fail("structured dtypes are not supported");
      return;
    }
    std::string text = quoted();
    if (!problem.empty()) return;
    char order = text.empty() ? '\0' : text[0];
    std::string_view kind = text;
    if (order == '<' || order == '>' || order == '|' || order == '=') kind.remove_prefix(1);
    h.is_big_endian = order == '>';
    for (const Descr& d : kDescrs) {
      if (kind == d.text || (kind == "?" && d.dtype == kBool)) {
        h.dtype = d.dtype;
        return;
      }
    }
    fail("dtype '" + text.substr(0, 40) + "' is not supported");
  }

  std::string_view rest_;
};

void reverse_elements(std::byte* data, int64_t count, int64_t width) {
  for (int64_t i = 0; i < count; ++i) std::reverse(data + i * width, data + (i + 1) * width);
}

// From column-major to row-major: the source is the row-major tensor of the reversed shape.
void transpose_elements(const std::byte* from, const Tensor& to) {
  int64_t width = to.dtype.bytes(), count = to.elements();
  size_t rank = to.shape.size();
  std::vector<int64_t> strides(rank, width), index(rank, 0);
  for (size_t d = 1; d < rank; ++d) strides[d] = strides[d - 1] * to.shape[d - 1];
  int64_t at = 0;
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to.data.get() + i * width, from + at, static_cast<size_t>(width));
    for (size_t d = rank; d-- > 0;) {
      at += strides[d];
      if (++index[d] < to.shape[d]) break;
      at -= strides[d] * to.shape[d];
      index[d] = 0;
    }
  }
}

class FileSource : public ByteSource {
 public:
  // `start`: where the bytes begin in the file.
  FileSource(int file, int64_t start, int64_t size) : ByteSource(size), file_(file), start_(start) {}
  ~FileSource() override { close(file_); }
  std::shared_ptr<std::byte> memory(int64_t offset, int64_t bytes) override {
    std::shared_ptr<std::byte> block;
    if (size() >= 0 && bytes >= kLarge && !is_memory_guarded())
      block = allocate_for_file(file_, start_ + offset, bytes);
    return block ? block : ByteSource::memory(offset, bytes);
  }

 private:
  static constexpr int64_t kLarge = 1 << 18;  // below it two more mappings are not worth it

  int64_t some(char* to, int64_t size, std::string& problem) override {
    ssize_t n;
    do n = ::read(file_, to, static_cast<size_t>(std::min<int64_t>(size, 1 << 30)));
    while (n < 0 && errno == EINTR);
    if (n < 0) problem = system_text(errno);
    return n;
  }
  int file_;
  int64_t start_;
};

// A folder that is made where it is missing, with those above it; they go again unless it is kept. A signal waits for
// that.
class MadeFolder {
 public:
  std::optional<Error> make(const std::filesystem::path& path) {
    std::error_code error;
    for (std::filesystem::path missing = path; !missing.empty() && !std::filesystem::exists(missing, error) && !error;
         missing = missing.parent_path())
      made_.push_back(missing);
    if (!error) std::filesystem::create_directories(path, error);
    if (!error && !std::filesystem::is_directory(path, error) && !error)
      error = std::make_error_code(std::errc::not_a_directory);
    return error ? std::optional(io_error(path.string(), system_text(error.value()))) : std::nullopt;
  }
  ~MadeFolder() {
    std::error_code ignored;
    for (const std::filesystem::path& path : made_) std::filesystem::remove(path, ignored);
  }
  void keep() { made_.clear(); }

 private:
  SignalDelay delay_;                        // ends last
  std::vector<std::filesystem::path> made_;  // the deepest first
};

}  // namespace

std::shared_ptr<std::byte> ByteSource::memory(int64_t /*offset*/, int64_t bytes) { return allocate_bytes(bytes); }

int64_t ByteSource::read(void* to, int64_t size) {
  int64_t done = 0;
  while (done < size) {
    int64_t n = some(static_cast<char*>(to) + done, size - done, problem_);
    if (n <= 0) break;
    done += n;
  }
  return done;
}

Result<Tensor> read_npy(ByteSource& source, const std::string& name) {
  auto fail = [&](const std::string& text) {
    return io_error(name, source.problem().empty() ? text : source.problem());
  };
  std::array<unsigned char, 12> start{};
  if (source.read(start.data(), 8) != 8 || std::memcmp(start.data(), kMagic.data(), kMagic.size()) != 0)
    return fail("not a .npy file");
  int version = start[6];
  if (version < 1 || version > 3)
    return fail("version " + std::to_string(version) + "." + std::to_string(start[7]) + " of .npy is not supported");
  int width = version == 1 ? 2 : 4;
  if (source.read(start.data() + 8, width) != width) return fail("the file ends within the header");
  size_t length = 0;
  for (int i = width; i-- > 0;) length = length << 8 | start[8 + static_cast<size_t>(i)];
  if (length > kMaxHeader)
    return fail("a header of " + std::to_string(length) + " bytes; at most " + std::to_string(kMaxHeader) +
                " are read");
  std::string text(length, '\0');
  if (source.read(text.data(), static_cast<int64_t>(length)) != static_cast<int64_t>(length))
    return fail("the file ends within the header");

  HeaderParser parser(text);
  std::optional<Header> header = parser.parse();
  if (!header) return fail(parser.problem);
  // Held against the file's size first: a short file with a huge shape must not allocate.
  __int128 needed = header->dtype.bytes();
  bool is_empty = false;
  for (int64_t d : header->shape) {
    is_empty |= d == 0;
    if (needed < (static_cast<__int128>(1) << 62)) needed *= std::max<int64_t>(d, 1);
  }
  if (is_empty) needed = 0;
  int64_t offset = 8 + width + static_cast<int64_t>(length);
  int64_t present = source.size() - offset;
  auto mismatch = [&] {
    return fail("shape " + shape_text(header->shape) + " of " + to_string(header->dtype) + " does not fit the " +
                std::to_string(present) + " bytes of data");
  };
  if (source.size() >= 0 && needed != present) return mismatch();
  const bool stays = !header->is_big_endian && !header->is_fortran && header->dtype != kBool;
  Tensor::Allocate allocate;
  if (stays) allocate = [&](int64_t bytes) { return source.memory(offset, bytes); };
  Result<Tensor> tensor = Tensor::make(header->dtype, header->shape, allocate);
  if (!tensor) return Error{tensor.error().kind, name + ": " + tensor.error().text, {}};
  if (source.read(tensor->data.get(), tensor->bytes()) != tensor->bytes()) return fail("the file ends within the data");
  if (header->is_big_endian) reverse_elements(tensor->data.get(), tensor->elements(), header->dtype.bytes());
  if (header->is_fortran && header->shape.size() > 1) {
    std::shared_ptr<std::byte> columns = tensor->data;
    Result<Tensor> rows = Tensor::make(header->dtype, header->shape);
    if (!rows) return Error{rows.error().kind, name + ": " + rows.error().text, {}};
    transpose_elements(columns.get(), *rows);
    tensor = std::move(rows);
  }
  if (header->dtype == kBool) {
    for (int64_t i = 0; i < tensor->elements(); ++i) tensor->as<uint8_t>()[i] = tensor->as<uint8_t>()[i] != 0;
  }
  return tensor;
}

std::string npy_header(const Tensor& tensor) {
  std::string_view kind = tensor.dtype.is_integer() ? "i1" : "u1";
  for (const Descr& d : kDescrs) {
    if (d.dtype == tensor.dtype) kind = d.text;
  }
  std::string dict = std::string("{'descr': '") + (tensor.dtype.bytes() == 1 ? '|' : '<') + std::string(kind) +
                     "', 'fortran_order': False, 'shape': " + shape_text(tensor.shape) + ", }";
  dict.append(63 - (10 + dict.size()) % 64, ' ');
  dict += '\n';
  std::string header(kMagic);
  header += {'\x01', '\x00', static_cast<char>(dict.size() & 0xff), static_cast<char>(dict.size() >> 8)};
  return header + dict;
}

Result<Tensor> read_npy(const std::string& path) {
  int file = path == "-" ? dup(0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return system_error(path);
  struct stat status {};
  bool is_regular = fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  const off_t start = is_regular ? std::max<off_t>(0, lseek(file, 0, SEEK_CUR)) : 0;  // of standard input
  FileSource source(file, start, is_regular ? std::max<int64_t>(0, status.st_size - start) : -1);
  return read_npy(source, path);
}

static Result<bool> write_all(std::span<const std::pair<std::string, Tensor>> files,
                              std::span<const std::string> removed = {}) {
  std::vector<Draft> drafts;
  drafts.reserve(files.size());
  for (const auto& [path, tensor] : files) {
    Result<Draft> draft = Draft::begin(path);
    if (!draft) return draft.error();
    std::string header = npy_header(tensor);
    std::string_view parts[] = {
        header, {reinterpret_cast<const char*>(tensor.data.get()), static_cast<size_t>(tensor.bytes())}};
    Result<bool> written = draft->write(parts);
    if (!written) return written;
    drafts.push_back(std::move(*draft));
  }
  return Draft::publish(drafts, removed);
}

Result<bool> write_npys(const std::string& folder, std::span<const std::pair<std::string, Tensor>> files,
                        std::span<const std::string> removed) {
  MadeFolder made;
  if (std::optional<Error> error = made.make(folder)) return *error;
  Result<bool> written = write_all(files, removed);
  if (written) made.keep();
  return written;
}

Result<bool> write_npy(const std::string& path, const Tensor& tensor) {
  std::pair<std::string, Tensor> file(path, tensor);
  return write_all(std::span(&file, 1));
}

}  // namespace hammock
