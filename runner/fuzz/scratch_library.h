#pragma once

#include <string>

#include "base/file.h"
#include "spec/library.h"

namespace warpledger {

/// A data folder of its own for the files that a fuzzer makes up: the family `norm`, the metric group `memory` and
/// empty sources. What a made-up file may read is here. Gone with the object.
class ScratchLibrary {
 public:
  ScratchLibrary();

  Library library() const { return Library({root_.path()}); }
  /// Writes `text` to a file below the folder: "experiments/fuzz.yaml".
  void write(const std::string& file, const std::string& text) const;

 private:
  TemporaryFolder root_;
};

}  // namespace warpledger
