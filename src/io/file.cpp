// SPDX-License-Identifier: Apache-2.0
// Whole files, read and written.
//
// What is written is a draft first: a file in the folder of the target, without a name where the system can do that, so
// that no signal and no full disk leaves anything behind. Only when it is complete does it get a name and, by a rename,
// its place; readers see the old file or the new one, never a part. As an editor would:
//
//   - links are followed, and stay; where one leads to nothing, the file that it names is made
//   - owner, group, mode and extended attributes (access lists) are those of the old file
//   - the contents of the file that is there are exchanged instead where it has several names, is a mount point, or
//   where nobody but
//     its owner could make such a file; what stood there comes back if that fails
//   - a file that nobody may write to is refused, even if the user is root
//
// What is no regular file (a pipe, /dev/null, /dev/stdout) is written as it stands.
#include "file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstring>
#include <functional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "hammock/base/pages.h"
#include "hammock/io/tensor_file.h"
#include "hammock/runtime/thread_pool.h"

namespace hammock {
namespace {

constexpr size_t kPiece = size_t{1} << 24;  // between two looks for a signal

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    if (SignalDelay::is_asked_to_end()) {
      errno = EINTR;
      return false;
    }
    ssize_t n = ::write(file, bytes.data(), std::min(bytes.size(), kPiece));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

// Not stopped by signals: a file must not be left half written.
bool write_at(int file, std::string_view bytes, off_t at) {
  while (!bytes.empty()) {
    ssize_t n = ::pwrite(file, bytes.data(), bytes.size(), at);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
    at += n;
  }
  return true;
}

bool read_all(int file, std::string& text) {
  constexpr size_t kChunk = size_t{1} << 18;  // what is cleared first is in the cache when it is read into
  ssize_t n = 0;
  do {
    size_t old = text.size(), left = text.capacity() - old;
    text.resize(old + (left > 0 ? std::min(left, kChunk) : kChunk));
    n = ::read(file, text.data() + old, text.size() - old);
    text.resize(old + static_cast<size_t>(std::max<ssize_t>(n, 0)));
  } while (n > 0 || (n < 0 && errno == EINTR));
  return n == 0;
}

// None where no thread is to be had.
std::jthread filling(char* begin, size_t bytes) {
  try {
    return std::jthread([begin, bytes] { fill_pages(begin, bytes); });
  } catch (const std::system_error&) {
    return {};
  }
}

std::string folder_of(const std::string& path) {
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

// The end of a chain of links, which need not exist; nothing if there is no end.
std::optional<std::string> follow_links(std::string path) {
  for (int links = 0; links < 40; ++links) {
    struct stat status {};
    if (lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return path;
    std::string next(4096, '\0');
    ssize_t n = readlink(path.c_str(), next.data(), next.size());
    if (n < 0) return std::nullopt;
    next.resize(static_cast<size_t>(n));
    path = next.starts_with('/') ? next : folder_of(path) + "/" + next;
  }
  errno = ELOOP;
  return std::nullopt;
}

// /dev/stdout and its kin: the descriptor, which may append or stand amid a file, and not the file that it leads to.
int named_descriptor(std::string_view path) {
  if (path == "/dev/stdout") return 1;
  if (path == "/dev/stderr") return 2;
  for (std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    int number = -1;
    auto [end, error] = std::from_chars(path.data() + folder.size(), path.data() + path.size(), number);
    if (error == std::errc() && end == path.data() + path.size()) return number;
  }
  return -1;
}

// A name in the folder of `target` that nothing has.
std::string free_name(const std::string& target) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
  unsigned char random[12] = {};
  if (getrandom(random, sizeof random, 0) != sizeof random)
    std::snprintf(reinterpret_cast<char*>(random), sizeof random, "%d", getpid());
  std::string name = folder_of(target) + "/.hammock-";
  for (unsigned char c : random) name += kLetters[c % kLetters.size()];
  return name;
}

}  // namespace

Draft::Draft(Draft&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      place_(other.place_),
      file_(std::exchange(other.file_, -1)) {
  if (other.delay_) delay_.emplace();
}

Draft::~Draft() {
  if (file_ >= 0) close(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

bool Draft::open_beside(bool has_old) {
  // The mode of a new file is what the process says; what takes the place of another is nobody's business until it has
  // its mode.
  const mode_t mode = has_old ? 0600 : 0666;
  if (access("/proc/self/fd", X_OK) == 0)
    file_ = ::open(folder_of(target_).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
  if (file_ >= 0) return true;
  delay_.emplace();
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::string name = free_name(target_);
    file_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file_ >= 0) temporary_ = std::move(name);
    if (file_ >= 0 || errno != EEXIST) break;
  }
  if (file_ < 0) delay_.reset();
  return file_ >= 0;
}

bool Draft::name() {
  if (!temporary_.empty()) return true;
  delay_.emplace();
  std::string self = "/proc/self/fd/" + std::to_string(file_);
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::string name = free_name(target_);
    if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      temporary_ = std::move(name);
      return true;
    }
    if (errno != EEXIST) break;
  }
  delay_.reset();
  return false;
}

// Those of the target. The owner comes first: a mode may let the owner's rights be used by all.
bool Draft::takes_attributes() {
  struct stat old {
  }, now{};
  if (stat(target_.c_str(), &old) != 0 || fstat(file_, &now) != 0) return false;
  if ((old.st_uid != now.st_uid || old.st_gid != now.st_gid) && fchown(file_, old.st_uid, old.st_gid) != 0)
    return false;
  if (fchmod(file_, old.st_mode & 07777) != 0) return false;
  const ssize_t length = listxattr(target_.c_str(), nullptr, 0);
  if (length < 0) return errno == ENOTSUP;
  std::string names(static_cast<size_t>(length), '\0'), value(65536, '\0'), present(65536, '\0');
  if (listxattr(target_.c_str(), names.data(), names.size()) != length) return false;
  for (size_t at = 0; at < static_cast<size_t>(length); at += std::strlen(names.data() + at) + 1) {
    const char* name = names.data() + at;
    ssize_t size = getxattr(target_.c_str(), name, value.data(), value.size());
    if (size < 0) return false;
    ssize_t own = fgetxattr(file_, name, present.data(), present.size());
    if (own == size && std::memcmp(value.data(), present.data(), static_cast<size_t>(size)) == 0) continue;
    if (fsetxattr(file_, name, value.data(), static_cast<size_t>(size), 0) != 0) return false;
  }
  return flistxattr(file_, nullptr, 0) == length;  // the folder may give new files more
}

Result<Draft> Draft::begin(const std::string& path) {
  Draft draft(path);
  if (int descriptor = named_descriptor(path); descriptor >= 0) {
    draft.place_ = Place::stream;
    draft.file_ = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (draft.file_ < 0) return system_error(path);
    return draft;
  }
  std::optional<std::string> target = follow_links(path);
  if (!target) return system_error(path);
  draft.target_ = std::move(*target);
  struct stat old {};
  const bool has_old = stat(draft.target_.c_str(), &old) == 0;
  if (has_old && !S_ISREG(old.st_mode)) {
    draft.place_ = Place::stream;
    draft.file_ = ::open(draft.target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (draft.file_ < 0) return system_error(path);
    return draft;
  }
  if (has_old && (old.st_mode & 0222) == 0)
    return io_error(path, "the file is read-only (chmod u+w permits to write it)");
  if (has_old && faccessat(AT_FDCWD, draft.target_.c_str(), W_OK, AT_EACCESS) != 0) return system_error(path);
  if (has_old && old.st_nlink > 1) draft.place_ = Place::contents;
  if (!draft.open_beside(has_old)) {
    int error = errno;
    std::string folder = folder_of(draft.target_);
    struct stat status {};
    if (stat(folder.c_str(), &status) != 0) return io_error(path, "there is no folder " + folder);
    errno = error;
    if (!has_old || (error != EACCES && error != EPERM && error != EROFS)) return system_error(path);
    draft.place_ = Place::contents;
    draft.file_ = memfd_create("draft", MFD_CLOEXEC);
    if (draft.file_ < 0) return system_error(path);
  }
  if (has_old && draft.place_ == Place::rename && !draft.takes_attributes()) draft.place_ = Place::contents;
  return draft;
}

Result<bool> Draft::write(std::string_view bytes) {
  if (write_all(file_, bytes)) return true;
  return system_error(path_);
}

Result<bool> Draft::write(std::span<const std::string_view> parts) {
  for (std::string_view part : parts) {
    Result<bool> written = write(part);
    if (!written) return written;
  }
  return true;
}

bool Draft::seek(int64_t position) { return lseek(file_, position, SEEK_SET) == position; }

// Steps that can be undone, until all of them are done.
class Draft::Publication {
 public:
  explicit Publication(bool is_one_step) : is_one_step_(is_one_step) {}
  ~Publication() {
    std::vector<std::function<void()>>& steps = is_done_ ? finish_ : undo_;
    while (!steps.empty()) {
      steps.back()();
      steps.pop_back();
    }
  }
  void done() { is_done_ = true; }

  bool put(Draft& draft) {
    if (draft.place_ == Place::stream) return true;
    if (draft.place_ == Place::contents) return exchange_contents(draft);
    if (!draft.name()) return false;
    std::string aside;
    if (!is_one_step_ && access(draft.target_.c_str(), F_OK) == 0) {
      aside = free_name(draft.target_);
      if (link(draft.target_.c_str(), aside.c_str()) != 0 && rename(draft.target_.c_str(), aside.c_str()) != 0)
        return false;
      finish_.push_back([aside] { unlink(aside.c_str()); });
    }
    if (!aside.empty()) {
      undo_.push_back([aside, target = draft.target_] {
        rename(aside.c_str(), target.c_str());
        unlink(aside.c_str());  // where it is a second name of the file that is there still, the rename did nothing
      });
    }
    if (rename(draft.temporary_.c_str(), draft.target_.c_str()) != 0)
      return (errno == EBUSY || errno == EXDEV) && exchange_contents(draft);
    draft.temporary_.clear();
    if (aside.empty()) undo_.push_back([target = draft.target_] { unlink(target.c_str()); });
    return true;
  }

  bool remove(const std::string& path) {
    std::string aside = free_name(path);
    if (rename(path.c_str(), aside.c_str()) != 0) return errno == ENOENT;
    undo_.push_back([=] { rename(aside.c_str(), path.c_str()); });
    finish_.push_back([=] { unlink(aside.c_str()); });
    return true;
  }

 private:
  bool exchange_contents(Draft& draft) {
    int file = ::open(draft.target_.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0) return false;
    auto old = std::make_shared<std::string>();
    if (!read_all(file, *old)) return close(file), false;
    auto restore = [=] {
      if (!write_at(file, *old, 0) || ftruncate(file, static_cast<off_t>(old->size())) != 0) return;
    };
    if (!copy(draft.file_, file)) {
      int error = errno;
      restore();
      close(file);
      errno = error;
      return false;
    }
    undo_.push_back([=] { restore(), close(file); });
    finish_.push_back([=] { close(file); });
    return true;
  }

  // What is longer than the new contents stays until they are there: its room on the disk is the old contents'.
  static bool copy(int from, int to) {
    std::string piece(size_t{1} << 20, '\0');
    off_t at = 0;
    while (true) {
      ssize_t n = pread(from, piece.data(), piece.size(), at);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return false;
      if (n == 0) return ftruncate(to, at) == 0;
      if (!write_at(to, std::string_view(piece).substr(0, static_cast<size_t>(n)), at)) return false;
      at += n;
    }
  }

  bool is_one_step_, is_done_ = false;
  std::vector<std::function<void()>> undo_, finish_;
};

Result<bool> Draft::publish(std::span<Draft> drafts, std::span<const std::string> removed) {
  SignalDelay delay;
  Publication publication(drafts.size() + removed.size() == 1);
  for (Draft& draft : drafts) {
    if (!publication.put(draft)) return system_error(draft.path_);
  }
  for (const std::string& path : removed) {
    if (!publication.remove(path)) return system_error(path);
  }
  publication.done();
  return true;
}

Result<std::string> read_file(const std::string& path) {
  bool is_stdin = path == "-";
  int file = is_stdin ? 0 : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return system_error(path);
  std::string text;
  std::jthread helper;  // of a long text: takes half of the memory
  struct stat status {};
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode)) {
    if (status.st_size > machine_memory()) {
      if (!is_stdin) close(file);
      return io_error(path, "the file is larger than the machine's memory");
    }
    text.reserve(static_cast<size_t>(status.st_size) + 1);
    constexpr off_t kLong = off_t{4} << 20;
    if (status.st_size >= kLong && usable_cores() > 1)
      helper = filling(text.data() + text.capacity() / 2, text.capacity() / 2);
  }
  bool is_read = read_all(file, text);
  Error error = system_error(path);
  if (!is_stdin) close(file);
  if (!is_read) return error;
  return text;
}

Result<bool> write_file(const std::string& path, std::string_view bytes) {
  if (path == "-") return write_all(1, bytes) ? Result<bool>(true) : Result<bool>(system_error("standard output"));
  Result<Draft> draft = Draft::begin(path);
  if (!draft) return draft.error();
  Result<bool> written = draft->write(bytes);
  return written ? draft->publish() : written;
}

}  // namespace hammock
