#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>

#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Finds outputs whose check says little: one that a kernel without work would pass, or one that takes other integers
/// for right.
class WeakChecks {
 public:
  void look_at(std::span<const Job> jobs, std::span<const Result> results);

  /// A line for each output and what would pass, with the first such point; empty when there is none.
  std::string warnings() const;

 private:
  /// By the output and what would pass, the identity of the first point.
  std::map<std::pair<std::string, std::string>, std::string> first_points_;
  std::map<std::string, std::string> first_rounded_;  ///< by the output
};

}  // namespace warpledger
