#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/text_width.h"
#include "spec/experiment.h"
#include "spec/library.h"

namespace warpledger {

// A grading is a session: a UUID and secret seeds. Each submission (SubmissionGrader) runs the checked grids, several
// submissions at once; a point that is lost to a crash or time-out is checked again alone. Then it has a device for
// itself: the profiled grid, and rounds beside the reference. Several devices of one model share the class, each with
// a separate reference (grade_on_devices). Each grid is a run of the ledger, committed point by
// point, whose settings say what it is for (GradingMark). What follows reads the ledger only:
// read_grading_session() gathers a submission's newest complete attempt, read_evidence() what the rules look at,
// read_flags() what a person must see, and grade_class() makes the sheets. So rules may change and nothing runs again.
// All of that is data; the pages write the sentences: class_page() and inspection_page() for who answers for the
// grades, student_page() and gradescope_json() for a student, of a StudentGrade alone.

/// Which submissions to grade, where, and into which ledger.
struct ClassRequest {
  std::string experiment;   ///< a name or a file
  std::string submissions;  ///< their folder
  std::string session;      ///< "latest", or how its UUID begins; empty: a new one
  std::vector<std::string> only;
  std::string pseudonym_file;  ///< file of the mapping: the ledger gets these in place of names; empty: the names
  std::string waived;          ///< of `only`: the one that runs though a rule of sources refuses it; empty: none
  std::string ledger = "results.db";
  std::string device = "auto";                  ///< may name several of one model (listed_devices)
  std::optional<unsigned int> lock_clocks_mhz;  ///< the SM clock to time at; nothing: as it is
  int jobs = 0;                                 ///< submissions that are checked at once; 0: by the machine
  std::string command_line;
};

/// Grades submissions in one session, whose UUID goes to `session`: those named in `asked.only`; else, of a session
/// that is resumed, those that are incomplete; else all. A person is told on `console`, unless that is null. False when
/// the user stopped it, or a submission is left that devices failed with. Throws what a worker throws that cannot
/// continue; what is recorded by then stays.
bool grade_submissions(const ClassRequest& asked, const Library& library, const Experiment& experiment,
                       std::string& session, const Console* console);

}  // namespace warpledger
