#include <memory>

#include "command/command.h"
#include "worker/clock_holder.h"
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

void add_compiler(Arguments& arguments) {
  auto options = std::make_shared<CompilerOptions>();
  arguments.text("--device", options->device, "the device whose programs to compile").required();
  arguments.whole("--arch", options->arch, "its compute capability without its dot").required();
  arguments.text("--cache", options->cache_dir, "folder for compiled kernels");
  arguments.repeated("--root", options->roots, "data folders, in search order");
  arguments.whole("--fd", options->fd, "the socket to the parent").required();
  arguments.run([options] {
    compile_ahead(*options);
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

void add_clocks(Arguments& arguments) {
  auto options = std::make_shared<ClockHolderOptions>();
  arguments.text("--uuid", options->uuid, "the GPU").required();
  arguments.whole("--mhz", options->mhz, "the SM clock to hold").required();
  arguments.whole("--fd", options->fd, "the socket to the process that wants it").required();
  arguments.run([options] {
    hold_clocks(*options);
    return kAllOk;
  });
}

}  // namespace warpledger
