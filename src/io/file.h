// SPDX-License-Identifier: Apache-2.0
// Inside `io`: files that appear whole or not at all.
#pragma once

#include <cerrno>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hammock/base/result.h"
#include "hammock/io/tensor_file.h"
#include "signal_delay.h"

struct zip_error;

namespace hammock {

inline Error io_error(const std::string& path, const std::string& text) {
  return {Error::Kind::io, path + ": " + text, {}};
}
inline Error system_error(const std::string& path) { return io_error(path, system_text(errno)); }
std::string zip_text(zip_error* error);  // of libzip

// What will be the contents of a file. It gets its place by publish(); without that nothing happened.
class Draft {
 public:
  // Error (io): the file may not be written to (read-only, a directory, in a folder that is missing).
  static Result<Draft> begin(const std::string& path);
  Draft(Draft&&) noexcept;
  Draft& operator=(Draft&&) = delete;
  ~Draft();

  // At the position, which is the end unless seek() moved it. Error (io) with the path.
  Result<bool> write(std::string_view bytes);
  Result<bool> write(std::span<const std::string_view> parts);
  bool seek(int64_t position);
  // Pipes and devices take the bytes one after the other, at once.
  bool is_regular() const { return place_ != Place::stream; }

  // All drafts get their places and `removed` go, or everything stays as it was (but for streams).
  static Result<bool> publish(std::span<Draft> drafts, std::span<const std::string> removed = {});
  Result<bool> publish() { return publish(std::span(this, 1)); }

 private:
  enum class Place {
    rename,    // of a file beside the target
    contents,  // of the file that is there
    stream,    // a pipe, a device, a descriptor
  };
  class Publication;

  explicit Draft(std::string path) : path_(std::move(path)) {}
  bool open_beside(bool has_old);
  bool name();
  bool takes_attributes();

  std::string path_;       // as the user wrote it
  std::string target_;     // links followed
  std::string temporary_;  // the draft's name; empty while it has none
  Place place_ = Place::rename;
  int file_ = -1;
  std::optional<SignalDelay> delay_;  // while it has a name
};

}  // namespace hammock
