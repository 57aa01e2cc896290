#pragma once

#include "spec/library_fixture.h"

namespace warpledger {

inline constexpr const char* kGrading = R"yaml(
grading:
  submission: [scale_per]
  reference: {scale_per: scale_plain}
  seeds: 2
  hidden:
    - {n: [7, 33], per: 4}
  rounds: 4
  problems:
    - name: Problem 1
      points: 60
      kernels: scale_per
      rules:
        - {correct: share, points: 10}
        - {goal: n > 0, where: "per = 2", need: share, points: 10}
        - {ratio: {full: 1.1, none: 4}, points: 20}
        - {time_us: {150: 10, 100: 15.5, 200: 5}, points: 15.5}
        - {rank: time, points: 4.5}
)yaml";

/// A TemporaryLibrary whose experiment `x` has a grading, from line 17 on.
class GradedLibrary : public TemporaryLibrary {
 public:
  GradedLibrary() { write("experiments/x.yaml", std::string(kScaleExperiment) + kGrading); }
};

}  // namespace warpledger
