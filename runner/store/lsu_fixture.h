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

/// One row of figures that an assignment prints, by the names in the first line of its CSV file.
class PrintedRow {
 public:
  explicit PrintedRow(std::map<std::string, std::string> cells) : cells_(std::move(cells)) {}

  /// Throws std::out_of_range when there is no such column.
  const std::string& text(const std::string& column) const { return cells_.at(column); }

  /// Nothing where the assignment's text cannot be read.
  std::optional<double> find(const std::string& column) const;

  /// Throws std::bad_optional_access where find() has nothing.
  double number(const std::string& column) const { return find(column).value(); }

 private:
  std::map<std::string, std::string> cells_;
};

/// The rows of runner/store/testdata/`name`.csv. A field may stand in quotes; a quote within one is not understood.
std::vector<PrintedRow> printed_rows(const std::string& name);

/// What a launch is said to have measured.
struct Measured {
  double time_us = 0;
  std::map<std::string, double> counters;
};

/// The least and the most that a launch can have measured, as far as rounded figures tell.
struct MeasuredRange {
  Measured least, most;
};

/// A number between two others.
struct RoundedRange {
  double least = 0, most = 0;
};

/// What may print as `printed` when it is rounded to a multiple of `unit`.
RoundedRange before_rounding(double printed, double unit);

/// Ledgers of the launches whose figures an LSU assignment prints, measured on an RTX 4090.
class LsuTest : public LedgerTest {
 protected:
  /// A run on the GPU that devices/`profile`.json describes.
  static RunInfo run_on(const std::string& profile);

  /// The point of a row of the 2023 or the 2024 assignment: kernel, sizes, launch and work counts.
  static Job job_2023(const PrintedRow& row);
  static Job job_2024(const PrintedRow& row);

  /// Writes one finished run.
  void record(const RunInfo& info, const std::vector<std::pair<Job, Measured>>& points) const;

  using MakeJob = Job (*)(const PrintedRow&);
  using Reconstruct = std::function<std::optional<MeasuredRange>(const PrintedRow&)>;

  struct Agreement {
    int rows = 0;     ///< that could be reconstructed
    int settled = 0;  ///< of these, where only one printed figure is possible
    bool operator==(const Agreement&) const = default;
    friend void PrintTo(const Agreement& agreement, std::ostream* out) {
      *out << agreement.rows << " rows, " << agreement.settled << " settled";
    }
  };

  /// Stores what `reconstruct` makes of each of `rows`, and expects that the view's `column`, rounded to `decimals`
  /// places, can be what the assignment prints as `printed`.
  Agreement compare(const std::vector<PrintedRow>& rows, MakeJob make_job, const Reconstruct& reconstruct,
                    const std::string& column, const std::string& printed, int decimals) const;
};

}  // namespace warpledger
