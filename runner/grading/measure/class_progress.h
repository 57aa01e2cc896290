#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/text_width.h"
#include "grading/measure/submission_grader.h"
#include "run/progress.h"

namespace warpledger {

/// Prints the progress of a class: a line per finished step. On a terminal, several devices also have a status line
/// each. Thread-safe.
class ClassProgress {
 public:
  /// A null `console` prints nothing.
  ClassProgress(const Console* console, const std::vector<GradingDevice>& devices);

  /// Prints a permanent line.
  void tell(const std::string& line);
  /// Prints a permanent line about a device.
  void tell(std::size_t device, const std::string& line);
  /// Updates a device's status line.
  void is_at(std::size_t device, const std::string& what);

 private:
  std::vector<std::string> labels_;  ///< "cuda:1: "; empty for a single device
  std::optional<ProgressLines> lines_;
};

}  // namespace warpledger
