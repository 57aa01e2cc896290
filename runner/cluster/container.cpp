#include "cluster/container.h"

#include <cstdlib>
#include <utility>

namespace warpledger {
namespace {

std::string environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value ? value : "";
}

}  // namespace

std::optional<Container> container_here() {
  // Apptainer also sets Singularity's variables, so look at its own first.
  for (const auto& [program, prefix] : {std::pair{"apptainer", "APPTAINER"}, std::pair{"singularity", "SINGULARITY"}}) {
    const std::string variables = prefix, image = environment(variables + "_CONTAINER");
    if (!image.empty()) return Container{program, image, variables + "_BIND", environment(variables + "_BIND")};
  }
  return std::nullopt;
}

}  // namespace warpledger
