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

/// A hand-in of one of a term's assignments.
struct TimedHandIn {
  std::string experiment, submission;
  int attempt = 1;
  bool operator<(const TimedHandIn& other) const {
    return std::tie(experiment, submission, attempt) < std::tie(other.experiment, other.submission, other.attempt);
  }
};

/// When something was handed in, in UTC: 2026-10-01T21:59:00Z.
struct SubmissionTimes {
  std::map<TimedHandIn, std::string> utc;

  /// "" where it is not known.
  std::string of(const TimedHandIn& hand_in) const;
};

/// Hand-ins with a time for `experiment` that are not among the `attempts` of each name, misspelt ones as a rule:
/// "benn" for a name that there is not, "anna@3" for an attempt.
std::set<std::string> timed_strangers(const SubmissionTimes& times, const std::string& experiment,
                                      const std::map<std::string, std::set<int>>& attempts);

/// Reads a CSV file (read_csv_file) with the columns submission and time, and maybe attempt, which is 1 where it is
/// empty, and experiment, which is `experiment` where it is empty, else one of `known`. Rows without a time are passed
/// over. Throws Error with the line for a time without an offset, an attempt that is no number from 1, an experiment
/// that there is not or, where `experiment` is empty, that is not named, and two times of one attempt.
SubmissionTimes read_submission_times(const std::string& file, const std::string& experiment,
                                      const std::vector<std::string>& known);

/// How many seconds after `due_utc_s` something was handed in; 0 when before, nothing where the time is not known.
std::optional<std::int64_t> seconds_late(const LatePolicy& policy, const std::string& submitted_utc);

/// Percentage that `policy` takes off the points that the rules gave, with the reason. Absent for a submission in time
/// or within the days of grace, and where the time is unknown.
std::optional<Adjustment> late_adjustment(const LatePolicy& policy, const std::string& submitted_utc);

}  // namespace warpledger
