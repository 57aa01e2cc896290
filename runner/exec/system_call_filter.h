#pragma once

#include <cstdint>
#include <string>

namespace warpledger {

enum class Sockets { none, local };

/// Rejects, from now on and for all threads and children of this process, system calls that neither compilers nor
/// drivers need:
///
/// - sockets (Sockets::local allows local ones, which CUDA's driver opens);
/// - signals to other processes, and their limits, priorities and memory (Sockets::none allows SIGKILL, with which a
///   host's worker ends its kernels);
/// - modes, owners, times and attributes of files; System V shared objects, keys, namespaces;
/// - fork (programs can still be started) and leaving the process group, by which the parent ends everything that a
///   worker started.
///
/// A rejected call fails with EACCES. Uses seccomp, which needs no privilege. Returns "", or a reason if the kernel
/// lacks seccomp. Throws Error if the filter cannot be built.
std::string filter_system_calls(Sockets sockets);

/// Rejects, for all threads, all system calls except those for computing, threads, loading a library and using open
/// sockets. The process cannot open files for writing, start programs or processes, signal others, create sockets or
/// pass descriptors. Returns and throws as filter_system_calls().
std::string allow_computing_only();

/// The filters in libseccomp's text format, to check those of other processors. `architecture` is from <seccomp.h>.
std::string filter_text(Sockets sockets, std::uint32_t architecture);
std::string computing_filter_text(std::uint32_t architecture);

}  // namespace warpledger
