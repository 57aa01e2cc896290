#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "exec/system_call_filter.h"

namespace warpledger {

/// Allowed file access, enforced by Linux's Landlock. Paths that do not exist are skipped.
struct FileAccess {
  std::vector<std::string> readable;  ///< files, and folders with all they contain, to read and execute
  std::vector<std::string> writable;  ///< also to write, create and remove
};

/// Denies all other file access to the calling thread and to threads and processes that it starts later. Open files
/// stay open. Needs no privilege. Returns "" if in force, or a reason if the kernel lacks Landlock. Throws Error if the
/// kernel has Landlock but refuses.
std::string restrict_files(const FileAccess& access);

/// Limits of a worker that runs untrusted code.
struct Confinement {
  FileAccess files;
  Sockets sockets = Sockets::none;
  std::optional<std::uint64_t> memory_bytes;  ///< address space per process; absent if a GPU's memory is mapped
};

/// Irrevocably sandboxes the calling thread and what it starts later. Returns the protections in force, for the record:
/// "Landlock, system calls filtered", or why one is missing. Throws Error if the kernel refuses a feature that it has.
std::string confine(const Confinement& confinement);

/// Paths that compilers and the toolkit read: system folders, the folders in CUDA_HOME, CUDA_PATH and LD_LIBRARY_PATH,
/// and of /etc only the loader's cache.
std::vector<std::string> toolchain_paths();

/// Device files of NVIDIA's driver on this machine.
std::vector<std::string> gpu_device_files();

/// Environment of a worker that runs untrusted code, as "NAME=VALUE". Copies only these variables, so no token or
/// password:
///
/// - PATH, LD_LIBRARY_PATH: compilers, libraries of the toolkit and the driver
/// - CUDA_*, NVIDIA_*: visible GPUs, the toolkit's folder
/// - LANG, LC_ALL: language of messages
/// - WARPLEDGER_HOST_CXX: compiler of host kernels
/// - ASAN_OPTIONS and similar, for tests of sanitizer builds
///
/// HOME, TMPDIR and XDG_CACHE_HOME are set to `folder`.
std::vector<std::string> scrubbed_environment(const std::filesystem::path& folder);

}  // namespace warpledger
