#pragma once

#include <optional>
#include <string>

namespace warpledger {

/// An Apptainer or Singularity container.
struct Container {
  std::string program;           ///< "apptainer"
  std::string image;             ///< absolute path outside the container
  std::string binding_variable;  ///< variable that lists the bound paths: "APPTAINER_BIND"
  std::string bindings;          ///< paths that are bound now, separated by commas
};

/// Returns the container that this process runs in, according to its environment; absent if there is none.
std::optional<Container> container_here();

}  // namespace warpledger
