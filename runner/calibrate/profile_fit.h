#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "calibrate/calibration.h"
#include "calibrate/fitted_profile.h"
#include "calibrate/modelled_run.h"

namespace warpledger {

/// Compares what a GPU counted in some points with what the memory model says of them under changed parameters.
class ProfileFit {
 public:
  /// `runs` are all of the GPU that the profile `name` is of; at most `most_points` of each are compared. Throws Error
  /// when the profile is of another GPU or no good.
  ProfileFit(const Paths& paths, const std::vector<ProfiledRun>& runs, const std::string& name,
             std::size_t most_points);

  const FittedProfile& profile() const { return profile_; }
  std::size_t points() const;

  /// Models the sample with the parameters of `setting`. Throws Error when the model gives less than with those before.
  std::vector<MetricError> compare_with(const Setting& setting);

  /// The mean error of compare_with(); infinite where the parameters contradict each other.
  double error(const Setting& setting);

 private:
  const Paths& paths_;
  const std::vector<ProfiledRun>& runs_;
  std::string name_;
  std::vector<std::vector<Job>> samples_;  ///< one per run
  FittedProfile profile_;
  std::size_t comparisons_ = 0;  ///< that the first setting gave
};

}  // namespace warpledger
