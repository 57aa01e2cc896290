#pragma once

#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "store/ledger_fixture.h"

namespace warpledger {

/// One row of printed figures, by the column names in the CSV header.
class PrintedRow {
 public:
  explicit PrintedRow(std::map<std::string, std::string> cells) : cells_(std::move(cells)) {}

  /// Throws std::out_of_range if the column does not exist.
  const std::string& text(const std::string& column) const { return cells_.at(column); }

  /// Nothing if the figure is illegible in the assignment's text.
  std::optional<double> find(const std::string& column) const;

  /// Throws std::bad_optional_access if find() returns nothing.
  double number(const std::string& column) const { return find(column).value(); }

 private:
  std::map<std::string, std::string> cells_;
};

/// Reads runner/store/testdata/`name`.csv. Fields may be quoted, but quotes inside a field are not supported.
std::vector<PrintedRow> printed_rows(const std::string& name);

/// Measured values of a launch.
struct Measured {
  double time_us = 0;
  std::map<std::string, double> counters;
};

/// Bounds of the values that a launch can have measured, given that printed figures are rounded.
struct MeasuredRange {
  Measured least, most;
};

struct RoundedRange {
  double least = 0, most = 0;
};

/// Returns the range of numbers that round to `printed` at a multiple of `unit`.
RoundedRange before_rounding(double printed, double unit);

/// Ledgers of the launches whose figures an LSU assignment prints, measured on an RTX 4090.
class LsuTest : public LedgerTest {
 protected:
  /// Run on the GPU described by devices/`profile`.json.
  static RunInfo run_on(const std::string& profile);

  /// Point of a row of the 2023 or the 2024 assignment: kernel, sizes, launch and work counts.
  static Job job_2023(const PrintedRow& row);
  static Job job_2024(const PrintedRow& row);

  void record(const RunInfo& info, const std::vector<std::pair<Job, Measured>>& points) const;

  using MakeJob = Job (*)(const PrintedRow&);
  using Reconstruct = std::function<std::optional<MeasuredRange>(const PrintedRow&)>;

  struct Agreement {
    int rows = 0;     ///< rows that could be reconstructed
    int settled = 0;  ///< rows for which only one printed figure is possible
    bool operator==(const Agreement&) const = default;
    friend void PrintTo(const Agreement& agreement, std::ostream* out) {
      *out << agreement.rows << " rows, " << agreement.settled << " settled";
    }
  };

  /// Stores the reconstruction of each row and expects that the view's `column`, rounded to `decimals` places, can
  /// equal the figure in the CSV column `printed`.
  Agreement compare(const std::vector<PrintedRow>& rows, MakeJob make_job, const Reconstruct& reconstruct,
                    const std::string& column, const std::string& printed, int decimals) const;
};

}  // namespace warpledger
