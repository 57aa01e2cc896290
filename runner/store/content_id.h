#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

struct sqlite3;

namespace warpledger {

// Ids of rows, made of what a row says: two ledgers that hold the same row give it the same id, so that merging them is
// the union of their tables. schema/tables.sql says which id is made of what.

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

/// The values of rows, one behind the other, as bytes that a digest is made of: each value with its type, a text with
/// its length, so that rows that differ in anything differ in their bytes. A number counts as SQLite keeps it: -0 is 0,
/// not-a-number is NULL.
class RowBytes {
 public:
  void add(std::int64_t value);
  void add(double value);
  void add(std::string_view text);
  void add(std::nullptr_t);

  /// Adds all values of a row.
  template <typename... Values>
  void row(const Values&... values) {
    (add(values), ...);
  }

  std::string_view bytes() const { return bytes_; }
  /// Begins anew; the memory is kept.
  void clear() { bytes_.clear(); }

 private:
  void add_word(char type, std::uint64_t word);

  std::string bytes_;
};

/// Makes known in SQL:
///
///     content_id(text, ...)            content_id() of the texts; NULL when one of them is
///     number_text(x)                   number_text(); NULL of NULL
///     bytes_of_row(x, ...)             RowBytes of the values
///     bytes_of_rows(x, ...)            the same of all rows, in their order; an aggregate
///     sha256_of(text)                  in hex
///     digest_of_program(name, text)    digest_of(Program) of its files, the main file first; an aggregate
void register_content_functions(sqlite3* database);

// What the digests of rows are made of, as expressions of SQL on a row of the ledger. The tables run_digest,
// start_digest, stop_digest, point_digest and estimate_digest keep them, `ledger check` makes them anew. They are made
// of what the rows say, as ids are: a merged row keeps its digest. PointRows makes the digest of a point without SQL.

/// Of the row `r` of `run`, with its run_text. A run of no campaign has the digest from before there were any.
inline constexpr const char* kRunDigest =
    "content_id(bytes_of_row(r.id, r.uuid, r.started_utc, r.command_line, r.tool_version, r.experiment, r.device, "
    "r.environment, r.submission, r.seed, r.planned_points, r.report, r.settings), (SELECT CASE WHEN r.campaign IS "
    "NULL "
    "THEN bytes_of_rows(source) ELSE bytes_of_row(bytes_of_rows(source), r.campaign, r.shard) END FROM "
    "(SELECT source FROM run_text WHERE run = r.id ORDER BY source)))";

/// Of the row `s` of `run_start`.
inline constexpr const char* kStartDigest =
    "content_id(bytes_of_row(s.id, s.run, s.started_utc, s.command_line, s.tool_version, s.environment, "
    "s.recorded_points, s.changes, s.host, s.user, s.process_id))";

/// Of the row `t` of `run_stop`. A finished run gets no more points: the digest says which ones it has.
inline constexpr const char* kStopDigest =
    "content_id(bytes_of_row(t.start, t.stopped_utc, t.outcome, t.reason), CASE t.outcome WHEN 'finished' THEN (SELECT "
    "bytes_of_rows(point, digest) FROM (SELECT point, digest FROM point_digest WHERE point BETWEEN (t.start >> 16) << "
    "22 AND ((t.start >> 16) << 22) + 4194303 ORDER BY point)) ELSE '' END)";

/// Of the row `p` of `point`, with its checks, times and metrics.
inline constexpr const char* kPointDigest =
    "content_id(bytes_of_row(p.id, p.run, p.ordinal, p.configuration, p.outcome, p.reason, p.wall_s), (SELECT "
    "bytes_of_rows(buffer, elements, mismatches, max_abs_error) FROM (SELECT * FROM check_result WHERE point = p.id "
    "ORDER BY buffer)), (SELECT bytes_of_rows(method, checksum, sample_count, min_us, q1_us, median_us, q3_us, max_us, "
    "median_sm_clock_mhz) FROM timing WHERE point = p.id), (SELECT bytes_of_rows(clock, checksum, median_us) FROM "
    "prepare_timing WHERE point = p.id), (SELECT bytes_of_rows(kind, value, absence) FROM (SELECT * FROM metric WHERE "
    "point = p.id ORDER BY kind)))";

/// Of the estimates of e.point that have the generation e.generation.
inline constexpr const char* kEstimateDigest =
    "content_id(bytes_of_row(e.point, e.generation), (SELECT bytes_of_rows(name, value, unit, reason, lower, upper, "
    "confidence, because, model, sampled_sms) FROM (SELECT * FROM estimate WHERE point = e.point AND generation = "
    "e.generation ORDER BY name)))";

}  // namespace warpledger
