#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/text_width.h"
#include "spec/experiment.h"
#include "spec/library.h"

namespace warpledger {

// A grading is a session: a UUID and secret seeds. Each submission (SubmissionGrader) first runs the checked grids, in
// parallel with others; a lost point is checked again alone. It then has a device to itself for the profiled grid and
// for rounds of timing next to the reference. Several devices of one model share the class, each with its own reference
// (grade_on_devices). Each grid is a run in the ledger, committed point by point; its settings state its purpose
// (GradingMark).
//
// Grades come from the ledger only, so rules may change without another run: read_grading_session() selects the newest
// complete attempts, read_evidence() the points that rules look at, read_flags() what a person must see, and
// grade_class() makes the sheets. These are data; pages write the sentences: class_page() and inspection_page() for
// graders, student_page() and gradescope_json() for students.

struct ClassRequest {
  std::string experiment;   ///< a name or a file
  std::string submissions;  ///< a folder or an archive
  std::string session;      ///< "latest", or the beginning of its UUID; empty: a new one
  std::vector<std::string> only;
  std::string pseudonym_file;  ///< the ledger gets the pseudonyms in this file; empty: names
  std::string waived;          ///< the submission in `only` that runs despite the rules of sources; empty: none
  std::string ledger = "results.db";
  std::string device = "auto";                  ///< may name several of one model (listed_devices)
  std::optional<unsigned int> lock_clocks_mhz;  ///< SM clock for timing; absent: not locked
  int jobs = 0;                                 ///< submissions checked in parallel; 0: one per core
  std::string command_line;
};

/// Grades submissions in one session and writes its UUID to `session`: those in `asked.only`, else the incomplete ones
/// of a resumed session, else all. Prints progress on `console` unless it is null. Returns false if the user stopped
/// it, or if devices failed with a submission that is left. Throws like grade_on_devices(); recorded points stay.
bool grade_submissions(const ClassRequest& asked, const Library& library, const Experiment& experiment,
                       std::string& session, const Console* console);

}  // namespace warpledger
