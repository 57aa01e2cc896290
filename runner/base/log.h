#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace warpledger {

/// Names the log file. Child processes inherit it, except untrusted code.
inline constexpr const char* kLogVariable = "WARPLEDGER_LOG";

/// Appends to the log from now on, also in child processes. Throws Error if the file cannot be opened.
void open_log(const std::string& path);

bool is_logging();

/// Appends UTC with milliseconds, process ID and the escaped `message`. Each line is one write(), so that processes can
/// share the file.
void write_log_line(std::string_view message);

template <class... Arguments>
void log(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  if (is_logging()) write_log_line(fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace warpledger
