// Bytes on the socket between parent and worker: framed, decoded, and read as each of the things that cross it.
// Whatever the bytes are, an Error is the worst that comes of them.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "exec/answer_check.h"
#include "exec/protocol.h"
#include "exec/worker.h"
#include "fuzz/sent_bytes.h"

namespace warpledger {
namespace {

/// Reads one part of a message, if it is there.
template <class T>
void read_part(const nlohmann::json& message, const char* key) {
  try {
    part<T>(message, key);
  } catch (const Error&) {
    return;
  }
}

void read_all_parts(const nlohmann::json& message) {
  read_part<std::string>(message, "verb");
  read_part<Job>(message, "job");
  read_part<std::vector<Job>>(message, "jobs");
  read_part<Device>(message, "describe");
  read_part<std::vector<Device>>(message, "devices");
  read_part<std::vector<Finding>>(message, "diagnose");
  read_part<std::vector<std::string>>(message, "chips");
  read_part<std::vector<ChipCounter>>(message, "chip_counters");
  read_part<std::vector<CounterSupport>>(message, "counter_support");
  read_part<std::vector<MetricRequest>>(message, "metrics");
  try {
    check_measured(Job(), part<Result>(message, "measure"), 1);
  } catch (const Error&) {
    // of no more use than a worker that died
  }
  read_part<bool>(message, "usable");
  try {
    check_collected({}, part<std::vector<std::vector<Metric>>>(message, "collect"), true);
  } catch (const Error&) {
    // the same
  }
  try {
    if (message.contains("error")) error_from_json(message["error"]);
  } catch (const Error&) {
    return;
  }
}

}  // namespace
}  // namespace warpledger

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warpledger::receive_sent(data, size, warpledger::read_all_parts);
  return 0;
}
