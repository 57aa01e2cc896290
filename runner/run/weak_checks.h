#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>

#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Finds weak checks: outputs that a kernel without work would pass, or that accept incorrect integers.
class WeakChecks {
 public:
  void look_at(std::span<const Job> jobs, std::span<const Result> results);

  /// Lists outputs and weaknesses with the first such point, one per line; may be empty.
  std::string warnings() const;

 private:
  /// By output and weakness: identity of the first point.
  std::map<std::pair<std::string, std::string>, std::string> first_points_;
  std::map<std::string, std::string> first_rounded_;  ///< by output
};

}  // namespace warpledger
