#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpledger {

/// The seconds since 1970 of a moment as ISO 8601 and RFC 3339 write it, or as Ruby does: date, 'T' or a blank, time
/// with or without seconds and their fraction, and 'Z', 'UTC' or an offset: "2026-10-01T23:59:00+02:00", "2026-10-01
/// 21:59:00.123 Z". Nothing for other text, and for a moment without an offset: it is one in each time zone.
std::optional<std::int64_t> parse_utc(std::string_view text);

/// "2026-10-01T21:59:00Z".
std::string utc_text(std::int64_t seconds);

/// The same with milliseconds, as the ledger writes a moment: "2026-10-01T21:59:00.123Z".
std::string utc_text(std::chrono::system_clock::time_point moment);

/// Now, by this machine's clock: "2026-10-01T21:59:00Z". What a date is compared with takes it as a parameter.
std::string current_utc();

}  // namespace warpledger
