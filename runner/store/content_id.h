#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;

namespace warpledger {

// Row ids are computed from content, so a row has the same id in every ledger. schema/tables.sql lists what enters
// each.

/// Returns 63 bits of a SHA-256. The chance of a collision among a million rows is 1 in 10 million.
std::int64_t content_id(std::span<const std::string_view> texts);
std::int64_t content_id(std::initializer_list<std::string_view> texts);

/// Returns the id of a metric kind or a reason for absence: only 47 bits, because every metric repeats it.
std::int64_t short_content_id(std::initializer_list<std::string_view> texts);

/// Returns the id of a run: 41 bits, which leaves room for ordinals in point ids.
std::int64_t run_id(std::string_view uuid);
std::int64_t point_id(std::int64_t run, std::int64_t ordinal);

inline constexpr std::int64_t kMostPoints = std::int64_t{1} << 22;

/// Formats a number so that parsing gives the same number.
std::string number_text(double value);

/// Serialized rows, the input of a digest. Types and text lengths are included, so different rows have different bytes.
/// As in SQLite, -0 is 0 and NaN is NULL.
class RowBytes {
 public:
  void add(std::int64_t value);
  void add(double value);
  void add(std::string_view text);
  void add(std::nullptr_t);

  template <typename... Values>
  void row(const Values&... values) {
    (add(values), ...);
  }

  std::string_view bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  void add_word(char type, std::uint64_t word);

  std::string bytes_;
};

/// Registers SQL functions:
///
///     content_id(text, ...)            content_id() of the texts; NULL if any is
///     number_text(x)                   number_text(); NULL for NULL
///     bytes_of_row(x, ...)             RowBytes of the values
///     bytes_of_rows(x, ...)            aggregate: RowBytes of all rows, in order
///     sha256_of(text)                  hexadecimal digest
///     digest_of_program(name, text)    aggregate: digest_of(Program) of its files, main file first
void register_content_functions(sqlite3* database);

// SQL expressions for digests of rows, which run_digest, start_digest, stop_digest, point_digest and estimate_digest
// store and `ledger check` recomputes. PointRows computes point digests without SQL.

/// Digest of row `r` of `run`, with its run_text. Without a campaign it is the same as before campaigns existed.
inline constexpr const char* kRunDigest =
    "content_id(bytes_of_row(r.id, r.uuid, r.started_utc, r.command_line, r.tool_version, r.experiment, r.device, "
    "r.environment, r.submission, r.seed, r.planned_points, r.report, r.settings), (SELECT CASE WHEN r.campaign IS "
    "NULL "
    "THEN bytes_of_rows(source) ELSE bytes_of_row(bytes_of_rows(source), r.campaign, r.shard) END FROM "
    "(SELECT source FROM run_text WHERE run = r.id ORDER BY source)))";

/// Digest of row `s` of `run_start`.
inline constexpr const char* kStartDigest =
    "content_id(bytes_of_row(s.id, s.run, s.started_utc, s.command_line, s.tool_version, s.environment, "
    "s.recorded_points, s.changes, s.host, s.user, s.process_id))";

/// Digest of row `t` of `run_stop`, with the points' digests if the run is finished.
inline constexpr const char* kStopDigest =
    "content_id(bytes_of_row(t.start, t.stopped_utc, t.outcome, t.reason), CASE t.outcome WHEN 'finished' THEN (SELECT "
    "bytes_of_rows(point, digest) FROM (SELECT point, digest FROM point_digest WHERE point BETWEEN (t.start >> 16) << "
    "22 AND ((t.start >> 16) << 22) + 4194303 ORDER BY point)) ELSE '' END)";

/// Digest of row `p` of `point`, with its checks, times and metrics.
inline constexpr const char* kPointDigest =
    "content_id(bytes_of_row(p.id, p.run, p.ordinal, p.configuration, p.outcome, p.reason, p.wall_s), (SELECT "
    "bytes_of_rows(buffer, elements, mismatches, max_abs_error) FROM (SELECT * FROM check_result WHERE point = p.id "
    "ORDER BY buffer)), (SELECT bytes_of_rows(method, checksum, sample_count, min_us, q1_us, median_us, q3_us, max_us, "
    "median_sm_clock_mhz) FROM timing WHERE point = p.id), (SELECT bytes_of_rows(clock, checksum, median_us) FROM "
    "prepare_timing WHERE point = p.id), (SELECT bytes_of_rows(kind, value, absence) FROM (SELECT * FROM metric WHERE "
    "point = p.id ORDER BY kind)))";

/// Digest of the estimates of e.point in generation e.generation.
inline constexpr const char* kEstimateDigest =
    "content_id(bytes_of_row(e.point, e.generation), (SELECT bytes_of_rows(name, value, unit, reason, lower, upper, "
    "confidence, because, model, sampled_sms) FROM (SELECT * FROM estimate WHERE point = e.point AND generation = "
    "e.generation ORDER BY name)))";

}  // namespace warpledger
