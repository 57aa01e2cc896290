#pragma once

#include <array>
#include <string_view>

namespace warpledger {

/// A table of the ledger and what of it belongs to one run.
struct LedgerTable {
  std::string_view name;
  /// A condition of SQL on the table's row `o`, where ?1 is the run's id and the ledger is attached as `other`.
  std::string_view of_run;
};

/// All tables, each after those that its rows refer to.
inline constexpr std::array<LedgerTable, 25> kTables = {{
    {"device", "o.id = (SELECT device FROM other.run WHERE id = ?1)"},
    {"environment",
     "o.id IN (SELECT environment FROM other.run WHERE id = ?1 UNION SELECT environment FROM other.run_start WHERE run "
     "= "
     "?1)"},
    {"experiment", "o.id = (SELECT experiment FROM other.run WHERE id = ?1)"},
    {"source",
     "o.id IN (SELECT source FROM other.run_text WHERE run = ?1 UNION SELECT source FROM other.program_source WHERE "
     "program IN (SELECT program FROM other.configuration WHERE id IN (SELECT configuration FROM other.point WHERE run "
     "= ?1) UNION SELECT reference FROM other.configuration WHERE id IN (SELECT configuration FROM other.point WHERE "
     "run = ?1)))"},
    {"program",
     "o.id IN (SELECT program FROM other.configuration WHERE id IN (SELECT configuration FROM other.point WHERE run = "
     "?1) UNION SELECT reference FROM other.configuration WHERE id IN (SELECT configuration FROM other.point WHERE run "
     "= ?1))"},
    {"program_source", "?1 AND o.program IN (SELECT id FROM main.program)"},
    {"run", "o.id = ?1"},
    {"run_start", "o.run = ?1"},
    {"run_stop", "o.start IN (SELECT id FROM other.run_start WHERE run = ?1)"},
    {"run_text", "o.run = ?1"},
    {"configuration", "o.id IN (SELECT configuration FROM other.point WHERE run = ?1)"},
    {"quantity", "o.configuration IN (SELECT configuration FROM other.point WHERE run = ?1)"},
    {"point", "o.run = ?1"},
    {"check_result", "o.point >= ?1 << 22 AND o.point < (?1 + 1) << 22"},
    {"timing_method", "o.id IN (SELECT method FROM other.timing WHERE point >= ?1 << 22 AND point < (?1 + 1) << 22)"},
    {"timing", "o.point >= ?1 << 22 AND o.point < (?1 + 1) << 22"},
    {"prepare_timing", "o.point >= ?1 << 22 AND o.point < (?1 + 1) << 22"},
    {"metric_kind", "o.id IN (SELECT kind FROM other.metric WHERE point >= ?1 << 22 AND point < (?1 + 1) << 22)"},
    {"absence", "o.id IN (SELECT absence FROM other.metric WHERE point >= ?1 << 22 AND point < (?1 + 1) << 22)"},
    {"metric", "o.point >= ?1 << 22 AND o.point < (?1 + 1) << 22"},
    {"memory_model", "o.id IN (SELECT model FROM other.estimate WHERE point >= ?1 << 22 AND point < (?1 + 1) << 22)"},
    {"estimate", "o.point >= ?1 << 22 AND o.point < (?1 + 1) << 22"},
    {"note", "o.run = ?1"},
    {"noise_floor", "o.device = (SELECT device FROM other.run WHERE id = ?1)"},
    {"adjustment",
     "(o.experiment, o.submission) = (SELECT e.name, r.submission FROM other.run AS r JOIN other.experiment AS e ON "
     "e.id = r.experiment WHERE r.id = ?1)"},
}};

}  // namespace warpledger
