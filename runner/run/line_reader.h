#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace warpledger {

/// Lines that somebody writes now and then: a pipe, a terminal, a file.
class LineReader {
 public:
  static constexpr std::size_t kLongest_bytes = 1 << 20;

  explicit LineReader(int descriptor) : descriptor_(descriptor) {}

  /// The next line without its newline, once it is there; a last one need not have any. Nothing at the end, or when
  /// `stop_requested` says so meanwhile. Throws Error for a line of more than kLongest_bytes, which is passed over.
  std::optional<std::string> next(const std::function<bool()>& stop_requested);

 private:
  bool read_more(const std::function<bool()>& stop_requested);

  int descriptor_;
  std::string unread_;
};

}  // namespace warpledger
