#include "base/write_file.h"

#include <fmt/format.h>

#include <fstream>
#include <string_view>

#include "base/error.h"

namespace warpledger {
namespace {

/// Whether a file begins as SQLite's do (https://www.sqlite.org/fileformat.html, 1.3).
bool is_database(const std::string& path) {
  constexpr std::string_view kMagic("SQLite format 3\0", 16);
  char begin[kMagic.size()] = {};
  std::ifstream file(path, std::ios::binary);
  return file.read(begin, sizeof begin) && std::string_view(begin, sizeof begin) == kMagic;
}

}  // namespace

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
  file << text;
  file.close();
  if (!file)
    throw Error({path}, "cannot write this file",
                "check that its folder exists and is writable, and that the disk has room");
}

}  // namespace warpledger
