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
///
/// Where Sockets::none, for a worker of the host, it may end processes with SIGKILL: its kernels run in one.
std::string filter_system_calls(Sockets sockets);

/// Takes all system calls from all threads of the process but those that computing, threads, loading a library and
/// talking on open sockets need: no file can be opened to be written, no program or process started, no signal sent to
/// another, no socket made and no descriptor passed. Says the same.
std::string allow_computing_only();

}  // namespace warpledger
