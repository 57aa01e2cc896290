#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_width.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Shows concurrent runs. On a terminal each has a status line at the bottom; otherwise plain lines are printed. Thread
/// safe.
class ProgressLines {
 public:
  /// `live` means that the terminal supports escape codes.
  ProgressLines(std::ostream& out, bool live, const LineWidth& width, std::size_t runs = 1)
      : out_(out), live_(live), width_(width), lines_(runs) {}

  bool is_live() const { return live_; }
  void draw(std::size_t run, const std::string& line);
  /// Prints permanent lines above the status lines, and clears the line of `run` until it is drawn again.
  void tell(std::size_t run, std::string_view lines);

 private:
  void clear();

  std::ostream& out_;
  bool live_;
  LineWidth width_;
  std::vector<std::string> lines_;  ///< by run; empty: none
  std::size_t drawn_ = 0;           ///< lines on the terminal; the cursor is in the last
  std::mutex mutex_;
};

/// Shows the progress of a run. A point that is not ok gets its own line immediately; a compiler's messages are printed
/// only once.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// Shows run `run` of `lines` with prefix `label`. Expects at most `points` points and `most_s` seconds if known.
  /// Tests replace `now`.
  Progress(ProgressLines& lines, std::size_t run, std::string label, std::int64_t points,
           std::optional<double> most_s = std::nullopt, std::function<Clock::time_point()> now = Clock::now);

  void begin(const Job& job);
  void end(const Job& job, const Result& result);
  /// Reports each reason for absent counters once, with the first such metric.
  void tell_absent_counters(const Result& complete);
  /// Clears the status line and prints a summary with disturbances.
  void finish();

  /// "238 ok, 2 incorrect"
  std::string outcome_counts() const;

 private:
  std::string status_line(const std::string& current) const;
  double elapsed_s() const;
  void tell(const std::string& lines);
  void count_disturbances(const Result& result);
  void tell_disturbances();

  ProgressLines& lines_;
  std::size_t run_;
  std::string label_;  ///< "cuda:1: "
  std::int64_t points_;
  std::optional<double> most_s_;
  std::int64_t done_ = 0;
  std::array<std::int64_t, kOutcomeNames.size()> counts_{};
  std::int64_t throttled_ = 0;             ///< points
  std::set<std::string> throttle_causes_;  ///< of kThrottleCauses
  std::int64_t shared_ = 0;                ///< points during which other processes used the GPU
  std::set<std::string> told_reasons_;
  std::function<Clock::time_point()> now_;
  Clock::time_point start_;
  Clock::time_point last_drawn_;
};

}  // namespace warpledger
