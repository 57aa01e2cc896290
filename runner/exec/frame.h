#pragma once

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include "base/error.h"

namespace warpledger {

/// Thrown when no whole message came in time.
struct TimedOut {};

/// Thrown when the other end sent what no worker and no parent sends.
class MalformedMessage : public Error {
 public:
  MalformedMessage() : Error("the worker sent a malformed message", "report this as a defect") {}
};

/// Writes one message to a socket: four bytes of length in the machine's order, then CBOR, which keeps bytes and
/// not-a-number values. Throws Error when the other end is gone.
void send_message(int fd, const nlohmann::json& message);

/// Reads one message, waiting at most `timeout_s` for it (no limit when negative). Null when the other end closed the
/// socket. Throws TimedOut, and MalformedMessage.
nlohmann::json receive_message(int fd, double timeout_s = -1);

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
