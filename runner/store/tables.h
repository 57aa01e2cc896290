#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace warpledger {

// The ledger's tables, which schema/migrations/ makes. They are STRICT and tall: a parameter or metric is a row, not a
// column.
//
//   device, environment, experiment   what a run was on, in and of; shared by runs that have the same
//   source, program, program_source   texts that were compiled, by SHA-256
//   run, run_start, run_stop          a run; each process that worked on it; how that one stopped (absent while it
//                                     is at work, or when it died)
//   run_text                          the texts that its plan was made of; resuming compares them
//   configuration, quantity           what points measured: kernel, source, identity, content key; parameters, axes,
//                                     launch and work counts. Shared by the points of all runs that measured it
//   point                             how a planned point ended
//   check_result, timing, metric      comparisons; raw samples with SM clocks; metrics, or that they are absent
//   timing_method, metric_kind,       how samples were taken; name, unit and source of a metric; why one is absent
//     absence
//   prepare_timing                    raw samples of a point's `prepare` launches
//   note                              what a person says of a run or a moment: notes, tags, that it is forgotten; the
//                                     newest row decides
//   noise_floor                       what comparing identical code on a device came to
//   adjustment                        what a person adds to a submission's grade or takes off it, with the reason. One
//                                     of 0 points after a submission's last run settles its flags
//   memory_model, estimate            what models said of a point: value, bounds, confidence, or why absent; a
//                                     generation each time
//   run_digest, start_digest,         digests of rows that no id is made of: a run with its texts, a start, an end (of
//   a
//     stop_digest, point_digest,      finished run with its points), a point with its metrics and times, one model's
//     estimate_digest                 estimates
//
// Every id is made of what its row says (content_id.h): two ledgers that hold the same row give it the same id. So a
// merge is the union of tables, its order shows in the names of sources alone, and rows with one id that differ are
// conflicts. A point's id is its run's and its ordinal. Triggers refuse every UPDATE and DELETE. What a row refers to
// is written before it by the same code; `ledger check` (ledger_check.h) verifies references and the id, checksum or
// digest of every row. A merge goes run by run: runs whose digests agree are skipped, and the source is checked before
// a row is taken.

/// Whose rows a table has.
enum class TableKind : std::uint8_t {
  shared,  ///< several runs may refer to one; its id is made of what it says
  of_run,  ///< one run's
  digest,  ///< digests of one run's rows
  said,    ///< said later of runs, devices or grades
};

/// A table of the ledger and what of it belongs to one run.
struct LedgerTable {
  std::string_view name;
  TableKind kind;
  /// A condition of SQL on the table's row `o`, where ?1 is the run's id and the ledger is attached as `other`.
  std::string_view of_run;
  /// A condition on it and the row `m` of the same key in `main`: these two say the same, though they differ. The one
  /// that is there stays.
  std::string_view same = "FALSE";
};

/// All tables, each after those that its rows refer to.
inline constexpr std::array<LedgerTable, 30> kTables = {{
    {"device", TableKind::shared, "o.id = (SELECT device FROM other.run WHERE id = ?1)"},
    {"environment", TableKind::shared,
     "o.id IN (SELECT environment FROM other.run WHERE id = ?1 UNION SELECT environment FROM other.run_start "
     "WHERE run = ?1)"},
    {"experiment", TableKind::shared, "o.id = (SELECT experiment FROM other.run WHERE id = ?1)"},
    {"source", TableKind::shared,
     "o.id IN (SELECT source FROM other.run_text WHERE run = ?1 UNION SELECT source FROM other.program_source"
     " WHERE program IN (SELECT program FROM other.configuration WHERE id IN (SELECT configuration FROM "
     "other.point WHERE run = ?1) UNION SELECT reference FROM other.configuration WHERE id IN (SELECT "
     "configuration FROM other.point WHERE run = ?1)))"},
    {"program", TableKind::shared,
     "o.id IN (SELECT program FROM other.configuration WHERE id IN (SELECT configuration FROM other.point "
     "WHERE run = ?1) UNION SELECT reference FROM other.configuration WHERE id IN (SELECT configuration FROM "
     "other.point WHERE run = ?1))"},
    {"program_source", TableKind::shared,
     "o.program IN (SELECT program FROM other.configuration WHERE id IN (SELECT configuration FROM "
     "other.point WHERE run = ?1) UNION SELECT reference FROM other.configuration WHERE id IN (SELECT "
     "configuration FROM other.point WHERE run = ?1))",
     // A program is its texts: their names are paths of a machine, or those of a submission.
     "(SELECT sha256 FROM other.source WHERE id = o.source) = (SELECT sha256 FROM main.source WHERE id = m.source)"},
    {"run", TableKind::of_run, "o.id = ?1"},
    {"run_start", TableKind::of_run, "o.run = ?1"},
    {"run_stop", TableKind::of_run, "o.start IN (SELECT id FROM other.run_start WHERE run = ?1)"},
    {"run_text", TableKind::of_run, "o.run = ?1"},
    {"configuration", TableKind::shared, "o.id IN (SELECT configuration FROM other.point WHERE run = ?1)"},
    {"quantity", TableKind::shared, "o.configuration IN (SELECT configuration FROM other.point WHERE run = ?1)"},
    {"point", TableKind::of_run, "o.run = ?1"},
    {"check_result", TableKind::of_run, "o.point >= ?1 << 22 AND o.point < (?1 + 1) << 22"},
    {"timing_method", TableKind::shared,
     "o.id IN (SELECT method FROM other.timing WHERE point >= ?1 << 22 AND point < (?1 + 1) << 22)"},
    {"timing", TableKind::of_run, "o.point >= ?1 << 22 AND o.point < (?1 + 1) << 22"},
    {"prepare_timing", TableKind::of_run, "o.point >= ?1 << 22 AND o.point < (?1 + 1) << 22"},
    {"metric_kind", TableKind::shared,
     "o.id IN (SELECT kind FROM other.metric WHERE point >= ?1 << 22 AND point < (?1 + 1) << 22)"},
    {"absence", TableKind::shared,
     "o.id IN (SELECT absence FROM other.metric WHERE point >= ?1 << 22 AND point < (?1 + 1) << 22)"},
    {"metric", TableKind::of_run, "o.point >= ?1 << 22 AND o.point < (?1 + 1) << 22"},
    {"memory_model", TableKind::shared,
     "o.id IN (SELECT model FROM other.estimate WHERE point >= ?1 << 22 AND point < (?1 + 1) << 22)"},
    {"estimate", TableKind::of_run, "o.point >= ?1 << 22 AND o.point < (?1 + 1) << 22"},
    {"run_digest", TableKind::digest, "o.run = ?1"},
    {"start_digest", TableKind::digest, "o.start IN (SELECT id FROM other.run_start WHERE run = ?1)"},
    {"stop_digest", TableKind::digest, "o.start IN (SELECT id FROM other.run_start WHERE run = ?1)"},
    {"point_digest", TableKind::digest, "o.point >= ?1 << 22 AND o.point < (?1 + 1) << 22"},
    {"estimate_digest", TableKind::digest, "o.point >= ?1 << 22 AND o.point < (?1 + 1) << 22"},
    {"note", TableKind::said, "o.run = ?1"},
    {"noise_floor", TableKind::said, "o.device = (SELECT device FROM other.run WHERE id = ?1)"},
    {"adjustment", TableKind::said,
     "(o.experiment, o.submission) = (SELECT e.name, r.submission FROM other.run AS r JOIN other.experiment "
     "AS e ON e.id = r.experiment WHERE r.id = ?1)"},
}};

}  // namespace warpledger
