#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpledger {

/// Parses ISO 8601, RFC 3339 or Ruby times to seconds since 1970: "2026-10-01T23:59:00+02:00", "2026-10-01 21:59:00.123
/// Z". Seconds are optional; an offset, 'Z' or 'UTC' is required. Empty for other text.
std::optional<std::int64_t> parse_utc(std::string_view text);

/// Returns "2026-10-01T21:59:00Z".
std::string utc_text(std::int64_t seconds);

/// Returns "2026-10-01T21:59:00.123Z", the ledger's format.
std::string utc_text(std::chrono::system_clock::time_point moment);

/// Returns the current time: "2026-10-01T21:59:00Z". Code that compares dates takes the time as a parameter.
std::string current_utc();

}  // namespace warpledger
