#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/file.h"

namespace warpledger {

/// A file or folder that appears at its place complete or not at all. It is written under a temporary name, in a new
/// folder next to its place, and renamed. What is not renamed is removed: by the destructor, and by a signal that ends
/// the program (base/end_signals.h).
class AtomicFile {
 public:
  /// `yes` writes the file to the disk before it is renamed: it is complete after a power failure as well.
  enum class Flush { yes, no };

  /// A symbolic link at `target` stays one: its target is written. Throws Error if nothing can be written there.
  explicit AtomicFile(const std::string& target, Flush flush = Flush::yes);

  /// The temporary name, for whatever writes the file or folder; nothing is there yet. SQLite's journal next to it is
  /// removed as well.
  std::string path() const { return folder_->path() / target_.filename(); }

  /// Writes all of the file. Throws Error naming the target.
  void write(const std::string& text) const;

  /// Calls `write`, which writes the file, and lets its errors name the target instead of path().
  template <typename Write>
  auto naming_target(Write&& write) const {
    try {
      return write();
    } catch (const Error& cause) {
      throw_naming_target(cause);
    }
  }

  /// Renames to the target. False if the target exists: it is unchanged then. A folder may take the place of an empty
  /// one. Throws Error naming the target.
  [[nodiscard]] bool commit();

  /// Renames to the target and replaces a file or folder there; the permissions of a replaced file stay.
  /// Throws Error naming the target, with what is there unchanged.
  void replace();

 private:
  [[noreturn]] void throw_naming_target(const Error& cause) const;
  [[noreturn]] void refuse(int error_number) const;
  void flush() const;

  Flush flush_;
  std::string given_;
  std::filesystem::path target_;  ///< absolute
  std::unique_ptr<TemporaryFolder> folder_;
};

/// Makes `path` a file that holds `text`, or leaves it unchanged. Devices and pipes are written to in place, and so is
/// a file in a folder that cannot be written. Throws Error naming `path`, as write_file() does.
void replace_file(const std::string& path, const std::string& text, AtomicFile::Flush flush = AtomicFile::Flush::yes);

}  // namespace warpledger
