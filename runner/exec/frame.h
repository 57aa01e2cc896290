#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// Thrown when no whole message came in time.
struct TimedOut {};

/// Thrown when the other end sent what no worker and no parent sends.
class MalformedMessage : public Error {
 public:
  MalformedMessage() : Error("the worker sent a malformed message", "report this as a defect") {}
  /// `what` completes "a malformed message:": "too many samples".
  explicit MalformedMessage(const std::string& what)
      : Error("the worker sent a malformed message: " + what, "report this as a defect") {}
};

/// Writes one message to a socket: four bytes of length in the machine's order, then CBOR, which keeps bytes and
/// not-a-number values. Throws Error when the other end is gone.
void send_message(int fd, const nlohmann::json& message);

/// The most that a message may have. A value takes some 40 bytes of memory, whatever it is sent as.
struct MessageLimits {
  std::size_t bytes = std::size_t{1} << 30;
  std::size_t values = std::size_t{1} << 28;
};

/// Of answers, which untrusted code may send: the longest, all counters of a chip, have 10 MiB and 100 000 values.
inline constexpr MessageLimits kAnswerLimits = {.bytes = std::size_t{32} << 20, .values = 1'000'000};

/// Reads one message, waiting at most `timeout_s` for it (no limit when negative). Null when the other end closed the
/// socket. Throws TimedOut, and MalformedMessage.
nlohmann::json receive_message(int fd, double timeout_s = -1, const MessageLimits& limits = {});

/// Whether the other end of a socket is gone.
bool is_closed(int fd);

/// Bytes as a message holds them, and back. bytes_in() throws json::exception for what has none.
nlohmann::json binary_of(std::span<const std::byte> bytes);
std::vector<std::byte> bytes_in(const nlohmann::json& binary);

/// What a message holds under `key`. Throws MalformedMessage when it is not there or not a T.
template <class T>
T part(const nlohmann::json& message, const char* key) {
  try {
    return message.at(key).get<T>();
  } catch (const nlohmann::json::exception&) {
    throw MalformedMessage();
  }
}

}  // namespace warpledger
