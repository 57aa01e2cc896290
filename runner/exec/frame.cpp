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
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace warpledger {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

/// Memory is allocated in blocks as bytes arrive, so an invalid length costs nothing.
constexpr std::size_t kBlockBytes = 1u << 20;

/// The deepest real message, `count`, nests 9 levels. The decoder is recursive.
constexpr std::size_t kMaxDepth = 32;

/// False when `deadline` passes before `fd` is readable.
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

/// Fills `bytes`; false if the other end closed before the first one.
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

/// Builds a message from the decoder's events and rejects deep nesting. Allocates as values arrive, whatever size an
/// array or object announces.
class MessageBuilder final : public nlohmann::json_sax<json> {
 public:
  MessageBuilder(json& message, std::size_t most_values) : message_(message), values_left_(most_values) {}

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(json::number_integer_t value) override { return put(value); }
  bool number_unsigned(json::number_unsigned_t value) override { return put(value); }
  bool number_float(json::number_float_t value, const json::string_t&) override { return put(value); }
  bool string(json::string_t& value) override { return put(std::move(value)); }
  bool binary(json::binary_t& value) override { return put(std::move(value)); }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(json::string_t& name) override {
    member_ = &(*open_.back())[std::move(name)];
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const json::exception&) override { return false; }

 private:
  bool put(json value) {
    if (values_left_-- == 0) return false;
    if (open_.empty())
      last_ = &message_;
    else
      last_ = open_.back()->is_array() ? &open_.back()->emplace_back() : member_;
    *last_ = std::move(value);
    return true;
  }
  bool open(json empty) {
    if (open_.size() == kMaxDepth || !put(std::move(empty))) return false;
    open_.push_back(last_);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  json& message_;
  std::size_t values_left_;
  std::vector<json*> open_;  ///< stack of open arrays and objects
  json* last_ = nullptr;
  json* member_ = nullptr;  ///< slot of an object for the next value
};

json decode(const std::vector<std::uint8_t>& body, std::size_t most_values) {
  json message;
  try {
    MessageBuilder builder(message, most_values);
    if (!json::sax_parse(body, &builder, json::input_format_t::cbor)) throw MalformedMessage();
  } catch (const json::exception&) {
    throw MalformedMessage();
  }
  return message;
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
      throw Error("the other end of the worker's socket is closed", std::strerror(errno));
    }
  }
}

nlohmann::json receive_message(int fd, double timeout_s, const MessageLimits& limits) {
  std::optional<Clock::time_point> deadline;
  if (timeout_s >= 0)
    deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout_s));
  std::array<std::uint8_t, sizeof(std::uint32_t)> header{};
  if (!read_all(fd, header, deadline)) return nullptr;
  std::uint32_t size = 0;
  std::memcpy(&size, header.data(), sizeof size);
  if (size > limits.bytes) throw MalformedMessage();  // also if the stream is out of step
  std::vector<std::uint8_t> body;
  while (body.size() < size) {
    const std::size_t done = body.size();
    body.resize(std::min<std::size_t>(size, done + kBlockBytes));
    if (!read_all(fd, std::span(body).subspan(done), deadline)) return nullptr;
  }
  return decode(body, limits.values);
}

bool is_closed(int fd) {
  pollfd socket{fd, 0, 0};
  return poll(&socket, 1, 0) > 0 && (socket.revents & POLLHUP) != 0;
}

json binary_of(std::span<const std::byte> bytes) {
  const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return json::binary_t(std::vector<std::uint8_t>(first, first + bytes.size()));
}

std::vector<std::byte> bytes_in(const json& binary) {
  const auto bytes = std::as_bytes(std::span(binary.get_binary()));
  return {bytes.begin(), bytes.end()};
}

}  // namespace warpledger
