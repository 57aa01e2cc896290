#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {

/// A file or folder that appears at its target complete or not at all. It is written in a new folder next to the target
/// and then renamed. If it is not renamed, the destructor or a fatal signal (base/end_signals.h) removes it.
class AtomicFile {
 public:
  /// `yes` syncs the file to disk before renaming, so that it survives a power failure.
  enum class Flush { yes, no };

  /// If `target` is a symbolic link, the file it points to is written. Throws Error if nothing can be written there.
  explicit AtomicFile(const std::string& target, Flush flush = Flush::yes);

  /// Temporary name to write to; nothing exists there yet. SQLite's journal next to it is removed as well.
  std::string path() const { return folder_->path() / target_.filename(); }

  /// Throws Error naming the target.
  void write(const std::string& text) const;

  /// Calls `write` and makes its errors name the target instead of path().
  template <typename Write>
  auto naming_target(Write&& write) const {
    try {
      return write();
    } catch (const Error& cause) {
      throw_naming_target(cause);
    }
  }

  /// Renames to the target. Returns false and changes nothing if the target exists, unless both are folders and the
  /// target is empty. Throws Error naming the target.
  [[nodiscard]] bool commit();

  /// Renames to the target, replacing what is there but keeping its permissions. On failure throws Error naming the
  /// target and leaves it unchanged.
  void replace();

 private:
  [[noreturn]] void throw_naming_target(const Error& cause) const;
  [[noreturn]] void refuse(int error_number) const;
  void flush() const;

  Flush flush_;
  std::string given_;
  std::filesystem::path target_;
  std::unique_ptr<TemporaryFolder> folder_;
};

/// Writes `text` to `path` completely or leaves it unchanged. Devices, pipes and files in read-only folders are written
/// in place. Throws Error as write_file() does.
void replace_file(const std::string& path, const std::string& text, AtomicFile::Flush flush = AtomicFile::Flush::yes);

}  // namespace warpledger
