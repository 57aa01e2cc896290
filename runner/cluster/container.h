#pragma once

#include <optional>
#include <string>

namespace warpledger {

struct Container {
  std::string program;           ///< "apptainer"
  std::string image;             ///< absolute, outside the container
  std::string binding_variable;  ///< "APPTAINER_BIND"
  std::string bindings;          ///< bound paths, separated by commas
};

/// Returns the container of this process, according to its environment.
std::optional<Container> container_here();

}  // namespace warpledger
