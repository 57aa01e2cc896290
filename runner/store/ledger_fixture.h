#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "base/file.h"
#include "model/job.h"
#include "model/result.h"
#include "store/reader.h"
#include "store/run_info.h"
#include "store/writer.h"

namespace warpledger {

using Row = std::vector<Cell>;
inline constexpr std::monostate kNull;

/// A folder for one test, removed with it, and a small ledger's worth of input: norm_base<32> at one warp as the LSU
/// 2024 assignment prints it for an RTX 4090.
class LedgerTest : public testing::Test {
 protected:
  std::string in_folder(const std::string& name) const { return folder_.path() / name; }

  static RunInfo run_info();
  static Job job(std::int64_t ordinal);
  static Result result(std::int64_t ordinal);

  /// A number between `lower` and `upper` from version 1.0 of a memory model, with the profile "ada".
  static Metric modelled(const std::string& name, double value, double lower, double upper, Confidence confidence);

  /// run_info() on the host, which stands for the same GPU.
  static RunInfo host_info();

  /// A ledger at path() with one finished run of `points` points; returns the run's UUID.
  std::string write_run(std::int64_t points, const RunInfo& info = run_info()) const;

  /// A reader of path() with the newest run selected.
  LedgerReader read_latest() const;

  std::string path() const { return in_folder("results.db"); }

  /// Every row of every table of a ledger, as `sqlite3 .dump` writes them.
  static std::string rows_of(const std::string& path);

  /// Changes the ledger at path() by SQL directly, without its triggers, and with content_id() and its like.
  void tamper(const std::string& sql) const;

  /// The only cell that `sql` answers, a number or a text, in an SQLite file that need not be a ledger.
  static std::string value_in_file(const std::string& path, const std::string& sql);

  /// The only cell of the only row that `sql` answers.
  static Cell value(const LedgerReader& reader, const std::string& sql);

  static const std::string kSchema;

 private:
  const TemporaryFolder folder_;
};

/// The message of the Error that `action` throws; "no error" when it throws none.
template <typename Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace warpledger
