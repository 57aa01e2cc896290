#pragma once

#include <string>
#include <vector>

namespace warpledger {

struct WorkerOptions {
  std::string device = "auto";
  std::string cache_dir;
  std::vector<std::string> roots;
  std::string untrusted;  ///< the only folder that untrusted code may write to; empty: the code is trusted
  int fd = -1;
};

/// Options of a process that compiles ahead.
struct CompilerOptions {
  std::string device;  ///< id: "cuda:0", "host:h200"
  int arch = 0;        ///< compute capability without the dot: 90
  std::string cache_dir;
  std::vector<std::string> roots;
  int fd = -1;
};

/// Compiles requests from `options.fd` into the cache (exec/compile_ahead.h). Dies with its parent.
void compile_ahead(const CompilerOptions& options);

/// Opens the device and serves requests on `options.fd` (exec/worker.h) until the other end closes. Blocks SIGINT,
/// SIGTERM and SIGHUP, and dies with its parent. Throws Error if the device cannot be opened.
void run_worker(const WorkerOptions& options);

/// Runs a host worker's untrusted kernels (backend_host/kernel_process.h); `fd` is the socket to the worker.
[[noreturn]] void run_kernels(int fd);

}  // namespace warpledger
