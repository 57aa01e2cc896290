#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;

namespace warpledger {

// Ids of rows, made of what a row says: two ledgers that hold the same row give it the same id, so that merging them is
// the union of their tables. schema/migrations/0005_content_ids.sql says which id is made of what.

/// 63 bits of the SHA-256 of a row's texts. Among a million rows two collide with a chance of 1 to 10 million.
std::int64_t content_id(std::span<const std::string_view> texts);
std::int64_t content_id(std::initializer_list<std::string_view> texts);

/// The id of a metric's kind or of the reason why one is absent: 47 bits, because every metric repeats it.
std::int64_t short_content_id(std::initializer_list<std::string_view> texts);

/// The id of a run: 41 bits, which leaves room for the points in the ids of its points.
std::int64_t run_id(std::string_view uuid);
std::int64_t point_id(std::int64_t run, std::int64_t ordinal);

/// The most points of a run.
inline constexpr std::int64_t kMostPoints = std::int64_t{1} << 22;

/// A number as text that gives the same number again.
std::string number_text(double value);

/// Makes content_id(...) and number_text(x) known in SQL, where NULL goes through, and what register_row_functions
/// adds.
void register_content_functions(sqlite3* database);

}  // namespace warpledger
