#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>

namespace warpledger {

/// An open file; closed by its destructor.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() { close(); }
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  /// -1 when it is closed.
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_ = -1;
};

/// The whole content of a file. Throws Error naming the file when it cannot be read.
std::string read_file(const std::string& path);

/// Makes `path` a file that holds `text`. Throws Error naming it when it cannot be written, and leaves no part of it;
/// and when it is a ledger or belongs to one: refuse_database().
void write_file(const std::string& path, const std::string& text);

/// Throws Error when `path` is an SQLite database, as every ledger is, or the log or index beside one: what it holds
/// would be lost.
void refuse_database(const std::string& path);

/// The folder for temporary files: $TMPDIR, or /tmp. Throws Error when it is no folder.
std::filesystem::path folder_of_temporary_files();

/// A new folder with its own name, removed with all that is in it.
class TemporaryFolder {
 public:
  /// Made in `parent`. Throws Error when that cannot be.
  explicit TemporaryFolder(const std::filesystem::path& parent = folder_of_temporary_files());
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace warpledger
