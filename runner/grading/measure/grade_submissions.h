#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/text_width.h"
#include "spec/experiment.h"
#include "spec/library.h"

namespace warpledger {

// A grading is a session: a UUID and secret seeds. Each submission runs the checked grids in parallel with others; a
// lost point is checked again alone. It then has a device to itself for the profiled grid and for rounds of timing next
// to the reference. Each grid is a run in the ledger, whose settings state its purpose (GradingMark).
//
// Grades come from the ledger only, so rules may change without another run: read_grading_session() finds complete
// attempts, read_evidence() the points that rules use, read_flags() what a person must see, and grade_class() makes the
// sheets.

/// Submissions to grade, with device and ledger.
struct ClassRequest {
  std::string experiment;   ///< a name or a file
  std::string submissions;  ///< a folder or an archive
  std::string session;      ///< "latest", or the beginning of its UUID; empty: a new one
  std::vector<std::string> only;
  std::string pseudonym_file;  ///< the ledger gets this file's pseudonyms; empty: names
  std::string waived;          ///< submission that runs despite the rules of sources; empty: none
  std::string ledger = "results.db";
  std::string device = "auto";                  ///< may name several of one model
  std::optional<unsigned int> lock_clocks_mhz;  ///< SM clock for timing; absent: not locked
  int jobs = 0;                                 ///< parallel checks; 0: one per core
  std::string command_line;
};

/// Grades `asked.only`, else the incomplete submissions of a resumed session, else all. Writes the session's UUID to
/// `session`. `console` may be null. Returns and throws like grade_on_devices(); recorded points stay.
bool grade_submissions(const ClassRequest& asked, const Library& library, const Experiment& experiment,
                       std::string& session, const Console* console);

}  // namespace warpledger
