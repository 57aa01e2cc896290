#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// Thrown if no complete message arrives in time.
struct TimedOut {};

/// The other end sent what no correct worker or parent sends.
class MalformedMessage : public Error {
 public:
  MalformedMessage() : Error("the worker sent a malformed message", "report this as a defect") {}
  /// `what` completes "a malformed message:", e.g. "too many samples".
  explicit MalformedMessage(const std::string& what)
      : Error("the worker sent a malformed message: " + what, "report this as a defect") {}
};

/// Writes one message: four bytes of length in native order, then CBOR, which preserves bytes and NaN. Throws Error if
/// the other end is gone.
void send_message(int fd, const nlohmann::json& message);

/// Limits of a message. A value takes about 40 bytes of memory, whatever its encoding.
struct MessageLimits {
  std::size_t bytes = std::size_t{1} << 30;
  std::size_t values = std::size_t{1} << 28;
};

/// Limits for answers, which untrusted code may send. The longest real one, all counters of a chip, has 10 MiB and 100
/// 000 values.
inline constexpr MessageLimits kAnswerLimits = {.bytes = std::size_t{32} << 20, .values = 1'000'000};

/// Reads one message within `timeout_s` (negative: no limit). Null if the other end closed. Throws TimedOut and
/// MalformedMessage.
nlohmann::json receive_message(int fd, double timeout_s = -1, const MessageLimits& limits = {});

bool is_closed(int fd);

/// bytes_in() throws json::exception if `binary` holds no bytes.
nlohmann::json binary_of(std::span<const std::byte> bytes);
std::vector<std::byte> bytes_in(const nlohmann::json& binary);

/// Throws MalformedMessage if `key` is missing or not a T.
template <class T>
T part(const nlohmann::json& message, const char* key) {
  try {
    return message.at(key).get<T>();
  } catch (const nlohmann::json::exception&) {
    throw MalformedMessage();
  }
}

}  // namespace warpledger
