#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// A program compiled for one architecture.
struct Cubin {
  std::string image;                             ///< the cubin's bytes
  std::map<std::string, std::string> functions;  ///< C++ name expression -> name in the image

  bool operator==(const Cubin&) const = default;
};

/// The options that compile_cubin compiles with; `arch` is a compute capability without its dot, such as 90.
std::vector<std::string> nvrtc_options(int arch);

/// "13.0": the version of the compiler that is loaded. Throws Error when it does not answer.
std::string nvrtc_version();

/// The architectures the compiler can make cubins for: 75, 80, ... 90...
std::vector<int> nvrtc_architectures();

/// Compiles `program` with `options` so that each of `functions` (C++ name expressions) can be found. Needs no GPU and
/// no driver. Throws PointEnd{compile_failed} with the compiler's messages, which name the file and the line.
Cubin compile_cubin(const Program& program, std::span<const std::string> functions,
                    std::span<const std::string> options);

}  // namespace warpledger
