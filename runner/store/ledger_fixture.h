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

/// A temporary folder and sample input: norm_base<32> at one warp, as the LSU 2024 assignment prints it for an RTX
/// 4090.
class LedgerTest : public testing::Test {
 protected:
  std::string in_folder(const std::string& name) const { return folder_.path() / name; }

  static RunInfo run_info();
  static Job job(std::int64_t ordinal);
  static Result result(std::int64_t ordinal);

  /// A metric of memory model 1.0 with the profile "ada".
  static Metric modelled(const std::string& name, double value, double lower, double upper, Confidence confidence);

  /// run_info() on the host backend, simulating the same GPU.
  static RunInfo host_info();

  /// Writes a finished run to path() and returns its UUID.
  std::string write_run(std::int64_t points, const RunInfo& info = run_info()) const;

  LedgerReader read_latest() const;

  std::string path() const { return in_folder("results.db"); }

  /// Returns the output of `sqlite3 .dump`, without its schema.
  static std::string rows_of(const std::string& path);

  /// Runs SQL on the ledger at path() without its triggers, with content_id() and related functions.
  void tamper(const std::string& sql) const;

  /// Returns the single value of a query on any SQLite file.
  static std::string value_in_file(const std::string& path, const std::string& sql);

  static Cell value(const LedgerReader& reader, const std::string& sql);

  static const std::string kSchema;

 private:
  const TemporaryFolder folder_;
};

/// Returns the message of the Error that `action` throws, or "no error".
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
