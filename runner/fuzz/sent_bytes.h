#pragma once

#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "base/error.h"
#include "exec/frame.h"

namespace warpledger {

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

/// Gives `read` each message that is received when the other end sends these bytes and closes. An Error is an answer to
/// any bytes.
template <class Read>
void receive_sent(const std::uint8_t* data, std::size_t size, const Read& read) {
  const SocketPair sockets;
  // What does not fit the socket's buffer is cut off, as by a process that dies.
  if (send(sockets.ends[0], data, size, MSG_DONTWAIT) < 0 && size > 0) return;
  shutdown(sockets.ends[0], SHUT_WR);
  try {
    for (nlohmann::json message = receive_message(sockets.ends[1], -1, kAnswerLimits); !message.is_null();
         message = receive_message(sockets.ends[1], -1, kAnswerLimits))
      read(message);
  } catch (const Error&) {
    return;
  }
}

}  // namespace warpledger
