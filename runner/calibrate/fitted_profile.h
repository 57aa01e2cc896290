#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/file.h"
#include "calibrate/calibration.h"
#include "calibrate/modelled_run.h"

namespace warpledger {

/// Fitted parameters of a profile's memory_model section: the ones that are not published.
const std::vector<Tunable>& fitted_parameters();

/// A devices/NAME.json file whose fitted parameters can be replaced.
class FittedProfile {
 public:
  /// Reads the file from the first of `roots` that has it. Throws Error if none has, or if it is not a profile with a
  /// memory model.
  FittedProfile(const std::vector<std::string>& roots, const std::string& name);

  /// Returns the file's values of fitted_parameters().
  Setting setting() const;

  /// Returns the memory_model section with the values of `setting`, each attributed to `source`.
  std::string section(const Setting& setting, const std::string& source) const;

  /// Returns the complete file with that section.
  std::string text(const Setting& setting, const std::string& source) const;

 private:
  std::string path_;
  std::string document_;  ///< valid JSON
};

/// A temporary data folder with only one profile; the destructor removes it. The constructor throws Error if it cannot
/// create the folder.
class TemporaryProfile {
 public:
  TemporaryProfile(const std::string& name, const std::string& text);

  std::string root() const { return root_.path(); }

 private:
  TemporaryFolder root_;
};

/// Compares a GPU's counters with what the memory model predicts under changed parameters.
class ProfileFit {
 public:
  /// `runs` must all be on the GPU that the profile `name` describes; at most `most_points` of each are compared.
  /// Throws Error if the profile describes another GPU or is invalid.
  ProfileFit(const Paths& paths, const std::vector<ProfiledRun>& runs, const std::string& name,
             std::size_t most_points);

  const FittedProfile& profile() const { return profile_; }
  std::size_t points() const;

  /// Models the sampled points with `setting`. Throws Error if that yields fewer comparisons than the first setting.
  std::vector<MetricError> compare_with(const Setting& setting);

  /// Mean error of compare_with(); infinite if the parameters contradict each other.
  double error(const Setting& setting);

 private:
  const Paths& paths_;
  const std::vector<ProfiledRun>& runs_;
  std::string name_;
  std::vector<std::vector<Job>> samples_;  ///< one per run
  FittedProfile profile_;
  std::size_t comparisons_ = 0;  ///< number that the first setting yielded
};

}  // namespace warpledger
