#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/job.h"

namespace warpledger {

/// A parameter of a kernel function, as far as its text tells.
struct KernelParameter {
  enum class Form {
    pointer,
    integer,
    floating,
    other,  ///< a type that only a compiler knows
  } form = Form::other;
  std::size_t bytes = 0;                    ///< of a number
  std::optional<ElementTypeFacts> pointee;  ///< of a pointer to numbers
  std::string text = {};                    ///< "const float * in"
};

/// How a source declares a kernel function.
struct KernelSignature {
  std::vector<KernelParameter> parameters;
  std::string file;
  std::size_t line = 0;  ///< of its name
};

/// The signature of the __global__ function `name`, which may have its namespaces in front. Nothing unless the text of
/// `program` tells for certain: where it is declared in several ways, by macros, or not at all, compilers have to.
std::optional<KernelSignature> find_signature(const Program& program, const std::string& name);

}  // namespace warpledger
