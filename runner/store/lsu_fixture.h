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

/// A row of a CSV file of printed figures.
class PrintedRow {
 public:
  explicit PrintedRow(std::map<std::string, std::string> cells) : cells_(std::move(cells)) {}

  const std::string& text(const std::string& column) const { return cells_.at(column); }

  /// Nothing if the figure is illegible.
  std::optional<double> find(const std::string& column) const;

  double number(const std::string& column) const { return find(column).value(); }

 private:
  std::map<std::string, std::string> cells_;
};

/// Reads runner/store/testdata/`name`.csv. Quotes inside a quoted field are not supported.
std::vector<PrintedRow> printed_rows(const std::string& name);

struct Measured {
  double time_us = 0;
  std::map<std::string, double> counters;
};

/// Bounds of a launch's values before rounding.
struct MeasuredRange {
  Measured least, most;
};

struct RoundedRange {
  double least = 0, most = 0;
};

/// Returns the numbers that round to `printed` at a multiple of `unit`.
RoundedRange before_rounding(double printed, double unit);

/// Ledgers of launches with the figures of LSU assignments, measured on an RTX 4090.
class LsuTest : public LedgerTest {
 protected:
  /// `profile` names devices/`profile`.json.
  static RunInfo run_on(const std::string& profile);

  static Job job_2023(const PrintedRow& row);
  static Job job_2024(const PrintedRow& row);

  void record(const RunInfo& info, const std::vector<std::pair<Job, Measured>>& points) const;

  using MakeJob = Job (*)(const PrintedRow&);
  using Reconstruct = std::function<std::optional<MeasuredRange>(const PrintedRow&)>;

  struct Agreement {
    int rows = 0;     ///< rows reconstructed
    int settled = 0;  ///< rows with only one possible printed figure
    bool operator==(const Agreement&) const = default;
    friend void PrintTo(const Agreement& agreement, std::ostream* out) {
      *out << agreement.rows << " rows, " << agreement.settled << " settled";
    }
  };

  /// Expects that the view's `column` of each reconstructed row, rounded to `decimals` places, can equal the
  /// assignment's `printed` figure.
  Agreement compare(const std::vector<PrintedRow>& rows, MakeJob make_job, const Reconstruct& reconstruct,
                    const std::string& column, const std::string& printed, int decimals) const;
};

}  // namespace warpledger
