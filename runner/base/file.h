#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>

namespace warpledger {

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

  /// Returns -1 if closed.
  int number() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_ = -1;
};

/// Throws Error naming the file.
std::string read_file(const std::string& path);

/// Throws Error naming `path` if this fails, leaving no partial file, and for databases as refuse_database() does.
void write_file(const std::string& path, const std::string& text);

/// Throws Error if `path` is an SQLite database, as ledgers are, or its log or index: writing would destroy its data.
void refuse_database(const std::string& path);

/// Returns $TMPDIR or /tmp. Throws Error if it is not a folder.
std::filesystem::path folder_of_temporary_files();

/// A new folder that is removed with its content.
class TemporaryFolder {
 public:
  /// Throws Error if `parent` is not writable.
  explicit TemporaryFolder(const std::filesystem::path& parent = folder_of_temporary_files());
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace warpledger
