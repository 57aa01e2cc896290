// Bytes on the socket between parent and worker: framed, decoded, and read as each of the things that cross it.
// Whatever the bytes are, an Error is the worst that comes of them.
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/error.h"
#include "exec/answer_check.h"
#include "exec/frame.h"
#include "exec/protocol.h"
#include "exec/worker.h"

namespace warpledger {
namespace {

/// Two connected sockets; what is written to one is read from the other.
struct SocketPair {
  SocketPair() {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) std::abort();
  }
  ~SocketPair() { close(ends[0]), close(ends[1]); }
  SocketPair(const SocketPair&) = delete;
  SocketPair& operator=(const SocketPair&) = delete;
  int ends[2] = {-1, -1};
};

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

void read_stream(const std::uint8_t* data, std::size_t size) {
  const SocketPair sockets;
  // What does not fit the socket's buffer is cut off, as by a worker that dies.
  if (send(sockets.ends[0], data, size, MSG_DONTWAIT) < 0 && size > 0) return;
  shutdown(sockets.ends[0], SHUT_WR);
  try {
    for (nlohmann::json message = receive_message(sockets.ends[1], -1, kAnswerLimits); !message.is_null();
         message = receive_message(sockets.ends[1], -1, kAnswerLimits))
      read_all_parts(message);
  } catch (const Error&) {
    return;
  }
}

}  // namespace
}  // namespace warpledger

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  warpledger::read_stream(data, size);
  return 0;
}
