#pragma once

#include <string>
#include <vector>

#include "spec/library.h"

namespace warpledger {

enum class Platform { gradescope, autolab };

/// Settings of a class's automatic checks.
struct AutograderRequest {
  std::string experiment;  ///< a name or a file
  std::string folder;      ///< of the bundle; new or empty
  Platform platform = Platform::gradescope;
  std::string device;            ///< --device, on the machine that checks
  std::vector<std::string> set;  ///< --set: a smaller grid, for a container
  int limit_s = 0;               ///< per check
  std::string package;           ///< Debian package of this program for the container; empty: the program is copied
  std::string bridge;            ///< user@host with a GPU; empty: the container checks
  std::string key;               ///< SSH private key for the bridge
  int per_student = 0;           ///< submissions per student and hour on the bridge; 0: unlimited
  std::string known_hosts;       ///< the bridge's host key
};

/// Writes the bundle that a course uploads, atomically. For Gradescope, it is the content of a zip; for Autolab, two
/// files and a README for the lecturer. With a bridge, it has the key but no course data; else the experiment without
/// hidden grids, its family and this program. Throws Error if there is no grading, if hidden grids cannot be removed,
/// or if files cannot be read or written.
void write_autograder(const AutograderRequest& request, const Library& library, const Paths& paths);

/// Returns the bridge's line of authorized_keys, which limits the key to checking an archive from standard input.
/// Throws Error if `public_key` is not an SSH key.
std::string authorized_key(const AutograderRequest& request, const Library& library, const Paths& paths,
                           const std::string& public_key);

/// Returns the experiment's YAML without `hidden`, which must be on separate lines.
std::string without_hidden(const std::string& experiment_text);

}  // namespace warpledger
