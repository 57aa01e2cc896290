#pragma once

#include <optional>
#include <string>

namespace warpledger {

/// A container of Apptainer, or of Singularity, from which it comes.
struct Container {
  std::string program;           ///< "apptainer"
  std::string image;             ///< its path outside, absolute
  std::string binding_variable;  ///< what names the paths that it shows of its machine: "APPTAINER_BIND"
  std::string bindings;          ///< the paths that it shows now, with commas between them
};

/// The container that this process runs in, by its environment; nothing when it is in none.
std::optional<Container> container_here();

}  // namespace warpledger
