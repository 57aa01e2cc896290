#include "ledger/new_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/error.h"

namespace warpledger {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWriteHint = "check the folder's permissions and the disk";

/// What is written before it becomes `to`; removed when it does not.
class Unfinished {
 public:
  explicit Unfinished(const std::string& to) : path_(to + ".partial") { remove(); }
  ~Unfinished() { remove(); }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  const std::string& path() const { return path_; }

 private:
  void remove() const {
    std::error_code ignored;
    for (const char* end : {"", "-journal"}) fs::remove_all(path_ + end, ignored);
  }
  std::string path_;
};

}  // namespace

TextFile::TextFile(std::string path) : path_(std::move(path)), stream_(path_, std::ios::binary) { check(); }

void TextFile::write(const std::string& text) {
  stream_ << text;
  check();
}

void TextFile::close() {
  stream_.close();
  check();
}

void TextFile::check() const {
  if (!stream_) throw Error({.file = path_}, fmt::format("cannot be written: {}", std::strerror(errno)), kWriteHint);
}

void write_new(const std::string& to, const std::function<void(const std::string& path)>& write) {
  if (fs::exists(to)) throw Error({.file = to}, "this file exists", "name a new one with --output");
  const Unfinished unfinished(to);
  try {
    write(unfinished.path());
    fs::rename(unfinished.path(), to);
  } catch (const fs::filesystem_error& cause) {
    throw Error({.file = to}, fmt::format("cannot be written: {}", cause.code().message()), kWriteHint);
  }
}

}  // namespace warpledger
