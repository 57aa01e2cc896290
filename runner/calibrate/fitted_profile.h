#pragma once

#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "calibrate/calibration.h"

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

}  // namespace warpledger
