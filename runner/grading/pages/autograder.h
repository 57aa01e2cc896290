#pragma once

#include <string>
#include <vector>

#include "spec/library.h"

namespace warpledger {

enum class Platform { gradescope, autolab };

/// The checks that students of a class get when they submit.
struct AutograderRequest {
  std::string experiment;  ///< a name or a file; needs a grading
  std::string folder;      ///< of the bundle; new or empty
  Platform platform = Platform::gradescope;
  std::string device;            ///< value of --device on the machine that checks
  std::vector<std::string> set;  ///< values of --set: a smaller grid, for a container
  int limit_s = 0;               ///< per check
  std::string package;           ///< a Debian package of this program for the container; empty: the program is copied
  std::string bridge;            ///< user@host of a machine with a GPU; empty: the container checks
  std::string key;               ///< SSH private key for the bridge
  int per_student = 0;           ///< submissions per student and hour that the bridge accepts; 0: unlimited
  std::string known_hosts;       ///< the bridge's host key, in the format of known_hosts
};

/// Writes the bundle that a course uploads to `request.folder`, atomically. For Gradescope: the content of a zip, with
/// setup.sh and run_autograder. For Autolab: autograde-Makefile and autograde.tar, with a README and, if there are
/// columns, scoreboard.json for the lecturer. With a bridge, the bundle has the key but no course data; without one, it
/// has the experiment without hidden grids, its family and this program. Throws Error for an experiment without a
/// grading, hidden grids that cannot be removed, and files that cannot be read or written.
void write_autograder(const AutograderRequest& request, const Library& library, const Paths& paths);

/// Returns the line for ~/.ssh/authorized_keys on the bridge that limits the key to checking an archive from standard
/// input. Throws Error if `public_key` is not a line of an SSH key.
std::string authorized_key(const AutograderRequest& request, const Library& library, const Paths& paths,
                           const std::string& public_key);

/// Returns the experiment's YAML without the key `hidden`, which must be on lines of its own.
std::string without_hidden(const std::string& experiment_text);

}  // namespace warpledger
