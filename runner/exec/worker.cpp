#include "exec/worker.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/log.h"
#include "exec/collect_metrics.h"
#include "exec/frame.h"
#include "exec/measure_point.h"
#include "exec/protocol.h"

namespace warpledger {

using nlohmann::json;

namespace {

constexpr std::uint32_t kThreads = 256;
constexpr std::uint32_t kFactor = 2654435761;

// Integers give the same answer everywhere; shared memory and a barrier test that a block works together.
constexpr const char* kKnownGood = R"cuda(
__global__ void warpledger_known_good(unsigned* out, const unsigned* in) {
  __shared__ unsigned turned[256];
  const unsigned i = blockIdx.x * 256 + threadIdx.x;
  turned[255 - threadIdx.x] = in[i];
  __syncthreads();
  out[i] = 2654435761u * turned[threadIdx.x] + i;
}
)cuda";

std::uint32_t expected(std::uint32_t i, std::span<const std::uint32_t> in) {
  return kFactor * in[i / kThreads * kThreads + kThreads - 1 - i % kThreads] + i;
}

/// State of a worker. The first request that needs the backend opens it.
class Worker {
 public:
  explicit Worker(const WorkerServices& services) : services_(services) {}

  json answer(const json& request) {
    const std::string verb = request.at("verb");
    if (verb == "describe") return {{verb, describe()}};
    if (verb == "devices")
      return {{verb, services_.devices(request.at("facts_only") ? DeviceDetail::facts : DeviceDetail::all)}};
    if (verb == "diagnose") return {{verb, services_.diagnose()}};
    if (verb == "chips") return {{verb, services_.chips()}};
    if (verb == "chip_counters") return {{verb, services_.chip_counters(request.at("chip"))}};
    if (verb == "counter_support")
      return {{verb, services_.counter_support(request.at("chips"), request.at("metrics"))}};
    if (verb == "array") return keep(request.at("array").get<FileArray>());
    if (verb == "measure") return with_usable(verb, measure_point(request.at("job"), context()));
    if (verb == "launch") return with_usable(verb, launch_point(request.at("job"), context()));
    if (verb == "collect") return collect(request.at("jobs").get<std::vector<Job>>());
    if (verb == "check") return check();
    throw Error("the worker does not know the verb '" + verb + "'", "report this as a defect");
  }

 private:
  PointContext& context() {
    if (!context_) {
      backend_ = services_.open();
      if (services_.confine) isolation_ = services_.confine(*backend_);
      context_.emplace(*backend_);
    }
    return *context_;
  }

  Device describe() {
    Device device = context().backend.describe();
    if (services_.confine) device.environment["isolation"] = isolation_;
    return device;
  }

  json with_usable(const std::string& verb, const Result& result) const {
    return {{verb, result}, {"usable", backend_->usable()}};
  }

  json keep(FileArray array) {
    context().inputs.files().keep(std::move(array));
    return {{"array", true}};
  }

  json collect(const std::vector<Job>& jobs) {
    const auto metrics = collect_metrics(jobs, context());
    return {{"collect", metrics}, {"usable", backend_->usable()}};
  }

  json check() {
    check_device(context().backend);
    return {{"check", true}};
  }

  const WorkerServices& services_;
  std::unique_ptr<Backend> backend_;
  std::string isolation_;
  std::optional<PointContext> context_;  // after backend_, so that its buffers are freed first
};

}  // namespace

void serve(int fd, const WorkerServices& services) {
  Worker worker(services);
  while (true) {
    const json request = receive_message(fd);
    if (request.is_null()) return;
    json answer;
    log("request: {}", request.at("verb").get<std::string>());
    try {
      answer = worker.answer(request);
    } catch (const Error& error) {
      answer = {{"error", error_to_json(error)}};
    } catch (const std::exception& failure) {
      answer = {{"error", error_to_json(Error(failure.what(), "`warpledger doctor` says what works on this machine"))}};
    }
    log("answered{}", answer.contains("error") ? " with an error: " + answer["error"].dump() : "");
    send_message(fd, answer);
  }
}

void check_device(Backend& backend) {
  const auto blocks = static_cast<std::uint32_t>(2 * backend.describe().facts.at("sm_count"));
  std::vector<std::uint32_t> in(std::size_t{blocks} * kThreads);
  for (std::uint32_t i = 0; i < in.size(); ++i) in[i] = i * i;
  std::vector<std::uint32_t> out(in.size());

  const auto module = backend.compile({{"known_good.cu", kKnownGood}, {}}, std::span(&kKnownGoodFunction, 1));
  const auto in_memory = backend.allocate(std::as_bytes(std::span(in)).size());
  const auto out_memory = backend.allocate(std::as_bytes(std::span(out)).size());
  backend.write(*in_memory, 0, std::as_bytes(std::span(in)));
  backend.fill(*out_memory, 0, std::as_bytes(std::span(out)).size(), std::byte{0});
  Work work;
  work.launches.push_back({module.get(),
                           kKnownGoodFunction,
                           {DevicePointer{out_memory.get()}, DevicePointer{in_memory.get()}},
                           {blocks},
                           {kThreads},
                           0});
  backend.launch(work);
  backend.read(*out_memory, 0, std::as_writable_bytes(std::span(out)));
  for (std::uint32_t i = 0; i < out.size(); ++i)
    if (out[i] != expected(i, in))
      throw Error(
          fmt::format("a known-good kernel computed {} instead of {} for element {}", out[i], expected(i, in), i),
          "`warpledger doctor` says what works on this machine");
}

}  // namespace warpledger
