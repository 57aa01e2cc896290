#pragma once

namespace warpledger {

// What the digests of rows are made of, as expressions of SQL on a row of the ledger. The tables run_digest,
// start_digest, stop_digest, point_digest and estimate_digest keep them, `ledger check` makes them anew. They are made
// of what the rows say, as ids are (store/content_id.h): a merged row keeps its digest. PointRows makes the digest of a
// point without SQL.

/// Of the row `r` of `run`, with its run_text.
inline constexpr const char* kRunDigest =
    "content_id(bytes_of_row(r.id, r.uuid, r.started_utc, r.command_line, r.tool_version, r.experiment, r.device, "
    "r.environment, r.submission, r.seed, r.planned_points, r.report, r.settings), (SELECT bytes_of_rows(source) FROM "
    "(SELECT source FROM run_text WHERE run = r.id ORDER BY source)))";

/// Of the row `s` of `run_start`.
inline constexpr const char* kStartDigest =
    "content_id(bytes_of_row(s.id, s.run, s.started_utc, s.command_line, s.tool_version, s.environment, s.process, "
    "s.recorded_points, s.changes))";

/// Of the row `t` of `run_stop`. A finished run gets no more points: the digest says which ones it has.
inline constexpr const char* kStopDigest =
    "content_id(bytes_of_row(t.start, t.stopped_utc, t.outcome, t.reason), CASE t.outcome WHEN 'finished' THEN (SELECT "
    "bytes_of_rows(point, digest) FROM (SELECT point, digest FROM point_digest WHERE point BETWEEN (t.start >> 16) << "
    "22 AND ((t.start >> 16) << 22) + 4194303 ORDER BY point)) ELSE '' END)";

/// Of the row `p` of `point`, with its checks, times and metrics.
inline constexpr const char* kPointDigest =
    "content_id(bytes_of_row(p.id, p.run, p.ordinal, p.configuration, p.outcome, p.reason, p.wall_s), (SELECT "
    "bytes_of_rows(buffer, elements, mismatches, max_abs_error) FROM (SELECT * FROM check_result WHERE point = p.id "
    "ORDER BY buffer)), (SELECT bytes_of_rows(method, checksum) FROM timing WHERE point = p.id), (SELECT "
    "bytes_of_rows(clock, checksum) FROM prepare_timing WHERE point = p.id), (SELECT bytes_of_rows(kind, value, "
    "absence) FROM (SELECT * FROM metric WHERE point = p.id ORDER BY kind)))";

/// Of the estimates of e.point that have the generation e.generation.
inline constexpr const char* kEstimateDigest =
    "content_id(bytes_of_row(e.point, e.generation), (SELECT bytes_of_rows(name, value, unit, reason, lower, upper, "
    "confidence, because, model, sampled_sms) FROM (SELECT * FROM estimate WHERE point = e.point AND generation = "
    "e.generation ORDER BY name)))";

}  // namespace warpledger
