#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace warpledger {

/// Environment variable that names the log file; child processes inherit it, except those of untrusted code.
inline constexpr const char* kLogVariable = "WARPLEDGER_LOG";

/// Appends to the log at `path` from now on, and so do processes that this one starts. Throws Error if the file cannot
/// be opened.
void open_log(const std::string& path);

/// True if open_log() was called.
bool is_logging();

/// Appends a line: UTC with milliseconds, process id, `message`. Each line is one write(), so that processes can share
/// a file; control characters are escaped.
void write_log_line(std::string_view message);

/// Formats and appends a line; costs one comparison without a log.
template <class... Arguments>
void log(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  if (is_logging()) write_log_line(fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace warpledger
