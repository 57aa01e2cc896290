#include "base/file.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "base/end_signals.h"
#include "base/error.h"

namespace warpledger {
namespace {

/// True if a file begins like an SQLite database (https://www.sqlite.org/fileformat.html, 1.3).
bool is_database(const std::string& path) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return false;  // reading a pipe would consume data or block
  char begin[kMagic.size()] = {};
  std::ifstream file(path, std::ios::binary);
  return file.read(begin, sizeof begin) && std::string_view(begin, sizeof begin) == kMagic;
}

}  // namespace

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string content;
  char block[65536];
  while (file.read(block, sizeof block) || file.gcount() > 0)
    content.append(block, static_cast<std::size_t>(file.gcount()));
  if (!file.eof()) throw Error({.file = path}, "cannot read this file", "check that it exists and is readable");
  return content;
}

void refuse_database(const std::string& path) {
  constexpr const char* kHint = "name another file";
  if (is_database(path))
    throw Error({path}, "this is a ledger or another SQLite database: it is not overwritten", kHint);
  for (const std::string_view suffix : {"-wal", "-shm", "-journal"}) {
    if (!path.ends_with(suffix)) continue;
    const std::string database = path.substr(0, path.size() - suffix.size());
    if (is_database(database))
      throw Error({path}, fmt::format("this file belongs to the database {}: it is not overwritten", database), kHint);
  }
}

void write_file(const std::string& path, const std::string& text) {
  refuse_database(path);
  std::ofstream file(path, std::ios::binary);
  const bool is_open = file.is_open();
  file << text;
  file.close();
  if (file) return;
  std::error_code ignored;
  if (is_open && std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
  throw Error({path}, "cannot write this file",
              "check that its folder exists and is writable, and that the disk has room");
}

std::filesystem::path folder_of_temporary_files() {
  std::error_code failed;
  std::filesystem::path folder = std::filesystem::temp_directory_path(failed);
  if (!failed) return folder;
  const char* named = std::getenv("TMPDIR");
  throw Error({.file = named ? named : "/tmp"}, "temporary files cannot be written here: " + failed.message(),
              "set TMPDIR to a writable folder");
}

TemporaryFolder::TemporaryFolder(const std::filesystem::path& parent) {
  std::string name = parent / "warpledger-XXXXXX";
  if (mkdtemp(name.data()) == nullptr)
    throw Error({.file = parent}, std::string("cannot create a folder here: ") + std::strerror(errno),
                "check that it exists and is writable; $TMPDIR names the folder for temporary files");
  path_ = name;
  add_temporary_folder(path_.c_str());
}

TemporaryFolder::~TemporaryFolder() {
  forget_temporary_folder(path_.c_str());
  std::error_code ignored;  // leftovers are in a temporary folder anyway
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace warpledger
