#pragma once

#include "spec/library_fixture.h"

namespace warpledger {

/// A family with words, types, macros, options and launch attributes, and its experiment.
inline constexpr const char* kTypedFamily = R"yaml(family: scale
about: y = a * x
include: shared
parameters:
  n: {type: int, min: 1}
  elt: {type: type, values: [f16, f32], default: f16}
  mode: {type: string, values: [plain, vector]}
  tile: {type: int, default: 4}
buffers:
  x: {type: elt, count: n, role: in, fill: "uniform(0, n - 1)"}
  m: {type: bool, count: n, role: in, fill: "uniform(0, 1)"}
  y: {type: elt, count: n, role: out, tolerance: {rel: ulp(elt), because: one rounding}}
reference: {source: reference.cu, kernel: scale_reference, template: [elt], args: [y, x, m]}
kernels:
  scale:
    source: [scale.cu, more.cu]
    where: mode == 'vector'
    defines: {TILE: tile, ELEMENT: elt}
    options: ["-maxrregcount={8 * tile}", {option: -use_fast_math, where: tile > 4}]
    template: [elt, true, {name: ns::Policy}]
    args: [y, x, m, elt 2]
    cluster: 2
    cooperative: true
)yaml";

inline constexpr const char* kTypedExperiment = R"yaml(experiment: x
about: A test.
family: scale
grid:
  n: 64
  elt: [f16, f32]
  mode: [plain, vector]
)yaml";

class TypedLibrary : public TemporaryLibrary {
 public:
  TypedLibrary() {
    write(kFamilyFile, kTypedFamily);
    write(kExperimentFile, kTypedExperiment);
    write("kernels/scale/more.cu", "// more\n");
    write("kernels/shared/common.h", "// common\n");
  }
};

}  // namespace warpledger
