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

/// What a person sees of runs that are under way at once: a line each at the bottom of a terminal, written over;
/// elsewhere plain lines. Runs may be in threads of their own.
class ProgressLines {
 public:
  /// `live`: the terminal takes escape codes.
  ProgressLines(std::ostream& out, bool live, const LineWidth& width, std::size_t runs = 1)
      : out_(out), live_(live), width_(width), lines_(runs) {}

  bool is_live() const { return live_; }
  /// How run `run` stands now.
  void draw(std::size_t run, const std::string& line);
  /// Lines that stay, above those of the runs; the line of `run` goes until it is drawn again.
  void tell(std::size_t run, std::string_view lines);

 private:
  void clear();

  std::ostream& out_;
  bool live_;
  LineWidth width_;
  std::vector<std::string> lines_;  ///< by run; empty: none
  std::size_t drawn_ = 0;           ///< lines on the terminal, the cursor in the last
  std::mutex mutex_;
};

/// Tells a person how a run is going: its line, now and then. A point that is not ok gets its own line at once; a
/// compiler's messages, which many points share, are told once.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// Of run `run` of `lines`, with `label` before each line unless that is empty; of at most `points` points, begun
  /// within `most_s` where that is known. `now` is the clock; tests bring their own.
  Progress(ProgressLines& lines, std::size_t run, std::string label, std::int64_t points,
           std::optional<double> most_s = std::nullopt, std::function<Clock::time_point()> now = Clock::now);

  void begin(const Job& job);
  void end(const Job& job, const Result& result);
  /// Tells once for each reason that counters are absent for, with the first metric that lacks its value.
  void tell_absent_counters(const Result& complete);
  /// Clears the live line and says how the run went, and what disturbed it.
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
  std::int64_t shared_ = 0;                ///< points that other processes used the GPU beside
  std::set<std::string> told_reasons_;
  std::function<Clock::time_point()> now_;
  Clock::time_point start_;
  Clock::time_point last_drawn_;
};

}  // namespace warpledger
