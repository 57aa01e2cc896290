#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/text_width.h"
#include "grading/measure/submission_grader.h"
#include "run/progress.h"

namespace warpledger {

/// Tells a person how a class is going: what ended, a line each; where there are several devices and a terminal takes
/// it, what each is at, below those. By any thread.
class ClassProgress {
 public:
  /// `console` null: nothing is told.
  ClassProgress(const Console* console, const std::vector<GradingDevice>& devices);

  /// A line that stays.
  void tell(const std::string& line);
  /// The same of a device.
  void tell(std::size_t device, const std::string& line);
  /// What the device is at.
  void is_at(std::size_t device, const std::string& what);

 private:
  std::vector<std::string> labels_;  ///< "cuda:1: "; empty where there is one device
  std::optional<ProgressLines> lines_;
};

}  // namespace warpledger
