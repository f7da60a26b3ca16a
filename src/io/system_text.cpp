// SPDX-License-Identifier: Apache-2.0
// What the system and libzip say went wrong, in our words: theirs depend on the machine and its language.
#include <cerrno>
#include <string_view>

#include "file.h"
#include "hammock/io/tensor_file.h"
#include "zip_library.h"

namespace hammock {
namespace {

struct Text {
  int code;
  std::string_view text;
};

constexpr Text kSystem[] = {
    {ENOENT, "there is no such file or folder"},
    {EACCES, "access is not permitted"},
    {EPERM, "the system does not permit it"},
    {EISDIR, "is a folder"},
    {ENOTDIR, "a part of the path is no folder"},
    {EEXIST, "is there already"},
    {ENOTEMPTY, "the folder is not empty"},
    {ENOSPC, "the disk is full"},
    {EDQUOT, "the quota of the disk is used up"},
    {EFBIG, "the file would be larger than allowed"},
    {EROFS, "the disk can only be read"},
    {EIO, "the disk cannot be read or written"},
    {ELOOP, "links lead in a circle"},
    {ENAMETOOLONG, "the name is too long"},
    {EMFILE, "too many files are open"},
    {ENFILE, "too many files are open on this machine"},
    {ENOMEM, "memory is used up"},
    {EPIPE, "nobody reads it any more"},
    {EINTR, "a signal came"},
    {EINVAL, "the system cannot do that here"},
    {EBADF, "is not open"},
    {EBUSY, "is in use"},
    {ETXTBSY, "is a program that is running"},
    {EXDEV, "is on another disk"},
    {ENXIO, "no device answers"},
    {ENODEV, "no device answers"},
    {EAGAIN, "is not ready"},
    {ESPIPE, "is a pipe, in which one cannot seek"},
    {EOVERFLOW, "is too large for this system"},
    {ESTALE, "is not on the server any more"},
};

constexpr Text kZip[] = {
    {ZIP_ER_NOZIP, "not a .npz file"},
    {ZIP_ER_INCONS, "the archive contradicts itself"},
    {ZIP_ER_MULTIDISK, "the archive lies on several disks"},
    {ZIP_ER_CRC, "its checksum is wrong"},
    {ZIP_ER_ZLIB, "the compressed data is damaged"},
    {ZIP_ER_COMPNOTSUPP, "is compressed by a method that is not read here"},
    {ZIP_ER_ENCRNOTSUPP, "is encrypted"},
    {ZIP_ER_NOPASSWD, "is encrypted"},
    {ZIP_ER_EOF, "the file ends too early"},
    {ZIP_ER_MEMORY, "memory is used up"},
    {ZIP_ER_CHANGED, "the file changed while it was read"},
    {ZIP_ER_READ, "the file cannot be read"},
    {ZIP_ER_SEEK, "the file cannot be read"},
    {ZIP_ER_OPEN, "the file cannot be opened"},
    {ZIP_ER_WRITE, "the file cannot be written"},
    {ZIP_ER_CLOSE, "the file cannot be written"},
    {ZIP_ER_TMPOPEN, "the file cannot be written"},
    {ZIP_ER_RENAME, "the file cannot be written"},
    {ZIP_ER_EXISTS, "two members have one name"},
};

std::string text_of(std::span<const Text> table, int code, std::string_view whose) {
  for (const Text& row : table) {
    if (row.code == code) return std::string(row.text);
  }
  return std::string(whose) + " error " + std::to_string(code);
}

}  // namespace

std::string system_text(int code) { return text_of(kSystem, code, "system"); }

std::string zip_text(zip_error* error) {
  const bool is_systems = zip().error_system_type(error) == ZIP_ET_SYS && zip().error_code_system(error) != 0;
  const std::string what = text_of(kZip, zip().error_code_zip(error), "zip");
  return is_systems ? what + ": " + system_text(zip().error_code_system(error)) : what;
}

}  // namespace hammock
