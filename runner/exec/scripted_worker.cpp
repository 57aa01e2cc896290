// A worker process with the scripted device, for tests of the parent's side.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "exec/job_fixture.h"
#include "exec/worker.h"

namespace warpledger {
namespace {

/// Dies when it shall count.
struct DyingCounter : ScriptedBackend {
  explicit DyingCounter(ScriptedBackend backend) : ScriptedBackend(std::move(backend)) {}
  std::vector<std::vector<Metric>> count(std::span<const Work>, Cache, std::span<const MetricRequest>) override {
    std::raise(SIGKILL);
    return {};
  }
};

/// fixture::doubling_backend() with kernels that end their process or never end.
ScriptedBackend scripted_backend() {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.counter_values["inst_executed"] = 42;
  backend.kernels["crashes"] = [](const ScriptedCall&) { std::raise(SIGKILL); };
  backend.kernels["hangs"] = [](const ScriptedCall&) { std::this_thread::sleep_for(std::chrono::hours(1)); };
  return backend;
}

}  // namespace
}  // namespace warpledger

/// Called as WorkerProcess does: [--dies-counting] --fd N
int main(int argc, char** argv) {
  using namespace warpledger;
  const bool dies_counting = std::string_view(argv[1]) == "--dies-counting";
  WorkerServices services;
  services.open = [=]() -> std::unique_ptr<Backend> {
    if (dies_counting) return std::make_unique<DyingCounter>(scripted_backend());
    return std::make_unique<ScriptedBackend>(scripted_backend());
  };
  serve(std::atoi(argv[argc - 1]), services);
}
