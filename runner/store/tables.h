#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace warpledger {

// The ledger's tables, created by schema/tables.sql. They are STRICT and tall: a parameter or metric is a row, not a
// column.
//
//   device, environment, experiment   where and what a run measured; shared by runs
//   source, program, program_source   compiled texts, by SHA-256
//   run, run_start, run_stop          a run; each process that worked on it; how that process stopped (absent while
//                                     it is running or if it died)
//   run_text                          texts that its plan was made of; resuming compares them
//   configuration, quantity           what points measure: kernel, source, identity, content key; parameters, axes,
//                                     launch and work counts; shared by points of all runs
//   point                             how a planned point ended
//   check_result, timing, metric      comparisons; raw samples with SM clocks; metrics or their absence
//   timing_method, metric_kind,       how samples were taken; name, unit and source of a metric; reason for an
//     absence                         absence
//   prepare_timing                    raw samples of a point's `prepare` launches
//   note                              notes, tags and "forget" marks of a run or date; the newest row decides
//   noise_floor                       result of comparing identical code on a device
//   adjustment                        change of a submission's grade, with the reason. One of 0 points after a
//                                     submission's last run settles its flags
//   memory_model, estimate            modelled values of a point: value, bounds, confidence, or reason for absence;
//                                     one generation per modelling
//   run_digest, start_digest,         digests of rows that no id covers: a run with its texts, a start, an end (with
//     stop_digest, point_digest,      the points of a finished run), a point with its metrics and times, a
//     estimate_digest                 generation of estimates
//
// Ids are computed from content (content_id.h), so a row has the same id in every ledger. A merge is the union of
// tables: its order shows only in the names of sources, and rows with one id that differ are conflicts. It skips runs
// whose digests agree, and checks the source before it takes a row. Triggers refuse every UPDATE and DELETE. Rows are
// written after those they refer to; `ledger check` verifies references and each row's id, checksum or digest.

enum class TableKind : std::uint8_t {
  shared,  ///< shared by runs
  of_run,  ///< belongs to one run
  digest,
  said,  ///< annotations of runs, devices or grades
};

/// A table and the SQL that selects one run's rows.
struct LedgerTable {
  std::string_view name;
  TableKind kind;
  /// Condition on the row `o`; ?1 is the run's id, and the ledger is attached as `other`.
  std::string_view of_run;
  /// Condition under which `o` and the row `m` of the same key in `main` count as equal although they differ.
  std::string_view same = "FALSE";
};

/// Each table follows those that its rows refer to.
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
     // Programs are equal if their texts are; names are paths on a machine or in a submission.
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
