#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/file.h"
#include "calibrate/calibration.h"
#include "calibrate/modelled_run.h"

namespace warpledger {

/// The parameters of a profile's section memory_model that are fitted: those that nobody publishes.
const std::vector<Tunable>& fitted_parameters();

/// A file devices/NAME.json whose fitted parameters get other values.
class FittedProfile {
 public:
  /// Reads the file of the first of `roots` that has it. Throws Error when there is none, or when it is no profile with
  /// a memory model.
  FittedProfile(const std::vector<std::string>& roots, const std::string& name);

  /// What the file says of fitted_parameters().
  Setting setting() const;

  /// The section memory_model with the values of `setting`, each with `source`.
  std::string section(const Setting& setting, const std::string& source) const;

  /// The whole file with that section.
  std::string text(const Setting& setting, const std::string& source) const;

 private:
  std::string path_;
  std::string document_;  ///< valid JSON
};

/// A data folder that holds one profile and nothing else, removed with this object. Throws Error when it cannot be
/// made.
class TemporaryProfile {
 public:
  TemporaryProfile(const std::string& name, const std::string& text);

  std::string root() const { return root_.path(); }

 private:
  TemporaryFolder root_;
};

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
