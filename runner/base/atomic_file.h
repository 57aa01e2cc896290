#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {

/// A file or folder that appears at its target complete or not at all. It is written in a new folder next to the
/// target, then renamed. Without a rename, the destructor or a fatal signal (base/end_signals.h) removes it.
class AtomicFile {
 public:
  /// `yes` syncs the file to disk before renaming, so that it survives a power failure.
  enum class Flush { yes, no };

  /// Follows a symbolic link at `target`. Throws Error if nothing can be written there.
  explicit AtomicFile(const std::string& target, Flush flush = Flush::yes);

  /// Temporary name to write to; nothing is there yet. SQLite's journal next to it is removed as well.
  std::string path() const { return folder_->path() / target_.filename(); }

  /// Throws Error naming the target.
  void write(const std::string& text) const;

  /// Makes errors of `write` name the target instead of path().
  template <typename Write>
  auto naming_target(Write&& write) const {
    try {
      return write();
    } catch (const Error& cause) {
      throw_naming_target(cause);
    }
  }

  /// Returns false and changes nothing if the target exists, except that a folder may replace an empty one. Throws
  /// Error naming the target.
  [[nodiscard]] bool commit();

  /// Replaces the target but keeps its permissions. If it throws Error, naming the target, nothing is replaced.
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

/// Writes `text` completely or leaves `path` unchanged. Devices, pipes and files in read-only folders are written in
/// place. Throws Error as write_file() does.
void replace_file(const std::string& path, const std::string& text, AtomicFile::Flush flush = AtomicFile::Flush::yes);

}  // namespace warpledger
