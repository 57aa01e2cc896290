#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grading/flag.h"
#include "grading/grade.h"
#include "grading/grading_session.h"
#include "model/grading.h"
#include "model/table.h"
#include "spec/library.h"

namespace warpledger {

/// A submission of a graded class.
struct GradedSubmission {
  GradeSheet sheet;
  std::vector<Flag> flags;  ///< while there is one, it has no rank
  std::string run;          ///< UUID of the run that its tables are of; empty: there is none
  bool refused = false;     ///< it was not run
};

/// What the pages of a grading are made of.
struct GradedClass {
  std::string experiment;
  std::string about;
  Grading grading;                            ///< the rules that the sheets come of
  std::string session;                        ///< UUID
  std::string device;                         ///< its name; of several, joined by ", "
  std::string graded_utc;                     ///< when the session's last run began: 2024-02-29T12:34:56.789Z
  std::vector<std::string> seeds;             ///< the secret ones, as recorded
  bool noise_known = true;                    ///< the ledger has the noise floor of each device
  std::vector<GradedSubmission> submissions;  ///< by name
  std::vector<PassedOver> passed_over = {};   ///< files that are no submissions
  ClassNotes notes = {};                      ///< what many share
};

/// Throws Error when there is none of this name.
const GradedSubmission& submission_named(const GradedClass& graded, const std::string& name);

/// The time over the reference's, of the grading's first rule that judges it; absent where that has none.
std::optional<Ratio> ratio_of(const Grading& grading, const GradedSubmission& submission);

/// Whether any rule looks at the time over the reference's.
bool has_ratios(const Grading& grading);

/// Whether any rule ranks the class.
bool is_ranked(const Grading& grading);

/// The place in the class, by the grading's first rule that ranks; absent where that has none, and for a submission
/// with flags.
std::optional<Standing> standing_of(const Grading& grading, const GradedSubmission& submission);

/// "3", and with others in the tie group "3="; empty for none.
std::string rank_text(const std::optional<Standing>& standing);

/// Points that the adjustments came to: less than they say where the total would fall below 0.
double adjusted_points(const GradeSheet& sheet);

/// To 4 decimals, as every page, book and results.json has them. Sums are of what is not rounded.
double rounded_points(double points);

/// "25", "8.5", "62.3529": points, rounded.
std::string points_text(double points);

/// A table's cell that shows as points_text().
Cell points_cell(double points);

/// A class for a gradebook: CSV (RFC 4180), a line per submission with submission, total, possible, one column per
/// problem, adjustments, open_points, rank, ratio and flags. Points are rounded; what there is none of is empty.
std::string gradebook_csv(const GradedClass& graded);

/// An experiment that has a grading. Throws Error when it has none, when one of its conditions is none, and for a
/// starter that cannot be read: what is wrong with it is told before a class runs.
Experiment load_graded_experiment(const Library& library, const std::string& name);

/// The grades of a session by the rules of `experiment` as they stand now, from the ledger alone: the same ledger and
/// rules give the same grades. `session` is "latest" or how its UUID begins.
GradedClass grade_session(const std::string& ledger, const Library& library, const Experiment& experiment,
                          const std::string& session);

}  // namespace warpledger
