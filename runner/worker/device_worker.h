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

/// How a process that compiles ahead is started.
struct CompilerOptions {
  std::string device;  ///< its id: "cuda:0", "host:h200"
  int arch = 0;        ///< its compute capability without its dot: 90
  std::string cache_dir;
  std::vector<std::string> roots;
  int fd = -1;
};

/// Compiles into the cache what is sent on `options.fd` (exec/compile_ahead.h). Dies with its parent.
void compile_ahead(const CompilerOptions& options);

/// Opens the device and answers the parent's requests on `options.fd` (exec/worker.h) until the other end closes it.
/// Blocks SIGINT, SIGTERM and SIGHUP, and dies with its parent. Throws Error when the device cannot be opened.
void run_worker(const WorkerOptions& options);

/// The process of a host worker's untrusted kernels (backend_host/kernel_process.h); `fd` is its socket to the worker.
[[noreturn]] void run_kernels(int fd);

}  // namespace warpledger
