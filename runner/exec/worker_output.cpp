#include "exec/worker_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "base/text.h"

namespace warpledger {
namespace {

/// Of what was printed last; a reason shows no more of a line.
constexpr std::size_t kTailBytes = 300;

}  // namespace

void WorkerOutput::show(std::string_view text) {
  if (line_begin_.empty()) {
    std::cerr << printable(text) << std::flush;
    return;
  }
  std::string shown;
  for (const char c : printable(text)) {
    if (!inside_line_) shown += line_begin_;
    shown += c;
    inside_line_ = c != '\n';
  }
  std::cerr << shown << std::flush;
}

void WorkerOutput::begin_request() {
  taken_bytes_ = 0;
  tail_.clear();
}

void WorkerOutput::take(std::string_view text) {
  if (taken_bytes_ < kShownBytes) show(text.substr(0, kShownBytes - taken_bytes_));
  taken_bytes_ += text.size();
  tail_ += text.substr(text.size() - std::min(text.size(), kTailBytes));
  if (tail_.size() > kTailBytes) tail_.erase(0, tail_.size() - kTailBytes);
}

void WorkerOutput::end_request() {
  if (inside_line_) std::cerr << '\n';
  inside_line_ = false;
  if (taken_bytes_ <= kShownBytes) return;
  const auto left_out = static_cast<std::int64_t>(taken_bytes_ - kShownBytes);
  std::cerr << fmt::format("{}[{} more bytes of the kernel's output are not shown]\n",
                           line_begin_.empty() ? "\n" : line_begin_, with_thousands(left_out));
}

std::string WorkerOutput::last_line() const {
  const std::size_t end = tail_.find_last_not_of("\r\n");
  if (end == std::string::npos) return {};
  const std::size_t newline = tail_.find_last_of('\n', end);
  const std::size_t begin = newline == std::string::npos ? 0 : newline + 1;
  return printable(std::string_view(tail_).substr(begin, end + 1 - begin));
}

}  // namespace warpledger
