#pragma once

#include <string>
#include <vector>

namespace warpledger {

/// How a worker is started.
struct WorkerOptions {
  std::string device = "auto";
  std::string cache_dir;
  std::vector<std::string> roots;
  std::string untrusted;  ///< the one folder where untrusted code may write; empty when the code is ours
  int fd = -1;
};

/// Opens the device and answers the parent's requests on `options.fd` (exec/worker.h) until the other end closes it.
/// Blocks SIGINT, SIGTERM and SIGHUP, and dies with its parent. Throws Error when the device cannot be opened.
void run_worker(const WorkerOptions& options);

/// The process of a host worker's untrusted kernels (backend_host/kernel_process.h); `fd` is its socket to the worker.
[[noreturn]] void run_kernels(int fd);

}  // namespace warpledger
