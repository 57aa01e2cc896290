#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/file.h"
#include "calibrate/calibration.h"
#include "calibrate/modelled_run.h"

namespace warpledger {

/// Parameters of memory_model that are not published.
const std::vector<Tunable>& fitted_parameters();

/// A devices/NAME.json file.
class FittedProfile {
 public:
  /// Reads it from the first of `roots` that has it. Throws Error if no root has it or it has no memory model.
  FittedProfile(const std::vector<std::string>& roots, const std::string& name);

  /// Values of fitted_parameters() in the file.
  Setting setting() const;

  /// Returns memory_model with the values of `setting`, attributed to `source`.
  std::string section(const Setting& setting, const std::string& source) const;

  /// Returns the file with that section.
  std::string text(const Setting& setting, const std::string& source) const;

 private:
  std::string path_;
  std::string document_;  ///< valid JSON
};

/// A temporary data folder with only one profile. The constructor throws Error if it cannot create the folder.
class TemporaryProfile {
 public:
  TemporaryProfile(const std::string& name, const std::string& text);

  std::string root() const { return root_.path(); }

 private:
  TemporaryFolder root_;
};

/// Compares a GPU's counters with the memory model under changed parameters.
class ProfileFit {
 public:
  /// Compares at most `most_points` of each run. Throws Error if the profile is invalid or describes another GPU.
  ProfileFit(const Paths& paths, const std::vector<ProfiledRun>& runs, const std::string& name,
             std::size_t most_points);

  const FittedProfile& profile() const { return profile_; }
  std::size_t points() const;

  /// Throws Error if there are fewer comparisons than with the first setting.
  std::vector<MetricError> compare_with(const Setting& setting);

  /// Mean error of compare_with(); infinite if the parameters contradict each other.
  double error(const Setting& setting);

 private:
  const Paths& paths_;
  const std::vector<ProfiledRun>& runs_;
  std::string name_;
  std::vector<std::vector<Job>> samples_;  ///< one per run
  FittedProfile profile_;
  std::size_t comparisons_ = 0;  ///< with the first setting
};

}  // namespace warpledger
