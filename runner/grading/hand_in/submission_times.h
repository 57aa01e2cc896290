#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "model/grading.h"

namespace warpledger {

/// A hand-in for an assignment.
struct TimedHandIn {
  std::string experiment, submission;
  int attempt = 1;
  bool operator<(const TimedHandIn& other) const {
    return std::tie(experiment, submission, attempt) < std::tie(other.experiment, other.submission, other.attempt);
  }
};

/// Times of hand-ins, in UTC: 2026-10-01T21:59:00Z.
struct SubmissionTimes {
  std::map<TimedHandIn, std::string> utc;

  /// Returns "" if the time is unknown.
  std::string of(const TimedHandIn& hand_in) const;
};

/// Returns hand-ins with a time that are not among `attempts`, usually misspelt: "benn" (unknown name), "anna@3"
/// (unknown attempt).
std::set<std::string> timed_strangers(const SubmissionTimes& times, const std::string& experiment,
                                      const std::map<std::string, std::set<int>>& attempts);

/// Reads a CSV file with the columns submission, time and, optionally, attempt (default 1) and experiment (one of
/// `known`; default `experiment`). Skips rows without a time. Throws Error with the line of an invalid row or a second
/// time.
SubmissionTimes read_submission_times(const std::string& file, const std::string& experiment,
                                      const std::vector<std::string>& known);

/// Returns the seconds after `due_utc_s`; 0 if before, absent if the time is unknown.
std::optional<std::int64_t> seconds_late(const LatePolicy& policy, const std::string& submitted_utc);

/// Returns the percentage to deduct, with the reason. Absent if in time, within the days of grace, or if the time is
/// unknown.
std::optional<Adjustment> late_adjustment(const LatePolicy& policy, const std::string& submitted_utc);

}  // namespace warpledger
