#include "run/line_reader.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "base/error.h"

namespace warpledger {

std::optional<std::string> LineReader::next(const std::function<bool()>& stop_requested) {
  bool is_too_long = false;
  std::size_t end = std::string::npos;
  bool is_open = true;
  while ((end = unread_.find('\n')) == std::string::npos && is_open) {
    if (unread_.size() > kLongest_bytes) {
      is_too_long = true;
      unread_.clear();
    }
    is_open = read_more(stop_requested);
  }
  if (stop_requested() || (end == std::string::npos && unread_.empty() && !is_too_long)) return std::nullopt;
  std::string line = unread_.substr(0, end);
  unread_.erase(0, end == std::string::npos ? end : end + 1);
  if (is_too_long || line.size() > kLongest_bytes)
    throw Error(fmt::format("the line has more than {} bytes", kLongest_bytes), "write a point in a line");
  return line;
}

bool LineReader::read_more(const std::function<bool()>& stop_requested) {
  constexpr int kPatience_ms = 100;  // interval to check for a stop
  std::array<char, 1 << 16> buffer{};
  while (!stop_requested()) {
    pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
    if (poll(&waiting, 1, kPatience_ms) <= 0) continue;
    const ssize_t count = read(descriptor_, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) return false;
    unread_.append(buffer.data(), static_cast<std::size_t>(count));
    return true;
  }
  return false;
}

}  // namespace warpledger
