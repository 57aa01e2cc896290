#pragma once

#include <string>

namespace warpledger {

/// A date ("2024-02-29") or a moment ("2024-02-29 12:30", "2024-02-29T12:30:15Z", "2024-02-29T12:30:15.123Z"), all UTC,
/// as the ledger writes moments: "2024-02-29T12:30:15.123Z". Throws Error when it is none, or no such day exists.
std::string utc_of(const std::string& text);

/// The beginning of a moment: a year, a month ("2024-02"), a day or a moment, as far as `text` says it, written as the
/// ledger writes it. Throws Error when it is none.
std::string utc_beginning(const std::string& text);

}  // namespace warpledger
