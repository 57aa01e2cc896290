#pragma once

#include <cstdint>
#include <string>

namespace warpledger {

enum class Sockets { none, local };

/// Rejects, from now on and for all threads and children, system calls that neither compilers nor drivers need:
///
/// - sockets (Sockets::local allows local ones, which CUDA's driver opens);
/// - signals to other processes, and their limits, priorities and memory (Sockets::none allows SIGKILL, with which a
///   host's worker ends its kernels);
/// - modes, owners, times and attributes of files; System V shared objects, keys, namespaces;
/// - fork (programs can still be started), and leaving the process group that the parent ends.
///
/// A rejected call fails with EACCES. Returns "", or a reason if the kernel lacks seccomp. Throws Error if the filter
/// cannot be built. Needs no privilege.
std::string filter_system_calls(Sockets sockets);

/// Rejects, for all threads, everything except computing, threads, loading a library and using open sockets: no files
/// opened for writing, no programs or processes started, no signals to others, no new sockets, no descriptors passed.
/// Returns and throws as filter_system_calls().
std::string allow_computing_only();

/// The filters in libseccomp's text format, to check those of other processors (<seccomp.h>).
std::string filter_text(Sockets sockets, std::uint32_t architecture);
std::string computing_filter_text(std::uint32_t architecture);

}  // namespace warpledger
