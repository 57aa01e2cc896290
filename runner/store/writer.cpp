#include "store/writer.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <utility>

#include "base/atomic_file.h"
#include "base/error.h"
#include "store/connection.h"
#include "store/ledger_file.h"
#include "store/node_lock.h"
#include "store/point_rows.h"
#include "store/run_lock.h"
#include "store/run_rows.h"
#include "store/schema.h"
#include "store/shared_rows.h"

namespace warpledger {

struct LedgerWriter::File {
  std::string path;
  LedgerSchema schema;
  std::optional<std::string> network;
  NodeLock node;
  RunLock lock;
  WriteConnection connection;
  SQLite::Database& database = connection.database();
  SharedRows shared{database};
  PointRows points{database, shared};
  std::mutex mutex;   ///< guards everything here
  bool gone = false;  ///< permanent: a file that is put back is not written to

  File(const std::string& ledger, const std::string& schema_folder)
      : path(ledger),
        schema(schema_folder),
        network(warpledger::network_file_system(ledger)),
        node(ledger),
        connection(open_for_writing(ledger, schema)) {
    // Rows are written after those they refer to. Checking that for each metric would take a third of the time; `ledger
    // check` does it for the whole ledger.
    database.exec("PRAGMA foreign_keys = OFF");
  }

  /// Calls `action` in a transaction. If a run is `under_way`, the ledger must still be in place.
  template <typename Action>
  void in_transaction(bool under_way, Action&& action) {
    const std::lock_guard guard(mutex);
    if (under_way) refuse_when_gone();
    with_ledger_errors(path, [&] {
      WriteTransaction transaction(database);
      try {
        action();
        if (shared.take_new_names()) schema.views().store(database);
        transaction.commit();
      } catch (...) {
        shared.forget();
        throw;
      }
    });
  }

  /// SQLite would continue writing to a removed file.
  void refuse_when_gone() {
    if (!gone && lock.is_in_place(path)) return;
    if (!gone) let_go_of_log();
    gone = true;
    throw Error({.file = path},
                "the ledger is gone: it was removed, moved, replaced or emptied while the run was under way",
                "do not touch a ledger while a run writes to it");
  }

  /// SQLite would leave the log for the next ledger at `path`. This writes it to its own file, wherever that is now,
  /// unless the file was emptied.
  void let_go_of_log() {
    if (lock.is_emptied()) {
      sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
      std::error_code ignored;
      const std::string file = std::filesystem::weakly_canonical(path, ignored);
      for (const char* end : {"-wal", "-shm"}) std::filesystem::remove(file + end, ignored);
      return;
    }
    database.setBusyTimeout(0);
    database.tryExec("PRAGMA wal_checkpoint(TRUNCATE)");
  }
};

struct LedgerWriter::Run {
  std::shared_ptr<File> file;
  std::optional<std::int64_t> id;     ///< run begun or claimed
  std::optional<std::int64_t> start;  ///< this process's start of it
  std::string dated;                  ///< stop time for results measured earlier; empty: now

  explicit Run(std::shared_ptr<File> of) : file(std::move(of)) {}
  ~Run() { let_go(); }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void let_go() {
    const std::lock_guard guard(file->mutex);
    if (id) file->lock.unlock(*id);
    id.reset();
  }

  std::int64_t known(const std::optional<std::int64_t>& number) const {
    if (!number) throw Error({.file = file->path}, "no run has begun", "call begin_run first");
    return *number;
  }

  template <typename Action>
  void in_transaction(Action&& action) {
    file->in_transaction(id.has_value(), action);
  }
};

LedgerWriter::LedgerWriter(const std::string& path, const std::string& schema_folder)
    : run_(new Run(std::make_shared<File>(path, schema_folder))) {}
LedgerWriter::LedgerWriter(std::unique_ptr<Run> run) : run_(std::move(run)) {}
LedgerWriter::~LedgerWriter() = default;
LedgerWriter::LedgerWriter(LedgerWriter&&) noexcept = default;
LedgerWriter& LedgerWriter::operator=(LedgerWriter&&) noexcept = default;

LedgerWriter LedgerWriter::another() const { return LedgerWriter(std::make_unique<Run>(run_->file)); }

const std::optional<std::string>& LedgerWriter::network_file_system() const { return run_->file->network; }

std::string LedgerWriter::begin_run(const RunInfo& info) {
  std::string uuid = boost::uuids::to_string(boost::uuids::random_generator()());
  std::int64_t run = 0, start = 0;
  File& file = *run_->file;
  const std::optional<std::int64_t> before = run_->id;
  run_->in_transaction([&] {
    run = add_run(file.database, file.shared, uuid, info);
    start = add_run_start(file.database, file.shared, run, info, "");
    file.lock.lock(file.path, run);  // before another process can see the run
    if (before) file.lock.unlock(*before);
  });
  run_->id = run;
  run_->start = start;
  run_->dated = info.ended_utc.empty() ? info.started_utc : info.ended_utc;
  return uuid;
}

StoredRun LedgerWriter::claim_run(const std::string& run) {
  run_->let_go();
  File& file = *run_->file;
  const std::lock_guard guard(file.mutex);
  return with_ledger_errors(file.path, [&] {
    const std::int64_t id = chosen_run(file.database, file.path, run);
    const bool locked = file.lock.lock(file.path, id);
    StoredRun stored = read_stored_run(file.database, id);
    if (!locked && stored.outcome != "finished")
      throw Error({.file = file.path},
                  fmt::format("run {} is under way: {}", stored.uuid.substr(0, 8), last_starter(file.database, id)),
                  "wait until it ends, or stop that process");
    run_->id = id;
    return stored;
  });
}

std::vector<StoredRun> LedgerWriter::runs_of_shard(const std::string& campaign, const std::string& shard,
                                                   const std::string& experiment) const {
  File& file = *run_->file;
  const std::lock_guard guard(file.mutex);
  return with_ledger_errors(file.path, [&] {
    SQLite::Statement rows(file.database,
                           "SELECT r.id FROM run AS r JOIN experiment AS e ON e.id = r.experiment "
                           "WHERE r.campaign = ?1 AND e.name = ?3 AND r.shard <> '' AND ?2 IN (r.shard, '') "
                           "ORDER BY r.started_utc, r.id");
    SQLite::bind(rows, campaign, shard, experiment);
    std::vector<StoredRun> runs;
    while (rows.executeStep()) runs.push_back(read_stored_run(file.database, rows.getColumn(0).getInt64()));
    return runs;
  });
}

void LedgerWriter::resume_run(const RunInfo& info, const std::string& changes) {
  const std::int64_t run = run_->known(run_->id);
  std::int64_t start = 0;
  File& file = *run_->file;
  run_->in_transaction([&] { start = add_run_start(file.database, file.shared, run, info, changes); });
  run_->start = start;
}

std::vector<Result> LedgerWriter::recorded_results() const {
  File& file = *run_->file;
  const std::lock_guard guard(file.mutex);
  return with_ledger_errors(file.path, [&] { return results_of_run(file.database, run_->known(run_->id)); });
}

void LedgerWriter::record(const Job& job, const Result& result) { record({&job, 1}, {&result, 1}); }

void LedgerWriter::record(std::span<const Job> jobs, std::span<const Result> results) {
  const std::int64_t run = run_->known(run_->id);
  run_->in_transaction([&] {
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const Result& result = results[i];
      if (jobs[i].ordinal != result.ordinal)
        throw Error(fmt::format("point {} was given the result of point {}", jobs[i].ordinal, result.ordinal),
                    "this is a defect of warpledger: please report it with this message");
      run_->file->points.add(run, jobs[i], result);
    }
  });
}

void LedgerWriter::add_estimates(std::int64_t ordinal, const std::vector<Metric>& metrics) {
  const std::int64_t run = run_->known(run_->id);
  for (const Metric& metric : metrics)
    if (!is_modelled(metric))
      throw Error(fmt::format("metric '{}' is measured, not modelled", metric.name),
                  "a measurement is never replaced: start a new run");
  run_->in_transaction([&] { run_->file->points.add_estimates(run, ordinal, metrics); });
}

void LedgerWriter::end_run(const std::string& outcome, const std::string& reason) {
  const std::int64_t start = run_->known(run_->start);
  run_->in_transaction([&] { add_run_stop(run_->file->database, start, outcome, reason, run_->dated); });
}

bool LedgerWriter::is_in_place() const {
  const std::lock_guard guard(run_->file->mutex);
  return run_->file->lock.is_in_place(run_->file->path);
}

void LedgerWriter::save_copy(const std::string& path) {
  const std::lock_guard guard(run_->file->mutex);
  AtomicFile made(path);
  with_ledger_errors(path, [&] {
    SQLite::Statement copy(run_->file->database, "VACUUM INTO ?");
    execute(copy, made.path());
  });
  if (!made.commit()) throw Error({.file = path}, "this file exists", "move it away");
}

}  // namespace warpledger
