#pragma once

#include <optional>
#include <string>

namespace warpledger {

/// What a person adds to a submission's grade, or takes off it: late days, a decision. Exactly one of `points` and
/// `percent` is there.
struct Adjustment {
  std::string experiment;
  std::string submission;
  std::string problem;            ///< its name; empty: the whole grade
  std::optional<double> points;   ///< below 0: taken off
  std::optional<double> percent;  ///< of what the rules gave; below 0: taken off
  std::string reason;
  std::string author;
  std::string written_utc;  ///< 2024-02-29T12:34:56.789Z
};

}  // namespace warpledger
