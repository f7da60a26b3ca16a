// SPDX-License-Identifier: Apache-2.0
// Whole files, read and written.
//
// A file is written beside its place and then renamed, so that a reader sees the old or the new one, never a part, and
// nothing is lost when the disk is full. What is no regular file (a pipe, /dev/null) is written as it stands.
#include "file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "hammock/io/tensor_file.h"

namespace hammock {
namespace {

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = ::write(file, bytes.data(), std::min<size_t>(bytes.size(), size_t{1} << 30));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

bool write_all(int file, std::span<const std::string_view> parts) {
  for (std::string_view part : parts) {
    if (!write_all(file, part)) return false;
  }
  return true;
}

mode_t new_file_mode() {
  mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

// Through symbolic links, so that the rename replaces the file and not the link.
std::string resolved(const std::string& path) {
  char* real = realpath(path.c_str(), nullptr);
  std::string target = real ? real : path;
  std::free(real);
  return target;
}

Result<bool> replace(const std::string& path, mode_t mode, std::span<const std::string_view> parts) {
  std::string target = resolved(path);
  std::string temporary = target + ".XXXXXX";
  int file = mkstemp(temporary.data());
  if (file < 0) return system_error(path);
  bool written = write_all(file, parts) && fchmod(file, mode) == 0;
  int error = written ? 0 : errno;
  if (close(file) != 0 && written) {
    written = false;
    error = errno;
  }
  if (written && rename(temporary.c_str(), target.c_str()) == 0) return true;
  errno = error ? error : errno;
  Error result = system_error(path);
  unlink(temporary.c_str());
  return result;
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  bool is_stdin = path == "-";
  int file = is_stdin ? 0 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return system_error(path);
  std::string text;
  struct stat status{};
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
    if (status.st_size > machine_memory()) {
      if (!is_stdin) close(file);
      return io_error(path, "the file is larger than the machine's memory");
    }
    text.reserve(static_cast<size_t>(status.st_size) + 1);
  }
  constexpr size_t kChunk = size_t{1} << 18;
  ssize_t n = 0;
  do {
    size_t old = text.size();
    text.resize(std::max(old + kChunk, text.capacity()));
    n = ::read(file, text.data() + old, text.size() - old);
    text.resize(old + static_cast<size_t>(std::max<ssize_t>(n, 0)));
  } while (n > 0 || (n < 0 && errno == EINTR));
  Error error = system_error(path);
  if (!is_stdin) close(file);
  if (n < 0) return error;
  return text;
}

Result<bool> write_parts(const std::string& path, std::span<const std::string_view> parts) {
  if (path == "-") return write_all(1, parts) ? Result<bool>(true) : Result<bool>(system_error("standard output"));
  struct stat status{};
  bool exists = stat(path.c_str(), &status) == 0;
  if (!exists || S_ISREG(status.st_mode)) return replace(path, exists ? status.st_mode & 07777 : new_file_mode(), parts);
  int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return system_error(path);
  bool written = write_all(file, parts);
  Error error = system_error(path);
  close(file);
  if (!written) return error;
  return true;
}

Result<bool> write_file(const std::string& path, std::string_view bytes) { return write_parts(path, std::span(&bytes, 1)); }

}  // namespace hammock
