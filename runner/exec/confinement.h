#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "exec/system_call_filter.h"

namespace warpledger {

/// File access allowed by Landlock. Paths that do not exist are skipped.
struct FileAccess {
  std::vector<std::string> readable;  ///< read and execute: files, and folders with their content
  std::vector<std::string> writable;  ///< also to write, create and remove
};

/// Denies other file access to this thread and what it starts later; open files stay open. Returns "" if in force, or a
/// reason if the kernel lacks Landlock. Throws Error if the kernel refuses. Needs no privilege.
std::string restrict_files(const FileAccess& access);

struct Confinement {
  FileAccess files;
  Sockets sockets = Sockets::none;
  std::optional<std::uint64_t> memory_bytes;  ///< address space per process; absent if a GPU's memory is mapped
};

/// Irrevocably sandboxes this thread and what it starts later. Returns the protections in force: "Landlock, system
/// calls filtered", or why one is missing. Throws Error if the kernel refuses a feature that it has.
std::string confine(const Confinement& confinement);

/// Paths that compilers and the toolkit read: system folders and those in CUDA_HOME, CUDA_PATH and LD_LIBRARY_PATH. Of
/// /etc only the loader's cache.
std::vector<std::string> toolchain_paths();

std::vector<std::string> gpu_device_files();

/// Environment of a worker for untrusted code, as "NAME=VALUE". HOME, TMPDIR and XDG_CACHE_HOME name `folder`. Only
/// these are copied, so no token or password: PATH, LD_LIBRARY_PATH, CUDA_*, NVIDIA_*, LANG, LC_ALL,
/// WARPLEDGER_HOST_CXX, and sanitizer options for tests.
std::vector<std::string> scrubbed_environment(const std::filesystem::path& folder);

}  // namespace warpledger
