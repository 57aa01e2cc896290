#pragma once

#include <string>

#include "spec/library_fixture.h"

namespace warpledger {

/// A second family, with different parameters and a kernel named like one of `scale`.
inline constexpr const char* kMineFamily = R"yaml(family: mine
about: y = a * x
parameters:
  n: {type: int, min: 64, about: elements}
  a: {type: float, default: 2, about: factor}
  mode: {type: string, values: [plain, vector], default: plain, about: how x is loaded}
  chunk: {type: int, default: 4, about: elements a thread}
buffers:
  x: {type: f32, count: n, role: in, fill: "uniform(-1, 1)"}
  y: {type: f32, count: n, role: out, tolerance: {abs: 0, because: one rounding}}
reference: {source: reference.cu, kernel: mine_reference, args: [y, x, f32 a, i32 n]}
work:
  per: n
kernels:
  mine: {source: mine.cu, defines: {MODE: mode, CHUNK: chunk}, args: [y, x, f32 a, i32 n]}
  scale_plain: {source: mine.cu, defines: {MODE: mode, CHUNK: chunk}, args: [y, x, f32 a, i32 n]}
)yaml";

inline constexpr const char* kMineFile = "kernels/mine/family.yaml";

class TwoFamilies : public TemporaryLibrary {
 public:
  TwoFamilies() {
    write(kMineFile, kMineFamily);
    write("kernels/mine/mine.cu", "// mine\n");
    write("kernels/mine/reference.cu", "// its reference\n");
    experiment("  n: [64, 128]\n  kernel: [scale_per: {per: [1, 2]}, mine: {mode: [vector, plain]}]\n");
  }

  void experiment(const std::string& grid) const {
    write(kExperimentFile, "experiment: x\nabout: A test.\nfamilies: [scale, mine]\ngrid:\n" + grid);
  }
};

}  // namespace warpledger
