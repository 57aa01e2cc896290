#include "base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>  // renameat2
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

namespace warpledger {
namespace {

namespace fs = std::filesystem;

int rename_with(const fs::path& from, const fs::path& to, unsigned flags) {
  return renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flags) == 0 ? 0 : errno;
}

bool is_unsupported(int error_number) {
  return error_number == EINVAL || error_number == ENOSYS || error_number == ENOTSUP;
}

/// Returns 0 or an error number: EEXIST if `to` exists.
int rename_to_new(const fs::path& from, const fs::path& to) {
  const int failed = rename_with(from, to, RENAME_NOREPLACE);
  if (!is_unsupported(failed)) return failed;
  // For NFS and some FUSE systems. A folder cannot be linked, but rename() replaces only an empty folder.
  if (!fs::is_directory(from)) return link(from.c_str(), to.c_str()) == 0 ? 0 : errno;
  const int refused = rename_with(from, to, 0);
  return refused == ENOTEMPTY || refused == ENOTDIR ? EEXIST : refused;
}

/// Returns the absolute path without trailing slash. Resolves symbolic links in the last part.
fs::path place_of(const std::string& target) {
  constexpr int kMaxLinks = 40;  // as Linux
  fs::path place = fs::absolute(target).lexically_normal();
  if (!place.has_filename()) place = place.parent_path();
  std::error_code ignored;
  for (int i = 0; i < kMaxLinks && fs::is_symlink(place, ignored); ++i)
    place = place.parent_path() / fs::read_symlink(place, ignored);
  return place;
}

}  // namespace

AtomicFile::AtomicFile(const std::string& target, Flush flush)
    : flush_(flush), given_(target), target_(place_of(target)) {
  if (access(target_.parent_path().c_str(), W_OK) != 0) refuse(errno);
  try {
    folder_ = std::make_unique<TemporaryFolder>(target_.parent_path());
  } catch (const Error& cause) {
    throw Error({.file = given_}, "cannot be written: " + cause.problem(),
                "check that its folder exists and is writable");
  }
}

void AtomicFile::write(const std::string& text) const {
  naming_target([&] { write_file(path(), text); });
}

bool AtomicFile::commit() {
  flush();
  int failed = rename_to_new(path(), target_);
  if (failed == EEXIST && fs::is_directory(path()) && rmdir(target_.c_str()) == 0)
    failed = rename_to_new(path(), target_);
  if (failed != 0 && failed != EEXIST) refuse(failed);
  return failed == 0;
}

void AtomicFile::replace() {
  flush();
  std::error_code ignored;
  const fs::file_status former = fs::status(target_, ignored);
  if (fs::is_regular_file(former)) {
    if (access(target_.c_str(), W_OK) != 0) refuse(errno);
    fs::permissions(path(), former.permissions(), ignored);
  }
  int failed = rename_with(path(), target_, 0);
  if (failed == ENOTEMPTY || failed == EEXIST) failed = rename_with(path(), target_, RENAME_EXCHANGE);
  if (is_unsupported(failed)) {
    failed = rename_with(target_, folder_->path() / "former", 0);
    if (failed == 0) failed = rename_with(path(), target_, 0);
  }
  if (failed != 0) refuse(failed);
}

/// Otherwise a renamed file may be empty after a power failure.
void AtomicFile::flush() const {
  const FileDescriptor file(open(path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (file.number() < 0) refuse(errno);
  std::error_code ignored;
  if (flush_ == Flush::yes && fs::is_regular_file(path(), ignored) && fsync(file.number()) != 0) refuse(errno);
}

void AtomicFile::throw_naming_target(const Error& cause) const {
  if (!cause.where().file.starts_with(path())) throw;
  throw Error({.file = given_}, cause.problem(), cause.hint());
}

void AtomicFile::refuse(int error_number) const {
  throw Error({.file = given_}, fmt::format("cannot be written: {}", std::strerror(error_number)),
              "check the permissions of its folder, and that the disk has room");
}

void replace_file(const std::string& path, const std::string& text, AtomicFile::Flush flush) {
  refuse_database(path);
  const fs::path target = place_of(path);
  std::error_code ignored;
  const fs::file_status status = fs::status(target, ignored);
  const bool is_file = fs::is_regular_file(status);
  if (fs::exists(status) && (!is_file || access(target.parent_path().c_str(), W_OK) != 0))
    return write_file(path, text);
  AtomicFile file(path, flush);
  file.write(text);
  file.replace();
}

}  // namespace warpledger
