#pragma once

#include <string>
#include <vector>

namespace warpledger {

/// What a process may do in the file system, by Linux's Landlock. A path that does not exist is left out.
struct FileAccess {
  std::vector<std::string> readable;  ///< files and folders whose files may be read and executed
  std::vector<std::string> writable;  ///< the same, and written, made and removed
};

/// Takes all other access to files from the calling thread, and from the threads and processes that it starts from now
/// on; files that are open stay so. Needs no privilege. Says why not when the kernel has no Landlock; empty when it is
/// in force. Throws Error when the kernel has it and refuses.
std::string restrict_files(const FileAccess& access);

}  // namespace warpledger
