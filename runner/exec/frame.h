#pragma once

#include <nlohmann/json.hpp>

namespace warpledger {

/// Thrown when no whole message came in time.
struct TimedOut {};

/// Writes one message to a socket: four bytes of length in the machine's order, then CBOR, which keeps bytes and
/// not-a-number values. Throws Error when the other end is gone.
void send_message(int fd, const nlohmann::json& message);

/// Reads one message, waiting at most `timeout_s` for it (no limit when negative). Null when the other end closed the
/// socket. Throws TimedOut, and Error after a malformed frame.
nlohmann::json receive_message(int fd, double timeout_s = -1);

}  // namespace warpledger
