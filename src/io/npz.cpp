// SPDX-License-Identifier: Apache-2.0
// .npz: a zip archive whose members are .npy files. Written like numpy.savez: stored, with the date of 1980, so that
// equal tensors make equal files. libzip writes to a draft (file.h).
#include <filesystem>
#include <limits>
#include <memory>
#include <unordered_set>

#include "file.h"
#include "hammock/io/tensor_file.h"
#include "npy.h"
#include "zip_library.h"

namespace hammock {
namespace {

struct Discard {
  void operator()(zip_t* archive) const { zip().discard(archive); }
  void operator()(zip_file_t* file) const { zip().fclose(file); }
};
using Archive = std::unique_ptr<zip_t, Discard>;

Error zip_error_of(const std::string& path, int code) {
  zip_error_t error;
  zip().error_init_with_code(&error, code);
  Error result = io_error(path, zip_text(&error));
  zip().error_fini(&error);
  return result;
}

class MemberSource : public ByteSource {
 public:
  MemberSource(zip_file_t* file, int64_t size) : ByteSource(size), file_(file) {}

 private:
  int64_t some(char* to, int64_t size, std::string& problem) override {
    zip_int64_t n = zip().fread(file_.get(), to, static_cast<zip_uint64_t>(size));
    if (n < 0) problem = zip_text(zip().file_get_error(file_.get()));
    return n;
  }
  std::unique_ptr<zip_file_t, Discard> file_;
};

// A few kilobytes may say that they hold what fills the machine: what they say is held against the size of the file.
std::optional<Error> expands_too_far(zip_t* archive, const std::string& path) {
  constexpr __int128 kAlwaysTaken = __int128{1} << 30, kFactor = 1000;
  __int128 bytes = 0;
  for (zip_int64_t i = 0; i < zip().get_num_entries(archive, 0); ++i) {
    zip_stat_t status{};
    if (zip().stat_index(archive, static_cast<zip_uint64_t>(i), 0, &status) == 0 && (status.valid & ZIP_STAT_SIZE))
      bytes += status.size;
  }
  std::error_code ignored;
  auto stored = std::filesystem::file_size(path, ignored);
  if (bytes <= kAlwaysTaken || bytes <= kFactor * stored) return std::nullopt;
  return io_error(path, "its " + std::to_string(stored) + " bytes would expand to " +
                            std::to_string(static_cast<uint64_t>(bytes)) +
                            ", more than 1,000 times as many; --allow-large takes it");
}

// A draft as libzip writes to it: an archive that is empty at first.
struct DraftTarget {
  Draft draft;
  int64_t position = 0;
  zip_error_t error{};
  std::optional<Error> problem;  // of the file

  static zip_int64_t call(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    auto& self = *static_cast<DraftTarget*>(state);
    switch (command) {
      case ZIP_SOURCE_SUPPORTS: return ZIP_SOURCE_SUPPORTS_WRITABLE;
      case ZIP_SOURCE_STAT: {
        auto* status = static_cast<zip_stat_t*>(data);
        zip().stat_init(status);
        status->size = 0;
        status->valid = ZIP_STAT_SIZE;
        return sizeof *status;
      }
      case ZIP_SOURCE_ERROR: return zip().error_to_data(&self.error, data, length);
      case ZIP_SOURCE_WRITE: {
        Result<bool> written = self.draft.write(std::string_view(static_cast<const char*>(data), length));
        if (!written) return self.fail(written.error());
        self.position += static_cast<int64_t>(length);
        return static_cast<zip_int64_t>(length);
      }
      case ZIP_SOURCE_SEEK_WRITE: {
        zip_int64_t to = zip().source_seek_compute_offset(
            static_cast<zip_uint64_t>(self.position), std::numeric_limits<int64_t>::max(), data, length, &self.error);
        if (to < 0 || !self.draft.seek(to)) return -1;
        self.position = to;
        return 0;
      }
      case ZIP_SOURCE_TELL_WRITE: return self.position;
      default: return 0;
    }
  }

  zip_int64_t fail(Error why) {
    zip().error_set(&error, ZIP_ER_WRITE, errno);
    problem = std::move(why);
    return -1;
  }
};

}  // namespace

Result<std::vector<std::pair<std::string, Tensor>>> read_npz(const std::string& path, bool allow_large) {
  int code = 0;
  if (std::error_code ignored; std::filesystem::is_directory(path, ignored)) return io_error(path, "is a directory");
  if (std::optional<Error> error = load_zip(path)) return *error;
  Archive archive(zip().open(path.c_str(), ZIP_RDONLY, &code));
  if (!archive) return code == ZIP_ER_OPEN || code == ZIP_ER_NOENT ? system_error(path) : zip_error_of(path, code);
  if (std::optional<Error> error = allow_large ? std::nullopt : expands_too_far(archive.get(), path)) return *error;
  std::vector<std::pair<std::string, Tensor>> tensors;
  std::unordered_set<std::string> names;
  for (zip_int64_t i = 0; i < zip().get_num_entries(archive.get(), 0); ++i) {
    zip_stat_t status{};
    if (zip().stat_index(archive.get(), static_cast<zip_uint64_t>(i), 0, &status) != 0)
      return io_error(path, zip_text(zip().get_error(archive.get())));
    std::string name = status.name ? status.name : "";
    if (name.ends_with('/')) continue;  // a folder, as zip makes them
    if (!name.ends_with(".npy")) return io_error(path, "member '" + name + "' is no .npy file");
    name.resize(name.size() - 4);
    if (!names.insert(name).second) return io_error(path, "two members named '" + name + "'");
    zip_file_t* file = zip().fopen_index(archive.get(), static_cast<zip_uint64_t>(i), 0);
    if (!file) return io_error(path, "member '" + name + "': " + zip_text(zip().get_error(archive.get())));
    MemberSource source(file, status.valid & ZIP_STAT_SIZE ? static_cast<int64_t>(status.size) : -1);
    Result<Tensor> tensor = read_npy(source, path + ": member '" + name + "'");
    if (!tensor) return tensor.error();
    char end = 0;  // reading on to the end compares the checksum
    if (source.read(&end, 1) != 0 || !source.problem().empty()) {
      return io_error(path, "member '" + name +
                                "': " + (source.problem().empty() ? "more data than its shape has" : source.problem()));
    }
    tensors.emplace_back(std::move(name), std::move(*tensor));
  }
  return tensors;
}

std::optional<Error> check_npz(const std::string& path) { return load_zip(path); }

Result<bool> write_npz(const std::string& path, std::span<const std::pair<std::string, Tensor>> tensors) {
  // libzip makes no archive without members; numpy's is an end record alone.
  if (tensors.empty()) return write_file(path, std::string("PK\x05\x06", 4) + std::string(18, '\0'));
  if (std::optional<Error> error = load_zip(path)) return *error;
  Result<Draft> draft = Draft::begin(path);
  if (!draft) return draft.error();
  if (!draft->is_regular()) return io_error(path, "an archive needs a file that one can seek in");
  DraftTarget target{std::move(*draft)};
  zip_error_t error{};
  zip_source_t* to = zip().source_function_create(DraftTarget::call, &target, &error);
  Archive archive(to ? zip().open_from_source(to, ZIP_CREATE | ZIP_TRUNCATE, &error) : nullptr);
  if (!archive) {
    if (to) zip().source_free(to);
    return io_error(path, zip_text(&error));
  }
  auto fail = [&] {
    return target.problem ? *target.problem : io_error(path, zip_text(zip().get_error(archive.get())));
  };
  std::vector<std::string> headers;
  headers.reserve(tensors.size());
  for (const auto& [name, tensor] : tensors) {
    headers.push_back(npy_header(tensor));
    zip_buffer_fragment_t parts[] = {{reinterpret_cast<zip_uint8_t*>(headers.back().data()), headers.back().size()},
                                     {tensor.as<zip_uint8_t>(), static_cast<zip_uint64_t>(tensor.bytes())}};
    zip_source_t* source = zip().source_buffer_fragment(archive.get(), parts, tensor.bytes() ? 2 : 1, 0);
    if (!source) return fail();
    zip_int64_t index = zip().file_add(archive.get(), (name + ".npy").c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip().source_free(source);
      return fail();
    }
    auto member = static_cast<zip_uint64_t>(index);
    if (zip().set_file_compression(archive.get(), member, ZIP_CM_STORE, 0) != 0) return fail();
    if (zip().file_set_dostime(archive.get(), member, 0, 0x21, 0) != 0) return fail();
  }
  if (zip().close(archive.get()) != 0) return fail();
  archive.release();
  return target.draft.publish();
}

}  // namespace hammock
