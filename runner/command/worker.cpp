#include <memory>

#include "command/command.h"
#include "worker/device_worker.h"

namespace warpledger {

void add_worker(Arguments& arguments) {
  auto options = std::make_shared<WorkerOptions>();
  arguments.text("--device", options->device, "the device to open");
  arguments.text("--cache", options->cache_dir, "folder for compiled kernels");
  arguments.repeated("--root", options->roots, "data folders, in search order");
  arguments.text("--untrusted", options->untrusted, "run untrusted code, which may write in this folder only");
  arguments.whole("--fd", options->fd, "the socket to the parent").required();
  arguments.run([options] {
    run_worker(*options);
    return kAllOk;
  });
}

void add_kernels(Arguments& arguments) {
  auto fd = std::make_shared<int>(-1);
  arguments.whole("--fd", *fd, "the socket to the worker").required();
  arguments.run([fd] {
    run_kernels(*fd);
    return kAllOk;
  });
}

}  // namespace warpledger
