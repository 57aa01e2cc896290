#pragma once

#include <string>

#include "spec/library.h"

namespace warpledger {

/// A data folder of its own for the files that a fuzzer makes up: the family `norm`, the metric group `memory` and
/// empty sources. What a made-up file may read lies here. Gone with the object.
class ScratchLibrary {
 public:
  ScratchLibrary();
  ~ScratchLibrary();
  ScratchLibrary(const ScratchLibrary&) = delete;
  ScratchLibrary& operator=(const ScratchLibrary&) = delete;

  Library library() const { return Library({root_}); }
  /// Writes `text` to a file below the folder: "experiments/fuzz.yaml".
  void write(const std::string& file, const std::string& text) const;

 private:
  std::string root_;
};

}  // namespace warpledger
