#include "base/temporary_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include "base/error.h"

namespace warpledger {

TemporaryFolder::TemporaryFolder(const std::filesystem::path& parent) {
  std::string name = parent / "warpledger-XXXXXX";
  if (mkdtemp(name.data()) == nullptr)
    throw Error({.file = parent}, std::string("no folder can be made here: ") + std::strerror(errno),
                "check that it exists and is writable; $TMPDIR names the folder for temporary files");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // what is left lies in a folder for what is temporary
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace warpledger
