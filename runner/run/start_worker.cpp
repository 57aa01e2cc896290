#include "run/start_worker.h"

namespace warpledger {
namespace {

std::vector<std::string> worker_command(const Paths& paths, const std::vector<std::string>& roots,
                                        const std::string& device) {
  std::vector<std::string> command = {paths.program, "worker", "--device", device, "--cache", paths.cache_dir};
  for (const std::string& root : roots) command.insert(command.end(), {"--root", root});
  return command;
}

}  // namespace

WorkerProcess make_worker(const Paths& paths, const std::vector<std::string>& roots, const std::string& device) {
  return WorkerProcess(worker_command(paths, roots, device));
}

WorkerProcess make_untrusted_worker(const Paths& paths, const std::vector<std::string>& roots,
                                    const std::string& device, const std::string& author) {
  return WorkerProcess::for_untrusted_code(worker_command(paths, roots, device), author);
}

}  // namespace warpledger
