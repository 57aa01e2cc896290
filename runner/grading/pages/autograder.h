#pragma once

#include <string>
#include <vector>

#include "spec/library.h"

namespace warpledger {

/// Where students submit.
enum class Platform { gradescope, autolab };

/// Where the submissions of a class are checked as they come in, and by whom.
struct AutograderRequest {
  std::string experiment;  ///< a name or a file; it has a grading
  std::string folder;      ///< the bundle's; new or empty
  Platform platform = Platform::gradescope;
  std::string device;            ///< what --device takes, of the machine that checks
  std::vector<std::string> set;  ///< what --set takes: a smaller grid, for a container
  int limit_s = 0;               ///< for one check
  std::string package;  ///< a Debian package of this program for the container; empty: this program itself is carried
  std::string bridge;   ///< user@host of a machine with a GPU; empty: the container checks by itself
  std::string key;      ///< private key of ssh for the bridge
  int per_student = 0;  ///< hand-ins of one within an hour that the bridge takes; 0: any number
  std::string known_hosts;  ///< the bridge's own public key, as ssh keeps it
};

/// Makes `request.folder`, which is what a course uploads: to Gradescope as a zip, setup.sh, run_autograder and what
/// they need; to Autolab autograde-Makefile and autograde.tar, with run_autolab and what it needs, and beside them what
/// its lecturer reads. Without a bridge it holds the experiment without its hidden grids, its family and this program;
/// with one, a key and no more. It appears whole or not at all. Throws Error for an experiment without a grading, one
/// whose hidden grids cannot be taken out, and files that cannot be read or written.
void write_autograder(const AutograderRequest& request, const Library& library, const Paths& paths);

/// The line of ~/.ssh/authorized_keys on the bridge's machine that lets the key do one thing: check one archive of
/// standard input. `public_key` is a line of ssh's. Throws Error when it is none.
std::string authorized_key(const AutograderRequest& request, const Library& library, const Paths& paths,
                           const std::string& public_key);

/// The YAML text of an experiment without its key `hidden`, which stands on lines of its own.
std::string without_hidden(const std::string& experiment_text);

}  // namespace warpledger
