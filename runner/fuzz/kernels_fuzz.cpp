// What the process of a host's untrusted kernels answers: framed, decoded, read as the end of a launch or as a model of
// one. Whatever the bytes are, a failure that kernels have or a MalformedMessage is the worst that comes of them, and
// what a model that is accepted gives passes the parent's own check.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "backend_host/kernel_message.h"
#include "backend_host/modelled_metrics.h"
#include "exec/answer_check.h"
#include "exec/frame.h"
#include "fuzz/sent_bytes.h"
#include "model/metric.h"

namespace warpledger {
namespace {

/// Of the launch that was asked about.
constexpr std::uint64_t kBlocks = 100;
constexpr std::uint32_t kSms = 8;

Job job_with_all_quantities() {
  Job job;
  for (const ModelQuantity& quantity : kModelQuantities) {
    const std::string name(quantity.name);
    job.metrics.push_back({name, "", "", {}, ModelChoice{name, 1}});
  }
  return job;
}

void use(const LaunchModel& model) {
  static const std::vector<Job> jobs = {job_with_all_quantities()};
  for (const std::size_t launches : {std::size_t{1}, std::size_t{3}}) {
    const std::vector<LaunchModel> models(launches, model);
    try {
      check_collected(jobs, {modelled_metrics(jobs.front().metrics, models, "digest", "")}, false);
    } catch (const MalformedMessage&) {
      std::abort();  // an accepted model gave what the parent refuses
    }
  }
}

void read_answer(const nlohmann::json& answer) {
  try {
    throw_failure(answer);
    if (answer.contains("model")) use(launch_model_from(part<nlohmann::json>(answer, "model"), kBlocks, kSms));
  } catch (const PointFailure& end) {
    message_of(end);
  } catch (const Error&) {
    return;
  }
}

}  // namespace
}  // namespace warpledger

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warpledger::receive_sent(data, size, warpledger::read_answer);
  return 0;
}
