#include "store/ledger_fixture.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <stdexcept>

#include "store/content_id.h"
#include "store/tables.h"

namespace warpledger {

const std::string LedgerTest::kSchema = std::string(WARPLEDGER_SOURCE_DIR) + "/schema";

RunInfo LedgerTest::run_info() {
  return {.experiment = "lsu-2024-hw01",
          .experiment_text = "experiment: lsu-2024-hw01\n",
          .report = "lsu-2024-hw01",
          .command_line = "warpledger run lsu-2024-hw01",
          .tool_version = "0.1.0",
          .submission = "",
          .seed = 18446744073709551615u,
          .planned_points = 2,
          .settings_json = R"({"warps": 1})",
          .device = {.id = "cuda:0",
                     .backend = "cuda",
                     .uuid = "GPU-1",
                     .name = "NVIDIA GeForce RTX 4090",
                     .chip = "AD102",
                     .facts = {{"sm_count", 128},
                               {"clock_khz", 2520000},
                               {"memory_clock_khz", 10501000},
                               {"memory_bus_bits", 384},
                               {"l1l2_bytes_per_clk_per_sm", 16},
                               {"fp32_per_sm", 128},
                               {"fp64_per_sm", 2}},
                     .environment = {{"driver", "580.1"}, {"runtime", "13.0"}}}};
}

Job LedgerTest::job(std::int64_t ordinal) {
  using Kind = Quantity::Kind;
  constexpr double kElements = 147456 * 32;
  Job job;
  job.ordinal = ordinal;
  job.key = "key-" + std::to_string(ordinal);
  job.family = "norm";
  job.kernel = "norm_base";
  job.instance = "norm_base<32>";
  job.identity = "norm_base d_l=32 n_l=147456 blocks=128 warps=1";
  job.quantities = {{Kind::parameter, "d_l", 32},
                    {Kind::parameter, "n_l", 147456},
                    {Kind::axis, "input_mib", -0.25},
                    {Kind::launch, "blocks", 128},
                    {Kind::launch, "warps", 1},
                    {Kind::work, "elements", kElements},
                    {Kind::work, "ideal_read_bytes", 4 * kElements},
                    {Kind::work, "ideal_write_bytes", 4 * kElements}};
  job.program = {{"norm_base.cu", "kernel text"}, {{"norm.h", "header text"}}};
  job.reference.program = {{"reference.cu", "reference text"}, {{"norm.h", "header text"}}};
  return job;
}

Result LedgerTest::result(std::int64_t ordinal) {
  constexpr double kIdealBytes = 4.0 * 147456 * 32;
  return {.ordinal = ordinal,
          .outcome = Outcome::ok,
          .reason = "",
          .checks = {{"l_out", 4718592, 0, 1.5e-7}},
          .timing = Timing{{{150000, 2500}, {149000, {}}, {148000, 2520}}, "cuda event", "max_relative_error"},
          .metrics = {{"registers", 40, "register", "attribute", ""},
                      {"blocks_per_sm", 24, "block", "attribute", ""},
                      {"inst_executed", 648806.4, "instruction", "cupti", ""},
                      {"global_load_requests", 147456, "request", "cupti", ""},
                      {"global_store_requests", 147456, "request", "cupti", ""},
                      {"global_bank_conflicts", 7109399, "conflict", "cupti", ""},
                      {"l2_read_bytes", kIdealBytes, "byte", "cupti", ""},
                      {"l2_write_bytes", 8 * kIdealBytes, "byte", "cupti", ""},
                      {"dram_bytes", {}, "byte", "cupti", "this chip has no such counter"},
                      {"smsp__cycles_active.avg", 12.5, "cycle", "cupti", ""}},
          .wall_s = 0.25};
}

Metric LedgerTest::modelled(const std::string& name, double value, double lower, double upper, Confidence confidence) {
  return {name, value, "unit", "model", "", Estimate{lower, upper, confidence, "a test", "1.0", "ada", 2}};
}

RunInfo LedgerTest::host_info() {
  RunInfo info = run_info();
  info.device.backend = "host";
  return info;
}

std::string LedgerTest::write_run(std::int64_t points, const RunInfo& info) const {
  LedgerWriter writer(path(), kSchema);
  std::string uuid = writer.begin_run(info);
  for (std::int64_t i = 0; i < points; ++i) writer.record(job(i), result(i));
  writer.end_run("finished", "");
  return uuid;
}

LedgerReader LedgerTest::read_latest() const {
  LedgerReader reader(path(), kSchema);
  reader.select_run("latest");
  return reader;
}

std::string LedgerTest::rows_of(const std::string& path) {
  SQLite::Database database(path);
  std::string all;
  for (const LedgerTable& table : kTables) {
    SQLite::Statement columns(database,
                              "SELECT group_concat('quote(\"' || name || '\")', '||'',''||') FROM "
                              "pragma_table_info(?)");
    columns.bind(1, std::string(table.name));
    columns.executeStep();
    SQLite::Statement rows(database, "SELECT " + columns.getColumn(0).getString() + " FROM " + std::string(table.name));
    while (rows.executeStep()) all += std::string(table.name) + ": " + rows.getColumn(0).getString() + '\n';
  }
  return all;
}

void LedgerTest::tamper(const std::string& sql) const {
  SQLite::Database database(path(), SQLite::OPEN_READWRITE);
  register_content_functions(database.getHandle());
  std::string drop, make;
  {
    SQLite::Statement triggers(database, "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'");
    while (triggers.executeStep()) {
      drop += "DROP TRIGGER " + triggers.getColumn(0).getString() + ";";
      make += triggers.getColumn(1).getString() + ";";
    }
  }
  database.exec(drop + sql + ";" + make);
}

std::string LedgerTest::value_in_file(const std::string& path, const std::string& sql) {
  SQLite::Database database(path);
  return database.execAndGet(sql).getString();
}

Cell LedgerTest::value(const LedgerReader& reader, const std::string& sql) {
  const Table table = reader.query(sql);
  if (table.rows.size() != 1 || table.columns.size() != 1) throw std::runtime_error("not one cell: " + sql);
  return table.rows[0][0];
}

}  // namespace warpledger
