#pragma once

#include <map>
#include <string>
#include <utility>

namespace warpledger {

/// When a submission was handed in, in UTC: 2026-10-01T21:59:00Z; by its name and the number of its attempt.
struct SubmissionTimes {
  std::map<std::pair<std::string, int>, std::string> utc;

  /// "" where it is not known.
  std::string of(const std::string& submission, int attempt) const;
};

/// Reads a CSV file (read_csv_file) with the columns submission and time, and maybe attempt, which is 1 where it is
/// empty. Rows without a time are passed over. Throws Error with the line for a time without an offset, an attempt that
/// is no number from 1, and two times of one attempt.
SubmissionTimes read_submission_times(const std::string& file);

}  // namespace warpledger
