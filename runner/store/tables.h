#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace warpledger {

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
     "configuration FROM other.point WHERE run = ?1))"},
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
