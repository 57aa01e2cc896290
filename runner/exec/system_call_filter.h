#pragma once

#include <string>

namespace warpledger {

enum class Sockets { none, local };

/// Takes system calls from all threads of the process, and from the threads and processes that they start from now on,
/// that neither compilers nor drivers need: sockets (but local ones with Sockets::local, which CUDA's driver opens),
/// signals to other processes, setting their limits and priorities, looking into them, changing modes, owners, times
/// and attributes of files, System V's shared objects, keys, name spaces, copies of the process by fork (starting a
/// program stays possible), and leaving the process group, by which the parent ends all that a worker has started. Such
/// a call fails with EACCES.
///
/// By seccomp, which needs no privilege. Says why not when the kernel has none or on a processor other than x86-64;
/// empty when it is in force.
std::string filter_system_calls(Sockets sockets);

}  // namespace warpledger
