#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "exec/system_call_filter.h"

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

/// What a worker that runs untrusted code may do to its machine.
struct Confinement {
  FileAccess files;
  Sockets sockets = Sockets::none;
  std::optional<std::uint64_t> memory_bytes;  ///< of address space, for each process; absent where a GPU's is mapped
};

/// Confines the calling thread and what it starts from now on; cannot be undone. Says what is in force, for the record:
/// "Landlock, system calls filtered", or why one of them is not. Throws Error when the kernel refuses what it has.
std::string confine(const Confinement& confinement);

/// What compilers and the toolkit read: system folders, and those that CUDA_HOME, CUDA_PATH and LD_LIBRARY_PATH name.
/// Of /etc only the loader's cache.
std::vector<std::string> toolchain_paths();

/// The device files of NVIDIA's driver on this machine.
std::vector<std::string> gpu_device_files();

/// The environment of a worker that runs untrusted code, as "NAME=VALUE": of this process's own only
///
/// - PATH, LD_LIBRARY_PATH: where compilers, the toolkit's and the driver's libraries are;
/// - CUDA_*, NVIDIA_*: which GPUs, and where the toolkit is;
/// - LANG, LC_ALL: the language of messages;
/// - WARPLEDGER_HOST_CXX: the compiler of the host's kernels;
/// - ASAN_OPTIONS and the like, for tests of a build with sanitizers;
///
/// and HOME, TMPDIR and XDG_CACHE_HOME, which name `folder`. No token or password comes along.
std::vector<std::string> scrubbed_environment(const std::filesystem::path& folder);

}  // namespace warpledger
