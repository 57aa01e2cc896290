#pragma once

#include <functional>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "store/ledger_fixture.h"
#include "store/printed_rows.h"

namespace warpledger {

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
