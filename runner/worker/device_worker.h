#pragma once

#include <string>
#include <vector>

namespace warpledger {

struct WorkerOptions {
  std::string device = "auto";
  std::string cache_dir;
  std::vector<std::string> roots;
  std::string untrusted;  ///< only folder that untrusted code may write to; empty: trusted
  int fd = -1;
};

struct CompilerOptions {
  std::string device;  ///< "cuda:0", "host:h200"
  int arch = 0;        ///< without the dot: 90
  std::string cache_dir;
  std::vector<std::string> roots;
  int fd = -1;
};

/// Compiles requests from `options.fd` into the cache (exec/compile_ahead.h). Dies with its parent.
void compile_ahead(const CompilerOptions& options);

/// Serves requests on `options.fd` (exec/worker.h) until the other end closes. Blocks SIGINT, SIGTERM and SIGHUP, and
/// dies with its parent. Throws Error if the device cannot be opened.
void run_worker(const WorkerOptions& options);

/// Runs a host worker's untrusted kernels (backend_host/kernel_process.h); `fd` is the socket to it.
[[noreturn]] void run_kernels(int fd);

}  // namespace warpledger
