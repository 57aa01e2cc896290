#pragma once

#include <cstdint>
#include <string>

namespace warpledger {

enum class Sockets { none, local };

/// Rejects, from now on and for all threads and children of this process, system calls that neither compilers nor
/// drivers need:
///
/// - sockets (Sockets::local allows local ones, which CUDA's driver opens);
/// - signals to other processes, their limits, priorities and memory (Sockets::none allows SIGKILL, by which a worker
/// of
///   the host ends its kernels);
/// - modes, owners, times and attributes of files; System V's shared objects, keys, name spaces;
/// - fork (starting a program stays possible) and leaving the process group, by which the parent ends all that a worker
///   has started.
///
/// A rejected call fails with EACCES. By seccomp, which needs no privilege. Returns the reason if the kernel lacks it,
/// else "". Throws Error if the filter cannot be made.
std::string filter_system_calls(Sockets sockets);

/// Rejects, for all threads, all system calls except those that computing, threads, loading a library and talking on
/// open sockets need: no file can be opened for writing, no program or process started, no signal sent to another, no
/// socket made and no descriptor passed. Returns and throws as filter_system_calls().
std::string allow_computing_only();

/// The filters as libseccomp's text for an architecture of <seccomp.h>, to check those of other processors.
std::string filter_text(Sockets sockets, std::uint32_t architecture);
std::string computing_filter_text(std::uint32_t architecture);

}  // namespace warpledger
