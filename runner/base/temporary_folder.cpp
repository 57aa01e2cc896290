#include "base/temporary_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "base/error.h"

namespace warpledger {

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
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // what is left is in a folder for what is temporary
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace warpledger
