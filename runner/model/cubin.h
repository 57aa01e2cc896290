#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>

#include "model/job.h"

namespace warpledger {

/// A program compiled for one architecture.
struct Cubin {
  std::string image;                             ///< the cubin's bytes
  std::map<std::string, std::string> functions;  ///< C++ name expression -> name in the image

  bool operator==(const Cubin&) const = default;
};

/// Compiles a program for a GPU that need not be there, so that each of `functions` (C++ name expressions) can be
/// found; `arch` is a compute capability without its dot, such as 89. Throws what says why it cannot.
using CubinCompiler = std::function<Cubin(const Program& program, std::span<const std::string> functions, int arch)>;

}  // namespace warpledger
