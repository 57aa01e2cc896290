#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/text_width.h"
#include "grading/measure/submission_grader.h"
#include "run/progress.h"

namespace warpledger {

/// Prints a line per finished step and, on a terminal, a status line per device if there are several. Thread-safe.
class ClassProgress {
 public:
  /// A null `console` prints nothing.
  ClassProgress(const Console* console, const std::vector<GradingDevice>& devices);

  /// Prints a line that stays.
  void tell(const std::string& line);
  /// Prints a line about a device.
  void tell(std::size_t device, const std::string& line);
  /// Updates a device's status line.
  void is_at(std::size_t device, const std::string& what);

 private:
  std::vector<std::string> labels_;
  std::optional<ProgressLines> lines_;
};

}  // namespace warpledger
