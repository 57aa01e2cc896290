#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

struct KernelParameter {
  enum class Form {
    pointer,
    integer,
    floating,
    other,  ///< a type that only a compiler can resolve
  } form = Form::other;
  std::size_t bytes = 0;                    ///< of a number
  std::optional<ElementTypeFacts> pointee;  ///< of a pointer to numbers
  std::string text = {};                    ///< "const float * in"
};

struct KernelSignature {
  std::vector<KernelParameter> parameters;
  std::string file;
  std::size_t line = 0;  ///< of the function's name
};

/// Returns the signature of the __global__ function `name`, which may be namespace-qualified. Empty unless the source
/// declares it unambiguously and without macros.
std::optional<KernelSignature> find_signature(const Program& program, const std::string& name);

}  // namespace warpledger
