#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "exec/landlock.h"
#include "exec/system_call_filter.h"

namespace warpledger {

/// What a worker that runs foreign code may do to its machine.
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

}  // namespace warpledger
