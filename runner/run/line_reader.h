#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace warpledger {

/// Reads lines from a pipe, terminal or file as they arrive.
class LineReader {
 public:
  static constexpr std::size_t kLongest_bytes = 1 << 20;

  explicit LineReader(int descriptor) : descriptor_(descriptor) {}

  /// Waits for the next line; the last one needs no newline. Nothing at the end, or if `stop_requested` returns true.
  /// Throws Error for a line of more than kLongest_bytes and skips it.
  std::optional<std::string> next(const std::function<bool()>& stop_requested);

 private:
  bool read_more(const std::function<bool()>& stop_requested);

  int descriptor_;
  std::string unread_;
};

}  // namespace warpledger
