#include "exec/frame.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"

namespace warpledger {
namespace {

/// A frame beyond this is no frame of ours: the stream is out of step.
constexpr std::uint32_t kMaxFrameBytes = 1u << 30;

using Clock = std::chrono::steady_clock;

/// Waits until `fd` can be read; false when `deadline` passes first.
bool wait_readable(int fd, std::optional<Clock::time_point> deadline) {
  while (true) {
    int wait_ms = -1;
    if (deadline) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now()).count();
      if (left <= 0) return false;
      wait_ms = static_cast<int>(std::min<std::int64_t>(left, 1'000'000));
    }
    pollfd poll_fd{fd, POLLIN, 0};
    const int ready = poll(&poll_fd, 1, wait_ms);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) throw Error("waiting for the worker failed", std::strerror(errno));
  }
}

/// Fills `bytes`; false when the other end closed before the first of them.
bool read_all(int fd, std::span<std::uint8_t> bytes, std::optional<Clock::time_point> deadline) {
  for (std::size_t done = 0; done < bytes.size();) {
    if (!wait_readable(fd, deadline)) throw TimedOut{};
    const ssize_t got = recv(fd, bytes.data() + done, bytes.size() - done, 0);
    if (got > 0) {
      done += static_cast<std::size_t>(got);
    } else if (got == 0 || errno == ECONNRESET) {
      return false;
    } else if (errno != EINTR) {
      throw Error("reading from the worker failed", std::strerror(errno));
    }
  }
  return true;
}

}  // namespace

void send_message(int fd, const nlohmann::json& message) {
  const std::vector<std::uint8_t> body = nlohmann::json::to_cbor(message);
  std::vector<std::uint8_t> frame(sizeof(std::uint32_t));
  const auto size = static_cast<std::uint32_t>(body.size());
  std::memcpy(frame.data(), &size, sizeof size);
  frame.insert(frame.end(), body.begin(), body.end());
  for (std::size_t done = 0; done < frame.size();) {
    const ssize_t sent = send(fd, frame.data() + done, frame.size() - done, MSG_NOSIGNAL);
    if (sent >= 0) {
      done += static_cast<std::size_t>(sent);
    } else if (errno != EINTR) {
      throw Error("the other end of the worker's pipe is gone", std::strerror(errno));
    }
  }
}

nlohmann::json receive_message(int fd, double timeout_s) {
  std::optional<Clock::time_point> deadline;
  if (timeout_s >= 0)
    deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout_s));
  std::array<std::uint8_t, sizeof(std::uint32_t)> header{};
  if (!read_all(fd, header, deadline)) return nullptr;
  std::uint32_t size = 0;
  std::memcpy(&size, header.data(), sizeof size);
  if (size > kMaxFrameBytes) throw Error("the worker sent a malformed message", "report this as a defect");
  std::vector<std::uint8_t> body(size);
  if (!read_all(fd, body, deadline)) return nullptr;
  nlohmann::json message = nlohmann::json::from_cbor(body, true, false);
  if (message.is_discarded()) throw Error("the worker sent a malformed message", "report this as a defect");
  return message;
}

}  // namespace warpledger
