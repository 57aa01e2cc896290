#pragma once

#include <functional>
#include <string>
#include <vector>

#include "spec/experiment.h"
#include "spec/library.h"

namespace warpledger {

/// Which submissions to grade, where, and into which ledger.
struct ClassRequest {
  std::string experiment;   ///< a name or a file
  std::string submissions;  ///< their folder
  std::string session;      ///< "latest", or how its UUID begins; empty: a new one
  std::vector<std::string> only;
  std::string ledger = "results.db";
  std::string device = "auto";
  int jobs = 0;  ///< submissions that are checked at once; 0: by the machine
  std::string command_line;
};

/// Grades submissions in one session, whose UUID goes to `session`: those named in `request.only`; else, of a session
/// that is resumed, those that are incomplete; else all. `tell` is called with a line of progress, by one thread at a
/// time. False when the user stopped it. Throws what a worker throws that cannot continue; what is recorded by then
/// stays.
bool grade_submissions(const ClassRequest& request, const Library& library, const Experiment& experiment,
                       std::string& session, const std::function<void(const std::string&)>& tell);

}  // namespace warpledger
